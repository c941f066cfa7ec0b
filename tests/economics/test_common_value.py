"""Bids for a common value between bounds: no other bid is better, by integrals of this file; the flat prior inside."""

import math
from typing import Any

import numpy as np
import pytest

from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.economics import common_value
from monopoly_lab.economics.auction_theory import FIRST_PRICE, SECOND_PRICE, normal_errors

LOW, HIGH, ERROR = 1000, 2000, 100
VALUES = np.arange(LOW, HIGH + 1, 2)
ESTIMATES = np.arange(LOW - 6 * ERROR, HIGH + 6 * ERROR + 1.0)


def normal(z: Any) -> Any:
    known = np.linspace(-20, 20, 40_001)
    return np.interp(z, known, [(1 + math.erf(each / 2**0.5)) / 2 for each in known.tolist()])


def gains(mine: Any, estimate: float, n: int, by: str, others: Any) -> Any:
    """What bids bring on average: the others bid by `others`, a rising bid for each of ESTIMATES.

    At the second price the winner pays p with the distribution of the highest other bid: the integral of (v - p) dG is
    (v - b) G(b) plus the integral of G up to b.
    """
    belief = np.exp(-(((estimate - VALUES) / ERROR) ** 2) / 2)
    belief /= belief.sum()
    below = np.interp(mine, others, ESTIMATES)  # whose estimates lie below this, bid less
    wins = normal((below[:, None] - VALUES) / ERROR) ** (n - 1)
    wins[mine < others[0]] = 0
    found = (belief * (VALUES - mine[:, None]) * wins).sum(axis=1)
    if by == SECOND_PRICE:
        upto = np.concatenate([[0], np.cumsum((wins[1:] + wins[:-1]) / 2 @ belief * np.diff(mine))])
        found = found + upto
    return found


@pytest.mark.full
@pytest.mark.parametrize("by", [FIRST_PRICE, SECOND_PRICE])
@pytest.mark.parametrize("n", [2, 4, 5, 8])
def test_bid__nobody_gains_a_dollar_by_another_one(n: int, by: str) -> None:
    """Also below 1,000 and above 2,000, where the bid of a flat prior leaves $28 to be gained."""
    others = common_value.bid(ESTIMATES, n, by)
    assert (np.diff(others) > 0).all()
    for estimate in (700, 898, 923, 1000, 1050, 1150, 1300, 1500, 1700, 1850, 1950, 2000, 2084, 2200):
        mine = np.arange(900.0, 2050.0, 2)
        own = common_value.bid(float(estimate), n, by)
        found = gains(mine, estimate, n, by, others)
        assert found.max() - np.interp(own, mine, found) < 1, estimate
    flat = ESTIMATES - ERROR * normal_errors(4).first_price
    wrong = gains(np.arange(600.0, 2100.0), 923, 4, FIRST_PRICE, flat)
    assert wrong.max() - wrong[923 - 151 - 600] > 25  # this test sees it


def test_bid__inside_is_that_of_a_flat_prior() -> None:
    """Of four bidders 151 below the estimate, of six 160; at the second price what ties are worth."""
    for n, margin in ((4, 151), (6, 160)):
        assert common_value.bid(1700, n) == pytest.approx(1700 - margin, abs=1)
        expected = 1700 - ERROR * normal_errors(n).second_price
        assert common_value.bid(1700, n, SECOND_PRICE) == pytest.approx(expected, abs=0.5)


def test_bid__lies_between_the_bounds_however_far_off_the_estimate_is() -> None:
    for n in (2, 4, 30, 60):
        found = common_value.bid(np.array([-1e6, 500.0, 1000.0, 2000.0, 2500.0, 1e6]), n)
        assert np.isfinite(found).all() and (np.diff(found) >= 0).all() and found[0] >= LOW and found[-1] < HIGH


def test_bid__below_the_bounds_two_bidders_at_the_second_price_by_hand() -> None:
    """Both told 1,000: half a normal density with the deviation 100/sqrt(2), whose mean is 56.4 above 1,000."""
    expected = 1000 + 100 / 2**0.5 * (2 / math.pi) ** 0.5
    assert common_value.bid(1000, 2, SECOND_PRICE) == pytest.approx(expected, abs=0.5)


@pytest.mark.parametrize(
    "wrong", [{"bidders": 1}, {"by": "english"}, {"error": 0}, {"low": 2000}, {"estimate": "much"}]
)
def test_bid__bad_input_is_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError):
        common_value.bid(**({"estimate": 1500, "bidders": 4} | wrong))
