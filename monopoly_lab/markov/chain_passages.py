"""Methods of `Chain` on the way between spaces: times to reach, cover or leave some, laps, the most probable path.

With A the states of the goal, h = 1 + P_CC h gives the expected throws from the other states C,
and f = P_CA 1 + P_CC f the probability to come to A before another set. Per landing, P holds only
the paths that do not touch the goal.

In the chain as a graph, with the cost -log p of an edge, the cheapest way is the most probable one.
Communities and centralities are networkx's own, with the weight `probability` or the distance `cost`.
"""

from collections.abc import Sequence
from itertools import combinations
from math import exp, log
from typing import Any

import numpy as np

from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.lazy_imports import nx, pd
from monopoly_lab.common.messages import say
from monopoly_lab.constants import payment_cause
from monopoly_lab.markov import linear_algebra, rent_income
from monopoly_lab.markov.distributions import Walk, checked_per, step_count
from monopoly_lab.markov.event_trace import Key
from monopoly_lab.markov.linear_algebra import Matrix
from monopoly_lab.markov.transition_matrix import SpaceRef
from monopoly_lab.rules.jail import is_free_after_tries
from monopoly_lab.simulation.single_token import TRIES

NO_LAPS = 1e-12  # laps per throw, up to which there are none but for rounding


