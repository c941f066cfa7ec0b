"""The teacher's notebook of a lesson: found by its name, with what it says of itself and the tags of its cells.

How long a lesson takes: estimated from what is in it, so that a plan of 50 minutes holds 50 minutes.

What is counted is what a class does together: text read aloud or for oneself, cells run and looked at, pictures talked
about, predictions made, questions answered. Exercises, sections whose heading ends with "(at home)", folded answers and
what only the teacher reads are not: they are homework, or for a double lesson.
"""

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from monopoly_lab.common import ABOUT
from monopoly_lab.common.errors import LessonError
from monopoly_lab.common.file_access import shortened, whole_number
from monopoly_lab.common.messages import languages, say
from monopoly_lab.common.validation_errors import near
from monopoly_lab.lessons import copies as delivery
from monopoly_lab.lessons import live_texts
from monopoly_lab.lessons.personal_answers import own_questions
from monopoly_lab.lessons.question_calls import asked_in
from monopoly_lab.lessons.question_text import FOLDED, tags

WORDS = 100  # a minute, of a text with numbers in it that all are to follow
# Minutes for each, besides its words. Nobody has stood beside these lessons with a clock: they are round numbers, on
# the side of a slow class.
START = 3.0  # everybody has the notebook open
CELL = 1.0  # run, seen and understood by all
PICTURE = 1.5  # more: read its axes, find what the title says
PREDICTION = 2.5  # think, say a number to a neighbor, write it down
CHECK = 3.0  # reckon, be wrong, look again
TALK = 3.0  # an "Explain" in pairs, a word of the class; the debrief
ROW = 1.0  # of a table to fill in
SECTION = re.compile(r"^## (.*)$", re.MULTILINE)
NO_WORDS = re.compile(
    r"```.*?```|`[^`]*`|\$\$.*?\$\$|\$[^$\n]*\$|<[^>]*>|^\|.*\|\s*$|\]\([^)]*\)", re.MULTILINE | re.DOTALL
)
TALKS = re.compile(r"\*\*(?:Explain|Compare|Look)\b|^## Debrief", re.MULTILINE)
PICTURES = ("application/vnd.plotly.v1+json", "image/svg+xml")


def estimated(notebook: Any) -> float:
    """Return the minutes that the cells of a lesson take in class, up to its exercises."""
    found = START
    for cell in in_class(notebook):
        found += _minutes_of_text(cell.source) if cell.cell_type == "markdown" else _code(cell)
    return found


def in_class(notebook: Any) -> list[Any]:
    """Return the cells of the lesson itself: none of the teacher's, no homework, no exercises and nothing after them.

    A cell belongs to the section whose heading stands in it, or stood last.
    """
    found, is_home = [], False
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and exercises().search(cell.source):
            break
        heads = SECTION.findall(cell.source) if cell.cell_type == "markdown" else []
        is_home = heads[-1].endswith(at_home()) if heads else is_home
        if not is_home and not tags(cell) & {"teacher", "answer"}:
            found.append(cell)
    return found


def left_out(notebook: Any) -> list[str]:
    """Return the headings of what is not counted, in the order of the lesson: what fills the rest of the time."""
    counted = {id(cell) for cell in in_class(notebook)}
    texts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown" and id(cell) not in counted]
    heads = [head for text in texts for head in SECTION.findall(text)]
    return [next((head.removesuffix(end) for end in at_home() if head.endswith(end)), head).strip() for head in heads]


def homework() -> str:
    """Return the headings of homework as a pattern, in all languages."""
    return "|".join(say("lesson.homework", lang) for lang in languages())


@cache
def exercises() -> "re.Pattern[str]":
    """Return a pattern of the headings with which a lesson ends in class."""
    chosen = "|".join(say("lesson.choice", lang) for lang in languages())
    return re.compile(rf"^## ({homework()}|{chosen})\b", re.MULTILINE)


