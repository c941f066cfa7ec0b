"""Blocks of games, compiled."""

from typing import Any

import numpy as np

from monopoly_lab.batch.block import Block, Start
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
from monopoly_lab.batch.notes import ANSWERS, note_game
from monopoly_lab.batch.own import as_styles
from monopoly_lab.rules import State


def _play_games(
    start: Any, tables: Any, tally: Any, styles: Any, luck: Any, rows: Any, notes: Any, work: Any, kept: Any
) -> None:
    """`luck`: seed, first game, last round, most answers, round begun in, width; `kept`: the games stand in `work`.

    `notes` and the last two of `luck` are those of `loops.play`.
    """
    style = pointer(styles)
    for g in range(len(rows)):
        i = g
        if not kept:
            i = 0
            work[0] = start[0]
        s = work[i]
        n = play(
            s,
            tables,
            tally[0],
            style,
            luck[0],
            luck[1] + g,
            luck[2],
            luck[3] - rows[g, ANSWERS],
            notes,
            luck[4],
            luck[5],
        )
        note_game(s, tables[s.stage - tables[0].stage], rows, g, n)


link(play, OPTIONS)
play_games = entry(_play_games, nogil=True)


class CompiledGames:
    """The games of a block; without `keep` they are played to their end at once, in one record after another."""

    def __init__(self, start: Start, seed: int, block: Block, keep: bool) -> None:
        self.start, self.seed, self.block = start, seed, block
        self.first = to_record(start.state, STATE)
        self.tables = to_records(start.tables)
        self.styles = as_styles(start.styles)
        self.work = np.repeat(self.first, len(block.rows) if keep else 1)
        self.keep = keep

    def play(self, last: int) -> None:
        """Play every game until round `last` has ended."""
        start, block = self.start, self.block
        tally = new_tally(len(block.tally))
        luck = as_array((self.seed, block.first, last, start.answers, start.begun, start.width))
        play_games(
            self.first,
            self.tables,
            tally,
            self.styles,
            luck,
            block.rows,
            block.notes,
            self.work,
            self.keep,
        )
        block.tally += rows_of(tally)[: len(block.tally)]

    def state(self, g: int) -> State:
        return to_state(self.work[g], self.start.state)
