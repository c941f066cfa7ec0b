"""Add the command `monopoly-lab class` with its arguments: notebooks for a class, the key, submissions marked."""

import argparse
import hashlib
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monopoly_lab.common.file_access import folder_named, replace, shortened, whole_number
from monopoly_lab.common.messages import decimal, format_number, say
from monopoly_lab.lessons import lesson_editions
from monopoly_lab.lessons.grading import class_runs, gradebooks
from monopoly_lab.lessons.grading.class_folder import HANDED_OUT, LESSON, SUBMITTED, hand_out, read_class, unpack
from monopoly_lab.lessons.grading.class_report import has_code, is_silent, report, report_page
from monopoly_lab.lessons.grading.class_settings import PREDICTED, Assignment
from monopoly_lab.lessons.grading.gradebooks import grade_of
from monopoly_lab.lessons.grading.marks import mark_submissions
from monopoly_lab.lessons.grading.student_feedback import Feedback
from monopoly_lab.lessons.grading.submission import Contents, Submission
from monopoly_lab.lessons.grading.submission_owner import SHOWN
from monopoly_lab.lessons.grading.submissions import read_submissions
from monopoly_lab.lessons.lesson_commands import Adding, print_lines

if TYPE_CHECKING:
    import pandas as pd

FEEDBACK = "feedback"  # the folder with a page for each student
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
        arguments = command(of_class, name, run, f"class_{name}")
        arguments.add_argument("folder", type=folder_named, metavar="FOLDER", help=say("cli.class_folder"))
        arguments.add_argument("--jobs", type=jobs, default=0, metavar="N", help=say("cli.class_jobs"))
    arguments.add_argument("--run", dest="carry_out", action="store_true", help=say("cli.class_run"))
    arguments.add_argument("--unsafe", action="store_true", help=say("cli.class_unsafe"))


def new(arguments: argparse.Namespace) -> int:
    """Make the folder of a class."""
    folder, assignment, added = hand_out(arguments.lesson, arguments.students, arguments.out)
    if added:
        names = ", ".join(student.name for student in added)
        print_lines([say("class.added", n=len(added), names=names, path=folder / HANDED_OUT)])
        return 0
    print_lines(
        [say("class.handed_out", n=len(assignment.students), path=folder / HANDED_OUT, back=folder / SUBMITTED)]
    )
    print_lines([say("class.settings", path=folder / LESSON)])
    if same := [question[1] for question in assignment.questions if question not in assignment.own]:
        print_lines([say("class.same_for_all" if assignment.own else "class.all_same", names=", ".join(same))])
    return 0


def jobs(text: str) -> int:
    """Return how many processes; ArgumentTypeError, which the parser tells, for what is no number of them."""
    number = whole_number(text)
    if number is None or not 1 <= number <= MOST_JOBS:
        raise argparse.ArgumentTypeError(say("class.jobs", value=shortened(text), most=MOST_JOBS))
    return number


def key(arguments: argparse.Namespace) -> int:
    """Write what each question comes to with the seed of each student."""
    assignment = read_class(arguments.folder)
    table = gradebooks.key_table(assignment, class_runs.keys(assignment, arguments.folder, arguments.jobs))
    print(say("cli.exported", path=write(arguments.folder, "key", ".csv", _as_csv(table))))
    return 0


def _as_csv(table: "pd.DataFrame") -> bytes:
    from monopoly_lab.export.workbook import local_csv_bytes  # with libraries for which no other command waits

    return local_csv_bytes(table)


