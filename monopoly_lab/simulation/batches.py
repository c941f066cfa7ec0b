"""Whole games by the thousand, from one start, each with its own luck.

A game is known by the seed and its number, so it comes out the same however the games are
split over calls, processes or machines, in plain Python and compiled (`rules.random_numbers.fate_of`).
"""

from collections.abc import Sequence

from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.messages import say
from monopoly_lab.editions.rule_tables import SEATS
from monopoly_lab.players.parameters import KIND, PERSON, STYLE
from monopoly_lab.rules import State, Tables
from monopoly_lab.simulation.event_counts import ROWS, Batch, Order, Tally, merge, result
from monopoly_lab.simulation.play_loop import MOST_ANSWERS, NOT_NOTED, play

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

    `styles` are the rows of `players.style_of`, one after another, one a seat. A game that has not ended after `rounds`
    rounds, or after so many answers, is left unfinished. `finals` keeps the final positions. `compiled`: None plays
    compiled from `COMPILED_FROM` games on, where that is possible; the results are the same.
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
        raise ArgumentError(say("simulation.styles_length", value=len(styles), style=STYLE, seats=start.seats))
    persons = [p for p in range(start.seats) if styles[p * STYLE + KIND] == PERSON]
    if persons:
        raise ArgumentError(say("simulation.no_strategy", seats=", ".join(map(str, persons))))
    if not 0 <= seed < 2**63 or not 0 <= first <= first + games < 2**63:
        raise ArgumentError(say("simulation.bad_numbers", seed=seed, first=first, games=games))
