"""Linear algebra of finite Markov chains.

.. [1] Grassmann, Taksar and Heyman 1985, Operations Research 33, "Regenerative analysis and
   steady state distributions for Markov chains".
.. [2] Kemeny and Snell 1960, Finite Markov Chains, chapters III and IV.
"""

from fractions import Fraction
from typing import Any

import networkx as nx
import numpy as np

Matrix = np.ndarray[Any, np.dtype[np.float64]]


def stationary(P: Matrix) -> Matrix:
    """The stationary law of an irreducible chain: float[n], sums to 1.

    Grassmann-Taksar-Heyman elimination [1]_, which never subtracts. For a chain with one closed
    class and transient states, the law is 0 on the transient ones.
    """
    classes = closed_classes(P)
    inside = sorted(classes[0])
    law = np.zeros(len(P))
    law[inside] = _gth(P[np.ix_(inside, inside)].copy())
    return law


def _gth(P: Matrix) -> Matrix:
    n = len(P)
    for k in range(n - 1, 0, -1):
        out = P[k, :k].sum()
        P[:k, k] /= out
        P[:k, :k] += np.outer(P[:k, k], P[k, :k])
    law = np.ones(n)
    for k in range(1, n):
        law[k] = law[:k] @ P[:k, k]
    return law / law.sum()


def exact_stationary(rows: list[dict[int, Fraction]]) -> list[Fraction]:
    """The stationary law as exact fractions, by the same elimination; for small chains."""
    n = len(rows)
    P = [[row.get(j, Fraction(0)) for j in range(n)] for row in rows]
    for k in range(n - 1, 0, -1):
        out = sum(P[k][:k])
        for i in range(k):
            if P[i][k]:
                P[i][k] /= out
                for j in range(k):
                    if P[k][j]:
                        P[i][j] += P[i][k] * P[k][j]
    law = [Fraction(1)]
    for k in range(1, n):
        law.append(sum((law[i] * P[i][k] for i in range(k) if P[i][k]), Fraction(0)))
    total = sum(law)
    return [share / total for share in law]


def closed_classes(P: Matrix) -> list[set[int]]:
    """The closed classes of states, the largest first."""
    graph = nx.from_numpy_array(P > 0, create_using=nx.DiGraph)
    parts = nx.strongly_connected_components(graph)
    closed = [set(part) for part in parts if all(j in part for i in part for j in graph.successors(i))]
    return sorted(closed, key=len, reverse=True)


def period(P: Matrix) -> int:
    """The period of the first closed class; 1 for an aperiodic chain."""
    inside = sorted(closed_classes(P)[0])
    graph = nx.from_numpy_array(P[np.ix_(inside, inside)] > 0, create_using=nx.DiGraph)
    depth = nx.single_source_shortest_path_length(graph, 0)
    return int(np.gcd.reduce([depth[i] + 1 - depth[j] for i, j in graph.edges]))


def hitting_times(P: Matrix, targets: list[int]) -> Matrix:
    """Expected steps to the targets from every state, 0 on them: float[n] [2]_."""
    others = [i for i in range(len(P)) if i not in set(targets)]
    times = np.zeros(len(P))
    times[others] = np.linalg.solve(np.eye(len(others)) - P[np.ix_(others, others)], np.ones(len(others)))
    return times


def return_time(P: Matrix, times: Matrix, i: int) -> float:
    """Expected steps from state `i` to the targets, at least one step being made."""
    return float(1 + P[i] @ times)


def hitting_probabilities(P: Matrix, targets: list[int], before: list[int]) -> Matrix:
    """Probability to reach the targets before the other set, from every state: float[n]."""
    stopped = set(targets) | set(before)
    others = [i for i in range(len(P)) if i not in stopped]
    hit = np.zeros(len(P))
    hit[targets] = 1.0
    hit[others] = np.linalg.solve(np.eye(len(others)) - P[np.ix_(others, others)], P[np.ix_(others, targets)].sum(1))
    return hit


def fundamental(P: Matrix, transient: list[int]) -> Matrix:
    """Expected visits among the transient states before they are left: float[m, m] [2]_."""
    inside = P[np.ix_(transient, transient)]
    return np.linalg.inv(np.eye(len(transient)) - inside)


def deviation(P: Matrix, law: Matrix) -> Matrix:
    """The fundamental matrix of an irreducible chain, (I - P + 1 pi)^-1: float[n, n] [2]_."""
    return np.linalg.inv(np.eye(len(P)) - P + np.outer(np.ones(len(P)), law))


def kemeny(P: Matrix, law: Matrix) -> float:
    """Kemeny's constant: expected steps to a state drawn from the stationary law, from any state."""
    return float(np.trace(deviation(P, law)))


def censored(P: Matrix, kept: list[int]) -> Matrix:
    """The chain watched only in the states `kept`: float[m, m], by block elimination."""
    others = [i for i in range(len(P)) if i not in set(kept)]
    inside = P[np.ix_(kept, kept)]
    if not others:
        return inside
    through = np.linalg.solve(np.eye(len(others)) - P[np.ix_(others, others)], P[np.ix_(others, kept)])
    return inside + P[np.ix_(kept, others)] @ through


def distance(law: Matrix, limit: Matrix) -> float:
    """Total variation distance of two laws."""
    return float(abs(law - limit).sum() / 2)


def mixing_steps(P: Matrix, limit: Matrix, eps: float, most: int = 1 << 20) -> int:
    """The least number of steps after which every start is within `eps` of the limit in total variation.

    -1 for a chain that does not come that near, a periodic one for example.
    """

    def far(Q: Matrix) -> bool:
        return bool(abs(Q - limit).sum(1).max() / 2 > eps)

    powers = [P]
    while far(powers[-1]):
        if 2 ** len(powers) > most:
            return -1
        powers.append(powers[-1] @ powers[-1])
    if len(powers) == 1:
        return 0 if not far(np.eye(len(P))) else 1
    steps, Q = 2 ** (len(powers) - 2), powers[-2]
    for i in range(len(powers) - 3, -1, -1):
        if far(Q @ powers[i]):
            steps, Q = steps + 2**i, Q @ powers[i]
    return steps + 1
