"""Confidence intervals for shares and means: Wilson, normal, confidence sequences.

For a size that was fixed beforehand:

- a share: Wilson's score interval. Source: E. B. Wilson, "Probable inference, the law of succession,
  and statistical inference", Journal of the American Statistical Association 22 (1927), 209-212.
- a mean of paired differences: the normal interval of the central limit theorem.
- a mean of few values: Student's interval. Source: M. Abramowitz and I. A. Stegun, Handbook of Mathematical
  Functions (1964), 26.7.3 and 26.7.4, for the share of the distribution within a bound.

For games that are looked at while they come in, so that they may be stopped at any look: asymptotic
confidence sequences. Source: I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy and A. Ramdas,
"Time-uniform central limit theory and asymptotic confidence sequences", The Annals of Statistics 52
(2024), theorem 2.2: after n values with mean m and standard deviation s, with probability 1 - alpha for
all n at once (in the limit of a late first look), the true mean lies in

    m +- s sqrt( 2 (n r + 1) / (n^2 r) log( sqrt(n r + 1) / alpha ) ),

where r > 0 is chosen beforehand; it is narrowest near n = N for r = (-2 log alpha + log(1 - 2 log alpha)) / N.
"""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from functools import cache
from math import cos, isfinite, log, pi, sin, sqrt
from statistics import NormalDist
from typing import NamedTuple

from monopoly_lab.common.messages import decimal, grouped, unbroken

FIRST_LOOK = 500  # games: the sequences are narrowest a few looks later
NARROWEST = 4 * FIRST_LOOK
HALVINGS = 60  # of the range in which a quantile is sought


class Interval(NamedTuple):
    """An estimate with the ends of its interval."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Return half its width."""
        return (self.high - self.low) / 2

    def format_estimate(self, digits: int = 0, lang: str = "", unit: str = "") -> str:
        """Return the estimate with half of its interval behind it, if it has one, and their unit: "−28 ± 80 %"."""
        parts = [self.value, *([self.half] if isfinite(self.half) else [])]
        said = " ± ".join(decimal(each, digits, lang) if digits else grouped(each, lang) for each in parts)
        return unbroken(f"{said} {unit}".rstrip(), lang)


NOTHING = Interval(float("nan"), float("nan"), float("nan"))


def z_of(confidence: float) -> float:
    """Return the quantile of the normal distribution for a two-sided interval: 1.96 for 0.95."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson(count: int, n: int, confidence: float = 0.95) -> Interval:
    """Return the share `count / n` of independent games."""
    if n == 0:
        return NOTHING
    z = z_of(confidence)
    share = count / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low = 0.0 if count == 0 else max(middle - half, 0.0)
    high = 1.0 if count == n else min(middle + half, 1.0)
    return Interval(share, low, high)


def mean_interval(
    total: float, squares: float, n: int, confidence: float = 0.95, is_sequential: bool = False
) -> Interval:
    """Return the mean of `n` values with its interval; `is_sequential`: sizes were not fixed beforehand."""
    if n == 0:
        return NOTHING
    middle = total / n
    half = sequence_half(n, 1 - confidence) if is_sequential else z_of(confidence) / sqrt(n)
    half *= deviation(total, squares, n)
    return Interval(middle, middle - half, middle + half)


def mean_of_few(values: Sequence[float], confidence: float = 0.95) -> Interval:
    """Return the mean of a few independent values with Student's interval; no interval for fewer than two."""
    n = len(values)
    if n < 2:
        return Interval(values[0], NOTHING.low, NOTHING.high) if n else NOTHING
    middle = sum(values) / n
    half = t_of(confidence, n - 1) * sqrt(sum((value - middle) ** 2 for value in values) / (n * (n - 1)))
    return Interval(middle, middle - half, middle + half)


def mean_of_groups(groups: Sequence[Sequence[float]], confidence: float = 0.95) -> Interval:
    """Return the mean of all values of several groups, such as those of the members; within a group they go together.

    With m the mean of all N values, and d the sum of a group less m for each of its values, half of the interval is
    t sqrt(n/(n - 1) sum d^2) / N for n groups, with the quantile t of Student's distribution with n - 1 degrees of
    freedom: for groups of one size that of the means of the groups. No interval for a single group.
    """
    known = [values for values in groups if len(values)]
    total, n = sum(map(len, known)), len(known)
    if total == 0:
        return NOTHING
    middle = sum(map(sum, known)) / total
    if n < 2:
        return Interval(middle, NOTHING.low, NOTHING.high)
    squares = sum((sum(values) - middle * len(values)) ** 2 for values in known)
    half = t_of(confidence, n - 1) * sqrt(n / (n - 1) * squares) / total
    return Interval(middle, middle - half, middle + half)


