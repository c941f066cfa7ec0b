"""Feedback for students: what each answered, what came out, the likely slip; for grade books, for paper and to send."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import format_number, resolve_language, say, significant
from monopoly_lab.lessons.formula_text import without_formulas
from monopoly_lab.lessons.grading.class_report import right_answer
from monopoly_lab.lessons.grading.class_settings import Assignment, of_lesson
from monopoly_lab.lessons.grading.given_lesson import explained_in, in_words, lesson_in, way_to
from monopoly_lab.lessons.grading.submission import Marked, SeedFrom, Submission
from monopoly_lab.lessons.own_numbers import Own
from monopoly_lab.lessons.question_text import condition, tags
from monopoly_lab.lessons.self_check import asked_question

SHOWN = 4  # digits of what came out, where a prediction was made


class Line(NamedTuple):
    """What a student reads of one question: its words, its points, notes on the answer, and what became of it."""

    question: str
    points: str
    notes: str
    state: str


class Feedback:
    """What the students of a class read about their answers, in the language of the session."""

    def __init__(self, assignment: Assignment) -> None:
        self.assignment = replace(assignment, **of_lesson(lesson_in(assignment, resolve_language())))
        self._asked = in_words(self.assignment)
        self._explained = explained_in(self.assignment)
        self._has_sentences = any("explain" in tags(cell) for cell in self.assignment.source.notebook.cells)

    @property
    def title(self) -> str:
        """Return the title of the lesson."""
        return self.assignment.source.about.title or self.assignment.source.path.stem

    def text(self, submission: Submission) -> str:
        """Return the feedback for a grade book: a line for each question, with points, answer, right answer and slip.

        Of a hand-in that the teacher has decided not to count it says why, without the name of another student.
        """
        if not (lines := self._lines(submission)):
            return _why_not_counted(submission)
        parts = [f"{n}. {_text(line)}" for n, line in enumerate(lines, 1)]
        return "\n".join([*parts, *([say("class.no_points_for_sentences")] if self._has_sentences else [])])

    def page(self, submissions: Iterable[Submission]) -> str:
        """Return a page with a part for each student, which begins on a sheet of its own when it is printed."""
        from monopoly_lab.export.page import html_page

        parts = "".join(f'<section class="student">{self._part(submission)}</section>' for submission in submissions)
        return html_page(self.title, parts, 'class="feedback"')

    def _part(self, submission: Submission) -> str:
        name = submission.student.name if submission.student is not None else ""
        points, most = (
            format_number(sum(each)) for each in zip(*((row.points or 0.0, row.most) for row in submission.rows))
        )
        total = say("class.feedback_points", points=points, most=most)
        lines = self._lines(submission)
        head = f"<h1>{escaped(self.title)}</h1><p>{escaped(self.assignment.class_name)} · <b>{escaped(name)}</b></p>"
        head += f"<p>{escaped(total)}</p>"
        if not lines:
            return f"{head}<p>{escaped(_why_not_counted(submission))}</p>"
        items = "".join(
            f'<li class="{line.state}">{escaped(line.question)}<br><b>{escaped(line.points)}</b>'
            + (f"<br>{escaped(line.notes[0].upper() + line.notes[1:])}." if line.notes else "")
            + "</li>"
            for line in lines
        )
        return f"{head}<ol>{items}</ol>{''.join(self._sentences(submission))}"

    def _sentences(self, submission: Submission) -> Iterator[str]:
        """Yield what the student wrote in words, below what asks for it."""
        for place, sentence in submission.texts:
            question = _plain_line(self._explained.get(place, ""))
            wrote = "<br>".join(map(escaped, sentence.splitlines()))
            yield f"<p>{escaped(question)}</p><blockquote>{wrote}</blockquote>"
        if submission.texts:
            yield f"<p>{escaped(say('class.no_points_for_sentences'))}</p>"

    def _lines(self, submission: Submission) -> list[Line]:
        """Return a line for each question; none of a hand-in that does not count."""
        if any(row.state == "uncounted" for row in submission.rows):
            return []
        return [self._line(submission, row) for row in submission.rows]

    def _line(self, submission: Submission, row: Marked) -> Line:
        question, text = self._asked.get((row.kind, row.name), (row.name, ""))
        before = " ".join(filter(None, (condition(text, question), self._own_numbers(submission, row.name))))
        state = row.state if row.kind == "self_check" else "predicted"
        is_choice = row.name in self.assignment.choices
        how = _plain_line(way_to(self.assignment, (row.kind, row.name))).rstrip(".")
        notes = "; ".join(notes_on(row, self.assignment.digits.get(row.name), is_choice, how))
        return Line(
            " ".join(filter(None, map(_plain_line, (before, question)))), points_of(row, is_choice), notes, state
        )

    def _own_numbers(self, submission: Submission, question: str) -> str:
        """Return the student's own numbers of a question; "" where it has none, or where they are not known."""
        if submission.student is None or submission.seed_from is SeedFrom.UNKNOWN:
            return ""
        own = asked_question(self.assignment.lesson(submission.student, submission.seed), question).own
        return f"{say('own.lead', numbers=own.in_words())}." if isinstance(own, Own) else ""


