"""The jobs of an experiment: a block of numbered games of one plan, or of several arms side by side.

A job travels to a thread, a process or another machine, and what comes back is the same everywhere.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np

from monopoly_lab.batch.block import Array, Block, Look, new_block, played
from monopoly_lab.batch.blocks import is_compiled, play_block
from monopoly_lab.batch.many import COMPILED_FROM
from monopoly_lab.batch.notes import ANSWERS, OVER, ROUND, SLOTS, round_slot
from monopoly_lab.batch.warming import is_ready
from monopoly_lab.errors import ExperimentError, FailedGame, StrategyError
from monopoly_lab.experiments.functions import FunctionGames, failure
from monopoly_lab.experiments.plan import Plan
from monopoly_lab.game.position import Position
from monopoly_lab.messages import say
from monopoly_lab.players.watch import LIMIT
from monopoly_lab.rules import State

BLOCK = 500  # games
SLOW_BLOCK = 10  # games in which a function plays
FIRSTS = 2**32  # games apart at least are the first ones of tables and arms
USUAL_ROUNDS = 40  # of a whole game
WORTH_COMPILING = 40_000  # rounds: half a minute in plain Python, as long as the compiler takes
Measure = Callable[[Position], float]


@dataclass
class Seen:
    """What a user's measure has given: sums by round, and the last value of each game."""

    games: Array = field(default_factory=lambda: np.zeros(SLOTS, np.int64))
    total: Array = field(default_factory=lambda: np.zeros(SLOTS))
    squares: Array = field(default_factory=lambda: np.zeros(SLOTS))
    last: Array = field(default_factory=lambda: np.zeros(0))


@dataclass
class Played:
    """A block with what the user's measures have seen of it."""

    block: Block
    seen: dict[str, Seen] = field(default_factory=dict)


def play(plan: Plan, measures: Mapping[str, Measure], seed: int, first: int, games: int, compiled: bool) -> Played:
    """The games `first` to `first + games - 1` of a seed."""
    look = Looking(plan, measures, seed, first, games) if measures else None
    if plan.has_functions:
        block = new_block(plan.start, first, games)
        played(FunctionGames(plan, seed, block, LIMIT, look is not None), plan.start, block, look)
    elif plan.has_own:
        block = _checked(plan, seed, first, games, compiled, look)
    else:
        block = play_block(plan.start, seed, first, games, compiled, look)
    return Played(block, look.seen() if look else {})


def _checked(plan: Plan, seed: int, first: int, games: int, compiled: bool, look: Look | None) -> Block:
    """A block with own strategies that compile: where one has answered what the rules refuse, its game has stopped."""
    stopped: Iterable[int] = range(games)
    if compiled and first % FIRSTS == 0:  # compiled code does not see that a strategy writes
        _step_through(plan, seed, first)
    try:
        block = play_block(plan.start, seed, first, games, compiled, look)
        left = (block.rows[:, OVER] == 0) & (block.rows[:, ROUND] <= plan.start.last)
        stopped = np.flatnonzero(left & (block.rows[:, ANSWERS] < plan.start.answers)).tolist()
        if not stopped:
            return block
    except FailedGame:
        raise
    except StrategyError as problem:
        if compiled:  # the compiler's word
            raise
        told = problem
    for g in stopped:
        _step_through(plan, seed, first + g)
    number = first + next(iter(stopped))
    raise StrategyError(say("strategy_error.own_differs", number=number, seed=seed)) if compiled else told


def _step_through(plan: Plan, seed: int, number: int) -> None:
    """Play a game step by step; FailedGame where a strategy fails."""
    game = plan.numbered(seed, number)
    try:
        while game.round <= plan.start.last and game.advance():
            pass
    except StrategyError as failed:
        raise failure(game, failed) from failed


class Looking:
    """Shows each position to the user's measures, and adds up what they say."""

    def __init__(self, plan: Plan, measures: Mapping[str, Measure], seed: int, first: int, games: int) -> None:
        self.plan, self.measures, self.seed, self.first = plan, measures, seed, first
        self.values: dict[str, dict[int, list[float]]] = {name: {} for name in measures}
        self.last = {name: np.zeros(games) for name in measures}

    def __call__(self, g: int, r: int, s: State) -> None:
        position = Position(self.plan.edition, self.plan.start.tables.at(s.stage), s, self.plan.players)
        slot = round_slot(r - self.plan.start.begun + 1)
        for name, measure in self.measures.items():
            value = self._value(name, measure, position, g, r)
            self.last[name][g] = value
            if slot >= 0:
                self.values[name].setdefault(slot, []).append(value)

    def _value(self, name: str, measure: Measure, position: Position, g: int, r: int) -> float:
        try:
            value = float(measure(position))
        except (Exception, SystemExit) as problem:
            text = say(
                "experiment.measure_failed",
                measure=name,
                number=self.first + g,
                seed=self.seed,
                round=r,
                reason=f"{type(problem).__name__}: {problem}",
            )
            raise ExperimentError(text) from problem
        if not math.isfinite(value):
            text = say("experiment.measure_value", measure=name, number=self.first + g, seed=self.seed, value=value)
            raise ExperimentError(text)
        return value

    def seen(self) -> dict[str, Seen]:
        """Sums that do not depend on the order of the games within the block."""
        found = {}
        for name, values in self.values.items():
            seen = found[name] = Seen(last=self.last[name])
            for slot, entries in values.items():
                seen.games[slot] = len(entries)
                seen.total[slot] = math.fsum(entries)
                seen.squares[slot] = math.fsum(value * value for value in entries)
        return found


def measures_of(measures: object) -> dict[str, Measure]:
    """The user's measures by name: a function, several, or a mapping from a name to a function."""
    if isinstance(measures, Mapping):
        found = dict(measures)
    else:
        several = measures if isinstance(measures, Sequence) else (measures,)
        found = {getattr(function, "__name__", repr(function)): function for function in several}
        if len(found) < len(several):
            raise ExperimentError(say("experiment.same_measures"))
    for name, function in found.items():
        if not callable(function):
            raise ExperimentError(say("experiment.bad_measure", value=repr(name)))
    return found


def checked_games(games: object, least: int = 1) -> int:
    if isinstance(games, bool) or not isinstance(games, int) or not least <= games < 2**40:
        raise ExperimentError(say("experiment.bad_games", value=repr(games), least=least))
    return games


def cut(first: int, games: int, slow: bool = False) -> Iterator[tuple[int, int]]:
    """`(first, games)` of each block; blocks begin at multiples of their size, so that they are the same ever after."""
    last, size = first + games, SLOW_BLOCK if slow else BLOCK
    while first < last:
        number = min(size - first % size, last - first)
        yield first, number
        first += number


def compiles(plans: Iterable[Plan], games: int) -> bool:
    """True where this number of games should be compiled; those of functions never are."""
    plans = list(plans)
    if any(plan.has_functions for plan in plans):
        return False
    if games * len(plans) < COMPILED_FROM:
        return False
    work = sum(games * min(plan.start.last - plan.start.begun + 1, USUAL_ROUNDS) for plan in plans)
    return is_compiled(games, None, 1) and (work >= WORTH_COMPILING or is_ready())


def opened(failed: FailedGame, plan: Plan) -> FailedGame:
    """The same failure with its game, played once more up to where the strategy failed."""
    game = plan.numbered(failed.seed, failed.number)
    with suppress(StrategyError):  # of a strategy that does not choose the same again
        while game.answered < failed.answered and not game.over:
            game.advance()
    failed.game = game
    return failed
