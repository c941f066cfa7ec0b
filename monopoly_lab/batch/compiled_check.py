"""The compiled form of wild play."""

from typing import Any

import numpy as np

from monopoly_lab.batch import wild
from monopoly_lab.batch.compiled import OPTIONS, STATE, entry, new_tally, rows_of, to_record, to_records
from monopoly_lab.batch.linking import link
from monopoly_lab.batch.tally import ROWS
from monopoly_lab.batch.variety import Setting
from monopoly_lab.rules.state import FIELDS

NUMBERS = sum(max(length, 1) for length in FIELDS.values())  # the position, without scratch


def _sum_of_products(s, raw):
    total = 0
    for i in range(NUMBERS):
        total = total * 1_000_003 + raw[i]
    return total


link(wild.seal, OPTIONS, _sum_of_products)


def _play_all(start: Any, tables: Any, tally: Any, work: Any, raw: Any, slot: Any, luck: Any, found: Any) -> None:
    """`luck`: seed, first game, most rounds, most steps; `found[i]`: steps, code, final node, rounds."""
    for i in range(len(found)):
        work[0] = start[0]
        steps, code = wild.play_wildly(work[0], tables, tally[0], raw, slot, luck[0], luck[1] + i, luck[2], luck[3])
        found[i, 0] = steps
        found[i, 1] = code
        found[i, 2] = work[0].node
        found[i, 3] = work[0].round


play_all = entry(_play_all)


def play_wildly(
    setting: Setting, seed: int, first: int, games: int, rounds: int, steps: int
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """`(found, tally, last position)`; a row of `found` a game: steps, code, final node, rounds."""
    work = np.zeros(1, STATE)
    found = np.zeros((games, 4), np.int64)
    tally = new_tally(ROWS)
    slot = np.zeros(wild.SLOT, np.int64)
    luck = np.array((seed, first, rounds, steps), np.int64)
    start, tables = to_record(setting.start, STATE), to_records(setting.tables)
    play_all(start, tables, tally, work, work.view(np.int64), slot, luck, found)
    return found, rows_of(tally)[:ROWS], work
