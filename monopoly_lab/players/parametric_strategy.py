"""The parametric strategy: an answer for every sort of decision, and the acts at the table."""

from collections.abc import Sequence

from monopoly_lab.constants import action, card_effect, node, option_value, space_kind
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.players.bidding import (
    answer_auction,
    answer_inheritance,
    answer_purchase,
    answer_stake,
    buildings_wanted,
    site_for_building,
)
from monopoly_lab.players.character_play import decide_adventure
from monopoly_lab.players.default_answers import habit
from monopoly_lab.players.income_valuation import values_by_income
from monopoly_lab.players.investing import choose_investment
from monopoly_lab.players.parameters import (
    CARD_ONLY,
    CHOICE_CARD,
    CLAIM,
    JAIL_EARLY,
    JAIL_LATE,
    LEAVE,
    STAKE,
    STYLE,
    TRADE,
    WAIT,
)
from monopoly_lab.players.raising_cash import answer_debt, deed_to_sell
from monopoly_lab.players.trading import answer_offer, can_offer, find_offer, random_below
from monopoly_lab.players.valuation import answer_role, deed_value, reserve
from monopoly_lab.rules.agenda import rule
from monopoly_lab.rules.card_piles import card_held
from monopoly_lab.rules.code_groups import is_character_node, is_goal_node
from monopoly_lab.rules.detour import best_toll
from monopoly_lab.rules.jail import fine_here, freeing_card, has_tries
from monopoly_lab.rules.landing import tax_by_share
from monopoly_lab.rules.movement import is_booth, is_goal, steps_to
from monopoly_lab.rules.net_worth import score
from monopoly_lab.rules.ownership import is_deed
from monopoly_lab.rules.random_numbers import SEATS, number_below
from monopoly_lab.rules.rent import rent_due
from monopoly_lab.rules.roles import is_monopolist
from monopoly_lab.rules.speed_die import is_other_space, is_stop
from monopoly_lab.rules.state import State


@rule
def answer_goal(s: State, t: Tables, p: int) -> tuple[int, int]:
    """Return `(verb, space)`: the space that is worth most; another card rather than a step that costs rent."""
    best = -1
    most = 0
    for q in range(t.spaces):
        if is_goal(s, t, s.lot, q):
            x = gain(s, t, p, q)
            if best < 0 or x > most:
                best = q
                most = x
    if t.card_effect[s.lot] == card_effect.STEP_OR_DRAW and most < 0:
        return action.DRAW_INSTEAD, -1
    return action.GO, best


@rule
def gain(s: State, t: Tables, p: int, q: int) -> int:
    """Return a deed to be had by what it is worth (`price_to`); of another seat, less the rent."""
    if not is_deed(t, q) or s.owner[q] == p:
        return 0
    if s.owner[q] >= 0 and t.card_effect[s.lot] != card_effect.FOR_TOKEN:
        return -rent_due(s, t, q, -1, 0)
    return price_to(s, t, p, q)


@rule
def answer_booth(s: State, t: Tables, p: int) -> int:
    """Return the place for a free booth: the dearest, one that completes the color before it."""
    best = -1
    most = 0
    for q in range(t.spaces):
        if is_booth(s, t, p, t.card_a[s.lot], q):
            x = price_to(s, t, p, q)
            if best < 0 or x > most:
                best = q
                most = x
    return best


@rule
def price_to(s: State, t: Tables, p: int, q: int) -> int:
    """Return the price of a deed that is to be had, twice that if it completes the color of seat `p`."""
    m = t.mate[q]
    while m != q and s.owner[m] == p:
        m = t.mate[m]
    if m == q:
        return 2 * t.price[q]
    return t.price[q]


@rule
def answer_speed_die(s: State, t: Tables, styles: Sequence[int], p: int) -> int:
    """Return the space to which the bus, or three alike, bring most; of equal ones the nearest."""
    best = -1
    most = 0
    q = s.at[s.token]
    for _ in range(t.spaces):
        q += 1
        if q == t.spaces:
            q = 0
        if (s.node == node.BUS and is_stop(s, t, q)) or (s.node == node.TRIPLE and is_other_space(s, t, q)):
            x = gain_of_coming(s, t, styles, p, q)
            if best < 0 or x > most:
                best = q
                most = x
    return best


@rule
def gain_of_coming(s: State, t: Tables, styles: Sequence[int], p: int, q: int) -> int:
    """Return about what it brings seat `p` to come to `q`: the salary on the way, and what happens there.

    A free deed counts as it is worth to the seat, if it can pay the price; another's less its rent; jail less the
    fine.
    """
    x = 0
    if t.go >= 0 and 0 < steps_to(s, t, s.token, t.go) <= steps_to(s, t, s.token, q):
        x = t.o_salary
    if is_deed(t, q):
        if s.owner[q] < 0 and s.cash[p] >= t.price[q]:
            x += deed_value(s, t, styles, p, q)
        elif s.owner[q] >= 0 and s.owner[q] != p:
            x -= rent_due(s, t, q, 0, s.thrown)
    elif t.kind[q] == space_kind.TAX:
        x -= t.tax[q]
    elif t.kind[q] == space_kind.GO_TO_JAIL:
        x -= t.o_jail_exit_fine
    return x


ATTENTION = SEATS + 8  # streams of luck: whether a seat notices a rent, one number a turn


