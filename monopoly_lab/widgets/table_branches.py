"""Branches of a table: games by name, the open one, and undone moves that a new answer replaces."""

from itertools import count
from typing import NamedTuple

from monopoly_lab.common.messages import say
from monopoly_lab.game.game import Game

MANY_UNDONE = 2  # answers taken back, from which on they are kept when another one takes their place
GameMoment = tuple[Game, int, int]  # a game, its answers and those taken back


class Future(NamedTuple):
    """A game after all that was taken back, where that is worth keeping, and how many answers were."""

    game: Game | None = None
    undone: int = 0


class Branches:
    """Games by their names; `game` is the open one, `name` what it is called."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game = game
        self.name = say("table.main_branch", lang)
        self.games = {self.name: game}
        self._lang = lang
        self._other = ""  # that the open one is compared with

    @property
    def place(self) -> GameMoment:
        """Return the state of the open game: the game, its number of answers, its number of undone answers."""
        return self.game, len(self.game.answers), len(self.game.undone)

    @property
    def other_games(self) -> dict[str, Game]:
        """Return all branches but the open one, by name."""
        return {name: game for name, game in self.games.items() if name != self.name}

    def open(self, name: str) -> None:
        """Open a branch."""
        self.name, self.game = name, self.games[name]

    def replace(self, game: Game) -> None:
        """Put a game in the place of the open one."""
        self.game = self.games[self.name] = game

    def take_over(self, games: dict[str, Game], name: str, stays: bool) -> None:
        """Put the branches of an earlier table in the place of all; `stays`: a game that was played here is kept."""
        here, self.games, self.name = self.game, dict(games), name
        self.game = self.games[name]
        if stays and here.answered and all(here.answers != other.answers for other in self.games.values()):
            self.games[self.free_name()] = here

    def free_name(self, name: str = "") -> str:
        """Return the name, that of the open branch if left out, with the first number that no branch has."""
        name = name or self.name
        return next(f"{name} {n}" for n in count(2) if f"{name} {n}" not in self.games)

    def add_with_other_luck(self) -> str:
        """Begin the game again with the next seed, in a branch of its own, and return its name."""
        name = self.free_name()
        self.games[name] = self.game.fork().go_to(0).fork(seed=self.game.seed + 1)
        self.games[name].forget_undone()
        return name

    def future(self) -> Future:
        """Return what was taken back, with its game where an answer would drop more than the last."""
        undone = len(self.game.undone)
        return Future(self.game.fork().redo(undone) if undone >= MANY_UNDONE else None, undone)

    def keep(self, future: Future) -> str:
        """Make a branch of what was taken back, if an answer has taken its place; return its name, or ""."""
        game = future.game
        if game is None or self.game.undone or any(game.answers == old.answers for old in self.games.values()):
            return ""
        name = say("table.until_answer", self._lang, branch=self.name, n=game.answered)
        name = name if name not in self.games else self.free_name(name)
        self.games[name] = game
        return name

    def compare(self, name: str) -> None:
        """Choose the branch that the open one is compared with."""
        self._other = name

    def side_by_side(self) -> dict[str, Game]:
        """Return the open branch, and the one it is compared with: the one chosen, else the newest other one."""
        others = list(self.other_games)
        other = [self._other if self._other in others else others[-1]] if others else []
        return {name: self.games[name] for name in (self.name, *other)}


class BranchMethods:
    """The methods of a `Table` about its branches."""

    lang: str
    _branches: Branches

    @property
    def game(self) -> Game:
        """Return the game of the open branch."""
        return self._branches.game

    @game.setter
    def game(self, game: Game) -> None:
        self._branches.game = game

    @property
    def branch(self) -> str:
        """Return the name of the open branch."""
        return self._branches.name

    @property
    def branches(self) -> dict[str, Game]:
        """Return the games of all branches by name."""
        return self._branches.games

    def open_branch(self, name: str) -> None:
        """Start a branch at the position shown, and open it; the branch before keeps its later answers.

        Args:
            name: Name of the branch; one that is empty or taken is refused with a sentence at the table, not an error.
        """
        name = " ".join(name.split())
        if not name or name in self.branches:
            self._say_problem(say("table.bad_branch", self.lang, value=name))
            return
        self.branches[name] = self.game.fork()
        self.open(name)

    def open(self, name: str) -> None:
        """Continue with another branch.

        Args:
            name: Name of the branch. For an unknown one the table shows a sentence; no error is raised.
        """
        if name not in self.branches:
            self._say_problem(say("table.unknown_branch", self.lang, value=name, known=", ".join(self.branches)))
            return
        self._branches.open(name)
        self.refresh()

    def _say_problem(self, text: str) -> None:
        raise NotImplementedError

    def refresh(self) -> None:
        """Draw the table again."""
        raise NotImplementedError
