"""Questions of the lessons for a live class, each with the text around it and its result; no lesson is run."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from monopoly_lab.common.messages import say
from monopoly_lab.lessons.prediction import number_in
from monopoly_lab.lessons.question_calls import asked_in, words_of
from monopoly_lab.lessons.source import lesson_names, read_lesson
from monopoly_lab.lessons.translation import translated


class LessonQuestion(NamedTuple):
    """A prediction that a lesson asks for.

    `truth` is what its stored outputs show, if they do; `context` is the text that it stands under, `result` what the
    lesson says of the result in one or two sentences, both without markup, "" for none; `lesson` is the number and the
    title of the lesson.
    """

    key: str
    ask: str
    unit: str = ""
    low: float | None = None
    high: float | None = None
    truth: float | None = None
    lesson: str = ""
    context: str = ""
    result: str = ""


@cache
def lesson_questions(lang: str) -> tuple[LessonQuestion, ...]:
    """Return the predictions of all lessons in a language, in their order; nothing of them is run."""
    found = []
    for name in lesson_names():
        lesson = read_lesson(name)
        spoken_lesson = translated(lesson, lang)
        cells, told = lesson.notebook["cells"], spoken_lesson.notebook["cells"]
        title = f"{int(lesson.about.number)}. {spoken_lesson.about.title}"
        for place, (cell, spoken_cell) in enumerate(zip(cells, told, strict=True)):
            if cell["cell_type"] != "code":
                continue
            for asked, said in zip(asked_in(cell["source"]), asked_in(spoken_cell["source"]), strict=True):
                words = words_of(said)
                if asked.kind == "predict" and words.get("ask"):
                    low, high = (number_in(words[key], "") if key in words else None for key in ("low", "high"))
                    truth, after = _truth(cells, cell["source"], asked.name)
                    key = f"{lesson.about.number}/{asked.name}"
                    texts = _context(told, place, lang), _result(cells, told, after)
                    unit = str(words.get("unit", ""))
                    found.append(LessonQuestion(key, str(words["ask"]), unit, low, high, truth, title, *texts))
    return tuple(found)


def _truth(cells: Sequence[Any], source: str, name: str) -> tuple[float | None, int]:
    """Return the result that stands beside a prediction in the stored outputs, and the place of its cell.

    None where there is not just one; the place is -1 where no cell compares.
    """
    variable = re.search(rf"(\w+)\s*=\s*(?:\w+\.)?predict\(\s*[\"']{name}[\"']", source)
    if variable is None:
        return None, -1
    template = say("lesson.nothing_said", "en", found="@")
    pattern = re.compile(re.escape(template).replace("@", "([^;\n]+?)") + r"\s*$", re.MULTILINE)
    results, place = set(), -1
    for number, cell in enumerate(cells):
        text = cell["source"] if cell["cell_type"] == "code" else ""
        if f"{variable[1]}.against(" in text and text.count(".against(") == 1:
            results |= set(pattern.findall("\n".join(map(_plain, cell.get("outputs", ())))))
            place = number
    return number_in(results.pop().split(" ")[0], "") if len(results) == 1 else None, place


def _plain(output: Any) -> str:
    parts = [output.get("text", ""), output.get("data", {}).get("text/plain", "")]
    return "\n".join("".join(part) for part in parts)


# The text around a question

MOST_CONTEXT = 480  # letters: six lines of a wall
MOST_RESULT = 240
LITTLE = 140  # letters of a text that says only what has changed since the question for today
MARKUP = re.compile(r"\*\*|\*(?=\S)|(?<=\S)\*|`|\[|\]\([^)]*\)|\$|^- ", re.MULTILINE)
LEAD = re.compile(r"^\*\*[^*]+[.:]\*\*\s*")  # **Question for today.**
NO_TEXT = re.compile(r"^(#|<|\$\$|\||!\[)")  # headings, answers that are folded, formulas, tables, pictures
TASK = re.compile(
    r"^\W*(Try|See|Set|Compare|Explain|Change|Look|Write|Predict|To|Check|Time)\b|[^.!]$|[$#<|]"
)  # no result
SENTENCE = re.compile(r"(?<=[.?!])\s+(?=\W{0,3}(?:[^\W\da-z_]|\d))")


def _context(cells: Sequence[Any], place: int, lang: str) -> str:
    """Return the text above the cell of a question: after a short one, the question for today stands before it."""
    above = [texts for cell in cells[:place] if (texts := _texts(cell))]
    today = next((texts for texts in above if LEAD.match(texts[0])), [])
    if not above:
        return ""
    if above[-1] is today:
        return _shortened([_bare(LEAD.sub("", each)) for each in today], MOST_CONTEXT)
    own = [] if LEAD.match(above[-1][-1]) else SENTENCE.split(above[-1][-1])
    again = re.compile(rf"^(?:\w+ )?{say('live.predict.predict_again', lang)}:\s*", re.IGNORECASE)
    own = [again.sub("", each) for each in own if not each.startswith("**")]
    text = _bare(" ".join(each[:1].upper() + each[1:] for each in own))
    if len(text) < LITTLE and today:
        first = SENTENCE.split(_bare(LEAD.sub("", " ".join(today))))
        text = " ".join([*(each for each in first if not text or not each.endswith("?")), text]).strip()
    return _shortened([text], MOST_CONTEXT)


def _result(cells: Sequence[Any], told: Sequence[Any], after: int) -> str:
    """Return what the text behind a comparison says in its first sentences, if it says something of the result."""
    texts = (n for n in range(after + 1, len(cells)) if cells[n]["cell_type"] == "markdown")
    following = next((n for n in texts if "teacher" not in cells[n]["metadata"].get("tags", ())), 0)
    if after < 0 or not following or NO_TEXT.match(cells[following]["source"]):
        return ""
    english, spoken = (SENTENCE.split(_result_lead(each[following])) for each in (cells, told))
    n = next((n for n, each in enumerate(english) if TASK.search(each)), len(english))
    return _shortened([" ".join(map(_bare, spoken[:n]))], MOST_RESULT) if n else ""


def _result_lead(cell: Any) -> str:
    """Return the first paragraph of a cell; of one that says what was found, without its lead."""
    text = str(cell["source"]).split("\n\n")[0]
    return LEAD.sub("", text) if "answer" in cell["metadata"].get("tags", ()) else text


def _texts(cell: Any) -> list[str]:
    """Return the paragraphs of a cell for students that say something."""
    tags = set(cell["metadata"].get("tags", ()))
    if cell["cell_type"] != "markdown" or tags & {"teacher", "answer"} or cell["source"].startswith("<"):
        return []
    parts = [each.strip() for each in cell["source"].split("\n\n")]
    return [each for each in parts if each and not NO_TEXT.match(each)]


def _bare(text: str) -> str:
    """Return a text without markup, in one line."""
    return re.sub(r"\s+", " ", MARKUP.sub("", text)).strip()


def _shortened(texts: Sequence[str], most: int) -> str:
    """Return as many sentences of texts as there is room for, at least one."""
    sentences = [each for text in texts for each in SENTENCE.split(text)]
    while len(sentences) > 1 and len(" ".join(sentences)) > most:
        sentences.pop()
    return " ".join(sentences)
