"""Read the students of a class from a table (`students.csv`), and find the file name of each."""

import csv
import io
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from monopoly_lab.common.errors import LessonError, UnfitFile
from monopoly_lab.common.file_access import normalized_name, quoted, read_text, shortened
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import did_you_mean_file
from monopoly_lab.game.seats import has_unseen

MOST_NAME = 60
MOST_STUDENTS = 2000
NAME, FIRST_NAME, LAST_NAME = (
    ("name", "student"),
    ("firstname", "імя", "имя"),
    ("lastname", "surname", "прізвище", "фамилия"),
)  # columns of a roster, see `_normalized_column`
OTHERS = {  # what grade books know students by, and how its column may be called
    "email": ("email", "emailaddress", "електроннапошта", "адресаелектронноїпошти", "адресэлектроннойпочты"),
    "username": ("username",),
    "idnumber": ("idnumber",),
    "id": ("id", "canvasid"),
    "sis_user": ("sisuserid",),
    "sis_login": ("sisloginid",),
    "section": ("section",),
}
WORKBOOKS = (".xlsx", ".xls", ".ods", ".numbers")
PACKED = b"PK\x03\x04"  # begins a zip file, which a workbook is
NO_STUDENT = "pointspossible"  # begins a row of a grade book that is nobody's
RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])")  # names that are no files on Windows


@dataclass(frozen=True)
class Student:
    """A name of the roster, the name of the student's file without its ending, and what else names the student.

    `others` are for grade books: an email address, an ID number and so on, by one of OTHERS.
    """

    name: str
    file: str
    others: tuple[tuple[str, str], ...] = field(default=(), compare=False)

    def identifier(self, key: str) -> str:
        """Return what else names the student, by one of OTHERS; "" where the roster does not say."""
        return dict(self.others).get(key, "")


def refuse(path: Path, problems: list[str]) -> None:
    """Raise LessonError with every problem of a file; nothing for none."""
    if problems:
        raise LessonError("\n".join(f"{path}: {problem}" for problem in problems))


def read_roster(path: Path) -> tuple[Student, ...]:
    """Return the students of a table with a column `name`; LessonError with every problem: none, equal names, no names.

    A table that Moodle or Canvas has exported will do: with First name and Last name, or with Student.
    """
    if _is_workbook(path):
        raise LessonError(f"{path}: {say('class.no_csv')}")
    try:
        text = read_text(path).removeprefix("\ufeff")
    except UnfitFile as unfit:
        raise LessonError(f"{path}: {unfit}{did_you_mean_file(path)}") from None
    rows = _rows(path, text)
    columns = [_normalized_column(column) for column in rows[0].cells] if rows else []
    of_name = _name_columns(columns)
    if not of_name:
        raise LessonError(
            f"{path}: " + say("class.no_column", value=", ".join(map(str.strip, rows[0].cells if rows else ())) or "-")
        )
    refuse(
        path,
        [
            say("class.column_twice", value=quoted(rows[0].cells[place].strip()), n=columns.count(columns[place]))
            for place in of_name
            if columns.count(columns[place]) > 1
        ],
    )
    rows = [row for row in rows[1:] if not _normalized_column(row.cells[0]).startswith(NO_STUDENT)]
    names = {row.line: normalized_name(" ".join(_cell(row, place) for place in of_name)) for row in rows}
    problems = [
        say("class.surplus", line=row.line, n=len(row.cells), columns=len(columns), value=shortened(row.cells[-1]))
        for row in rows
        if any(map(str.strip, row.cells[len(columns) :]))
    ]
    refuse(path, problems + _wrong_names(names))
    places = {key: columns.index(name) for key, names in OTHERS.items() for name in names if name in columns}
    others = [tuple((key, normalized_name(_cell(row, place))) for key, place in places.items()) for row in rows]
    return _with_files(list(names.values()), others)


def _is_workbook(path: Path) -> bool:
    """Return True for a file of a spreadsheet program, by its ending or by what it begins with."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return path.suffix.lower() in WORKBOOKS or file.read(len(PACKED)) == PACKED


def _normalized_column(column: str) -> str:
    """Return the name of a column without case, spaces, dashes, apostrophes: "emailaddress" for "Email address"."""
    return re.sub(r"[\s_'\u2019\u02bc-]", "", column).casefold()


def _name_columns(columns: list[str]) -> list[int]:
    """Return the places of the columns that a name stands in: one, or first and last name."""
    for name in NAME:
        if name in columns:
            return [columns.index(name)]
    both = [next((columns.index(name) for name in names if name in columns), -1) for names in (FIRST_NAME, LAST_NAME)]
    return [] if -1 in both else both


def _cell(row: "RosterRow", place: int) -> str:
    return row.cells[place] if place < len(row.cells) else ""


class RosterRow(NamedTuple):
    """A row of a table that is not empty, and the line of the file on which it begins."""

    line: int
    cells: list[str]


def _rows(path: Path, text: str) -> list[RosterRow]:
    """Return the rows of a table; LessonError for a quotation mark that is never closed, or closed amid a word."""
    head = text.partition("\n")[0]
    delimiter = next((mark for mark in ";\t" if mark in head), ",")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows, line = [], 1
    try:
        for cells in reader:
            if any(map(str.strip, cells)):
                rows.append(RosterRow(line, cells))
            line = reader.line_num + 1
    except csv.Error:
        raise LessonError(f"{path}: " + say("class.quotes", line=line)) from None
    return rows


def _wrong_names(names: Mapping[int, str]) -> list[str]:
    if not 0 < len(names) <= MOST_STUDENTS:
        return [say("class.students", n=len(names), most=MOST_STUDENTS)]
    problems, seen = [], dict[str, int]()
    for line, name in names.items():
        if not name or len(name) > MOST_NAME or has_unseen(name):
            problems.append(say("class.bad_name", line=line, value=quoted(name)))
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
    """Return a file name that is valid on every system and stays in this folder: letters, digits, - and _."""
    signs = (sign if sign in "-_" or _is_written(sign) else " " for sign in unicodedata.normalize("NFC", name))
    plain = re.sub(" +", "_", "".join(signs)).strip("_")[:MOST_NAME]
    return f"_{plain}" if not plain or RESERVED.fullmatch(plain) else plain
