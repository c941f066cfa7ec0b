"""Find the distribution of what a player loses, and how much cash survives it.

The sum over a span follows from the chain of place and sum together, step by step: with D_t(i, x) the
probability to stand in state i having lost x, every way of a throw moves mass from D_t(i, x) to
D_t+1(j, x + a). A span that has no fixed number of throws is followed until what is still under way is less
than `LEFT`.

VaR_a is the least x with P(L <= x) >= a; CVaR_a the mean of the worst 1 - a of cases, the atom at VaR
counting in proportion [1]_.

.. [1] Rockafellar and Uryasev 2002, Journal of Banking and Finance 26, "Conditional value-at-risk for
   general loss distributions".

Ruin: the first payment that cash does not cover, exactly, by an absorbing chain over place and cash.

With S_n(i, c) the probability that a purse of c in state i survives n throws, S_0 = 1 and

    S_n(i, c) = sum over ways with need <= c of p S_n-1(j, c + gain),

`need` being the largest sum that the payments of a way, taken in the order of the table, are ahead of
the receipts. Nothing is sold or mortgaged; a purse of 0 survives. A prisoner who would pay but has less than the
fine throws instead.
"""

from collections.abc import Callable, Sequence
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.messages import percent, say
from monopoly_lab.constants import payment_cause
from monopoly_lab.markov.event_trace import CashFlow, Key, Path
from monopoly_lab.markov.linear_algebra import Matrix
from monopoly_lab.markov.rewards import is_draw
from monopoly_lab.markov.state_derivation import Row
from monopoly_lab.rules.code_groups import is_seat

if TYPE_CHECKING:
    import pandas as pd

    from monopoly_lab.markov.distributions import Walk
    from monopoly_lab.markov.position_states import PlayerWalk

LOSSES = ("rent", "out", "net")
SPANS = ("throw", "turn", "lap")
LEFT = 1e-13  # of a span that may go on and on; and what is cut off at either end of the sums
ROUNDING = 1e-9  # by which a sum of probabilities may miss the share it should have


class LossPath(NamedTuple):
    """Throws from one state to another that cost the same; `ends` where the span does."""

    start: int
    end: int
    ends: bool
    amount: int
    share: float


class Sums(NamedTuple):
    """Mass by state and sum: `mass[i, n]` stands for the sum `low + n`, in units."""

    low: int
    mass: Matrix


def cost(path: Path, loss: str) -> int:
    """Return what a way of a throw costs the player: rent alone, all that goes to the bank too, or the net of it."""
    return -sum(pay.amount for pay in path.money if counts(pay, loss))


def counts(pay: CashFlow, loss: str) -> bool:
    """Return True for a payment that belongs to a loss; what a pot pays, which is not known, never does."""
    if is_draw(pay):
        return False
    if loss == "net":
        return True
    if is_seat(pay.account):
        return pay.cause == payment_cause.RENT
    return loss == "out" and pay.amount < 0


def known(value: str, ways: Sequence[str], message: str) -> str:
    """Return a value that is one of some ways; ChainError otherwise."""
    if value not in ways:
        raise ChainError(say(message, value=repr(value), known=", ".join(ways)))
    return value


def ending(chain: "Walk", per: str) -> Callable[[Path], bool]:
    """Return whether a way of a throw ends the span: a throw, a turn, a lap."""
    known(per, SPANS, "exposure.span")
    if per == "lap" and chain.tables.go < 0:
        raise ChainError(say("chain.no_go", edition=chain.edition.id))
    if per == "throw":
        return lambda path: True
    return (lambda path: not path.to.begun) if per == "turn" else (lambda path: path.laps > 0)


