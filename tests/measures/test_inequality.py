"""Inequality and concentration, against published figures and another library."""

import math
from importlib import import_module
from importlib.util import find_spec

import numpy as np
import pytest

from monopoly_lab.common.errors import LedgerError
from monopoly_lab.measures import gini, hhi, lorenz, theil

THEIRS = (0.6066666666666667, 0.734446326019732)


def test_gini__of_the_unequal_start_is_that_of_the_exercise() -> None:
    """Coghlan and Huggins 2004: the four begin with 2000, 1000, 500 and 250; by hand 11 500 / (2 * 16 * 937.5)."""
    assert gini([2000, 1000, 500, 250]) == pytest.approx(11_500 / 30_000)
    assert round(gini([2000, 1000, 500, 250]), 3) == 0.383


def test_gini__is_that_of_another_library() -> None:
    """What QuantEcon 0.11.4, `gini_coefficient`, says: the same convention, without a correction for small samples.

    The library is large, so its answers stand here; whoever has it (extra `chains`) compares more.
    """
    assert gini([0, 3, 3, 14, 40]) == pytest.approx(THEIRS[0])
    assert gini([1500, 0, 0, 4210, 87, 960, 1, 33]) == pytest.approx(THEIRS[1])
    if find_spec("quantecon"):
        theirs = import_module("quantecon").gini_coefficient
        random = np.random.default_rng(4)
        for n in (2, 3, 8, 100):
            x = random.gamma(2, 100, n)
            assert gini(x) == pytest.approx(theirs(x))


def test_gini__is_twice_the_area_between_the_curve_and_the_diagonal() -> None:
    """Gini 1914; the trapezoids under the polygon of Lorenz are exact."""
    x = [0, 3, 3, 14, 40]
    curve = lorenz(x)
    under = float(np.trapezoid(curve["wealth"], curve["people"]))
    assert gini(x) == pytest.approx(1 - 2 * under)


def test_gini__one_who_has_all_and_equals() -> None:
    assert gini([5, 5, 5]) == 0
    assert gini([0, 0, 0, 8]) == pytest.approx(3 / 4)
    assert math.isnan(gini([0, 0]))


def test_theil__by_hand() -> None:
    """Theil 1967: of (1, 3), the mean 2, it is (0.5 ln 0.5 + 1.5 ln 1.5) / 2; the highest is ln n."""
    assert theil([1, 3]) == pytest.approx((0.5 * math.log(0.5) + 1.5 * math.log(1.5)) / 2)
    assert theil([0, 0, 0, 8]) == pytest.approx(math.log(4))
    assert math.isnan(theil([0, 0]))


def test_hhi__a_monopoly_has_ten_thousand() -> None:
    """U.S. Department of Justice, Horizontal Merger Guidelines, section 5.3: 30, 30, 20 and 20 per cent give 2,600."""
    assert hhi([9]) == 10_000
    assert hhi([30, 30, 20, 20]) == pytest.approx(2_600)
    assert math.isnan(hhi([]))


def test_spread__of_nobody_is_refused() -> None:
    with pytest.raises(LedgerError, match="nobody"):
        gini([])
