"""What the lessons on policies found, recomputed: `python -m monopoly_lab.experiments.policies --games 2000`.

Each experiment is a few arms of one game of four, played by `balanced` and by `greedy`: shares of wins with their
intervals, the rounds after which half of the games are over, and the Gini coefficient of wealth at the ends of some
rounds with the interval of its mean over the games that got so far.
"""

import argparse
from collections.abc import Mapping, Sequence

from monopoly_lab.experiments.simulation import Simulation, simulate
from monopoly_lab.messages import say

SEATS = ("Ann", "Bo", "Cy", "Dan")
PLAYED_BY = ("balanced", "greedy")
LOOKS = (5, 10, 20, 30)  # rounds
ROUNDS = 150  # under some policies no game ends
UNEQUAL = {"cash": dict(zip(SEATS, (2000, 1000, 500, 250)))}
HIERARCHY = [400, 275, 175, 100]  # salaries after Coghlan and Huggins 2004
Arm = Mapping[str, object]
SITES: Arm = {"taxes.sites": 100, "taxes.to": "dividend"}
ALL_DEEDS: Arm = {"buy": False}  # are auctioned

# By lesson: the options of each arm; "start" and "value" are not options, but the position and how deeds are valued.
EXPERIMENTS: dict[str, dict[str, Arm]] = {
    "20_born_ahead": {
        "equal": {},
        "unequal start": {"start": UNEQUAL},
        "unequal rules": {"salaries": HIERARCHY},
        "both": {"start": UNEQUAL, "salaries": HIERARCHY},
    },
    "21_money_and_inflation": {f"salary {x}": {"salary": x} for x in (0, 100, 200, 400)},
    "22_taxes": {
        "none": {},
        "tax: bank": {"taxes.wealth": 2},
        "tax: all": {"taxes.wealth": 2, "taxes.to": "dividend"},
        "tax: poorest": {"taxes.wealth": 2, "taxes.to": "poorest"},
    },
    "23_land_value_tax": {
        "Monopoly": {},
        "rents": {"taxes.rents": 50, "taxes.to": "dividend"},
        "sites": SITES,
        "sites, voted": {"changes": [{"round": 15, "options": SITES}]},
    },
    "24_basic_income": {
        "salary": {},
        "printed": {"salary": 0, "basic_income": 40},
        "taxed": {"salary": 0, "basic_income": 40, "basic_income.from": "taxed"},
        "funded": {"basic_income": 40, "basic_income.from": "funded", "taxes.rents": 30},
    },
    "25_rent_control": {
        **{f"rents {x} %": {"rent_scale": x} for x in (100, 50, 200)},
        "rents 50 %, seen": {"rent_scale": 50, "value": "rent"},
        "cap 200": {"rent_cap": 200},
    },
    "26_house_shortage": {f"{n} houses": {"components.houses": n} for n in (32, 12, 24, 100)},
    "27_auctions": {
        "book": {},
        "none": {"auction": False},
        "only": ALL_DEEDS,
        "only, sealed": {**ALL_DEEDS, "auction.by": "sealed"},
        "only, second": {**ALL_DEEDS, "auction.by": "vickrey"},
    },
    "28_antitrust": {"no cap": {}, "cap 2": {"deed_cap": 2}, "cap 1": {"deed_cap": 1}},
}


def play(arm: Arm, strategy: str, games: int, seed: int = 1) -> Simulation:
    """An arm of an experiment, four seats played alike."""
    from monopoly_lab.game.game import Game
    from monopoly_lab.players import Strategy

    options = {key: value for key, value in arm.items() if key not in ("start", "value")}
    who = Strategy(strategy, value=str(arm.get("value", "price")))
    start: object = arm.get("start")
    game = Game("classic_us", dict.fromkeys(SEATS, who), options=options, start=start)  # type: ignore[arg-type]
    return simulate(game, games=games, seed=seed, rounds=ROUNDS, progress=False)


def row(found: Simulation) -> str:
    """Wins, rounds and Gini coefficients of an arm in a line."""
    wins = "  ".join(f"{x.share:.1%} ({x.low:.1%} .. {x.high:.1%})" for x in found.wins.itertuples())
    over = found.rounds.over_by_then
    half = over.index[over >= 0.5].min() if (over >= 0.5).any() else f">{ROUNDS}"
    gini = found.gini
    at = [(n, gini.loc[n]) for n in LOOKS if n in gini.index]
    means = [f"{n}: {x['mean']:.3f} ({x.low:.3f} .. {x.high:.3f})" for n, x in at]
    return f"{wins} | {half} | {'  '.join(means)} | {found.unfinished}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m monopoly_lab.experiments.policies", description=say("experiment.about"))
    parser.add_argument("--games", type=int, default=2_000, help=say("batch.games"))
    parser.add_argument("--lesson", choices=EXPERIMENTS, help=say("experiment.lesson"))
    given = parser.parse_args(arguments)
    for lesson, arms in EXPERIMENTS.items():
        if given.lesson in (None, lesson):
            print(lesson)
            for name, arm in arms.items():
                for strategy in PLAYED_BY:
                    print(f"  {name}, {strategy}: {row(play(arm, strategy, given.games))}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
