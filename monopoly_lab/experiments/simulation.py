"""`simulate`: play many games from one beginning and count what happens."""

import time
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from monopoly_lab.common.argument_checks import check_argument, check_arguments
from monopoly_lab.common.errors import ExperimentError, FailedGame, Problem
from monopoly_lab.common.higher_functions import Exports
from monopoly_lab.common.messages import rounded, say, speaking
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.experiments import executors, result_frames
from monopoly_lab.experiments.aggregates import Counts
from monopoly_lab.experiments.executors import bar, in_order
from monopoly_lab.experiments.executors import open_executor as executing
from monopoly_lab.experiments.jobs import (
    ALL,
    COUNTED,
    Played,
    checked_games,
    compiles,
    cut,
    measures_of,
    play,
    replayed_failure,
)
from monopoly_lab.experiments.plan import Plan, Players, What, checked_rounds, limited, plan_of
from monopoly_lab.experiments.result_store import write_csv, write_parquet
from monopoly_lab.game.game import Game
from monopoly_lab.game.scenarios import Scenario
from monopoly_lab.game.seats import seed_of
from monopoly_lab.measures.confidence_intervals import Interval, share_at_any_look, wilson
from monopoly_lab.simulation.game_block import Array

if TYPE_CHECKING:
    import pandas as pd

USUAL = 0.25  # of the games are still on: the picture shows no rarer rounds


@check_argument
def simulate(
    what: What,
    *,
    games: int = 10_000,
    seed: int = 1,
    players: Players = None,
    options: Mapping[str, object] | None = None,
    rounds: int | None = None,
    measures: object = (),
    executor: Executor | str | None = None,
    progress: bool = True,
    keep: bool = False,
    bids: bool = False,
    answer_limit: float | None = None,
    lang: str = "",
) -> "Simulation":
    """Play many games of an edition, a scenario, a game in progress or a saved one, and count what happens.

    If interrupted, it returns what is done, marked `partial`. With nothing done, or if interrupted again,
    KeyboardInterrupt goes on.

    Args:
        what: Edition, scenario or game, or its name or path.
        games: Number of games.
        seed: Seed of the luck: the same seed gives the same games.
        players: For an edition, as for `Game`, or their number; else who plays for whom, by name. Seats of persons are
            played by `balanced`, and the result says so.
        options: Rule options by key.
        rounds: Stop each game after this many rounds.
        measures: Functions from a `Position` to a number by name, called at the end of each round in plain Python;
            compiled games take about twenty times as long with one.
        executor: "threads", "processes" or an executor of `concurrent.futures`; the result does not depend on it.
        progress: Show a progress bar.
        keep: Keep one row per game.
        bids: Keep every answer at an auction, for `Simulation.bids`.
        answer_limit: Seconds after which a function at a seat, or a `CompiledStrategy` in plain Python, is stopped; no
            limit if left out.
        lang: Language of the words: "en", "ru" or "uk"; that of the session if empty.

    Returns:
        Tables of wins, wealth, payments and more, by the names of the players.

    Raises:
        ExperimentError: For an experiment that cannot be run; also the errors of `Game` for players and options.

    Example:
        >>> ml.simulate("classic_us", games=40, progress=False).games
        40
    """
    with speaking(lang):
        plan = limited({"": plan_of(what, players, options, rounds)}, answer_limit)[""]
        if bids:
            plan = replace(plan, start=replace(plan.start, keep_bids=True))
        found = Simulation(plan, seed_of(seed), measures_of(measures), executor, progress, keep, lang)
        return found.more(checked_games(games))


