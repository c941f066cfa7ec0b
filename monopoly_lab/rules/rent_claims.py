"""Rents that somebody owes: due at once, or open until they are asked for or lapse. Source: each book on rent.

Detour, in no rule book, off unless the option `detour` gives the most D that a way round can cost. Whoever owes a rent
may then go round it instead:

1. The price is the rent by the book, or with `detour.toll` what the owner names for this stop, from 1 to D (and to the
   cap of a policy). The owner sees who has stopped and the whole table, but not what is drawn next.
2. Luck draws what the way round costs: each whole sum from 1 to D alike. Above `MOST_WAYS` it is one of so many equal
   parts of D, rounded down.
3. The visitor sees price and cost and chooses: the price, which is a rent like any other (taxes and damage are taken
   from it), or the cost, which goes to the bank, never into a pot, and is nobody's income. Either is a debt for those
   who have not enough: of the price to the owner, of the way round to the bank.

Where no rent is due (a mortgaged deed, one's own, one whose owner changed before the rent was settled) nothing is
drawn. Default answers and all strategies take the cheaper way, at a tie the price; as owners they name the rent by the
book, players who value by income the price that brings most. `thinker` and `decide` weigh these answers as any other.
"""

from monopoly_lab.constants import dice_purpose, event, node, option_value, payer_account, payment_cause, refusal
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.dice import ask_dice
from monopoly_lab.rules.engine import Log, ask, emit, rule
from monopoly_lab.rules.payments import charge_for, first_token
from monopoly_lab.rules.policy_effects import lose_damage, withhold
from monopoly_lab.rules.rent import needs_throw, rent_due
from monopoly_lab.rules.roles import is_competitor
from monopoly_lab.rules.state import State
from monopoly_lab.rules.state_fields import CLAIMS

MOST_WAYS = 200  # different costs of a way round


@rule
def open_rent(s: State, t: Tables, log: Log, p: int, q: int, times: int) -> None:
    """Record the rent that seat `p` owes on another's deed: due at once, or open until the owner asks for it."""
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
    if not needs_throw(t, q, times):  # the rent of the stop, whatever is built before it is asked for
        s.claim_rent[i] = rent_due(s, t, q, times, s.thrown)
    if t.o_rent_claim == option_value.RENT_CLAIM_AUTOMATIC:
        demand_rent(s, t, log, i)
    else:
        emit(log, event.RENT_OPEN, p, owner, q, 0, 0)


@rule
def is_silenced(s: State, t: Tables, p: int) -> bool:
    """Return True for a seat that is held and may not ask for rent meanwhile; a price war silences no competitor."""
    return s.jail[first_token(s, p)] != 0 and not is_competitor(s, t, p)


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
    """Charge the rent `x` that was asked for; where there are detours, ask for the price or draw the way first."""
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


# A way round


@rule
def most_toll(t: Tables, q: int) -> int:
    """Return the highest price that the owner of `q` may name."""
    return min(t.o_detour, t.rent_most[q])


@rule
def why_not_toll(s: State, t: Tables, x: int) -> int:
    """Return why the owner cannot name the price `x`."""
    if x < 1 or x > most_toll(t, s.claim_space[s.claim]):
        return refusal.TOLL_RANGE
    return refusal.NONE


@rule
def name_toll(s: State, log: Log, p: int, x: int) -> None:
    """Take the price `x` that the owner, seat `p`, names for this stop, and draw the way round."""
    i = s.claim
    s.claim_rent[i] = x
    emit(log, event.TOLL_NAMED, p, s.claim_seat[i], s.claim_space[i], x, 0)
    ask(s, node.WAY, s.claim_seat[i])


@rule
def ways(t: Tables) -> int:
    """Return how many costs of a way round there are, each as likely as any other."""
    return max(min(t.o_detour, MOST_WAYS), 1)


@rule
def way_cost(t: Tables, i: int) -> int:
    """Return the `i`-th cost of a way round, from 1."""
    return t.o_detour * i // ways(t)


@rule
def is_way(t: Tables, x: int) -> bool:
    """Return True for a sum that a way round can cost."""
    if x < 1 or x > t.o_detour:
        return False
    n = ways(t)
    return way_cost(t, (x * n + t.o_detour - 1) // t.o_detour) == x


@rule
def ways_not_below(t: Tables, x: int) -> int:
    """Return how many ways round cost `x` or more: with them a price of `x` is paid."""
    n = ways(t)
    return max(n + 1 - (max(x, 1) * n + t.o_detour - 1) // t.o_detour, 0)


@rule
def best_toll(t: Tables, q: int) -> int:
    """Return the price that brings the owner of `q` most, of several the lowest."""
    best = 1
    for i in range(1, ways(t) + 1):
        x = min(way_cost(t, i), t.rent_most[q])
        if x * ways_not_below(t, x) > best * ways_not_below(t, best):
            best = x
    return best


@rule
def see_way(s: State, log: Log, p: int, x: int) -> None:
    """Ask the visitor, seat `p`, now that the way round is known to cost `x`."""
    i = s.claim
    s.way = x
    emit(log, event.WAY_DRAWN, p, s.claim_owner[i], s.claim_space[i], x, 0)
    ask(s, node.DETOUR, p)


@rule
def pay_price(s: State, t: Tables, log: Log) -> None:
    """Charge the price to the visitor, who takes no way round."""
    s.way = 0
    pay_rent(s, t, log, s.claim_rent[s.claim])


@rule
def go_round(s: State, log: Log, p: int) -> None:
    """Charge the visitor, seat `p`, for the way round; the money is lost to the bank."""
    q = s.claim_space[s.claim]
    x = s.way
    s.way = 0
    drop_claim(s, s.claim)
    charge_for(s, log, p, payer_account.BANK, q, x, payment_cause.DETOUR)


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
def is_last_moment(t: Tables, own: bool) -> bool:
    """Return True if rent has to be asked for before this throw; `own` if the visitor who owes it throws."""
    if t.o_rent_deadline == option_value.RENT_DEADLINE_BEFORE_NEXT_ROLL:
        return True
    return own == (t.o_rent_deadline == option_value.RENT_DEADLINE_BEFORE_VISITOR_THROWS)
