"""Where to go, if a card leaves the choice: what each space would bring."""

from monopoly_lab.codes import effect, verb
from monopoly_lab.rules.heading import is_goal
from monopoly_lab.rules.property import is_deed
from monopoly_lab.rules.rent import rent_due
from monopoly_lab.rules.rule import rule


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
    """A free deed by its price, twice that if it completes the colour; of another seat, less the rent."""
    if not is_deed(t, q) or s.owner[q] == p:
        return 0
    if s.owner[q] >= 0:
        return -rent_due(s, t, q, -1, 0)
    m = t.mate[q]
    while m != q and s.owner[m] == p:
        m = t.mate[m]
    if m == q:
        return 2 * t.price[q]
    return t.price[q]
