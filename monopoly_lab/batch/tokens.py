"""One token thrown many times by the compiled rules, and where its throws end.

Small numbers run in plain Python, since a compiler takes longer than they do, and so does
everything where there is no compiler.
"""

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any

import numpy as np

from monopoly_lab import rules
from monopoly_lab.batch import lonely
from monopoly_lab.batch.lonely import PURSE
from monopoly_lab.batch.tally import ROWS, Tally
from monopoly_lab.rules import State, Tables, empty

PLAIN = 150_000  # throws that are not worth a compiler
Counts = np.ndarray[Any, np.dtype[np.int64]]


class Silent:
    """A log that forgets."""

    def append(self, entry: tuple[int, ...]) -> None: ...


def throw_tokens(t: Tables, plan: Sequence[int], games: int, throws: int, warm_up: int, seed: int) -> Counts:
    """How often throws end on each space, by game: int[games, 2 * spaces], the second half of held tokens.

    Each game throws `warm_up` times from GO, uncounted, and then `throws` times; `plan` as in `lonely`.
    """
    if games * (throws + warm_up) <= PLAIN or find_spec("numba") is None:
        return plain(t, plan, games, throws, warm_up, seed)
    return compiled(t, plan, games, throws, warm_up, seed)


def opening(t: Tables) -> State:
    s = empty(t, 1)
    rules.start(s, t, [])
    s.cash[0] = PURSE
    lonely.own_all(s, t)
    return s


def plain(t: Tables, plan: Sequence[int], games: int, throws: int, warm_up: int, seed: int) -> Counts:
    """The same in plain Python."""
    counts = np.zeros((games, 2 * t.spaces), np.int64)
    for game in range(games):
        s, log, ends = opening(t), Tally(), [0] * (2 * t.spaces)
        lonely.throw_on(s, t, log, log.rows, plan, seed, game, warm_up, [0] * (2 * t.spaces))
        lonely.throw_on(s, t, log, log.rows, plan, seed, game, throws, ends)
        counts[game] = ends
    return counts


def compiled(t: Tables, plan: Sequence[int], games: int, throws: int, warm_up: int, seed: int) -> Counts:
    """The same compiled, one game after another."""
    from monopoly_lab.batch.compiled import STATE, TABLES, new_tally, rows_of, to_record

    tables, first = to_record(t, TABLES), to_record(opening(t), STATE)
    counts = np.zeros((games, 2 * t.spaces), np.int64)
    tally, wishes = new_tally(ROWS), np.array(plan, np.int64)
    rows = rows_of(tally)
    for game in range(games):
        s = first.copy()
        loop()(s[0], tables[0], tally[0], rows, wishes, seed, game, warm_up, np.zeros(2 * t.spaces, np.int64))
        loop()(s[0], tables[0], tally[0], rows, wishes, seed, game, throws, counts[game])
    return counts


@cache
def loop() -> Any:
    """`lonely.throw_on`, compiled at its first call or loaded from disk."""
    from monopoly_lab.batch.compiled import OPTIONS, entry
    from monopoly_lab.batch.linking import link

    for function in (lonely.is_due, lonely.held_answer, lonely.lonely_answer):
        link(function, OPTIONS)
    return entry(lonely.throw_on)
