"""Saved games: loading gives the same game; a file is whole or not there; changes since then are told."""

import os
import tomllib
import warnings
from pathlib import Path

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import SavedGameError
from monopoly_lab.editions import Edition
from monopoly_lab.editions.loader import FOLDER
from monopoly_lab.game.scenarios import check_file
from tests.sampled import sampled

PLAYERS = {"Ann": "balanced", "Bo": ml.Strategy("cautious", reserve=31), "Cy": "random", "Дана": None}


def same(one: ml.Game, other: ml.Game) -> bool:
    """Equal in all that can be seen, and in what comes next."""
    seen = [
        (g.state, g.log(), g.answers, g.undone, g.seed, g.seats, g.options, g.start, g.choices()) for g in (one, other)
    ]
    return seen[0] == seen[1]


@pytest.mark.parametrize("edition", sampled(ml.editions()))
def test_save__loading_gives_the_same_game_and_the_same_future(edition: str, tmp_path: Path) -> None:
    game = ml.Game(edition, PLAYERS, seed=11)
    for _ in range(60):
        game.run(steps=1)
        if not game.over and game.node and game.node.player == "Дана" and game.node.kind not in ("dice", "draw"):
            game.apply(game.choices()[0])
    game.undo(9)
    path = tmp_path / "saved.toml"
    game.save(path)
    again = ml.Game.load(path)
    assert same(game, again)
    assert again.to_toml() == game.to_toml()
    for played in (game, again):
        played.redo(9)
        played.run(rounds=1)
    assert same(game, again)


def test_save__keeps_a_start_position(tmp_path: Path) -> None:
    start = {
        "turn": "Bo",
        "round": 4,
        "cash": {"Ann": 10},
        "deeds": {"Ann": ("boardwalk", "park_place")},
        "buildings": {"boardwalk": 2, "park_place": 1},
        "jail": {"Bo": 1},
        "piles": {"chance": ["chance 5"]},
    }
    game = ml.Game("classic_us", ["Ann", "Bo"], seed=3, start=start)
    game.apply("pay")
    game.save(tmp_path / "saved.toml")
    again = ml.Game.load(tmp_path / "saved.toml")
    assert again.state == game.state and again.log() == game.log()


def test_save__keeps_options_and_another_seed(tmp_path: Path) -> None:
    game = ml.Game("ukraine", ["Ann", "Bo"], seed=3, options={"profile": "text_uk", "jail_exit": {"fine": 70}})
    game.reseed(99)
    game.save(tmp_path / "saved.toml")
    again = ml.Game.load(tmp_path / "saved.toml")
    assert again.seed == 99 and again.options == game.options
    assert again.tables == game.tables and again.edition == game.edition


def test_save__is_one_toml_form_with_scenarios(tmp_path: Path) -> None:
    game = ml.Scenario.load("must_redeem").replay()
    path = tmp_path / "saved.toml"
    game.save(path)
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    assert content["script"] == list(game.answers)
    assert content["digest"] == game.edition.digest
    scenario = ml.Scenario.load(path)
    assert scenario.game().answers == () and scenario.replay().state == game.state
    assert check_file(path) == []


def test_save__a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "saved.toml"
    game = ml.Game("classic_us", ["Ann", "Bo"])
    game.save(path)
    old = path.read_bytes()
    game.step()

    def fail(*_: object) -> None:
        raise OSError("disk full")

    for broken in ("replace", "fsync"):
        with monkeypatch.context() as patch:
            patch.setattr(os, broken, fail)
            with pytest.raises(OSError, match="disk full"):
                game.save(path)
        assert path.read_bytes() == old
        assert [file.name for file in tmp_path.iterdir()] == ["saved.toml"]


@pytest.mark.parametrize("name", ["pyproject.toml", "notes", "scenario.toml", "broken.toml"])
def test_save__what_is_there_and_no_saved_game_stays(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    scenario = 'format = 1\nedition = "classic_us"\nseats = [{name = "Ann"}, {name = "Bo"}]\n'
    held = {"pyproject.toml": "[project]\nname = 'x'\n", "scenario.toml": scenario, "broken.toml": "= no toml"}
    before = held.get(name, "a note")
    path.write_text(before)
    with pytest.raises(SavedGameError, match=rf"{name}: this file is there already and is no saved game"):
        ml.Game("classic_us").save(path)
    assert path.read_text() == before


@pytest.mark.parametrize("name", ["n" * 300, "a\0b", "a\0b.toml"])
def test_save__a_name_that_no_file_can_have_is_refused_in_words(name: str, tmp_path: Path) -> None:
    with pytest.raises((ml.FileError, ml.ArgumentError)):
        ml.Game("classic_us").save(tmp_path / name)
    with pytest.raises((ml.FileError, ml.ArgumentError)):
        ml.Game("classic_us").export(tmp_path / f"{name}.csv")
    assert list(tmp_path.iterdir()) == []


def test_csv__a_file_of_another_kind_stays(tmp_path: Path) -> None:
    found = ml.simulate("classic_us", games=1, rounds=2, players={"Ann": "balanced", "Bo": "balanced"}, progress=False)
    notes, table = tmp_path / "notes.txt", tmp_path / "table.csv"
    notes.write_text("mine")
    with pytest.raises(ml.FileError, match=r"notes.txt: .* does not end in .csv"):
        found.to_csv(notes)
    for _ in range(2):
        found.to_csv(table)
    assert notes.read_text() == "mine" and table.stat().st_size > 100


def test_save__a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ml.FileError, match=r"nowhere: No such file"):
        ml.Game("classic_us", ["Ann", "Bo"]).save(tmp_path / "nowhere" / "saved.toml")
    assert list(tmp_path.iterdir()) == []


