"""Ratios of a player's books by hand, each with what is divided by what."""

import math

import pytest
from twelve_turns import HOUSES, TURNS

import monopoly_lab as ml


def ratios(game: ml.Game, player: str, rounds: object = None) -> dict[str, float]:
    return game.ledger().ratios(rounds)[player].to_dict()  # type: ignore[arg-type,no-any-return]


def test_ratios__of_the_game_of_twelve_turns_by_hand() -> None:
    """Ann in rounds 1 to 6: income 16 of a revenue of 100, interest 9, operating cash 41; assets and equity from 1500
    to 486 + 780 + 250 = 1516, returns on the mean of both ends."""
    game = ml.Game("classic_us", players=["Ann", "Bo"], seed=8)
    for move in TURNS.replace("HOUSES", HOUSES).strip().replace("\n", ", ").split(", "):
        game.take(move)
    found = ratios(game, "Ann", (1, 6))
    assert found["profit_margin"] == pytest.approx(16 / 100)
    assert found["interest_coverage"] == pytest.approx((16 + 9) / 9)
    assert found["return_on_assets"] == found["return_on_equity"] == pytest.approx(16 / ((1500 + 1516) / 2))
    assert found["cash_conversion"] == pytest.approx(41 / 16)
    assert found["debt_ratio"] == found["debt_to_equity"] == 0
    assert math.isnan(found["cash_ratio"]), "nothing is due"


def test_ratios__of_a_whole_game_begin_with_the_start_money() -> None:
    """Ann's 1500 are there when the first round begins: all rounds are rounds 1 to 6, and not half of nothing."""
    game = ml.Game("classic_us", players=["Ann", "Bo"], seed=8)
    for move in TURNS.replace("HOUSES", HOUSES).strip().replace("\n", ", ").split(", "):
        game.take(move)
    for rounds in (None, (0, 6)):
        found = ratios(game, "Ann", rounds)
        assert found["return_on_assets"] == found["return_on_equity"] == pytest.approx(16 / ((1500 + 1516) / 2))
    assert math.isnan(ratios(game, "Ann", 0)["profit_margin"])
    assert ratios(game, "Ann", 0)["return_on_equity"] == 0


def test_ratios__of_a_game_that_begins_in_the_middle_begin_with_what_is_there() -> None:
    """Round 10: 500 in cash and New York Avenue (200, 100 borrowed). A tax of 100 later: assets 700 and 600,
    equity 600 and 500, income -100."""
    start = {
        "round": 10,
        "turn": "Ann",
        "cash": {"Ann": 500, "Bo": 500},
        "position": {"Ann": "short_line"},
        "deeds": {"Ann": ["new_york"], "Bo": ["park_place"]},
        "mortgaged": ["new_york"],
    }
    game = ml.Game("classic_us", players=["Ann", "Bo"], start=start)
    game.take("roll 1 2")
    for rounds in (None, 10):
        found = ratios(game, "Ann", rounds)
        assert found["return_on_assets"] == pytest.approx(-100 / 650)
        assert found["return_on_equity"] == pytest.approx(-100 / 550)


def test_ratios__of_a_mortgage() -> None:
    """100 in cash, deeds of 950 and a house of 200 against a loan of 100: 100 / 1250 of the assets, 100 / 1150."""
    start = {
        "cash": {"Ann": 100, "Bo": 500},
        "deeds": {"Ann": ["boardwalk", "park_place", "new_york"]},
        "mortgaged": ["new_york"],
        "buildings": {"boardwalk": 1},
    }
    found = ratios(ml.Game("classic_us", players=["Ann", "Bo"], start=start), "Ann")
    assert found["debt_ratio"] == pytest.approx(100 / 1250)
    assert found["debt_to_equity"] == pytest.approx(100 / 1150)


def test_ratios__of_who_is_in_debt() -> None:
    """Ann throws a 6 from Just Visiting to a hotel on St. James Place: 950 are due, and 100 are in her purse."""
    sites = ["st_james", "tennessee", "new_york"]
    start = {
        "turn": "Ann",
        "cash": {"Ann": 100, "Bo": 300},
        "position": {"Ann": "jail"},
        "deeds": {"Ann": ["boardwalk", "park_place"], "Bo": sites},
        "buildings": dict.fromkeys(sites, "hotel"),
    }
    game = ml.Game("classic_us", players=["Ann", "Bo"], start=start)
    game.take("roll 2 4")
    assert ratios(game, "Ann")["cash_ratio"] == pytest.approx(100 / 950)
