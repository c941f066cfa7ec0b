"""The counts of an experiment as pandas tables, by the names of players, spaces, causes and events."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from monopoly_lab.batch import notes, tally
from monopoly_lab.codes import cause, event, names
from monopoly_lab.errors import ExperimentError
from monopoly_lab.experiments.counts import Counts, quantile
from monopoly_lab.experiments.intervals import Interval, deviation, mean
from monopoly_lab.experiments.plan import Plan
from monopoly_lab.messages import say

if TYPE_CHECKING:
    from monopoly_lab.experiments.blocks import Played
    from monopoly_lab.experiments.simulation import Simulation

QUANTILES = {"q05": 0.05, "q25": 0.25, "median": 0.5, "q75": 0.75, "q95": 0.95}


def shares(players: Sequence[str], intervals: Sequence[Interval]) -> pd.DataFrame:
    index = pd.Index(players, name="player")
    return pd.DataFrame([tuple(interval) for interval in intervals], index=index, columns=["share", "low", "high"])


def rounds(counts: Counts) -> pd.DataFrame:
    last = int(counts.lengths.nonzero()[0].max(initial=0))
    found = counts.lengths[: last + 1]
    table = {"games": found, "over_by_then": np.cumsum(found) / max(counts.games, 1)}
    return pd.DataFrame(table, index=pd.RangeIndex(last + 1, name="rounds"))


def ends(counts: Counts) -> list[tuple[int, np.ndarray[Any, Any]]]:
    """`(round, table of its end)` for each round that a game has reached, by the round's number in the game."""
    last = range(1, notes.TENTH * (notes.SLOTS - notes.EACH) + notes.EACH + 1)
    slots = [(r, notes.round_slot(r)) for r in last if notes.round_slot(r) >= 0]
    return [
        (counts.begun + r - 1, counts.notes[i])
        for r, i in slots
        if i < len(counts.notes) and counts.notes[i, notes.HEAD, notes.GAMES] > 0
    ]


def wealth(counts: Counts, plan: Plan) -> pd.DataFrame:
    found = []
    for r, table in ends(counts):
        games = int(table[notes.HEAD, notes.GAMES])
        for p, player in enumerate(plan.players):
            seats, extremes = table[notes.SEAT + p], table[notes.HEAD, [notes.LEAST + p, notes.MOST + p]].tolist()
            spread = [quantile(seats, share, plan.start.width, *extremes) for share in QUANTILES.values()]
            found.append((r, player, games, int(table[notes.HEAD, notes.WORTH + p]) / games, *spread))
    return pd.DataFrame(found, columns=["round", "player", "games", "mean", *QUANTILES])


def gini(counts: Counts, looked: bool = False) -> pd.DataFrame:
    """Means with their intervals; the spread is that of hundredths, as they were counted."""
    found = []
    for r, table in ends(counts):
        rated = int(table[notes.HEAD, notes.RATED])
        if rated:
            spread = [(quantile(table[notes.GINIS], share, 1) + 0.5) / 100 for share in QUANTILES.values()]
            middle = int(table[notes.HEAD, notes.GINI]) / notes.MILLION / rated
            half = _half_of(table[notes.GINIS][:101], rated, looked)
            found.append((r, rated, middle, max(middle - half, 0.0), min(middle + half, 1.0), *spread))
    return pd.DataFrame(found, columns=["round", "games", "mean", "low", "high", *QUANTILES]).set_index("round")


def _half_of(hundredths: np.ndarray[Any, Any], n: int, looked: bool) -> float:
    """Half the width of the interval of a mean, by a histogram of hundredths."""
    places = np.arange(len(hundredths))
    total, squares = int(hundredths @ places), int(hundredths @ places**2)
    return mean(total, squares, n, looked=looked).half / 100


def spread(counts: Counts, plan: Plan, n: int) -> dict[str, int | float]:
    """What players are worth at the end of round `n`, all seats together: games, quantiles, the share worth 0."""
    table = dict(ends(counts))[n]
    seats = table[notes.SEAT : notes.SEAT + counts.seats].sum(axis=0)
    least = int(table[notes.HEAD, notes.LEAST : notes.LEAST + counts.seats].min())
    most = int(table[notes.HEAD, notes.MOST : notes.MOST + counts.seats].max())
    found = {key: round(quantile(seats, share, plan.start.width, least, most)) for key, share in QUANTILES.items()}
    nothing = round(int(seats[0]) / max(int(seats.sum()), 1), 3)
    return {"games": int(table[notes.HEAD, notes.GAMES]), **found, "nothing": nothing}


