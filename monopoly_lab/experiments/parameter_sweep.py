"""`sweep`: compare the values of one or two rules or strategy parameters."""

from collections.abc import Mapping, Sequence
from itertools import product
from os import PathLike
from typing import TYPE_CHECKING, Any

from monopoly_lab.common.argument_checks import check_argument, check_arguments
from monopoly_lab.common.errors import ExperimentError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say, speaking
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.editions.options import OPTIONS
from monopoly_lab.experiments.comparison import Comparison, Measured, checked_until
from monopoly_lab.experiments.jobs import checked_games
from monopoly_lab.experiments.paired_differences import SHARES
from monopoly_lab.experiments.plan import Plan, Players, plan_of, with_limit
from monopoly_lab.experiments.result_store import ShownAsFigure, TableFiles
from monopoly_lab.game.position import seat_of
from monopoly_lab.game.scenarios.named_start import Playable
from monopoly_lab.players import PARAMETERS, Strategy

if TYPE_CHECKING:
    from concurrent.futures import Executor


OTHERS = ("profile", "mode")  # that are options too
Cell = tuple[object, ...]


@check_argument
def sweep(
    what: Playable,
    grid: Mapping[str, Sequence[Any]],
    *,
    games: int = 1_000,
    seed: int = 1,
    measure: Measured = "wins",
    player: str | None = None,
    players: Players = None,
    paired: bool = True,
    until: float | None = None,
    confidence: float = 0.95,
    executor: "Executor | str | None" = None,
    progress: bool = True,
    rounds: int | None = None,
    folder: str | PathLike[str] | None = None,
    answer_limit: float | None = None,
    lang: str = "",
) -> "Sweep":
    """Play the same games for every value of a rule or parameter, or of two, and return the differences.

    Args:
        what: Edition, scenario or game, or its name or path.
        grid: Values by key, one key or two: `{"salary": [0, 200, 400]}`. A key is a rule option or a parameter of the
            strategy of `player` ("reserve", "bid", ...). The first cell is the baseline.
        games: Number of games.
        seed: Seed of the luck: the same seed gives the same games.
        measure: "wins", "worth", "cash", "bankrupt", "rounds", or a function from a `Position` to a number.
        player: Whose measure; by default the player whose turn it is, else the first.
        players: As for `simulate`.
        paired: Give all arms the same luck; False gives each arm luck of its own.
        until: Play until every interval of a difference reaches at most this far to either side, checking every 500
            games; the intervals hold at every check.
        confidence: Confidence of the intervals, from 0.5 to below 1.
        executor: "threads", "processes" or an executor of `concurrent.futures`; the result does not depend on it.
        progress: Show a progress bar.
        rounds: Stop each game after this many rounds.
        folder: Folder in which finished blocks are kept as Parquet; the same call finds them there later.
        answer_limit: Seconds after which a function at a seat, or a `CompiledStrategy` in plain Python, is stopped; no
            limit if left out.
        lang: Language of the words: "en", "ru" or "uk"; that of the session if empty.

    Raises:
        ExperimentError: For a grid that cannot be played.

    Example:
        >>> ml.sweep("classic_us", {"salary": [0, 200]}, games=40, measure="rounds", progress=False).games
        40
    """
    with speaking(lang):
        cells = list(product(*checked_grid(grid).values()))
        plans = {_name(grid, cell): _plan(what, grid, cell, player, players, rounds) for cell in cells}
        pairs = len(cells) * (len(cells) - 1) // 2
        found = Comparison(
            with_limit(plans, answer_limit), seed, measure, player, paired, confidence, executor, progress, lang, pairs
        )
        found.play(checked_games(games, 2), checked_until(until), folder)
        return Sweep(found, {key: tuple(values) for key, values in grid.items()}, cells)


