"""`tournament`: every pair of strategies at the same table, in every seat (round robin)."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from monopoly_lab.common.argument_checks import check_argument, check_arguments
from monopoly_lab.common.errors import ExperimentError, FailedGame
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.messages import say, speaking
from monopoly_lab.editions import Edition, load_edition
from monopoly_lab.experiments import executors
from monopoly_lab.experiments.jobs import BLOCK, SLOW_BLOCK, checked_games, play, replayed_failure, runs_compiled
from monopoly_lab.experiments.plan import NAMES, is_function, plan_of, seat_text
from monopoly_lab.experiments.result_store import ShownAsFigure
from monopoly_lab.game.game import Game
from monopoly_lab.game.seats import Chooser, seed_of
from monopoly_lab.measures.confidence_intervals import Interval, wilson
from monopoly_lab.players.time_limit import checked_limit
from monopoly_lab.simulation import recorder
from monopoly_lab.simulation.progress import bar


@check_argument
def tournament(
    strategies: Sequence[Chooser] | Mapping[str, Chooser],
    *,
    games: int = 1_000,
    seed: int = 1,
    edition: str | Path | Edition = "classic_us",
    players: int = 4,
    executor: Executor | str | None = None,
    progress: bool = True,
    answer_limit: float | None = None,
    lang: str = "",
) -> "Tournament":
    """Play a round robin, every pair of strategies against each other, and return how often each wins.

    Both strategies of a pair play from each seat equally often. Each has half of the `players` seats at a table; if the
    number is odd, they take turns in having one seat more. A few games more than `games` may be played so that every
    seating is played equally often: 40 games at tables of four become 42, seven of each of six seatings. The result
    says so.

    Args:
        strategies: Names, `Strategy` objects or functions; or a mapping of these by your own names.
        games: Number of games of each pair, at least.
        seed: Seed of the luck: the same seed gives the same games.
        edition: Edition, its id or path.
        players: Number of seats at a table.
        executor: "threads", "processes" or an executor of `concurrent.futures`; the result does not depend on it.
        progress: Show a progress bar.
        answer_limit: Seconds after which a function at a seat, or a `CompiledStrategy` in plain Python, is stopped; no
            limit if left out.
        lang: Language of the words: "en", "ru" or "uk"; that of the session if empty.

    Returns:
        The `Tournament`: begin with `table`, `against`, `sentence()` and `figure()`.

    Raises:
        ExperimentError: For fewer than two strategies.

    Example:
        >>> ml.tournament(["balanced", "random"], games=20, progress=False).table.index[0]
        'balanced'
    """
    with speaking(lang):
        known = checked_strategies(strategies)
        if isinstance(players, bool) or not isinstance(players, int) or not 2 <= players <= len(NAMES):
            raise ExperimentError(say("experiment.bad_seats", value=quoted(players), most=len(NAMES)))
        loaded = edition if isinstance(edition, Edition) else load_edition(edition)
        found = Tournament(list(known), players, lang)
        found.limit = checked_limit(answer_limit)
        found.play(known, loaded, checked_games(games), seed_of(seed), executor, progress)
        return found


@check_arguments
class Tournament(ShownAsFigure):
    """The result of `tournament`: how often each strategy wins against each other one, and from which seat.

    Begin with `table` (a row for each strategy, best first) and `against` (each against each).
    """

    def __init__(self, strategies: Sequence[str], players: int, lang: str) -> None:
        self.strategies, self.players, self.lang = tuple(strategies), players, lang
        n = len(strategies)
        self.won = np.zeros((n, n), np.int64)  # games won by a seat of the first against the second
        self.met = np.zeros((n, n), np.int64)  # games of both
        self.seat_won = np.zeros((n, players), np.int64)
        self.seat_met = np.zeros((n, players), np.int64)
        self.unfinished, self.games, self.partial = 0, 0, False
        self.limit: float | None = None  # seconds for an answer
        self.asked, self.each_pair = 0, 0  # games of two strategies: as asked for, and as planned

    def play(
        self,
        known: Mapping[str, Chooser],
        edition: Edition,
        games: int,
        seed: int,
        executor: Executor | str | None,
        progress: bool,
    ) -> None:
        """Play the games of every pair of strategies.

        Args:
            known: Strategies by name.
            edition: Edition to play.
            games: Number of games of each pair.
            seed: Seed of the luck.
            executor: "threads", "processes" or an executor of `concurrent.futures`.
            progress: Show a progress bar.
        """
        tables = list(self._tables(known, edition))
        seatings = len(tables) * 2 // (len(known) * (len(known) - 1))
        each = -(-games // seatings)
        self.asked, self.each_pair = games, each * seatings
        slow = any(map(is_function, known.values()))
        compiled = runs_compiled([plan for _, _, plan in tables], each) and not slow
        laps: list[list[tuple[Any, ...]]] = [
            [(plan, {}, seed, t * 2**32 + first, number, compiled) for t, (_, _, plan) in enumerate(tables)]
            for first, number in laps_of(each, SLOW_BLOCK if slow else BLOCK)
        ]
        with (
            executors.open_executor(executor, not compiled, len(laps) * len(tables)) as place,
            bar(each * len(tables), say("experiment.playing"), progress) as shown,
        ):
            try:
                found = executors.run_in_order(play, [job for lap in laps for job in lap], place)
                for lap in laps:
                    self._add_lap(tables, found, len(lap))
                    shown.update(sum(job[4] for job in lap))
            except KeyboardInterrupt as interrupt:
                executors.keep_result(interrupt, self.games)
                self.partial = True
            except FailedGame as failed:
                raise replayed_failure(failed, tables[failed.number >> 32][2]) from failed.__cause__

    def _tables(self, known: Mapping[str, Chooser], edition: Edition) -> Any:
        """Yield `(pair, who sits where, plan)` for every pair and every way to seat it."""
        n = self.players
        for pair in combinations(range(len(known)), 2):
            for few in {n // 2, n - n // 2}:
                for seats in combinations(range(n), few):
                    who = [pair[0] if p in seats else pair[1] for p in range(n)]
                    choosers = list(known.values())
                    game = Game(edition, {NAMES[p]: choosers[who[p]] for p in range(n)})
                    plan = plan_of(game)
                    yield pair, who, replace(plan, title=edition.called().title, limit=self.limit)

    def _add_lap(self, tables: Sequence[Any], found: Iterator[Any], number: int) -> None:
        """Add the next block of every table, or of none: else some would sit in better seats than others."""
        rows = [next(found).block.rows for _ in range(number)]
        for (pair, who, _), played in zip(tables, rows):
            self._add(pair, who, played)

    def _add(self, pair: tuple[int, int], who: Sequence[int], rows: Any) -> None:
        winners = rows[:, recorder.WINNER]
        self.games += len(rows)
        self.unfinished += int((rows[:, recorder.OVER] == 0).sum())
        for one, other in (pair, pair[::-1]):
            self.met[one, other] += len(rows)
        for p, strategy in enumerate(who):
            won = int((winners == p).sum())
            other = pair[1] if strategy == pair[0] else pair[0]
            self.won[strategy, other] += won
            self.seat_won[strategy, p] += won
            self.seat_met[strategy, p] += len(rows)

    # Tables

    @property
    def table(self) -> pd.DataFrame:
        """Return, by strategy, best first, the games and the share won, with its 95 % interval."""
        found = [(int(self.met[s].sum()), *self.interval(s)) for s in range(len(self.strategies))]
        table = pd.DataFrame(found, index=pd.Index(self.strategies, name="strategy"), columns=COLUMNS)
        return table.sort_values("share", ascending=False, kind="stable")

    def interval(self, strategy: int) -> Interval:
        """Return the share of its games that a strategy has won, with its interval.

        Args:
            strategy: Index of the strategy.

        Raises:
            ExperimentError: For an unknown index.
        """
        if isinstance(strategy, bool) or not isinstance(strategy, int) or not 0 <= strategy < len(self.strategies):
            known = ", ".join(f"{n} {name}" for n, name in enumerate(self.strategies))
            text = say("experiment.no_strategy", self.lang, value=quoted(strategy, self.lang), known=known)
            raise ExperimentError(text)
        return wilson(int(self.won[strategy].sum()), int(self.met[strategy].sum()))

    @property
    def against(self) -> pd.DataFrame:
        """Return the share of games that each strategy (row) won against each other one (column)."""
        with np.errstate(invalid="ignore"):
            shares = self.won / self.met
        return pd.DataFrame(shares, index=pd.Index(self.strategies, name="strategy"), columns=self.strategies)

    @property
    def seats(self) -> pd.DataFrame:
        """Return, by seat, the games and the share won from it, with its 95 % interval."""
        found = [
            (int(met), *wilson(int(won), int(met))) for won, met in zip(self.seat_won.sum(0), self.seat_met.sum(0))
        ]
        return pd.DataFrame(found, index=pd.RangeIndex(1, self.players + 1, name="seat"), columns=COLUMNS)

    # Showing

    def sentence(self, lang: str = "") -> str:
        """Return in words who wins most and whether a seat is an advantage.

        Args:
            lang: Language of the words: "en", "ru" or "uk"; that of the experiment if empty.
        """
        from monopoly_lab.experiments.summary_text import tournament_sentence

        with speaking(lang or self.lang):
            return tournament_sentence(self)

    def figure(self, lang: str = "") -> Any:
        """Return a plotly figure: shares won with intervals, beside the table of who beats whom.

        Args:
            lang: Language of the words: "en", "ru" or "uk"; that of the experiment if empty.
        """
        from monopoly_lab.experiments.summary_text import tournament_parts, tournament_title
        from monopoly_lab.figures.experiments import standings

        with speaking(lang or self.lang):
            table = self.table
            intervals = {
                name: Interval(*row) for name, row in zip(table.index, table[["share", "low", "high"]].values.tolist())
            }
            order = list(intervals)
            against = self.against.loc[order, order].values.tolist()
            return standings(tournament_title(self), tournament_parts(self), intervals, against)


COLUMNS = ["games", "share", "low", "high"]
LAPS = 20  # at least: what is interrupted is left after the last whole one


def laps_of(games: int, most: int) -> list[tuple[int, int]]:
    """Return `(first, number)` of the games that all tables play before any of them goes on."""
    size = min(max(games // LAPS, 1), most)
    return [(first, min(size, games - first)) for first in range(0, games, size)]


def checked_strategies(strategies: object) -> dict[str, Chooser]:
    """Return the strategies by name; ExperimentError for fewer than two, or for two of the same name."""
    if isinstance(strategies, Mapping):
        found = dict(strategies)
    else:
        several = list(strategies) if isinstance(strategies, Sequence) and not isinstance(strategies, str) else []
        found = {seat_text(who): who for who in several}
        if len(found) < len(several):
            raise ExperimentError(say("experiment.same_strategies"))
    if len(found) < 2:
        raise ExperimentError(say("experiment.few_strategies"))
    return found
