"""Sum up many games: counts and histograms, and sums of products for arms played side by side.

From them comes the difference of any two arms with its spread, whichever arms turn out to be of interest.
Sums are whole numbers but for measures of the user's.
"""

import math
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np

from monopoly_lab.common.errors import FailedGame
from monopoly_lab.experiments.jobs import Measure, Played, Seen, play
from monopoly_lab.experiments.plan import Plan
from monopoly_lab.measures.confidence_intervals import NOTHING, Interval, mean_interval, share_at_any_look, wilson
from monopoly_lab.simulation import recorder
from monopoly_lab.simulation.batches import MOST_ROUNDS
from monopoly_lab.simulation.event_counts import LONG
from monopoly_lab.simulation.game_block import Array, Start, merge, new_notes


@dataclass
class Counts:
    """Games so far, added up in the order of their numbers.

    The tables are those of `simulation.recorder` and `simulation.event_counts`.
    """

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
        """Return empty counts for games from a start."""
        seats = start.state.seats
        return cls(
            seats,
            start.begun,
            np.zeros(seats, np.int64),
            np.zeros(seats, np.int64),
            np.zeros(MOST_ROUNDS + 2, np.int64),
            np.zeros((LONG, 2), np.int64),
            new_notes(start)[:-1],
            worth=[0] * seats,
            worth_squares=[0] * seats,
            seen={name: Seen() for name in measures},
        )

    def add(self, played: Played) -> None:
        """Add the next block."""
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
        merge(self.notes, block.notes)
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


# Arms side by side: sums of products of what the same numbered game brought in each arm

WINS, WORTH, CASH, BANKRUPT, ROUNDS = BUILT_IN = ("wins", "worth", "cash", "bankrupt", "rounds")
SHARES = (WINS, BANKRUPT)
APART = 2**40  # games between the numbers of arms that are not paired
COMPARED = [column for column in range(recorder.COLUMNS) if column != recorder.ANSWERS]


@dataclass
class Sums:
    """Of so many games: `total[measure, player, arm]`, `product[measure, player, arm, arm]`, `same[arm, arm]`.

    `same` counts games that came out alike in both arms; `unfinished[arm]` those left before their end.
    """

    games: int
    total: Array
    product: Array
    same: Array
    unfinished: Array

    @classmethod
    def nothing(cls, measures: int, seats: int, arms: int) -> "Sums":
        """Return sums of no games yet; they are Python's numbers, which do not overflow."""
        return cls(
            0,
            np.zeros((measures, seats, arms), object),
            np.zeros((measures, seats, arms, arms), object),
            np.zeros((arms, arms), np.int64),
            np.zeros(arms, np.int64),
        )

    def add(self, other: "Sums") -> None:
        """Add the sums of other games."""
        self.games += other.games
        self.total = self.total + other.total
        self.product = self.product + other.product
        self.same = self.same + other.same
        self.unfinished = self.unfinished + other.unfinished

    def mean(self, m: int, p: int, arm: int, confidence: float, looked: bool, is_share: bool) -> Interval:
        """Return the mean of a measure of a player in an arm."""
        total, n = self.total[m, p, arm], self.games
        if is_share:
            return (share_at_any_look if looked else wilson)(int(total), n, confidence)
        return mean_interval(total, self.product[m, p, arm, arm], n, confidence, looked)

    def difference(
        self, m: int, p: int, arm: int, other: int, confidence: float, looked: bool, paired: bool, is_share: bool
    ) -> Interval:
        """Return how much more a measure of a player is in `arm` than in `other`.

        To paired shares half a game is added in each of the four cells for the spread, so that pairs
        without a difference are not taken for certain. Source: A. Agresti and Y. Min, "Simple improved
        confidence intervals for comparing matched proportions", Statistics in Medicine 24 (2005), 729-740.
        """
        if not self.games:
            return NOTHING
        total = self.total[m, p, arm] - self.total[m, p, other]
        product = self.product[m, p]
        if paired:
            squares = product[arm, arm] - 2 * product[arm, other] + product[other, other]
            if not is_share:
                return mean_interval(total, squares, self.games, confidence, looked)
            half = mean_interval(total, squares + 1, self.games + 2, confidence, looked).half
            return Interval(total / self.games, total / self.games - half, total / self.games + half)
        ends = [mean_interval(self.total[m, p, i], product[i, i], self.games, confidence, looked) for i in (arm, other)]
        half = (ends[0].half ** 2 + ends[1].half ** 2) ** 0.5
        middle = total / self.games
        return Interval(middle, middle - half, middle + half)


def play_arms(
    plans: Sequence[Plan],
    measures: Mapping[str, Measure],
    seed: int,
    first: int,
    games: int,
    compiled: bool,
    paired: bool,
) -> Sums:
    """Return the games `first` to `first + games - 1` in every arm."""
    steps = arm_by_arm(plans, measures, seed, first, games, compiled, paired)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return cast(Sums, done.value)


def arm_by_arm(
    plans: Sequence[Plan],
    measures: Mapping[str, Measure],
    seed: int,
    first: int,
    games: int,
    compiled: bool,
    paired: bool,
) -> Generator[int, None, Sums]:
    """Play the arms in steps, for who has something else to do between them; each yields how many arms are played."""
    played = []
    for arm, plan in enumerate(plans):
        try:
            played.append(play(plan, measures, seed, first + (0 if paired else arm * APART), games, compiled))
        except FailedGame as failed:
            failed.arm = arm
            raise
        yield len(played)
    return _side_by_side(played, measures, len(plans[0].players), games)


def _side_by_side(played: Sequence[Played], measures: Mapping[str, Measure], seats: int, games: int) -> Sums:
    built_in = np.array([_values(arm, seats) for arm in played], np.int64)  # [arm, measure, player, game]
    total, product = _sums(built_in)
    if measures:
        own = np.array([[[arm.seen[name].last] * seats for name in measures] for arm in played])
        more = _sums(own)
        total = np.concatenate([total.astype(object), more[0].astype(object)])
        product = np.concatenate([product.astype(object), more[1].astype(object)])
    rows = [arm.block.rows[:, COMPARED] for arm in played]
    same = np.array([[int((one == other).all(1).sum()) for other in rows] for one in rows])
    unfinished = np.array([int((arm.block.rows[:, recorder.OVER] == 0).sum()) for arm in played])
    return Sums(games, total, product, same, unfinished)


def _sums(values: Array) -> tuple[Array, Array]:
    """Return sums and sums of products over the games of `values[arm, measure, player, game]`."""
    by = np.moveaxis(values, 0, 2)
    total = np.array([[[_sum(row) for row in arms] for arms in players] for players in by])
    product = np.array([[[[_sum(a * b) for b in arms] for a in arms] for arms in players] for players in by])
    return total, product


def _sum(values: Array) -> Any:
    """Return the sum, of floats rounded once only, so that it is the same on every machine."""
    return math.fsum(values.tolist()) if values.dtype.kind == "f" else int(values.sum())


def _values(played: Played, seats: int) -> Array:
    """Return the built-in measures of each game: [measure, player, game]."""
    rows = played.block.rows
    winner = rows[:, recorder.WINNER]
    worth, cash, out = (rows[:, column : column + seats].T for column in (recorder.WORTHS, recorder.CASH, recorder.OUT))
    wins = np.array([winner == p for p in range(seats)])
    return np.array(
        [wins, worth, cash, out > 0, np.broadcast_to(rows[:, recorder.ROUND], (seats, len(rows)))], np.int64
    )
