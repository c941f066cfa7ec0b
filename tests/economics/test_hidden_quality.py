"""Hidden quality: prices and shares of the textbook market, and matches that are played by them."""

from fractions import Fraction
from statistics import mean, stdev

import pytest

import monopoly_lab as ml
from monopoly_lab.economics.hidden_quality import HiddenQuality, deed_value
from monopoly_lab.economics.matches import Match, play_games

V = 370.22026534  # twenty throws at the rent of New York Avenue with three houses


def by_counting(bid: Fraction, k: Fraction, floor: int = 0) -> Fraction:
    """A buyer's gain from a bid, as a share of V, over all whole per cents."""
    worth = [Fraction(quality, 100) for quality in range(floor, 101)]
    return sum((k * v - bid for v in worth if v <= bid), Fraction(0)) / len(worth)


def test_value__of_a_deed_is_that_of_the_chain() -> None:
    assert deed_value(ml.Chain("classic_us"), "new_york", 3) == pytest.approx(V, abs=0.001)


@pytest.mark.parametrize(("floor", "bid"), [(0, "3/4"), (0, "1/2"), (0, "1/5"), (20, "2/5"), (20, "3/5"), (35, "1")])
def test_buyer_gain__is_that_of_counting(floor: int, bid: str) -> None:
    market, share = HiddenQuality(value=V, floor=floor), Fraction(bid)
    assert market.buyer_gain(float(share) * V) == pytest.approx(V * float(by_counting(share, Fraction(3, 2), floor)))


def test_naive_bid__loses_fifty_two_an_offer() -> None:
    """At the mean, 1.5 x half of 370.22 = 277.7; the textbook, with any quality between: V p^2 (k/2 - 1)."""
    market = HiddenQuality(value=V)
    bid = market.unraveling(1)[0]
    assert bid == pytest.approx(277.7, abs=0.05)
    assert market.buyer_gain(bid) == pytest.approx(-52.2, abs=0.05)
    assert market.buyer_gain(bid) == pytest.approx(-0.25 * 0.75**2 * V, abs=0.5)


def test_unraveling__takes_a_quarter_away_at_each_step_until_nothing_is_bid() -> None:
    bids = HiddenQuality(value=V).unraveling()
    assert [round(bid, 1) for bid in bids[:4]] == [277.7, 208.2, 155.5, 116.6]
    assert round(bids[11], 1) == 8.3 and bids[-1] == 0
    assert all(bid == pytest.approx(277.7 * 0.75**n, rel=0.03) for n, bid in enumerate(bids[:5]))
    assert HiddenQuality(value=V, buyer_factor=2.0).unraveling() == [pytest.approx(V)]  # k = 2: it holds


@pytest.mark.parametrize(
    ("floor", "price", "sold", "single_buys"),
    [(0, 0.0, 0.0, 0.0), (10, 0.3, 2 / 9, 1 / 9), (20, 0.6, 1 / 2, 1 / 4), (30, 0.9, 6 / 7, 3 / 7), (50, 1.125, 1, 1)],
)
def test_floor__price_and_share_are_those_of_the_textbook(
    floor: int, price: float, sold: float, single_buys: float
) -> None:
    """Several buyers: ka/(2 - k), or k(1 + a)/2 when all is sold. One buyer: a/(2 - k), and half of the share."""
    market = HiddenQuality(value=V, floor=floor)
    assert market.competitive_price / V == pytest.approx(price, abs=0.006)
    assert market.share_sold(market.competitive_price) == pytest.approx(sold, abs=0.012)
    assert market.best_bid / V == pytest.approx(min(1, floor / 50), abs=0.011)
    assert market.share_sold(market.best_bid) == pytest.approx(single_buys, abs=0.02)


def test_floor__of_a_third_sells_everything() -> None:
    assert HiddenQuality(value=V, floor=33).share_sold(HiddenQuality(value=V, floor=33).competitive_price) > 0.98
    assert HiddenQuality(value=V, floor=34).share_sold(HiddenQuality(value=V, floor=34).competitive_price) == 1


