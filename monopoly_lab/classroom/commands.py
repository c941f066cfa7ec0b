"""`monopoly-lab class`: notebooks for a class, the key, submissions collected and marked."""

import argparse
import hashlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from monopoly_lab.classroom import collect as collecting
from monopoly_lab.classroom import marks
from monopoly_lab.classroom.handout import HANDED_OUT, SUBMITTED, hand_out, read_class, teacher_cells
from monopoly_lab.classroom.key import keys
from monopoly_lab.export.tables import rows as as_csv
from monopoly_lab.files import folder_named, replace
from monopoly_lab.lessons.build import written
from monopoly_lab.lessons.depending import own_questions
from monopoly_lab.messages import say
from monopoly_lab.reading import shortened, whole

Adding = Callable[..., argparse.ArgumentParser]
MOST_JOBS = 64
RECORD = ".written"  # digests of the files that were written here, to tell those that somebody has edited


def add(commands: Any, command: Adding) -> None:
    """Put the commands among the others."""
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


def new(given: argparse.Namespace) -> int:
    """Make the folder of a class."""
    folder, course = hand_out(given.lesson, given.students, given.out)
    print(say("class.handed_out", n=len(course.students), path=folder / HANDED_OUT, back=folder / SUBMITTED))
    own = own_questions(teacher_cells(course, course.students[0]))
    same = [name for kind, name in course.questions if (kind, name) not in own]
    if same:
        print(say("class.same_for_all" if own else "class.all_same", names=", ".join(same)))
    return 0


def jobs(text: str) -> int:
    """How many processes; ArgumentTypeError, which the parser tells, for what is no number of them."""
    number = whole(text)
    if number is None or not 1 <= number <= MOST_JOBS:
        raise argparse.ArgumentTypeError(say("class.jobs", value=shortened(text), most=MOST_JOBS))
    return number


def key(given: argparse.Namespace) -> int:
    """Write what each question comes to with the seed of each student."""
    course = read_class(given.folder)
    found = marks.key_table(course, keys(course, given.folder, given.jobs))
    print(say("cli.exported", path=write(given.folder, "key", ".csv", as_csv(found))))
    return 0


def collect(given: argparse.Namespace) -> int:
    """Read all submissions, name what is odd, write marks and the report; code is run only if that is asked for."""
    from monopoly_lab.classroom.report import report

    begun = time.perf_counter()
    course = read_class(given.folder)
    found = collecting.submissions(course, given.folder / SUBMITTED)
    if given.carry_out:
        marks.run_all(course, found)
    marks.name_code(found)
    read = time.perf_counter() - begun
    rows = marks.marked(course, found, keys(course, given.folder, given.jobs))
    marks.name_copies(course, found, rows)
    for each in found:
        for problem in each.problems:
            print(f"{each.path.relative_to(given.folder / SUBMITTED)}: {problem}".encode("utf-8", "replace").decode())
    table = marks.table(course, found, rows)
    paths = [write(given.folder, "marks", ".csv", as_csv(table))]
    paths.append(write(given.folder, "report", ".ipynb", written(report(course, rows))))
    came = {each.student for each in found if each.student is not None}
    missing = [student.name for student in course.students if student not in came]
    print(say("class.collected", n=len(found), came=len(came), missing=len(missing), seconds=f"{read:.1f}"))
    if missing:
        print(say("class.missing", names=", ".join(missing)))
    for path in paths:
        print(say("cli.exported", path=path))
    return 0


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
