"""Ruin: the first payment that cash does not cover, exactly, by an absorbing chain over state and cash.

With S_n(i, c) the probability that a player with cash c in state i survives n throws, S_0 = 1 and

    S_n(i, c) = sum over paths with need <= c of p S_n-1(j, c + gain),

`need` being the cash that a path of a throw takes at its start: the most by which its payments, taken in the order of
the table, are ahead of the receipts. `gain` is what it changes cash by, negative for a loss. Nothing is sold or
mortgaged; cash of 0 survives. A prisoner who would pay but has less than the fine throws instead.
"""

from collections.abc import Set
from math import gcd
from typing import NamedTuple

import numpy as np

from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.messages import percent, say
from monopoly_lab.markov.event_trace import Key, Transition
from monopoly_lab.markov.linear_algebra import Matrix
from monopoly_lab.markov.position_states import PlayerWalk
from monopoly_lab.markov.rewards import is_pot_payout
from monopoly_lab.markov.state_derivation import MatrixRow

SETTLED = 1e-15  # change of a survival that no longer counts
MOST_CASH = 1 << 22  # units of money beyond which no sufficient cash is looked for
NO_LIMIT = 1 << 60  # units of money that nobody has
# Throws for which a table has room, of a turn in which a run of doubles has no limit. Cash that only more throws could
# reach, or use up, counts as the largest in the table.
THROWS_WITHOUT_LIMIT = 4


class CashPath(NamedTuple):
    """Paths of a throw from one state to another with the same need and gain, for cash from `least` to below `most`."""

    start: int
    end: int
    least: int
    most: int
    gain: int
    share: float


class CashMove(NamedTuple):
    """All paths of a throw with the same need and gain: `shares[i, j]` lead from `starts[i]` to `ends[j]`."""

    starts: list[int]
    ends: list[int]
    least: int
    most: int
    gain: int
    shares: Matrix


class Stage(NamedTuple):
    """What the throws of a stage of a turn can bring: another throw of the same turn, or the end of the turn."""

    starts: list[int]
    going_on: list[CashMove]
    ending: list[CashMove]


class CashPaths(NamedTuple):
    """All paths of a throw; sums in units of `unit`."""

    unit: int
    paths: list[CashPath]
    largest_need: int
    largest_gain: int


def need_and_gain(path: Transition) -> tuple[int, int]:
    """Return the cash that a path of a throw takes at its start, and what it changes cash by; pots pay nothing here."""
    balance = lowest = 0
    for pay in path.money:
        balance += 0 if is_pot_payout(pay) else pay.amount
        lowest = min(lowest, balance)
    return -lowest, balance


def cash_paths(chain: PlayerWalk) -> CashPaths:
    """Return the paths by which cash changes. Where the jail policy is to pay, cash below the fine throws instead."""
    return chain._once("cash paths", lambda: _cash_paths(chain))


