"""The compiled form of a batch: the games of `compiled_blocks` with nothing noted of their rounds."""

import numpy as np

from monopoly_lab.batch import notes
from monopoly_lab.batch.compiled import STATE, as_array, new_tally, rows_of, to_record, to_records, to_state
from monopoly_lab.batch.compiled_blocks import play_games
from monopoly_lab.batch.own import as_styles
from monopoly_lab.batch.tally import ROWS, Batch, Order, Result, merge

NOTHING = np.zeros((0, 0, 0), np.int64)


def add(found: Batch, order: Order, first: int, games: int) -> None:
    """Play the games and add what became of them to the batch."""
    start, seats = to_record(order.start, STATE), order.start.seats
    rows = np.zeros((games, notes.COLUMNS), np.int64)
    work = np.repeat(start, games if order.finals else 1)
    tally = new_tally(ROWS)
    luck = as_array((order.seed, first, order.rounds, order.answers, 1, 0))
    styles = as_styles(order.styles)
    play_games(start, to_records(order.tables), tally, styles, luck, rows, NOTHING, work, order.finals)
    for game, row in enumerate(rows[:, : notes.CASH + seats].tolist(), first):
        over, winner, last, turns, given, bankruptcies, *cash = row
        found.results.append(Result(game, bool(over), winner, last, turns, given, bankruptcies, tuple(cash)))
    if order.finals:
        found.finals += [to_state(record, order.start) for record in work]
    merge(found, rows_of(tally)[:ROWS].tolist())
