"""What tests of widgets share."""

import pytest

import monopoly_lab as ml


@pytest.fixture(autouse=True)
def unseen(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The builder draws no board, which takes most of the time, for tests that look at the fields beside it."""
    if "drawn" not in request.fixturenames:
        monkeypatch.setattr(ml.ScenarioBuilder, "_picture", lambda self, sheet: {})


@pytest.fixture
def drawn() -> None:
    """For tests that look at the board, too."""
