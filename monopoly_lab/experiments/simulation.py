"""`simulate`: play many games from one beginning and count what happens."""

import time
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import replace
from os import PathLike
from typing import Any

from monopoly_lab.common.argument_checks import check_argument, check_arguments
from monopoly_lab.common.errors import ExperimentError, FailedGame, Problem
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.function_registry import Exports
from monopoly_lab.common.messages import format_number, rounded, say, speaking
from monopoly_lab.experiments import executors
from monopoly_lab.experiments.game_counts import Counts
from monopoly_lab.experiments.jobs import (
    Played,
    checked_games,
    measures_of,
    play,
    replayed_failure,
    runs_compiled,
    split_into_blocks,
)
from monopoly_lab.experiments.plan import Plan, Players, plan_of, with_limit
from monopoly_lab.experiments.result_store import ShownAsFigure
from monopoly_lab.experiments.simulation_tables import SimulationTables
from monopoly_lab.game.game import Game
from monopoly_lab.game.scenarios import Scenario
from monopoly_lab.game.scenarios.named_start import Playable
from monopoly_lab.game.seats import seed_of
from monopoly_lab.simulation.arrays import Array
from monopoly_lab.simulation.progress import bar

USUAL = 0.25  # of the games are still on: the picture shows no rarer rounds


@check_argument
def simulate(
    what: Playable,
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
        players: For an edition, as for `Game`, or their number; else the player of each seat, by name. Seats of persons
            are played by `balanced`, and the result says so.
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
        plan = with_limit({"": plan_of(what, players, options, rounds)}, answer_limit)[""]
        if bids:
            plan = replace(plan, start=replace(plan.start, keep_bids=True))
        found = Simulation(plan, seed_of(seed), measures_of(measures), executor, progress, keep, lang)
        return found.more(checked_games(games))


@check_arguments
class Simulation(SimulationTables, ShownAsFigure, Exports):
    """The result of `simulate`: counts and tables over many games from one beginning.

    Begin with `table` (a row for each player), `wins` and `wealth` (by round), or print the result for a summary.
    `rows` has each game, if they were kept; `game(n)` plays one of them again; `more(games)` adds games.

    Example:
        >>> result = ml.simulate("classic_us", games=40, progress=False)
        >>> list(result.wins.columns)
        ['share', 'low', 'high']
        >>> float(result.wins["share"].sum()) <= 1
        True
    """

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

        From then on, intervals are confidence sequences: they are wider, and hold however often games are added.

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
        compiled, slow = runs_compiled([self.plan], games), self.plan.has_functions
        blocks = list(split_into_blocks(self.counts.games, games, slow))
        jobs = ((self.plan, self._measures, self.seed, first, number, compiled) for first, number in blocks)
        with (
            executors.open_executor(self._executor, slow or not compiled, len(blocks)) as executor,
            bar(games, say("experiment.playing"), self._progress) as shown,
        ):
            try:
                for played in executors.run_in_order(play, jobs, executor):
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
    def rate(self) -> float:
        """Return the speed: games per second."""
        return self.games / self.seconds if self.seconds else 0.0

    def game(self, number: int) -> Game:
        """Return one game at its beginning; `run()` plays it, a `Table` shows it.

        Args:
            number: Index of the game, from 0.

        Raises:
            ExperimentError: If no game of this number was played.
        """
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < max(self.games, 1):
            raise ExperimentError(
                say("experiment.no_game", self.lang, value=quoted(number, self.lang), games=self.games)
            )
        return self.plan.numbered_game(self.seed, number)

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
            text = say(
                "scenario.promise",
                low=format_number(low),
                high=format_number(high),
                found=rounded(share, 1),
                n=found.games,
            )
            problems.append(Problem(str(path), f"play.{key}.{player}", text))
    return problems
