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
from monopoly_lab.lessons.depending import own_questions
from monopoly_lab.messages import say
from monopoly_lab.rules import luck

SECONDS = 300.0  # for one student
KEPT = ".key.json"  # what runs of the teacher's notebook have found: they may take minutes

Key = dict[tuple[str, str], float]  # by kind and name; what a lesson never holds against anything is not in it


def keys(course: Course, folder: Path, jobs: int = 0) -> dict[Student, Key]:
    """The key of each student; one run serves all where nothing that is asked depends on the seed.

    As many runs at a time as there are `jobs`, a core each if it is 0. What was found before, with the same cells and
    the same program, is not run again.
    Raises LessonError where the teacher's notebook fails, or where its own answer is not right by the lesson's keys.
    """
    cells = {student: teacher_cells(course, student) for student in course.students}
    first = course.students[0]
    if not own_questions(cells[first]):
        cells = dict.fromkeys(course.students, cells[first])
    marks = {student: _digest(each) for student, each in cells.items()}
    found = _kept(folder)
    missing = {mark: student for student, mark in reversed(marks.items()) if mark not in found}
    if missing:
        _find([cells[student] for student in missing.values()], list(missing.items()), found, folder, jobs)
    return {student: found[mark] for student, mark in marks.items()}


def _find(
    runs: list[list[str]], whose: list[tuple[str, Student]], found: dict[str, Key], folder: Path, jobs: int
) -> None:
    """Run the missing ones with a bar, and keep each key as it comes; LessonError for the first that is none."""
    from monopoly_lab.experiments.executors import workers
    from monopoly_lab.experiments.progress import bar

    with bar(len(runs), say("class.key_bar"), True) as shown:

        def done(number: int, run: Run) -> None:
            shown.update(1)
            mark, student = whose[number]
            found[mark] = _key(student, run)
            content = {mark: [[*question, x] for question, x in key.items()] for mark, key in found.items()}
            replace(folder / KEPT, json.dumps(content).encode())

        for (mark, student), run in zip(whose, carried_out(runs, folder, SECONDS, False, jobs or workers(), done)):
            if mark not in found:
                raise LessonError(say("class.key_failed", student=student.name, reason=run.failure))


def _kept(folder: Path) -> dict[str, Key]:
    """The keys of earlier runs by what was run; none of a file that is missing or damaged."""
    try:
        read = json.loads((folder / KEPT).read_text(encoding="utf-8"))
        return {mark: {(str(kind), str(name)): float(x) for kind, name, x in key} for mark, key in read.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _digest(cells: list[str]) -> str:
    """What a key depends on: the program, its random numbers, and the cells with their student in them."""
    return hashlib.sha256(json.dumps([__version__, luck.FORMAT, cells]).encode()).hexdigest()


def _key(student: Student, run: Run) -> Key:
    if run.failure:
        raise LessonError(say("class.key_failed", student=student.name, reason=run.failure))
    wrong = sorted({note.name for note in run.notes if not note.is_right})
    if wrong:
        raise LessonError(say("class.key_wrong", student=student.name, names=", ".join(wrong)))
    return {(note.kind, note.name): note.value for note in run.notes if note.kind != "said"}
