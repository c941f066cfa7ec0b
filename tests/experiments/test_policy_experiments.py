"""What the lessons on policies say can be recomputed; the directions they rest on are shown with their intervals."""

import pandas as pd
import pytest

import monopoly_lab as ml
from monopoly_lab.experiments import policies
from monopoly_lab.experiments.policies import EXPERIMENTS, play


def test_command__plays_every_arm_of_a_lesson(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policies, "ROUNDS", 12)
    assert policies.main(["--games", "3", "--lesson", "28_antitrust"]) == 0
    said = capsys.readouterr().out
    assert all(f"{arm}, {who}" in said for arm in EXPERIMENTS["28_antitrust"] for who in policies.PLAYED_BY)


@pytest.mark.parametrize("lesson", EXPERIMENTS)
def test_experiments__every_arm_can_be_played(lesson: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "ROUNDS", 1)
    for arm in EXPERIMENTS[lesson].values():
        assert play(arm, "balanced", 1).games == 1


# Measured beforehand by another seed: 78, 18, 3 and 0.3 %.
@pytest.mark.full
def test_born_ahead__the_rich_win_by_far_most_often_and_inequality_falls_first() -> None:
    found = play(EXPERIMENTS["20_born_ahead"]["unequal start"], "balanced", 300)
    low, high = found.wins.low, found.wins.high
    assert low["Ann"] < 0.78 < high["Ann"] and low["Bo"] < 0.18 < high["Bo"]
    assert low["Cy"] < 0.03 < high["Cy"] and low["Dan"] < 0.003 < high["Dan"]
    assert found.gini.loc[10, "mean"] < 0.383 < found.gini.loc[20, "mean"]


# Each policy's direction: the mean Gini coefficient after 30 rounds, or of games over, against the printed rules.
@pytest.mark.full
@pytest.mark.parametrize("arm", [{"rent_scale": 50}, {"deed_cap": 2}, {"taxes.wealth": 2, "taxes.to": "poorest"}])
def test_policy__makes_players_less_unequal(arm: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "ROUNDS", 30)
    printed, changed = (play(options, "balanced", 100).gini.loc[30] for options in ({}, arm))
    assert changed["high"] < printed["low"]


def test_over_rounds__has_a_line_for_each_simulation() -> None:
    runs = {
        str(x): ml.simulate("classic_us", games=20, rounds=3, options={"salary": x}, progress=False) for x in (0, 200)
    }
    found = ml.over_rounds(runs)
    assert list(found.table.columns) == ["0", "200"] and list(found.table.index) == [1, 2, 3]
    assert len(found.figure().data) == 2
    assert ml.over_rounds(runs, "wealth").table.loc[1, "0"] <= ml.over_rounds(runs, "wealth").table.loc[1, "200"]


def test_over_rounds__what_it_cannot_show_is_named() -> None:
    with pytest.raises(ml.ExperimentError, match='did you mean "gini"'):
        ml.over_rounds({}, "gin")
    with pytest.raises(ml.ExperimentError, match="no simulation"):
        ml.over_rounds({})


def test_after__the_interval_of_a_mean_and_losers_beside_winners() -> None:
    """By hand from the same games, played one by one."""
    options: dict[str, object] = {"taxes.wealth": 5}
    found = ml.simulate("classic_us", games=25, rounds=9, players=3, options=options, progress=False)
    worths = []
    for number in range(25):
        game = found.game(number)
        game.run(rounds=9)
        worths.append(sorted(game.net_worth("short_game").values()))
    ginis = pd.Series([sum((2 * k - 2) * x for k, x in enumerate(each)) / (3 * sum(each)) for each in worths])
    row = ml.over_rounds({"taxed": found}).after(9).loc["taxed"]
    assert row["games still on"] == 25
    assert row["Gini coefficient"] == pytest.approx(ginis.mean(), abs=0.0006)
    assert row["upper limit"] - row["lower limit"] == pytest.approx(2 * 1.96 * ginis.std() / 5, rel=0.1)
    all_worths = pd.Series([x for each in worths for x in each])
    spread = ml.over_rounds({"taxed": found}, "wealth").after(9).loc["taxed"]
    width = found.plan.start.width
    assert spread["middle"] == pytest.approx(all_worths.median(), abs=width)
    assert spread["richest quarter"] == pytest.approx(all_worths.quantile(0.75), abs=width)
    assert spread["have nothing"] == pytest.approx((all_worths == 0).mean(), abs=0.01)


def test_after__a_round_that_nobody_has_come_to_is_refused() -> None:
    found = ml.over_rounds({"a": ml.simulate("classic_us", games=5, rounds=2, progress=False)})
    for wrong in (3, 0, "2", 10**40):
        with pytest.raises(ml.ExperimentError, match="the last they have is 2"):
            found.after(wrong)  # type: ignore[arg-type]