@cache
def at_home() -> tuple[str, ...]:
    """Return what stands at the end of a heading of homework, in each language."""
    return tuple(say("lesson.at_home", lang) for lang in languages())


def words(notebook: Any) -> tuple[int, int]:
    """Return the number of words of text for the student and for the teacher alone; code, formulas and tables are none.

    Answers that students do not get count for the teacher, exercises for the student.
    """
    found = {False: 0, True: 0}
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            text = NO_WORDS.sub(" ", cell.source)
            for_teacher = bool(tags(cell) & {"teacher", "answer"})
            found[for_teacher] += sum(any(map(str.isalpha, word)) for word in text.split())
    return found[False], found[True]


def _minutes_of_text(text: str) -> float:
    shown = FOLDED.sub("", text)
    rows = len(re.findall(r"^\|.*\|\s+\|\s*$", shown, re.MULTILINE))
    return len(shown.split()) / WORDS + TALK * len(TALKS.findall(shown)) + ROW * rows


def _code(cell: Any) -> float:
    asked = sum(PREDICTION if each.kind == "predict" else CHECK for each in asked_in(cell.source))
    pictures = sum(any(kind in output.get("data", {}) for kind in PICTURES) for output in cell.outputs)
    return asked or CELL + PICTURE * pictures


# The teacher's notebook of a lesson: found by its name, with what it says of itself and the tags of its cells

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
# Lessons that newer ones have taken the place of. What a class was given of them is marked by its own folder.
REPLACED = {
    "22_taxes": "49_more_equal",
    "23_land_value_tax": "49_more_equal",
    "24_basic_income": "49_more_equal",
    "25_rent_control": "49_more_equal",
    "26_house_shortage": "40_demand_and_price_ceiling",
    "27_auctions": "44_auctions",
    "28_antitrust": "49_more_equal",
}
BUILT = ("for", "student")  # in the metadata of what was built from a lesson
WORD, LONG = 4, 40  # letters of a word that is looked for in lessons
NEIGHBOUR = 1  # how far the number of a lesson is from a wrong one that may mean it
MOST_MINUTES = 24 * 60
MOST_BYTES = 20_000_000  # of a notebook that is read
MOST_CELLS = 2000


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


@dataclass(frozen=True)
class Listed(About):
    """What the guide says of a lesson: also whether each student of a class has their own answers, `is_own`.

    `counted` are the minutes that its cells take.
    """

    is_own: bool = False
    counted: int = 0


@dataclass(frozen=True)
class Source:
    """A lesson as it was read: its file, its notebook and what it says of itself."""

    path: Path
    notebook: Any
    about: About


def lesson_names(folder: Path | None = None) -> list[str]:
    """Return the names of the delivered lessons, in their order; what was built from one, or is no lesson, is none."""
    found = (folder or delivery.home() / "notebooks").glob("*.ipynb")
    return sorted(path.stem for path in found if _is_source(path, path.stat().st_mtime_ns))


@cache
def _is_source(path: Path, changed: int) -> bool:
    """Return True for a notebook that says of itself what a lesson says, and not whom it was built for."""
    try:
        about = json.loads(path.read_text(encoding="utf-8"))["metadata"].get(ABOUT, {})
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return False
    return isinstance(about, dict) and bool(about) and not about.keys() & set(BUILT)


def read_lesson(name: str) -> Source:
    """Return a lesson by its name or number, or by the path of a notebook.

    Raises LessonError: no such lesson, with the nearest; no notebook; or every problem of what it says of itself.
    """
    path = _found(present_name(name))
    notebook = notebook_in(path)
    return Source(path, notebook, about_in(notebook.metadata, path.stem))


def present_name(name: str) -> str:
    """Return the name of the lesson that has taken the place of this one, given by name or number; else the name."""
    return next((new for old, new in REPLACED.items() if name in (old, old.partition("_")[0])), name)


