"""Building houses and hotels, evenly, while the bank has them, and selling them. Source: each book on houses."""

from monopoly_lab.constants import event, option_value, payer_account, payment_cause, refusal, space_kind
from monopoly_lab.editions.rule_tables import HOTEL, Tables
from monopoly_lab.rules.action_timing import (
    allows_sales,
    allows_spending,
    free_cash,
    is_between_turns,
    is_nothing_pending,
    is_own_turn_or_between,
)
from monopoly_lab.rules.agenda import Log, emit, rule
from monopoly_lab.rules.ownership import clear_cached_of_owner, has_mortgage_in_group, is_deed, is_full_group
from monopoly_lab.rules.payments import credit, is_held, lend, pay, pay_out, percent_of
from monopoly_lab.rules.roles import has_monopoly, houses_before_hotel, is_monopolist
from monopoly_lab.rules.state import State


@rule
def next_level(s: State, t: Tables, q: int) -> int:
    """Return what the next building makes of a site: one house more, or a hotel."""
    most = t.o_build_even_maximum
    if t.o_roles_sides != 0:  # asked here, not in a call: strategies look at every site
        most = houses_before_hotel(s, t, q)
    if s.level[q] >= most:
        return HOTEL
    return s.level[q] + 1


@rule
def rank(most: int, level: int) -> int:
    """Return the buildings bought so far on a site, a hotel counting as one more than the `most` houses before it."""
    if level == HOTEL:
        return most + 1
    return level


@rule
def rank_at(s: State, t: Tables, q: int) -> int:
    """Return the level of the site in steps of building: houses, and one more for a hotel."""
    if s.level[q] == HOTEL:
        return houses_before_hotel(s, t, q) + 1
    return s.level[q]


@rule
def lowest_rank(s: State, t: Tables, q: int) -> int:
    """Return the least rank among the sites of the group with the same owner."""
    low = rank_at(s, t, q)
    m = t.mate[q]
    while m != q:
        if s.owner[m] == s.owner[q]:
            low = min(low, rank_at(s, t, m))
        m = t.mate[m]
    return low


@rule
def building_cost(s: State, t: Tables, q: int) -> int:
    """Return the price of the next building on `q`, in the edition's money."""
    if next_level(s, t, q) == HOTEL:
        return t.hotel_cost[q]
    return t.house_cost[q]


@rule
def why_not_group(s: State, t: Tables, q: int) -> int:
    """Return why nobody can build on any site in the group of `q`, whatever is built there."""
    if t.o_build_condition_full_group != 0 and not is_full_group(s, t, q):
        return refusal.GROUP_INCOMPLETE
    if t.o_mortgage_blocks != 0 and has_mortgage_in_group(s, t, q):
        return refusal.GROUP_MORTGAGED
    return refusal.NONE


@rule
def why_not_owner(s: State, t: Tables, p: int, q: int) -> int:
    """Return why seat `p` cannot build on `q` at all: it lacks the site or what the group asks for."""
    if not is_deed(t, q):
        return refusal.NOT_A_DEED
    if s.owner[q] != p:
        return refusal.NOT_OWNER
    if t.kind[q] != space_kind.STREET or t.house_cost[q] == 0:
        return refusal.NOT_BUILDABLE
    code = why_not_group(s, t, q)
    if code != refusal.NONE:
        return code
    if s.mortgaged[q] != 0:
        return refusal.GROUP_MORTGAGED
    if t.o_roles_sides != 0 and is_monopolist(s, t, p) and not has_monopoly(s, t, q):
        return refusal.NO_MONOPOLY
    return refusal.NONE


@rule
def why_not_site(s: State, t: Tables, p: int, q: int) -> int:
    """Return why seat `p` cannot have the next building on `q`, money, time and supply apart."""
    code = why_not_owner(s, t, p, q)
    if code != refusal.NONE:
        return code
    if s.level[q] == HOTEL:
        return refusal.FULLY_BUILT
    to_hotel = next_level(s, t, q) == HOTEL
    if t.o_build_even != 0 and lowest_rank(s, t, q) < rank_at(s, t, q):
        if not to_hotel:
            return refusal.UNEVEN
        if t.o_hotel_need == option_value.HOTEL_NEED_ON_EACH:
            return refusal.HOUSES_MISSING
    elif (
        to_hotel
        and t.o_hotel_need == option_value.HOTEL_NEED_ON_EACH
        and lowest_rank(s, t, q) < houses_before_hotel(s, t, q)
    ):
        return refusal.HOUSES_MISSING
    return refusal.NONE


