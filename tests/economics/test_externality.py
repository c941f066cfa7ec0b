"""Damage between neighbors: private choice, best for both, Coase and Pigou, against every number of rows tried.

Benchmarks: red against three houses on orange, fifteen rounds from GO, three visitors, 20 % a row from the fourth on.
"""

import pytest

import monopoly_lab as ml
from monopoly_lab.economics.externality import Externality

ROW = 450  # three buildings on red


@pytest.fixture(scope="module")
def pair() -> Externality:
    return Externality("classic_us")


def test_rents__are_those_of_the_chain_for_three_visitors(pair: Externality) -> None:
    """Landings times printed rents: Kentucky and Indiana bring 700 with three houses, Illinois 750."""
    assert pair.rents == pytest.approx((174.2, 435.5, 1247.1, 3340.3, 4154.3, 4968.4), abs=0.05)
    assert pair.damages[5] / 0.4 == pytest.approx(2751.3, abs=0.05)


def test_choice__private_is_a_hotel_and_best_for_both_three_rows(pair: Externality) -> None:
    profits = [rent - ROW * n for n, rent in enumerate(pair.rents)]
    damages = [0, 0, 0, 0, 550.25, 1100.5]
    both = [profit - damage for profit, damage in zip(profits, damages)]
    assert (pair.private, pair.best) == (profits.index(max(profits)), both.index(max(both))) == (5, 3)
    assert pair.damages[5] == pytest.approx(1100.5, abs=0.05)
    assert pair.waste == pytest.approx(372.5, abs=0.05)


def test_coase__whoever_has_the_right_the_same_is_built(pair: Externality) -> None:
    deal = pair.deal("harming")
    assert (deal.before, deal.level) == (5, 3)
    assert (deal.least, deal.most, deal.gain) == pytest.approx((728.0, 1100.5, 372.5), abs=0.05)
    assert pair.deal("harmed") == (3, 3, 0, 0, 0), "three rows harm nobody, so nothing is paid"


@pytest.mark.parametrize(("cost", "level"), [(0, 3), (372, 3), (373, 5), (1000, 5)])
def test_coase__a_deal_that_costs_more_than_the_waste_is_not_struck(pair: Externality, cost: int, level: int) -> None:
    assert pair.deal("harming", cost).level == level
    assert pair.deal("harmed", cost).level == 3


def test_coase__where_damage_is_worth_it_the_builder_buys_the_right() -> None:
    """At 10 % a row the hotel is best for both: 728 more rents against 550 of damage."""
    pair = Externality("classic_us", percent=10)
    deal = pair.deal("harmed")
    assert pair.best == 5 and (deal.before, deal.level) == (3, 5)
    assert (deal.least, deal.most) == pytest.approx((550.3, 728.0), abs=0.05)
    assert pair.deal("harming") == (5, 5, 0, 0, 0), "who has the right builds what is best, and nobody pays"


def test_pigou__the_lowest_tax_and_the_damage_of_a_row_lead_to_the_best(pair: Externality) -> None:
    assert round(pair.least_tax()) == 364
    assert [pair.chosen(tax) for tax in (0, 363, 364.1, 550.25, 2000)] == [5, 5, 3, 3, 3]


def test_pigou__as_high_as_the_damage_it_leaves_what_is_worth_it() -> None:
    pair = Externality("classic_us", percent=10)
    row = pair.damages[4]
    assert pair.chosen(row) == pair.best == 5
    assert pair.chosen(400) == 3  # too high a tax: 3 rows where 5 are best


def test_switch__more_than_13_per_cent_a_row_is_needed(pair: Externality) -> None:
    """728.0 / (2 x 2,751) = 13.2 %."""
    assert pair.switch() == pytest.approx(13.23, abs=0.005)
    assert Externality("classic_us", percent=13).best == 5 and Externality("classic_us", percent=13.3).best == 3


def test_rule__the_board_loses_the_per_cent_that_the_model_says(pair: Externality) -> None:
    """Visitors pay 600 on New York Avenue; the owner loses what the model takes off, row by row."""
    shares = [pair.damages[n] / (pair.damages[5] / 0.4) for n in pair.levels]
    for n, share in enumerate(shares):
        reds = {site: "hotel" if n == 5 else n for site in ("kentucky", "indiana", "illinois") if n}
        oranges = dict.fromkeys(("st_james", "tennessee", "new_york"), 3)
        start = {
            "turn": "Ann",
            "deeds": {"Bo": list(oranges), "Cy": ["kentucky", "indiana", "illinois"]},
            "buildings": {**oranges, **reds},
            "position": {"Ann": "electric"},
        }
        options = {"damage": {"orange": "red"}, "damage.percent": 20}
        game = ml.Game("classic_us", ["Ann", "Bo", "Cy"], options=options, start=start)
        game.apply("roll 3 4")
        assert game.state.cash["Bo"] - 1500 == pytest.approx(600 * (1 - share))


@pytest.mark.full
@pytest.mark.usefixtures("all_compiled")
def test_games__bring_both_owners_what_the_model_says(pair: Externality) -> None:
    """Five rows: 4,968 for red; orange keeps three fifths of 2,751."""
    found = pair.play(5, games=30, seed=3)
    for group, theory in (("red", 4968.4), ("orange", 0.6 * 2751.3)):
        assert abs(found[group].value - theory) < 1.5 * found[group].half < theory / 10
    with pytest.raises(ml.ArgumentError, match="level is 6"):
        pair.play(6)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"harming": "station"}, "no group of streets"),
        ({"harming": "orange"}, "itself"),
        ({"percent": 101}, "percent is 101"),
        ({"first": 6}, "first is 6"),
        ({"edition": "junior"}, "nothing can be built"),
    ],
)
def test_pair__that_cannot_be_is_refused(arguments: dict[str, object], said: str) -> None:
    with pytest.raises(ml.ArgumentError, match=said):
        Externality(**arguments)  # type: ignore[arg-type]
