"""Play games from many unequal starts under some policies and store who wins, for the unit on start and chances.

    python tests/tools/play_start_chances.py --games 1000        # writes monopoly_lab/economics/start_chances.json
    python tests/tools/play_start_chances.py --told               # prints what the unit says, for both strategies

Four players divide 6,000 dollars, the sum that the printed rules hand out, in all proportions of whole numbers from 1
to 8; from 8 : 4 : 2 : 1, which the picture opens with, it is 16,000 games. The sums go round the table, so that
each has each seat equally often. A game that is not over after 150 rounds counts for who is worth most then.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from math import gcd
from pathlib import Path

import numpy as np

from monopoly_lab.economics import start_chances
from monopoly_lab.experiments import simulate
from monopoly_lab.experiments.plan import NAMES
from monopoly_lab.game import Game
from monopoly_lab.measures.confidence_intervals import mean_of_few

FILE = Path(start_chances.__file__).with_name(start_chances.PLAYED)
EDITION = "classic_us"
SEATS = 4
MONEY, MOST, ROUNDS = 6000, 8, 150
POLICIES: Mapping[str, Mapping[str, object]] = {
    "printed": {},
    "salary_0": {"salary": 0},
    "salary_400": {"salary": 400},
    "rents_half": {"rent_scale": 50},
    "rents_double": {"rent_scale": 200},
    "basic_income": {"basic_income": 100, "basic_income.from": "taxed"},
    "wealth_tax": {"taxes.wealth": 5, "taxes.to": "dividend"},
}
FIRST, FIRST_GAMES = (8, 4, 2, 1), 16_000  # the start that the picture opens with: its share of wins to 0.6 points
FEW = ((8, 4, 2, 1), (4, 3, 2, 1), (2, 1, 1, 1), (3, 1, 1, 1), (8, 8, 1, 1), (4, 4, 4, 1), (6, 5, 4, 3), (5, 3, 1, 1))
MIXED = ("strong", "balanced", "greedy", "cautious")


def wins(
    money: Sequence[int],
    options: Mapping[str, object],
    games: int,
    seed: int,
    who: Sequence[str] = ("balanced",) * SEATS,
) -> list[list[int]]:
    """Return the games won by start (rows) and seat (columns); each start has each seat in a quarter of the games."""
    table = [[0] * SEATS for _ in range(SEATS)]
    for turn in range(SEATS):
        owners = [(seat + turn) % SEATS for seat in range(SEATS)]  # whose money a seat has
        start = {"cash": {NAMES[seat]: money[owner] for seat, owner in enumerate(owners)}, "turn": NAMES[0]}
        game = Game(EDITION, list(zip(NAMES, who)), start=start, options=dict(options))  # type: ignore[arg-type]
        played = simulate(game, games=games // SEATS, seed=seed + turn, rounds=ROUNDS, keep=True, progress=False)
        for seat, won in enumerate(start_chances.winners(played)):
            table[owners[seat]][seat] += won
    return table


def all_parts() -> list[tuple[int, ...]]:
    """Return all proportions of four whole numbers up to MOST, the largest first, each once."""
    found = combinations_with_replacement(range(MOST, 0, -1), SEATS)
    return [parts for parts in found if gcd(*parts) == 1]


def stored(games: int, seed: int) -> dict[str, object]:
    """Return what is stored: for each policy and start the games that each player has won."""
    played: dict[str, dict[str, list[int]]] = {}
    for policy, options in POLICIES.items():
        played[policy] = {}
        for n, parts in enumerate(all_parts()):
            money = start_chances.money_played(parts, MONEY)
            found = wins(money, options, FIRST_GAMES if parts == FIRST else games, seed + SEATS * n)
            played[policy][" ".join(map(str, parts))] = [sum(row) for row in found]
    about = {"edition": EDITION, "strategy": "balanced", "money": MONEY, "most": MOST, "games": games, "rounds": ROUNDS}
    return {"about": about | {"first_games": FIRST_GAMES, "seed": seed}, "wins": played}


def told(games: int, seeds: Sequence[int]) -> None:
    """Print the exponents by policy, strategy and seed, what explains who wins, and the mobility after 20 rounds."""
    for who in ("balanced", "greedy"):
        for policy, options in POLICIES.items():
            for seed in seeds:
                starts = [start_chances.divided(parts, MONEY) for parts in FEW]
                found = [(s, [sum(row) for row in wins(s, options, games, seed, (who,) * SEATS)]) for s in starts]
                first = start_chances.fit_exponent(found[:1])
                print(who, policy, seed, *(f"{x:.2f}" for x in start_chances.fit_exponent(found)), end=" | 8 4 2 1: ")
                print(*(f"{x:.2f}" for x in first), *(f"{100 * x / sum(found[0][1]):.1f}" for x in found[0][1]))
    for seed in seeds:
        blocks = []
        for block in range(10):
            played = np.array(wins((3200, 1600, 800, 400), {}, games, seed + 1000 * block, MIXED)) / (games // SEATS)
            blocks.append(start_chances.explained(played.tolist()))
        for name, values in zip(start_chances.Explained._fields, zip(*blocks)):
            print(seed, name, *(f"{100 * x:.1f}" for x in mean_of_few(values)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="games a start")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--told", action="store_true", help="print what the unit says instead of storing")
    given = parser.parse_args()
    if given.told:
        told(given.games, (1, 2, 3))
    else:
        text = json.dumps(stored(given.games, given.seed), separators=(",", ":"))
        FILE.write_text(text.replace('},"', '},\n"').replace('],"', '],\n"') + "\n", encoding="utf-8")
