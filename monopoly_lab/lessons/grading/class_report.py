"""The class report: a notebook for the projector, without names, that runs again from itself alone."""

import copy
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from monopoly_lab.common.escaping import escape_markdown
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import format_number, percent, resolve_language, rounded, say
from monopoly_lab.lessons.formula_text import without_formulas
from monopoly_lab.lessons.grading.class_settings import Assignment, of_lesson
from monopoly_lab.lessons.grading.given_lesson import InWords, explained_in, in_words, lesson_in, way_to
from monopoly_lab.lessons.grading.marks import COMMON
from monopoly_lab.lessons.grading.submission import Marked, Submission
from monopoly_lab.lessons.number_parser import CLOSE
from monopoly_lab.lessons.question_calls import Question, asked_in, words_of
from monopoly_lab.lessons.question_text import LEAD, sentences

REPORTED = ("kind", "name", "said", "right", "points", "most", "state", "verdict", "slip")  # of an answer
COLUMNS = {"name": "question", "right": "found"}  # of the table in a report, where they are called otherwise
UNCOUNTED = ("doubtful", "uncounted")  # states of answers that the report shows without their number
FAR = ("slip", "other")  # verdicts of a prediction that is not close
NOT_AVERAGED = ("code", *UNCOUNTED)  # states of answers that keep a submission out of the mean
SEVERAL = 2  # students with the same slip or number
AFTER_MISTAKE = re.compile(r"[:;.] ")  # between a mistake and what is true
MOST_DISCUSSED = 3  # questions that this class has got wrong


def report(assignment: Assignment, submissions: list[Submission]) -> Any:
    """Return the executed notebook: what came in, predictions against what happened, questions with their mistakes.

    It speaks the language of the session, and so do the questions of a lesson that is translated.
    """
    from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

    from monopoly_lab.export.notebook_runner import run
    from monopoly_lab.export.page import COLLAPSED

    assignment = replace(assignment, **of_lesson(lesson_in(assignment, resolve_language())))
    questions = in_words(assignment)
    title = assignment.source.about.title or assignment.source.path.stem
    cells = [
        new_markdown_cell(
            f"# {title}\n\n{_heading(assignment, submissions)} {_close_note(assignment, submissions)}".rstrip()
        )
    ]
    cells.append(new_code_cell(_data_code(submissions), metadata={"jupyter": {"source_hidden": True}}))
    cells += map(new_markdown_cell, _discussion_text(assignment, submissions, questions))
    cells += _questions(
        assignment, submissions, {each: questions[each] for each in questions if each not in assignment.home}, "##"
    )
    cells += map(new_markdown_cell, _answers_in_words(assignment, submissions))
    if home := _questions(
        assignment, submissions, {each: questions[each] for each in questions if each in assignment.home}, "###"
    ):
        cells += [new_markdown_cell(f"## {say('class.home_answers')}", metadata={COLLAPSED: True}), *home]
    for number, cell in enumerate(cells):
        cell.id = f"cell-{number}"
    notebook = new_notebook(cells=cells)
    with tempfile.TemporaryDirectory() as folder:
        run(notebook, Path(folder))
    return notebook


def _questions(assignment: Assignment, submissions: list[Submission], questions: InWords, level: str) -> list[Any]:
    """Return the cells that show questions, what was said to each and what is right, below headings of a level."""
    from nbformat.v4 import new_code_cell, new_markdown_cell

    first_of = dict(assignment.source.about.again)  # pairs: the second prediction, then the first
    chart_arguments = _chart_arguments(assignment)
    cells = []
    for (kind, name), (sentence, text) in questions.items():
        first_name = first_of.get(name, "") if kind == "predict" else ""
        lead = f"{say('class.second_time')} " if first_name else ""
        parts = [f"{level} {lead}{_lesson_markdown(sentence)}", _lesson_markdown(text_beside_questions(text, sentence))]
        students = _students_with_answer(submissions, (kind, name))
        if first_name:  # a second prediction is shown for those who have made both
            students &= _students_with_answer(submissions, (kind, first_name))
        if not students:
            parts.append(say("class.none_twice" if first_name else "class.none_answered"))
        cells.append(new_markdown_cell("\n\n".join(filter(None, parts))))
        if students:
            codes = _chart_code(kind, name, first_name, chart_arguments.get(name, ""), name in assignment.choices)
            cells += map(new_code_cell, codes)
        if kind == "self_check":
            cells += map(
                new_markdown_cell,
                (*_corrected_later(submissions, name), *_right_answer_note(assignment, submissions, name)),
            )
    return cells


