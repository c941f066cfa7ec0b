"""Legality: why a choice is refused, the legal answers to a node, and the acts open to a seat.

Of sums that may be anything (bids, stakes, tolls) the least legal one is listed; trades are not listed.
Each topic has its own reasons (why a house cannot be built: `why_not_build` in `building.py`); their words are in
`notation/action_labels.py`.
"""

from monopoly_lab.constants import action, dice_purpose, node, option_value, payer_account, refusal
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.action_timing import is_nothing_pending
from monopoly_lab.rules.agenda import rule, unknown
from monopoly_lab.rules.auction import least_bid
from monopoly_lab.rules.bosses import is_late_power, why_not_collect, why_not_use_late
from monopoly_lab.rules.building import why_not_clear, why_not_sell, why_not_sell_group
from monopoly_lab.rules.building_auction import why_not_declare, why_not_place
from monopoly_lab.rules.card_piles import deck_of_card, is_in_pile
from monopoly_lab.rules.characters import why_not_swap
from monopoly_lab.rules.code_groups import (
    ANSWERS,
    FINES,
    is_act,
    is_answer,
    is_chance,
    is_character_node,
    is_decision,
    is_fine,
    is_goal_node,
    is_outcome,
)
from monopoly_lab.rules.debt import why_not_sell_deed, why_not_settle_with_bank
from monopoly_lab.rules.decisions import why_not_answer
from monopoly_lab.rules.detour import detour_cost, detour_count, is_detour_cost
from monopoly_lab.rules.dice import outcomes_of_throw
from monopoly_lab.rules.mortgage import why_not_mortgage, why_not_redeem
from monopoly_lab.rules.state import State, new_menu
from monopoly_lab.rules.state_fields import MENU
from monopoly_lab.rules.trade import why_not_propose, why_not_settle


@rule
def why_not(s: State, t: Tables, p: int, v: int, q: int, x: int) -> int:
    """Return 0 if seat `p` may do `v` now, with space `q` and amount `x` if `v` takes them; else a `refusal` code."""
    if s.node == node.OVER:
        return refusal.GAME_OVER
    if is_outcome(v):
        return why_not_outcome(s, t, v, q, x)
    if p >= 0 and s.out[p] != 0:
        return refusal.OUT_OF_GAME
    if is_unasked(s, p, v):
        return why_not_act(s, t, p, v, q, x)
    if not is_answer(v):
        unknown(action, v)
    if not is_decision(s.node):
        return refusal.NOT_NOW
    code = why_not_answer(s, t, s.node, v, q, x)
    if p != s.actor and code != refusal.NOT_NOW:
        return refusal.NOT_YOUR_CHOICE
    return code


@rule
def is_unasked(s: State, p: int, v: int) -> bool:
    """Return True if `v` of seat `p` is an act, False if it is an answer to the open node.

    Two verbs are either, depending on the position: REDEEM is an answer only for the heir to a mortgage, and POWER is
    an act while a power-up die waits that was left over from a turn.
    """
    if v == action.REDEEM:
        return s.node != node.INHERIT or p != s.actor
    return is_act(v) or is_late_power(s, v)


@rule
def why_not_outcome(s: State, t: Tables, v: int, q: int, x: int) -> int:
    """Return why `v` with `q` and `x` is no outcome of the open chance node, as a `refusal` code."""
    if v == action.ROLL and s.node == node.DICE:
        if 0 <= x < outcomes_of_throw(s, t):
            return refusal.NONE
        return refusal.NO_SUCH_OUTCOME
    if v == action.DRAW and s.node == node.DRAW:
        if x < 0 or x >= t.cards or deck_of_card(t, x) != s.deck:
            return refusal.NO_SUCH_OUTCOME
        if not is_in_pile(s, t, x):
            return refusal.CARD_NOT_IN_PILE
        return refusal.NONE
    if v == action.REEL and s.node == node.REEL:
        if 1 <= x <= t.reel_sides:
            return refusal.NONE
        return refusal.NO_SUCH_OUTCOME
    if v == action.WAY and s.node == node.WAY:
        if is_detour_cost(t, x):
            return refusal.NONE
        return refusal.NO_SUCH_OUTCOME
    if v == action.DEAL and s.node == node.DEAL:
        if q < 0 or q >= t.spaces or t.group[q] < 0:
            return refusal.NOT_A_DEED
        if s.owner[q] >= 0:
            return refusal.DEED_NOT_FREE
        return refusal.NONE
    return refusal.NOT_NOW


