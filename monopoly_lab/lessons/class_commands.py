"""Add the command `monopoly-lab class` with its arguments: notebooks for a class, the key, submissions marked."""

import argparse
import hashlib
import time
from pathlib import Path
from typing import Any

from monopoly_lab.common.file_access import folder_named, printable, replace, shortened, whole_number
from monopoly_lab.common.messages import decimal, say
from monopoly_lab.export.workbook import local_csv_bytes as as_csv
from monopoly_lab.lessons.grading import class_runs, gradebooks
from monopoly_lab.lessons.grading import submissions as collecting
from monopoly_lab.lessons.grading.answer_sheet import Submission
from monopoly_lab.lessons.grading.class_folder import HANDED_OUT, LESSON, SUBMITTED, hand_out, read_class
from monopoly_lab.lessons.grading.class_settings import PREDICTED, Course
from monopoly_lab.lessons.grading.marks import marked as marking
from monopoly_lab.lessons.grading.submission_owner import seeds
from monopoly_lab.lessons.grading.zip_files import unpack
from monopoly_lab.lessons.lesson_commands import Adding
from monopoly_lab.lessons.personal_answers import own_questions
from monopoly_lab.lessons.student_edition import written

MOST_JOBS = 64
RECORD = ".written"  # digests of the files that were written here, to tell those that somebody has edited


def add_class_commands(commands: Any, command: Adding) -> None:
    """Add the command `class` with its subcommands."""
    group = commands.add_parser("class", help=say("cli.class"), description=say("cli.class"))
    of_class = group.add_subparsers(required=True, metavar=say("cli.command"))
    making = command(of_class, "new", new, "class_new")
    making.add_argument("lesson", type=Path, metavar="lesson.toml", help=say("cli.class_lesson"))
    making.add_argument("--students", type=Path, required=True, metavar="students.csv", help=say("cli.class_students"))
    making.add_argument("--out", type=folder_named, metavar="FOLDER", help=say("cli.class_out"))
    for name, run in (("key", key), ("collect", collect)):
        given = command(of_class, name, run, f"class_{name}")
        given.add_argument("folder", type=folder_named, metavar="FOLDER", help=say("cli.class_folder"))
        given.add_argument("--jobs", type=jobs, default=0, metavar="N", help=say("cli.class_jobs"))
    given.add_argument("--run", dest="carry_out", action="store_true", help=say("cli.class_run"))
    given.add_argument("--unsafe", action="store_true", help=say("cli.class_unsafe"))


def new(given: argparse.Namespace) -> int:
    """Make the folder of a class."""
    folder, course = hand_out(given.lesson, given.students, given.out)
    print(say("class.handed_out", n=len(course.students), path=folder / HANDED_OUT, back=folder / SUBMITTED))
    print(say("class.settings", path=folder / LESSON))
    own = own_questions(class_runs.teacher_cells(course, course.students[0]))
    same = [name for kind, name in course.questions if (kind, name) not in own]
    if same:
        print(say("class.same_for_all" if own else "class.all_same", names=", ".join(same)))
    return 0


def jobs(text: str) -> int:
    """Return how many processes; ArgumentTypeError, which the parser tells, for what is no number of them."""
    number = whole_number(text)
    if number is None or not 1 <= number <= MOST_JOBS:
        raise argparse.ArgumentTypeError(say("class.jobs", value=shortened(text), most=MOST_JOBS))
    return number


def key(given: argparse.Namespace) -> int:
    """Write what each question comes to with the seed of each student."""
    course = read_class(given.folder)
    found = gradebooks.key_table(course, class_runs.keys(course, given.folder, given.jobs))
    print(say("cli.exported", path=write(given.folder, "key", ".csv", as_csv(found))))
    return 0


def collect(given: argparse.Namespace) -> int:
    """Read all submissions, name what is odd, write marks and the report; code is run only if that is asked for."""
    from monopoly_lab.lessons.grading.class_report import behind, for_teacher, report, report_page

    begun = time.perf_counter()
    course = read_class(given.folder)
    submitted = given.folder / SUBMITTED
    for each in unpack(submitted):
        for said in [*([say("class.unpacked", n=each.new)] if each.new else []), *each.problems]:
            print(printable(f"{each.path.name}: {said}"))
    found = collecting.submissions(course, submitted)
    if given.carry_out:
        class_runs.run_all(found, given.folder, given.jobs, given.unsafe)
    class_runs.name_code(found)
    read = time.perf_counter() - begun
    sheets = marking(course, found, class_runs.keys(course, given.folder, given.jobs, seeds(found)))
    for line in [*collecting.oddities(found, submitted), *_from_pages(course, found)]:
        print(printable(line))
    paths = [write(given.folder, "marks", ".csv", as_csv(gradebooks.table(course, sheets, submitted)))]
    moodle = gradebooks.moodle(course, sheets)
    paths += [write(given.folder, "moodle", ".csv", moodle)] if moodle else []
    paths.append(write(given.folder, "canvas", ".csv", gradebooks.canvas(course, sheets)))
    made = report(course, sheets)
    paths.append(write(given.folder, "report", ".ipynb", written(made)))
    page = write(given.folder, "report", ".html", report_page(course, made).encode())
    came = {each.student for each in found if each.student is not None}
    missing = [student.name for student in course.students if student not in came]
    print(say("class.collected", n=len(found), came=len(came), missing=len(missing), seconds=decimal(read, 1)))
    if missing:
        print(say("class.missing", names=", ".join(missing)))
    if weak := [student.name for student in behind(sheets)]:
        print(say("class.behind", names=", ".join(weak)))
    for line in [*for_teacher(sheets), *gradebooks.preview(sheets)]:
        print(printable(line))
    if PREDICTED not in course.marks and not all(map(course.most, course.questions)):
        print(say("class.no_points_for", line=f"{PREDICTED} = 0.5"))
    for path in paths:
        print(say("cli.exported", path=path))
    if (other := given.folder.resolve().parent / LESSON).is_file():
        print(say("class.two_files", path=given.folder / LESSON, other=other))
    if not moodle:
        print(say("class.no_moodle"))
    elif unknown := [student.name for student in gradebooks.unknown_to_moodle(course)]:
        print(say("class.not_in_moodle", names=", ".join(unknown)))
    print(say("class.open_report", path=page, address=page.resolve().as_uri()))
    return 0


def _from_pages(course: Course, found: list[Submission]) -> list[str]:
    """Return a line for all notebooks from pages of a lesson, where students have numbers of their own; else none."""
    n = sum(each.seed is not None for each in found)
    if not n or not own_questions(class_runs.teacher_cells(course, course.students[0])):
        return []
    return [say("class.of_nobody", n=n)]


def write(folder: Path, name: str, ending: str, content: bytes) -> Path:
    """Write a file anew; one that somebody has edited stays, and the next number is taken."""
    record = folder / RECORD
    known = set(record.read_text(encoding="utf-8").split()) if record.is_file() else set[str]()
    path, n = folder / f"{name}{ending}", 1
    while path.exists() and _digest(path.read_bytes()) not in known:
        n += 1
        path = folder / f"{name}_{n}{ending}"
    replace(path, content)
    replace(record, "\n".join(sorted({*known, _digest(content)})).encode())
    return path


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
