"""Tests interrupt games one after another: none of them is the second interrupt of another one."""

import pytest

from monopoly_lab.experiments import executors


@pytest.fixture(autouse=True)
def first_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "_last", [])
