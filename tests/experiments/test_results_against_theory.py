"""Batches against what is known exactly, and intervals of real games against the truth."""

import numpy as np
import pytest

import monopoly_lab as ml

LEAVER = ml.Strategy("balanced", jail_early="leave", jail_late="leave", trade=0, redeem=1000)


@pytest.mark.full
@pytest.mark.usefixtures("all_compiled")
def test_landings__agree_with_the_exact_chain() -> None:
    """All deeds are mortgaged and stay so, jail is left at once by paying, cards are put back: as in the chain.

    Shares of the stops on streets, where a throw ends; 20 experiments give the standard errors.
    """
    chain = ml.Chain("classic_us", jail="leave")
    streets = [space for space in chain.edition.spaces if space.kind == "street"]
    exact = chain.by_space()[[space.name for space in streets]].to_numpy()
    exact = exact / exact.sum()
    deeds = [space.id for space in chain.edition.spaces if space.is_deed]
    start = {"deeds": {"Bo": deeds}, "mortgaged": deeds}
    game = ml.Game("classic_us", {"Ann": LEAVER, "Bo": LEAVER}, options={"decks": "replacement"}, start=start)
    shares = []
    for seed in range(20):
        found = ml.simulate(game, games=20, seed=seed, rounds=150, progress=False)
        assert found.bankruptcies.share.sum() == 0 and "rent" not in set(found.income.cause)
        stops = found.landings.groupby("space").stops.sum()[[space.id for space in streets]].to_numpy()
        shares.append(stops / stops.sum())
    mean, error = np.mean(shares, 0), np.std(shares, 0, ddof=1) / len(shares) ** 0.5
    assert (abs(mean - exact) < 4 * error).all(), (mean - exact) / error


@pytest.mark.full
def test_coverage__shares_of_real_games() -> None:
    """Of 100 intervals 95 hold the truth, which 20,000 games give; 4 standard errors are 9 of them.

    The richest after 20 rounds wins: a fifth of the time of whole games.
    """
    short = {"games": 200, "players": 3, "options": {"rounds": 20}, "progress": False}
    runs = [ml.simulate("classic_us", seed=seed, **short) for seed in range(100)]
    truth = sum(run.counts.wins[0] for run in runs) / sum(run.games for run in runs)
    held = sum(run.wins.low["Ann"] <= truth <= run.wins.high["Ann"] for run in runs)
    assert 86 <= held <= 100


@pytest.mark.full
def test_coverage__of_real_games_looked_at_again_and_again() -> None:
    """The same rules in both arms, each with luck of its own: the true difference is 0, at each of eight looks."""
    held = 0
    for seed in range(100):
        arms = {name: ml.Game("classic_us", {"Ann": "balanced", "Bo": "balanced"}) for name in ("one", "two")}
        more = {"rounds": 1, "measure": "cash", "paired": False, "progress": False}
        found = ml.compare(arms, games=250, seed=seed, **more)
        always = True
        for _ in range(8):
            found.more(250)
            interval = found.difference("two")
            always &= interval.low <= 0 <= interval.high
        held += always
    assert held >= 95
