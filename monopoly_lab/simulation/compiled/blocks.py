"""Play compiled: blocks of games, and throws of a single token. Needs no compiler."""

from collections.abc import Sequence
from copy import copy
from typing import Any

import numpy as np

from monopoly_lab import rules
from monopoly_lab.players.parameters import KIND, OWN, STYLE
from monopoly_lab.rules import State, Tables, empty
from monopoly_lab.rules.state import LISTS, NUMBERS, make_copier
from monopoly_lab.simulation import recorder, single_token
from monopoly_lab.simulation.arrays import Array
from monopoly_lab.simulation.compiled.library import is_available, required_library
from monopoly_lab.simulation.compiled.records import (
    STATE,
    TABLES,
    as_array,
    new_tally,
    places,
    rows_of,
    to_record,
    to_records,
    to_state,
)
from monopoly_lab.simulation.event_counts import ROWS, Batch, Order, Result, Tally, merge
from monopoly_lab.simulation.game_block import Block, Start
from monopoly_lab.simulation.single_token import PURSE

PLAIN = 2_000  # throws that are not worth loading compiled rules
Counts = np.ndarray[Any, np.dtype[np.int64]]


class NullLog:
    """A log that forgets."""

    def append(self, entry: tuple[int, ...]) -> None: ...


def throw_tokens(t: Tables, plan: Sequence[int], games: int, throws: int, warm_up: int, seed: int) -> Counts:
    """Return how often throws end on each space, by game: int[games, 2 * spaces], the second half of held tokens.

    Each game throws `warm_up` times from GO, uncounted, and then `throws` times; `plan` as in `single_token`.
    """
    if games * (throws + warm_up) <= PLAIN or not is_available():
        return roll_plain(t, plan, games, throws, warm_up, seed)
    return roll_compiled(t, plan, games, throws, warm_up, seed)


def opening(t: Tables) -> State:
    """Return a position in which one seat owns everything and has money for all."""
    s = empty(t, 1)
    rules.start(s, t, [])
    s.cash[0] = PURSE
    single_token.own_all(s, t)
    return s


def roll_plain(t: Tables, plan: Sequence[int], games: int, throws: int, warm_up: int, seed: int) -> Counts:
    """Roll and count in plain Python."""
    counts = np.zeros((games, 2 * t.spaces), np.int64)
    for game in range(games):
        s, log, ends = opening(t), Tally(), [0] * (2 * t.spaces)
        single_token.roll_repeatedly(s, t, log, log.rows, plan, seed, game, warm_up, [0] * (2 * t.spaces))
        single_token.roll_repeatedly(s, t, log, log.rows, plan, seed, game, throws, ends)
        counts[game] = ends
    return counts


def roll_compiled(t: Tables, plan: Sequence[int], games: int, throws: int, warm_up: int, seed: int) -> Counts:
    """Roll and count by the compiled rules, one game after another."""
    found = required_library()
    tables, first, wishes = to_record(t, TABLES), to_record(opening(t), STATE), as_array(plan)
    counts, uncounted = np.zeros((games, 2 * t.spaces), np.int64), np.zeros(2 * t.spaces, np.int64)
    tally = new_tally(ROWS)
    for game in range(games):
        numbers = as_array((seed, game, warm_up, throws, t.spaces))
        found.call("throw_tokens", first.copy(), tables, tally, wishes, numbers, counts[game], uncounted)
    return counts


copy_shared = make_copier(())  # every list is replaced
NO_NOTES = np.zeros((0, 0, 0), np.int64)
NO_BIDS = np.zeros((1, recorder.BID_COLUMNS), np.int64)
Limits = tuple[int, int, int, int]


