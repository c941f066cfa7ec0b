"""Sum up the games of `simulate`: wins, lengths and events counted, wealth as sums and histograms.

Sums are whole numbers but for measures of the user's. Arms that are compared are summed up in `paired_differences`.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from monopoly_lab.experiments.jobs import Played, Seen
from monopoly_lab.simulation import recorder
from monopoly_lab.simulation.arrays import Array
from monopoly_lab.simulation.batches import MOST_ROUNDS
from monopoly_lab.simulation.event_counts import LONG
from monopoly_lab.simulation.game_block import Start, merge, new_notes


@dataclass
class Counts:
    """Games so far, added up in the order of their numbers.

    The tables are those of `simulation.recorder` and `simulation.event_counts`.
    """

    start: Start
    seats: int
    begun: int  # the round in which the games began
    wins: Array
    bankrupt: Array
    lengths: Array  # how many games were over after 0, 1, 2, ... rounds
    tally: Array
    games: int = 0
    ties: int = 0
    unfinished: int = 0
    turns: int = 0
    answers: int = 0
    worth: list[int] = field(default_factory=list)  # sums by seat at the end of each game, as Python's whole numbers
    worth_squares: list[int] = field(default_factory=list)
    seen: dict[str, Seen] = field(default_factory=dict)
    _notes: Array | None = None  # those of the first block, until there are more: they take megabytes

    @classmethod
    def of(cls, start: Start, measures: Iterable[str] = ()) -> "Counts":
        """Return empty counts for games from a start."""
        seats = start.state.seats
        return cls(
            start,
            seats,
            start.first_round,
            np.zeros(seats, np.int64),
            np.zeros(seats, np.int64),
            np.zeros(MOST_ROUNDS + 2, np.int64),
            np.zeros((LONG, 2), np.int64),
            worth=[0] * seats,
            worth_squares=[0] * seats,
            seen={name: Seen() for name in measures},
        )

    @property
    def notes(self) -> Array:
        """Return the tables of rounds."""
        if self._notes is None:
            self._notes = new_notes(self.start)[:-1]
        return self._notes

    def add(self, played: Played) -> None:
        """Add the next block, whose notes are left to these counts."""
        rows, block = played.block.rows, played.block
        over, winner = rows[:, recorder.OVER] == 1, rows[:, recorder.WINNER]
        self.games += len(rows)
        self.unfinished += int((~over).sum())
        self.ties += int((over & (winner < 0)).sum())
        self.wins += np.bincount(winner[winner >= 0], minlength=self.seats)[: self.seats]
        self.bankrupt += (rows[:, recorder.OUT : recorder.OUT + self.seats] > 0).sum(0)
        played_rounds = np.clip(rows[over, recorder.ROUND] - self.begun + 1, 0, MOST_ROUNDS + 1)
        self.lengths += np.bincount(played_rounds, minlength=len(self.lengths))
        self.turns += int(rows[:, recorder.TURN].sum())
        self.answers += int(rows[:, recorder.ANSWERS].sum())
        for p in range(self.seats):
            worth = rows[:, recorder.WORTHS + p].tolist()
            self.worth[p] += sum(worth)
            self.worth_squares[p] += sum(x * x for x in worth)
        self.tally += block.tally
        if self._notes is None:
            self._notes = block.notes
        else:
            merge(self._notes, block.notes)
        self._add_seen(played.seen)

    def _add_seen(self, seen: Mapping[str, Seen]) -> None:
        for name, more in seen.items():
            mine = self.seen[name]
            mine.games += more.games
            mine.total += more.total
            mine.squares += more.squares


def quantile(counts: Array, share: float, width: int, least: float = -math.inf, most: float = math.inf) -> float:
    """Return the value below which a share of the counted values lie, all of them from `least` to `most`.

    The places of the histogram are those of `simulation.recorder.wealth_place`; values lie evenly in each.
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
    low, high = recorder.place_ends(place, width)
    bottom = max(low, least)
    top = most if math.isfinite(most) and place == len(counts) - 1 else min(high, most)
    return float(bottom + inside * (top - bottom))


def half_over(counts: Counts) -> int:
    """Return the number of rounds after which half of all games were over."""
    return int(np.searchsorted(np.cumsum(counts.lengths), counts.games / 2))
