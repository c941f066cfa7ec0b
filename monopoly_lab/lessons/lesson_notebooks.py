"""Find the teacher's notebook of a lesson by name, number or path, and read it.

What its metadata say is in `lesson_metadata`, how long it takes in `lesson_minutes`.
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
from monopoly_lab.common.file_access import describe_system_error, shortened, whole_number
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import did_you_mean
from monopoly_lab.lessons import working_copies as delivery
from monopoly_lab.lessons.lesson_metadata import About, about_in
from monopoly_lab.lessons.lesson_minutes import estimated_minutes
from monopoly_lab.lessons.personal_answers import own_questions

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
MOST_BYTES = 20_000_000  # of a notebook that is read
MOST_CELLS = 2000
HALF_LETTER = re.compile(r"\\u[dD][89a-fA-F]")  # as JSON writes it; as a letter a file in UTF-8 cannot hold it


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
    path = _lesson_path(present_name(name))
    notebook = notebook_in(path)
    return Source(path, notebook, about_in(notebook.metadata, path.stem))


def present_name(name: str) -> str:
    """Return the name of the lesson that has taken the place of this one, given by name or number; else the name."""
    return next((new for old, new in REPLACED.items() if name in (old, old.partition("_")[0])), name)


def _lesson_path(name: str) -> Path:
    if name.endswith(".ipynb"):
        return Path(name)
    known = lesson_names()
    number = whole_number(name)
    fitting = [each for each in known if name == each or (number is not None and number == _number(each))]
    if len(fitting) != 1:
        if os.path.isfile(name):
            raise LessonError(say("reading.no_notebook", value=name))
        asked = did_you_mean(_lesson_by_number(name, known), known) or did_you_mean(_speaking_of(name, known), known)
        raise LessonError(say("lesson.no_lesson", value=shortened(name)) + asked + f" {say('lesson.listed')}")
    return delivery.home() / "notebooks" / f"{fitting[0]}.ipynb"


def _lesson_by_number(name: str, known: list[str]) -> str:
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
        raise LessonError(f"{path}: {describe_system_error(error) if isinstance(error, OSError) else error}") from None
    if size > MOST_BYTES:
        raise LessonError(say("lesson.too_large", value=path, n=size // 1_000_000, most=MOST_BYTES // 1_000_000))
    try:
        # Without the validation of nbformat, which only logs what is wrong.
        text = path.read_text(encoding="utf-8")
        notebook = nbformat.convert(nbformat.reader.reads(text), 4)
        if len(notebook.cells) > MOST_CELLS:
            raise LessonError(say("lesson.too_many_cells", value=path, n=len(notebook.cells), most=MOST_CELLS))
        nbformat.validate(notebook)
        if HALF_LETTER.search(text):  # perhaps one
            json.dumps(notebook, ensure_ascii=False).encode()
    except UnicodeEncodeError:  # half of a letter, which no file can hold
        raise LessonError(say("reading.half_letter", value=path)) from None
    except (nbformat.ValidationError, ValueError, KeyError, AttributeError, TypeError, RecursionError):
        raise LessonError(say("reading.no_notebook", value=path)) from None
    return notebook


def guide_entry(notebook: Any, name: str) -> Listed:
    """Return what the guide says of a notebook, of which nothing is run, by its metadata and its cells."""
    cells = [_cell(cell) for cell in notebook.get("cells", [])]
    codes = [cell.source for cell in cells if cell.cell_type == "code"]
    about = vars(about_in(notebook.get("metadata", {}), name))
    return Listed(
        **about, is_own=bool(own_questions(codes)), counted=round(estimated_minutes(SimpleNamespace(cells=cells)))
    )


def _cell(cell: Mapping[str, Any]) -> SimpleNamespace:
    """Return a cell as nbformat gives it, of a notebook that was read without it."""
    parts = {"cell_type": cell.get("cell_type"), "metadata": cell.get("metadata", {})}
    return SimpleNamespace(**parts, source="".join(cell.get("source", "")), outputs=cell.get("outputs", []))