@check_arguments
class Sweep(TableFiles, ShownAsFigure):
    """The result of `sweep`: a measure over a grid of one or two rules or parameters.

    Begin with `table` (a row for each cell) and `figure()`; `sentence()` says what was found.
    """

    def __init__(self, comparison: Comparison, grid: Mapping[str, Cell], cells: list[Cell]) -> None:
        self.comparison, self.grid, self.cells = comparison, dict(grid), cells

    @property
    def games(self) -> int:
        """Return the number of games played in each cell."""
        return self.comparison.games

    @property
    def partial(self) -> bool:
        """Return True if the sweep was interrupted before its end."""
        return self.comparison.partial

    def more(self, games: int = 1_000) -> "Sweep":
        """Play more games in every cell.

        Args:
            games: Number of games to add.

        Returns:
            This sweep.
        """
        self.comparison.more(games)
        return self

    @property
    def table(self) -> "pd.DataFrame":
        """Return one row per cell: values, measure and difference to the first cell with intervals, identical pairs."""
        table = self.comparison.table.reset_index(drop=True)
        for place, key in enumerate(self.grid):
            table.insert(place, key, [cell[place] for cell in self.cells])
        return table

    def _table(self) -> "pd.DataFrame":
        return self.table

    def sentence(self, lang: str = "") -> str:
        """Return the result in one or two sentences.

        Args:
            lang: Language of the words: "en", "ru" or "uk"; that of the experiment if empty.
        """
        from monopoly_lab.experiments.summary_text import sweep_sentence

        with speaking(lang or self.comparison.lang):
            return sweep_sentence(self)

    def figure(self, lang: str = "") -> Any:
        """Return a plotly figure: a line with error bars, or a heat map with the error in each cell.

        Args:
            lang: Language of the words: "en", "ru" or "uk"; that of the experiment if empty.
        """
        from monopoly_lab.experiments.summary_text import comparison_parts, mean_axis, mean_with_margin, sweep_title
        from monopoly_lab.figures.experiments import over_grid

        found = self.comparison
        with speaking(lang or found.lang):
            scale = 100 if found.measure in SHARES else 1
            means = [found.mean(name) for name in found.plans]
            said = [mean_with_margin(found, mean) for mean in means]
            return over_grid(
                sweep_title(self), comparison_parts(found), self.grid, means, said, scale, mean_axis(found)
            )


def checked_grid(grid: object) -> Mapping[str, Sequence[Any]]:
    """Return one or two keys with their values; ExperimentError otherwise."""
    if not isinstance(grid, Mapping) or not 1 <= len(grid) <= 2:
        raise ExperimentError(say("experiment.bad_grid", value=quoted(grid)))
    for key, values in grid.items():
        known = [*OPTIONS, *OTHERS, *PARAMETERS]
        if key not in known:
            raise ExperimentError(say("experiment.unknown_key", value=key) + hint(str(key), known))
        if isinstance(values, str) or not isinstance(values, Sequence | range) or not values:
            raise ExperimentError(say("experiment.bad_values", key=key, value=quoted(values)))
        if len(set(map(repr, values))) < len(values):
            raise ExperimentError(say("experiment.same_values", key=key))
    if sum(map(len, grid.values())) == len(grid):
        raise ExperimentError(say("experiment.bad_grid", value=quoted(grid)))
    return grid


def _name(grid: Mapping[str, object], cell: Cell) -> str:
    return ", ".join(f"{key} = {value}" for key, value in zip(grid, cell))


def _plan(
    what: Playable, grid: Mapping[str, object], cell: Cell, player: str | None, players: Players, rounds: int | None
) -> Plan:
    """Return the plan of one cell: options are those of the game, parameters those of the player's strategy."""
    options = {key: value for key, value in zip(grid, cell) if key not in PARAMETERS}
    changed = {key: value for key, value in zip(grid, cell) if key in PARAMETERS}
    plan = plan_of(what, players, options or None, rounds)
    if not changed:
        return plan
    name = plan.players[seat_of(plan.players, player or plan.players[0])]
    who = plan.game.seats[name]
    if not isinstance(who, str | Strategy):
        raise ExperimentError(say("experiment.no_parameters", player=name))
    old = who if isinstance(who, Strategy) else Strategy(who)
    new = old.changed(**changed)  # type: ignore[arg-type]
    return plan_of(plan.game.fork(players={name: new}), None, None, rounds)
