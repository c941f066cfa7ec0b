"""A finite Markov chain from any transition matrix: the student's own, or that of a board.

P[i, j] is the probability to go from state i to state j in one step; rows sum to 1. A set of states is closed if no
step leaves it; a recurrent class is a closed set whose states all lead to each other. A chain is irreducible if all
states are one class, and absorbing if every recurrent class is a single state. pi is stationary if pi = pi P.

`linear_algebra` solves for pi; the states and their classes are in `state_classes`. The terms are those of Kemeny and
Snell 1960, Finite Markov Chains; the names those of QuantEcon's `MarkovChain`.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from monopoly_lab.common.argument_checks import check_arguments
from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say
from monopoly_lab.markov import linear_algebra
from monopoly_lab.markov.distributions import step_count
from monopoly_lab.markov.linear_algebra import Matrix
from monopoly_lab.markov.state_classes import StateClasses

if TYPE_CHECKING:
    from monopoly_lab.markov.distributions import Walk


@check_arguments
class MarkovChain(StateClasses):
    """A finite Markov chain, made from its transition matrix.

    P is the matrix, n the number of states. A state is named by its label in `states`.

    Args:
        matrix: Transition probabilities: n rows of n numbers, or a pandas table with the same labels for rows and
            columns. Each row sums to 1.
        states: Labels of the states; those of the table, or 0, 1, ..., n - 1, if left out.

    Attributes:
        P: The transition matrix: float[n, n].
        states: Labels of the states.

    Raises:
        ChainError: If the matrix is not square, a number is negative or not finite, a row does not sum to 1, or the
            labels are not n different ones.

    References:
        Kemeny and Snell 1960, Finite Markov Chains.

    Example:
        In the examples below, the weather in the Land of Oz (Kemeny and Snell, section 2.1):

        >>> oz = ml.MarkovChain([[0.5, 0.25, 0.25], [0.5, 0, 0.5], [0.25, 0.25, 0.5]], ["rain", "nice", "snow"])
        >>> oz.stationary().to_dict()
        {'rain': 0.4, 'nice': 0.2, 'snow': 0.4}
    """

    @classmethod
    def of_board(cls, chain: "Walk", per: str = "throw") -> "MarkovChain":
        """Return the chain of a board as a chain of labels.

        Args:
            chain: A `Chain`.
            per: "throw" or "turn": what is a step.

        Example:
            >>> ml.MarkovChain.of_board(ml.Chain("class_board"), per="turn").is_irreducible
            True
        """
        P, _, states = chain.embedded(per)
        return cls(P, [chain.labels[i] for i in states])

    # The long run

    @cached_property
    def stationary_distributions(self) -> Matrix:
        """Return one stationary distribution for each recurrent class: float[classes, n].

        References:
            Grassmann, Taksar and Heyman 1985, Operations Research 33.

        Example:
            >>> oz.stationary_distributions
            array([[0.4, 0.2, 0.4]])
        """
        return np.array([linear_algebra.stationary(self.P, part) for part in self._recurrent])

    def stationary(self) -> "pd.Series[float]":
        """Return the only stationary distribution.

        Returns:
            Series of probabilities by state; sums to 1.

        Raises:
            ChainError: If there are two or more recurrent classes; see `stationary_distributions`.

        Example:
            >>> float(oz.stationary()["nice"])
            0.2
        """
        return self._series(self._pi)

    def kemeny(self) -> float:
        """Return Kemeny's constant: the expected steps from any state to a random state of the long run.

        Raises:
            ChainError: If there are two or more recurrent classes.

        References:
            Kemeny and Snell 1960, Finite Markov Chains, section 4.4.

        Example:
            >>> round(oz.kemeny(), 4)
            2.1333
        """
        return linear_algebra.kemeny(self.P, self._pi)

    def entropy_rate(self) -> float:
        """Return the entropy rate, -sum of pi_i P_ij log2 P_ij, in bits per step.

        Raises:
            ChainError: If there are two or more recurrent classes.

        References:
            Cover and Thomas 2006, Elements of Information Theory, section 4.2.

        Example:
            >>> round(oz.entropy_rate(), 2)
            1.4
        """
        return linear_algebra.entropy_rate(self.P, self._pi)

    def eigenvalues(self) -> Any:
        """Return the eigenvalues of the matrix, largest modulus first: complex[n].

        Example:
            >>> sorted(oz.eigenvalues().real.round(2).tolist())
            [-0.25, 0.25, 1.0]
        """
        return linear_algebra.eigenvalues(self.P)

    def mixing_time(self, eps: float = 0.25) -> int:
        """Return how many steps it takes from every start to come close to the stationary distribution.

        Args:
            eps: Total variation distance that counts as close, between 0 and 1. The default is the convention of
                textbooks; `Chain.mixing_time` has a stricter one.

        Returns:
            Number of steps; -1 if the chain never comes that close, for example if it is periodic.

        Raises:
            ChainError: For an `eps` not between 0 and 1, and if there are two or more recurrent classes.

        References:
            Levin and Peres 2017, Markov Chains and Mixing Times, section 4.5.

        Example:
            >>> oz.mixing_time(0.25), oz.mixing_time(0.01)
            (1, 4)
        """
        return linear_algebra.mixing_steps(self.P, self._pi, eps)

    # Step by step

    def distribution(self, k: int, start: Any) -> "pd.Series[float]":
        """Return the distribution after `k` steps.

        Args:
            k: Number of steps.
            start: State to start from.

        Returns:
            Series of probabilities by state; sums to 1.

        Raises:
            ChainError: For an unknown state or an invalid number.

        Example:
            >>> oz.distribution(2, "nice").to_dict()
            {'rain': 0.375, 'nice': 0.25, 'snow': 0.375}
        """
        pi = np.zeros(len(self.P))
        pi[self.index(start)] = 1.0
        for _ in range(step_count(k)):
            pi = pi @ self.P
        return self._series(pi)

    def simulate(self, steps: int, start: Any, seed: int = 1) -> list[Any]:
        """Return a random path: the start and the state after each step.

        Args:
            steps: Number of steps.
            start: State to start from.
            seed: Seed; the same seed gives the same path.

        Raises:
            ChainError: For an unknown state or an invalid number.

        Example:
            >>> len(oz.simulate(100, "rain"))
            101
        """
        random = np.random.default_rng(seed)
        below = self.P.cumsum(1)
        path = [self.index(start)]
        for x in random.random(step_count(steps)):
            row = below[path[-1]]
            path.append(int(np.searchsorted(row, x * row[-1], side="right")))
        return self._state_names(path)

    # Passage

    def first_passage(self, start: Any, goal: Any) -> float:
        """Return the expected steps from one state to another, or back to the same; at least one step is made.

        Args:
            start: State to start from.
            goal: State to reach.

        Returns:
            Number of steps; infinite if the goal may never be reached.

        Raises:
            ChainError: For an unknown state.

        References:
            Kemeny and Snell 1960, Finite Markov Chains, section 4.4.

        Example:
            >>> round(oz.first_passage("rain", "nice"), 6), oz.first_passage("rain", "rain")
            (4.0, 2.5)
        """
        target = self.index(goal)
        ways = self.P > 0
        surely = self._states_leading_to(ways, [target])
        stopped = ways.copy()
        stopped[target] = False
        surely &= ~self._states_leading_to(stopped, np.flatnonzero(~surely).tolist())
        surely[target] = True
        into = np.flatnonzero(self.P[self.index(start)])
        if not surely[into].all():
            return float("inf")
        kept = np.flatnonzero(surely)
        times = linear_algebra.hitting_times(self._absorbing_matrix(kept, target), [int(np.searchsorted(kept, target))])
        return float(1 + self.P[self.index(start), kept] @ times)

    def hitting_probability(self, start: Any, goal: Any, before: Any = None) -> float:
        """Return the probability to reach a state, at the start or later.

        Args:
            start: State to start from.
            goal: State to reach.
            before: Reach the goal before this state; None for no such condition.

        Raises:
            ChainError: For an unknown state, and if `goal` and `before` are the same.

        References:
            Norris 1997, Markov Chains, theorem 1.3.2: the smallest non-negative solution.

        Example:
            >>> round(oz.hitting_probability("nice", "rain", before="snow"), 6)
            0.5
        """
        target = self.index(goal)
        others = [] if before is None else [self.index(before)]
        if target in others:
            raise ChainError(say("chain.same_place", space=shortened(str(goal))))
        ways = self.P > 0
        ways[[target, *others]] = False
        never = np.flatnonzero(~self._states_leading_to(ways, [target])).tolist()
        return float(linear_algebra.hitting_probabilities(self.P, [target], never)[self.index(start)])

    def visits(self) -> "pd.DataFrame":
        """Return the fundamental matrix N = (I - Q)^-1: expected visits to transient states before absorption.

        Returns:
            Table from transient state (row, counted as a visit) to transient state (column). The sum of a row is the
            expected number of steps to absorption.

        Raises:
            ChainError: If no state is transient.

        References:
            Kemeny and Snell 1960, Finite Markov Chains, section 3.2.

        Example:
            >>> walk = ml.MarkovChain([[1, 0, 0, 0], [0.5, 0, 0.5, 0], [0, 0.5, 0, 0.5], [0, 0, 0, 1]])
            >>> walk.visits().round(4).values.tolist()
            [[1.3333, 0.6667], [0.6667, 1.3333]]
        """
        transient = self._transient
        if not transient:
            raise ChainError(say("chain.none_transient"))
        return self._table(linear_algebra.expected_visits(self.P, transient), transient, self._state_names(transient))

    def absorption(self) -> "pd.DataFrame":
        """Return the probability that the chain ends in each recurrent class: B = N R.

        Returns:
            Table from transient state (row) to the first state of a recurrent class (column); rows sum to 1.

        Raises:
            ChainError: If no state is transient.

        References:
            Kemeny and Snell 1960, Finite Markov Chains, section 3.3.

        Example:
            >>> walk = ml.MarkovChain([[1, 0, 0, 0], [0.5, 0, 0.5, 0], [0, 0.5, 0, 0.5], [0, 0, 0, 1]])
            >>> walk.absorption().round(4).values.tolist()
            [[0.6667, 0.3333], [0.3333, 0.6667]]
        """
        N = self.visits().to_numpy()
        R = np.array([self.P[np.ix_(self._transient, part)].sum(1) for part in self._recurrent]).T
        return self._table(N @ R, self._transient, [part[0] for part in self.recurrent_classes])

    @cached_property
    def _pi(self) -> Matrix:
        return linear_algebra.stationary(self.P, linear_algebra.only_class(self._recurrent, self.states))

    def _states_leading_to(self, ways: Any, goals: Sequence[int]) -> Any:
        """Return which states lead to one of the goals: bool[n]."""
        found = np.zeros(len(ways), bool)
        for goal in goals:
            if not found[goal]:
                found |= linear_algebra.reachable_states(ways.T, int(goal))
        return found

    def _absorbing_matrix(self, kept: Any, target: int) -> Matrix:
        """Return the matrix among the states that surely reach the target, which is made absorbing."""
        P = self.P.copy()
        P[target] = 0.0
        P[target, target] = 1.0
        return P[np.ix_(kept, kept)]
