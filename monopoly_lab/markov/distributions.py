"""Distributions of the chain in the long run and after some throws; clocks of throws and turns.

The long-run distribution itself is solved for in `linear_algebra.stationary`.

A convention goes with every figure: `per="throw"` counts where throws of the token end, `per="turn"`
where turns end, `per="landing"` every space a throw brings the token to, that of a Chance which moves
it on included. As a clock, a landing is one of these.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.file_access import quoted, shortened
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say
from monopoly_lab.markov import linear_algebra
from monopoly_lab.markov.event_trace import Arrival, Key
from monopoly_lab.markov.linear_algebra import Matrix
from monopoly_lab.markov.transition_matrix import BoardMatrix, Location, SpaceRef, row_of

PER = ("throw", "turn", "landing")
CLOCKS = ("throw", "turn")  # what a matrix can step by
STEPS = 1_000_000  # throws, turns or rounds that are followed one by one: some seconds
EVER = 10**15  # of those that one power of the matrix makes


class Walk(BoardMatrix):
    """The walk of one token: where it is in the long run and after so many throws or turns."""

    # Long-run shares

    @cached_property
    def pi(self) -> Matrix:
        """Return the stationary distribution pi = pi P: float[n], sums to 1."""
        inside = linear_algebra.only_class(self._closed_classes, self.labels)
        runs = {key.doubles for key in self.states}
        return linear_algebra.stationary(self.P, inside, [self._in_run(n) for n in sorted(runs, reverse=True)])

    @cached_property
    def _closed_classes(self) -> list[list[int]]:
        return linear_algebra.closed_classes(self.P)

    def _in_run(self, doubles: int) -> list[int]:
        return [i for i, key in enumerate(self.states) if key.doubles == doubles]

    def stationary(self, exact: bool = False) -> Any:
        """Return the stationary distribution: the long-run share of throws that end in each state.

        Args:
            exact: Return Fractions; on a board of 40 spaces each has up to about 175 digits above and below, and they
                take a second or two.

        Returns:
            float[n], or a list of n Fractions; sums to 1.

        Raises:
            ChainError: If the chain has two or more closed classes.

        References:
            Grassmann, Taksar and Heyman 1985, Operations Research 33.

        Example:
            >>> round(float(chain.stationary().sum()), 6)
            1.0
        """
        pi = self.pi
        if not exact:
            return pi.copy()
        inside = [i for i, share in enumerate(pi) if share > 0]
        place = {i: n for n, i in enumerate(inside)}
        weights, over = self.exact
        rows = [{place[j]: Fraction(w, over) for j, w in enumerate(weights[i]) if w} for i in inside]
        shares = dict(zip(inside, linear_algebra.exact_stationary(rows)))
        return [shares.get(i, Fraction(0)) for i in range(len(pi))]

    def by_space(self, per: str = "throw", merge_jail: bool = False) -> "pd.Series[float]":
        """Return the long-run shares of the spaces.

        Args:
            per: What is counted: "throw", "turn", or "landing", every space that the token comes to.
            merge_jail: Count those held in jail with the visitors of their space.

        Returns:
            Series by label, tokens held in jail last; sums to 1, per landing as well.

        Example:
            >>> chain.by_space()[["Illinois Avenue", "In Jail"]].round(4).to_dict()
            {'Illinois Avenue': 0.0319, 'In Jail': 0.0395}
        """
        return series(self.shares(per, merge_jail))

    def shares(self, per: str = "throw", merge_jail: bool = False) -> dict[str, float]:
        """Return the long-run shares of the spaces as a dict, as `by_space` without pandas.

        Args:
            per: What is counted: "throw", "turn", or "landing", every space that the token comes to.
            merge_jail: Count those held in jail with the visitors of their space.

        Example:
            >>> round(chain.shares()["Illinois Avenue"], 4)
            0.0319
        """
        if checked_per(per) == "turn":
            self._check_turns_end()
        found = self._landings(self.pi) if per == "landing" else self._ends(self.pi, per)
        return self._shares_by_name(found, merge_jail)

    def share_of(self, place: SpaceRef, per: str = "throw") -> float:
        """Return the long-run share of one space.

        Args:
            place: Space by number, id, name in any language, or label of `by_space`.
            per: What is counted: "throw", "turn", or "landing", every space that the token comes to.

        Example:
            >>> round(chain.share_of("illinois"), 4), round(chain.share_of("In Jail"), 4)
            (0.0319, 0.0395)
        """
        return self.shares(per)[self.place(place)]

    def _ends(self, pi: Matrix, per: str) -> dict[Location, float]:
        """Return shares by location of a distribution over the states; per turn, of the states that end a turn."""
        shares: dict[Location, float] = {}
        for key, share in zip(self.states, pi.tolist()):
            if per == "throw" or not key.begun:
                location = (key.space, int(key.held > 0))
                shares[location] = shares.get(location, 0.0) + share
        return normalized_shares(shares)

    def _landings(self, pi: Matrix) -> dict[Location, float]:
        shares: dict[Location, float] = {}
        for arrival, mass in self.arrivals(pi).items():
            location = (arrival.space, arrival.held)
            shares[location] = shares.get(location, 0.0) + mass
        return normalized_shares(shares)

    def arrivals(self, pi: Matrix | None = None) -> dict[Arrival, float]:
        """Return the expected arrivals during a throw from a random state.

        Args:
            pi: Distribution of the state: float[n]; the stationary one by default.

        Returns:
            Expected number by arrival (space, how the token came there).

        Raises:
            ChainError: If `pi` does not have n numbers.

        Example:
            >>> round(sum(chain.arrivals().values()), 3) == round(chain.landings_per_throw, 3)
            True
        """
        given = self.pi if pi is None else row_of(pi, len(self.states), "pi")
        masses = given[self.start_of] * self.share
        found: dict[Arrival, float] = {}
        for path, mass in zip(self.paths, masses.tolist()):
            for arrival in path.arrivals:
                found[arrival] = found.get(arrival, 0.0) + mass
        return found

    @cached_property
    def arrivals_at(self) -> dict[int, dict[Arrival, float]]:
        """Return the long-run arrivals per throw by space, of tokens that arrive free."""
        found: dict[int, dict[Arrival, float]] = {}
        for arrival, mass in self.arrivals().items():
            if not arrival.held:
                found.setdefault(arrival.space, {})[arrival] = mass
        return found

    def _shares_by_name(self, shares: Mapping[Location, float], merge_jail: bool = False) -> dict[str, float]:
        named: dict[str, float] = {}
        for q, held in self.locations:
            label = self.name_of((q, 0 if merge_jail else held))
            named[label] = named.get(label, 0.0) + shares.get((q, held), 0.0)
        return named

    # Clocks

    @cached_property
    def turn_ends(self) -> list[int]:
        """Return the indices of the states in which a turn has ended."""
        return [i for i, key in enumerate(self.states) if not key.begun]

    @cached_property
    def turn_matrix(self) -> Matrix:
        """Return the transition matrix between the ends of turns, ordered as `turn_ends`: float[m, m]."""
        return linear_algebra.censored(self.P, self.turn_ends)

    def embedded(self, per: str) -> tuple[Matrix, Matrix, list[int]]:
        """Return the chain that steps by throws or by turns.

        Args:
            per: What is counted: "throw" or "turn".

        Returns:
            Its matrix float[m, m], its stationary distribution float[m], and the indices of its states.

        References:
            Kemeny and Snell 1960, Finite Markov Chains, chapter VI.

        Example:
            >>> matrix, stationary, states = chain.embedded("turn")
            >>> matrix.shape
            (40, 40)
        """
        if checked_per(per, CLOCKS) == "throw":
            return self.P, self.pi, list(range(len(self.states)))
        self._check_turns_end()
        pi = self.pi[self.turn_ends]
        return self.turn_matrix, pi / pi.sum(), self.turn_ends

    def _check_turns_end(self) -> None:
        """Raise ChainError if no throw ends a turn in the long run: loaded dice may give another throw for ever."""
        if not self.pi[self.turn_ends].any():
            raise ChainError(say("chain.no_turn_ends"))

    @property
    def throws_per_turn(self) -> float:
        """Return the expected number of throws in a turn."""
        self._check_turns_end()
        return float(1 / self.pi[self.turn_ends].sum())

    @property
    def landings_per_throw(self) -> float:
        """Return the expected number of spaces a throw brings the token to."""
        return float(self.pi @ self.expected(np.array([len(path.arrivals) for path in self.paths], float)))

    def throws_in(self, per: str) -> float:
        """Return the expected number of throws in a throw, a turn or a landing, in the long run.

        Args:
            per: "throw", "turn" or "landing".

        Example:
            >>> round(chain.throws_in("turn"), 3)
            1.187
        """
        if checked_per(per) == "throw":
            return 1.0
        return self.throws_per_turn if per == "turn" else 1 / self.landings_per_throw

    # Convergence

    def start(self, space: SpaceRef = "go") -> Matrix:
        """Return the distribution of a token on a space at the beginning of its turn: float[n].

        Args:
            space: Number, id, name or label; "In Jail" for a token just put there.

        Example:
            >>> float(chain.start("go").sum())
            1.0
        """
        pi = np.zeros(len(self.states))
        pi[self.at(space)] = 1.0
        return pi

    def at(self, space: SpaceRef) -> int:
        """Return the index of the state of a token on a space between two turns.

        Args:
            space: Number, id, name or label of the space.

        Raises:
            ChainError: If no turn ends there.

        Example:
            >>> chain.at("go")
            0
        """
        q, held = self.find(space)
        key = Key(q, 0, held, 0)
        if key not in self._index:
            raise ChainError(say("chain.never_there", space=self.name_of((q, held))))
        return self._index[key]

    def state_distribution(self, k: int, start: SpaceRef = "go", per: str = "throw") -> Matrix:
        """Return the distribution over the states after `k` throws or turns: float[n].

        Args:
            k: Number of throws or turns.
            start: Space to start from: number, id, name or label; "In Jail" for a token just put there.
            per: What is counted: "throw" or "turn".

        Example:
            >>> chain.state_distribution(2).shape
            (118,)
        """
        P, _, states = self.embedded(per)
        pi = np.zeros(len(self.states))
        pi[states] = self.start(start)[states] @ np.linalg.matrix_power(P, step_count(k, EVER))
        return pi

    def distribution(
        self, k: int, start: SpaceRef = "go", per: str = "throw", merge_jail: bool = False
    ) -> "pd.Series[float]":
        """Return where the token is after `k` throws or turns.

        Per landing: where the k-th throw brings it, including spaces it only passes through.

        Args:
            k: Number of throws or turns.
            start: Space to start from: number, id, name or label; "In Jail" for a token just put there.
            per: What is counted: "throw", "turn", or "landing", every space that the token comes to.
            merge_jail: Count those held in jail with the visitors of their space.

        Returns:
            Series of probabilities by label, as in `by_space`.

        Example:
            >>> round(float(chain.distribution(1)["Baltic Avenue"]), 4)  # a 1 and a 2, of 36 ways to throw
            0.0556
        """
        if checked_per(per) == "landing" and step_count(k, EVER) > 0:
            return series(self._shares_by_name(self._landings(self.state_distribution(k - 1, start)), merge_jail))
        embedded = "turn" if per == "turn" else "throw"
        return series(
            self._shares_by_name(self._ends(self.state_distribution(k, start, embedded), "throw"), merge_jail)
        )


def normalized_shares(shares: dict[Location, float]) -> dict[Location, float]:
    """Return the shares scaled to a sum of one."""
    total = sum(shares.values())
    return {location: share / total for location, share in shares.items()}


def series(shares: Mapping[str, float]) -> "pd.Series[float]":
    """Return the shares as a series."""
    return pd.Series(shares, name="share")


def checked_choice(value: str, choices: Sequence[str], message: str) -> str:
    """Return a value that is one of the choices; ChainError with the message of this key otherwise."""
    if value not in choices:
        raise ChainError(say(message, value=shortened(str(value)), known=", ".join(choices)))
    return value


def checked_per(per: str, conventions: Sequence[str] = PER) -> str:
    """Return the convention, if it is one of those that make sense here; else ChainError."""
    return checked_choice(per, conventions, "chain.unknown_per")


def step_count(k: int, most: int = STEPS) -> int:
    """Return a number of throws, turns or rounds followed one by one; ChainError for none, and beyond `most`."""
    if isinstance(k, bool) or not isinstance(k, int | np.integer) or k < 0:
        raise ChainError(say("chain.bad_throws", value=quoted(k)))
    return checked_steps(int(k), most)


def checked_steps(n: int, most: int) -> int:
    """Return the number, if it can be waited for; ChainError, with the largest that can, if not."""
    if n > most:
        raise ChainError(say("chain.too_many", value=quoted(n), most=most))
    return n
