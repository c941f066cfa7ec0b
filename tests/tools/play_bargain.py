"""Play what a swap of deeds brings, by the sum paid, and store it: `python tests/tools/play_bargain.py`.

The position is the scenario `gains_from_trade`. Ann gives Kentucky Avenue and a sum for New York Avenue (a sum below 0:
Bo pays), all four play on with the same strategy and trade no more. Games won, and money after ten rounds (the wealth
of the short game), go into `monopoly_lab/economics/swap_results.json`, with which `ml.economics.bargaining` works.
"""

import json
from pathlib import Path

import monopoly_lab as ml
from monopoly_lab.economics import bargaining
from monopoly_lab.measures.confidence_intervals import mean_interval

GAMES, SEED = 6_000, 20
STRATEGIES = ("balanced", "greedy", "investor")
SUMS = range(-400, 401, 50)


def played(strategy: str, paid: int | None) -> dict[str, list[float]]:
    """Return games won, and mean and half interval of the money after ten rounds, by player."""
    who = ml.Strategy(strategy, trade=0)
    game = bargaining.swapped(paid, dict.fromkeys(bargaining.PLAYERS, who))
    whole = ml.simulate(game, games=GAMES, seed=SEED, progress=False)
    ten = ml.simulate(game, games=GAMES, seed=SEED, rounds=bargaining.ROUNDS, progress=False).counts
    means = [mean_interval(total, squares, GAMES) for total, squares in zip(ten.worth, ten.worth_squares)]
    return {
        "wins": [int(n) for n in whole.counts.wins],
        "money": [round(each.value, 1) for each in means],
        "half": [round(each.half, 1) for each in means],
    }


def main() -> None:
    """Play everything and write the file; a minute or two."""
    found = {
        "games": GAMES,
        "seed": SEED,
        "strategies": {
            strategy: {"" if paid is None else str(paid): played(strategy, paid) for paid in (None, *SUMS)}
            for strategy in STRATEGIES
        },
    }
    file = Path(bargaining.__file__).with_name("swap_results.json")
    file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
