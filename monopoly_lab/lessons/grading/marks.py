"""Mark submissions by the key, and count what the report for the class shows."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import format_number, resolve_language, say
from monopoly_lab.lessons.grading.class_runs import Key
from monopoly_lab.lessons.grading.class_settings import FIRST, Assignment
from monopoly_lab.lessons.grading.roster import Student
from monopoly_lab.lessons.grading.shared_work import copies as copies
from monopoly_lab.lessons.grading.shared_work import decide, note_shared
from monopoly_lab.lessons.grading.shared_work import same_pages as same_pages
from monopoly_lab.lessons.grading.submission import Marked, SeedFrom, StudentAnswer, Submission
from monopoly_lab.lessons.lesson import Lesson
from monopoly_lab.lessons.number_parser import is_close, is_right, is_share, tolerance
from monopoly_lab.lessons.prediction import Told
from monopoly_lab.lessons.question_calls import Question
from monopoly_lab.lessons.self_check import asked_question
from monopoly_lab.lessons.slips import class_slip, delivered_slip, slip

# refused: no number was meant; doubtful: the teacher has to decide; uncounted: has decided that it does not count
STATES = ("right", "wrong", "refused", "code", "doubtful", "uncounted", "unknown", "open")
VERDICTS = ("close", "slip", "other", "none")  # of a prediction: near the result, a known slip, else, not made
CHANGES = {  # whether the first and the second prediction are close, and what that is called
    (True, True): "stayed_close",
    (False, True): "came_close",
    (True, False): "went_away",
    (False, False): "stayed_away",
}


def mark_submissions(assignment: Assignment, files: Iterable[Submission], keys: dict[Student, Key]) -> list[Submission]:
    """Mark what everybody was asked, and say what keeps points back.

    Args:
        assignment: The class.
        files: What came back.
        keys: The key of each student, by the seed that the numbers in the file came from.

    Returns:
        What came from each student, in the order of the roster, also from those of whom nothing came; then the files
        that name a student who has another one.
    """
    files = list(files)
    judge = _Judge(assignment)
    by_student = {each.student: each for each in files if each.student is not None}
    submissions = [by_student.get(student) or Submission(None, student) for student in assignment.students]
    claimed = [each for each in files if each.claimed is not None]
    for each in [*submissions, *claimed]:
        student = each.student or each.claimed
        if student is not None:
            judge.mark(each, student, keys[student])
        if each.claimed is not None and each.claimed not in by_student:  # the student's own line has to say so
            path = each.path.name if each.path is not None else ""
            other = [say("class.only_other_lesson", path=shortened(path), lesson=shortened(each.other_lesson))]
            odd = other if each.other_lesson else each.problems
            line = next(submission for submission in submissions if submission.student == each.claimed)
            line.problems += [problem for problem in odd if problem not in line.problems]
    note_shared(submissions, assignment, bool(assignment.own))
    for submission in submissions:
        decide(submission, assignment)
    return submissions + claimed


class _Judge:
    """What a class counts as right, close and a slip."""

    def __init__(self, assignment: Assignment) -> None:
        self.assignment = assignment

    def mark(self, submission: Submission, student: Student, key: Key) -> None:
        """Mark everything that a student was asked; of answers that count, say which is right if meant in percent."""
        answers = {
            question: submission.answers.get(question, StudentAnswer(None)) for question in self.assignment.questions
        }
        lost = [
            question
            for question in self.assignment.own
            if submission.seed_from is SeedFrom.UNKNOWN and answers[question] != StudentAnswer(None)
        ]
        key = {question: x for question, x in key.items() if question not in lost}
        lesson = self.assignment.lesson(student, submission.seed)
        submission.rows = [
            self._row(lesson, question, answer, key.get(question)) for question, answer in answers.items()
        ]
        submission.rows = [
            self._with_first(lesson, row, submission.first_tries.get(row.name)) for row in submission.rows
        ]
        submission.rows = [_unknown(row) if (row.kind, row.name) in lost else row for row in submission.rows]
        if submission.is_doubtful:  # another's notebook asks with other numbers: what is wrong here is no slip
            submission.rows = [
                replace(row, slip="") if (row.kind, row.name) in self.assignment.own else row for row in submission.rows
            ]
        if names := ", ".join(row.name for row in submission.rows if row.state == "unknown"):
            submission.problems.append(say("class.seed_unknown", names=names))
        if submission.student is not None:
            for (kind, name), answer in answers.items():
                meant, right = _possible_numbers(answer), key.get((kind, name))
                if kind == "self_check" and right is not None and is_share(meant, partial(self._fits_key, name, right)):
                    value, percent = format_number(meant[0]), format_number(100 * meant[0])
                    submission.problems.append(f"{name}: " + say("class.share", value=value, percent=percent))

    def _row(self, lesson: Lesson, question: Question, answer: StudentAnswer, key: float | None) -> Marked:
        kind, name = question
        most = self.assignment.most(question)
        meant = _possible_numbers(answer)
        fitting = [each for each in meant if key is not None and self._fits_key(name, key, (each,))]
        value = fitting[0] if kind == "self_check" and fitting else answer.value
        if answer.is_code:
            return Marked(kind, name, value, key, None if most else 0.0, most, "code")
        counts = bool(meant) if kind == "predict" else bool(fitting)
        state = "right" if counts else "wrong" if meant else "refused" if answer.problem else "open"
        row = Marked(kind, name, value, key, most if counts else 0.0, most, state)
        row = replace(row, slip=self._slip(lesson, row))
        return replace(row, verdict=self._verdict(row))

    def _with_first(self, lesson: Lesson, row: Marked, first: float | None) -> Marked:
        """Return what a self-check is worth with the first try at it: by that one, unless the class counts the last."""
        if first is None or row.kind != "self_check" or row.state not in ("right", "wrong", "refused"):
            return row
        tried = self._row(lesson, (row.kind, row.name), StudentAnswer(first, readings=(first,)), row.right)
        return replace(tried if self.assignment.attempt == FIRST else row, first=tried, last=row)

    def _fits_key(self, name: str, key: float, readings: tuple[float, ...], times: int = 1) -> bool:
        """Return True for an answer that may mean a number as near to the key as the class, or the question, has it."""
        return is_right(
            readings, key, times * self.assignment.tolerance.get(name, tolerance(self.assignment.digits.get(name)))
        )

    def _is_close(self, row: Marked) -> bool:
        """Return True for a prediction near its result: as near as the class has it, or else a tenth."""
        if row.said is None or row.right is None:
            return False
        allowed = self.assignment.tolerance.get(row.name)
        return is_close(row.said, row.right) if allowed is None else is_right((row.said,), row.right, allowed)

    def _slip(self, lesson: Lesson, row: Marked) -> str:
        """Return what is likely behind a wrong number, in words; "" for a right one, or where nothing is known."""
        is_check = row.kind == "self_check"
        if row.said is None or (row.state != "wrong" if is_check else self._is_close(row)):
            return ""
        if own_slip := class_slip(row.said, self.assignment.slips.get(row.name, {})):
            return own_slip
        question = asked_question(lesson, row.name)
        if not is_check or row.right is None:
            word = delivered_slip(question, row.said)
            return say(f"slip.{word}") if word else ""
        return slip(
            question, row.said, partial(self._fits_key, row.name, row.right), self.assignment.digits.get(row.name)
        )

    def _verdict(self, row: Marked) -> str:
        """Return how near a prediction is, one of VERDICTS; "" for a self-check."""
        if row.kind != "predict":
            return ""
        return "none" if row.said is None else "close" if self._is_close(row) else "slip" if row.slip else "other"


def _unknown(row: Marked) -> Marked:
    """Return an answer whose numbers are not known: a prediction counts as made, a self-check has no points yet."""
    points = row.points if row.kind == "predict" else None
    return replace(row, right=None, points=points, state="unknown", slip="", verdict="")


def _possible_numbers(answer: StudentAnswer) -> tuple[float, ...]:
    """Return the numbers that an answer may mean."""
    return answer.readings or (() if answer.value is None else (answer.value,))


def prediction_change(rows: list[Marked], first: str, second: str) -> str:
    """Return how a student's second prediction compares with the first, in words; "" unless both were made."""
    verdicts = {row.name: row.verdict for row in rows if row.kind == "predict" and row.verdict != "none"}
    if first not in verdicts or second not in verdicts:
        return ""
    return say(f"class.{_change(verdicts[first], verdicts[second])}")


