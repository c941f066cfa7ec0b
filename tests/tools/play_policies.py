"""Play games under each policy and store who is worth what, for the unit on policies and equality.

    python tests/tools/play_policies.py --games 4000      # writes monopoly_lab/economics/redistribution.json
    python tests/tools/play_policies.py --rounds 150      # prints how unequal games are then, and how many are over

The games of all policies have the same luck, so that differences are means of pairs of games; the ten blocks of each
say how sure a mean of buildings is (Student's t).
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from monopoly_lab.economics import redistribution
from monopoly_lab.economics.redistribution import ginis, interval, play, worths
from monopoly_lab.experiments.simulation import Simulation
from monopoly_lab.measures.confidence_intervals import Interval, mean_of_few

FILE = Path(redistribution.__file__).with_name(redistribution.PLAYED)
ROUNDS = (10, 20, 30, 40, 50, 60)
STRATEGIES = ("balanced", "greedy")
BLOCKS = 10
BUILDINGS = redistribution.MEASURES.index("buildings")
DIGITS = {"gini": 4, "over": 4}  # of others one
Values = list[NDArray[np.float64]]


def blocks(policy: str, who: str, rounds: int, games: int, seed: int) -> list[Simulation]:
    """Return the games of a policy in blocks, each with a seed of its own."""
    return [play({"": policy}, who, games // BLOCKS, seed + n, rounds)[""] for n in range(BLOCKS)]


def by_game(found: Sequence[Simulation]) -> Values:
    """Return the measures, a value for each game; of buildings, which are counted together, one for each block."""
    worth = np.concatenate([worths(each) for each in found])
    over = np.concatenate([each.rows["over"].to_numpy(float) for each in found])
    spent = [each.spending.groupby("cause")["amount"].sum().get("building", 0) / each.games for each in found]
    return [ginis(worth), *worth.T, worth.sum(axis=1), np.array(spent), over]


def means(values: Values) -> list[Interval]:
    """Return the mean of each measure with its interval."""
    return [mean_of_few(list(each)) if n == BUILDINGS else interval(each) for n, each in enumerate(values)]


def rows(found: Values, bases: Sequence[Values]) -> list[list[list[float]]]:
    """Return pairs by measure: the mean and half of its interval, then the same of the difference from each base."""
    apart = [[x - y for x, y in zip(found, base, strict=True)] for base in bases]
    table = zip(*(means(each) for each in (found, *apart)))
    return [
        [[round(float(x), DIGITS.get(name, 1)) for x in (each.value, each.half)] for each in intervals]
        for name, intervals in zip(redistribution.MEASURES, table, strict=True)
    ]


def after(who: str, rounds: int, games: int, seed: int) -> Mapping[str, list[list[list[float]]]]:
    """Return, by policy, the rows of all measures after a round."""
    found = {policy: by_game(blocks(policy, who, rounds, games, seed)) for policy in redistribution.policies()}
    return {policy: rows(each, [found[base] for base in redistribution.BASES]) for policy, each in found.items()}


def stored(games: int, seed: int) -> Mapping[str, object]:
    """Return what is stored: by strategy, policy and round the rows of all measures."""
    found: dict[str, dict[str, list[object]]] = {}
    for who in STRATEGIES:
        tables = [after(who, rounds, games, seed) for rounds in ROUNDS]
        found[who] = {policy: [table[policy] for table in tables] for policy in redistribution.policies()}
    about = {"edition": redistribution.EDITION, "games": games, "seed": seed, "rounds": ROUNDS, "players": STRATEGIES}
    return {"about": about | {"measures": redistribution.MEASURES, "bases": redistribution.BASES}, "found": found}


def told(games: int, seed: int, rounds: int) -> None:
    """Print the rows of each policy after a round."""
    for who in STRATEGIES:
        for policy, table in after(who, rounds, games, seed).items():
            print(who, policy, dict(zip(redistribution.MEASURES, table)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4000, help="games under each policy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, help="print this round instead of storing")
    given = parser.parse_args()
    if given.rounds:
        told(given.games, given.seed, given.rounds)
    else:
        text = json.dumps(stored(given.games, given.seed), separators=(",", ":"))
        FILE.write_text(text.replace("]]],[[[", "]]],\n[[[").replace(']]],"', ']]],\n"') + "\n", encoding="utf-8")
