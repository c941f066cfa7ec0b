"""The distribution of what a player loses over throws, turns or laps, and its tail.

The sum over a span follows from the chain of place and sum together, step by step: with D_t(i, x) the
probability to stand in state i having lost x, every way of a throw moves mass from D_t(i, x) to
D_t+1(j, x + a). A span that has no fixed number of throws is followed until what is still under way is less
than `LEFT`.

VaR_a is the least x with P(L <= x) >= a; CVaR_a the mean of the worst 1 - a of cases, the atom at VaR
counting in proportion [1]_.

.. [1] Rockafellar and Uryasev 2002, Journal of Banking and Finance 26, "Conditional value-at-risk for
   general loss distributions".
"""

from collections.abc import Callable, Sequence
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from monopoly_lab.chain.reward import is_draw
from monopoly_lab.chain.solve import Matrix
from monopoly_lab.chain.trace import CashFlow, Path
from monopoly_lab.codes import cause, names
from monopoly_lab.errors import ChainError
from monopoly_lab.messages import say
from monopoly_lab.rules.families import is_seat

if TYPE_CHECKING:
    import pandas as pd

    from monopoly_lab.chain.walk import Walk

LOSSES = ("rent", "out", "net")
SPANS = ("throw", "turn", "lap")
LEFT = 1e-13  # of a span that may go on and on; and what is cut off at either end of the sums
ROUNDING = 1e-9  # by which a sum of probabilities may miss the share it should have


class Way(NamedTuple):
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
    """What a way of a throw costs the player: rent alone, all that goes out to the bank too, or less what comes in."""
    return -sum(pay.amount for pay in path.money if counts(pay, loss))


def counts(pay: CashFlow, loss: str) -> bool:
    """True for a payment that belongs to a loss; what a pot pays, which is not known, never does."""
    if is_draw(pay):
        return False
    if loss == "net":
        return True
    if is_seat(pay.account):
        return pay.cause == cause.RENT
    return loss == "out" and pay.amount < 0


def known(value: str, ways: Sequence[str], message: str) -> str:
    if value not in ways:
        raise ChainError(say(message, value=repr(value), known=", ".join(ways)))
    return value


def ending(chain: "Walk", per: str) -> Callable[[Path], bool]:
    """Whether a way of a throw ends the span: a throw, a turn, a lap."""
    known(per, SPANS, "exposure.span")
    if per == "lap" and chain.tables.go < 0:
        raise ChainError(say("chain.no_go", edition=chain.edition.id))
    if per == "throw":
        return lambda path: True
    return (lambda path: not path.to.begun) if per == "turn" else (lambda path: path.laps > 0)


def ways_of(chain: "Walk", loss: str, per: str) -> tuple[int, list[Way]]:
    """The unit of money, and the ways of a throw, those that come to the same as one."""
    known(loss, LOSSES, "exposure.loss")
    ends = ending(chain, per)
    found: dict[tuple[int, int, bool, int], float] = {}
    steps = zip(chain.paths, chain.start_of.tolist(), chain.end_of.tolist(), chain.share.tolist())
    for path, i, j, share in steps:
        way = i, j, ends(path), cost(path, loss)
        found[way] = found.get(way, 0.0) + share
    unit = gcd(*(way[3] for way in found)) or 1
    return unit, [Way(i, j, end, amount // unit, share) for (i, j, end, amount), share in found.items()]


def distribution(chain: "Walk", start: int, loss: str, per: str, n: int) -> "pd.Series[float]":
    """P(L = x) over `n` throws, turns or laps from a state: a Series by sum, ascending, sums to 1."""
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


def after_span(ways: list[Way], sums: Sums) -> Sums:
    """The sums once one more span is over."""
    inside, out = [way for way in ways if not way.ends], [way for way in ways if way.ends]
    done = []
    while sums.mass.sum() > LEFT:
        done.append(stepped(out, sums))
        sums = stepped(inside, sums)
    return added(done)


def stepped(ways: list[Way], sums: Sums) -> Sums:
    """The sums one throw on, along some ways."""
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
    """Without the ends of the table that hold next to nothing."""
    column = sums.mass.sum(0)
    kept = np.flatnonzero((np.cumsum(column) > LEFT) & (np.cumsum(column[::-1])[::-1] > LEFT))
    if not len(kept):
        return Sums(sums.low, sums.mass[:, :1] * 0)
    return Sums(sums.low + int(kept[0]), sums.mass[:, kept[0] : kept[-1] + 1])


def added(several: list[Sums]) -> Sums:
    low = min(sums.low for sums in several)
    size = max(sums.low - low + sums.mass.shape[1] for sums in several)
    total = np.zeros((len(several[0].mass), size))
    for sums in several:
        total[:, sums.low - low : sums.low - low + sums.mass.shape[1]] += sums.mass
    return Sums(low, total)


def value_at_risk(found: "pd.Series[float]", a: float) -> float:
    """The least x with P(L <= x) >= a."""
    sums = found.cumsum().to_numpy()
    return float(found.index[min(int(np.searchsorted(sums, checked(a) - ROUNDING)), len(sums) - 1)])


def conditional(found: "pd.Series[float]", a: float) -> float:
    """The mean of the worst 1 - a of cases, the atom at VaR split in proportion."""
    limit = value_at_risk(found, a)
    worse = found[found.index > limit]
    beyond = float((worse.index.to_numpy() * worse.to_numpy()).sum())
    return (beyond + limit * (1 - a - float(worse.sum()))) / (1 - a)


def checked(a: float) -> float:
    if isinstance(a, bool) or not isinstance(a, int | float) or not 0 < a < 1:
        raise ChainError(say("exposure.share", value=repr(a)))
    return float(a)


def causes_of(chain: "Walk") -> list[str]:
    """What money is paid for on this board, by name."""
    return sorted({names(cause)[pay.cause] for path in chain.paths for pay in path.money})