def test_best_bid__no_other_bid_gains_a_single_buyer_more() -> None:
    for floor, factor in ((0, 1.5), (20, 1.5), (20, 1.2), (0, 2.5), (60, 1.1)):
        market = HiddenQuality(value=V, floor=floor, buyer_factor=factor)
        gains = [market.buyer_gain(V * share / 200) for share in range(201)]
        assert market.buyer_gain(market.best_bid) >= max(gains) - 1e-9


def test_inspection__is_worth_what_the_market_lost() -> None:
    """Without it nothing is traded; with it a single buyer gains (k - 1) v on every deed, on average V/4."""
    assert HiddenQuality(value=V).inspection_worth == pytest.approx(V / 4)
    seats = {"Ann": "owner", "Bo": "inspector"}
    market = HiddenQuality(players=2, value=V, inspection=True, fee=20, rounds=20)
    gains = play_games(market, seats, games=30, seed=4).query("player == 'Bo'")["payoff"]
    error = 1.96 * stdev(gains) / len(gains) ** 0.5
    assert abs(mean(gains) - (V / 4 - 20)) < error + 1  # bids are whole dollars: at most one more than needed


def test_matches__a_naive_buyer_loses_what_theory_says() -> None:
    market = HiddenQuality(players=2, value=V, rounds=20)
    gains = play_games(market, {"Ann": "owner", "Bo": "naive"}, games=60, seed=1).query("player == 'Bo'")["payoff"]
    assert abs(mean(gains) - market.buyer_gain(278)) < 1.96 * stdev(gains) / len(gains) ** 0.5


def test_matches__competing_theorists_sell_half_with_a_floor_and_gain_nothing() -> None:
    market = HiddenQuality(players=3, value=V, floor=20, rounds=20)
    played = play_games(market, {"Ann": "owner", "Bo": "theorist", "Cy": "theorist"}, games=60, seed=2)
    sold = played.query("player == 'Ann'")["sell"]
    assert abs(mean(sold) - 0.5) < 1.96 * stdev(sold) / len(sold) ** 0.5 + 0.01
    gains = played.query("player != 'Ann'")["payoff"]
    assert abs(mean(gains)) < 1.96 * stdev(gains) / len(gains) ** 0.5


def test_matches__a_learner_pays_less_and_less() -> None:
    market = HiddenQuality(players=2, value=V, rounds=40)
    played = play_games(market, {"Ann": "owner", "Bo": "learner"}, games=30, seed=3).query("player == 'Bo'")
    bids = played.groupby("round")["bid"].mean()
    assert bids.iloc[0] == 278 and bids.iloc[-10:].mean() < 0.6 * bids.iloc[0]


def test_warranty__everything_is_sold_and_a_false_promise_gains_nothing() -> None:
    """Below his promise a seller makes good the buyer's loss: promise w, sell at k w V, pay k (w - q) V back."""
    market = HiddenQuality(players=3, value=V, warranty=True, rounds=50)
    owner = Match(market, {"Ann": "owner", "Bo": "theorist", "Cy": "theorist"}, seed=5)
    boaster = Match(market, {"Ann": "boaster", "Bo": "theorist", "Cy": "theorist"}, seed=5)
    assert all(old.moves["sell"][0] for old in owner.position.past)
    assert boaster.totals()["Ann"] <= owner.totals()["Ann"] + 50  # whole dollars
    for old in owner.position.past:
        quality = old.facts["quality"]
        assert old.payoffs[0] == pytest.approx(0.5 * V * quality / 100, abs=1)


@pytest.mark.parametrize("quality", [0, 30, 70, 100])
def test_full_warranty__no_promise_gains_more_than_another_so_it_separates_nobody(quality: int) -> None:
    """Sold at k w V, less k (w - q) V made good, less q V: (k - 1) q V whatever w >= q was promised; no signal."""
    market = HiddenQuality(players=2, value=V, warranty=True)
    facts = {"quality": quality, "order": (1,)}
    for promise in {quality, (quality + 100) // 2, 100}:
        price = 1.5 * V * promise / 100
        gains = market.payoffs(facts, {"promise": (promise, None), "bid": (None, price), "sell": (1, None)})
        assert gains == pytest.approx((0.5 * V * quality / 100, 0), abs=1e-5)
