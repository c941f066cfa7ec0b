"""What came from a student, from its reading to its marks: the file, its answers, what they are worth."""

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from monopoly_lab.common.file_access import printable
from monopoly_lab.lessons.grading.class_settings import Student
from monopoly_lab.lessons.question_calls import Question

CHOSEN, SIGNED, UNSIGNED, UNSURE, GUESSED = range(5)  # how sure it is whose a file is; CHOSEN by the teacher


class SeedFrom(Enum):
    """Where the seed of a file comes from, that its numbers follow from."""

    CLASS = "class"  # the student's own in this class
    PAGE = "page"  # written there, as the page of a lesson does
    TYPED = "typed"  # from the name and course that a student typed into a copy
    NOBODY = "nobody"  # a copy in which no name was typed
    UNKNOWN = "unknown"  # nothing in the file tells it


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
    `verdict` says of a prediction how near it is, one of `marks.VERDICTS`. Of a self-check on the page of a lesson,
    `first` is what the first try is worth and `last` the number of the last one; all else is of the one that counts.
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
    last: float | None = None
    first: "Marked | None" = None


@dataclass
class Submission:
    """What came from a student: a file, what is known of it, its answers and their marks."""

    path: Path | None  # None if nothing came
    student: Student | None = None
    problems: list[str] = field(default_factory=list)  # odd things, in words
    answers: dict[Question, Answer] = field(default_factory=dict)  # by kind and name
    cells: list[str] = field(default_factory=list)
    texts: list[tuple[str, str]] = field(default_factory=list)  # words of the student's own
    claimed: Student | None = None  # whom the file names, if another file counts; `student` is None then
    is_doubtful: bool = False  # another student's file or answers: no points until the teacher decides
    is_alike: bool = False  # its answers are those of another hand-in
    standing: int = UNSURE
    is_unrelated: bool = False  # no notebook that can be read, and named after nobody
    is_unread: bool = False  # there is a file, and it could not be read
    is_of_nobody: bool = False  # neither name nor signature is in it: the page of a lesson
    stranger: str = ""  # the name in it, if nobody in the roster is called so
    when: float = 0.0  # it was handed in, in seconds
    made: float | None = None  # the same as its page says; None where it does not
    first: dict[str, float] = field(default_factory=dict)  # the first number that each self-check was given on a page
    seed: int | None = None  # what its numbers came from, where that is not the student's in this class
    seed_from: SeedFrom = SeedFrom.CLASS
    rows: list[Marked] = field(default_factory=list)  # what the answers are worth

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
        return "" if path == folder else printable(relative(path, folder).as_posix())


def relative(path: Path, folder: Path) -> Path:
    """Return a path as it is seen from a folder; the same path where it is not in it."""
    return path.relative_to(folder) if path.is_relative_to(folder) else path
