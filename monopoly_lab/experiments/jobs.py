"""Define the jobs of an experiment: blocks of numbered games, and what a user's functions count in them.

A job runs in a thread, a process or on another machine, and its result is the same everywhere. Games in which a
function plays a seat are stepped in plain Python; each function is asked with its own view.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np

from monopoly_lab.common.errors import ExperimentError, FailedGame, StrategyError
from monopoly_lab.common.file_access import quoted, shortened
from monopoly_lab.common.messages import grouped, say
from monopoly_lab.constants import node
from monopoly_lab.experiments.bid_frames import bid_rows, value_at
from monopoly_lab.experiments.plan import Plan
from monopoly_lab.game.game import Game
from monopoly_lab.game.position import Position
from monopoly_lab.measures.game_measures import between_players
from monopoly_lab.players.time_limit import NoAnswer, Watch, prepare
from monopoly_lab.rules import State
from monopoly_lab.simulation.arrays import Array
from monopoly_lab.simulation.batches import COMPILED_FROM
from monopoly_lab.simulation.compiled.library import can_play_compiled
from monopoly_lab.simulation.event_counts import Tally
from monopoly_lab.simulation.game_block import BIDS_EACH, AfterRound, Block, new_block, play_to_end
from monopoly_lab.simulation.play_blocks import play_block
from monopoly_lab.simulation.progress import tick
from monopoly_lab.simulation.recorder import (
    ANSWERED,
    ANSWERS,
    BID_GAME,
    OVER,
    ROOM,
    ROUND,
    SLOTS,
    all_cash,
    end_round,
    next_slot,
    note_game,
    round_slot,
)


class FunctionGames:
    """The games of a block, as `simulation.game_block.RunningGames`; FailedGame for one that cannot be played on."""

    def __init__(self, plan: Plan, seed: int, block: Block, keep: bool) -> None:
        self.plan, self.seed, self.block, self.keep = plan, seed, block, keep
        self.games: dict[int, Game] = {}
        self.values: dict[int, dict[int, int]] = {}  # of lots to bidders, by game and answer

    def play(self, last: int) -> None:
        """Play every game until round `last` has ended."""
        tally = Tally(len(self.block.tally))
        prepare(self.plan.game.seats.values())
        with Watch(self.plan.limit) as watch:
            for g in range(len(self.block.rows)):
                game = self.games.pop(g, None) or self.plan.numbered_game(self.seed, self.block.first + g)
                was_over = game.over
                self._play_on(game, g, last, tally, watch)
                if not was_over and (game.over or last >= self.plan.start.last):
                    tick()
                if self.keep:
                    self.games[g] = game
                if self.plan.start.keep_bids and (game.over or last >= self.plan.start.last):
                    self._add_bids(bid_rows(game, self.plan.game.answered, self.values.pop(g)))
        self.block.tally += tally.rows

    def _add_bids(self, rows: Array) -> None:
        bids = self.block.bids = np.concatenate([self.block.bids, rows])
        bids[0, [ANSWERED, ROOM]] = len(bids) - 1

    def _play_on(self, game: Game, g: int, last: int, tally: Tally, watch: Watch) -> None:
        start, answered_before = self.plan.start, game.answered
        begin = heard = len(game.raw_events())
        r, held = game.round, all_cash(game.raw_state())
        left = start.answers - int(self.block.rows[g, ANSWERS])
        values = self.values.setdefault(g, {})
        while not game.over and game.round <= last and game.answered - answered_before < left:
            watch.begin()
            try:
                if start.keep_bids and game._s.node == node.BID:
                    values[game.answered] = value_at(game)
                game.advance()
            except (StrategyError, NoAnswer) as failed:
                raise failure(game, failed) from failed
            if game.round != r or game.over:
                held = self._note(game, r, heard, held, game.over)
                heard, r = len(game.raw_events()), game.round
        if 0 < left <= game.answered - answered_before and not game.over:
            self._note(game, r, heard, held, True)
        for entry in game.raw_events()[begin:]:
            tally.append(entry)
        note_game(game.raw_state(), game.tables, self.block.rows, g, game.answered - answered_before)

    def _note(self, game: Game, r: int, heard: int, held: int, ended: bool) -> int:
        """Note the round since event `heard`, begun with cash `held`, as `play_loop.play_stage`; return cash now."""
        start, s = self.plan.start, game.raw_state()
        paid, now = between_players(game.raw_events()[heard:]), all_cash(s)
        rounds = r - start.first_round + 1
        end_round(s, game.tables, self.block.notes, rounds, start.bin_width, paid, held + now, ended)
        return int(now)

    def state(self, g: int) -> State:
        """Return the position of a game, in numbers."""
        return self.games[g].raw_state()


def failure(game: Game, failed: BaseException) -> FailedGame:
    """Return what is raised for a game whose strategy fails; the game can be opened at this position."""
    text = say(
        "experiment.failed_game",
        number=game.number,
        seed=game.seed,
        round=game.round,
        waiting=game.waiting(),
        reason=failed,
    )
    return FailedGame(text, game.seed, game.number, game.answered)


# The jobs of an experiment: a block of numbered games of one plan, or of several arms side by side

BLOCK = 500  # games
SLOW_BLOCK = 10  # games in which a function plays
MOST_GAMES = 10_000_000  # at once: some minutes compiled, some days with functions; `more` goes on
NUMBERS_APART = 2**32  # at least, from the first game of a table or arm to that of the next
COUNTED = ALL, STILL_ON = "all", "still on"  # which games a figure by round counts
Measure = Callable[[Position], float]


@dataclass
class Seen:
    """Results of a user's measure: sums by `COUNTED` and by round, and the last value of each game."""

    games: Array = field(default_factory=lambda: np.zeros((len(COUNTED), SLOTS), np.int64))
    total: Array = field(default_factory=lambda: np.zeros((len(COUNTED), SLOTS)))
    squares: Array = field(default_factory=lambda: np.zeros((len(COUNTED), SLOTS)))
    last: Array = field(default_factory=lambda: np.zeros(0))


