"""Find ways between spaces: expected times, probabilities, visits before a set is left.

With A the states of the goal, h = 1 + P_CC h gives the expected throws from the other states C,
and f = P_CA 1 + P_CC f the probability to come to A before another set. Per landing, P holds only
the paths that do not touch the goal.

The chain as a graph for networkx, and what is read off it.

With the cost -log p of an edge the cheapest way is the most probable one. Communities and
centralities are networkx's own, with the weight `probability` or the distance `cost`.
"""

from collections.abc import Sequence
from itertools import combinations
from math import exp, log
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np

from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.messages import say
from monopoly_lab.constants import payment_cause
from monopoly_lab.markov import linear_algebra
from monopoly_lab.markov.distributions import Walk, checked_per, step_count
from monopoly_lab.markov.event_trace import Key
from monopoly_lab.markov.transition_matrix import SpaceRef
from monopoly_lab.rules.jail import is_free_after_tries
from monopoly_lab.simulation.single_token import TRIES

if TYPE_CHECKING:
    import pandas as pd


def first_passage(chain: Walk, start: SpaceRef, goal: SpaceRef, per: str, merge_jail: bool) -> float:
    """Return the expected throws or turns, at least one, until one ends (per landing: lands) on the goal."""
    if checked_per(per) == "landing":
        return _first_landing(chain, start, goal, merge_jail)
    P, _, states = chain.embedded(per)
    times = linear_algebra.hitting_times(P, states_on(chain, goal, states, merge_jail))
    return float(1 + P[states.index(chain.at(start))] @ times)


def passage_distribution(
    chain: Walk, start: SpaceRef, goal: SpaceRef, most: int, per: str, merge_jail: bool
) -> "pd.Series[float]":
    """Return P(T = n) for n = 1, ..., `most`: u_n = Q u_n-1, u_1 the ways into the goal, Q those that miss it."""
    import pandas as pd

    P, _, states = chain.embedded(per)
    goals = states_on(chain, goal, states, merge_jail)
    Q, here = P.copy(), states.index(chain.at(start))
    Q[:, goals] = 0.0
    u, found = P[:, goals].sum(1), []
    for _ in range(step_count(most)):
        found.append(float(u[here]))
        u = Q @ u
    return pd.Series(found, index=range(1, len(found) + 1), name="probability").rename_axis(per)


def passage_moments(chain: Walk, start: SpaceRef, goal: SpaceRef, per: str, merge_jail: bool) -> "pd.Series[float]":
    """Return mean and variance of a first passage, by N = (I - Q)^-1: m = N 1, E T^2 = (2 N - I) m [1]_.

    .. [1] Kemeny and Snell 1960, Finite Markov Chains, theorem 3.3.5.
    """
    import pandas as pd

    P, _, states = chain.embedded(per)
    Q = P.copy()
    Q[:, states_on(chain, goal, states, merge_jail)] = 0.0
    N = linear_algebra.fundamental(Q, range(len(Q)))
    mean = N.sum(1)
    square = 2 * N @ mean - mean
    here = states.index(chain.at(start))
    variance = float(square[here] - mean[here] ** 2)
    return pd.Series({"mean": float(mean[here]), "variance": variance, "deviation": variance**0.5})


def cover(chain: Walk, start: SpaceRef, goals: Sequence[SpaceRef], per: str) -> float:
    """Return the expected throws or turns until each of several spaces was one's end: the largest of their passages.

    E max T = sum over sets S of them of (-1)^(|S|+1) E min T, the time to any of S (Ross 2019, Introduction to
    Probability Models, section 2.6: maximum and minimums identity).
    """
    P, _, states = chain.embedded(per)
    each = [states_on(chain, goal, states, False) for goal in goals]
    here, total = states.index(chain.at(start)), 0.0
    for size in range(1, len(each) + 1):
        for part in combinations(each, size):
            times = linear_algebra.hitting_times(P, sorted({i for one in part for i in one}))
            total -= (-1) ** size * float(1 + P[here] @ times)
    return total


def _first_landing(chain: Walk, start: SpaceRef, goal: SpaceRef, merge_jail: bool) -> float:
    locations = named_locations(chain, goal, merge_jail)
    clear = np.array([all((a.space, a.held) not in locations for a in path.arrivals) for path in chain.paths])
    if clear.all():
        raise ChainError(say("chain.never_there", space=chain.name_of(chain.find(goal))))
    n = len(chain.states)
    Q = chain.flow(chain.share * clear).reshape(n, n)
    return float(np.linalg.solve(np.eye(n) - Q, np.ones(n))[chain.at(start)])


def passages(chain: Walk, per: str, merge_jail: bool) -> "pd.DataFrame":
    """Return the expected throws or turns between all spaces, by one inverse: z_jj - z_ij, over pi_j, for sets."""
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
    times = 1 + P[list(rows.values())] @ linear_algebra.passage_times(
        linear_algebra.deviation(P, pi), pi, list(goals.values())
    )
    table = pd.DataFrame(times, index=list(rows), columns=list(goals))
    return table[[label for label in starts if label in goals]]


