"""Play arms side by side and compute the difference of any two, with its confidence interval, from paired sums.

Of each measure the sums of products over games are kept, of the same numbered game in each arm. From them comes the
difference of any two arms with its spread, whichever arms turn out to be of interest. Sums are whole numbers but for
measures of the user's.
"""

import math
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from monopoly_lab.common.errors import FailedGame
from monopoly_lab.experiments.jobs import Measure, Played, play
from monopoly_lab.experiments.plan import Plan
from monopoly_lab.measures.confidence_intervals import NOTHING, Interval, mean_interval, share_at_any_look, wilson
from monopoly_lab.simulation import recorder
from monopoly_lab.simulation.arrays import Array
from monopoly_lab.simulation.progress import run_to_end

WINS, WORTH, CASH, BANKRUPT, ROUNDS = BUILT_IN = ("wins", "worth", "cash", "bankrupt", "rounds")
SHARES = (WINS, BANKRUPT)
APART = 2**40  # games between the numbers of arms that are not paired
COMPARED = [column for column in range(recorder.COLUMNS) if column != recorder.ANSWERS]


@dataclass
class ArmSums:
    """Of so many games: `total[measure, player, arm]`, `product[measure, player, arm, arm]`, `same[arm, arm]`.

    `same` counts games that came out alike in both arms; `unfinished[arm]` those left before their end.
    """

    games: int
    total: Array
    product: Array
    same: Array
    unfinished: Array

    @classmethod
    def nothing(cls, measures: int, seats: int, arms: int) -> "ArmSums":
        """Return sums of no games yet; they are Python's numbers, which do not overflow."""
        return cls(
            0,
            np.zeros((measures, seats, arms), object),
            np.zeros((measures, seats, arms, arms), object),
            np.zeros((arms, arms), np.int64),
            np.zeros(arms, np.int64),
        )

    def add(self, other: "ArmSums") -> None:
        """Add the sums of other games."""
        self.games += other.games
        self.total = self.total + other.total
        self.product = self.product + other.product
        self.same = self.same + other.same
        self.unfinished = self.unfinished + other.unfinished

    def mean(self, m: int, p: int, arm: int, confidence: float, is_sequential: bool, is_share: bool) -> Interval:
        """Return the mean of a measure of a player in an arm."""
        total, n = self.total[m, p, arm], self.games
        if is_share:
            return (share_at_any_look if is_sequential else wilson)(int(total), n, confidence)
        return mean_interval(total, self.product[m, p, arm, arm], n, confidence, is_sequential)

    def difference(
        self, m: int, p: int, arm: int, other: int, confidence: float, is_sequential: bool, paired: bool, is_share: bool
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
                return mean_interval(total, squares, self.games, confidence, is_sequential)
            half = mean_interval(total, squares + 1, self.games + 2, confidence, is_sequential).half
            return Interval(total / self.games, total / self.games - half, total / self.games + half)
        ends = [
            mean_interval(self.total[m, p, i], product[i, i], self.games, confidence, is_sequential)
            for i in (arm, other)
        ]
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
) -> ArmSums:
    """Return the games `first` to `first + games - 1` in every arm."""
    return run_to_end(arm_by_arm(plans, measures, seed, first, games, compiled, paired))


def arm_by_arm(
    plans: Sequence[Plan],
    measures: Mapping[str, Measure],
    seed: int,
    first: int,
    games: int,
    compiled: bool,
    paired: bool,
) -> Generator[int, None, ArmSums]:
    """Play the arms in steps, between which the caller can do something else; each yields how many arms are played."""
    played = []
    for arm, plan in enumerate(plans):
        try:
            played.append(play(plan, measures, seed, first + (0 if paired else arm * APART), games, compiled))
        except FailedGame as failed:
            failed.arm = arm
            raise
        yield len(played)
    return _side_by_side(played, measures, len(plans[0].players), games)


def _side_by_side(played: Sequence[Played], measures: Mapping[str, Measure], seats: int, games: int) -> ArmSums:
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
    return ArmSums(games, total, product, same, unfinished)


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
