"""What came from a student, from its reading to its marks: the file, its answers, what they are worth."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from monopoly_lab.common.file_access import printable
from monopoly_lab.lessons.grading.course import Student
from monopoly_lab.lessons.question_calls import Question

CHOSEN, SIGNED, UNSIGNED, UNSURE, GUESSED = range(5)  # how sure it is whose a file is; CHOSEN by the teacher


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
    """What came from a student; `path` is None if that is nothing. `problems` are odd things in words.

    `answers` by kind and name, `rows` what they are worth. `claimed` is the student whom a file names that has another
    one, which counts; `student` is None then. `is_doubtful` if it is another student's file or has their answers: it
    brings no points until the teacher decides.
    `is_alike` if its answers are those of another hand-in. `texts` are words of the student's own.
    `is_unrelated` if it is no
    notebook that can be read, and named after nobody. `is_unread` if there is a file and it could not be read.
    `when` it was handed in is in seconds, `made` when its page says that; None where it does not; `first` is the first
    number that each self-check was given there. `is_of_nobody` if
    neither name nor signature is in it: the page of a lesson. `stranger` is the name that it has if nobody in the
    roster is called so.
    `seed` is what its numbers came from, where that is not the student's in this class; `is_seed_drawn` if it is
    written there, as pages do; `is_seed_unknown` if nothing in it tells.
    """

    path: Path | None
    student: Student | None = None
    problems: list[str] = field(default_factory=list)
    answers: dict[Question, Answer] = field(default_factory=dict)
    cells: list[str] = field(default_factory=list)
    texts: list[tuple[str, str]] = field(default_factory=list)
    claimed: Student | None = None
    is_doubtful: bool = False
    is_alike: bool = False
    standing: int = UNSURE
    is_unrelated: bool = False
    is_unread: bool = False
    is_of_nobody: bool = False
    stranger: str = ""
    when: float = 0.0
    made: float | None = None
    first: dict[str, float] = field(default_factory=dict)
    seed: int | None = None
    is_seed_drawn: bool = False
    is_seed_unknown: bool = False
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
        return "" if path == folder else printable(relative(path, folder).as_posix())


def relative(path: Path, folder: Path) -> Path:
    """Return a path as it is seen from a folder; the same path where it is not in it."""
    return path.relative_to(folder) if path.is_relative_to(folder) else path