@check_arguments
class Simulation(Exports):
    """The result of `simulate`: counts and tables over many games from one beginning."""

    def __init__(
        self,
        plan: Plan,
        seed: int,
        measures: Mapping[str, Any],
        executor: Executor | str | None,
        progress: bool,
        keep: bool,
        lang: str,
    ) -> None:
        self.plan, self.seed, self.lang = plan, seed, lang
        self.partial = False
        self.seconds = 0.0
        self.counts = Counts.of(plan.start, measures)
        self.looks = 0
        self._measures, self._executor, self._progress = dict(measures), executor, progress
        self._kept: list[Played] | None = [] if keep else None
        self._bids: list[Array] = []

    # Playing

    def more(self, games: int = 10_000) -> "Simulation":
        """Play the next games of the same seed.

        Later intervals are those of an experiment that may be stopped at any time.

        Args:
            games: Number of games to add.

        Returns:
            This simulation.
        """
        games = checked_games(games)
        begun = time.monotonic()
        self.looks += 1
        self.partial = False
        try:
            with speaking(self.lang):
                self._play(games)
        except KeyboardInterrupt as interrupt:
            executors.keep_result(interrupt, self.games)
            self.partial = True
        self.seconds += time.monotonic() - begun
        return self

    def _play(self, games: int) -> None:
        compiled, slow = compiles([self.plan], games), self.plan.has_functions
        blocks = list(cut(self.counts.games, games, slow))
        jobs = ((self.plan, self._measures, self.seed, first, number, compiled) for first, number in blocks)
        with (
            executing(self._executor, slow or not compiled, len(blocks)) as executor,
            bar(games, say("experiment.playing"), self._progress) as shown,
        ):
            try:
                for played in in_order(play, jobs, executor):
                    self._add(played)
                    shown.update(len(played.block.rows))
            except FailedGame as failed:
                raise replayed_failure(failed, self.plan) from failed.__cause__

    def _add(self, played: Played) -> None:
        self.counts.add(played)
        if self._kept is not None:
            self._kept.append(played)
        self._bids.append(played.block.bids)

    # What it was

    @property
    def players(self) -> tuple[str, ...]:
        """Return the names of the players."""
        return self.plan.players

    @property
    def strategies(self) -> dict[str, str]:
        """Return who played each seat."""
        return self.plan.strategies()

    @property
    def games(self) -> int:
        """Return the number of games played."""
        return self.counts.games

    @property
    def rate(self) -> float:
        """Return the speed: games per second."""
        return self.games / self.seconds if self.seconds else 0.0

    def game(self, number: int) -> Game:
        """Return one game at its beginning; `run()` plays it, a `Table` shows it.

        Args:
            number: Index of the game, from 0.
        """
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < max(self.games, 1):
            raise ExperimentError(say("experiment.no_game", self.lang, value=repr(number), games=self.games))
        return self.plan.numbered(self.seed, number)

    # Tables

    def interval(self, count: int) -> Interval:
        """Return the interval of a share of games: Wilson's, or a confidence sequence after `more`.

        Args:
            count: Number of games out of all.

        Raises:
            ExperimentError: If more games are counted than were played.

        References:
            Wilson 1927, Journal of the American Statistical Association 22, 209-212.
        """
        if not 0 <= count <= self.games:
            raise ExperimentError(say("experiment.no_count", self.lang, value=repr(count), games=self.games))
        return wilson(count, self.games) if self.looks < 2 else share_at_any_look(count, self.games)

    @property
    def wins(self) -> "pd.DataFrame":
        """Return, by player, the share of games won, with its 95 % interval.

        References:
            Wilson 1927, Journal of the American Statistical Association 22, 209-212.
        """
        return result_frames.shares(self.players, [self.interval(n) for n in self.counts.wins.tolist()])

    @property
    def bankruptcies(self) -> "pd.DataFrame":
        """Return, by player, the share of games that ended in bankruptcy, with its 95 % interval.

        References:
            Wilson 1927, Journal of the American Statistical Association 22, 209-212.
        """
        return result_frames.shares(self.players, [self.interval(n) for n in self.counts.bankrupt.tolist()])

    @property
    def unfinished(self) -> int:
        """Return the number of games stopped before their end, which nobody has won."""
        return self.counts.unfinished

    @property
    def ties(self) -> int:
        """Return the number of games that ended without a winner."""
        return self.counts.ties

    @property
    def rounds(self) -> "pd.DataFrame":
        """Return, by number of rounds, how many games ended then and the share of games over by then."""
        return result_frames.rounds(self.counts)

    @property
    def landings(self) -> "pd.DataFrame":
        """Return how often each player's tokens stopped on each space; `share` is of the player's stops."""
        return result_frames.landings(self.counts, self.plan)

    @property
    def income(self) -> "pd.DataFrame":
        """Return money received by player and cause, rents also by deed; `per_game` in the edition's unit."""
        return result_frames.money(self.counts, self.plan, "income")

    @property
    def spending(self) -> "pd.DataFrame":
        """Return money paid by player and cause, rents also by deed; `per_game` in the edition's unit."""
        return result_frames.money(self.counts, self.plan, "spending")

    def by_round(self, what: str, of: str = ALL) -> "pd.DataFrame":
        """Return a table by round, of all games or of those still running.

        of="all": each game counts in every round. A finished game (won, tied or ended by the clock) keeps its last
        position: its players receive no salary and pay no rent. `over_by_then` is the share of these games.

        of="still on": only games that continue after the round. Which games these are depends on the rules, so do not
        compare two policies by them.

        Args:
            what: "wealth", "gini", "lorenz", "money" or "measures".
            of: "all" or "still on".

        Raises:
            ExperimentError: For another table or other games.
        """
        tables = {
            "wealth": lambda: result_frames.wealth(self.counts, self.plan, of),
            "gini": lambda: result_frames.gini(self.counts, of, self.looks > 1),
            "lorenz": lambda: result_frames.lorenz(self.counts, of),
            "money": lambda: result_frames.stock(self.counts, of),
            "measures": lambda: result_frames.measures(self.counts, of),
        }
        if what not in tables:
            text = say("experiment.unknown_by_round", self.lang, value=repr(what), known=", ".join(tables))
            raise ExperimentError(text + hint(what, tables))
        checked_counted(of, self.lang)
        return tables[what]()

    @property
    def wealth(self) -> "pd.DataFrame":
        """Return, by round and player, mean and quantiles of wealth as the short game counts it; see `by_round`.

        `nothing` is the share of games in which the player has nothing. Means are exact. Quantiles come from a
        histogram with the smallest and largest value: they are exact to a twentieth of the start cash, and above 12.8
        start cashes (256 of these steps) to 1/32 of the value.
        """
        return self.by_round("wealth")

    @property
    def gini(self) -> "pd.DataFrame":
        """Return, by round, the mean Gini coefficient of wealth with 95 % interval and quantiles.

        Bankrupt players count with wealth 0.

        References:
            Cowell 2011, Measuring Inequality, chapter 2.
        """
        return self.by_round("gini")

    @property
    def lorenz(self) -> "pd.DataFrame":
        """Return, by round, the mean share of all wealth that the poorest 1, 2, ... players have."""
        return self.by_round("lorenz")

    @property
    def money(self) -> "pd.DataFrame":
        """Return, by round, the mean money stock (cash of all players of a game) and its velocity.

        `velocity` is payments between players in the round over the mean of cash at its beginning and end; only games
        in which the round was played count. From round 100 on, ten rounds are put together.
        """
        return self.by_round("money")

    @property
    def auctions(self) -> "pd.DataFrame":
        """Return, by deed, how often it was auctioned, what was paid, and the ratio to the printed price.

        The sum of `paid` over the sum of `listed` is the price level of auctions. Unlike a mean price, it does not
        change when other deeds are auctioned.
        """
        return result_frames.auctions(self.counts, self.plan)

    @property
    def bids(self) -> "pd.DataFrame":
        """Return one row per answer at an auction; only for games played with `bids=True`.

        `game`, and the columns of `Game.bids`: round, auction, lot, bidder, bid, list price, value, winner and price.
        """
        if not self.plan.start.keep_bids:
            raise ExperimentError(say("experiment.no_bids", self.lang))
        from monopoly_lab.experiments.bid_frames import bids_frame

        return bids_frame(np.concatenate(self._bids), self.players, self.plan.edition, self.plan.start.tables)

    def velocity(self, rounds: int | None = None) -> float:
        """Return how often the money changes hands per round, on average.

        That is payments between players over the mean cash of all players, in rounds in which games were played.

        Args:
            rounds: Number of rounds from the first; all if left out.
        """
        last = self.plan.start.last if rounds is None else self.plan.start.begun + checked_rounds(rounds) - 1
        return result_frames.velocity(self.counts, last)

    @property
    def events(self) -> "pd.DataFrame":
        """Return, by event, how often it happened, how often per game, and the sum of its amounts."""
        return result_frames.events(self.counts)

    @property
    def measures(self) -> "pd.DataFrame":
        """Return your own measures by round: games, mean, standard deviation; see `by_round` for finished games."""
        return self.by_round("measures")

    @property
    def rows(self) -> "pd.DataFrame":
        """Return one row per game; only for games played with `keep=True`."""
        return result_frames.rows(self._kept, self.plan, self.lang)

    def to_csv(self, path: str | PathLike[str]) -> None:
        """Write the table of games if they were kept, else that of players, as CSV.

        Args:
            path: File to write.
        """
        write_csv(self._table(), path)

    def to_parquet(self, path: str | PathLike[str]) -> None:
        """Write the same table as `to_csv` as Parquet; needs pyarrow, in the extra `cluster`.

        Args:
            path: File to write.
        """
        write_parquet(self._table(), path)

    def _table(self) -> "pd.DataFrame":
        return self.rows if self._kept is not None else result_frames.by_player(self)

    # Showing

    def sentence(self, lang: str = "") -> str:
        """Return the result in one or two sentences.

        Args:
            lang: Language of the words: "en", "ru" or "uk"; that of the experiment if empty.
        """
        from monopoly_lab.experiments.summary_text import simulation_sentence

        with speaking(lang or self.lang):
            return simulation_sentence(self)

    def figure(self, lang: str = "") -> Any:
        """Return a plotly figure: who wins, with error bars, and wealth round by round.

        Args:
            lang: Language of the words: "en", "ru" or "uk"; that of the experiment if empty.
        """
        from monopoly_lab.experiments.summary_text import simulation_parts, simulation_title, worth_unit
        from monopoly_lab.figures.experiments import wins_and_worth

        with speaking(lang or self.lang):
            wins = {player: self.interval(n) for player, n in zip(self.players, self.counts.wins.tolist())}
            table = self.wealth
            usual = table[table["over_by_then"] <= 1 - USUAL]
            parts = [*simulation_parts(self), *([say("experiment.keeps")] if self.unfinished < self.games else [])]
            return wins_and_worth(simulation_title(self), parts, wins, usual, worth_unit(self.plan))

    def __repr__(self) -> str:
        return self.sentence()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        return {**self.figure()._repr_mimebundle_(), "text/plain": self.sentence()}


def checked_counted(of: object, lang: str) -> str:
    if of not in COUNTED:
        raise ExperimentError(say("experiment.unknown_counted", lang, value=repr(of)) + hint(str(of), COUNTED))
    return str(of)


# What a scenario promises of many games, played and compared: `monopoly-lab check --play`


def broken_promises(path: str | PathLike[str]) -> list[Problem]:
    """Return every share of a scenario that does not lie between its ends; none where nothing is promised.

    Raises SavedGameError for a file with mistakes, KeyboardInterrupt where not all games could be played.
    """
    scenario = Scenario.load(path)
    promised = scenario.promised
    if not promised.shares:
        return []
    found = simulate(scenario, games=promised.games, seed=promised.seed, rounds=promised.rounds or None, progress=False)
    if found.partial:
        raise KeyboardInterrupt
    tables = {"wins": found.wins, "bankrupt": found.bankruptcies}
    problems = []
    for (key, player), (low, high) in promised.shares.items():
        share = 100 * float(tables[key].loc[player].iloc[0])
        if not low <= share <= high:
            text = say("scenario.promise", low=f"{low:g}", high=f"{high:g}", found=rounded(share, 1), n=found.games)
            problems.append(Problem(str(path), f"play.{key}.{player}", text))
    return problems