def _change(first: str, second: str) -> str:
    """Return one of CHANGES for how near two predictions are."""
    return CHANGES[(first == "close", second == "close")]


# What stands in a class report, read and counted

COMMON = 3  # wrong answers that are listed


def read_report(text: str) -> "pd.DataFrame":
    """Return the table of a report: a row for each answer, `said` and `found` as numbers."""
    import io

    return pd.read_csv(io.StringIO(text.strip()))


def mistakes(report: "pd.DataFrame", question: str, lang: str = "", choice: bool = False) -> "pd.DataFrame | Told":
    """Return the commonest wrong numbers, how many gave each and what is likely behind it; or that none is wrong.

    No names. Of predictions those count that are not close to the result; `choice`: it was asked what one would do.
    """
    lang = lang or resolve_language()
    answers = report[(report.question == question) & report.said.notna()]
    is_predicted = answers.kind == "predict"
    is_wrong = (answers.state == "wrong") & ~is_predicted
    if "verdict" in answers:  # reports that were made before have none
        is_wrong |= is_predicted & answers.verdict.isin(["slip", "other"])
    wrong = answers[is_wrong]
    refused = int(((report.question == question) & (report.state == "refused")).sum())
    if wrong.empty and refused:
        return Told(say("class.none_wrong_refused", lang, n=refused))
    if wrong.empty:
        return Told(say(_nobody(answers), lang))
    reasons = wrong["slip"].fillna("") if "slip" in wrong else pd.Series("", index=wrong.index)
    rows = [(_several(set(part.said), lang), len(part), why) for why, part in wrong.groupby(reasons) if why]
    unknown = wrong[reasons == ""].groupby("said").size().sort_values(ascending=False, kind="stable")
    rows += [(format_number(x, lang=lang), int(n), "") for x, n in unknown.head(COMMON).items()]
    rows.sort(key=lambda row: -row[1])
    if rest := unknown.iloc[COMMON:].tolist():
        rows.append((say("class.others", lang, n=len(rest)), sum(rest), ""))
    table = pd.DataFrame(rows, columns=["said", "n", "slip"]).set_index("said")
    table.columns = [say("class.students_n", lang), say("class.likely_slip", lang)]
    table = table if any(why for _, _, why in rows) else table.iloc[:, :1]
    heading = say("class.chosen" if choice else "class.predicted" if is_predicted.all() else "class.wrong", lang)
    return table.rename_axis(index=None, columns=heading)  # above the numbers, in the one line of headings


