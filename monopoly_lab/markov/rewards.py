"""Markov rewards: what a throw brings, on average over the long run and in its spread.

A throw along a path brings R, with the mean a and the mean square b on that path. With J_ij the
sum of p a over the paths from i to j, r = J 1 and u = pi J, the covariance of two throws that lie
h apart is u P^(h-1) r - mu^2, so that the sum over k throws has the variance

    k var R + 2 sum over h < k of (k - h) (u P^(h-1) r - mu^2),

and, for k without end, k times var R + 2 u (Z - 1 pi) r, Z being the fundamental matrix [1]_.

.. [1] Kemeny and Snell 1960, Finite Markov Chains, section 4.6.
"""

from typing import NamedTuple

import numpy as np

from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.messages import say
from monopoly_lab.constants import codes, names, payer_account
from monopoly_lab.constants import payment_cause as causes
from monopoly_lab.markov import linear_algebra
from monopoly_lab.markov.distributions import Walk, step_count
from monopoly_lab.markov.event_trace import CashFlow
from monopoly_lab.markov.linear_algebra import Matrix
from monopoly_lab.markov.state_derivation import POTS

BANK = "bank"  # all causes together
DRAWS = (causes.PARKING, causes.JACKPOT, causes.COINS)  # a pot pays out all it holds
Pot = tuple[int, int]  # an account; and the space, where coins lie on spaces, else -1


class Flow(NamedTuple):
    """Long-run money a throw from an account to the player, for a cause, at a space."""

    account: int
    cause: int
    space: int
    money: float


def flows(chain: Walk) -> list[Flow]:
    """Return the long-run money a throw from bank and pots to the player.

    A pot that is paid out at all pays, in the long run, what is paid into it.
    """
    masses = chain.pi[chain.start_of] * chain.share
    found: dict[tuple[int, int, int], float] = {}
    outlets: dict[Pot, CashFlow] = {}
    for path, mass in zip(chain.paths, masses.tolist()):
        for pay in path.money:
            if is_draw(pay):
                outlets[pot_of(pay)] = pay
            else:
                place = (pay.account, pay.cause, pay.space)
                found[place] = found.get(place, 0.0) + mass * pay.amount
    paid = [Flow(*place, x) for place, x in found.items()]
    into = {pot: [flow.money for flow in paid if pot_of(flow) == pot] for pot in outlets}
    return paid + [Flow(*pot[:1], outlets[pot].cause, outlets[pot].space, -sum(x)) for pot, x in into.items() if x]


def pot_of(pay: CashFlow | Flow) -> Pot:
    """Return the pot a payment goes into or comes from: coins on the board are a pot on each space."""
    return pay.account, pay.space if pay.account == payer_account.BOARD else -1


def bank_values(chain: Walk, cause: str) -> Matrix:
    """Return the money from bank and pots on each path, by one cause or all: float[paths]; pots pay their average."""
    wanted = code_of(chain, cause)
    values = [
        sum(pay.amount for pay in path.money if wanted in (-1, pay.cause) and not is_draw(pay)) for path in chain.paths
    ]
    found = np.array(values, float)
    masses = chain.pi[chain.start_of] * chain.share
    for flow in flows(chain):
        if flow.account in POTS and flow.cause in DRAWS and wanted in (-1, flow.cause):
            pot = pot_of(flow)
            draws = np.array([sum(is_draw(pay) and pot_of(pay) == pot for pay in path.money) for path in chain.paths])
            found += draws * flow.money / float(masses @ draws)
    return found


def is_draw(pay: CashFlow) -> bool:
    """Return True for what a pot pays out: as much as it holds, which no state of the chain knows."""
    return pay.cause in DRAWS


def code_of(chain: Walk, cause: str) -> int:
    """Return the code of a cause of bank income on this board; -1 for "bank", all of them."""
    if cause == BANK:
        return -1
    present = {names(causes)[flow.cause] for flow in flows(chain)}
    if cause not in present:
        raise ChainError(say("chain.unknown_cause", value=repr(cause), known=", ".join([BANK, *sorted(present)])))
    return codes(causes)[cause]


def bank_moments(chain: Walk, cause: str) -> tuple[Matrix, Matrix]:
    """Return mean and mean square on each path of the money from the bank; ChainError where a pot pays it out."""
    paid_out = {names(causes)[flow.cause] for flow in flows(chain) if flow.account in POTS and flow.money > 0}
    if cause in paid_out or (paid_out and cause == BANK):
        raise ChainError(say("chain.pot"))
    values = bank_values(chain, cause)
    return values, values**2


def over_throws(chain: Walk, mean: Matrix, square: Matrix, throws: int | None) -> tuple[float, float]:
    """Return mean and variance of the sum over throws of a reward with this mean and mean square on each path."""
    n = len(chain.states)
    J = chain.flow(chain.share * mean).reshape(n, n)
    pi, r, u = chain.pi, J.sum(1), chain.pi @ J
    mu = float(pi @ r)
    single = float(pi @ chain.expected(square)) - mu**2
    if throws is None:
        Z = linear_algebra.deviation(chain.P, pi)
        return mu, single + 2 * float(u @ (Z @ r) - mu**2)
    k = step_count(throws)
    total = k * single
    for h in range(1, k):
        total += 2 * (k - h) * (float(u @ r) - mu**2)
        u = u @ chain.P
    return k * mu, total
