"""Linear algebra of finite Markov chains.

A chain with matrix P has the stationary distribution pi = pi P. With Z = (I - P + 1 pi)^-1 the expected
time to a set A is h = c 1 - Z g, where g is 0 outside A, pi g = 1 and h = 0 on A; with one
state in A this is Kemeny and Snell's m_ij = (z_jj - z_ij) / pi_j. The chain watched only in a
set B has the matrix P_BB + P_BC (I - P_CC)^-1 P_CB, C being the other states.

.. [1] Grassmann, Taksar and Heyman 1985, Operations Research 33, "Regenerative analysis and
   steady state distributions for Markov chains".
.. [2] Kemeny and Snell 1960, Finite Markov Chains, chapters III, IV and VI.
.. [3] Golub and Wilkinson 1976, SIAM Review 18, "Ill-conditioned eigensystems and the computation
   of the Jordan canonical form", section 10.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.file_access import quoted, shortened
from monopoly_lab.common.lazy_imports import nx
from monopoly_lab.common.messages import say

Matrix = np.ndarray[Any, np.dtype[np.float64]]
NOTHING = 1e-11  # singular values up to here are 0 but for rounding
LEAST_DISTANCE = 1e-12  # of distributions, above their rounding errors
MOST_STEPS = 1 << 20  # until a chain comes near its limit


def stationary(P: Matrix, inside: Sequence[int], together: Iterable[Sequence[int]] = ()) -> Matrix:
    """Return the stationary distribution where `inside` is the one closed class: float[n], sums to 1, 0 elsewhere.

    Grassmann-Taksar-Heyman elimination [1]_, which never subtracts. Sets of states in `together` that turn
    out to have no ways among them are eliminated at once, with the same result.
    """
    n, left = len(P), np.array(inside)
    P = P[np.ix_(left, left)]
    undo = []
    for part in together:
        out, kept = np.isin(left, part), ~np.isin(left, part)
        if kept.any() and not P[np.ix_(out, out)].any():
            back = P[np.ix_(kept, out)] / P[np.ix_(out, kept)].sum(1)
            undo.append((left[out], left[kept], back))
            P = P[np.ix_(kept, kept)] + back @ P[np.ix_(out, kept)]
            left = left[kept]
    pi = np.zeros(n)
    pi[left] = _eliminate_states(P)
    for out, kept, back in reversed(undo):
        pi[out] = pi[kept] @ back
    return np.asarray(pi / pi.sum())


def _eliminate_states(P: Matrix) -> Matrix:
    n = len(P)
    for k in range(n - 1, 0, -1):
        row, column = P[k, :k], P[:k, k]
        column /= row.sum()
        P[:k, :k] += column[:, None] * row
    pi = np.ones(n)
    for k in range(1, n):
        pi[k] = pi[:k] @ P[:k, k]
    return pi


def exact_stationary(rows: list[dict[int, Fraction]]) -> list[Fraction]:
    """Return the stationary distribution of an irreducible chain as exact fractions, by the same elimination [1]_."""
    into: list[dict[int, Fraction]] = [{} for _ in rows]
    rows = [dict(row) for row in rows]
    for k in range(len(rows) - 1, 0, -1):
        row = {j: share for j, share in rows[k].items() if j < k}
        out = sum(row.values())
        for i in range(k):
            if share := rows[i].get(k):
                into[k][i] = share / out
                for j, weight in row.items():
                    rows[i][j] = rows[i].get(j, Fraction(0)) + into[k][i] * weight
    pi = [Fraction(1)]
    for k in range(1, len(rows)):
        pi.append(sum((pi[i] * share for i, share in into[k].items()), Fraction(0)))
    total = sum(pi)
    return [share / total for share in pi]


def closed_classes(P: Matrix) -> list[list[int]]:
    """Return the closed classes of states, the largest first."""
    ways = P > 0
    if reachable_states(ways, 0).all() and reachable_states(ways.T, 0).all():
        return [list(range(len(P)))]
    graph = nx.from_numpy_array(ways, create_using=nx.DiGraph)
    parts = nx.strongly_connected_components(graph)
    closed = [
        sorted(part) for part in parts if not ways[np.ix_(sorted(part), remaining_states(len(P), sorted(part)))].any()
    ]
    return sorted(closed, key=lambda part: (-len(part), part))


def only_class(classes: Sequence[Sequence[int]], names: Sequence[Any]) -> Sequence[int]:
    """Return the one closed class; ChainError, with the names of two states, where there are several."""
    if len(classes) > 1:
        one, other = (shortened(str(names[part[0]])) for part in classes[:2])
        raise ChainError(say("chain.classes", n=len(classes), one=one, other=other))
    return classes[0]


def reachable_states(ways: Any, start: int) -> Any:
    """Return the states that can be reached from one: bool[n]."""
    found = np.zeros(len(ways), bool)
    front = found.copy()
    front[start] = True
    while front.any():
        found |= front
        front = ways[front].any(0) & ~found
    return found


def period(P: Matrix, inside: Sequence[int]) -> int:
    """Return the period of a closed class; 1 for an aperiodic one."""
    Q = P[np.ix_(inside, inside)] > 0
    depth = np.full(len(Q), -1)
    depth[0], front, steps = 0, [0], 0
    while front:
        steps += 1
        following = np.flatnonzero(Q[front].any(0) & (depth < 0))
        depth[following] = steps
        front = following.tolist()
    i, j = np.nonzero(Q)
    return int(np.gcd.reduce(depth[i] + 1 - depth[j]))


def hitting_times(P: Matrix, targets: Sequence[int]) -> Matrix:
    """Return the expected steps to the targets from every state, 0 on them: float[n] [2]_."""
    others = remaining_states(len(P), targets)
    times = np.zeros(len(P))
    times[others] = np.linalg.solve(np.eye(len(others)) - P[np.ix_(others, others)], np.ones(len(others)))
    return times


def hitting_probabilities(P: Matrix, targets: Sequence[int], before: Sequence[int]) -> Matrix:
    """Return the probability to reach the targets before the other set, from every state: float[n]."""
    others = remaining_states(len(P), [*targets, *before])
    hit = np.zeros(len(P))
    hit[targets] = 1.0
    through = P[np.ix_(others, targets)].sum(1)
    hit[others] = np.linalg.solve(np.eye(len(others)) - P[np.ix_(others, others)], through)
    return hit


def passage_times(Z: Matrix, pi: Matrix, sets: Sequence[Sequence[int]]) -> Matrix:
    """Return the expected steps from every state to each set of states, by the fundamental matrix: float[n, sets]."""
    times = np.zeros((len(Z), len(sets)))
    for size in {len(part) for part in sets}:
        places = [i for i, part in enumerate(sets) if len(part) == size]
        A = np.array([sets[i] for i in places])
        g = np.linalg.solve(Z[A[:, :, None], A[:, None, :]], np.ones((len(A), size, 1)))[:, :, 0]
        g /= (pi[A] * g).sum(1)[:, None]
        away = (Z[:, A] * g).sum(2)
        times[:, places] = away[A[:, 0], range(len(A))] - away
    return times


def expected_visits(P: Matrix, transient: Sequence[int]) -> Matrix:
    """Return the expected visits among the transient states before they are left: float[m, m] [2]_."""
    inside = P[np.ix_(transient, transient)]
    return np.asarray(np.linalg.inv(np.eye(len(transient)) - inside), np.float64)


def fundamental_matrix(P: Matrix, pi: Matrix) -> Matrix:
    """Return the fundamental matrix Z of a chain with one closed class: float[n, n] [2]_."""
    return np.asarray(np.linalg.inv(np.eye(len(P)) - P + pi), np.float64)


def kemeny(P: Matrix, pi: Matrix) -> float:
    """Return Kemeny's constant: expected steps to a state drawn from `pi`, the start counted as none."""
    return float(np.trace(fundamental_matrix(P, pi)) - 1)


