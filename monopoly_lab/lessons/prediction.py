"""Predictions: a number that a student expects, compared with the result.

`ml.predict`, which asks for one in a notebook, is in `widgets.ask_prediction`. While a lesson runs, results of
predictions and answers to questions are noted for the teacher's key.
"""

import math
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ClassVar, NamedTuple

from monopoly_lab.common.argument_checks import check_arguments
from monopoly_lab.common.errors import LessonError
from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.messages import (
    MINUS,
    NO_BREAK,
    format_number,
    plural_class,
    plural_form,
    plural_rule,
    resolve_language,
    say,
    speaking,
    unbroken,
)
from monopoly_lab.common.renamed_modules import OldNames
from monopoly_lab.lessons.number_parser import MOST_SHOWN, kind_of, no_number, number_in, parse_number
from monopoly_lab.lessons.number_parser import PERCENT as PERCENTS


class Note(NamedTuple):
    """A number noted while a lesson runs, with the name of its question.

    `kind` is that of the question in a teacher's key: "predict" for the result that a prediction is compared with,
    "self_check" for an answer, which has `is_right`. What was predicted is no part of a key; its kind is "said".
    """

    kind: str
    name: str
    value: float
    is_right: bool = True


_innermost_notes: ContextVar[list[Note] | None] = ContextVar("innermost_notes", default=None)


def note(kind: str, name: str, value: float, is_right: bool = True) -> None:
    """Note a number, if a list of notes is open."""
    notes = _innermost_notes.get()
    if notes is not None:
        notes.append(Note(kind, name, value, is_right))


@contextmanager
def collect_notes() -> Iterator[list[Note]]:
    """Yield the notes of what runs inside."""
    notes: list[Note] = []
    before = _innermost_notes.set(notes)
    try:
        yield notes
    finally:
        _innermost_notes.reset(before)


# What a student expects before the result is seen: a number, with the words to hold it against what happened

PERCENT = "%"
GENITIVE_PLURAL_SAMPLE = 5  # a number that takes the plural of the genitive, where there is one


class Told(str):
    """A sentence that a cell shows as it is, without quotes; `is_right` if it says that an answer is."""

    is_right = False

    def __repr__(self) -> str:
        return str(self)


def unit_alone(unit: str) -> str:
    """Return the form of a unit without a number: "dollars" for "dollar|dollars"."""
    forms = unit.split("|")
    return forms[min(2, len(forms) - 1)]


