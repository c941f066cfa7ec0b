"""The class report: a notebook for the projector, without names, that runs again from itself alone."""

import copy
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from monopoly_lab.common.messages import rounded, say, spoken, written
from monopoly_lab.lessons.formula_text import without_formulas
from monopoly_lab.lessons.grading.answer_sheet import Marked, Submission
from monopoly_lab.lessons.grading.class_settings import Course, Student
from monopoly_lab.lessons.grading.given_lesson import in_words, lesson_in
from monopoly_lab.lessons.personal_answers import digits_asked
from monopoly_lab.lessons.question_calls import Question, asked_in, words_of
from monopoly_lab.lessons.question_text import LEAD, asking, explained_before, explaining, room, sentences
from monopoly_lab.lessons.student_edition import for_student

REPORTED = ("kind", "name", "said", "found", "points", "most", "state", "verdict", "slip")  # of an answer
LEFT_OUT = ("doubtful", "uncounted")  # states of answers that the report does not show
BACK = ("code", *LEFT_OUT)  # that are in no mean
SEVERAL = 2  # students with the same slip


def report(course: Course, sheets: list[Submission]) -> Any:
    """Return the executed notebook: what came in, predictions against what happened, questions with their mistakes.

    It speaks the language of the session, and so do the questions of a lesson that is translated.
    """
    from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

    from monopoly_lab.export.notebook_runner import run

    course = replace(course, source=lesson_in(course, spoken()))
    asked_for = in_words(course)
    title = course.source.about.title or course.source.path.stem
    cells = [new_markdown_cell(f"# {title}\n\n{_heading(course, sheets)}\n\n{_first(sheets, asked_for)}".strip())]
    cells.append(new_code_cell(_data(sheets), metadata={"jupyter": {"source_hidden": True}}))
    firsts = dict(course.source.about.again)
    scales, digits = _scales(course), digits_asked(_codes(course))
    for (kind, name), (asked, text) in asked_for.items():
        is_second = kind == "predict" and name in firsts
        lead = f"{say('class.second_time')} " if is_second else ""
        told = f"## {lead}{_of_lesson(asked)}\n\n{_of_lesson(besides(text, asked))}".strip()
        shown = _shown(kind, name, firsts if is_second else {}, scales.get(name, ""))
        cells += [new_markdown_cell(told), *map(new_code_cell, shown)]
        cells += [new_markdown_cell(right) for right in _right(sheets, name, digits.get(name)) if kind == "self_check"]
    cells += [new_markdown_cell(text) for text in _in_words(course, sheets)]
    if course.source.about.mistakes:
        told = "\n".join(f"- {_of_lesson(each)}" for each in course.source.about.mistakes)
        cells.append(new_markdown_cell(f"## {say('class.to_discuss')}\n\n{told}"))
    for number, cell in enumerate(cells):
        cell.id = f"cell-{number}"
    notebook = new_notebook(cells=cells)
    with tempfile.TemporaryDirectory() as folder:
        run(notebook, Path(folder))
    return notebook


def _codes(course: Course) -> list[str]:
    return [cell.source for cell in course.source.notebook.cells if cell.cell_type == "code"]


def _right(sheets: list[Submission], name: str, digits: int | None) -> Iterator[str]:
    """Yield the right answer to a self-check, as exact as it was asked for; where students differ, that they do."""
    rows = [row for sheet in sheets if sheet.student is not None for row in sheet.rows]
    keys = {row.found for row in rows if (row.kind, row.name) == ("self_check", name) and row.found is not None}
    if len(keys) > 1:
        yield say("class.report_right_own")
    for key in keys if len(keys) == 1 else ():
        yield say("class.report_right", value=right_answer(key, digits))


def right_answer(key: float, digits: int | None) -> str:
    """Return a key as readers see it: with as many digits behind the point as were asked for."""
    if not digits:
        return written(key if digits is None else float(rounded(key, digits)))
    whole, point, part = written(float(rounded(key, digits))).partition(say("language.point"))
    return f"{whole}{point or say('language.point')}{part:0<{digits}}"


def _scales(course: Course) -> dict[str, str]:
    """Return unit and limits of each prediction, as arguments of a chart."""
    asked = [each for code in _codes(course) for each in asked_in(code) if each.kind == "predict"]
    words = {each.name: words_of(each) for each in asked}
    return {
        name: "".join(f", {key}={known[key]!r}" for key in ("unit", "low", "high") if key in known)
        for name, known in words.items()
    }


