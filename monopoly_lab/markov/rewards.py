"""Markov rewards: what a throw brings, on average over the long run and in its spread.

A throw along a path brings R, with the mean a and the mean square b on that path. With J_ij the
sum of p a over the paths from i to j, r = J 1 and u = pi J, the covariance of two throws that lie
h apart is u P^(h-1) r - mu^2, so that the sum over k throws has the variance

    k var R + 2 sum over h < k of (k - h) (u P^(h-1) r - mu^2),

and, for k without end, k times var R + 2 u (Z - 1 pi) r, Z being the fundamental matrix [1]_.

.. [1] Kemeny and Snell 1960, Finite Markov Chains, section 4.6.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.messages import say
from monopoly_lab.constants import card_effect, codes, names, payer_account, space_kind
from monopoly_lab.constants import payment_cause as causes
from monopoly_lab.markov import linear_algebra, rent_income
from monopoly_lab.markov.distributions import Walk, step_count
from monopoly_lab.markov.event_trace import CashFlow
from monopoly_lab.markov.linear_algebra import Matrix
from monopoly_lab.markov.state_derivation import POTS

if TYPE_CHECKING:
    import pandas as pd

BANK = "bank"  # all causes together
DRAWS = (causes.PARKING, causes.JACKPOT, causes.COINS)  # a pot pays out all it holds
Pot = tuple[int, int]  # an account; and the space, where coins lie on spaces, else -1


class Flow(NamedTuple):
    """Long-run money a throw from an account to the player, for a cause, at a space."""

    account: int
    cause: int
    space: int
    money: float


def bank_income(chain: Walk, per: str) -> "pd.Series[float]":
    """Return what bank and pots take in a throw, turn or landing, by cause."""
    import pandas as pd

    times = chain.throws_in(per)
    found: dict[str, float] = {}
    for flow in flows(chain):
        name = names(causes)[flow.cause]
        found[name] = found.get(name, 0.0) - flow.money * times
    return pd.Series(dict(sorted(found.items())), name="money", dtype=float)


def income_by_space(chain: Walk, per: str) -> "pd.DataFrame":
    """Return what bank and pots pay in a throw, turn or landing, by space and cause; 0 where nothing is paid."""
    import pandas as pd

    times = chain.throws_in(per)
    present = sorted({names(causes)[flow.cause] for flow in flows(chain)})
    table = pd.DataFrame(0.0, index=[chain.square(q) for q in range(chain.tables.spaces)], columns=present)
    for flow in flows(chain):
        if flow.space >= 0:
            table.loc[chain.square(flow.space), names(causes)[flow.cause]] += flow.money * times
    return table


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


def moments(chain: Walk, what: str, level: int | str | None, throws: int | None) -> "pd.Series[float]":
    """Return mean, variance and standard deviation of a reward over so many throws; see `Chain.moments`."""
    import pandas as pd

    if what == BANK or what in codes(causes):
        if level is not None:
            raise ChainError(say("chain.no_level", value=repr(what)))
        cases = [_bank_moments(chain, what)]
    else:
        cases = rent_income.path_rents(chain, what, level)
    means, variances = zip(*(over_throws(chain, mean, square, throws) for mean, square in cases))
    variance = float(np.mean(variances))
    return pd.Series({"mean": float(np.mean(means)), "variance": variance, "deviation": max(variance, 0.0) ** 0.5})


def _bank_moments(chain: Walk, cause: str) -> tuple[Matrix, Matrix]:
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


def upkeep(chain: Walk, per: str) -> "pd.Series[float]":
    """Return what repair cards cost in a throw, turn or landing for each house and for each hotel a player has."""
    import pandas as pd

    t, times = chain.tables, chain.throws_in(per)
    house = hotel = 0.0
    for q, coming in chain.arrivals_at.items():
        if t.kind[q] != space_kind.DECK:
            continue
        first, size = t.deck_first[t.deck_of[q]], t.deck_size[t.deck_of[q]]
        drawn = sum(coming.values()) * times / size
        repairs = [c for c in range(first, first + size) if t.card_effect[c] == card_effect.REPAIRS]
        house += drawn * sum(t.card_a[c] for c in repairs)
        hotel += drawn * sum(t.card_b[c] for c in repairs)
    return pd.Series({"house": house, "hotel": hotel}, name="money")