@dataclass
class Played:
    """A block with what the user's measures have seen of it."""

    block: Block
    seen: dict[str, Seen] = field(default_factory=dict)


def play(plan: Plan, measures: Mapping[str, Measure], seed: int, first: int, games: int, compiled: bool) -> Played:
    """Return the games `first` to `first + games - 1` of a seed."""
    bids_each = BIDS_EACH
    while True:
        found = _play(plan, measures, seed, first, games, compiled, bids_each)
        answered, room = found.block.bids[0, [ANSWERED, ROOM]].tolist()
        if answered <= room:
            bids = found.block.bids[1 : answered + 1]
            found.block.bids = bids[np.argsort(bids[:, BID_GAME], kind="stable")]  # measuring goes round by round
            return found
        bids_each = -(-answered // games)


def _play(
    plan: Plan, measures: Mapping[str, Measure], seed: int, first: int, games: int, compiled: bool, bids_each: int
) -> Played:
    """Play with room for `bids_each` answers at auctions a game; the heading says whether that was enough."""
    measuring = Measuring(plan, measures, seed, first, games) if measures else None
    if plan.has_functions or (plan.has_compiled_strategy and plan.limit is not None and not compiled):
        block = new_block(plan.start, first, games, 0)
        play_to_end(FunctionGames(plan, seed, block, measuring is not None), plan.start, block, measuring)
    elif plan.has_compiled_strategy:
        block = _play_checked(plan, seed, first, games, compiled, measuring, bids_each)
    else:
        block = play_block(plan.start, seed, first, games, compiled, measuring, bids_each)
    return Played(block, measuring.sums_by_measure() if measuring else {})


def _play_checked(
    plan: Plan, seed: int, first: int, games: int, compiled: bool, measuring: AfterRound | None, bids_each: int
) -> Block:
    """Play a block with own strategies that compile: a game whose strategy answered against the rules has stopped."""
    to_check: Iterable[int] = range(games)  # games in which a strategy has failed, as far as is known
    if compiled and first % NUMBERS_APART == 0:  # compiled code does not see that a strategy writes
        _step_through(plan, seed, first)
    try:
        block = play_block(plan.start, seed, first, games, compiled, measuring, bids_each)
        left = (block.rows[:, OVER] == 0) & (block.rows[:, ROUND] <= plan.start.last)
        to_check = np.flatnonzero(left & (block.rows[:, ANSWERS] < plan.start.answers)).tolist()
        if not to_check:
            return block
    except FailedGame:
        raise
    except StrategyError as problem:
        if compiled:  # the compiler's word
            raise
        told = problem
    for g in to_check:
        _step_through(plan, seed, first + g)
    number = first + next(iter(to_check))
    raise StrategyError(say("strategy_error.own_differs", number=number, seed=seed)) if compiled else told


def _step_through(plan: Plan, seed: int, number: int) -> None:
    """Play a game step by step; FailedGame where a strategy fails."""
    game = plan.numbered_game(seed, number)
    try:
        with Watch(plan.limit) as watch:
            while game.round <= plan.start.last and game.advance():
                watch.begin()
    except (StrategyError, NoAnswer) as failed:
        raise failure(game, failed) from failed


class Measuring:
    """Shows each position to the user's measures, and adds up what they say."""

    def __init__(self, plan: Plan, measures: Mapping[str, Measure], seed: int, first: int, games: int) -> None:
        self.plan, self.measures, self.seed, self.first = plan, measures, seed, first
        self.values: dict[str, dict[int, list[float]]] = {name: {} for name in measures}
        self.last = {name: np.zeros(games) for name in measures}
        self.ended: dict[int, list[int]] = {}  # games by the first slot after their end

    def __call__(self, g: int, r: int, s: State) -> None:
        position = Position(self.plan.edition, self.plan.start.tables.at(s.stage), s, self.plan.players)
        slot = round_slot(r - self.plan.start.first_round + 1)
        is_on = s.node != node.OVER and s.round > r
        if not is_on:
            self.ended.setdefault(next_slot(r - self.plan.start.first_round + 1), []).append(g)
        for name, measure in self.measures.items():
            value = self._value(name, measure, position, g, r)
            self.last[name][g] = value
            if slot >= 0 and is_on:
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

    def sums_by_measure(self) -> dict[str, Seen]:
        """Return sums that do not depend on the order of the games within the block."""
        found = {}
        for name, values in self.values.items():
            seen = found[name] = Seen(last=self.last[name])
            over: list[float] = []
            for slot in range(SLOTS):
                over += [float(seen.last[g]) for g in self.ended.get(slot, ())]
                on = values.get(slot, [])
                for counted, entries in enumerate((over + on, on)):
                    seen.games[counted, slot] = len(entries)
                    seen.total[counted, slot] = math.fsum(entries)
                    seen.squares[counted, slot] = math.fsum(value * value for value in entries)
        return found


def measures_of(measures: object) -> dict[str, Measure]:
    """Return the user's measures by name: a function, several, or a mapping from a name to a function."""
    if isinstance(measures, Mapping):
        found = dict(measures)
    else:
        several = measures if isinstance(measures, Sequence) else (measures,)
        found = {getattr(function, "__name__", repr(function)): function for function in several}
        if len(found) < len(several):
            raise ExperimentError(say("experiment.same_measures"))
    for name, function in found.items():
        if not callable(function):
            raise ExperimentError(say("experiment.bad_measure", value=quoted(name)))
    return found


def checked_games(games: object, least: int = 1, most: int = MOST_GAMES) -> int:
    """Return the number of games; ExperimentError for none, and for more than can be waited for."""
    if isinstance(games, bool) or not isinstance(games, int) or games < least:
        raise ExperimentError(say("experiment.bad_games", value=quoted(games), least=least))
    if games > most:
        key = "experiment.too_many_games" if most == MOST_GAMES else "experiment.too_many_looks"
        raise ExperimentError(say(key, value=shortened(grouped(games)), most=grouped(most)))
    return games


def split_into_blocks(first: int, games: int, slow: bool = False) -> Iterator[tuple[int, int]]:
    """Yield `(first, games)` of each block; blocks begin at multiples of their size, so that later runs cut alike."""
    last, size = first + games, SLOW_BLOCK if slow else BLOCK
    while first < last:
        number = min(size - first % size, last - first)
        yield first, number
        first += number


def runs_compiled(plans: Iterable[Plan], games: int) -> bool:
    """Return True where so many games of each plan are played compiled; those of functions never are."""
    plans = list(plans)
    if any(plan.has_functions for plan in plans) or games * len(plans) < COMPILED_FROM:
        return False
    return all(can_play_compiled(plan.start.styles) for plan in plans)


def replayed_failure(failed: FailedGame, plan: Plan) -> FailedGame:
    """Return the failure with its game, played once more up to where the strategy failed."""
    game = plan.numbered_game(failed.seed, failed.number)
    with suppress(StrategyError):  # of a strategy that does not choose the same again
        while game.answered < failed.answered and not game.over:
            game.advance()
    failed.game = game
    return failed