@rule
def why_not_supply(s: State, t: Tables, q: int) -> int:
    """Return why the bank cannot supply the next building of the site."""
    if next_level(s, t, q) == HOTEL:
        if s.hotels <= 0 and t.o_shortage_auction != option_value.SHORTAGE_AUCTION_IMPROVISED:
            return refusal.NO_HOTELS_LEFT
    elif s.houses <= 0 and t.o_shortage_auction != option_value.SHORTAGE_AUCTION_IMPROVISED:
        return refusal.NO_HOUSES_LEFT
    return refusal.NONE


@rule
def why_not_time(s: State, t: Tables, p: int) -> int:
    """Return why seat `p` may not buy buildings at this moment, as a `refusal` code; `NONE` if it may."""
    if t.o_build_time == option_value.BUILD_TIME_ANY:
        if not allows_spending(s, t, p):
            return refusal.NOT_NOW
    elif not is_nothing_pending(s):
        return refusal.NOT_NOW
    if t.o_build_time == option_value.BUILD_TIME_OWN_TURN_OR_BETWEEN and not is_own_turn_or_between(s, p):
        return refusal.BUILD_TIME
    if t.o_build_time == option_value.BUILD_TIME_BEFORE_OWN_MOVE and not (p == s.mover and is_between_turns(s)):
        return refusal.BUILD_TIME
    if t.o_build_time == option_value.BUILD_TIME_OWN_TURN and p != s.mover:
        return refusal.BUILD_TIME
    if t.o_build_limit > 0 and s.built[p] >= t.o_build_limit:
        return refusal.BUILD_LIMIT
    if is_locked_out(s, t, p):
        return refusal.IN_JAIL
    return refusal.NONE


@rule
def is_locked_out(s: State, t: Tables, p: int) -> bool:
    """Return True for a prisoner where prisoners may not build."""
    return t.o_jail_rights_build == 0 and is_held(s, p)


@rule
def why_not_build(s: State, t: Tables, p: int, q: int) -> int:
    """Return why seat `p` may not build on the site `q` now."""
    code = why_not_site(s, t, p, q)
    if code == refusal.NONE:
        code = why_not_time(s, t, p)
    if code == refusal.NONE:
        code = why_not_supply(s, t, q)
    if code == refusal.NONE and free_cash(s, p) + credit(s, t, p) < building_cost(s, t, q):
        code = refusal.NOT_ENOUGH_CASH
    return code


@rule
def construct(s: State, t: Tables, log: Log, p: int, q: int, x: int) -> None:
    """Put the next building on `q` for `x`; the bank lends what cash lacks."""
    if s.cash[p] < x:
        lend(s, log, p, q, x - s.cash[p])
    level = next_level(s, t, q)
    if level == HOTEL:
        s.hotels -= 1
        s.houses += s.level[q]
    else:
        s.houses -= 1
    s.level[q] = level
    clear_cached_of_owner(s, q)
    s.built[p] += 1
    emit(log, event.BUILT, p, -1, q, level, 0)
    pay(s, log, p, payer_account.BANK, q, x, payment_cause.BUILDING)


@rule
def highest_other_rank(s: State, t: Tables, q: int) -> int:
    """Return the highest rank on the owner's other sites of the group; 0 if there is none."""
    high = 0
    m = t.mate[q]
    while m != q:
        if s.owner[m] == s.owner[q]:
            high = max(high, rank_at(s, t, m))
        m = t.mate[m]
    return high


@rule
def why_not_sale(s: State, t: Tables, p: int, q: int) -> int:
    """Return why a building cannot be sold, by what every way of selling asks for."""
    if not is_deed(t, q):
        return refusal.NOT_A_DEED
    if s.owner[q] != p:
        return refusal.NOT_OWNER
    if s.level[q] == 0:
        return refusal.NO_BUILDINGS
    if not allows_sales(s):
        return refusal.NOT_NOW
    if (
        t.o_sell_time == option_value.SELL_TIME_OWN_TURN_OR_BETWEEN
        and not is_own_turn_or_between(s, p)
        and p != s.actor
    ):
        return refusal.SELL_TIME
    return refusal.NONE


