"""Questions of the lessons for a live class: what each lesson says of them, and its stored results; nothing is run."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from monopoly_lab.common import ABOUT
from monopoly_lab.common.messages import say
from monopoly_lab.lessons.lesson_metadata import LIVE, NEEDED, NOT_OFFERED
from monopoly_lab.lessons.lesson_notebooks import lesson_names, read_lesson
from monopoly_lab.lessons.number_parser import number_in, parse_number
from monopoly_lab.lessons.question_calls import asked_in, words_of
from monopoly_lab.lessons.translation import translated

ASKS = "predict("
UNSAID = {NOT_OFFERED: "unsaid"}


class LessonQuestion(NamedTuple):
    """A prediction that a lesson asks for, as it is put to a live class.

    `context` is all that a class must know which has not seen the lesson, `because` why the result is as it is; `truth`
    is what the stored outputs of the lesson show, None for nothing. `lesson` is the number and the title of the lesson,
    `whole` says that only whole numbers are valid. With `not_offered`, the reason, the question is that of the lesson,
    and no teacher is offered it.
    """

    key: str
    ask: str
    unit: str = ""
    low: float | None = None
    high: float | None = None
    truth: float | None = None
    lesson: str = ""
    context: str = ""
    because: str = ""
    not_offered: str = ""
    whole: bool = False


@cache
def lesson_questions(lang: str) -> tuple[LessonQuestion, ...]:
    """Return the predictions of all lessons in a language, in their order; nothing of them is run."""
    found = []
    for name in lesson_names():
        lesson = read_lesson(name)
        asking = [cell for cell in lesson.notebook.cells if cell.cell_type == "code" and ASKS in cell.source]
        notebook = type(lesson.notebook)({**lesson.notebook, "cells": asking})  # the others need no translation
        spoken_lesson = translated(replace(lesson, notebook=notebook), lang)
        live = spoken_lesson.notebook.metadata.get(ABOUT, {}).get(LIVE, {})
        title = f"{int(lesson.about.number)}. {spoken_lesson.about.title}"
        for source, asked, words in _predictions(spoken_lesson.notebook.cells):
            truth = _truth(lesson.notebook.cells, source, asked)
            found.append(_question(f"{lesson.about.number}/{asked}", live.get(asked, UNSAID), words, truth, title))
    return tuple(found)


def _predictions(cells: Sequence[Any]) -> list[tuple[str, str, dict[str, object]]]:
    """Return each prediction that cells ask for: the source of its cell, its name, and its arguments."""
    sources = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
    return [
        (source, asked.name, words_of(asked))
        for source in sources
        for asked in asked_in(source)
        if asked.kind == "predict"
    ]


def _question(
    key: str, texts: Mapping[str, Any], words: Mapping[str, object], truth: float | None, title: str
) -> LessonQuestion:
    """Return a question with the limits and the unit of the lesson, where its texts for a live class have no other."""
    low, high = (
        float(texts[limit]) if limit in texts else number_in(words[limit]) if limit in words else None
        for limit in ("low", "high")
    )
    unit = str(texts.get("unit", words.get("unit", "")))
    if NOT_OFFERED in texts:
        return LessonQuestion(
            key, str(words.get("ask", "")), unit, low, high, truth, title, not_offered=texts[NOT_OFFERED]
        )
    ask, context, because = (texts[each] for each in NEEDED)
    return LessonQuestion(key, ask, unit, low, high, truth, title, context, because, whole=bool(words.get("whole")))


def _truth(cells: Sequence[Any], source: str, name: str) -> float | None:
    """Return the result that stands beside a prediction in the stored outputs; None where there is not just one."""
    variable = re.search(rf"(\w+)\s*=\s*(?:\w+\.)?predict\(\s*[\"']{name}[\"']", source)
    if variable is None:
        return None
    template = say("lesson.nothing_said", "en", found="@")
    pattern = re.compile(re.escape(template).replace("@", "([^;\n]+?)") + r"\s*$", re.MULTILINE)
    results = set[str]()
    for cell in cells:
        text = cell["source"] if cell["cell_type"] == "code" else ""
        if f"{variable[1]}.against(" in text and text.count(".against(") == 1:
            results |= set(pattern.findall("\n".join(map(_plain_text, cell.get("outputs", ())))))
    meant = parse_number(results.pop().split(" ")[0]).meant if len(results) == 1 else ()
    return meant[0] if meant else None  # of "1,080" the first is the English one


def _plain_text(output: Any) -> str:
    parts = [output.get("text", ""), output.get("data", {}).get("text/plain", "")]
    return "\n".join("".join(part) for part in parts)
