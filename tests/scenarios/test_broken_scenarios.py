"""Scenario files with mistakes: each is refused as a whole, and nothing is changed or built.

The cases are a table, `broken_scenarios.toml` beside this file.
"""

import random
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from monopoly_lab import Game, Scenario
from monopoly_lab.common.errors import SavedGameError
from monopoly_lab.common.validation_errors import GameFileErrors
from monopoly_lab.game.saves.saved_files import replay_checked
from monopoly_lab.game.scenarios import check_file

CASES = tomllib.loads(Path(__file__).with_name("broken_scenarios.toml").read_text(encoding="utf-8"))["case"]
RIGHT = """
format = 1
edition = "classic_us"
seed = 7
script = ["roll 1 2", "buy"]
seats = [{name = "Ann"}, {name = "Bo"}]

[options]
auction = true

[start]
turn = "Ann"
cash = {Ann = 400, Bo = 900}
position = {Ann = "go"}
deeds = {Ann = ["boardwalk", "park_place"], Bo = ["oriental", "vermont"]}
mortgaged = ["oriental"]
buildings = {boardwalk = 2, park_place = 1}
cards = {Bo = ["chance 9"]}
piles = {chest = ["chest 3"]}

[expect]
cash = {Ann = 340}
""".lstrip()

RIGHT_WITH_BOSSES = """
format = 1
edition = "gamer"
seed = 7
script = ["roll 3 coins", "power", "move"]
seats = [{name = "Ann"}, {name = "Bo"}, {name = "Cy"}]

[options]
profile = "party"

[start]
turn = "Ann"
characters = {Ann = ["mario", "boo"], Bo = ["peach", "mario"], Cy = ["yoshi", "peach", "donkey_kong"]}
position = {Ann = "soda_jungle"}
jail = {Bo = 2}
coins = {coins_2 = 3, go = 1}
bosses = {Ann = ["larry"], Cy = ["roy"]}
escaped = ["wendy"]
pots = {boss = 2}

[expect]
coins = {go = 1}
bosses = {Ann = ["larry"]}
boss = "iggy"
""".lstrip()
RIGHT_FOR_TWO = """
format = 1
edition = "gamer"
seats = [{name = "Ann"}, {name = "Bo"}]

[start]
turn = "Ann"
characters = {Ann = ["mario", "yoshi"], Bo = ["peach", "donkey_kong"]}
position = {Ann = ["jail", "go"]}
jail = {Ann = [0, false]}
resting = ["peach"]
bosses = {Ann = ["larry"]}
""".lstrip()
BASES = {"classic": RIGHT, "bosses": RIGHT_WITH_BOSSES, "two": RIGHT_FOR_TWO}


def broken(case) -> str:
    """The right scenario with the mistake of a case."""
    text = BASES[case.get("base", "classic")]
    for old, new in [(case.get("old", ""), case["new"]), case.get("also", ("", ""))]:
        old = old.strip("\n")
        assert old in text
        text = text.replace(old, new.strip("\n"), 1) if old else text
    return text if "old" in case else case["new"]


def test_broken_scenario__the_scenario_the_cases_start_from_is_right(tmp_path: Path) -> None:
    path = tmp_path / "right.toml"
    for text in BASES.values():
        path.write_text(text, encoding="utf-8")
        assert check_file(path) == []
    path.write_text(RIGHT, encoding="utf-8")
    assert Scenario.load(path).replay().state.cash["Ann"] == 340


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_broken_scenario__is_refused_with_every_problem_and_nothing_changes(case, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(broken(case), encoding="utf-8")
    for load in (Scenario.load, Game.load):
        with pytest.raises(SavedGameError) as caught:
            load(path)
        assert [lined(problem, path) for problem in caught.value.problems] == case["problems"]
    assert [lined(problem, path) for problem in check_file(path)] == case["problems"]
    assert path.read_text(encoding="utf-8") == broken(case)
    assert [file.name for file in tmp_path.iterdir()] == ["mine.toml"]


def lined(problem, path: Path) -> str:
    assert problem.file == str(path)
    return f"{problem.place}: {problem.message}" if problem.place else problem.message


def test_broken_scenario__more_than_forty_are_in_the_table() -> None:
    assert len(CASES) >= 40
    assert len({case["name"] for case in CASES}) == len(CASES)


JUNK: list[Any] = [
    0,
    -1,
    2**70,
    3.5,
    True,
    "",
    "Ann",
    "go",
    [],
    {},
    [1],
    {"Ann": 1},
    {"": {}},
    [[]],
    [{}],
    float("nan"),
]


def places(value: Any, way: tuple = ()) -> Iterator[tuple]:
    yield way
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from places(value[key], (*way, key))


@pytest.mark.parametrize("seed", range(40))
def test_broken_scenario__any_value_at_any_place_is_taken_or_refused(seed: int) -> None:
    luck = random.Random(seed)
    for _ in range(10):
        content = tomllib.loads(RIGHT)
        *way, last = luck.choice([place for place in places(content) if place])
        within: Any = content
        for key in way:
            within = within[key]
        within[last] = deepcopy(luck.choice(JUNK))
        try:
            replay_checked(content, GameFileErrors("mine.toml"), Path("."), Game)
        except SavedGameError as refused:
            assert all(problem.message for problem in refused.problems)
