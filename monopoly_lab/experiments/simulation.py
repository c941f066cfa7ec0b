"""`simulate`: the same beginning played over and over, each game with its own luck."""

import time
from collections.abc import Mapping
from concurrent.futures import Executor
from os import PathLike
from typing import TYPE_CHECKING, Any

from monopoly_lab.batch.warming import is_ready
from monopoly_lab.doors import door, doors
from monopoly_lab.errors import ExperimentError, FailedGame
from monopoly_lab.experiments import frames, interrupts
from monopoly_lab.experiments.blocks import Played, checked_games, compiles, cut, measures_of, opened, play
from monopoly_lab.experiments.counts import Counts
from monopoly_lab.experiments.executors import in_order
from monopoly_lab.experiments.executors import opened as executing
from monopoly_lab.experiments.files import write_csv, write_parquet
from monopoly_lab.experiments.intervals import Interval, share_at_any_look, wilson
from monopoly_lab.experiments.plan import Plan, Players, What, plan_of
from monopoly_lab.experiments.progress import bar, compile_rules
from monopoly_lab.exports import Exports
from monopoly_lab.game.game import Game, seed_of
from monopoly_lab.messages import say, speaking

if TYPE_CHECKING:
    import pandas as pd

USUAL = 0.25  # of the games get so far: the picture shows no rarer rounds

FIRST = 100  # games in plain Python before the compiler has been at work


@door
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
    lang: str = "",
) -> "Simulation":
    """Play `games` games of an edition, a scenario, a game in progress or a saved one, and count what happens.

    `players` are those of `Game` for an edition, or how many; else who plays for whom, by name.
    A person's seat is played by `balanced`, which the result says. `rounds` stops each game after
    so many rounds. `measures` are functions from a `Position` to a number, asked at the end of
    each round in plain Python: compiled games take some twenty times as long with one.
    `executor`: "threads", "processes" or any executor of `concurrent.futures`; the result does
    not depend on it. `keep` keeps a row for each game. Interrupted, it returns what is done,
    marked `partial`; with nothing done, or interrupted once more, KeyboardInterrupt goes on.

    Raises ExperimentError, and what `Game` raises for its players and options.
    """
    with speaking(lang):
        plan = plan_of(what, players, options, rounds)
        found = Simulation(plan, seed_of(seed), measures_of(measures), executor, progress, keep, lang)
        return found.more(checked_games(games))


