"""Shortage: buildings that several seats want are auctioned one by one. Source: each book on lack of buildings."""

from monopoly_lab.constants import event, node, option_value, refusal, task
from monopoly_lab.editions.rule_tables import HOTEL, Tables
from monopoly_lab.rules.action_timing import free_cash
from monopoly_lab.rules.agenda import Log, ask, emit, interrupt, rule, then
from monopoly_lab.rules.auction import HOTEL_LOT, HOUSE_LOT, start_bidding
from monopoly_lab.rules.building import (
    building_cost,
    construct,
    is_locked_out,
    next_level,
    why_not_build,
    why_not_group,
    why_not_owner,
    why_not_site,
    why_not_supply,
    why_not_time,
)
from monopoly_lab.rules.payments import credit
from monopoly_lab.rules.roles import houses_before_hotel
from monopoly_lab.rules.state import State


@rule
def lot_of(s: State, t: Tables, q: int) -> int:
    """Return which sort of building comes next on `q`."""
    if next_level(s, t, q) == HOTEL:
        return HOTEL_LOT
    return HOUSE_LOT


@rule
def build(s: State, t: Tables, log: Log, p: int, q: int) -> None:
    """Declare a building of seat `p`; where others may want the last ones too, all are asked first."""
    lot = lot_of(s, t, q)
    if is_contested(s, t, lot):
        ask_wants(s, t, p, q, lot)
    else:
        construct(s, t, log, p, q, building_cost(s, t, q))


@rule
def why_not_declare(s: State, t: Tables, p: int, q: int) -> int:
    """Return why seat `p` cannot declare a building on `q`; during an auction also where it would take a second one."""
    code = why_not_build(s, t, p, q)
    if code == refusal.NONE and s.node == node.BID and (s.lot < 0 or is_contested(s, t, lot_of(s, t, q))):
        return refusal.NOT_NOW
    return code


@rule
def buildings_left(s: State, lot: int) -> int:
    """Return how many houses or hotels the bank has left."""
    if lot == HOTEL_LOT:
        return max(s.hotels, 0)
    return max(s.houses, 0)


