"""Parse numbers as people type them, "780 dollars", "1,496", "12 %", "1 234,5", and say how exact they have to be."""

import math
import numbers
import re
import unicodedata
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from monopoly_lab.common.errors import LessonError
from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.messages import languages, say

MOST_LETTERS = 200  # of a text that is read
_NUMBER = r"\d[\d.,' _]*(?:[eE][+-]?\d+)?|\.\d+"
_SIGN = r"[-+]?\s*"
_COIN = r"(?:[$€£¥₴₽]\s*)?"
_UNIT = r"[^\d,;:=<>+*^?!|(){}\[\]]*"
_TYPED = re.compile(rf"({_SIGN}){_COIN}({_SIGN})({_NUMBER})\s*({_UNIT})")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+")
_ENGLISH = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+\.\d*")
_CONTINENTAL = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+,\d+|[1-9]\d{0,2}(?:\.\d{3}){2,}")
_GROUPS = re.compile(r"([1-9]\d{0,2})((?:[ '_]\d{3})+)(?![\d])")
_DASHES = dict.fromkeys(map(ord, "−–—‒‐‑"), "-")
_QUOTES = dict.fromkeys(map(ord, "’ʼ`´"), "'")


class Typed(NamedTuple):
    """The numbers that a value may mean, the first the likeliest: two for "1,080"; and whether a % follows."""

    meant: tuple[float, ...] = ()
    is_percent: bool = False


def parse_number(value: object, unit: str = "") -> Typed:
    """Return what a value means as a number: a number itself, or a text with a number and at most its unit.

    `unit` may follow the number, whatever it contains. Nothing is meant by words such as "2 thousand".
    """
    if isinstance(value, str):
        return _in_text(value, unit) if len(value) <= MOST_LETTERS else Typed()
    if isinstance(value, bool) or not (isinstance(value, numbers.Real) or hasattr(value, "__float__")):
        return Typed()
    return Typed(_finite(value))


def _in_text(text: str, unit: str) -> Typed:
    text = unicodedata.normalize("NFKC", text).translate(_DASHES | _QUOTES)
    text = " ".join(text.split())
    is_unit = bool(unit) and text.endswith(unit)
    found = _TYPED.fullmatch(text.removesuffix(unit).strip() if is_unit else text)
    if found is None or (found[1].strip() and found[2].strip()):
        return Typed()
    behind = (found[4] + unit * is_unit).casefold()
    words = set(re.findall(r"\w+", behind))
    if words & _words("multiples"):
        return Typed()
    sign = -1.0 if "-" in found[1] + found[2] else 1.0
    meant = tuple(sign * number for text in _number_readings(found[3].strip()) for number in _finite(text))
    return Typed(meant, "%" in behind or bool(words & _words("percents")))


def _number_readings(text: str) -> list[str]:
    """Return the numbers that digits with signs between them may be, as Python writes them; none for no number."""
    if groups := _GROUPS.match(text):
        text = groups[1] + re.sub(r"\D", "", groups[2]) + text[groups.end() :]
    if _THOUSANDS.fullmatch(text):
        either = [text.replace(",", "")]
        return [*either, text.replace(",", ".")] if text.count(",") == 1 else either
    if _ENGLISH.fullmatch(text):
        return [text.replace(",", "")]
    if _CONTINENTAL.fullmatch(text):
        return [text.replace(".", "").replace(",", ".")]
    return [text.replace(",", ".")]


def _finite(value: object) -> tuple[float, ...]:
    try:
        number = float(value)  # type: ignore[arg-type]
    except (ValueError, OverflowError, TypeError):
        return ()
    return (number,) if math.isfinite(number) else ()


@cache
def _words(which: str) -> frozenset[str]:
    """Return the words of all languages for thousands and the like, which multiply a number, or for percent."""
    return frozenset(word for lang in languages() for word in say(f"lesson.{which}", lang).casefold().split())


# Tolerance of numeric answers, shared by self-checks and grading. An answer is right if it is off by no more than half
# of the last digit that is asked for: so is every number that is rounded correctly to as many digits, or more. For a
# key of 26.98, asked for to one decimal, 27 and 26.98 are right, 26.9 is not.

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
    meant, is_percent = parse_number(value)
    return (*meant, *(number / 100 for number in meant)) if is_percent else meant


def is_share(said: tuple[float, ...], agrees: Callable[[tuple[float, ...]], bool]) -> bool:
    """Return True for an answer such as 0.76 where 76 would be right: percent were asked for."""
    return len(said) == 1 and 0 < abs(said[0]) < 1 and not agrees(said) and agrees((100 * said[0],))


def is_close(predicted: float, result: float) -> bool:
    """Return True for a prediction that is off by no more than a tenth of the result."""
    return abs(predicted - result) <= CLOSE * abs(result) * (1 + NOISE)
