"""Metadata of a lesson, in its notebook: title, minutes, courses, its place in the plan.

The order of the lessons in the plan follows from `course` and `place`; the minutes of the plan are `minutes`. What is
estimated from the cells is in `lesson_minutes`, notebooks are found and read in `lesson_notebooks`.

Beside it in the metadata are texts for a live class, under `live` by the name of a prediction. A question that is
offered has `ask`, `context` and `because`; `unit`, `low` and `high` where the lesson's own are to be replaced or
missing. One that is not offered has `not_offered` with the reason, for authors of the lesson.

Worked answers for the teacher's key are under `answers`, as Markdown, by the name of the question, or the id of the
cell that asks for a sentence or for a table to fill in; in bold letters the number that is right. A prediction that a
live class is offered has its reason under `live`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from monopoly_lab.common import ABOUT
from monopoly_lab.common.errors import LessonError
from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.messages import say
from monopoly_lab.lessons.translatable_text import has_words, in_text

COURSES = ("accounting", "economics", "finance", "mathematics", "probability", "statistics")
PLAN = ("microeconomics", "policy", "money", "probability")  # the four courses of the plan, in its order
LISTS = ("courses", "needs", "mistakes", "topics")
NUMBERS = ("minutes", "place")
UNIT = ("question", "model", "experiment", "comparison", "limits")  # what the plan says of a unit
ALONE = ("before", "stop")  # what a teacher with one lesson needs: what must be known, where to stop
TEXTS = ("title", "idea", "course", *UNIT, *ALONE)
SAME = ("board", "position", "worksheet", "data", "curve")  # why answers are the same for all students
PICTURE_KEY = "picture"  # the game whose board stands at the head of the lesson's page
PAIRS = "again"  # second predictions of a quantity, with the first ones of the same quantity
MOST_WORDS = 40  # of each text of a unit in the plan
MOST_MINUTES = 24 * 60


@dataclass(frozen=True)
class About:
    """What a lesson says of itself.

    `needs` are numbers of lessons, `mistakes` common errors of students; `topics` are its subjects, in the words of
    scenarios; `same` says why answers are the same for all students, one of SAME. `again` has second predictions, each
    with the first one of the same quantity. `course` is the course of the plan to which a unit belongs, "" for a
    further lesson, and `place` its place there from 1; `question` to `limits` say what the unit asks, compares and
    leaves out; `before` says what must be known by a class that has had no other lesson, `stop` where a slow class
    stops.
    """

    name: str
    title: str = ""
    idea: str = ""
    courses: tuple[str, ...] = ()
    minutes: int = 0
    needs: tuple[str, ...] = ()
    mistakes: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    course: str = ""
    place: int = 0
    again: tuple[tuple[str, str], ...] = ()
    same: str = ""
    question: str = ""
    model: str = ""
    experiment: str = ""
    comparison: str = ""
    limits: str = ""
    before: str = ""
    stop: str = ""

    @property
    def number(self) -> str:
        """Return what others need it by: "02" of 02_where_do_tokens_land; "" for a name without one."""
        head = self.name.partition("_")[0]
        return head if head.isdigit() else ""


def about_in(metadata: Mapping[str, Any], name: str) -> About:
    """Return what a notebook says of itself; LessonError with everything that is wrong with it."""
    given = metadata.get(ABOUT, {})
    given = given if isinstance(given, dict) else {"": given}
    wrong = [f"{key}: {shortened(repr(given[key]))}" for key in given if not _is_valid(key, given[key])]
    if wrong:
        raise LessonError(say("lesson.about", value=name, wrong="; ".join(wrong)))
    known: dict[str, Any] = {key: tuple(given.get(key, ())) for key in LISTS}
    known |= {key: given.get(key, "") for key in (*TEXTS, "same")} | {key: given.get(key, 0) for key in NUMBERS}
    return About(name, again=tuple(given.get(PAIRS, {}).items()), **known)


def _is_valid(key: str, value: object) -> bool:
    if key in NUMBERS:
        return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MOST_MINUTES
    if key in LISTS:
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            return False
        return key != "courses" or set(value) <= set(COURSES)
    if key == "course":
        return value in PLAN
    if key == PICTURE_KEY:
        return isinstance(value, dict) and any(isinstance(value.get(one), str) for one in ("edition", "scenario"))
    if key == "same":
        return value in SAME
    if key == LIVE:
        return _fits_live(value)
    if key == ANSWERS:
        return _fits_answers(value)
    if key == PAIRS:
        return isinstance(value, dict) and all(isinstance(first, str) for first in value.values())
    return isinstance(value, str) and (key not in (*UNIT, *ALONE) or len(value.split()) <= MOST_WORDS)


# Texts of predictions for a live class

LIVE = "live"
NOT_OFFERED = "not_offered"
NEEDED = ("ask", "context", "because")  # of a question that is offered
SAID = (*NEEDED, "unit")  # what readers see, and so is translated
LIMITS = ("low", "high")


def _fits_live(value: object) -> bool:
    """Return True for texts of live questions as a notebook may hold them."""
    return isinstance(value, dict) and all(isinstance(one, dict) and _fits_question(one) for one in value.values())


def _fits_question(one: Mapping[str, object]) -> bool:
    if NOT_OFFERED in one:
        return set(one) == {NOT_OFFERED} and isinstance(one[NOT_OFFERED], str) and bool(one[NOT_OFFERED])
    if not set(NEEDED) <= set(one) <= {*SAID, *LIMITS}:
        return False
    numbers = (one[key] for key in LIMITS if key in one)
    return all(isinstance(one[key], str) for key in SAID if key in one) and all(
        isinstance(number, int | float) and not isinstance(number, bool) for number in numbers
    )


def live_sentences(about: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each text that a live class sees, after its place, such as "live.gain", from a notebook's metadata."""
    for name, one in about.get(LIVE, {}).items():
        for key in SAID:
            if has_words(one.get(key, "")):
                yield f"{LIVE}.{name}", one[key]


