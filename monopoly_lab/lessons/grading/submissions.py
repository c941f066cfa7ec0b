"""Read submissions as data: whose each is, what was answered and what was changed. No code in them is run.

What came from a student is one `Submission` all the way: it is read here, what is code in it may be run (`class_runs`),
it is marked (`marks`) and reported (`class_report`).
"""

import ast
import hmac
import itertools
import logging
import stat
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from monopoly_lab.common import ABOUT
from monopoly_lab.common.errors import LessonError
from monopoly_lab.common.file_access import folded, printable, shortened, tidied
from monopoly_lab.common.messages import say
from monopoly_lab.lessons.answer_tolerance import numbers_in
from monopoly_lab.lessons.grading.course import Course, Student
from monopoly_lab.lessons.grading.file_owner import called, copy_number, made_at, owner_of
from monopoly_lab.lessons.grading.given_lesson import Given, fixed, own_texts
from monopoly_lab.lessons.grading.zip_files import is_unpacked
from monopoly_lab.lessons.number_parser import typed
from monopoly_lab.lessons.prediction import Prediction
from monopoly_lab.lessons.question_calls import (
    NotWritten,
    Question,
    asked_in,
    assigned_in,
    whose_in,
    with_texts,
    with_texts_assigned,
    written_value,
)
from monopoly_lab.lessons.source import notebook_in

MOST_FILES = 10_000  # of a class
MOST_EACH = 500  # in one folder of what came back, and its folders
CHOSEN, SIGNED, UNSIGNED, UNSURE, GUESSED = range(5)  # how sure it is whose a file is; CHOSEN by the teacher
SHOWN = 5  # changed cells that are named


class Answer(NamedTuple):
    """What stands as the answer to a question: a number, or None; `is_code` where it would have to be run.

    `readings` are the numbers that it may mean: "12 %" is 12, and 0.12; "1,496" is 1496, and 1.496.
    """

    value: float | None
    problem: str = ""
    is_code: bool = False
    readings: tuple[float, ...] = ()


@dataclass(frozen=True)
class Marked:
    """One thing a student was asked: what was said, what it is, and the points; None for what is not known.

    `points` are None for an answer that is code and was not run, and for a doubtful file: neither right nor wrong yet.
    `state` says what became of it, one of `marks.STATES`. `slip` says what is likely behind a wrong number, in words;
    `verdict` says of a prediction how near it is, one of `marks.VERDICTS`.
    """

    kind: str
    name: str
    said: float | None
    found: float | None
    points: float | None
    most: float
    state: str = "open"
    slip: str = ""
    verdict: str = ""


@dataclass
class Submission:
    """What came from a student; `path` is None if that is nothing. `problems` are odd things in words.

    `answers` by kind and name, `rows` what they are worth. `claimed` is the student whom a file names that has another
    one, which counts; `student` is None then. `is_doubtful` if it is another student's file or has their answers: it
    brings no points until the teacher decides. `texts` are words of the student's own. `is_unrelated` if it is no
    notebook that can be read, and named after nobody. `is_unread` if there is a file and it could not be read.
    `when` it was handed in is in seconds. `is_of_nobody` if neither name nor signature is in it: the page of a lesson.
    """

    path: Path | None
    student: Student | None = None
    problems: list[str] = field(default_factory=list)
    answers: dict[Question, Answer] = field(default_factory=dict)
    cells: list[str] = field(default_factory=list)
    texts: list[tuple[str, str]] = field(default_factory=list)
    claimed: Student | None = None
    is_doubtful: bool = False
    standing: int = UNSURE
    is_unrelated: bool = False
    is_unread: bool = False
    is_of_nobody: bool = False
    when: float = 0.0
    rows: list[Marked] = field(default_factory=list)

    @property
    def code(self) -> list[Question]:
        """Return what is answered by code, by kind and name."""
        return [question for question, answer in self.answers.items() if answer.is_code]

    @property
    def unanswered(self) -> list[str]:
        """Return the names of the questions that were left unanswered."""
        return [name for (_, name), answer in self.answers.items() if answer == Answer(None)]

    def place(self, folder: Path) -> str:
        """Return where the file stands in a folder, for a line of text; "" for none."""
        path = self.path or folder
        return "" if path == folder else printable(_relative(path, folder).as_posix())


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
        found = [each for entry in _entries(folder) for each in _read_entry(given, entry, folder)]
    for path, student in given.chosen.items():
        if not any(each.student == student and each.standing == CHOSEN for each in found):
            raise LessonError(say("class.no_chosen", student=student.name, path=shortened(path), folder=folder))
    for student in course.students:
        _choose([each for each in found if each.student == student], student, given, folder)
    return found


