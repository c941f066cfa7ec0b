"""A few kills in every run of the suite, 40 with `-m full`, 500 with `-m release` or `tests/attack/kills.py`."""

import os
import warnings
from pathlib import Path

import kills
import pytest

from monopoly_lab.common import file_access

forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="the child is a fork of this process")


@forks
def test_kills__leave_whole_games() -> None:
    assert kills_without_warnings(4) == []


@forks
@pytest.mark.parametrize(
    "many", [pytest.param(40, marks=pytest.mark.full), pytest.param(500, marks=pytest.mark.release)]
)
def test_kills__by_dozens_leave_whole_games(many: int) -> None:
    assert kills_without_warnings(many) == []


@pytest.mark.full
@forks
def test_kills__find_a_save_that_writes_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the file is written bit by bit."""

    def bit_by_bit(path: Path, content: bytes) -> None:
        with path.open("wb", buffering=0) as file:
            for start in range(0, len(content), 50):
                file.write(content[start : start + 50])

    monkeypatch.setattr("monopoly_lab.game.saves.saved_files.replace", bit_by_bit)
    monkeypatch.setattr("monopoly_lab.widgets.autosave.replace", bit_by_bit)
    assert file_access.replace is not bit_by_bit
    assert kills_without_warnings(40, only_first=True)


def kills_without_warnings(number: int, only_first: bool = False) -> list[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return kills.kills(number, 11, only_first)[0]
