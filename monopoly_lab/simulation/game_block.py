"""Block of numbered games from one position: the start they share, their records, and how they are played."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from monopoly_lab.editions.rule_tables import SEATS
from monopoly_lab.rules import State, Tables
from monopoly_lab.simulation import recorder
from monopoly_lab.simulation.arrays import Array
from monopoly_lab.simulation.event_counts import LONG
from monopoly_lab.simulation.play_loop import MOST_ANSWERS

BIDS_EACH = 400  # room for answers at auctions, per game; a block that needs more is played again
AfterRound = Callable[[int, int, State], None]  # called with: game within the block, round that has ended, position


@dataclass(frozen=True)
class Start:
    """What all games of an experiment share; it can be pickled for other processes."""

    tables: Tables
    state: State
    styles: tuple[int, ...]
    last: int  # the last round that is played
    bin_width: int  # of the histograms of wealth, in money; 0: nothing is noted of the rounds
    answers: int = MOST_ANSWERS  # after which a game is left unfinished
    keep_bids: bool = False

    @property
    def first_round(self) -> int:
        """Return the first round that is counted."""
        return max(self.state.round, 1)


@dataclass
class Block:
    """Games number `first` to `first + len(rows) - 1`, with `rows`, `notes` and `bids` as `recorder` explains them.

    `tally` counts the events of all games together, see `event_counts`. After `play_to_end`, `bids` still has its
    heading, row 0, which `experiments.jobs` reads and removes.
    """

    first: int
    rows: Array
    tally: Array
    notes: Array
    bids: Array

    def __getstate__(self) -> tuple[Any, ...]:
        """Return the state for pickle: of the histograms, which are mostly empty, only the bins that are not 0."""
        filled = np.flatnonzero(self.notes)
        notes = (self.notes.shape, filled.astype(np.int32), self.notes.ravel()[filled])
        return self.first, self.rows, self.tally, *notes, self.bids

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.first, self.rows, self.tally, shape, filled, numbers, self.bids = state
        self.notes = np.zeros(shape, np.int64)
        self.notes.ravel()[filled] = numbers


def new_notes(start: Start) -> Array:
    """Return empty notes: a table for each slot of rounds, one for the games that ended in it, and a last one.

    In the last one `recorder.note_round` sorts. No tables where nothing is noted: they take megabytes a block.
    """
    if start.bin_width == 0:
        return np.zeros((0, recorder.SEAT + start.state.seats, recorder.BINS), np.int64)
    slots = min(start.last - start.first_round + 1, recorder.SLOTS)
    return np.zeros((2 * slots + 1, recorder.SEAT + start.state.seats, recorder.BINS), np.int64)


def merge(mine: Array, other: Array) -> None:
    """Add the notes of other games to `mine`, as if these games had been recorded there."""
    for i in np.flatnonzero(other[:, recorder.HEAD].any(1)).tolist():
        merge_table(mine[i], other[i])


def merge_table(mine: Array, other: Array) -> None:
    """Add the table `other` to `mine`."""
    head, more = mine[recorder.HEAD], other[recorder.HEAD]
    least, most = slice(recorder.LEAST, recorder.LEAST + SEATS), slice(recorder.MOST, recorder.MOST + SEATS)
    lowest, highest = np.minimum(head[least], more[least]), np.maximum(head[most], more[most])
    if not more[recorder.GAMES]:
        lowest, highest = head[least].copy(), head[most].copy()
    elif not head[recorder.GAMES]:
        lowest, highest = more[least], more[most]
    mine += other
    head[least], head[most] = lowest, highest


class RunningGames(Protocol):
    """Games of a block that are played side by side, round by round."""

    def play(self, last: int) -> None:
        """Play every game to the end of round `last`, and record it in the block."""

    def state(self, g: int) -> State:
        """Return the position of game `g` of the block."""


def new_bids(room: int) -> Array:
    """Return an empty array for `room` answers at auctions, with its heading."""
    bids = np.zeros((1 + room, recorder.BID_COLUMNS), np.int64)
    bids[0, recorder.ROOM] = room
    return bids


def new_block(start: Start, first: int, games: int, bids_each: int = BIDS_EACH) -> Block:
    """Return an empty block, with room for `bids_each` answers at auctions per game if the start keeps bids."""
    rows, tally = np.zeros((games, recorder.COLUMNS), np.int64), np.zeros((LONG, 2), np.int64)
    return Block(first, rows, tally, new_notes(start), new_bids(games * bids_each if start.keep_bids else 0))


def play_to_end(games: RunningGames, start: Start, block: Block, after_round: AfterRound | None = None) -> Block:
    """Play all games of the block to their end; return the block.

    `after_round` is called after each round, for each game that was still on when the round began.
    """
    if after_round is None:
        games.play(start.last)
    else:
        _play_by_rounds(games, start, block, after_round)
    block.notes = block.notes[:-1]
    return block


def _play_by_rounds(games: RunningGames, start: Start, block: Block, after_round: AfterRound) -> None:
    """Play round by round, all games side by side, and call `after_round` as `play_to_end` says."""
    playing: Sequence[int] = range(len(block.rows))
    for last in range(start.first_round, start.last + 1):
        games.play(last)
        for g in playing:
            after_round(g, last, games.state(g))
        playing = [g for g in playing if block.rows[g, recorder.OVER] == 0 and block.rows[g, recorder.ROUND] > last]
        if not playing:
            break
