"""Play each shipped strategy against three of each other, in every seat, and print the shares of wins as a table.

    python tests/tools/strategy_ladder.py --games 4000

The rows are ordered by the mean share; a quarter would be a share by chance. In brackets: 95 % intervals (Wilson).
"""

import argparse

from monopoly_lab.experiments import simulate
from monopoly_lab.experiments.plan import NAMES
from monopoly_lab.measures.confidence_intervals import Interval, wilson
from monopoly_lab.players import strategies

SEATS = 4


def share(strategy: str, other: str, games: int, seed: int) -> Interval:
    """Return the share of games that a strategy wins against three of another one, each seat equally often."""
    won = 0
    for seat in range(SEATS):
        players = dict.fromkeys(NAMES[:SEATS], other) | {NAMES[seat]: strategy}
        found = simulate("classic_us", players=players, games=games // SEATS, seed=seed + seat, progress=False)
        won += int(found.counts.wins[seat])
    return wilson(won, games // SEATS * SEATS)


def ladder(games: int, seed: int) -> str:
    """Return the table in Markdown, the strongest strategy first."""
    names = [name for name in strategies() if name != "random"]
    shares = {a: {b: share(a, b, games, seed) for b in names if a != b} for a in names}
    means = {name: sum(each.value for each in row.values()) / len(row) for name, row in shares.items()}
    order = sorted(names, key=lambda name: -means[name])
    lines = [f"| | {' | '.join(f'three `{name}`' for name in order)} | mean |", "|---" * (len(order) + 2) + "|"]
    for name in order:
        cells = [_told(shares[name][other]) if other != name else "" for other in order]
        lines.append(f"| `{name}` | {' | '.join(cells)} | {100 * means[name]:.1f} |")
    return "\n".join(lines)


def _told(share: Interval) -> str:
    return f"{100 * share.value:.1f} ({100 * share.low:.1f}–{100 * share.high:.1f})"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=77)
    given = parser.parse_args()
    print(ladder(given.games, given.seed))
