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
from monopoly_lab.lessons.grading.answer_sheet import HANDED_IN, TRIED, Contents, Owner, StudentAnswer, Submission
from monopoly_lab.lessons.grading.class_folder import MOST_FILES as MOST_EACH
from monopoly_lab.lessons.grading.class_folder import is_unpacked
from monopoly_lab.lessons.grading.class_settings import Course
from monopoly_lab.lessons.grading.given_lesson import Given, fixed, other_lesson
from monopoly_lab.lessons.grading.roster import Student
from monopoly_lab.lessons.grading.submission_owner import (
    SHOWN,
    ask_of_devices,
    ask_who,
    choose,
    find_student,
    is_signed,
    named_by,
    once,
)
from monopoly_lab.lessons.lesson_notebooks import notebook_in
from monopoly_lab.lessons.number_parser import numbers_in, typed
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

MOST_FILES = 10_000  # of a class


def submissions(course: Course, folder: Path) -> list[Submission]:
    """Read every file of a folder and its subfolders. One that cannot be read is refused, and the others are read.

    Of several files of one student that counts which the teacher names in [decided], else the surest: signed for that
    student, then not signed at all, then in no folder of somebody else or nobody; of equally sure ones the newest. The
    others keep their answers and are named, and so is the one that counts.

    Raises LessonError if [decided] names a file that is not there.
    """
    with warnings.catch_warnings(), _quiet():
        warnings.simplefilter("ignore")  # what Python says of students' code, and nbformat of their files
        given = Given(course)
        read = [each for entry in _entries(folder) for each in _read_entry(given, entry, folder)]
    found = once(read, folder)
    for path, student in given.chosen.items():
        if not any(each.student == student and each.owner is Owner.CHOSEN for each in found):
            raise LessonError(say("class.no_chosen", student=student.name, path=shortened(path), folder=folder))
    for student in course.students:
        choose([each for each in found if each.student == student], student, given, folder)
    ask_of_devices(found, course, folder)
    ask_who(found, course.students, folder)
    return found


@contextmanager
def _quiet() -> Iterator[None]:
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
    if len(files) > MOST_EACH:
        yield Submission(entry, problems=[say("class.too_many_in_one", most=MOST_EACH)])
    for path in files[:MOST_EACH]:
        try:
            yield _read(given, path, folder)
        except Exception as error:  # whatever is in a file, the others are read
            reason = shortened(f"{type(error).__name__}: {error}")
            yield Submission(path, contents=Contents.UNREAD, problems=[say("class.not_read", reason=reason)])


def _files(entry: Path) -> Iterator[Path]:
    if entry.is_symlink() or not entry.is_dir():
        yield entry
        return
    for path in itertools.islice(entry.rglob("*"), MOST_FILES):
        hidden = any(part.startswith(".") for part in path.relative_to(entry).parts)
        if not hidden and (path.is_symlink() or not path.is_dir()):
            yield path


def _read(given: Given, path: Path, folder: Path) -> Submission:
    made = Submission(path, came=path.lstat().st_mtime)
    chosen = given.chosen.get(path.relative_to(folder).as_posix())
    named = [chosen] if chosen else named_by(given, path.relative_to(folder))
    made.student, made.owner = (named[0] if named else None), Owner.CHOSEN if chosen else Owner.UNSURE
    if path.is_symlink() or not stat.S_ISREG(path.lstat().st_mode):
        made.problems.append(say("class.no_plain_file"))
        made.contents = Contents.UNREAD
        return made
    try:
        notebook = notebook_in(path)
    except LessonError as refused:
        made.problems.append(str(refused).removeprefix(f"{path}: ").replace(str(path), path.name))
        made.contents = Contents.UNRELATED if made.student is None else Contents.UNREAD
        return made
    if not chosen and not is_signed(given, notebook) and (other := other_lesson(given.course, notebook)):
        made.student, made.claimed, made.other_lesson = None, made.student, other
        made.problems.append(say("class.other_lesson", lesson=shortened(other), own=given.course.lesson_name))
        return made
    given = given.in_language_of(notebook)
    read_answers(made, given, notebook)
    find_student(made, given, named, notebook, made.place(folder))
    made.owner = Owner.CHOSEN if chosen else made.owner
    if made.student is not None:
        made.problems += _changes(given, made, made.student, notebook)
    made.problems += [f"{name}: {answer.problem}" for (_, name), answer in made.answers.items() if answer.problem]
    if made.answers and len(made.unanswered) == len(made.answers) and not made.texts:
        made.problems.append(say("class.nothing_answered"))
    elif unfinished := [name for kind, name in made.unanswered if (kind, name) not in given.course.home]:
        made.problems.append(say("class.unfinished", names=", ".join(unfinished)))
    return made


