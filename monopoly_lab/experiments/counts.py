"""What is left of many games: integer sums and histograms, of the same size however many games there are."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from monopoly_lab.batch import notes
from monopoly_lab.batch.block import Array, Start, merge, new_notes
from monopoly_lab.batch.many import ROUNDS
from monopoly_lab.batch.tally import LONG
from monopoly_lab.experiments.blocks import Played, Seen


@dataclass
class Counts:
    """Games so far, added up in the order of their numbers; see `batch.notes` and `batch.tally` for the tables."""

    seats: int
    begun: int  # the round in which the games began
    wins: Array
    bankrupt: Array
    lengths: Array  # how many games were over after 0, 1, 2, ... rounds
    tally: Array
    notes: Array
    games: int = 0
    ties: int = 0
    unfinished: int = 0
    turns: int = 0
    answers: int = 0
    worth: list[int] = field(default_factory=list)  # sums by seat at the end of each game, as Python's whole numbers
    worth_squares: list[int] = field(default_factory=list)
    seen: dict[str, Seen] = field(default_factory=dict)

    @classmethod
    def of(cls, start: Start, measures: Iterable[str] = ()) -> "Counts":
        seats = start.state.seats
        return cls(
            seats,
            start.begun,
            np.zeros(seats, np.int64),
            np.zeros(seats, np.int64),
            np.zeros(ROUNDS + 2, np.int64),
            np.zeros((LONG, 2), np.int64),
            new_notes(start)[:-1],
            worth=[0] * seats,
            worth_squares=[0] * seats,
            seen={name: Seen() for name in measures},
        )

    def add(self, played: Played) -> None:
        """Add the next block."""
        rows, block = played.block.rows, played.block
        over, winner = rows[:, notes.OVER] == 1, rows[:, notes.WINNER]
        self.games += len(rows)
        self.unfinished += int((~over).sum())
        self.ties += int((over & (winner < 0)).sum())
        self.wins += np.bincount(winner[winner >= 0], minlength=self.seats)[: self.seats]
        self.bankrupt += (rows[:, notes.OUT : notes.OUT + self.seats] > 0).sum(0)
        played_rounds = np.clip(rows[over, notes.ROUND] - self.begun + 1, 0, ROUNDS + 1)
        self.lengths += np.bincount(played_rounds, minlength=len(self.lengths))
        self.turns += int(rows[:, notes.TURN].sum())
        self.answers += int(rows[:, notes.ANSWERS].sum())
        for p in range(self.seats):
            worth = rows[:, notes.WORTHS + p].tolist()
            self.worth[p] += sum(worth)
            self.worth_squares[p] += sum(x * x for x in worth)
        self.tally += block.tally
        merge(self.notes, block.notes)
        self._add_seen(played.seen)

    def _add_seen(self, seen: Mapping[str, Seen]) -> None:
        for name, more in seen.items():
            mine = self.seen[name]
            mine.games += more.games
            mine.total += more.total
            mine.squares += more.squares


def quantile(counts: Array, share: float, width: int, least: float = -math.inf, most: float = math.inf) -> float:
    """The value below which a share of the counted values lie, all of them from `least` to `most`.

    The places of the histogram are those of `batch.notes.wealth_place`; values lie evenly in each.
    """
    total = int(counts.sum())
    if total == 0:
        return float("nan")
    goal = share * total
    reached = np.cumsum(counts)
    place = int(np.searchsorted(reached, goal))
    place = min(place, len(counts) - 1)
    before = int(reached[place - 1]) if place else 0
    if place == 0:
        return 0.0
    inside = (goal - before) / int(counts[place]) if counts[place] else 0.0
    low, high = notes.place_ends(place, width)
    bottom = max(low, least)
    top = most if math.isfinite(most) and place == len(counts) - 1 else min(high, most)
    return float(bottom + inside * (top - bottom))


def half_over(counts: Counts) -> int:
    """The number of rounds after which half of all games were over."""
    return int(np.searchsorted(np.cumsum(counts.lengths), counts.games / 2))
