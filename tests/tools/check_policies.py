"""Play every policy and random pairs of them: `python tests/tools/check_policies.py --games 20000`.

The same games are played in plain Python, with money and ranges asserted after every answer, and compiled; every
field of the last positions and everything that was counted has to be equal. Nearly all of the time is plain Python's,
so that as many processes share the tables as there are processors (`--jobs`).
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import combinations
from multiprocessing import get_context

from check_rules import SEED, digest, guarded
from random_settings import Setting, prepared

from monopoly_lab.players import style_of
from monopoly_lab.rules.random_numbers import fate_of, number_below
from monopoly_lab.simulation.batches import batch
from monopoly_lab.simulation.event_counts import Batch

EDITION = "classic_us"
AT_A_TABLE = 20
ROUNDS, ANSWERS = 40, 2_000  # as `guarded` plays
STREAM = 42  # of luck
STRATEGIES = ("balanced", "greedy", "trader", "random")

Options = Mapping[str, object]

POLICIES: dict[str, dict[str, object]] = {
    "salaries": {"salaries": [400, 275, 175, 100]},
    "progressive salary": {"salary.progressive": 10},
    "dice": {"dice": [2, 1, 3, 2]},
    "rent scale": {"rent_scale": {"orange": 50, "utility": 75, "station": 200}},
    "rent cap": {"rent_cap": 150},
    "wealth tax: bank": {"taxes.wealth": 3},
    "wealth tax: pot": {"taxes.wealth": 3, "taxes.wealth_free": 1000, "taxes.to": "pot"},
    "wealth tax: all": {"taxes.wealth": 5, "taxes.to": "dividend"},
    "wealth tax: poorest": {"taxes.wealth": 5, "taxes.to": "poorest"},
    "rent tax": {"taxes.rents": 40, "taxes.to": "dividend"},
    "site tax": {"taxes.sites": 100, "taxes.to": "dividend"},
    "printed income": {"basic_income": 50},
    "taxed income": {"basic_income": 50, "basic_income.from": "taxed"},
    "funded income": {"basic_income": 50, "basic_income.from": "funded", "taxes.rents": 20, "taxes.wealth": 1},
    "deed cap": {"deed_cap": 2},
    "damage": {"damage": {"orange": "red", "dark_blue": "orange"}, "damage.percent": 30, "damage.from": 1},
    "detours": {"detour": 120},
    "tolls": {"detour": 300, "detour.toll": True},
    "few houses": {"components.houses": 8, "components.hotels": 2},
    "cheap credit": {"mortgage_condition.share": 160, "redeem.percent": 0},
    "dear credit": {"mortgage_condition.share": 40, "redeem.percent": 50},
    "sealed bids": {"auction.by": "sealed"},
    "second bids": {"auction.by": "vickrey"},
    "auctions only": {"buy": False},
    "a reform": {"changes": [{"round": 6, "options": {"taxes.wealth": 4, "salary": 100, "auction.by": "vickrey"}}]},
    "two reforms": {
        "changes": [
            {"round": 4, "options": {"components.houses": 6, "deed_cap": 2, "redeem.percent": 40}},
            {"round": 12, "options": {"rent_scale": 150, "dice": [1, 2, 2, 2], "basic_income": 30}},
        ]
    },
}


def single() -> Iterator[Options]:
    """Each policy by itself."""
    yield from POLICIES.values()


def pairs(number: int, seed: int = SEED) -> Iterator[Options]:
    """So many pairs of policies, each pair drawn as likely as any other."""
    found = list(combinations(POLICIES.values(), 2))
    for n in range(number):
        one, other = found[number_below(fate_of(seed, n), STREAM, 0, len(found))]
        yield one | other


def styles() -> list[int]:
    return [x for name in STRATEGIES for x in style_of(name)]


def compiled(table: Setting, seed: int, first: int, games: int) -> Batch:
    limits = (ROUNDS, ANSWERS)
    return batch(table.tables, table.start, styles(), seed, games, first, *limits, finals=True, compiled=True)


def is_alike(options: Options, seed: int, first: int, games: int, plain: int) -> bool:
    """True if compiled games keep the money together, and the first `plain` of them are those of plain Python."""
    table = prepared(EDITION, dict(options), len(STRATEGIES))
    found = compiled(table, seed, first, games)
    if any(sum(s.cash) or min(s.cash[:8]) < 0 for s in found.finals):
        return False
    if plain < games:
        found = compiled(table, seed, first, plain)
    return digest(found) == digest(guarded(table, styles(), seed, first, plain))


Job = tuple[Options, int, int, int, int]  # what `is_alike` is asked


def check(games: int, seed: int = SEED, plain: int = AT_A_TABLE, jobs: int = 1, shown: bool = False) -> list[Options]:
    """The policies that went wrong; `plain` games of each table are compared with plain Python.

    `jobs` processes play the tables, with a bar if it is to be `shown`.
    """
    from tqdm import tqdm

    tables = [*single(), *pairs(max(games // AT_A_TABLE - len(POLICIES), 0), seed)]
    asked = [(options, seed, n * AT_A_TABLE, AT_A_TABLE, plain) for n, options in enumerate(tables)]
    with _answers(asked, jobs) as answers:
        told = tqdm(answers, "tables", len(tables), disable=not shown, unit="", smoothing=0)
        return [options for options, alike in zip(tables, told) if not alike]


@contextmanager
def _answers(asked: Sequence[Job], jobs: int) -> Iterator[Iterator[bool]]:
    """What `is_alike` says of each table, in order; the rules are compiled before several processes ask for them."""
    if jobs == 1:
        yield (is_alike(*job) for job in asked)
        return
    compiled(prepared(EDITION, {}, len(STRATEGIES)), SEED, 0, 1)
    with ProcessPoolExecutor(jobs, get_context("spawn")) as processes:
        yield processes.map(is_alike, *zip(*asked))


def main(arguments: Sequence[str] | None = None) -> int:
    """0 if nothing was found, 1 with what was found."""
    parser = argparse.ArgumentParser(
        "python tests/tools/check_policies.py",
        description="Plays every policy and random pairs of them in plain Python and compiled, and compares",
    )
    parser.add_argument("--games", type=int, default=20_000, help="how many games")
    parser.add_argument("--seed", type=int, default=SEED, help="another seed plays other games")
    parser.add_argument(
        "--jobs",
        type=int,
        default=os.cpu_count() or 1,
        help="so many processes side by side; all processors if it is left out",
    )
    given = parser.parse_args(arguments)
    begun = time.perf_counter()
    wrong = check(given.games, given.seed, jobs=max(given.jobs, 1), shown=True)
    for options in wrong:
        print(options)
    print(
        f"{given.games} games under policies and pairs of them: {len(wrong)} tables wrong",
        f"({round(time.perf_counter() - begun)} s)",
    )
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
