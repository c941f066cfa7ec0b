"""The teacher's key: what the teacher's notebook finds with the seed of each student."""

import hashlib
import json
from pathlib import Path

from monopoly_lab import __version__
from monopoly_lab.classroom.course import Course, Student
from monopoly_lab.classroom.handout import teacher_cells
from monopoly_lab.classroom.running import Run, carried_out
from monopoly_lab.errors import LessonError
from monopoly_lab.files import replace
from monopoly_lab.lessons.asking import asked_in, uses_student
from monopoly_lab.messages import say
from monopoly_lab.rules import luck

SECONDS = 300.0  # for one student
KEPT = ".key.json"  # of the last run: running the teacher's notebook may take minutes

Key = dict[tuple[str, str], float]  # by kind and name; what a lesson never holds against anything is not in it


def keys(course: Course, folder: Path) -> dict[Student, Key]:
    """The key of each student; one run serves all where nothing depends on the seed.

    Raises LessonError where the teacher's notebook fails, or where its own answer is not right by the lesson's keys.
    """
    is_own = uses_student(teacher_cells(course, course.students[0]))
    students = course.students if is_own else course.students[:1]
    kept = _kept(course, folder)
    if kept is not None:
        return kept
    runs = carried_out([teacher_cells(course, student) for student in students], folder, SECONDS)
    found = {student: _key(student, run) for student, run in zip(students, runs)}
    made = {student: found.get(student, found[students[0]]) for student in course.students}
    content = {student.name: [[*question, x] for question, x in key.items()] for student, key in made.items()}
    replace(folder / KEPT, json.dumps({"of": _digest(course), "keys": content}).encode())
    return made


def _kept(course: Course, folder: Path) -> dict[Student, Key] | None:
    """The key of an earlier run; None if there is none, or the notebook, the class or the program have changed."""
    try:
        read = json.loads((folder / KEPT).read_text(encoding="utf-8"))
        if read["of"] != _digest(course):
            return None
        return {
            student: {(kind, name): float(x) for kind, name, x in read["keys"][student.name]}
            for student in course.students
        }
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _digest(course: Course) -> str:
    cells = [teacher_cells(course, student) for student in course.students]
    return hashlib.sha256(json.dumps([__version__, luck.FORMAT, cells]).encode()).hexdigest()


def _key(student: Student, run: Run) -> Key:
    if run.failure:
        raise LessonError(say("class.key_failed", student=student.name, reason=run.failure))
    wrong = sorted({note.name for note in run.notes if not note.is_right})
    if wrong:
        raise LessonError(say("class.key_wrong", student=student.name, names=", ".join(wrong)))
    return {(note.kind, note.name): note.value for note in run.notes}


def questions(course: Course) -> list[tuple[str, str]]:
    """Kind and name of everything that the lesson asks, in its order."""
    codes = [cell.source for cell in course.source.notebook.cells if cell.cell_type == "code"]
    return list(dict.fromkeys((asked.kind, asked.name) for code in codes for asked in asked_in(code)))
