"""The counts of an experiment as pandas tables, by the names of players, spaces, causes and events."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import pandas as pd

from monopoly_lab.common.errors import ExperimentError
from monopoly_lab.common.messages import rounded, say
from monopoly_lab.constants import event, names, payment_cause
from monopoly_lab.editions.rule_tables import SPACES
from monopoly_lab.experiments.game_counts import Counts, quantile
from monopoly_lab.experiments.jobs import ALL, COUNTED, STILL_ON, Played
from monopoly_lab.experiments.plan import Plan
from monopoly_lab.game.game import Game
from monopoly_lab.measures.confidence_intervals import Interval, deviation, mean_interval
from monopoly_lab.simulation import event_counts, recorder
from monopoly_lab.simulation.game_block import merge_table


class Counted(Protocol):
    """A number of games, all of them or those before an interruption."""

    @property
    def games(self) -> int: ...

    @property
    def partial(self) -> bool: ...


class SimulationResult(Counted, Protocol):
    """See `Simulation`."""

    plan: "Plan"
    counts: "Counts"
    seed: int
    looks: int

    @property
    def players(self) -> Sequence[str]: ...

    @property
    def strategies(self) -> Mapping[str, str]: ...

    @property
    def ties(self) -> int: ...

    @property
    def unfinished(self) -> int: ...

    @property
    def wins(self) -> pd.DataFrame: ...

    @property
    def bankruptcies(self) -> pd.DataFrame: ...

    def interval(self, successes: int) -> "Interval": ...


class ComparisonResult(Counted, Protocol):
    """See `Comparison`."""

    plans: "dict[str, Plan]"
    baseline: str
    measure: str
    player: str
    confidence: float
    seed: int

    is_sequential: bool
    paired: bool
    compared_pairs: int
    is_choice: bool
    decided_game: Game | None

    @property
    def unfinished(self) -> dict[str, int]: ...

    def identical(self, arm: str, other: str = "") -> float: ...

    def mean(self, arm: str) -> "Interval": ...

    def difference(self, arm: str, other: str = "") -> "Interval": ...


class SweepResult(Protocol):
    """See `Sweep`."""

    comparison: Any


class TournamentResult(Counted, Protocol):
    """See `Tournament`."""

    players: int
    asked: int

    @property
    def table(self) -> pd.DataFrame: ...

    @property
    def seats(self) -> pd.DataFrame: ...

    @property
    def each_pair(self) -> int: ...

    @property
    def unfinished(self) -> int: ...


QUANTILES = {"q05": 0.05, "q25": 0.25, "median": 0.5, "q75": 0.75, "q95": 0.95}


def shares(players: Sequence[str], intervals: Sequence[Interval]) -> pd.DataFrame:
    """Return the share of games that each player won, with its interval."""
    index = pd.Index(players, name="player")
    return pd.DataFrame([tuple(interval) for interval in intervals], index=index, columns=["share", "low", "high"])


def rounds(counts: Counts) -> pd.DataFrame:
    """Return how many games were over after each number of rounds."""
    last = int(counts.lengths.nonzero()[0].max(initial=0))
    games = counts.lengths[: last + 1]
    table = {"games": games, "over_by_then": np.cumsum(games) / max(counts.games, 1)}
    return pd.DataFrame(table, index=pd.RangeIndex(last + 1, name="rounds"))


def tables_by_round(counts: Counts, of: str = ALL) -> list[tuple[int, np.ndarray[Any, Any]]]:
    """Return `(round, table of its end)` for each round, by its number in the game; see `simulation.recorder`.

    `of` "all" games those that are over count with their last position, and the last round is that of the longest
    game; "still on" are those that go on after the round.
    """
    slots = len(counts.notes) // 2
    going_on, ended = counts.notes[:slots], counts.notes[slots:]
    games = (going_on + ended)[:, recorder.HEAD, recorder.GAMES]
    last = recorder.TENTH * (recorder.SLOTS - recorder.EACH) + recorder.EACH
    tables = []
    all_ended = np.zeros_like(counts.notes[0])
    for r in range(1, last + 1):
        slot = recorder.round_slot(r)
        if not 0 <= slot < slots or not games[slot:].any():
            continue
        merge_table(all_ended, ended[slot])
        table = going_on[slot].copy()
        if of == ALL:
            merge_table(table, all_ended)
        counted = table[recorder.HEAD, recorder.GAMES]
        if counted == counts.games or (of != ALL and counted):
            tables.append((counts.begun + r - 1, table))
    return tables


def over_by_then(counts: Counts) -> dict[int, float]:
    """Return by round the share of all games that are over, those stopped after too many answers included."""
    on = {r: int(table[recorder.HEAD, recorder.GAMES]) for r, table in tables_by_round(counts, STILL_ON)}
    return {r: 1 - on.get(r, 0) / counts.games for r, _ in tables_by_round(counts)}


def wealth(counts: Counts, plan: Plan, of: str = ALL) -> pd.DataFrame:
    """Return the mean worth of each player after each round, with quantiles."""
    rows = []
    share_over = over_by_then(counts)
    for r, table in tables_by_round(counts, of):
        games = int(table[recorder.HEAD, recorder.GAMES])
        for p, player in enumerate(plan.players):
            seats, extremes = (
                table[recorder.SEAT + p],
                table[recorder.HEAD, [recorder.LEAST + p, recorder.MOST + p]].tolist(),
            )
            quantiles = [quantile(seats, share, plan.start.bin_width, *extremes) for share in QUANTILES.values()]
            worth = int(table[recorder.HEAD, recorder.WORTH + p]) / games
            rows.append((r, player, games, worth, *quantiles, int(seats[0]) / games, share_over[r]))
    return pd.DataFrame(rows, columns=["round", "player", "games", "mean", *QUANTILES, "nothing", "over_by_then"])


def gini(counts: Counts, of: str = ALL, is_sequential: bool = False) -> pd.DataFrame:
    """Return mean Gini coefficients with their intervals by round, and their quantiles, to the hundredth."""
    rows = []
    share_over = over_by_then(counts)
    for r, table in tables_by_round(counts, of):
        rated = int(table[recorder.HEAD, recorder.RATED])
        if rated:
            quantiles = [(quantile(table[recorder.GINIS], share, 1) + 0.5) / 100 for share in QUANTILES.values()]
            mean = int(table[recorder.HEAD, recorder.GINI]) / recorder.MILLION / rated
            half = _half_width(table[recorder.GINIS], range(101), rated, is_sequential) / 100
            rows.append((r, rated, mean, max(mean - half, 0.0), min(mean + half, 1.0), *quantiles, share_over[r]))
    return pd.DataFrame(rows, columns=["round", "games", "mean", "low", "high", *QUANTILES, "over_by_then"]).set_index(
        "round"
    )


def _half_width(bins: np.ndarray[Any, Any], values: Sequence[int], n: int, is_sequential: bool) -> float:
    """Return half the width of the interval of a mean, from a histogram: how often there was each of the `values`."""
    counts = bins.tolist()
    total = sum(count * x for count, x in zip(counts, values))
    squares = sum(count * x * x for count, x in zip(counts, values))
    return mean_interval(total, squares, n, is_sequential=is_sequential).half


def median_worth(table: np.ndarray[Any, Any], width: int, is_sequential: bool = False) -> Interval:
    """Return what the middle player of a game is worth, or the two in the middle on average: the mean over games."""
    n = int(table[recorder.HEAD, recorder.GAMES])
    bounds = [recorder.place_ends(place, width) for place in range(recorder.BINS)]
    half = _half_width(table[recorder.MIDDLES], [max(low + high, 0) for low, high in bounds], n, is_sequential) / 2
    value = int(table[recorder.HEAD, recorder.MIDDLE]) / 2 / n
    return Interval(value, max(value - half, 0.0), value + half)


def wealth_spread(
    counts: Counts, plan: Plan, n: int, of: str = ALL, is_sequential: bool = False
) -> dict[str, int | float]:
    """Return what players are worth at the end of round `n`, all seats together, and the middle of each game.

    Games, the share of games over, the share of players worth 0, quantiles of all players, the mean of the middle of
    each game with its interval.
    """
    table = dict(tables_by_round(counts, of))[n]
    seats = table[recorder.SEAT : recorder.SEAT + counts.seats].sum(axis=0)
    least = int(table[recorder.HEAD, recorder.LEAST : recorder.LEAST + counts.seats].min())
    most = int(table[recorder.HEAD, recorder.MOST : recorder.MOST + counts.seats].max())
    quantiles = (quantile(seats, share, plan.start.bin_width, least, most) for share in QUANTILES.values())
    interval = (int(rounded(x)) for x in median_worth(table, plan.start.bin_width, is_sequential))
    return {
        "games": int(table[recorder.HEAD, recorder.GAMES]),
        "over_by_then": thousandths(over_by_then(counts)[n]),
        "nothing": thousandths(int(seats[0]) / max(int(seats.sum()), 1)),
        **dict(zip(QUANTILES, map(int, map(rounded, quantiles)))),
        **dict(zip(("middle", "middle_low", "middle_high"), interval)),
    }


def thousandths(x: float) -> float:
    """Return `x` to three digits, rounded as all figures are."""
    return float(rounded(x, 3))


def lorenz(counts: Counts, of: str = ALL) -> pd.DataFrame:
    """Return the Lorenz curve after each round, as the mean of games."""
    rows = []
    for r, table in tables_by_round(counts, of):
        rated = int(table[recorder.HEAD, recorder.RATED])
        for k in range(counts.seats if rated else 0):
            share = int(table[recorder.HEAD, recorder.LORENZ + k]) / recorder.MILLION / rated
            rows.append((r, (k + 1) / counts.seats, share))
    return pd.DataFrame(rows, columns=["round", "players", "worth"])


def money_stock(counts: Counts, of: str = ALL) -> pd.DataFrame:
    """Return the cash of all players after each round and how often it is spent."""
    share_over = over_by_then(counts)
    rows = []
    for r, table in tables_by_round(counts, of):
        head = table[recorder.HEAD]
        games, paid, held = (int(head[column]) for column in (recorder.GAMES, recorder.PAID, recorder.HELD))
        rows.append((r, games, int(head[recorder.STOCK]) / games, _turns(paid, held), share_over[r]))
    return pd.DataFrame(rows, columns=["round", "games", "cash", "velocity", "over_by_then"]).set_index("round")


def money_held(counts: Counts) -> float:
    """Return the cash of all players, the mean of begin and end of a round, summed over all rounds of all games."""
    return int(counts.notes[:, recorder.HEAD, recorder.HELD].sum()) / 2


def velocity(counts: Counts, n: int) -> float:
    """Return how often the money turns over in a round, of the rounds up to `n` in which games were played."""
    heads = [table[recorder.HEAD] for r, table in tables_by_round(counts) if r <= n]
    return _turns(sum(int(head[recorder.PAID]) for head in heads), sum(int(head[recorder.HELD]) for head in heads))


def _turns(paid: int, held: int) -> float:
    return 2 * paid / held if held else float("nan")


def auctions(counts: Counts, plan: Plan) -> pd.DataFrame:
    """Return, by deed, how often it was auctioned, what was paid for it, and its list price as often."""
    t = plan.start.tables
    sold = counts.tally[event_counts.AUCTIONED : event_counts.AUCTIONED + len(plan.edition.spaces)].tolist()
    rows = [(space.id, n, x, n * t.price[q]) for q, (space, (n, x)) in enumerate(zip(plan.edition.spaces, sold)) if n]
    numbers = dict.fromkeys(("auctions", "paid", "listed"), "int64")  # also where nothing was auctioned
    table = pd.DataFrame(rows, columns=["deed", *numbers]).astype(numbers)
    table["paid_over_list"] = table["paid"] / table["listed"]
    return table


def landings(counts: Counts, plan: Plan) -> pd.DataFrame:
    """Return how often each player stopped on each space, and the share of stops."""
    rows = []
    for p, player in enumerate(plan.players):
        first = event_counts.STOPS + p * SPACES
        stops = counts.tally[first : first + len(plan.edition.spaces), 0]
        total = max(int(stops.sum()), 1)
        for space, n in zip(plan.edition.spaces, stops.tolist()):
            rows.append((player, space.id, n, n / total))
    return pd.DataFrame(rows, columns=["player", "space", "stops", "share"])


def money(counts: Counts, plan: Plan, side: str) -> pd.DataFrame:
    """Return a row for each cause, for rents one for each deed; `side` is "income" or "spending"."""
    causes, deeds = (
        (event_counts.GOT, event_counts.RENT_GOT) if side == "income" else (event_counts.SPENT, event_counts.RENT_PAID)
    )
    rows = []
    for p, player in enumerate(plan.players):
        for code, name in names(payment_cause).items():
            n, x = counts.tally[causes + p * event_counts.CAUSE_COUNT + code].tolist()
            if code == event_counts.RENT:
                rents = counts.tally[deeds + p * SPACES :][: len(plan.edition.spaces)].tolist()
                rows += [(player, name, space.id, *row) for space, row in zip(plan.edition.spaces, rents) if row[0]]
                n, x = n - sum(row[0] for row in rents), x - sum(row[1] for row in rents)
            if n:
                rows.append((player, name, None, n, x))
    table = pd.DataFrame(rows, columns=["player", "cause", "deed", "payments", "amount"])
    table["per_game"] = table["amount"] / max(counts.games, 1)
    return table


def events(counts: Counts) -> pd.DataFrame:
    """Return how often each kind of event happened, a game and in all, with its money."""
    rows = {name: counts.tally[code].tolist() for code, name in names(event).items() if counts.tally[code, 0]}
    table = pd.DataFrame.from_dict(rows, orient="index", columns=["count", "amount"]).rename_axis("event")
    table.insert(1, "per_game", table["count"] / max(counts.games, 1))
    return table


def measures(counts: Counts, of: str = ALL) -> pd.DataFrame:
    """Return the mean and the deviation of each measure that was asked for, by round."""
    rows = []
    counted = COUNTED.index(of)
    played = [r for r, _ in tables_by_round(counts, of)]
    for name, seen in counts.seen.items():
        for r in played:
            slot = recorder.round_slot(r - counts.begun + 1)
            n, total = int(seen.games[counted, slot]), float(seen.total[counted, slot])
            if n:
                rows.append((name, r, n, total / n, deviation(total, float(seen.squares[counted, slot]), n)))
    return pd.DataFrame(rows, columns=["measure", "round", "games", "mean", "deviation"])


def game_rows(kept: list[Played] | None, plan: Plan, lang: str) -> pd.DataFrame:
    """Return a row for each game; ExperimentError if they were not kept."""
    if kept is None:
        raise ExperimentError(say("experiment.not_kept", lang))
    blocks = [played.block for played in kept]
    every = np.concatenate([block.rows for block in blocks])
    numbers = np.concatenate([np.arange(block.first, block.first + len(block.rows)) for block in blocks])
    winners = dict(enumerate(plan.players))
    table = {
        "winner": [winners.get(p) for p in every[:, recorder.WINNER].tolist()],
        "over": every[:, recorder.OVER] == 1,
        "round": every[:, recorder.ROUND],
        "turns": every[:, recorder.TURN],
        "bankruptcies": every[:, recorder.BANKRUPTCIES],
    }
    for p, player in enumerate(plan.players):
        table[f"worth_{player}"] = every[:, recorder.WORTHS + p]
    if kept:
        for name in kept[0].seen:
            table[name] = np.concatenate([played.seen[name].last for played in kept])
    return pd.DataFrame(table, index=pd.Index(numbers, name="game"))


def player_rows(result: "SimulationResult") -> pd.DataFrame:
    """Return what is known of each player, a row each."""
    wins, broke = result.wins.add_prefix("wins_"), result.bankruptcies.add_prefix("bankrupt_")
    table = pd.concat([wins, broke], axis=1)
    table.insert(0, "strategy", [result.strategies[player] for player in result.players])
    table["worth"] = [x / max(result.games, 1) for x in result.counts.worth]
    table["games"], table["unfinished"], table["seed"] = result.games, result.unfinished, result.seed
    return table
