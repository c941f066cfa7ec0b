"""What tests of widgets share."""

import pytest

import monopoly_lab as ml
from monopoly_lab.widgets.table_screen import TableScreen


@pytest.fixture(autouse=True)
def unseen(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """No board is drawn, which takes most of the time, for tests that look at what stands beside it."""
    if "drawn" not in request.fixturenames:
        monkeypatch.setattr(ml.ScenarioBuilder, "_picture", lambda self, sheet: {})
        monkeypatch.setattr(TableScreen, "_board", lambda self: [])


@pytest.fixture
def drawn() -> None:
    """For tests that look at the board, too."""
