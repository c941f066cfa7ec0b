"""A measure of several simulations by round, as table and figure: Gini coefficient, wealth of all players, cash."""

from collections.abc import Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

from monopoly_lab.common.argument_checks import check_argument, check_arguments
from monopoly_lab.common.errors import ExperimentError
from monopoly_lab.common.file_access import quoted, shortened
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import rounded, say, speaking
from monopoly_lab.common.renamed_modules import warn_renamed
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.experiments.jobs import ALL
from monopoly_lab.experiments.result_frames import thousandths, wealth_spread
from monopoly_lab.experiments.simulation_tables import checked_counted

if TYPE_CHECKING:
    from monopoly_lab.experiments.simulation import Simulation

WHAT = ("gini", "wealth", "cash")
SUMS = ("q05", "q25", "median", "q75", "q95", "middle", "middle_low", "middle_high", "cash")
SHARES = ("nothing", "over_by_then")
LEAST = 20  # games still on: rounds with fewer are not shown
MOST_PRINTED = 20  # rounds of a table that is printed with all its rounds


@check_argument
def over_rounds(runs: "Mapping[str, Simulation]", what: str = "gini", lang: str = "", *, of: str = ALL) -> "OverRounds":
    """Return a figure of the mean of a measure at the end of each round, one line per simulation.

    A finished game keeps its last position and still counts, without salaries.

    Args:
        runs: Simulations by name.
        what: "gini"; "wealth" or "cash" of all players of a game together (all cash is the money stock).
        lang: Language of the words: "en", "ru" or "uk"; that of the session if empty.
        of: "all" games, or "still on": only games that continue after the round, in rounds with at least 20 of them
            (see `Simulation.by_round`).

    Returns:
        The figure; `table` has its numbers by round and name, `after(n)` those at the end of round `n`.

    Raises:
        ExperimentError: For another measure or no simulation.

    Example:
        >>> runs = {"usual": ml.simulate("classic_us", games=40, rounds=3, progress=False)}
        >>> [int(cash) for cash in ml.over_rounds(runs, "cash").table["usual"]][0] < 6000
        True
    """
    with speaking(lang):  # raises for an unknown language
        pass
    if what not in WHAT:
        raise ExperimentError(say("experiment.unknown_over_rounds", lang, value=quoted(what, lang)) + hint(what, WHAT))
    if not runs:
        raise ExperimentError(say("experiment.no_runs", lang))
    return OverRounds(dict(runs), what, lang, checked_counted(of, lang))


