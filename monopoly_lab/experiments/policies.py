"""What the lessons on policies found, recomputed: `python -m monopoly_lab.experiments.policies --games 2000`.

Each experiment is a few arms of one game of four, played by `balanced` and by `greedy`, each kind with a seed of its
own. What is printed are the tables that the teachers' notebooks hold; `policy_tables` says what stands in them.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from monopoly_lab.experiments.policy_tables import Fact, per_game, per_payment, per_round, share_of, tables
from monopoly_lab.experiments.simulation import Simulation, simulate
from monopoly_lab.messages import say

SEATS = ("Ann", "Bo", "Cy", "Dan")
PLAYED_BY = {"balanced": 1, "greedy": 2}  # and the seed of their games
ROUNDS = 150  # under some policies no game ends
BLOCK = 200  # games: how far their sums of money differ says how sure a mean is
UNEQUAL = {"cash": dict(zip(SEATS, (2000, 1000, 500, 250)))}
HIERARCHY = [400, 275, 175, 100]  # salaries after Coghlan and Huggins 2004
Arm = Mapping[str, object]
SITES: Arm = {"taxes.sites": 100, "taxes.to": "dividend"}
ALL_DEEDS: Arm = {"buy": False}  # are auctioned
FEW: Arm = {"components.houses": 12}


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
    "20_born_ahead": Experiment(
        {
            "equal": {},
            "start_alone": {"start": UNEQUAL},
            "rules_alone": {"salaries": HIERARCHY},
            "both": {"start": UNEQUAL, "salaries": HIERARCHY},
        },
        looks=(1, 5, 10, 20, 30),
        spread=20,
        seats=dict(zip(SEATS, ("Upper", "Middle", "Working", "Poor"))),
    ),
    "21_money_and_inflation": Experiment(
        {f"salary_{x}": {"salary": x} for x in (0, 100, 200, 400)},
        facts={"dollars_a_deed_in_an_auction": per_payment("auction")},
    ),
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
    "26_house_shortage": Experiment(
        {
            **{f"{n}_houses": {"components.houses": n} for n in (12, 24, 32, 100)},
            "12_houses_bo_hoards": {**FEW, "Bo": "hoarder"},
            "12_houses_bo_is_balanced": {**FEW, "Bo": "balanced"},
            "32_houses_bo_hoards": {"Bo": "hoarder"},
            "32_houses_bo_is_balanced": {"Bo": "balanced"},
        },
        seats={"Bo": "Bo"},
        facts={"dollars_of_rents_a_game": per_game("rent"), "a_round": per_round("rent")},
    ),
    "27_auctions": Experiment(
        {
            "no_auctions": {"auction": False},
            "as_in_the_book": {},
            "auctions_only": ALL_DEEDS,
            "only_sealed": {**ALL_DEEDS, "auction.by": "sealed"},
            "only_second_price": {**ALL_DEEDS, "auction.by": "vickrey"},
        },
        looks=(10, 20, 30),
        spread=20,
        facts={
            "dollars_a_deed_in_an_auction": per_payment("auction"),
            "at_the_printed_price": per_payment("purchase"),
        },
    ),
    "28_antitrust": Experiment(
        {"no_cap": {}, "two_of_a_group": {"deed_cap": 2}, "one_of_a_group": {"deed_cap": 1}},
        facts={"dollars_of_rents_a_round": per_round("rent"), "of_buildings_a_round": per_round("building")},
    ),
}


@dataclass(frozen=True)
class Played:
    """The games of an arm, and what was counted in each block of them: see `batch.tally`, and rounds."""

    found: Simulation
    tallies: list[Any]
    rounds: list[int]


def play(arm: Arm, strategy: str, games: int, seed: int | None = None) -> Played:
    """An arm of an experiment, its seats played alike but for those it names."""
    from monopoly_lab.game.game import Game
    from monopoly_lab.players import Strategy

    options = {key: value for key, value in arm.items() if key not in ("start", "value", *SEATS)}
    who = {name: Strategy(str(arm.get(name, strategy)), value=str(arm.get("value", "price"))) for name in SEATS}
    start: object = arm.get("start")
    game = Game("classic_us", who, options=options, start=start)  # type: ignore[arg-type]
    numbered = PLAYED_BY[strategy] if seed is None else seed
    found = simulate(game, games=min(games, BLOCK), seed=numbered, rounds=ROUNDS, progress=False)
    seen = [_seen(found)]
    while found.games < games:
        seen.append(_seen(found.more(min(games - found.games, BLOCK))))
    found.looks = 1  # how many games there would be was known beforehand
    before = [(np.zeros_like(seen[0][0]), 0), *seen]
    tallies = [after - ahead for (ahead, _), (after, _) in zip(before, seen)]
    return Played(found, tallies, [after - ahead for (_, ahead), (_, after) in zip(before, seen)])


def _seen(found: Simulation) -> tuple[Any, int]:
    """What has been counted so far: the tally, and the rounds of all games."""
    lengths = found.counts.lengths
    rounds = int(lengths @ np.arange(len(lengths))) + found.unfinished * ROUNDS
    return found.counts.tally.copy(), rounds


def found(lesson: str, games: int) -> list[str]:
    """The tables of a lesson."""
    experiment = EXPERIMENTS[lesson]
    played = {(name, who): play(arm, who, games) for name, arm in experiment.arms.items() for who in PLAYED_BY}
    return list(tables(experiment, played, ROUNDS))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m monopoly_lab.experiments.policies", description=say("experiment.about"))
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
