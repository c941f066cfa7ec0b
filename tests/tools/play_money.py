"""Play games at several salaries and store money, velocity, prices and quantities, for the unit on money and inflation.

    python tests/tools/play_money.py --games 2000         # writes monopoly_lab/economics/money.json

Ten blocks of games, with the same luck at every salary: how far they differ says how sure a mean is (Student's t).
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from monopoly_lab.economics import money
from monopoly_lab.experiments import simulate
from monopoly_lab.experiments.plan import NAMES
from monopoly_lab.experiments.simulation import Simulation
from monopoly_lab.measures.confidence_intervals import mean_of_few

FILE = Path(money.__file__).with_name(money.PLAYED)
EDITION, PRINTED = "classic_us", 200
SALARIES = tuple(range(0, 401, 50))
ROUNDS = (10, 20, 30, 40)
STRATEGIES = ("balanced", "greedy", "investor")
BLOCKS = 10


def played(strategy: str, rounds: int, salary: int, games: int, seed: int) -> Simulation:
    """Return a block of games of four players of one strategy."""
    players = dict.fromkeys(NAMES[:4], strategy)
    options = {"salary": salary}
    return simulate(EDITION, players=players, options=options, games=games, seed=seed, rounds=rounds, progress=False)


def figures(found: Simulation, base: Simulation) -> list[float]:
    """Return the figures of `money.Stored` of one block."""
    index = money.price_index(found.auctions, base.auctions)
    return [*money.quantity_equation(found), index, money.buildings(found)]


def stored(games: int, seed: int) -> dict[str, object]:
    """Return what is stored: each figure with its interval, as it is and over that at the printed salary."""
    values: dict[str, list[list[float]]] = {}
    ratios: dict[str, list[list[float]]] = {}
    for strategy in STRATEGIES:
        for rounds in ROUNDS:
            seeds = range(seed, seed + BLOCKS)
            bases = [played(strategy, rounds, PRINTED, games // BLOCKS, each) for each in seeds]
            usual = [figures(base, base) for base in bases]
            for salary in SALARIES:
                each = [figures(played(strategy, rounds, salary, games // BLOCKS, s), b) for s, b in zip(seeds, bases)]
                over = [[x / y for x, y in zip(mine, theirs)] for mine, theirs in zip(each, usual)]
                values[f"{strategy} {rounds} {salary}"] = _intervals(each)
                ratios[f"{strategy} {rounds} {salary}"] = _intervals(over)
    about = {"edition": EDITION, "games": games, "seed": seed, "printed": PRINTED}
    known = {"strategies": STRATEGIES, "rounds": ROUNDS, "salaries": SALARIES}
    return about | known | {"figures": values, "ratios": ratios}


def _intervals(blocks: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return mean, lower and upper limit of each figure, to five digits."""
    return [[float(f"{x:.5g}") for x in mean_of_few(values)] for values in zip(*blocks)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="games a salary, strategy and number of rounds")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    text = json.dumps(stored(given.games, given.seed), separators=(",", ":"))
    FILE.write_text(text.replace("]],", "]],\n") + "\n", encoding="utf-8")