def _why_not_counted(submission: Submission) -> str:
    return say("class.not_counted_alike" if submission.is_alike else "class.not_counted")


def _plain_line(text: str) -> str:
    """Return a text of a lesson in one line, without marks and formulas."""
    return " ".join(without_formulas(text).replace("*", "").split())


def _text(line: Line) -> str:
    """Return a line of feedback for a grade book."""
    end = "" if line.question.endswith("?") else ":"
    return f"{line.question}{end} {line.points}{f' ({line.notes})' if line.notes else ''}"


def points_of(row: Marked, is_choice: bool = False) -> str:
    """Return what a question has brought, in words: a prediction was made, and has no mark for being right."""
    points = f"{'?' if row.points is None else format_number(row.points)}/{format_number(row.most)}"
    if row.kind == "predict" and row.said is not None and row.points is not None:
        return say("class.choice_made" if is_choice else "class.prediction_made") + (f", {points}" if row.most else "")
    if not row.most:
        return say("class.right_for_nothing" if row.state == "right" else "class.for_nothing")
    return points


def notes_on(row: Marked, digits: int | None, is_choice: bool = False, how: str = "") -> Iterator[str]:
    """Yield what was answered, what is right or came out, how far off that is, and the likely slip; or that it is open.

    `digits` are those behind the point that a self-check asks for; `is_choice`: of what a student would do; `how` the
    right answer is found.
    """
    if row.state == "open":
        yield say("class.left_open")
    if row.state == "refused":
        yield say("class.refused_n")
    if row.said is None:
        return
    if row.kind == "predict":
        yield from _choice(row.said, row) if is_choice else _prediction(row.said, row)
    else:
        yield _answer(row.said, row)
        is_mended = row.last is not None and row.last.state == "right"
        if row.right is not None and row.state == "wrong" and not is_mended:
            yield say("class.right_is", value=right_answer(row.right, digits))
            if how:
                yield say("class.found_so", how=how)
    if row.slip and row.state in ("right", "wrong"):
        yield f"{say('class.likely_slip')}: {row.slip}"


def _answer(value: float, row: Marked) -> str:
    """Return what was answered to a self-check; of an answer that was changed on the page also which one counts."""
    first, last = row.first, row.last  # none where the class is in notebooks
    if first is None or last is None or row.right is None:
        return say("class.you_answered", value=format_number(value))
    if first.said is None or last.said is None or last.said == first.said:
        return say("class.you_answered", value=format_number(value))
    return say(
        "class.you_answered_twice",
        first=format_number(first.said),
        first_is=say(f"class.{first.state}_n"),
        last=format_number(last.said),
        last_is=say(f"class.{last.state}_n"),
        counts=say("class.counts_last" if value == last.said else "class.counts_first"),
    )


def _choice(value: float, row: Marked) -> Iterator[str]:
    """Yield what was chosen, and what would have been best."""
    best = row.right if row.right is None else float(significant(row.right, SHOWN))
    yield say("class.you_chose_best" if value == best else "class.you_chose", value=format_number(value))
    if best not in (None, value):
        yield say("lesson.best", found=format_number(best))


def _prediction(value: float, row: Marked) -> Iterator[str]:
    """Yield what was predicted, how far it is from what came out, and what came out."""
    if row.right is None:
        yield say("class.you_predicted", value=format_number(value))
        return
    result = float(significant(row.right, SHOWN))
    if value == result:
        yield say("class.you_predicted_exactly", value=format_number(value))
        return
    key = "close" if row.verdict == "close" else "low" if value < result else "high"
    yield say(f"class.you_predicted_{key}", value=format_number(value), off=format_number(abs(result - value), SHOWN))
    yield say("class.came_out", value=format_number(row.right, SHOWN))