def hitting_probability(
    chain: Walk, start: SpaceRef, goal: SpaceRef, before: SpaceRef, per: str, merge_jail: bool
) -> float:
    """Return the probability that a throw or turn ends on the goal before one ends on the other space."""
    P, _, states = chain.embedded(per)
    goals, others = states_on(chain, goal, states, merge_jail), states_on(chain, before, states, merge_jail)
    if set(goals) & set(others):
        raise ChainError(say("chain.same_place", space=chain.name_of(chain.find(goal))))
    hit = linear_algebra.hitting_probabilities(P, goals, others)
    return float(P[states.index(chain.at(start))] @ hit)


def fundamental(chain: Walk, places: Sequence[SpaceRef], per: str) -> "pd.DataFrame":
    """Return the fundamental matrix (I - Q)^-1 of the states of some spaces, Q the matrix among them."""
    import pandas as pd

    P, _, states = chain.embedded(per)
    inside = sorted({i for place in places for i in states_on(chain, place, states, False)})
    if len(inside) == len(states):
        raise ChainError(say("chain.never_left"))
    labels = [chain.labels[states[i]] for i in inside]
    return pd.DataFrame(linear_algebra.fundamental(P, inside), index=labels, columns=labels)


def jail_stay(chain: Walk) -> "pd.Series[float]":
    """Return the expected throws and turns of a stay in jail, and the share of stays that end by paying.

    A prisoner who is sent to jail again by the very throw that frees them begins another stay; `fundamental` counts the
    visits of both. A prisoner who is let out at the beginning of a turn makes no more throws in jail.
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
    visits = linear_algebra.fundamental(P, held)[first]
    paid = np.array([any(pay.cause == payment_cause.JAIL_FINE for pay in path.money) for path in chain.paths], float)
    begins = np.array([float(not chain.states[i].begun) for i in held])
    found = {"throws": visits.sum(), "turns": visits @ begins, "paying": visits @ chain.expected(paid)[held]}
    return pd.Series(found)


def named_locations(chain: Walk, place: SpaceRef, merge_jail: bool) -> set[tuple[int, int]]:
    """Return the places that a name means: in jail and visiting it, or one of them."""
    q, held = chain.find(place)
    return {(q, 0), (q, 1)} if merge_jail else {(q, held)}


def _find_states_on(chain: Walk, place: SpaceRef, states: Sequence[int], merge_jail: bool) -> list[int]:
    locations = named_locations(chain, place, merge_jail)
    keys = [chain.states[i] for i in states]
    return [n for n, key in enumerate(keys) if (key.space, int(key.held > 0)) in locations]


def states_on(chain: Walk, place: SpaceRef, states: Sequence[int], merge_jail: bool) -> list[int]:
    """Return the states of a space by their places in `states`; ChainError if there are none."""
    found = _find_states_on(chain, place, states, merge_jail)
    if not found:
        raise ChainError(say("chain.never_there", space=chain.name_of(chain.find(place))))
    return found


# The chain as a graph for networkx, and what is read off it


def graph(chain: Walk) -> Any:
    """Return a DiGraph: see `Chain.graph`."""
    found = nx.DiGraph()
    for key, label, share in zip(chain.states, chain.labels, chain.pi.tolist()):
        space = chain.edition.spaces[key.space]
        found.add_node(label, space=space.id, group=space.group, held=int(key.held > 0), share=share)
    for i, j in zip(*(line.tolist() for line in np.nonzero(chain.P))):
        p = float(chain.P[i, j])
        found.add_edge(chain.labels[i], chain.labels[j], probability=p, cost=-log(min(p, 1.0)))
    return found


def likely_path(chain: Walk, start: SpaceRef, goal: SpaceRef) -> tuple[list[str], float]:
    """Return the most probable way from a space, its turn not begun, to any state of another: states and probability.

    From a space to itself the way around the board.
    """
    found = graph(chain)
    first = chain.labels[chain.at(start)]
    goals = {chain.labels[i] for i in states_on(chain, goal, range(len(chain.states)), False)}
    best: tuple[float, list[str]] | None = None
    for _, second, cost in found.out_edges(first, data="cost"):
        costs, ways = nx.single_source_dijkstra(found, second, weight="cost")
        for label in goals & costs.keys():
            if best is None or cost + costs[label] < best[0] - 1e-12:
                best = cost + costs[label], [first, *ways[label]]
    if best is None:
        raise ChainError(say("chain.never_there", space=chain.name_of(chain.find(goal))))
    return best[1], exp(-best[0])


def moves(chain: Walk, per: str, merge_jail: bool) -> "pd.DataFrame":
    """Return where throws or turns lead from each location, its states weighted by long-run share: rows sum to 1."""
    import pandas as pd

    P, pi, states = chain.embedded(per)
    locations = [(q, 0 if merge_jail else held) for q, held in chain.locations]
    labels = list(dict.fromkeys(chain.name_of(location) for location in locations))
    place = {location: labels.index(chain.name_of(merged)) for location, merged in zip(chain.locations, locations)}
    into = np.zeros((len(states), len(labels)))
    for n, i in enumerate(states):
        key = chain.states[i]
        into[n, place[key.space, int(key.held > 0)]] = 1.0
    flows = into.T @ (pi[:, None] * P) @ into
    shares = flows.sum(1)
    seen = [n for n, share in enumerate(shares) if share > 0]
    table = flows[np.ix_(seen, seen)] / shares[seen][:, None]
    return pd.DataFrame(table, index=[labels[n] for n in seen], columns=[labels[n] for n in seen])
