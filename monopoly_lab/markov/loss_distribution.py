"""Find the distribution of what a player loses over throws, turns or laps; value at risk and conditional value at risk.

The loss over a span follows from the chain of state and loss together, throw by throw: D_t(i, x) is the probability of
being in state i after t throws and having lost x. Every path of a throw, from i to j at a cost of a, with probability
p, takes p D_t(i, x) to D_t+1(j, x + a). A span without a fixed number of throws is followed until the probability that
it is still going on is less than `NEGLECTED`.

VaR_a is the least x with P(L > x) <= 1 - a; CVaR_a the mean of the worst 1 - a of cases, the atom at VaR
counting in proportion [1]_. Both are found from the tail, whose probabilities keep their digits however small they are.

.. [1] Rockafellar and Uryasev 2002, Journal of Banking and Finance 26, "Conditional value-at-risk for
   general loss distributions".
"""

from collections.abc import Callable
from math import gcd
from typing import Any, NamedTuple

import numpy as np

from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say
from monopoly_lab.common.renamed_modules import warn_renamed
from monopoly_lab.constants import payment_cause
from monopoly_lab.markov.distributions import Walk, checked_choice
from monopoly_lab.markov.event_trace import CashFlow, Transition
from monopoly_lab.markov.linear_algebra import Matrix
from monopoly_lab.markov.rewards import is_pot_payout
from monopoly_lab.rules.code_groups import is_seat

# What counts as a loss: rents to other players; "out", these and all that goes to the bank; or everything that is paid
# less everything that comes in.
LOSSES = ("rent", "out", "net")
SPANS = ("throw", "turn", "lap")
NEGLECTED = 1e-13  # probability of a span that is still going on, and of what is cut off at either end of a table
ROUNDING = 1e-9  # by what part of 1 - a the probability of a tail may exceed 1 - a


class LossPath(NamedTuple):
    """All paths of a throw from one state to another that cost the same, as one; `ends_span` if the span ends there."""

    start: int
    end: int
    ends_span: bool
    amount: int
    share: float


class Span(NamedTuple):
    """A throw, turn or lap: the paths of its throws that go on and that end it; states from which it cannot end."""

    per: str
    going_on: list[LossPath]
    ending: list[LossPath]
    endless: list[int]


class LossTable(NamedTuple):
    """Probabilities by state and loss: `mass[i, n]` is that of state i with a loss of `low + n` units."""

    low: int
    mass: Matrix


def loss_on(path: Transition, loss: str) -> int:
    """Return what a path of a throw costs the player, by one of `LOSSES`; negative if it brings more."""
    return -sum(pay.amount for pay in path.money if counts_as_loss(pay, loss))


def counts_as_loss(pay: CashFlow, loss: str) -> bool:
    """Return True for a payment that belongs to a loss; what a pot pays, which is not known, never does."""
    if is_pot_payout(pay):
        return False
    if loss == "net":
        return True
    if is_seat(pay.account):
        return pay.cause == payment_cause.RENT
    return loss == "out" and pay.amount < 0


def span_end(chain: Walk, per: str) -> Callable[[Transition], bool]:
    """Return a function that says whether a path of a throw ends the span: a throw, a turn or a lap."""
    checked_choice(per, SPANS, "exposure.span")
    if per == "lap" and chain.tables.go < 0:
        raise ChainError(say("chain.no_go", edition=chain.edition.id))
    if per == "throw":
        return lambda path: True
    return (lambda path: not path.to.begun) if per == "turn" else (lambda path: path.laps > 0)


