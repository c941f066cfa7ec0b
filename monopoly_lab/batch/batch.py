"""Whole games by the thousand, from one start, each with its own luck.

A game is known by the seed and its number, so it comes out the same however the games are
split over calls, processes or machines, in plain Python and compiled.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import NamedTuple

from monopoly_lab.batch.loops import play
from monopoly_lab.batch.tally import ROWS, Tally, by_cause, by_event
from monopoly_lab.codes import node
from monopoly_lab.editions.tables import SEATS
from monopoly_lab.messages import say
from monopoly_lab.players.style import KIND, PERSON, STYLE
from monopoly_lab.rules import State, Tables

COMPILED_FROM = 200  # games; fewer are played before a compiler has begun
ROUNDS = 1_000
ANSWERS = 100_000
PORTION = 1_000  # games whose final positions are held as records at a time


class Result(NamedTuple):
    """How a game ended: `winner` is a seat, -1 for none; `answers` counts choices, throws and cards."""

    game: int
    over: bool
    winner: int
    rounds: int
    turns: int
    answers: int
    bankruptcies: int
    cash: tuple[int, ...]


@dataclass
class Batch:
    """What became of the games: a row a game, the tally of all of them, final positions if asked for."""

    results: list[Result]
    rows: list[list[int]] = field(repr=False)
    finals: list[State] = field(default_factory=list, repr=False)

    @property
    def events(self) -> dict[str, tuple[int, int]]:
        """By event: how often, and the sum of its amounts."""
        return by_event(self.rows)

    @property
    def payments(self) -> dict[str, tuple[int, int]]:
        """By cause: how many payments, and how much money."""
        return by_cause(self.rows)


def batch(
    t: Tables,
    start: State,
    styles: Sequence[int],
    seed: int,
    games: int,
    first: int = 0,
    rounds: int = ROUNDS,
    answers: int = ANSWERS,
    finals: bool = False,
    compiled: bool | None = None,
) -> Batch:
    """Play games number `first` to `first + games - 1` from `start` to their end.

    `styles` are the rows of `players.style_of`, one after another, one a seat. A game that
    has not ended after `rounds` rounds, or after so many answers, is left as it stands.
    `finals` keeps the final positions. `compiled`: None compiles from `COMPILED_FROM` games
    on, where numba is there; the results are the same.
    """
    _check(start, styles, seed, first, games)
    if compiled is None:
        compiled = games >= COMPILED_FROM and find_spec("numba") is not None
    found = Batch([], [[0, 0] for _ in range(ROWS)])
    if compiled:
        from monopoly_lab.batch import compiled_batch

        for begin in range(first, first + games, PORTION):
            number = min(PORTION, first + games - begin)
            compiled_batch.add(found, t, start, styles, seed, begin, number, rounds, answers, finals)
    else:
        _add(found, t, start, styles, seed, first, games, rounds, answers, finals)
    return found


def _add(
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
    tally = Tally()
    row = list(styles)
    for game in range(first, first + games):
        s = start.copy()
        given = play(s, t, tally, row, seed, game, rounds, answers)
        found.results.append(result(s, game, given))
        if finals:
            found.finals.append(s)
    merge(found, tally.rows)


def result(s: State, game: int, answers: int) -> Result:
    """The row of a game from its final position."""
    over = s.node == node.OVER
    return Result(game, over, s.winner, s.round, s.turn, answers, s.bankruptcies, tuple(s.cash[: s.seats]))


def merge(found: Batch, rows: Sequence[Sequence[int]]) -> None:
    """Add a tally to the one of the batch."""
    for mine, other in zip(found.rows, rows):
        mine[0] += int(other[0])
        mine[1] += int(other[1])


def _check(start: State, styles: Sequence[int], seed: int, first: int, games: int) -> None:
    """ValueError for what no game can be played from."""
    if len(styles) < start.seats * STYLE or len(styles) > SEATS * STYLE:
        raise ValueError(say("batch.styles_length", value=len(styles), style=STYLE, seats=start.seats))
    persons = [p for p in range(start.seats) if styles[p * STYLE + KIND] == PERSON]
    if persons:
        raise ValueError(say("batch.no_strategy", seats=", ".join(map(str, persons))))
    if not 0 <= seed < 2**63 or not 0 <= first <= first + games < 2**63:
        raise ValueError(say("batch.bad_numbers", seed=seed, first=first, games=games))
