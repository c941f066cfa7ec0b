"""Do what a space asks of a player who lands there: taxes, tram, tax office, parking, casino.

What lies on free parking was paid by `payments.sink`. Source: each book on its spaces.
"""

from monopoly_lab.constants import action, event, node, payer_account, payment_cause, refusal, space_kind, task
from monopoly_lab.editions.rule_tables import FACES, Tables
from monopoly_lab.rules.agenda import Log, ask, emit, rule, then, unknown
from monopoly_lab.rules.code_groups import is_character_space
from monopoly_lab.rules.jail import detain, send_to_jail
from monopoly_lab.rules.movement import BUYER, GIFT, buy_out, carry, charge_property_tax, must_buy, take_for_nothing
from monopoly_lab.rules.net_worth import net_worth
from monopoly_lab.rules.ownership import is_deed, offer_deed
from monopoly_lab.rules.payments import charge, pay, pay_out, percent_of, sink
from monopoly_lab.rules.rent_claims import open_rent
from monopoly_lab.rules.roles import deck_for, more_on_cash, visit_foundation
from monopoly_lab.rules.state import State


@rule
def land(s: State, t: Tables, log: Log, k: int, times: int) -> None:
    """Do what the space under token `k` asks for; `times` says how the token came (`movement.walk`)."""
    p = s.seat_of[k]
    q = s.at[k]
    what = t.kind[q]
    if s.out[p] != 0:
        return
    if is_deed(t, q):
        if s.owner[q] < 0:
            if times == GIFT:
                take_for_nothing(s, t, log, p, q)
            elif t.o_buy_duty != 0 or times == BUYER:
                must_buy(s, t, log, p, q)
            else:
                offer_deed(s, t, q)
        elif s.owner[q] != p and times == BUYER:
            buy_out(s, t, log, p, q)
        elif s.owner[q] != p:
            open_rent(s, t, log, p, q, times)
    elif what == space_kind.DECK:
        then(s, task.DRAW, t.deck_of[q], p, k, 0)
    elif what == space_kind.ROLE_DECK:
        then(s, task.DRAW, deck_for(s, t, p), p, k, 0)
    elif what == space_kind.FOUNDATION:
        visit_foundation(s, t, p, q)
    elif what == space_kind.TAX:
        visit_tax_space(s, t, p, q)
    elif what == space_kind.GO_TO_JAIL or what == space_kind.JAIL_ENTER:
        send_to_jail(s, t, log, k)
    elif what == space_kind.JAIL:
        emit(log, event.VISITED, p, -1, q, 0, 0)
    elif what == space_kind.PARKING:
        pay(s, log, payer_account.PARKING, p, q, s.cash[payer_account.PARKING], payment_cause.PARKING)
    elif what == space_kind.RAILWAY:
        then(s, task.THROW_AGAIN, 0, 0, 0, 0)
    elif what == space_kind.TRAM:
        ride_tram(s, t, log, k)
    elif what == space_kind.CASINO:
        open_casino(s, t, p)
    elif what == space_kind.TAX_OFFICE:
        visit_tax_office(s, t, log, k)
    elif is_character_space(what):
        then(s, task.VISIT, k, times, 0, 0)
    elif what != space_kind.PLAIN and what != space_kind.GO:  # GO has paid when the token came (`movement.pass_space`)
        unknown(space_kind, what)


@rule
def visit_tax_space(s: State, t: Tables, p: int, q: int) -> None:
    """Charge the printed sum, or ask for the choice between it and a share of net worth."""
    if t.tax_percent[q] > 0:
        s.lot = q
        ask(s, node.TAX, p)
    else:
        charge(s, p, sink(t), q, t.tax[q], payment_cause.TAX)


@rule
def tax_by_share(s: State, t: Tables, p: int, q: int) -> int:
    """Return the tax by share of seat `p` at the tax space `q`: a percentage of its net worth."""
    percent = t.tax_percent[q]
    return percent_of(t, net_worth(s, t, p, t.o_tax_mortgaged), percent) + more_on_cash(s, t, p, percent)


