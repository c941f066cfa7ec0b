"""Demand, supply and a ceiling for the last houses, against values from published frequencies and a direct search.

Values of the third and fourth houses: expected rents of ten rounds with three opponents (published landing frequencies
times the printed rents).
"""

import random
from collections import Counter
from functools import cache
from itertools import product

import pytest

import monopoly_lab as ml
from monopoly_lab.economics.housing_market import HousingMarket, Sale, play_auction

THIRD = {"dark_blue": 607, "green": 484, "red": 468, "yellow": 451, "orange": 377, "pink": 274, "light_blue": 152}
SITES = {"dark_blue": 2, "brown": 2}  # the others have three


@cache
def auctioned(supply: int) -> list[Sale]:
    """An auction of houses that is played once."""
    return play_auction(supply, step=10)


@pytest.fixture(scope="module")
def market() -> HousingMarket:
    return HousingMarket("classic_us", houses=2)


def test_demand__third_houses_come_first_at_their_value(market: HousingMarket) -> None:
    wanted = [(group, value) for group, value in THIRD.items() for _ in range(SITES.get(group, 3))]
    found = [house for house in market.demanded if house.level == 3 and house.group in THIRD]
    assert [(house.group, round(house.bid)) for house in found] == wanted


@pytest.mark.parametrize(("price", "wanted"), [(50, 44), (100, 40), (200, 22), (300, 14), (400, 11), (470, 5)])
def test_demand__at_a_price(market: HousingMarket, price: int, wanted: int) -> None:
    assert market.demand(price) == wanted


def best_rows(market: HousingMarket, group: str, price: float) -> int:
    """Try every number of rows: the textbook's owner takes the one with the highest value less cost."""
    (found,) = (each for each in market.groups if each.id == group)
    gain = [0.0]
    for level in range(market.houses + 1, 5):
        gain.append(gain[-1] + market.value(found, level) - price)
    return max(range(len(gain)), key=gain.__getitem__)


@pytest.mark.parametrize("houses", [0, 1, 2, 3])
def test_demand__is_what_each_owner_gains_most_from(houses: int) -> None:
    market = HousingMarket("classic_us", houses=houses)
    for group, price in product(market.groups, (33, 61, 99, 150, 195, 240, 301, 401)):
        bought = sum(house.group == group.id for house in market.wanting(price))
        assert bought == best_rows(market, group.id, price) * group.sites, (group.id, price)


def test_price__eight_houses_clear_between_the_values_of_the_eighth_and_the_ninth(market: HousingMarket) -> None:
    low, high = market.clearing_prices(8)
    assert (round(low), round(high)) == (451, 468)
    assert market.demand(high) == 8 and market.demand(high + 0.01) < 8
    assert market.demand(low) > 8 and market.demand(low + 0.01) == 8


def test_price__from_no_houses_on_most_supplies_have_none() -> None:
    """Orange: 46 (bare sites of a group charge double), 140, 377 and 209 for the four rows, wanted together."""
    market = HousingMarket("classic_us", houses=0)
    orange = [house for house in market.demanded if house.group == "orange"]
    assert {house.rows for house in orange} == {4}
    assert orange[0].bid == pytest.approx((46 + 140 + 377 + 209) / 4, abs=1)
    assert market.clearing_prices(8) is None and market.clearing_prices(6) is not None
    asked_for = {market.demand(price / 10) for price in range(0, 4000)}
    assert all(market.clearing_prices(supply) is not None for supply in range(1, 88) if supply in asked_for)


def test_ceiling__printed_prices_lose_value_unless_the_right_ones_come_first(market: HousingMarket) -> None:
    served = {first: market.ration(8, first=first) for first in ("cheapest", "chance", "highest")}
    assert {(each.wanted, each.shortage, round(each.most, -1)) for each in served.values()} == {(41, 33, 4070)}
    assert [round(each.kept, -1) for each in served.values()] == [870, 2810, 4070]
    assert served["highest"].lost == pytest.approx(0)


def test_ceiling__whoever_wins_lots_builds_the_best_houses_first(market: HousingMarket) -> None:
    """Lots drawn again and again: a fourth house stands only where its owner has a third one on each site."""
    luck, kept = random.Random(1), 0.0
    lots = [house.group for house in market.wanting()]
    value = {(house.group, house.level): house.value for house in market.demanded}
    for _ in range(4000):
        for group, won in Counter(luck.sample(lots, 8)).items():
            third = min(won, SITES.get(group, 3))
            kept += third * value[group, 3] + (won - third) * value[group, 4]
    assert market.ration(8).kept == pytest.approx(kept / 4000, rel=0.01)
    assert sum(market.served(8)) == pytest.approx(8)


