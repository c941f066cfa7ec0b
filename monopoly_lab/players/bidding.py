"""Buying, bidding for deeds and for scarce buildings, asking for buildings, choosing their sites."""

from collections.abc import Sequence

from monopoly_lab.constants import action, option_value, refusal
from monopoly_lab.editions.rule_tables import HOTEL, Tables
from monopoly_lab.players.income_valuation import building_value, values_by_income
from monopoly_lab.players.investing import deed_to_mortgage, gain_per_1000_of_cost, mortgageable_value, pays
from monopoly_lab.players.parameters import (
    BID,
    BORROW,
    BUILD_TO,
    BY_PRICE,
    KIND,
    OWN,
    PERSON,
    RANDOM,
    STYLE,
    VALUE,
)
from monopoly_lab.players.valuation import cash_floor, completes, deed_price, deed_value, reserve, spendable_on_deed
from monopoly_lab.rules.agenda import in_play, rule
from monopoly_lab.rules.auction import HOTEL_LOT, is_sealed, least_bid
from monopoly_lab.rules.bosses import why_not_collect
from monopoly_lab.rules.building import building_cost, next_level
from monopoly_lab.rules.building_auction import can_place, why_not_place
from monopoly_lab.rules.mortgage import least_on_transfer, redemption_cost, why_not_redeem_now
from monopoly_lab.rules.ownership import is_over_cap
from monopoly_lab.rules.roles import houses_before_hotel
from monopoly_lab.rules.state import State

UNKNOWN = -1  # value
STEP = 10  # a bid goes up by a tenth of the printed price
BUILDING_BID = 150  # percent of its price bid for a scarce building


@rule
def answer_purchase(s: State, t: Tables, styles: Sequence[int], p: int) -> tuple[int, int]:
    """Return `(verb, space)`: buy what the reserve allows, and borrow for a deed that completes a group."""
    q = s.lot
    if why_not_collect(s, t, p) == refusal.NONE:
        return action.COLLECT, -1
    if is_over_cap(s, t, p, q) or is_too_dear(s, t, styles, p, q):
        return action.DECLINE, -1
    if s.cash[p] >= t.price[q]:
        if t.price[q] <= money_for(s, t, styles, p, q):
            return action.BUY, -1
    elif styles[p * STYLE + BORROW] != 0 and completes(s, t, p, q):
        if t.o_mortgage_only_in_need == 0 and s.cash[p] + mortgageable_value(s, t, p) >= t.price[q]:
            m = deed_to_mortgage(s, t, styles, p, True)
            if m >= 0:
                return action.MORTGAGE, m
    return action.DECLINE, -1


@rule
def is_too_dear(s: State, t: Tables, styles: Sequence[int], p: int, q: int) -> bool:
    """Return True if seat `p` values by rents and the deed of `q` costs more than it is worth to it."""
    return styles[p * STYLE + VALUE] != BY_PRICE and deed_value(s, t, styles, p, q) < t.price[q]


@rule
def is_precious(s: State, t: Tables, styles: Sequence[int], p: int, q: int) -> bool:
    """Return True if the deed of `q` is worth to seat `p` at least 1.5 times its value alone (by income: its price)."""
    if values_by_income(styles, p):
        return deed_value(s, t, styles, p, q) * 2 >= t.price[q] * 3
    return deed_value(s, t, styles, p, q) * 2 >= deed_price(t, styles, p, q) * 3


@rule
def money_for(s: State, t: Tables, styles: Sequence[int], p: int, q: int) -> int:
    """Return what seat `p` would spend on the deed of `q`: for a precious deed all cash above its floor."""
    if is_precious(s, t, styles, p, q):
        return s.cash[p] - cash_floor(s, t, styles, p)
    return spendable_on_deed(s, t, styles, p)


@rule
def answer_auction(s: State, t: Tables, styles: Sequence[int], p: int) -> int:
    """Return the next bid, or 0 to drop out."""
    if s.lot >= 0:
        limit = deed_limit(s, t, styles, p, s.lot)
        step = t.price[s.lot] // STEP
    else:
        limit = building_limit(s, t, styles, p)
        step = t.o_auction_start_raise
    least = least_bid(s, t)
    if least > limit:
        return 0
    if is_sealed(t):
        return sealed_bid(s, t, limit, least)
    return max(least, min(limit, s.bid + step))


