"""Keep the folder of a class: what is given out, what comes back, and the key.

lesson.toml, students.csv     as they were given
teacher.ipynb                 the lesson; later versions of it change nothing here
handed_out/Ann.ipynb          a notebook for each student
submitted/                    what comes back, in any folders
key.csv, marks.csv, report.ipynb, report.html
moodle.csv, canvas.csv        points for grade books
feedback.html, feedback/      what each student reads about the answers: all to print, and a page each
.secret                       what the notebooks are signed with: never given to anybody
"""

import copy
import os
import secrets
import time
import zipfile
import zlib
from contextlib import suppress
from dataclasses import replace as replaced
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from monopoly_lab.common import ABOUT
from monopoly_lab.common.errors import LessonError, UnfitFile
from monopoly_lab.common.file_access import (
    all_or_none,
    describe_system_error,
    first_of_many,
    printable,
    replace,
    shortened,
    visible_names,
    writing,
)
from monopoly_lab.common.messages import ENGLISH, resolve_language, say, speaking
from monopoly_lab.lessons.grading.class_settings import Assignment, of_lesson, read_assignment
from monopoly_lab.lessons.grading.roster import Student, read_roster
from monopoly_lab.lessons.lesson_editions import notebook_bytes, student_notebook
from monopoly_lab.lessons.lesson_notebooks import MOST_BYTES, read_lesson
from monopoly_lab.lessons.question_calls import whose_in, with_student
from monopoly_lab.lessons.translation import is_translated, translated

LESSON, ROSTER, TEACHER = "lesson.toml", "students.csv", "teacher.ipynb"
HANDED_OUT, SUBMITTED = "handed_out", "submitted"
SECRET = ".secret"


def hand_out(lesson: Path, roster: Path, folder: Path | None = None) -> tuple[Path, Assignment, list[Student]]:
    """Make the folder of a class with a notebook for each student; given back with the class and whom it has added.

    A translated lesson is given out in the language of the session; a class that is there already keeps its own. A
    longer roster adds the notebooks of its new students to a class; its settings and all other notebooks stay.

    Raises LessonError, with nothing written, for problems of the files, for a lesson that asks nothing, for a folder
    that is not new, empty or of a class, and for a file that is there and differs.
    """
    assignment = read_assignment(lesson, roster)
    check(assignment)
    folder = folder or Path(f"{assignment.source.about.name}_class")
    _look(folder)
    lang = _language(folder)
    if is_translated(assignment.source.about.name, lang):
        assignment = replaced(assignment, **of_lesson(translated(assignment.source, lang)))
    is_old = (folder / LESSON).is_file()  # its notebooks stay as they were given out, signed or not
    assignment = replaced(assignment, secret=_secret(folder) or ("" if is_old else secrets.token_hex(32)))
    files = {
        folder / LESSON: _with_own_teacher(lesson.read_text(encoding="utf-8-sig"), assignment),
        folder / ROSTER: roster.read_bytes(),
        folder / TEACHER: notebook_bytes(assignment.source.notebook),
    }
    with speaking(lang):
        blank = student_notebook(assignment.source)
        for student in assignment.students:
            files[folder / HANDED_OUT / f"{student.file}.ipynb"] = notebook_bytes(
                notebook_for(assignment, student, blank)
            )
    added = _new_students(folder, assignment) if is_old else []
    if added:  # what counts stands in the file of the class, which the teacher may have edited
        del files[folder / LESSON]
    differing = [path for path, content in files.items() if path.exists() and not _has_content(path, content)]
    differing = [path for path in differing if not (added and path == folder / ROSTER)]
    if differing:
        by_hand = f" {say('class.add_by_hand', path=folder / ROSTER)}" if added else ""
        raise LessonError(say("class.differs", path=differing[0], n=len(differing)) + by_hand)
    if assignment.secret:
        files[folder / SECRET] = assignment.secret.encode()
    with all_or_none([*files, folder / SUBMITTED]):
        for path, content in files.items():
            replace(path, content)
        with writing(folder / SUBMITTED):
            (folder / SUBMITTED).mkdir(exist_ok=True)
        if assignment.secret:
            (folder / SECRET).chmod(0o600)
    return folder, assignment, added


def _new_students(folder: Path, assignment: Assignment) -> list[Student]:
    """Return the students whom a roster adds to those of a class; [] if one of these is gone, or has another file."""
    known = read_roster(folder / ROSTER)
    is_longer = set(known) < set(assignment.students)
    return [student for student in assignment.students if student not in known] if is_longer else []


def _language(folder: Path) -> str:
    """Return the language of the lesson in a folder; where there is none yet, that of the session."""
    teacher = folder / TEACHER
    if not teacher.is_file():
        return resolve_language()
    return str(read_lesson(str(teacher)).notebook.metadata.get(ABOUT, {}).get("lang", ENGLISH))


def _look(folder: Path) -> None:
    """Check the folder of a class; LessonError for a file, or a folder of other things without a teacher's notebook."""
    if os.path.lexists(folder) and not folder.is_dir():
        raise LessonError(say("class.no_folder", path=folder))
    names = visible_names(folder)
    if names and not ((folder / LESSON).is_file() and (folder / TEACHER).is_file()):
        raise LessonError(say("class.foreign", path=folder, n=len(names), names=first_of_many(names)))


def _has_content(path: Path, content: bytes) -> bool:
    return path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content


def _with_own_teacher(text: str, assignment: Assignment) -> bytes:
    """Return the file of the class, which names the teacher's notebook beside it."""
    import tomllib

    import tomli_w

    return tomli_w.dumps({**tomllib.loads(text), "lesson": TEACHER}).encode()


