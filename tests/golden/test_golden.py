"""The golden games come out as they did when somebody last meant to change them (CONTRIBUTING.md, Golden games)."""

import subprocess
import sys

import pytest
from golden_games import COMPILED, PLAIN, SEED, Key, difference, digests, keys, path, played, read, row, rows

from tests.sampled import FEW

QUICK, MORE = 1, 1  # games of a row that every test run plays, and `full` besides; `release` plays all
HINT = "if this is meant: python -m tests.golden --reason '...'"


@pytest.fixture(scope="module")
def plain() -> dict[Key, dict[str, object]]:
    return rows(compiled=False)


@pytest.mark.parametrize(("first", "games"), [(0, QUICK), pytest.param(QUICK, MORE, marks=pytest.mark.full)])
def test_golden__the_first_games_of_every_edition_and_strategy_end_in_the_same_positions(  # type: ignore[no-untyped-def]
    plain, first: int, games: int
) -> None:
    """All but a few editions play their first games compiled, which has to come out the same."""
    assert plain.keys() <= set(keys()), HINT  # a new edition may wait for its rows
    changed = [
        f"{' '.join(key)}: {now} instead of {before}"
        for key, kept in plain.items()
        if (now := digests(played(key, games, compiled=first == 0 and key[0] not in FEW, first=first).finals, 1))
        != (before := kept["digests"][first : first + games])
    ]
    assert not changed, "\n".join([*changed, HINT])


def test_golden__every_change_has_its_reason() -> None:
    for compiled in (False, True):
        reasons = read(compiled)["reasons"]
        assert reasons and all(len(reason) > 10 for reason in reasons)


def test_golden__nothing_is_written_without_a_reason() -> None:
    before = {compiled: path(compiled).read_bytes() for compiled in (False, True)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.golden"], capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 2 and "say in a sentence why" in done.stderr
    assert {compiled: path(compiled).read_bytes() for compiled in (False, True)} == before


@pytest.mark.parametrize(
    "compiled",
    [
        pytest.param(False, id=f"{PLAIN} plain games a row", marks=pytest.mark.release),
        pytest.param(True, id=f"{COMPILED} compiled games a row", marks=pytest.mark.full),
    ],
)
def test_golden__all_games_end_as_they_did_and_the_same_has_happened_in_them(compiled: bool) -> None:
    kept = rows(compiled)
    changed = [line for key in kept if (line := difference(key, kept[key], row(key, compiled)))]
    assert not changed, "\n".join([*changed, HINT])


def test_golden__a_game_with_other_luck_does_not_pass(plain: dict[Key, dict[str, list[str]]]) -> None:
    """The digests see a single game: another seed changes each of them."""
    key = keys()[0]
    other = played(key, QUICK, compiled=False, seed=SEED + 1)
    assert not set(digests(other.finals, 1)) & set(plain[key]["digests"])
