"""Blocks of games in plain Python."""

from monopoly_lab.batch.block import Block, Start
from monopoly_lab.batch.loops import play
from monopoly_lab.batch.notes import ANSWERS, OVER, note_game
from monopoly_lab.batch.tally import Tally
from monopoly_lab.batch.ticking import tick
from monopoly_lab.rules import State


class PlainGames:
    """The games of a block side by side, each played on to the end of the same round."""

    def __init__(self, start: Start, seed: int, block: Block) -> None:
        self.start, self.seed, self.block = start, seed, block
        self.styles = list(start.styles)
        self.states = [start.state.copy() for _ in block.rows]

    def play(self, last: int) -> None:
        """Play every game until round `last` has ended."""
        start, block, tally = self.start, self.block, Tally(len(self.block.tally))
        stages = start.tables.stages
        for g, s in enumerate(self.states):
            left, was_over = start.answers - int(block.rows[g, ANSWERS]), bool(block.rows[g, OVER])
            game = block.first + g
            n = play(s, stages, tally, self.styles, self.seed, game, last, left, block.notes, start.begun, start.width)
            note_game(s, start.tables.at(s.stage), block.rows, g, n)
            if not was_over and (block.rows[g, OVER] or last >= start.last):
                tick()
        block.tally += tally.rows

    def state(self, g: int) -> State:
        return self.states[g]
