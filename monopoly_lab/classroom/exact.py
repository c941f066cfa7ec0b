"""How exact an answer has to be: one rule for what students check themselves and for what counts.

An answer is right if it is off by no more than half of the last digit that is asked for: so is every number that is
rounded correctly to as many digits, or more. For a key of 26.98, asked for to one decimal, 27 and 26.98 are right, 26.9
is not.
"""

from monopoly_lab.classroom.prediction import number_in
from monopoly_lab.errors import LessonError
from monopoly_lab.messages import say
from monopoly_lab.reading import shortened

MOST_DIGITS = 12
TOLERANCE = 0.01  # where nothing says how exact an answer has to be
NOISE = 1e-9  # of a tolerance, which the binary form of decimal numbers may take


def checked_digits(digits: object, lang: str = "") -> int:
    """Digits behind the point; LessonError for what is no number of them."""
    if isinstance(digits, bool) or not isinstance(digits, int) or not 0 <= digits <= MOST_DIGITS:
        raise LessonError(say("lesson.digits", lang, value=shortened(repr(digits)), most=MOST_DIGITS))
    return digits


def tolerance(digits: int | None) -> float:
    """How far from the key an answer is right, if it is asked for to so many digits behind the point."""
    return TOLERANCE if digits is None else 0.5 * 10.0**-digits


def is_right(said: tuple[float, ...], key: float, allowed: float) -> bool:
    """True if one of the numbers that an answer may mean is as near to the key as is allowed."""
    return any(abs(number - key) <= allowed * (1 + NOISE) for number in said)


def numbers_in(value: object) -> tuple[float, ...]:
    """What an answer may mean: a number; "12 %" is 12, and 0.12; nothing for what is no number."""
    number = number_in(value, "%")
    if number is None:
        return ()
    is_percent = isinstance(value, str) and value.strip().endswith("%")
    return (number, number / 100) if is_percent else (number,)
