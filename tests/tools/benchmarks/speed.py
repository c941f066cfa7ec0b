"""The measurements: time per node at both speeds, of the rules and of the bare machine, and what compiling costs."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from benchmarks import reference, replay
from monopoly_lab.constants import action, names
from monopoly_lab.rules import Tables
from monopoly_lab.simulation.compiled import library, local_cache
from monopoly_lab.simulation.event_counts import ROWS

SEED = 1904
GAMES = 20
PLAIN_ROUNDS, COMPILED_ROUNDS = 9, 9  # the two machines in turn; the fastest run of each counts
TIMES = 40  # compiled replays of all games in one run

# What a new process does before its first compiled batch: seconds of the clock and of the processor.
FIRST_BATCH = """
import json, time
from monopoly_lab import rules
from monopoly_lab.editions import load_edition
from monopoly_lab.players import style_of
wall, processor = time.perf_counter(), time.process_time()
from monopoly_lab.simulation import batch
t = load_edition("classic_us").tables()
s = rules.empty(t, 4)
rules.start(s, t, [])
batch(t, s, style_of("balanced") * 4, 1, 1, compiled=True)
print(json.dumps([time.perf_counter() - wall, time.process_time() - processor]))
"""


@dataclass(frozen=True)
class Speed:
    """Seconds a node of the rules and of the bare machine."""

    rules: float
    machine: float

    @property
    def ratio(self) -> float:
        return self.rules / self.machine


@dataclass(frozen=True)
class Recorded:
    """Games whose answers are known: of the rules, and of the bare machine."""

    tables: Tables
    answers: replay.Answers
    begins: list[int]
    machine_answers: list[int]
    machine_begins: list[int]

    def mix(self) -> tuple[Mapping[str, float], Mapping[str, float]]:
        """The share of each sort of answer, by name."""
        own = Counter(names(action)[answer[1]] for answer in self.answers)
        return _shares(own), _shares(Counter(machine_sorts(self)))


def recorded(t: Tables, games: int = GAMES) -> Recorded:
    return Recorded(t, *replay.record(t, SEED, games), *replay.record_reference(t, SEED, games))


def machine_sorts(games: Recorded) -> list[str]:
    """The sort of each answer of the bare machine, by the words of the rules."""
    words = {reference.DICE: "roll", reference.CARD: "draw", reference.BUY: "buy", reference.BID: "bid"}
    found = []
    for begin, end in zip(games.machine_begins, games.machine_begins[1:]):
        s = reference.begin(games.tables, replay.PLAYERS)
        for x in games.machine_answers[begin:end]:
            found.append("build" if x >= reference.BUILD else words.get(s.node, "jail"))
            reference.step(s, games.tables, [], x)
    return found


def _shares(counts: Counter[str]) -> dict[str, float]:
    total = sum(counts.values())
    return {name: count / total for name, count in counts.most_common()}


def plain(games: Recorded) -> Speed:
    """In plain Python."""
    t = games.tables
    start, machine_start = replay.start(t), reference.begin(t, replay.PLAYERS)

    def own() -> None:
        for begin, end in zip(games.begins, games.begins[1:]):
            replay.replay(start.copy(), t, [], games.answers, begin, end)

    def machine() -> None:
        for begin, end in zip(games.machine_begins, games.machine_begins[1:]):
            replay.replay_reference(machine_start.copy(), t, [], games.machine_answers, begin, end)

    fastest = _fastest(own, machine, PLAIN_ROUNDS)
    return Speed(fastest[0] / len(games.answers), fastest[1] / len(games.machine_answers))


def compiled(games: Recorded) -> Speed:
    """Compiled; compiling is not counted."""
    from benchmarks.compiled import POSITION, machines
    from monopoly_lab.simulation.compiled.records import STATE, TABLES, as_array, new_tally, to_record

    both, t, log = machines(), to_record(games.tables, TABLES), new_tally(ROWS)
    start = to_record(replay.start(games.tables), STATE)
    machine_start = to_record(reference.begin(games.tables, replay.PLAYERS), POSITION)

    def own(times: int = TIMES) -> None:
        numbers = as_array((times, len(games.begins) - 1, len(games.answers)))
        both.call("replays", start, t, log, answers, begins, numbers, start.copy())

    def machine(times: int = TIMES) -> None:
        numbers = as_array((times, len(games.machine_begins) - 1, len(games.machine_answers)))
        work = machine_start.copy()
        both.call("replays_reference", machine_start, t, log, machine_answers, machine_begins, numbers, work)

    answers, begins = as_array(games.answers), as_array(games.begins)  # type: ignore[arg-type]
    machine_answers, machine_begins = as_array(games.machine_answers), as_array(games.machine_begins)
    own(1)
    machine(1)
    fastest = _fastest(own, machine, COMPILED_ROUNDS)
    return Speed(fastest[0] / len(answers) / TIMES, fastest[1] / len(machine_answers) / TIMES)


def _fastest(one: Callable[[], None], other: Callable[[], None], rounds: int) -> tuple[float, float]:
    """The shortest processor time of each, run in turn, so that a busy machine slows both."""
    times: list[tuple[float, float]] = []
    for _ in range(rounds):
        a = time.process_time()
        one()
        b = time.process_time()
        other()
        times.append((b - a, time.process_time() - b))
    return min(first for first, _ in times), min(second for _, second in times)


def compiling() -> tuple[tuple[float, float], tuple[float, float]]:
    """`(clock, processor)` seconds to the end of a first batch of one game: rules compiled now, then those shipped."""
    with tempfile.TemporaryDirectory() as folder:
        here = _first_batch(os.environ | {local_cache.VARIABLE: folder, library.VARIABLE: library.HERE})
    return here, _first_batch(os.environ)


def _first_batch(environment: Mapping[str, str]) -> tuple[float, float]:
    done = subprocess.run(
        [sys.executable, "-c", FIRST_BATCH], env=environment, text=True, stdout=subprocess.PIPE, check=True
    )
    wall, processor = json.loads(done.stdout)
    return wall, processor
