"""Columns of a histogram, the same wherever a class sees it: on the wall and in the notebook."""

import bisect
import math
from collections.abc import Sequence

MOST_COLUMNS = 15  # of whole numbers with a column each
FEWEST = 5  # numbers of which some can be called far outside
FAR = 3.0  # times the distance of the quartiles: what lies further from them is far outside
CROWDED = 0.25  # the part of an axis in which the usual numbers stand too close together
Column = tuple[float, float, int]  # from, to, how many; an end column reaches from or to infinity


def with_limits(
    of_numbers: Sequence[float],
    low: float | None,
    high: float | None,
    truth: float | None = None,
    is_shown: bool = True,
) -> list[Column]:
    """Return the columns of what a class predicted: over the valid range, or where there is none up to its ends.

    Where that would leave the usual numbers a quarter of the axis or less, columns are those of the usual ones, and
    end columns hold what is far outside: from or to infinity. `truth` is the result: where it would lie
    on an edge, columns are moved by half a width from the start. Once it `is_shown`, others reach it, and these stay.

    >>> with_limits([1, 2], None, None, 3, is_shown=False)
    [(0.5, 1.5, 1), (1.5, 2.5, 1)]
    >>> with_limits([1, 2], None, None, 3)
    [(0.5, 1.5, 1), (1.5, 2.5, 1), (2.5, 3.5, 0)]
    >>> with_limits([40, 60, 60, 70], 0, 100, 60)[6:8]
    [(55.0, 65.0, 2), (65.0, 75.0, 1)]
    >>> with_limits([4, 5, 5, 6, 7, 1000], 0, 1000)
    [(3.5, 4.5, 1), (4.5, 5.5, 2), (5.5, 6.5, 1), (6.5, 7.5, 1), (7.5, inf, 1)]
    """
    found = _of_predictions(of_numbers, low, high, truth)
    if truth is None or not is_shown:
        return found
    return _extend_columns(found, truth) if found else columns([], truth, truth)


def _of_predictions(
    of_numbers: Sequence[float], low: float | None, high: float | None, truth: float | None
) -> list[Column]:
    low = min(of_numbers, default=None) if low is None else low
    high = max(of_numbers, default=None) if high is None else high
    usual = [] if low is None or high is None else _usual_numbers(of_numbers, high - low)
    if not usual or low is None or high is None or max(usual) - min(usual) > CROWDED * (high - low):
        return columns(of_numbers, low, high, truth)
    found: list[Column] = [*columns(usual, min(usual), max(usual), truth)]
    first, last = found[0][0], found[-1][1]
    if usual.count(last):  # on the edge of the last column, where the end column would hold it
        held = usual.count(last)
        start, end, count = found[-1]
        found[-1:] = [(start, end, count - held), (end, end + (end - start), held)]
        last = found[-1][1]
    less, more = (sum(each < min(usual) for each in of_numbers), sum(each > max(usual) for each in of_numbers))
    return [*([(-math.inf, first, less)] if less else []), *found, *([(last, math.inf, more)] if more else [])]


def _extend_columns(found: list[Column], number: float) -> list[Column]:
    """Return columns with empty ones of the same width up to a number, or, where it is far, an empty end column.

    >>> _extend_columns([(0.0, 10.0, 3)], 25)
    [(0.0, 10.0, 3), (10.0, 20.0, 0), (20.0, 30.0, 0)]
    >>> _extend_columns([(0.0, 10.0, 3)], -1000)
    [(-inf, 0.0, 0), (0.0, 10.0, 3)]
    """
    if found[0][0] <= number <= found[-1][1]:
        return found
    first, last = found[0][0], found[-1][1]
    width = next((end - start for start, end, _ in found if math.isfinite(end - start)), 1.0)
    if number > last:
        n = math.ceil((number - last) / width - 1e-9)
        more = [(last + k * width, last + (k + 1) * width, 0) for k in range(n)] if n <= MOST_COLUMNS else []
        return [*found, *(more or [(last, math.inf, 0)])]
    n = math.ceil((first - number) / width - 1e-9)
    less = [(first - (n - k) * width, first - (n - k - 1) * width, 0) for k in range(n)] if n <= MOST_COLUMNS else []
    return [*(less or [(-math.inf, first, 0)]), *found]


