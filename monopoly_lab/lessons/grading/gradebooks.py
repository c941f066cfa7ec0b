"""Write the marks of a class as tables: for the teacher, and as files that Moodle and Canvas import.

Moodle (https://docs.moodle.org/en/Grade_import) finds a student by one column: the user name, the ID number or the
email address; any column can be mapped to a grade or to the feedback of one. A row without that name would count for
the student above it, and an unknown one stops the import. A grade has a decimal point.

Canvas (https://community.canvaslms.com/t5/Instructor-Guide/How-do-I-import-grades-in-the-Gradebook/ta-p/807) wants
Student, ID, SIS User ID, SIS Login ID and Section as the first columns, in this order, then a column for each
assignment; a row "Points Possible" above the students says how much each is worth. It finds a student by the first of
ID, SIS User ID, SIS Login ID and name that is known.

Both overwrite a grade with an empty cell: Moodle makes it no grade, or 0 in a new item, Canvas clears it. So a student
without a grade has no row.
"""

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

from monopoly_lab.common.escaping import escape_csv
from monopoly_lab.common.file_access import printable
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import rounded, say
from monopoly_lab.lessons.grading.class_runs import Key
from monopoly_lab.lessons.grading.class_settings import Assignment
from monopoly_lab.lessons.grading.marks import prediction_change
from monopoly_lab.lessons.grading.roster import Student
from monopoly_lab.lessons.grading.student_feedback import Feedback
from monopoly_lab.lessons.grading.submission import Submission
from monopoly_lab.lessons.question_calls import Question
from monopoly_lab.lessons.question_text import tags

MOODLE = {"username": "Username", "idnumber": "ID number", "email": "Email address"}  # what finds a student there
CANVAS = {"id": "ID", "sis_user": "SIS User ID", "sis_login": "SIS Login ID", "section": "Section"}
POINTS_POSSIBLE = "    Points Possible"  # begins the row of what assignments are worth, as Canvas itself writes it


def table(assignment: Assignment, submissions: list[Submission], folder: Path) -> "pd.DataFrame":
    """Return a row a student: file, what is odd, each answer and its points, their sum, what it could be, what is open.

    Its columns are named in the language of the session. Those of a question end in " said" and " points", so that none
    is called as a column of the whole, such as `points`; in " first" what was tried first on a page; two of one name
    say their kind as well. An answer that has no points yet has them in `open`. Below are the other files that name a
    student, whose answers count for nobody: without points.
    """
    cells = assignment.source.notebook.cells
    sentences = [cell.id for cell in cells if cell.cell_type == "markdown" and "explain" in tags(cell)]
    tried = {row.name for submission in submissions for row in submission.rows if row.first is not None}
    return pd.DataFrame([_line(assignment, submission, sentences, folder, tried) for submission in submissions])


def _line(
    assignment: Assignment, submission: Submission, sentences: list[str], folder: Path, tried: Collection[str]
) -> dict[str, Any]:
    """Return a line of the table: what came from a student; with the first try at what is in `tried`."""
    student, counts = submission.student or submission.claimed, submission.student is not None
    line: dict[str, Any] = {_head("student"): student.name if student else "", _head("file"): submission.place(folder)}
    odd = [*([say("class.no_file")] if submission.path is None else []), *submission.problems]
    line[_head("status")] = printable("; ".join(odd)) or say("class.fine")
    for row in submission.rows:
        question = _column_name((row.kind, row.name), assignment.questions)
        line[_head("question_said", question=question)] = row.said if row.last is None else row.last.said
        if row.kind == "self_check" and row.name in tried:
            line[_head("question_first", question=question)] = row.first.said if row.first else None
        line[_head("question_points", question=question)] = row.points if counts else None
    for second, first in assignment.source.about.again:
        line[_head("again", second=second, first=first)] = prediction_change(submission.rows, first, second)
    line[_head("points")] = sum(row.points or 0.0 for row in submission.rows) if counts else None
    line[_head("of")] = sum(row.most for row in submission.rows) if counts else None
    if home := [row for row in submission.rows if (row.kind, row.name) in assignment.home and row.kind == "self_check"]:
        line[_head("home", n=len(home))] = sum(row.state == "right" for row in home) if counts else None
    wrote = dict(submission.texts)
    line |= {_head("sentence", n=n): wrote.get(cell, "") for n, cell in enumerate(sentences, 1)}
    line[_head("open")] = sum(row.most for row in submission.rows if row.points is None) if counts else None
    return line


