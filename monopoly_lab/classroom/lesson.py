"""Whose copy of a lesson this is, and answers that students check themselves."""

import hashlib
import math
from collections.abc import Callable, Mapping
from importlib.util import find_spec

from monopoly_lab.classroom.noting import note
from monopoly_lab.classroom.prediction import Told, no_number, number_in, shortened
from monopoly_lab.doors import door, doors
from monopoly_lab.editions.found import hint
from monopoly_lab.errors import LessonError
from monopoly_lab.messages import say
from monopoly_lab.reading import tidied

SEED_BITS = 31
SLOWER = 5  # times fewer games in plain Python
FEWEST = 20
MOST_DIGITS = 12

Key = str | Callable[["Lesson"], float]


@doors
class Lesson:
    """The first cell of a lesson: its name, the student, the course, and the seed that follows from the latter two.

    `keys` are the answers that `self_check` compares with, by question: a text that `hashed` has made, or a function
    of the lesson that computes the answer from its seed. `hints` are what a wrong answer is told. `seed`, 0 to
    2 ** 31 - 1, is one for the whole course.
    Raises LessonError for names and keys that are none.

    >>> lesson = ml.Lesson("02_born_ahead", student="Ann", course="7b")
    >>> lesson.seed == ml.Lesson("02_born_ahead", student="ann ", course="7b").seed
    True
    """

    def __init__(
        self,
        name: str,
        student: str = "",
        course: str = "",
        keys: Mapping[str, Key] | None = None,
        hints: Mapping[str, str] | None = None,
        lang: str = "",
        seed: int | None = None,
    ) -> None:
        for given in (name, student, course):
            if not isinstance(given, str):
                raise LessonError(say("lesson.no_text", lang, value=shortened(given)))
        if not name.strip():
            raise LessonError(say("lesson.no_text", lang, value=repr(name)))
        self.name, self.student, self.course = name, tidied(student), tidied(course)
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**SEED_BITS):
            raise LessonError(say("lesson.seed", lang, value=shortened(seed), most=2**SEED_BITS - 1))
        self.keys, self.hints, self.lang, self._seed = dict(keys or {}), dict(hints or {}), lang, seed
        for question, key in self.keys.items():
            if not callable(key) and _digits(key) is None:
                raise LessonError(say("lesson.no_key", lang, question=question, value=shortened(key)))

    @property
    def seed(self) -> int:
        """A seed of this student in this course: the same on every machine, however it is typed."""
        if self._seed is not None:
            return self._seed
        mark = "\n".join(("monopoly_lab seed 1", self.course.casefold(), self.student.casefold()))
        return int.from_bytes(hashlib.sha256(mark.encode()).digest()[:4]) >> (32 - SEED_BITS)

    def games(self, n: int) -> int:
        """So many games where they are played compiled; a fifth of them, at least 20, where nothing can be compiled.

        In a browser a lesson has its answer as soon, with wider intervals.

        >>> ml.Lesson("07_who_wins").games(300)
        300
        """
        return n if find_spec("numba") is not None else max(min(n, FEWEST), n // SLOWER)

    def __repr__(self) -> str:
        who = ", ".join(part for part in (self.student, self.course) if part)
        return f"<Lesson {self.name!r}: {say('lesson.summary', self.lang, who=who or '-', seed=self.seed)}>"


@door
def hashed(question: str, answer: float, digits: int = 2) -> str:
    """A key that does not show its answer: for `Lesson(keys={"q3": ...})`, rounded to `digits` behind the point.

    It keeps an answer from the eye, not from a program that tries all numbers: marks come from the teacher's key.
    Raises LessonError for what is no number, and for digits other than 0 to 12.

    >>> ml.hashed("q3", 3.186)
    '2:...'
    """
    number = number_in(answer, "")
    if number is None:
        raise LessonError(say("lesson.no_number", value=shortened(answer)))
    if isinstance(digits, bool) or not isinstance(digits, int) or not 0 <= digits <= MOST_DIGITS:
        raise LessonError(say("lesson.digits", value=shortened(digits), most=MOST_DIGITS))
    return f"{digits}:{_mark(question, _rounded(number, digits), digits)}"


@door
def self_check(question: str, answer: object, lesson: Lesson) -> Told:
    """Right, or a hint, never the answer; for learning only. None and what is no number are said, not raised.

    An answer is right if it agrees with the key after rounding, or with one of its neighbours in the last digit.
    Raises LessonError, with the nearest right name, for a question that the lesson has no key for.

    >>> lesson = ml.Lesson("dice", keys={"q1": ml.hashed("q1", 7, digits=0)}, hints={"q1": "Count all 36 throws."})
    >>> ml.self_check("q1", 6, lesson)
    Not yet. Count all 36 throws.
    >>> ml.self_check("q1", 7, lesson)
    Right.
    """
    lang = lesson.lang
    if question not in lesson.keys:
        said = say("lesson.no_question", lang, value=shortened(question), lesson=lesson.name)
        raise LessonError(said + hint(str(question), lesson.keys))
    if answer is None or (isinstance(answer, str) and not answer.strip()):
        return Told(say("lesson.not_answered", lang))
    number = number_in(answer, "%")
    if number is None:
        return Told(no_number(answer, lang))
    key = lesson.keys[question]
    is_right = _agrees(question, number, _computed(question, key, lesson) if callable(key) else key)
    note("self_check", question, number, is_right)
    if is_right:
        told = Told(say("lesson.right", lang))
        told.is_right = True
        return told
    return Told(" ".join(part for part in (say("lesson.not_yet", lang), lesson.hints.get(question, "")) if part))


def _computed(question: str, key: Callable[[Lesson], float], lesson: Lesson) -> str:
    """The key that a function of the lesson gives; LessonError, with what it raised, where it fails."""
    try:
        answer = key(lesson)
    except Exception as problem:
        reason = shortened(f"{type(problem).__name__}: {problem}")
        raise LessonError(say("lesson.key_failed", lesson.lang, question=question, reason=reason)) from problem
    return hashed(question, answer)


def _agrees(question: str, number: float, key: str) -> bool:
    digits = _digits(key) or 0
    last = _rounded(number, digits)
    near = (last,) if digits == 0 else (last - 1, last, last + 1)
    return any(key == f"{digits}:{_mark(question, each, digits)}" for each in near)


def _rounded(number: float, digits: int) -> int:
    """The number in units of its last digit; half is rounded up."""
    return math.floor(number * 10**digits + 0.5)


def _mark(question: str, units: int, digits: int) -> str:
    return hashlib.sha256(f"monopoly_lab key 1\n{question}\n{units}\n{digits}".encode()).hexdigest()[:16]


def _digits(key: object) -> int | None:
    """Behind the point, by a hashed key; None for what is none."""
    digits, _, mark = key.partition(":") if isinstance(key, str) else ("", "", "")
    fits = digits.isascii() and digits.isdigit() and int(digits[:3]) <= MOST_DIGITS
    return int(digits) if fits and len(mark) == 16 else None
