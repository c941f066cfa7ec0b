"""What a lesson says of itself in the metadata of its notebook: title, minutes, courses, its place in the plan.

The order of the lessons in the plan follows from `course` and `place`; the minutes of the plan are `minutes`. What is
estimated from the cells is in `lesson_minutes`, notebooks are found and read in `lesson_notebooks`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from monopoly_lab.common import ABOUT
from monopoly_lab.common.errors import LessonError
from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.messages import say
from monopoly_lab.lessons import live_texts, worked_answers

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
    wrong = [f"{key}: {shortened(repr(given[key]))}" for key in given if not _fits(key, given[key])]
    if wrong:
        raise LessonError(say("lesson.about", value=name, wrong="; ".join(wrong)))
    known: dict[str, Any] = {key: tuple(given.get(key, ())) for key in LISTS}
    known |= {key: given.get(key, "") for key in (*TEXTS, "same")} | {key: given.get(key, 0) for key in NUMBERS}
    return About(name, again=tuple(given.get(PAIRS, {}).items()), **known)


def _fits(key: str, value: object) -> bool:
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
    if key == live_texts.LIVE:
        return live_texts.fits(value)
    if key == worked_answers.ANSWERS:
        return worked_answers.fits(value)
    if key == PAIRS:
        return isinstance(value, dict) and all(isinstance(first, str) for first in value.values())
    return isinstance(value, str) and (key not in (*UNIT, *ALONE) or len(value.split()) <= MOST_WORDS)
