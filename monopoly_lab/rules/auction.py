"""Auctions of deeds and of scarce buildings: by rising bids, or by sealed ones. Source: each book on auctions.

No book has sealed bids. Each seat hands in one bid or none, and they are opened together: the highest wins and pays
what it bid, or, in the auction that W. Vickrey described (Journal of Finance 16, 1961), the second highest bid, the
least bid where nobody else bids. Of equal bids that of the seat that comes first from the mover on wins.
"""

from monopoly_lab.constants import event, node, option_value, payer_account, payment_cause, refusal, task
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.agenda import Log, ask, emit, rule, then
from monopoly_lab.rules.debt import raisable
from monopoly_lab.rules.ownership import NOBODY_DECLINED, give_deed, is_over_cap
from monopoly_lab.rules.payments import charge_for, is_held
from monopoly_lab.rules.state import State

HOUSE_LOT = -1
HOTEL_LOT = -2
NO_BID = -1  # under seal: no bid


@rule
def open_auction(s: State, t: Tables, log: Log, q: int, p: int, declined: int) -> None:
    """Put the deed of `q` up; seat `p` is asked first, unless it declined and may not bid."""
    s.lot = q
    s.minimum = t.o_auction_start
    for i in range(s.seats):
        s.passed[i] = 0
        if s.out[i] != 0 or is_barred(s, t, i) or is_over_cap(s, t, i, q):
            s.passed[i] = 1
    if declined != NOBODY_DECLINED and t.o_auction_decliner_may_bid == 0:
        s.passed[p] = 1
    start_bidding(s, t, log, p)


@rule
def is_barred(s: State, t: Tables, p: int) -> bool:
    """Return True for a prisoner where prisoners may not bid."""
    return t.o_jail_rights_auction == 0 and is_held(s, p)


@rule
def start_bidding(s: State, t: Tables, log: Log, p: int) -> None:
    """Open the auction of the lot in the state, seat `p` first."""
    s.bid = 0
    s.leader = -1
    s.auctions_begun += 1
    for i in range(s.seats):
        s.sealed[i] = 0
    emit(log, event.AUCTION_OPENED, -1, -1, s.lot, s.minimum, 0)
    ask_bidder(s, t, log, p)


@rule
def ask_bidder(s: State, t: Tables, log: Log, p: int) -> None:
    """Ask the first seat from `p` on that is still in; settle the auction when none is left."""
    b = p
    for _ in range(s.seats):
        if s.passed[b] == 0:
            if b == s.leader:
                break
            ask(s, node.BID, b)
            return
        b = (b + 1) % s.seats
    if is_sealed(t):
        open_bids(s, t, log)
    if s.leader >= 0:
        award_lot(s, log)
    else:
        emit(log, event.UNSOLD, -1, -1, s.lot, 0, 0)
        for i in range(s.seats):
            s.want[i] = 0


@rule
def least_bid(s: State, t: Tables) -> int:
    """Return the least bid that is accepted now."""
    if s.bid == 0:
        return s.minimum
    return s.bid + t.o_auction_start_raise


@rule
def most_to_bid(s: State, t: Tables, p: int) -> int:
    """Return the highest bid open to seat `p`: its cash, or for a deed what it could raise, by book."""
    if t.o_auction_start_limit == option_value.AUCTION_START_LIMIT_RAISABLE and s.lot >= 0:
        return raisable(s, t, p)
    return s.cash[p]


@rule
def is_sealed(t: Tables) -> bool:
    """Return True if nobody sees the bids of the others."""
    return t.o_auction_by != option_value.AUCTION_BY_ENGLISH


@rule
def open_bids(s: State, t: Tables, log: Log) -> None:
    """Open the sealed bids once every seat has bid or passed: log them, set the leader and the sum it has to pay."""
    best = 0
    second = 0
    for i in range(s.seats):
        p = (s.mover + i) % s.seats
        x = s.sealed[p]
        s.sealed[p] = 0
        if x > 0:
            emit(log, event.BID, p, -1, s.lot, x, 0)
        elif x == NO_BID:
            emit(log, event.PASSED, p, -1, s.lot, 0, 1)
        if x > best:
            second = best
            best = x
            s.leader = p
        elif x > second:
            second = x
    s.bid = best
    if t.o_auction_by == option_value.AUCTION_BY_VICKREY and best > 0:
        s.bid = max(second, s.minimum)


@rule
def hand_in_bid(s: State, t: Tables, log: Log, p: int, x: int) -> None:
    """Take a sealed bid, or NO_BID for none: only that something was handed in is known."""
    s.sealed[p] = x
    s.passed[p] = 1
    emit(log, event.SEALED, p, -1, s.lot, 0, 0)
    ask_bidder(s, t, log, (p + 1) % s.seats)


@rule
def bid(s: State, t: Tables, log: Log, p: int, x: int) -> None:
    """Take the bid `x` of seat `p` and ask the next seat."""
    if is_sealed(t):
        hand_in_bid(s, t, log, p, x)
        return
    s.bid = x
    s.leader = p
    emit(log, event.BID, p, -1, s.lot, x, 0)
    ask_bidder(s, t, log, (p + 1) % s.seats)


@rule
def pass_bid(s: State, t: Tables, log: Log, p: int) -> None:
    """Take seat `p` out of the auction and ask the next seat; in a sealed auction, hand in no bid for it."""
    if is_sealed(t):
        hand_in_bid(s, t, log, p, NO_BID)
        return
    s.passed[p] = 1
    emit(log, event.PASSED, p, -1, s.lot, 0, 0)
    ask_bidder(s, t, log, (p + 1) % s.seats)


@rule
def award_lot(s: State, log: Log) -> None:
    """Make the highest bidder take the lot at the bid."""
    s.awarded_to = s.leader
    s.awarded_for = s.bid
    if s.lot < 0:
        then(s, task.PLACE, s.leader, s.bid, s.lot, 0)
        return
    # The agenda is last in, first out: the payment is done before the deed is given.
    then(s, task.GIVE_DEED, s.lot, s.leader, 0, 0)
    charge_for(s, log, s.leader, payer_account.BANK, s.lot, s.bid, payment_cause.AUCTION)


@rule
def hand_over_deed(s: State, t: Tables, log: Log, q: int, p: int) -> None:
    """Give the auctioned deed to a winner who is still in play, who takes over a mortgage on it."""
    if s.out[p] == 0:
        give_deed(s, t, log, q, p)
        if s.mortgaged[q] != 0:
            then(s, task.INHERIT, q, p, 0, 0)


@rule
def next_bank_auction(s: State, t: Tables) -> None:
    """Put up the next deed of a bankrupt, one auction after another in the order of the board."""
    for q in range(t.spaces):
        if s.waiting[q] != 0:
            s.waiting[q] = 0
            # This function comes again after the auction, for the next deed.
            then(s, task.BANK_AUCTION, 0, 0, 0, 0)
            then(s, task.AUCTION, q, s.mover, NOBODY_DECLINED, 0)
            return


@rule
def why_not_bid(s: State, t: Tables, p: int, x: int) -> int:
    """Return why seat `p` may not bid `x`."""
    if x < least_bid(s, t):
        return refusal.BID_TOO_LOW
    if x > most_to_bid(s, t, p):
        return refusal.BID_TOO_HIGH
    return refusal.NONE
