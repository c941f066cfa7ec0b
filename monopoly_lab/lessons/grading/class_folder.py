"""Keep the folder of a class: what is given out, what comes back, and the key.

lesson.toml, students.csv     as they were given
teacher.ipynb                 the lesson; later versions of it change nothing here
handed_out/Ann.ipynb          a notebook for each student
submitted/                    what comes back, in any folders
key.csv, marks.csv, report.ipynb
.secret                       what the notebooks are signed with: never given to anybody

The teacher's key: what the teacher's notebook finds with the seed of each student.
"""

import copy
import hashlib
import json
import os
import secrets
from dataclasses import dataclass
from dataclasses import replace as replaced
from pathlib import Path
from typing import Any

from monopoly_lab import __version__
from monopoly_lab.common import ABOUT
from monopoly_lab.common.errors import LessonError
from monopoly_lab.common.file_access import all_or_none, replace, some, visible_names, writing
from monopoly_lab.common.messages import ENGLISH, say, speaking, spoken
from monopoly_lab.lessons.grading.cell_runner import Run, carried_out
from monopoly_lab.lessons.grading.course import Course, Student, read_course
from monopoly_lab.lessons.personal_answers import needed, own_questions
from monopoly_lab.lessons.question_calls import asked_in, whose_in, with_student
from monopoly_lab.lessons.source import Source, read_lesson
from monopoly_lab.lessons.student_edition import is_open, written
from monopoly_lab.lessons.translation import is_translated, translated
from monopoly_lab.rules import random_numbers

LESSON, ROSTER, TEACHER = "lesson.toml", "students.csv", "teacher.ipynb"
HANDED_OUT, SUBMITTED = "handed_out", "submitted"
SECRET = ".secret"


def hand_out(lesson: Path, roster: Path, folder: Path | None = None) -> tuple[Path, Course]:
    """Make the folder of a class with a notebook for each student; given back with the class.

    A translated lesson is given out in the language of the session; a class that is there already keeps its own.

    Raises LessonError, with nothing written, for problems of the files, for a lesson that asks nothing, for a folder
    that is not new, empty or of a class, and for a file that is there and differs.
    """
    course = read_course(lesson, roster)
    check(course.source)
    folder = folder or Path(f"{course.source.about.name}_class")
    _look(folder)
    lang = _language(folder)
    if is_translated(course.source.about.name, lang):
        course = replaced(course, source=translated(course.source, lang))
    is_old = (folder / LESSON).is_file()  # its notebooks stay as they were given out, signed or not
    course = replaced(course, secret=_secret(folder) or ("" if is_old else secrets.token_hex(32)))
    files = {
        folder / LESSON: _with_own_teacher(lesson.read_text(encoding="utf-8-sig"), course),
        folder / ROSTER: roster.read_bytes(),
        folder / TEACHER: written(course.source.notebook),
    }
    with speaking(lang):
        for student in course.students:
            files[folder / HANDED_OUT / f"{student.file}.ipynb"] = written(notebook_for(course, student))
    differing = [path for path, content in files.items() if path.exists() and not _holds(path, content)]
    if differing:
        raise LessonError(say("class.differs", path=differing[0], n=len(differing)))
    if course.secret:
        files[folder / SECRET] = course.secret.encode()
    with all_or_none([*files, folder / SUBMITTED]):
        for path, content in files.items():
            replace(path, content)
        with writing(folder / SUBMITTED):
            (folder / SUBMITTED).mkdir(exist_ok=True)
        if course.secret:
            (folder / SECRET).chmod(0o600)
    return folder, course


def _language(folder: Path) -> str:
    """Return the language of the lesson in a folder; where there is none yet, that of the session."""
    teacher = folder / TEACHER
    if not teacher.is_file():
        return spoken()
    return str(read_lesson(str(teacher)).notebook.metadata.get(ABOUT, {}).get("lang", ENGLISH))


