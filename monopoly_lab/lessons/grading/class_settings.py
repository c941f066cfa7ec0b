"""Settings of a class (`lesson.toml`): which lesson, which course, who is in it, what is counted; and its folder.

lesson = "07_who_wins"        # a lesson by name or number, or a notebook seen from this file
course = "7b, autumn"
attempt = "first"             # which try at a self-check on the page of a lesson counts: "first", or "last"
[marks]                       # a right answer in class is 1 if left out
won = 2                       # for the right answer to a question of the lesson
predicted = 0                 # for a prediction that was made, whatever it says
home = 0                      # for the right answer to a question of a section "(at home)", or of an exercise
[decided]                     # whether a file that waits for you counts after all; false: no points, whatever the file
"Cy" = true
"Eve" = "late/Eve (1).ipynb"  # or which of several files in submitted counts
[tolerance]                   # how far from the key an answer is right, instead of half of the last digit asked for
won = 1
upper = 5                     # how far from the result a prediction is called close, instead of a tenth of it
[slips.won]                   # what is behind a wrong number, for the report; those of delivered lessons are known
"37.5" = "A share is given where the number of games is asked for."
"""

import csv
import hashlib
import hmac
import io
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from monopoly_lab.common.errors import LessonError, UnfitFile
from monopoly_lab.common.file_access import shortened, text_in, tidied, toml_in
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint, near
from monopoly_lab.lessons.lesson import Lesson
from monopoly_lab.lessons.lesson_minutes import in_class
from monopoly_lab.lessons.lesson_notebooks import Source, read_lesson
from monopoly_lab.lessons.number_parser import typed
from monopoly_lab.lessons.question_calls import Question, asked_in, whose_in

KEYS = ("lesson", "course", "attempt", "marks", "tolerance", "decided", "slips")
FIRST, LAST_ONE = ATTEMPTS = ("first", "last")  # which try at a self-check on the page of a lesson counts
PREDICTED, HOME = "predicted", "home"  # what has one weight for all in [marks]
MOST_NAME = 60
MOST_STUDENTS = 2000
NAME, FIRST_NAME, LAST_NAME = (
    ("name", "student"),
    "firstname",
    ("lastname", "surname"),
)  # columns of a roster, see `_plain`
OTHERS = {  # what grade books know students by, and how its column may be called
    "email": ("email", "emailaddress"),
    "username": ("username",),
    "idnumber": ("idnumber",),
    "id": ("id", "canvasid"),
    "sis_user": ("sisuserid",),
    "sis_login": ("sisloginid",),
    "section": ("section",),
}
NO_STUDENT = "pointspossible"  # begins a row of a grade book that is nobody's
TABLE = re.compile(r"\s*\[\s*([^\[\]]*?)\s*\]")  # the heading of a table in lesson.toml
BARE = re.compile(r"\s*(?![A-Za-z0-9_-]+\s*=)([^\s\"'#\[=][^\"#=]*?)\s*=([^#]*)")  # a name that needs quotation marks
RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])")  # names that are no files on Windows


@dataclass(frozen=True)
class Student:
    """A name of the roster, the name of the student's file without its ending, and what else names the student.

    `others` are for grade books: an email address, an ID number and so on, by one of OTHERS.
    """

    name: str
    file: str
    others: tuple[tuple[str, str], ...] = field(default=(), compare=False)

    def other(self, key: str) -> str:
        """Return what else names the student, by one of OTHERS; "" where the roster does not say."""
        return dict(self.others).get(key, "")


@dataclass(frozen=True)
class Course:
    """A lesson given to a class. `marks`, `tolerance` and `slips` by question, `decided` by the name of a student.

    `decided` has the path of a file in `submitted` where the teacher has chosen one.
    `secret` is what the notebooks of this class are signed with; "" where they are not. `questions` are kind and name
    of everything that the lesson asks, in its order, `home` those of them that are homework; `lesson_name` is what its
    own first cell calls it, "" for nothing.
    """

    source: Source
    name: str
    students: tuple[Student, ...]
    marks: dict[str, float] = field(default_factory=dict)
    tolerance: dict[str, float] = field(default_factory=dict)
    decided: dict[str, bool | str] = field(default_factory=dict)
    secret: str = field(default="", repr=False)
    slips: dict[str, dict[str, str]] = field(default_factory=dict)
    questions: tuple[Question, ...] = ()
    lesson_name: str = ""
    attempt: str = FIRST
    home: frozenset[Question] = frozenset()

    def most(self, question: Question) -> float:
        """Return the points of a question: those of its name, of predictions or of homework, or what is usual.

        Usual is 1 for a self-check in class, and 0 for a prediction, which is a guess, and for homework; but 1 for
        everything in a lesson without self-checks in class.
        """
        kind, name = question
        part = PREDICTED if kind == "predict" else HOME if question in self.home else ""
        has_checks = any(each[0] == "self_check" and each not in self.home for each in self.questions)
        return self.marks.get(name, self.marks.get(part, 0.0 if part and has_checks else 1.0))

    def lesson(self, student: Student) -> Lesson:
        """Return whose seed it is."""
        return Lesson(self.lesson_name or self.source.about.name, student.name, self.name)

    def signature(self, student: Student) -> str:
        """Return what only this class can write into the notebook of a student; "" where nothing is signed."""
        if not self.secret:
            return ""
        whose = json.dumps([self.lesson_name, self.name, student.name])
        return hmac.new(self.secret.encode(), whose.encode(), hashlib.sha256).hexdigest()