def _students_with_answer(submissions: list[Submission], question: Question) -> set[int]:
    """Return the numbers of the students of whom the report shows an answer to a question.

    A prediction counts by its number (`said`), which the chart draws; one that does not count has none here. A
    self-check counts by its state, as the chart also counts answers without a number, such as words.
    """
    rows = [(number, row) for number, row in _shown_rows(submissions) if (row.kind, row.name) == question]
    return {n for n, row in rows if (row.said is not None if row.kind == "predict" else _is_answered(row))}


def _is_answered(row: Marked) -> bool:
    """Return True for an answer that the report counts: one was given, and the hand-in is not left out."""
    return row.state not in ("open", *UNCOUNTED)


def _self_check_rows(submissions: list[Submission], name: str) -> list[Marked]:
    """Return the answers of all students to a self-check."""
    rows = (row for submission in submissions if submission.student is not None for row in submission.rows)
    return [row for row in rows if (row.kind, row.name) == ("self_check", name)]


def _corrected_later(submissions: list[Submission], name: str) -> Iterator[str]:
    """Yield how many of those whose first answer to a self-check was wrong were right in the end."""
    answers = [row for row in _self_check_rows(submissions, name) if row.state not in UNCOUNTED]
    wrong = [row for row in answers if row.first is not None and row.first.state == "wrong"]
    if wrong:
        ends = [row.last or row for row in wrong]
        yield say("class.report_later", n=len(wrong), right=sum(row.state == "right" for row in ends))


def _right_answer_note(assignment: Assignment, submissions: list[Submission], name: str) -> Iterator[str]:
    """Yield the right answer to a self-check, as exact as it was asked for; where students differ, the way to it."""
    keys = {row.right for row in _self_check_rows(submissions, name) if row.right is not None}
    if len(keys) > 1:
        way = _lesson_markdown(way_to(assignment, ("self_check", name)))
        yield say("class.report_right_way", way=way) if way else say("class.report_right_own")
    elif keys:
        yield say("class.report_right", value=right_answer(keys.pop(), assignment.digits.get(name)))


def right_answer(key: float, digits: int | None) -> str:
    """Return a key as readers see it: with as many digits behind the point as were asked for."""
    if not digits:
        return format_number(key if digits is None else float(rounded(key, digits)))
    whole, point, part = format_number(float(rounded(key, digits))).partition(say("language.point"))
    return f"{whole}{point or say('language.point')}{part:0<{digits}}"


def _chart_arguments(assignment: Assignment) -> dict[str, str]:
    """Return unit and limits of each prediction, and whether it is a choice, as arguments of a chart."""
    predictions = [each for code in assignment.codes for each in asked_in(code) if each.kind == "predict"]
    arguments_by_name = {each.name: words_of(each) for each in predictions}
    return {
        name: "".join(f", {key}={arguments[key]!r}" for key in ("unit", "low", "high", "choice") if key in arguments)
        for name, arguments in arguments_by_name.items()
    }


def report_page(assignment: Assignment, notebook: Any) -> str:
    """Return the page of a report that has been made: for the projector, without code and the table of answers."""
    from monopoly_lab.export.page import page_of

    source = lesson_in(assignment, resolve_language())
    return page_of(copy.deepcopy(notebook), source.about.title or source.path.stem, is_wall=True)


def _chart_code(kind: str, name: str, first_name: str, arguments: str, is_choice: bool) -> list[str]:
    """Return the code that shows what was said to a question; of a second prediction both, and who changed."""
    if kind != "predict":
        return [f"answer_charts.answers(found, {name!r})", f"mistakes(found, {name!r})"]
    if first_name:
        drawn = f"answer_charts.predictions(found, {first_name!r}{arguments}, again={name!r})"
        return [drawn, f"changes(found, {first_name!r}, {name!r})", f"mistakes(found, {name!r})"]
    wrong = f"mistakes(found, {name!r}{', choice=True' if is_choice else ''})"
    return [f"answer_charts.predictions(found, {name!r}{arguments})", wrong]


def _heading(assignment: Assignment, submissions: list[Submission]) -> str:
    """Return how many have answered, with what mean, and how many are not in it; not why, as the class reads it."""
    rostered = [submission for submission in submissions if submission.student is not None]
    answered = [submission for submission in rostered if any(map(_is_answered, submission.rows))]
    averaged = [submission for submission in answered if not any(row.state in NOT_AVERAGED for row in submission.rows)]
    points = sum(row.points or 0.0 for submission in averaged for row in submission.rows)
    most = sum(row.most for row in rostered[0].rows)
    whole = int(most) if most == int(most) else most  # which its noun agrees with
    parts = [say("class.report", course=escape_markdown(assignment.class_name), n=len(answered), all=len(rostered))]
    if averaged:
        parts.append(
            say("class.report_mean", mean=format_number(float(rounded(points / len(averaged), 1))), most=whole)
        )
    counted = [submission for submission in rostered if not _awaits_decision_or_refused(assignment, submission)]
    not_in_mean = {
        "left_out": len(rostered) - len(counted),
        "silent": sum(is_silent(each) for each in counted if each.path is not None and not each.is_unread),
        "unread": sum(submission.is_unread for submission in counted),
        "code": sum(map(has_code, counted)),
    }
    parts += [say(f"class.report_{key}", n=n) for key, n in not_in_mean.items() if n]
    parts += [say("class.report_tries")] if any(row.first for submission in rostered for row in submission.rows) else []
    return " ".join(parts)


