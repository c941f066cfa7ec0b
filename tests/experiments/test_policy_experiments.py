"""What the lessons on policies say can be recomputed; the directions they rest on are shown with their intervals."""

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
    gini = [play(options, "balanced", 100).gini.loc[30] for options in ({}, arm)]
    spread = [(x.q75 - x.q25) / 1.35 / x.games**0.5 for x in gini]  # standard error of the mean, about
    assert gini[1]["mean"] + 3 * (spread[0] ** 2 + spread[1] ** 2) ** 0.5 < gini[0]["mean"]


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
