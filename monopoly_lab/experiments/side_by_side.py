"""Several simulations in one picture, round by round: what a policy does to inequality or to what all are worth."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from monopoly_lab.doors import door
from monopoly_lab.editions.found import hint
from monopoly_lab.errors import ExperimentError
from monopoly_lab.messages import say, speaking
from monopoly_lab.reading import shortened

if TYPE_CHECKING:
    import pandas as pd

    from monopoly_lab.experiments.simulation import Simulation

WHAT = ("gini", "wealth")
SUMS = ("q05", "q25", "median", "q75", "q95")
LEAST = 20  # games that got so far: fewer say nothing


@door
def over_rounds(runs: "Mapping[str, Simulation]", what: str = "gini", lang: str = "") -> "OverRounds":
    """The mean of "gini" or of "wealth" (of all players together) at the end of each round, a line a simulation.

    Rounds that fewer than 20 games of a simulation have come to are left out: only the longest games are left there.
    Raises ExperimentError for another measure or no simulation.
    """
    with speaking(lang):  # or that it is no language
        pass
    if what not in WHAT:
        raise ExperimentError(say("experiment.unknown_over_rounds", lang, value=repr(what)) + hint(what, WHAT))
    if not runs:
        raise ExperimentError(say("experiment.no_runs", lang))
    return OverRounds(dict(runs), what, lang)


class OverRounds:
    """`table`: float by round and name; shown as a picture in a notebook."""

    def __init__(self, runs: "dict[str, Simulation]", what: str, lang: str) -> None:
        import pandas as pd

        self.runs, self.what, self.lang = runs, what, lang
        self.table: pd.DataFrame = pd.DataFrame({name: self._means(found) for name, found in runs.items()})
        self.table.index.name = "round"

    def _means(self, found: "Simulation") -> "pd.Series[float]":
        if self.what == "gini":
            gini = found.gini
            return gini["mean"][gini["games"] >= LEAST]
        wealth = found.wealth
        return wealth[wealth["games"] >= LEAST].groupby("round")["mean"].sum()

    def after(self, n: int) -> "pd.DataFrame":
        """The end of round `n` in numbers, a row a simulation; only of games that got so far.

        "gini": the mean with the ends of its 95 % interval. "wealth": what a player is worth, losers and winners: the
        poorest twentieth and quarter, the middle, the richest quarter and twentieth of all players; `have nothing`
        is the share of them that is worth 0. The columns are `games`, `mean`, `low` and `high`, or `nothing`, `q05`,
        `q25`, `median`, `q75` and `q95`, and the values numbers; shown they have headings in the language of the
        picture, and sums and shares as readers write them.
        Raises ExperimentError for a round that a simulation has not come to.
        """
        import pandas as pd

        from monopoly_lab.experiments.readable import Readable

        last = min(int(found.gini.index.max()) for found in self.runs.values())
        if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= last:
            raise ExperimentError(say("experiment.no_round", self.lang, value=shortened(n), last=last))
        row = self._gini_after if self.what == "gini" else self._wealth_after
        table = pd.DataFrame([row(found, n) for found in self.runs.values()], index=list(self.runs))
        headings = {key: say(f"experiment.after_{key}", self.lang) for key in table}
        return Readable.of(table, money=SUMS, shares=["nothing"], headings=headings, lang=self.lang)

    def _gini_after(self, found: "Simulation", n: int) -> dict[str, object]:
        values = found.gini.loc[n]
        return {"games": int(values["games"]), **values[["mean", "low", "high"]].round(3).to_dict()}

    def _wealth_after(self, found: "Simulation", n: int) -> dict[str, object]:
        from monopoly_lab.experiments import frames

        return {**frames.spread(found.counts, found.plan, n)}

    def figure(self) -> Any:
        from monopoly_lab.figures.experiments import lines_over_rounds

        with speaking(self.lang):
            games = min(found.games for found in self.runs.values())
            title, parts = say(f"experiment.title_{self.what}"), [say("experiment.of_games", n=games)]
            return lines_over_rounds(title, parts, self.table, say(f"experiment.axis_{self.what}"))

    def __repr__(self) -> str:
        return str(self.table.round(3))

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        return {"text/plain": repr(self), **self.figure()._repr_mimebundle_()}
