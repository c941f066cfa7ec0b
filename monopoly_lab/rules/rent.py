"""Rent: how much, for whom, and until when it may be asked for. Source: each book on rent, stations, utilities."""

from monopoly_lab.codes import cause, event, kind, purpose, task
from monopoly_lab.rules.agenda import then
from monopoly_lab.rules.dice import ask_dice
from monopoly_lab.rules.money import charge, first_token
from monopoly_lab.rules.property import is_full_group, is_mortgaged_group, number_owned
from monopoly_lab.rules.rule import emit, rule
from monopoly_lab.rules.tables import RENTS


@rule
def rent_due(s, t, q, times, thrown):
    """Rent on `q` in the edition's money; 0 while it is mortgaged or unowned.

    `times` as in `movement.walk`; `thrown` the sum of the dice that counts for a utility.
    """
    if s.owner[q] < 0 or s.mortgaged[q] != 0:
        return 0
    if t.kind[q] == kind.STREET:
        return site_rent(s, t, q)
    n = number_owned(s, t, q) - 1
    if t.kind[q] == kind.STATION:
        if t.o_stations_by == 1:
            n = 0
        x = t.rent[q * RENTS + n]
        if times > 0:
            x = x * times
        return x
    if times > 0:
        return times * thrown
    return t.rent[q * RENTS + n] * thrown


@rule
def site_rent(s, t, q):
    x = t.rent[q * RENTS + s.level[q]]
    if s.level[q] != 0 and t.o_rent_double_unimproved_only != 0:
        return x
    if is_full_group(s, t, q) == 0:
        return x
    if t.o_rent_group_mortgaged_cancels != 0 and is_mortgaged_group(s, t, q) != 0:
        return x
    return x * t.o_rent_double


@rule
def needs_throw(t, q, times):
    """True if the rent of `q` depends on a throw of its own."""
    if t.kind[q] != kind.UTILITY:
        return False
    if times > 0 or t.o_utilities_dice == 1:
        return True
    return times < 0 and t.o_utilities_by_card_new_roll != 0


@rule
def open_rent(s, t, log, p, q, times):
    """Somebody else's deed: rent falls due, or may be asked for where the owner has to."""
    owner = s.owner[q]
    if s.mortgaged[q] != 0 or (t.o_jail_rights_rent == 0 and s.jail[first_token(s, owner)] != 0):
        emit(log, event.NO_RENT, p, owner, q, 0, 0)
        return
    s.claim_space[p] = q
    s.claim_owner[p] = owner
    s.claim_times[p] = times
    if t.o_rent_claim == 0:
        then(s, task.RENT, p, 0, 0, 0)
    else:
        emit(log, event.RENT_OPEN, p, owner, q, 0, 0)


@rule
def demand(s, t, log, p):
    """The rent that seat `p` owes is asked for."""
    q = s.claim_space[p]
    if q < 0:
        return
    if needs_throw(t, q, s.claim_times[p]):
        ask_dice(s, purpose.UTILITY, p)
    else:
        settle_rent(s, t, log, p, s.thrown)


@rule
def settle_rent(s, t, log, p, thrown):
    q = s.claim_space[p]
    s.claim_space[p] = -1
    x = rent_due(s, t, q, s.claim_times[p], thrown)
    if s.owner[q] == s.claim_owner[p] and x > 0:
        charge(s, p, s.owner[q], x, cause.RENT)
    else:
        emit(log, event.NO_RENT, p, s.claim_owner[p], q, 0, 0)


@rule
def lapse_rents(s, t, log, thrower):
    """A throw ends the time for claims: any throw, or only the next player's, by book."""
    if t.o_rent_deadline == 2:
        return
    for p in range(s.seats):
        if s.claim_space[p] >= 0 and (p != thrower or t.o_rent_deadline == 1):
            emit(log, event.RENT_LAPSED, p, s.claim_owner[p], s.claim_space[p], 0, 0)
            s.claim_space[p] = -1
