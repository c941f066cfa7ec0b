"""The compiled form of the batch loop."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from monopoly_lab.batch.compiled import (
    OPTIONS,
    STATE,
    as_array,
    entry,
    new_tally,
    pointer,
    rows_of,
    to_record,
    to_records,
    to_state,
)
from monopoly_lab.batch.linking import link
from monopoly_lab.batch.loops import play
from monopoly_lab.batch.own import as_styles
from monopoly_lab.batch.tally import ROWS, Batch, Result, merge
from monopoly_lab.codes import node
from monopoly_lab.rules import State, Tables

# The columns of a row, before the cash of the seats.
OVER, WINNER, ROUND, TURN, ANSWERS, BANKRUPTCIES, CASH = range(7)


def _play_all(start: Any, tables: Any, tally: Any, styles: Any, luck: Any, work: Any, rows: Any, finals: Any) -> None:
    """`luck`: seed, first game, most rounds, most answers; `finals[i]`: its final position, if kept."""
    style = pointer(styles)
    for i in range(len(rows)):
        work[0] = start[0]
        s = work[0]
        rows[i, ANSWERS] = play(s, tables, tally[0], style, luck[0], luck[1] + i, luck[2], luck[3])
        rows[i, OVER] = s.node == node.OVER
        rows[i, WINNER] = s.winner
        rows[i, ROUND] = s.round
        rows[i, TURN] = s.turn
        rows[i, BANKRUPTCIES] = s.bankruptcies
        for p in range(s.seats):
            rows[i, CASH + p] = s.cash[p]
        if i < len(finals):
            finals[i] = s


link(play, OPTIONS)
play_all = entry(_play_all)


def add(
    found: Batch,
    t: Tables,
    start: State,
    styles: Sequence[int],
    seed: int,
    first: int,
    games: int,
    rounds: int,
    answers: int,
    finals: bool,
) -> None:
    """Play the games and add what became of them to the batch."""
    rows = np.zeros((games, CASH + start.seats), np.int64)
    kept = np.empty(games if finals else 0, STATE)
    tally = new_tally(ROWS)
    luck = as_array((seed, first, rounds, answers))
    begin, tables, work = to_record(start, STATE), to_records(t), np.empty(1, STATE)
    play_all(begin, tables, tally, as_styles(styles), luck, work, rows, kept)
    for game, row in enumerate(rows.tolist(), first):
        over, winner, last, turns, given, bankruptcies, *cash = row
        found.results.append(Result(game, bool(over), winner, last, turns, given, bankruptcies, tuple(cash)))
    found.finals += [to_state(record, start) for record in kept]
    merge(found, rows_of(tally)[:ROWS].tolist())
