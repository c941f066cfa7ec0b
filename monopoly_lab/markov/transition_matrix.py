"""Transition matrix of a board, with states and labels, derived from the rules; `board_chain.Chain` builds on it."""

from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from copy import copy
from functools import cached_property
from math import lcm
from typing import Any, Self, TypeVar, cast

import numpy as np

from monopoly_lab.common.errors import ChainError, UnknownName
from monopoly_lab.common.file_access import quoted, shortened
from monopoly_lab.common.messages import languages, resolve_language, say
from monopoly_lab.game.scenarios.named_start import Playable
from monopoly_lab.markov.chain_setup import edition_of, rows_of, rows_of_in_steps, single_token_tables, token_plan
from monopoly_lab.markov.event_trace import Key, Transition
from monopoly_lab.markov.jail_policy import Jail
from monopoly_lab.markov.linear_algebra import Matrix
from monopoly_lab.markov.state_derivation import MatrixRow

SpaceRef = int | str  # a space by its number or name
Location = tuple[int, int]  # space, 1 while the token is held there


Found = TypeVar("Found")


class BoardMatrix:
    """Transition matrix `P` of one token on a board, with its states, their labels and the paths between them."""

    def __init__(
        self,
        edition: Playable = "classic_us",
        jail: Jail = "leave",
        decks: str = "replacement",
        options: Mapping[str, object] | None = None,
        cards: bool = True,
        die: Sequence[int] | None = None,
        lang: str = "",
        character: str = "",
        names: str = "",
        role: str = "",
        owner: str = "",
        bus: str = "both",
        triple: SpaceRef = "",
    ) -> None:
        self._set_board(edition, jail, decks, options, cards, die, lang, character, names, role, owner, bus, triple)
        self._set_rows(rows_of(self.edition, self.tables, self._plan(), self.label))

    @classmethod
    def in_steps(cls, edition: Playable = "classic_us", **arguments: Any) -> Generator[tuple[int, int], None, Self]:
        """Derive a chain step by step, so that other work can be done in between.

        Args:
            edition: As for the class.
            **arguments: The other arguments of the class.

        Yields:
            Pairs: states done, positions that wait. The generator returns the chain.
        """
        chain = cls.__new__(cls)
        chain._set_board(edition, **{"jail": "leave", "decks": "replacement"} | arguments)
        rows = yield from rows_of_in_steps(chain.edition, chain.tables, chain._plan(), chain.label)
        chain._set_rows(rows)
        return chain

    def _set_board(
        self,
        edition: Playable,
        jail: Jail,
        decks: str,
        options: Mapping[str, object] | None = None,
        cards: bool = True,
        die: Sequence[int] | None = None,
        lang: str = "",
        character: str = "",
        names: str = "",
        role: str = "",
        owner: str = "",
        bus: str = "both",
        triple: SpaceRef = "",
    ) -> None:
        self._found: dict[Hashable, Any] = {}  # what has been worked out from it: `_once`
        self.lang, self.names = resolve_language(lang), names
        base, given = edition_of(edition)
        self.options = given | dict(options or {}) | {"decks": decks}
        self.edition = base.in_play(self.options).called(names, self.lang)
        self.jail, self.cards, self.die = jail, cards, die
        self.tables = single_token_tables(base, self.options, cards, die, role, owner)
        self.character, self.role, self.owner = character, role, owner
        self.bus, self.triple = bus, triple

    def _plan(self) -> list[int]:
        return token_plan(self.edition, self.tables, self.jail, False, self.character, self.bus, self.triple)

    def _set_rows(self, rows: dict[Key, MatrixRow]) -> None:
        self._rows = rows
        self.states: tuple[Key, ...] = tuple(self._rows)
        self.labels = [self.label(key) for key in self.states]
        self._index = {key: i for i, key in enumerate(self.states)}
        self.P = self._matrix()

    def __repr__(self) -> str:
        return f"Chain({self.edition.id!r}, {len(self.states)} states)"

    def _once(self, asked: Hashable, find: Callable[[], Found]) -> Found:
        """Return what `find` finds when this is asked for the first time; `asked` names all that it depends on."""
        if asked not in self._found:
            self._found[asked] = find()
        return cast(Found, self._found[asked])

    def _matrix(self) -> Matrix:
        """Return the transition matrix: probabilities, from states in rows to states in columns."""
        P = np.zeros((len(self.states), len(self.states)))
        for i, row in enumerate(self._rows.values()):
            for key, weight in row.target_weights.items():
                P[i, self._index[key]] = weight / row.over
        return P

    # Paths: all ways that throws can go, one after another

    @cached_property
    def paths(self) -> list[Transition]:
        """Return every way a throw can go from each state: where it ends, what it pays, where it lands."""
        return [path for row in self._rows.values() for path in row.paths]

    @cached_property
    def share(self) -> Matrix:
        """Return the probability of each path, given its starting state: float[paths]."""
        return np.array([weight / row.over for row in self._rows.values() for weight in row.paths.values()])

    @cached_property
    def start_of(self) -> Any:
        """Return the index of the state that each path starts from: int[paths]."""
        return np.repeat(np.arange(len(self.states)), [len(row.paths) for row in self._rows.values()])

    @cached_property
    def end_of(self) -> Any:
        """Return the index of the state that each path leads to: int[paths]."""
        return np.array([self._index[path.to] for path in self.paths])

    def flow(self, weights: Matrix) -> Matrix:
        """Return the sum of weights over all paths between each two states.

        Args:
            weights: Weight of each path: float[paths].

        Returns:
            float[n * n], row by row.

        Raises:
            ChainError: If `weights` does not have that length.
        """
        weights, n = row_of(weights, len(self.paths), "weights"), len(self.states)
        return np.asarray(np.bincount(self.start_of * n + self.end_of, weights, n * n), np.float64)

    def expected(self, values: Matrix) -> Matrix:
        """Return the expected value of a random variable during one throw, from each state.

        Args:
            values: Value on each path: float[paths].

        Returns:
            float[n].

        Raises:
            ChainError: If `values` does not have that length.
        """
        values = row_of(values, len(self.paths), "values")
        return np.asarray(np.bincount(self.start_of, self.share * values, len(self.states)), np.float64)

    @cached_property
    def exact(self) -> tuple[list[list[int]], int]:
        """Return the transition matrix as integers, `weights[i][j]`, and their common denominator."""
        bottom = lcm(*(row.over for row in self._rows.values()))
        weights = [[0] * len(self.states) for _ in self.states]
        for line, row in zip(weights, self._rows.values()):
            for key, weight in row.target_weights.items():
                line[self._index[key]] = weight * (bottom // row.over)
        return weights, bottom

    # Names

    def in_language(self, lang: str) -> Self:
        """Return the same chain with labels in another language.

        Args:
            lang: Language code.

        Example:
            >>> ml.Chain("gamer", lang="en").in_language("uk").name_of((22, 0))
            'Труба (22)'
        """
        language = resolve_language(lang)
        if language == self.lang:
            return self
        other = copy(self)
        other.lang, other.edition = language, self.edition.called(self.names, language)
        for kept in ("_squares", "_locations_by_label"):
            other.__dict__.pop(kept, None)
        other.labels = [other.label(key) for key in self.states]
        return other

    def label(self, key: Key) -> str:
        """Return the name of a state: "Illinois Avenue, 1 double", "In Jail, 2 failed tries".

        Args:
            key: State of the chain.
        """
        name = self.name_of((key.space, int(key.held > 0)))
        if key.held > 1:
            return say("chain.tries", self.lang, space=name, n=key.held - 1)
        if key.doubles:
            return say("chain.run", self.lang, space=name, n=key.doubles)
        return say("chain.again", self.lang, space=name) if key.begun else name

    def square(self, q: int) -> str:
        """Return a label for a space that is unique on the board: "Boardwalk", "Chance (7)".

        Args:
            q: Number of the space.

        Raises:
            ChainError: If there is no such space.
        """
        if not 0 <= q < len(self._squares):
            raise ChainError(say("chain.bad_space", value=quoted(q), most=len(self._squares) - 1))
        return self._squares[q]

    @cached_property
    def _squares(self) -> list[str]:
        names = [space.name for space in self.edition.spaces]
        return [f"{name} ({q})" if names.count(name) > 1 else name for q, name in enumerate(names)]

    def name_of(self, location: Location) -> str:
        """Return the label of a space, or of the tokens held on it: "In Jail".

        Args:
            location: Pair of a space number and 1 for tokens held there, else 0.
        """
        q, held = location
        if not held:
            return self.square(q)
        if q == self.tables.jail:
            return say("chain.in_jail", self.lang)
        return say("chain.held_at", self.lang, space=self.square(q))

    @cached_property
    def locations(self) -> list[Location]:
        """Return the spaces of the board, then those on which a token can be held, as `find` gives them."""
        held = sorted({key.space for key in self.states if key.held})
        return [(q, 0) for q in range(self.tables.spaces)] + [(q, 1) for q in held]

    def find(self, place: SpaceRef) -> Location:
        """Return the space that a number, an id, a name in any language or a label means.

        The number of the jail space means its visitors.

        Args:
            place: Space by number, id, name in any language, or label of `by_space`.

        Returns:
            Pair of the number of the space and 1 for tokens held there, else 0.

        Raises:
            UnknownName: If no space is meant.
            ChainError: For a name of the jail that could mean prisoners or visitors.

        Example:
            >>> chain.find("boardwalk"), chain.find("In Jail")
            ((39, 0), (10, 1))
        """
        if isinstance(place, str):
            asked = place.strip().casefold()
            if asked in self._locations_by_label:
                return self._locations_by_label[asked]
            if asked in self._held_by_label:
                return self._held_by_label[asked]
        try:
            q = self.edition.space(place)
            if isinstance(place, str) and q == self.tables.jail and (q, 1) in self.locations:
                raise ChainError(say("chain.which_jail", value=place, held=self.name_of((q, 1)), free=self.square(q)))
            return q, 0
        except UnknownName:
            if place == say("chain.in_jail", self.lang):
                raise ChainError(say("chain.never_there", space=place)) from None
            raise

    def place(self, place: SpaceRef) -> str:
        """Return the label that the tables of this chain use for a space, in the language of the chain.

        Args:
            place: Space by number, id, name in any language, or label of `by_space`.

        Example:
            >>> chain.place("boardwalk"), chain.place("In Jail"), ml.Chain("class_board", lang="uk").place("In Jail")
            ('Boardwalk', 'In Jail', 'У в’язниці')
        """
        return self.name_of(self.find(place))

    @cached_property
    def _locations_by_label(self) -> dict[str, Location]:
        """Return locations by label of the chain, in small letters."""
        return {self.name_of(location).casefold(): location for location in reversed(self.locations)}

    @cached_property
    def _held_by_label(self) -> dict[str, Location]:
        """Return the places where tokens are held, by their names in all languages; few questions need them."""
        held = [location for location in self.locations if location[1]]
        return {self.in_language(lang).name_of(place).casefold(): place for lang in languages() for place in held}


def row_of(numbers: Any, n: int, name: str) -> Matrix:
    """Return a row of `n` numbers, float[n]; ChainError for anything else."""
    try:
        row = np.asarray(numbers)
        if row.shape == (n,) and row.dtype.kind in "iuf" and np.isfinite(row).all():
            return row.astype(np.float64, copy=False)
        what = str(list(row.shape)) if row.ndim else shortened(repr(numbers))
    except (TypeError, ValueError):  # rows of several lengths
        what = shortened(repr(numbers))
    raise ChainError(say("chain.row", name=name, value=what, n=n))
