"""An assignment, a lesson given to a class (`lesson.toml`): which lesson and class, who is in it, what is counted.

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

import hashlib
import hmac
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from monopoly_lab.common.errors import LessonError, UnfitFile
from monopoly_lab.common.file_access import normalized_name, parse_toml, read_text, shortened
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import did_you_mean, did_you_mean_file, hint, toml_literal, toml_string
from monopoly_lab.game.seats import has_unseen
from monopoly_lab.lessons.grading.roster import Student, read_roster, refuse
from monopoly_lab.lessons.lesson import Lesson
from monopoly_lab.lessons.lesson_minutes import in_class
from monopoly_lab.lessons.lesson_notebooks import Source, read_lesson
from monopoly_lab.lessons.number_parser import parse_number
from monopoly_lab.lessons.personal_answers import digits_asked, own_questions
from monopoly_lab.lessons.question_calls import Question, asked_in, whose_in, with_seed, with_student, words_of

KEYS = ("lesson", "course", "attempt", "marks", "tolerance", "decided", "slips")
FIRST, LAST_ONE = ATTEMPTS = ("first", "last")  # which try at a self-check on the page of a lesson counts
MOST_MARK = 10**12  # of [marks] and [tolerance]
PREDICTED, HOME = "predicted", "home"  # what has one weight for all in [marks]
TABLE = re.compile(r"\s*\[\s*([^\[\]]*?)\s*\]")  # the heading of a table in lesson.toml
CURLY = re.compile("[\u201c-\u201f\u00ab\u00bb]")  # quotation marks of texts, which TOML does not read
UNQUOTED = re.compile(r"\s*(lesson|course)\s*=\s*([^\s\"'#\[{][^\"'#]*)")  # a name that lacks quotation marks
BARE = re.compile(r"\s*(?![A-Za-z0-9_-]+\s*=)([^\s\"'#\[=][^\"#=]*?)\s*=([^#]*)")  # a name that needs quotation marks


@dataclass(frozen=True)
class Assignment:
    """A lesson given to a class. `marks`, `tolerance` and `slips` by question, `decided` by the name of a student.

    `decided` has the path of a file in `submitted` where the teacher has chosen one.
    `secret` is what the notebooks of this class are signed with; "" where they are not.

    What the lesson asks is found once, by `of_lesson`:

    Attributes:
        codes: Code of the teacher's notebook, cell by cell.
        lesson_name: What the lesson's own first cell calls it; "" for nothing.
        questions: Kind and name of everything that the lesson asks, in its order.
        home: The questions that are homework.
        digits: How many digits behind the point self-checks ask for, by the name of the question.
        choices: Names of the predictions that ask what a student would do.
    """

    source: Source
    class_name: str
    students: tuple[Student, ...]
    marks: dict[str, float] = field(default_factory=dict)
    tolerance: dict[str, float] = field(default_factory=dict)
    decided: dict[str, bool | str] = field(default_factory=dict)
    secret: str = field(default="", repr=False)
    slips: dict[str, dict[str, str]] = field(default_factory=dict)
    attempt: str = FIRST
    codes: tuple[str, ...] = field(default=(), repr=False)
    lesson_name: str = ""
    questions: tuple[Question, ...] = ()
    home: frozenset[Question] = frozenset()
    digits: Mapping[str, int] = field(default_factory=dict)
    choices: frozenset[str] = frozenset()

    def most(self, question: Question) -> float:
        """Return the points of a question: those of its name, of predictions or of homework, or what is usual.

        Usual is 1 for a self-check in class, and 0 for a prediction, which is a guess, and for homework; but 1 for
        everything in a lesson without self-checks in class.
        """
        kind, name = question
        part = PREDICTED if kind == "predict" else HOME if question in self.home else ""
        has_checks = any(each[0] == "self_check" and each not in self.home for each in self.questions)
        return self.marks.get(name, self.marks.get(part, 0.0 if part and has_checks else 1.0))

    @cached_property
    def own(self) -> frozenset[Question]:
        """Return the questions whose answers follow from a student's own seed."""
        return own_questions(self.codes_for(self.students[0]))

    def codes_for(self, student: Student, seed: int | None = None) -> list[str]:
        """Return the teacher's code with the seed of a student; with `seed` as the page of a lesson has it.

        A lesson that has a seed of its own keeps it.
        """
        if seed is not None:
            nobodys = [with_student(code, "", "") or code for code in self.codes]
            return [with_seed(code, seed) or code for code in nobodys]
        return [with_student(code, student.name, self.class_name) or code for code in self.codes]

    def lesson(self, student: Student, seed: int | None = None) -> Lesson:
        """Return the lesson with the seed of a student, or with `seed` as the page of a lesson has it."""
        name = self.lesson_name or self.source.about.name
        return Lesson(name, student.name, self.class_name) if seed is None else Lesson(name, seed=seed)

    def signature(self, student: Student) -> str:
        """Return what only this class can write into the notebook of a student; "" where nothing is signed."""
        if not self.secret:
            return ""
        whose = json.dumps([self.lesson_name, self.class_name, student.name])
        return hmac.new(self.secret.encode(), whose.encode(), hashlib.sha256).hexdigest()


def of_lesson(source: Source) -> dict[str, Any]:
    """Return the fields of an assignment that follow from its lesson."""
    cells = [cell for cell in source.notebook.cells if cell.cell_type == "code"]
    codes = tuple(cell.source for cell in cells)
    calls = [each for code in codes for each in asked_in(code)]
    in_the_lesson = {
        each.question
        for cell in in_class(source.notebook)
        if cell.cell_type == "code"
        for each in asked_in(cell.source)
    }
    questions = tuple(dict.fromkeys(each.question for each in calls))
    return {
        "source": source,
        "codes": codes,
        "lesson_name": next((found.lesson for code in codes if (found := whose_in(code))), "") or "",
        "questions": questions,
        "home": frozenset(questions) - in_the_lesson,
        "digits": digits_asked(codes),
        "choices": frozenset(each.name for each in calls if words_of(each).get("choice")),
    }


