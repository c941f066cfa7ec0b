"""Inequality of a distribution: Gini, Lorenz, Theil; and concentration of ownership: HHI.

Conventions: all players who began count, the bankrupt with 0; there is no correction for small samples; a measure that
would divide by a mean of 0 is NaN.
"""

from collections.abc import Iterable

import numpy as np

from monopoly_lab.common.errors import LedgerError
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say


def gini(values: Iterable[float]) -> float:
    """Return the Gini coefficient: the sum of |xi - xj| over all pairs, over 2 n^2 times the mean; NaN for a mean of 0.

    0 for equals, (n - 1) / n where one of n has everything. Raises LedgerError for no values at all.

    >>> round(gini([2000, 1000, 500, 250]), 3)
    0.383
    """
    x = _checked_values(values)
    mean = float(x.mean())
    if mean == 0:
        return float("nan")
    return float(np.abs(x[:, None] - x[None, :]).sum() / (2 * len(x) ** 2 * mean))


def theil(values: Iterable[float]) -> float:
    """Return Theil's T: the mean of (x / mean) ln(x / mean), 0 for a value of 0; NaN if the mean is not above 0.

    >>> theil([5, 5, 5])
    0.0
    """
    x = _checked_values(values)
    mean = float(x.mean())
    if mean <= 0 or bool((x < 0).any()):
        return float("nan")
    shares = x[x > 0] / mean
    return float((shares * np.log(shares)).sum() / len(x))


def lorenz(values: Iterable[float]) -> "pd.DataFrame":
    """Return the Lorenz curve, the poorest first: `people` and `wealth`, shares from 0 to 1; n + 1 rows.

    >>> lorenz([1, 3])["wealth"].to_list()
    [0.0, 0.25, 1.0]
    """
    x = np.sort(_checked_values(values))
    total = x.sum()
    wealth = np.concatenate([[0.0], x.cumsum() / total if total else np.full(len(x), np.nan)])
    return pd.DataFrame({"people": np.linspace(0, 1, len(x) + 1), "wealth": wealth})


def hhi(amounts: Iterable[float]) -> float:
    """Return the Herfindahl-Hirschman index: the sum of squared percent shares; 10 000 for a monopoly, NaN for nothing.

    >>> hhi([7]), hhi([1, 1])
    (10000.0, 5000.0)
    """
    x = np.asarray(list(amounts), float)
    return float(((100 * x / x.sum()) ** 2).sum()) if x.size and x.sum() > 0 else float("nan")


def _checked_values(values: Iterable[float]) -> np.ndarray:
    x = np.asarray(list(values), float)
    if not x.size:
        raise LedgerError(say("measure.nobody"))
    return x
