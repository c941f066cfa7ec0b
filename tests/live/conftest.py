"""What tests of a live class share."""

import random

import pytest


@pytest.fixture(autouse=True)
def own_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the seeds of activities from the name of the test: it ends in the same way each time."""
    drawn = random.Random(request.node.name)
    monkeypatch.setattr("monopoly_lab.live.room.secrets.randbelow", drawn.randrange)


@pytest.fixture
def same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the activities of all rooms one seed, and simulate few games beside them."""
    monkeypatch.setattr("monopoly_lab.live.room.secrets.randbelow", lambda most: 7)
    monkeypatch.setattr("monopoly_lab.live.play_results.SIMULATED", 20)
    monkeypatch.setattr("monopoly_lab.live.activities.class_vote.SIMULATED", 20)
    monkeypatch.setattr("monopoly_lab.live.hub.PAUSE_FACTOR", 0)  # the wall is made again at once