def test_ceiling__chance_keeps_the_mean_where_nobody_wants_a_second_row(market: HousingMarket) -> None:
    """By theory: eight of the houses that are wanted, drawn at random, are worth eight times their mean."""
    wanting = [house.value for house in market.demanded if house.bid >= 400]
    found = market.ration(8, 400)
    assert (found.wanted, found.shortage) == (11, 3)
    assert found.kept == pytest.approx(8 * sum(wanting) / len(wanting))


@pytest.mark.full
def test_ceiling__buyers_together_gain_and_the_bank_loses_more() -> None:
    """Eight players, printed prices, lots: each of the 44 wishes is as likely, so 8 x 5500 / 44 = 1000 is paid.

    10 houses at 50, 12 at 100, 12 at 150 and 10 at 200 are wanted. Every color expects more than in the auction, where
    it pays about the highest bid that loses: 1130, 1090 and 1060.
    """
    market = HousingMarket("classic_us", houses=2, opponents=7)
    sales, found, chances = auctioned(8), market.ration(8), market.served(8)
    assert market.paid(8) == pytest.approx(8 * (10 * 50 + 12 * 100 + 12 * 150 + 10 * 200) / 44)
    assert market.paid(8, first="cheapest") == 8 * 50 and market.paid(8, 200) == pytest.approx(8 * 200)
    bank = sum(sale.price for sale in sales)
    assert (bank, round(found.most - bank), round(found.kept - market.paid(8), -1)) == (8710, 787, 5730)
    assert 0 < (found.kept - market.paid(8)) - (found.most - bank) < bank - market.paid(8)
    for group in market.groups:
        mine = [(chance, house) for chance, house in zip(chances, market.demanded) if house.group == group.id]
        sold = [sale.price for sale in sales if sale.owner == group.name]
        before = sum(house.value for _, house in mine[: len(sold)]) - sum(sold)
        assert sum(chance * (house.value - house.price) for chance, house in mine) > before, group.id


def test_ceiling__below_what_the_first_houses_sold_for_changes_the_auction() -> None:
    """Dark blue pays what green bids; at one price for all, a ceiling above 1,052 leaves no shortage."""
    market = HousingMarket("classic_us", houses=2, opponents=7)
    (green,) = (group for group in market.groups if group.id == "green")
    first = auctioned(8)[0]
    assert first.owner == "dark blue" and first.price == pytest.approx(market.value(green, 3), abs=11)
    assert market.ration(8, 1053).shortage == 0 < market.ration(8, 1051).shortage


def test_elasticity__is_that_of_the_midpoint_formula(market: HousingMarket) -> None:
    """40 houses at 100, 22 at 200: (22 - 40) / 31 by (200 - 100) / 150."""
    assert market.elasticity(100, 200) == pytest.approx(-18 / 31 * 150 / 100)


def test_shift__twice_the_opponents_are_worth_twice_as_much(market: HousingMarket) -> None:
    more = HousingMarket("classic_us", houses=2, opponents=6)
    assert [house.bid for house in more.demanded] == pytest.approx([2 * house.bid for house in market.demanded])


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"houses": 4}, "houses is 4; it takes a whole number from 0 to 3"),
        ({"opponents": 0}, "opponents is 0; it takes a whole number from 1 to 7"),
        ({"edition": "gamer"}, "nothing can be built in the edition gamer"),
    ],
)
def test_market__what_cannot_be_is_refused(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(ml.ArgumentError, match=said):
        HousingMarket(**wrong)


def test_ration__an_unknown_order_is_refused(market: HousingMarket) -> None:
    with pytest.raises(ml.ArgumentError, match='did you mean "chance"'):
        market.ration(8, first="chanse")


@pytest.mark.parametrize("supply", [2, 8])
def test_auction__of_players_who_know_their_value_finds_the_price(supply: int) -> None:
    """The last house costs the first value that gets nothing, within a raise; the owners are the right ones."""
    market = HousingMarket("classic_us", houses=2, opponents=7)
    sales = auctioned(supply)
    low, _ = market.clearing_prices(supply)
    assert sales[-1].price == pytest.approx(low, abs=11)
    assert sorted(sale.owner.replace(" ", "_") for sale in sales) == sorted(
        house.group for house in market.demanded[:supply]
    )
    assert sales[0].price >= sales[-1].price


def test_auction__from_no_houses_on_somebody_pays_for_a_row_that_ends_too_soon() -> None:
    """Green bids the mean of three rows, and the houses are gone before its first row is complete."""
    sales = play_auction(8, houses=0, step=10)
    market = HousingMarket("classic_us", houses=0, opponents=7)
    assert [sale.owner for sale in sales] == ["dark blue"] * 6 + ["green"] * 2
    (green,) = (group for group in market.groups if group.id == "green")
    assert sales[-1].price > market.value(green, 1)