@rule
def why_not_act(s: State, t: Tables, p: int, v: int, q: int, x: int) -> int:
    """Return why seat `p` (-1: the bank) cannot do the act `v`, or, at PLACE, build; as a `refusal` code."""
    if is_fine(v):
        return why_not_fine(s, t, p, x)
    if v == action.CALL:
        return why_not_call(s, t, p)
    if p < 0:
        return refusal.NOT_YOUR_CHOICE
    if v == action.BUILD:
        if s.node == node.PLACE:
            if p != s.actor:
                return refusal.NOT_YOUR_CHOICE
            return why_not_place(s, t, p, q)
        # Not `why_not_build`: several seats may want the last buildings, and these are then auctioned.
        return why_not_declare(s, t, p, q)
    if v == action.SELL:
        return why_not_sell(s, t, p, q)
    if v == action.SELL_GROUP:
        return why_not_sell_group(s, t, p, q)
    if v == action.CLEAR:
        return why_not_clear(s, t, p, q)
    if v == action.MORTGAGE:
        return why_not_mortgage(s, t, p, q)
    if v == action.REDEEM:
        return why_not_redeem(s, t, p, q)
    if v == action.PROPOSE:
        return why_not_propose(s, t, p)
    if v == action.SETTLE:
        if s.node == node.DEBT and s.actor == p and s.offer_from == p and s.debt_to == payer_account.BANK:
            return why_not_settle_with_bank(s, t)
        return why_not_settle(s, t, p)
    if v == action.SELL_DEED:
        return why_not_sell_deed(s, t, p, q)
    if v == action.SWAP:
        return why_not_swap(s, t, p, x)
    if v == action.COLLECT:
        return why_not_collect(s, t, p)
    if v == action.POWER:
        return why_not_use_late(s, p)
    if v == action.CLAIM:
        return why_not_claim(s, p, q)
    if v == action.FINISH:
        return why_not_finish(s, t, p)
    if v == action.END:
        return why_not_end(s, t)
    unknown(action, v)
    return refusal.NOT_NOW


@rule
def why_not_finish(s: State, t: Tables, p: int) -> int:
    """Return why the turn cannot end instead of the throw after a double, which is a right where the book says so."""
    if s.node != node.DICE or s.purpose != dice_purpose.MOVE or s.throws == 0:
        return refusal.NOT_NOW
    if p != s.mover:
        return refusal.NOT_YOUR_CHOICE
    if t.o_doubles_may_decline == 0:
        return refusal.MUST_THROW
    return refusal.NONE


@rule
def why_not_end(s: State, t: Tables) -> int:
    """Return why the end by agreement cannot be proposed now, where the book has it."""
    if t.o_win_by_agreement == 0:
        return refusal.NO_AGREEMENT
    if not is_nothing_pending(s):
        return refusal.NOT_NOW
    return refusal.NONE


@rule
def why_not_claim(s: State, p: int, q: int) -> int:
    """Return why seat `p` cannot ask for an open rent on space `q`, as a `refusal` code."""
    if not is_nothing_pending(s):
        return refusal.NOT_NOW
    if oldest_claim(s, p, q) < 0:
        return refusal.NOTHING_TO_CLAIM
    return refusal.NONE


@rule
def oldest_claim(s: State, p: int, q: int) -> int:
    """Return the number of the oldest open rent on `q` that is owed to seat `p`; -1 for none."""
    for i in range(s.claims):
        if s.claim_space[i] == q and s.claim_owner[i] == p:
            return i
    return -1


@rule
def why_not_fine(s: State, t: Tables, p: int, x: int) -> int:
    """Return why `p` may not fine seat `x`, as a `refusal` code: only the banker may."""
    if t.o_fines == 0:
        return refusal.NO_FINES
    if p >= 0:
        return refusal.NOT_YOUR_CHOICE
    if x < 0 or x >= s.seats or s.out[x] != 0:
        return refusal.OUT_OF_GAME
    if not is_nothing_pending(s):
        return refusal.NOT_NOW
    return refusal.NONE


