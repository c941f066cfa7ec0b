"""The table's Export: the file that the lab's own export writes, beside the others, never over one."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pandas as pd
import pytest

import monopoly_lab as ml


def table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> "ml.Table":
    monkeypatch.chdir(folder)
    monkeypatch.setenv("MONOPOLY_LAB_AUTOSAVE", "off")
    return ml.Table(ml.Scenario.load("game_under_way").game(seed=7))


def test_export__writes_what_the_game_exports_and_never_over_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = table(tmp_path, monkeypatch)
    shown.game.export(tmp_path / "by_code.csv")
    for name in ("mine.csv", "mine-2.csv"):
        shown._carry_out("export", "csv", {"file": ["mine.toml"]})
        assert f"Written: {name}" in shown._view.section_markup("offer")
    (tmp_path / "mine.csv").write_text("edited")
    shown._carry_out("export", "csv", {"file": ["mine.toml"]})
    assert (tmp_path / "mine.csv").read_text() == "edited"
    assert (tmp_path / "mine-3.csv").read_bytes() == (tmp_path / "by_code.csv").read_bytes()


def test_export__in_the_loop_of_a_kernel_says_where_it_writes_and_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = table(tmp_path, monkeypatch)

    async def watch() -> None:
        shown._carry_out("export", "csv", {})
        assert "Writing game.csv" in shown._view.section_markup("offer") and shown._files.exporting.runs
        while shown._files.exporting.runs:
            await asyncio.sleep(0.01)

    with ThreadPoolExecutor(1) as alone:
        alone.submit(asyncio.run, watch()).result()
    assert "Written: game.csv" in shown._view.section_markup("offer") and (tmp_path / "game.csv").is_file()


def test_export__asked_for_in_quick_succession_writes_all_files_of_the_game_as_it_was_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = table(tmp_path, monkeypatch)
    shown._view.tab = "keep"
    shown.game.export(tmp_path / "then.csv")

    async def watch() -> None:
        for form in ("csv", "xlsx", "csv"):
            shown._carry_out("export", form, {"file": ["mine.toml"]})
        assert "Writing mine.csv, mine.xlsx, mine-2.csv" in shown._view.section_markup("side")
        shown.play_on("round")
        while shown._files.exporting.runs:
            await asyncio.sleep(0.01)

    with ThreadPoolExecutor(1) as alone:
        alone.submit(asyncio.run, watch()).result()
    assert "Written: mine.csv, mine.xlsx, mine-2.csv" in shown._view.section_markup("side")
    assert (tmp_path / "mine.xlsx").is_file()
    assert {(tmp_path / name).read_bytes() for name in ("mine.csv", "mine-2.csv", "then.csv")} == {
        (tmp_path / "then.csv").read_bytes()
    }


def test_export__that_fails_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = table(tmp_path, monkeypatch)
    shown._carry_out("export", "csv", {"file": ["nowhere/mine.toml"]})
    assert "nowhere" in shown._view.section_markup("problem")
    monkeypatch.setenv("MONOPOLY_LAB_FILES", "off")  # the disk is the teacher's
    shown._carry_out("export", "csv", {})
    assert "download" in shown._view.section_markup("problem") and list(tmp_path.iterdir()) == []


def test_notes__typed_at_the_table_stay_with_the_branch_and_are_saved_and_exported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = table(tmp_path, monkeypatch)
    shown._view.tab = "keep"
    shown._carry_out("notes", " Bo waits </textarea> too long. ", {})
    assert "Bo waits &lt;/textarea&gt; too long." in shown._view.section_markup("side")
    shown.open_branch("other")
    shown.note("Now she builds.")
    shown._carry_out("file", "save", {"file": ["mine.toml"]})
    assert ml.Game.load(tmp_path / "mine.toml").notes == "Now she builds."
    shown.open("main line")
    assert shown.game.notes == "Bo waits </textarea> too long."
    shown._carry_out("export", "xlsx", {"file": ["mine.toml"]})
    about = pd.read_excel(tmp_path / "mine.xlsx", sheet_name="about").iloc[:, 0].tolist()
    assert "Bo waits </textarea> too long." in about


def test_table__carries_its_board_for_pages_that_run_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[dict[str, str]] = []
    monkeypatch.setattr("monopoly_lab.widgets.table.display", lambda data, **_: seen.append(data))
    shown = table(tmp_path, monkeypatch)
    shown._ipython_display_()
    assert seen[0]["text/html"] == shown.game.picture() and "<img" in seen[0]["text/html"]
    assert seen[0]["text/plain"] == shown.game.describe() and "widget-view" in "".join(seen[0])
