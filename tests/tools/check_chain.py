"""Compare the chain with throws by the compiled rules: `python tests/tools/check_chain.py --throws 100000000`.

For each edition and each jail policy one token is thrown so many times by the compiled rules, with
cards drawn with replacement, and the share of its throws on every square is compared with the
chain's. The last column is the largest difference in standard errors. `--decks piles` shows
instead how far real piles are from that assumption; differences are then expected.
"""

import argparse
import time

from monopoly_lab.common.messages import say
from monopoly_lab.editions import editions
from monopoly_lab.markov.board_chain import GAMES, Chain

EDITIONS = editions()
LIMIT = 4.0  # standard errors


def main(arguments: list[str] | None = None) -> int:
    """Print a line for each edition and policy; 1 if a square is more than 4 standard errors off, else 0."""
    parser = argparse.ArgumentParser(prog="python tests/tools/check_chain.py", description=say("chain.check_about"))
    parser.add_argument("--throws", type=int, default=10_000_000, help=say("chain.check_throws", least=GAMES))
    parser.add_argument("--editions", nargs="+", default=list(EDITIONS), help=say("chain.check_editions"))
    parser.add_argument("--decks", choices=("replacement", "piles"), default="replacement")
    parser.add_argument("--cards", action="store_true", help=say("chain.check_cards"))
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    far = False
    for edition in given.editions:
        for jail in ("leave", "stay"):
            begun = time.perf_counter()
            table = Chain(edition, jail=jail).simulate(given.throws, given.seed, given.decks, given.cards)
            worst = table["score"].abs().idxmax()
            score = abs(float(table.loc[worst, "score"]))
            off = (table["share"] - table["exact"]).abs().max()
            far = far or score > LIMIT
            values = {"edition": edition, "jail": jail, "space": worst, "score": f"{score:.2f}"}
            took = f"{time.perf_counter() - begun:.0f}"
            print(
                say("chain.check_line", throws=f"{given.throws:,}", off=f"{100 * off:.4f}", took=took, **values),
                flush=True,
            )
    return int(far and given.decks == "replacement")


if __name__ == "__main__":
    raise SystemExit(main())