class PassageMethods(Walk):
    """The methods of `Chain` about the way from one space to another."""

    def first_passage(self, start: SpaceRef, goal: SpaceRef, per: str = "throw", merge_jail: bool = False) -> float:
        """Return the expected throws or turns from a space until one ends on the goal; at least one is made.

        Per landing: throws until one lands on the goal, even if the token is moved on from there.

        Args:
            start: Space to start from: number, id, name or label; "In Jail" for a token just put there.
            goal: Space to reach, as `start`.
            per: What is counted: "throw", "turn", or "landing", every space that the token comes to.
            merge_jail: Count those held in jail with the visitors of their space.

        References:
            Kemeny and Snell 1960, Finite Markov Chains, chapter IV.

        Example:
            >>> round(chain.first_passage("go", "boardwalk"), 1)
            37.9
        """
        if checked_per(per) == "landing":
            return self._first_landing(start, goal, merge_jail)
        P, pi, states = self.embedded(per)
        times = linear_algebra.hitting_times(P, self._recurrent_states_on(goal, states, merge_jail, pi))
        return float(1 + P[states.index(self.at(start))] @ times)

    def passage_distribution(
        self, start: SpaceRef, goal: SpaceRef, throws: int = 100, per: str = "throw", merge_jail: bool = False
    ) -> "pd.Series[float]":
        """Return the distribution of the first passage time: P(T = n) for n = 1, ..., `throws`.

        Args:
            start: Space to start from: number, id, name or label; "In Jail" for a token just put there.
            goal: Space to reach, as `start`.
            throws: Largest number of throws or turns.
            per: What is counted: "throw" or "turn".
            merge_jail: Count those held in jail with the visitors of their space.

        Returns:
            Series by number of throws or turns.

        Example:
            >>> round(float(chain.passage_distribution("go", "boardwalk", 20).sum()), 2)
            0.4
        """
        # u_n = Q u_n-1, u_1 the ways into the goal, Q those that miss it
        P, _, states = self.embedded(per)
        goals = self._states_on(goal, states, merge_jail)
        Q, here = P.copy(), states.index(self.at(start))
        Q[:, goals] = 0.0
        u, found = P[:, goals].sum(1), []
        for _ in range(step_count(throws)):
            found.append(float(u[here]))
            u = Q @ u
        return pd.Series(found, index=range(1, len(found) + 1), name="probability", dtype=float).rename_axis(per)

    def passage_moments(
        self, start: SpaceRef, goal: SpaceRef, per: str = "throw", merge_jail: bool = False
    ) -> "pd.Series[float]":
        """Return mean, variance and standard deviation of the first passage time, in throws or turns.

        Args:
            start: Space to start from: number, id, name or label; "In Jail" for a token just put there.
            goal: Space to reach, as `start`.
            per: What is counted: "throw" or "turn".
            merge_jail: Count those held in jail with the visitors of their space.

        References:
            Kemeny and Snell 1960, Finite Markov Chains, chapter IV.

        Example:
            >>> chain.passage_moments("go", "boardwalk").round(1).to_dict()
            {'mean': 37.9, 'variance': 1256.8, 'deviation': 35.5}
        """
        # N = (I - Q)^-1, m = N 1, E T^2 = (2 N - I) m: Kemeny and Snell, theorem 3.3.5
        P, pi, states = self.embedded(per)
        Q = P.copy()
        Q[:, self._recurrent_states_on(goal, states, merge_jail, pi)] = 0.0
        N = linear_algebra.expected_visits(Q, range(len(Q)))
        mean = N.sum(1)
        square = 2 * N @ mean - mean
        here = states.index(self.at(start))
        variance = float(square[here] - mean[here] ** 2)
        return pd.Series({"mean": float(mean[here]), "variance": variance, "deviation": variance**0.5})

    def cover(self, what: str, start: SpaceRef = "go", per: str = "throw") -> float:
        """Return the expected throws or turns until the token has stopped at every deed of a group.

        Args:
            what: Deed or color group, by id or name.
            start: Space to start from: number, id, name or label; "In Jail" for a token just put there.
            per: What is counted: "throw" or "turn".

        Example:
            >>> [round(chain.cover(group), 1) for group in ("orange", "brown", "green")]
            [59.6, 68.5, 69.1]
        """
        # E max T = sum over sets S of spaces of (-1)^(|S|+1) E min T, the time to any of S (Ross 2019, Introduction to
        # Probability Models, section 2.6: maximum and minimums identity)
        P, pi, states = self.embedded(per)
        each = [self._recurrent_states_on(goal, states, False, pi) for goal in rent_income.spaces_of(self, what)]
        here, total = states.index(self.at(start)), 0.0
        for size in range(1, len(each) + 1):
            for part in combinations(each, size):
                times = linear_algebra.hitting_times(P, sorted({i for one in part for i in one}))
                total -= (-1) ** size * float(1 + P[here] @ times)
        return total

    def passages(self, per: str = "throw", merge_jail: bool = False) -> "pd.DataFrame":
        """Return `first_passage` between all spaces that throws or turns end on.

        Args:
            per: What is counted: "throw" or "turn".
            merge_jail: Count those held in jail with the visitors of their space.

        Returns:
            Table from space (row) to space (column).

        Example:
            >>> round(float(chain.passages().loc["GO", "Boardwalk"]), 1)
            37.9
        """
        # By one inverse: z_jj - z_ij, over pi_j, for sets
        P, pi, states = self.embedded(per)
        keys = [self.states[i] for i in states]
        places = {key: n for n, key in enumerate(keys)}
        starts = {
            self.name_of(location): places.get(Key(location[0], 0, location[1], 0), -1) for location in self.locations
        }
        goals: dict[str, list[int]] = {}
        for n in np.flatnonzero(pi > 0).tolist():
            goals.setdefault(self.name_of((keys[n].space, int(keys[n].held > 0 and not merge_jail))), []).append(n)
        rows = {label: n for label, n in starts.items() if n >= 0}
        times = 1 + P[list(rows.values())] @ linear_algebra.passage_times(
            linear_algebra.fundamental_matrix(P, pi), pi, list(goals.values())
        )
        table = pd.DataFrame(times, index=list(rows), columns=list(goals))
        return table[[label for label in starts if label in goals]]

    def hitting_probability(
        self, start: SpaceRef, goal: SpaceRef, before: SpaceRef, per: str = "throw", merge_jail: bool = False
    ) -> float:
        """Return the probability that a throw or turn ends on the goal before one ends on another space.

        The start does not count: at least one throw or turn is made.

        Args:
            start: Space to start from: number, id, name or label; "In Jail" for a token just put there.
            goal: Space to reach, as `start`.
            before: The other space, as `goal`.
            per: What is counted: "throw" or "turn".
            merge_jail: Count those held in jail with the visitors of their space.

        Example:
            >>> round(chain.hitting_probability("go", "boardwalk", "In Jail"), 2)
            0.4
        """
        P, _, states = self.embedded(per)
        goals, others = self._states_on(goal, states, merge_jail), self._states_on(before, states, merge_jail)
        if set(goals) & set(others):
            raise ChainError(say("chain.same_place", space=self.name_of(self.find(goal))))
        hit = linear_algebra.hitting_probabilities(P, goals, others)
        return float(P[states.index(self.at(start))] @ hit)

    def fundamental(self, *places: SpaceRef, per: str = "throw") -> "pd.DataFrame":
        """Return the expected visits to the states of some spaces before the token leaves all of them.

        Here a token that is sent back at once counts as still in jail; `jail_stay` counts two stays.

        Args:
            *places: Spaces by number, id, name or label.
            per: What is counted: "throw" or "turn".

        Returns:
            Table by labels. Row: starting state, which counts as a visit. Column: state visited.

        References:
            Kemeny and Snell 1960, Finite Markov Chains, chapter III.

        Example:
            >>> chain.fundamental("In Jail").round(3)
                     In Jail
            In Jail    1.012
        """
        P, _, states = self.embedded(per)
        inside = sorted({i for place in places for i in self._states_on(place, states, False)})
        if len(inside) == len(states):
            raise ChainError(say("chain.never_left"))
        labels = [self.labels[states[i]] for i in inside]
        return pd.DataFrame(linear_algebra.expected_visits(P, inside), index=labels, columns=labels)

    def jail_stay(self) -> "pd.Series[float]":
        """Return expected throws and turns of a stay in jail, and the share of stays that end by paying.

        A stay ends with the throw that frees the token, even if that throw leads back to jail; `fundamental` counts on.

        Example:
            >>> chain.jail_stay().round(3).to_dict()
            {'throws': 1.0, 'turns': 1.0, 'paying': 1.0}
        """
        # Who is let out at the beginning of a turn makes no more throws in jail
        t = self.tables
        last = t.o_jail_exit_tries if is_free_after_tries(t) else TRIES
        held = [i for i, key in enumerate(self.states) if 0 < key.held <= last and key.space == t.jail]
        if not held:
            return pd.Series({"throws": 0.0, "turns": 0.0, "paying": 0.0})
        first = next(n for n, i in enumerate(held) if self.states[i].held == 1)
        P = self.P.copy()
        P[:, held[first]] = 0.0
        visits = linear_algebra.expected_visits(P, held)[first]
        paid = np.array([any(pay.cause == payment_cause.JAIL_FINE for pay in path.money) for path in self.paths], float)
        begins = np.array([float(not self.states[i].begun) for i in held])
        found = {"throws": visits.sum(), "turns": visits @ begins, "paying": visits @ self.expected(paid)[held]}
        return pd.Series(found)

    def time_in_jail(self) -> float:
        """Return the expected number of throws that a prisoner makes in jail, up to the one that frees it.

        Example:
            >>> round(ml.Chain("classic_us", jail="stay").time_in_jail(), 2)
            2.53
        """
        return float(self.jail_stay()["throws"])

    def lap(self, per: str = "throw") -> float:
        """Return the expected throws, turns or landings of a lap from GO to GO.

        A lap ends with the throw that passes or reaches GO forward, by dice or card; crossings backward are subtracted.
        Time in jail counts; the way to jail does not pass GO.

        Args:
            per: "throw", "turn" or "landing".

        Raises:
            ChainError: If the board has no GO, or no throw passes it in the long run.

        Example:
            >>> round(chain.lap(), 2)
            5.77
        """
        if self.tables.go < 0:
            raise ChainError(say("chain.no_go", edition=self.edition.id))
        laps = float(self.pi @ self.expected(np.array([path.laps for path in self.paths], float)))
        if laps < NO_LAPS:
            raise ChainError(say("chain.no_lap_ends"))
        return 1 / laps / self.throws_in(per)

    def mean_step(self) -> float:
        """Return the mean displacement per throw in the long run, a jump counted as the difference of the spaces.

        Example:
            >>> round(chain.mean_step(), 2)
            6.93
        """
        return float(self.pi @ self.expected(np.array([path.steps for path in self.paths], float)))

    def graph(self) -> Any:
        """Return the chain as a networkx DiGraph.

        Nodes are labels of states, such as "GO, 1 double", and have `space` (id), `held`, `share` (long-run) and the
        color `group` of a deed. Edges have `probability` and `cost`, which is -log(probability).

        Example:
            >>> chain.graph().number_of_nodes()
            118
        """
        found = nx.DiGraph()
        for key, label, share in zip(self.states, self.labels, self.pi.tolist()):
            space = self.edition.spaces[key.space]
            found.add_node(label, space=space.id, group=space.group, held=int(key.held > 0), share=share)
        for i, j in zip(*(line.tolist() for line in np.nonzero(self.P))):
            p = float(self.P[i, j])
            found.add_edge(self.labels[i], self.labels[j], probability=p, cost=-log(min(p, 1.0)))
        return found

    def likely_path(self, start: SpaceRef, goal: SpaceRef) -> tuple[list[str], float]:
        """Return the most probable path from one space to another: its labels and its probability.

        Args:
            start: Space to start from: number, id, name or label; "In Jail" for a token just put there.
            goal: Space to reach, as `start`.

        Example:
            >>> chain.likely_path("go", "baltic")
            (['GO', 'Baltic Avenue'], 0.0555...)
        """
        found = self.graph()
        first = self.labels[self.at(start)]
        goals = [self.labels[i] for i in self._states_on(goal, range(len(self.states)), False)]
        best: tuple[float, list[str]] | None = None
        for _, second, cost in found.out_edges(first, data="cost"):
            costs, ways = nx.single_source_dijkstra(found, second, weight="cost")
            for label in [goal for goal in goals if goal in costs]:
                if best is None or cost + costs[label] < best[0] - 1e-12:
                    best = cost + costs[label], [first, *ways[label]]
        if best is None:
            raise ChainError(say("chain.never_there", space=self.name_of(self.find(goal))))
        return best[1], exp(-best[0])

    def moves(self, per: str = "throw", merge_jail: bool = False) -> "pd.DataFrame":
        """Return where throws or turns from each space end, in the long run.

        Args:
            per: What is counted: "throw" or "turn".
            merge_jail: Count those held in jail with the visitors of their space.

        Returns:
            Table of probabilities from space (row) to space (column); rows sum to 1.

        Example:
            >>> round(float(chain.moves().loc["GO", "Baltic Avenue"]), 3)
            0.056
        """
        P, pi, states = self.embedded(per)
        locations = [(q, 0 if merge_jail else held) for q, held in self.locations]
        labels = list(dict.fromkeys(self.name_of(location) for location in locations))
        place = {location: labels.index(self.name_of(merged)) for location, merged in zip(self.locations, locations)}
        into = np.zeros((len(states), len(labels)))
        for n, i in enumerate(states):
            key = self.states[i]
            into[n, place[key.space, int(key.held > 0)]] = 1.0
        flows = into.T @ (pi[:, None] * P) @ into
        shares = flows.sum(1)
        seen = [n for n, share in enumerate(shares) if share > 0]
        table = flows[np.ix_(seen, seen)] / shares[seen][:, None]
        return pd.DataFrame(table, index=[labels[n] for n in seen], columns=[labels[n] for n in seen])

    def _first_landing(self, start: SpaceRef, goal: SpaceRef, merge_jail: bool) -> float:
        locations = self._named_locations(goal, merge_jail)
        clear = np.array([all((a.space, a.held) not in locations for a in path.arrivals) for path in self.paths])
        if clear.all():
            raise ChainError(say("chain.never_there", space=self.name_of(self.find(goal))))
        if clear[self.pi[self.start_of] > 0].all():
            raise ChainError(say("chain.never_again", space=self.name_of(self.find(goal))))
        n = len(self.states)
        Q = self.flow(self.share * clear).reshape(n, n)
        return float(np.linalg.solve(np.eye(n) - Q, np.ones(n))[self.at(start)])

    def _named_locations(self, place: SpaceRef, merge_jail: bool) -> set[tuple[int, int]]:
        """Return the places that a name means: in jail and visiting it, or one of them."""
        q, held = self.find(place)
        return {(q, 0), (q, 1)} if merge_jail else {(q, held)}

    def _states_on(self, place: SpaceRef, states: Sequence[int], merge_jail: bool) -> list[int]:
        """Return the states of a space by their places in `states`; ChainError if there are none."""
        locations = self._named_locations(place, merge_jail)
        keys = [self.states[i] for i in states]
        found = [n for n, key in enumerate(keys) if (key.space, int(key.held > 0)) in locations]
        if not found:
            raise ChainError(say("chain.never_there", space=self.name_of(self.find(place))))
        return found

    def _recurrent_states_on(self, place: SpaceRef, states: Sequence[int], merge_jail: bool, pi: Matrix) -> list[int]:
        """Return the states of a space as `_states_on`; ChainError if nothing ends on it in the long run."""
        found = self._states_on(place, states, merge_jail)
        if not pi[found].any():
            raise ChainError(say("chain.never_again", space=self.name_of(self.find(place))))
        return found
