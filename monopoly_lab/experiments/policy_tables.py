"""The tables of the lessons on policies, as they stand in the teachers' notebooks: markdown, each figure with how sure
it is.

Shares and means have 95 % intervals. The four players of a game are not independent: what is said of all players
together (a part of them has nothing; what the middle one is worth) has the interval that so many games with one player
each would give, which is rather too wide. Sums of money have that of the means of blocks of games, by Student's t.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from statistics import mean, stdev
from typing import TYPE_CHECKING, Any

from monopoly_lab.batch import notes
from monopoly_lab.batch.tally import CAUSES
from monopoly_lab.codes import cause
from monopoly_lab.experiments.counts import half_over, quantile
from monopoly_lab.experiments.frames import ends
from monopoly_lab.experiments.intervals import Interval, wilson, z_of
from monopoly_lab.messages import decimal, grouped, percent, say

if TYPE_CHECKING:
    from monopoly_lab.experiments.policies import Experiment, Played
    from monopoly_lab.experiments.simulation import Simulation

Fact = Callable[[Any, int, int], float]  # of a block: its tally, its games, its rounds
Row = dict[str, str]
LEAST = 20  # games that got so far: fewer say nothing
NONE = "—"
SPREAD = {"q25": 0.25, "median": 0.5, "q75": 0.75, "q95": 0.95}


# What money was paid for, in a block of games


def _paid(tally: Any, names: Sequence[str]) -> Any:
    """`[payments, amount]` for these causes."""
    return sum(tally[CAUSES + getattr(cause, name.upper())] for name in names)


def per_game(*names: str) -> Fact:
    return lambda tally, games, rounds: _paid(tally, names)[1] / games


def per_round(*names: str) -> Fact:
    return lambda tally, games, rounds: _paid(tally, names)[1] / rounds


def per_payment(name: str) -> Fact:
    """The mean payment; of no payment nothing."""
    return lambda tally, games, rounds: _ratio(*_paid(tally, [name])[::-1])


def share_of(part: str, rest: str) -> Fact:
    """`part` of `part` and `rest` together, in per cent."""
    return lambda tally, games, rounds: 100 * _ratio(_paid(tally, [part])[1], _paid(tally, [part, rest])[1])


def _ratio(above: float, below: float) -> float:
    return above / below if below else float("nan")


# Tables


def tables(experiment: "Experiment", played: "Mapping[tuple[str, str], Played]", rounds: int) -> Iterator[str]:
    """Who wins, where seats differ; inequality; losers and winners; money."""
    if experiment.seats:
        yield _table(played, lambda each: wins(each.found, experiment.seats))
    yield _table(played, lambda each: inequality(each.found, experiment.looks, rounds))
    yield _table(played, lambda each: losers(each.found, experiment.spread))
    if experiment.facts:
        yield _table(played, lambda each: money(each, experiment.facts))


def _table(played: "Mapping[tuple[str, str], Played]", row: "Callable[[Played], Row]") -> str:
    heads = say("policy.policy"), say("policy.players")
    rows = [dict(zip(heads, (say(f"policy.{name}"), who))) | row(each) for (name, who), each in played.items()]
    lines = [list(rows[0]), ["---"] * len(rows[0]), *(list(each.values()) for each in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def wins(found: "Simulation", seats: Mapping[str, str]) -> Row:
    rows = found.wins.loc[list(seats)]
    return {
        say("policy.wins", player=seats[name]): _percent(*row)
        for name, row in zip(rows.index, rows.itertuples(index=False))
    }


def inequality(found: "Simulation", looks: Sequence[int], rounds: int) -> Row:
    gini = found.gini[found.gini.games >= LEAST]
    half = half_over(found.counts)
    row = {say("policy.half_over"): str(half) if half <= rounds else NONE}
    for n in looks:
        row[say("policy.gini", n=n)] = _parts(*gini.loc[n, ["mean", "low", "high"]]) if n in gini.index else NONE
    return row | {say("policy.not_over", n=rounds): _percent(*found.interval(found.unfinished))}


def losers(found: "Simulation", n: int) -> Row:
    """What players are worth after round `n`, in the games that got so far."""
    heads = [say("policy.nothing", n=n), *(say(f"experiment.after_{key}") for key in SPREAD)]
    table = dict(ends(found.counts)).get(n)
    games = 0 if table is None else int(table[notes.HEAD, notes.GAMES])
    if table is None or games < LEAST:
        return dict.fromkeys(heads, NONE)
    seats = table[notes.SEAT : notes.SEAT + found.counts.seats].sum(axis=0)
    nothing = float(seats[0]) / float(seats.sum())
    cells = [_percent(nothing, *wilson(round(nothing * games), games)[1:])]
    for share in SPREAD.values():
        low, high = wilson(round(share * games), games)[1:]
        cells.append(_dollars(*(quantile(seats, x, found.plan.start.width) for x in (share, low, high))))
    return dict(zip(heads, cells))


def money(each: "Played", facts: Mapping[str, Fact]) -> Row:
    blocks = len(each.tallies)
    games = [each.found.games // blocks] * blocks
    row = {}
    for name, fact in facts.items():
        values = [fact(*block) for block in zip(each.tallies, games, each.rounds)]
        row[say(f"policy.{name}")] = NONE if any(x != x for x in values) else _amount(of_blocks(values))
    return row


def of_blocks(values: Sequence[float]) -> Interval:
    """The mean of blocks of the same size, with Student's interval; of one block the mean alone."""
    middle, n = mean(values), len(values)
    half = student(n - 1) * stdev(values) / sqrt(n) if n > 1 else float("nan")
    return Interval(middle, middle - half, middle + half)


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's t.

    Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5; from four degrees on true to 0.01.
    """
    z = z_of(0.95)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return sum(term / freedom**k for k, term in enumerate(terms))


# Figures


def _percent(value: float, low: float, high: float) -> str:
    return _between(percent(value, 1), *(decimal(100 * x, 1) for x in (low, high)))


def _parts(value: float, low: float, high: float) -> str:
    return _between(*(decimal(x, 3) for x in (value, low, high)))


def _dollars(value: float, low: float, high: float) -> str:
    return _between(*(grouped(x) for x in (value, low, high)))


def _amount(found: Interval) -> str:
    """Whole above a hundred, with a digit below; of one block the mean alone."""
    told = [grouped(x) if found.value >= 100 else decimal(x, 1) for x in found if x == x]
    return _between(*told) if len(told) == len(found) else told[0]


def _between(value: str, low: str, high: str) -> str:
    return say("policy.between", value=value, low=low, high=high)
