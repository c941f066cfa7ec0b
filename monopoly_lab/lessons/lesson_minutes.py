"""Estimate how long a lesson takes in class, so that a plan of 50 minutes holds 50 minutes; count its words.

What is counted is what a class does together: text read aloud or silently, cells run and looked at, pictures talked
about, predictions made, questions answered. Exercises, sections whose heading ends with "(at home)", folded answers and
what only the teacher reads are not: they are homework, or for a double lesson.
"""

import re
from functools import cache
from typing import Any

from monopoly_lab.common.messages import languages, say
from monopoly_lab.lessons.question_calls import asked_in
from monopoly_lab.lessons.question_text import FOLDED, is_paper, tags

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


def estimated_minutes(notebook: Any) -> float:
    """Return the minutes that the cells of a lesson take in class, up to its exercises."""
    found = START
    for cell in in_class(notebook):
        found += _minutes_of_text(cell.source) if cell.cell_type == "markdown" else _code(cell)
    return found


def in_class(notebook: Any, is_printed: bool = False) -> list[Any]:
    """Return the cells of the lesson itself: none of the teacher's, no homework, no exercises and nothing after them.

    A cell belongs to the section whose heading is in it, or was the last before it. `is_printed`: with what is on paper
    only.
    """
    found, is_home = [], False
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and exercises().search(cell.source):
            break
        heads = SECTION.findall(cell.source) if cell.cell_type == "markdown" else []
        is_home = heads[-1].endswith(at_home()) if heads else is_home
        if not is_home and (not tags(cell) & {"teacher", "answer"} or (is_printed and is_paper(cell))):
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
    """Return the end of a heading of homework, in each language."""
    return tuple(say("lesson.at_home", lang) for lang in languages())


def words(notebook: Any) -> tuple[int, int]:
    """Return the number of words of text for the student and for the teacher alone; code, formulas and tables are none.

    Answers that students do not get count for the teacher, exercises for the student; what only paper has for nobody.
    """
    found = {False: 0, True: 0}
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and not is_paper(cell):
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
