"""The folder of a class: what is given out, where submissions are put, the teacher's notebook as it was then.

lesson.toml, students.csv     as they were given
teacher.ipynb                 the lesson; later versions of it change nothing here
handed_out/Ann.ipynb          a notebook for each student
submitted/                    what comes back, in any folders
key.csv, marks.csv, report.ipynb
"""

import copy
import os
from pathlib import Path
from typing import Any

from monopoly_lab.classroom.course import Course, Student, read_course
from monopoly_lab.errors import LessonError
from monopoly_lab.files import all_or_none, replace, some, strangers, writing
from monopoly_lab.lessons.asking import asked_in, whose_in, with_student
from monopoly_lab.lessons.build import is_open, written
from monopoly_lab.lessons.source import ABOUT, Source
from monopoly_lab.messages import say

LESSON, ROSTER, TEACHER = "lesson.toml", "students.csv", "teacher.ipynb"
HANDED_OUT, SUBMITTED = "handed_out", "submitted"


def hand_out(lesson: Path, roster: Path, folder: Path | None = None) -> tuple[Path, Course]:
    """Make the folder of a class with a notebook for each student; given back with the class.

    Raises LessonError, with nothing written, for problems of the files, for a lesson that asks nothing, for a folder
    that is not new, empty or of a class, and for a file that is there and differs.
    """
    course = read_course(lesson, roster)
    check(course.source)
    folder = folder or Path(f"{course.source.about.name}_class")
    _look(folder)
    files = {
        folder / LESSON: _with_own_teacher(lesson.read_text(encoding="utf-8-sig"), course),
        folder / ROSTER: roster.read_bytes(),
        folder / TEACHER: written(course.source.notebook),
    }
    for student in course.students:
        files[folder / HANDED_OUT / f"{student.file}.ipynb"] = written(notebook_for(course, student))
    differing = [path for path, content in files.items() if path.exists() and not _holds(path, content)]
    if differing:
        raise LessonError(say("class.differs", path=differing[0], n=len(differing)))
    with all_or_none([*files, folder / SUBMITTED]):
        for path, content in files.items():
            replace(path, content)
        with writing(folder / SUBMITTED):
            (folder / SUBMITTED).mkdir(exist_ok=True)
    return folder, course


def _look(folder: Path) -> None:
    """LessonError for what is no folder, and for one of other things: without a teacher's notebook among them."""
    if os.path.lexists(folder) and not folder.is_dir():
        raise LessonError(say("class.no_folder", path=folder))
    found = strangers(folder)
    if found and not ((folder / LESSON).is_file() and (folder / TEACHER).is_file()):
        raise LessonError(say("class.foreign", path=folder, n=len(found), names=some(found)))


def _holds(path: Path, content: bytes) -> bool:
    return path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content


def _with_own_teacher(text: str, course: Course) -> bytes:
    """The file of the class, which names the teacher's notebook beside it."""
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
    """The class of a folder that `hand_out` has made; LessonError for any other."""
    if not (folder / LESSON).is_file():
        raise LessonError(say("class.no_class", value=folder))
    course = read_course(folder / LESSON, folder / ROSTER)
    check(course.source)
    return course


def notebook_for(course: Course, student: Student) -> Any:
    """The notebook of one student: the same bytes whenever it is made."""
    made = copy.deepcopy(course.blank)
    for cell in made.cells:
        if cell.cell_type == "code":
            cell.source = with_student(cell.source, student.name, course.name) or cell.source
    lesson = course.lesson(student)
    made.metadata[ABOUT] |= {"student": student.name, "course": course.name, "seed": lesson.seed}
    return made


def teacher_cells(course: Course, student: Student) -> list[str]:
    """The code of the teacher's notebook with the seed of a student."""
    codes = [cell.source for cell in course.source.notebook.cells if cell.cell_type == "code"]
    return [with_student(code, student.name, course.name) or code for code in codes]


def open_cells(course: Course) -> frozenset[str]:
    """The ids of cells in which students write lines of their own."""
    return frozenset(cell.id for cell in course.source.notebook.cells if cell.cell_type == "code" and is_open(cell))