def loss_paths(chain: Walk, loss: str, per: str) -> tuple[int, list[LossPath]]:
    """Return the unit of money, and the paths of a throw: all between two states that cost the same, as one."""
    checked_choice(loss, LOSSES, "exposure.loss")
    ends_span = span_end(chain, per)
    shares: dict[tuple[int, int, bool, int], float] = {}
    steps = zip(chain.paths, chain.start_of.tolist(), chain.end_of.tolist(), chain.share.tolist())
    for path, i, j, share in steps:
        key = i, j, ends_span(path), loss_on(path, loss)
        shares[key] = shares.get(key, 0.0) + share
    unit = gcd(*(amount for _, _, _, amount in shares)) or 1
    return unit, [LossPath(i, j, end, amount // unit, share) for (i, j, end, amount), share in shares.items()]


def loss_distribution(chain: Walk, start: int, loss: str, per: str, n: int) -> "pd.Series[float]":
    """Return P(L = x) over `n` throws, turns or laps from a state: a Series by amount, ascending, which sums to 1.

    Raises ChainError if one of them need not end.
    """
    unit, paths = loss_paths(chain, loss, per)
    span = span_of(per, paths)
    here = np.zeros((len(chain.states), 1))
    here[start] = 1.0
    table = LossTable(0, here)
    for _ in range(n):
        table = after_span(span, table)
    shares = table.mass.sum(0)
    places = np.flatnonzero(shares)
    return pd.Series(shares[places], index=(places + table.low) * unit, name="probability").rename_axis(loss)


def span_of(per: str, paths: list[LossPath]) -> Span:
    """Return the span with its paths sorted, and the states from which no sequence of them leads to its end."""
    going_on, ending = [path for path in paths if not path.ends_span], [path for path in paths if path.ends_span]
    can_end = {path.start for path in ending}
    while more := {path.start for path in going_on if path.end in can_end} - can_end:
        can_end |= more
    return Span(per, going_on, ending, sorted({path.start for path in paths} - can_end))


def after_span(span: Span, table: LossTable) -> LossTable:
    """Return the table once one more span is over; ChainError if it may go on without end."""
    ended = []
    while table.mass.sum() > NEGLECTED:
        if table.mass[span.endless].sum() > NEGLECTED:
            raise ChainError(say(f"chain.no_{span.per}_ends"))
        ended.append(after_throw(span.ending, table))
        table = after_throw(span.going_on, table)
    return add_tables(ended)


def after_throw(paths: list[LossPath], table: LossTable) -> LossTable:
    """Return the table one throw later, of these paths alone."""
    if not paths:
        return LossTable(table.low, np.zeros((len(table.mass), 1)))
    least, most = min(path.amount for path in paths), max(path.amount for path in paths)
    states, size = table.mass.shape
    mass = np.zeros((states, size + most - least))
    is_reached = table.mass.sum(1) > 0
    for i, j, _, amount, share in paths:
        if is_reached[i]:
            at = amount - least
            mass[j, at : at + size] += share * table.mass[i]
    return trim(LossTable(table.low + least, mass))


def trim(table: LossTable) -> LossTable:
    """Return the table without the losses at either end that together are less likely than `NEGLECTED`."""
    shares = table.mass.sum(0)
    kept = np.flatnonzero((np.cumsum(shares) > NEGLECTED) & (np.cumsum(shares[::-1])[::-1] > NEGLECTED))
    if not len(kept):
        return LossTable(table.low, table.mass[:, :1] * 0)
    return LossTable(table.low + int(kept[0]), table.mass[:, kept[0] : kept[-1] + 1])


def add_tables(tables: list[LossTable]) -> LossTable:
    """Return the sum of tables, each loss with the probabilities that it has in all of them."""
    low = min(table.low for table in tables)
    size = max(table.low - low + table.mass.shape[1] for table in tables)
    total = np.zeros((len(tables[0].mass), size))
    for table in tables:
        total[:, table.low - low : table.low - low + table.mass.shape[1]] += table.mass
    return LossTable(low, total)


def risk_figures(distribution: "pd.Series[float]", confidence: float) -> dict[str, float]:
    """Return mean, deviation, chance of a loss, VaR, CVaR and worst case of a distribution of losses."""
    x, p = distribution.index.to_numpy(float), distribution.to_numpy()
    mean = float(x @ p)
    return {
        "mean": mean,
        "deviation": float(((x - mean) ** 2 @ p) ** 0.5),
        "chance": float(p[x > 0].sum()),
        "VaR": value_at_risk(distribution, confidence),
        "CVaR": conditional_value_at_risk(distribution, confidence),
        "worst": float(x.max()),
    }


def value_at_risk(distribution: "pd.Series[float]", confidence: float) -> float:
    """Return the value at risk: the least x with P(L > x) <= 1 - `confidence`."""
    p = distribution.to_numpy()
    beyond = np.append(np.cumsum(p[:0:-1])[::-1], 0.0)  # P(L > x), summed from the worst case on
    is_enough = beyond <= (1 - checked_share(confidence)) * (1 + ROUNDING)
    return float(distribution.index[int(np.argmax(is_enough))])


def conditional_value_at_risk(distribution: "pd.Series[float]", confidence: float) -> float:
    """Return the mean of the worst 1 - `confidence` of cases, the atom at VaR split in proportion."""
    limit, tail = value_at_risk(distribution, confidence), 1 - confidence
    worse = distribution[distribution.index > limit]
    excess = float(((worse.index.to_numpy() - limit) * worse.to_numpy()).sum())
    return limit + excess / tail


def checked_share(share: float) -> float:
    """Return a share between 0 and 1; ChainError otherwise."""
    if isinstance(share, bool) or not isinstance(share, int | float) or not 0 < share < 1:
        raise ChainError(say("exposure.share", value=quoted(share)))
    return float(share)


def __getattr__(name: str) -> Any:
    """Return what has a new name by its old one, with a DeprecationWarning."""
    if name == "conditional":
        warn_renamed("loss_risk.conditional", "loss_distribution.conditional_value_at_risk")
        return conditional_value_at_risk
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
