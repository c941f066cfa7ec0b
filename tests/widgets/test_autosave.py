"""Autosave: what a table leaves behind while it is played, and what the next one makes of it."""

import asyncio
import errno
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import monopoly_lab as ml
from monopoly_lab.common import file_access
from monopoly_lab.common.errors import MonopolyLabError, SavedGameError
from monopoly_lab.widgets import autosave


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(autosave.VARIABLE, str(tmp_path / "kept"))
    return tmp_path / "kept"


def game() -> "ml.Game":
    return ml.Game("classic_us", players=[("Ann", None), ("Bo", "greedy")], seed=3)


def declines(view: object) -> str:
    return view.choices()[-1]  # type: ignore[attr-defined]


def in_a_loop(act: Callable[[], None], seconds: float, until: Callable[[], bool] = lambda: False) -> None:
    """Act in a loop that goes on for so many seconds, or until what is waited for has come."""

    async def run() -> None:
        act()
        end = time.monotonic() + seconds
        while time.monotonic() < end and not until():
            await asyncio.sleep(0.02)

    with ThreadPoolExecutor(1) as alone:
        alone.submit(asyncio.run, run()).result()


def test_autosave__last_position_branches_and_seats_come_back(folder: Path) -> None:
    table = ml.Table(game())
    table.press("roll 6 4")
    table.open_branch("what if")
    table.press("roll 1 2")
    table.press("roll 1 2")
    table.undo()
    table.keep()
    again = ml.Table.resume(game())
    assert again.branch == "what if" and list(again.branches) == list(table.branches)
    for name, branch in table.branches.items():
        assert again.branches[name].answers == branch.answers
        assert again.branches[name].undone == branch.undone
        assert again.branches[name].state == branch.state
    assert again.game.seats == {"Ann": None, "Bo": "greedy"}
    assert again.game is again.branches["what if"]


def test_autosave__the_table_played_last_is_resumed_when_none_is_named(folder: Path) -> None:
    for seed in (1, 2):
        table = ml.Table(ml.Game("classic_us", seed=seed))
        table.play_on("step")
        path = table.keep()
        path.touch()
    assert ml.Table.resume().game.seed == 2


def test_autosave__functions_take_their_seats_again(folder: Path) -> None:
    def own() -> "ml.Game":
        return ml.Game("classic_us", players=[("Ann", None), ("Bo", declines)], seed=3)

    table = ml.Table(own())
    table.press("roll 6 4")
    table.keep()
    assert ml.Table.resume(own()).game.seats["Bo"] is declines


def test_autosave__nothing_is_written_unless_a_browser_shows_the_table(folder: Path) -> None:
    table = ml.Table(game())
    in_a_loop(lambda: table.press("roll 6 4"), autosave.SOON + autosave.PAUSE + 0.1)
    assert not folder.exists()
    table._carry_out("here", "", {})
    in_a_loop(lambda: table.undo(), 30, until=lambda: folder.exists() and len(list(folder.iterdir())) == 1)
    assert len(list(folder.iterdir())) == 1


