"""Confidence interval of a mean over pairs of people, such as deals: one person can be in several pairs.

References:
    M. Fafchamps and F. Gubert, "The formation of risk sharing networks", Journal of Development Economics 83 (2007).
    A. C. Cameron and D. L. Miller, "Robust inference for dyadic data" (2014).
"""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from math import sqrt

from monopoly_lab.measures.confidence_intervals import NOTHING, Interval, t_of

FEWEST = 5  # values: of fewer the mean has no interval
Value = tuple[float, Hashable, Hashable]  # with the two people that it belongs to


def mean_of_pairs(values: Sequence[Value], confidence: float = 0.95) -> Interval:
    """Return the mean of values of pairs of people with its interval; pairs with a person in common may go together.

    With e_k what value k differs from the mean of n values, S is the sum of e_k e_l over all values k and l that have a
    person in common: the squares of the sums of e by person, less those by pair, which are in it twice. N people are
    G = N/2 pairs that have nobody in common. Half of the interval is t sqrt(G/(G - 1) max(S, sum of e^2)) / n, with the
    quantile t of Student's distribution with G - 1 degrees of freedom. Where each person is in one pair it is t s/√n;
    it is as wide for the same pairs with the same values in further rounds, and narrower where they differ.

    The mean of fewer than FEWEST values, or of fewer than four people, has no interval.

    >>> round(mean_of_pairs([(40, "A", "B"), (60, "C", "D")] * 3).half, 2)
    127.06
    """
    n = len(values)
    if n == 0:
        return NOTHING
    middle = sum(value for value, _, _ in values) / n
    by_person: dict[Hashable, float] = defaultdict(float)
    by_pair: dict[frozenset[Hashable], float] = defaultdict(float)
    for value, one, other in values:
        for person in (one, other):
            by_person[person] += value - middle
        by_pair[frozenset((one, other))] += value - middle
    pairs = len(by_person) // 2
    if n < FEWEST or pairs < 2:
        return Interval(middle, NOTHING.low, NOTHING.high)
    together = sum(each**2 for each in by_person.values()) - sum(each**2 for each in by_pair.values())
    alone = sum((value - middle) ** 2 for value, _, _ in values)
    half = t_of(confidence, pairs - 1) * sqrt(pairs / (pairs - 1) * max(together, alone)) / n
    return Interval(middle, middle - half, middle + half)
