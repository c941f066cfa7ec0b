"""Range checks of numbers in arguments: ArgumentError for one that is not finite, too low or too high."""

from math import isfinite

from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.messages import say


def require_finite(**numbers: float) -> None:
    """Raise ArgumentError for the first of these arguments that is not finite."""
    for name, value in numbers.items():
        if not isfinite(value):
            raise ArgumentError(say("economics.not_finite", name=name, value=value))


def require_from_zero(**numbers: float) -> None:
    """Raise ArgumentError for the first of these arguments that is not finite, or below 0."""
    require_finite(**numbers)
    for name, value in numbers.items():
        if value < 0:
            raise ArgumentError(say("economics.below_zero", name=name, value=value))


def require_whole(name: str, value: int, low: int, high: int) -> None:
    """Raise ArgumentError unless the argument is a whole number from `low` to `high`."""
    if not isinstance(value, int) or not low <= value <= high:
        raise ArgumentError(say("economics.out_of_range", name=name, value=value, low=low, high=high))
