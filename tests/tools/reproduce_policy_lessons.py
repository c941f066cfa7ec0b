"""Play again what the lessons on policies found: `python tests/tools/reproduce_policy_lessons.py --games 2000`.

Each experiment is a few arms of one game of four, played by `balanced` and by `greedy`, each kind with a seed of its
own. What is printed are the tables that the teachers' notebooks hold; its second half says what stands in them.


The tables of the lessons on policies, as they stand in the teachers' notebooks: markdown, each figure with how sure
it is.

Shares and means have 95 % intervals. The four players of a game are not independent: what is said of all players
together (a part of them has nothing; what the median of them is worth) has the interval that so many games with one
player each would give, which is rather too wide. The middle of a game is its middle player, or the two in the middle on
average; what it is worth is a mean of games. Sums of money have the interval of the means of blocks of games, by
Student's t. All games count in every round; one that is over keeps its last position.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import mean, stdev
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from monopoly_lab.common.messages import decimal, grouped, percent, say
from monopoly_lab.constants import payment_cause
from monopoly_lab.editions import load_edition
from monopoly_lab.experiments.aggregates import half_over, quantile
from monopoly_lab.experiments.result_frames import ends, middle
from monopoly_lab.experiments.simulation import Simulation, simulate
from monopoly_lab.measures.confidence_intervals import Interval, wilson, z_of
from monopoly_lab.simulation import recorder
from monopoly_lab.simulation.event_counts import AUCTIONED, FIRST_CAUSE

if TYPE_CHECKING:
    from monopoly_lab.experiments.simulation import Simulation

Row = dict[str, str]
NONE = "—"
SPREAD = {"q25": 0.25, "median": 0.5, "q75": 0.75, "q95": 0.95}


# What money was paid for, in a block of games


class Counted(NamedTuple):
    """What was counted in a block: `batch.tally`, games, rounds of all of them."""

    tally: Any
    games: int
    rounds: int


Fact = Callable[[Counted], float]


def _paid(block: Counted, names: Sequence[str]) -> Any:
    """`[payments, amount]` for these causes."""
    return sum(block.tally[FIRST_CAUSE + getattr(payment_cause, name.upper())] for name in names)


def per_game(*names: str) -> Fact:
    return lambda block: _paid(block, names)[1] / block.games


def per_round(*names: str) -> Fact:
    return lambda block: _paid(block, names)[1] / block.rounds


def per_payment(name: str) -> Fact:
    """The mean payment; of no payment nothing."""
    return lambda block: _ratio(*_paid(block, [name])[::-1])


def share_of(part: str, rest: str) -> Fact:
    """`part` of `part` and `rest` together, in per cent."""
    return lambda block: 100 * _ratio(_paid(block, [part])[1], _paid(block, [part, rest])[1])


def over_list(prices: Sequence[int]) -> Fact:
    """What was paid for deeds in auctions, over their list prices: `prices` by space."""
    sold = slice(AUCTIONED, AUCTIONED + len(prices))
    return lambda block: _ratio(block.tally[sold, 1].sum(), block.tally[sold, 0] @ prices)


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
    gini, over = found.gini, found.gini["over_by_then"]
    half = half_over(found.counts)
    row = {say("policy.half_over"): str(half) if half <= rounds else NONE}
    for n in looks:
        row[say("policy.gini", n=n)] = _parts(*gini.loc[n, ["mean", "low", "high"]]) if n in gini.index else NONE
    last = max(looks)
    row[say("policy.over", n=last)] = percent(float(over[last]), 1) if last in over.index else NONE
    return row | {say("policy.not_over", n=rounds): _percent(*found.interval(found.unfinished))}


def losers(found: "Simulation", n: int) -> Row:
    """What players are worth after round `n`."""
    heads = [say("policy.nothing", n=n), say("policy.middle"), *(say(f"experiment.after_{key}") for key in SPREAD)]
    table = dict(ends(found.counts)).get(n)
    if table is None:
        return dict.fromkeys(heads, NONE)
    games, width = found.games, found.plan.start.width
    seats = table[recorder.SEAT : recorder.SEAT + found.counts.seats].sum(axis=0)
    nothing = float(seats[0]) / float(seats.sum())
    cells = [_percent(nothing, *wilson(round(nothing * games), games)[1:]), _dollars(*middle(table, width))]
    for share in SPREAD.values():
        low, high = wilson(round(share * games), games)[1:]
        cells.append(_dollars(*(quantile(seats, x, width) for x in (share, low, high))))
    return dict(zip(heads, cells))


def money(each: "Played", facts: Mapping[str, Fact]) -> Row:
    row = {}
    for name, fact in facts.items():
        values = [fact(block) for block in each.blocks]
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
    """Whole above a hundred, with a digit below, with three below 2; of one block the mean alone."""
    after = 3 if 0 < found.value < 2 else 1
    told = [grouped(x) if found.value >= 100 else decimal(x, after) for x in found if x == x]
    return _between(*told) if len(told) == len(found) else told[0]


def _between(value: str, low: str, high: str) -> str:
    return say("policy.between", value=value, low=low, high=high)


# What the lessons on policies found, recomputed: `python tests/tools/reproduce_policy_lessons.py --games 2000`

SEATS = ("Ann", "Bo", "Cy", "Dan")
PLAYED_BY = {"balanced": 1, "greedy": 2}  # and the seed of their games
ROUNDS = 150  # under some policies no game ends
BLOCK = 200  # games: how far their sums of money differ says how sure a mean is
EDITION = "classic_us"
PRICES = load_edition(EDITION).tables().price
Arm = Mapping[str, object]
SITES: Arm = {"taxes.sites": 100, "taxes.to": "dividend"}
ALL_DEEDS: Arm = {"buy": False}  # are auctioned


@dataclass(frozen=True)
class Experiment:
    """The arms of a lesson and what its tables show; the messages `policy.*` are the names of arms and facts.

    Options by arm; "start", "value" and a seat's name are none, but the position, how deeds are valued, who sits there.
    """

    arms: Mapping[str, Arm]
    looks: tuple[int, ...] = (10, 30)  # rounds after which the Gini coefficient is told
    spread: int = 30  # the round after which losers and winners are
    seats: Mapping[str, str] = field(default_factory=dict)  # whose wins are told, and what they are called
    facts: Mapping[str, Fact] = field(default_factory=dict)


EXPERIMENTS: dict[str, Experiment] = {
    "22_taxes": Experiment(
        {
            "no_tax": {},
            "to_the_bank": {"taxes.wealth": 2},
            "to_all": {"taxes.wealth": 2, "taxes.to": "dividend"},
            "to_the_poorest": {"taxes.wealth": 2, "taxes.to": "poorest"},
        }
    ),
    "23_land_value_tax": Experiment(
        {
            "monopoly": {},
            "sites_shared": SITES,
            "half_of_all_rents": {"taxes.rents": 50, "taxes.to": "dividend"},
            "voted_in_round_15": {"changes": [{"round": 15, "options": SITES}]},
        },
        facts={"part_of_the_rents_that_is_shared": share_of("dividend", "rent")},
    ),
    "24_basic_income": Experiment(
        {
            "salary": {},
            "salary_0": {"salary": 0},
            "printed": {"salary": 0, "basic_income": 40},
            "taxed": {"salary": 0, "basic_income": 40, "basic_income.from": "taxed"},
            "funded": {"salary": 0, "basic_income": 40, "basic_income.from": "funded", "taxes.rents": 30},
        },
        facts={"dollars_of_buildings_a_game": per_game("building")},
    ),
    "25_rent_control": Experiment(
        {
            "printed_rents": {},
            "half": {"rent_scale": 50},
            "half_and_seen": {"rent_scale": 50, "value": "rent"},
            "double": {"rent_scale": 200},
            "no_rent_above_200": {"rent_cap": 200},
        },
        facts={
            "dollars_of_deeds_a_game": per_game("purchase", "auction"),
            "of_buildings_a_game": per_game("building"),
            "of_buildings_a_round": per_round("building"),
        },
    ),
    "28_antitrust": Experiment(
        {"no_cap": {}, "two_of_a_group": {"deed_cap": 2}, "one_of_a_group": {"deed_cap": 1}},
        facts={"dollars_of_rents_a_round": per_round("rent"), "of_buildings_a_round": per_round("building")},
    ),
}


@dataclass(frozen=True)
class Played:
    """The games of an arm, and what was counted in each block of them."""

    found: Simulation
    blocks: list[Counted]


def play(arm: Arm, strategy: str, games: int, seed: int | None = None) -> Played:
    """An arm of an experiment, its seats played alike but for those it names."""
    from monopoly_lab.game.game import Game
    from monopoly_lab.players import Strategy

    options = {key: value for key, value in arm.items() if key not in ("start", "value", *SEATS)}
    who = {name: Strategy(str(arm.get(name, strategy)), value=str(arm.get("value", "price"))) for name in SEATS}
    start: object = arm.get("start")
    game = Game(EDITION, who, options=options, start=start)  # type: ignore[arg-type]
    numbered = PLAYED_BY[strategy] if seed is None else seed
    found = simulate(game, games=min(games, BLOCK), seed=numbered, rounds=ROUNDS, progress=False)
    seen = [_seen(found)]
    while found.games < games:
        seen.append(_seen(found.more(min(games - found.games, BLOCK))))
    found.looks = 1  # how many games there would be was known beforehand
    none = Counted(np.zeros_like(seen[0].tally), 0, 0)
    return Played(found, [_less(after, ahead) for ahead, after in zip([none, *seen], seen)])


def _seen(found: Simulation) -> Counted:
    """What has been counted so far."""
    lengths = found.counts.lengths
    rounds = int(lengths @ np.arange(len(lengths))) + found.unfinished * ROUNDS
    return Counted(found.counts.tally.copy(), found.games, rounds)


def _less(after: Counted, ahead: Counted) -> Counted:
    return Counted(*(x - y for x, y in zip(after, ahead)))


def found(lesson: str, games: int) -> list[str]:
    """The tables of a lesson."""
    experiment = EXPERIMENTS[lesson]
    played = {(name, who): play(arm, who, games) for name, arm in experiment.arms.items() for who in PLAYED_BY}
    return list(tables(experiment, played, ROUNDS))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        "python tests/tools/reproduce_policy_lessons.py", description=say("experiment.about")
    )
    parser.add_argument("--games", type=int, default=2_000, help=say("batch.games"))
    parser.add_argument("--lesson", choices=EXPERIMENTS, help=say("experiment.lesson"))
    given = parser.parse_args(arguments)
    for lesson in EXPERIMENTS:
        if given.lesson in (None, lesson):
            print(f"## {lesson}\n", flush=True)
            for table in found(lesson, given.games):
                print(table, end="\n\n", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
