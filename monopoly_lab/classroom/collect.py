"""Submissions read as data: whose each is, what was answered, what is odd about it. Nothing in them is run."""

import ast
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from monopoly_lab.classroom.course import Course, Student
from monopoly_lab.classroom.exact import numbers_in
from monopoly_lab.classroom.handout import notebook_for, open_cells
from monopoly_lab.classroom.prediction import Prediction, number_in, readings
from monopoly_lab.errors import LessonError
from monopoly_lab.lessons.asking import (
    NotWritten,
    asked_in,
    assigned_in,
    whose_in,
    with_student,
    with_texts,
    with_texts_assigned,
    without_values,
    words_of,
    written_value,
)
from monopoly_lab.lessons.source import notebook_in
from monopoly_lab.messages import say
from monopoly_lab.reading import folded, shortened, tidied

MOST_FILES = 10_000
SHOWN = 5  # changed cells that are named


class Answer(NamedTuple):
    """What stands as the answer to a question: a number, or None; `is_code` where it would have to be run.

    `readings` are the numbers that it may mean: "12 %" is 12, and 0.12.
    """

    value: float | None
    problem: str = ""
    is_code: bool = False
    readings: tuple[float, ...] = ()


@dataclass
class Submission:
    """A file that came back. `problems` are odd things in words; `answers` by kind and name."""

    path: Path
    student: Student | None = None
    problems: list[str] = field(default_factory=list)
    answers: dict[tuple[str, str], Answer] = field(default_factory=dict)
    cells: list[str] = field(default_factory=list)

    @property
    def code(self) -> list[tuple[str, str]]:
        """What is answered by code, by kind and name."""
        return [question for question, answer in self.answers.items() if answer.is_code]

    @property
    def unanswered(self) -> list[str]:
        """Names of what was left as it was."""
        return [name for (_, name), answer in self.answers.items() if answer == Answer(None)]


def submissions(course: Course, folder: Path) -> list[Submission]:
    """Every file of a folder and its folders, read; and for students of whom there are several, all of them named."""
    found = [_read(course, path, folder) for path in sorted(_files(folder))]
    for student in course.students:
        same = [each for each in found if each.student == student]
        for each in same[1:]:
            each.problems.append(say("class.twice", student=student.name, path=_shown(same[0].path, folder)))
            each.student = None
    return found


def _files(folder: Path) -> Iterator[Path]:
    for number, path in enumerate(folder.rglob("*")):
        if number > MOST_FILES:
            raise LessonError(say("class.too_many", value=folder, most=MOST_FILES))
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if not hidden and (path.is_symlink() or not path.is_dir()):
            yield path


def _shown(path: Path, folder: Path) -> str:
    return shortened(path.relative_to(folder).as_posix().encode("utf-8", "replace").decode())


def _read(course: Course, path: Path, folder: Path) -> Submission:
    made = Submission(path)
    by_name = _by_name(course, path.relative_to(folder))
    made.student = by_name
    if path.is_symlink() or not stat.S_ISREG(path.lstat().st_mode):
        made.problems.append(say("class.no_plain_file"))
        return made
    try:
        notebook = notebook_in(path)
    except LessonError as refused:
        made.problems.append(str(refused).removeprefix(f"{path}: ").replace(str(path), path.name))
        return made
    _mend(course, notebook)
    made.cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    _find_student(made, course, by_name)
    made.answers = _answers(course, made.cells)
    if made.student is not None:
        made.problems += _changes(course, made.student, notebook)
    made.problems += [f"{name}: {answer.problem}" for (_, name), answer in made.answers.items() if answer.problem]
    if made.unanswered:
        made.problems.append(say("class.unfinished", names=", ".join(made.unanswered)))
    return made


def _mend(course: Course, notebook: Any) -> None:
    """Put quotes around answers that are no Python, in place, so that they are read as what they are."""
    blanks = [cell.source for cell in course.blank.cells if cell.cell_type == "code" and asked_in(cell.source)]
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        for blank in blanks:
            cell.source = with_texts(cell.source, blank)
        if cell.get("id") in open_cells(course):
            cell.source = with_texts_assigned(cell.source)


