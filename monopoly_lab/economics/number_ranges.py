"""Check the numbers that models of economics are given: whole or not, finite, and in a range.

Messages name the first number that is outside: `check_number(0, 100, tax=tax)`.
"""

from collections.abc import Callable, Iterable
from math import isfinite
from numbers import Integral, Real
from typing import Any

from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.messages import say

MOST = 10**12  # of a sum of money, a value or a bid
MOST_ROUNDS = 10_000  # of a path that is computed round by round
MOST_BLOCKS = 1000  # of games, whose means an interval is made of


def check_number(low: float, high: float, /, **numbers: Any) -> None:
    """Check that these are finite numbers from `low` to `high`; ArgumentError names the first that is not."""
    _check("economics.not_between", low, high, numbers, is_number)


def check_whole(low: int, high: int, /, **numbers: Any) -> None:
    """Check that these are whole numbers from `low` to `high`; ArgumentError names the first that is not."""
    _check("economics.out_of_range", low, high, numbers, is_whole)


def check_numbers(low: float, high: float, /, **lists: Iterable[Any]) -> None:
    """Check that there are numbers in these lists, each as `check_number` takes it."""
    for name, values in lists.items():
        found = list(values)
        if not found:
            raise ArgumentError(say("economics.no_values", name=name))
        for n, value in enumerate(found):
            check_number(low, high, **{f"{name}[{n}]": value})


def is_number(value: Any) -> bool:
    """Return True for a finite number; True and False are none."""
    kind = type(value)
    if kind is int or kind is float:  # nearly all of the many that models ask for
        return kind is int or isfinite(value)
    is_real = isinstance(value, Real) and value is not True and value is not False
    return is_real and (isinstance(value, Integral) or isfinite(value))


def is_whole(value: Any) -> bool:
    """Return True for a whole number, which may be a float."""
    return is_number(value) and bool(value == int(value))


def _check(key: str, low: float, high: float, numbers: dict[str, Any], fits: Callable[[Any], bool]) -> None:
    for name, value in numbers.items():
        if fits(value) and low <= value <= high:
            continue
        if isinstance(value, float) and not isfinite(value):
            raise ArgumentError(say("economics.not_finite", name=name, value=value))
        if fits(value) and value < low == 0 and high == MOST:
            raise ArgumentError(say("economics.below_zero", name=name, value=quoted(value)))
        raise ArgumentError(say(key, name=name, value=quoted(value), low=low, high=high))
