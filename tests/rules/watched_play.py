"""Play as the rules do, with a referee (`referee.py`) and the law of the table (`table_law.py`) beside each act."""

from operator import attrgetter

from referee import Referee
from table_law import Law, check_law

from monopoly_lab.constants import action, event, node, refusal
from monopoly_lab.rules import State, Tables, try_choice, update_rules
from monopoly_lab.rules.agenda import EventLog, Log
from monopoly_lab.rules.state import FIELDS

FIELDS_OF = attrgetter(*FIELDS)
EVERY = 12  # of so many answers one is followed by a look at what may be done next

TOLD = {
    **{
        action.FLAT: event.TAXED,
        action.PERCENT: event.TAXED,
        action.CALL: event.CALLED,
        action.BANKRUPT: event.BANKRUPT,
    },
    **{action.ROLL: event.ROLLED, action.DRAW: event.DREW, action.REEL: event.SPUN, action.DEAL: event.DEALT},
    **{action.WAY: event.WAY_DRAWN, action.TOLL: event.TOLL_NAMED, action.PROPOSE: event.PROPOSED},
    **{
        action.SELL: event.SOLD,
        action.SELL_GROUP: event.SOLD,
        action.CLEAR: event.SOLD,
        action.SELL_DEED: event.DEED_MOVED,
    },
    **{action.MORTGAGE: event.MORTGAGED, action.REDEEM: event.REDEEMED},
}


def try_choice_watched(s: State, t: Tables, log: Log, p: int, v: int, q: int, x: int) -> int:
    """`try_choice` with a referee beside it; `log` stays empty."""
    if s.answers % EVERY == 0 or v == action.PROPOSE or v == action.SETTLE:  # with the offer that has been laid
        check_law(s, t)
    return act_watched(s, t, EventLog(), p, v, q, x)


def make_choice_watched(s: State, t: Tables, log: EventLog, p: int, v: int, q: int, x: int) -> Tables:
    """`make_choice_and_update_rules` with a referee beside it, and a look at what may be done next after each act."""
    told = EventLog()
    assert act_watched(s, t, told, p, v, q, x) == refusal.NONE
    log.extend(told)
    check_law(s, t)
    return update_rules(s, t, log)


def seal(s: State, raw: object) -> object:
    """`random_play.seal` as the fields themselves, in a tenth of the time."""
    return [field[:] if isinstance(field, list) else field for field in FIELDS_OF(s)]


def act_watched(s: State, t: Tables, told: EventLog, p: int, v: int, q: int, x: int) -> int:
    before = s.copy()
    code = try_choice(s, t, told, p, v, q, x)
    if code == refusal.NONE:
        Referee(before, t).follow(told, s)
        assert v not in TOLD or TOLD[v] in [entry.kind for entry in told]
        if v == action.BUILD and before.node != node.PLACE:
            check_scarce(before, t, p, q, s)
    else:
        assert s == before and not told
    return code


def check_scarce(before: State, t: Tables, p: int, q: int, after: State) -> None:
    """A building is built at once, or, where others may want the last ones too, all are asked, the declarer first."""
    law = Law(before, t)
    hotels = law.hotel_is_next(p, q)
    assert (after.built[p] == before.built[p]) == law.is_contested(hotels)
    if law.is_contested(hotels):
        wanted = {i: law.could_want(i, hotels) for i in range(before.seats)}
        first = next(i for n in range(before.seats) if wanted[i := (p + n) % before.seats] > 0)
        left = max(before.hotels if hotels else before.houses, 0)
        assert left == 0 or (after.node, after.actor) == (node.WANT, first)
        assert left == 0 or after.minimum == min(wanted[first], left)