@rule
def why_not_call(s: State, t: Tables, p: int) -> int:
    """Return why `p` may not call the end of the time, as a `refusal` code: only the banker may."""
    if t.o_mode != option_value.MODE_TIMED:
        return refusal.NOT_TIMED
    if p >= 0:
        return refusal.NOT_YOUR_CHOICE
    if not is_nothing_pending(s):
        return refusal.TIME_LATER
    return refusal.NONE


@rule
def list_choice(s: State, v: int, q: int, x: int) -> None:
    """Add a choice to the menu; a full menu drops it.

    No shipped board fills the menu, and a throw with too many results is refused with the options (`MOST_THROWS`). Only
    a seat with more than a hundred built sites, on a board of one's own, has more choices. Those stay legal.
    """
    if s.menu < MENU:
        s.menu_verb[s.menu] = v
        s.menu_space[s.menu] = q
        s.menu_amount[s.menu] = x
        s.menu = s.menu + 1


@rule
def list_if_legal(s: State, t: Tables, p: int, v: int, q: int, x: int) -> None:
    """Add a choice of seat `p` to the menu if the rules allow it."""
    if why_not(s, t, p, v, q, x) == refusal.NONE:
        list_choice(s, v, q, x)


@rule
def list_answers(s: State, t: Tables) -> None:
    """Fill the menu with the legal answers to the open node, bankruptcy last.

    Of bids, stakes and tolls the least legal one is listed; of numbers of buildings wanted, all.
    """
    new_menu(s)
    if is_chance(s.node):
        list_outcomes(s, t)
        return
    p = s.actor
    if is_character_node(s.node):
        list_character_answers(s, t, p)
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
def list_character_answers(s: State, t: Tables, p: int) -> None:
    """List the answers to nodes of boards with characters; the amount is the number of a character or a token."""
    for x in range(max(t.characters, s.tokens)):
        list_if_legal(s, t, p, action.CHOOSE, -1, x)
        list_if_legal(s, t, p, action.TARGET, -1, x)
    for v in (action.MOVE, action.POWER, action.MOVE_POWER, action.FIGHT, action.PASS):
        list_if_legal(s, t, p, v, -1, -1)
    if s.node == node.TURN:
        list_collect_and_swap(s, t, p)


@rule
def list_collect_and_swap(s: State, t: Tables, p: int) -> None:
    """List two acts of boards with characters: collecting coins passed, changing the character."""
    list_if_legal(s, t, p, action.COLLECT, -1, -1)
    for x in range(t.characters):
        list_if_legal(s, t, p, action.SWAP, -1, x)


@rule
def list_outcomes(s: State, t: Tables) -> None:
    """List all that luck can bring at the open node."""
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
        for i in range(1, detour_count(t) + 1):
            list_choice(s, action.WAY, -1, detour_cost(t, i))
    elif s.node == node.DEAL:
        for q in range(t.spaces):
            list_if_legal(s, t, -1, action.DEAL, q, -1)
    else:
        unknown(node, s.node)


@rule
def list_sales(s: State, t: Tables, p: int) -> None:
    """List the ways of seat `p` to raise money: sales of buildings and deeds, and mortgages."""
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
    """Return True for the first built site of the seat in the group, which represents all of them."""
    m = t.mate[q]
    while m != q:
        if m < q and s.owner[m] == p and s.level[m] > 0:
            return False
        m = t.mate[m]
    return True


@rule
def list_acts(s: State, t: Tables, p: int) -> None:
    """Fill the menu with the acts open to seat `p` now, proposals apart; `p` -1 for the bank."""
    new_menu(s)
    if p < 0:
        for i in range(s.seats):
            for v in FINES:
                list_if_legal(s, t, p, v, -1, i)
        list_if_legal(s, t, p, action.CALL, -1, -1)
        return
    # At PLACE, INHERIT and SALE no seat acts; the debtor's acts are among the answers.
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
        list_collect_and_swap(s, t, p)
        if s.late_face > 0 and not (is_character_node(s.node) and p == s.actor):  # there it is a choice already
            list_if_legal(s, t, p, action.POWER, -1, -1)
    list_if_legal(s, t, p, action.FINISH, -1, -1)
    list_if_legal(s, t, p, action.END, -1, -1)
