"""What happened, counted: how often each event and its amounts added up, money also by cause; and a row a game.

Row `event` of a tally is `[count, sum]` of an event, row `CAUSES + cause` the same for money paid for that cause.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from monopoly_lab.codes import cause, event, names, node
from monopoly_lab.rules.state import State

EVENTS = 64  # rows for events
CAUSES = EVENTS
ROWS = EVENTS + 48


class Tally:
    """A log that counts what it is told and keeps nothing else: the plain form of a compiled tally."""

    def __init__(self) -> None:
        self.rows = [[0, 0] for _ in range(ROWS)]

    def append(self, entry: tuple[int, int, int, int, int, int]) -> None:
        what, _, _, _, x, why = entry
        self._count(what, x)
        if what == event.PAID:
            self._count(CAUSES + why, x)

    def _count(self, row: int, x: int) -> None:
        self.rows[row][0] += 1
        self.rows[row][1] += x

    def add(self, rows: list[list[int]]) -> None:
        """Add what another tally has counted."""
        for mine, other in zip(self.rows, rows):
            mine[0] += other[0]
            mine[1] += other[1]


def by_event(rows: list[list[int]]) -> dict[str, tuple[int, int]]:
    """`(count, sum of the amounts)` of each event that happened, by name."""
    return {name: (rows[code][0], rows[code][1]) for code, name in names(event).items() if rows[code][0]}


def by_cause(rows: list[list[int]]) -> dict[str, tuple[int, int]]:
    """`(number of payments, money paid)` for each cause of payment that occurred, by name."""
    found = {name: rows[CAUSES + code] for code, name in names(cause).items()}
    return {name: (row[0], row[1]) for name, row in found.items() if row[0]}


class Result(NamedTuple):
    """How a game ended: `winner` is a seat, -1 for none; `answers` counts choices, throws and cards."""

    game: int
    over: bool
    winner: int
    rounds: int
    turns: int
    answers: int
    bankruptcies: int
    cash: tuple[int, ...]


@dataclass
class Batch:
    """What became of the games: a row a game, the tally of all of them, final positions if asked for."""

    results: list[Result]
    rows: list[list[int]] = field(repr=False)
    finals: list[State] = field(default_factory=list, repr=False)

    @property
    def events(self) -> dict[str, tuple[int, int]]:
        """By event: how often, and the sum of its amounts."""
        return by_event(self.rows)

    @property
    def payments(self) -> dict[str, tuple[int, int]]:
        """By cause: how many payments, and how much money."""
        return by_cause(self.rows)


def result(s: State, game: int, answers: int) -> Result:
    """The row of a game from its final position."""
    over = s.node == node.OVER
    return Result(game, over, s.winner, s.round, s.turn, answers, s.bankruptcies, tuple(s.cash[: s.seats]))


def merge(found: Batch, rows: Sequence[Sequence[int]]) -> None:
    """Add a tally to the one of the batch."""
    for mine, other in zip(found.rows, rows):
        mine[0] += int(other[0])
        mine[1] += int(other[1])
