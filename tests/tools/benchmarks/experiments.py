"""How experiments use a machine: threads, processes and Dask workers against one, memory, the cost of a measure."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any

from monopoly_lab.experiments import Simulation, simulate, thinker
from monopoly_lab.game.position import Position
from monopoly_lab.game.seats import Chooser
from monopoly_lab.players import strategies
from monopoly_lab.simulation.progress import workers

GAMES = 40_000  # a measurement, compiled: seconds, beside which threads and tasks begin in no time
FEW, MANY = 10_000, 1_000_000  # of which the memory is compared
ROUNDS = 20  # of the memory's games
SLOW = 40  # games of a function
MEASURED = 500
THOUGHT = 40  # games of a thinker against each kind of strategy

# A process of its own for each size: its largest memory in MB, after the compiled rules have been loaded.
MEMORY = """
import json, resource, sys
from monopoly_lab.experiments import Simulation, simulate, thinker
games, rounds = map(int, sys.argv[1:])
simulate("classic_us", games=games, rounds=rounds, progress=False)
print(json.dumps(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))
"""


def measured(many: int = MANY) -> dict[str, Any]:
    """Each figure by its key; speeds in games a second, `gain` how many times as fast two workers are as one.

    `cores` says how many there are: on a busy machine, or on one of one core, a gain says nothing.
    """
    simulate("classic_us", games=GAMES, rounds=1, executor="threads", progress=False)  # compiled from here on
    return {
        "cores": workers(),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "threads": gain(rate(ThreadPoolExecutor(1)), rate(ThreadPoolExecutor(2))),
        "processes": processes(),
        "dask": dask(),
        "memory_mb": {str(games): memory(games) for games in (FEW, many)},
        "measure_cost": measure_cost(),
    }


def gain(one: float, two: float) -> dict[str, float]:
    return {"one": round(one), "two": round(two), "gain": round(two / one, 2)}


def rate(executor: Executor, games: int = GAMES, **more: Any) -> float:
    """Games a second by the clock, the better of two runs."""
    found = []
    for _ in range(2):
        begun = time.perf_counter()
        simulate("classic_us", games=games, executor=executor, progress=False, **more)
        found.append(games / (time.perf_counter() - begun))
    return max(found)


def first(view: Any) -> str:
    """A strategy that is a function."""
    return str(view.choices()[0])


def processes() -> dict[str, float]:
    """Games a second with a function on one seat, in one process and in two."""
    from loky import ProcessPoolExecutor

    more: dict[str, Any] = {"games": SLOW, "players": {"Ann": first, "Bo": "balanced"}, "rounds": 30}
    found = []
    for number in (1, 2):
        with ProcessPoolExecutor(number) as executor:
            simulate("classic_us", executor=executor, progress=False, **{**more, "games": 2 * number})  # all started
            found.append(rate(executor, **more))
    return gain(*found)


def dask() -> dict[str, float] | None:
    """Games a second on one worker of a Dask cluster on this machine and on two; None without the extra `cluster`."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        return None
    found = []
    for number in (1, 2):
        with (
            LocalCluster(n_workers=number, threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster) as client,
        ):
            executor = client.get_executor()
            rate(executor, games=2_000)
            found.append(rate(executor))
    return gain(*found)


def memory(games: int) -> float:
    """The largest memory of a process that plays so many short games, in MB."""
    command = [sys.executable, "-c", MEMORY, str(games), str(ROUNDS)]
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, check=True)
    return round(float(json.loads(done.stdout)), 1)


def cash(position: Position) -> float:
    return sum(position.cash.values())


def measure_cost() -> dict[str, float]:
    """How many times as long games take with a function asked at the end of each round."""
    times = []
    for measures in ((), (cash,)):
        begun = time.process_time()
        simulate("classic_us", games=MEASURED, measures=measures, executor="threads", progress=False)
        times.append(time.process_time() - begun)
    return {"without_s": round(times[0], 3), "with_s": round(times[1], 3), "times": round(times[1] / times[0], 1)}


def against_three(who: str, games: int = THOUGHT, executor: str | None = None) -> Simulation:
    """Games of a `thinker`, Ann, against three seats of the same strategy; a quarter of them are her share."""
    players: dict[str, Chooser] = {"Ann": thinker(), "Bo": who, "Cy": who, "Dan": who}
    return simulate("classic_us", games=games, players=players, executor=executor, progress=False)


def thought(kinds: Sequence[str] = (), games: int = THOUGHT) -> Iterator[tuple[str, dict[str, float]]]:
    """For each kind of the three others: games, those a `thinker` won, the share, the ends of its 95 % interval.

    Raises StrategyError for a kind there is not, ExperimentError for a number of games that cannot be played.
    """
    for who in kinds or strategies():
        found = against_three(who, games)
        share, low, high = found.wins.loc["Ann", ["share", "low", "high"]].round(3)
        yield who, {"games": games, "won": int(found.counts.wins[0]), "share": share, "low": low, "high": high}