@rule
def decide(s: State, t: Tables, styles: Sequence[int], fate: int, p: int) -> tuple[int, int, int]:
    """Return `(verb, space, amount)` for the open decision of seat `p`."""
    n = s.node
    if n == node.BUY:
        v, q = answer_purchase(s, t, styles, p)
        return v, q, -1
    if n == node.BID:
        x = answer_auction(s, t, styles, p)
        if x == 0:
            return action.PASS, -1, -1
        return action.BID, -1, x
    if n == node.JAIL or n == node.DETAINED:
        return answer_jail(s, t, styles, p), -1, -1
    if n == node.DEBT:
        v, q = answer_debt(s, t, styles, p)
        return v, q, -1
    if n == node.ANSWER:
        return answer_offer(s, t, styles, p), -1, -1
    return decide_rare(s, t, styles, fate, p)


@rule
def decide_rare(s: State, t: Tables, styles: Sequence[int], fate: int, p: int) -> tuple[int, int, int]:
    """Return the answer to a decision that only some editions ask for."""
    n = s.node
    if is_character_node(n):
        v, x = decide_adventure(s, t, styles, fate, p)
        return v, -1, x
    if n == node.ROLE:
        return answer_role(s), -1, -1
    if n == node.TAX:
        return cheaper_tax(s, t, p), -1, -1
    if n == node.GOAL:
        v, x = answer_goal(s, t, p)
        return v, -1, x
    if n == node.BOOTH:
        return action.GO, -1, answer_booth(s, t, p)
    if is_goal_node(n):
        return action.GO, -1, answer_speed_die(s, t, styles, p)
    if n == node.CARD:
        if styles[p * STYLE + CHOICE_CARD] != 0:
            return action.DRAW_INSTEAD, -1, -1
        return action.PAY, -1, -1
    if n == node.STAKE:
        x = answer_stake(t, styles[p * STYLE + STAKE], s.cash[p] - reserve(t, styles, p))
        if x == 0:
            return action.PASS, -1, -1
        return action.STAKE, -1, x
    if n == node.TOLL and values_by_income(styles, p):
        return action.TOLL, -1, best_toll(t, s.claim_space[s.claim])
    if n == node.INHERIT:
        v, q = answer_inheritance(s, t, styles, p)
        return v, q, -1
    if n == node.WANT:
        return action.WANT, -1, buildings_wanted(s, t, styles, p)
    if n == node.PLACE:
        return action.BUILD, site_for_building(s, t, styles, p), -1
    if n == node.SALE:
        return action.SELL_DEED, deed_to_sell(s, t, styles, p), -1
    if n == node.AGREE:
        if is_leading(s, t, p):
            return action.AGREE, -1, -1
        return action.REFUSE, -1, -1
    if n == node.TRADE_CARD and find_offer(s, t, styles, fate, p):
        return action.PROPOSE, -1, -1
    v, x = habit(s, t)
    return v, -1, x


@rule
def is_late(s: State, t: Tables) -> bool:
    """Return True once as many buildings stand as there are seats: rents hurt, and jail is a quiet place."""
    return t.o_components_houses - s.houses + t.o_components_hotels - s.hotels >= s.seats


@rule
def answer_jail(s: State, t: Tables, styles: Sequence[int], p: int) -> int:
    """Return how to leave jail or the tax office, as the style says for early and for late in the game."""
    policy = styles[p * STYLE + JAIL_EARLY]
    if is_late(s, t):
        policy = styles[p * STYLE + JAIL_LATE]
    if t.o_roles_sides != 0 and is_monopolist(s, t, p):
        policy = LEAVE  # nobody pays him rent here
    fine = fine_here(s, t, s.token)
    dice = action.THROW
    by_dice = has_tries(s, t, s.token) or fine == 0
    if s.node == node.DETAINED:
        dice = action.STOP
        by_dice = True
    if by_dice and policy == WAIT:
        return dice
    if card_held(s, t, p, freeing_card(s, t, s.token)) >= 0:
        return action.CARD
    if by_dice and (policy == CARD_ONLY or fine == 0 or s.cash[p] < fine):
        return dice
    return action.PAY


@rule
def cheaper_tax(s: State, t: Tables, p: int) -> int:
    """Return which way of paying the tax costs less."""
    if tax_by_share(s, t, p, s.lot) < t.tax[s.lot]:
        return action.PERCENT
    return action.FLAT


@rule
def is_leading(s: State, t: Tables, p: int) -> bool:
    """Return True if nobody would be richer than seat `p` if the game ended now."""
    mine = score(s, t, p, t.o_scoring_mortgaged)
    for b in range(s.seats):
        if s.out[b] == 0 and score(s, t, b, t.o_scoring_mortgaged) > mine:
            return False
    return True


@rule
def choose_act(s: State, t: Tables, styles: Sequence[int], fate: int, p: int) -> tuple[int, int]:
    """Return `(verb, space)`: what seat `p` does before the throw; NONE for nothing more."""
    if t.o_rent_claim == option_value.RENT_CLAIM_ASKED:
        q = rent_to_claim(s, styles, fate, p)
        if q >= 0:
            return action.CLAIM, q
    v, q = choose_investment(s, t, styles, p)
    if v != action.NONE:
        return v, q
    if p == s.mover and s.throws == 0 and can_offer(s, t, p):
        if random_below(s, fate, p, 0, 100) < styles[p * STYLE + TRADE] and find_offer(s, t, styles, fate, p):
            return action.PROPOSE, -1
    return action.NONE, -1


@rule
def rent_to_claim(s: State, styles: Sequence[int], fate: int, p: int) -> int:
    """Return a space whose visitor owes seat `p` a rent, if it notices; -1 for none."""
    for i in range(s.claims):
        if s.claim_owner[i] == p:
            if number_below(fate, ATTENTION + p, s.turn, 100) < styles[p * STYLE + CLAIM]:
                return s.claim_space[i]
    return -1