@rule
def pay_tax(s: State, t: Tables, log: Log, p: int, v: int) -> None:
    """Charge the flat sum, or the share of net worth, in which mortgaged deeds count as `tax.mortgaged` says."""
    x = t.tax[s.lot]
    if v == action.PERCENT:
        x = tax_by_share(s, t, p, s.lot)
    elif v != action.FLAT:
        unknown(action, v)
    emit(log, event.TAXED, p, -1, s.lot, x, v)
    charge(s, p, sink(t), s.lot, x, payment_cause.TAX)


@rule
def ride_tram(s: State, t: Tables, log: Log, k: int) -> None:
    """Charge the fare, and put the token where the tram goes, without passing GO."""
    q = s.at[k]
    carry(s, log, k, t.goes_to[q])
    then(s, task.LAND, k, -1, 0, 0)
    charge(s, s.seat_of[k], sink(t), q, t.tax[q], payment_cause.TAX)


@rule
def visit_tax_office(s: State, t: Tables, log: Log, k: int) -> None:
    """Charge token `k` the property tax at the tax office; then, by the options, fine or detain it."""
    p = s.seat_of[k]
    if t.o_tax_admin_detain != 0:
        then(s, task.JAIL, k, 0, 0, 0)
    elif t.o_tax_admin_fine > 0:
        charge(s, p, sink(t), s.at[k], t.o_tax_admin_fine, payment_cause.TAX_OFFICE_FINE)
    charge_property_tax(s, t, log, p, s.at[k], t.o_tax_admin_land)


@rule
def detain_visitor(s: State, t: Tables, log: Log, k: int) -> None:
    """Detain token `k` at the tax office, unless the tax has bankrupted its seat."""
    if s.out[s.seat_of[k]] == 0:
        detain(s, t, log, k)


# The casino: a stake, three reels, winnings from the bank, lost stakes into the pot. Source: the Russian and the
# Ukrainian text on the casino; reels and winnings are the edition's data.


@rule
def open_casino(s: State, t: Tables, p: int) -> None:
    """Ask the visitor for a stake, if they have the least one in cash."""
    if s.cash[p] >= t.o_casino_minimum:
        ask(s, node.STAKE, p)


@rule
def put_stake(s: State, log: Log, p: int, x: int) -> None:
    """Put the stake into the casino's pot until the reels have been read."""
    s.stake = x
    s.spins = 0
    pay(s, log, p, payer_account.JACKPOT, s.at[s.token], x, payment_cause.STAKE)
    ask(s, node.REEL, p)


@rule
def read_reel(s: State, t: Tables, log: Log, p: int, face: int) -> None:
    """Record the face of the next reel, thrown with one die; after the third, settle the stake."""
    s.spun[s.spins] = face
    emit(log, event.SPUN, p, s.spins, s.at[s.token], face, symbol(t, s.spins, face))
    s.spins += 1
    if s.spins < 3:
        ask(s, node.REEL, p)
    else:
        then(s, task.CASINO, p, 0, 0, 0)


@rule
def symbol(t: Tables, reel: int, face: int) -> int:
    """Return the symbol on face `face` (from 1) of reel `reel`."""
    return t.reel[reel * FACES + face - 1]


@rule
def settle_stake(s: State, t: Tables, log: Log, p: int) -> None:
    """Pay seat `p` a multiple of its stake for three equal symbols; the jackpot symbol adds the pot."""
    first = symbol(t, 0, s.spun[0])
    if symbol(t, 1, s.spun[1]) != first or symbol(t, 2, s.spun[2]) != first:
        return
    pay(s, log, payer_account.JACKPOT, payer_account.BANK, s.at[s.token], s.stake, payment_cause.STAKE)
    pay_out(s, t, log, p, s.at[s.token], s.stake * t.reel_pay[first], payment_cause.CASINO_WIN)
    if first == t.reel_jackpot and t.o_casino_jackpot != 0:
        pay(s, log, payer_account.JACKPOT, p, s.at[s.token], s.cash[payer_account.JACKPOT], payment_cause.JACKPOT)


@rule
def why_not_stake(s: State, t: Tables, p: int, x: int) -> int:
    """Return why seat `p` cannot put the stake `x`."""
    if x < t.o_casino_minimum:
        return refusal.STAKE_TOO_LOW
    if x > s.cash[p]:
        return refusal.STAKE_TOO_HIGH
    return refusal.NONE
