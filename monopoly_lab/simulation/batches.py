"""Whole games by the thousand, from one start, each with its own luck; blocks of games, a row a game.

A game is known by the seed and its number, so it comes out the same however the games are
split over calls, processes or machines, in plain Python and compiled. Of blocks, games played in this thread report
their progress as they end; games in other threads and processes report nothing.
"""

from collections.abc import Sequence

from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.messages import say
from monopoly_lab.editions.rule_tables import SEATS
from monopoly_lab.players.parameters import KIND, PERSON, STYLE
from monopoly_lab.rules import State, Tables
from monopoly_lab.simulation.event_counts import ROWS, Batch, Order, Tally, merge, result
from monopoly_lab.simulation.game_block import BIDS_EACH, Block, Look, Start, new_block, played
from monopoly_lab.simulation.play_loop import MOST_ANSWERS, NOT_NOTED, play
from monopoly_lab.simulation.progress import tick
from monopoly_lab.simulation.recorder import ANSWERS, OVER, note_game

COMPILED_FROM = 50  # games; fewer need no numpy
MOST_ROUNDS = 1_000
PORTION = 1_000  # games whose final positions are held as records at a time


def batch(
    t: Tables,
    start: State,
    styles: Sequence[int],
    seed: int,
    games: int,
    first: int = 0,
    rounds: int = MOST_ROUNDS,
    answers: int = MOST_ANSWERS,
    finals: bool = False,
    compiled: bool | None = None,
) -> Batch:
    """Play games number `first` to `first + games - 1` from `start` to their end.

    `styles` are the rows of `players.style_of`, one after another, one a seat. A game that
    has not ended after `rounds` rounds, or after so many answers, is left as it stands.
    `finals` keeps the final positions. `compiled`: None plays compiled from `COMPILED_FROM` games
    on, where that is possible; the results are the same.
    """
    _check(start, styles, seed, first, games)
    found = Batch([], [[0, 0] for _ in range(ROWS)])
    order = Order(t, start, styles, seed, rounds, answers, finals)
    if compiled is None and games >= COMPILED_FROM:
        from monopoly_lab.simulation.compiled.library import can_play_compiled

        compiled = can_play_compiled(styles)
    if compiled:
        from monopoly_lab.simulation.compiled import blocks

        for begin in range(first, first + games, PORTION):
            blocks.add(found, order, begin, min(PORTION, first + games - begin))
    else:
        _add(found, order, first, games)
    return found


def _add(found: Batch, order: Order, first: int, games: int) -> None:
    tally = Tally()
    styles, stages = list(order.styles), order.tables.stages
    for game in range(first, first + games):
        s = order.start.copy()
        given = play(s, stages, tally, styles, order.seed, game, order.rounds, order.answers, *NOT_NOTED)
        found.results.append(result(s, game, given))
        if order.finals:
            found.finals.append(s)
    merge(found, tally.rows)


def _check(start: State, styles: Sequence[int], seed: int, first: int, games: int) -> None:
    """Check that games can be played from this start; ArgumentError if not."""
    if len(styles) < start.seats * STYLE or len(styles) > SEATS * STYLE:
        raise ArgumentError(say("batch.styles_length", value=len(styles), style=STYLE, seats=start.seats))
    persons = [p for p in range(start.seats) if styles[p * STYLE + KIND] == PERSON]
    if persons:
        raise ArgumentError(say("batch.no_strategy", seats=", ".join(map(str, persons))))
    if not 0 <= seed < 2**63 or not 0 <= first <= first + games < 2**63:
        raise ArgumentError(say("batch.bad_numbers", seed=seed, first=first, games=games))


# Blocks of games in plain Python


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
            noted = (block.notes, start.begun, start.width, block.bids, start.keep_bids)
            n = play(s, stages, tally, self.styles, self.seed, game, last, left, *noted)
            note_game(s, start.tables.at(s.stage), block.rows, g, n)
            if not was_over and (block.rows[g, OVER] or last >= start.last):
                tick()
        block.tally += tally.rows

    def state(self, g: int) -> State:
        """Return the position of a game."""
        return self.states[g]


# Blocks of numbered games from one position: a row a game, and counts of everything else


def play_block(
    start: Start,
    seed: int,
    first: int,
    games: int,
    compiled: bool,
    look: Look | None = None,
    bids_each: int = BIDS_EACH,
) -> Block:
    """Play games `first` to `first + games - 1` of a seed; `look` sees each position at the end of each round."""
    block = new_block(start, first, games, bids_each)
    if not compiled:
        return played(PlainGames(start, seed, block), start, block, look)
    from monopoly_lab.simulation.compiled.blocks import CompiledGames

    return played(CompiledGames(start, seed, block, look is not None), start, block, look)
