"""Selling buildings back to the bank, evenly, at a share of their price. Source: each book on selling."""

from monopoly_lab.constants import event, option_value, payment_cause, refusal
from monopoly_lab.editions.rule_tables import HOTEL, Tables
from monopoly_lab.rules.action_timing import allows_sales, is_own_turn_or_between
from monopoly_lab.rules.building import rank_at
from monopoly_lab.rules.engine import Log, emit, rule
from monopoly_lab.rules.ownership import is_deed, note_change
from monopoly_lab.rules.payments import pay_out, percent_of
from monopoly_lab.rules.roles import houses_before_hotel
from monopoly_lab.rules.state import State


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
    """One building off one site: the last bought first, a hotel broken down into houses."""
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
    """All buildings of a color group at once, where it has hotels: freely, or when houses are short, by book."""
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
    note_change(s, q)
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
    """All buildings of `q` back to the bank; `paid` 1: for their value."""
    if s.level[q] == 0:
        return
    x = value_of_buildings(s, t, q)
    before = s.level[q]
    if before == HOTEL:
        s.hotels += 1
    else:
        s.houses += before
    s.level[q] = 0
    note_change(s, q)
    emit(log, event.SOLD, p, -1, q, 0, before if paid != 0 else -before)
    if paid != 0:
        pay_out(s, t, log, p, q, x, payment_cause.BUILDING_SALE)


@rule
def sell_group(s: State, t: Tables, log: Log, p: int, q: int) -> None:
    m = q
    for _ in range(t.group_size[t.group[q]]):
        if s.owner[m] == p:
            clear_site(s, t, log, p, m, 1)
        m = t.mate[m]