def live_in_language(about: Mapping[str, Any], known: Mapping[str, str]) -> dict[str, Any]:
    """Return a notebook's `live` with every text that is known in another language, {LIVE: ...}; {} without any."""
    if LIVE not in about:
        return {}
    told = {
        name: {key: known.get(value, value) if key in SAID else value for key, value in one.items()}
        for name, one in about[LIVE].items()
    }
    return {LIVE: told}


# Worked answers for the teacher's key

ANSWERS = "answers"
BECAUSE = "because"


def _fits_answers(value: object) -> bool:
    """Return True for worked answers as a notebook may hold them."""
    return isinstance(value, dict) and all(isinstance(text, str) and text.strip() for text in value.values())


def worked_answer(about: Mapping[str, Any], name: str) -> str:
    """Return how an answer is found, from a notebook's metadata; "" where nothing says it."""
    found = about.get(ANSWERS, {}).get(name) or about.get(LIVE, {}).get(name, {}).get(BECAUSE, "")
    return str(found)


def answer_sentences(about: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each sentence of the worked answers after its place, such as "answers.loss"."""
    for name, text in about.get(ANSWERS, {}).items():
        seen = list[str]()
        in_text(text, lambda said: (seen.append(said), said)[1])  # type: ignore[func-returns-value]  # noqa: B023
        yield from ((f"{ANSWERS}.{name}", said) for said in seen)


def answers_in_language(about: Mapping[str, Any], known: Mapping[str, str]) -> dict[str, Any]:
    """Return a notebook's answers with every sentence that is known in another language; {} without any."""
    if ANSWERS not in about:
        return {}
    return {ANSWERS: {name: in_text(text, lambda said: known.get(said, said)) for name, text in about[ANSWERS].items()}}
