"""Columns of a histogram, the same wherever a class sees it: on the wall and in the notebook."""

import math
from collections.abc import Sequence

MOST_COLUMNS = 15  # of whole numbers with a column each


def with_limits(
    of_numbers: Sequence[float], low: float | None, high: float | None, truth: float | None = None
) -> list[tuple[float, float, int]]:
    """Return the columns of what a class predicted: over the valid range, or where there is none up to its ends.

    `truth` is a result that has to have its place, too.

    >>> with_limits([1, 2], None, None, 3)
    [(0.5, 1.5, 1), (1.5, 2.5, 1), (2.5, 3.5, 0)]
    """
    known = [*of_numbers, *(() if truth is None else (truth,))]
    low = min(known, default=None) if low is None else low
    high = max(known, default=None) if high is None else high
    return columns(of_numbers, low, high)


def columns(of_numbers: Sequence[float], low: float | None, high: float | None) -> list[tuple[float, float, int]]:
    """Return the columns of a histogram: (from, to, how many), one for each of a few whole numbers, or about ten.

    >>> columns([1, 2, 2], 1, 3)
    [(0.5, 1.5, 1), (1.5, 2.5, 2), (2.5, 3.5, 0)]
    >>> columns([1, 2, 2, 99], 0, 100)[:2]
    [(0.0, 10.0, 3), (10.0, 20.0, 0)]
    """
    known = [*of_numbers, *(each for each in (low, high) if each is not None)]
    if not known:
        return []
    first, last = min(known), max(known)
    if last - first <= MOST_COLUMNS and all(float(each).is_integer() for each in known):
        start, width, n = first - 0.5, 1.0, int(last - first) + 1
    else:
        width = _round_width((last - first) / 10)
        start = width * (first // width)
        n = max(1, math.ceil((last - start) / width - 1e-9))
    counts = [0] * n
    for each in of_numbers:
        counts[min(n - 1, int((each - start) / width + 1e-9))] += 1
    return [(start + k * width, start + (k + 1) * width, count) for k, count in enumerate(counts)]


def _round_width(least: float) -> float:
    """Return the least of 1, 2, 5, 10, ... (or 0.1, 0.2, ...) that is not below a number."""
    if least <= 0:
        return 1.0
    size = 10.0 ** math.floor(math.log10(least))
    return next(size * each for each in (1, 2, 5, 10) if size * each >= least * (1 - 1e-9))
