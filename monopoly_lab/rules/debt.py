"""Debts that cash does not cover, which the debtor raises money for, and bankruptcy. Source: each book on both."""

from monopoly_lab.constants import (
    card_effect,
    event,
    node,
    offer_side,
    option_value,
    payer_account,
    payment_cause,
    refusal,
    task,
)
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.agenda import Log, ask, emit, put_below, rule, then
from monopoly_lab.rules.building import clear_site, value_of_buildings, why_not_clear, why_not_sell, why_not_sell_group
from monopoly_lab.rules.card_piles import put_under
from monopoly_lab.rules.code_groups import is_seat
from monopoly_lab.rules.coins import ON_SPACE, drop_coins, pay_payee, payee_account
from monopoly_lab.rules.game_end import finish_if_decided, is_decided
from monopoly_lab.rules.mortgage import lift_mortgage, transfer_fee, why_not_mortgage
from monopoly_lab.rules.ownership import give_deed, is_over_cap, why_not_part_with
from monopoly_lab.rules.payments import charge_for, pay, pay_out, percent_of
from monopoly_lab.rules.rent_claims import drop_claims
from monopoly_lab.rules.state import State
from monopoly_lab.rules.trade import clear_offer, exceeds_one_site, why_not_item


@rule
def charge_debt(s: State, t: Tables, log: Log, p: int, payee: int, q: int, x: int, cause: int) -> None:
    """Pay a debt that falls due at once from cash, or ask the debtor how to raise it."""
    if s.out[p] != 0 or x <= 0:
        return
    if is_seat(payee) and s.out[payee] != 0:
        return
    if s.cash[p] >= x:
        pay_payee(s, log, p, payee, q, x, cause)
    elif t.o_bankrupt_when_collects_first != 0 and first_due(s, p) >= 0:
        put_below(s, first_due(s, p), task.CHARGE, p, payee, x, cause, q)
    else:
        s.debt = x
        s.debt_to = payee
        s.debt_space = q
        s.debt_cause = cause
        s.debt_given = 0
        emit(log, event.DEBT, p, payee_account(payee), q, x, cause)
        ask(s, node.DEBT, p)
        forgive_if_insolvent(s, t, log, p)


@rule
def first_due(s: State, p: int) -> int:
    """Return the place on the agenda of what a player still owes seat `p`, the one that falls due last; -1 for none."""
    for i in range(s.depth):
        if s.todo[i] == task.CHARGE and s.tb[i] == p and s.out[s.ta[i]] == 0:
            return i
    return -1


@rule
def forgive_if_insolvent(s: State, t: Tables, log: Log, p: int) -> None:
    """Take the cash of a debtor with nothing left to sell and forgive the rest, if the options exclude bankruptcy."""
    if t.o_bankrupt_when_forgiven == 0 or s.cash[p] >= s.debt or can_raise_more(s, t, p):
        return
    s.node = node.NONE
    rest = s.debt - s.cash[p]
    pay_payee(s, log, p, s.debt_to, s.debt_space, s.cash[p], s.debt_cause)
    emit(log, event.FORGIVEN, p, payee_account(s.debt_to), s.debt_space, rest, s.debt_cause)
    s.debt = 0


@rule
def sale_value(t: Tables, q: int) -> int:
    """Return what the bank gives a debtor for the deed; 0 where it takes none."""
    return percent_of(t, t.price[q], t.o_debt_property_deeds_to_bank)


@rule
def why_not_sell_deed(s: State, t: Tables, p: int, q: int) -> int:
    """Return why seat `p` cannot sell a deed to the bank: debtors may who lack money, or by a card that demands it."""
    if t.o_debt_property_deeds_to_bank == 0 and s.node != node.SALE:
        return refusal.NO_DEED_SALE
    code = why_not_part_with(s, t, p, q)
    if code == refusal.NOT_A_DEED or code == refusal.NOT_OWNER:
        return code
    if s.actor != p or not (s.node == node.SALE or (s.node == node.DEBT and s.cash[p] < s.debt)):
        return refusal.NOT_NOW
    return code


@rule
def deed_value(s: State, t: Tables, q: int) -> int:
    """Return what the bank gives for the deed here and now: to a debtor, or by the card in hand."""
    if s.node == node.SALE:
        return percent_of(t, t.price[q], t.card_a[s.lot])
    return sale_value(t, q)


