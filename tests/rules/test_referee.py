"""Games of all kinds under the eyes of a referee, who replays what the log tells of each act (`referee.py`).

Now and then it is also looked at what may be done next, by the law of the table (`table_law.py`).
"""

import pytest
from random_settings import setting
from referee import Referee
from table_law import Law, check_law

from monopoly_lab.constants import action, event, node, refusal
from monopoly_lab.editions import editions
from monopoly_lab.players import drive, strategies, style_of
from monopoly_lab.rules import State, Tables, apply
from monopoly_lab.rules.agenda import EventLog, Log
from monopoly_lab.rules.random_numbers import fate_of
from monopoly_lab.simulation import random_play
from tests.sampled import FEW, sampled

SEED, TABLES = (
    3,
    8,
)  # of each edition, in turn: by the book, with other options, with few buildings, with options at their ends
ROUNDS, STEPS, ANSWERS = 25, 100, 200
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


def watched(s: State, t: Tables, log: Log, p: int, v: int, q: int, x: int) -> int:
    """`apply` with a referee beside it."""
    before, told = s.copy(), EventLog()
    if s.answers % EVERY == 0 or v == action.PROPOSE or v == action.SETTLE:  # with the offer that has been laid
        check_law(s, t)
    code = apply(s, t, told, p, v, q, x)
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


@pytest.mark.parametrize("edition", sampled(editions(), FEW))
def test_referee__finds_nothing_in_games_at_random(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_play, "apply", watched)
    for number in range(TABLES):
        table = setting(edition, SEED, number)
        slot = [0] * random_play.SLOT
        steps = random_play.play_wildly(table.start, [table.tables], [], None, slot, SEED, number, ROUNDS, STEPS)
        assert steps[1] == 0 and steps[0] > 0


@pytest.mark.parametrize("edition", sampled(editions(), FEW))
def test_referee__finds_nothing_in_games_of_strategies(edition: str) -> None:
    names = strategies()
    for number in range(TABLES):
        table = setting(edition, SEED, number)
        s, t = table.start, table.tables
        styles = [x for p in range(s.seats) for x in style_of(names[(number + p) % len(names)])]
        for _ in range(ANSWERS):
            who, v, q, x = drive(s, t, styles, fate_of(SEED, number))
            if v == action.NONE or s.node == node.OVER:
                break
            assert watched(s, t, [], who, v, q, x) == 0
