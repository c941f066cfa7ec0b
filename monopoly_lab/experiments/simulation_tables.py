"""The counts of a simulation as tables, one property for each."""

import numpy as np

from monopoly_lab.common.errors import ExperimentError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.experiments import result_frames
from monopoly_lab.experiments.game_counts import Counts
from monopoly_lab.experiments.jobs import ALL, COUNTED, Played
from monopoly_lab.experiments.plan import Plan, checked_rounds
from monopoly_lab.experiments.result_store import TableFiles
from monopoly_lab.measures.confidence_intervals import Interval, share_at_any_look, wilson
from monopoly_lab.simulation.arrays import Array


class SimulationTables(TableFiles):
    """The tables of a `Simulation`."""

    plan: Plan
    seed: int
    lang: str
    counts: Counts
    looks: int
    partial: bool
    _kept: list[Played] | None
    _bids: list[Array]

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
            raise ExperimentError(
                say("experiment.no_count", self.lang, value=quoted(count, self.lang), games=self.games)
            )
        return wilson(count, self.games) if self.looks < 2 else share_at_any_look(count, self.games)

    @property
    def wins(self) -> "pd.DataFrame":
        """Return, by player, the share of games won, with its 95 % interval.

        References:
            Wilson 1927, Journal of the American Statistical Association 22, 209-212.
        """
        return result_frames.shares(self.players, [self.interval(n) for n in self.counts.wins.tolist()])

    @property
    def table(self) -> "pd.DataFrame":
        """Return one row per player: strategy, wins and bankruptcies with 95 % intervals, and mean final wealth.

        All are of all games, those stopped before their end too; players who went bankrupt have a final wealth of 0.
        """
        return result_frames.player_rows(self)

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
            "money": lambda: result_frames.money_stock(self.counts, of),
            "measures": lambda: result_frames.measures(self.counts, of),
        }
        if what not in tables:
            text = say("experiment.unknown_by_round", self.lang, value=quoted(what, self.lang), known=", ".join(tables))
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
        last = self.plan.start.last if rounds is None else self.plan.start.first_round + checked_rounds(rounds) - 1
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
        return result_frames.game_rows(self._kept, self.plan, self.lang)

    _names_rows = True

    def _table(self) -> "pd.DataFrame":
        return self.rows if self._kept is not None else self.table


def checked_counted(of: object, lang: str) -> str:
    """Return which games are counted; ExperimentError if there is no such choice."""
    if of not in COUNTED:
        raise ExperimentError(say("experiment.unknown_counted", lang, value=quoted(of, lang)) + hint(str(of), COUNTED))
    return str(of)
