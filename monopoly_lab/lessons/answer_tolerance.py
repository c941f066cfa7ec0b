"""Tolerance of numeric answers, shared by self-checks and grading.

An answer is right if it is off by no more than half of the last digit that is asked for: so is every number that is
rounded correctly to as many digits, or more. For a key of 26.98, asked for to one decimal, 27 and 26.98 are right, 26.9
is not.
"""

from collections.abc import Callable

from monopoly_lab.common.errors import LessonError
from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.messages import say
from monopoly_lab.lessons.number_parser import typed

MOST_DIGITS = 12
TOLERANCE = 0.01  # where nothing says how exact an answer has to be
CLOSE = 0.1  # share of a result by which a prediction may differ from it and still be called close
NOISE = 1e-9  # of a tolerance, which the binary form of decimal numbers may take


def checked_digits(digits: object, lang: str = "") -> int:
    """Return the number of decimals; LessonError for anything but a whole number from 0 to `MOST_DIGITS`."""
    if isinstance(digits, bool) or not isinstance(digits, int) or not 0 <= digits <= MOST_DIGITS:
        raise LessonError(say("lesson.digits", lang, value=shortened(repr(digits)), most=MOST_DIGITS))
    return digits


def tolerance(digits: int | None) -> float:
    """Return how far from the key an answer is right, if it is asked for to so many digits behind the point."""
    return TOLERANCE if digits is None else 0.5 * 10.0**-digits


def is_right(said: tuple[float, ...], key: float, allowed: float) -> bool:
    """Return True if one of the numbers that an answer may mean is as near to the key as is allowed."""
    return any(abs(number - key) <= allowed * (1 + NOISE) for number in said)


def numbers_in(value: object) -> tuple[float, ...]:
    """Return what an answer may mean: a number; "12 %" is 12, and 0.12; "1,496" both; nothing for what is no number."""
    meant, is_percent = typed(value)
    return (*meant, *(number / 100 for number in meant)) if is_percent else meant


def is_share(said: tuple[float, ...], agrees: Callable[[tuple[float, ...]], bool]) -> bool:
    """Return True for an answer such as 0.76 where 76 would be right: percent were asked for."""
    return len(said) == 1 and 0 < abs(said[0]) < 1 and not agrees(said) and agrees((100 * said[0],))


def is_close(predicted: float, result: float) -> bool:
    """Return True for a prediction that is off by no more than a tenth of the result."""
    return abs(predicted - result) <= CLOSE * abs(result) * (1 + NOISE)