def _head(column: str, **values: Any) -> str:
    """Return what stands over a column of the teacher's tables."""
    return say(f"class.column_{column}", **values)


def key_table(assignment: Assignment, keys: dict[Student, Key]) -> "pd.DataFrame":
    """Return a row a student: the seed, and what each question comes to with it."""
    lines = []
    for student in assignment.students:
        line: dict[str, Any] = {_head("student"): student.name, _head("seed"): assignment.lesson(student).seed}
        asked = assignment.questions
        lines.append(line | {_column_name(each, asked, taken=list(line)): keys[student].get(each) for each in asked})
    return pd.DataFrame(lines)


def _column_name(question: Question, others: Iterable[Question], taken: Collection[str] = ()) -> str:
    """Return the name of a question, with its kind where another column is called like it."""
    kind, name = question
    is_taken = name in taken or any(each[1] == name and each[0] != kind for each in others)
    return f"{name}, {kind}" if is_taken else name


def moodle(assignment: Assignment, submissions: list[Submission], feedback: Feedback) -> bytes | None:
    """Return the file for Moodle: grade and feedback of each student who has a grade; None if it could find nobody.

    Args:
        assignment: The class, whose roster has a column such as `email`.
        submissions: What came from each student, with its points.
        feedback: What students read about their answers.
    """
    known = _moodle_keys(assignment)
    if not known:
        return None
    title = assignment.source.about.title or assignment.source.path.stem
    lines = [
        [*(student.identifier(key) for key in known), grade, feedback.text(submission)]
        for student, submission, grade in students_with_grades(submissions)
        if all(map(student.identifier, known))
    ]
    return _bytes([*(MOODLE[key] for key in known), title, f"{title} (feedback)"], lines)


def unknown_to_moodle(assignment: Assignment) -> list[Student]:
    """Return the students whom the file for Moodle leaves out because the roster does not say how to find them."""
    known = _moodle_keys(assignment)
    return [student for student in assignment.students if not known or not all(map(student.identifier, known))]


def _moodle_keys(assignment: Assignment) -> list[str]:
    """Return what the roster says of every student for Moodle to find them; else what it says of most of them."""
    counts = {key: sum(bool(student.identifier(key)) for student in assignment.students) for key in MOODLE}
    most = max(counts, key=lambda key: counts[key])
    return [key for key in MOODLE if counts[key] == len(assignment.students)] or ([most] if counts[most] else [])


def is_known_to_canvas(assignment: Assignment) -> bool:
    """Return True if the roster has a number or login by which Canvas finds students; by name it may find another."""
    return any(student.identifier(key) for student in assignment.students for key in CANVAS if key != "section")


def canvas(assignment: Assignment, submissions: list[Submission]) -> bytes:
    """Return the file for Canvas: what the assignment is worth, then a row for each student who has a grade."""
    title = assignment.source.about.title or assignment.source.path.stem
    most = sum(row.most for row in submissions[0].rows)
    head = [POINTS_POSSIBLE, *("" for _ in CANVAS), _number(most)]
    lines = [
        [student.name, *map(student.identifier, CANVAS), grade]
        for student, _, grade in students_with_grades(submissions)
    ]
    return _bytes(["Student", *CANVAS.values(), title], [head, *lines])


def students_with_grades(submissions: list[Submission]) -> Iterator[tuple[Student, Submission, str]]:
    """Yield the students who have a grade, with what came from them and the grade."""
    for submission in submissions:
        if submission.student is not None and (grade := grade_of(submission)):
            yield submission.student, submission, grade


def grade_of(submission: Submission) -> str:
    """Return the points of a student; "" for nothing handed in, and while an answer has no points yet."""
    if any(row.points is None for row in submission.rows) or all(row.state == "open" for row in submission.rows):
        return ""
    return _number(sum(row.points or 0.0 for row in submission.rows))


def _number(points: float) -> str:
    """Return points as grade books read them: a decimal point, no mark between thousands, no exponent."""
    return format(rounded(points, 6).normalize(), "f")


def _bytes(columns: list[str], lines: list[list[str]]) -> bytes:
    from monopoly_lab.export.workbook import without_formulas

    text: str = without_formulas(pd.DataFrame(lines, columns=columns), _lines_in_csv).to_csv(index=False)
    return text.encode()


def _lines_in_csv(text: str) -> str:
    """Return a text for a CSV file, line by line harmless: Moodle shows the lines of a feedback as lines."""
    return "\n".join(str(escape_csv(line)) for line in text.split("\n"))