@rule
def could_want(s: State, t: Tables, p: int, lot: int) -> int:
    """Return how many buildings of a sort seat `p` could buy here and now, by its sites and its cash."""
    if s.out[p] != 0 or not may_want(s, t, p):
        return 0
    places = 0
    cheapest = 0
    for q in range(t.spaces):
        if s.owner[q] == p and why_not_owner(s, t, p, q) == refusal.NONE:
            n = room_on_site(s, t, q, lot)
            x = t.house_cost[q]
            if lot == HOTEL_LOT:
                x = t.hotel_cost[q]
            if n > 0 and (cheapest == 0 or x < cheapest):
                cheapest = x
            places += n
    if places == 0:
        return 0
    n = min(places, (free_cash(s, p) + credit(s, t, p)) // max(cheapest, 1))
    if t.o_build_limit > 0:
        n = min(n, t.o_build_limit - s.built[p])
    return n


@rule
def may_want(s: State, t: Tables, p: int) -> bool:
    """Return True for a seat whose wish for the last buildings counts now.

    Where only the mover builds, in their turn or before their move, the others are asked at the same time: otherwise no
    two players could ever want the same buildings, and the auction of the book could never take place.
    """
    if p != s.mover and (
        t.o_build_time == option_value.BUILD_TIME_BEFORE_OWN_MOVE or t.o_build_time == option_value.BUILD_TIME_OWN_TURN
    ):
        return not is_locked_out(s, t, p)
    return why_not_time(s, t, p) == refusal.NONE


@rule
def room_on_site(s: State, t: Tables, q: int, lot: int) -> int:
    """Return how many buildings of a sort still fit on the site: houses to the maximum, or the hotel if next."""
    if lot == HOUSE_LOT:
        if s.level[q] == HOTEL:
            return 0
        return houses_before_hotel(s, t, q) - s.level[q]
    if why_not_site(s, t, s.owner[q], q) == refusal.NONE and next_level(s, t, q) == HOTEL:
        return 1
    return 0


@rule
def is_contested(s: State, t: Tables, lot: int) -> bool:
    """Return True if two or more seats could together want more buildings than are left."""
    if t.o_shortage_auction != option_value.SHORTAGE_AUCTION_CONTESTED:
        return False
    left = buildings_left(s, lot)
    if left > t.spaces * HOTEL or left >= room_on_board(s, t, lot):
        return False
    seats = 0
    total = 0
    for p in range(s.seats):
        n = could_want(s, t, p, lot)
        total += n
        if n > 0:
            seats += 1
    return seats > 1 and total > left


@rule
def room_on_board(s: State, t: Tables, lot: int) -> int:
    """Return how many buildings of a sort still fit on all sites whose owners can build there."""
    n = 0
    for g in range(t.groups):
        q = t.group_first[g]
        if why_not_group(s, t, q) == refusal.NONE:
            for _ in range(t.group_size[g]):
                if s.owner[q] >= 0 and why_not_owner(s, t, s.owner[q], q) == refusal.NONE:
                    n += room_on_site(s, t, q, lot)
                q = t.mate[q]
    return n


@rule
def ask_wants(s: State, t: Tables, p: int, q: int, lot: int) -> None:
    """Ask every seat that could build now how many of the scarce buildings it wants, the declarer `p` first."""
    for i in range(s.seats):
        s.want[i] = min(could_want(s, t, i, lot), buildings_left(s, lot))
    interrupt(s)
    then(s, task.SCARCE, p, q, lot, 0)
    for i in range(s.seats - 1, -1, -1):
        other = (p + i) % s.seats
        if s.want[other] > 0:
            then(s, task.WANTS, other, s.want[other], lot, 0)
    for i in range(s.seats):
        s.want[i] = 0


@rule
def ask_want(s: State, p: int, most: int, lot: int) -> None:
    """Ask seat `p` how many of the last buildings it wants, up to `most`."""
    s.lot = lot
    s.minimum = most
    ask(s, node.WANT, p)


@rule
def want_buildings(s: State, log: Log, p: int, x: int) -> None:
    """Note that seat `p` wants `x` of the last buildings."""
    s.want[p] = x
    emit(log, event.WANTED, p, -1, s.lot, x, 0)


@rule
def share_out(s: State, t: Tables, log: Log, p: int, q: int, lot: int, auctioned: int) -> None:
    """Build for `p` if there are enough buildings for all who want one; else auction the next building."""
    seats = 0
    total = 0
    for i in range(s.seats):
        if s.out[i] != 0:
            s.want[i] = 0
        total += s.want[i]
        if s.want[i] > 0:
            seats += 1
    if seats > 1 and total > buildings_left(s, lot) and buildings_left(s, lot) > 0:
        then(s, task.SCARCE, p, q, lot, 1)
        auction_building(s, t, log, p, lot)
    elif auctioned == 0 and s.want[p] > 0 and can_still_build(s, t, p, q):
        construct(s, t, log, p, q, building_cost(s, t, q))


@rule
def can_still_build(s: State, t: Tables, p: int, q: int) -> bool:
    """Return True if the seat may build on the site and can pay for it."""
    if why_not_site(s, t, p, q) != refusal.NONE or why_not_supply(s, t, q) != refusal.NONE:
        return False
    return s.cash[p] + credit(s, t, p) >= building_cost(s, t, q)


@rule
def auction_building(s: State, t: Tables, log: Log, p: int, lot: int) -> None:
    """Auction one building among the seats that want one; bidding starts at the least by the options."""
    s.lot = lot
    s.minimum = t.o_auction_start
    if t.o_shortage_auction_start == option_value.SHORTAGE_AUCTION_START_LOWEST_DEED:
        s.minimum = lowest_price(s, t, lot)
    for i in range(s.seats):
        s.passed[i] = 0
        if s.out[i] != 0 or s.want[i] == 0:
            s.passed[i] = 1
    start_bidding(s, t, log, p)


@rule
def lowest_price(s: State, t: Tables, lot: int) -> int:
    """Return the lowest price of a building among the sites of those who want one, and no less than the first bid."""
    low = 0
    for q in range(t.spaces):
        if s.owner[q] >= 0 and s.want[s.owner[q]] > 0 and can_place(s, t, s.owner[q], q, lot):
            x = building_cost(s, t, q)
            if low == 0 or x < low:
                low = x
    return max(low, t.o_auction_start)


@rule
def can_place(s: State, t: Tables, p: int, q: int, lot: int) -> bool:
    """Return True if seat `p` may put a building of the sort on `q` now."""
    return why_not_site(s, t, p, q) == refusal.NONE and lot_of(s, t, q) == lot


@rule
def ask_place(s: State, t: Tables, p: int, x: int, lot: int) -> None:
    """Ask the winner for the site; with no site left, or no such building, the auction was for nothing."""
    s.want[p] = max(s.want[p] - 1, 0)
    s.lot = lot
    for q in range(t.spaces):
        if s.owner[q] == p and why_not_place(s, t, p, q) == refusal.NONE:
            s.bid = x
            ask(s, node.PLACE, p)
            return


@rule
def why_not_place(s: State, t: Tables, p: int, q: int) -> int:
    """Return why the building won at auction may not be put on the site `q`."""
    code = why_not_site(s, t, p, q)
    if code == refusal.NONE and lot_of(s, t, q) != s.lot:
        code = refusal.NOT_NOW
    if code == refusal.NONE:
        code = why_not_supply(s, t, q)
    return code
