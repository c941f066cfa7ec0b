"""What can be chosen now: the legal answers to the node and the acts open to a seat.

Sums that may be anything (bids, stakes, numbers wanted) are listed by the least legal one;
trades are not listed.
"""

from monopoly_lab.constants import action, node, refusal
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.auction import least_bid
from monopoly_lab.rules.card_piles import is_in_pile
from monopoly_lab.rules.code_groups import ANSWERS, FINES, is_chance, is_character_node, is_goal_node
from monopoly_lab.rules.dice import outcomes_of_throw
from monopoly_lab.rules.engine import rule, unknown
from monopoly_lab.rules.legality import why_not
from monopoly_lab.rules.rent_claims import way_cost, ways
from monopoly_lab.rules.state import State, new_menu
from monopoly_lab.rules.state_fields import MENU


@rule
def list_choice(s: State, v: int, q: int, x: int) -> None:
    if s.menu < MENU:
        s.menu_verb[s.menu] = v
        s.menu_space[s.menu] = q
        s.menu_amount[s.menu] = x
        s.menu = s.menu + 1


@rule
def list_if_legal(s: State, t: Tables, p: int, v: int, q: int, x: int) -> None:
    if why_not(s, t, p, v, q, x) == refusal.NONE:
        list_choice(s, v, q, x)


@rule
def choices(s: State, t: Tables) -> None:
    """Fill the menu with the legal answers to the open node."""
    new_menu(s)
    if is_chance(s.node):
        list_outcomes(s, t)
        return
    p = s.actor
    if is_character_node(s.node):
        list_adventure(s, t, p)
        return
    for v in ANSWERS:
        if v == action.BID:
            list_if_legal(s, t, p, v, -1, least_bid(s, t))
        elif v == action.STAKE:
            list_if_legal(s, t, p, v, -1, t.o_casino_minimum)
        elif v == action.TOLL:
            list_if_legal(s, t, p, v, -1, 1)
        elif v == action.WANT:
            if s.node == node.WANT:
                for x in range(s.minimum + 1):
                    list_choice(s, v, -1, x)
        elif v == action.GO:
            if is_goal_node(s.node):
                for x in range(t.spaces):
                    list_if_legal(s, t, p, v, -1, x)
        elif v == action.REDEEM:
            if s.node == node.INHERIT:
                list_if_legal(s, t, p, v, s.lot, -1)
        elif v == action.BANKRUPT:
            pass  # the last thing to do
        else:
            list_if_legal(s, t, p, v, -1, -1)
    if s.node == node.DEBT:
        list_sales(s, t, p)
        list_if_legal(s, t, p, action.BANKRUPT, -1, -1)
    elif s.node == node.SALE:
        list_sales(s, t, p)
    elif s.node == node.PLACE:
        for q in range(t.spaces):
            list_if_legal(s, t, p, action.BUILD, q, -1)


@rule
def list_adventure(s: State, t: Tables, p: int) -> None:
    """List the answers to nodes of boards with characters; amounts are characters or tokens."""
    for x in range(max(t.characters, s.tokens)):
        list_if_legal(s, t, p, action.CHOOSE, -1, x)
        list_if_legal(s, t, p, action.TARGET, -1, x)
    for v in (action.MOVE, action.POWER, action.MOVE_POWER, action.FIGHT, action.PASS):
        list_if_legal(s, t, p, v, -1, -1)
    if s.node == node.TURN:
        list_turn_acts(s, t, p)


@rule
def list_turn_acts(s: State, t: Tables, p: int) -> None:
    list_if_legal(s, t, p, action.COLLECT, -1, -1)
    for x in range(t.characters):
        list_if_legal(s, t, p, action.SWAP, -1, x)


@rule
def list_outcomes(s: State, t: Tables) -> None:
    if s.node == node.DICE:
        for x in range(outcomes_of_throw(s, t)):
            list_choice(s, action.ROLL, -1, x)
    elif s.node == node.DRAW:
        for x in range(t.deck_first[s.deck], t.deck_first[s.deck] + t.deck_size[s.deck]):
            if is_in_pile(s, t, x):
                list_choice(s, action.DRAW, -1, x)
    elif s.node == node.REEL:
        for x in range(1, t.reel_sides + 1):
            list_choice(s, action.REEL, -1, x)
    elif s.node == node.WAY:
        for i in range(1, ways(t) + 1):
            list_choice(s, action.WAY, -1, way_cost(t, i))
    elif s.node == node.DEAL:
        for q in range(t.spaces):
            list_if_legal(s, t, -1, action.DEAL, q, -1)
    else:
        unknown(node, s.node)


@rule
def list_sales(s: State, t: Tables, p: int) -> None:
    """Ways to raise money: selling buildings, mortgaging."""
    for q in range(t.spaces):
        if s.owner[q] == p:
            if s.level[q] > 0:
                list_if_legal(s, t, p, action.SELL, q, -1)
                if is_first_built(s, t, p, q):
                    list_if_legal(s, t, p, action.SELL_GROUP, q, -1)
                list_if_legal(s, t, p, action.CLEAR, q, -1)
            else:
                list_if_legal(s, t, p, action.MORTGAGE, q, -1)
                list_if_legal(s, t, p, action.SELL_DEED, q, -1)


@rule
def is_first_built(s: State, t: Tables, p: int, q: int) -> bool:
    """Return True for the first built site of the seat in the group, which stands for all of them."""
    m = t.mate[q]
    while m != q:
        if m < q and s.owner[m] == p and s.level[m] > 0:
            return False
        m = t.mate[m]
    return True


@rule
def acts(s: State, t: Tables, p: int) -> None:
    """Fill the menu with the acts open to seat `p` now, proposals apart; `p` -1 for the bank."""
    new_menu(s)
    if p < 0:
        for i in range(s.seats):
            for v in FINES:
                list_if_legal(s, t, p, v, -1, i)
        list_if_legal(s, t, p, action.CALL, -1, -1)
        return
    if s.node == node.PLACE or s.node == node.INHERIT or s.node == node.SALE or (s.node == node.DEBT and s.actor == p):
        return
    for q in range(t.spaces):
        if s.owner[q] == p:
            list_if_legal(s, t, p, action.BUILD, q, -1)
            if s.mortgaged[q] != 0:
                list_if_legal(s, t, p, action.REDEEM, q, -1)
            list_if_legal(s, t, p, action.CLAIM, q, -1)
    list_sales(s, t, p)
    if s.node != node.TURN:
        list_turn_acts(s, t, p)
        if s.late_face > 0 and not (is_character_node(s.node) and p == s.actor):  # there it is a choice already
            list_if_legal(s, t, p, action.POWER, -1, -1)
    list_if_legal(s, t, p, action.FINISH, -1, -1)
    list_if_legal(s, t, p, action.END, -1, -1)
