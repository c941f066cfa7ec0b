"""A class: which lesson, which course, who is in it, what is counted; and the folder in which all of it stands.

lesson = "07_who_wins"        # a lesson by name or number, or a notebook seen from this file
course = "7b, autumn"
[marks]                       # each 1 if left out
predicted = 1                 # for a prediction that was made, whatever it says
won = 2                       # for the right answer to a question of the lesson
[decided]                     # whether a file that is another student's, or has their answers, counts after all
"Cy" = true
[tolerance]                   # how far from the key an answer is right, instead of half of the last digit asked for
won = 1
"""

import csv
import hashlib
import hmac
import io
import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from monopoly_lab.common.errors import LessonError, UnfitFile
from monopoly_lab.common.file_access import shortened, text_in, tidied, toml_in
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint, near
from monopoly_lab.lessons.answer_tolerance import is_right, tolerance
from monopoly_lab.lessons.lesson import Lesson
from monopoly_lab.lessons.personal_answers import digits_asked
from monopoly_lab.lessons.question_calls import asked_in, whose_in
from monopoly_lab.lessons.source import Source, read_lesson
from monopoly_lab.lessons.student_edition import for_student

KEYS = ("lesson", "course", "marks", "tolerance", "decided")
PREDICTED = "predicted"
MOST_NAME = 60
MOST_STUDENTS = 2000
RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])")  # names that are no files on Windows


@dataclass(frozen=True)
class Student:
    """A name of the roster, and the name of the student's file without its ending."""

    name: str
    file: str


@dataclass(frozen=True)
class Course:
    """A lesson given to a class. `marks` and `tolerance` by question, `decided` by the name of a student.

    `secret` is what the notebooks of this class are signed with; "" where they are not.
    """

    source: Source
    name: str
    students: tuple[Student, ...]
    marks: dict[str, float] = field(default_factory=dict)
    tolerance: dict[str, float] = field(default_factory=dict)
    decided: dict[str, bool] = field(default_factory=dict)
    secret: str = field(default="", repr=False)

    @cached_property
    def blank(self) -> Any:
        """Return the student's notebook, with nobody's name in it."""
        return for_student(self.source)

    @cached_property
    def questions(self) -> list[tuple[str, str]]:
        """Kind and name of everything that the lesson asks, in its order."""
        return questions_of(self.source)

    def lesson(self, student: Student) -> Lesson:
        """Return whose seed it is."""
        return Lesson(self.source.about.name, student.name, self.name)

    def signature(self, student: Student) -> str:
        """Return what only this class can write into the notebook of a student; "" where nothing is signed."""
        if not self.secret:
            return ""
        codes = [cell.source for cell in self.source.notebook.cells if cell.cell_type == "code"]
        lesson = next((found.lesson for code in codes if (found := whose_in(code))), "")
        whose = json.dumps([lesson, self.name, student.name])
        return hmac.new(self.secret.encode(), whose.encode(), hashlib.sha256).hexdigest()

    def decision(self, student: Student) -> bool | None:
        """Return whether the teacher lets a doubtful file of a student count; None while nothing is decided."""
        return self.decided.get(student.name)

    def points(self, kind: str, question: str) -> float:
        """For a prediction that was made, or a right answer."""
        return self.marks.get(question, self.marks.get(PREDICTED, 1.0) if kind == "predict" else 1.0)

    @cached_property
    def digits(self) -> dict[str, int]:
        """Return how many digits behind the point are asked for, by question, where the lesson says so."""
        return digits_asked(cell.source for cell in self.source.notebook.cells if cell.cell_type == "code")

    def is_right(self, question: str, said: tuple[float, ...], key: float) -> bool:
        """True for an answer that may mean a number as near to the key as the class, or else the question, has it."""
        asked = self.digits.get(question)
        return is_right(said, key, self.tolerance.get(question, tolerance(asked)))


def read_course(path: Path, roster: Path) -> Course:
    """Return the class of a file and its roster; LessonError with every problem of the file, or of the roster."""
    try:
        content = toml_in(text_in(path))
    except UnfitFile as unfit:
        raise LessonError(f"{path}: {unfit}") from None
    problems = [say("class.unknown_key", value=key) + hint(key, KEYS) for key in content if key not in KEYS]
    problems += [say("class.no_text", key=key) for key in ("lesson", "course") if not _is_text(content.get(key))]
    problems += [text for key in ("marks", "tolerance") for text in _wrong_numbers(key, content.get(key, {}))]
    _refuse(path, problems)
    name = content["lesson"]
    source = read_lesson(str(path.parent / name) if name.endswith(".ipynb") else name)
    _refuse(path, _not_asked(content, source))
    numbers = {
        key: {question: float(value) for question, value in content.get(key, {}).items()}
        for key in ("marks", "tolerance")
    }
    students = read_roster(roster)
    _refuse(path, _wrong_decisions(content.get("decided", {}), students))
    decided = {tidied(name): value for name, value in content.get("decided", {}).items()}
    return Course(source, tidied(content["course"]), students, numbers["marks"], numbers["tolerance"], decided)


