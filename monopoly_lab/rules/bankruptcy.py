"""Bankruptcy: to a player, who takes over everything, or to the bank, which auctions it. Source: each book."""

from monopoly_lab.constants import card_effect, event, option_value, payer_account, payment_cause, task
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.card_piles import put_under
from monopoly_lab.rules.code_groups import is_seat
from monopoly_lab.rules.coins import ON_SPACE, drop_coins, payee_account
from monopoly_lab.rules.engine import Log, emit, rule, then
from monopoly_lab.rules.game_end import finish_if_decided, is_decided
from monopoly_lab.rules.mortgage import transfer_fee
from monopoly_lab.rules.ownership import give_deed, is_over_cap
from monopoly_lab.rules.payments import charge_for, pay
from monopoly_lab.rules.rent_claims import drop_claims
from monopoly_lab.rules.selling import clear_site
from monopoly_lab.rules.state import State


@rule
def go_bankrupt(s: State, t: Tables, log: Log, p: int) -> None:
    """Seat `p` leaves the game; its creditor, or the bank, gets what it has."""
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
    give_deed(s, t, log, q, -1)
    if s.mortgaged[q] != 0:
        s.mortgaged[q] = 0
        emit(log, event.REDEEMED, -1, p, q, 0, 0)
    if t.o_bankrupt_bank == option_value.BANKRUPT_BANK_AUCTION_ALL:
        s.waiting[q] = 1
        if s.depth == 0 or s.todo[s.depth - 1] != task.BANK_AUCTION:
            then(s, task.BANK_AUCTION, 0, 0, 0, 0)


@rule
def hand_to_bank(s: State, t: Tables, log: Log, p: int, creditor: int) -> None:
    """Hand all to the bank, coins owed to a space to it; deeds are auctioned, or wait for a visitor, by book."""
    auctioned = 0
    lifted = t.o_bankrupt_bank == option_value.BANKRUPT_BANK_KEEP or t.o_bankrupt_bank_lifts_mortgages != 0
    for q in range(t.spaces):
        if s.owner[q] == p:
            clear_site(s, t, log, p, q, 0)
            give_deed(s, t, log, q, -1)
            if t.o_bankrupt_bank == option_value.BANKRUPT_BANK_AUCTION_ALL:
                s.waiting[q] = 1
                auctioned = 1
            if s.mortgaged[q] != 0 and lifted:
                s.mortgaged[q] = 0  # a deed of the bank
                emit(log, event.REDEEMED, -1, p, q, 0, 0)
    if creditor >= ON_SPACE:
        drop_coins(s, log, p, creditor - ON_SPACE, s.cash[p], payment_cause.BANKRUPTCY)
    else:
        pay(s, log, p, creditor, -1, s.cash[p], payment_cause.BANKRUPTCY)
    for c in range(t.cards):
        if s.card_seat[c] == p:
            put_under(s, t, log, c)
    if auctioned != 0:
        then(s, task.BANK_AUCTION, 0, 0, 0, 0)
