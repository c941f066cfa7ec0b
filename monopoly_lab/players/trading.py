"""Trades of strategies: offers that complete groups, and answers by what `valuation.offer_gain` says they bring."""

from collections.abc import Sequence

from monopoly_lab.constants import action, offer_side, refusal
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.players.income_valuation import SPENT, values_by_income
from monopoly_lab.players.parameters import MARGIN, PARTNER_SHARE, RIVALRY, STYLE
from monopoly_lab.players.valuation import cash_floor, change_in_worth, offer_gain, percent_of_start_cash, reserve
from monopoly_lab.rules.agenda import rule
from monopoly_lab.rules.ownership import contains, has_building_in_group, part_groups
from monopoly_lab.rules.random_numbers import SEATS, number_below
from monopoly_lab.rules.state import State
from monopoly_lab.rules.trade import clear_offer, was_refused, why_not_deal, why_not_propose

OFFERS = 2  # made at most between two throws
MOST_OFFERS = 5  # that any computer player makes between two throws, settlements and counter-offers included
NUMBERS = 64  # random numbers a seat may use for one answer


@rule
def random_below(s: State, fate: int, p: int, j: int, n: int) -> int:
    """Return a random number below `n` for seat `p`: the `j`-th of this answer, j below `NUMBERS`."""
    return number_below(fate, SEATS + p, s.answers * NUMBERS + j, n)


@rule
def answer_offer(s: State, t: Tables, styles: Sequence[int], p: int) -> int:
    """Return whether seat `p` accepts: by its gain, less a part of the partner's; a settlement lowers its claim."""
    a = s.offer_from
    if why_not_deal(s, t) != refusal.NONE:
        return action.REFUSE
    mine = offer_gain(s, t, styles, p, p)
    if s.offer_value > 0:
        mine -= s.offer_value
        if mine >= 0:
            return action.ACCEPT
        return action.REFUSE
    least = max(reserve(t, styles, p) // 2, cash_floor(s, t, styles, p))
    if s.offer_ask > s.offer_give and s.cash[p] - s.offer_ask + s.offer_give < least:
        return action.REFUSE
    theirs = offer_gain(s, t, styles, p, a)
    if rival_gain(mine, theirs, styles[p * STYLE + RIVALRY]) >= least_gain(t, styles, p):
        return action.ACCEPT
    return action.REFUSE


@rule
def rival_gain(mine: int, theirs: int, rivalry: int) -> int:
    """Return the own gain less a part of the other's, `rivalry` in percent; in hundredths."""
    return mine * 100 - theirs * rivalry


@rule
def least_gain(t: Tables, styles: Sequence[int], p: int) -> int:
    """Return the least gain for which seat `p` accepts a trade, in hundredths, as in all comparisons of gains."""
    return 100 * percent_of_start_cash(t, styles[p * STYLE + MARGIN])


@rule
def can_offer(s: State, t: Tables, p: int) -> bool:
    """Return True if seat `p` owns a part of a group and has not made all its offers before this throw."""
    return s.offers[p] < OFFERS and part_groups(s, t, p) != 0


@rule
def find_offer(s: State, t: Tables, styles: Sequence[int], fate: int, p: int) -> bool:
    """Lay an offer for a deed of a group of which seat `p` owns a part; False and no offer if none is promising."""
    if not can_offer(s, t, p):
        return False
    mine = part_groups(s, t, p)
    g = random_below(s, fate, p, 1, t.groups)
    for _ in range(t.groups):
        q = t.group_first[g]
        if contains(mine, g) and not has_building_in_group(s, t, q):
            for _ in range(t.group_size[g]):
                if s.owner[q] >= 0 and s.owner[q] != p and lay_best_offer(s, t, styles, p, s.owner[q], q):
                    return True
                q = t.mate[q]
        g += 1
        if g == t.groups:
            g = 0
    return False


@rule
def lay_best_offer(s: State, t: Tables, styles: Sequence[int], p: int, b: int, q: int) -> bool:
    """Offer a deed in exchange for the deed of `q`, else money alone; return True if an offer was laid."""
    r = deed_in_return(s, t, styles, p, b, q)
    if r >= 0 and lay_offer(s, t, styles, p, b, q, r):
        return True
    return lay_offer(s, t, styles, p, b, q, -1)


@rule
def deed_in_return(s: State, t: Tables, styles: Sequence[int], p: int, b: int, q: int) -> int:
    """Return the deed of seat `p` whose move to seat `b` gains both together most; -1 for none.

    It is of another group than `q`, of which both own a part.
    """
    best = -1
    most = 0
    both = part_groups(s, t, p) & part_groups(s, t, b)
    for g in range(t.groups):
        r = t.group_first[g]
        if g != t.group[q] and contains(both, g) and not has_building_in_group(s, t, r):
            for _ in range(t.group_size[g]):
                if s.owner[r] == p:
                    x = change_in_worth(s, t, styles, p, b, r, 1) + change_in_worth(s, t, styles, p, p, r, -1)
                    if x > most:
                        most = x
                        best = r
                r = t.mate[r]
    return best


@rule
def lay_offer(s: State, t: Tables, styles: Sequence[int], p: int, b: int, q: int, r: int) -> bool:
    """Write the offer "`r` and money for `q`" into the state if both sides should like it and it is legal.

    The money gives the partner `PARTNER_SHARE` percent of what both gain together.
    """
    mine = change_in_worth(s, t, styles, p, p, q, 1)
    theirs = change_in_worth(s, t, styles, p, b, q, -1)
    if r >= 0:
        mine += change_in_worth(s, t, styles, p, p, r, -1)
        theirs += change_in_worth(s, t, styles, p, b, r, 1)
    rivalry = styles[p * STYLE + RIVALRY]
    for_me = rival_gain(mine, theirs, rivalry)
    for_them = rival_gain(theirs, mine, rivalry)
    if for_me + for_them <= 0:
        return False
    goal = (for_me + for_them) * styles[p * STYLE + PARTNER_SHARE] // 100
    x = (goal - for_them) // (100 + rivalry)
    most = s.cash[p] - max(reserve(t, styles, p), cash_floor(s, t, styles, p))
    if values_by_income(styles, p):
        most = min(most, s.cash[p] // SPENT)
    x = min(x, max(most, 0))
    x = max(x, -s.cash[b])
    least = max(least_gain(t, styles, p), 1)
    if for_me - x * (100 + rivalry) < least or for_them + x * (100 + rivalry) < least:
        return False
    clear_offer(s, t)
    s.offer_from = p
    s.offer_to = b
    s.offer_give = max(x, 0)
    s.offer_ask = max(-x, 0)
    s.offer_deed[q] = offer_side.ASKED
    if r >= 0:
        s.offer_deed[r] = offer_side.GIVEN
    if not would_propose(s, t, p):
        clear_offer(s, t)
        return False
    return True


@rule
def would_propose(s: State, t: Tables, p: int) -> bool:
    """Return True if a computer player makes the offer in the state: it is legal and not tiresome."""
    return not is_tiresome(s, t, p) and why_not_propose(s, t, p) == refusal.NONE


@rule
def is_tiresome(s: State, t: Tables, p: int) -> bool:
    """Return True where no computer player makes the offer: it was refused, or `MOST_OFFERS` came before this throw."""
    return s.offers[p] >= MOST_OFFERS or was_refused(s, t, p)
