"""Arriving on a space. Source: each book on its spaces."""

from monopoly_lab.codes import account, cause, event, kind, node, task
from monopoly_lab.rules.agenda import ask, then
from monopoly_lab.rules.casino import open_casino
from monopoly_lab.rules.claims import open_rent
from monopoly_lab.rules.families import is_character_space
from monopoly_lab.rules.heading import buy_out, must_buy, take
from monopoly_lab.rules.jail import detain, send_to_jail
from monopoly_lab.rules.money import charge, move, sink
from monopoly_lab.rules.movement import BUYER, GIFT, carry, charge_property_tax
from monopoly_lab.rules.property import is_deed, offer
from monopoly_lab.rules.roles import deck_for, visit_foundation
from monopoly_lab.rules.rule import emit, rule, unknown


@rule
def land(s, t, log, k, times):
    p = s.seat_of[k]
    q = s.at[k]
    what = t.kind[q]
    if s.out[p] != 0:
        return
    if is_deed(t, q):
        if s.owner[q] < 0:
            if times == GIFT:
                take(s, t, log, p, q)
            elif t.o_buy_duty != 0 or times == BUYER:
                must_buy(s, t, log, p, q)
            else:
                offer(s, t, q)
        elif s.owner[q] != p and times == BUYER:
            buy_out(s, t, log, p, q)
        elif s.owner[q] != p:
            open_rent(s, t, log, p, q, times)
    elif what == kind.DECK:
        then(s, task.DRAW, t.deck_of[q], p, k, 0)
    elif what == kind.ROLE_DECK:
        then(s, task.DRAW, deck_for(s, t, p), p, k, 0)
    elif what == kind.FOUNDATION:
        visit_foundation(s, t, p, q)
    elif what == kind.TAX:
        tax(s, t, p, q)
    elif what == kind.GO_TO_JAIL or what == kind.JAIL_ENTER:
        send_to_jail(s, t, log, k)
    elif what == kind.JAIL:
        emit(log, event.VISITED, p, -1, q, 0, 0)
    elif what == kind.PARKING:
        move(s, log, account.PARKING, p, q, s.cash[account.PARKING], cause.PARKING)
    elif what == kind.RAILWAY:
        then(s, task.THROW_AGAIN, 0, 0, 0, 0)
    elif what == kind.TRAM:
        ride(s, t, log, k)
    elif what == kind.CASINO:
        open_casino(s, t, p)
    elif what == kind.TAX_OFFICE:
        visit_tax_office(s, t, log, k)
    elif is_character_space(what):
        then(s, task.VISIT, k, times, 0, 0)
    elif what != kind.PLAIN and what != kind.GO:
        unknown(kind, what)


@rule
def tax(s, t, p, q):
    """The printed sum, or the choice between it and a share of one's worth."""
    if t.tax_percent[q] > 0:
        s.lot = q
        ask(s, node.TAX, p)
    else:
        charge(s, p, sink(t), q, t.tax[q], cause.TAX)


@rule
def ride(s, t, log, k):
    """The fare is paid, and the token stands where the tram goes, without passing GO."""
    q = s.at[k]
    carry(s, log, k, t.goes_to[q])
    then(s, task.LAND, k, -1, 0, 0)
    charge(s, s.seat_of[k], sink(t), q, t.tax[q], cause.TAX)


@rule
def visit_tax_office(s, t, log, k):
    """Property tax; then, by book, a fine, or detention that the fine ends."""
    p = s.seat_of[k]
    if t.o_tax_admin_detain != 0:
        then(s, task.JAIL, k, 0, 0, 0)
    elif t.o_tax_admin_fine > 0:
        charge(s, p, sink(t), s.at[k], t.o_tax_admin_fine, cause.TAX_OFFICE_FINE)
    charge_property_tax(s, t, log, p, s.at[k], t.o_tax_admin_land)


@rule
def hold(s, t, log, k):
    """Detention at the tax administration begins, unless the tax has ruined the visitor."""
    if s.out[s.seat_of[k]] == 0:
        detain(s, t, log, k)