def read_assignment(path: Path, roster: Path) -> Assignment:
    """Return the class of a file and its roster; LessonError with every problem of the file, or of the roster."""
    text = ""
    try:
        text = read_text(path)
        content = parse_toml(text)
    except UnfitFile as unfit:
        advice = did_you_mean_file(path) or ("" if path.exists() else say("class.no_settings"))
        raise LessonError(f"{path}: {_wrong_quotes(text) or unfit}{advice}") from None
    problems = [say("class.unknown_key", value=key) + hint(key, KEYS) for key in content if key not in KEYS]
    problems += [_no_text(key, content.get(key)) for key in ("lesson", "course") if not _is_name(content.get(key))]
    problems += [text for key in ("marks", "tolerance") for text in _wrong_numbers(key, content.get(key, {}))]
    problems += _wrong_slips(content.get("slips", {}))
    if (attempt := content.get("attempt", FIRST)) not in ATTEMPTS:
        problems.append(say("class.no_attempt", value=shortened(toml_literal(attempt))))
    refuse(path, problems)
    name = content["lesson"]
    source = read_lesson(str(path.parent / name) if name.endswith(".ipynb") else name)
    students = read_roster(roster)
    decisions = content.get("decided", {})
    lesson = of_lesson(source)
    refuse(path, [*_not_asked(content, lesson["questions"]), *_wrong_decisions(decisions, students)])
    numbers = {
        key: {question: float(value) for question, value in content.get(key, {}).items()}
        for key in ("marks", "tolerance")
    }
    decided = {
        normalized_name(name): value.replace("\\", "/") if isinstance(value, str) else value
        for name, value in decisions.items()
    }
    return Assignment(
        class_name=normalized_name(content["course"]),
        students=students,
        marks=numbers["marks"],
        tolerance=numbers["tolerance"],
        decided=decided,
        slips=content.get("slips", {}),
        attempt=attempt,
        **lesson,
    )


def decision(name: str, value: bool | str) -> str:
    """Return a line that can be pasted under [decided]: what a teacher decides about the student of a name."""
    return f"{toml_string(name)} = {toml_literal(value)}"


def _no_text(key: str, value: object) -> str:
    """Return that a text is missing; of a number how it reads as a text."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return say("class.no_setting", key=key)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return say("class.put_in_quotes", right=f'{key} = "{value}"')
    return say("class.no_text", key=key, value=shortened(toml_literal(value)))


def _wrong_quotes(text: str) -> str:
    """Return which line lacks quotation marks or has curly ones, and how it reads with straight ones; "" for none."""
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        if CURLY.search(line) and '"' not in line and not line.lstrip().startswith("#"):
            return say("class.curly_quotes", line=number, right=shortened(CURLY.sub('"', line).strip()))
        if not table and (match := UNQUOTED.match(line)):
            return say("class.no_quotes", line=number, right=shortened(f'{match[1]} = "{match[2].strip()}"'))
        if match := TABLE.match(line):
            table = match[1]
        elif table == "decided" and (match := BARE.match(line)):
            right = f"{toml_string(match[1])} = {match[2].strip()}"
            return say("class.no_quotes", line=number, right=shortened(right))
    return ""


def _not_asked(content: Mapping[str, Any], questions: Iterable[Question]) -> list[str]:
    """Return what the class counts though the lesson does not ask it."""
    names = [name for _, name in questions]
    known = {"marks": [PREDICTED, HOME, *names], "tolerance": names, "slips": names}
    return [
        say("class.no_question", key=f"{key}.{shortened(name)}", known=", ".join(known[key]) or "-")
        + did_you_mean(name, known[key])
        for key in known
        for name in content.get(key, {})
        if name not in known[key]
    ]


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and len(value) <= 200


def _is_name(value: object) -> bool:
    return _is_text(value) and not has_unseen(str(value))


def _wrong_numbers(key: str, table: Any) -> list[str]:
    if not isinstance(table, dict):
        return [say("class.no_table", key=key)]
    return [
        say("class.no_number", key=f"{key}.{name}", value=shortened(toml_literal(value)), most=MOST_MARK)
        for name, value in table.items()
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MOST_MARK
    ]


def _wrong_slips(table: Any) -> list[str]:
    """Return what is no text beside a number, by question."""
    if not isinstance(table, dict):
        return [say("class.no_table", key="slips")]
    problems = [say("class.no_table", key=f"slips.{name}") for name in table if not isinstance(table[name], dict)]
    return problems + [
        say("class.no_slip", key=f"slips.{shortened(name)}", value=shortened(f"{number} = {toml_literal(text)}"))
        for name, slips_of_question in table.items()
        if isinstance(slips_of_question, dict)
        for number, text in slips_of_question.items()
        if not _is_text(text) or len(parse_number(number).meant) != 1
    ]


def _wrong_decisions(table: Any, students: tuple[Student, ...]) -> list[str]:
    """Return what is decided about nobody of the roster, or neither true, false nor a file."""
    if not isinstance(table, dict):
        return [say("class.no_table", key="decided")]
    names = [student.name for student in students]
    strange = [name for name in table if normalized_name(name) not in names]
    problems = [
        f"decided.{shortened(name)}: " + say("class.stranger", value=shortened(name)) + did_you_mean(name, names)
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
