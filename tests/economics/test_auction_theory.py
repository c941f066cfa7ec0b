"""Auctions: formulas of the textbook, worked out here another way, and an experiment on the board beside them."""

from statistics import NormalDist

import numpy as np
import pytest

import monopoly_lab as ml
from monopoly_lab.economics import auction_games
from monopoly_lab.economics import auction_theory as theory
from monopoly_lab.economics.auction_games import play_auctions
from monopoly_lab.economics.auction_theory import ENGLISH, FIRST_PRICE, SECOND_PRICE

DRAWN = np.random.default_rng(7).uniform(0, 1000, (200_000, 4))


@pytest.mark.parametrize(("by", "revenue"), [(FIRST_PRICE, 600), (SECOND_PRICE, 600), (ENGLISH, 600)])
def test_revenue__is_the_same_in_all_three_auctions(by: str, revenue: float) -> None:
    """(n - 1)/(n + 1) of the highest value: 3/5 of 1,000 for four bidders."""
    assert theory.outcome(4, theory.best_share(4, by), by).revenue == pytest.approx(revenue)
    ranked = np.sort(DRAWN * theory.best_share(4, by), axis=1)
    paid = ranked[:, -1] if by == FIRST_PRICE else ranked[:, -2]
    assert paid.mean() == pytest.approx(revenue, abs=2)


@pytest.mark.parametrize("by", [FIRST_PRICE, SECOND_PRICE])
@pytest.mark.parametrize(("mine", "others"), [(0.75, 0.75), (0.5, 0.75), (1, 0.75), (0.9, 0.5), (1, 1.2), (0.6, 1)])
def test_gain__by_a_share_of_ones_own_against_two_hundred_thousand_auctions(
    by: str, mine: float, others: float
) -> None:
    value, rival = DRAWN[:, 0], others * DRAWN[:, 1:].max(axis=1)
    wins = mine * value > rival
    price = mine * value if by == FIRST_PRICE else rival
    assert theory.gain(4, mine, others, by) == pytest.approx(np.where(wins, value - price, 0).mean(), abs=1.2)


@pytest.mark.parametrize("n", [2, 3, 4, 6, 10])
def test_first_price__nobody_gains_by_another_share_in_equilibrium_and_the_value_brings_nothing(n: int) -> None:
    best = theory.best_share(n)
    gains = {share: theory.gain(n, share / 100, best) for share in range(1, 121)}
    assert max(gains, key=gains.__getitem__) == pytest.approx(100 * best, abs=1)
    assert theory.outcome(n, 1).profit == pytest.approx(0) and theory.gain(n, 1, best) == pytest.approx(0)
    assert all(theory.best_gain(n, r / 100) > theory.gain(n, r / 100, r / 100) for r in (30, 45, 100, 110))


def test_second_price__to_bid_ones_value_is_best_whatever_the_others_do() -> None:
    for others in (0.4, 0.8, 1, 1.2):
        assert all(
            theory.gain(5, 1, others, SECOND_PRICE) >= theory.gain(5, mine / 10, others, SECOND_PRICE)
            for mine in range(1, 13)
        )


@pytest.mark.parametrize(("n", "discount"), [(4, 1.51), (6, 1.60), (30, 2.16)])
def test_common_value__in_equilibrium_nobody_gains_by_another_discount(n: int, discount: float) -> None:
    """Found here by search: against discounts of c the best answer is c as well."""
    assert theory.normal_errors(n).first_price == pytest.approx(discount, abs=0.005)
    rival = np.sort(np.random.default_rng(1).normal(size=(40_000, n - 1)), axis=1)[:, -1]
    normal, steps = NormalDist(), np.linspace(-0.6, 0.6, 13)
    # With an error z the bidder wins if no rival is above z - step; the gain is the discount less z.
    z = np.array([normal.inv_cdf((k + 0.5) / 4000) for k in range(4000)])
    share = np.searchsorted(np.sort(rival), z[None, :] - steps[:, None]) / len(rival)
    gains = ((discount + steps[:, None] - z[None, :]) * share).mean(axis=1)
    assert abs(steps[gains.argmax()]) <= 0.2


def test_common_value__six_who_bid_their_estimates_pay_488_for_what_is_worth_370() -> None:
    naive = theory.common_outcome(6, 0, value=370.3, error=370.3 / 4)
    assert round(naive.revenue) == 488 and naive.profit < 0
    highest = np.random.default_rng(3).normal(370.3, 370.3 / 4, (100_000, 6)).max(axis=1)
    assert naive.revenue == pytest.approx(highest.mean(), abs=1)
    assert theory.common_outcome(6, 1.6, value=370.3, error=370.3 / 4).profit > 0


