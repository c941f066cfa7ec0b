"""Write the marks of a class as files that Moodle and Canvas import.

Moodle (https://docs.moodle.org/en/Grade_import) finds a student by the user name, the ID number or the email address;
any column can be mapped to a grade or to the feedback of one.

Canvas (Gradebook, Import) wants Student, ID, SIS User ID, SIS Login ID and Section as the first columns, in this order,
then a column for each assignment; a row "Points Possible" above the students says how much each is worth. It finds a
student by the first of ID, SIS User ID, SIS Login ID and name that is known.

In both an empty cell is no grade.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from monopoly_lab.common.escaping import in_csv
from monopoly_lab.export.workbook import without_formulas
from monopoly_lab.lessons.grading.course import Course, Student

if TYPE_CHECKING:
    import pandas as pd

    from monopoly_lab.lessons.grading.marks import Marked

MOODLE = {"username": "Username", "idnumber": "ID number", "email": "Email address"}  # what finds a student there
CANVAS = {"id": "ID", "sis_user": "SIS User ID", "sis_login": "SIS Login ID", "section": "Section"}
POINTS_POSSIBLE = "    Points Possible"  # begins the row of what assignments are worth, as Canvas itself writes it


def moodle(course: Course, rows: "list[Marked]", feedback: Mapping[Student, str]) -> bytes | None:
    """Return the file for Moodle: a row a student with a grade and its feedback; None if no student can be found there.

    Args:
        course: The class, whose roster has a column such as `email`.
        rows: What everybody was asked, with its points.
        feedback: What each student reads beside the grade.
    """
    import pandas as pd

    known = [key for key in MOODLE if any(student.other(key) for student in course.students)]
    if not known:
        return None
    title = course.title
    lines = [
        {MOODLE[key]: student.other(key) for key in known}
        | {title: _grade(rows, student), f"{title} (feedback)": feedback.get(student, "")}
        for student in course.students
    ]
    return _bytes(pd.DataFrame(lines))


def canvas(course: Course, rows: "list[Marked]") -> bytes:
    """Return the file for Canvas: what the assignment is worth, then a row a student."""
    import pandas as pd

    title = course.title
    most = sum(row.most for row in rows if row.student == course.students[0])
    head = {"Student": POINTS_POSSIBLE} | dict.fromkeys(CANVAS.values(), "") | {title: f"{most:g}"}
    lines = [
        {"Student": student.name}
        | {name: student.other(key) for key, name in CANVAS.items()}
        | {title: _grade(rows, student)}
        for student in course.students
    ]
    return _bytes(pd.DataFrame([head, *lines]))


def _grade(rows: "list[Marked]", student: Student) -> str:
    """Return the points of a student; "" for nothing handed in, and while an answer has no points yet."""
    own = [row for row in rows if row.student == student]
    if any(row.points is None for row in own) or all(row.state == "open" for row in own):
        return ""
    return f"{sum(row.points or 0.0 for row in own):g}"


def _bytes(table: "pd.DataFrame") -> bytes:
    text: str = without_formulas(table, in_csv).to_csv(index=False)
    return text.encode()
