"""What came from a student, from its reading to its marks: the file, its answers, what they are worth."""

from dataclasses import dataclass, field
from enum import Enum, IntEnum
from pathlib import Path
from typing import NamedTuple

from monopoly_lab.common.file_access import printable
from monopoly_lab.lessons.grading.roster import Student
from monopoly_lab.lessons.question_calls import Question

HANDED_IN = "handed_in"  # in what a notebook says of itself: when the page of a lesson made it, as ISO 8601
TRIED = "tries"  # in the same: the numbers that each self-check was given on that page, the first one first


class Owner(IntEnum):
    """How sure it is whose a file is, the surest first."""

    CHOSEN = 0  # by the teacher
    SIGNED = 1  # the signature is that of the student
    UNSIGNED = 2  # no signature, and the name in it is that of the student
    UNSURE = 3
    GUESSED = 4  # from a first name


class Contents(Enum):
    """What a file is found to be."""

    NOTEBOOK = "notebook"
    UNNAMED = "unnamed"  # a notebook with neither name nor signature: the page of a lesson
    UNREAD = "unread"  # it could not be read
    UNRELATED = "unrelated"  # it could not be read, and is named after nobody


class SeedFrom(Enum):
    """Where the seed of a file comes from, that its numbers follow from."""

    CLASS = "class"  # the student's own in this class
    PAGE = "page"  # written there, as the page of a lesson does
    TYPED = "typed"  # from the name and course that a student typed into a copy
    NOBODY = "nobody"  # a copy in which no name was typed
    UNKNOWN = "unknown"  # nothing in the file tells it


class StudentAnswer(NamedTuple):
    """The answer to a question: a number, or None; `is_code` where it would have to be run.

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
    `first` and `last` are what the first and the last try are worth; all else is of the one that counts.
    """

    kind: str
    name: str
    said: float | None
    right: float | None
    points: float | None
    most: float
    state: str = "open"
    slip: str = ""
    verdict: str = ""
    first: "Marked | None" = None
    last: "Marked | None" = None


@dataclass
class Submission:
    """What came from a student: a file, what is known of it, its answers and their marks."""

    path: Path | None  # None if nothing came
    student: Student | None = None  # for whom it counts; None for nobody
    contents: Contents = Contents.NOTEBOOK
    problems: list[str] = field(default_factory=list)  # odd things, in words
    answers: dict[Question, StudentAnswer] = field(default_factory=dict)  # by kind and name
    cells: list[str] = field(default_factory=list)
    texts: list[tuple[str, str]] = field(default_factory=list)  # words of the student's own
    claimed: Student | None = None  # whose file it is, if another one counts; `student` is None then
    is_doubtful: bool = False  # another student's file or answers: no points until the teacher decides
    device_of: Student | None = None  # whose name stands in a file that was handed in from another device
    is_rivaled: bool = False  # another device has handed in something else by this name: no points until decided
    is_alike: bool = False  # its answers are those of another hand-in
    owner: Owner = Owner.UNSURE
    other_lesson: str = ""  # the lesson that the file is of, if that is not the one of the class
    repeated: frozenset[str] = frozenset()  # of `texts` what stands in the lesson itself
    stranger: str = ""  # the name in it, if nobody in the roster is called so
    handed_in_at: float = 0.0  # when it was handed in, in seconds since 1970
    saved_at: float | None = None  # when its page wrote it, in the same seconds; None where no page says it
    first_tries: dict[str, float] = field(default_factory=dict)  # the first number of each self-check on a page
    seed: int | None = None  # what its numbers came from; None for the student's seed in this class
    seed_from: SeedFrom = SeedFrom.CLASS
    rows: list[Marked] = field(default_factory=list)  # what the answers are worth

    @property
    def is_unread(self) -> bool:
        """Return True for a file that could not be read."""
        return self.contents in (Contents.UNREAD, Contents.UNRELATED)

    @property
    def code(self) -> list[Question]:
        """Return what is answered by code, by kind and name."""
        return [question for question, answer in self.answers.items() if answer.is_code]

    @property
    def unanswered(self) -> list[Question]:
        """Return the questions that were left unanswered."""
        return [question for question, answer in self.answers.items() if answer == StudentAnswer(None)]

    def place(self, folder: Path) -> str:
        """Return the place of the file in a folder, for a line of text; "" for none."""
        path = self.path or folder
        return "" if path == folder else printable(relative(path, folder).as_posix())


def relative(path: Path, folder: Path) -> Path:
    """Return a path as it is seen from a folder; the same path where it is not in it."""
    return path.relative_to(folder) if path.is_relative_to(folder) else path