def _close_note(assignment: Assignment, submissions: list[Submission]) -> str:
    """Return which predictions are called close; "" where the report calls none so.

    It does where it compares two predictions, and where all answers to one are close.
    """
    predicted = {name for kind, name in assignment.questions if kind == "predict"}
    students_by_name = {name: _students_with_answer(submissions, ("predict", name)) for name in predicted}
    is_compared = any(
        students_by_name.get(first_name, set()) & students_by_name.get(second_name, set())
        for second_name, first_name in assignment.source.about.again
    )
    rows = [row for _, row in _shown_rows(submissions) if row.kind == "predict"]
    all_close = {row.name for row in rows if row.verdict == "close"}
    all_close -= {row.name for row in rows if row.verdict in FAR or row.state == "refused"}
    key = "report_close_set" if assignment.tolerance.keys() & predicted else "report_close"
    return say(f"class.{key}", share=percent(CLOSE, 0)) if is_compared or all_close else ""


def has_code(submission: Submission) -> bool:
    """Return True for answers that are code and were not run."""
    return any(row.state == "code" for row in submission.rows)


def is_silent(submission: Submission) -> bool:
    """Return True for a submission in which nothing is answered, or for none at all."""
    return all(row.said is None and row.state not in NOT_AVERAGED for row in submission.rows)


def _awaits_decision_or_refused(assignment: Assignment, submission: Submission) -> bool:
    """Return True for what waits for the teacher's decision, or does not count."""
    decided = assignment.decided.get(submission.student.name) if submission.student is not None else None
    return submission.path is not None and (
        decided is False or (decided is None and (submission.is_doubtful or submission.is_rivaled))
    )


def _lesson_markdown(text: str) -> str:
    """Return a text of the lesson as Markdown: formulas in letters, which no page has to draw; "$" is only itself."""
    return without_formulas(text).replace("<", "&lt;").replace("$", "\\$")


def _discussion_text(assignment: Assignment, submissions: list[Submission], questions: InWords) -> Iterator[str]:
    """Yield what to discuss: what most of this class got wrong, then the mistakes that the lesson knows."""
    lines = list(_most_wrong(assignment, submissions, questions))
    if assignment.source.about.mistakes:
        lines.append(f"\n{say('class.also_common')}\n" if lines else f"{say('class.also_common')}\n")
    lines += [f"- {_mistake(each)}" for each in assignment.source.about.mistakes]
    if lines:
        yield f"## {say('class.to_discuss')}\n\n" + "\n".join(lines)


def _mistake(text: str) -> str:
    """Return a mistake that a lesson knows, in bold, and behind it what is true, or what helps."""
    found = AFTER_MISTAKE.search(text)
    end = found.start() if found else len(text)
    return f"**{_lesson_markdown(text[:end])}**{_lesson_markdown(text[end:])}"


def _most_wrong(assignment: Assignment, submissions: list[Submission], questions: InWords) -> Iterator[str]:
    """Yield a line for each mistake that the largest shares of students have made, the largest first.

    What to ask all about them stands below, once.
    """
    revised = {("predict", first_name) for _, first_name in assignment.source.about.again}
    in_class = [question for question in questions if question not in assignment.home | revised]
    rows = [row for _, row in _shown_rows(submissions)]
    mistakes = [each for question in in_class for each in _commonest_mistake(question, rows)]
    commonest = sorted(mistakes, key=lambda each: each.n / each.all, reverse=True)[:MOST_DISCUSSED]
    for each in commonest:
        (kind, name), said = each.question, f" {say('class.or')} ".join(map(format_number, each.said[:COMMON]))
        share = percent(each.n / each.all, 0)
        sentence = say(
            f"class.mistake_{'choice' if name in assignment.choices else kind}",
            n=each.n,
            all=each.all,
            share=share,
            said=said,
        )
        slip = f" {say('class.mistake_slip', slip=escape_markdown(each.slip))}" if each.slip else ""
        yield f"1. **{_lesson_markdown(questions[each.question][0])}**<br>{sentence}{slip}"
    for kind in dict.fromkeys(each.question[0] for each in commonest):
        yield "\n" + say(f"class.mistake_{kind}_ask")