def shaded(value: float, n: int) -> float:
    return value * (n - 1) / n


def honest(value: float, n: int) -> float:
    return value


def auctions(by: str, values: auction_games.PrivateValues, rule: auction_games.Rule, games: int = 4) -> ml.Simulation:
    options = {**auction_games.ONLY_AUCTIONS, "auction.by": by}
    players = dict.fromkeys(("Ann", "Bo", "Cy", "Dan"), values.player(rule))
    return ml.simulate(
        "classic_us", games=games, rounds=25, players=players, options=options, bids=True, progress=False
    )


@pytest.mark.parametrize(("by", "rule"), [(FIRST_PRICE, shaded), (SECOND_PRICE, honest), (FIRST_PRICE, honest)])
def test_on_the_board__bidders_with_dealt_values_come_out_as_in_theory(by: str, rule: auction_games.Rule) -> None:
    found = play_auctions(by, auction_games.PrivateValues(1000, seed=3), rule, games=4)
    expected = theory.outcome(4, 0.75 if rule is shaded else 1, by)
    half = 1.96 * found["price"].std() / len(found) ** 0.5
    assert len(found) > 90 and abs(found["price"].mean() - expected.revenue) < 1.5 * half
    assert (found["value"] == found["most"]).all()  # who values it most wins
    assert rule is shaded or by == SECOND_PRICE or (found["profit"] == 0).all()


def test_on_the_board__a_common_value_curses_the_winner_who_bids_the_estimate() -> None:
    values = auction_games.CommonValue(1000, 2000, error=200, seed=5)
    found = play_auctions(FIRST_PRICE, values, honest, games=4)
    half = 1.96 * found["profit"].std() / len(found) ** 0.5
    assert found["profit"].mean() + half < 0 and abs(found["profit"].mean() + 1.029 * 200) < 1.5 * half


def test_dealt__the_same_in_threads_and_processes_and_in_the_order_of_the_seed() -> None:
    values = auction_games.PrivateValues(1000, seed=3)
    first = auctions(SECOND_PRICE, values, honest, 2).bids
    assert first.equals(auctions(SECOND_PRICE, values, honest, 2).bids)
    assert first["value"].between(0, 1000).all() and first["value"].nunique() > 100
    other = auctions(SECOND_PRICE, auction_games.PrivateValues(1000, seed=4), honest, 2).bids
    assert not first["value"].equals(other["value"])


@pytest.mark.parametrize(("bidders", "by", "message"), [(1, FIRST_PRICE, "bidders is 1"), (4, "seald", "sealed")])
def test_arguments__are_checked(bidders: int, by: str, message: str) -> None:
    with pytest.raises(ml.ArgumentError, match=message):
        theory.outcome(bidders, 1, by)


def test_moved__a_copy_of_lesson_44_that_was_handed_out_before_still_runs() -> None:
    with pytest.warns(DeprecationWarning, match=r"now called monopoly_lab\.economics\.auction_games\.PrivateValues"):
        assert theory.PrivateValues is auction_games.PrivateValues


@pytest.mark.parametrize("bidders", [2, 4, 30, 1000])
def test_gain__is_the_integral_over_values_also_far_from_the_others(bidders: int) -> None:
    """The formula of the docstring, by a sum over values; the powers of 1000 bidders are beyond any number."""
    v = (np.arange(200_000) + 0.5) / 200_000
    for mine, others in ((0.9, 0.01), (0.01, 0.9), (0.75, 0.75), (0.9, 0.5)):
        wins = np.minimum(mine * v / others, 1.0) ** (bidders - 1)
        expected = float((wins * (1 - mine) * v).mean())
        assert theory.gain(bidders, mine, others, highest=1) == pytest.approx(expected, abs=1e-6)


def test_gain__of_bids_far_above_all_others_is_the_value_less_the_bid() -> None:
    """Who bids 1,000 times the own value wins: half of the highest value on average, less a thousand times that."""
    assert theory.gain(4, 1000, 1e-300, highest=2) == pytest.approx(1 - 1000)
    assert theory.gain(1000, 1, 1e-300, "vickrey", highest=2) == pytest.approx(1)