def _by_name(course: Course, path: Path) -> Student | None:
    """The student whom the file, or a folder it stands in, is named after."""
    files = {folded(student.file): student for student in course.students}
    named = [files.get(folded(part)) for part in (path.stem, *reversed(path.parts[:-1]))]
    return next((student for student in named if student is not None), None)


def _find_student(made: Submission, course: Course, by_name: Student | None) -> None:
    """By the name in the notebook and that of the file; where they differ, who handed it in is told of it."""
    whose = next((found for cell in made.cells if (found := whose_in(cell))), None)
    if whose is None or None in whose:
        made.problems.append(say("class.no_name"))
        return
    name, other = folded(whose.student or ""), tidied(whose.course or "")
    inside = next((student for student in course.students if folded(student.name) == name), None)
    made.student = by_name or inside
    if inside is None or inside != made.student:
        given = shortened(whose.student)
        made.problems.append(say("class.other_seed" if made.student else "class.stranger", value=given or "-"))
    elif other.casefold() != course.name.casefold():
        made.problems.append(say("class.other_course", value=shortened(other) or "-"))


def _answers(course: Course, cells: list[str]) -> dict[tuple[str, str], Answer]:
    """What stands there for each question of the lesson; the last, where something is asked twice."""
    codes = [cell.source for cell in course.source.notebook.cells if cell.cell_type == "code"]
    asked_for = [each for code in codes for each in asked_in(code)]
    found = {(asked.kind, asked.name): Answer(None) for asked in asked_for}
    words = {(asked.kind, asked.name): words_of(asked) for asked in asked_for}
    names: dict[str, ast.expr] = {}
    for cell in cells:
        names = assigned_in(cell, names)
        for asked in asked_in(cell):
            key = (asked.kind, asked.name)
            if key in found:
                found[key] = _answer(asked.given, names, asked.name, words[key])
    return found


def _answer(given: ast.expr | None, names: Mapping[str, ast.expr], name: str, words: dict[str, Any]) -> Answer:
    try:
        value = written_value(given, names)
    except (NotWritten, OverflowError):
        return Answer(None, is_code=True)
    prediction = Prediction(name, value, **words) if words else None
    if prediction is not None:
        is_text = bool(prediction.problem) and number_in(value, prediction.unit) is None
        return Answer(prediction.value, _no_number(value) if is_text else prediction.problem)
    said = numbers_in(value)
    is_text = not said and value is not None and str(value).strip() != ""
    return Answer(said[0] if said else None, _no_number(value) if is_text else "", readings=said)


def _no_number(value: object) -> str:
    if either := readings(value):
        return say("class.unclear", value=shortened(value), whole=either[0], part=either[1])
    return say("class.not_number", value=shortened(value))


def _changes(course: Course, student: Student, notebook: Any) -> list[str]:
    """What was done to the notebook beyond answering: cells of code that are gone or changed, another seed."""
    issued = [cell for cell in notebook_for(course, student).cells if cell.cell_type == "code"]
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    by_id = {cell.get("id"): cell.source for cell in codes}
    if not any(cell.id in by_id for cell in issued):  # an older form of notebooks has no ids
        by_id = {mine.id: theirs.source for mine, theirs in zip(issued, codes)}
    changed, gone = [], []
    for number, cell in enumerate(issued, 1):
        if cell.id not in by_id:
            gone.append(number)
        elif cell.id not in open_cells(course) and _fixed(by_id[cell.id]) != _fixed(cell.source):
            changed.append(number)
    said = [say(f"class.{what}", cells=_some(each)) for what, each in (("changed", changed), ("gone", gone)) if each]
    about = notebook.metadata.get("monopoly_lab", {})
    seed = about.get("seed") if isinstance(about, dict) else None
    return said + ([say("class.seed_changed")] if seed not in (None, course.lesson(student).seed) else [])


def _fixed(source: str) -> str:
    """What students have no reason to change of a cell: all but answers, white space at ends, and whose it is."""
    plain = without_values(with_student(source, "", "") or source)
    return "\n".join(line.rstrip() for line in plain.strip().splitlines())


def _some(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers[:SHOWN])) + (", ..." if len(numbers) > SHOWN else "")