@doors
class Simulation(Exports):
    """Many games from one beginning; tables by the names of the players."""

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

    # Playing

    def more(self, games: int = 10_000) -> "Simulation":
        """Go on with the next games of the same seed. Later intervals are those for games that may be stopped."""
        games = checked_games(games)
        begun = time.monotonic()
        self.looks += 1
        self.partial = False
        try:
            with speaking(self.lang):
                self._play(games)
        except KeyboardInterrupt as interrupt:
            interrupts.take(interrupt, self.games)
            self.partial = True
        self.seconds += time.monotonic() - begun
        return self

    def _play(self, games: int) -> None:
        compiled, slow = compiles([self.plan], games), self.plan.has_functions
        if compiled and not is_ready():
            games -= self._first_games(games)
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
                raise opened(failed, self.plan) from failed.__cause__

    def _first_games(self, games: int) -> int:
        """Some games in plain Python for a first picture, then the compiler; how many games these were.

        None where the user measures: sums of fractions depend on how games are put together.
        """
        number = 0 if self._measures else min(FIRST, games)
        if number:
            self._add(play(self.plan, {}, self.seed, self.counts.games, number, False))
        words = say("batch.compiling")
        if number:
            wins = self.counts.wins.tolist()
            words = say("experiment.first", player=self.players[wins.index(max(wins))], n=max(wins), games=number)
        compile_rules(words, self._progress)
        return number

    def _add(self, played: Played) -> None:
        self.counts.add(played)
        if self._kept is not None:
            self._kept.append(played)

    # What it was

    @property
    def players(self) -> tuple[str, ...]:
        return self.plan.players

    @property
    def strategies(self) -> dict[str, str]:
        """Who played each seat."""
        return self.plan.strategies()

    @property
    def games(self) -> int:
        """How many games have been played."""
        return self.counts.games

    @property
    def rate(self) -> float:
        """Games a second, waiting for the compiler included."""
        return self.games / self.seconds if self.seconds else 0.0

    def game(self, number: int) -> Game:
        """Game `number`, counted from 0, at its beginning; `run()` plays it, a `Table` shows it."""
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < max(self.games, 1):
            raise ExperimentError(say("experiment.no_game", self.lang, value=repr(number), games=self.games))
        return self.plan.numbered(self.seed, number)

    # Tables

    def interval(self, count: int) -> Interval:
        """A share of the games: Wilson's interval, or a confidence sequence after `more`.

        Raises ExperimentError for more games than have been played.
        """
        if not 0 <= count <= self.games:
            raise ExperimentError(say("experiment.no_count", self.lang, value=repr(count), games=self.games))
        return wilson(count, self.games) if self.looks < 2 else share_at_any_look(count, self.games)

    @property
    def wins(self) -> "pd.DataFrame":
        """By player: the share of games won, with the ends of its 95 % interval."""
        return frames.shares(self.players, [self.interval(n) for n in self.counts.wins.tolist()])

    @property
    def bankruptcies(self) -> "pd.DataFrame":
        """By player: the share of games in which the player went bankrupt, with the ends of its 95 % interval."""
        return frames.shares(self.players, [self.interval(n) for n in self.counts.bankrupt.tolist()])

    @property
    def unfinished(self) -> int:
        """Games that were not over when they were left, after so many rounds; nobody has won them."""
        return self.counts.unfinished

    @property
    def ties(self) -> int:
        """Games that are over without a winner."""
        return self.counts.ties

    @property
    def rounds(self) -> "pd.DataFrame":
        """By number of rounds played: how many games were over then, and the share of all games over by then."""
        return frames.rounds(self.counts)

    @property
    def landings(self) -> "pd.DataFrame":
        """How often each player's tokens stopped on each space; `share` of the player's stops."""
        return frames.landings(self.counts, self.plan)

    @property
    def income(self) -> "pd.DataFrame":
        """Money got by player and cause, rents by deed as well; `per_game` in the edition's unit."""
        return frames.money(self.counts, self.plan, "income")

    @property
    def spending(self) -> "pd.DataFrame":
        """Money paid by player and cause, rents by deed as well; `per_game` in the edition's unit."""
        return frames.money(self.counts, self.plan, "spending")

    @property
    def wealth(self) -> "pd.DataFrame":
        """By round and player: mean and quantiles of worth, as the short game counts, of the games that got so far.

        Means are exact. Quantiles come from a histogram with the least and the most: true to a twentieth of what a
        player begins with, and to a 32nd of themselves above 256 of these steps, that is above 12.8 beginnings.
        """
        return frames.wealth(self.counts, self.plan)

    @property
    def gini(self) -> "pd.DataFrame":
        """By round: the mean Gini coefficient of worth, its 95 % interval, quantiles; the bankrupt count with 0."""
        return frames.gini(self.counts, self.looks > 1)

    @property
    def lorenz(self) -> "pd.DataFrame":
        """By round: the mean share of all worth that the poorest so many players have."""
        return frames.lorenz(self.counts)

    @property
    def events(self) -> "pd.DataFrame":
        """By event: how often, how often in a game, and the sum of its amounts."""
        return frames.events(self.counts)

    @property
    def measures(self) -> "pd.DataFrame":
        """By the user's measure and round: games, mean, standard deviation."""
        return frames.measures(self.counts)

    @property
    def rows(self) -> "pd.DataFrame":
        """A row a game; only of games played with `keep=True`."""
        return frames.rows(self._kept, self.plan, self.lang)

    def to_csv(self, path: str | PathLike[str]) -> None:
        """Write the table of games if they were kept, else that of players, as CSV."""
        write_csv(self._table(), path)

    def to_parquet(self, path: str | PathLike[str]) -> None:
        """The same as a Parquet file; needs pyarrow, in the extra `cluster`."""
        write_parquet(self._table(), path)

    def _table(self) -> "pd.DataFrame":
        return self.rows if self._kept is not None else frames.by_player(self)

    # Showing

    def sentence(self, lang: str = "") -> str:
        """What was found, in a sentence or two."""
        from monopoly_lab.experiments.words import simulation_sentence

        with speaking(lang or self.lang):
            return simulation_sentence(self)

    def figure(self, lang: str = "") -> Any:
        """Who wins, with error bars, beside what everybody is worth round by round."""
        from monopoly_lab.experiments.words import simulation_parts, simulation_title, worth_unit
        from monopoly_lab.figures.experiments import wins_and_worth

        with speaking(lang or self.lang):
            wins = {player: self.interval(n) for player, n in zip(self.players, self.counts.wins.tolist())}
            table = self.wealth
            usual = table[table["games"] >= USUAL * self.games]
            return wins_and_worth(simulation_title(self), simulation_parts(self), wins, usual, worth_unit(self.plan))

    def __repr__(self) -> str:
        return self.sentence()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        return {**self.figure()._repr_mimebundle_(), "text/plain": self.sentence()}