def ratio_of_sums(pairs: Sequence[tuple[float, float]], confidence: float = 0.95) -> Interval:
    """Return the sum of all first numbers of independent pairs as a share of the sum of all second ones.

    With R = sum x / sum y and d_i = x_i - R y_i of n pairs, half of the interval is
    t sqrt(n/(n - 1) sum d_i^2) / sum y, with the quantile t of Student's distribution with n - 1 degrees of freedom. A
    mean of the shares x_i / y_i would hang on the smallest y. No numbers lie below 0, and neither does the interval. No
    interval for a single pair.

    References:
        W. G. Cochran, Sampling Techniques (1977), chapter 6: ratio estimators.
    """
    n, total = len(pairs), sum(y for _, y in pairs)
    if total <= 0:
        return NOTHING
    share = sum(x for x, _ in pairs) / total
    if n < 2:
        return Interval(share, NOTHING.low, NOTHING.high)
    squares = sum((x - share * y) ** 2 for x, y in pairs)
    half = t_of(confidence, n - 1) * sqrt(n / (n - 1) * squares) / total
    return Interval(share, max(0.0, share - half), share + half)


def mean_of_strata(strata: Sequence[Sequence[float]], confidence: float = 0.95) -> Interval:
    """Return the mean of the means of independent samples that all count alike, such as games from given positions.

    With h the half intervals of the means of k samples, half of the interval is sqrt(sum h^2) / k. No interval if a
    sample has fewer than two values.
    """
    means = [mean_of_few(values, confidence) for values in strata if len(values)]
    if not means:
        return NOTHING
    middle = sum(each.value for each in means) / len(means)
    half = sqrt(sum(each.half**2 for each in means)) / len(means)
    return Interval(middle, middle - half, middle + half)


@cache
def t_of(confidence: float, freedom: int) -> float:
    """Return the quantile of Student's distribution for a two-sided interval: 2.776 for 0.95 and 4 degrees."""
    low, high = 0.0, pi / 2  # of the angle whose tangent is t / sqrt(freedom)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _student_share(middle, freedom) < confidence else (low, middle)
    return sqrt(freedom) * sin(low) / cos(low)


def _student_share(angle: float, freedom: int) -> float:
    """Return the share of Student's distribution within the bound of an angle."""
    is_odd = freedom % 2
    term, total = (cos(angle), 0.0) if is_odd else (1.0, 0.0)
    for k in range(2 + is_odd, freedom + 1, 2):
        total += term
        term *= cos(angle) ** 2 * (k - 1) / k
    return 2 / pi * (angle + sin(angle) * total) if is_odd else sin(angle) * total


def share_at_any_look(count: int, n: int, confidence: float = 0.95) -> Interval:
    """Return the share `count / n` where the number of games was not fixed beforehand.

    One game of each kind is added for the spread, so that none and all are not taken for certain.
    """
    if n == 0:
        return NOTHING
    share, guess = count / n, (count + 1) / (n + 2)
    half = sequence_half(n, 1 - confidence) * sqrt(guess * (1 - guess))
    return Interval(share, max(share - half, 0.0), min(share + half, 1.0))


def deviation(total: float, squares: float, n: int) -> float:
    """Return the standard deviation of `n` values; 0 for a single one. Exact where the sums are whole numbers."""
    return sqrt(max(n * squares - total * total, 0) / (n * (n - 1))) if n > 1 else 0.0


def sequence_half(n: int, alpha: float, narrowest: int = NARROWEST) -> float:
    """Return half the width of the asymptotic confidence sequence after `n` values of standard deviation 1."""
    r = (-2 * log(alpha) + log(1 - 2 * log(alpha))) / narrowest
    return sqrt(2 * (n * r + 1) / (n * n * r) * log(sqrt(n * r + 1) / alpha))


# Confidence interval of a mean over pairs of people, such as deals: one person can be in several pairs. References:
# M. Fafchamps and F. Gubert, "The formation of risk sharing networks", Journal of Development Economics 83 (2007).
# A. C. Cameron and D. L. Miller, "Robust inference for dyadic data" (2014).

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