def _choose(same: list[Submission], student: Student, given: Given, folder: Path) -> None:
    """Choose which of a student's files counts, and note it at each; note if one that does not count is newer."""
    same.sort(key=lambda each: (*_doubt(each, student, given, folder), -each.when, *_last(each)))
    for each in same[1:]:
        each.problems.append(say("class.twice", student=student.name, path=shortened(same[0].place(folder))))
        each.student, each.claimed = None, student
    if others := [shortened(each.place(folder)) for each in same[1:]]:
        paths = ", ".join(others[:SHOWN]) + (", ..." if len(others) > SHOWN else "")
        newest = max(same, key=lambda each: each.when)
        is_newest = same[0].when >= newest.when
        key = "rivals_newest" if is_newest and same[0].standing != CHOSEN else "rivals"
        same[0].problems.append(say(f"class.{key}", n=len(others), paths=paths))
        if not is_newest and same[0].standing != CHOSEN:
            same[0].problems.append(say("class.newer", student=student.name, path=newest.place(folder)))


def _relative(path: Path, folder: Path) -> Path:
    return path.relative_to(folder) if path.is_relative_to(folder) else path


def _doubt(each: Submission, student: Student, given: Given, folder: Path) -> tuple[int, int, int]:
    """Return how unsure it is that a file is a student's: its standing, how many others and strangers its place names.

    A folder that is nobody's may be the one in which a classmate has handed in.
    """
    path = _relative(each.path or folder, folder)
    named = [owner_of(given.students, part) for part in (*path.parts[:-1], path.stem)]
    return each.standing, sum(other not in (None, student) for other in named), named.count(None)


def _last(each: Submission) -> tuple[int, str]:
    """Return what tells files of the same time apart: the highest number of a browser comes first."""
    path = each.path or Path()
    return -copy_number(path.stem), path.as_posix()


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
            yield Submission(path, problems=[say("class.not_read", reason=reason)], is_unread=True)


def _files(entry: Path) -> Iterator[Path]:
    if entry.is_symlink() or not entry.is_dir():
        yield entry
        return
    for path in itertools.islice(entry.rglob("*"), MOST_FILES):
        hidden = any(part.startswith(".") for part in path.relative_to(entry).parts)
        if not hidden and (path.is_symlink() or not path.is_dir()):
            yield path


def oddities(found: list[Submission], folder: Path) -> list[str]:
    """Return a line for each odd thing; many files that have nothing to do with the class are one line."""
    unrelated = [each for each in found if each.is_unrelated]
    if len(unrelated) <= SHOWN:
        unrelated = []
    others = [each for each in found if not (unrelated and each.is_unrelated)]
    lines = [f"{each.place(folder)}: {problem}" for each in others for problem in each.problems]
    if unrelated:
        names = ", ".join(shortened(each.place(folder)) for each in unrelated[:SHOWN])
        lines.append(say("class.unrelated", n=len(unrelated), names=names))
    return lines


def _read(given: Given, path: Path, folder: Path) -> Submission:
    made = Submission(path, when=path.lstat().st_mtime)
    chosen = given.chosen.get(path.relative_to(folder).as_posix())
    named = [chosen] if chosen else _named(given, path.relative_to(folder))
    made.student, made.standing = (named[0] if named else None), CHOSEN if chosen else UNSURE
    if path.is_symlink() or not stat.S_ISREG(path.lstat().st_mode):
        made.problems.append(say("class.no_plain_file"))
        made.is_unread = True
        return made
    try:
        notebook = notebook_in(path)
    except LessonError as refused:
        made.problems.append(str(refused).removeprefix(f"{path}: ").replace(str(path), path.name))
        made.is_unrelated, made.is_unread = made.student is None, True
        return made
    given = given.in_language_of(notebook)
    made.texts = own_texts(given, notebook)
    _mend(given, notebook)
    made.cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    made.answers = _answers(given, made.cells)
    made.when = made_at(notebook, path)
    _find_student(made, given, named, notebook)
    made.standing = CHOSEN if chosen else made.standing
    if made.student is not None:
        made.problems += _changes(given, made.student, notebook)
    made.problems += [f"{name}: {answer.problem}" for (_, name), answer in made.answers.items() if answer.problem]
    if made.answers and len(made.unanswered) == len(made.answers) and not made.texts:
        made.problems.append(say("class.nothing_answered"))
    elif made.unanswered:
        made.problems.append(say("class.unfinished", names=", ".join(made.unanswered)))
    return made


def _named(given: Given, path: Path) -> list[Student]:
    """Return the students whom the file, or the folders it stands in, are named after; the nearest name first."""
    named = [owner_of(given.students, part) for part in (path.stem, *reversed(path.parts[:-1]))]
    return [student for student in named if student is not None]


def _mend(given: Given, notebook: Any) -> None:
    """Put quotes around answers that are no Python, in place, so that they are read as what they are."""
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        for blank in given.asking:
            cell.source = with_texts(cell.source, blank)
        if cell.get("id") in given.open:
            cell.source = with_texts_assigned(cell.source)


def _answers(given: Given, cells: list[str]) -> dict[Question, Answer]:
    """Return what stands there for each question of the lesson; the last, where something is asked twice."""
    found = {question: Answer(None) for question in given.words}
    names: dict[str, ast.expr] = {}
    for cell in cells:
        names = assigned_in(cell, names)
        for asked in asked_in(cell):
            if asked.question in found:
                found[asked.question] = _answer(asked.given, names, asked.name, given.words[asked.question])
    return found


