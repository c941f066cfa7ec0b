"""The tokens on the board as a Markov chain.

The states and their weights are derived from the rules (`state_derivation`), shares and clocks are those of
`distributions`; this is what a user asks, each question answered in a chapter of its own.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from monopoly_lab.common.argument_checks import check_arguments
from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.exportable import Exports
from monopoly_lab.common.messages import say
from monopoly_lab.markov import (
    investment,
    linear_algebra,
    monte_carlo,
    passage_times,
    rent_income,
    rewards,
    sensitivity,
)
from monopoly_lab.markov.chain_setup import Jail
from monopoly_lab.markov.distributions import Walk, whole
from monopoly_lab.markov.linear_algebra import Matrix
from monopoly_lab.markov.transition_matrix import Place

if TYPE_CHECKING:
    import pandas as pd


@check_arguments
class Chain(Walk, Exports):
    """The chain of one token on a board under given rules.

    `edition` an id, a path, an `Edition`, or a `Game` or scenario (its edition and options are taken);
    `jail` "leave" (pay as soon as possible), "stay" (try for a double as long as possible) or a
    function of the space's id and the failed tries that says one of them; `options` rule options;
    `cards=False` leaves the card spaces without cards; `die` integer weights of the faces; `lang`
    the language of its labels and figures; `names` what spaces are called in them, as for a `Game`;
    `character` the id of the token's character where there are any, the first of the edition if none is named.
    On a board of two sides `role` is the side of the token, "monopolist" or "competitor", and `owner` that of who
    asks for rent; without them a competitor pays a monopolist.
    With a speed die, thrown from the start here, `bus` says how far the bus goes: as "both" other dice show, the
    "lower" or the "higher"; `triple` names the space that three alike lead to, without one they are an ordinary throw.
    Nobody owns a deed, so Mr. Monopoly goes on to the next one.
    Raises ChainError where no chain can be made; EditionError or OptionError for editions and options that cannot be.
    Every method raises ChainError for what it cannot be asked, with the nearest right word, and UnknownName for a
    space that is not on the board.

    In the examples below, with the jail left at once:

    >>> chain = ml.Chain("classic_us")
    """

    # Convergence

    @property
    def period(self) -> int:
        """1 for an aperiodic chain, as every board with two dice has."""
        return linear_algebra.period(self.P, linear_algebra.closed_classes(self.P)[0])

    def classes(self) -> list[list[str]]:
        """The closed classes, by labels; one for every board on which each space leads to each.

        >>> len(chain.classes())
        1
        """
        return [[self.labels[i] for i in part] for part in linear_algebra.closed_classes(self.P)]

    def eigenvalues(self, per: str = "throw") -> Any:
        """Eigenvalues by falling modulus: complex[n]; those that are 0 are exactly 0.

        >>> abs(chain.eigenvalues()[:2]).round(3)
        array([1.   , 0.836])
        """
        return linear_algebra.eigenvalues(self.embedded(per)[0])

    def mixing_time(self, eps: float = 0.01, per: str = "throw") -> int:
        """Throws or turns until every start is within `eps` of the long-run distribution in total variation.

        -1 for a chain that never is, a periodic one for example.

        >>> chain.mixing_time(0.01), chain.mixing_time(0.01, per="turn") < 25
        (25, True)
        """
        if isinstance(eps, bool) or not isinstance(eps, int | float) or not 0 < eps < 1:
            raise ChainError(say("chain.bad_distance", value=repr(eps)))
        P, pi, _ = self.embedded(per)
        return linear_algebra.mixing_steps(P, pi, eps)

    def distances(self, throws: int, start: Place = "go", per: str = "throw") -> Matrix:
        """Total variation distance to the long-run distribution after 0, 1, ... throws or turns: float[throws + 1].

        >>> chain.distances(3).round(3)
        array([0.974, 0.735, 0.562, 0.443])
        """
        P, limit, states = self.embedded(per)
        pi = self.start(start)[states]
        found = [linear_algebra.distance(pi, limit)]
        for _ in range(whole(throws)):
            pi = pi @ P
            found.append(linear_algebra.distance(pi, limit))
        return np.array(found)

    def kemeny(self, per: str = "throw") -> float:
        """Kemeny's constant: expected throws or turns to a state drawn from the long run, from any state.

        >>> round(chain.kemeny(), 1)
        114.8
        """
        P, pi, _ = self.embedded(per)
        return linear_algebra.kemeny(P, pi)

    def entropy_rate(self, per: str = "throw") -> float:
        """Bits that it takes to tell the next state, who knows this one: -sum pi_i P_ij log2 P_ij [1]_.

        .. [1] Cover and Thomas 2006, Elements of Information Theory, section 4.2.

        >>> round(chain.entropy_rate(), 2)
        3.78
        """
        P, pi, _ = self.embedded(per)
        return linear_algebra.entropy_rate(P, pi)

    def sensitivity(
        self, *, card: str | None = None, face: int | None = None, jail: Jail | None = None
    ) -> "pd.Series[float]":
        """How fast long-run shares change with a small share x of something else: d share / d x, a Series by space.

        `card`: x of the draws of its deck are this card; `face`: x of each die's weight lies on it as well; `jail`:
        x of the prisoners' choices follow that policy. Exactly one of them. Rates add up to 0.

        >>> round(float(chain.sensitivity(face=6)["In Jail"]), 4)
        -0.0017
        """
        return sensitivity.sensitivity(self, card, face, jail)

    # Passage (`passage_times`)

    def first_passage(self, start: Place, goal: Place, per: str = "throw", merge_jail: bool = False) -> float:
        """Expected throws or turns from a space until one ends on the goal, at least one being made.

        Per landing: throws until one lands on the goal, if only to be moved on.

        >>> round(chain.first_passage("go", "boardwalk"), 1)
        37.9
        """
        return passage_times.first_passage(self, start, goal, per, merge_jail)

    def passage_distribution(
        self, start: Place, goal: Place, throws: int = 100, per: str = "throw", merge_jail: bool = False
    ) -> "pd.Series[float]":
        """P(T = n) of the first passage, for n from 1 to `throws` throws or turns: a Series.

        >>> round(float(chain.passage_distribution("go", "boardwalk", 20).sum()), 2)
        0.4
        """
        return passage_times.passage_distribution(self, start, goal, throws, per, merge_jail)

    def passage_moments(
        self, start: Place, goal: Place, per: str = "throw", merge_jail: bool = False
    ) -> "pd.Series[float]":
        """Mean, variance and standard deviation of the first passage, in throws or turns.

        >>> chain.passage_moments("go", "boardwalk").round(1).to_dict()
        {'mean': 37.9, 'variance': 1256.8, 'deviation': 35.5}
        """
        return passage_times.passage_moments(self, start, goal, per, merge_jail)

    def cover(self, what: str, start: Place = "go", per: str = "throw") -> float:
        """Expected throws or turns until every deed of a group has been stopped at.

        >>> [round(chain.cover(group), 1) for group in ("orange", "brown", "green")]
        [59.6, 68.5, 69.1]
        """
        return passage_times.cover(self, start, rent_income.spaces_of(self, what), per)

    def passages(self, per: str = "throw", merge_jail: bool = False) -> "pd.DataFrame":
        """`first_passage` from each space (row) to each space (column) that throws or turns end on.

        >>> round(float(chain.passages().loc["GO", "Boardwalk"]), 1)
        37.9
        """
        return passage_times.passages(self, per, merge_jail)

    def hitting_probability(
        self, start: Place, goal: Place, before: Place, per: str = "throw", merge_jail: bool = False
    ) -> float:
        """Probability that a throw or turn ends on the goal before one ends on the other space.

        >>> round(chain.hitting_probability("go", "boardwalk", "In Jail"), 2)
        0.4
        """
        return passage_times.hitting_probability(self, start, goal, before, per, merge_jail)

    def fundamental(self, *places: Place, per: str = "throw") -> "pd.DataFrame":
        """Expected visits to the states of some spaces before all of them are left: a table by labels.

        Row: the state of the start, counted as a visit; column: the state visited. Who is sent back to jail by the
        throw that frees him has not left "In Jail"; `jail_stay` ends the stay there, so its throws are a little fewer.

        >>> chain.fundamental("In Jail").round(3)
                 In Jail
        In Jail    1.012
        """
        return passage_times.fundamental(self, places, per)

    def jail_stay(self) -> "pd.Series[float]":
        """A stay in jail: expected throws made there, turns, share of stays that end by paying.

        A stay ends with the throw that frees, even if it leads back to jail; `fundamental` counts that as well.

        >>> chain.jail_stay().round(3).to_dict()
        {'throws': 1.0, 'turns': 1.0, 'paying': 1.0}
        """
        return passage_times.jail_stay(self)

    def time_in_jail(self) -> float:
        """Expected throws made in jail by a prisoner before he is out.

        >>> round(ml.Chain("classic_us", jail="stay").time_in_jail(), 2)
        2.53
        """
        return float(self.jail_stay()["throws"])

    def lap(self, per: str = "throw") -> float:
        """Expected throws, turns or landings between two crossings of GO forward, less those backward.

        A lap ends with the whole throw in which GO is passed or reached, by dice or by a card that moves forward;
        time in jail counts, the way there passes no GO. Raises ChainError for a board without GO.

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
        """Mean displacement a throw in the long run, a jump counted as the difference of the spaces.

        >>> round(chain.mean_step(), 2)
        6.93
        """
        return float(self.pi @ self.expected(np.array([path.steps for path in self.paths], float)))

    # Money (`rewards`, `rent_income`, `investment`)

    def bank_income(self, per: str = "throw") -> "pd.Series[float]":
        """What the bank takes in a throw or turn from one player, by cause; negative: it pays out.

        A pot counts with the bank; what it pays out is in the long run what is paid into it.

        >>> round(float(chain.bank_income()["salary"]), 1)
        -34.6
        """
        return rewards.bank_income(self, per)

    def income_by_space(self, per: str = "throw") -> "pd.DataFrame":
        """What bank and pots pay one player in a throw or turn: by space (row) and cause (column); negative: he pays.

        A pot pays, in the long run, what is paid into it; coins dropped on a space are picked up there.

        >>> round(float(chain.income_by_space().loc["GO", "salary"]), 1)
        34.6
        """
        return rewards.income_by_space(self, per)

    def reward(self, cause: str = "bank") -> Matrix:
        """Expected money from bank and pots at a throw from each state, by one cause or, "bank", by all: float[n].

        >>> round(float(chain.reward("salary")[chain.at("boardwalk")]), 1)  # past GO, and by a card to it once more
        204.2
        """
        return self.expected(rewards.bank_values(self, cause))

    def upkeep(self, per: str = "throw") -> "pd.Series[float]":
        """What repair cards cost a player in a throw or turn for each house and for each hotel he has.

        >>> chain.upkeep().round(2).to_dict()
        {'house': 0.31, 'hotel': 1.03}
        """
        return rewards.upkeep(self, per)

    def moments(self, what: str = "bank", level: int | str | None = None, throws: int | None = 1) -> "pd.Series[float]":
        """Mean, variance and standard deviation of a reward over so many throws of one opponent, in the long run.

        `what` a deed or group with a level, as in `rent`; "bank", or a cause of bank income: what the player
        gets by it. `throws=None`: a throw's share of a very long time.

        >>> chain.moments("boardwalk", "hotel").round(0).to_dict()
        {'mean': 53.0, 'variance': 102280.0, 'deviation': 320.0}
        """
        return rewards.moments(self, what, level, throws)

    def rent(
        self,
        what: str,
        level: int | str | None = None,
        per: str = "throw",
        *,
        start: Place | None = None,
        throws: int | None = None,
    ) -> float:
        """Expected rent of a deed or a group at a level, per throw (turn, landing) of one opponent.

        `throws`: of so many throws (turns, landings) together. In the long run; with `start`, a space, of the next
        throws or turns from there.

        Streets: 0 the site alone (the usual level), "set" the whole group unbuilt, 1 to 4 houses, 5 or "hotel".
        Others: how many of the group the owner has (1 the usual level); a group then stands for the
        average of as many of its deeds.

        >>> round(chain.rent("boardwalk", "hotel"), 1)
        52.5
        >>> round(chain.rent("orange", 3, start="In Jail"), 1)
        220.5
        """
        if start is not None:
            return rent_income.rent_from(self, what, level, per, start, 1 if throws is None else whole(throws))
        return rent_income.rent(self, what, level) * self.throws_in(per) * (1 if throws is None else whole(throws))

    def investment(
        self,
        what: str,
        level: int | str | None = None,
        before: int | str | None = None,
        *,
        opponents: int = 3,
        rounds: int = 20,
        rate: float = 0.01,
    ) -> "pd.Series[float]":
        """A purchase, or a row of buildings, as an investment: price, rent, flow, payback, npv, irr.

        From the level `before` (the one below if it is not said, "nothing" for who owns none of it) to `level`.
        `rent` is what that adds a throw of one opponent, `flow` a round, a turn of each of `opponents`; `payback` is in
        rounds, not rounded. The price is paid at t = 0, a flow comes at the end of each round, `rate` is per
        round, nothing is sold at the end and nothing taxed.

        >>> chain.investment("orange", 3).round(2).to_dict()
        {'price': 300.0, 'rent': 31.77, 'flow': 113.1, 'payback': 2.65, 'npv': 1741.01, 'irr': 0.38}
        """
        return investment.investment(self, what, level, before, opponents, rounds, rate)

    def payback(self, what: str, per: str = "throw") -> "pd.Series[float]":
        """Opponent throws (turns, landings) until the money laid out for each further level has come back.

        >>> chain.payback("orange").round(1).to_dict()
        {1: 77.2, 2: 25.5, 3: 9.4, 4: 17.0, 5: 17.0}
        """
        return rent_income.payback(self, what) / self.throws_in(per)

    def returns(self, what: str, per: str = "throw") -> "pd.DataFrame":
        """By level: capital laid out for deeds and buildings, expected rent, rent per unit of capital.

        >>> chain.returns("orange")["rent"].round(1).to_list()
        [2.6, 6.5, 18.2, 50.0, 67.6, 85.3]
        """
        return rent_income.returns(self, what, per)

    def spending(self, budget: int, deeds: bool = False) -> "pd.DataFrame":
        """What each group brings if as much of a budget as pays is spent on it alone, the best first.

        `deeds`: the deeds have to be bought as well; otherwise the groups are owned and only buildings cost.

        >>> chain.spending(1000).index[0]
        'orange'
        """
        return investment.spending(self, budget, deeds)

    def best_mix(self, budget: int, deeds: bool = False) -> "pd.DataFrame":
        """The groups and buildings that together bring the most rent a throw for a budget.

        >>> chain.best_mix(1000).loc["orange", "buildings"]
        '3-3-4'
        """
        return investment.best_mix(self, budget, deeds)

    def frontier(self, deeds: bool = False) -> "pd.DataFrame":
        """Rent against capital, house by house, by group; `efficient` where no cheaper step brings as much.

        >>> list(chain.frontier().columns)
        ['group', 'capital', 'rent', 'buildings', 'efficient']
        """
        return investment.frontier(self, deeds)

    # Graph and simulation

    def graph(self) -> Any:
        """The chain as a networkx DiGraph: nodes by label, edges with `probability` and `cost` (-log p).

        Nodes know `space` (id), `held`, `share` (long-run) and the colour `group` of a deed.

        >>> chain.graph().number_of_nodes()
        118
        """
        return passage_times.graph(self)

    def likely_path(self, start: Place, goal: Place) -> tuple[list[str], float]:
        """The most probable way from a space to another: its states, and its probability.

        >>> chain.likely_path("go", "baltic")
        (['GO', 'Baltic Avenue'], 0.0555...)
        """
        return passage_times.likely_path(self, start, goal)

    def moves(self, per: str = "throw", merge_jail: bool = False) -> "pd.DataFrame":
        """Where throws or turns from each space end, in the long run: a table of shares, rows sum to 1.

        >>> round(float(chain.moves().loc["GO", "Baltic Avenue"]), 3)
        0.056
        """
        return passage_times.moves(self, per, merge_jail)

    def simulate(
        self, throws: int = 100_000, seed: int = 1, decks: str | None = None, by_card: bool = False
    ) -> "pd.DataFrame":
        """The same token thrown by the compiled rules: share of throws by space, its standard error, the exact share.

        `decks="piles"` lets it draw from real piles; `by_card` lets it leave jail by a card it holds.

        >>> list(chain.simulate(throws=1000).columns)
        ['share', 'error', 'exact', 'score']
        """
        return monte_carlo.simulate(self, throws, seed, decks, by_card)