class Mistake(NamedTuple):
    """The same mistake of `n` students, of `all` who have answered a question: the numbers they gave, and the slip."""

    question: Question
    n: int
    all: int
    said: list[float]
    slip: str


def _commonest_mistake(question: Question, rows: list[Marked]) -> Iterator[Mistake]:
    """Yield the commonest mistake of a question, if several have made it: the same slip, or else the same number."""
    answers = [
        row for row in rows if (row.kind, row.name) == question and row.right is not None and row.said is not None
    ]
    wrong = [row for row in answers if row.verdict in FAR or row.state == "wrong"]
    counts = Counter(map(_mistake_in, wrong)).most_common(1)
    if not counts or counts[0][1] < SEVERAL:
        return
    (slip, number), n = counts[0]
    same = [row.said for row in wrong if _mistake_in(row) == (slip, number)]
    yield Mistake(question, n, len(answers), sorted({said for said in same if said is not None}), slip)


def _mistake_in(row: Marked) -> tuple[str, float | None]:
    """Return what tells one mistake from another: the slip behind a wrong answer, or else its number."""
    return (row.slip, None) if row.slip else ("", row.said)


def _answers_in_words(assignment: Assignment, submissions: list[Submission]) -> Iterator[str]:
    """Yield what students wrote in words, by the text that asks for it: without names, and as nothing but letters.

    What waits for a decision, or does not count, is not among it: a copy would stand there twice.
    """
    texts: dict[str, list[str]] = {}
    counted = [
        submission
        for submission in submissions
        if submission.student and not _awaits_decision_or_refused(assignment, submission)
    ]
    for place, said in (text for submission in counted for text in submission.texts):
        texts.setdefault(place, []).append(said)
    above = ""  # a heading, which stands once
    if not texts:
        return
    for name, question_text in {**explained_in(assignment), "": ""}.items():
        if name in texts:
            counts = Counter(texts[name])  # what two have written stands there once
            lines = [f"{number}. {_with_count(said, n)}" for number, (said, n) in enumerate(counts.items(), 1)]
            heading = say("class.in_words") if name else say("class.own_cells")
            head = "" if heading == above else f"## {heading}"
            yield "\n\n".join(part for part in (head, _lesson_markdown(question_text), "\n".join(lines)) if part)
            above = heading


def _with_count(said: str, n: int) -> str:
    """Return a sentence of students, with how many wrote it, word for word, if it is not one alone."""
    return escape_markdown(said) + (f" {say('class.wrote_n', n=n)}" if n > 1 else "")


def _shown_rows(submissions: list[Submission]) -> list[tuple[int, Marked]]:
    """Return the answers of students as the report shows them, each with a number for its student."""
    students = [submission for submission in submissions if submission.student is not None]
    return [(number, _as_reported(row)) for number, submission in enumerate(students, 1) for row in submission.rows]


def _as_reported(row: Marked) -> Marked:
    """Return an answer as the report shows it: without its number if it does not count, else the first try."""
    if row.state in UNCOUNTED:  # a copy, or what the teacher does not count for another reason
        return replace(row, said=None, slip="", verdict=row.verdict and "none")
    return row if row.first is None else replace(row.first, points=row.points)


def _data_code(submissions: list[Submission]) -> str:
    """Return the code that holds a row for each answer, without names: what the class may see of itself."""
    rows = [(n, *(getattr(row, key) for key in REPORTED)) for n, row in _shown_rows(submissions)]
    columns = ["student", *(COLUMNS.get(key, key) for key in REPORTED)]
    text = pd.DataFrame(rows, columns=columns).to_csv(index=False)
    return (
        "import pandas as pd\n\n"
        "from monopoly_lab.common.messages import speak\n"
        "from monopoly_lab.lessons.grading.marks import changes, mistakes, read_report\n"
        "from monopoly_lab.figures import answer_charts\n\n"
        'pd.set_option("display.max_colwidth", None)  # whole sentences\n'
        f"speak({resolve_language()!r})\n"
        f'found = read_report("""\n{text}""")'
    )


def text_beside_questions(text: str, heading: str) -> str:
    """Return what a text says besides its questions: formulas, tables, how exact an answer is."""
    formal = re.compile(r"\$\$|^\|", re.MULTILINE)
    parts = [part if formal.search(part) else _statements(part, heading) for part in text.split("\n\n")]
    return "\n\n".join(part for part in parts if part)


def _statements(part: str, heading: str) -> str:
    """Return the sentences of a paragraph that are neither questions nor the words in bold before them."""
    plain = " ".join(LEAD.sub("", part).replace("**", "").split())
    return " ".join(each for each in sentences(plain) if not each.endswith("?") and each != heading)