def lorenz(counts: Counts) -> pd.DataFrame:
    found = []
    for r, table in ends(counts):
        rated = int(table[notes.HEAD, notes.RATED])
        for k in range(counts.seats if rated else 0):
            share = int(table[notes.HEAD, notes.LORENZ + k]) / notes.MILLION / rated
            found.append((r, (k + 1) / counts.seats, share))
    return pd.DataFrame(found, columns=["round", "players", "worth"])


def landings(counts: Counts, plan: Plan) -> pd.DataFrame:
    found = []
    for p, player in enumerate(plan.players):
        first = tally.STOPS + p * tally.SPACES
        stops = counts.tally[first : first + len(plan.edition.spaces), 0]
        total = max(int(stops.sum()), 1)
        for space, n in zip(plan.edition.spaces, stops.tolist()):
            found.append((player, space.id, n, n / total))
    return pd.DataFrame(found, columns=["player", "space", "stops", "share"])


def money(counts: Counts, plan: Plan, side: str) -> pd.DataFrame:
    """`side`: "income" or "spending"; a row for each cause, for rents one for each deed."""
    causes, deeds = (tally.GOT, tally.RENT_GOT) if side == "income" else (tally.SPENT, tally.RENT_PAID)
    found = []
    for p, player in enumerate(plan.players):
        for code, name in names(cause).items():
            n, x = counts.tally[causes + p * tally.CAUSE + code].tolist()
            if code == tally.RENT:
                rows = counts.tally[deeds + p * tally.SPACES :][: len(plan.edition.spaces)].tolist()
                found += [(player, name, space.id, *row) for space, row in zip(plan.edition.spaces, rows) if row[0]]
                n, x = n - sum(row[0] for row in rows), x - sum(row[1] for row in rows)
            if n:
                found.append((player, name, None, n, x))
    table = pd.DataFrame(found, columns=["player", "cause", "deed", "payments", "amount"])
    table["per_game"] = table["amount"] / max(counts.games, 1)
    return table


def events(counts: Counts) -> pd.DataFrame:
    found = {name: counts.tally[code].tolist() for code, name in names(event).items() if counts.tally[code, 0]}
    table = pd.DataFrame.from_dict(found, orient="index", columns=["count", "amount"]).rename_axis("event")
    table.insert(1, "per_game", table["count"] / max(counts.games, 1))
    return table


def measures(counts: Counts) -> pd.DataFrame:
    found = []
    places = {notes.round_slot(r): counts.begun + r - 1 for r in range(1, 1001)}
    for name, seen in counts.seen.items():
        for slot in np.flatnonzero(seen.games).tolist():
            n, total = int(seen.games[slot]), float(seen.total[slot])
            spread = deviation(total, float(seen.squares[slot]), n)
            found.append((name, places[slot], n, total / n, spread))
    return pd.DataFrame(found, columns=["measure", "round", "games", "mean", "deviation"])


def rows(kept: "list[Played] | None", plan: Plan, lang: str) -> pd.DataFrame:
    if kept is None:
        raise ExperimentError(say("experiment.not_kept", lang))
    blocks = [played.block for played in kept]
    every = np.concatenate([block.rows for block in blocks])
    numbers = np.concatenate([np.arange(block.first, block.first + len(block.rows)) for block in blocks])
    winners = dict(enumerate(plan.players))
    table = {
        "winner": [winners.get(p) for p in every[:, notes.WINNER].tolist()],
        "over": every[:, notes.OVER] == 1,
        "round": every[:, notes.ROUND],
        "turns": every[:, notes.TURN],
        "bankruptcies": every[:, notes.BANKRUPTCIES],
    }
    for p, player in enumerate(plan.players):
        table[f"worth_{player}"] = every[:, notes.WORTHS + p]
    for name in kept[0].seen if kept else ():
        table[name] = np.concatenate([played.seen[name].last for played in kept])
    return pd.DataFrame(table, index=pd.Index(numbers, name="game"))


def by_player(found: "Simulation") -> pd.DataFrame:
    """What is known of each player, a row each."""
    wins, broke = found.wins.add_prefix("wins_"), found.bankruptcies.add_prefix("bankrupt_")
    table = pd.concat([wins, broke], axis=1)
    table.insert(0, "strategy", [found.strategies[player] for player in found.players])
    table["worth"] = [x / max(found.games, 1) for x in found.counts.worth]
    table["games"], table["unfinished"], table["seed"] = found.games, found.unfinished, found.seed
    return table