def ways_of(chain: "Walk", loss: str, per: str) -> tuple[int, list[LossPath]]:
    """Return the unit of money, and the ways of a throw, those that come to the same as one."""
    known(loss, LOSSES, "exposure.loss")
    ends = ending(chain, per)
    found: dict[tuple[int, int, bool, int], float] = {}
    steps = zip(chain.paths, chain.start_of.tolist(), chain.end_of.tolist(), chain.share.tolist())
    for path, i, j, share in steps:
        way = i, j, ends(path), cost(path, loss)
        found[way] = found.get(way, 0.0) + share
    unit = gcd(*(way[3] for way in found)) or 1
    return unit, [LossPath(i, j, end, amount // unit, share) for (i, j, end, amount), share in found.items()]


def distribution(chain: "Walk", start: int, loss: str, per: str, n: int) -> "pd.Series[float]":
    """Return P(L = x) over `n` throws, turns or laps from a state: a Series by sum, ascending, which sums to 1."""
    import pandas as pd

    unit, ways = ways_of(chain, loss, per)
    here = np.zeros((len(chain.states), 1))
    here[start] = 1.0
    sums = Sums(0, here)
    for _ in range(n):
        sums = after_span(ways, sums)
    shares = sums.mass.sum(0)
    places = np.flatnonzero(shares)
    return pd.Series(shares[places], index=(places + sums.low) * unit, name="probability").rename_axis(loss)


def after_span(ways: list[LossPath], sums: Sums) -> Sums:
    """Return the sums once one more span is over."""
    inside, out = [way for way in ways if not way.ends], [way for way in ways if way.ends]
    done = []
    while sums.mass.sum() > LEFT:
        done.append(stepped(out, sums))
        sums = stepped(inside, sums)
    return added(done)


def stepped(ways: list[LossPath], sums: Sums) -> Sums:
    """Return the sums one throw on, along some ways."""
    if not ways:
        return Sums(sums.low, np.zeros((len(sums.mass), 1)))
    least, most = min(way.amount for way in ways), max(way.amount for way in ways)
    states, size = sums.mass.shape
    mass = np.zeros((states, size + most - least))
    reached = sums.mass.sum(1) > 0
    for i, j, _, amount, share in ways:
        if reached[i]:
            at = amount - least
            mass[j, at : at + size] += share * sums.mass[i]
    return trimmed(Sums(sums.low + least, mass))


def trimmed(sums: Sums) -> Sums:
    """Return the sums without the ends of the table, which hold next to nothing."""
    column = sums.mass.sum(0)
    kept = np.flatnonzero((np.cumsum(column) > LEFT) & (np.cumsum(column[::-1])[::-1] > LEFT))
    if not len(kept):
        return Sums(sums.low, sums.mass[:, :1] * 0)
    return Sums(sums.low + int(kept[0]), sums.mass[:, kept[0] : kept[-1] + 1])


def added(several: list[Sums]) -> Sums:
    """Return the sum of distributions of losses."""
    low = min(sums.low for sums in several)
    size = max(sums.low - low + sums.mass.shape[1] for sums in several)
    total = np.zeros((len(several[0].mass), size))
    for sums in several:
        total[:, sums.low - low : sums.low - low + sums.mass.shape[1]] += sums.mass
    return Sums(low, total)


def value_at_risk(found: "pd.Series[float]", a: float) -> float:
    """Return the least x with P(L <= x) >= a."""
    sums = found.cumsum().to_numpy()
    return float(found.index[min(int(np.searchsorted(sums, checked(a) - ROUNDING)), len(sums) - 1)])


def conditional(found: "pd.Series[float]", a: float) -> float:
    """Return the mean of the worst 1 - a of cases, the atom at VaR split in proportion."""
    limit = value_at_risk(found, a)
    worse = found[found.index > limit]
    beyond = float((worse.index.to_numpy() * worse.to_numpy()).sum())
    return (beyond + limit * (1 - a - float(worse.sum()))) / (1 - a)


def checked(a: float) -> float:
    """Return a share between 0 and 1; ChainError otherwise."""
    if isinstance(a, bool) or not isinstance(a, int | float) or not 0 < a < 1:
        raise ChainError(say("exposure.share", value=repr(a)))
    return float(a)


# Ruin: the first payment that cash does not cover, exactly, by an absorbing chain over place and cash

SETTLED = 1e-15  # change of a survival that no longer counts
SEARCHED = 1 << 22  # units of money beyond which no purse is looked for


class CashPath(NamedTuple):
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
    ways: list[CashPath]
    worst: int
    best: int


def claim(path: Path) -> tuple[int, int]:
    """Return what a way of a throw needs in the purse at its start, and what it changes; pots pay nothing here."""
    balance = lowest = 0
    for pay in path.money:
        balance += 0 if is_draw(pay) else pay.amount
        lowest = min(lowest, balance)
    return -lowest, balance


def purses_of(chain: "PlayerWalk") -> Purses:
    """Return the ways by which purses change: who cannot pay the fine that the policy wants paid throws instead."""
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
        CashPath(i, j, low // unit, high // unit if high < endless else endless, gain // unit, share)
        for (i, j, low, high, gain), share in found.items()
        if low < high
    ]
    worst = max(way.least for way in ways)
    return Purses(unit, ways, worst, max(0, *(way.gain for way in ways)))


def survival(chain: "PlayerWalk", purses: Purses, size: int, n: int, per: str) -> list[Matrix]:
    """Return the survival of 0, 1, ... `n` throws or turns by state and purse: float[states, size] each.

    A purse above the table counts as the largest in it, which must be safe or out of reach.
    """
    found = [np.ones((len(chain.states), size))]
    throws, again = _in_turn(chain, purses) if per == "turn" else ([purses.ways], False)
    for _ in range(n):
        found.append(_before_turn(throws, found[-1], again))
    return found


def _in_turn(chain: "PlayerWalk", purses: Purses) -> tuple[list[list[CashPath]], bool]:
    """Return the ways of the last throws of a turn, of those before, ..., and whether these have to be repeated.

    A throw that does not end the turn leads to one with more doubles, which has to be reckoned first. Where runs of
    doubles are not counted, it may lead to itself.
    """
    run = [key.doubles if key.begun else -1 for key in chain.states]
    throws = [[way for way in purses.ways if run[way.start] == place] for place in sorted(set(run), reverse=True)]
    return throws, any(0 <= run[way.end] <= run[way.start] for way in purses.ways)


def _before_turn(throws: list[list[CashPath]], after: Matrix, again: bool) -> Matrix:
    """Return the probability to survive the throws of a turn, reckoned from the last one, and what comes after them."""
    begun = {way.start for ways in throws[:-1] for way in ways}
    found = after.copy()
    while True:
        last = found.copy()
        within = last if again else found
        for ways in throws:
            found[list({way.start for way in ways})] = 0
            for way in ways:
                _add(way, found, within if way.end in begun else after)
        if not again or abs(found - last).max() < SETTLED:
            return found


def _add(way: CashPath, found: Matrix, after: Matrix) -> None:
    """Add what a way contributes to the survival of each purse at its start."""
    i, j, least, most, gain, share = way
    top = after.shape[1] - 1
    last = min(most, top + 1)
    within = max(min(last, top - gain + 1), least)
    found[i, least:within] += share * after[j, least + gain : within + gain]
    if within < last:
        found[i, within:last] += share * after[j, top]


def by_cash(chain: "PlayerWalk", start: int, cash: int, n: int, per: str) -> Matrix:
    """Return the survival of `n` throws or turns from a state by purse, 0 to `cash` in units: float[...]."""
    purses = purses_of(chain)
    size = table_size(chain, purses, cash // purses.unit, n, per)
    found: Matrix = survival(chain, purses, size, n, per)[-1][start]
    found = np.append(found, np.ones(max(cash // purses.unit + 1 - size, 0)))  # beyond the table every purse is safe
    return found[: cash // purses.unit + 1].clip(0, 1)


def by_span(chain: "PlayerWalk", start: int, cash: int, n: int, per: str) -> Matrix:
    """Return the probability of ruin within 0, 1, ... `n` throws or turns for a purse: float[n + 1]."""
    purses = purses_of(chain)
    at = cash // purses.unit
    tables = survival(chain, purses, table_size(chain, purses, at, n, per), n, per)
    return np.array([1 - table[start, min(at, table.shape[1] - 1)] for table in tables]).clip(0, 1)


def table_size(chain: "PlayerWalk", purses: Purses, cash: int, n: int, per: str) -> int:
    """Return how many columns hold every purse that is possible in `n` throws, or is safe for as long."""
    throws = n if per == "throw" else n * LONGEST
    return min(cash + throws * purses.best, throws * purses.worst) + 1


LONGEST = 4  # throws of a turn that are reckoned with, for the size of a table alone


def cash_needed(chain: "PlayerWalk", start: int, n: int, share: float, per: str) -> int:
    """Return the least purse from which on every one survives `n` throws or turns with this probability."""
    unit, most = purses_of(chain).unit, 256
    while most < SEARCHED:
        found = by_cash(chain, start, most * unit, n, per)
        short = np.flatnonzero(found < share)
        if not len(short):
            return 0
        if short[-1] < len(found) - 1 and short[-1] < most // 2:
            return (int(short[-1]) + 1) * unit
        most *= 2
    raise ChainError(say("exposure.no_cash", share=percent(share, 0)))
