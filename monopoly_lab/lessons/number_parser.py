"""Parse numbers as people type them, "780 dollars", "1,496", "12 %", "1 234,5", and say how exact they have to be.

Decided on purpose: "1,496" may be 1496 or 1.496, and "1.500" may be 1500 or 1.5, since few write the last zero of a
decimal; "1.496" is 1.496. Words beside a number are those of a unit or of an estimate; any other makes it no number.
"""

import math
import numbers
import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

from monopoly_lab.common.errors import LessonError
from monopoly_lab.common.file_access import quoted, shortened
from monopoly_lab.common.messages import format_number, languages, say

MOST_SHOWN = 40  # letters of an answer that a message repeats
MOST_LETTERS = 200  # of a text that is read
_NUMBER = r"\d[\d.,' _]*(?:[eE][+-]?\d+)?|\.\d+"
_SIGN = r"[-+]?\s*"
_COIN = r"([$€£¥₴₽]\s*)?"
_UNIT = r"[^\d,;:=<>+*^?!|(){}\[\]]*"
_ABOUT = r"((?:[^\W\d_]+\.?\s+|[~≈]\s*)*)"
_TYPED = re.compile(rf"{_ABOUT}({_SIGN}){_COIN}({_SIGN})({_NUMBER})\s*({_UNIT})")
_BESIDE = re.compile(r"\w+|[^\w\s.'\"/~≈-]")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+")
_ENGLISH = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+\.\d*")
_LAST_ZERO = re.compile(r"[1-9]\d{0,2}\.\d\d0")
_CONTINENTAL = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+,\d+|[1-9]\d{0,2}(?:\.\d{3}){2,}")
_GROUPS = re.compile(r"([1-9]\d{0,2})((?:[ '_]\d{3})+)(?![\d])")
_DASHES = dict.fromkeys(map(ord, "−–—‒‐‑"), "-")
_QUOTES = dict.fromkeys(map(ord, "’ʼ`´"), "'")


# What a number is of, by the message that lists its words
PERCENT, MONEY, COUNTED = "percents", "money_units", "counted_units"
SIGNS = {"%": PERCENT} | dict.fromkeys("$€£¥₴₽", MONEY)


class Typed(NamedTuple):
    """The numbers that a value may mean, the first the likeliest: two for "1,080"; and what is beside them.

    `kinds` are PERCENT, MONEY, COUNTED, none of them for a number without a unit. `unknown` are words that are no unit:
    with them no number is meant.
    """

    meant: tuple[float, ...] = ()
    kinds: frozenset[str] = frozenset()
    unknown: str = ""


def parse_number(value: object, units: Iterable[str] = ()) -> Typed:
    """Return what a value means as a number: a number itself, or a text with a number and at most its unit.

    One of the `units` may follow the number, whatever it contains. Words such as "2 thousand" are unknown.
    """
    if isinstance(value, str):
        return _in_text(value, units) if len(value) <= MOST_LETTERS else Typed()
    if isinstance(value, bool) or not (isinstance(value, numbers.Real) or hasattr(value, "__float__")):
        return Typed()
    return Typed(_finite(value))


def kind_of(units: Iterable[str]) -> str:
    """Return what a number with these forms of a unit is of; "" without a unit."""
    words = [word for unit in units for word in _BESIDE.findall(unit.casefold())]
    return next(filter(None, map(_kind, words)), COUNTED) if words else ""


def _in_text(text: str, units: Iterable[str]) -> Typed:
    text = unicodedata.normalize("NFKC", text).translate(_DASHES | _QUOTES)
    text = " ".join(text.split())
    unit = next((unit for unit in sorted(units, key=len, reverse=True) if unit and text.endswith(unit)), "")
    found = _TYPED.fullmatch(text.removesuffix(unit).strip())
    if found is None or (found[2].strip() and found[4].strip()):
        return Typed()
    beside = _BESIDE.findall(f"{found[1]} {found[6]}".casefold())
    unknown = [word for word in beside if not _kind(word) and not _is_listed(word, "estimates")]
    if unknown:
        return Typed(unknown=" ".join(unknown))
    kinds = frozenset(filter(None, (*map(_kind, beside), MONEY if found[3] else "", kind_of([unit]))))
    sign = -1.0 if "-" in found[2] + found[4] else 1.0
    meant = tuple(sign * number for text in _number_readings(found[5].strip()) for number in _finite(text))
    return Typed(meant, kinds)


