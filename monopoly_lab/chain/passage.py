"""Ways between spaces: expected times, probabilities, visits before a set is left.

With A the states of the goal, h = 1 + P_CC h gives the expected throws from the other states C,
and f = P_CA 1 + P_CC f the probability to come to A before another set. Per landing, P holds only
the paths that do not touch the goal.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from monopoly_lab.batch.lonely import TRIES
from monopoly_lab.chain import solve
from monopoly_lab.chain.model import Place
from monopoly_lab.chain.trace import Key
from monopoly_lab.chain.walk import Walk, known, whole
from monopoly_lab.codes import cause
from monopoly_lab.errors import ChainError
from monopoly_lab.messages import say
from monopoly_lab.rules.jail import is_free_after_tries

if TYPE_CHECKING:
    import pandas as pd


def first_passage(chain: Walk, start: Place, goal: Place, per: str, merge_jail: bool) -> float:
    """Expected throws or turns from a space until one ends (per landing: lands) on the goal; one is made at least."""
    if known(per) == "landing":
        return _first_landing(chain, start, goal, merge_jail)
    P, _, states = chain.embedded(per)
    times = solve.hitting_times(P, on(chain, goal, states, merge_jail))
    return float(1 + P[states.index(chain.at(start))] @ times)


def passage_distribution(
    chain: Walk, start: Place, goal: Place, most: int, per: str, merge_jail: bool
) -> "pd.Series[float]":
    """P(T = n) for n = 1, ..., `most`: u_n = Q u_n-1 with u_1 the ways into the goal, Q those that miss it."""
    import pandas as pd

    P, _, states = chain.embedded(per)
    goals = on(chain, goal, states, merge_jail)
    Q, here = P.copy(), states.index(chain.at(start))
    Q[:, goals] = 0.0
    u, found = P[:, goals].sum(1), []
    for _ in range(whole(most)):
        found.append(float(u[here]))
        u = Q @ u
    return pd.Series(found, index=range(1, len(found) + 1), name="probability").rename_axis(per)


def passage_moments(chain: Walk, start: Place, goal: Place, per: str, merge_jail: bool) -> "pd.Series[float]":
    """Mean and variance of a first passage, by N = (I - Q)^-1: m = N 1, E T^2 = (2 N - I) m [1]_.

    .. [1] Kemeny and Snell 1960, Finite Markov Chains, theorem 3.3.5.
    """
    import pandas as pd

    P, _, states = chain.embedded(per)
    Q = P.copy()
    Q[:, on(chain, goal, states, merge_jail)] = 0.0
    N = solve.fundamental(Q, range(len(Q)))
    mean = N.sum(1)
    square = 2 * N @ mean - mean
    here = states.index(chain.at(start))
    variance = float(square[here] - mean[here] ** 2)
    return pd.Series({"mean": float(mean[here]), "variance": variance, "deviation": variance**0.5})


def cover(chain: Walk, start: Place, goals: Sequence[Place], per: str) -> float:
    """Expected throws or turns until each of several spaces was one's end: the largest of their passages.

    E max T = sum over sets S of them of (-1)^(|S|+1) E min T, the time to any of S (Ross 2019, Introduction to
    Probability Models, section 2.6: maximum and minimums identity).
    """
    P, _, states = chain.embedded(per)
    each = [on(chain, goal, states, False) for goal in goals]
    here, total = states.index(chain.at(start)), 0.0
    for size in range(1, len(each) + 1):
        for part in combinations(each, size):
            times = solve.hitting_times(P, sorted({i for one in part for i in one}))
            total -= (-1) ** size * float(1 + P[here] @ times)
    return total


def _first_landing(chain: Walk, start: Place, goal: Place, merge_jail: bool) -> float:
    locations = meant(chain, goal, merge_jail)
    clear = np.array([all((a.space, a.held) not in locations for a in path.arrivals) for path in chain.paths])
    if clear.all():
        raise ChainError(say("chain.never_there", space=chain.name_of(chain.find(goal))))
    n = len(chain.states)
    Q = chain.flow(chain.share * clear).reshape(n, n)
    return float(np.linalg.solve(np.eye(n) - Q, np.ones(n))[chain.at(start)])


def passages(chain: Walk, per: str, merge_jail: bool) -> "pd.DataFrame":
    """Expected throws or turns between all spaces, by one inverse: z_jj - z_ij, over pi_j, for sets of states."""
    import pandas as pd

    P, pi, states = chain.embedded(per)
    keys = [chain.states[i] for i in states]
    places = {key: n for n, key in enumerate(keys)}
    starts = {
        chain.name_of(location): places.get(Key(location[0], 0, location[1], 0), -1) for location in chain.locations
    }
    goals: dict[str, list[int]] = {}
    for n in np.flatnonzero(pi > 0).tolist():
        goals.setdefault(chain.name_of((keys[n].space, int(keys[n].held > 0 and not merge_jail))), []).append(n)
    rows = {label: n for label, n in starts.items() if n >= 0}
    times = 1 + P[list(rows.values())] @ solve.passage_times(solve.deviation(P, pi), pi, list(goals.values()))
    table = pd.DataFrame(times, index=list(rows), columns=list(goals))
    return table[[label for label in starts if label in goals]]


def hitting_probability(chain: Walk, start: Place, goal: Place, before: Place, per: str, merge_jail: bool) -> float:
    """Probability that a throw or turn ends on the goal before one ends on the other space."""
    P, _, states = chain.embedded(per)
    goals, others = on(chain, goal, states, merge_jail), on(chain, before, states, merge_jail)
    if set(goals) & set(others):
        raise ChainError(say("chain.same_place", space=chain.name_of(chain.find(goal))))
    hit = solve.hitting_probabilities(P, goals, others)
    return float(P[states.index(chain.at(start))] @ hit)


def fundamental(chain: Walk, places: Sequence[Place], per: str) -> "pd.DataFrame":
    """The fundamental matrix (I - Q)^-1 of the states of some spaces, Q the matrix among them."""
    import pandas as pd

    P, _, states = chain.embedded(per)
    inside = sorted({i for place in places for i in on(chain, place, states, False)})
    if len(inside) == len(states):
        raise ChainError(say("chain.never_left"))
    labels = [chain.labels[states[i]] for i in inside]
    return pd.DataFrame(solve.fundamental(P, inside), index=labels, columns=labels)


def jail_stay(chain: Walk) -> "pd.Series[float]":
    """Expected throws and turns of a stay in jail, and the share of stays that end by paying.

    A prisoner who is sent to jail again by the very throw that frees him begins another stay; `fundamental`
    counts the visits of both. Who is let out as his turn begins makes no throw in jail any more.
    """
    import pandas as pd

    t = chain.tables
    last = t.o_jail_exit_tries if is_free_after_tries(t) else TRIES
    held = [i for i, key in enumerate(chain.states) if 0 < key.held <= last and key.space == t.jail]
    if not held:
        return pd.Series({"throws": 0.0, "turns": 0.0, "paying": 0.0})
    first = next(n for n, i in enumerate(held) if chain.states[i].held == 1)
    P = chain.P.copy()
    P[:, held[first]] = 0.0
    visits = solve.fundamental(P, held)[first]
    paid = np.array([any(pay.cause == cause.JAIL_FINE for pay in path.money) for path in chain.paths], float)
    begins = np.array([float(not chain.states[i].begun) for i in held])
    found = {"throws": visits.sum(), "turns": visits @ begins, "paying": visits @ chain.expected(paid)[held]}
    return pd.Series(found)


def meant(chain: Walk, place: Place, merge_jail: bool) -> set[tuple[int, int]]:
    q, held = chain.find(place)
    return {(q, 0), (q, 1)} if merge_jail else {(q, held)}


def _on(chain: Walk, place: Place, states: Sequence[int], merge_jail: bool) -> list[int]:
    locations = meant(chain, place, merge_jail)
    keys = [chain.states[i] for i in states]
    return [n for n, key in enumerate(keys) if (key.space, int(key.held > 0)) in locations]


def on(chain: Walk, place: Place, states: Sequence[int], merge_jail: bool) -> list[int]:
    """The states of a space by their places in `states`; ChainError if there are none."""
    found = _on(chain, place, states, merge_jail)
    if not found:
        raise ChainError(say("chain.never_there", space=chain.name_of(chain.find(place))))
    return found
