"""The teacher's notebook of a lesson: found by its name, with what it says of itself and the tags of its cells."""

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from monopoly_lab.editions.found import near
from monopoly_lab.errors import LessonError
from monopoly_lab.lessons import copy as delivery
from monopoly_lab.lessons.depending import own_questions
from monopoly_lab.lessons.minutes import estimated
from monopoly_lab.messages import say
from monopoly_lab.reading import shortened, whole

ABOUT = "monopoly_lab"  # the metadata in which a lesson speaks of itself
COURSES = ("accounting", "economics", "finance", "mathematics", "probability", "statistics")
LISTS = ("courses", "needs", "mistakes", "topics")
TEXTS = ("title", "idea")
BUILT = ("for", "student")  # in the metadata of what was built from a lesson
NEIGHBOUR = 1  # how far the number of a lesson is from a wrong one that may mean it
MOST_MINUTES = 24 * 60
MOST_BYTES = 20_000_000  # of a notebook that is read
MOST_CELLS = 2000


@dataclass(frozen=True)
class About:
    """What a lesson says of itself. `needs` are numbers of lessons, `mistakes` what students get wrong; `is_own` if
    each student of a class has answers of his or her own; `counted` are the minutes that its cells take, `topics`
    what it treats, in the words in which scenarios name theirs.
    """

    name: str
    title: str = ""
    idea: str = ""
    courses: tuple[str, ...] = ()
    minutes: int = 0
    needs: tuple[str, ...] = ()
    mistakes: tuple[str, ...] = ()
    is_own: bool = False
    counted: int = 0
    topics: tuple[str, ...] = ()

    @property
    def number(self) -> str:
        """What others need it by: "02" of 02_where_do_tokens_land; "" for a name without one."""
        head = self.name.partition("_")[0]
        return head if head.isdigit() else ""


@dataclass(frozen=True)
class Source:
    """A lesson as it was read: its file, its notebook and what it says of itself."""

    path: Path
    notebook: Any
    about: About


def lesson_names(folder: Path | None = None) -> list[str]:
    """The names of the delivered lessons, in their order; what was built from one, or is no lesson, is none."""
    found = (folder or delivery.home() / "notebooks").glob("*.ipynb")
    return sorted(path.stem for path in found if _is_source(path, path.stat().st_mtime_ns))


@cache
def _is_source(path: Path, changed: int) -> bool:
    """True for a notebook that says of itself what a lesson says, and not whom it was built for."""
    try:
        about = json.loads(path.read_text(encoding="utf-8"))["metadata"].get(ABOUT, {})
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return False
    return isinstance(about, dict) and bool(about) and not about.keys() & set(BUILT)


def read(name: str) -> Source:
    """A lesson by its name or number, or by the path of a notebook.

    Raises LessonError: no such lesson, with the nearest; no notebook; or every problem of what it says of itself.
    """
    path = _found(name)
    notebook = notebook_in(path)
    return Source(path, notebook, about_of(notebook, path.stem))


def _found(name: str) -> Path:
    if name.endswith(".ipynb"):
        return Path(name)
    known = lesson_names()
    number = whole(name)
    fitting = [each for each in known if name == each or (number is not None and number == _number(each))]
    if len(fitting) != 1:
        if os.path.isfile(name):
            raise LessonError(say("reading.no_notebook", value=name))
        asked = near(_meant(name, known), known) or f" {say('lesson.listed')}"
        raise LessonError(say("lesson.no_lesson", value=shortened(name)) + asked)
    return delivery.home() / "notebooks" / f"{fitting[0]}.ipynb"


def _meant(name: str, known: list[str]) -> str:
    """The lesson whose number, or the one beside it, a name begins with; the name itself where there is none."""
    begun = re.match(r"[0-9]{1,3}", name)
    if not begun:
        return name
    nearest = min(known, key=lambda each: abs(_number(each) - int(begun[0])))
    return nearest if abs(_number(nearest) - int(begun[0])) <= NEIGHBOUR else name


def _number(name: str) -> int:
    """The number that a lesson's name begins with."""
    return whole(name.partition("_")[0]) or 0


def notebook_in(path: Path) -> Any:
    """The notebook in a file, which is read and not run; LessonError for what is none, or too large to be one."""
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
    except (nbformat.ValidationError, ValueError, KeyError, AttributeError, TypeError, RecursionError):
        raise LessonError(say("reading.no_notebook", value=path)) from None
    return notebook


def about_of(notebook: Any, name: str) -> About:
    """What a notebook, of which nothing is run, says of itself by its metadata and its cells."""
    cells = [_cell(cell) for cell in notebook.get("cells", [])]
    codes = [cell.source for cell in cells if cell.cell_type == "code"]
    about = about_in(notebook.get("metadata", {}), name)
    return replace(about, is_own=bool(own_questions(codes)), counted=round(estimated(SimpleNamespace(cells=cells))))


def _cell(cell: Mapping[str, Any]) -> SimpleNamespace:
    """A cell as nbformat gives it, of a notebook that was read without it."""
    parts = {"cell_type": cell.get("cell_type"), "metadata": cell.get("metadata", {})}
    return SimpleNamespace(**parts, source="".join(cell.get("source", "")), outputs=cell.get("outputs", []))


def about_in(metadata: Mapping[str, Any], name: str) -> About:
    """What a notebook says of itself; LessonError with everything that is wrong with it."""
    given = metadata.get(ABOUT, {})
    given = given if isinstance(given, dict) else {"": given}
    wrong = [f"{key}: {shortened(repr(given[key]))}" for key in given if not _fits(key, given[key])]
    if wrong:
        raise LessonError(say("lesson.about", value=name, wrong="; ".join(wrong)))
    courses, needs, mistakes, topics = (tuple(given.get(key, ())) for key in LISTS)
    title, idea = (given.get(key, "") for key in TEXTS)
    return About(name, title, idea, courses, given.get("minutes", 0), needs, mistakes, topics=topics)


def _fits(key: str, value: object) -> bool:
    if key == "minutes":
        return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MOST_MINUTES
    if key in LISTS:
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            return False
        return key != "courses" or set(value) <= set(COURSES)
    return isinstance(value, str)