def _kind(word: str) -> str:
    """Return what a word or a sign beside a number makes it; "" for one that is no unit."""
    if word in SIGNS:
        return SIGNS[word]
    return next((kind for kind in (PERCENT, MONEY, COUNTED) if _is_listed(word, kind)), "")


def _number_readings(text: str) -> list[str]:
    """Return the numbers that digits with signs between them may be, as Python writes them; none for no number."""
    if groups := _GROUPS.match(text):
        text = groups[1] + re.sub(r"\D", "", groups[2]) + text[groups.end() :]
    if _THOUSANDS.fullmatch(text):
        either = [text.replace(",", "")]
        return [*either, text.replace(",", ".")] if text.count(",") == 1 else either
    if _LAST_ZERO.fullmatch(text):
        return [text.replace(".", ""), text]
    if _ENGLISH.fullmatch(text):
        return [text.replace(",", "")]
    if _CONTINENTAL.fullmatch(text):
        return [text.replace(".", "").replace(",", ".")]
    return [] if "_" in text else [text.replace(",", ".")]


def _finite(value: object) -> tuple[float, ...]:
    try:
        number = float(value)  # type: ignore[arg-type]
    except (ValueError, OverflowError, TypeError):
        return ()
    return (number,) if math.isfinite(number) else ()


def _is_listed(word: str, which: str) -> bool:
    """Return True for a word that a message of any language lists, or that begins as one which ends in "*" there."""
    return any(word.startswith(one[:-1]) if one.endswith("*") else word == one for one in _words(which))


@cache
def _words(which: str) -> frozenset[str]:
    """Return what a message lists, in all languages."""
    return frozenset(word for lang in languages() for word in say(f"lesson.{which}", lang).casefold().split())


def number_in(value: object, unit: str = "") -> float | None:
    """Return a finite number, or the one in a text such as "45,5 %" or "1,234,567"; None where there is none.

    "1,080" may be a thousand and more or a little over one, as people write it: it is no number here.
    """
    meant = parse_number(value, [unit]).meant
    return meant[0] if len(meant) == 1 else None


def no_number(value: object, lang: str = "", units: Iterable[str] = ()) -> str:
    """Return why an answer does not count as a number, in words."""
    typed = parse_number(value, units)
    shown = shortened(value, MOST_SHOWN)
    if len(typed.meant) == 2:
        return say("lesson.unclear", lang, value=shown, **both_readings(typed.meant, lang))
    if typed.unknown:
        return say("lesson.unknown_unit", lang, value=typed.unknown)
    if isinstance(value, int) and not isinstance(value, bool):
        return say("lesson.too_many_digits", lang, n=math.floor(math.log10(abs(value))) + 1)
    return say("lesson.no_number", lang, value=shown)


def both_readings(meant: tuple[float, ...], lang: str = "") -> dict[str, str]:
    """Return both numbers that "1,080" may mean, as a message writes them: 1080 and 1.08."""
    return {"whole": f"{max(meant, key=abs):.0f}", "part": format_number(min(meant, key=abs), 6, lang)}


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
        raise LessonError(say("lesson.digits", lang, value=quoted(digits, lang), most=MOST_DIGITS))
    return digits


def tolerance(digits: int | None) -> float:
    """Return how far from the key an answer is right, if it is asked for to so many digits behind the point."""
    return TOLERANCE if digits is None else 0.5 * 10.0**-digits


def is_right(said: tuple[float, ...], key: float, allowed: float) -> bool:
    """Return True if one of the numbers that an answer may mean is as near to the key as is allowed."""
    return any(abs(number - key) <= allowed * (1 + NOISE) for number in said)


def numbers_in(value: object) -> tuple[float, ...]:
    """Return what an answer may mean: a number; "12 %" is 12, and 0.12; "1,496" both; nothing for what is no number."""
    meant, kinds, _ = parse_number(value)
    return (*meant, *(number / 100 for number in meant)) if PERCENT in kinds else meant


def is_share(said: tuple[float, ...], agrees: Callable[[tuple[float, ...]], bool]) -> bool:
    """Return True for an answer such as 0.76 where 76 would be right: percent were asked for."""
    return len(said) == 1 and 0 < abs(said[0]) < 1 and not agrees(said) and agrees((100 * said[0],))


def is_close(predicted: float, result: float) -> bool:
    """Return True for a prediction that is off by no more than a tenth of the result."""
    return abs(predicted - result) <= CLOSE * abs(result) * (1 + NOISE)
