"""The teacher's notes on a lesson to print, with a key of answers to its worksheet.

The key has each question of the sheet in its order, what is right, and how it is found, or that the question is open.
A question about a student's own numbers has a list of all of them with the answers, worked out by the functions that
mark the lesson.
"""

import re
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from monopoly_lab.common import ABOUT
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import format_number, resolve_language, say
from monopoly_lab.lessons.lesson import answers_of
from monopoly_lab.lessons.lesson_metadata import ALONE, UNIT, worked_answer
from monopoly_lab.lessons.lesson_minutes import in_class
from monopoly_lab.lessons.lesson_notebooks import Source
from monopoly_lab.lessons.own_numbers import CASES, NUMBERS_OF, Case, Own
from monopoly_lab.lessons.printed_text import (
    EMPTY,
    beside_numbers,
    height_on_paper,
    number_mark,
    number_questions,
    render_markdown,
    text_of,
)
from monopoly_lab.lessons.question_text import (
    FOLDED,
    HEADINGS,
    explain_paragraph,
    in_a_sentence,
    is_paper,
    is_question,
    lead_paragraphs,
    question_paragraphs,
    sentences,
    split_explain_request,
    tags,
)
from monopoly_lab.lessons.worksheet import WorksheetSides

FOLD = re.compile(r"</?details[^>]*>|<summary>.*?</summary>")
SUMMARY = re.compile(r"<summary>(.*?)</summary>\s*")
EXERCISE = re.compile(r"\n(?=\d+\. )")
CODE, PROGRAM = re.compile(r"`([^`]*)`"), re.compile(r"[(\[=*]")  # `chain.payback("station")`; names alone stay
IN_LIST = re.compile(r'(<b class="no" data-of="(\d+) (\d+)"></b>)(.*?)</section>', re.DOTALL)  # a question of a list
TABLE = re.compile(r"^\|.*$\n?", re.MULTILINE)
PAGE = 240  # a printed page, by `height_on_paper`
STYLE = Path(__file__).with_name("worksheet.css")


def notes(source: Source, expected: str) -> str:
    """Return the teacher's notes on a lesson as an HTML page to print, without code.

    Args:
        source: The lesson; its cells for the teacher and its answers to exercises are taken.
        expected: Text above them, as Markdown: idea, minutes, needs, mistakes.
    """
    title = escaped(f"{source.about.number} {source.about.title or source.path.stem}".strip())
    facts = ((key, getattr(source.about, key)) for key in (*UNIT, *ALONE))
    texts = [expected, "\n".join(f"- **{say(f'guide.{each}')}.** {fact}" for each, fact in facts if fact)]
    answers, above = key(source), ""
    for cell in source.notebook.cells:
        if cell.cell_type == "markdown" and tags(cell) & {"teacher", "answer"} and not is_paper(cell):
            is_exercises = "answer" not in tags(cell) or HEADINGS.search(cell.source)
            texts.append(
                _text_for_paper(_by_hand(cell.source)) if is_exercises else _with_question(cell, above, answers)
            )
        elif cell.cell_type == "markdown":
            above = cell.source
    sections = "\n".join(f"<section>{render_markdown(text)}</section>" for text in texts if text.strip())
    is_short = height_on_paper(sections) % PAGE < PAGE / 3  # what stands on the last page
    answers = answers if is_short else answers.replace("<h2>", '<h2 class="new-page">', 1)
    return (
        f'<!DOCTYPE html>\n<html lang="{escaped(resolve_language())}"><head><meta charset="utf-8">'
        f"<title>{title}</title><style>{STYLE.read_text(encoding='utf-8')}</style></head>"
        f'<body class="notes"><h1>{title}</h1>\n{sections}\n{answers}\n</body></html>\n'
    )


def _with_question(cell: Any, above: str, answers: str) -> str:
    """Return an answer below what the text above it asks; "" for one in the key, and for what only a program does."""
    texts = {explain_paragraph(above), split_explain_request(above)[0], question_paragraphs(above)} - {""}
    question = split_explain_request(above)[0] or lead_paragraphs(above)
    is_in_key = any(render_markdown(text) in answers for text in texts)
    return "" if is_in_key or _is_for_program(question) else f"{question}\n\n{_text_for_paper(_by_hand(cell.source))}"


def _text_for_paper(text: str) -> str:
    """Return a text for paper: what readers unfold stands below its summary, in bold unless it answers an exercise."""
    if not HEADINGS.search(text):
        text = SUMMARY.sub(lambda found: f"**{found[1]}.** ", text)
    return FOLD.sub("", text)


def _by_hand(text: str) -> str:
    """Return a text without exercises that ask for a program or answer with one: the teacher's notebook has those."""
    parts = EXERCISE.split(text)
    kept = [part for part in parts if not _is_for_program(part)]
    return "\n".join(kept) if HEADINGS.sub("", "\n".join(kept)).strip() else ""


def _is_for_program(text: str) -> bool:
    return any(map(PROGRAM.search, CODE.findall(text)))


def key(source: Source) -> str:
    """Return the answers to a worksheet as HTML, side by side with its questions."""
    sides = WorksheetSides(in_class(source.notebook, True), source.notebook.cells)
    places = sides.placed_parts()
    _, numbers = number_questions("".join(part for side in places for _, part in side))
    rows = list[tuple[str, str, str]]()
    for side in places:
        page = "\n".join(part for _, part in side)
        there = {n for n, _ in side}
        for n in range(len(sides.cells)):
            rows_of_cell = [*(_numbers(sides, n, source, page) if n in there else ()), *_texts(sides, n, source, page)]
            rows += rows_of_cell
    places_of = list(accumulate((numbers.get(mark, 0) for mark, _, _ in rows), max))
    rows = [row for _, row in sorted(zip(places_of, rows), key=lambda pair: numbers.get(pair[1][0], pair[0]))]
    lines = (
        f'<tr><th scope="row">{numbers.get(mark, "")}</th><td>{question}</td><td>{answer}</td></tr>'
        for mark, question, answer in rows
    )
    head = f"<h2>{escaped(say('lesson.key'))}</h2>"
    return f'{head}\n<table class="key">{"".join(lines)}</table>' if rows else ""


