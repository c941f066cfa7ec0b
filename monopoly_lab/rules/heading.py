"""Cards that let the drawer choose where to go, and deeds that have to be bought.

Source: the children's game: cards for a free place of a colour, for some steps, for a step or another card, and
cards that are handed to one of the tokens.
"""

from monopoly_lab.codes import account, cause, effect, node, task
from monopoly_lab.rules.agenda import ask, then
from monopoly_lab.rules.money import charge, move
from monopoly_lab.rules.movement import BUYER, GIFT, steps_to, walk
from monopoly_lab.rules.piles import card_held, put_under
from monopoly_lab.rules.property import give_deed, is_built_group, is_deed, is_over_cap
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
    if what == effect.FOR_TOKEN:
        return is_for_sale(s, t, s.seat_of[s.token], q)
    n = steps_to(s, t, s.token, q)
    if what == effect.UP_TO:
        return 1 <= n <= a
    return what == effect.STEP_OR_DRAW and n == a


@rule
def is_for_sale(s, t, p, q):
    """True if a card for its token lets seat `p` buy the deed of `q`, for cash in hand.

    Of the bank; where it has none left of another player, if the deed is free of buildings and of a mortgage.
    """
    if not is_deed(t, q) or s.owner[q] == p or s.cash[p] < t.price[q] or is_over_cap(s, t, p, q):
        return False
    if s.owner[q] < 0:
        return True
    return not has_free_deed(s, t) and s.mortgaged[q] == 0 and not is_built_group(s, t, q)


@rule
def has_free_deed(s, t):
    for q in range(t.spaces):
        if is_deed(t, q) and s.owner[q] < 0:
            return True
    return False


@rule
def asks_instead_of_throw(s, t, log, p):
    """True where a card kept for the token of seat `p` lets it choose a place to buy, instead of a throw.

    A card that leads nowhere goes back under the pile.
    """
    c = card_held(s, t, p, effect.FOR_TOKEN)
    if c < 0:
        return False
    for q in range(t.spaces):
        if is_for_sale(s, t, p, q):
            s.lot = c
            ask(s, node.GOAL, p)
            return True
    put_under(s, t, log, c)
    return False


@rule
def go_to(s, t, log, q):
    """On to the space that was chosen; a free place of the colour costs nothing. The card of a token goes back."""
    times = -1
    if t.card_effect[s.lot] == effect.FREE_PLACE:
        times = GIFT
    elif t.card_effect[s.lot] == effect.FOR_TOKEN:
        times = BUYER
        s.throws += 1
        put_under(s, t, log, s.lot)
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


@rule
def buy_out(s, t, log, p, q):
    """The deed of another player for its price, which the buyer has."""
    owner = s.owner[q]
    give_deed(s, t, log, q, p)
    move(s, log, p, owner, q, t.price[q], cause.PURCHASE)
