"""Where to go, if a card or the speed die leaves the choice: what each space would bring."""

from monopoly_lab.codes import effect, kind, node, verb
from monopoly_lab.players.worth import deed_value
from monopoly_lab.rules.heading import is_goal
from monopoly_lab.rules.movement import steps_to
from monopoly_lab.rules.property import is_deed
from monopoly_lab.rules.rent import rent_due
from monopoly_lab.rules.rule import rule
from monopoly_lab.rules.speed_die import is_other_space, is_stop


@rule
def answer_goal(s, t, p):
    """`(verb, space)`: the space that is worth most; another card rather than a step that costs rent."""
    best = -1
    most = 0
    for q in range(t.spaces):
        if is_goal(s, t, s.lot, q):
            x = gain(s, t, p, q)
            if best < 0 or x > most:
                best = q
                most = x
    if t.card_effect[s.lot] == effect.STEP_OR_DRAW and most < 0:
        return verb.DRAW_INSTEAD, -1
    return verb.GO, best


@rule
def gain(s, t, p, q):
    """A deed to be had by its price, twice that if it completes the colour; of another seat, less the rent."""
    if not is_deed(t, q) or s.owner[q] == p:
        return 0
    if s.owner[q] >= 0 and t.card_effect[s.lot] != effect.FOR_TOKEN:
        return -rent_due(s, t, q, -1, 0)
    m = t.mate[q]
    while m != q and s.owner[m] == p:
        m = t.mate[m]
    if m == q:
        return 2 * t.price[q]
    return t.price[q]


@rule
def answer_speed_die(s, t, styles, p):
    """The space to which the bus, or three alike, bring most; of equal ones the nearest."""
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
def gain_of_coming(s, t, styles, p, q):
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
    elif t.kind[q] == kind.TAX:
        x -= t.tax[q]
    elif t.kind[q] == kind.GO_TO_JAIL:
        x -= t.o_jail_exit_fine
    return x