class Compiled:
    """Games that begin alike, in the form in which the compiled rules play them."""

    def __init__(self, tables: Tables, state: State, styles: Sequence[int], seed: int, games: int, keep: bool) -> None:
        """Raise StrategyError for an own strategy that cannot be compiled. `keep`: each game stands in a record."""
        # The tables of one stage are not copied once more, which took a twelfth of the time of short games.
        self.tables = to_record(tables, TABLES) if tables.later is None else to_records(tables)
        self.first = to_record(state, STATE)
        self.styles, self.seed, self.keep = addressed(styles), seed, keep
        self.work = np.repeat(self.first, games if keep else 1)

    def begun_at(self, state: State) -> "Compiled":
        """Return games from another position, none of them kept; these and those are played one after another."""
        found = copy(self)
        found.first, found.keep = to_record(state, STATE), False
        found.work = found.first.copy()
        return found

    def rows(self, first: int, games: int, limits: Limits) -> Array:
        """Play so many games, with nothing noted of their rounds, and return their rows."""
        rows = np.zeros((games, recorder.COLUMNS), np.int64)
        self.play(rows, NO_NOTES, new_tally(ROWS), first, limits)
        return rows

    def play(self, rows: Array, notes: Array, tally: Array, first: int, limits: Limits, bids: Array = NO_BIDS) -> None:
        """Play the games of `rows` on; `limits`: last round, most answers, round begun in, width."""
        required_library().call("play_games", *self.arrays(rows, notes, tally, first, limits, bids))

    def arrays(
        self, rows: Array, notes: Array, tally: Array, first: int, limits: Limits, bids: Array = NO_BIDS
    ) -> list[Array]:
        """Return what the entry point `play_games` is called with."""
        numbers = (self.seed, first, len(rows), *limits, *notes.shape[:2], len(self.tables), int(self.keep))
        return [self.first, self.tables, tally, self.styles, as_array(numbers), rows, notes, self.work, bids]


def limits_of(start: Start, last: int | None = None) -> Limits:
    """Return last round, most answers, round begun in and width."""
    return start.last if last is None else last, start.answers, start.first_round, start.bin_width


def addressed(styles: Sequence[int]) -> Array:
    """Return the rows of all seats as compiled code reads them: own strategies by their address."""
    if OWN not in styles[KIND::STYLE]:
        return as_array(styles)
    from monopoly_lab.simulation.compiled.custom_strategy_addresses import as_styles

    return as_styles(styles)


class CompiledGames:
    """The games of a block; without `keep` they are played to their end at once, in one record after another."""

    def __init__(self, start: Start, seed: int, block: Block, keep: bool) -> None:
        self.start, self.block = start, block
        self._games = Compiled(start.tables, start.state, start.styles, seed, len(block.rows), keep)

    def play(self, last: int) -> None:
        """Play every game until round `last` has ended."""
        block = self.block
        tally = new_tally(len(block.tally))
        self._games.play(block.rows, block.notes, tally, block.first, limits_of(self.start, last), block.bids)
        block.tally += rows_of(tally)[: len(block.tally)]

    def state(self, g: int) -> State:
        """Return the position of a game."""
        return to_state(self._games.work[g], self.start.state)


def to_states(work: Array, like: State) -> list[State]:
    """Return records as plain states, as `records.to_state` does one by one, in a fraction of its time."""
    begins = {name: begin for name, begin, _ in places(STATE)}
    columns: list[int] = []  # a record has room for the longest lists of all editions
    lists, numbers = [], []
    for name in (*LISTS, *NUMBERS):
        length, at = len(getattr(like, name)) if name in LISTS else 1, len(columns)
        columns += range(begins[name], begins[name] + length)
        lists += [(name, at, at + length)] if name in LISTS else []
        numbers += [(name, at)] if name in NUMBERS else []
    states = []
    for row in work.view(np.int64).reshape(len(work), -1)[:, columns]:
        values, state = row.tolist(), copy_shared(like)
        for name, begin, end in lists:
            setattr(state, name, values[begin:end])
        for name, begin in numbers:
            setattr(state, name, values[begin])
        states.append(state)
    return states


def add(found: Batch, order: Order, first: int, games: int) -> None:
    """Play the games of a batch, with nothing noted of their rounds, and add what became of them."""
    played = Compiled(order.tables, order.start, order.styles, order.seed, games, order.finals)
    rows = np.zeros((games, recorder.COLUMNS), np.int64)
    tally = new_tally(ROWS)
    played.play(rows, NO_NOTES, tally, first, (order.rounds, order.answers, 1, 0))
    over, winner, last, turns, given, bankruptcies = rows[:, : recorder.CASH].T.tolist()
    cash = map(tuple, rows[:, recorder.CASH : recorder.CASH + order.start.seats].tolist())
    numbers = range(first, first + games)
    found.results += map(Result, numbers, map(bool, over), winner, last, turns, given, bankruptcies, cash)
    if order.finals:
        found.finals += to_states(played.work, order.start)
    merge(found, rows_of(tally)[:ROWS].tolist())
