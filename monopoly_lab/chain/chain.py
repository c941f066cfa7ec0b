"""The tokens on the board as a Markov chain.

The states and their weights are derived from the rules (`expand`); this module asks the
questions: long-run shares, convergence, passage times, rewards. A convention goes with every
figure: `per="throw"` counts where throws of the token end, `per="turn"` where turns end,
`per="landing"` every arrival on a space, that of a Chance which moves the token on included.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from monopoly_lab.chain import solve
from monopoly_lab.chain.expand import Arrival, Key, Row, expand
from monopoly_lab.chain.solve import Matrix
from monopoly_lab.editions import Edition, load_edition
from monopoly_lab.errors import ChainError
from monopoly_lab.messages import say
from monopoly_lab.rules.tables import FACES, Tables

if TYPE_CHECKING:
    import pandas as pd

    from monopoly_lab.game import Game

Jail = str | Callable[[str, int], str]
PER = ("throw", "turn", "landing")
_derived: dict[tuple[object, ...], dict[Key, Row]] = {}


class Chain:
    """The chain of one token on a board under given rules.

    `edition` an id, a path, an `Edition` or a `Game` (its edition and options are taken);
    `jail` "leave" (pay as soon as possible), "stay" (try for a double as long as possible) or a
    function of the space's id and the failed tries that says one of them; `options` rule options;
    `cards=False` leaves the card spaces without cards; `die` integer weights of the faces.
    Raises ChainError where no chain can be made.
    """

    def __init__(
        self,
        edition: "str | Path | Edition | Game" = "classic_us",
        jail: Jail = "leave",
        decks: str = "replacement",
        options: Mapping[str, object] | None = None,
        cards: bool = True,
        die: Sequence[int] | None = None,
    ) -> None:
        base, given = _edition_of(edition)
        self.options = given | dict(options or {}) | {"decks": decks}
        self.edition = base.under(self.options)
        self.jail = jail
        self.tables = _tables(base, self.options, cards, die)
        self._rows = _derive(self, jail, cards, die)
        self.states: tuple[Key, ...] = tuple(self._rows)
        self.labels = [self._label(key) for key in self.states]
        self._index = {key: i for i, key in enumerate(self.states)}
        self.P = self._matrix()

    def _matrix(self) -> Matrix:
        P = np.zeros((len(self.states), len(self.states)))
        for i, row in enumerate(self._rows.values()):
            for key, share in row.to.items():
                P[i, self._index[key]] = float(share)
        return P

    @cached_property
    def exact(self) -> tuple[list[list[int]], int]:
        """Integer weights and their common denominator: `weights[i][j] / denominator` is exact."""
        bottom = lcm(*(share.denominator for row in self._rows.values() for share in row.to.values()))
        weights = [[0] * len(self.states) for _ in self.states]
        for i, row in enumerate(self._rows.values()):
            for key, share in row.to.items():
                weights[i][self._index[key]] = share.numerator * (bottom // share.denominator)
        return weights, bottom

    # Names

    def _label(self, key: Key) -> str:
        name = self.square(key.space) if not key.held else self._held_name(key.space)
        if key.held > 1:
            return say("chain.tries", space=name, n=key.held - 1)
        if key.doubles:
            return say("chain.run", space=name, n=key.doubles)
        return say("chain.again", space=name) if key.begun else name

    def square(self, q: int) -> str:
        """A label for a space, unique on the board: "Boardwalk", "Chance (7)"."""
        name = self.edition.spaces[q].name
        twins = sum(space.name == name for space in self.edition.spaces)
        return f"{name} ({q})" if twins > 1 else name

    def _held_name(self, q: int) -> str:
        if q == self.tables.jail:
            return say("chain.in_jail")
        return say("chain.held_at", space=self.square(q))

    # Long-run shares

    @cached_property
    def _law(self) -> Matrix:
        classes = solve.closed_classes(self.P)
        if len(classes) > 1:
            one, other = (self.labels[min(part)] for part in classes[:2])
            raise ChainError(say("chain.classes", n=len(classes), one=one, other=other))
        return solve.stationary(self.P)

    def stationary(self, exact: bool = False) -> Any:
        """Long-run share of throws that end in each state: float[n], sums to 1; Fractions if `exact`.

        Raises ChainError for two or more closed classes. Exact shares take minutes on a large board.
        """
        if not exact:
            return self._law.copy()
        rows = [{self._index[key]: share for key, share in row.to.items()} for row in self._rows.values()]
        return solve.exact_stationary(rows)

    def by_space(self, per: str = "throw", merge_jail: bool = False) -> "pd.Series[float]":
        """Long-run shares of the spaces: a Series by unique label, those who are held last.

        `merge_jail` adds In Jail to the space of the jail.
        """
        return self._series(self._over_spaces(self._law, per), merge_jail)

    def _over_spaces(self, law: Matrix, per: str) -> dict[tuple[int, int], float]:
        """Shares by (space, held) of a law over the states."""
        if _known(per) == "landing":
            return self._landings(law)
        shares: dict[tuple[int, int], float] = {}
        for key, share in zip(self.states, law):
            if per == "throw" or not key.begun:
                place = (key.space, int(key.held > 0))
                shares[place] = shares.get(place, 0.0) + float(share)
        total = sum(shares.values())
        return {place: share / total for place, share in shares.items()}

    def _landings(self, law: Matrix) -> dict[tuple[int, int], float]:
        shares: dict[tuple[int, int], float] = {}
        for arrival, mass in self.arrivals(law).items():
            place = (arrival.space, arrival.held)
            shares[place] = shares.get(place, 0.0) + mass
        total = sum(shares.values())
        return {place: share / total for place, share in shares.items()}

    def arrivals(self, law: Matrix | None = None) -> dict[Arrival, float]:
        """Expected arrivals a throw, by space, card factor and sum of the dice."""
        shares = self._law if law is None else law
        found: dict[Arrival, float] = {}
        for row, share in zip(self._rows.values(), shares):
            for arrival, mass in row.arrivals.items():
                found[arrival] = found.get(arrival, 0.0) + float(mass) * float(share)
        return found

    def _series(self, shares: Mapping[tuple[int, int], float], merge_jail: bool) -> "pd.Series[float]":
        import pandas as pd

        named = {self.square(q): shares.get((q, 0), 0.0) for q in range(self.tables.spaces)}
        for q, held in sorted(place for place in shares if place[1]):
            if merge_jail:
                named[self.square(q)] += shares[q, held]
            else:
                named[self._held_name(q)] = shares[q, held]
        return pd.Series(named, name="share")

    # Convergence

    def start(self, space: int | str = "go") -> Matrix:
        """The law of a token that stands free on a space, its turn not begun: float[n]."""
        law = np.zeros(len(self.states))
        law[self._free(space)] = 1.0
        return law

    def _free(self, space: int | str) -> int:
        key = Key(self.edition.space(space), 0, 0, 0)
        if key not in self._index:
            raise ChainError(say("chain.never_there", space=self.square(key.space)))
        return self._index[key]

    def law_after(self, k: int, start: int | str = "go", per: str = "throw") -> Matrix:
        """The law over the states after `k` throws or turns from a space: float[n]."""
        if isinstance(k, bool) or not isinstance(k, int) or k < 0:
            raise ChainError(say("chain.bad_throws", value=repr(k)))
        if _known(per, ("throw", "turn")) == "throw":
            return self.start(start) @ np.linalg.matrix_power(self.P, k)
        law = np.zeros(len(self.states))
        law[self._turn_ends] = self.start(start)[self._turn_ends] @ np.linalg.matrix_power(self.turn_matrix, k)
        return law

    def distribution(self, k: int, start: int | str = "go", per: str = "throw") -> "pd.Series[float]":
        """Where the token is after `k` throws or turns from a space: a Series as in `by_space`."""
        return self._series(self._over_spaces(self.law_after(k, start, per), "throw"), False)

    @property
    def _turn_ends(self) -> list[int]:
        return [i for i, key in enumerate(self.states) if not key.begun]

    @cached_property
    def turn_matrix(self) -> Matrix:
        """The chain watched at the ends of turns: float[m, m], in the order of the states of that kind."""
        return solve.censored(self.P, self._turn_ends)

    def _chain(self, per: str) -> tuple[Matrix, Matrix, list[int]]:
        """Matrix, stationary law and states of a convention."""
        if _known(per, ("throw", "turn")) == "throw":
            return self.P, self._law, list(range(len(self.states)))
        ends = self._turn_ends
        law = self._law[ends]
        return self.turn_matrix, law / law.sum(), ends

    @property
    def throws_per_turn(self) -> float:
        """Expected throws of the token in a turn."""
        return float(1 / self._law[self._turn_ends].sum())

    @property
    def period(self) -> int:
        """1 for an aperiodic chain, as every board with two dice has."""
        return solve.period(self.P)

    def classes(self) -> list[list[str]]:
        """The closed classes, by labels."""
        return [[self.labels[i] for i in sorted(part)] for part in solve.closed_classes(self.P)]

    def eigenvalues(self, per: str = "throw") -> Any:
        """Eigenvalues by falling modulus: complex[n]."""
        values = np.linalg.eigvals(self._chain(per)[0])
        return values[np.argsort(-abs(values), kind="stable")]

    def mixing_time(self, eps: float = 0.01, per: str = "throw") -> int:
        """Throws or turns until every start is within `eps` of the long-run law in total variation."""
        P, law, _ = self._chain(per)
        return solve.mixing_steps(P, law, eps)

    def kemeny(self, per: str = "throw") -> float:
        """Kemeny's constant: expected throws or turns to a state drawn from the long-run law."""
        P, law, _ = self._chain(per)
        return solve.kemeny(P, law)

    # Passage

    def _on(self, space: int | str, states: Sequence[int]) -> list[int]:
        q = self.edition.space(space)
        return [n for n, i in enumerate(states) if self.states[i].space == q]

    def first_passage(self, start: int | str, goal: int | str, per: str = "throw") -> float:
        """Expected throws or turns from a space until one ends on the goal, at least one being made."""
        P, _, states = self._chain(per)
        times = solve.hitting_times(P, self._on(goal, states))
        return solve.return_time(P, times, states.index(self._free(start)))

    def hitting_probability(self, start: int | str, goal: int | str, before: int | str, per: str = "throw") -> float:
        """Probability that a throw or turn ends on the goal before one ends on the other space."""
        P, _, states = self._chain(per)
        hit = solve.hitting_probabilities(P, self._on(goal, states), self._on(before, states))
        return float(P[states.index(self._free(start))] @ hit)

    def time_in_jail(self) -> float:
        """Expected throws made in jail by a prisoner before he is out, by the fundamental matrix of the held states."""
        held = [i for i, key in enumerate(self.states) if key.held and key.space == self.tables.jail]
        if not held:
            return 0.0
        first = next(n for n, i in enumerate(held) if self.states[i].held == 1)
        P = self.P.copy()
        P[:, held[first]] = 0.0  # to be sent to jail anew is another stay
        return float(solve.fundamental(P, held)[first].sum())

    def lap(self, per: str = "throw") -> float:
        """Expected throws or turns between two crossings of the first space of the board, in the long run."""
        laps = sum(float(row.laps) * share for row, share in zip(self._rows.values(), self._law))
        throws = 1 / laps
        return float(throws if _known(per, ("throw", "turn")) == "throw" else throws / self.throws_per_turn)

    def mean_step(self) -> float:
        """Mean displacement a throw in the long run, a jump counted as the difference of the spaces."""
        return float(sum(float(row.steps) * share for row, share in zip(self._rows.values(), self._law)))

    # Money

    def bank_income(self, per: str = "throw") -> "pd.Series[float]":
        """What the bank takes in a throw or turn from one player, by cause; negative: it pays out."""
        import pandas as pd

        found: dict[str, float] = {}
        for row, share in zip(self._rows.values(), self._law):
            for cause, x in row.bank.items():
                found[cause] = found.get(cause, 0.0) - float(x) * float(share)
        times = 1.0 if _known(per, ("throw", "turn")) == "throw" else self.throws_per_turn
        return pd.Series({cause: x * times for cause, x in sorted(found.items())}, name="money")

    def reward(self, cause: str) -> Matrix:
        """Expected money from the bank by one cause at a throw from each state: float[n]."""
        return np.array([float(row.bank.get(cause, Fraction(0))) for row in self._rows.values()])

    def rent(self, what: str, level: int | str = 0) -> float:
        """Expected rent of a deed or a whole group at a level, per throw of one opponent."""
        from monopoly_lab.chain.income import rent

        return rent(self, what, level)

    def payback(self, what: str) -> "pd.Series[float]":
        """Opponent throws until the money laid out for each further level has come back."""
        from monopoly_lab.chain.income import payback

        return payback(self, what)

    def graph(self) -> Any:
        """The chain as a networkx DiGraph: nodes by label, edges with `probability` and `cost` (-log p)."""
        import networkx as nx

        graph = nx.DiGraph()
        for key, label, share in zip(self.states, self.labels, self._law):
            graph.add_node(label, space=self.edition.spaces[key.space].id, held=int(key.held > 0), share=float(share))
        for i, j in zip(*np.nonzero(self.P)):
            p = float(self.P[i, j])
            graph.add_edge(self.labels[i], self.labels[j], probability=p, cost=-float(np.log(p)))
        return graph

    def __repr__(self) -> str:
        return f"Chain({self.edition.id!r}, {len(self.states)} states)"


