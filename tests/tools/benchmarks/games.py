"""Whole games a second, by edition and strategy, and what a session waits for before its first ones."""

import itertools
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from monopoly_lab import rules
from monopoly_lab.editions import editions, load_edition
from monopoly_lab.players import strategies, style_of
from monopoly_lab.players.income_tables import provide_income
from monopoly_lab.simulation import batch
from monopoly_lab.simulation.compiled import library
from monopoly_lab.simulation.compiled.blocks import Compiled, limits_of
from monopoly_lab.simulation.compiled.records import Array, new_tally
from monopoly_lab.simulation.event_counts import LONG
from monopoly_lab.simulation.game_block import Start, new_block

TOOLS = Path(__file__).parents[1]
ROOT = TOOLS.parents[1]
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
FIRST_RESULT = """
import json, time
wall = time.perf_counter()
import monopoly_lab as ml
found = ml.simulate("classic_us", games=10_000, seed=1, progress=False)
print(json.dumps(time.perf_counter() - wall))
"""
FIRST_GAME = """
import json, time
wall = time.perf_counter()
import monopoly_lab
from monopoly_lab import rules
from monopoly_lab.simulation import batch; from monopoly_lab.simulation.compiled import library
from monopoly_lab.simulation.game_block import Start, new_block
from monopoly_lab.simulation.compiled.blocks import Compiled, limits_of
from monopoly_lab.simulation.compiled.records import Array, new_tally
from monopoly_lab.simulation.event_counts import LONG
from monopoly_lab.players import style_of
t = monopoly_lab.load_edition("classic_us").tables()
s = rules.empty(t, 4)
rules.start(s, t, [])
batch(t, s, style_of("balanced") * 4, 1, 1, compiled=True)
print(json.dumps(time.perf_counter() - wall))
"""
# Games a second of the thread with one form of the compiled rules, the fastest of some batches.
PACE_OF_FORM = f"""
import json, time
from monopoly_lab.simulation.compiled.library import required_library
from benchmarks.games import arrays_of, opening_of
fastest = float("inf")
for _ in range({OFTEN}):
    arrays = arrays_of(opening_of("classic_us", ["balanced"] * {SEATS}), {MANY}, keep=False)
    begun = time.thread_time()
    required_library().call("play_games", *arrays)
    fastest = min(fastest, time.thread_time() - begun)
print(json.dumps({MANY} / fastest))
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
    provide_income(load_edition(edition), {}, t, styles)
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
    """Return seconds of the clock to the result of ten thousand games in a new process, `import` included."""
    return _number(FIRST_RESULT, environment)


def ready(environment: Mapping[str, str]) -> float:
    """Return seconds of the clock to the end of the first compiled game in a new process, `import` included."""
    return _number(FIRST_GAME, environment)


def tables_of(games: int, names: Sequence[str] = ()) -> Iterator[tuple[Start, int]]:
    """Yield a start and a number of games for every edition with every strategy, the last with all of them."""
    seats = itertools.cycle((4, 2, 3, 5, 6, 8))
    for edition in names or editions():
        t = load_edition(edition).tables()
        for strategy in (*strategies(), ""):
            players = max(t.o_players_min, min(next(seats), t.o_players_max))
            mixed = [strategy or strategies()[p % len(strategies())] for p in range(players)]
            yield opening_of(edition, mixed), games


def opening_of(edition: str, players: Sequence[str], rounds: int = 400) -> Start:
    """Return the beginning of a game of strategies."""
    t = load_edition(edition).tables()
    s = rules.empty(t, len(players))
    rules.start(s, t, [])
    styles = tuple(x for name in players for x in style_of(name))
    provide_income(load_edition(edition), {}, t, styles)
    return Start(t, s, styles, rounds, 100)


def arrays_of(start: Start, games: int, keep: bool) -> list[Array]:
    """Return the arrays with which a block of games is played."""
    block = new_block(start, 0, games)
    all_games = Compiled(start.tables, start.state, start.styles, SEED, games, keep)
    return all_games.arrays(block.rows, block.notes, new_tally(LONG), 0, limits_of(start))


def pace_of_form(form: str, environment: Mapping[str, str]) -> float:
    """Return games a second with one form of the compiled rules; `library.PYTHON` is none of them."""
    return _number(PACE_OF_FORM, {**environment, library.VARIABLE: form})


def library_bytes() -> dict[str, int]:
    """Return the size of each shipped file as it stands in the package, compressed."""
    return {file: (library.FOLDER / file).stat().st_size for file in library.manifest_of(library.FOLDER)["files"]}


def importing(environment: Mapping[str, str]) -> float:
    """Seconds of the clock for `import monopoly_lab`."""
    return _number(IMPORT, environment)


def _number(code: str, environment: Mapping[str, str]) -> float:
    """Return what a new Python prints that runs `code`; it finds the package and these benchmarks."""
    path = os.pathsep.join((str(ROOT), str(TOOLS), environment.get("PYTHONPATH", "")))
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**environment, "PYTHONPATH": path},
        text=True,
        stdout=subprocess.PIPE,
        check=True,
    )
    return float(json.loads(done.stdout))