def collect(arguments: argparse.Namespace) -> int:
    """Read all submissions, name what is odd, write marks, feedback and the report; run code only if asked to."""
    begun = time.perf_counter()
    assignment = read_class(arguments.folder)
    submitted = arguments.folder / SUBMITTED
    for each in unpack(submitted):
        news = [say("class.unpacked", n=each.new)] if each.new else []
        print_lines(f"{each.path.name}: {line}" for line in [*news, *each.problems])
    files = read_submissions(assignment, submitted)
    if arguments.carry_out:
        class_runs.run_all(files, arguments.folder, arguments.jobs, arguments.unsafe)
    class_runs.note_code_not_run(files)
    submissions = mark_submissions(
        assignment, files, class_runs.keys(assignment, arguments.folder, arguments.jobs, files)
    )
    print_lines([*oddities(files, submitted), *from_pages(assignment, files)])
    paths = _write_tables(arguments.folder, assignment, submissions)
    seconds = decimal(time.perf_counter() - begun, 1)  # keys, feedback and the report take most of them
    print_lines([say("class.collected", n=len(files), seconds=seconds), came_back(submissions)])
    grade_books = [path.name for path in paths if path.stem.startswith(("moodle", "canvas"))]
    print_lines([*who_handed_in(submissions), *preview(submissions, grade_books)])
    if PREDICTED not in assignment.marks and not all(map(assignment.most, assignment.questions)):
        print_lines([say("class.no_points_for", line=f"{PREDICTED} = 0.5")])
    print_lines(say("cli.exported", path=path) for path in paths)
    print_lines([say("class.feedback_pages", path=arguments.folder / FEEDBACK)])
    if (other := arguments.folder.resolve().parent / LESSON).is_file():
        print_lines([say("class.two_files", path=arguments.folder / LESSON, other=other)])
    if unknown := [student.name for student in gradebooks.unknown_to_moodle(assignment)]:
        key = "no_moodle" if len(unknown) == len(assignment.students) else "not_in_moodle"
        print_lines([say(f"class.{key}", names=", ".join(unknown))])
    if not gradebooks.is_known_to_canvas(assignment):
        print_lines([say("class.no_canvas")])
    page = paths[-1]
    print_lines([say("class.open_report", path=page, address=page.resolve().as_uri())])
    return 0


def _write_tables(folder: Path, assignment: Assignment, submissions: list[Submission]) -> list[Path]:
    """Write what a class gets: marks, files for grade books, feedback and the report, whose page is the last path."""
    feedback = Feedback(assignment)
    files = [
        ("marks", ".csv", _as_csv(gradebooks.table(assignment, submissions, folder / SUBMITTED))),
        ("moodle", ".csv", gradebooks.moodle(assignment, submissions, feedback)),
        ("canvas", ".csv", gradebooks.canvas(assignment, submissions)),
    ]
    graded = [submission for _, submission, _ in gradebooks.students_with_grades(submissions)]
    notebook = report(assignment, submissions)
    files += [
        ("feedback", ".html", feedback.page(graded).encode()),
        ("report", ".ipynb", lesson_editions.notebook_bytes(notebook)),
        ("report", ".html", report_page(assignment, notebook).encode()),
    ]
    _write_feedback(folder / FEEDBACK, {each.student.file: feedback.page([each]) for each in graded if each.student})
    return [write(folder, name, ending, content) for name, ending, content in files if content is not None]


def _write_feedback(folder: Path, pages: dict[str, str]) -> None:
    """Write the page of each student; of one who has none now, the earlier page goes unless somebody has edited it."""
    known = _written_here(folder)
    for path in folder.glob("*.html"):
        if path.stem not in pages and _digest(path.read_bytes()) in known:
            path.unlink()
    for name, page in pages.items():
        write(folder, name, ".html", page.encode())


def write(folder: Path, name: str, ending: str, content: bytes) -> Path:
    """Write a file again; a file that somebody has edited stays, and the next number is used."""
    known = _written_here(folder)
    path, n = folder / f"{name}{ending}", 1
    while path.exists() and _digest(path.read_bytes()) not in known:
        n += 1
        path = folder / f"{name}_{n}{ending}"
    replace(path, content)
    replace(folder / RECORD, "\n".join(sorted({*known, _digest(content)})).encode())
    return path


def _written_here(folder: Path) -> set[str]:
    """Return the digests of the files that were written into a folder."""
    record = folder / RECORD
    return set(record.read_text(encoding="utf-8").split()) if record.is_file() else set()


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


# What the teacher reads in the terminal: who has handed in, what is odd about files, who gets what


