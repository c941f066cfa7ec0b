"""Intervals: published values, and how often they hold the truth, with and without looking on the way."""

import math
import random

import pytest

from monopoly_lab.experiments.summary_text import leaders
from monopoly_lab.measures.confidence_intervals import (
    Interval,
    mean_interval,
    sequence_half,
    share_at_any_look,
    wilson,
    z_of,
)

REPETITIONS = 1000


def test_wilson__a_published_example() -> None:
    """Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998),
    857-872, table I: 81 of 263 gives 0.2553 to 0.3662 by Wilson's score without continuity correction."""
    found = wilson(81, 263)
    assert (round(found.low, 4), round(found.high, 4)) == (0.2553, 0.3662)


def test_wilson__none_and_all_are_not_certain() -> None:
    assert wilson(0, 20).low == 0 and wilson(0, 20).high > 0.1
    assert wilson(20, 20).high == 1 and wilson(20, 20).low < 0.9
    assert math.isnan(wilson(0, 0).value)


@pytest.mark.parametrize(
    ("wins", "ahead"),
    [
        ((73, 53, 24, 0), "Bo Cy"),  # of 150: 41 to 57, 28 to 43, 11 to 23, 0 to 2 %
        ((90, 30, 20, 10), "Bo"),  # 52 to 68 % against 14 to 27
        ((42, 38, 37, 33), "Bo Cy Ann Dan"),  # 21 to 36 % against 16 to 29: nobody
        ((60, 42, 29, 19), "Bo Cy Ann Dan"),  # the second, 21 to 36 %, meets the first and the third: no line between
    ],
)
def test_leaders__are_those_between_whom_and_the_rest_no_interval_lies(wins: tuple[int, ...], ahead: str) -> None:
    """Wilson's intervals by hand; two who cannot be told apart may both be ahead of two others."""
    assert leaders([(who, wilson(n, 150)) for who, n in zip(("Bo", "Cy", "Ann", "Dan"), wins)]) == ahead.split()


def test_sequence__the_normal_mixture_of_robbins() -> None:
    """Under the formula the martingale exp-mixture reaches 1 / alpha exactly at the boundary: with
    S = n * half and V = n, (1 + n r)^(-1/2) exp(r S^2 / (2 (1 + n r))) = 1 / alpha."""
    n, alpha, narrowest = 700, 0.05, 2000
    r = (-2 * math.log(alpha) + math.log(1 - 2 * math.log(alpha))) / narrowest
    s = n * sequence_half(n, alpha, narrowest)
    assert math.isclose((1 + n * r) ** -0.5 * math.exp(r * s * s / (2 * (1 + n * r))), 1 / alpha)


def held(shares: list[bool]) -> float:
    return sum(shares) / len(shares)


@pytest.mark.parametrize("p", [0.25, 0.02])
def test_coverage__fixed_sizes(p: float) -> None:
    """Of 1,000 intervals 950 hold the truth; 4 standard errors are 0.028."""
    luck = random.Random(1904)
    found = [wilson(sum(luck.random() < p for _ in range(400)), 400) for _ in range(REPETITIONS)]
    assert abs(held([i.low <= p <= i.high for i in found]) - 0.95) < 0.028


def test_coverage__paired_differences() -> None:
    luck = random.Random(1904)
    hits = []
    for _ in range(REPETITIONS):
        values = [luck.choice((-1, 0, 0, 0, 1, 1)) for _ in range(300)]
        found = mean_interval(sum(values), sum(x * x for x in values), 300)
        hits.append(found.low <= 1 / 6 <= found.high)
    assert abs(held(hits) - 0.95) < 0.028


def test_coverage__at_every_look_together() -> None:
    """Looked at every 500 of 10,000 games, fixed intervals fail far more often than they say; sequences do not."""
    luck = random.Random(1904)
    fixed, sequences = [], []
    for _ in range(REPETITIONS):
        total, squares, fixed_held, sequence_held = 0.0, 0.0, True, True
        for look in range(1, 21):
            # 500 games at a time, of which only the sum and the sum of squares matter
            total += luck.gauss(0, math.sqrt(500))
            squares += 500
            n = 500 * look
            one, other = mean_interval(total, squares, n), mean_interval(total, squares, n, is_sequential=True)
            fixed_held &= one.low <= 0 <= one.high
            sequence_held &= other.low <= 0 <= other.high
        fixed.append(fixed_held)
        sequences.append(sequence_held)
    assert held(fixed) < 0.85
    assert held(sequences) > 0.95


@pytest.mark.parametrize("until", [0.5, 0.08])
def test_coverage__stopped_as_soon_as_the_interval_is_small_enough(until: float) -> None:
    """As `compare(until=...)` stops: the first look at which half the interval is no more than that."""
    luck, held_at_the_stop = random.Random(1904), []
    for _ in range(REPETITIONS):
        total, squares, n, found = 0.0, 0.0, 0, None
        while found is None or found.half > until:
            n += 500
            total += luck.gauss(500 / 6, math.sqrt(500))
            squares += 500 + 500 / 36
            found = mean_interval(total, squares, n, is_sequential=True)
        held_at_the_stop.append(found.low <= 1 / 6 <= found.high)
    assert held(held_at_the_stop) > 0.95


@pytest.mark.parametrize("p", [0.25, 0.02])
def test_coverage__of_shares_at_every_look_together(p: float) -> None:
    luck, always = random.Random(1904), []
    for _ in range(REPETITIONS // 4):
        count, good = 0, True
        for look in range(1, 9):
            count += sum(luck.random() < p for _ in range(500))
            found = share_at_any_look(count, 500 * look)
            good &= found.low <= p <= found.high
        always.append(good)
    assert held(always) > 0.95


def test_width__a_sequence_costs_less_than_twice_the_width() -> None:
    for n in (500, 2000, 10_000, 100_000):
        assert 1 < sequence_half(n, 0.05) * math.sqrt(n) / z_of(0.95) < 2


def test_interval__is_said_with_its_half_a_true_minus_and_its_unit() -> None:
    found = Interval(-28.2, -108.0, 51.6)
    assert found.format_estimate(0, "en", "%").replace("\u00a0", " ") == "\u221228 ± 80 %"
    assert found.format_estimate(1, "uk") == "\u221228,2 ± 79,8"
    assert Interval(1250.0, math.nan, math.nan).format_estimate(0, "en") == "1,250"


def test_share_at_any_look__none_is_not_certain() -> None:
    found = share_at_any_look(0, 500)
    assert found.value == found.low == 0 < found.high