@rule
def sell_deed(s: State, t: Tables, log: Log, p: int, q: int) -> None:
    """Sell the deed to the bank at what the bank allows for it."""
    x = deed_value(s, t, q)
    if s.node == node.SALE:
        s.node = node.NONE
    give_deed(s, t, log, q, -1)
    pay_out(s, t, log, p, q, x, payment_cause.DEED_SALE)


@rule
def raisable(s: State, t: Tables, p: int) -> int:
    """Return the cash of seat `p` if it sold every building and mortgaged every deed, or sold it to the bank."""
    x = s.cash[p]
    for q in range(t.spaces):
        if s.owner[q] == p:
            x += value_of_buildings(s, t, q)
            if s.mortgaged[q] == 0:
                x += max(t.loan[q], sale_value(t, q))
    return x


@rule
def can_raise_more(s: State, t: Tables, p: int) -> bool:
    """Return True if anything can be sold to the bank or mortgaged at this node."""
    for q in range(t.spaces):
        if s.owner[q] == p:
            if s.level[q] == 0:
                if why_not_mortgage(s, t, p, q) == refusal.NONE or why_not_sell_deed(s, t, p, q) == refusal.NONE:
                    return True
            elif (
                why_not_sell(s, t, p, q) == refusal.NONE
                or why_not_sell_group(s, t, p, q) == refusal.NONE
                or why_not_clear(s, t, p, q) == refusal.NONE
            ):
                return True
    return False


@rule
def why_not_bankrupt(s: State, t: Tables, p: int) -> int:
    """Return why seat `p` cannot go bankrupt (it can still raise the sum), as a `refusal` code."""
    if t.o_bankrupt_when_forgiven != 0:
        return refusal.NO_BANKRUPTCY
    if s.cash[p] >= s.debt:
        return refusal.CAN_STILL_PAY
    if raisable(s, t, p) >= s.debt and can_raise_more(s, t, p):
        return refusal.CAN_STILL_PAY
    return refusal.NONE


@rule
def pay_debt(s: State, log: Log, p: int) -> None:
    """Pay the open debt in full."""
    x = s.debt
    s.debt = 0
    pay_payee(s, log, p, s.debt_to, s.debt_space, x, s.debt_cause)


@rule
def ask_again(s: State, t: Tables, log: Log) -> None:
    """Ask the debtor again, unless the debt is settled."""
    if s.debt > 0:
        ask(s, node.DEBT, s.actor)
        forgive_if_insolvent(s, t, log, s.actor)


@rule
def bank_value(s: State, t: Tables, q: int) -> int:
    """Return what the bank allows for a deed: its price, less the loan on it."""
    if s.mortgaged[q] != 0:
        return max(t.price[q] - t.loan[q], 0)
    return t.price[q]


@rule
def why_not_settle_with_bank(s: State, t: Tables) -> int:
    """Return why a debt to the bank cannot be settled with deeds at their printed price, where the option allows it."""
    if t.o_debt_property_bank == 0 or s.offer_give != 0 or s.offer_ask != 0:
        return refusal.SETTLE_BANK
    x = 0
    deeds = 0
    for q in range(t.spaces):
        if s.offer_deed[q] != 0:
            if s.offer_deed[q] != offer_side.GIVEN:
                return refusal.NOT_ALLOWED
            code = why_not_item(s, t, q)
            if code != refusal.NONE:
                return code
            deeds += 1
            x += bank_value(s, t, q)
    if exceeds_one_site(s, t, deeds):
        return refusal.SETTLE_ONE_SITE
    if s.offer_value < 1 or s.offer_value > x or s.offer_value > s.debt:
        return refusal.SETTLE_VALUE
    return refusal.NONE


@rule
def takes_property(s: State, t: Tables) -> bool:
    """Return True if a deed could be given toward the open debt."""
    if exceeds_one_site(s, t, 1):
        return False
    if s.debt_to == payer_account.BANK:
        return t.o_debt_property_bank != 0
    return s.debt_to < s.seats and t.o_debt_property != option_value.DEBT_PROPERTY_NONE


@rule
def settle_with_bank(s: State, t: Tables, log: Log, p: int) -> None:
    """Hand the offered deeds to the bank at their value, against the debt."""
    emit(log, event.ACCEPTED, payer_account.BANK, p, -1, 0, s.offer_value)
    for q in range(t.spaces):
        if s.offer_deed[q] == offer_side.GIVEN:
            give_deed(s, t, log, q, -1)
            s.debt_given += 1
            if s.mortgaged[q] != 0:
                lift_mortgage(s, log, p, q)
    s.debt = s.debt - s.offer_value
    clear_offer(s, t)


