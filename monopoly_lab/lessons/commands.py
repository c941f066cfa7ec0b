"""Add the commands `lesson`, `class` and `start` to the command line."""

import argparse
import hashlib
import logging
import os
import secrets
import shutil
import sys
import textwrap
import time
import warnings
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from difflib import get_close_matches
from inspect import isawaitable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from monopoly_lab.common.errors import FolderError, LessonError
from monopoly_lab.common.file_access import folder_named, printable, replace, shortened, whole_number
from monopoly_lab.common.messages import ENGLISH, decimal, languages, say, spoken
from monopoly_lab.export.workbook import local_csv_bytes as as_csv
from monopoly_lab.lessons import student_edition as making
from monopoly_lab.lessons.copies import mark
from monopoly_lab.lessons.grading import class_runs, gradebooks
from monopoly_lab.lessons.grading import submissions as collecting
from monopoly_lab.lessons.grading.answer_sheet import Submission
from monopoly_lab.lessons.grading.class_folder import HANDED_OUT, LESSON, SUBMITTED, hand_out, read_class
from monopoly_lab.lessons.grading.course import Course
from monopoly_lab.lessons.grading.marks import marked as marking
from monopoly_lab.lessons.grading.submission_owner import seeds
from monopoly_lab.lessons.grading.zip_files import unpack
from monopoly_lab.lessons.personal_answers import own_questions
from monopoly_lab.lessons.source import Listed, present_name
from monopoly_lab.lessons.student_edition import written
from monopoly_lab.lessons.teacher_guide import abouts, counted

Adding = Callable[..., argparse.ArgumentParser]
GAP = "  "
FEWEST = 24  # letters of a line of the last column
UNBOUND = 10_000  # letters of a line that goes into a file or another program


def add_lesson_commands(commands: Any, command: Adding) -> None:
    """Add the command `lesson` with its subcommands."""
    group = commands.add_parser("lesson", help=say("cli.lesson"), description=say("cli.lesson"))
    of_lesson = group.add_subparsers(required=True, metavar=say("cli.command"))
    building = command(of_lesson, "build", build, "lesson_build")
    building.add_argument("name", metavar="NAME", help=say("cli.lesson_name"))
    building.add_argument("--for", dest="audience", choices=making.FOR, required=True)
    building.add_argument("--out", type=Path, metavar="PATH", help=say("cli.lesson_out"))
    translating = command(of_lesson, "translate", translate, "lesson_translate")
    translating.add_argument("name", metavar="NAME", help=say("cli.lesson_name"))
    command(of_lesson, "list", lessons, "lesson_list")


def build(given: argparse.Namespace) -> int:
    """Write a lesson for somebody; a worksheet of more than a sheet is said."""
    if (new := present_name(given.name)) != given.name:
        print(say("lesson.replaced", old=given.name, new=new))
    path = making.build(given.name, given.audience, given.out)
    print(say("cli.exported", path=path))
    if path.suffix == ".pdf":
        from monopoly_lab.export.page import count_pdf_pages
        from monopoly_lab.lessons.worksheet import PAGES

        found = count_pdf_pages(path.read_bytes())
        if found > PAGES:
            print(say("lesson.pages", n=found, most=PAGES), file=sys.stderr)
    return 0


def translate(given: argparse.Namespace) -> int:
    """Bring the gettext file of a lesson up to date and print what is missing in it; 1 if anything is."""
    from monopoly_lab.lessons import translation

    lang = spoken()
    if lang == ENGLISH:
        known = ", ".join(each for each in languages() if each != ENGLISH)
        raise LessonError(say("lesson.no_translation_into", name=shortened(given.name), known=known))
    path = translation.update(given.name, lang)
    lines = translation.faults(given.name, lang)
    for line in lines:
        print(line)
    print(say("cli.exported", path=path))
    return 1 if lines else 0


def lessons(given: argparse.Namespace) -> int:
    """Return the lessons in columns, name, minutes, whose answers, title and courses, wrapped to a terminal."""
    heads = [say(f"guide.{each}") for each in ("lesson", "minutes", "answers", "courses")]
    for line in columns([heads, *map(_facts, abouts())], shutil.get_terminal_size((UNBOUND, 0)).columns):
        print(line)
    return 0


def _facts(lesson: Listed) -> list[str]:
    courses = ", ".join(say(f"lesson.course_{course}") for course in lesson.courses)
    answers = say("guide.own" if lesson.is_own else "guide.same")
    return [lesson.name, counted(lesson), answers, f"{lesson.title} ({courses})" if courses else lesson.title]