def eigenvalues(P: Matrix) -> Any:
    """Return the eigenvalues by falling modulus: complex[n]; those that are 0 are exactly 0.

    The null space is split off until none is left [3]_: of a 0 in a Jordan block of size k rounding would
    otherwise make k values of about 1e-16 ** (1 / k), which are different ones on each processor.
    """
    regular = P
    while len(regular):
        _, singular, right = np.linalg.svd(regular)
        rank = int((singular > NOTHING).sum())
        if rank == len(regular):
            break
        basis = right[:rank].T
        regular = basis.T @ regular @ basis
    values = np.linalg.eigvals(regular) if len(regular) else np.zeros(0)
    values = values[np.argsort(-abs(values), kind="stable")]
    return np.concatenate([values, np.zeros(len(P) - len(values))])


def entropy_rate(P: Matrix, pi: Matrix) -> float:
    """Return the entropy rate in bits a step: -sum of pi_i P_ij log2 P_ij."""
    ways = P > 0
    return float(-(pi[:, None] * P)[ways] @ np.log2(P[ways]))


def censored(P: Matrix, kept: Sequence[int]) -> Matrix:
    """Return the chain watched only in the states `kept`: float[m, m], by block elimination [2]_."""
    others = remaining_states(len(P), kept)
    inside = P[np.ix_(kept, kept)]
    if not others:
        return inside
    through = np.linalg.solve(np.eye(len(others)) - P[np.ix_(others, others)], P[np.ix_(others, kept)])
    watched: Matrix = inside + P[np.ix_(kept, others)] @ through
    return watched


def remaining_states(n: int, states: Sequence[int]) -> list[int]:
    """Return the states from 0 to `n` - 1 that are not in a list."""
    taken = set(states)
    return [i for i in range(n) if i not in taken]


def distance(pi: Matrix, limit: Matrix) -> float:
    """Return the total variation distance of two distributions."""
    return float(abs(pi - limit).sum() / 2)


def mixing_steps(P: Matrix, limit: Matrix, eps: float) -> int:
    """Return the least number of steps after which every start is within `eps` of the limit in total variation.

    -1 for a chain that does not come that near in MOST_STEPS, a periodic one for example. Raises ChainError for an
    `eps` that is not between 0 and 1, or below what rounding errors leave.
    """
    if isinstance(eps, bool) or not isinstance(eps, int | float) or not 0 < eps < 1:
        raise ChainError(say("chain.bad_distance", value=quoted(eps)))
    if eps < LEAST_DISTANCE:
        raise ChainError(say("chain.tiny_distance", value=eps, low=str(LEAST_DISTANCE)))

    def is_far(Q: Matrix) -> bool:
        return bool(abs(Q - limit).sum(1).max() / 2 > eps)

    steps, Q = 0, np.eye(len(P))
    if not is_far(Q):
        return 0
    powers = [P]
    while is_far(powers[-1]):
        if 2 ** len(powers) > MOST_STEPS:
            return -1
        powers.append(powers[-1] @ powers[-1])
    for i in range(len(powers) - 2, -1, -1):
        further = Q @ powers[i]
        if is_far(further):
            steps, Q = steps + 2**i, further
    return steps + 1
