"""Ruin: the first payment that cash does not cover, exactly, by an absorbing chain over place and cash.

With S_n(i, c) the probability that a purse of c in state i survives n throws, S_0 = 1 and

    S_n(i, c) = sum over ways with need <= c of p S_n-1(j, c + gain),

`need` being the largest sum that the payments of a way, taken in the order of the table, are ahead of
the receipts. Nothing is sold or mortgaged; a purse of 0 survives. A prisoner who would pay but has less than the
fine throws instead.
"""

from math import gcd
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from monopoly_lab.chain.derive import Row
from monopoly_lab.chain.reward import is_draw
from monopoly_lab.chain.solve import Matrix
from monopoly_lab.chain.trace import Key, Path
from monopoly_lab.errors import ChainError
from monopoly_lab.messages import say

if TYPE_CHECKING:
    from monopoly_lab.chain.exposure import Exposure

SETTLED = 1e-15  # change of a survival that no longer counts
SEARCHED = 1 << 22  # units of money beyond which no purse is looked for


class Way(NamedTuple):
    """Throws from one state to another with the same claim on the purse; for purses from `least` on to below `most`."""

    start: int
    end: int
    least: int
    most: int
    gain: int
    share: float


class Purses(NamedTuple):
    """All ways of a throw, in units of money; `worst` is the largest need there is."""

    unit: int
    ways: list[Way]
    worst: int
    best: int


def claim(path: Path) -> tuple[int, int]:
    """What a way of a throw needs in the purse at its start, and what it changes; what a pot pays counts as nothing."""
    balance = lowest = 0
    for pay in path.money:
        balance += 0 if is_draw(pay) else pay.amount
        lowest = min(lowest, balance)
    return -lowest, balance


def purses_of(chain: "Exposure") -> Purses:
    """The ways by which purses change: who cannot pay the fine that the policy wants paid throws instead."""
    rows = chain.rows
    found: dict[tuple[int, int, int, int, int], float] = {}
    endless = 1 << 60

    def note(key: Key, row: Row, low: int, high: int) -> None:
        for path, weight in row.paths.items():
            need, gain = claim(path)
            way = chain.index(key), chain.index(path.to), max(need, low), high, gain
            found[way] = found.get(way, 0.0) + weight / row.over

    for key in chain.states:
        if chain.pays_at(key):
            note(key, rows.throwing[key], 0, rows.fine)
            note(key, rows.paying[key], rows.fine, endless)
        else:
            note(key, rows.throwing[key], 0, endless)
    sums = [x for way in found for x in (way[2], way[4])]
    unit = gcd(*sums, rows.fine) or 1
    ways = [
        Way(i, j, low // unit, high // unit if high < endless else endless, gain // unit, share)
        for (i, j, low, high, gain), share in found.items()
        if low < high
    ]
    worst = max(way.least for way in ways)
    return Purses(unit, ways, worst, max(0, *(way.gain for way in ways)))


def survival(chain: "Exposure", purses: Purses, size: int, n: int, per: str) -> list[Matrix]:
    """Survival of 0, 1, ... `n` throws or turns by state and purse: float[states, size] each.

    A purse above the table counts as the largest in it, which must be safe or out of reach.
    """
    begun = np.array([key.begun > 0 for key in chain.states])
    found = [np.ones((len(chain.states), size))]
    for _ in range(n):
        before = found[-1]
        if per == "throw":
            found.append(before_throw(purses.ways, before))
            continue
        after = before  # a throw that ends the turn leads to `before`, another one to the same turn's next throw
        while True:
            now = before_throw(purses.ways, np.where(begun[:, None], after, before))
            if abs(now - after).max() < SETTLED:
                break
            after = now
        found.append(after)
    return found


def before_throw(ways: list[Way], after: Matrix) -> Matrix:
    """Survival of a throw and of what comes after it."""
    top = after.shape[1] - 1
    found = np.zeros_like(after)
    for i, j, least, most, gain, share in ways:
        first, last = least, min(most, top + 1)
        within = max(min(last, top - gain + 1), first)
        found[i, first:within] += share * after[j, first + gain : within + gain]
        if within < last:
            found[i, within:last] += share * after[j, top]
    return found


def by_cash(chain: "Exposure", start: int, cash: int, n: int, per: str) -> Matrix:
    """Survival of `n` throws or turns from a state by purse, 0 to `cash` in units: float[...]."""
    purses = purses_of(chain)
    size = table_size(chain, purses, cash // purses.unit, n, per)
    found: Matrix = survival(chain, purses, size, n, per)[-1][start]
    found = np.append(found, np.ones(max(cash // purses.unit + 1 - size, 0)))  # beyond the table every purse is safe
    return found[: cash // purses.unit + 1].clip(0, 1)


def by_span(chain: "Exposure", start: int, cash: int, n: int, per: str) -> Matrix:
    """Ruin within 0, 1, ... `n` throws or turns of a purse: float[n + 1]."""
    purses = purses_of(chain)
    at = cash // purses.unit
    tables = survival(chain, purses, table_size(chain, purses, at, n, per), n, per)
    return np.array([1 - table[start, min(at, table.shape[1] - 1)] for table in tables]).clip(0, 1)


def table_size(chain: "Exposure", purses: Purses, cash: int, n: int, per: str) -> int:
    """Columns that hold every purse that can be had in `n` throws, or is safe for as long."""
    throws = n if per == "throw" else n * LONGEST
    return min(cash + throws * purses.best, throws * purses.worst) + 1


LONGEST = 4  # throws of a turn that are reckoned with, for the size of a table alone


def cash_needed(chain: "Exposure", start: int, n: int, share: float, per: str) -> int:
    """The least purse from which on every one survives `n` throws or turns with this probability."""
    unit, most = purses_of(chain).unit, 256
    while most < SEARCHED:
        found = by_cash(chain, start, most * unit, n, per)
        short = np.flatnonzero(found < share)
        if not len(short):
            return 0
        if short[-1] < len(found) - 1 and short[-1] < most // 2:
            return (int(short[-1]) + 1) * unit
        most *= 2
    raise ChainError(say("exposure.no_cash", share=f"{share:.0%}"))