def _several(numbers: Iterable[float], lang: str) -> str:
    """Return numbers in their order; of many the least."""
    values = [format_number(x, lang=lang) for x in sorted(numbers)]
    return "; ".join([*values[:COMMON], *(["..."] if len(values) > COMMON else [])])


def _nobody(answers: "pd.DataFrame") -> str:
    """Return which message says that no number is wrong."""
    if answers.empty:
        return "class.none_answered"
    return "class.all_close" if (answers.kind == "predict").all() else "class.none_wrong"


def changes(report: "pd.DataFrame", first: str, second: str, lang: str = "") -> "pd.DataFrame | Told":
    """Return how many came closer from the first to the second prediction, and how many did not; without names."""
    lang = lang or resolve_language()
    predictions = report[(report.kind == "predict") & report.verdict.isin(["close", "slip", "other"])]
    verdicts = predictions.pivot(index="student", columns="question", values="verdict")
    both = verdicts.reindex(columns=[first, second]).dropna()
    if both.empty:
        return Told(say("class.none_twice", lang))
    counts = both.apply(lambda row: _change(row[first], row[second]), axis=1).value_counts()
    table = pd.DataFrame({say("class.students_n", lang): [int(counts.get(each, 0)) for each in CHANGES.values()]})
    table.index = [say(f"class.{each}", lang) for each in CHANGES.values()]
    return table.rename_axis(columns=say("class.who_changed", lang))


read = read_report  # reports that were written before the name changed call it