@rule
def go_bankrupt(s: State, t: Tables, log: Log, p: int) -> None:
    """Remove seat `p` from the game, bankrupt; its creditor, or the bank, gets what it has."""
    creditor = s.debt_to
    emit(log, event.BANKRUPT, p, payee_account(creditor), -1, s.debt, s.debt_cause)
    s.debt = 0
    s.loan[p] = 0
    s.bankruptcies += 1
    s.out[p] = s.bankruptcies
    if p == s.mover:
        s.turn_over = 1
    if is_seat(creditor):
        hand_to_player(s, t, log, p, creditor)
    else:
        hand_to_bank(s, t, log, p, creditor)
    drop_claims(s, p)
    finish_if_decided(s, t, log)


@rule
def hand_to_player(s: State, t: Tables, log: Log, p: int, creditor: int) -> None:
    """Sell buildings to the bank (or keep them, in the short game); hand cash, deeds and cards to the creditor."""
    keeps = t.o_bankrupt_player_keeps_buildings == option_value.BANKRUPT_PLAYER_KEEPS_BUILDINGS_ALWAYS
    if t.o_bankrupt_player_keeps_buildings == option_value.BANKRUPT_PLAYER_KEEPS_BUILDINGS_LAST:
        keeps = is_decided(s, t)
    for q in range(t.spaces):
        if s.owner[q] == p:
            if not keeps:
                clear_site(s, t, log, p, q, 1)
            if is_over_cap(s, t, creditor, q):
                fall_to_bank(s, t, log, p, q)
                continue
            give_deed(s, t, log, q, creditor)
            if s.mortgaged[q] != 0 and t.o_bankrupt_mortgage_fee != 0:
                charge_for(s, log, creditor, payer_account.BANK, q, transfer_fee(t, q), payment_cause.TRANSFER_FEE)
    pay(s, log, p, creditor, -1, s.cash[p], payment_cause.BANKRUPTCY)
    for c in range(t.cards):
        if s.card_seat[c] == p and t.card_effect[c] == card_effect.FOR_TOKEN:
            put_under(s, t, log, c)
        elif s.card_seat[c] == p:
            emit(log, event.CARD_MOVED, creditor, p, c, 0, 0)
            s.card_seat[c] = creditor


@rule
def fall_to_bank(s: State, t: Tables, log: Log, p: int, q: int) -> None:
    """Take a deed that a policy keeps the creditor from owning: free of its mortgage, auctioned where deeds are."""
    clear_site(s, t, log, p, q, 1)
    return_free_deed(s, t, log, p, q)
    if t.o_bankrupt_bank == option_value.BANKRUPT_BANK_AUCTION_ALL:
        s.waiting[q] = 1
        if s.depth == 0 or s.todo[s.depth - 1] != task.BANK_AUCTION:
            then(s, task.BANK_AUCTION, 0, 0, 0, 0)


@rule
def return_free_deed(s: State, t: Tables, log: Log, p: int, q: int) -> None:
    """Hand the deed of the bankrupt seat `p` back to the bank, free of its mortgage."""
    give_deed(s, t, log, q, -1)
    if s.mortgaged[q] != 0:
        s.mortgaged[q] = 0
        emit(log, event.REDEEMED, -1, p, q, 0, 0)


@rule
def hand_to_bank(s: State, t: Tables, log: Log, p: int, creditor: int) -> None:
    """Hand all to the bank, coins owed to a space to it; deeds are auctioned, or wait for a visitor, by book."""
    auctioned = 0
    lifted = t.o_bankrupt_bank == option_value.BANKRUPT_BANK_KEEP or t.o_bankrupt_bank_lifts_mortgages != 0
    for q in range(t.spaces):
        if s.owner[q] == p:
            clear_site(s, t, log, p, q, 0)
            if lifted:
                return_free_deed(s, t, log, p, q)
            else:
                give_deed(s, t, log, q, -1)
            if t.o_bankrupt_bank == option_value.BANKRUPT_BANK_AUCTION_ALL:
                s.waiting[q] = 1
                auctioned = 1
    if creditor >= ON_SPACE:
        drop_coins(s, log, p, creditor - ON_SPACE, s.cash[p], payment_cause.BANKRUPTCY)
    else:
        pay(s, log, p, creditor, -1, s.cash[p], payment_cause.BANKRUPTCY)
    for c in range(t.cards):
        if s.card_seat[c] == p:
            put_under(s, t, log, c)
    if auctioned != 0:
        then(s, task.BANK_AUCTION, 0, 0, 0, 0)
