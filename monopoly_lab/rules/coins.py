"""Coins on the board: dropped on spaces, passed, picked up.

Source: the rule book of boards with bosses, on the turn, thwomps and jail.
"""

from monopoly_lab.constants import event, option_value, payer_account, payment_cause
from monopoly_lab.editions.rule_tables import ACCOUNTS, Tables
from monopoly_lab.rules.agenda import Log, emit, rule
from monopoly_lab.rules.payments import pay
from monopoly_lab.rules.state import State

ON_SPACE = ACCOUNTS  # ON_SPACE + q as a payee: the coins are dropped on space q


@rule
def drop_coins(s: State, log: Log, p: int, q: int, x: int, why: int) -> None:
    """Drop coins of seat `p` on a space."""
    s.coins[q] += x
    pay(s, log, p, payer_account.BOARD, q, x, why)


@rule
def pay_payee(s: State, log: Log, p: int, payee: int, q: int, x: int, why: int) -> None:
    """Pay what seat `p` owes for what is at space `q`, to an account or on the board."""
    if payee >= ON_SPACE:
        drop_coins(s, log, p, payee - ON_SPACE, x, why)
    else:
        pay(s, log, p, payee, q, x, why)


@rule
def payee_account(payee: int) -> int:
    """Return the account behind a payee, to be named in an event."""
    if payee >= ON_SPACE:
        return payer_account.BOARD
    return payee


@rule
def pick_up(s: State, log: Log, p: int, q: int, x: int) -> None:
    """Give seat `p` so many of the coins on the space."""
    s.coins[q] -= x
    pay(s, log, payer_account.BOARD, p, q, x, payment_cause.COINS)


@rule
def pass_coins(s: State, t: Tables, log: Log, p: int, q: int) -> None:
    """Pick up the coins on `q` for seat `p`; where they have to be asked for, record them as passed."""
    if t.o_late_claims == option_value.LATE_CLAIMS_AUTOMATIC:
        pick_up(s, log, p, q, s.coins[q])
    else:
        s.passed_coins[q] = s.coins[q]


@rule
def pick_up_all(s: State, t: Tables, log: Log, p: int) -> None:
    """Pick up every coin on the board for seat `p`."""
    for q in range(t.spaces):
        if s.coins[q] != 0:
            pick_up(s, log, p, q, s.coins[q])


@rule
def has_passed_coins(s: State, t: Tables) -> bool:
    """Return True while coins that the mover has passed still lie there."""
    for q in range(t.spaces):
        if s.passed_coins[q] != 0 and s.coins[q] != 0:
            return True
    return False


@rule
def pick_up_passed(s: State, t: Tables, log: Log, p: int) -> None:
    """Give seat `p` the coins on the spaces that its token has passed."""
    for q in range(t.spaces):
        if s.passed_coins[q] != 0:
            x = min(s.passed_coins[q], s.coins[q])
            s.passed_coins[q] = 0
            pick_up(s, log, p, q, x)


@rule
def hand_on_passed(s: State, t: Tables, log: Log) -> None:
    """Pass the dice on: coins that were not asked for are the next player's, if they ask in time."""
    for q in range(t.spaces):
        if s.passed_coins[q] != 0:
            s.passed_coins[q] = min(s.passed_coins[q], s.coins[q])
            if s.passed_coins[q] != 0:
                emit(log, event.LATE, s.mover, -1, q, s.passed_coins[q], 0)
