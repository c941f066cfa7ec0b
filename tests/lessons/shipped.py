"""The delivered lessons and what is made of them, once for all tests of a process: not to be changed."""

from functools import cache
from typing import Any

from monopoly_lab.common.messages import ENGLISH, speaking
from monopoly_lab.lessons.answer_key import notes
from monopoly_lab.lessons.lesson_editions import student_notebook
from monopoly_lab.lessons.lesson_minutes import in_class
from monopoly_lab.lessons.lesson_notebooks import Source, read_lesson
from monopoly_lab.lessons.translation import translated
from monopoly_lab.lessons.worksheet import WorksheetSides, worksheet


@cache
def lesson(name: str, lang: str = ENGLISH) -> Source:
    return read_lesson(name) if lang == ENGLISH else translated(lesson(name), lang)


@cache
def student(name: str, lang: str = ENGLISH) -> Any:
    """The student's copy of a lesson."""
    return student_notebook(lesson(name, lang))


@cache
def sheet(name: str, lang: str = ENGLISH) -> str:
    """The worksheet of a lesson as HTML."""
    with speaking(lang):
        return worksheet(lesson(name, lang))


@cache
def sides(name: str) -> WorksheetSides:
    notebook = lesson(name).notebook
    return WorksheetSides(in_class(notebook, True), notebook.cells)


@cache
def notes_of(name: str, lang: str = ENGLISH) -> str:
    """The teacher's notes on a lesson as HTML, the key to its worksheet below them."""
    with speaking(lang):
        return notes(lesson(name, lang), "")
