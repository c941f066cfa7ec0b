"""What a lesson asks, in the words of its own texts: for paper, and for the report of a class.

Also reads what marks the cells of a lesson: tags, and parts of a text that readers unfold.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from monopoly_lab.common.messages import languages, say
from monopoly_lab.lessons.prediction import unit_alone
from monopoly_lab.lessons.question_calls import Asked, asked_in, words_of

TAGS = ("predict", "explain", "answer", "teacher", "print", "back", "front", "wait", "picture", "draw", "screen")
FOLDED = re.compile(r"<details\b[^>]*>.*?</details>\s*", re.DOTALL)  # a part of a text that readers unfold


def room() -> str:
    """Return where a student's copy has room for an answer in words."""
    return f"*{say('lesson.own_words')}*"


def is_paper(cell: Any) -> bool:
    """Return True for what only a worksheet has: a picture of what moves on pages, a rule, a table to fill in."""
    return tags(cell) >= {"teacher", "print"}


def own_words(line: str) -> bool:
    """Return True for a line that begins with the room for an answer in words, in any language."""
    return any(line.startswith(f"*{say('lesson.own_words', lang)}*") for lang in languages())


def without_room(line: str) -> str:
    """Return a line without the label of the room for an answer in words that it begins with, in any language."""
    labels = (f"*{say('lesson.own_words', lang)}*" for lang in languages())
    return next((line.removeprefix(label).strip() for label in labels if line.startswith(label)), line)


@cache
def _explain_marks() -> tuple[str, ...]:
    """Return what begins a request for a sentence, in every language."""
    return tuple(f"**{say('lesson.explain', lang)}" for lang in languages())


def split_after_explain(text: str) -> tuple[str, str]:
    """Return a text up to the paragraph that asks for a sentence, and what follows; all of it where none says so."""
    marks = _explain_marks()
    parts = text.split("\n\n")
    at = next((n for n, part in enumerate(parts) if any(mark in part for mark in marks)), len(parts) - 1)
    return "\n\n".join(parts[: at + 1]), "\n\n".join(parts[at + 1 :])


def explain_paragraph(text: str) -> str:
    """Return the paragraph of a text that asks for a sentence; "" where none says so."""
    marks = _explain_marks()
    return next((part for part in _paragraphs(text) if any(mark in part for mark in marks)), "")


def tags(cell: Any) -> frozenset[str]:
    """Return the tags of a cell that a lesson knows."""
    return frozenset(tag for tag in cell.metadata.get("tags", []) if tag in TAGS)


# What a lesson asks, in the words of its own texts: for paper, and for the report of a class

FEW = 5  # words of a sentence that says how exact an answer has to be
END_OF_SENTENCE = re.compile(r"(?<=[.?!])\s+")
HEADINGS = re.compile(r"^#+ .*$\n*", re.MULTILINE)


def is_bare(cell: Any) -> bool:
    """Return True for code that asks something by its name alone."""
    if cell.cell_type != "code" or tags(cell) & {"teacher"}:
        return False
    return any("ask" not in words_of(asked) for asked in asked_in(cell.source))


def is_question(cell: Any) -> bool:
    """Return True for code that asks something."""
    return cell.cell_type == "code" and "teacher" not in tags(cell) and bool(asked_in(cell.source))


def text_above(cells: Sequence[Any], at: int) -> int | None:
    """Return the text above a cell that asks, with only headings and others that ask between; None for none."""
    for n in reversed(range(at)):
        if (
            cells[n].cell_type == "markdown"
            and "teacher" not in tags(cells[n])
            and question_paragraphs(cells[n].source)
        ):
            return n
        if cells[n].cell_type == "code" and not is_question(cells[n]):
            return None
    return None


def question_paragraphs(text: str) -> str:
    """Return the paragraphs of a text that ask, where there are any; else all of it but its headings."""
    parts = _paragraphs(text)
    return "\n\n".join([part for part in parts if "?" in part] or parts)


def lead_paragraphs(text: str) -> str:
    """Return the paragraphs below the last heading that lead to a question: those that ask, else the last one."""
    parts = _paragraphs(HEADINGS.split(text)[-1])
    return "\n\n".join([part for part in parts if "?" in part] or parts[-1:])


