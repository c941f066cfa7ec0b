"""The compiled form of the batch loop."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from monopoly_lab.batch.compiled import OPTIONS, STATE, TABLES, as_array, entry, to_record, to_state
from monopoly_lab.batch.linking import link
from monopoly_lab.batch.loops import play
from monopoly_lab.batch.tally import ROWS, Batch, Result, merge
from monopoly_lab.codes import node
from monopoly_lab.rules import State, Tables


def _play_all(start: Any, tables: Any, tally: Any, styles: Any, luck: Any, work: Any, given: Any) -> None:
    """`luck`: seed, first game, most rounds, most answers; `work[i]` becomes the final position of game i."""
    for i in range(len(work)):
        work[i] = start[0]
        given[i] = play(work[i], tables[0], tally, styles, luck[0], luck[1] + i, luck[2], luck[3])


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
    work = np.empty(games, STATE)
    given = np.zeros(games, np.int64)
    tally = np.zeros((ROWS, 2), np.int64)
    luck = as_array((seed, first, rounds, answers))
    play_all(to_record(start, STATE), to_record(t, TABLES), tally, as_array(styles), luck, work, given)
    found.results += results(work, first, given, start.seats)
    if finals:
        found.finals += [to_state(record, start) for record in work]
    merge(found, tally.tolist())


def results(work: np.ndarray[Any, Any], first: int, given: np.ndarray[Any, Any], seats: int) -> list[Result]:
    """The rows of games from their final positions."""
    columns = [work[name].tolist() for name in ("winner", "round", "turn")]
    over = (work["node"] == node.OVER).tolist()
    cash = work["cash"][:, :seats].tolist()
    rows = zip(over, *columns, given.tolist(), work["bankruptcies"].tolist(), map(tuple, cash))
    return [Result(first + i, *row) for i, row in enumerate(rows)]
