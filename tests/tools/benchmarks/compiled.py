"""Both machines compiled: loops that play recorded answers so many times."""

from functools import cache
from typing import Any

from benchmarks import reference, replay
from monopoly_lab.simulation.compiled.addresses import array_at
from monopoly_lab.simulation.compiled.entry_points import OPTIONS, EntryPoint, LoadedObject, add, compile_here
from monopoly_lab.simulation.compiled.library import HERE, Native
from monopoly_lab.simulation.compiled.linking import link
from monopoly_lab.simulation.compiled.records import STATE, TABLES, TALLY, dtype_of

POSITION = dtype_of(reference.FIELDS)


def _count(log, event, a, b, x):
    add(log, event, x)


link(reference.note, OPTIONS, _count)
for function in reference.MACHINE:
    link(function, OPTIONS)


def replays(start_at, tables_at, log_at, answers_at, begins_at, numbers_at, work_at):
    """Play the answers of the rules; `numbers`: times, games, answers. The last position stands in `work`."""
    numbers = array_at(numbers_at, (3,))
    begins = array_at(begins_at, (numbers[1] + 1,))
    answers = array_at(answers_at, (numbers[2], 4))
    start, work = array_at(start_at, (1,)), array_at(work_at, (1,))
    tables, log = array_at(tables_at, (1,)), array_at(log_at, (1,))
    for _ in range(numbers[0]):
        for i in range(numbers[1]):
            work[0] = start[0]
            replay.replay(work[0], tables[0], log[0], answers, begins[i], begins[i + 1])


def replays_reference(start_at, tables_at, log_at, answers_at, begins_at, numbers_at, work_at):
    """Play the answers of the bare machine, which are single numbers."""
    numbers = array_at(numbers_at, (3,))
    begins = array_at(begins_at, (numbers[1] + 1,))
    answers = array_at(answers_at, (numbers[2],))
    start, work = array_at(start_at, (1,)), array_at(work_at, (1,))
    tables, log = array_at(tables_at, (1,)), array_at(log_at, (1,))
    for _ in range(numbers[0]):
        for i in range(numbers[1]):
            work[0] = start[0]
            replay.replay_reference(work[0], tables[0], log[0], answers, begins[i], begins[i + 1])


@cache
def machines() -> Native:
    """Return both, compiled now."""
    own: Any = {
        "replays": EntryPoint(replays, (STATE, TABLES, TALLY, None, None, None, STATE)),
        "replays_reference": EntryPoint(replays_reference, (POSITION, TABLES, TALLY, None, None, None, POSITION)),
    }
    loaded = LoadedObject(compile_here(own))
    return Native(HERE, loaded.address, loaded)