def paragraphs_above_question(text: str) -> str:
    """Return the paragraphs of the last section above the first that asks, but for what is to be explained."""
    parts = _paragraphs(HEADINGS.split(text)[-1])
    at = next((n for n, part in enumerate(parts) if "?" in part), 0)
    return "\n\n".join(part for part in parts[:at] if part != explain_paragraph(text))


def split_explain_request(text: str) -> tuple[str, str]:
    """Return what the last section of a text wants explained, and what it says after that of the next question.

    A paragraph that begins with the mark, "**Explain.**", is all for the first, so is every paragraph with others
    below; of "**Explain** in one sentence why. Then predict again: ..." the first sentence.
    """
    parts = _paragraphs(HEADINGS.split(text)[-1])
    first = explain_paragraph(text)
    if not first or first not in parts:
        return "", "\n\n".join(parts)
    below = parts[parts.index(first) + 1 :]
    marks = _explain_marks()
    at = next(first.index(mark) + len(mark) for mark in marks if mark in first)
    end = END_OF_SENTENCE.search(first, at)
    if below or first[at : at + 1] == "." or end is None:
        return first, "\n\n".join(below)
    return first[: end.start()], first[end.end() :]


def _paragraphs(text: str) -> list[str]:
    return [part for part in HEADINGS.sub("", FOLDED.sub("", text)).split("\n\n") if part.strip()]


def in_a_sentence(cells: Sequence[Any], at: int, name: str) -> tuple[str, str]:
    """Return what the cell asks under this name, as a sentence, and the text it is taken from: "" for words of its own.

    Of the questions in the text above the last ones are those of the cells that follow it, one each.
    """
    words = words_of(next(each for each in asked_in(cells[at].source) if each.name == name))
    if "ask" in words:
        ask, unit = str(words["ask"]), unit_alone(str(words.get("unit") or ""))
        return (f"{ask} ({unit})" if ask.endswith("?") else f"{ask}, {unit}") if unit else ask, ""
    texts = [n for n in range(at) if cells[n].cell_type == "markdown" and "teacher" not in tags(cells[n])]
    above = next((n for n in reversed(texts) if question_paragraphs(cells[n].source)), None)
    if above is None:
        return name.replace("_", " "), ""
    text = question_paragraphs(cells[above].source)
    said = sentences(" ".join(text.replace("**", "").split()))
    told = [part for part in said if len(part.split()) > FEW] or said  # "To three decimals." asks nothing
    questions = [part for part in said if part.endswith("?")] or told[-1:]
    names = [each.name for n in range(above + 1, len(cells)) for each in _follows(cells, above, n)]
    if name not in names:  # a heading stands between
        return questions[-1], text
    return questions[-len(names) :][min(names.index(name), len(questions) - 1)], text


LEAD = re.compile(r"\*\*[^*\n]{1,40}[.:]\*\*\s*|\*\*Check yourself:?\*\*:?\s*")  # "**Check yourself.** "
CONDITION = 150  # letters at most of what is said before a question


def condition(text: str, asked: str) -> str:
    """Return the sentences right before a question, in its paragraph, which say what it depends on; "" for none.

    >>> condition("Who pays? Let the tax be 2 %. How much is it?", "How much is it?")
    'Let the tax be 2 %.'
    """
    for part in text.split("\n\n"):
        said = sentences(" ".join(LEAD.sub("", part).replace("**", "").split()))
        if asked not in said:
            continue
        kept: list[str] = []
        for sentence in reversed(said[: said.index(asked)]):
            if sentence.endswith("?") or len(" ".join([sentence, *kept])) > CONDITION:
                break
            kept.insert(0, sentence)
        return " ".join(kept)
    return ""


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, by the marks at their ends."""
    return re.split(r"(?<=[.?!])[*_]*\s+", text)


def _follows(cells: Sequence[Any], text: int, at: int) -> list[Asked]:
    """Return what a cell asks, if only code stands between it and the text."""
    return asked_in(cells[at].source) if all(each.cell_type == "code" for each in cells[text + 1 : at + 1]) else []