def test_save__a_function_becomes_a_person_and_says_so() -> None:
    game = ml.Game("classic_us", {"Ann": lambda view: "buy", "Bo": "greedy"})
    with pytest.warns(UserWarning, match="strategy of Ann is a function"):
        seats = tomllib.loads(game.to_toml())["seats"]
    assert seats == [{"name": "Ann"}, {"name": "Bo", "strategy": "greedy"}]


def with_lines(text: str, **lines: str) -> str:
    """The text with other values for some of its keys."""
    written = [
        f"{line.split(' = ')[0]} = {lines[line.split(' = ')[0]]}" if line.split(" = ")[0] in lines else line
        for line in text.splitlines()
    ]
    return "\n".join(written)


def test_load__another_digest_warns_and_says_what_changed(tmp_path: Path) -> None:
    game = ml.Game("classic_us", ["Ann", "Bo"], seed=3)
    game.run(steps=4)
    path = tmp_path / "saved.toml"
    changed = with_lines(game.to_toml(), digest='"0"', spaces='"0"', decks='"1"')
    path.write_text(changed, encoding="utf-8")
    with pytest.warns(UserWarning, match=r'the edition "classic_us" has changed since .* in: decks, spaces\.'):
        assert ml.Game.load(path).state == game.state


def test_load__another_luck_warns(tmp_path: Path) -> None:
    path = tmp_path / "saved.toml"
    path.write_text(with_lines(ml.Game("classic_us", ["Ann", "Bo"]).to_toml(), luck="99"), encoding="utf-8")
    with pytest.warns(UserWarning, match="luck of format 99; now it is 1"):
        ml.Game.load(path)


def test_load__the_same_edition_does_not_warn(tmp_path: Path) -> None:
    path = tmp_path / "saved.toml"
    ml.Game("ukraine", ["Ann", "Bo"], options={"profile": "text_uk"}).save(path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ml.Game.load(path)


def own_edition(folder: Path) -> Path:
    folder.mkdir()
    path = folder / "mine.toml"
    text = (FOLDER / "class_board.toml").read_text(encoding="utf-8")
    path.write_text(text.replace('id = "class_board"', 'id = "mine"', 1), encoding="utf-8")
    return path


def test_save__an_edition_from_a_file_is_found_beside_the_game(tmp_path: Path, monkeypatch) -> None:
    game = ml.Game(own_edition(tmp_path / "board"), ["Ann", "Bo"], seed=3)
    game.run(steps=4)
    game.save(tmp_path / "saved.toml")
    assert tomllib.loads((tmp_path / "saved.toml").read_text(encoding="utf-8"))["edition"] == "board/mine.toml"
    monkeypatch.chdir("/")
    assert ml.Game.load(tmp_path / "saved.toml").state == game.state
    (tmp_path / "board").rename(tmp_path / "gone")
    with pytest.raises(SavedGameError, match=r"edition: .*mine\.toml: the file cannot be read"):
        ml.Game.load(tmp_path / "saved.toml")


def test_save__an_edition_from_elsewhere_is_named_by_its_whole_path(tmp_path: Path) -> None:
    edition = own_edition(tmp_path / "board")
    game = ml.Game(edition, ["Ann", "Bo"])
    (tmp_path / "games").mkdir()
    game.save(tmp_path / "games" / "saved.toml")
    assert f'"{edition.as_posix()}"' in (tmp_path / "games" / "saved.toml").read_text(encoding="utf-8")
    assert ml.Game.load(tmp_path / "games" / "saved.toml").state == game.state


def test_save__an_edition_from_nowhere_is_refused(tmp_path: Path) -> None:
    made = Edition({**ml.load_edition("class_board").content, "id": "made"})
    with pytest.raises(SavedGameError, match='the edition "made" is neither shipped nor read from a file'):
        ml.Game(made, ["Ann", "Bo"]).save(tmp_path / "saved.toml")
    assert list(tmp_path.iterdir()) == []


def test_load__a_broken_edition_is_told_with_its_own_places(tmp_path: Path) -> None:
    edition = own_edition(tmp_path / "board")
    ml.Game(edition, ["Ann", "Bo"]).save(tmp_path / "saved.toml")
    edition.write_text(edition.read_text(encoding="utf-8").replace("tax = 20}", "tax = -20}"), encoding="utf-8")
    with pytest.raises(SavedGameError, match=r"edition: .*mine\.toml: spaces\[8\]\.tax: -20 is too small"):
        ml.Game.load(tmp_path / "saved.toml")
    [problem] = check_file(edition)
    assert problem.place == "spaces[8].tax"


def test_load__a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nowhere.toml"
    with pytest.raises(SavedGameError, match=r"nowhere\.toml: the file cannot be read: No such file"):
        ml.Game.load(path)


def test_load__a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "saved.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SavedGameError, match="the file cannot be read"):
        ml.Game.load(path)


def test_check__prints_problems_like_a_compiler(tmp_path: Path, capsys) -> None:
    from monopoly_lab.cli import main

    path = tmp_path / "mine.toml"
    path.write_text('format = 1\nedition = "clasic_us"\nseats = [{name = "Ann"}, {name = "Bo"}]\n', encoding="utf-8")
    good = tmp_path / "good.toml"
    ml.Game("classic_us", ["Ann", "Bo"]).save(good)
    assert main(["check", str(path), str(good)]) == 1
    assert (
        capsys.readouterr().out == f'{path}: edition: there is no edition "clasic_us" (did you mean "classic_us"?); '
        "`ml.editions()` lists them\n"
    )
    assert main(["check", str(good)]) == 0
