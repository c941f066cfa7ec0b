"""The counts of an experiment as pandas tables, by the names of players, spaces, causes and events."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import pandas as pd

from monopoly_lab.common.errors import ExperimentError
from monopoly_lab.common.messages import rounded, say
from monopoly_lab.constants import event, names, payment_cause
from monopoly_lab.editions.rule_tables import SPACES
from monopoly_lab.experiments.game_counts import Counts, quantile
from monopoly_lab.experiments.jobs import ALL, COUNTED, STILL_ON
from monopoly_lab.experiments.plan import Plan
from monopoly_lab.measures.confidence_intervals import Interval, deviation, mean_interval
from monopoly_lab.simulation import event_counts, recorder
from monopoly_lab.simulation.game_block import merge_table

if TYPE_CHECKING:
    import pandas as pd

    from monopoly_lab.experiments.jobs import Played
    from monopoly_lab.game.game import Game


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
    def wins(self) -> "pd.DataFrame": ...

    @property
    def bankruptcies(self) -> "pd.DataFrame": ...

    def interval(self, successes: int) -> "Interval": ...


class ComparisonResult(Counted, Protocol):
    """See `Comparison`."""

    plans: "dict[str, Plan]"
    baseline: str
    measure: str
    player: str
    confidence: float
    seed: int

    looked: bool
    paired: bool
    compared_pairs: int
    is_choice: bool
    position: "Game | None"

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
    def table(self) -> "pd.DataFrame": ...

    @property
    def seats(self) -> "pd.DataFrame": ...

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
    found = counts.lengths[: last + 1]
    table = {"games": found, "over_by_then": np.cumsum(found) / max(counts.games, 1)}
    return pd.DataFrame(table, index=pd.RangeIndex(last + 1, name="rounds"))


def ends(counts: Counts, of: str = ALL) -> list[tuple[int, np.ndarray[Any, Any]]]:
    """Return `(round, table of its end)` for each round, by its number in the game.

    The tables are those of `simulation.recorder`.

    `of` "all" games those that are over count with their last position, and the last round is that of the longest
    game; "still on" are those that go on after the round.
    """
    slots = len(counts.notes) // 2
    on, ended = counts.notes[:slots], counts.notes[slots:]
    games = (on + ended)[:, recorder.HEAD, recorder.GAMES]
    last = range(1, recorder.TENTH * (recorder.SLOTS - recorder.EACH) + recorder.EACH + 1)
    found = []
    over = np.zeros_like(counts.notes[0])
    for r, i in ((r, recorder.round_slot(r)) for r in last):
        if not 0 <= i < slots or not games[i:].any():
            continue
        merge_table(over, ended[i])
        table = on[i].copy()
        if of == ALL:
            merge_table(table, over)
        if table[recorder.HEAD, recorder.GAMES] == counts.games or (of != ALL and table[recorder.HEAD, recorder.GAMES]):
            found.append((counts.begun + r - 1, table))
    return found


def over_by_then(counts: Counts) -> dict[int, float]:
    """Return by round the share of all games that are over, those stopped after too many answers included."""
    on = {r: int(table[recorder.HEAD, recorder.GAMES]) for r, table in ends(counts, STILL_ON)}
    return {r: 1 - on.get(r, 0) / counts.games for r, _ in ends(counts)}


def wealth(counts: Counts, plan: Plan, of: str = ALL) -> pd.DataFrame:
    """Return the mean worth of each player after each round, with quantiles."""
    found = []
    over = over_by_then(counts)
    for r, table in ends(counts, of):
        games = int(table[recorder.HEAD, recorder.GAMES])
        for p, player in enumerate(plan.players):
            seats, extremes = (
                table[recorder.SEAT + p],
                table[recorder.HEAD, [recorder.LEAST + p, recorder.MOST + p]].tolist(),
            )
            spread = [quantile(seats, share, plan.start.width, *extremes) for share in QUANTILES.values()]
            worth = int(table[recorder.HEAD, recorder.WORTH + p]) / games
            found.append((r, player, games, worth, *spread, int(seats[0]) / games, over[r]))
    return pd.DataFrame(found, columns=["round", "player", "games", "mean", *QUANTILES, "nothing", "over_by_then"])


def gini(counts: Counts, of: str = ALL, looked: bool = False) -> pd.DataFrame:
    """Return mean Gini coefficients with their intervals by round, and their quantiles, to the hundredth."""
    found = []
    over = over_by_then(counts)
    for r, table in ends(counts, of):
        rated = int(table[recorder.HEAD, recorder.RATED])
        if rated:
            spread = [(quantile(table[recorder.GINIS], share, 1) + 0.5) / 100 for share in QUANTILES.values()]
            middle = int(table[recorder.HEAD, recorder.GINI]) / recorder.MILLION / rated
            half = _half_of(table[recorder.GINIS], range(101), rated, looked) / 100
            found.append((r, rated, middle, max(middle - half, 0.0), min(middle + half, 1.0), *spread, over[r]))
    return pd.DataFrame(found, columns=["round", "games", "mean", "low", "high", *QUANTILES, "over_by_then"]).set_index(
        "round"
    )


def _half_of(places: np.ndarray[Any, Any], values: Sequence[int], n: int, looked: bool) -> float:
    """Return half the width of the interval of a mean, from a histogram of whole numbers."""
    held = places.tolist()
    total = sum(number * x for number, x in zip(held, values))
    squares = sum(number * x * x for number, x in zip(held, values))
    return mean_interval(total, squares, n, looked=looked).half


def middle(table: np.ndarray[Any, Any], width: int, looked: bool = False) -> Interval:
    """Return what the middle player of a game is worth, or the two in the middle on average: the mean over games."""
    n = int(table[recorder.HEAD, recorder.GAMES])
    ends = [recorder.place_ends(place, width) for place in range(recorder.BINS)]
    half = _half_of(table[recorder.MIDDLES], [max(low + high, 0) for low, high in ends], n, looked) / 2
    value = int(table[recorder.HEAD, recorder.MIDDLE]) / 2 / n
    return Interval(value, max(value - half, 0.0), value + half)


def spread(counts: Counts, plan: Plan, n: int, of: str = ALL, looked: bool = False) -> dict[str, int | float]:
    """Return what players are worth at the end of round `n`, all seats together, and the middle of each game.

    Games, the share of games over, the share of players worth 0, quantiles of all players, the mean of the middle of
    each game with its interval.
    """
    table = dict(ends(counts, of))[n]
    seats = table[recorder.SEAT : recorder.SEAT + counts.seats].sum(axis=0)
    least = int(table[recorder.HEAD, recorder.LEAST : recorder.LEAST + counts.seats].min())
    most = int(table[recorder.HEAD, recorder.MOST : recorder.MOST + counts.seats].max())
    quantiles = (quantile(seats, share, plan.start.width, least, most) for share in QUANTILES.values())
    found = dict(zip(QUANTILES, map(int, map(rounded, quantiles))))
    nothing = thousandths(int(seats[0]) / max(int(seats.sum()), 1))
    over = {"over_by_then": thousandths(over_by_then(counts)[n])}
    interval = (int(rounded(x)) for x in middle(table, plan.start.width, looked))
    of_each = dict(zip(("middle", "middle_low", "middle_high"), interval))
    return {"games": int(table[recorder.HEAD, recorder.GAMES]), **over, "nothing": nothing, **found, **of_each}


def thousandths(x: float) -> float:
    """Return `x` to three digits, rounded as all figures are."""
    return float(rounded(x, 3))


def lorenz(counts: Counts, of: str = ALL) -> pd.DataFrame:
    """Return the Lorenz curve after each round, as the mean of games."""
    found = []
    for r, table in ends(counts, of):
        rated = int(table[recorder.HEAD, recorder.RATED])
        for k in range(counts.seats if rated else 0):
            share = int(table[recorder.HEAD, recorder.LORENZ + k]) / recorder.MILLION / rated
            found.append((r, (k + 1) / counts.seats, share))
    return pd.DataFrame(found, columns=["round", "players", "worth"])


def stock(counts: Counts, of: str = ALL) -> pd.DataFrame:
    """Return the cash of all players after each round and how often it is spent."""
    over = over_by_then(counts)
    found = []
    for r, table in ends(counts, of):
        head = table[recorder.HEAD]
        games, paid, held = (int(head[column]) for column in (recorder.GAMES, recorder.PAID, recorder.HELD))
        found.append((r, games, int(head[recorder.STOCK]) / games, _turns(paid, held), over[r]))
    return pd.DataFrame(found, columns=["round", "games", "cash", "velocity", "over_by_then"]).set_index("round")


def velocity(counts: Counts, n: int) -> float:
    """Return how often the money turns over in a round, of the rounds up to `n` in which games were played."""
    heads = [table[recorder.HEAD] for r, table in ends(counts) if r <= n]
    return _turns(sum(int(head[recorder.PAID]) for head in heads), sum(int(head[recorder.HELD]) for head in heads))


def _turns(paid: int, held: int) -> float:
    return 2 * paid / held if held else float("nan")


def auctions(counts: Counts, plan: Plan) -> pd.DataFrame:
    """Return, by deed, how often it was auctioned, what was paid for it, and its list price as often."""
    t = plan.start.tables
    rows = counts.tally[event_counts.AUCTIONED : event_counts.AUCTIONED + len(plan.edition.spaces)].tolist()
    found = [(space.id, n, x, n * t.price[q]) for q, (space, (n, x)) in enumerate(zip(plan.edition.spaces, rows)) if n]
    numbers = dict.fromkeys(("auctions", "paid", "listed"), "int64")  # also where nothing was auctioned
    table = pd.DataFrame(found, columns=["deed", *numbers]).astype(numbers)
    table["paid_over_list"] = table["paid"] / table["listed"]
    return table


def landings(counts: Counts, plan: Plan) -> pd.DataFrame:
    """Return how often each player stopped on each space, and the share of stops."""
    found = []
    for p, player in enumerate(plan.players):
        first = event_counts.STOPS + p * SPACES
        stops = counts.tally[first : first + len(plan.edition.spaces), 0]
        total = max(int(stops.sum()), 1)
        for space, n in zip(plan.edition.spaces, stops.tolist()):
            found.append((player, space.id, n, n / total))
    return pd.DataFrame(found, columns=["player", "space", "stops", "share"])


def money(counts: Counts, plan: Plan, side: str) -> pd.DataFrame:
    """Return a row for each cause, for rents one for each deed; `side` is "income" or "spending"."""
    causes, deeds = (
        (event_counts.GOT, event_counts.RENT_GOT) if side == "income" else (event_counts.SPENT, event_counts.RENT_PAID)
    )
    found = []
    for p, player in enumerate(plan.players):
        for code, name in names(payment_cause).items():
            n, x = counts.tally[causes + p * event_counts.CAUSE_COUNT + code].tolist()
            if code == event_counts.RENT:
                rows = counts.tally[deeds + p * SPACES :][: len(plan.edition.spaces)].tolist()
                found += [(player, name, space.id, *row) for space, row in zip(plan.edition.spaces, rows) if row[0]]
                n, x = n - sum(row[0] for row in rows), x - sum(row[1] for row in rows)
            if n:
                found.append((player, name, None, n, x))
    table = pd.DataFrame(found, columns=["player", "cause", "deed", "payments", "amount"])
    table["per_game"] = table["amount"] / max(counts.games, 1)
    return table


def events(counts: Counts) -> pd.DataFrame:
    """Return how often each kind of event happened, a game and in all, with its money."""
    found = {name: counts.tally[code].tolist() for code, name in names(event).items() if counts.tally[code, 0]}
    table = pd.DataFrame.from_dict(found, orient="index", columns=["count", "amount"]).rename_axis("event")
    table.insert(1, "per_game", table["count"] / max(counts.games, 1))
    return table


def measures(counts: Counts, of: str = ALL) -> pd.DataFrame:
    """Return the mean and the deviation of each measure that was asked for, by round."""
    found = []
    counted = COUNTED.index(of)
    rounds = [r for r, _ in ends(counts, of)]
    for name, seen in counts.seen.items():
        for r in rounds:
            slot = recorder.round_slot(r - counts.begun + 1)
            n, total = int(seen.games[counted, slot]), float(seen.total[counted, slot])
            if n:
                found.append((name, r, n, total / n, deviation(total, float(seen.squares[counted, slot]), n)))
    return pd.DataFrame(found, columns=["measure", "round", "games", "mean", "deviation"])


def rows(kept: "list[Played] | None", plan: Plan, lang: str) -> pd.DataFrame:
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
    for name in kept[0].seen if kept else ():
        table[name] = np.concatenate([played.seen[name].last for played in kept])
    return pd.DataFrame(table, index=pd.Index(numbers, name="game"))


def by_player(found: "SimulationResult") -> pd.DataFrame:
    """Return what is known of each player, a row each."""
    wins, broke = found.wins.add_prefix("wins_"), found.bankruptcies.add_prefix("bankrupt_")
    table = pd.concat([wins, broke], axis=1)
    table.insert(0, "strategy", [found.strategies[player] for player in found.players])
    table["worth"] = [x / max(found.games, 1) for x in found.counts.worth]
    table["games"], table["unfinished"], table["seed"] = found.games, found.unfinished, found.seed
    return table
