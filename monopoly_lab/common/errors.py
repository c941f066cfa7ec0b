"""What is raised when something a user gives cannot be taken; nothing has changed then."""

from collections.abc import Iterable
from typing import NamedTuple


class Problem(NamedTuple):
    """One thing that is wrong: in which file or object, at which place in it, and what."""

    file: str
    place: str
    message: str

    def __str__(self) -> str:
        return ": ".join(part for part in self if part)


class MonopolyLabError(Exception):
    """Any refusal of this package."""


class ProblemsError(MonopolyLabError):
    """Several problems found in one go; all of them are in `problems`."""

    def __init__(self, problems: Iterable[tuple[str, str, str]]) -> None:
        self.problems = [Problem(*problem) for problem in problems]
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type, tuple[list[Problem]]]:
        return type(self), (self.problems,)


class ArgumentError(MonopolyLabError, ValueError):
    """A value of a kind, or of a size, that a function cannot take; the message says which it takes."""

    at_door = False  # True where it was found by comparing kinds (`monopoly_lab.common.argument_checks`)


class FileError(MonopolyLabError, OSError):
    """A file or folder that cannot be read or written: the path, and what the system says."""

    def __str__(self) -> str:
        return f"{self.filename}: {self.strerror}"


class EditionError(ProblemsError):
    """An edition that cannot be played as it is written, or that does not exist."""


class OptionError(ProblemsError):
    """Options of a game that the edition does not know or cannot take."""


class UnknownName(MonopolyLabError):
    """A name of a space that the edition does not have."""


class UnreadableChoice(MonopolyLabError):
    """A text that is no choice: an unknown verb, player, space or number."""


class IllegalChoice(MonopolyLabError):
    """A choice the rules refuse; `reason` is the name of the refusal, `topic` the rule it rests on."""

    def __init__(self, text: str, reason: str = "", topic: str = "") -> None:
        self.reason = reason
        self.topic = topic
        super().__init__(text)

    def __reduce__(self) -> tuple[type, tuple[str, str, str]]:
        return type(self), (str(self), self.reason, self.topic)


class SeatError(MonopolyLabError):
    """Players or strategies that make no game."""


class SavedGameError(ProblemsError):
    """A saved game or scenario that cannot be played as it is written."""


class DraftError(MonopolyLabError):
    """An edit of a scenario being written, or the writing of its file, that cannot be done."""


class StrategyError(MonopolyLabError):
    """A strategy that fails, or chooses what the rules refuse; the game is as it was."""


class ChainError(MonopolyLabError):
    """A board, an option or a question for which there is no chain or no answer."""


class FileThere(DraftError):
    """A file that is there already and was not to be replaced."""


class FolderError(MonopolyLabError):
    """A folder that cannot be worked in; the message says which and why."""


class ServeError(MonopolyLabError):
    """The app cannot be served as asked for; the message says why."""


class ExportError(MonopolyLabError):
    """A file that cannot be exported as asked for; nothing has been written."""


class LessonError(MonopolyLabError):
    """A prediction, a question or a key of a lesson that cannot be; the message says why."""


class LedgerError(MonopolyLabError):
    """Books or measures that cannot be kept as asked for: a policy, a player, a span, a measure that there is not."""


class WishError(MonopolyLabError):
    """Tables that cannot be: a mode or a number of players that an edition does not have."""


class MessageError(MonopolyLabError, LookupError):
    """A message, a language or a value is asked for that is not there."""


class ExperimentError(MonopolyLabError):
    """An experiment that cannot be made: nothing to play, no games, contradicting arms."""


class FailedGame(StrategyError):
    """A game of an experiment in which a strategy fails: its seed and number, and after how many answers.

    `game` is that game, standing where the strategy was asked; None in another process. `arm` is the place of the
    arm among those that are compared.
    """

    def __init__(self, text: str, seed: int = 0, number: int = 0, answered: int = 0, arm: int = 0) -> None:
        self.seed, self.number, self.answered, self.arm = seed, number, answered, arm
        self.game: object = None
        super().__init__(text)

    def __reduce__(self) -> tuple[type, tuple[str, int, int, int, int]]:
        return type(self), (str(self), self.seed, self.number, self.answered, self.arm)


class UnfitFile(MonopolyLabError):
    """A file or text that is refused before it is read, because of its size, its depth or its kind."""


class SiteError(MonopolyLabError):
    """A static site that cannot be built: something is missing or damaged, or the folder is not for it."""


class CompiledRulesError(MonopolyLabError, RuntimeError):
    """Compiled rules are not there, or have ended with an error: an index out of range, where bounds are checked."""
