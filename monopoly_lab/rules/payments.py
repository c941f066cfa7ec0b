"""Pay money, with shares and rounding, and lend for buildings.

Source: the overview article, "The most simple earnings", on taking a loan to build, and "Beginning of the game", on
the banker, who issues loans and takes interest and the principal.
"""

from monopoly_lab.constants import event, option_value, payer_account, payment_cause, refusal, task
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.agenda import Log, emit, rule, then
from monopoly_lab.rules.state import State


@rule
def pay(s: State, log: Log, payer: int, payee: int, q: int, x: int, cause: int) -> None:
    """Pay `x` from one account to another and log it; do nothing for 0."""
    if x != 0:
        s.cash[payer] -= x
        s.cash[payee] += x
        emit(log, event.PAID, payer, payee, q, x, cause)


@rule
def charge(s: State, p: int, payee: int, q: int, x: int, cause: int) -> None:
    """Put a debt of seat `p` on the agenda: `x` for what is at space `q` (-1: nowhere)."""
    then(s, task.CHARGE, p, payee, x, cause)
    s.tq[s.depth - 1] = q


@rule
def charge_for(s: State, log: Log, p: int, payee: int, q: int, x: int, cause: int) -> None:
    """Charge seat `p` `x` for what is at space `q`: paid at once, or a debt."""
    if s.cash[p] >= x:
        pay(s, log, p, payee, q, x, cause)
    else:
        charge(s, p, payee, q, x, cause)


@rule
def why_not_pay(s: State, p: int, x: int) -> int:
    """Return NOT_ENOUGH_CASH if seat `p` has less than `x` in cash."""
    if s.cash[p] < x:
        return refusal.NOT_ENOUGH_CASH
    return refusal.NONE


@rule
def in_bank(s: State, t: Tables, x: int) -> int:
    """Return what the bank can pay of `x`: all of it, unless an option says that it has no more than the box."""
    if t.o_bank_limit == 0:
        return x
    return min(x, max(t.o_components_coins + s.cash[payer_account.BANK], 0))


@rule
def pay_out(s: State, t: Tables, log: Log, p: int, q: int, x: int, cause: int) -> None:
    """Pay seat `p` from the bank; where it can run out it pays what it has, and the rest is lost."""
    paid = in_bank(s, t, x)
    pay(s, log, payer_account.BANK, p, q, paid, cause)
    if paid < x:
        emit(log, event.RAN_OUT, p, -1, q, x - paid, cause)


@rule
def space_of_seat(s: State, p: int) -> int:
    """Return the space of the seat: of its moving token in its own turn, else of its first."""
    if p == s.mover:
        return s.at[s.token]
    return s.at[first_token(s, p)]


@rule
def first_token(s: State, p: int) -> int:
    """Return the first token of seat `p`; 0 if it has none."""
    for k in range(s.tokens):
        if s.seat_of[k] == p:
            return k
    return 0


@rule
def is_held(s: State, p: int) -> bool:
    """Return True if the first token of seat `p` is in jail."""
    return s.jail[first_token(s, p)] != 0


@rule
def sink(t: Tables) -> int:
    """Return where taxes, fines and card payments go: the bank, or the pot of a house rule."""
    if t.o_free_parking_pot != 0:
        return payer_account.PARKING
    return payer_account.BANK


@rule
def percent_of(t: Tables, x: int, percent: int) -> int:
    """Return `percent` of `x`, rounded as the option `rounding` says: up, down, or to the nearest (half up)."""
    if t.o_rounding == option_value.ROUNDING_UP:
        return (x * percent + 99) // 100
    if t.o_rounding == option_value.ROUNDING_DOWN:
        return x * percent // 100
    return (x * percent + 50) // 100


# Loans of the bank for buildings, without a pledge: due with interest at the borrower's next salary


@rule
def credit(s: State, t: Tables, p: int) -> int:
    """Return what the bank would still lend seat `p` for a building."""
    if t.o_loans_building == 0:
        return 0
    return in_bank(s, t, max(t.o_loans_building - s.loan[p], 0))


@rule
def lend(s: State, log: Log, p: int, q: int, x: int) -> None:
    """Lend seat `p` `x` for the building on `q`."""
    s.loan[p] += x
    pay(s, log, payer_account.BANK, p, q, x, payment_cause.LOAN)


@rule
def call_in_loan(s: State, t: Tables, p: int, q: int) -> None:
    """Charge seat `p` its loan with the interest, at the salary; the principal is paid first."""
    x = s.loan[p]
    s.loan[p] = 0
    charge(s, p, payer_account.BANK, q, percent_of(t, x, t.o_loans_percent), payment_cause.LOAN_INTEREST)
    charge(s, p, payer_account.BANK, q, x, payment_cause.LOAN_REPAID)