def _known(per: str, known: Sequence[str] = PER) -> str:
    if per not in known:
        raise ChainError(say("chain.unknown_per", value=per, known=", ".join(known)))
    return per


def _edition_of(given: "str | Path | Edition | Game") -> tuple[Edition, dict[str, object]]:
    if isinstance(given, Edition):
        return given, {}
    if isinstance(given, str | Path):
        return load_edition(given), {}
    return given.edition, dict(given.options)


def _tables(edition: Edition, options: Mapping[str, object], cards: bool, die: Sequence[int] | None) -> Tables:
    """The edition's tables for a lonely token: no throw for the start, no auctions, no end."""
    from monopoly_lab.codes import kind

    t = edition.tables(options)
    t.o_first_player = t.o_deal_deeds = t.o_rounds = t.o_auction = 0
    if not cards:
        t.kind = [kind.PLAIN if what == kind.DECK else what for what in t.kind]
    if die is not None:
        sides = t.o_move_sides
        if (
            len(die) != sides
            or any(isinstance(w, bool) or not isinstance(w, int) or w < 0 for w in die)
            or not sum(die)
        ):
            raise ChainError(say("chain.die_weights", sides=sides, value=repr(list(die))))
        t.weight = [*die, *[0] * (FACES - sides)]
    return t


def _derive(chain: Chain, jail: Jail, cards: bool, die: Sequence[int] | None) -> dict[Key, Row]:
    """The rows of a chain, from memory if the same edition, options and policy were asked for before."""
    t = chain.tables
    known = (chain.edition.digest, repr(sorted(chain.options.items())), jail, cards, tuple(die or ()))
    if known not in _derived:
        _derived[known] = expand(t, _policy(chain.edition, jail), max(t.go, 0))
    return _derived[known]


def _policy(edition: Edition, jail: Jail) -> Callable[[int, int], str]:
    if callable(jail):
        return lambda q, tries: jail(edition.spaces[q].id, tries)
    if jail not in ("leave", "stay"):
        raise ChainError(say("chain.unknown_policy", value=repr(jail)))
    return lambda q, tries: jail