def report_page(course: Course, made: Any) -> str:
    """Return the page of a report that has been made: for the projector, without code and the table of answers."""
    from monopoly_lab.export.page import page_of

    source = lesson_in(course, spoken())
    return page_of(copy.deepcopy(made), source.about.title or source.path.stem, is_wall=True)


def _shown(kind: str, name: str, firsts: dict[str, str], scale: str) -> list[str]:
    """Return the lines that show what was said to a question; of a second prediction both, and who changed."""
    if kind != "predict":
        return [f"answer_charts.answers(found, {name!r})", f"mistakes(found, {name!r})"]
    if name in firsts:
        first = firsts[name]
        drawn = f"answer_charts.predictions(found, {first!r}{scale}, again={name!r})"
        return [drawn, f"changes(found, {first!r}, {name!r})", f"mistakes(found, {name!r})"]
    return [f"answer_charts.predictions(found, {name!r}{scale})", f"mistakes(found, {name!r})"]


def _heading(course: Course, sheets: list[Submission]) -> str:
    """Return how many have answered and with what mean, and how many are not in it; for the class, so not why."""
    own = [sheet for sheet in sheets if sheet.student is not None]
    came = [sheet for sheet in own if any(row.said is not None for row in sheet.rows)]
    clear = [sheet for sheet in came if not any(row.state in BACK for row in sheet.rows)]
    points = sum(row.points or 0.0 for sheet in clear for row in sheet.rows)
    most = sum(row.most for row in own[0].rows)
    whole = int(most) if most == int(most) else most  # which its noun agrees with
    mean = written(float(rounded(points / len(clear), 1))) if clear else "—"
    name = as_markdown(course.name)
    told = [say("class.report", course=name, n=len(came), all=len(own), mean=mean, most=whole)]
    left_out = [_is_left_out(course, sheet) for sheet in own]
    unmarked = sum((each.is_unread or _has_code(each)) and not out for each, out in zip(own, left_out))
    told += [say("class.report_unmarked", n=unmarked)] if unmarked else []
    told += [say("class.report_left_out", n=sum(left_out))] if any(left_out) else []
    told += [say("class.report_tries")] if any(row.first for sheet in own for row in sheet.rows) else []
    return " ".join(told)


def _has_code(sheet: Submission) -> bool:
    return any(row.state == "code" for row in sheet.rows)


def for_teacher(sheets: list[Submission]) -> list[str]:
    """Return what the page of the class does not say: who is in no mean and why, a line for each reason."""
    own = [sheet for sheet in sheets if sheet.student is not None]
    silent = [all(row.said is None and row.state not in BACK for row in each.rows) for each in own]
    counts = {
        "code": sum(map(_has_code, own)),
        "unread": (unread := sum(each.is_unread for each in own)),
        "nothing": sum(silent) - unread,
        "rivals": sum(each.claimed is not None for each in sheets),
    }
    told = [say(f"class.report_{reason}", n=n) for reason, n in counts.items() if n]
    return [*told, *filter(None, [undecided(sheets)])]


def _is_left_out(course: Course, sheet: Submission) -> bool:
    """Return True for what waits for the teacher's decision, or does not count."""
    decided = course.decided.get(sheet.student.name) if sheet.student is not None else None
    return sheet.path is not None and (
        decided is False or (decided is None and (sheet.is_doubtful or sheet.is_rivaled))
    )


def undecided(sheets: list[Submission]) -> str:
    """Return how many have handed in what is another's, and wait for a decision, for the teacher only; "" for none."""
    n = sum(
        each.student is not None and each.is_doubtful and any(row.state == "doubtful" for row in each.rows)
        for each in sheets
    )
    return say("class.report_doubtful", n=n) if n else ""


def _of_lesson(text: str) -> str:
    """Return a text of the lesson as Markdown: formulas in letters, which no page has to draw; "$" is only itself."""
    return without_formulas(text).replace("<", "&lt;").replace("$", "\\$")


def _first(sheets: list[Submission], asked: dict[Question, tuple[str, str]]) -> str:
    """Return the commonest known slip, which is to be talked about first; "" if no two students have made the same."""
    rows = [row for sheet in sheets if sheet.student is not None for row in sheet.rows]
    tried = map(_tried, rows)
    slips = Counter((row.slip, row.kind, row.name) for row in tried if row.slip).most_common(1)
    if not slips or slips[0][1] < SEVERAL:
        return ""
    (slip, kind, name), n = slips[0]
    question = _of_lesson(asked.get((kind, name), (name, ""))[0])
    return say("class.report_first", slip=as_markdown(slip), n=n, question=question)