def _cash_paths(chain: PlayerWalk) -> CashPaths:
    rows, index = chain.rows, chain._index
    shares: dict[tuple[int, int, int, int, int], float] = {}

    def note(key: Key, row: MatrixRow, low: int, high: int) -> None:
        for path, weight in row.paths.items():
            need, gain = need_and_gain(path)
            alike = index[key], index[path.to], max(need, low), high, gain
            shares[alike] = shares.get(alike, 0.0) + weight / row.over

    for key in chain.states:
        if chain.pays_at(key):
            note(key, rows.throwing[key], 0, rows.fine[key])
            note(key, rows.paying[key], rows.fine[key], NO_LIMIT)
        else:
            note(key, rows.throwing[key], 0, NO_LIMIT)
    unit = gcd(*(x for _, _, least, _, gain in shares for x in (least, gain)), *rows.fine.values()) or 1
    paths = [
        CashPath(i, j, low // unit, high // unit if high < NO_LIMIT else NO_LIMIT, gain // unit, share)
        for (i, j, low, high, gain), share in shares.items()
        if low < high
    ]
    return CashPaths(unit, paths, max(path.least for path in paths), max(0, *(path.gain for path in paths)))


def survival_tables(chain: PlayerWalk, found: CashPaths, size: int, n: int, per: str) -> list[Matrix]:
    """Return the survival of 0, 1, ... `n` throws or turns by state and cash: float[states, size] each.

    Cash above the table counts as the largest in it, which must be safe or out of reach.
    """
    tables = [np.ones((len(chain.states), size))]
    stages, has_loops = turn_stages(chain, found.paths) if per == "turn" else ([found.paths], False)
    in_turn = {path.start for stage in stages[:-1] for path in stage}
    moves = [moves_of_stage(paths, in_turn) for paths in stages]
    for _ in range(n):
        tables.append(survival_before(moves, tables[-1], has_loops))
    return tables


def turn_stages(chain: PlayerWalk, paths: list[CashPath]) -> tuple[list[list[CashPath]], bool]:
    """Return the paths of a turn's throws by stage, the last stage first; True if a stage may lead back to itself.

    A stage is the number of doubles so far: most doubles first, then fewer, at last the first throw of the turn. A
    double leads to a stage with more doubles, whose survival is computed before. Where doubles are not counted, a
    throw may lead to its own stage, and the stages have to be repeated until nothing changes.
    """
    stage_of = [key.doubles if key.begun else -1 for key in chain.states]
    stages = [
        [path for path in paths if stage_of[path.start] == stage] for stage in sorted(set(stage_of), reverse=True)
    ]
    return stages, any(0 <= stage_of[path.end] <= stage_of[path.start] for path in paths)


def moves_of_stage(paths: list[CashPath], in_turn: Set[int]) -> Stage:
    """Return the paths of a stage as moves; those that end in a state of `in_turn` go on with the turn."""
    going_on, ending = ([path for path in paths if (path.end in in_turn) is goes_on] for goes_on in (True, False))
    return Stage(sorted({path.start for path in paths}), cash_moves(going_on), cash_moves(ending))


def cash_moves(paths: list[CashPath]) -> list[CashMove]:
    """Return the paths by need and gain: few products of matrices take the place of thousands of sums of rows."""
    alike: dict[tuple[int, int, int], list[CashPath]] = {}
    for path in paths:
        alike.setdefault((path.least, path.most, path.gain), []).append(path)
    moves = []
    for key, those in alike.items():
        starts, ends = sorted({path.start for path in those}), sorted({path.end for path in those})
        shares = np.zeros((len(starts), len(ends)))
        for path in those:
            shares[starts.index(path.start), ends.index(path.end)] += path.share
        moves.append(CashMove(starts, ends, *key, shares))
    return moves


def survival_before(stages: list[Stage], after: Matrix, has_loops: bool) -> Matrix:
    """Return the survival of a turn, stage by stage, and of what comes after it, whose survival is `after`.

    `stages` are those of `turn_stages`; a single one is a single throw. A path into another throw of the same turn
    goes on with the survival found for that throw, every other path with `after`.
    """
    survival = after.copy()
    while True:
        last = survival.copy()
        for stage in stages:
            survival[stage.starts] = 0
            for move in stage.going_on:
                add_move(move, survival, last if has_loops else survival)
            for move in stage.ending:
                add_move(move, survival, after)
        if not has_loops or abs(survival - last).max() < SETTLED:
            return survival


def add_move(move: CashMove, survival: Matrix, after: Matrix) -> None:
    """Add to the survival where paths start, for all cash that they are for, what they contribute."""
    i, j, least, most, gain, shares = move
    largest = after.shape[1] - 1
    end = min(most, largest + 1)
    inside = max(min(end, largest - gain + 1), least)  # from there on the paths lead above the table
    survival[i, least:inside] += shares @ after[j, least + gain : inside + gain]
    if inside < end:
        survival[i, inside:end] += (shares @ after[j, largest])[:, None]


def survival_by_cash(chain: PlayerWalk, start: int, cash: int, n: int, per: str) -> Matrix:
    """Return the survival of `n` throws or turns from a state, by cash from 0 to `cash` in units: float[...]."""
    found = cash_paths(chain)
    size = table_size(found, cash // found.unit, most_throws(chain, found, n, per))
    survival: Matrix = survival_tables(chain, found, size, n, per)[-1][start]
    survival = np.append(survival, np.ones(max(cash // found.unit + 1 - size, 0)))  # cash beyond the table is safe
    return survival[: cash // found.unit + 1].clip(0, 1)


def ruin_by_span(chain: PlayerWalk, start: int, cash: int, n: int, per: str) -> Matrix:
    """Return the probability of ruin within 0, 1, ... `n` throws or turns with this cash: float[n + 1]."""
    found = cash_paths(chain)
    at = cash // found.unit
    size = table_size(found, at, most_throws(chain, found, n, per))
    tables = survival_tables(chain, found, size, n, per)
    return np.array([1 - table[start, min(at, table.shape[1] - 1)] for table in tables]).clip(0, 1)


def most_throws(chain: PlayerWalk, found: CashPaths, n: int, per: str) -> int:
    """Return the most throws that `n` throws or turns have: each throw of a turn is of a later stage than the last."""
    if per == "throw":
        return n
    stages, has_loops = turn_stages(chain, found.paths)
    return n * (THROWS_WITHOUT_LIMIT if has_loops else len(stages))


def table_size(found: CashPaths, cash: int, throws: int) -> int:
    """Return how many columns hold all cash that is possible in so many throws, or is safe for as long."""
    return min(cash + throws * found.largest_gain, throws * found.largest_need) + 1


def cash_needed(chain: PlayerWalk, start: int, n: int, share: float, per: str) -> int:
    """Return the least cash from which on any survives `n` throws or turns with this probability."""
    unit, most = cash_paths(chain).unit, 256
    while most < MOST_CASH:
        survival = survival_by_cash(chain, start, most * unit, n, per)
        short = np.flatnonzero(survival < share)
        if not len(short):
            return 0
        if short[-1] < len(survival) - 1 and short[-1] < most // 2:
            return (int(short[-1]) + 1) * unit
        most *= 2
    raise ChainError(say("exposure.no_cash", share=percent(share, 0)))
