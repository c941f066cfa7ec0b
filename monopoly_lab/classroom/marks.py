"""Marks from submissions and the key, as rows of a table, and as a notebook that shows the class to itself."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monopoly_lab.classroom.collect import Answer, Submission
from monopoly_lab.classroom.course import Course, Student
from monopoly_lab.classroom.key import Key, questions
from monopoly_lab.classroom.running import Run, carried_out
from monopoly_lab.messages import say

if TYPE_CHECKING:
    import pandas as pd

Question = tuple[str, str]  # its kind and its name
SECONDS = 60.0  # for one submission that is run


@dataclass(frozen=True)
class Marked:
    """One thing a student was asked: what was said, what it is, and the points; None for what is not known."""

    student: Student
    kind: str
    name: str
    said: float | None
    found: float | None
    points: float
    most: float


def run_all(course: Course, found: list[Submission]) -> None:
    """Run submissions whose answers are code, each in a process with limits, and take the numbers they come to."""
    for each in found:
        open_ones = [key for key, answer in each.answers.items() if answer.is_code and key[0] == "self_check"]
        if open_ones and each.student is not None:
            run = carried_out([each.cells], Path.cwd(), SECONDS, limited=True)[0]
            each.answers |= {key: _computed(key, run) for key in open_ones}
            if run.failure:
                each.problems.append(say("class.run_failed", reason=run.failure))


def _computed(key: tuple[str, str], run: Run) -> Answer:
    values = [note.value for note in run.notes if (note.kind, note.name) == key]
    return Answer(values[-1]) if values else Answer(None, "", is_code=True)


def marked(course: Course, found: list[Submission], keys: dict[Student, Key]) -> list[Marked]:
    """Everything asked of every student, in the order of the roster and of the lesson; also of those without a file."""
    answers = {each.student: each.answers for each in found if each.student is not None}
    rows = []
    for student in course.students:
        for question in questions(course):
            said = answers.get(student, {}).get(question, Answer(None)).value
            rows.append(_marked(course, student, question, said, keys[student].get(question)))
    return rows


def _marked(
    course: Course, student: Student, question: tuple[str, str], said: float | None, key: float | None
) -> Marked:
    kind, name = question
    most = course.points(kind, name)
    if kind == "predict":
        return Marked(student, kind, name, said, key, most if said is not None else 0.0, most)
    right = said is not None and key is not None and course.is_right(name, said, key)
    return Marked(student, kind, name, said, key, most if right else 0.0, most)


def table(course: Course, found: list[Submission], rows: list[Marked]) -> "pd.DataFrame":
    """A row a student: file, what is odd, each answer with its points, their sum and how many there could be."""
    import pandas as pd

    files = {each.student: each for each in found if each.student is not None}
    made = []
    for student in course.students:
        own, each = [row for row in rows if row.student == student], files.get(student)
        line: dict[str, Any] = {"student": student.name, "file": each.path.name if each else ""}
        line["status"] = "; ".join(each.problems) or say("class.fine") if each else say("class.no_file")
        for row in own:
            line |= {row.name: row.said, f"{row.name} points": row.points}
        made.append(line | {"points": sum(row.points for row in own), "of": sum(row.most for row in own)})
    return pd.DataFrame(made)


def long_table(rows: list[Marked]) -> "pd.DataFrame":
    """A row for each answer, without names: what the class may see of itself."""
    import pandas as pd

    numbers = {student: n for n, student in enumerate(dict.fromkeys(row.student for row in rows), 1)}
    lines = [(numbers[row.student], row.kind, row.name, row.said, row.found, row.points, row.most) for row in rows]
    return pd.DataFrame(lines, columns=["student", "kind", "question", "said", "found", "points", "most"])


def key_table(course: Course, keys: dict[Student, Key]) -> "pd.DataFrame":
    """A row a student: the seed, and what each question comes to with it."""
    import pandas as pd

    lines = []
    for student in course.students:
        line: dict[str, Any] = {"student": student.name, "seed": course.lesson(student).seed}
        lines.append(line | {name: keys[student].get((kind, name)) for kind, name in questions(course)})
    return pd.DataFrame(lines)
