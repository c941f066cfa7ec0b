"""Play blocks of numbered games, in plain Python or compiled, with the same result.

They need numpy, which small batches do without (`batches`). The thread or process makes no difference either. Games
played in this thread report their progress as they end; games in other threads and processes report nothing.
"""

from monopoly_lab.rules import State
from monopoly_lab.simulation.event_counts import Tally
from monopoly_lab.simulation.game_block import BIDS_EACH, AfterRound, Block, Start, new_block, play_to_end
from monopoly_lab.simulation.play_loop import play
from monopoly_lab.simulation.progress import tick
from monopoly_lab.simulation.recorder import ANSWERS, OVER, note_game


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
            noted = (block.notes, start.first_round, start.bin_width, block.bids, start.keep_bids)
            n = play(s, stages, tally, self.styles, self.seed, game, last, left, *noted)
            note_game(s, start.tables.at(s.stage), block.rows, g, n)
            if not was_over and (block.rows[g, OVER] or last >= start.last):
                tick()
        block.tally += tally.rows

    def state(self, g: int) -> State:
        """Return the position of a game."""
        return self.states[g]


def play_block(
    start: Start,
    seed: int,
    first: int,
    games: int,
    compiled: bool,
    after_round: AfterRound | None = None,
    bids_each: int = BIDS_EACH,
) -> Block:
    """Play games `first` to `first + games - 1` of a seed; `after_round` is called as `play_to_end` says."""
    block = new_block(start, first, games, bids_each)
    if not compiled:
        return play_to_end(PlainGames(start, seed, block), start, block, after_round)
    from monopoly_lab.simulation.compiled.blocks import CompiledGames

    return play_to_end(CompiledGames(start, seed, block, after_round is not None), start, block, after_round)
