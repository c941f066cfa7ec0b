"""Which strategy survives: symmetric games, best replies, and replicator dynamics of a population.

A population plays a game of `n` players. Players are matched at random. A strategy that earns more than the average
spreads: in the next generation its share is multiplied by its pay-off over the average pay-off. An equilibrium is a
mixture in which nobody can gain by changing strategy.
"""

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Union

import numpy as np

from monopoly_lab.common.argument_checks import check_arguments
from monopoly_lab.common.errors import ExperimentError
from monopoly_lab.common.file_access import quoted, shipped_json
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import format_number, say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.economics.number_ranges import MOST, check_number, is_number

Shares = Union[Mapping[str, float], "pd.Series"]  # by strategy
TABLES = "strategy_payoffs.json"  # shares of wins at all tables of four, written by tests/tools/strategy_payoffs.py
MOST_GENERATIONS = 10_000


@check_arguments
class SymmetricGame:
    """A game of `n` players who choose among the same strategies; pay-offs depend on whom they are matched with.

    Args:
        payoffs: By the strategies at a table (one for each player, in any order), the pay-off of each strategy there.
            Every combination of the strategies must be there.

    Attributes:
        strategies: Names of the strategies.
        players: Number of players at a table.

    Raises:
        ExperimentError: For tables of different sizes, missing combinations and pay-offs below 0.

    References:
        Taylor and Jonker 1978, "Evolutionary stable strategies and game dynamics", Mathematical Biosciences 40.
        CORE, The Economy, unit 4: strategic interactions.

    Example:
        >>> hawk_and_dove = {("hawk", "hawk"): {"hawk": 1}, ("hawk", "dove"): {"hawk": 4, "dove": 2},
        ...                  ("dove", "dove"): {"dove": 3}}
        >>> game = ml.economics.replicator.SymmetricGame(hawk_and_dove)
        >>> game.replicate({"hawk": 0.9, "dove": 0.1}, 50).iloc[-1].round(3).to_dict()
        {'hawk': 0.5, 'dove': 0.5}
    """

    def __init__(self, payoffs: Mapping[Sequence[str], Mapping[str, float]]) -> None:
        self.strategies = tuple(dict.fromkeys(name for table in payoffs for name in table))
        sizes = {len(table) for table in payoffs}
        if len(sizes) != 1:
            raise ExperimentError(say("economics.tables_of_sizes", sizes=", ".join(map(str, sorted(sizes))) or "0"))
        (self.players,) = sizes
        self._payoffs = {self._table_key(table): dict(found) for table, found in payoffs.items()}
        for table in itertools.combinations_with_replacement(self.strategies, self.players):
            found = self._payoffs.get(table)
            if found is None or set(found) != set(table):
                raise ExperimentError(say("economics.no_table", table=", ".join(table)))
            if not all(math.isfinite(x) and x >= 0 for x in found.values()):
                raise ExperimentError(say("economics.bad_payoff", table=", ".join(table)))

    def _table_key(self, table: Sequence[str]) -> tuple[str, ...]:
        return tuple(sorted(table, key=self.strategies.index))

    def payoff(self, strategy: str, others: Sequence[str]) -> float:
        """Return the pay-off of a strategy at a table with these others.

        Args:
            strategy: Name of the strategy.
            others: Names of the strategies of all other players, in any order.

        Raises:
            ExperimentError: For an unknown strategy, and for another number of players.
        """
        for name in (strategy, *others):
            self._check(name)
        if len(others) != self.players - 1:
            raise ExperimentError(say("economics.tables_of_sizes", sizes=f"{self.players}, {len(others) + 1}"))
        return self._payoffs[self._table_key((strategy, *others))][strategy]

    def payoffs(self, shares: "Shares") -> "pd.Series":
        """Return the expected pay-off of each strategy, when the others at its table are drawn from a population.

        Args:
            shares: Share of each strategy in the population, in any unit; strategies left out have none.

        Raises:
            ExperimentError: For an unknown strategy, shares below 0, and no share above 0.
        """
        return pd.Series(self._expected_payoffs(self._population(shares)), self.strategies, name="payoff")

    def replicate(self, shares: "Shares", generations: int) -> "pd.DataFrame":
        """Return the share of each strategy in each generation; the first row is the beginning.

        Args:
            shares: Share of each strategy at the beginning, in any unit; strategies left out have none.
            generations: Number of generations.

        Raises:
            ExperimentError: For an unknown strategy, shares below 0, no share above 0, and a number out of range.
        """
        if not is_number(generations) or generations not in range(MOST_GENERATIONS + 1):
            raise ExperimentError(say("experiment.bad_generations", value=quoted(generations), most=MOST_GENERATIONS))
        now = self._population(shares)
        rows = [now]
        for _ in range(generations):
            earned = now * self._expected_payoffs(now)
            now = earned / earned.sum() if earned.sum() else now
            rows.append(now)
        index = pd.RangeIndex(generations + 1, name="generation")
        return pd.DataFrame(np.array(rows), index=index, columns=list(self.strategies))

    def best_replies(self, shares: "Shares", tolerance: float = 1e-9) -> list[str]:
        """Return the strategies that earn most against a population.

        Args:
            shares: Share of each strategy in the population.
            tolerance: Pay-offs that differ by less count as equal.
        """
        check_number(0, MOST, tolerance=tolerance)
        found = self.payoffs(shares)
        return [str(name) for name in found.index[found >= found.max() - tolerance]]

    def is_equilibrium(self, shares: "Shares", tolerance: float = 1e-9) -> bool:
        """Return True if no player gains more than the tolerance by changing strategy: a symmetric Nash equilibrium.

        Args:
            shares: Share of each strategy in the population.
            tolerance: Gain that is too small to count, in units of the pay-off.
        """
        check_number(0, MOST, tolerance=tolerance)
        now = self._population(shares)
        found = self._expected_payoffs(now)
        return bool(found[now > 0].min() >= found.max() - tolerance)

    def _expected_payoffs(self, shares: "np.ndarray") -> "np.ndarray":
        """Return the expected pay-offs by strategy: the sum over all tables of the others, times their chance."""
        found = np.zeros(len(self.strategies))
        share = dict(zip(self.strategies, shares))
        for others in itertools.combinations_with_replacement(self.strategies, self.players - 1):
            counts = Counter(others)
            chance = math.factorial(len(others)) * math.prod(
                share[k] ** n / math.factorial(n) for k, n in counts.items()
            )
            if chance:
                found += [chance * self._payoffs[self._table_key((k, *others))][k] for k in self.strategies]
        return found

    def _population(self, shares: "Shares") -> "np.ndarray":
        """Return the shares by strategy, which add up to 1."""
        given = {str(name): share for name, share in shares.items()} if hasattr(shares, "items") else {}
        if not given:
            raise ExperimentError(say("economics.bad_shares", value=quoted(shares)))
        for name in given:
            self._check(name)
        if not all(is_number(share) and 0 <= share <= MOST for share in given.values()) or not sum(given.values()):
            shown = (format_number(share) if is_number(share) else quoted(share) for share in given.values())
            raise ExperimentError(say("economics.bad_shares", value="; ".join(shown)))
        found = np.array([float(given.get(name, 0.0)) for name in self.strategies])
        total = found.sum()
        return np.asarray(found / total)

    def _check(self, name: str) -> None:
        if name not in self.strategies:
            raise ExperimentError(say("economics.no_strategy", value=name) + hint(name, self.strategies))


def strategy_game() -> SymmetricGame:
    """Return the game of choosing a strategy for the board: its pay-off is the share of games that a player wins.

    Measured at every table of four of six shipped strategies, each strategy in each seat equally often. A game that
    nobody wins pays nothing.

    Example:
        >>> ml.economics.replicator.strategy_game().players
        4
    """
    stored = shipped_json(__package__, TABLES)
    return SymmetricGame({tuple(table.split()): found for table, found in stored["tables"].items()})