def read_course(path: Path, roster: Path) -> Course:
    """Return the class of a file and its roster; LessonError with every problem of the file, or of the roster."""
    text = ""
    try:
        text = text_in(path)
        content = toml_in(text)
    except UnfitFile as unfit:
        raise LessonError(f"{path}: {_without_quotes(text) or unfit}") from None
    problems = [say("class.unknown_key", value=key) + hint(key, KEYS) for key in content if key not in KEYS]
    problems += [say("class.no_text", key=key) for key in ("lesson", "course") if not _is_text(content.get(key))]
    problems += [text for key in ("marks", "tolerance") for text in _wrong_numbers(key, content.get(key, {}))]
    problems += _wrong_slips(content.get("slips", {}))
    if (attempt := content.get("attempt", FIRST)) not in ATTEMPTS:
        problems.append(say("class.no_attempt", value=shortened(attempt)))
    _refuse(path, problems)
    name = content["lesson"]
    source = read_lesson(str(path.parent / name) if name.endswith(".ipynb") else name)
    codes = [cell.source for cell in source.notebook.cells if cell.cell_type == "code"]
    questions = questions_of(source)
    own_name = next((found.lesson for code in codes if (found := whose_in(code))), "") or ""
    _refuse(path, _not_asked(content, questions))
    numbers = {
        key: {question: float(value) for question, value in content.get(key, {}).items()}
        for key in ("marks", "tolerance")
    }
    students = read_roster(roster)
    _refuse(path, _wrong_decisions(content.get("decided", {}), students))
    decided = {
        tidied(name): value.replace("\\", "/") if isinstance(value, str) else value
        for name, value in content.get("decided", {}).items()
    }
    return Course(
        *(source, tidied(content["course"]), students, numbers["marks"], numbers["tolerance"], decided),
        slips=content.get("slips", {}),
        questions=questions,
        lesson_name=own_name,
        attempt=content.get("attempt", FIRST),
        home=frozenset(questions) - {each for cell in in_class(source.notebook) for each in _asked_in(cell)},
    )


def decision(name: str, value: bool | str) -> str:
    """Return a line that can be pasted under [decided]: what a teacher decides about the student of a name."""
    return f"{json.dumps(name, ensure_ascii=False)} = {json.dumps(value, ensure_ascii=False)}"


def _without_quotes(text: str) -> str:
    """Return which line under [decided] has a name without quotation marks, and how it reads with them; "" for none."""
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        if found := TABLE.match(line):
            table = found[1]
        elif table == "decided" and (found := BARE.match(line)):
            right = f"{json.dumps(found[1], ensure_ascii=False)} = {found[2].strip()}"
            return say("class.no_quotes", line=number, right=shortened(right))
    return ""


def questions_of(source: Source) -> tuple[Question, ...]:
    """Return kind and name of everything that a lesson asks, in its order."""
    return tuple(dict.fromkeys(each for cell in source.notebook.cells for each in _asked_in(cell)))


def _asked_in(cell: Any) -> list[Question]:
    return [asked.question for asked in asked_in(cell.source)] if cell.cell_type == "code" else []


def _refuse(path: Path, problems: list[str]) -> None:
    if problems:
        raise LessonError("\n".join(f"{path}: {problem}" for problem in problems))


