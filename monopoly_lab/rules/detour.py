"""Detour: go round a rent for a cost that luck draws. A house rule, not in any book; off unless `detour` is above 0.

The option `detour` gives D, the most that a detour can cost. A player who owes a rent then decides between both:

1. The price of the stop (`s.claim_rent`) is the rent by the book, or with `detour.toll` the *toll*: what the owner
   names for this stop, from 1 to D (and to the cap of a policy). The owner sees who has stopped and the whole table,
   but not what is drawn next.
2. Luck draws what the detour costs (`s.way`, node and action "way"): each whole sum from 1 to D alike. Above
   `MOST_COSTS` it is one of so many equal parts of D, rounded down.
3. The visitor sees price and cost and chooses (node "detour"): the price, which is a rent like any other (taxes and
   damage are taken from it), or the cost, which goes to the bank, never into a pot, and is nobody's income. Either is a
   debt for those who have not enough: of the price to the owner, of the detour to the bank.

Where no rent is due (a mortgaged deed, one's own, one whose owner changed before the rent was settled) nothing is
drawn. Default answers and all strategies take what is cheaper, at a tie the price; as owners they name the rent by the
book, players who value by income the price that brings most. `thinker` and `decide` weigh these answers as any other.
"""

from monopoly_lab.constants import event, node, payer_account, payment_cause, refusal
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.agenda import Log, ask, emit, rule
from monopoly_lab.rules.payments import charge_for
from monopoly_lab.rules.rent_claims import drop_claim, pay_rent
from monopoly_lab.rules.state import State

MOST_COSTS = 200  # different costs of a detour: each is an outcome that is listed


@rule
def most_toll(t: Tables, q: int) -> int:
    """Return the highest toll that the owner of `q` may name."""
    return min(t.o_detour, t.rent_most[q])


@rule
def why_not_toll(s: State, t: Tables, x: int) -> int:
    """Return why the owner cannot name the toll `x`."""
    if x < 1 or x > most_toll(t, s.claim_space[s.claim]):
        return refusal.TOLL_RANGE
    return refusal.NONE


@rule
def name_toll(s: State, log: Log, p: int, x: int) -> None:
    """Take the toll `x` that the owner, seat `p`, names for this stop, and draw the cost of a detour."""
    i = s.claim
    s.claim_rent[i] = x
    emit(log, event.TOLL_NAMED, p, s.claim_seat[i], s.claim_space[i], x, 0)
    ask(s, node.WAY, s.claim_seat[i])


@rule
def detour_count(t: Tables) -> int:
    """Return how many costs a detour can have, each as likely as any other."""
    return max(min(t.o_detour, MOST_COSTS), 1)


@rule
def detour_cost(t: Tables, i: int) -> int:
    """Return the `i`-th lowest cost of a detour, from 1."""
    return t.o_detour * i // detour_count(t)


@rule
def is_detour_cost(t: Tables, x: int) -> bool:
    """Return True for a sum that a detour can cost."""
    if x < 1 or x > t.o_detour:
        return False
    return detour_cost(t, first_at_least(t, x)) == x


@rule
def first_at_least(t: Tables, x: int) -> int:
    """Return the number of the lowest cost that is `x` or more: x times the count of costs over D, rounded up."""
    return (x * detour_count(t) + t.o_detour - 1) // t.o_detour


@rule
def detours_at_least(t: Tables, x: int) -> int:
    """Return how many costs are `x` or more: with them the visitor pays a price of `x`."""
    return max(detour_count(t) + 1 - first_at_least(t, max(x, 1)), 0)


@rule
def best_toll(t: Tables, q: int) -> int:
    """Return the toll that brings the owner of `q` most, of several the lowest."""
    best = 1
    for i in range(1, detour_count(t) + 1):
        x = min(detour_cost(t, i), t.rent_most[q])
        if x * detours_at_least(t, x) > best * detours_at_least(t, best):
            best = x
    return best


@rule
def offer_detour(s: State, log: Log, p: int, x: int) -> None:
    """Ask the visitor, seat `p`, to pay the price or take the detour, which costs `x`."""
    i = s.claim
    s.way = x
    emit(log, event.WAY_DRAWN, p, s.claim_owner[i], s.claim_space[i], x, 0)
    ask(s, node.DETOUR, p)


@rule
def decline_detour(s: State, t: Tables, log: Log) -> None:
    """Charge the price to the visitor, who takes no detour."""
    s.way = 0
    pay_rent(s, t, log, s.claim_rent[s.claim])


@rule
def take_detour(s: State, log: Log, p: int) -> None:
    """Charge the visitor, seat `p`, for the detour; the money is lost to the bank."""
    q = s.claim_space[s.claim]
    x = s.way
    s.way = 0
    drop_claim(s, s.claim)
    charge_for(s, log, p, payer_account.BANK, q, x, payment_cause.DETOUR)
