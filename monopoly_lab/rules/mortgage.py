"""Mortgages: a loan from the bank on a deed. Source: each book on mortgaging."""

from monopoly_lab.codes import account, cause, event, node, task, why, word
from monopoly_lab.rules.agenda import ask
from monopoly_lab.rules.money import charge_for, move, pay_out, share
from monopoly_lab.rules.property import is_built_group, is_deed, note_change
from monopoly_lab.rules.rule import emit, rule
from monopoly_lab.rules.timing import allows_sales, is_calm


@rule
def redemption(t, q):
    """What it costs to lift the mortgage on `q`: the printed sum, or the loan and a share of it."""
    if t.o_redeem == word.REDEEM_PRINTED and t.printed_redemption[q] > 0:
        return t.printed_redemption[q]
    return t.loan[q] + share(t, t.loan[q], t.o_redeem_percent)


@rule
def transfer_fee(t, q):
    """What a new owner pays at once for a deed that stays mortgaged."""
    if t.o_transfer_mortgaged_base == word.TRANSFER_MORTGAGED_BASE_PRICE:
        return share(t, t.price[q], t.o_redeem_percent)
    return share(t, t.loan[q], t.o_redeem_percent)


@rule
def least_on_transfer(s, t, q):
    """The least a new owner of `q` has to pay the bank: 0 if it is not mortgaged or the book asks nothing."""
    if s.mortgaged[q] == 0 or t.o_transfer_mortgaged == word.TRANSFER_MORTGAGED_FREE:
        return 0
    if t.o_transfer_mortgaged == word.TRANSFER_MORTGAGED_MUST_REDEEM:
        return redemption(t, q)
    return transfer_fee(t, q)


@rule
def why_not_loan(s, t, p, q):
    """Why the deed cannot be mortgaged, the moment apart."""
    if not is_deed(t, q):
        return why.NOT_A_DEED
    if s.owner[q] != p:
        return why.NOT_OWNER
    if s.mortgaged[q] != 0:
        return why.ALREADY_MORTGAGED
    if t.loan[q] == 0:
        return why.NO_LOAN
    if s.level[q] != 0:
        return why.SITE_BUILT
    if t.o_mortgage_condition == word.MORTGAGE_CONDITION_GROUP_CLEAR and is_built_group(s, t, q):
        return why.GROUP_BUILT
    return why.NONE


@rule
def why_not_mortgage(s, t, p, q):
    code = why_not_loan(s, t, p, q)
    if code != why.NONE:
        return code
    if not allows_sales(s):
        return why.NOT_NOW
    if t.o_mortgage_only_in_need != 0 and not (s.node == node.DEBT and s.actor == p):
        return why.MORTGAGE_ONLY_IN_NEED
    return why.NONE


@rule
def why_not_redeem(s, t, p, q):
    if not is_deed(t, q):
        return why.NOT_A_DEED
    if s.owner[q] != p:
        return why.NOT_OWNER
    if s.mortgaged[q] == 0:
        return why.NOT_MORTGAGED
    if not is_calm(s):
        return why.NOT_NOW
    if s.cash[p] < redemption(t, q):
        return why.NOT_ENOUGH_CASH
    return why.NONE


@rule
def mortgage(s, t, log, p, q):
    s.mortgaged[q] = 1
    note_change(s, q)
    emit(log, event.MORTGAGED, p, -1, q, t.loan[q], 0)
    pay_out(s, t, log, p, q, t.loan[q], cause.MORTGAGE)


@rule
def redeem(s, t, log, p, q):
    lift(s, log, p, q)
    move(s, log, p, account.BANK, q, redemption(t, q), cause.REDEMPTION)


@rule
def lift(s, log, p, q):
    note_change(s, q)  # while it still is mortgaged
    s.mortgaged[q] = 0
    emit(log, event.REDEEMED, p, -1, q, 0, 0)


@rule
def inherit(s, t, q, p):
    """A new owner of a mortgaged deed: redeem it, or leave it mortgaged for a fee."""
    free = t.o_transfer_mortgaged == word.TRANSFER_MORTGAGED_FREE
    if s.mortgaged[q] != 0 and s.owner[q] == p and s.out[p] == 0 and not free:
        s.lot = q
        ask(s, node.INHERIT, p)


@rule
def leave_mortgaged(s, t, log, p):
    charge_for(s, log, p, account.BANK, s.lot, transfer_fee(t, s.lot), cause.TRANSFER_FEE)


@rule
def needed_to_redeem(s, t, p):
    """At the choice of a new owner: the redemption, and the least for each other mortgage taken over with this one."""
    due = redemption(t, s.lot)
    for i in range(s.depth):
        if s.todo[i] == task.INHERIT and s.tb[i] == p:
            due += least_on_transfer(s, t, s.ta[i])
    return due


@rule
def why_not_redeem_now(s, t, p):
    if s.cash[p] < needed_to_redeem(s, t, p) and t.o_transfer_mortgaged == word.TRANSFER_MORTGAGED_FEE_OR_REDEEM:
        return why.NOT_ENOUGH_CASH
    return why.NONE


@rule
def redeem_now(s, t, log, p):
    """The new owner redeems; where the book leaves no choice this may be a debt."""
    lift(s, log, p, s.lot)
    charge_for(s, log, p, account.BANK, s.lot, redemption(t, s.lot), cause.REDEMPTION)
