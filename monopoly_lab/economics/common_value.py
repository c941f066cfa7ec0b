"""Common value between known bounds: what to bid by an estimate, at the first and at the second price.

A lot is worth the same to all n bidders: a whole number V from `low` to `high`, all equally likely. Each has an
estimate of it with a normal error of standard deviation e. Far from the bounds the equilibrium takes a fixed margin off
the estimate (`auction_theory.normal_errors`); near them it does not: an estimate below `low` says little but "low".

With Y the highest estimate of the others, v(x, y) = E[V | X = x, Y = y], and f and F the density and distribution of Y
where X = x (Milgrom and Weber), the symmetric equilibrium is

- at the second price b(x) = v(x, x);
- at the first price b'(x) = (v(x, x) - b(x)) f(x | x) / F(x | x), from b = v where estimates are as low as can be.

References:
    P. Milgrom and R. Weber, Econometrica 50 (1982) 1089-1122, theorems 6 and 14.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from monopoly_lab.common.argument_checks import check_argument
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.messages import say
from monopoly_lab.economics.auction_theory import FIRST_PRICE, SECOND_PRICE, checked_bidders, checked_format
from monopoly_lab.economics.number_ranges import MOST, check_number, check_numbers

BEYOND = 8.0  # standard deviations beyond the bounds: no estimate lies further away
STEP = 0.05  # of the differential equation, in standard deviations
FURTHEST = 36.0  # standard deviations: below that the normal distribution is 0 to a computer
MOST_VALUES = 400  # of V in the integrals
MOST_ERRORS = 1000.0  # standard deviations between the bounds

# The auction of a live class: bounds of the value, and the standard deviation of an estimate.
LOW, HIGH = 1000, 2000
ERROR = 100


@check_argument
def bid(
    estimate: float | Sequence[float],
    bidders: int,
    by: str = FIRST_PRICE,
    low: float = LOW,
    high: float = HIGH,
    error: float = ERROR,
) -> Any:
    """Return the equilibrium bid by an estimate of a common value between known bounds.

    Args:
        estimate: One estimate, or an array of them.
        bidders: Number of bidders.
        by: "sealed" (first price) or "vickrey" (second price).
        low: The value lies between this and `high`, all equally likely.
        high: See `low`.
        error: Standard deviation of an estimate.

    Returns:
        The bid in money, not rounded; for an array an array.

    Raises:
        ArgumentError: For fewer than two bidders, an unknown format, an error of 0 or of less than a thousandth of the
            distance between the bounds, bounds in the wrong order, and numbers that are not finite.

    Example:
        >>> from monopoly_lab.economics import common_value
        >>> [round(float(common_value.bid(x, 4))) for x in (1700, 923)]
        [1550, 1016]
    """
    n, is_first = checked_bidders(bidders), checked_format(by, (FIRST_PRICE, SECOND_PRICE)) == FIRST_PRICE
    check_numbers(-MOST, MOST, estimate=np.ravel(estimate))
    check_number(-MOST, MOST, low=low, high=high)
    if not low < high:
        raise ArgumentError(say("economics.not_above", name="high", value=high, low=low))
    if not error > 0:
        raise ArgumentError(say("economics.not_above", name="error", value=error, low=0))
    check_number((high - low) / MOST_ERRORS, MOST, error=error)
    estimates, first, second = _equilibrium(n, float(low), float(high), float(error))
    found = np.interp(estimate, estimates, first if is_first else second)
    return found if np.ndim(estimate) else float(found)


@lru_cache(maxsize=64)
def _equilibrium(n: int, low: float, high: float, error: float) -> tuple[Any, Any, Any]:
    """Return estimates, and the bids at the first and at the second price by each of them."""
    x = np.arange(low - BEYOND * error, high + BEYOND * error + STEP * error, STEP * error)
    values = np.linspace(low, high, max(2, min(MOST_VALUES, 1 + round(10 * (high - low) / error))))
    z = (x[:, None] - values[None, :]) / error
    density, below = -(z**2) / 2 - math.log(math.sqrt(2 * math.pi)), _log_normal(z)
    edges = np.zeros(len(values))
    edges[[0, -1]] = math.log(0.5)  # of the trapezoidal rule
    tied = 2 * density + (n - 2) * below + edges  # X = Y = x
    beaten = density + (n - 1) * below + edges  # X = x, Y < x
    most = tied.max(axis=1, keepdims=True)
    weights = np.exp(tied - most)
    second = (weights * values).sum(axis=1) / weights.sum(axis=1)
    top = beaten.max(axis=1, keepdims=True)
    ratio = weights.sum(axis=1) / np.exp(beaten - top).sum(axis=1) * np.exp((most - top)[:, 0])
    rate = (n - 1) / error * ratio  # f / F
    first = second.copy()
    width = x[1] - x[0]
    for k in range(1, len(x)):  # exact where v and f / F stay as they are within a step
        middle, kept = (second[k - 1] + second[k]) / 2, math.exp(-(rate[k - 1] + rate[k]) / 2 * width)
        first[k] = middle + (first[k - 1] - middle) * kept
    return x, first, second


def _log_normal(z: Any) -> Any:
    """Return the logarithm of the standard normal distribution."""
    known = np.arange(-FURTHEST, FURTHEST, 0.01)
    logs = [math.log(math.erfc(-each / math.sqrt(2)) / 2) for each in known.tolist()]
    return np.interp(z, known, logs)
