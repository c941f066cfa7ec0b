"""When acts at the table are open: between turns, in the own turn, in the middle of something."""

from monopoly_lab.constants import dice_purpose, node, option_value
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.agenda import rule
from monopoly_lab.rules.state import State


@rule
def is_nothing_pending(s: State) -> bool:
    """Return True while nothing is being settled: before a throw, a move or a fight, at a purchase, in jail."""
    if s.node == node.DICE:
        return s.purpose == dice_purpose.MOVE or s.purpose == dice_purpose.JAIL_TRY
    n = s.node
    if n == node.TURN or n == node.BOSS:
        return True
    return n == node.BUY or n == node.JAIL or n == node.TRADE_CARD


@rule
def allows_sales(s: State) -> bool:
    """Return True if somebody may need cash: nothing is pending, or bids, taxes, stakes, fines, debts."""
    if is_nothing_pending(s):
        return True
    n = s.node
    return n == node.BID or n == node.TAX or n == node.CARD or n == node.STAKE or n == node.DETAINED or n == node.DEBT


@rule
def allows_spending(s: State, t: Tables, p: int) -> bool:
    """Return True if seat `p` may spend unasked: while nothing is pending, or others bid, owe or choose.

    Never while bids are sealed: what a bidder can still spend would tell the bid.
    """
    if is_nothing_pending(s):
        return True
    if s.node == node.BID:
        return t.o_auction_by == option_value.AUCTION_BY_ENGLISH
    return allows_sales(s) and p != s.actor


@rule
def free_cash(s: State, p: int) -> int:
    """Return what seat `p` may spend: its cash, less what it has bid if it leads the auction."""
    if s.node == node.BID and p == s.leader:
        return s.cash[p] - s.bid
    return s.cash[p]


@rule
def is_between_turns(s: State) -> bool:
    """Return True after a turn has ended and before the next player has thrown."""
    return s.throws == 0 and (s.node == node.DICE or s.node == node.JAIL)


@rule
def had_last_turn(s: State, p: int) -> bool:
    """Return True for the seat that has just passed the dice on, until they are thrown."""
    if s.turn < 2 or not is_between_turns(s):
        return False
    q = (s.mover - 1) % s.seats
    while s.out[q] != 0:
        q = (q - 1) % s.seats
    return q == p


@rule
def is_time_to_trade(s: State, t: Tables, p: int) -> bool:
    """Return True if seat `p` may make offers: at any time, or until the next player throws, by book."""
    return t.o_trade_time != option_value.TRADE_TIME_OWN_TURN or p == s.mover or had_last_turn(s, p)


@rule
def is_own_turn_or_between(s: State, p: int) -> bool:
    """Return True in the seat's own turn, and between two turns."""
    return p == s.mover or is_between_turns(s)
