"""The tokens on the board as a Markov chain.

The states and their weights are derived from the rules (`expand`); this module asks the
questions: long-run shares, convergence, passage times, rewards. A convention goes with every
figure: `per="throw"` counts where throws of the token end, `per="turn"` where turns end,
`per="landing"` every space a throw brings the token to, that of a Chance which moves it on
included. As a clock, a landing is one of these.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from monopoly_lab.chain import solve
from monopoly_lab.chain.model import Model, Place, Spot
from monopoly_lab.chain.solve import Matrix
from monopoly_lab.chain.trace import Arrival, Key
from monopoly_lab.errors import ChainError
from monopoly_lab.messages import say

if TYPE_CHECKING:
    import pandas as pd


PER = ("throw", "turn", "landing")
CLOCKS = ("throw", "turn")  # what a matrix can step by


class Chain(Model):
    """The chain of one token on a board under given rules.

    `edition` an id, a path, an `Edition` or a `Game` (its edition and options are taken);
    `jail` "leave" (pay as soon as possible), "stay" (try for a double as long as possible) or a
    function of the space's id and the failed tries that says one of them; `options` rule options;
    `cards=False` leaves the card spaces without cards; `die` integer weights of the faces; `lang`
    the language of its labels and figures; `character` the id of the token's character where there
    are any, the first of the edition if none is named.
    Raises ChainError where no chain can be made.
    """

    # Long-run shares

    @cached_property
    def law(self) -> Matrix:
        """The stationary law: float[n], sums to 1."""
        classes = solve.closed_classes(self.P)
        if len(classes) > 1:
            one, other = (self.labels[part[0]] for part in classes[:2])
            raise ChainError(say("chain.classes", n=len(classes), one=one, other=other))
        runs = {key.doubles for key in self.states}
        return solve.stationary(self.P, classes[0], [self._in_run(n) for n in sorted(runs, reverse=True)])

    def _in_run(self, doubles: int) -> list[int]:
        return [i for i, key in enumerate(self.states) if key.doubles == doubles]

    def stationary(self, exact: bool = False) -> Any:
        """Long-run share of throws that end in each state: float[n], sums to 1; Fractions if `exact`.

        Raises ChainError for two or more closed classes. Exact shares are for small boards: on one of
        40 spaces they have thousands of digits and take minutes.
        """
        law = self.law
        if not exact:
            return law.copy()
        inside = [i for i, share in enumerate(law) if share > 0]
        place = {i: n for n, i in enumerate(inside)}
        weights, over = self.exact
        rows = [{place[j]: Fraction(w, over) for j, w in enumerate(weights[i]) if w} for i in inside]
        shares = dict(zip(inside, solve.exact_stationary(rows)))
        return [shares.get(i, Fraction(0)) for i in range(len(law))]

    def by_space(self, per: str = "throw", merge_jail: bool = False) -> "pd.Series[float]":
        """Long-run shares of the spaces: a Series by unique label, those who are held last.

        `merge_jail` adds those who are held to their space: In Jail to Just Visiting.
        """
        return series(self.shares(per, merge_jail))

    def shares(self, per: str = "throw", merge_jail: bool = False) -> dict[str, float]:
        """The same as a dict, which needs no pandas."""
        found = self._landings(self.law) if known(per) == "landing" else self._ends(self.law, per)
        return self._named(found, merge_jail)

    def _ends(self, law: Matrix, per: str) -> dict[Spot, float]:
        """Shares by spot of a law over the states; per turn, of the states in which a turn has ended."""
        shares: dict[Spot, float] = {}
        for key, share in zip(self.states, law.tolist()):
            if per == "throw" or not key.begun:
                spot = (key.space, int(key.held > 0))
                shares[spot] = shares.get(spot, 0.0) + share
        return normal(shares)

    def _landings(self, law: Matrix) -> dict[Spot, float]:
        shares: dict[Spot, float] = {}
        for arrival, mass in self.arrivals(law).items():
            spot = (arrival.space, arrival.held)
            shares[spot] = shares.get(spot, 0.0) + mass
        return normal(shares)

    def arrivals(self, law: Matrix | None = None) -> dict[Arrival, float]:
        """Expected arrivals at a throw from a law over the states, the stationary one if none is given."""
        masses = (self.law if law is None else law)[self.start_of] * self.share
        found: dict[Arrival, float] = {}
        for path, mass in zip(self.paths, masses.tolist()):
            for arrival in path.arrivals:
                found[arrival] = found.get(arrival, 0.0) + mass
        return found

    @cached_property
    def arrivals_at(self) -> dict[int, dict[Arrival, float]]:
        """Long-run arrivals a throw by space, of tokens that come there free."""
        found: dict[int, dict[Arrival, float]] = {}
        for arrival, mass in self.arrivals().items():
            if not arrival.held:
                found.setdefault(arrival.space, {})[arrival] = mass
        return found

    def _named(self, shares: Mapping[Spot, float], merge_jail: bool = False) -> dict[str, float]:
        named: dict[str, float] = {}
        for q, held in self.spots:
            label = self.spot((q, 0 if merge_jail else held))
            named[label] = named.get(label, 0.0) + shares.get((q, held), 0.0)
        return named

    # Clocks

    @cached_property
    def turn_ends(self) -> list[int]:
        """The states in which a turn has ended."""
        return [i for i, key in enumerate(self.states) if not key.begun]

    @cached_property
    def turn_matrix(self) -> Matrix:
        """The chain watched at the ends of turns: float[m, m], in the order of `turn_ends`."""
        return solve.censored(self.P, self.turn_ends)

    def clock(self, per: str) -> tuple[Matrix, Matrix, list[int]]:
        """Matrix, stationary law and states of the chain that steps by throws or by turns."""
        if known(per, CLOCKS) == "throw":
            return self.P, self.law, list(range(len(self.states)))
        law = self.law[self.turn_ends]
        return self.turn_matrix, law / law.sum(), self.turn_ends

    @property
    def throws_per_turn(self) -> float:
        """Expected throws of the token in a turn."""
        return float(1 / self.law[self.turn_ends].sum())

    @property
    def landings_per_throw(self) -> float:
        """Expected spaces a throw brings the token to."""
        return float(self.law @ self.expected(np.array([len(path.arrivals) for path in self.paths], float)))

    def throws_in(self, per: str) -> float:
        """Expected throws in a throw, a turn or a landing, in the long run."""
        if known(per) == "throw":
            return 1.0
        return self.throws_per_turn if per == "turn" else 1 / self.landings_per_throw

    # Convergence

    def start(self, space: Place = "go") -> Matrix:
        """The law of a token on a space, its turn not begun; "In Jail": just put there: float[n]."""
        law = np.zeros(len(self.states))
        law[self.at(space)] = 1.0
        return law

    def at(self, space: Place) -> int:
        """The state of a token on a space, its turn not begun; ChainError if no turn ends there."""
        q, held = self.find(space)
        key = Key(q, 0, held, 0)
        if key not in self._index:
            raise ChainError(say("chain.never_there", space=self.spot((q, held))))
        return self._index[key]

    def law_after(self, k: int, start: Place = "go", per: str = "throw") -> Matrix:
        """The law over the states after `k` throws or turns from a space: float[n]."""
        P, _, states = self.clock(per)
        law = np.zeros(len(self.states))
        law[states] = self.start(start)[states] @ np.linalg.matrix_power(P, whole(k))
        return law

    def distribution(
        self, k: int, start: Place = "go", per: str = "throw", merge_jail: bool = False
    ) -> "pd.Series[float]":
        """Where the token is after `k` throws or turns from a space: a Series as in `by_space`.

        Per landing: where the `k`-th throw brings it, spaces it only passes included.
        """
        if known(per) == "landing" and whole(k) > 0:
            return series(self._named(self._landings(self.law_after(k - 1, start)), merge_jail))
        clock = "turn" if per == "turn" else "throw"
        return series(self._named(self._ends(self.law_after(k, start, clock), "throw"), merge_jail))

    @property
    def period(self) -> int:
        """1 for an aperiodic chain, as every board with two dice has."""
        return solve.period(self.P, solve.closed_classes(self.P)[0])

    def classes(self) -> list[list[str]]:
        """The closed classes, by labels; one for every board on which each space leads to each."""
        return [[self.labels[i] for i in part] for part in solve.closed_classes(self.P)]

    def eigenvalues(self, per: str = "throw") -> Any:
        """Eigenvalues by falling modulus: complex[n]."""
        values = np.linalg.eigvals(self.clock(per)[0])
        return values[np.argsort(-abs(values), kind="stable")]

    def mixing_time(self, eps: float = 0.01, per: str = "throw") -> int:
        """Throws or turns until every start is within `eps` of the long-run law in total variation.

        -1 for a chain that never is, a periodic one for example.
        """
        if isinstance(eps, bool) or not isinstance(eps, int | float) or not 0 < eps < 1:
            raise ChainError(say("chain.bad_distance", value=repr(eps)))
        P, law, _ = self.clock(per)
        return solve.mixing_steps(P, law, eps)

    def distances(self, throws: int, start: Place = "go", per: str = "throw") -> Matrix:
        """Total variation distance to the long-run law after 0, 1, ... throws or turns: float[throws + 1]."""
        P, limit, states = self.clock(per)
        law = self.start(start)[states]
        found = [solve.distance(law, limit)]
        for _ in range(whole(throws)):
            law = law @ P
            found.append(solve.distance(law, limit))
        return np.array(found)

    def kemeny(self, per: str = "throw") -> float:
        """Kemeny's constant: expected throws or turns to a state drawn from the long-run law, from any state."""
        P, law, _ = self.clock(per)
        return solve.kemeny(P, law)

    # Passage (`passage`)

    def first_passage(self, start: Place, goal: Place, per: str = "throw", merge_jail: bool = False) -> float:
        """Expected throws or turns from a space until one ends on the goal, at least one being made.

        Per landing: throws until one lands on the goal, if only to be moved on.
        """
        from monopoly_lab.chain import passage

        return passage.first_passage(self, start, goal, per, merge_jail)

    def passages(self, per: str = "throw", merge_jail: bool = False) -> "pd.DataFrame":
        """`first_passage` from each space (row) to each space (column) that throws or turns end on."""
        from monopoly_lab.chain import passage

        return passage.passages(self, per, merge_jail)

    def hitting_probability(
        self, start: Place, goal: Place, before: Place, per: str = "throw", merge_jail: bool = False
    ) -> float:
        """Probability that a throw or turn ends on the goal before one ends on the other space."""
        from monopoly_lab.chain import passage

        return passage.hitting_probability(self, start, goal, before, per, merge_jail)

    def fundamental(self, *places: Place, per: str = "throw") -> "pd.DataFrame":
        """Expected visits to the states of some spaces before all of them are left: a table by labels.

        Row: the state of the start, counted as a visit; column: the state visited.
        """
        from monopoly_lab.chain import passage

        return passage.fundamental(self, places, per)

    def jail_stay(self) -> "pd.Series[float]":
        """A stay in jail: expected throws made there, turns, share of stays that end by paying."""
        from monopoly_lab.chain import passage

        return passage.jail_stay(self)

    def time_in_jail(self) -> float:
        """Expected throws made in jail by a prisoner before he is out."""
        return float(self.jail_stay()["throws"])

    def lap(self, per: str = "throw") -> float:
        """Expected throws, turns or landings between two crossings of GO forward, less those backward."""
        return float(1 / (self.law @ self.expected(self._laps)) / self.throws_in(per))

    @property
    def _laps(self) -> Matrix:
        return np.array([path.laps for path in self.paths], float)

    def mean_step(self) -> float:
        """Mean displacement a throw in the long run, a jump counted as the difference of the spaces."""
        return float(self.law @ self.expected(np.array([path.steps for path in self.paths], float)))

    # Money (`reward`, `income`, `spending`)

    def bank_income(self, per: str = "throw") -> "pd.Series[float]":
        """What the bank takes in a throw or turn from one player, by cause; negative: it pays out.

        A pot counts with the bank; what it pays out is in the long run what is paid into it.
        """
        from monopoly_lab.chain import reward

        return reward.bank_income(self, per)

    def income_by_space(self, per: str = "throw") -> "pd.DataFrame":
        """What bank and pots pay one player in a throw or turn: by space (row) and cause (column); negative: he pays.

        A pot pays, in the long run, what is paid into it; coins dropped on a space are picked up there.
        """
        from monopoly_lab.chain import reward

        return reward.income_by_space(self, per)

    def reward(self, cause: str = "bank") -> Matrix:
        """Expected money from bank and pots at a throw from each state, by one cause or, "bank", by all: float[n]."""
        from monopoly_lab.chain import reward

        return self.expected(reward.bank_values(self, cause))

    def upkeep(self, per: str = "throw") -> "pd.Series[float]":
        """What repair cards cost a player in a throw or turn for each house and for each hotel he has."""
        from monopoly_lab.chain import reward

        return reward.upkeep(self, per)

    def moments(self, what: str = "bank", level: int | str | None = None, throws: int | None = 1) -> "pd.Series[float]":
        """Mean, variance and standard deviation of a reward over so many throws of one opponent, in the long run.

        `what` a deed or group with a level, as in `rent`; "bank", or a cause of bank income: what the player
        gets by it. `throws=None`: a throw's share of a very long time.
        """
        from monopoly_lab.chain import reward

        return reward.moments(self, what, level, throws)

    def rent(self, what: str, level: int | str | None = None, per: str = "throw") -> float:
        """Expected rent of a deed or a group at a level, per throw (turn, landing) of one opponent.

        Streets: 0 the site alone (the usual level), "set" the whole group unbuilt, 1 to 4 houses, 5 a hotel.
        Others: how many of the group the owner has (1 the usual level); a group then stands for the
        average of as many of its deeds.
        """
        from monopoly_lab.chain import income

        return income.rent(self, what, level) * self.throws_in(per)

    def payback(self, what: str, per: str = "throw") -> "pd.Series[float]":
        """Opponent throws (turns, landings) until the money laid out for each further level has come back."""
        from monopoly_lab.chain import income

        return income.payback(self, what) / self.throws_in(per)

    def returns(self, what: str, per: str = "throw") -> "pd.DataFrame":
        """By level: capital laid out for deeds and buildings, expected rent, rent per unit of capital."""
        from monopoly_lab.chain import income

        return income.returns(self, what, per)

    def spending(self, budget: int, deeds: bool = False) -> "pd.DataFrame":
        """What each group brings if as much of a budget as pays is spent on it alone, the best first.

        `deeds`: the deeds have to be bought as well; otherwise the groups are owned and only buildings cost.
        """
        from monopoly_lab.chain import spending

        return spending.spending(self, budget, deeds)

    def best_mix(self, budget: int, deeds: bool = False) -> "pd.DataFrame":
        """The groups and buildings that together bring the most rent a throw for a budget."""
        from monopoly_lab.chain import spending

        return spending.best_mix(self, budget, deeds)

    def frontier(self, deeds: bool = False) -> "pd.DataFrame":
        """Rent against capital, house by house, by group; `efficient` where no cheaper step brings as much."""
        from monopoly_lab.chain import spending

        return spending.frontier(self, deeds)

    # Graph and simulation

    def graph(self) -> Any:
        """The chain as a networkx DiGraph: nodes by label, edges with `probability` and `cost` (-log p).

        Nodes know `space` (id), `held`, `share` (long-run) and the colour `group` of a deed.
        """
        from monopoly_lab.chain import network

        return network.graph(self)

    def likely_path(self, start: Place, goal: Place) -> tuple[list[str], float]:
        """The most probable way from a space to another: its states, and its probability."""
        from monopoly_lab.chain import network

        return network.likely_path(self, start, goal)

    def moves(self, per: str = "throw", merge_jail: bool = False) -> "pd.DataFrame":
        """Where throws or turns from each space end, in the long run: a table of shares, rows sum to 1."""
        from monopoly_lab.chain import network

        return network.moves(self, per, merge_jail)

    def simulate(
        self, throws: int = 100_000, seed: int = 1, decks: str | None = None, by_card: bool = False
    ) -> "pd.DataFrame":
        """The same token thrown by the compiled rules: share of throws by space, its standard error, the exact share.

        `decks="piles"` lets it draw from real piles; `by_card` lets it leave jail by a card it holds.
        """
        from monopoly_lab.chain import montecarlo

        return montecarlo.simulate(self, throws, seed, decks, by_card)


def normal(shares: dict[Spot, float]) -> dict[Spot, float]:
    total = sum(shares.values())
    return {spot: share / total for spot, share in shares.items()}


def series(shares: Mapping[str, float]) -> "pd.Series[float]":
    import pandas as pd

    return pd.Series(shares, name="share")


def known(per: str, ways: Sequence[str] = PER) -> str:
    """The convention, if it is one of those that make sense here; else ChainError."""
    if per not in ways:
        raise ChainError(say("chain.unknown_per", value=per, known=", ".join(ways)))
    return per


def whole(k: int) -> int:
    if isinstance(k, bool) or not isinstance(k, int | np.integer) or k < 0:
        raise ChainError(say("chain.bad_throws", value=repr(k)))
    return int(k)