def questions_of(source: Source) -> list[tuple[str, str]]:
    """Kind and name of everything that a lesson asks, in its order."""
    codes = [cell.source for cell in source.notebook.cells if cell.cell_type == "code"]
    return list(dict.fromkeys((asked.kind, asked.name) for code in codes for asked in asked_in(code)))


def _refuse(path: Path, problems: list[str]) -> None:
    if problems:
        raise LessonError("\n".join(f"{path}: {problem}" for problem in problems))


def _not_asked(content: Mapping[str, Any], source: Source) -> list[str]:
    """Return what the class counts though the lesson does not ask it; only what has a key has a tolerance."""
    asked = questions_of(source)
    checked = [name for kind, name in asked if kind == "self_check"]
    known = {"marks": [PREDICTED, *(name for _, name in asked)], "tolerance": checked}
    return [
        say(f"class.no_question_{key}", key=f"{key}.{shortened(name)}", known=", ".join(known[key]) or "-")
        + near(name, known[key])
        for key in known
        for name in content.get(key, {})
        if name not in known[key]
    ]


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and len(value) <= 200


def _wrong_numbers(key: str, table: Any) -> list[str]:
    if not isinstance(table, dict):
        return [say("class.no_table", key=key)]
    return [
        say("class.no_number", key=f"{key}.{name}", value=shortened(value))
        for name, value in table.items()
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1e12
    ]


def _wrong_decisions(table: Any, students: tuple[Student, ...]) -> list[str]:
    """Return what is decided about nobody of the roster, or neither true nor false."""
    if not isinstance(table, dict):
        return [say("class.no_table", key="decided")]
    names = [student.name for student in students]
    strange = [name for name in table if tidied(name) not in names]
    problems = [
        f"decided.{shortened(name)}: " + say("class.stranger", value=shortened(name)) + near(name, names)
        for name in strange
    ]
    return problems + [
        say("class.no_decision", key=f"decided.{shortened(name)}", value=shortened(value))
        for name, value in table.items()
        if not isinstance(value, bool)
    ]


def read_roster(path: Path) -> tuple[Student, ...]:
    """The students of a table with a column `name`; LessonError with every problem: none, equal names, no names."""
    try:
        text = text_in(path).removeprefix("\ufeff")
    except UnfitFile as unfit:
        raise LessonError(f"{path}: {unfit}") from None
    rows = _rows(path, text)
    columns = [column.strip().casefold() for column in rows[0].cells] if rows else []
    if "name" not in columns:
        raise LessonError(f"{path}: " + say("class.no_column", value=", ".join(columns) or "-"))
    place = columns.index("name")
    names = {row.line: tidied(row.cells[place]) if place < len(row.cells) else "" for row in rows[1:]}
    problems = [
        say("class.surplus", line=row.line, n=len(row.cells), columns=len(columns), value=shortened(row.cells[-1]))
        for row in rows[1:]
        if any(map(str.strip, row.cells[len(columns) :]))
    ]
    _refuse(path, problems + _wrong_names(names))
    return _with_files(list(names.values()))


class Row(NamedTuple):
    """A row of a table that is not empty, and the line of the file on which it begins."""

    line: int
    cells: list[str]


def _rows(path: Path, text: str) -> list[Row]:
    """Return the rows of a table; LessonError for a quotation mark that is never closed, or closed amid a word."""
    head = text.partition("\n")[0]
    delimiter = next((mark for mark in ";\t" if mark in head), ",")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows, line = [], 1
    try:
        for cells in reader:
            if any(map(str.strip, cells)):
                rows.append(Row(line, cells))
            line = reader.line_num + 1
    except csv.Error:
        raise LessonError(f"{path}: " + say("class.quotes", line=line)) from None
    return rows


def _wrong_names(names: Mapping[int, str]) -> list[str]:
    if not 0 < len(names) <= MOST_STUDENTS:
        return [say("class.students", n=len(names), most=MOST_STUDENTS)]
    problems, seen = [], dict[str, int]()
    for line, name in names.items():
        if not name or len(name) > MOST_NAME or not name.isprintable():
            problems.append(say("class.bad_name", line=line, value=shortened(repr(name))))
        elif name.casefold() in seen:
            problems.append(say("class.equal_names", line=line, other=seen[name.casefold()], value=name))
        seen.setdefault(name.casefold(), line)
    return problems


def _with_files(names: list[str]) -> tuple[Student, ...]:
    students, taken = [], set[str]()
    for name in names:
        plain = file = file_name(name)
        n = 1
        while file.casefold() in taken:
            n += 1
            file = f"{plain}_{n}"
        taken.add(file.casefold())
        students.append(Student(name, file))
    return tuple(students)


def file_name(name: str) -> str:
    """A name that is a file of this folder on every system, whatever stands in it: letters, digits, - and _."""
    plain = re.sub(r"[^\w-]+", "_", unicodedata.normalize("NFC", name)).strip("_")[:MOST_NAME]
    return f"_{plain}" if not plain or RESERVED.fullmatch(plain) else plain