def _changes(given: Given, made: Submission, student: Student, notebook: Any) -> list[str]:
    """Return what was done to the notebook beyond answering: cells of code that are gone or changed, another seed."""
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    by_id = {cell.get("id"): cell.source for cell in codes}
    if not any(name in by_id for name, _ in given.fixed):  # an older form of notebooks has no ids
        by_id = {name: theirs.source for (name, _), theirs in zip(given.fixed, codes)}
    changed, gone = [], []
    for number, (name, issued) in enumerate(given.fixed, 1):
        if name not in by_id:
            gone.append(number)
        elif name not in given.open and issued not in _forms(by_id[name], made):
            changed.append(number)
    said = [say(f"class.{what}", cells=_some(each)) for what, each in (("changed", changed), ("gone", gone)) if each]
    about = notebook.metadata.get("monopoly_lab", {})
    seed = about.get("seed") if isinstance(about, dict) else None
    is_other = seed not in (None, given.course.lesson(student).seed) and not made.is_doubtful  # which has been said
    return said + ([say("class.seed_changed")] if is_other else [])


def _forms(source: str, made: Submission) -> list[str]:
    """Return a cell as it would be given out; also without the seed that the page of a lesson writes into it."""
    return [fixed(source), *([fixed(without_seed(source))] if made.seed is not None else [])]


def _some(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers[:SHOWN])) + (", ..." if len(numbers) > SHOWN else "")


# What a student's notebook says: numbers, words, first tries, and when it was handed in

MOST_LETTERS = 4000  # of what one student wrote in one place


def read_answers(made: Submission, given: Given, notebook: Any) -> None:
    """Set the numbers and words of a submission, its first tries, and when it was handed in."""
    made.texts = own_texts(given, notebook)
    made.quotes = frozenset(text for _, text in made.texts if " ".join(text.casefold().split()) in given.told)
    _mend(given, notebook)
    made.cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    made.answers = _answers(given, made.cells)
    made.first_tries = _first_tries(notebook, given)
    made.saved = made_by_page(notebook)
    made.came = made.came if made.saved is None else made.saved


def own_texts(given: Given, notebook: Any) -> list[tuple[str, str]]:
    """Return what a student wrote into texts, each with the id of the cell that asks, or "" for a cell of their own."""
    found = []
    for cell in notebook.cells:
        if cell.cell_type != "markdown":
            continue
        name = str(cell.get("id", ""))
        text = _added(given, given.texts.get(name, ""), cell.source)
        if text.strip():
            found.append((name if name in given.texts else "", shortened(text.strip(), MOST_LETTERS)))
    return found


def _added(given: Given, issued: str, came: str) -> str:
    """Return the lines of a text that are not the lesson's; the room for an answer is left out of a line."""
    known = [line.strip() for line in issued.splitlines()]
    lines = [line.strip() for line in came.splitlines() if line.strip() not in given.lines]
    for label in filter(own_words, known):
        lines = [line.removeprefix(label).strip() for line in lines]
    return "\n".join(map(without_room, lines))


def _mend(given: Given, notebook: Any) -> None:
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
    found = {question: StudentAnswer(None) for question in given.words}
    names: dict[str, ast.expr] = {}
    for cell in cells:
        names = assigned_in(cell, names)
        for asked in asked_in(cell):
            if asked.question in found:
                found[asked.question] = _answer(asked.given, names, asked.name, given.words[asked.question])
    return found


def _answer(given: ast.expr | None, names: Mapping[str, ast.expr], name: str, words: dict[str, Any]) -> StudentAnswer:
    try:
        value = written_value(given, names)
    except (NotWritten, OverflowError):
        return StudentAnswer(None, is_code=True)
    prediction = Prediction(name, value, **words) if words else None
    if prediction is not None:
        is_text = bool(prediction.problem) and len(typed(value, prediction.unit).meant) != 1
        return StudentAnswer(prediction.value, _no_number(value) if is_text else prediction.problem)
    said = numbers_in(value)
    is_text = not said and value is not None and str(value).strip() != ""
    return StudentAnswer(said[0] if said else None, _no_number(value) if is_text else "", readings=said)


def _first_tries(notebook: Any, given: Given) -> dict[str, float]:
    """Return the first number that each self-check of the lesson was given on the page; {} where nothing tells."""
    about = notebook.metadata.get(ABOUT, {})
    tried = about.get(TRIED) if isinstance(about, dict) else None
    found = {}
    for kind, name in given.words:
        numbers = tried.get(name) if kind == "self_check" and isinstance(tried, dict) else None
        first = numbers[0] if isinstance(numbers, list) and numbers else None
        if isinstance(first, int | float) and not isinstance(first, bool) and abs(first) <= MOST:
            found[name] = float(first)
    return found


def _no_number(value: object) -> str:
    meant = typed(value).meant
    if len(meant) == 2:
        return say("class.unclear", value=shortened(value), whole=f"{meant[0]:g}", part=f"{meant[1]:.3f}")
    return say("class.not_number", value=shortened(value))


def made_by_page(notebook: Any) -> float | None:
    """Return when the page of a lesson made a notebook, in seconds; None where it does not say."""
    about = notebook.metadata.get(ABOUT, {})
    try:
        made = datetime.fromisoformat(about[HANDED_IN])
        return made.timestamp()
    except (KeyError, TypeError, ValueError, OverflowError, OSError):
        return None
