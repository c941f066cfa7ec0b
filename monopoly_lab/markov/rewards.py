"""Markov rewards: what a throw brings, on average over the long run and in its spread.

A throw along a path brings R, with the mean a and the mean square b on that path. With J_ij the
sum of p a over the paths from i to j, r = J 1 and u = pi J, the covariance of two throws that lie
h apart is u P^(h-1) r - mu^2, so that the sum over k throws has the variance

    k var R + 2 sum over h < k of (k - h) (u P^(h-1) r - mu^2),

and, for k without end, k times var R + 2 u (Z - 1 pi) r, Z being the fundamental matrix [1]_.

.. [1] Kemeny and Snell 1960, Finite Markov Chains, section 4.6.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.messages import say
from monopoly_lab.constants import codes, names, payer_account, space_kind
from monopoly_lab.constants import payment_cause as causes
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.markov import linear_algebra
from monopoly_lab.markov.distributions import Walk, step_count
from monopoly_lab.markov.event_trace import SEAT, CashFlow
from monopoly_lab.markov.linear_algebra import Matrix
from monopoly_lab.markov.state_derivation import POTS

BANK = "bank"  # all causes together
POT_PAYOUTS = (causes.PARKING, causes.JACKPOT, causes.COINS)  # a pot pays out all it holds
Pot = tuple[int, int]  # an account; and the space, where coins lie on spaces, else -1
Outlet = tuple[int, int]  # cause and space of a payout


class BankPayment(NamedTuple):
    """Long-run money a throw from an account to the player, for a cause, at a space."""

    account: int
    cause: int
    space: int
    money: float


class PotFlow(NamedTuple):
    """What a path pays into a pot until it first pays out, and afterwards; where it pays out, and how much more."""

    before: float
    first: Outlet | None  # of all that the pot holds then; None: the path has no payout
    later: tuple[tuple[Outlet, float], ...]  # of what was paid in since the payout before
    after: float


def bank_payments(chain: Walk) -> list[BankPayment]:
    """Return the long-run money a throw from bank and pots to the player.

    A pot pays, in the long run, what is paid into it, unless no throw of the long run empties it.
    """
    masses = chain.pi[chain.start_of] * chain.share
    found: dict[tuple[int, int, int], float] = {}
    pots: dict[Pot, None] = {}
    for path, mass in zip(chain.paths, masses.tolist()):
        for pay in path.money:
            if not is_pot_payout(pay):
                place = (pay.account, pay.cause, pay.space)
                found[place] = found.get(place, 0.0) + mass * pay.amount
            elif mass > 0:
                pots[pot_of(pay)] = None
    paid = [BankPayment(*place, x) for place, x in found.items()]
    for pot in pots:
        paid += [BankPayment(pot[0], *outlet, x) for outlet, x in pot_payouts(chain, pot).items() if x]
    return paid


def pot_payouts(chain: Walk, pot: Pot) -> dict[Outlet, float]:
    """Return the long-run money a throw that a pot pays out, by cause and space.

    With Q_ij the probability of the paths from i to j on which the pot is not emptied, and A_ij the mean of what they,
    or the others after the payout, leave in it, its content c_j, counted in the throws that end in j, is the solution
    of c = c Q + pi A. Where outlets are near to each other, the second one finds little: shares of payouts alone
    would not do.
    """
    flows = [pot_flow(path.money, pot) for path in chain.paths]
    n = len(chain.states)
    is_kept = np.array([flow.first is None for flow in flows])
    left = np.array([flow.after if flow.first else flow.before for flow in flows])
    inside = np.flatnonzero(chain.pi > 0)
    Q = chain.flow(chain.share * is_kept).reshape(n, n)[np.ix_(inside, inside)]
    paid_in = (chain.pi @ chain.flow(chain.share * left).reshape(n, n))[inside]
    content = np.zeros(n)
    content[inside] = np.linalg.solve((np.eye(len(inside)) - Q).T, paid_in)
    found: dict[Outlet, float] = {}
    masses, held = chain.pi[chain.start_of] * chain.share, content[chain.start_of] * chain.share
    for flow, mass, x in zip(flows, masses.tolist(), held.tolist()):
        if flow.first and mass > 0:
            found[flow.first] = found.get(flow.first, 0.0) + x + mass * flow.before
            for outlet, money in flow.later:
                found[outlet] = found.get(outlet, 0.0) + mass * money
    return found


def pot_flow(money: Sequence[CashFlow], pot: Pot) -> PotFlow:
    """Return what the payments of a path do to a pot."""
    before, since = 0.0, 0.0
    first: Outlet | None = None
    later = []
    for pay in money:
        if pot_of(pay) != pot:
            continue
        if not is_pot_payout(pay):
            since -= pay.amount
            continue
        outlet = (pay.cause, pay.space)
        if first is None:
            first, before = outlet, since
        else:
            later.append((outlet, since))
        since = 0.0
    return PotFlow(since if first is None else before, first, tuple(later), 0.0 if first is None else since)


def pot_of(pay: CashFlow | BankPayment) -> Pot:
    """Return the pot a payment goes into or comes from: coins on the board are a pot on each space."""
    return pay.account, pay.space if pay.account == payer_account.BOARD else -1


def bank_values(chain: Walk, cause: str) -> Matrix:
    """Return the money from bank and pots on each path, by one cause or all: float[paths]; pots pay their average."""
    return _bank_values(chain, cause, bank_payments(chain))


def _bank_values(chain: Walk, cause: str, payments: Sequence[BankPayment]) -> Matrix:
    wanted = cause_code(cause, payments)
    values = [
        sum(pay.amount for pay in path.money if wanted in (-1, pay.cause) and not is_pot_payout(pay))
        for path in chain.paths
    ]
    found = np.array(values, float)
    masses = chain.pi[chain.start_of] * chain.share
    for payment in payments:
        if payment.account in POTS and payment.cause in POT_PAYOUTS and wanted in (-1, payment.cause):
            outlet = payment.account, payment.cause, payment.space
            draws = np.array(
                [sum((pay.account, pay.cause, pay.space) == outlet for pay in path.money) for path in chain.paths]
            )
            found += draws * payment.money / float(masses @ draws)
    return found


def is_pot_payout(pay: CashFlow) -> bool:
    """Return True for what a pot pays out: as much as it holds, which no state of the chain knows."""
    return pay.cause in POT_PAYOUTS


def cause_code(cause: str, payments: Sequence[BankPayment]) -> int:
    """Return the code of a cause of these payments; -1 for "bank", all of them."""
    if cause == BANK:
        return -1
    present = {names(causes)[payment.cause] for payment in payments}
    if cause not in present:
        raise ChainError(say("chain.unknown_cause", value=quoted(cause), known=", ".join([BANK, *sorted(present)])))
    return codes(causes)[cause]


def bank_moments(chain: Walk, cause: str) -> tuple[Matrix, Matrix]:
    """Return mean and mean square on each path of the money from the bank; ChainError where a pot pays it out."""
    payments = bank_payments(chain)
    paid_out = {names(causes)[each.cause] for each in payments if each.account in POTS and each.money > 0}
    if cause in paid_out or (paid_out and cause == BANK):
        raise ChainError(say("chain.pot"))
    values = _bank_values(chain, cause, payments)
    return values, values**2


def over_throws(chain: Walk, mean: Matrix, square: Matrix, throws: int | None) -> tuple[float, float]:
    """Return mean and variance of the sum over throws of a reward with this mean and mean square on each path."""
    n = len(chain.states)
    J = chain.flow(chain.share * mean).reshape(n, n)
    pi, r, u = chain.pi, J.sum(1), chain.pi @ J
    mu = float(pi @ r)
    single = float(pi @ chain.expected(square)) - mu**2
    Z = linear_algebra.fundamental_matrix(chain.P, pi)
    if throws is None:
        return mu, single + 2 * float(u @ (Z @ r) - mu**2)
    k = step_count(throws)
    # With A = P - 1 pi and m = k - 1, the sum over h < k of (k - h) A^(h-1) is Z (m I - A Z (I - A^m)).
    A, m = chain.P - pi, k - 1
    inner = Z @ (r - np.linalg.matrix_power(A, m) @ r)
    pairs = float(u @ (Z @ (m * r - A @ inner))) - m * mu**2
    return k * mu, k * single + 2 * pairs


def deck_at(t: Tables, q: int) -> int:
    """Return the deck that the token draws from on space `q`, on the board of sides that of its own side; -1: none."""
    if t.kind[q] == space_kind.DECK:
        return t.deck_of[q]
    if t.kind[q] == space_kind.ROLE_DECK:
        return next((d for d in range(t.decks) if t.deck_role[d] == t.role_of[SEAT]), -1)
    return -1
