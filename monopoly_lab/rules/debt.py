"""Debts that cash does not cover: the debtor chooses how to raise the money. Source: each book on debts."""

from monopoly_lab.codes import account, event, node, why
from monopoly_lab.rules.agenda import ask
from monopoly_lab.rules.money import move, place
from monopoly_lab.rules.mortgage import why_not_mortgage
from monopoly_lab.rules.property import give_deed
from monopoly_lab.rules.rule import emit, rule
from monopoly_lab.rules.selling import value_of_buildings, why_not_clear, why_not_sell, why_not_sell_group
from monopoly_lab.rules.trade import clear_offer, why_not_item


@rule
def raisable(s, t, p):
    """Cash of seat `p` if it sold every building and mortgaged every deed."""
    x = s.cash[p]
    for q in range(t.spaces):
        if s.owner[q] == p:
            x += value_of_buildings(s, t, q)
            if s.mortgaged[q] == 0:
                x += t.loan[q]
    return x


@rule
def can_raise_more(s, t, p):
    """True if anything can be sold to the bank or mortgaged at this node."""
    for q in range(t.spaces):
        if s.owner[q] == p:
            if s.level[q] == 0:
                if why_not_mortgage(s, t, p, q) == why.NONE:
                    return True
            elif (
                why_not_sell(s, t, p, q) == why.NONE
                or why_not_sell_group(s, t, p, q) == why.NONE
                or why_not_clear(s, t, p, q) == why.NONE
            ):
                return True
    return False


@rule
def why_not_bankrupt(s, t, p):
    """Only who cannot raise the sum is bankrupt."""
    if s.cash[p] >= s.debt:
        return why.CAN_STILL_PAY
    if raisable(s, t, p) >= s.debt and can_raise_more(s, t, p):
        return why.CAN_STILL_PAY
    return why.NONE


@rule
def pay_debt(s, log, p):
    x = s.debt
    s.debt = 0
    move(s, log, p, s.debt_to, place(s, p), x, s.debt_cause)


@rule
def ask_again(s):
    """Back to the debtor; a debt that property has settled is gone."""
    if s.debt > 0:
        ask(s, node.DEBT, s.actor)


@rule
def bank_value(s, t, q):
    """What the bank allows for a deed: its price, less the loan on it."""
    if s.mortgaged[q] != 0:
        return max(t.price[q] - t.loan[q], 0)
    return t.price[q]


@rule
def why_not_settle_with_bank(s, t, p):
    """A debt to the bank, settled with deeds at their printed price where the option allows it."""
    if t.o_debt_property_bank == 0 or s.offer_give != 0 or s.offer_ask != 0:
        return why.SETTLE_BANK
    x = 0
    for q in range(t.spaces):
        if s.offer_deed[q] != 0:
            if s.offer_deed[q] != 1:
                return why.NOT_ALLOWED
            code = why_not_item(s, t, q)
            if code != why.NONE:
                return code
            x += bank_value(s, t, q)
    if s.offer_value < 1 or s.offer_value > x or s.offer_value > s.debt:
        return why.SETTLE_VALUE
    return why.NONE


@rule
def settle_with_bank(s, t, log, p):
    emit(log, event.ACCEPTED, account.BANK, p, -1, 0, s.offer_value)
    for q in range(t.spaces):
        if s.offer_deed[q] == 1:
            give_deed(s, log, q, -1)
            if s.mortgaged[q] != 0:
                s.mortgaged[q] = 0
                emit(log, event.REDEEMED, p, -1, q, 0, 0)
    s.debt = s.debt - s.offer_value
    clear_offer(s, t)