def _answer(given: ast.expr | None, names: Mapping[str, ast.expr], name: str, words: dict[str, Any]) -> Answer:
    try:
        value = written_value(given, names)
    except (NotWritten, OverflowError):
        return Answer(None, is_code=True)
    prediction = Prediction(name, value, **words) if words else None
    if prediction is not None:
        is_text = bool(prediction.problem) and len(typed(value, prediction.unit).meant) != 1
        return Answer(prediction.value, _no_number(value) if is_text else prediction.problem)
    said = numbers_in(value)
    is_text = not said and value is not None and str(value).strip() != ""
    return Answer(said[0] if said else None, _no_number(value) if is_text else "", readings=said)


def _no_number(value: object) -> str:
    meant = typed(value).meant
    if len(meant) == 2:
        return say("class.unclear", value=shortened(value), whole=f"{meant[0]:g}", part=f"{meant[1]:.3f}")
    return say("class.not_number", value=shortened(value))


def _find_student(made: Submission, given: Given, named: list[Student], notebook: Any) -> None:
    """Set the student by the signature, the name in the notebook and the file name; note it if they differ."""
    course, about = given.course, notebook.metadata.get(ABOUT, {})
    mark = about.get("signature") if isinstance(about, dict) else None
    signed = next((each for each, right in given.signatures.items() if _is_signature(right, mark)), None)
    whose = next((found for cell in made.cells if (found := whose_in(cell))), None)
    name = folded(whose.student or "") if whose else ""
    inside = next((student for student in course.students if folded(student.name) == name), None)
    owner = signed if signed in named else next(iter(named), None)
    made.student = owner or signed or inside or _by_first_name(made, given)
    if made.student is not None and signed == made.student:
        made.standing = SIGNED
    elif mark is None and made.student is not None and inside == made.student:
        made.standing = UNSIGNED
    if whose is None or None in whose:
        made.problems.append(say("class.no_name"))
    elif not name and mark is None:
        made.is_of_nobody = True
        if made.student is None and made.path is not None and not called(course.students, made.path.stem):
            made.problems.append(say("class.stranger", value=shortened(made.path.stem)))
    elif inside is None or inside != made.student:
        shown = shortened(whose.student)
        made.problems.append(say("class.other_seed" if made.student else "class.stranger", value=shown or "-"))
    elif (other := tidied(whose.course or "")).casefold() != course.name.casefold():
        made.problems.append(say("class.other_course", value=shortened(other) or "-"))
    if signed is not None and signed != made.student:
        made.problems.append(say("class.signed_for", student=signed.name))
    elif course.secret and signed is None and (name or mark is not None or whose is None):
        made.problems.append(say("class.no_signature" if mark is None else "class.bad_signature"))
    is_anothers = (inside is not None and inside != made.student) or (signed is not None and signed != made.student)
    made.is_doubtful = is_anothers or bool(course.secret and mark is not None and signed is None)


def _by_first_name(made: Submission, given: Given) -> Student | None:
    """Return the only student of the class with the name of a file, and note it; of several ask who it is."""
    stem = made.path.stem if made.path is not None else ""
    found = called(given.course.students, stem)
    if len(found) == 1:
        made.standing = GUESSED
        made.problems.append(say("class.taken_for", student=found[0].name, value=shortened(stem)))
        return found[0]
    if found:
        names = ", ".join(student.name for student in found[:SHOWN]) + (", ..." if len(found) > SHOWN else "")
        made.problems.append(say("class.which", value=shortened(stem), names=names))
    return None


def _is_signature(right: str, given: object) -> bool:
    return bool(right) and isinstance(given, str) and hmac.compare_digest(right.encode(), given.encode())


def _changes(given: Given, student: Student, notebook: Any) -> list[str]:
    """Return what was done to the notebook beyond answering: cells of code that are gone or changed, another seed."""
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    by_id = {cell.get("id"): cell.source for cell in codes}
    if not any(name in by_id for name, _ in given.fixed):  # an older form of notebooks has no ids
        by_id = {name: theirs.source for (name, _), theirs in zip(given.fixed, codes)}
    changed, gone = [], []
    for number, (name, issued) in enumerate(given.fixed, 1):
        if name not in by_id:
            gone.append(number)
        elif name not in given.open and fixed(by_id[name]) != issued:
            changed.append(number)
    said = [say(f"class.{what}", cells=_some(each)) for what, each in (("changed", changed), ("gone", gone)) if each]
    about = notebook.metadata.get("monopoly_lab", {})
    seed = about.get("seed") if isinstance(about, dict) else None
    return said + ([say("class.seed_changed")] if seed not in (None, given.course.lesson(student).seed) else [])


def _some(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers[:SHOWN])) + (", ..." if len(numbers) > SHOWN else "")