@rule
def sealed_bid(s: State, t: Tables, limit: int, least: int) -> int:
    """Return the sealed bid: the limit if the winner pays the second bid, (n - 1) / n of it if the winner pays its own.

    Source: W. Vickrey, "Counterspeculation, auctions, and competitive sealed tenders", Journal of Finance 16 (1961):
    the equilibrium of n bidders whose values are independent and uniform is (n - 1) / n of the value.
    """
    if t.o_auction_by == option_value.AUCTION_BY_VICKREY:
        return limit
    n = in_play(s)
    return max(least, limit * (n - 1) // n)


@rule
def deed_limit(s: State, t: Tables, styles: Sequence[int], p: int, q: int) -> int:
    """Return the most that a strategy bids for the deed."""
    x = deed_value(s, t, styles, p, q) * styles[p * STYLE + BID] // 100
    return min(x, money_for(s, t, styles, p, q) - least_on_transfer(s, t, q))


@rule
def value_of_lot(s: State, t: Tables, styles: Sequence[int], p: int) -> int:
    """Return what the lot is worth to seat `p` by its own valuation; UNKNOWN if it has none."""
    kind = styles[p * STYLE + KIND]
    if kind == PERSON or kind == RANDOM or kind == OWN:
        return UNKNOWN
    if s.lot >= 0:
        return deed_value(s, t, styles, p, s.lot)
    return best_building(s, t, styles, p)


@rule
def best_building(s: State, t: Tables, styles: Sequence[int], p: int) -> int:
    """Return what the scarce building is worth on the best site of seat `p`; its price, if `p` values by prices."""
    x = 0
    for q in range(t.spaces):
        if s.owner[q] == p and can_place(s, t, p, q, s.lot):
            if values_by_income(styles, p):
                x = max(x, building_value(s, t, styles, p, q))
            else:
                x = max(x, building_cost(s, t, q))
    return x


@rule
def building_limit(s: State, t: Tables, styles: Sequence[int], p: int) -> int:
    """Return the most that a strategy bids for a building."""
    x = best_building(s, t, styles, p)
    if values_by_income(styles, p):
        return min(x, s.cash[p] - reserve(t, styles, p))
    return min(x * BUILDING_BID // 100, s.cash[p] - reserve(t, styles, p) // 2)


@rule
def buildings_wanted(s: State, t: Tables, styles: Sequence[int], p: int) -> int:
    """Return how many of the scarce buildings seat `p` asks for: those it would build and can pay above its reserve."""
    n = 0
    price = 0
    top = styles[p * STYLE + BUILD_TO]
    if s.lot != HOTEL_LOT or top == HOTEL:
        for q in range(t.spaces):
            if s.owner[q] != p or not can_place(s, t, p, q, s.lot):
                continue
            if next_level(s, t, q) <= top and pays(s, t, styles, p, q):
                price = max(price, building_cost(s, t, q))
                if s.lot == HOTEL_LOT:
                    n += 1
                else:
                    n += min(top, houses_before_hotel(s, t, q)) - s.level[q]
    if n == 0:
        return 0
    money = max(s.cash[p] - reserve(t, styles, p) // 2, 0)
    return min(n, s.minimum, money // max(price, 1))


@rule
def site_for_building(s: State, t: Tables, styles: Sequence[int], p: int) -> int:
    """Return where the building won at auction brings most."""
    best = -1
    most = 0
    for q in range(t.spaces):
        if s.owner[q] == p and why_not_place(s, t, p, q) == refusal.NONE:
            gain = gain_per_1000_of_cost(s, t, styles, p, q)
            if best < 0 or gain > most:
                best = q
                most = gain
    return best


@rule
def answer_stake(t: Tables, percent: int, money: int) -> int:
    """Return the stake: `percent` of `money`, at least the least one; 0 to pass by where that is allowed."""
    x = max(money, 0) * percent // 100
    if x < t.o_casino_minimum:
        if t.o_casino_mandatory == 0:
            return 0
        return t.o_casino_minimum
    return x


@rule
def answer_inheritance(s: State, t: Tables, styles: Sequence[int], p: int) -> tuple[int, int]:
    """Return `(verb, space)` for a mortgage taken over: redeem it if the reserve allows or the book demands it."""
    q = s.lot
    can_wait = t.o_transfer_mortgaged != option_value.TRANSFER_MORTGAGED_MUST_REDEEM
    spare = s.cash[p] - reserve(t, styles, p) >= redemption_cost(t, q)
    if can_wait and (not spare or why_not_redeem_now(s, t, p) != refusal.NONE):
        return action.FEE, -1
    return action.REDEEM, q
