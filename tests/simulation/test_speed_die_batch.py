"""Games with the speed die: equal at both speeds, no money lost, nothing left that nobody can answer."""

import pytest
from random_settings import Setting, prepared

from monopoly_lab.players import strategies, style_of
from monopoly_lab.rules.state import FIELDS
from monopoly_lab.simulation import batch

SEATS = ("balanced", "trader", "hoarder", "random")
LIMITS = {"rounds": 60, "answers": 3_000}


def are_equal(table: Setting, games: int) -> int:
    """How many of the games ended; each of them equal in every field at both speeds, with all money accounted for."""
    styles = [number for strategy in SEATS for number in style_of(strategy)]
    plain, compiled = (
        batch(table.tables, table.start, styles, 9, games, **LIMITS, finals=True, compiled=speed)
        for speed in (False, True)
    )
    assert plain.events == compiled.events
    assert min(plain.events[name][0] for name in ("showed", "advanced", "triple")) > 0
    for one, other in zip(plain.finals, compiled.finals, strict=True):
        assert all(getattr(one, name) == getattr(other, name) for name in FIELDS)
        assert sum(one.cash) == 0
    return sum(result.over for result in plain.results)


@pytest.mark.parametrize(("games", "ended"), [(10, 7), pytest.param(300, 280, marks=pytest.mark.release)])
@pytest.mark.parametrize("how", ["after_go", "from_start"])
def test_speed_die__games_are_equal_at_both_speeds(how: str, games: int, ended: int) -> None:
    assert are_equal(prepared("classic_us", {"speed_die": how}, len(SEATS)), games) > ended


@pytest.mark.parametrize("strategy", [name for name in strategies() if name != "boss_hunter"])
def test_speed_die__every_strategy_plays_with_it(strategy: str) -> None:
    table = prepared("classic_us", {"speed_die": "after_go"}, 3)
    played = batch(table.tables, table.start, [*style_of(strategy)] * 3, 4, 2, **LIMITS, finals=True, compiled=False)
    assert all(sum(s.cash) == 0 for s in played.finals)
    assert played.events["took_up"][0] > 0