@rule
def why_not_sell(s: State, t: Tables, p: int, q: int) -> int:
    """Return why seat `p` cannot sell the building bought last on `q` (a hotel is broken down), as a `refusal` code."""
    code = why_not_sale(s, t, p, q)
    if code != refusal.NONE:
        return code
    if t.o_sell_even != 0 and rank_at(s, t, q) < highest_other_rank(s, t, q):
        return refusal.UNEVEN_SALE
    if s.level[q] == HOTEL:
        if t.o_sell_hotel_break_down == 0:
            return refusal.NO_BREAK_DOWN
        if s.houses < houses_before_hotel(s, t, q) and t.o_shortage_auction != option_value.SHORTAGE_AUCTION_IMPROVISED:
            return refusal.NO_HOUSES_TO_BREAK_DOWN
    return refusal.NONE


@rule
def why_not_sell_group(s: State, t: Tables, p: int, q: int) -> int:
    """Return why seat `p` cannot sell all buildings of the group of `q` (with hotels) at once, as a `refusal` code."""
    if not is_deed(t, q):
        return refusal.NOT_A_DEED
    m = q
    hotels = 0
    for _ in range(t.group_size[t.group[q]]):
        if s.owner[m] == p and s.level[m] == HOTEL:
            hotels = 1
            code = why_not_sale(s, t, p, m)
            if code != refusal.NONE:
                return code
        m = t.mate[m]
    if s.owner[q] != p:
        return refusal.NOT_OWNER
    if hotels == 0:
        return refusal.NO_BUILDINGS
    if t.o_sell_hotel_cash == option_value.SELL_HOTEL_CASH_NONE:
        return refusal.NO_CASH_SALE
    if t.o_sell_hotel_cash == option_value.SELL_HOTEL_CASH_SHORTAGE and s.houses >= t.o_build_even_maximum:
        return refusal.NO_CASH_SALE
    return refusal.NONE


@rule
def why_not_clear(s: State, t: Tables, p: int, q: int) -> int:
    """Return why a hotel cannot be sold on its own for cash; the other sites may keep one house each."""
    code = why_not_sale(s, t, p, q)
    if code != refusal.NONE:
        return code
    if s.level[q] != HOTEL:
        return refusal.NO_BUILDINGS
    if t.o_sell_hotel_cash != option_value.SELL_HOTEL_CASH_SITE:
        return refusal.NO_CASH_SALE
    if t.o_sell_even != 0 and highest_other_rank(s, t, q) > 1:
        return refusal.UNEVEN_SALE
    return refusal.NONE


@rule
def sell(s: State, t: Tables, log: Log, p: int, q: int) -> None:
    """Sell the last building of the site to the bank."""
    x = percent_of(t, t.house_cost[q], t.o_sell_price)
    before = s.level[q]
    if before == HOTEL:
        x = percent_of(t, t.hotel_cost[q], t.o_sell_price)
        s.hotels += 1
        s.level[q] = houses_before_hotel(s, t, q)
        s.houses -= s.level[q]
    else:
        s.houses += 1
        s.level[q] -= 1
    clear_cached_of_owner(s, q)
    emit(log, event.SOLD, p, -1, q, s.level[q], before)
    pay_out(s, t, log, p, q, x, payment_cause.BUILDING_SALE)


@rule
def value_of_buildings(s: State, t: Tables, q: int) -> int:
    """Return what the bank pays for all buildings on `q`, the houses under a hotel included."""
    if s.level[q] == 0:
        return 0
    if s.level[q] == HOTEL:
        houses = percent_of(t, t.house_cost[q] * houses_before_hotel(s, t, q), t.o_sell_price)
        return percent_of(t, t.hotel_cost[q], t.o_sell_price) + houses
    return percent_of(t, t.house_cost[q], t.o_sell_price) * s.level[q]


@rule
def clear_site(s: State, t: Tables, log: Log, p: int, q: int, paid: int) -> None:
    """Give all buildings of `q` back to the bank, which pays seat `p` for them if `paid` is 1."""
    if s.level[q] == 0:
        return
    x = value_of_buildings(s, t, q)
    before = s.level[q]
    if before == HOTEL:
        s.hotels += 1
    else:
        s.houses += before
    s.level[q] = 0
    clear_cached_of_owner(s, q)
    emit(log, event.SOLD, p, -1, q, 0, before if paid != 0 else -before)
    if paid != 0:
        pay_out(s, t, log, p, q, x, payment_cause.BUILDING_SALE)


@rule
def sell_group(s: State, t: Tables, log: Log, p: int, q: int) -> None:
    """Sell all buildings of seat `p` in the group of `q` to the bank."""
    m = q
    for _ in range(t.group_size[t.group[q]]):
        if s.owner[m] == p:
            clear_site(s, t, log, p, m, 1)
        m = t.mate[m]