def _not_asked(content: Mapping[str, Any], questions: Iterable[Question]) -> list[str]:
    """Return what the class counts though the lesson does not ask it."""
    asked = [name for _, name in questions]
    known = {"marks": [PREDICTED, HOME, *asked], "tolerance": asked, "slips": asked}
    return [
        say("class.no_question", key=f"{key}.{shortened(name)}", known=", ".join(known[key]) or "-")
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


def _wrong_slips(table: Any) -> list[str]:
    """Return what is no text beside a number, by question."""
    if not isinstance(table, dict):
        return [say("class.no_table", key="slips")]
    problems = [say("class.no_table", key=f"slips.{name}") for name in table if not isinstance(table[name], dict)]
    return problems + [
        say("class.no_slip", key=f"slips.{shortened(name)}", value=shortened(f"{number} = {text!r}"))
        for name, given in table.items()
        if isinstance(given, dict)
        for number, text in given.items()
        if not _is_text(text) or len(typed(number).meant) != 1
    ]


def _wrong_decisions(table: Any, students: tuple[Student, ...]) -> list[str]:
    """Return what is decided about nobody of the roster, or neither true, false nor a file."""
    if not isinstance(table, dict):
        return [say("class.no_table", key="decided")]
    names = [student.name for student in students]
    strange = [name for name in table if tidied(name) not in names]
    problems = [
        f"decided.{shortened(name)}: " + say("class.stranger", value=shortened(name)) + near(name, names)
        for name in strange
    ]
    files = [value for value in table.values() if isinstance(value, str)]
    twice = [name for name, value in table.items() if isinstance(value, str) and files.count(value) > 1]
    problems += [say("class.chosen_twice", key=f"decided.{shortened(name)}", value=table[name]) for name in twice]
    return problems + [
        say("class.no_decision", key=f"decided.{shortened(name)}", value=shortened(value))
        for name, value in table.items()
        if not isinstance(value, bool) and not _is_text(value)
    ]


def read_roster(path: Path) -> tuple[Student, ...]:
    """Return the students of a table with a column `name`; LessonError with every problem: none, equal names, no names.

    A table that Moodle or Canvas has exported will do: with First name and Last name, or with Student.
    """
    try:
        text = text_in(path).removeprefix("\ufeff")
    except UnfitFile as unfit:
        raise LessonError(f"{path}: {unfit}") from None
    rows = _rows(path, text)
    columns = [_plain(column) for column in rows[0].cells] if rows else []
    of_name = _name_columns(columns)
    if not of_name:
        raise LessonError(
            f"{path}: " + say("class.no_column", value=", ".join(map(str.strip, rows[0].cells if rows else ())) or "-")
        )
    rows = [row for row in rows[1:] if not _plain(row.cells[0]).startswith(NO_STUDENT)]
    names = {row.line: tidied(" ".join(_cell(row, place) for place in of_name)) for row in rows}
    problems = [
        say("class.surplus", line=row.line, n=len(row.cells), columns=len(columns), value=shortened(row.cells[-1]))
        for row in rows
        if any(map(str.strip, row.cells[len(columns) :]))
    ]
    _refuse(path, problems + _wrong_names(names))
    places = {key: columns.index(name) for key, names in OTHERS.items() for name in names if name in columns}
    others = [tuple((key, tidied(_cell(row, place))) for key, place in places.items()) for row in rows]
    return _with_files(list(names.values()), others)


def _plain(column: str) -> str:
    """Return the name of a column without case, spaces and dashes: "emailaddress" for "Email address"."""
    return re.sub(r"[\s_-]", "", column).casefold()


def _name_columns(columns: list[str]) -> list[int]:
    """Return the places of the columns that a name stands in: one, or first and last name."""
    for name in NAME:
        if name in columns:
            return [columns.index(name)]
    last = next((name for name in LAST_NAME if name in columns), "")
    return [columns.index(FIRST_NAME), columns.index(last)] if FIRST_NAME in columns and last else []


def _cell(row: "Row", place: int) -> str:
    return row.cells[place] if place < len(row.cells) else ""


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


def _with_files(names: list[str], others: list[tuple[tuple[str, str], ...]]) -> tuple[Student, ...]:
    students, taken = [], set[str]()
    for name, other in zip(names, others):
        plain = file = file_name(name)
        n = 1
        while file.casefold() in taken:
            n += 1
            file = f"{plain}_{n}"
        taken.add(file.casefold())
        students.append(Student(name, file, other))
    return tuple(students)


def same_name(name: str) -> str:
    """Return what a name has in common with every way to type it: letters, their marks and digits, without case.

    "ann-able", " Ann  Able" and "Ann_Able" are one name, so are letters that Unicode calls compatible.
    """
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(filter(_is_written, plain))


def _is_written(sign: str) -> bool:
    """Return True for a letter, a mark of a letter or a digit."""
    return unicodedata.category(sign)[0] in "LMN"


def file_name(name: str) -> str:
    """Return a name that is a file of this folder on every system, whatever stands in it: letters, digits, - and _."""
    signs = (sign if sign in "-_" or _is_written(sign) else " " for sign in unicodedata.normalize("NFC", name))
    plain = re.sub(" +", "_", "".join(signs)).strip("_")[:MOST_NAME]
    return f"_{plain}" if not plain or RESERVED.fullmatch(plain) else plain
