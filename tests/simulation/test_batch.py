"""Batches: the same games however they are split and at both speeds."""

import subprocess
import sys

import pytest

from monopoly_lab import rules
from monopoly_lab.editions import load_edition
from monopoly_lab.players import drive, style_of
from monopoly_lab.rules import State, Tables
from monopoly_lab.rules.random_numbers import fate_of
from monopoly_lab.simulation import Batch, batch
from monopoly_lab.simulation.event_counts import by_cause, by_event

STYLES = [x for name in ("balanced", "trader", "greedy") for x in style_of(name)]
SALARY = 200  # classic rule book, "GO"


def opening(edition: str = "classic_us", seats: int = 3) -> tuple[Tables, State]:
    t = load_edition(edition).tables()
    s = rules.empty(t, seats)
    rules.start(s, t, [])
    return t, s


def play(games: int, first: int = 0, compiled: bool = False, **limits: int) -> Batch:
    t, s = opening()
    limits = {"rounds": 20} | limits
    return batch(t, s, STYLES, 9, games, first, finals=True, compiled=compiled, **limits)


@pytest.mark.parametrize("compiled", [False, True])
def test_batch__games_do_not_depend_on_how_they_are_split(compiled: bool) -> None:
    whole = play(7, compiled=compiled)
    parts = [play(3, 0, compiled), play(3, 3, compiled), play(1, 6, compiled)]
    assert [row for part in parts for row in part.results] == whole.results
    assert [state for part in parts for state in part.finals] == whole.finals
    assert [[sum(part.rows[i][j] for part in parts) for j in (0, 1)] for i in range(len(whole.rows))] == whole.rows


def test_batch__both_speeds_give_the_same() -> None:
    assert play(5) == play(5, compiled=True)


def test_batch__small_ones_load_no_large_library() -> None:
    code = """
import sys
from monopoly_lab import rules
from monopoly_lab.editions import load_edition
from monopoly_lab.players import style_of
from monopoly_lab.simulation import batch
t = load_edition("classic_us").tables()
s = rules.empty(t, 2)
rules.start(s, t, [])
assert len(batch(t, s, style_of("balanced") * 2, 1, 3, rounds=5).results) == 3
assert "numba" not in sys.modules and "numpy" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_batch__counts_what_the_log_of_each_game_tells() -> None:
    t, s = opening()
    log: list[tuple[int, ...]] = []
    while s.round <= 20 and s.node != 1:
        rules.make_choice(s, t, log, *drive(s, t, STYLES, fate_of(9, 0)))
    found = play(1)
    assert found.finals == [s]
    for code, (count, total) in enumerate(found.rows[:64]):
        entries = [entry for entry in log if entry[0] == code]
        assert (count, total) == (len(entries), sum(entry[4] for entry in entries))
    assert found.events == by_event(found.rows) and found.payments == by_cause(found.rows)
    number, money = found.payments["salary"]
    assert money == number * SALARY > 0


def test_batch__rows_tell_how_the_games_ended() -> None:
    found = play(4, rounds=1000)
    for number, (row, final) in enumerate(zip(found.results, found.finals)):
        assert row.game == number and row.over
        assert row.cash == tuple(final.cash[:3]) and row.turns == final.turn and row.rounds == final.round
        assert row.bankruptcies == 2 and final.out[row.winner] == 0


def test_batch__stops_at_the_limits() -> None:
    assert [(row.over, row.rounds) for row in play(2, rounds=3).results] == [(False, 4)] * 2
    assert [row.answers for row in play(2, answers=50).results] == [50, 50]


def test_batch__refuses_persons_missing_seats_and_numbers_out_of_range() -> None:
    t, s = opening()
    person = style_of("balanced") * 2 + style_of(None)
    for styles, seed, first in (
        (person, 1, 0),
        (STYLES[:-1], 1, 0),
        (STYLES, -1, 0),
        (STYLES, 2**63, 0),
        (STYLES, 1, -1),
    ):
        with pytest.raises(ValueError, match=r"\d"):
            batch(t, s, styles, seed, 1, first)