def _look(folder: Path) -> None:
    """LessonError for what is no folder, and for one of other things: without a teacher's notebook among them."""
    if os.path.lexists(folder) and not folder.is_dir():
        raise LessonError(say("class.no_folder", path=folder))
    found = visible_names(folder)
    if found and not ((folder / LESSON).is_file() and (folder / TEACHER).is_file()):
        raise LessonError(say("class.foreign", path=folder, n=len(found), names=some(found)))


def _holds(path: Path, content: bytes) -> bool:
    return path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content


def _with_own_teacher(text: str, course: Course) -> bytes:
    """Return the file of the class, which names the teacher's notebook beside it."""
    import tomllib

    import tomli_w

    return tomli_w.dumps({**tomllib.loads(text), "lesson": TEACHER}).encode()


def check(source: Source) -> None:
    """LessonError for a lesson that a class cannot be given: without a question, or without a first cell."""
    codes = [cell.source for cell in source.notebook.cells if cell.cell_type == "code"]
    if not any(whose_in(code) for code in codes):
        raise LessonError(say("class.no_lesson", value=source.path.name))
    if not any(asked_in(code) for code in codes):
        raise LessonError(say("class.asks_nothing", value=source.path.name))


def read_class(folder: Path) -> Course:
    """Return the class of a folder that `hand_out` has made; LessonError for any other."""
    if not (folder / LESSON).is_file():
        raise LessonError(say("class.no_class", value=folder))
    course = read_course(folder / LESSON, folder / ROSTER)
    check(course.source)
    return replaced(course, secret=_secret(folder))


def _secret(folder: Path) -> str:
    """Return what the notebooks of a class are signed with; "" for a class that was given out without."""
    try:
        return (folder / SECRET).read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def notebook_for(course: Course, student: Student) -> Any:
    """Return the notebook of one student: the same bytes whenever it is made."""
    made = copy.deepcopy(course.blank)
    for cell in made.cells:
        if cell.cell_type == "code":
            cell.source = with_student(cell.source, student.name, course.name) or cell.source
    lesson = course.lesson(student)
    made.metadata[ABOUT] |= {"student": student.name, "course": course.name, "seed": lesson.seed}
    if course.secret:
        made.metadata[ABOUT]["signature"] = course.signature(student)
    return made


def teacher_cells(course: Course, student: Student) -> list[str]:
    """Return the code of the teacher's notebook with the seed of a student."""
    codes = [cell.source for cell in course.source.notebook.cells if cell.cell_type == "code"]
    return [with_student(code, student.name, course.name) or code for code in codes]


def open_cells(course: Course) -> frozenset[str]:
    """Return the ids of cells in which students write lines of their own."""
    return frozenset(cell.id for cell in course.source.notebook.cells if cell.cell_type == "code" and is_open(cell))


# The teacher's key: what the teacher's notebook finds with the seed of each student

SECONDS_A_KEY = 300.0  # for one student
KEPT = ".key.json"  # what runs of the teacher's notebook have found: they may take minutes

Key = dict[tuple[str, str], float]  # by kind and name; what a lesson never holds against anything is not in it


def keys(course: Course, folder: Path, jobs: int = 0) -> dict[Student, Key]:
    """Return the key of each student; one run serves all where nothing that is asked depends on the seed.

    Else the whole notebook is run for one student, and for the others only the lines that their own keys follow from.
    As many runs at a time as there are `jobs`, a core each if it is 0. What was found before, with the same cells and
    the same program, is not run again.
    Raises LessonError where the teacher's notebook fails, or where its own answer is not right by the lesson's keys.
    """
    cells = {student: teacher_cells(course, student) for student in course.students}
    first = course.students[0]
    own = own_questions(cells[first])
    if not own:
        cells = dict.fromkeys(course.students, cells[first])
    marks = {student: _digest(each) for student, each in cells.items()}
    found = _kept(folder)
    missing = {mark: student for student, mark in reversed(marks.items()) if mark not in found}
    if missing:
        _Search(cells, marks, own, found, folder, jobs).find(list(reversed(missing.values())))
    return {student: found[mark] for student, mark in marks.items()}


