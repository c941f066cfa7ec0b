"""Answers in words: what a student has written into the texts of a notebook, beyond what was given out."""

from typing import Any

from monopoly_lab.common.file_access import shortened
from monopoly_lab.lessons.grading.course import Course
from monopoly_lab.lessons.question_text import own_words

MOST_LETTERS = 4000  # of what one student wrote in one place


def texts_of(course: Course, notebook: Any) -> list[tuple[str, str]]:
    """Return what a student wrote into texts, each with the id of the cell that asks, or "" for a cell of their own."""
    issued = {cell.id: cell.source for cell in course.blank.cells if cell.cell_type == "markdown"}
    found = []
    for cell in notebook.cells:
        if cell.cell_type != "markdown":
            continue
        name = str(cell.get("id", ""))
        text = _added(issued[name], cell.source) if name in issued else cell.source
        if text.strip():
            found.append((name if name in issued else "", shortened(text.strip(), MOST_LETTERS)))
    return found


def _added(issued: str, came: str) -> str:
    """Return the lines of a text that were not given out; the room for an answer is left out of a line."""
    known = {line.strip() for line in issued.splitlines()}
    rooms = [line.strip() for line in issued.splitlines() if own_words(line.strip())]
    lines = [line.strip() for line in came.splitlines() if line.strip() not in known]
    for room in rooms:
        lines = [line.removeprefix(room).strip() for line in lines]
    return "\n".join(lines)


def as_markdown(text: str) -> str:
    """Return a foreign text for a Markdown cell, where every letter is only itself: no link, no tag, no formula."""
    lines = (_plain(line) for line in text.splitlines() if line.strip())
    return "<br>".join(lines)


def _plain(text: str) -> str:
    """Return a line in which every sign but letters, digits and spaces is written as its number."""
    return "".join(
        each if each.isalnum() or each == " " else f"&#{ord(each)};" if each.isprintable() else " " for each in text
    )
