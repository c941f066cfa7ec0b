"""Cards that let the drawer choose where to go, and deeds that have to be bought.

Source: the children's game: cards for a free place of a colour, for some steps, for a step or another card.
"""

from monopoly_lab.codes import account, cause, effect, task
from monopoly_lab.rules.agenda import then
from monopoly_lab.rules.money import charge
from monopoly_lab.rules.movement import GIFT, steps_to, walk
from monopoly_lab.rules.property import give_deed
from monopoly_lab.rules.rule import rule


@rule
def is_goal(s, t, c, q):
    """True if card `c` lets the moving token go to space `q`."""
    if q < 0 or q >= t.spaces:
        return False
    what = t.card_effect[c]
    a = t.card_a[c]
    if what == effect.FREE_PLACE:
        return t.group[q] >= 0 and (t.group[q] == a or t.group[q] == t.card_b[c])
    n = steps_to(s, t, s.token, q)
    if what == effect.UP_TO:
        return 1 <= n <= a
    return what == effect.STEP_OR_DRAW and n == a


@rule
def go_to(s, t, log, q):
    """On to the space that was chosen; a free place of the colour costs nothing."""
    times = -1
    if t.card_effect[s.lot] == effect.FREE_PLACE:
        times = GIFT
    walk(s, t, log, s.token, steps_to(s, t, s.token, q), times)


@rule
def draw_another(s, t):
    """Another card instead of the step."""
    then(s, task.DRAW, t.card_b[s.lot], s.actor, s.token, 0)


@rule
def take(s, t, log, p, q):
    """A deed that nobody owns, for nothing."""
    give_deed(s, t, log, q, p)


@rule
def must_buy(s, t, log, p, q):
    """Where buying is a duty: the deed and its price, which may be a debt."""
    give_deed(s, t, log, q, p)
    charge(s, p, account.BANK, q, t.price[q], cause.PURCHASE)