@check_arguments
class Prediction(OldNames):
    """A number that a student predicts; it can be used as a number: `prediction + 1`, `prediction < 50`.

    Without a prediction the number is not-a-number, and results are hidden. In teachers' notebooks the value is `...`:
    nothing is predicted, and results are shown.

    Args:
        name: Name of the prediction.
        value: What the student says; None for nothing yet.
        ask: The question.
        unit: Unit of the number; "round|rounds" where one has another form, with as many forms as `{n|...|...}` takes
            in the messages of the language.
        low: Smallest valid number.
        high: Largest valid number.
        lang: Language of the words: "en", "ru" or "uk"; that of the session if empty.
        choice: Whether the question is what the student would do; the result is what would have been best.
        whole: Whether it is a whole number, as of houses or rounds.

    Attributes:
        value: The number; None until a valid one is given.
        problem: Why the last answer does not count: it is not a number, it has another unit, it is outside `low` and
            `high`, it is a fraction where a `whole` number is asked for, or it is below 1 where the unit is %, so that
            0.76 may mean 76 %; "0.76 %" counts.

    Raises:
        LessonError: For limits that leave no number; never for what is predicted.

    Example:
        In the examples below:

        >>> upper = ml.Prediction("upper_wins", 40, ask="Upper's share of wins", unit="%", low=0, high=100)
    """

    OLD_NAMES: ClassVar = {"say": "record"}

    def __init__(
        self,
        name: str,
        value: object = None,
        ask: str = "",
        unit: str = "",
        low: float | None = None,
        high: float | None = None,
        lang: str = "",
        choice: bool = False,
        whole: bool = False,
    ) -> None:
        with speaking(lang):  # or that it is no language
            pass
        self.name, self.lang, self.choice, self.whole = _name(name, lang), lang, choice, whole
        self.units, self.unit = unit.split("|"), unit_alone(unit)
        self.ask = ask or self.name.replace("_", " ")
        self.low, self.high = _limit("low", low, name, lang), _limit("high", high, name, lang)
        self._check_limits()
        self.value: float | None = None
        self.problem = ""
        self._is_teachers = False
        self.record(value)

    def _check_limits(self) -> None:
        """Refuse limits between which no number is valid."""
        if self.low is None or self.high is None:
            return
        limits = {"name": self.name, "low": self.low, "high": self.high}
        if self.low >= self.high:
            raise LessonError(say("lesson.limits", self.lang, **limits))
        if self.whole and math.ceil(self.low) > self.high:
            raise LessonError(say("lesson.no_whole", self.lang, **limits))

    def record(self, value: object) -> bool:
        """Record a prediction and return True if it counts.

        Anything else sets `value` to None and says why in `problem`.

        Args:
            value: A number, or a text with one.

        Example:
            >>> upper.record("45 %"), upper.value
            (True, 45.0)
            >>> upper.record(140), upper.problem
            (False, '140 % is not from 0 to 100 %.')
        """
        self.value, self.problem, self._is_teachers = None, "", value is ...
        if value is None or self._is_teachers or (isinstance(value, str) and not value.strip()):
            return False
        meant, kinds, _ = parse_number(value, self.units)
        is_percent, own_kind = PERCENTS in kinds, kind_of(self.units)
        fitting = tuple(each for each in meant if self._is_within_limits(each))
        number = meant[0] if meant else None
        is_unclear = len(meant) > 1 and fitting != meant[:1]  # 1,080 is a thousand and more where it cannot be 1.08
        is_other_unit = (is_percent and own_kind != PERCENTS) or bool(own_kind and kinds and own_kind not in kinds)
        if number is None or is_unclear:
            self.problem = no_number(value, self.lang, self.units)
        elif is_other_unit:
            shown = {"value": shortened(value, MOST_SHOWN), "unit": self.unit}
            self.problem = say("lesson.other_unit" if self.unit else "lesson.without_percent", self.lang, **shown)
        elif not fitting:
            self.problem = say(
                f"lesson.{self._limit_kind()}", self.lang, value=self.shown(number), low=self._low(), high=self._high()
            )
        elif self.whole and not number.is_integer():
            self.problem = say("lesson.fraction", self.lang, value=format_number(number, 4, self.lang))
        elif self._is_share(number) and not is_percent:
            self.problem = say(
                "lesson.share",
                self.lang,
                value=format_number(number, 4, self.lang),
                percent=format_number(100 * number, 4, self.lang),
                share=self.shown(number),
            )
        else:
            self.value = number
        return self.value is not None

    def against(self, value: float) -> Told:
        """Return a sentence that compares the prediction with the result.

        The result is hidden until there is a prediction; for `...` it is shown.

        Args:
            value: The result, in the same unit.

        Raises:
            LessonError: For a value that is not a number.

        Example:
            >>> upper.against(78)
            You said 40 %, it is 78 %.
            >>> ml.Prediction("poor_wins").against(3)
            Not predicted yet.
            >>> ml.Prediction("poor_wins", ...).against(3)
            Nothing was predicted; it is 3.
        """
        found = number_in(value)
        if found is None:
            raise LessonError(say("lesson.no_number", self.lang, value=shortened(value, MOST_SHOWN)))
        note("predict", self.name, found)
        if self.value is not None:
            key = "against_best" if self.choice else "against"
            return Told(say(f"lesson.{key}", self.lang, said=self.shown(self.value), found=self.shown(found)))
        if self._is_teachers:
            return Told(say("lesson.nothing_said", self.lang, found=self.shown(found)))
        return Told(self.problem or say("lesson.not_predicted", self.lang))

    def shown(self, number: float) -> str:
        """Return a number with the unit, rounded to four digits.

        Args:
            number: The number.

        Example:
            >>> upper.shown(33.33333)
            '33.33 %'
        """
        return self._with_unit(number)

    def _with_unit(self, number: float, is_limit: bool = False) -> str:
        """Return a number with the form of its unit that goes with it; of a limit, the genitive: "не менше 1 кола".

        No line ends between them, in languages that have a rule for it.
        """
        is_whole = float(number).is_integer() and abs(number) < 1e15
        whole = int(number) if is_whole else None
        digits = format_number(number, 4, self.lang)
        if self._has_sign_before:
            return f"{MINUS * (number < 0)}{self.unit}{digits.removeprefix(MINUS)}"
        rule = plural_rule(resolve_language(self.lang))
        of = whole
        if is_limit and len(self.units) > 2:  # cases: what goes with 2,5 goes with from 1
            of = None if plural_class(rule, whole) == "one" else GENITIVE_PLURAL_SAMPLE
        blank = NO_BREAK if say("language.units", self.lang) else " "
        return unbroken(f"{digits}{blank}{plural_form(rule, of, self.units)}".strip(), self.lang)

    @property
    def _has_sign_before(self) -> bool:
        """Return True for a sign of money in a language that writes it before its sum, as editions do: $5,000."""
        is_money = len(self.unit) == 1 and unicodedata.category(self.unit) == "Sc"
        return is_money and not say("language.units", self.lang)

    def question(self) -> str:
        """Return the question with its limits; it does not depend on the answer.

        Example:
            >>> upper.question()
            "Upper's share of wins (from 0 to 100 %)"
        """
        said = self.limits()
        return f"{self.ask} ({said})" if said else self.ask

    def limits(self) -> str:
        """Return which numbers are valid, with the unit; the unit alone without limits, "" without either.

        Example:
            >>> upper.limits()
            'from 0 to 100 %'
        """
        kind = self._limit_kind()
        if kind == "free":
            return self.unit
        return say(f"lesson.room_{kind}", self.lang, low=self._low(True), high=self._high(True))

    def _is_within_limits(self, number: float) -> bool:
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)

    def _is_share(self, number: float) -> bool:
        """Return True for a number below 1 where percent are asked for: 0.76 may be meant for 76 %."""
        return self.unit == PERCENT and 0 < abs(number) < 1 and self._is_within_limits(100 * number)

    def _limit_kind(self) -> str:
        """Return which limits there are, as the messages name it."""
        if self.low is not None and self.high is not None:
            return "between"
        return "at_least" if self.low is not None else "at_most" if self.high is not None else "free"

    def _low(self, is_limit: bool = False) -> str:
        if self.low is None:
            return ""
        if self.high is None or self._has_sign_before:
            return self._with_unit(self.low, is_limit)
        return format_number(self.low, 4, self.lang)

    def _high(self, is_limit: bool = False) -> str:
        return "" if self.high is None else self._with_unit(self.high, is_limit)

    def __float__(self) -> float:
        return math.nan if self.value is None else self.value

    def __bool__(self) -> bool:
        """Return True once something was said that counts, 0 too."""
        return self.value is not None

    def __repr__(self) -> str:
        if self.value is None:
            return self.problem or say("lesson.not_predicted", self.lang)
        return self.shown(self.value)

    def __format__(self, form: str) -> str:
        return format(float(self), form) if form else repr(self)

    def __round__(self, digits: int = 0) -> float:
        return round(float(self), digits)

    def __abs__(self) -> float:
        return abs(float(self))

    def __neg__(self) -> float:
        return -float(self)

    def __add__(self, other: Any) -> Any:
        return float(self) + other

    def __radd__(self, other: Any) -> Any:
        return other + float(self)

    def __sub__(self, other: Any) -> Any:
        return float(self) - float(other)

    def __rsub__(self, other: Any) -> Any:
        return other - float(self)

    def __mul__(self, other: Any) -> Any:
        return float(self) * other

    def __rmul__(self, other: Any) -> Any:
        return other * float(self)

    def __truediv__(self, other: Any) -> Any:
        return float(self) / other

    def __rtruediv__(self, other: Any) -> Any:
        return other / float(self)

    def __lt__(self, other: Any) -> bool:
        return float(self) < float(other)

    def __le__(self, other: Any) -> bool:
        return float(self) <= float(other)

    def __gt__(self, other: Any) -> bool:
        return float(self) > float(other)

    def __ge__(self, other: Any) -> bool:
        return float(self) >= float(other)


def _name(name: object, lang: str) -> str:
    if not isinstance(name, str) or not name.isidentifier():
        raise LessonError(say("lesson.name", lang, value=shortened(name, MOST_SHOWN)))
    return name


def _limit(which: str, limit: object, name: str, lang: str) -> float | None:
    number = None if limit is None else number_in(limit)
    if limit is not None and number is None:
        value = shortened(limit, MOST_SHOWN)
        raise LessonError(say("lesson.limit", lang, name=name, limit=f"{which}={value}"))
    return number