def columns(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Return lines with rows in columns, each as wide as its widest cell; the last is wrapped to the space left.

    Where too little is left for it, it stands below the others.
    """
    widths = [max(map(len, cells)) for cells in zip(*rows)][:-1]
    lines = list[str]()
    for *cells, last in rows:
        head = GAP.join(f"{cell:<{wide}}" for cell, wide in zip(cells, widths)) + GAP
        is_below = width - len(head) < FEWEST
        indent = " " * (4 if is_below else len(head))
        folded = textwrap.wrap(last, max(width - len(indent), FEWEST), break_long_words=False)
        lines += (
            [head.rstrip(), *(indent + line for line in folded)]
            if is_below
            else [head + folded[0], *(indent + line for line in folded[1:])]
        )
    return lines


# `monopoly-lab class`: notebooks for a class, the key, submissions collected and marked

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
    from monopoly_lab.lessons.grading.class_report import behind, report, report_page, undecided

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
    for line in [*filter(None, [undecided(sheets)]), *gradebooks.preview(sheets)]:
        print(printable(line))
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


# Start JupyterLab on a notebook: one server, stopped with Ctrl+C

SETTINGS = Path(__file__).with_name("jupyter")  # labconfig/ there turns off the question about news


def start(folder: Path, notebook: str, browser: bool = True, port: int | None = None) -> None:
    """Serve `folder`, print the notebook's address, open it in the browser if wanted; returns when stopped.

    Raises FolderError if the folder has no such notebook.
    """
    root = folder.resolve()
    path = find(root, notebook)
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(
        part for part in (str(SETTINGS), os.environ.get("JUPYTER_CONFIG_PATH")) if part
    )
    os.chdir(root)  # where extensions look for their settings; nbgrader refuses any other place
    logging.disable(logging.WARNING)  # what others warn of is nothing to a reader of lessons
    from jupyterlab.labapp import LabApp

    token = os.environ.pop("JUPYTER_TOKEN", "") or secrets.token_hex(24)
    with warnings.catch_warnings(record=True):
        server = LabApp.initialize_server(argv=_arguments(root, path, token, browser, port))
    server.contents_manager.get = marked(server.contents_manager.get)
    address = f"{server.connection_url}lab/tree/{quote(path.relative_to(root).as_posix())}?token={token}"
    # The loop binds the port first, so whoever reads the address finds the server there.
    server.io_loop.add_callback(lambda: print(say("cli.address", address=address), flush=True))
    server.start()


def marked(get: Callable[..., Any]) -> Callable[..., Awaitable[dict[str, Any]]]:
    """Return `get` of a contents manager that makes Jupyter's own changes to notebooks, so that they open as saved."""

    async def read(*args: Any, **named: Any) -> dict[str, Any]:
        found = get(*args, **named)
        model: dict[str, Any] = await found if isawaitable(found) else found
        if model["type"] == "notebook" and model["content"] is not None:
            with suppress(KeyError, AttributeError, TypeError):  # of somebody else, and not as a notebook should be
                mark(model["content"])
        return model

    return read


def find(folder: Path, notebook: str) -> Path:
    """Return the notebook by its path in the folder or by its bare name: 01_play_a_scenario.

    Raises FolderError, naming the nearest, if there is none.
    """
    for path in (folder / notebook, folder / "notebooks" / notebook, folder / "notebooks" / f"{notebook}.ipynb"):
        if path.suffix == ".ipynb" and path.is_file() and path.resolve().is_relative_to(folder):
            return path.resolve()
    known = sorted(path.relative_to(folder).as_posix() for path in folder.glob("notebooks/*.ipynb"))
    near = get_close_matches(notebook, known + [Path(name).stem for name in known], n=1, cutoff=0.4)
    hint = say("cli.nearest", name=near[0]) if near else say("cli.there_are", names=", ".join(known))
    raise FolderError(say("cli.no_notebook", notebook=notebook, folder=folder, hint=hint))


def _arguments(root: Path, path: Path, token: str, browser: bool, port: int | None) -> list[str]:
    arguments = [
        str(path),
        f"--ServerApp.root_dir={root}",
        f"--ServerApp.open_browser={browser}",
        "--ServerApp.answer_yes=True",
        f"--IdentityProvider.token={token}",
    ]
    if _can_encrypt():  # a kernel warns where what it says could be read by others on the computer
        arguments.append("--KernelManager.transport_encryption=auto")
    if port is not None:
        arguments.append(f"--ServerApp.port={port}")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--allow-root")
    return arguments


def _can_encrypt() -> bool:
    """Return True if kernels and server can encrypt what they say: not with every build of their libraries."""
    import zmq
    from jupyter_client.manager import KernelManager

    return "transport_encryption" in KernelManager.class_trait_names() and bool(zmq.has("curve"))
