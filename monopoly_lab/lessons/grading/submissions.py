"""Read submissions as data: whose each is, what was answered and what was changed. No code in them is run.

What came from a student is one `Submission` all the way: it is read here, what is code in it may be run (`class_runs`),
it is marked (`marks`) and reported (`class_report`).
"""

import ast
import itertools
import logging
import stat
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from monopoly_lab.common import ABOUT
from monopoly_lab.common.errors import LessonError
from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.messages import say
from monopoly_lab.lessons.grading.class_folder import MOST_IN_FOLDER, is_unpacked
from monopoly_lab.lessons.grading.class_settings import Assignment
from monopoly_lab.lessons.grading.given_lesson import Given, fixed_code, other_lesson
from monopoly_lab.lessons.grading.roster import Student
from monopoly_lab.lessons.grading.submission import HANDED_IN, TRIED, Contents, Owner, StudentAnswer, Submission
from monopoly_lab.lessons.grading.submission_owner import (
    SHOWN,
    choose,
    find_student,
    is_signed,
    named_by,
    note_near_names,
    note_other_devices,
    without_duplicates,
)
from monopoly_lab.lessons.lesson_notebooks import notebook_in
from monopoly_lab.lessons.number_parser import both_readings, numbers_in, parse_number
from monopoly_lab.lessons.prediction import Prediction
from monopoly_lab.lessons.question_calls import (
    MOST,
    NotWritten,
    Question,
    asked_in,
    assigned_in,
    with_texts,
    with_texts_assigned,
    without_seed,
    written_value,
)
from monopoly_lab.lessons.question_text import own_words, without_room

MOST_IN_ENTRY = 10_000  # files that are looked at below one entry of the folder


def read_submissions(assignment: Assignment, folder: Path) -> list[Submission]:
    """Read every file of a folder and its subfolders. One that cannot be read is refused, and the others are read.

    Of several files of one student the one in [decided] counts; else a readable one, the surest owner (`Owner`), the
    path that names fewest other students, then fewest unknown names; of equals the newest. The others keep their
    answers and are named, and so is the one that counts.

    Raises LessonError if [decided] names a file that is not there.
    """
    with warnings.catch_warnings(), _without_nbformat_log():
        warnings.simplefilter("ignore")  # what Python says of students' code, and nbformat of their files
        given = Given(assignment)
        read = [each for entry in _entries(folder) for each in _read_entry(given, entry, folder)]
    read_files = without_duplicates(read, folder)
    for path, student in given.chosen.items():
        if not any(each.student == student and each.owner is Owner.CHOSEN for each in read_files):
            raise LessonError(say("class.no_chosen", student=student.name, path=shortened(path), folder=folder))
    for student in assignment.students:
        choose([each for each in read_files if each.student == student], student, given, folder)
    note_other_devices(read_files, assignment, folder)
    note_near_names(read_files, assignment.students, folder)
    return read_files


@contextmanager
def _without_nbformat_log() -> Iterator[None]:
    """Keep nbformat from logging what it thinks of a file, with the file's own words."""
    logger = logging.getLogger("traitlets")
    before = logger.disabled
    logger.disabled = True
    try:
        yield
    finally:
        logger.disabled = before


def _entries(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if not path.name.startswith(".") and not is_unpacked(path))


def _read_entry(given: Given, entry: Path, folder: Path) -> Iterator[Submission]:
    """Yield the files of one entry of the folder, or one that says why they are not read."""
    try:
        files = sorted(_files(entry))
    except OSError as error:
        yield Submission(entry, problems=[error.strerror or type(error).__name__])
        return
    if len(files) > MOST_IN_FOLDER:
        yield Submission(entry, problems=[say("class.too_many_in_one", most=MOST_IN_FOLDER)])
    for path in files[:MOST_IN_FOLDER]:
        try:
            yield _read(given, path, folder)
        except Exception as error:  # whatever is in a file, the others are read
            reason = shortened(f"{type(error).__name__}: {error}")
            yield Submission(path, contents=Contents.UNREAD, problems=[say("class.not_read", reason=reason)])


