"""Passages of a board's chain: time to reach a space, cover a group, leave jail or go round, and paths.

The methods of `Chain` on them; `passage_times` has the formulas.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.messages import say
from monopoly_lab.markov import passage_times, rent_income
from monopoly_lab.markov.distributions import Walk
from monopoly_lab.markov.linear_algebra import Matrix
from monopoly_lab.markov.transition_matrix import SpaceRef

if TYPE_CHECKING:
    import pandas as pd


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
        return passage_times.first_passage(self, start, goal, per, merge_jail)

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
        return passage_times.passage_distribution(self, start, goal, throws, per, merge_jail)

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
        return passage_times.passage_moments(self, start, goal, per, merge_jail)

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
        return passage_times.cover(self, start, rent_income.spaces_of(self, what), per)

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
        return passage_times.passages(self, per, merge_jail)

    def hitting_probability(
        self, start: SpaceRef, goal: SpaceRef, before: SpaceRef, per: str = "throw", merge_jail: bool = False
    ) -> float:
        """Return the probability that a throw or turn ends on the goal before one ends on another space.

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
        return passage_times.hitting_probability(self, start, goal, before, per, merge_jail)

    def fundamental(self, *places: SpaceRef, per: str = "throw") -> "pd.DataFrame":
        """Return the expected visits to the states of some spaces before the token leaves all of them.

        A token sent back to jail by the throw that frees it has not left "In Jail"; in `jail_stay` its stay has ended.

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
        return passage_times.fundamental(self, places, per)

    def jail_stay(self) -> "pd.Series[float]":
        """Return expected throws and turns of a stay in jail, and the share of stays that end by paying.

        A stay ends with the throw that frees the token, even if that throw leads back to jail; `fundamental` counts on.

        Example:
            >>> chain.jail_stay().round(3).to_dict()
            {'throws': 1.0, 'turns': 1.0, 'paying': 1.0}
        """
        return passage_times.jail_stay(self)

    def time_in_jail(self) -> float:
        """Return the expected number of throws a prisoner makes before leaving jail.

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
            ChainError: If the board has no GO.

        Example:
            >>> round(chain.lap(), 2)
            5.77
        """
        if self.tables.go < 0:
            raise ChainError(say("chain.no_go", edition=self.edition.id))
        return float(1 / (self.pi @ self.expected(self._laps)) / self.throws_in(per))

    @property
    def _laps(self) -> Matrix:
        return np.array([path.laps for path in self.paths], float)

    def mean_step(self) -> float:
        """Return the mean displacement per throw in the long run, a jump counted as the difference of the spaces.

        Example:
            >>> round(chain.mean_step(), 2)
            6.93
        """
        return float(self.pi @ self.expected(np.array([path.steps for path in self.paths], float)))

    def graph(self) -> Any:
        """Return the chain as a networkx DiGraph.

        Nodes are labels and have `space` (id), `held`, `share` (long-run) and the color `group` of a deed. Edges have
        `probability` and `cost`, which is -log(probability).

        Example:
            >>> chain.graph().number_of_nodes()
            118
        """
        return passage_times.graph(self)

    def likely_path(self, start: SpaceRef, goal: SpaceRef) -> tuple[list[str], float]:
        """Return the most probable path from one space to another: its labels and its probability.

        Args:
            start: Space to start from: number, id, name or label; "In Jail" for a token just put there.
            goal: Space to reach, as `start`.

        Example:
            >>> chain.likely_path("go", "baltic")
            (['GO', 'Baltic Avenue'], 0.0555...)
        """
        return passage_times.likely_path(self, start, goal)

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
        return passage_times.moves(self, per, merge_jail)
