"""Wild play, compiled."""

import numpy as np

from monopoly_lab.simulation import random_play
from monopoly_lab.simulation.compiled.library import loaded
from monopoly_lab.simulation.compiled.records import STATE, Array, as_array, new_tally, rows_of, to_record, to_records
from monopoly_lab.simulation.event_counts import ROWS
from monopoly_lab.simulation.random_settings import Setting


def play_wildly(
    setting: Setting, seed: int, first: int, games: int, rounds: int, steps: int
) -> tuple[Array, Array, Array]:
    """Return `(found, tally, last position)`; a row of `found` a game: steps, code, final node, rounds."""
    work = np.zeros(1, STATE)
    found = np.zeros((games, 4), np.int64)
    tally = new_tally(ROWS)
    start, tables = to_record(setting.start, STATE), to_records(setting.tables)
    numbers = as_array((seed, first, games, rounds, steps, len(tables)))
    slot = np.zeros(random_play.SLOT, np.int64)
    loaded().call("play_wildly", start, tables, tally, work, work.view(np.int64), slot, numbers, found)
    return found, rows_of(tally)[:ROWS], work
