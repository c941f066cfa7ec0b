"""Block of numbered games from one position: its start, its records, and how it is played."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from monopoly_lab.editions.rule_tables import SEATS
from monopoly_lab.rules import State, Tables
from monopoly_lab.simulation import recorder as noting
from monopoly_lab.simulation.event_counts import LONG
from monopoly_lab.simulation.play_loop import MOST_ANSWERS

Array = np.ndarray[Any, Any]
BIDS_EACH = 400  # answers at auctions in a game, in the mean of a block; where there are more, it is played again
Look = Callable[[int, int, State], None]  # game within the block, round that has ended, position


@dataclass(frozen=True)
class Start:
    """What every game of an experiment begins with; it travels to other processes as it is."""

    tables: Tables
    state: State
    styles: tuple[int, ...]
    last: int  # the last round that is played
    width: int  # of a place of the histograms of wealth
    answers: int = MOST_ANSWERS
    keep_bids: bool = False

    @property
    def begun(self) -> int:
        """Return the first round that is counted."""
        return max(self.state.round, 1)


@dataclass
class Block:
    """Games number `first` to `first + len(rows) - 1`: `rows`, `notes`, `bids` as the module `recorder` writes them.

    When it is `played`, `bids` keeps its heading until the job is done.
    """

    first: int
    rows: Array
    tally: Array
    notes: Array
    bids: Array

    def __getstate__(self) -> tuple[Any, ...]:
        """Return what travels to another process: of the histograms, which are mostly empty, only the filled places."""
        filled = np.flatnonzero(self.notes)
        notes = (self.notes.shape, filled.astype(np.int32), self.notes.ravel()[filled])
        return self.first, self.rows, self.tally, *notes, self.bids

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.first, self.rows, self.tally, shape, filled, numbers, self.bids = state
        self.notes = np.zeros(shape, np.int64)
        self.notes.ravel()[filled] = numbers


def new_notes(start: Start) -> Array:
    """Return an array for the ends of rounds and for those of games in them, with one more table to sort in."""
    slots = min(start.last - start.begun + 1, noting.SLOTS)
    return np.zeros((2 * slots + 1, noting.SEAT + start.state.seats, noting.BINS), np.int64)


def merge(mine: Array, other: Array) -> None:
    """Add the notes of more games to `mine`, as if all of them had been noted there."""
    for i in np.flatnonzero(other[:, noting.HEAD].any(1)).tolist():
        merge_table(mine[i], other[i])


def merge_table(mine: Array, other: Array) -> None:
    """Merge one table into the other."""
    head, more = mine[noting.HEAD], other[noting.HEAD]
    least, most = (slice(first, first + SEATS) for first in (noting.LEAST, noting.MOST))
    lowest, highest = np.minimum(head[least], more[least]), np.maximum(head[most], more[most])
    if not more[noting.GAMES]:
        lowest, highest = head[least].copy(), head[most].copy()
    elif not head[noting.GAMES]:
        lowest, highest = more[least], more[most]
    mine += other
    head[least], head[most] = lowest, highest


class Games(Protocol):
    """The games of a block side by side, all of them played on to the end of the same round."""

    def play(self, last: int) -> None:
        """Play every game until round `last` has ended, and note it in the block."""

    def state(self, g: int) -> State:
        """Return where game `g` of the block stands."""


def new_bids(room: int) -> Array:
    """Return a heading and room for so many answers at auctions."""
    bids = np.zeros((1 + room, noting.BID_COLUMNS), np.int64)
    bids[0, noting.ROOM] = room
    return bids


def new_block(start: Start, first: int, games: int, bids_each: int = BIDS_EACH) -> Block:
    """Return a block in which nothing is noted yet, with room for `bids_each` answers at auctions a game, if any."""
    rows, tally = np.zeros((games, noting.COLUMNS), np.int64), np.zeros((LONG, 2), np.int64)
    return Block(first, rows, tally, new_notes(start), new_bids(games * bids_each if start.keep_bids else 0))


def played(games: Games, start: Start, block: Block, look: Look | None = None) -> Block:
    """Return the block when its games have been played to their end."""
    if look is None:
        games.play(start.last)
    else:
        _look_on(games, start, block, look)
    block.notes = block.notes[:-1]
    return block


def _look_on(games: Games, start: Start, block: Block, look: Look) -> None:
    """Play round by round, all games side by side, and call `look` after each round."""
    playing: Sequence[int] = range(len(block.rows))
    for last in range(start.begun, start.last + 1):
        games.play(last)
        for g in playing:
            look(g, last, games.state(g))
        playing = [g for g in playing if block.rows[g, noting.OVER] == 0 and block.rows[g, noting.ROUND] > last]
        if not playing:
            break
