"""The table's Export: the file that the lab's own export writes, beside the others, never over one."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

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
        shown._heard("export", "csv", {"file": ["mine.toml"]})
        assert f"Written: {name}" in shown._face.shown("offer")
    (tmp_path / "mine.csv").write_text("edited")
    shown._heard("export", "csv", {"file": ["mine.toml"]})
    assert (tmp_path / "mine.csv").read_text() == "edited"
    assert (tmp_path / "mine-3.csv").read_bytes() == (tmp_path / "by_code.csv").read_bytes()


def test_export__in_the_loop_of_a_kernel_says_where_it_writes_and_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = table(tmp_path, monkeypatch)

    async def watch() -> None:
        shown._heard("export", "csv", {})
        assert "Writing game.csv" in shown._face.shown("offer") and shown._exporting.runs
        while shown._exporting.runs:
            await asyncio.sleep(0.01)

    with ThreadPoolExecutor(1) as alone:
        alone.submit(asyncio.run, watch()).result()
    assert "Written: game.csv" in shown._face.shown("offer") and (tmp_path / "game.csv").is_file()


def test_export__that_fails_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = table(tmp_path, monkeypatch)
    shown._heard("export", "csv", {"file": ["nowhere/mine.toml"]})
    assert "nowhere" in shown._face.shown("problem")
    monkeypatch.setenv("MONOPOLY_LAB_FILES", "off")  # the disk is the teacher's
    shown._heard("export", "csv", {})
    assert "download" in shown._face.shown("problem") and list(tmp_path.iterdir()) == []
