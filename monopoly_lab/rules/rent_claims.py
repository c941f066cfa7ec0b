"""Rents that somebody owes: due at once, or open until they are asked for or lapse. Source: each book on rent.

A claim is a rent that may still be asked for. `s.claims` counts the open ones, `s.claim` is the number of the one that
is being settled. Claim `i` has the visitor `s.claim_seat[i]`, the deed `s.claim_space[i]`, its owner at the time of the
stop, `s.claim_owner[i]`, how the token came, `s.claim_times[i]`, and the rent, `s.claim_rent[i]`. The house rule to
go round a rent is in `detour`.
"""

from monopoly_lab.constants import dice_purpose, event, node, option_value, payment_cause
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.agenda import Log, ask, emit, rule
from monopoly_lab.rules.dice import ask_dice
from monopoly_lab.rules.payments import charge_for, is_held
from monopoly_lab.rules.policy_effects import lose_damage, withhold
from monopoly_lab.rules.rent import needs_throw, rent_due
from monopoly_lab.rules.roles import is_competitor
from monopoly_lab.rules.state import State
from monopoly_lab.rules.state_fields import CLAIMS


@rule
def open_rent(s: State, t: Tables, log: Log, p: int, q: int, times: int) -> None:
    """Record the rent that seat `p` owes on another's deed: due at once, or open until the owner asks for it.

    `times` says how the token came: 0 by a throw, above 0 by a card that multiplies the rent by it, -1 by another card.
    """
    owner = s.owner[q]
    if s.mortgaged[q] != 0 or (t.o_jail_rights_rent == 0 and is_silenced(s, t, owner)):
        emit(log, event.NO_RENT, p, owner, q, 0, 0)
        return
    if s.claims == CLAIMS:
        lapse_claim(s, log, 0)
    i = s.claims
    s.claims = i + 1
    s.claim_seat[i] = p
    s.claim_space[i] = q
    s.claim_owner[i] = owner
    s.claim_times[i] = times
    if not needs_throw(t, q, times):  # fixed now: what is built before it is asked for does not raise it
        s.claim_rent[i] = rent_due(s, t, q, times, s.thrown)
    if t.o_rent_claim == option_value.RENT_CLAIM_AUTOMATIC:
        demand_rent(s, t, log, i)
    else:
        emit(log, event.RENT_OPEN, p, owner, q, 0, 0)


@rule
def is_silenced(s: State, t: Tables, p: int) -> bool:
    """Return True for a seat that is held and may not ask for rent meanwhile; a price war silences no competitor."""
    return is_held(s, p) and not is_competitor(s, t, p)


@rule
def demand_rent(s: State, t: Tables, log: Log, i: int) -> None:
    """Demand rent number `i` of the open ones; throw the dice first where they set it."""
    s.claim = i
    if needs_throw(t, s.claim_space[i], s.claim_times[i]):
        ask_dice(s, dice_purpose.UTILITY, s.claim_seat[i])
    else:
        settle_rent(s, t, log, s.claim_rent[i])


@rule
def settle_thrown_rent(s: State, t: Tables, log: Log, thrown: int) -> None:
    """Settle the rent of a utility that was asked for, by the dice that have fallen."""
    i = s.claim
    settle_rent(s, t, log, rent_due(s, t, s.claim_space[i], s.claim_times[i], thrown))


@rule
def settle_rent(s: State, t: Tables, log: Log, x: int) -> None:
    """Charge the rent `x` that was asked for; with the house rule `detour` first name a toll, or draw the cost."""
    i = s.claim
    p = s.claim_seat[i]
    q = s.claim_space[i]
    owner = s.claim_owner[i]
    if s.owner[q] != owner or x <= 0:
        drop_claim(s, i)
        emit(log, event.NO_RENT, p, owner, q, 0, 0)
    elif t.o_detour == 0:
        pay_rent(s, t, log, x)
    else:
        s.claim_rent[i] = x
        s.lot = q
        if t.o_detour_toll != 0:
            ask(s, node.TOLL, owner)
        else:
            ask(s, node.WAY, p)


@rule
def pay_rent(s: State, t: Tables, log: Log, x: int) -> None:
    """Charge the visitor the rent `x` of the claim that is being settled, parts of it for others than the owner."""
    i = s.claim
    p = s.claim_seat[i]
    q = s.claim_space[i]
    owner = s.claim_owner[i]
    drop_claim(s, i)
    if t.damages != 0:
        x = lose_damage(s, t, p, q, x)
    if t.withheld != 0:
        x = withhold(s, t, p, q, x)
    charge_for(s, log, p, owner, q, x, payment_cause.RENT)


@rule
def drop_claim(s: State, i: int) -> None:
    """Take rent number `i` off the list of the open ones."""
    s.claims -= 1
    while i < s.claims:
        s.claim_seat[i] = s.claim_seat[i + 1]
        s.claim_space[i] = s.claim_space[i + 1]
        s.claim_owner[i] = s.claim_owner[i + 1]
        s.claim_times[i] = s.claim_times[i + 1]
        s.claim_rent[i] = s.claim_rent[i + 1]
        i += 1
    s.claim = 0
    s.claim_seat[i] = s.claim_space[i] = s.claim_owner[i] = s.claim_times[i] = s.claim_rent[i] = 0


@rule
def drop_claims(s: State, p: int) -> None:
    """Drop all open rents that seat `p` owes or is owed."""
    i = 0
    while i < s.claims:
        if s.claim_seat[i] == p or s.claim_owner[i] == p:
            drop_claim(s, i)
        else:
            i += 1


@rule
def lapse_claim(s: State, log: Log, i: int) -> None:
    """Drop rent number `i` of the open ones, which can no longer be asked for."""
    emit(log, event.RENT_LAPSED, s.claim_seat[i], s.claim_owner[i], s.claim_space[i], 0, 0)
    drop_claim(s, i)


@rule
def lapse_rents(s: State, t: Tables, log: Log, thrower: int) -> None:
    """Drop open rents that a throw ends, by the options: any throw, the next player's, or the visitor's own."""
    if t.o_rent_deadline == option_value.RENT_DEADLINE_NONE:
        return
    i = 0
    while i < s.claims:
        if is_last_moment(t, s.claim_seat[i] == thrower):
            lapse_claim(s, log, i)
        else:
            i += 1


@rule
def is_last_moment(t: Tables, visitor_throws: bool) -> bool:
    """Return True if rent has to be asked for before this throw, which is the visitor's own or another player's."""
    if t.o_rent_deadline == option_value.RENT_DEADLINE_BEFORE_NEXT_ROLL:
        return True
    if t.o_rent_deadline == option_value.RENT_DEADLINE_BEFORE_VISITOR_THROWS:
        return visitor_throws
    return not visitor_throws