def oddities(files: list[Submission], folder: Path) -> list[str]:
    """Return a line for each student or file with all that is odd; one for many of another lesson or no notebooks.

    What is odd about a file that counts for nobody, because the student has another, is not said but that it is unread.
    """
    lessons = dict.fromkeys(each.other_lesson for each in files if each.other_lesson)
    groups = [("unrelated", "", [each for each in files if each.contents is Contents.UNRELATED])]
    groups += [("of_other_lesson", name, [each for each in files if each.other_lesson == name]) for name in lessons]
    groups = [group for group in groups if len(group[2]) > SHOWN]
    gathered = {id(each) for *_, some in groups for each in some}
    owners = {each.student for each in files} - {None}
    told = [
        each for each in files if each.problems and (each.claimed not in owners or each.is_unread or each.other_lesson)
    ]
    lines = [f"{each.place(folder)}: {'; '.join(each.problems)}" for each in told if id(each) not in gathered]
    for key, lesson, some in groups:
        names = ", ".join(shortened(each.place(folder)) for each in some[:SHOWN])
        lines.append(say(f"class.{key}", n=len(some), names=names, lesson=shortened(lesson)))
    return lines


def from_pages(assignment: Assignment, files: list[Submission]) -> list[str]:
    """Return a line for all notebooks from pages of a lesson, where students have numbers of their own; else none."""
    n = sum(each.seed is not None for each in files)
    if not n or not assignment.own:
        return []
    return [say("class.of_nobody", n=n)]


def came_back(submissions: Sequence[Submission]) -> str:
    """Return how many students have handed in: answers, nothing answered, or a file that cannot be read."""
    rostered = [submission for submission in submissions if submission.student is not None]
    handed_in = [submission for submission in rostered if submission.path is not None]
    unread = sum(submission.is_unread for submission in handed_in)
    empty = sum(not submission.is_unread and is_silent(submission) for submission in handed_in)
    answered = len(handed_in) - unread - empty
    return say("class.came", came=len(handed_in), all=len(rostered), answered=answered, empty=empty, unread=unread)


def who_handed_in(submissions: list[Submission]) -> list[str]:
    """Return what the page of the class leaves out: students who handed in nothing, answered nothing, and so on."""
    rostered = [submission for submission in submissions if submission.student is not None]
    named = {
        "missing": [each for each in rostered if each.path is None],
        "silent": [each for each in rostered if each.path is not None and not each.is_unread and is_silent(each)],
        "unread": [each for each in rostered if each.is_unread],
        "with_code": [each for each in rostered if has_code(each)],
        "behind": [each for each in rostered if _is_behind(each)],
        "undecided": [
            each for each in rostered if any(row.state == "doubtful" for row in each.rows) and each.is_doubtful
        ],
    }
    names = {key: ", ".join(each.student.name for each in some if each.student) for key, some in named.items()}
    lines = [say(f"class.{key}", names=some) for key, some in names.items() if some]
    rivals = sum(each.claimed is not None and not each.other_lesson for each in submissions)
    return [*lines, *([say("class.report_rivals", n=rivals)] if rivals else [])]


def _is_behind(submission: Submission) -> bool:
    """Return True for who has answered and has half of the points or fewer, and waits for no decision."""
    return (
        any(row.said is not None for row in submission.rows)
        and all(row.points is not None and row.state != "uncounted" for row in submission.rows)
        and 0 < sum(row.most for row in submission.rows) >= 2 * sum(row.points or 0.0 for row in submission.rows)
    )


def preview(submissions: Iterable[Submission], files: Sequence[str]) -> Iterator[str]:
    """Yield who gets what, and who has no row in the files for grade books, a line each, before these are used."""
    yield say("class.preview", files=", ".join(files))
    for submission in submissions:
        if submission.student is None:
            continue
        points, most = (
            format_number(sum(values)) for values in zip(*((row.points or 0.0, row.most) for row in submission.rows))
        )
        still = sum(row.most for row in submission.rows if row.points is None)
        empty = "unread" if submission.is_unread else "empty"
        counted = "uncounted" if any(row.state == "uncounted" for row in submission.rows) else "points"
        key = "none" if submission.path is None else "open" if still else counted if grade_of(submission) else empty
        line = say(f"class.preview_{key}", points=points, most=most, open=format_number(still))
        yield f"  {submission.student.name}: {line}"
