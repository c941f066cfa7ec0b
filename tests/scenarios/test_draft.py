"""A scenario being written: what an edit does, what is refused, what is wrong with it, its file."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import DraftError, SavedGameError
from monopoly_lab.common.validation_errors import toml_literal
from monopoly_lab.game.scenarios import check_file
from monopoly_lab.game.scenarios.draft import Draft
from monopoly_lab.game.scenarios.field_paths import parse_value
from tests.sampled import sampled

EVERY_TURN = 25  # positions that are written down, an edition


@pytest.mark.parametrize("name", ml.scenarios())
def test_round_trip__a_scenario_comes_back_as_the_same_game(name: str, tmp_path: Path) -> None:
    draft = Draft.of(name)
    assert draft.problems() == []
    path = draft.save(tmp_path / "again.toml")
    assert check_file(path) == []
    one, other = ml.Scenario.load(name), ml.Scenario.load(path)
    for part in ("title", "text", "source", "lesson", "minutes", "edition", "players", "script"):
        assert getattr(one, part) == getattr(other, part)
    first, second = one.replay(), other.replay()
    assert (first.state, first.log(), first.seats, first.options) == (
        second.state,
        second.log(),
        second.seats,
        second.options,
    )
    for game in (first, second):
        game.run(steps=20)
    assert first.state == second.state


@pytest.mark.parametrize("edition", sampled(ml.editions()))
def test_position__of_a_game_becomes_the_start_of_a_scenario(edition: str) -> None:
    game = ml.Game(edition, {"Ann": "balanced", "Bo": "greedy", "Cy": "random"}, seed=5)
    written_down = 0
    while not game.over and written_down < EVERY_TURN:
        turn = game.state.turn
        game.run(steps=1)
        if game.over or game.state.turn == turn or game.state.round < 1:
            continue
        written_down += 1
        here, there = game.state, Draft.of(game).game().state
        for part in ("round", "current_player", "first", "cash", "bank", "pots", "deeds", "buildings", "mortgages"):
            assert getattr(here, part) == getattr(there, part), part
        for part in ("houses", "hotels", "cards", "piles", "out", "jail"):
            assert getattr(here, part) == getattr(there, part), part
        for part in ("coins", "characters", "resting", "boss", "bosses", "escaped"):
            assert getattr(here, part) == getattr(there, part), part
        for name in here.in_play:
            assert (here.tokens[name], here.held[name]) == (there.tokens[name], there.held[name])


def test_position__of_a_game_that_is_over_is_refused() -> None:
    with pytest.raises(DraftError, match="the game is over"):
        Draft.of(ml.Scenario.load("second_bankruptcy").replay())


def under_way() -> Draft:
    return Draft.of("game_under_way")


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        ("sats", 1, 'a scenario has no place "sats" (did you mean "seats"?)'),
        ("start..cash", 1, "is no place in a scenario"),
        ("", 1, "is no place in a scenario"),
        ("players[7].cash", 1, "there is no seat 7"),
        ("seats[9].name", "X", "there are 4 entries so far"),
        ("script[3]", "roll 1 2", "there are 0 entries so far"),
        ("title", object(), "cannot be written to a file"),
        ("start.cash", {1: 2}, "cannot be written to a file"),
        ("start.deeds", {"Ann": [None]}, "cannot be written to a file"),
        ("spaces.boardwlk.owner", "Ann", 'did you mean "boardwalk"?'),
        ("spaces.boardwalk.owner", "Anna", 'did you mean "Ann"?'),
    ],
)
def test_set__what_cannot_be_is_refused_and_changes_nothing(place: str, value: Any, said: str) -> None:
    draft = under_way()
    before = draft.content
    with pytest.raises(ml.MonopolyLabError) as refused:
        draft.set(place, value)
    assert said in str(refused.value)
    assert draft.content == before and not draft.can_undo


@pytest.mark.parametrize(
    ("place", "value", "problem"),
    [
        ("players[0].cash", -1, "start.cash.Ann: -1 is outside 0 to 1,000,000,000"),
        ("start.cash.Ann", "much", 'start.cash.Ann: "much" is not a whole number'),
        ("players[1].position", "boardwlk", "start.position.Bo: "),
        ("players[1].jail", 0, "start.jail.Bo: Bo is held in jail, but is on"),
        ("spaces.boardwalk.buildings", 4, "start.buildings.boardwalk: the group"),
        ("spaces.new_york.mortgaged", True, "start.buildings.new_york: "),
        ("players[0].cards", ["chance 1"], "start.cards.Ann[0]: the card"),
        ("start.piles.chance", ["chance 99"], "start.piles.chance[0]: "),
        ("start.turn", "Eve", 'start.turn: "Eve" is no player here'),
        ("start.out", ["Ann", "Bo", "Cy"], "start.out: "),
        ("start.round", 0, "start.round: 0 is outside"),
        ("seats[1].name", "Ann", 'seats[1].name: two players are called "Ann"'),
        ("seats[1].strategy", "cleverest", "seats[1].strategy: "),
        ("options.salary", -3, "options.salary: "),
        ("options.salry", 3, "options.salry: unknown option"),
        ("edition", "classic_uk", "edition: there is no edition"),
        ("minutes", -1, "minutes: "),
        ("seed", "x", "seed: "),
        ("script", ["fly home"], "script[0]: "),
        ("expect", [{"cash": {"Ann": 421}}], "expect[0].cash.Ann: expected 421, found 420"),
    ],
)
def test_set__what_is_wrong_is_taken_and_named_as_check_names_it(
    place: str, value: Any, problem: str, tmp_path: Path
) -> None:
    draft = under_way()
    if place != "expect":
        draft.set("expect", None)
    draft.set(place, value)
    said = [str(found) for found in draft.problems()]
    assert any(text.startswith(problem) for text in said), said
    path = draft.save(tmp_path / "wrong.toml", with_mistakes=True)
    assert [str(found) for found in check_file(path)] == [f"{path}: {text}" for text in said]
    assert draft.sketch() is not None or place == "edition"
    draft.undo()
    assert str(draft.problems()) == str(under_way().problems() if place == "expect" else [])


def test_rename__all_that_names_the_player_follows() -> None:
    draft = Draft.of("jail_card_bought")
    draft.set("players[0].name", "Anna")
    assert draft.problems() == []
    assert draft.get("script[0]") == "trade Anna: 30 for card chance 16"
    assert draft.get("start.cards") == {"Anna": ["chance 16"]}


def test_rename__by_way_of_a_name_that_cannot_be_taken() -> None:
    draft = under_way()
    draft.set("expect", None)
    for name in ("Ann", "", "Robert"):
        draft.set("seats[1].name", name)
    assert draft.problems() == []
    assert draft.get("players[1].deeds") == draft.get("start.deeds.Robert") == under_way().get("start.deeds.Bo")


def test_seats__moved_added_and_removed_with_what_is_theirs() -> None:
    draft = under_way()
    draft.set("expect", None)
    draft.move_seat(0, 3)
    draft.add_seat("Eve")
    draft.remove_seat(0)
    assert [seat["name"] for seat in draft.get("seats")] == ["Cy", "Dan", "Ann", "Eve"]
    assert "Bo" not in draft.get("start.deeds") and draft.problems() == []
    for _ in range(3):
        draft.undo()
    assert draft.name_of_seat(1) == "Bo" and draft.get("start.deeds.Bo") == under_way().get("start.deeds.Bo")


def test_spaces__a_deed_goes_from_hand_to_hand_and_back_to_the_bank() -> None:
    draft = under_way()
    draft.set("spaces.electric.owner", "Ann")
    assert draft.get("spaces.electric.owner") == "Ann" and draft.get("spaces.electric.mortgaged")
    assert "electric" not in draft.get("players[2].deeds")
    draft.set("spaces.electric.owner", None)
    assert draft.get("start.mortgaged") is None
    draft.set("spaces.boardwalk.buildings", "hotel")
    assert draft.get("start.buildings.boardwalk") == "hotel"
    draft.set("spaces.boardwalk.buildings", 0)
    assert draft.get("start.buildings.boardwalk") is None


def test_together__several_edits_are_one_and_none_if_one_is_refused() -> None:
    draft = under_way()
    before = draft.content

    def act() -> None:
        draft.set("title", "Other")
        draft.set("sats", 1)

    with pytest.raises(DraftError):
        draft.group_edits(act)
    assert draft.content == before
    draft.group_edits(lambda: (draft.set("title", "Other"), draft.set("minutes", 5)))
    draft.undo()
    assert draft.content == before
    draft.redo()
    assert draft.get("minutes") == 5


def test_undo__with_nothing_to_take_back_does_nothing() -> None:
    draft = Draft()
    assert not draft.undo() and not draft.redo()
    draft.set("title", None)
    assert not draft.can_undo


def test_game__is_there_while_only_expectations_or_script_are_wrong() -> None:
    draft = Draft.of("casino")
    draft.set("script[0]", "fly home")
    assert draft.problems() and draft.game().undone == ()
    draft.undo()
    draft.set("expect[0].node", "buy")
    assert draft.problems() and len(draft.game().undone) == 10
    draft.set("players[0].cash", -1)
    with pytest.raises(SavedGameError):
        draft.game()


def test_save__never_over_a_file_nor_with_mistakes_unless_asked(tmp_path: Path) -> None:
    draft = Draft()
    path = tmp_path / "mine.toml"
    path.write_text("old", encoding="utf-8")
    for wrong, said in (
        (path, "is there already"),
        (tmp_path / "mine.txt", "is a .toml file"),
        (tmp_path / "nowhere" / "mine.toml", "is not there"),
    ):
        with pytest.raises(DraftError, match=said):
            draft.save(wrong)
    draft.set("start.cash.Ann", -1)
    with pytest.raises(SavedGameError, match="-1 is outside"):
        draft.save(path, overwrite=True)
    assert path.read_text(encoding="utf-8") == "old"
    draft.save(path, overwrite=True, with_mistakes=True)
    assert tomllib.loads(path.read_text(encoding="utf-8"))["start"] == {"cash": {"Ann": -1}}
    assert [entry.name for entry in tmp_path.iterdir()] == ["mine.toml"]


def test_save__an_edition_file_is_found_from_the_new_folder(tmp_path: Path) -> None:
    source = Path(ml.__file__).with_name("editions") / "data" / "class_board.toml"
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    (tmp_path / "one" / "mine.toml").write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    draft = Draft({"format": 1, "edition": "mine.toml", "seats": [{"name": "A"}, {"name": "B"}]}, tmp_path / "one")
    assert draft.problems() == []
    path = draft.save(tmp_path / "two" / "scenario.toml")
    assert check_file(path) == [] and "../one/mine.toml" in path.read_text(encoding="utf-8")


def test_replace__editions_are_looked_for_beside_the_new_file_and_after_undo_beside_the_old_one(tmp_path: Path) -> None:
    text = Path(ml.__file__).with_name("editions").joinpath("data", "class_board.toml").read_text(encoding="utf-8")
    for name, title in (("one", "First"), ("two", "Second")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "mine.toml").write_text(text.replace("Class board", title), encoding="utf-8")
    content = {"format": 1, "edition": "mine.toml", "seats": [{"name": "A"}, {"name": "B"}]}
    draft = Draft(content, tmp_path / "one")

    def edition_names() -> list[str]:
        return [edition.title for edition in (draft.edition(), draft.game().edition)]

    assert edition_names() == ["First", "First"]
    draft.replace(content, tmp_path / "two")
    assert edition_names() == ["Second", "Second"]
    draft.undo()
    assert edition_names() == ["First", "First"]
    draft.redo()
    assert edition_names() == ["Second", "Second"]


JUNK = [None, 5, "x", True, 1.5, [1], {"a": 1}, [], {}, [{"a": {}}]]


@pytest.mark.parametrize("junk", JUNK, ids=repr)
@pytest.mark.parametrize(
    "place",
    [
        "edition",
        "seats",
        "start",
        "options",
        "script",
        "expect",
        "options.profile",
        "start.deeds",
        "start.buildings",
        "seats[0]",
    ],
)
def test_content__whatever_stands_there_can_be_shown_and_mended(place: str, junk: Any) -> None:
    draft = under_way()
    draft.set(place, junk)
    draft.problems()
    draft.sketch()
    draft.get("spaces.boardwalk.owner")
    for edit in (("players[0].cash", 5), ("spaces.boardwalk.owner", None), ("seats[0].name", "Zoe")):
        try:
            draft.set(*edit)
        except ml.MonopolyLabError:
            continue
    draft.replace(under_way().content)
    assert draft.problems() == []


CONTROLS = ["".join(map(chr, range(0x20))), "a\x7fb", {"abc\n": 1}, {"\x7f": "\n"}]  # TOML has them only escaped


@pytest.mark.parametrize(
    "value", [1, -2.5, True, 'a "b" {c}', ["x", 1], {"Ann B.": [1], "b": {"c": "д"}}, [], {}, *CONTROLS]
)
def test_inline__a_value_is_read_as_it_was_written(value: Any) -> None:
    assert parse_value(toml_literal(value)) == value


@pytest.mark.parametrize("text", ["", "Ann", "1\nb = 2", "{a = }", "[1"])
def test_inline__what_is_no_value_is_refused(text: str) -> None:
    with pytest.raises(DraftError, match="cannot be read as a value"):
        parse_value(text)


def test_sketch__who_is_given_a_wrong_sum_keeps_the_last_right_one() -> None:
    draft = under_way()
    before = draft.get("players[0].cash")
    for value, shown in ((-50, before), ("much", before), (777, 777), (10**9 + 1, 777), (0, 0)):
        draft.set("players[0].cash", value)
        sketch = draft.sketch()
        assert sketch is not None and sketch.state.cash[0] == shown
        assert draft.get("players[0].cash") == value
    assert Draft({**under_way().content, "start": {"cash": {"Ann": -50}}}).sketch() is not None


def test_sketch__is_in_the_round_that_the_scenario_begins_with() -> None:
    draft = Draft.of("game_under_way")
    sketch = draft.sketch()
    assert sketch is not None and sketch.state.round == draft.game().state.round == 11