def behind(sheets: list[Submission]) -> list[Student]:
    """Return who has answered, and has half of the points or fewer; not who waits for a decision, or does not count."""
    return [
        sheet.student
        for sheet in sheets
        if sheet.student is not None
        and any(row.said is not None for row in sheet.rows)
        and all(row.points is not None and row.state != "uncounted" for row in sheet.rows)
        and 0 < sum(row.most for row in sheet.rows) >= 2 * sum(row.points or 0.0 for row in sheet.rows)
    ]


def _in_words(course: Course, sheets: list[Submission]) -> Iterator[str]:
    """Yield what students wrote in words, by the text that asks for it: without names, and as nothing but letters.

    What waits for a decision, or does not count, is not among it: a copy would stand there twice.
    """
    wrote: dict[str, list[str]] = {}
    own = [sheet for sheet in sheets if sheet.student and not _is_left_out(course, sheet)]
    for place, said in (text for sheet in own for text in sheet.texts):
        wrote.setdefault(place, []).append(said)
    cells = [cell for cell in for_student(course.source).cells if cell.cell_type == "markdown"] if wrote else []
    for name, text in [*((cell.id, cell.source) for cell in cells), ("", "")]:
        if name in wrote:
            counts = Counter(wrote[name])  # what two have written stands there once
            lines = [f"{number}. {_written_by(said, n)}" for number, (said, n) in enumerate(counts.items(), 1)]
            heading = say("class.in_words") if name else say("class.own_cells")
            question = _of_lesson(_explained(text).replace(room(), "")).strip()
            yield "\n\n".join(part for part in (f"## {heading}", question, "\n".join(lines)) if part)


def _explained(text: str) -> str:
    """Return what a text wants explained, without the next question that stands behind it."""
    wanted = asking(explaining(text)[0])
    explained, after = explained_before(wanted)
    return explained if explained and after and "?" not in after else wanted


def _written_by(said: str, n: int) -> str:
    """Return a sentence of students, with how many wrote it, word for word, if it is not one alone."""
    return as_markdown(said) + (f" {say('class.wrote_n', n=n)}" if n > 1 else "")


def as_markdown(text: str) -> str:
    """Return a foreign text for a Markdown cell, where every letter is only itself: no link, no tag, no formula."""
    lines = (_plain(line) for line in text.splitlines() if line.strip())
    return "<br>".join(lines)


def _plain(text: str) -> str:
    """Return a line in which every sign but letters, digits and spaces is written as its number."""
    return "".join(
        each if each.isalnum() or each == " " else f"&#{ord(each)};" if each.isprintable() else " " for each in text
    )


def _tried(row: Marked) -> Marked:
    """Return an answer as the report shows it: without its number if it does not count, else the first try."""
    if row.state in LEFT_OUT:  # a copy, or what the teacher does not count for another reason
        return replace(row, said=None, slip="", verdict=row.verdict and "none")
    return row if row.first is None else replace(row.first, points=row.points)


def _data(sheets: list[Submission]) -> str:
    """Return the code that holds a row for each answer, without names: what the class may see of itself."""
    import pandas as pd

    students = [sheet for sheet in sheets if sheet.student is not None]
    lines = [
        (n, *(getattr(_tried(row), key) for key in REPORTED))
        for n, sheet in enumerate(students, 1)
        for row in sheet.rows
    ]
    columns = ["student", *("question" if key == "name" else key for key in REPORTED)]
    text = pd.DataFrame(lines, columns=columns).to_csv(index=False)
    return (
        "import pandas as pd\n\n"
        "from monopoly_lab.common.messages import speak\n"
        "from monopoly_lab.lessons.grading.marks import changes, mistakes, read_report\n"
        "from monopoly_lab.figures import answer_charts\n\n"
        'pd.set_option("display.max_colwidth", None)  # whole sentences\n'
        f"speak({spoken()!r})\n"
        f'found = read_report("""\n{text}""")'
    )


def besides(text: str, heading: str) -> str:
    """Return what a text says besides its questions: formulas, tables, how exact an answer is."""
    formal = re.compile(r"\$\$|^\|", re.MULTILINE)
    parts = [part if formal.search(part) else _told(part, heading) for part in text.split("\n\n")]
    return "\n\n".join(part for part in parts if part)


def _told(part: str, heading: str) -> str:
    """Return the sentences of a paragraph that are neither questions nor the words in bold before them."""
    plain = " ".join(LEAD.sub("", part).replace("**", "").split())
    return " ".join(each for each in sentences(plain) if not each.endswith("?") and each != heading)
