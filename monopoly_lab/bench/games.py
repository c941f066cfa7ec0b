"""Whole games a second, by edition and strategy, and what a session waits for before its first ones."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from typing import NamedTuple

from monopoly_lab import rules
from monopoly_lab.batch import batch
from monopoly_lab.batch.place import VARIABLE
from monopoly_lab.editions import editions, load_edition
from monopoly_lab.players import strategies, style_of

SEED = 1904
SEATS = 4
GAMES, TIMES = 100, 3  # a measurement: the fastest of so many batches
MANY, OFTEN = 500, 9  # where one figure counts

IMPORT = """
import json, time
wall = time.perf_counter()
import monopoly_lab
print(json.dumps(time.perf_counter() - wall))
"""
# The compiler is not waited for: what is there before it begins counts.
FIRST_RESULT = """
import json, time
wall = time.perf_counter()
import monopoly_lab as ml
from monopoly_lab.experiments import progress, simulation
def stop(tell): raise KeyboardInterrupt
progress.ready = stop
found = ml.simulate("classic_us", games=10_000, seed=1, progress=False)
assert found.games == simulation.FIRST
print(json.dumps(time.perf_counter() - wall))
"""


class Pace(NamedTuple):
    """Games a second of the processor, and nanoseconds an answer, throws and cards included."""

    games: float
    answer: float


def pace(edition: str, strategy: str, games: int = GAMES, times: int = TIMES) -> Pace:
    """Four players with the same strategy, all rules of the edition on, one processor."""
    t = load_edition(edition).tables()
    s = rules.empty(t, min(SEATS, t.o_players_max))
    rules.start(s, t, [])
    styles = style_of(strategy) * s.seats
    batch(t, s, styles, SEED, 1, compiled=True)
    fastest = float("inf")
    for _ in range(times):
        begun = time.process_time()
        found = batch(t, s, styles, SEED, games, compiled=True)
        fastest = min(fastest, time.process_time() - begun)
    return Pace(games / fastest, fastest / sum(row.answers for row in found.results) * 1e9)


def paces() -> dict[str, dict[str, float]]:
    """Games a second by edition and strategy."""
    return {edition: {name: pace(edition, name).games for name in strategies()} for edition in editions()}


def first_result(environment: Mapping[str, str]) -> float:
    """Seconds of the clock to the first hundred of ten thousand games, nothing compiled before."""
    with tempfile.TemporaryDirectory() as folder:
        return _seconds(FIRST_RESULT, {**environment, VARIABLE: folder})


def importing(environment: Mapping[str, str]) -> float:
    """Seconds of the clock for `import monopoly_lab`."""
    return _seconds(IMPORT, environment)


def _seconds(code: str, environment: Mapping[str, str]) -> float:
    done = subprocess.run(
        [sys.executable, "-c", code], env=dict(environment), text=True, stdout=subprocess.PIPE, check=True
    )
    return float(json.loads(done.stdout))