def _numbers(sides: WorksheetSides, n: int, source: Source, page: str) -> Iterator[tuple[str, str, str]]:
    """Yield the mark of each number that a cell asks for on the sheet, the question and its answer."""
    if not is_question(sides.cells[n]):
        return
    for call in sides.questions(n):
        came_to = sides.results.get(call.name) if call.kind == "predict" else None
        prefix = "" if came_to is None else f"**{came_to}.** "
        question, text = in_a_sentence(sides.cells, n, call.name)
        if sides.lines_wanted(n) > 1:  # the sheet has a line for each question of the text
            question = " ".join(each for each in sentences(text) if each.endswith("?"))
        how = worked_answer(source.notebook.metadata.get(ABOUT, {}), call.name)
        cases = _cases(source.about.name, call.name, sides.told.digits.get(call.name), page)
        yield number_mark(n, call.name), beside_numbers(escaped(question)), render_markdown(prefix + how) + cases


def _texts(sides: WorksheetSides, n: int, source: Source, page: str) -> Iterator[tuple[str, str, str]]:
    """Yield the mark of what a text asks for on a side, the question and its answer, or that it is open."""
    cell = sides.cells[n]
    if cell.cell_type != "markdown":
        return
    words = [each for each in (explain_paragraph(cell.source), split_explain_request(cell.source)[0]) if each]
    is_asked = "explain" in tags(cell) and any(render_markdown(each).strip() in page for each in words)
    about = source.notebook.metadata.get(ABOUT, {})
    has_answer = EMPTY.search(text_of(cell)) or worked_answer(about, cell.id)
    has_part = bool(has_answer and (part := sides.part(n)) and part in page)
    if is_asked or has_part:
        question = words[-1] if is_asked and words else TABLE.split(HEADINGS.sub("", cell.source))[0].strip()
        yield number_mark(n), render_markdown(question), render_markdown(_worked_text(source, cell))
    further = [each for each in IN_LIST.findall(page) if int(each[1]) == n]
    if not (is_asked or has_part) and number_mark(n) in page:
        question = question_paragraphs(cell.source)
        question = question.split("\n\n")[0] if further else question
        yield (
            number_mark(n),
            render_markdown(question),
            render_markdown(_worked_text(source, cell) or say("lesson.key_open")),
        )
    for mark, _, place, question in further:
        yield mark, question, render_markdown(worked_answer(about, f"{cell.id}.{place}") or say("lesson.key_open"))


def _worked_text(source: Source, cell: Any) -> str:
    """Return the answer to what a text asks: one of the key, else the folded one right below it."""
    if found := worked_answer(source.notebook.metadata.get(ABOUT, {}), cell.id):
        return found
    cells = source.notebook.cells
    below = next((cells[at + 1] for at, each in enumerate(cells[:-1]) if each.id == cell.id), None)
    return (
        FOLD.sub("", below.source).strip()
        if below and "answer" in tags(below) and FOLDED.search(below.source) and not HEADINGS.search(below.source)
        else ""
    )


def _cases(lesson: str, question: str, digits: int | None, page: str) -> str:
    """Return the answer for each of a question's own numbers, those of the sheet first; "" for a question with none."""
    numbers = NUMBERS_OF.get(lesson, {}).get(question, question)
    names, cases = CASES.get(lesson, {}).get(numbers, ((), ()))
    here, answers = "", dict[Case, str]()
    for case in cases:
        right = answers_of(lesson)[question](None, SimpleNamespace(own=lambda _, case=case: case))
        answers[case] = f"<strong>{format_number(round(right, digits or 0))}</strong>"
        if f">{beside_numbers(escaped(repr(_own_numbers(names, case))))}<" in page:
            here = f"<p>{escaped(say('lesson.key_here'))} {_numbers_in_words(names, case)}: {answers.pop(case)}</p>"
    if here:
        here += f"<p>{escaped(say('lesson.key_others'))}</p>"
    return here + (_table(names, answers) if len(names) == 2 else _list(names, answers)) if cases else ""


def _own_numbers(names: tuple[str, ...], case: Case) -> Own:
    own = Own(case)
    own.names = names
    return own


def _numbers_in_words(names: tuple[str, ...], case: Case) -> str:
    return beside_numbers(escaped(_own_numbers(names, case).in_words()))


def _list(names: tuple[str, ...], answers: dict[Case, str]) -> str:
    lines = "".join(f"<li>{_numbers_in_words(names, case)}: {answer}</li>" for case, answer in answers.items())
    return f'<ul class="cases">{lines}</ul>'


def _table(names: tuple[str, ...], answers: dict[Case, str]) -> str:
    """Return answers for pairs of numbers: the first down the side, the second along the top."""
    side, top = (sorted({case[at] for case in answers}) for at in (0, 1))
    head = "".join(f"<th>{_numbers_in_words(names[1:], (each,))}</th>" for each in top)
    rows = (
        f"<tr><th>{_numbers_in_words(names[:1], (x,))}</th>"
        + "".join(f"<td>{answers.get((x, y), '')}</td>" for y in top)
        + "</tr>"
        for x in side
    )
    return f'<table class="cases"><tr><th></th>{head}</tr>{"".join(rows)}</table>'
