"""Self-checks: `self_check` says whether an answer is right, `hashed` hides a key.

How the text of an answer is read, and how exact it has to be, is in `number_parser.py`.
"""

import hashlib
import math
from collections.abc import Callable
from functools import partial

from monopoly_lab.common.argument_checks import check_argument, check_before_call
from monopoly_lab.common.errors import LessonError
from monopoly_lab.common.file_access import may_use_disk, shortened
from monopoly_lab.common.messages import format_number, say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.lessons.lesson import Lesson, answers_of, checked_text, digits_of
from monopoly_lab.lessons.number_parser import (
    checked_digits,
    is_right,
    is_share,
    no_number,
    number_in,
    numbers_in,
    tolerance,
)
from monopoly_lab.lessons.own_numbers import NUMBERS_OF, own_numbers
from monopoly_lab.lessons.prediction import Told, note
from monopoly_lab.lessons.slips import AskedQuestion, slip


@check_before_call("question")
def hashed(question: str, answer: float, digits: int = 2) -> str:
    """Return a key that hides its answer, for `Lesson(keys={"q3": ...})`.

    An answer is right if it is off by at most half of the last digit. The key hides the answer from readers, not from a
    program that tries all numbers; marks are given by the teacher's key.

    Args:
        question: Name of the question.
        answer: Right answer.
        digits: Digits after the decimal point that the question asks for, 0 to 12.

    Raises:
        LessonError: For an answer that is not a number, and for other digits.

    Example:
        >>> ml.hashed("q3", 3.186)
        '2:...'
    """
    checked_text(question)
    number = number_in(answer)
    if number is None:
        raise LessonError(say("lesson.no_number", value=shortened(answer)))
    return f"{checked_digits(digits)}:{_mark(question, _rounded(number, digits), digits)}"


@check_argument
def self_check(question: str, answer: object, lesson: Lesson, of: object = None, digits: int | None = None) -> Told:
    """Return whether an answer is right; if not, a hint and the likely slip, but never the right answer.

    "12 %" is 12 or 0.12; "780 dollars" and "$780" are 780; "1,496" is 1496 or 1.496. If 76 is right, 0.76 gets the
    question whether 76 % is meant. None and texts without a number get a sentence, not an error.

    Args:
        question: Name of the question.
        answer: The student's answer.
        lesson: The lesson of the notebook.
        of: Your result that the question is about, such as a table, if the lesson computes its key from it.
        digits: Digits after the decimal point that count; those of a `hashed` key by default. An answer is right if it
            is off by at most half of the last one, or by 0.01 if nothing gives digits.

    Raises:
        LessonError: With the nearest valid name, for a question without a key.

    Example:
        >>> lesson = ml.Lesson("dice", keys={"q1": ml.hashed("q1", 7, digits=0)}, hints={"q1": "Count all 36 throws."})
        >>> ml.self_check("q1", 6, lesson)
        Not yet. Count all 36 throws.
        >>> ml.self_check("q1", 7, lesson)
        Right.
    """
    lang = lesson.lang
    key = _key_of(question, lesson, of)
    if answer is None or (isinstance(answer, str) and not answer.strip()):
        return Told(say("lesson.not_answered" if may_use_disk() else "lesson.no_field_answered", lang))
    said = numbers_in(answer)
    if not said:
        return Told(no_number(answer, lang))
    asked = digits_of(key) if digits is None else checked_digits(digits, lang)
    told = Told(say("lesson.right", lang))
    if key is None:
        note("self_check", question, said[0], True)
        return Told(say("lesson.with_teacher", lang))

    def agrees(numbers: tuple[float, ...], times: int = 1) -> bool:
        return fits_key(question, numbers, key, times * tolerance(asked))

    told.is_right = agrees(said)
    note("self_check", question, next((each for each in said if agrees((each,))), said[0]), told.is_right)
    if told.is_right:
        return told
    if is_share(said, agrees):
        percent = format_number(100 * said[0], lang=lang)
        return Told(say("lesson.share_answer", lang, value=format_number(said[0], lang=lang), percent=percent))
    likely = slip(asked_question(lesson, question), said[0], agrees, asked, lang)
    parts = (
        say("lesson.not_yet", lang),
        lesson.hints.get(question, ""),
        likely and say("lesson.likely", lang, slip=likely),
    )
    return Told(" ".join(part for part in parts if part))


def asked_question(lesson: Lesson, question: str) -> AskedQuestion:
    """Return the question with the own numbers of the lesson's student."""
    numbers = NUMBERS_OF.get(lesson.name, {}).get(question, question)
    return AskedQuestion(lesson.name, question, own_numbers(lesson.name, numbers, lesson.seed) or ())


def _key_of(question: str, lesson: Lesson, of: object) -> str | float | None:
    """Return a hashed key, or the number it is; LessonError where there is none, or where it cannot be computed."""
    delivered = answers_of(lesson.name)
    if question in lesson.keys:
        key = lesson.keys[question]
        return _computed_key(question, key, lesson) if callable(key) else key
    if question in delivered:
        return _computed_key(question, partial(delivered[question], of), lesson)
    said = say("lesson.no_question", lesson.lang, value=shortened(question), lesson=lesson.name)
    raise LessonError(said + hint(str(question), [*lesson.keys, *delivered]))


def _computed_key(question: str, key: Callable[[Lesson], float], lesson: Lesson) -> float:
    """Return the key that a function of the lesson gives; LessonError, with what it raised, where it fails."""
    try:
        found = key(lesson)
    except Exception as problem:
        reason = shortened(f"{type(problem).__name__}: {problem}")
        raise LessonError(say("lesson.key_failed", lesson.lang, question=question, reason=reason)) from problem
    number = number_in(found)
    if number is None:
        reason = say("lesson.no_number", lesson.lang, value=shortened(found))
        raise LessonError(say("lesson.key_failed", lesson.lang, question=question, reason=reason))
    return number


def fits_key(question: str, said: tuple[float, ...], key: str | float, allowed: float) -> bool:
    """Return True for a right answer; a hashed key is compared with every number of its digits that is near enough."""
    if not isinstance(key, str):
        return is_right(said, key, allowed)
    digits = digits_of(key) or 0
    reach = math.ceil(allowed * 10**digits) + 1
    near = {_rounded(number, digits) + step for number in said for step in range(-reach, reach + 1)}
    fitting = (units for units in near if is_right(said, units / 10**digits, allowed))
    return any(key == f"{digits}:{_mark(question, units, digits)}" for units in fitting)


def _rounded(number: float, digits: int) -> int:
    """Return the number in units of its last digit; half is rounded up."""
    units: int = math.floor(number * 10**digits + 0.5)
    return units


def _mark(question: str, units: int, digits: int) -> str:
    return hashlib.sha256(f"monopoly_lab key 1\n{question}\n{units}\n{digits}".encode()).hexdigest()[:16]
