"""Play the same beginning over and over: `simulate`, and what scenarios promise of many games."""

import time
from collections.abc import Mapping
from concurrent.futures import Executor
from os import PathLike
from typing import TYPE_CHECKING, Any

from monopoly_lab.common.argument_checks import check_argument, check_arguments
from monopoly_lab.common.errors import ExperimentError, FailedGame, Problem
from monopoly_lab.common.exportable import Exports
from monopoly_lab.common.messages import rounded, say, speaking
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.experiments import executors, result_frames
from monopoly_lab.experiments.aggregates import Counts
from monopoly_lab.experiments.executors import bar, in_order
from monopoly_lab.experiments.executors import opened as executing
from monopoly_lab.experiments.jobs import ALL, COUNTED, Played, checked_games, compiles, cut, measures_of, opened, play
from monopoly_lab.experiments.plan import Plan, Players, What, checked_rounds, limited, plan_of
from monopoly_lab.experiments.result_store import write_csv, write_parquet
from monopoly_lab.game.game import Game, seed_of
from monopoly_lab.game.scenarios import Scenario
from monopoly_lab.measures.confidence_intervals import Interval, share_at_any_look, wilson

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
    answer_limit: float | None = None,
    lang: str = "",
) -> "Simulation":
    """Play `games` games of an edition, a scenario, a game in progress or a saved one, and count what happens.

    `players` are those of `Game` for an edition, or how many; else who plays for whom, by name.
    A person's seat is played by `balanced`, which the result says. `rounds` stops each game after
    so many rounds. `measures` are functions from a `Position` to a number, asked at the end of
    each round in plain Python: compiled games take some twenty times as long with one.
    `executor`: "threads", "processes" or any executor of `concurrent.futures`; the result does
    not depend on it. `keep` keeps a row for each game. `answer_limit`: after so many seconds a
    function at a seat, or a `CompiledStrategy` in plain Python, that has not answered is stopped
    (FailedGame); there is no limit if it is left out. Interrupted, it returns what is done,
    marked `partial`; with nothing done, or interrupted once more, KeyboardInterrupt goes on.

    Raises ExperimentError, and what `Game` raises for its players and options.
    """
    with speaking(lang):
        plan = limited({"": plan_of(what, players, options, rounds)}, answer_limit)[""]
        found = Simulation(plan, seed_of(seed), measures_of(measures), executor, progress, keep, lang)
        return found.more(checked_games(games))


@check_arguments
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
            executors.take(interrupt, self.games)
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
                raise opened(failed, self.plan) from failed.__cause__

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
        """Games a second."""
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
        return result_frames.shares(self.players, [self.interval(n) for n in self.counts.wins.tolist()])

    @property
    def bankruptcies(self) -> "pd.DataFrame":
        """By player: the share of games in which the player went bankrupt, with the ends of its 95 % interval."""
        return result_frames.shares(self.players, [self.interval(n) for n in self.counts.bankrupt.tolist()])

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
        return result_frames.rounds(self.counts)

    @property
    def landings(self) -> "pd.DataFrame":
        """How often each player's tokens stopped on each space; `share` of the player's stops."""
        return result_frames.landings(self.counts, self.plan)

    @property
    def income(self) -> "pd.DataFrame":
        """Money got by player and cause, rents by deed as well; `per_game` in the edition's unit."""
        return result_frames.money(self.counts, self.plan, "income")

    @property
    def spending(self) -> "pd.DataFrame":
        """Money paid by player and cause, rents by deed as well; `per_game` in the edition's unit."""
        return result_frames.money(self.counts, self.plan, "spending")

    def by_round(self, what: str, of: str = ALL) -> "pd.DataFrame":
        """Return "wealth", "gini", "lorenz", "money" or "measures" by round, of all games or of those still on.

        `of="all"`: each game counts in every round. A game that is over (won, tied or ended by the clock) keeps its
        last position: its players receive no salary and pay no rent any more. `over_by_then` is the share of these
        games.
        `of="still on"`: only the games that go on after the round. Which these are depends on the rules, so that two
        policies cannot be compared by them.
        Raises ExperimentError for another table or other games.
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
        """By round and player: mean and quantiles of worth, as the short game counts; see `by_round` for who counts.

        `nothing` is the share of games in which the player is worth nothing.
        Means are exact. Quantiles come from a histogram with the least and the most: true to a twentieth of what a
        player begins with, and to a 32nd of themselves above 256 of these steps, that is above 12.8 beginnings.
        """
        return self.by_round("wealth")

    @property
    def gini(self) -> "pd.DataFrame":
        """By round: the mean Gini coefficient of worth, its 95 % interval, quantiles; the bankrupt count with 0."""
        return self.by_round("gini")

    @property
    def lorenz(self) -> "pd.DataFrame":
        """By round: the mean share of all worth that the poorest so many players have."""
        return self.by_round("lorenz")

    @property
    def money(self) -> "pd.DataFrame":
        """By round: the money stock, the mean cash of all players of a game together, and its velocity.

        `velocity`: payments from player to player in the round, over the mean of the cash at its beginning and end;
        only of games in which the round was played, as nothing is paid in a game that is over. From round 100 on
        ten rounds are put together.
        """
        return self.by_round("money")

    @property
    def auctions(self) -> "pd.DataFrame":
        """By deed: how often it was auctioned, what was paid, the list price as often, and the one over the other.

        The sum of `paid` over the sum of `listed` is the price level of auctions: it does not change when other deeds
        are auctioned, as the mean price does.
        """
        return result_frames.auctions(self.counts, self.plan)

    def velocity(self, rounds: int | None = None) -> float:
        """Return how often the money turns over in a round, on average over the first `rounds` or over all of them.

        Payments from player to player over the mean cash of the players, in the rounds in which games were played.
        """
        last = self.plan.start.last if rounds is None else self.plan.start.begun + checked_rounds(rounds) - 1
        return result_frames.velocity(self.counts, last)

    @property
    def events(self) -> "pd.DataFrame":
        """By event: how often, how often in a game, and the sum of its amounts."""
        return result_frames.events(self.counts)

    @property
    def measures(self) -> "pd.DataFrame":
        """By the user's measure and round: games, mean, standard deviation; see `by_round` for games that are over."""
        return self.by_round("measures")

    @property
    def rows(self) -> "pd.DataFrame":
        """A row a game; only of games played with `keep=True`."""
        return result_frames.rows(self._kept, self.plan, self.lang)

    def to_csv(self, path: str | PathLike[str]) -> None:
        """Write the table of games if they were kept, else that of players, as CSV."""
        write_csv(self._table(), path)

    def to_parquet(self, path: str | PathLike[str]) -> None:
        """The same as a Parquet file; needs pyarrow, in the extra `cluster`."""
        write_parquet(self._table(), path)

    def _table(self) -> "pd.DataFrame":
        return self.rows if self._kept is not None else result_frames.by_player(self)

    # Showing

    def sentence(self, lang: str = "") -> str:
        """What was found, in a sentence or two."""
        from monopoly_lab.experiments.summary_text import simulation_sentence

        with speaking(lang or self.lang):
            return simulation_sentence(self)

    def figure(self, lang: str = "") -> Any:
        """Who wins, with error bars, beside what everybody is worth round by round."""
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
    """Every share of a scenario that does not lie between its ends; none where nothing is promised.

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