@dataclass
class _Search:
    """Runs for keys that are missing: what was `found`, by mark, is kept as it comes."""

    cells: dict[Student, list[str]]
    marks: dict[Student, str]
    own: frozenset[tuple[str, str]]
    found: dict[str, Key]
    folder: Path
    jobs: int

    def find(self, students: list[Student]) -> None:
        """Find the keys of students with a bar; LessonError for the first that has none."""
        from monopoly_lab.experiments.executors import bar

        with bar(len(students), say("class.key_bar"), True) as shown:
            first, *others = students
            self._run([first], self.cells, {}, shown)
            if parts := self._parts(first, others):
                rest = {key: x for key, x in self.found[self.marks[first]].items() if key not in self.own}
                self._run(others, parts, rest, shown)
            left = [student for student in others if self.marks[student] not in self.found]
            self._run(left, self.cells, {}, shown)

    def _parts(self, first: Student, others: list[Student]) -> dict[Student, list[str]]:
        """Return the lines that the own keys of others follow from, if they give the first student's key as all do."""
        parts = {student: needed(self.cells[student], self.own) for student in (first, *others)} if others else {}
        if not parts or not all(parts.values()):
            return {}
        (run,) = carried_out([parts[first]], self.folder, SECONDS_A_KEY)
        whole = {question: x for question, x in self.found[self.marks[first]].items() if question in self.own}
        part = {(note.kind, note.name): note.value for note in run.notes if (note.kind, note.name) in self.own}
        return parts if not run.failure and part == whole else {}

    def _run(self, students: list[Student], cells: dict[Student, list[str]], rest: Key, shown: Any) -> None:
        """Run cells for students, whose keys have the `rest` too; what fails with a rest is left to be run whole."""
        from monopoly_lab.experiments.executors import workers

        def done(number: int, run: Run) -> None:
            student = students[number]
            key = _key(student, run) if cells is self.cells else _part(student, run, rest, self.own)
            if key is not None:
                shown.update(1)
                self.found[self.marks[student]] = key
                kept = {mark: [[*question, x] for question, x in key.items()] for mark, key in self.found.items()}
                replace(self.folder / KEPT, json.dumps(kept).encode())

        if students:
            runs = [cells[student] for student in students]
            carried_out(runs, self.folder, SECONDS_A_KEY, False, self.jobs or workers(), done)


def _part(student: Student, run: Run, rest: Key, own: frozenset[tuple[str, str]]) -> Key | None:
    """Return the key of a student of whom only the own questions were run; None where that failed or found little."""
    if run.failure or not all(note.is_right for note in run.notes):
        return None
    found = {(note.kind, note.name): note.value for note in run.notes if note.kind != "said"}
    return rest | {question: x for question, x in found.items() if question in own}


def _kept(folder: Path) -> dict[str, Key]:
    """Return the keys of earlier runs by what was run; none of a file that is missing or damaged."""
    try:
        read = json.loads((folder / KEPT).read_text(encoding="utf-8"))
        return {mark: {(str(kind), str(name)): float(x) for kind, name, x in key} for mark, key in read.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _digest(cells: list[str]) -> str:
    """Return what a key depends on: the program, its random numbers, and the cells with their student in them."""
    return hashlib.sha256(json.dumps([__version__, random_numbers.FORMAT, cells]).encode()).hexdigest()


def _key(student: Student, run: Run) -> Key:
    if run.failure:
        raise LessonError(say("class.key_failed", student=student.name, reason=run.failure))
    wrong = sorted({note.name for note in run.notes if not note.is_right})
    if wrong:
        raise LessonError(say("class.key_wrong", student=student.name, names=", ".join(wrong)))
    return {(note.kind, note.name): note.value for note in run.notes if note.kind != "said"}
