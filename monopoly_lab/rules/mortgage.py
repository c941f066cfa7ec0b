"""Mortgages: a loan from the bank on a deed. Source: each book on mortgaging."""

from monopoly_lab.constants import event, node, option_value, payer_account, payment_cause, refusal, task
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.action_timing import allows_sales, allows_spending, free_cash
from monopoly_lab.rules.agenda import Log, ask, emit, rule
from monopoly_lab.rules.ownership import clear_cached_of_owner, has_building_in_group, is_deed
from monopoly_lab.rules.payments import charge_for, pay, pay_out, percent_of
from monopoly_lab.rules.roles import is_monopoly_built_on
from monopoly_lab.rules.state import State


@rule
def redemption_cost(t: Tables, q: int) -> int:
    """Return what it costs to lift the mortgage on `q`: the printed sum, or the loan and a share of it."""
    if t.o_redeem == option_value.REDEEM_PRINTED and t.printed_redemption[q] > 0:
        return t.printed_redemption[q]
    return t.loan[q] + percent_of(t, t.loan[q], t.o_redeem_percent)


@rule
def transfer_fee(t: Tables, q: int) -> int:
    """Return what a new owner pays at once for a deed that stays mortgaged."""
    if t.o_transfer_mortgaged_base == option_value.TRANSFER_MORTGAGED_BASE_PRICE:
        return percent_of(t, t.price[q], t.o_redeem_percent)
    return percent_of(t, t.loan[q], t.o_redeem_percent)


@rule
def least_on_transfer(s: State, t: Tables, q: int) -> int:
    """Return the least a new owner of `q` has to pay the bank: 0 if it is not mortgaged or the book asks nothing."""
    if s.mortgaged[q] == 0 or t.o_transfer_mortgaged == option_value.TRANSFER_MORTGAGED_FREE:
        return 0
    if t.o_transfer_mortgaged == option_value.TRANSFER_MORTGAGED_MUST_REDEEM:
        return redemption_cost(t, q)
    return transfer_fee(t, q)


@rule
def why_not_mortgageable(s: State, t: Tables, p: int, q: int) -> int:
    """Return why seat `p` cannot mortgage the deed, ignoring whether it is the right time."""
    if not is_deed(t, q):
        return refusal.NOT_A_DEED
    if s.owner[q] != p:
        return refusal.NOT_OWNER
    if s.mortgaged[q] != 0:
        return refusal.ALREADY_MORTGAGED
    if t.loan[q] == 0:
        return refusal.NO_LOAN
    if s.level[q] != 0:
        return refusal.SITE_BUILT
    if t.o_mortgage_condition == option_value.MORTGAGE_CONDITION_GROUP_CLEAR and has_building_in_group(s, t, q):
        return refusal.GROUP_BUILT
    if t.o_mortgage_condition == option_value.MORTGAGE_CONDITION_MONOPOLY_CLEAR and is_monopoly_built_on(s, t, q):
        return refusal.MONOPOLY_BUILT
    return refusal.NONE


@rule
def why_not_mortgage(s: State, t: Tables, p: int, q: int) -> int:
    """Return why seat `p` may not mortgage the deed now."""
    code = why_not_mortgageable(s, t, p, q)
    if code != refusal.NONE:
        return code
    if not allows_sales(s):
        return refusal.NOT_NOW
    if t.o_mortgage_only_in_need != 0 and not (s.node == node.DEBT and s.actor == p):
        return refusal.MORTGAGE_ONLY_IN_NEED
    return refusal.NONE


@rule
def why_not_redeem(s: State, t: Tables, p: int, q: int) -> int:
    """Return why seat `p` may not redeem the mortgage of the deed now."""
    if not is_deed(t, q):
        return refusal.NOT_A_DEED
    if s.owner[q] != p:
        return refusal.NOT_OWNER
    if s.mortgaged[q] == 0:
        return refusal.NOT_MORTGAGED
    if not allows_spending(s, t, p):
        return refusal.NOT_NOW
    if free_cash(s, p) < redemption_cost(t, q):
        return refusal.NOT_ENOUGH_CASH
    return refusal.NONE


@rule
def mortgage(s: State, t: Tables, log: Log, p: int, q: int) -> None:
    """Mortgage the deed for its loan: the printed sum, or the share of it that a house rule sets."""
    s.mortgaged[q] = 1
    clear_cached_of_owner(s, q)
    emit(log, event.MORTGAGED, p, -1, q, t.loan[q], 0)
    pay_out(s, t, log, p, q, t.loan[q], payment_cause.MORTGAGE)


@rule
def redeem(s: State, t: Tables, log: Log, p: int, q: int) -> None:
    """Redeem the mortgage of the deed at its full cost."""
    lift_mortgage(s, log, p, q)
    pay(s, log, p, payer_account.BANK, q, redemption_cost(t, q), payment_cause.REDEMPTION)


@rule
def lift_mortgage(s: State, log: Log, p: int, q: int) -> None:
    """Free the deed of its mortgage, at no cost."""
    clear_cached_of_owner(s, q)  # while it still is mortgaged
    s.mortgaged[q] = 0
    emit(log, event.REDEEMED, p, -1, q, 0, 0)


@rule
def take_over_mortgage(s: State, t: Tables, q: int, p: int) -> None:
    """Ask the new owner of a mortgaged deed to redeem it, or to leave it mortgaged for a fee."""
    free = t.o_transfer_mortgaged == option_value.TRANSFER_MORTGAGED_FREE
    if s.mortgaged[q] != 0 and s.owner[q] == p and s.out[p] == 0 and not free:
        s.lot = q
        ask(s, node.INHERIT, p)


@rule
def leave_mortgaged(s: State, t: Tables, log: Log, p: int) -> None:
    """Charge the fee for leaving the mortgage on the deed that seat `p` takes over."""
    charge_for(s, log, p, payer_account.BANK, s.lot, transfer_fee(t, s.lot), payment_cause.TRANSFER_FEE)


@rule
def needed_to_redeem(s: State, t: Tables, p: int) -> int:
    """Return the cash a new owner needs to redeem this deed and pay the least for each other mortgage taken over."""
    due = redemption_cost(t, s.lot)
    for i in range(s.depth):
        if s.todo[i] == task.INHERIT and s.tb[i] == p:
            due += least_on_transfer(s, t, s.ta[i])
    return due


@rule
def why_not_redeem_now(s: State, t: Tables, p: int) -> int:
    """Return why seat `p` may not redeem the mortgage that it takes over at once."""
    if (
        s.cash[p] < needed_to_redeem(s, t, p)
        and t.o_transfer_mortgaged == option_value.TRANSFER_MORTGAGED_FEE_OR_REDEEM
    ):
        return refusal.NOT_ENOUGH_CASH
    return refusal.NONE


@rule
def redeem_now(s: State, t: Tables, log: Log, p: int) -> None:
    """Redeem the deed for its new owner; where the book leaves no choice this may be a debt."""
    lift_mortgage(s, log, p, s.lot)
    charge_for(s, log, p, payer_account.BANK, s.lot, redemption_cost(t, s.lot), payment_cause.REDEMPTION)
