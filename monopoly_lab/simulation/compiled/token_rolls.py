"""One token thrown many times by the compiled rules, and where its throws end.

Small numbers run in plain Python, since a compiler takes longer than they do, and so does
everything where there is no compiler.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from monopoly_lab import rules
from monopoly_lab.rules import State, Tables, empty
from monopoly_lab.simulation import single_token
from monopoly_lab.simulation.compiled.library import is_available, loaded
from monopoly_lab.simulation.event_counts import ROWS, Tally
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
    from monopoly_lab.simulation.compiled.records import STATE, TABLES, as_array, new_tally, to_record

    found = loaded()
    tables, first, wishes = to_record(t, TABLES), to_record(opening(t), STATE), as_array(plan)
    counts, uncounted = np.zeros((games, 2 * t.spaces), np.int64), np.zeros(2 * t.spaces, np.int64)
    tally = new_tally(ROWS)
    for game in range(games):
        numbers = as_array((seed, game, warm_up, throws, t.spaces))
        found.call("throw_tokens", first.copy(), tables, tally, wishes, numbers, counts[game], uncounted)
    return counts
