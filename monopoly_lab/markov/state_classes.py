"""A transition matrix with labels for its states, and the classes of states that lead to each other."""

from collections.abc import Iterable
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np

from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.lazy_imports import nx, pd
from monopoly_lab.common.messages import format_number, say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.markov import linear_algebra
from monopoly_lab.markov.linear_algebra import Matrix

ROUNDING = 1e-8  # by which a row may miss 1
MOST_STATES = 5_000  # a matrix of 200 MB


class StateClasses:
    """The states of a `MarkovChain` and their classes; P is its matrix, n the number of states."""

    def __init__(self, matrix: Any, states: Iterable[Any] | None = None) -> None:
        labels = getattr(matrix, "columns", None)
        if labels is not None:
            if list(matrix.index) != list(labels):
                raise ChainError(say("chain.other_labels"))
            states = list(labels) if states is None else states
        self.P: Matrix = _checked_matrix(matrix)
        n = len(self.P)
        self.states: tuple[Any, ...] = tuple(range(n) if states is None else states)
        if len(self.states) != n or len(set(self.states)) != n:
            raise ChainError(say("chain.state_labels", n=n, value=quoted(self.states)))

    def __repr__(self) -> str:
        return f"<MarkovChain: {len(self.states)} states>"

    @cached_property
    def communication_classes(self) -> list[list[Any]]:
        """Return the classes of states that lead to each other, in the order of their first states."""
        graph = nx.from_numpy_array(self.P > 0, create_using=nx.DiGraph)
        return [
            self._state_names(part) for part in sorted(sorted(part) for part in nx.strongly_connected_components(graph))
        ]

    @cached_property
    def recurrent_classes(self) -> list[list[Any]]:
        """Return the classes that are never left, in the order of their first states."""
        return [self._state_names(part) for part in self._recurrent]

    @property
    def is_irreducible(self) -> bool:
        """Return True if every state leads to every other one."""
        return len(self.communication_classes) == 1

    @property
    def is_absorbing(self) -> bool:
        """Return True if the chain ends in single states that are never left."""
        return all(len(part) == 1 for part in self._recurrent)

    @cached_property
    def period(self) -> int:
        """Return the period; of several recurrent classes, the least common multiple of theirs."""
        return lcm(*(linear_algebra.period(self.P, part) for part in self._recurrent))

    @property
    def is_aperiodic(self) -> bool:
        """Return True if the period is 1."""
        return self.period == 1

    def index(self, state: Any) -> int:
        """Return the index of a state.

        Args:
            state: Label of the state.

        Raises:
            ChainError: With the nearest label, for an unknown one.

        Example:
            >>> oz.index("nice")
            1
        """
        try:
            return self._places[state]
        except (KeyError, TypeError):
            text = say("chain.unknown_state", value=quoted(state))
            raise ChainError(text + hint(state, self.states)) from None

    @cached_property
    def _places(self) -> dict[Any, int]:
        return {state: i for i, state in enumerate(self.states)}

    @cached_property
    def _recurrent(self) -> list[list[int]]:
        return sorted(linear_algebra.closed_classes(self.P))

    @cached_property
    def _transient(self) -> list[int]:
        return linear_algebra.remaining_states(len(self.P), [i for part in self._recurrent for i in part])

    def _state_names(self, places: Iterable[int]) -> list[Any]:
        return [self.states[i] for i in places]

    def _series(self, values: Matrix) -> "pd.Series[float]":
        return pd.Series(values, index=list(self.states), name="probability")

    def _table(self, values: Matrix, rows: Iterable[int], columns: list[Any]) -> "pd.DataFrame":
        return pd.DataFrame(values, index=self._state_names(rows), columns=columns)


def _checked_matrix(matrix: Any) -> Matrix:
    """Return a transition matrix as floats. Raises ChainError with the first thing that is wrong."""
    try:
        P = np.array(matrix, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ChainError(say("chain.no_matrix", value=quoted(matrix))) from None
    if P.ndim != 2 or not 0 < len(P) == P.shape[1]:
        raise ChainError(say("chain.no_matrix", value=quoted(matrix)))
    if len(P) > MOST_STATES:
        raise ChainError(say("chain.too_many", value=len(P), most=MOST_STATES))
    wrong = np.argwhere(~np.isfinite(P) | (P < 0))
    if len(wrong):
        i, j = (int(place) for place in wrong[0])
        raise ChainError(say("chain.no_probability", row=i, column=j, value=str(P[i, j])))
    sums = P.sum(1)
    off = np.flatnonzero(abs(sums - 1) > ROUNDING)
    if len(off):
        raise ChainError(say("chain.row_sum", row=int(off[0]), value=format_number(sums[off[0]])))
    return P
