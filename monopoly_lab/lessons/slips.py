"""Name the misconception behind a wrong number, in self-checks and in the report of a class.

A slip is a word of the catalogs (`slip.`) and the wrong number that it leads to. Those of the delivered lessons are in
`delivered_slips`; a class can add its own in `lesson.toml`; some, such as a wrong sign, any question knows.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from monopoly_lab.common.messages import say
from monopoly_lab.lessons.delivered_slips import SLIPS, WrongNumber
from monopoly_lab.lessons.number_parser import typed

# `agrees(numbers, times)`: whether one of the numbers is right, with `times` times the tolerance of the question.
Agrees = Callable[[tuple[float, ...], int], bool]

ALIKE = 0.01  # share of a wrong number by which an answer may differ from it and still be taken for it
LEAST_ALIKE = 0.005  # the same for wrong numbers near 0, as a difference: half of the second decimal
USUAL_DIGITS = 2  # decimals of an answer to a question that does not say how many
COARSER = 10  # times the tolerance: that of an answer with one digit less, as after rounding too early


class AskedQuestion(NamedTuple):
    """A question as one student has it: names of lesson and question, and the student's own numbers, () if none."""

    lesson: str
    question: str
    own: Sequence[float] = ()


def slip(question: AskedQuestion, answer: float, agrees: Agrees, digits: int | None = None, lang: str = "") -> str:
    """Return what is likely behind a wrong answer to a self-check, in words; "" where nothing is known.

    Args:
        question: The question as the student has it.
        answer: The wrong number.
        agrees: Whether numbers are right.
        digits: Digits after the decimal point that the question asks for.
        lang: Language of the words.
    """
    word = delivered_slip(question, answer) or next(_usual_slips(answer, agrees, digits), "")
    return say(f"slip.{word}", lang) if word else ""


def delivered_slip(question: AskedQuestion, answer: float) -> str:
    """Return the word of a slip that a delivered lesson names for a wrong number; "" for none."""
    known = SLIPS.get(question.lesson, {}).get(question.question, {})
    return next((word for word, wrong in known.items() if _is_slip(answer, wrong, question.own)), "")


def class_slip(answer: float, slips: Mapping[str, str]) -> str:
    """Return what the `lesson.toml` of a class says of a wrong number: texts by number, as typed; "" for nothing."""
    return next((text for number, text in slips.items() if _is_alike(answer, typed(number).meant[0])), "")


def _usual_slips(answer: float, agrees: Agrees, digits: int | None) -> Iterator[str]:
    """Yield slips that any question knows: another sign, percent, thousands, rounded too early."""
    if answer and agrees((-answer,), 1):
        yield "sign"
    if answer and (agrees((answer / 100,), 1) or agrees((answer * 100,), 1)):
        yield "hundred"
    if answer and (agrees((answer / 1000,), 1) or agrees((answer * 1000,), 1)):
        yield "thousand"
    fewer = (USUAL_DIGITS if digits is None else digits) - 1
    if answer and answer == round(answer, fewer) and agrees((answer,), COARSER):
        yield "rounded"


def _is_slip(answer: float, wrong: WrongNumber, own: Sequence[float]) -> bool:
    """Return True if an answer is a wrong number; one that follows from own numbers never is where there are none."""
    if isinstance(wrong, tuple):
        return wrong[0] <= answer <= wrong[1]
    if callable(wrong):
        return bool(own) and _is_alike(answer, wrong(*own))
    return _is_alike(answer, wrong)


def _is_alike(answer: float, wrong: float) -> bool:
    return abs(answer - wrong) <= max(ALIKE * abs(wrong), LEAST_ALIKE)