@check_arguments
class OverRounds:
    """A measure of several simulations by round: `table` (float by round and name), shown as a figure in a notebook."""

    def __init__(self, runs: "dict[str, Simulation]", measure: str, lang: str, of: str) -> None:
        self.runs, self.measure, self.lang, self.of = runs, measure, lang, of
        self.table: pd.DataFrame = pd.DataFrame({name: self._means(run) for name, run in runs.items()})
        for name in [name for name, run in runs.items() if self._has_ended(run)]:
            self.table[name] = self.table[name].ffill()
        self.table.index.name = "round"

    @property
    def what(self) -> str:
        """Return the measure, by its old name, with a DeprecationWarning."""
        warn_renamed("OverRounds.what", "OverRounds.measure")
        return self.measure

    def _means(self, simulation: "Simulation") -> "pd.Series[float]":
        table = self._with_enough_games(
            simulation.by_round("money" if self.measure == "cash" else self.measure, self.of)
        )
        if self.measure == "wealth":
            return table.groupby("round")["mean"].sum()
        return table["cash" if self.measure == "cash" else "mean"]

    def _with_enough_games(self, table: "pd.DataFrame") -> "pd.DataFrame":
        """Return the rounds of a table that are shown: of games still on, those with at least `LEAST`."""
        return table if self.of == ALL else table[table["games"] >= LEAST]

    def _has_ended(self, simulation: "Simulation") -> bool:
        """Return True if nothing changes after the last round of the simulation, because all its games are over."""
        return self.of == ALL and not simulation.unfinished

    def after(self, n: int, columns: Sequence[str] = ()) -> "pd.DataFrame":
        """Return the end of round `n` in numbers, a row a simulation; only these `columns`, if some are named.

        All have `games`, those that are counted, and `over_by_then`, the share of all games that are over. Of games
        "still on" there are at least 20 in each simulation.

        - "gini": the `mean` with the ends of its 95 % interval, `low` and `high`.
        - "wealth": `nothing`, the share of all players that is worth 0; of the players of all games put together the
          poorest twentieth and quarter, the `median`, the richest quarter and twentieth (`q05` to `q95`); and the
          `middle`: what the middle player of a game is worth, or the two in the middle on average, as the mean over
          games, with the ends of its 95 % interval, `middle_low` and `middle_high`. The median of all players says
          little where about half of them have nothing: a few ruined players more make it 0.
        - "cash": the money stock, `cash`, and its `velocity` in the rounds up to `n`, a round.

        The values are numbers; shown they have headings in the language of the picture, and sums and shares as
        readers write them.
        Raises ExperimentError for an unknown column, for a round that a simulation has not come to, for one with
        fewer games "still on", and for one that is not counted: after the first hundred only every tenth is.
        """
        from monopoly_lab.experiments.result_store import Readable

        row = {"gini": self._gini_after, "wealth": self._wealth_after, "cash": self._cash_after}[self.measure]
        rows = [row(simulation, r) for simulation, r in zip(self.runs.values(), self._counted_rounds(n))]
        table = pd.DataFrame(rows, index=list(self.runs))
        wanted = [columns] if isinstance(columns, str) else list(dict.fromkeys(columns))
        for wrong in [column for column in wanted if column not in table]:
            raise ExperimentError(say("table.no_such_column", self.lang, value=shortened(wrong)) + hint(wrong, table))
        table = table[wanted or list(table)]
        headings = {key: say(f"experiment.after_{key}", self.lang) for key in table}
        headings["games"] = say("experiment.after_games" if self.of == ALL else "experiment.after_still_on", self.lang)
        return Readable.of(table, money=SUMS, shares=SHARES, headings=headings, lang=self.lang)

    def _counted_rounds(self, n: int) -> list[int]:
        """Return round `n` of each simulation, or its last round if its figures stay as they are then."""
        runs = list(self.runs.values())
        known = [self._with_enough_games(run.by_round("money", self.of)).index.tolist() for run in runs]
        ends = [rounds[-1] if rounds else 0 for rounds in known]
        last = min(run.plan.start.last if self._has_ended(run) else end for end, run in zip(ends, runs))
        if isinstance(n, bool) or not isinstance(n, int) or n < 1:
            raise ExperimentError(say("experiment.bad_round", self.lang, value=quoted(n, self.lang), last=last))
        if n > last and self.of != ALL and n <= min(run.plan.start.last for run in runs):
            latest = say("experiment.last_still_on", self.lang, last=last) if last else ""
            raise ExperimentError(say("experiment.few_still_on", self.lang, value=n, least=LEAST) + latest)
        if n > last:
            raise ExperimentError(say("experiment.no_round", self.lang, value=shortened(n), last=last))
        counted = [min(n, end) for end in ends]
        for r, rounds in zip(counted, known):
            if r not in rounds:
                nearest = min(rounds, key=lambda each: abs(each - n))
                raise ExperimentError(say("experiment.round_not_counted", self.lang, value=n, nearest=nearest))
        return counted

    def _gini_after(self, simulation: "Simulation", n: int) -> dict[str, object]:
        """Return the Gini coefficient after round `n`; games in which nobody is worth anything have none."""
        over = simulation.by_round("money", self.of)["over_by_then"][n]
        values = simulation.by_round("gini", self.of).reindex([n]).loc[n]
        games = 0 if isnan(values["games"]) else int(values["games"])
        ends = {key: thousandths(values[key]) for key in ("mean", "low", "high")}
        return {"games": games, "over_by_then": thousandths(over), **ends}

    def _wealth_after(self, simulation: "Simulation", n: int) -> dict[str, object]:
        return {**wealth_spread(simulation.counts, simulation.plan, n, self.of, simulation.looks > 1)}

    def _cash_after(self, simulation: "Simulation", n: int) -> dict[str, object]:
        values = simulation.by_round("money", self.of).loc[n]
        over, cash = thousandths(values["over_by_then"]), int(rounded(values["cash"]))
        velocity = simulation.velocity(n - simulation.plan.start.first_round + 1)
        return {"games": int(values["games"]), "over_by_then": over, "cash": cash, "velocity": thousandths(velocity)}

    def figure(self) -> Any:
        """Return the lines of each run over the rounds."""
        from monopoly_lab.figures.experiments import lines_over_rounds

        with speaking(self.lang):
            of_games = "experiment.of_all_games" if self.of == ALL else "experiment.of_games"
            games = min(simulation.games for simulation in self.runs.values())
            title, parts = say(f"experiment.title_{self.measure}"), [say(of_games, n=games)]
            return lines_over_rounds(title, parts, self.table, say(f"experiment.axis_{self.measure}"))

    def __repr__(self) -> str:
        """Return all rounds, or every tenth of many, as numbers; the figure has them all."""
        printed = self.table if len(self.table) <= MOST_PRINTED else self.table[self.table.index % 10 == 0]
        return str(printed.round(3))

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        return {"text/plain": repr(self), **self.figure()._repr_mimebundle_()}
