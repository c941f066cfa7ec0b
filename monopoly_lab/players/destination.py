"""Choose a destination, if a card or the speed die leaves a choice."""

from collections.abc import Sequence

from monopoly_lab.constants import action, card_effect, node, space_kind
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.players.valuation import deed_value
from monopoly_lab.rules.engine import rule
from monopoly_lab.rules.movement import is_booth, is_goal, steps_to
from monopoly_lab.rules.ownership import is_deed
from monopoly_lab.rules.rent import rent_due
from monopoly_lab.rules.speed_die import is_other_space, is_stop
from monopoly_lab.rules.state import State


@rule
def answer_goal(s: State, t: Tables, p: int) -> tuple[int, int]:
    """`(verb, space)`: the space that is worth most; another card rather than a step that costs rent."""
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
    """About what it brings seat `p` to come to `q`: the salary on the way, and what happens there.

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