@pytest.mark.parametrize("variable", [autosave.VARIABLE, "MONOPOLY_LAB_FILES"])
def test_autosave__off_writes_and_offers_nothing(
    variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ml.Table(game()).keep()
    monkeypatch.setenv(variable, "off")
    table = ml.Table(game())
    table._carry_out("here", "", {})
    assert table._view.section_markup("offer") == ""
    with pytest.raises(MonopolyLabError, match="MONOPOLY_LAB_AUTOSAVE"):
        table.keep()
    with pytest.raises(SavedGameError):
        ml.Table.resume(game())


def test_autosave__what_the_user_did_is_on_the_disk_before_the_browser_sees_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ml.Table(game())
    table._carry_out("here", "", {})
    path = table._autosave.path
    assert path is not None
    seen: list[tuple[str, ...]] = []

    def shown(message: dict[str, object]) -> None:
        if "patch" in message and "waiting" in message["patch"]:  # type: ignore[operator]
            seen.append(autosave.read_branches(path).branches["main line"].answers if path.exists() else ())

    monkeypatch.setattr(table._view, "_send_message", shown)

    async def act() -> None:
        table._carry_out("press", "roll 6 4", {})
        table._carry_out("press", "roll 1 2", {})
        table._carry_out("notes", "mine", {})
        assert autosave.read_branches(path).branches["main line"].notes == "mine"

    asyncio.run(act())
    assert seen == [("roll 6 4",), ("roll 6 4", "roll 1 2")]
    assert autosave.answers_in(path) == 2 == autosave.left_in(path).answers


def test_autosave__a_full_disk_leaves_the_old_file_and_is_told_at_the_table(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ml.Table(game())
    table._carry_out("here", "", {})

    async def act() -> None:
        table._carry_out("press", "roll 6 4", {})
        before = table._autosave.path.read_bytes()  # type: ignore[union-attr]

        def full(number: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(file_access.os, "fsync", full)
        table._carry_out("press", "roll 1 2", {})
        assert "No space left on device" in table._view.section_markup("problem")
        assert table.game.answers == ("roll 6 4", "roll 1 2")
        assert table._autosave.path.read_bytes() == before  # type: ignore[union-attr]
        assert [path.name for path in folder.iterdir()] == [table._autosave.path.name]  # type: ignore[union-attr]
        monkeypatch.undo()

    asyncio.run(act())


def test_autosave__an_older_text_never_takes_the_place_of_a_later_one(folder: Path) -> None:
    table = ml.Table(game())
    kept = table._autosave
    older, later = kept._next_number(), kept._next_number()
    table.press("roll 6 4")
    text = autosave.text_of(table._kept_now())
    kept._replace(text, later)
    kept._replace("older", older)
    assert kept.path is not None and kept.path.read_text() == text


def test_offer__a_new_table_of_the_same_game_can_take_it_up(folder: Path) -> None:
    table = ml.Table(game())
    table.press("roll 6 4")
    table.keep()
    again = ml.Table(game())
    again._carry_out("here", "", {})
    assert "after 1 answer " in again._view.section_markup("offer")
    again._carry_out("resume", "", {})
    assert again.game.answers == ("roll 6 4",)
    assert again._view.section_markup("offer") == ""
    again._carry_out("here", "", {})  # the page was loaded anew: the table is as it was, nothing is offered
    assert again._view.section_markup("offer") == ""


def test_offer__not_of_another_game_nor_of_the_same_position(folder: Path) -> None:
    table = ml.Table(game())
    table.press("roll 6 4")
    table.keep()
    other = ml.Table(ml.Game("classic_us", players=[("Ann", None), ("Bo", "greedy")], seed=4))
    there = game()
    there.apply("roll 6 4")
    same = ml.Table(there)
    for found in (other, same):
        found._carry_out("here", "", {})
        assert found._view.section_markup("offer") == ""


def test_offer__played_on_without_it_the_old_file_is_put_aside_and_still_offered(folder: Path) -> None:
    table = ml.Table(game())
    table.press("roll 6 4")
    old = table.keep().read_bytes()
    again = ml.Table(game())
    again._carry_out("here", "", {})
    again.press("roll 5 5")
    path = again.keep()
    assert path.with_suffix(autosave.BEFORE).read_bytes() == old
    again._carry_out("resume", "", {})
    assert again.game.answers == ("roll 6 4",)


@pytest.mark.parametrize("move", ["press", "luck", "round", "redo", "cell"])
def test_offer__goes_with_the_first_move_and_is_found_in_the_keep_panel(move: str, folder: Path) -> None:
    table = ml.Table(game())
    table.press("roll 6 4")
    table.keep()
    started = game()
    started.apply("roll 3 3")
    again = ml.Table(started.undo())
    again._carry_out("here", "", {})
    again._view.tab = "keep"
    assert "ml-resume" in again._view.section_markup("offer") and "ml-resume" not in again._view.section_markup("side")
    assert "ml-main-choice" not in again._view.section_markup("offer")
    if move == "cell":
        again.game.apply("roll 1 1")
        again._cell_ran()
    else:
        again._carry_out(move, "roll 1 1" if move == "press" else "", {})
    played = again.game.answers
    assert played and again._view.section_markup("offer") == "" and "ml-resume" in again._view.section_markup("side")
    again.keep()
    again._carry_out("resume", "", {})
    assert again.game.answers == ("roll 6 4",) and "ml-resume" not in again._view.section_markup("side")
    assert again.branches["main line 2"].answers == played  # nothing is lost


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("not = [toml", "TOML"),
        ('format = 1\nbranch = "main line"\nbranches = []\n', "no autosave"),
        ('branch = "a"\nbranches = [{name = "a", game = 7}]\n', "no autosave"),
        ('format = 1\nbranch = "a"\nbranches = [{name = "a", game = "edition = \'classic_us\'"}]\n', "seats"),
        ('format = 2\nbranch = "a"\nbranches = [{name = "a", game = "edition = \'classic_us\'"}]\n', "format 2: "),
        ('branch = "a"\nbranches = [{name = "a", game = "edition = \'classic_us\'"}]\n', "format None: "),
    ],
)
def test_broken_file__is_named_with_its_reason_and_stays(content: str, said: str, folder: Path) -> None:
    path = autosave.file_of(game())
    assert path is not None
    path.parent.mkdir()
    path.write_text(content)
    with pytest.raises(SavedGameError, match=said) as refused:
        ml.Table.resume(game())
    assert path.name in str(refused.value)
    table = ml.Table(game())
    table._carry_out("here", "", {})
    table._carry_out("resume", "", {})
    assert path.name in table._view.section_markup("problem")
    assert table.game.answers == ()
    assert path.read_text() == content
    table.press("roll 6 4")
    table.keep()
    assert path.with_suffix(autosave.BEFORE).read_text() == content


def test_none__says_so(folder: Path) -> None:
    with pytest.raises(SavedGameError, match="no autosave is there"):
        ml.Table.resume()
    with pytest.raises(SavedGameError, match="classic_us-"):
        ml.Table.resume(game())


def test_resume__passes_over_what_a_killed_program_left(folder: Path) -> None:
    table = ml.Table(game())
    table.press("roll 6 4")
    kept = table.keep()
    (folder / ".new-half.toml").write_text('branch = "main"\nbran')
    (folder / ".new-half.part").write_text("")
    assert autosave.newest() == kept
    assert ml.Table.resume().game.answers == ("roll 6 4",)


def test_leftovers__are_cleaned_when_they_are_old(folder: Path) -> None:
    folder.mkdir()
    for name, age in (("old", file_access.STALE + 60), ("young", 0)):
        path = folder / f".new-{name}.part"
        path.write_text("")
        os.utime(path, (path.stat().st_mtime - age,) * 2)
    ml.Table(game()).keep()
    assert [path.name for path in folder.glob(".new-*")] == [".new-young.part"]


def test_two_tables_of_one_game__none_overwrites_the_other(folder: Path) -> None:
    one = ml.Table(game())
    one.press("roll 6 4")
    first = one.keep()
    two = ml.Table.resume(game())
    two.press("roll 1 2")
    assert two.keep() == first
    one.press("roll 2 2")
    second = one.keep()
    assert second != first and one.branch == "main line 2"
    assert "another table" in one._view.parts["problem"][0] and second.name in one._view.parts["problem"][0]
    assert autosave.read_branches(first).branches["main line"].answers == ("roll 6 4", "roll 1 2")
    assert autosave.read_branches(second).branches["main line 2"].answers == ("roll 6 4", "roll 2 2")
    two.press("roll 3 4")
    one.press("roll 5 6")
    assert (two.keep(), one.keep()) == (first, second)
    assert autosave.read_branches(first).branches["main line"].answers == two.game.answers


def test_two_tables_in_a_loop__the_later_one_moves(folder: Path) -> None:
    one, two = ml.Table(game()), ml.Table(game())
    one._carry_out("here", "", {})
    one._autosave._replaces = False

    def act() -> None:
        two.press("roll 1 2")
        path = two.keep()
        assert path == one._autosave.path
        one.press("roll 6 4")

    in_a_loop(act, 30, until=lambda: one.branch == "main line 2" and one._autosave.path.exists())
    assert one.branch == "main line 2" and one._autosave.path != two._autosave.path
    assert autosave.read_branches(one._autosave.path).branches["main line 2"].answers == ("roll 6 4",)


def test_in_a_loop__the_first_answer_waits_for_no_pause_and_the_next_does(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who leaves right after an answer finds it again; who plays fast keeps no disk busy."""
    monkeypatch.setattr(autosave, "PAUSE", 3600.0)
    table = ml.Table(game())
    table._carry_out("here", "", {})
    path = table._autosave.path
    assert path is not None

    async def act() -> None:
        table.press("roll 6 4")
        while not path.exists():
            await asyncio.sleep(0.01)
        table.press("roll 1 2")
        await asyncio.sleep(3 * autosave.SOON)

    asyncio.run(act())
    assert autosave.read_branches(path).branches["main line"].answers == ("roll 6 4",)