def check(assignment: Assignment) -> None:
    """Check that a lesson can be given to a class; LessonError without a question, or without a first cell."""
    if not any(map(whose_in, assignment.codes)):
        raise LessonError(say("class.no_lesson", value=assignment.source.path.name))
    if not assignment.questions:
        raise LessonError(say("class.asks_nothing", value=assignment.source.path.name))


def read_class(folder: Path) -> Assignment:
    """Return the class of a folder that `hand_out` has made; LessonError for any other."""
    if not (folder / LESSON).is_file():
        raise LessonError(say("class.no_class", value=folder))
    assignment = read_assignment(folder / LESSON, folder / ROSTER)
    check(assignment)
    return replaced(assignment, secret=_secret(folder))


def _secret(folder: Path) -> str:
    """Return what the notebooks of a class are signed with; "" for a class that was given out without."""
    try:
        return (folder / SECRET).read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def notebook_for(assignment: Assignment, student: Student, blank: Any) -> Any:
    """Return the notebook of one student, from the one with nobody's name in it: the same bytes whenever it is made."""
    notebook = copy.deepcopy(blank)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.source = with_student(cell.source, student.name, assignment.class_name) or cell.source
    lesson = assignment.lesson(student)
    notebook.metadata[ABOUT] |= {"student": student.name, "course": assignment.class_name, "seed": lesson.seed}
    if assignment.secret:
        notebook.metadata[ABOUT]["signature"] = assignment.signature(student)
    return notebook


# Zip files in `submitted`, as the served app and Moodle make them. Each is unpacked into a folder of its name beside
# it. A file that was unpacked before stays, until a zip file has a newer one. Names that lead out of the folder, hidden
# files and folders of a Mac are left out.

MOST_IN_FOLDER = 500  # of a zip file, and of one folder of what came back
MOST_IN_ALL = 500_000_000  # bytes of all its files
FOREIGN = set('<>:"\\|?*')  # in a name that some system cannot have, or that leads to another folder
ENCRYPTED = 0x1  # a flag of a file in a zip file
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError, UnfitFile)


class Unpacked(NamedTuple):
    """A zip file: how many files of it are new, and why others are not there, in words."""

    path: Path
    new: int
    problems: list[str]


def unpack(folder: Path) -> list[Unpacked]:
    """Write out every zip file of a folder, but none in its folders; one that cannot be written out stops no other."""
    return [_unpack(path) for path in _zip_files(folder)]


def is_unpacked(path: Path) -> bool:
    """Return True for a zip file with a folder that it was unpacked into."""
    return path.suffix.lower() == ".zip" and path.with_suffix("").is_dir()


def _zip_files(folder: Path) -> list[Path]:
    paths = [path for path in folder.glob("[!.]*") if path.suffix.lower() == ".zip"]
    return sorted(path for path in paths if path.is_file() and not path.is_symlink())


def _unpack(path: Path) -> Unpacked:
    new_files, problems = 0, []
    try:
        with zipfile.ZipFile(path) as archive:
            members = {target: each for each in archive.infolist() if (target := _target(path, each))}
            if len(members) > MOST_IN_FOLDER:
                problems.append(say("class.too_many_in_one", most=MOST_IN_FOLDER))
            left = MOST_IN_ALL
            for target, member in list(members.items())[:MOST_IN_FOLDER]:
                name = printable(shortened(member.filename))
                try:
                    if _is_as_new(target, member):
                        continue
                    if member.file_size > min(MOST_BYTES, left):  # no more than this is ever read of it
                        problems.append(say("class.zip_large", name=name))
                        continue
                    left -= member.file_size
                    _write(target, archive.read(member), _time(member))
                    new_files += 1
                except BROKEN as problem:
                    reason = _why_not_unpacked(path.with_suffix(""), target, member, problem)
                    problems.append(say("class.zip_member", name=name, reason=reason))
    except BROKEN as problem:
        reason = describe_system_error(problem) if isinstance(problem, OSError) else say("class.zip_none")
        problems.append(say("class.zip_broken", reason=reason))
    return Unpacked(path, new_files, problems)


def _why_not_unpacked(folder: Path, target: Path, member: zipfile.ZipInfo, problem: Exception) -> str:
    """Return in words why a file of a zip file was not unpacked into a folder."""
    if member.flag_bits & ENCRYPTED:
        return say("class.zip_locked")
    if isinstance(problem, NotImplementedError):
        return say("class.zip_method")
    if not isinstance(problem, OSError | UnfitFile):
        return say("class.zip_damaged")
    inner = [target, *target.parents][: len(target.relative_to(folder).parts)]
    with suppress(OSError):  # a name that is too long for the system
        if target.is_dir() or any(each.is_file() for each in inner[1:]):
            return say("class.zip_same_name")
    return describe_system_error(problem) if isinstance(problem, OSError) else str(problem)


def _target(path: Path, member: zipfile.ZipInfo) -> Path | None:
    """Return where a file of a zip file goes; None for a folder, a link and a name that is not followed."""
    parts = PurePosixPath(member.filename).parts
    is_plain = parts and not any(part.startswith((".", "/", "__MACOSX")) or FOREIGN & set(part) for part in parts)
    is_link = (member.external_attr >> 16) & 0o170000 == 0o120000
    return path.with_suffix("").joinpath(*parts) if is_plain and not member.is_dir() and not is_link else None


def _time(member: zipfile.ZipInfo) -> float:
    try:
        return time.mktime((*member.date_time, 0, 0, -1))
    except (ValueError, OverflowError):
        return 0.0


def _is_as_new(target: Path, member: zipfile.ZipInfo) -> bool:
    return target.is_file() and target.stat().st_mtime >= _time(member)


def _write(target: Path, content: bytes, when: float) -> None:
    replace(target, content)
    os.utime(target, (when, when))
