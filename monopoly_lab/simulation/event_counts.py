"""Count events and their amounts: money by cause, by seat and by deed.

A row of a tally is `[count, sum of amounts]`. Rows are numbered:

- `event`: events of that code;
- `CAUSES + cause`: money paid for that cause.

A long tally has more rows. It makes compiled games about 10 % slower:

- `SPENT + seat * CAUSE + cause` and `GOT + seat * CAUSE + cause`: money paid and money received, by seat;
- `RENT_PAID + seat * SPACES + space` and `RENT_GOT + ...`: rents by deed;
- `STOPS + seat * SPACES + space`: stops of the seat's tokens, also where a card moves them on;
  the sum is 0;
- `AUCTIONED + space`: deeds sold in an auction, with the prices paid;
- `BETWEEN`: payments from player to player.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from monopoly_lab.constants import event, names, node, payment_cause
from monopoly_lab.editions.rule_tables import SEATS, SPACES, Tables
from monopoly_lab.rules.state import State

PAID = event.PAID
MOVED = event.MOVED
RENT = payment_cause.RENT
AUCTION = payment_cause.AUCTION
EVENTS = 64  # rows for events
CAUSE_COUNT = 48  # rows for causes
FIRST_CAUSE = EVENTS
ROWS = FIRST_CAUSE + CAUSE_COUNT
SPENT = ROWS
GOT = SPENT + SEATS * CAUSE_COUNT
RENT_PAID = GOT + SEATS * CAUSE_COUNT
RENT_GOT = RENT_PAID + SEATS * SPACES
STOPS = RENT_GOT + SEATS * SPACES
AUCTIONED = STOPS + SEATS * SPACES
BETWEEN = AUCTIONED + SPACES
LONG = BETWEEN + 1


class Tally:
    """A log that counts events and does not store them: the plain Python form of a compiled tally."""

    def __init__(self, rows: int = ROWS) -> None:
        self.rows = [[0, 0] for _ in range(rows)]

    def append(self, entry: tuple[int, int, int, int, int, int]) -> None:
        """Count an event `(event, player, other, space, amount, cause)`."""
        what, p, other, q, x, why = entry
        self._count(what, x)
        if what == PAID:
            self._count(FIRST_CAUSE + why, x)
        if len(self.rows) > ROWS:
            self._count_seats(what, p, other, q, x, why)

    def _count_seats(self, what: int, p: int, other: int, q: int, x: int, why: int) -> None:
        if what == PAID:
            if p < SEATS:
                self._count(SPENT + p * CAUSE_COUNT + why, x)
            if other < SEATS:
                self._count(GOT + other * CAUSE_COUNT + why, x)
            if p < SEATS and other < SEATS:
                self._count(BETWEEN, x)
            if why == AUCTION and q >= 0:
                self._count(AUCTIONED + q, x)
            if why == RENT and q >= 0:
                self._count(RENT_PAID + p * SPACES + q, x)
                self._count(RENT_GOT + other * SPACES + q, x)
        elif what == MOVED:
            self._count(STOPS + p * SPACES + q, 0)

    def _count(self, row: int, x: int) -> None:
        self.rows[row][0] += 1
        self.rows[row][1] += x

    def add(self, rows: list[list[int]]) -> None:
        """Add the rows of another tally."""
        for mine, other in zip(self.rows, rows):
            mine[0] += other[0]
            mine[1] += other[1]


def paid_between(log: Tally) -> int:
    """Return the money that players have paid each other so far; needs a long tally."""
    return log.rows[BETWEEN][1]


def by_event(rows: list[list[int]]) -> dict[str, tuple[int, int]]:
    """Return `(count, sum of amounts)` of each event that happened, by name."""
    return {name: (rows[code][0], rows[code][1]) for code, name in names(event).items() if rows[code][0]}


def by_cause(rows: list[list[int]]) -> dict[str, tuple[int, int]]:
    """Return `(number of payments, money paid)` for each cause of payment that occurred, by name."""
    found = {name: rows[FIRST_CAUSE + code] for code, name in names(payment_cause).items()}
    return {name: (row[0], row[1]) for name, row in found.items() if row[0]}


class Result(NamedTuple):
    """The result of a game: `winner` is a seat, -1 for none; `answers` counts choices, throws and cards."""

    game: int
    over: bool
    winner: int
    rounds: int
    turns: int
    answers: int
    bankruptcies: int
    cash: tuple[int, ...]


class Order(NamedTuple):
    """The settings shared by the games of a batch.

    `styles` are the parameters of strategies, `rounds` and `answers` the limits of a game; `finals` is True to keep
    final positions.
    """

    tables: Tables
    start: State
    styles: Sequence[int]
    seed: int
    rounds: int
    answers: int
    finals: bool


@dataclass
class Batch:
    """The results of a batch: one `Result` for each game, the tally of all games, and final positions if kept."""

    results: list[Result]
    rows: list[list[int]] = field(repr=False)
    finals: list[State] = field(default_factory=list, repr=False)

    @property
    def events(self) -> dict[str, tuple[int, int]]:
        """Return `(count, sum of amounts)` of each event, by name."""
        return by_event(self.rows)

    @property
    def payments(self) -> dict[str, tuple[int, int]]:
        """Return `(number of payments, money paid)` of each cause, by name."""
        return by_cause(self.rows)


def result(s: State, game: int, answers: int) -> Result:
    """Return the result of a game from its final position."""
    over = s.node == node.OVER
    return Result(game, over, s.winner, s.round, s.turn, answers, s.bankruptcies, tuple(s.cash[: s.seats]))


def merge(found: Batch, rows: Sequence[Sequence[int]]) -> None:
    """Add the rows of a tally to those of a batch."""
    for mine, other in zip(found.rows, rows):
        mine[0] += int(other[0])
        mine[1] += int(other[1])