def _found(name: str) -> Path:
    if name.endswith(".ipynb"):
        return Path(name)
    known = lesson_names()
    number = whole_number(name)
    fitting = [each for each in known if name == each or (number is not None and number == _number(each))]
    if len(fitting) != 1:
        if os.path.isfile(name):
            raise LessonError(say("reading.no_notebook", value=name))
        asked = near(_meant(name, known), known) or near(_speaking_of(name, known), known)
        raise LessonError(say("lesson.no_lesson", value=shortened(name)) + asked + f" {say('lesson.listed')}")
    return delivery.home() / "notebooks" / f"{fitting[0]}.ipynb"


def _meant(name: str, known: list[str]) -> str:
    """Return the lesson whose number, or the one beside it, a name begins with; the name itself where there is none."""
    begun = re.match(r"[0-9]{1,3}", name)
    if not begun:
        return name
    nearest = min(known, key=lambda each: abs(_number(each) - int(begun[0])))
    return nearest if abs(_number(nearest) - int(begun[0])) <= NEIGHBOUR else name


def _speaking_of(name: str, known: list[str]) -> str:
    """Return the lesson that uses a word most often, such as the name of a scenario; an empty text where none does."""
    word = re.compile(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", re.IGNORECASE)
    if len(name) < WORD or len(name) > LONG:
        return ""
    counted = {each: len(word.findall(_text(delivery.home() / "notebooks" / f"{each}.ipynb"))) for each in known}
    most = max(known, key=lambda each: counted[each], default="")
    return most if counted.get(most) else ""


def _text(path: Path) -> str:
    """Return what the cells of a notebook say, without their outputs."""
    return "\n".join(cell.source for cell in notebook_in(path).cells)


def _number(name: str) -> int:
    """Return the number that a lesson's name begins with."""
    return whole_number(name.partition("_")[0]) or 0


def notebook_in(path: Path) -> Any:
    """Return the notebook in a file, which is read and not run; LessonError for none, or one that is too large."""
    import nbformat

    try:
        size = path.stat().st_size
        if not path.is_file():
            raise LessonError(say("lesson.no_file", value=path))
    except (OSError, ValueError) as error:
        raise LessonError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    if size > MOST_BYTES:
        raise LessonError(say("lesson.too_large", value=path, n=size // 1_000_000, most=MOST_BYTES // 1_000_000))
    try:
        notebook = nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)
        if len(notebook.cells) > MOST_CELLS:
            raise LessonError(say("lesson.too_many_cells", value=path, n=len(notebook.cells), most=MOST_CELLS))
        nbformat.validate(notebook)
        json.dumps(notebook, ensure_ascii=False).encode()
    except UnicodeEncodeError:  # half of a letter, which no file can hold
        raise LessonError(say("reading.half_letter", value=path)) from None
    except (nbformat.ValidationError, ValueError, KeyError, AttributeError, TypeError, RecursionError):
        raise LessonError(say("reading.no_notebook", value=path)) from None
    return notebook


def listed(notebook: Any, name: str) -> Listed:
    """Return what the guide says of a notebook, of which nothing is run, by its metadata and its cells."""
    cells = [_cell(cell) for cell in notebook.get("cells", [])]
    codes = [cell.source for cell in cells if cell.cell_type == "code"]
    about = vars(about_in(notebook.get("metadata", {}), name))
    return Listed(**about, is_own=bool(own_questions(codes)), counted=round(estimated(SimpleNamespace(cells=cells))))


def _cell(cell: Mapping[str, Any]) -> SimpleNamespace:
    """Return a cell as nbformat gives it, of a notebook that was read without it."""
    parts = {"cell_type": cell.get("cell_type"), "metadata": cell.get("metadata", {})}
    return SimpleNamespace(**parts, source="".join(cell.get("source", "")), outputs=cell.get("outputs", []))


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
    if key == PAIRS:
        return isinstance(value, dict) and all(isinstance(first, str) for first in value.values())
    return isinstance(value, str) and (key not in (*UNIT, *ALONE) or len(value.split()) <= MOST_WORDS)
