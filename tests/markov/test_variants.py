"""Variants side by side, and how fast a change shows."""

import pytest
from chains import leave, stay

from monopoly_lab.common.errors import ChainError
from monopoly_lab.markov import Chain, after_change, compare, compare_spaces, variants


@pytest.mark.full
def test_compare__one_row_a_variant() -> None:
    chains = variants("classic_us")
    table = compare(chains)
    assert list(table.index) == list(chains)
    assert table.loc["leave jail at once", "in_jail"] == pytest.approx(0.0395, abs=5e-6)
    assert table.loc["stay in jail", "in_jail"] == pytest.approx(0.09386, abs=5e-6)
    assert table.loc["stay in jail", "states"] == 120
    assert table.loc["no doubles rule", "states"] == 40
    assert table.loc["one die", "lap_in_throws"] > 10 > table.loc["three dice", "lap_in_throws"]


def test_no_cards__tokens_stay_on_chance() -> None:
    """Published for a game without moving cards: no space is above Community Chest (17), 2.8224 % of throws."""
    shares = 100 * Chain("classic_us", cards=False).by_space()
    assert shares.drop("In Jail").idxmax() == "Community Chest (17)"
    assert shares["Chance (7)"] == pytest.approx(shares["Oriental Avenue"], rel=0.01)


def test_small_board__one_die_of_its_own() -> None:
    assert "two dice" in variants("class_board")


def test_compare_spaces__boards_in_columns() -> None:
    table = compare_spaces({"one": leave(), "other": stay()})
    assert table.shape == (41, 2)
    assert table.sum().tolist() == pytest.approx([1, 1])


def test_after_change__from_the_old_long_run_to_the_new() -> None:
    far = after_change(stay(), leave(), 60)
    assert far["to_new"].iloc[0] > 0.05
    assert far["to_new"].iloc[60] < 1e-4
    assert far["to_old"].iloc[0] == 0
    assert far["to_old"].iloc[60] == pytest.approx(far["to_new"].iloc[0], abs=1e-4)
    assert far["to_new"].is_monotonic_decreasing


def test_after_change__runs_of_doubles_that_the_new_rules_do_not_know() -> None:
    plain = Chain("classic_us", options={"doubles": False})
    assert after_change(leave(), plain, 1).loc[0, "to_new"] < 0.1


def test_after_change__needs_boards_of_one_size() -> None:
    with pytest.raises(ChainError, match="differ in size"):
        after_change(leave(), Chain("class_board"))