def _files(entry: Path) -> Iterator[Path]:
    if entry.is_symlink() or not entry.is_dir():
        yield entry
        return
    for path in itertools.islice(entry.rglob("*"), MOST_IN_ENTRY):
        hidden = any(part.startswith(".") for part in path.relative_to(entry).parts)
        if not hidden and (path.is_symlink() or not path.is_dir()):
            yield path


def _read(given: Given, path: Path, folder: Path) -> Submission:
    submission = Submission(path, handed_in_at=path.lstat().st_mtime)
    chosen = given.chosen.get(path.relative_to(folder).as_posix())
    named = [chosen] if chosen else named_by(given, path.relative_to(folder))
    submission.student, submission.owner = (named[0] if named else None), Owner.CHOSEN if chosen else Owner.UNSURE
    if path.is_symlink() or not stat.S_ISREG(path.lstat().st_mode):
        submission.problems.append(say("class.no_plain_file"))
        submission.contents = Contents.UNREAD
        return submission
    try:
        notebook = notebook_in(path)
    except LessonError as refused:
        submission.problems.append(str(refused).removeprefix(f"{path}: ").replace(str(path), path.name))
        submission.contents = Contents.UNRELATED if submission.student is None else Contents.UNREAD
        return submission
    if not chosen and not is_signed(given, notebook) and (other := other_lesson(given.assignment, notebook)):
        submission.student, submission.claimed, submission.other_lesson = None, submission.student, other
        submission.problems.append(say("class.other_lesson", lesson=shortened(other), own=given.assignment.lesson_name))
        return submission
    given = given.in_language_of(notebook)
    read_answers(submission, given, notebook)
    find_student(submission, given, named, notebook, submission.place(folder))
    if chosen:  # whatever the signature and the name in the file have said
        submission.owner = Owner.CHOSEN
    if submission.student is not None:
        submission.problems += _changes(given, submission, submission.student, notebook)
    submission.problems += [
        f"{name}: {answer.problem}" for (_, name), answer in submission.answers.items() if answer.problem
    ]
    if submission.answers and len(submission.unanswered) == len(submission.answers) and not submission.texts:
        submission.problems.append(say("class.nothing_answered"))
    elif unfinished := [name for kind, name in submission.unanswered if (kind, name) not in given.assignment.home]:
        submission.problems.append(say("class.unfinished", names=", ".join(unfinished)))
    return submission


def _changes(given: Given, submission: Submission, student: Student, notebook: Any) -> list[str]:
    """Return what was done to the notebook beyond answering: cells of code that are gone or changed, another seed."""
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    by_id = {cell.get("id"): cell.source for cell in codes}
    if not any(name in by_id for name, _ in given.fixed):  # an older form of notebooks has no ids
        by_id = {name: theirs.source for (name, _), theirs in zip(given.fixed, codes)}
    changed, gone = [], []
    for number, (name, issued) in enumerate(given.fixed, 1):
        if name not in by_id:
            gone.append(number)
        elif name not in given.open and issued not in _accepted_forms(by_id[name], submission):
            changed.append(number)
    problems = [
        say(f"class.{what}", cells=_list_numbers(each)) for what, each in (("changed", changed), ("gone", gone)) if each
    ]
    lesson_data = notebook.metadata.get("monopoly_lab", {})
    seed = lesson_data.get("seed") if isinstance(lesson_data, dict) else None
    has_other_seed = seed not in (None, given.assignment.lesson(student).seed)
    if has_other_seed and not submission.is_doubtful:  # of a doubtful file this has been said
        problems.append(say("class.seed_changed"))
    return problems


def _accepted_forms(source: str, submission: Submission) -> list[str]:
    """Return a cell as it would be given out; also without the seed that the page of a lesson writes into it."""
    return [fixed_code(source), *([fixed_code(without_seed(source))] if submission.seed is not None else [])]


def _list_numbers(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers[:SHOWN])) + (", ..." if len(numbers) > SHOWN else "")


# What a student's notebook says: numbers, words, first tries, and when it was handed in

MOST_LETTERS = 4000  # of what one student wrote in one place


def read_answers(submission: Submission, given: Given, notebook: Any) -> None:
    """Set the numbers and words of a submission, its first tries, and when it was handed in."""
    submission.texts = own_texts(given, notebook)
    submission.repeated = frozenset(
        text for _, text in submission.texts if " ".join(text.casefold().split()) in given.told
    )
    _put_in_quotes(given, notebook)
    submission.cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    submission.answers = _answers(given, submission.cells)
    submission.first_tries = _first_tries(notebook, given)
    submission.saved_at = made_by_page(notebook)
    if submission.saved_at is not None:
        submission.handed_in_at = submission.saved_at


