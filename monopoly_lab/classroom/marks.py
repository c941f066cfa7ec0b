"""Marks from submissions and the key, as rows of a table, and as a notebook that shows the class to itself."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monopoly_lab.classroom.collect import Answer, Submission
from monopoly_lab.classroom.course import Course, Student
from monopoly_lab.classroom.key import Key
from monopoly_lab.classroom.running import Run, carried_out
from monopoly_lab.messages import say

if TYPE_CHECKING:
    import pandas as pd

Question = tuple[str, str]  # its kind and its name
SECONDS = 60.0  # for one submission that is run
RUN_AS = {"predict": "said", "self_check": "self_check"}  # the kind of note in which a run says what was answered


@dataclass(frozen=True)
class Marked:
    """One thing a student was asked: what was said, what it is, and the points; None for what is not known.

    `points` are None for an answer that is code and was not run: it is neither right nor wrong yet.
    """

    student: Student
    kind: str
    name: str
    said: float | None
    found: float | None
    points: float | None
    most: float


def run_all(course: Course, found: list[Submission]) -> None:
    """Run submissions whose answers are code, each in a process with limits, and take the numbers they come to."""
    from monopoly_lab.experiments.progress import bar

    written = [each for each in found if each.student is not None and each.code]
    with bar(len(written), say("class.run_bar"), True) as shown:
        for each in written:
            run = carried_out([each.cells], Path.cwd(), SECONDS, limited=True)[0]
            computed = {question: _computed(question, run) for question in each.code}
            each.answers |= computed
            if run.failure:
                each.problems.append(say("class.run_failed", reason=run.failure))
            elif names := [name for (_, name), answer in computed.items() if answer.value is None]:
                each.problems.append(say("class.run_nothing", names=", ".join(names)))
            shown.update(1)


def name_code(found: list[Submission]) -> None:
    """Say of each submission which answers are code that was not run: they have no points yet."""
    for each in found:
        if each.code:
            each.problems.append(say("class.is_code", names=", ".join(name for _, name in each.code)))


def _computed(question: Question, run: Run) -> Answer:
    """The number that an answer came to; where the run found none, it is not answered."""
    kind, name = question
    values = [note.value for note in run.notes if (note.kind, note.name) == (RUN_AS[kind], name)]
    return Answer(values[-1] if values else None)


def marked(course: Course, found: list[Submission], keys: dict[Student, Key]) -> list[Marked]:
    """Everything asked of every student, in the order of the roster and of the lesson; also of those without a file."""
    answers = {each.student: each.answers for each in found if each.student is not None}
    rows = []
    for student in course.students:
        for question in course.questions:
            said = answers.get(student, {}).get(question, Answer(None))
            rows.append(_marked(course, student, question, said, keys[student].get(question)))
    return rows


def _marked(course: Course, student: Student, question: Question, said: Answer, key: float | None) -> Marked:
    kind, name = question
    most, value = course.points(kind, name), said.value
    meant = said.readings or (() if value is None else (value,))
    is_right = bool(meant) and (kind == "predict" or (key is not None and course.is_right(name, meant, key)))
    points = None if said.is_code else most if is_right else 0.0
    return Marked(student, kind, name, value, key, points, most)


def copies(course: Course, rows: list[Marked]) -> dict[Student, list[Student]]:
    """Who has somebody else's answers: the same numbers to self-checks whose keys differ, and wrong by the own ones."""
    sheets = {student: _checked(rows, student) for student in course.students}
    return {student: alike for student in sheets if (alike := [each for each in sheets if _has(sheets, student, each)])}


def _checked(rows: list[Marked], student: Student) -> dict[str, Marked]:
    own = [row for row in rows if row.student == student and row.kind == "self_check"]
    return {row.name: row for row in own if row.said is not None and row.found is not None}


def _has(sheets: dict[Student, dict[str, Marked]], student: Student, other: Student) -> bool:
    mine, theirs = sheets[student], sheets[other]
    if student == other or set(mine) != set(theirs) or any(row.said != theirs[name].said for name, row in mine.items()):
        return False
    return any(row.points == 0 and row.found != theirs[name].found for name, row in mine.items())


def name_copies(course: Course, found: list[Submission], rows: list[Marked]) -> None:
    """Say of each submission whose answers it has."""
    alike = copies(course, rows)
    for each in found:
        if each.student in alike:
            names = ", ".join(other.name for other in alike[each.student])
            each.problems.append(say("class.same_answers", students=names))


def table(course: Course, found: list[Submission], rows: list[Marked]) -> "pd.DataFrame":
    """A row a student: file, what is odd, each answer and its points, their sum, what it could be, what is open.

    The columns of a question end in " said" and " points", so that none is called as a column of the whole, such as
    `points`; two of one name say their kind as well. An answer that is code has no points, and the points it could
    bring are `open`.
    """
    import pandas as pd

    files = {each.student: each for each in found if each.student is not None}
    made = []
    for student in course.students:
        own, each = [row for row in rows if row.student == student], files.get(student)
        line: dict[str, Any] = {"student": student.name, "file": each.path.name if each else ""}
        line["status"] = "; ".join(each.problems) or say("class.fine") if each else say("class.no_file")
        for row in own:
            name = _named((row.kind, row.name), course.questions)
            line |= {f"{name} said": row.said, f"{name} points": row.points}
        line |= {"points": sum(row.points or 0.0 for row in own), "of": sum(row.most for row in own)}
        made.append(line | {"open": sum(row.most for row in own if row.points is None)})
    return pd.DataFrame(made)


def _named(question: Question, others: Iterable[Question], taken: Collection[str] = ()) -> str:
    """The name of a question, with its kind where another column is called like it."""
    kind, name = question
    is_taken = name in taken or any(each[1] == name and each[0] != kind for each in others)
    return f"{name}, {kind}" if is_taken else name


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
        asked = course.questions
        lines.append(line | {_named(each, asked, taken=list(line)): keys[student].get(each) for each in asked})
    return pd.DataFrame(lines)
