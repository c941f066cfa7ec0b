"""Name the misconception behind a wrong number, in self-checks and in the report of a class.

A slip is a word of the catalogs (`slip.`) and the wrong number that it leads to. Those of the delivered lessons stand
here; a class can add its own in `lesson.toml`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from monopoly_lab.common.messages import say
from monopoly_lab.lessons.number_parser import typed

Wrong = float | tuple[float, float] | Callable[..., float]  # a number, all from one to another, or of own numbers
Agrees = Callable[[tuple[float, ...], int], bool]  # whether numbers are right, or may be off by so many times as much

CLOSE = 0.1  # of the result: how far a prediction may be from it to be called close
ALIKE = 0.01  # of a wrong number: how far an answer may be from it to be taken for it
LEAST = 0.005
USUAL = 2  # digits, where nothing says how many
COARSER = 10  # times the tolerance, of an answer with one digit less


class Of(NamedTuple):
    """Whose question it is: name of the lesson, name of the question, and the student's own numbers in it."""

    lesson: str
    question: str
    own: Sequence[float] = ()


SLIPS: dict[str, dict[str, dict[str, Wrong]]] = {}


def slip(of: Of, said: float, agrees: Agrees, digits: int | None = None, lang: str = "") -> str:
    """Return what is likely behind a wrong answer to a self-check, in words; "" where nothing is known.

    Args:
        of: Whose question it is.
        said: The answer.
        agrees: Whether numbers are right.
        digits: Digits after the decimal point that the question asks for.
        lang: Language of the words.
    """
    known = named(of, said) or next(_usual(said, agrees, digits), "")
    return say(f"slip.{known}", lang) if known else ""


def named(of: Of, said: float) -> str:
    """Return the word of a slip that a delivered lesson names for a wrong number; "" for none."""
    known = SLIPS.get(of.lesson, {}).get(of.question, {})
    return next((word for word, wrong in known.items() if _is_it(said, wrong, of.own)), "")


def own_slip(said: float, given: Mapping[str, str]) -> str:
    """Return what a class's own file says of a wrong number, which it names as text; "" for nothing."""
    return next((text for number, text in given.items() if _alike(said, typed(number).meant[0])), "")


def is_close(said: float, found: float) -> bool:
    """Return True for a prediction that is off by no more than a tenth of the result."""
    return abs(said - found) <= CLOSE * abs(found) * (1 + 1e-9)


def _usual(said: float, agrees: Agrees, digits: int | None) -> Iterator[str]:
    """Yield slips that any question knows: another sign, percent, thousands, rounded too early."""
    if said and agrees((-said,), 1):
        yield "sign"
    if said and (agrees((said / 100,), 1) or agrees((said * 100,), 1)):
        yield "hundred"
    if said and (agrees((said / 1000,), 1) or agrees((said * 1000,), 1)):
        yield "thousand"
    if said and said == round(said, (USUAL if digits is None else digits) - 1) and agrees((said,), COARSER):
        yield "rounded"


def _is_it(said: float, wrong: Wrong, own: Sequence[float]) -> bool:
    if isinstance(wrong, tuple):
        return wrong[0] <= said <= wrong[1]
    return _alike(said, wrong(*own) if callable(wrong) else wrong)


def _alike(said: float, wrong: float) -> bool:
    return abs(said - wrong) <= max(ALIKE * abs(wrong), LEAST)
