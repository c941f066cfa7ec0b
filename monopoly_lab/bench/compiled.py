"""Both machines compiled: loops that play recorded answers so many times."""

from typing import Any

import numpy as np

from monopoly_lab.batch.compiled import OPTIONS, STATE, TABLES, add, dtype_of, entry, new_tally, to_record
from monopoly_lab.batch.linking import link
from monopoly_lab.bench import reference, replay

__all__ = ["POSITION", "STATE", "TABLES", "new_tally", "replay_once", "replays", "replays_reference", "to_record"]

POSITION = dtype_of(reference.FIELDS)


def _count(log, event, a, b, x):
    add(log, event, x)


link(reference.note, OPTIONS, _count)
for function in reference.MACHINE:
    link(function, OPTIONS)


def _replays(start: Any, tables: Any, log: Any, answers: Any, begins: Any, times: int) -> None:
    work = np.empty(1, start.dtype)
    for _ in range(times):
        for i in range(len(begins) - 1):
            work[0] = start[0]
            replay.replay(work[0], tables[0], log[0], answers, begins[i], begins[i + 1])


def _replays_reference(start: Any, tables: Any, log: Any, answers: Any, begins: Any, times: int) -> None:
    work = np.empty(1, start.dtype)
    for _ in range(times):
        for i in range(len(begins) - 1):
            work[0] = start[0]
            replay.replay_reference(work[0], tables[0], log[0], answers, begins[i], begins[i + 1])


replay_once = entry(replay.replay_reference)
replays = entry(_replays)
replays_reference = entry(_replays_reference)
