"""Write the marks of a class as tables: for the teacher, and as files that Moodle and Canvas import.

Moodle (https://docs.moodle.org/en/Grade_import) finds a student by the user name, the ID number or the email address;
any column can be mapped to a grade or to the feedback of one.

Canvas (Gradebook, Import) wants Student, ID, SIS User ID, SIS Login ID and Section as the first columns, in this order,
then a column for each assignment; a row "Points Possible" above the students says how much each is worth. It finds a
student by the first of ID, SIS User ID, SIS Login ID and name that is known.

In both an empty cell is no grade.
"""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monopoly_lab.common.escaping import in_csv
from monopoly_lab.common.file_access import printable
from monopoly_lab.common.messages import say
from monopoly_lab.export.workbook import without_formulas
from monopoly_lab.lessons.grading.class_runs import Key
from monopoly_lab.lessons.grading.course import Course, Student
from monopoly_lab.lessons.grading.marks import changed
from monopoly_lab.lessons.grading.submissions import Submission
from monopoly_lab.lessons.question_calls import Question
from monopoly_lab.lessons.question_text import tags

if TYPE_CHECKING:
    import pandas as pd

MOODLE = {"username": "Username", "idnumber": "ID number", "email": "Email address"}  # what finds a student there
CANVAS = {"id": "ID", "sis_user": "SIS User ID", "sis_login": "SIS Login ID", "section": "Section"}
POINTS_POSSIBLE = "    Points Possible"  # begins the row of what assignments are worth, as Canvas itself writes it


def table(course: Course, sheets: list[Submission], folder: Path) -> "pd.DataFrame":
    """Return a row a student: file, what is odd, each answer and its points, their sum, what it could be, what is open.

    The columns of a question end in " said" and " points", so that none is called as a column of the whole, such as
    `points`; two of one name say their kind as well. An answer that has no points yet has them in `open`. Below stand
    the other files that name a student, whose answers count for nobody: without points.
    """
    import pandas as pd

    cells = course.source.notebook.cells
    sentences = [cell.id for cell in cells if cell.cell_type == "markdown" and "explain" in tags(cell)]
    return pd.DataFrame([_line(course, sheet, sentences, folder) for sheet in sheets])


def _line(course: Course, sheet: Submission, sentences: list[str], folder: Path) -> dict[str, Any]:
    """Return a line of the table: what came from a student."""
    student, counts = sheet.student or sheet.claimed, sheet.student is not None
    line: dict[str, Any] = {"student": student.name if student else "", "file": sheet.place(folder)}
    status = printable("; ".join(sheet.problems)) or say("class.fine")
    line["status"] = status if sheet.path is not None else say("class.no_file")
    for row in sheet.rows:
        question = _named((row.kind, row.name), course.questions)
        line |= {f"{question} said": row.said, f"{question} points": row.points if counts else None}
    for second, first in course.source.about.again:
        line |= {f"{second} after {first}": changed(sheet.rows, first, second)}
    whole = {"points": sum(row.points or 0.0 for row in sheet.rows), "of": sum(row.most for row in sheet.rows)}
    line |= whole if counts else dict.fromkeys(whole)
    wrote = dict(sheet.texts)
    line |= {f"sentence {n}": wrote.get(cell, "") for n, cell in enumerate(sentences, 1)}
    return line | {"open": sum(row.most for row in sheet.rows if row.points is None) if counts else None}


def key_table(course: Course, keys: dict[Student, Key]) -> "pd.DataFrame":
    """Return a row a student: the seed, and what each question comes to with it."""
    import pandas as pd

    lines = []
    for student in course.students:
        line: dict[str, Any] = {"student": student.name, "seed": course.lesson(student).seed}
        asked = course.questions
        lines.append(line | {_named(each, asked, taken=list(line)): keys[student].get(each) for each in asked})
    return pd.DataFrame(lines)


def _named(question: Question, others: Iterable[Question], taken: Collection[str] = ()) -> str:
    """Return the name of a question, with its kind where another column is called like it."""
    kind, name = question
    is_taken = name in taken or any(each[1] == name and each[0] != kind for each in others)
    return f"{name}, {kind}" if is_taken else name


def moodle(course: Course, sheets: list[Submission]) -> bytes | None:
    """Return the file for Moodle: a row a student with a grade and its feedback; None if no student can be found there.

    Args:
        course: The class, whose roster has a column such as `email`.
        sheets: What came from each student, with its points.
    """
    import pandas as pd

    known = [key for key in MOODLE if any(student.other(key) for student in course.students)]
    if not known:
        return None
    title = course.source.about.title or course.source.path.stem
    lines = [
        {MOODLE[key]: sheet.student.other(key) for key in known}
        | {title: _grade(sheet), f"{title} (feedback)": _feedback(sheet)}
        for sheet in sheets
        if sheet.student is not None
    ]
    return _bytes(pd.DataFrame(lines))


def canvas(course: Course, sheets: list[Submission]) -> bytes:
    """Return the file for Canvas: what the assignment is worth, then a row a student."""
    import pandas as pd

    title = course.source.about.title or course.source.path.stem
    most = sum(row.most for row in sheets[0].rows)
    head = {"Student": POINTS_POSSIBLE} | dict.fromkeys(CANVAS.values(), "") | {title: f"{most:g}"}
    lines = [
        {"Student": sheet.student.name}
        | {name: sheet.student.other(key) for key, name in CANVAS.items()}
        | {title: _grade(sheet)}
        for sheet in sheets
        if sheet.student is not None
    ]
    return _bytes(pd.DataFrame([head, *lines]))


def _grade(sheet: Submission) -> str:
    """Return the points of a student; "" for nothing handed in, and while an answer has no points yet."""
    if any(row.points is None for row in sheet.rows) or all(row.state == "open" for row in sheet.rows):
        return ""
    return f"{sum(row.points or 0.0 for row in sheet.rows):g}"


def _feedback(sheet: Submission) -> str:
    """Return what a student may read beside the grade: each self-check with its points, and the likely slip."""
    return "; ".join(
        f"{row.name} {'?' if row.points is None else f'{row.points:g}'}/{row.most:g}"
        + (f" ({row.slip})" if row.slip and row.kind == "self_check" and row.state == "wrong" else "")
        for row in sheet.rows
        if row.state != "open"
    )


def _bytes(table: "pd.DataFrame") -> bytes:
    text: str = without_formulas(table, in_csv).to_csv(index=False)
    return text.encode()
