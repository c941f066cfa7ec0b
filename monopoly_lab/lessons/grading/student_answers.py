"""Read what a student's notebook says, as data: numbers, words, first tries, and when it was handed in."""

import ast
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from monopoly_lab.common import ABOUT
from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.messages import say
from monopoly_lab.lessons.grading.answer_sheet import HANDED_IN, TRIED, Answer, Submission
from monopoly_lab.lessons.grading.given_lesson import Given
from monopoly_lab.lessons.number_parser import numbers_in, typed
from monopoly_lab.lessons.prediction import Prediction
from monopoly_lab.lessons.question_calls import (
    MOST,
    NotWritten,
    Question,
    asked_in,
    assigned_in,
    with_texts,
    with_texts_assigned,
    written_value,
)
from monopoly_lab.lessons.question_text import own_words, without_room

MOST_LETTERS = 4000  # of what one student wrote in one place


def read_answers(made: Submission, given: Given, notebook: Any) -> None:
    """Set the numbers and words of a submission, its first tries, and when it was handed in."""
    made.texts = own_texts(given, notebook)
    _mend(given, notebook)
    made.cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    made.answers = _answers(given, made.cells)
    made.first_tries = _first_tries(notebook, given)
    made.saved = made_by_page(notebook)
    made.came = made.came if made.saved is None else made.saved


def own_texts(given: Given, notebook: Any) -> list[tuple[str, str]]:
    """Return what a student wrote into texts, each with the id of the cell that asks, or "" for a cell of their own."""
    found = []
    for cell in notebook.cells:
        if cell.cell_type != "markdown":
            continue
        name = str(cell.get("id", ""))
        text = _added(given.texts[name], cell.source) if name in given.texts else cell.source
        if text.strip():
            found.append((name if name in given.texts else "", shortened(text.strip(), MOST_LETTERS)))
    return found


def _added(issued: str, came: str) -> str:
    """Return the lines of a text that were not given out; the room for an answer is left out of a line."""
    known = {line.strip() for line in issued.splitlines()}
    lines = [line.strip() for line in came.splitlines() if line.strip() not in known]
    for label in filter(own_words, known):
        lines = [line.removeprefix(label).strip() for line in lines]
    return "\n".join(map(without_room, lines))


def _mend(given: Given, notebook: Any) -> None:
    """Put quotes around answers that are no Python, in place, so that they are read as what they are."""
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        for blank in given.asking:
            cell.source = with_texts(cell.source, blank)
        if cell.get("id") in given.open:
            cell.source = with_texts_assigned(cell.source)


def _answers(given: Given, cells: list[str]) -> dict[Question, Answer]:
    """Return what stands there for each question of the lesson; the last, where something is asked twice."""
    found = {question: Answer(None) for question in given.words}
    names: dict[str, ast.expr] = {}
    for cell in cells:
        names = assigned_in(cell, names)
        for asked in asked_in(cell):
            if asked.question in found:
                found[asked.question] = _answer(asked.given, names, asked.name, given.words[asked.question])
    return found


def _answer(given: ast.expr | None, names: Mapping[str, ast.expr], name: str, words: dict[str, Any]) -> Answer:
    try:
        value = written_value(given, names)
    except (NotWritten, OverflowError):
        return Answer(None, is_code=True)
    prediction = Prediction(name, value, **words) if words else None
    if prediction is not None:
        is_text = bool(prediction.problem) and len(typed(value, prediction.unit).meant) != 1
        return Answer(prediction.value, _no_number(value) if is_text else prediction.problem)
    said = numbers_in(value)
    is_text = not said and value is not None and str(value).strip() != ""
    return Answer(said[0] if said else None, _no_number(value) if is_text else "", readings=said)


def _first_tries(notebook: Any, given: Given) -> dict[str, float]:
    """Return the first number that each self-check of the lesson was given on the page; {} where nothing tells."""
    about = notebook.metadata.get(ABOUT, {})
    tried = about.get(TRIED) if isinstance(about, dict) else None
    found = {}
    for kind, name in given.words:
        numbers = tried.get(name) if kind == "self_check" and isinstance(tried, dict) else None
        first = numbers[0] if isinstance(numbers, list) and numbers else None
        if isinstance(first, int | float) and not isinstance(first, bool) and abs(first) <= MOST:
            found[name] = float(first)
    return found


def _no_number(value: object) -> str:
    meant = typed(value).meant
    if len(meant) == 2:
        return say("class.unclear", value=shortened(value), whole=f"{meant[0]:g}", part=f"{meant[1]:.3f}")
    return say("class.not_number", value=shortened(value))


def made_by_page(notebook: Any) -> float | None:
    """Return when the page of a lesson made a notebook, in seconds; None where it does not say."""
    about = notebook.metadata.get(ABOUT, {})
    try:
        made = datetime.fromisoformat(about[HANDED_IN])
        return made.timestamp()
    except (KeyError, TypeError, ValueError, OverflowError, OSError):
        return None