def own_texts(given: Given, notebook: Any) -> list[tuple[str, str]]:
    """Return what a student wrote into texts, each with the id of the cell that asks, or "" for a cell of their own."""
    texts = []
    for cell in notebook.cells:
        if cell.cell_type != "markdown":
            continue
        name = str(cell.get("id", ""))
        text = _student_lines(given, given.texts.get(name, ""), cell.source)
        if text.strip():
            texts.append((name if name in given.texts else "", shortened(text.strip(), MOST_LETTERS)))
    return texts


def _student_lines(given: Given, issued: str, student_text: str) -> str:
    """Return the lines of a text that are not the lesson's; the room for an answer is left out of a line."""
    issued_lines = [line.strip() for line in issued.splitlines()]
    lines = [line.strip() for line in student_text.splitlines() if line.strip() not in given.lines]
    for label in filter(own_words, issued_lines):
        lines = [line.removeprefix(label).strip() for line in lines]
    return "\n".join(map(without_room, lines))


def _put_in_quotes(given: Given, notebook: Any) -> None:
    """Put quotes around answers that are no Python, in place, so that they are read as what they are."""
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        for blank in given.asking:
            cell.source = with_texts(cell.source, blank)
        if cell.get("id") in given.open:
            cell.source = with_texts_assigned(cell.source)


def _answers(given: Given, cells: list[str]) -> dict[Question, StudentAnswer]:
    """Return what stands there for each question of the lesson; the last, where something is asked twice."""
    answers = {question: StudentAnswer(None) for question in given.arguments}
    names: dict[str, ast.expr] = {}
    for cell in cells:
        names = assigned_in(cell, names)
        for call in asked_in(cell):
            if call.question in answers:
                answers[call.question] = _answer(call.answer, names, call.name, given.arguments[call.question])
    return answers


def _answer(
    expression: ast.expr | None, names: Mapping[str, ast.expr], name: str, arguments: dict[str, Any]
) -> StudentAnswer:
    try:
        value = written_value(expression, names)
    except (NotWritten, OverflowError):
        return StudentAnswer(None, is_code=True)
    prediction = Prediction(name, value, **arguments) if arguments else None
    if prediction is not None:
        # The problem of a number with one reading is its size. Without a reading it is a text; "1,496" has two.
        is_text = bool(prediction.problem) and len(parse_number(value, prediction.units).meant) != 1
        return StudentAnswer(prediction.value, _no_number(value) if is_text else prediction.problem)
    numbers = numbers_in(value)
    is_text = not numbers and value is not None and str(value).strip() != ""
    return StudentAnswer(numbers[0] if numbers else None, _no_number(value) if is_text else "", readings=numbers)


def _first_tries(notebook: Any, given: Given) -> dict[str, float]:
    """Return the first number that each self-check of the lesson was given on the page; {} where nothing tells."""
    about = notebook.metadata.get(ABOUT, {})
    tried = about.get(TRIED) if isinstance(about, dict) else None
    first_numbers = {}
    for kind, name in given.arguments:
        numbers = tried.get(name) if kind == "self_check" and isinstance(tried, dict) else None
        first = numbers[0] if isinstance(numbers, list) and numbers else None
        if isinstance(first, int | float) and not isinstance(first, bool) and abs(first) <= MOST:
            first_numbers[name] = float(first)
    return first_numbers


def _no_number(value: object) -> str:
    meant = parse_number(value).meant
    if len(meant) == 2:  # readings of "1,496": a thousand, or one and a half
        return say("class.unclear", value=shortened(value), **both_readings(meant))
    return say("class.not_number", value=shortened(value))


def made_by_page(notebook: Any) -> float | None:
    """Return when the page of a lesson made a notebook, in seconds; None where it does not say."""
    about = notebook.metadata.get(ABOUT, {})
    try:
        moment = datetime.fromisoformat(about[HANDED_IN])
        return moment.timestamp()
    except (KeyError, TypeError, ValueError, OverflowError, OSError):
        return None
