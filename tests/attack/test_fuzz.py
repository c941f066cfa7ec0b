"""A part of the fuzzer in every run of the suite; long by `python tests/attack/fuzz.py`."""

from pathlib import Path

import fuzz
import pytest


@pytest.mark.full
def test_files__bent_at_random_load_or_are_refused() -> None:
    assert fuzz.files(160, seed=11) == []


@pytest.mark.parametrize("number", [200, pytest.param(800, marks=pytest.mark.release)])
def test_texts__bent_at_random_are_taken_or_refused(number: int) -> None:
    assert fuzz.texts(number, seed=11) == []


def test_fuzzer__says_what_it_finds(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def breaks(*_: object) -> None:
        raise RecursionError("deep")

    monkeypatch.setattr(fuzz, "use", breaks)
    assert fuzz.files(2, seed=1, keep=tmp_path) and len(list(tmp_path.iterdir())) == 2
