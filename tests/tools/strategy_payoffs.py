"""Play every table of four of some strategies and store who wins how often, for the unit on strategies that survive.

    python tests/tools/strategy_payoffs.py --games 4000

Writes monopoly_lab/economics/strategy_payoffs.json. The four turn round the table, so that each has each seat equally
often; all tables play with the same seeds.
"""

import argparse
import itertools
import json
from collections import Counter
from pathlib import Path

from monopoly_lab.experiments import simulate
from monopoly_lab.experiments.plan import NAMES

FILE = Path(__file__).parents[2] / "monopoly_lab" / "economics" / "strategy_payoffs.json"
STRATEGIES = ("cautious", "balanced", "greedy", "trader", "hoarder", "strong")
SEATS = 4


def wins(table: tuple[str, ...], games: int, seed: int) -> dict[str, float]:
    """Return the share of games that a player of each strategy wins at a table, over all turns of the seats."""
    won = Counter[str]()
    for turn in range(SEATS):
        seats = [table[(seat + turn) % SEATS] for seat in range(SEATS)]
        found = simulate(
            "classic_us", players=dict(zip(NAMES, seats)), games=games // SEATS, seed=seed + turn, progress=False
        )
        for who, n in zip(seats, found.counts.wins):
            won[who] += int(n)
    return {who: round(won[who] / n / (games // SEATS * SEATS), 5) for who, n in Counter(table).items()}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    tables = itertools.combinations_with_replacement(STRATEGIES, SEATS)
    rows = {" ".join(table): wins(table, given.games, given.seed) for table in tables}
    about = {"edition": "classic_us", "games": given.games, "seed": given.seed}
    FILE.write_text(json.dumps({"about": about, "tables": rows}, indent=1) + "\n", encoding="utf-8")
