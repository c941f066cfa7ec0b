"""Errors that this package raises; nothing has changed when one is raised."""

from collections.abc import Iterable
from typing import NamedTuple


class Problem(NamedTuple):
    """One problem found by a check, as a named tuple.

    Attributes:
        file: File or object that has the problem.
        place: Place inside it as `ScenarioBuilder.set` takes it, such as `start.cash.Ann`; `seats[2]` is the third.
        message: What is wrong.
    """

    file: str
    place: str
    message: str

    def __str__(self) -> str:
        return ": ".join(part for part in self if part)


class MonopolyLabError(Exception):
    """Raised when this package refuses something; the base class of all its errors."""


class ProblemsError(MonopolyLabError):
    """Raised when a check finds one or more problems.

    Attributes:
        problems: All problems found, each a `Problem`.
    """

    def __init__(self, problems: Iterable[tuple[str, str, str]]) -> None:
        self.problems = [Problem(*problem) for problem in problems]
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type, tuple[list[Problem]]]:
        return type(self), (self.problems,)


class ArgumentError(MonopolyLabError, ValueError):
    """Raised when a function gets a value of the wrong kind or size; the message says what it takes."""

    from_argument_check = False  # True where it was found by comparing types (`monopoly_lab.common.argument_checks`)


class FileError(MonopolyLabError, OSError):
    """Raised when a file or folder cannot be read or written; the message gives the path and the system's reason."""

    def __str__(self) -> str:
        return f"{self.filename}: {self.strerror}"


class EditionError(ProblemsError):
    """Raised when an edition does not exist or its file has mistakes."""


class OptionError(ProblemsError):
    """Raised when an edition does not know an option or cannot take its value."""


class UnknownName(MonopolyLabError):
    """Raised when an edition has no space of this name."""


class AmbiguousName(UnknownName):
    """Raised when a name fits several spaces of an edition; the message lists their ids."""


class UnreadableChoice(MonopolyLabError):
    """Raised when a text is not a choice: an unknown verb, player, space or number."""


class AmbiguousChoice(UnreadableChoice):
    """Raised when a choice names a space by a name of several spaces; the message lists their ids."""


class IllegalChoice(MonopolyLabError):
    """Raised when the rules refuse a choice.

    Attributes:
        reason: Name of the refusal.
        topic: Topic of the rule it rests on.
    """

    def __init__(self, text: str, reason: str = "", topic: str = "") -> None:
        self.reason = reason
        self.topic = topic
        super().__init__(text)

    def __reduce__(self) -> tuple[type, tuple[str, str, str]]:
        return type(self), (str(self), self.reason, self.topic)


class SeatError(MonopolyLabError):
    """Raised when players or strategies do not fit the game: too many, two alike, or not at the table."""


class SavedGameError(ProblemsError):
    """Raised when a saved game or a scenario cannot be played as it is written."""


class DraftError(MonopolyLabError):
    """Raised when an edit of a scenario draft, or saving the draft, is not possible."""


class StrategyError(MonopolyLabError):
    """Raised when a strategy fails or chooses what the rules refuse; the game is unchanged."""


class ChainError(MonopolyLabError):
    """Raised when a board or an option has no Markov chain, or a question to a chain has no answer."""


class FileThere(DraftError):
    """Raised when a file exists already and was not to be replaced."""


class FolderError(MonopolyLabError):
    """Raised when a folder cannot be used; the message says which one and why."""


class ServeError(MonopolyLabError):
    """Raised when the app cannot be served as requested; the message says why."""


class LiveError(MonopolyLabError):
    """Raised when a live class refuses a message, or its room cannot be opened; nothing has changed."""


class ExportError(MonopolyLabError):
    """Raised when a file cannot be exported as requested; nothing has been written."""


class LessonError(MonopolyLabError):
    """Raised when a prediction, a question or a key is not valid, or work is not taken; the message says why."""


class LedgerError(MonopolyLabError):
    """Raised when books or measures cannot be kept as requested: an unknown policy, player, period or measure."""


class MessageError(MonopolyLabError, LookupError):
    """Raised when a message, a language or a value of a message does not exist."""


class ExperimentError(MonopolyLabError):
    """Raised when an experiment cannot be run: nothing to play, no games, arms that contradict each other."""


class FailedGame(StrategyError):
    """Raised when a strategy fails in a game of an experiment.

    Attributes:
        seed: Seed of the game.
        number: Number of the game in the experiment.
        answered: Number of answers given before the failure.
        arm: Index of the arm among those compared.
        game: The game, at the position where the strategy was asked; None if it was played in another process.
    """

    def __init__(self, text: str, seed: int = 0, number: int = 0, answered: int = 0, arm: int = 0) -> None:
        self.seed, self.number, self.answered, self.arm = seed, number, answered, arm
        self.game: object = None
        super().__init__(text)

    def __reduce__(self) -> tuple[type, tuple[str, int, int, int, int]]:
        return type(self), (str(self), self.seed, self.number, self.answered, self.arm)


class UnfitFile(MonopolyLabError):
    """Raised when a file or text is refused before reading, because of its size, depth or kind."""


class SiteError(MonopolyLabError):
    """Raised when a static site cannot be built: a part is missing or damaged, or the folder is not for it."""


class CompiledRulesError(MonopolyLabError, RuntimeError):
    """Raised when the compiled rules are missing, or fail with an index out of range where bounds are checked."""
