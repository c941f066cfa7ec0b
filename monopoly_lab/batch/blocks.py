"""Blocks of numbered games from one position: a row a game, and counts of everything else.

The same block comes out of plain Python and compiled, in any thread or process.
"""

from importlib.util import find_spec

from monopoly_lab.batch.block import Block, Look, Start, new_block, played
from monopoly_lab.batch.plain_blocks import PlainGames


def is_compiled(games: int, compiled: bool | None, least: int) -> bool:
    """True where the games should be compiled: when asked for, or for many of them where numba is there."""
    return compiled if compiled is not None else games >= least and find_spec("numba") is not None


def play_block(start: Start, seed: int, first: int, games: int, compiled: bool, look: Look | None = None) -> Block:
    """Games `first` to `first + games - 1` of a seed; `look` sees each position at the end of each round."""
    block = new_block(start, first, games)
    if not compiled:
        return played(PlainGames(start, seed, block), start, block, look)
    from monopoly_lab.batch.compiled_blocks import CompiledGames

    return played(CompiledGames(start, seed, block, look is not None), start, block, look)