def place_of(number: float, found: Sequence[Column]) -> float:
    """Return the place of a number among columns that are drawn: in an end column, in its middle.

    >>> place_of(5, [(0.0, 10.0, 3)]), place_of(900, [(0.0, 10.0, 3), (10.0, float("inf"), 1)])
    (5, 20.0)
    """
    for (start, end, _), (left, right, _) in zip(found, drawn_columns(found), strict=True):
        if not math.isfinite(end - start) and start <= number <= end:
            return (left + right) / 2
    return number


def alike(
    groups: Sequence[Sequence[float]],
    low: float | None,
    high: float | None,
    truth: float | None = None,
    is_shown: bool = True,
) -> list[list[Column]]:
    """Return the columns of several groups of numbers, the same for all: those of all numbers together.

    `truth` and `is_shown` are those of `with_limits`.

    >>> alike([[1, 1], [3]], None, None)
    [[(0.5, 1.5, 2), (1.5, 2.5, 0), (2.5, 3.5, 0)], [(0.5, 1.5, 0), (1.5, 2.5, 0), (2.5, 3.5, 1)]]
    """
    found = with_limits([each for group in groups for each in group], low, high, truth, is_shown)
    starts = [start for start, _, _ in found]
    slack = 1e-9 * next((end - start for start, end, _ in found if math.isfinite(end - start)), 1.0)
    counts = [[0] * len(found) for _ in groups]
    for count, group in zip(counts, groups):
        for each in group:
            count[max(0, bisect.bisect_right(starts, each + slack) - 1)] += 1
    return [[(start, end, n) for (start, end, _), n in zip(found, count)] for count in counts]


def _usual_numbers(of_numbers: Sequence[float], room: float) -> list[float]:
    """Return the numbers that are not far outside; none where that changes nothing, or there are too few.

    What is outside is left out again and again, so that one number which is very far hides none that is only far.

    >>> _usual_numbers([20, 30, 40, 50, 60, 1000, 100_000], 100_000)
    [20, 30, 40, 50, 60]
    """
    if len(of_numbers) < FEWEST or room <= MOST_COLUMNS:
        return []
    usual: list[float] = []
    kept = list(of_numbers)
    while len(kept) != len(usual) and room > MOST_COLUMNS:
        usual = kept
        low, high = usual_range(usual, room / 100)
        kept = [each for each in usual if low <= each <= high]
        room = max(kept) - min(kept)
    return kept


def usual_range(of_numbers: Sequence[float], least: float) -> tuple[float, float]:
    """Return between which numbers nothing is far outside: three times the distance of the quartiles beyond them.

    That distance counts as `least` where it is smaller. Of few numbers none can be called far outside.

    >>> usual_range([4, 5, 5, 6, 7, 1000], 1)
    (-1.0, 13.0)
    >>> usual_range([4, 1000], 1)
    (-inf, inf)
    """
    ordered, n = sorted(of_numbers), len(of_numbers)
    if n < FEWEST:
        return -math.inf, math.inf
    first, third = ordered[n // 4], ordered[(3 * n) // 4]
    far = FAR * max(third - first, least)
    return first - far, third + far


def drawn_columns(columns: Sequence[tuple[float, float, float]]) -> list[tuple[float, float, float]]:
    """Return columns as they are drawn: an end column is as broad as the others, with a gap before it.

    >>> drawn_columns([(0.0, 10.0, 3), (10.0, float("inf"), 1)])
    [(0.0, 10.0, 3), (15.0, 25.0, 1)]
    """
    widths = (end - start for start, end, _ in columns if math.isfinite(end - start))
    width = next(widths, 1.0)
    return [
        (end - 1.5 * width, end - 0.5 * width, n)
        if start == -math.inf
        else (start + 0.5 * width, start + 1.5 * width, n)
        if end == math.inf
        else (start, end, n)
        for start, end, n in columns
    ]


def columns(
    of_numbers: Sequence[float], low: float | None, high: float | None, truth: float | None = None
) -> list[Column]:
    """Return the columns of a histogram: (from, to, how many), one for each of a few whole numbers, or about ten.

    With `truth`, a number on an edge between columns, they are moved by half a width: it lies in the middle of one.

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
        if truth is not None and abs(truth / width - round(truth / width)) < 1e-9:
            start = width * (math.floor(first / width + 0.5) - 0.5)
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
