"""The walk of one token over a board as a Markov chain: class `Chain`.

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
    """The walk of one token over a board as a Markov chain, derived from the rules.

    A state is a position between two throws: a space, the doubles thrown in this turn, or the failed tries in jail. P
    is the matrix of transition probabilities of a throw, pi = pi P its stationary distribution. Most methods take
    `per`: "throw" counts where throws end, "turn" where turns end, "landing" every space a throw brings the token to.

    All methods raise ChainError for arguments they cannot take, with the nearest valid word, and UnknownName for a
    space that is not on the board.

    Args:
        edition: Id, path, `Edition`, `Game` or scenario; of the last two, edition and options are used.
        jail: "leave" (pay as soon as possible), "stay" (try for a double as long as possible), or a function from the
            id of the space and the number of failed tries to one of these words.
        decks: "replacement": each card is drawn from a full deck.
        options: Rule options by key.
        cards: False leaves out all cards.
        die: Integer weights of the faces of the die.
        lang: Language of labels and figures.
        character: Id of the token's character, if the edition has characters; the first one by default.
        names: Names of the spaces, as for `Game`.
        role: On a board with two sides, the token's side: "monopolist" or "competitor".
        owner: On such a board, the side of the owner of the deeds. By default a competitor pays a monopolist.
        bus: With a speed die: how far the bus moves, as "both" other dice, the "lower" or the "higher".
        triple: With a speed die: the space that a triple leads to; without it, a triple is an ordinary throw. Nobody
            owns a deed, so Mr. Monopoly moves to the next one.

    Raises:
        ChainError: If no chain can be made of this board.
        EditionError: For an unknown or faulty edition.
        OptionError: For options the edition does not take.

    References:
        Kemeny and Snell 1960, Finite Markov Chains.
        Ash and Bishop 1972, Mathematics Magazine 45, "Monopoly as a Markov process".

    Example:
        In the examples below, with the jail left at once:

        >>> chain = ml.Chain("classic_us")
    """

    # Convergence

    @property
    def period(self) -> int:
        """Return the period of the chain; 1 for an aperiodic one, as every board with two dice is."""
        return linear_algebra.period(self.P, linear_algebra.closed_classes(self.P)[0])

    @property
    def is_aperiodic(self) -> bool:
        """Return True if the period is 1."""
        return self.period == 1

    @property
    def is_irreducible(self) -> bool:
        """Return True if every state leads to every other one; states that are never reached again are transient."""
        return len(linear_algebra.closed_classes(self.P)[0]) == len(self.P)

    @property
    def stationary_distributions(self) -> Matrix:
        """Return one stationary distribution for each closed class: float[classes, n]."""
        return np.array([linear_algebra.stationary(self.P, part) for part in linear_algebra.closed_classes(self.P)])

    def classes(self) -> list[list[str]]:
        """Return the closed classes of states, each a list of labels; a usual board has one.

        Example:
            >>> len(chain.classes())
            1
        """
        return [[self.labels[i] for i in part] for part in linear_algebra.closed_classes(self.P)]

    def eigenvalues(self, per: str = "throw") -> Any:
        """Return the eigenvalues of the transition matrix, largest modulus first.

        Args:
            per: Clock: "throw" counts throws of the token, "turn" whole turns.

        Returns:
            complex[n]; values that are 0 are exactly 0.

        References:
            Golub and Wilkinson 1976, SIAM Review 18, section 10.

        Example:
            >>> abs(chain.eigenvalues()[:2]).round(3)
            array([1.   , 0.836])
        """
        return linear_algebra.eigenvalues(self.embedded(per)[0])

    def mixing_time(self, eps: float = 0.01, per: str = "throw") -> int:
        """Return how many steps it takes from every start to come close to the stationary distribution.

        Args:
            eps: Total variation distance that counts as close, between 0 and 1.
            per: Clock: "throw" counts throws of the token, "turn" whole turns.

        Returns:
            Number of throws or turns; -1 if the chain never comes that close, for example if it is periodic.

        Raises:
            ChainError: If `eps` is not between 0 and 1.

        References:
            Levin and Peres 2017, Markov Chains and Mixing Times, section 4.5.

        Example:
            >>> chain.mixing_time(0.01), chain.mixing_time(0.01, per="turn") < 25
            (25, True)
        """
        if isinstance(eps, bool) or not isinstance(eps, int | float) or not 0 < eps < 1:
            raise ChainError(say("chain.bad_distance", value=repr(eps)))
        P, pi, _ = self.embedded(per)
        return linear_algebra.mixing_steps(P, pi, eps)

    def distances(self, throws: int, start: Place = "go", per: str = "throw") -> Matrix:
        """Return the total variation distance to the stationary distribution after each throw or turn.

        Args:
            throws: Number of throws or turns.
            start: Space to start from: number, id, name or label; "In Jail" for a token just put there.
            per: Clock: "throw" counts throws of the token, "turn" whole turns.

        Returns:
            float[throws + 1], the first for the start itself.

        References:
            Levin and Peres 2017, Markov Chains and Mixing Times, section 4.1.

        Example:
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
        """Return Kemeny's constant: the expected steps from any state to a random state of the long run.

        Args:
            per: Clock: "throw" counts throws of the token, "turn" whole turns.

        References:
            Kemeny and Snell 1960, Finite Markov Chains, section 4.4.

        Example:
            >>> round(chain.kemeny(), 1)
            114.8
        """
        P, pi, _ = self.embedded(per)
        return linear_algebra.kemeny(P, pi)

    def entropy_rate(self, per: str = "throw") -> float:
        """Return the entropy rate, -sum of pi_i P_ij log2 P_ij.

        Args:
            per: Clock: "throw" counts throws of the token, "turn" whole turns.

        Returns:
            Bits per step.

        References:
            Cover and Thomas 2006, Elements of Information Theory, section 4.2.

        Example:
            >>> round(chain.entropy_rate(), 2)
            3.78
        """
        P, pi, _ = self.embedded(per)
        return linear_algebra.entropy_rate(P, pi)

    def sensitivity(
        self, *, card: str | None = None, face: int | None = None, jail: Jail | None = None
    ) -> "pd.Series[float]":
        """Return the derivative of the long-run shares with respect to a small change of the game.

        Give exactly one of the arguments; x is the size of the change.

        Args:
            card: Id of a card: x of the draws from its deck are this card.
            face: Face of the dice: x of each die's weight moves to this face.
            jail: Policy as for the class: x of the prisoners' decisions follow it.

        Returns:
            Series d share / d x by space; sums to 0.

        References:
            Schweitzer 1968, Journal of Applied Probability 5, "Perturbation theory and finite Markov chains".

        Example:
            >>> round(float(chain.sensitivity(face=6)["In Jail"]), 4)
            -0.0017
        """
        return sensitivity.sensitivity(self, card, face, jail)

    # Passage (`passage_times`)

    def first_passage(self, start: Place, goal: Place, per: str = "throw", merge_jail: bool = False) -> float:
        """Return the expected throws or turns from a space until one ends on the goal; at least one is made.

        Per landing: throws until one lands on the goal, even if the token is moved on from there.

        Args:
            start: Space to start from: number, id, name or label; "In Jail" for a token just put there.
            goal: Space to reach, as `start`.
            per: Clock: "throw" counts throws of the token, "turn" whole turns.
            merge_jail: Count those held in jail with the visitors of their space.

        References:
            Kemeny and Snell 1960, Finite Markov Chains, chapter IV.

        Example:
            >>> round(chain.first_passage("go", "boardwalk"), 1)
            37.9
        """
        return passage_times.first_passage(self, start, goal, per, merge_jail)

    def passage_distribution(
        self, start: Place, goal: Place, throws: int = 100, per: str = "throw", merge_jail: bool = False
    ) -> "pd.Series[float]":
        """Return the distribution of the first passage time: P(T = n) for n = 1, ..., `throws`.

        Args:
            start: Space to start from: number, id, name or label; "In Jail" for a token just put there.
            goal: Space to reach, as `start`.
            throws: Largest number of throws or turns.
            per: Clock: "throw" counts throws of the token, "turn" whole turns.
            merge_jail: Count those held in jail with the visitors of their space.

        Returns:
            Series by number of throws or turns.

        Example:
            >>> round(float(chain.passage_distribution("go", "boardwalk", 20).sum()), 2)
            0.4
        """
        return passage_times.passage_distribution(self, start, goal, throws, per, merge_jail)

    def passage_moments(
        self, start: Place, goal: Place, per: str = "throw", merge_jail: bool = False
    ) -> "pd.Series[float]":
        """Return mean, variance and standard deviation of the first passage time, in throws or turns.

        Args:
            start: Space to start from: number, id, name or label; "In Jail" for a token just put there.
            goal: Space to reach, as `start`.
            per: Clock: "throw" counts throws of the token, "turn" whole turns.
            merge_jail: Count those held in jail with the visitors of their space.

        References:
            Kemeny and Snell 1960, Finite Markov Chains, chapter IV.

        Example:
            >>> chain.passage_moments("go", "boardwalk").round(1).to_dict()
            {'mean': 37.9, 'variance': 1256.8, 'deviation': 35.5}
        """
        return passage_times.passage_moments(self, start, goal, per, merge_jail)

    def cover(self, what: str, start: Place = "go", per: str = "throw") -> float:
        """Return the expected throws or turns until the token has stopped at every deed of a group.

        Args:
            what: Color group, by id.
            start: Space to start from: number, id, name or label; "In Jail" for a token just put there.
            per: Clock: "throw" counts throws of the token, "turn" whole turns.

        Example:
            >>> [round(chain.cover(group), 1) for group in ("orange", "brown", "green")]
            [59.6, 68.5, 69.1]
        """
        return passage_times.cover(self, start, rent_income.spaces_of(self, what), per)

    def passages(self, per: str = "throw", merge_jail: bool = False) -> "pd.DataFrame":
        """Return `first_passage` between all spaces that throws or turns end on.

        Args:
            per: Clock: "throw" counts throws of the token, "turn" whole turns.
            merge_jail: Count those held in jail with the visitors of their space.

        Returns:
            Table from space (row) to space (column).

        Example:
            >>> round(float(chain.passages().loc["GO", "Boardwalk"]), 1)
            37.9
        """
        return passage_times.passages(self, per, merge_jail)

    def hitting_probability(
        self, start: Place, goal: Place, before: Place, per: str = "throw", merge_jail: bool = False
    ) -> float:
        """Return the probability that a throw or turn ends on the goal before one ends on another space.

        Args:
            start: Space to start from: number, id, name or label; "In Jail" for a token just put there.
            goal: Space to reach, as `start`.
            before: The other space, as `goal`.
            per: Clock: "throw" counts throws of the token, "turn" whole turns.
            merge_jail: Count those held in jail with the visitors of their space.

        Example:
            >>> round(chain.hitting_probability("go", "boardwalk", "In Jail"), 2)
            0.4
        """
        return passage_times.hitting_probability(self, start, goal, before, per, merge_jail)

    def fundamental(self, *places: Place, per: str = "throw") -> "pd.DataFrame":
        """Return the expected visits to the states of some spaces before the token leaves all of them.

        A token sent back to jail by the throw that frees it has not left "In Jail"; in `jail_stay` its stay has ended.

        Args:
            *places: Spaces by number, id, name or label.
            per: Clock: "throw" counts throws of the token, "turn" whole turns.

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

    # Money (`rewards`, `rent_income`, `investment`)

    def bank_income(self, per: str = "throw") -> "pd.Series[float]":
        """Return the mean amount a player pays to the bank per throw or turn, by cause.

        A pot counts as part of the bank: in the long run it pays out what is paid in.

        Args:
            per: Clock: "throw" counts throws of the token, "turn" whole turns.

        Returns:
            Series by cause, in the money of the edition; negative if the bank pays.

        Example:
            >>> round(float(chain.bank_income()["salary"]), 1)
            -34.6
        """
        return rewards.bank_income(self, per)

    def income_by_space(self, per: str = "throw") -> "pd.DataFrame":
        """Return what bank and pots pay a player per throw or turn, by space and cause.

        In the long run a pot pays out what is paid into it; coins dropped on a space are picked up there.

        Args:
            per: Clock: "throw" counts throws of the token, "turn" whole turns.

        Returns:
            Table: space (row), cause (column), in the money of the edition; negative if the player pays.

        Example:
            >>> round(float(chain.income_by_space().loc["GO", "salary"]), 1)
            34.6
        """
        return rewards.income_by_space(self, per)

    def reward(self, cause: str = "bank") -> Matrix:
        """Return the expected money from bank and pots during one throw, from each state.

        Args:
            cause: One cause of payments, or "bank" for all.

        Returns:
            float[n], in the money of the edition.

        Example:
            >>> round(float(chain.reward("salary")[chain.at("boardwalk")]), 1)  # past GO, and by a card to it once more
            204.2
        """
        return self.expected(rewards.bank_values(self, cause))

    def upkeep(self, per: str = "throw") -> "pd.Series[float]":
        """Return what repair cards cost a player per throw or turn, for each house and each hotel.

        Args:
            per: Clock: "throw" counts throws of the token, "turn" whole turns.

        Returns:
            Series with `house` and `hotel`, in the money of the edition.

        Example:
            >>> chain.upkeep().round(2).to_dict()
            {'house': 0.31, 'hotel': 1.03}
        """
        return rewards.upkeep(self, per)

    def moments(self, what: str = "bank", level: int | str | None = None, throws: int | None = 1) -> "pd.Series[float]":
        """Return mean, variance and standard deviation of a payment over some throws of one opponent.

        Args:
            what: Deed or group, with a `level`, for its rent; "bank" or a cause of bank income for what the player
                receives.
            level: Level of the deeds; see `rent`.
            throws: Number of throws; None for the share of one throw in a very long time.

        Returns:
            Series with `mean`, `variance` and `deviation`, in the money of the edition.

        Example:
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
        """Return the expected rent of a deed or group per throw (turn, landing) of one opponent.

        Args:
            what: Deed or color group, by id or name.
            level: Streets: 0 for the site alone (the default), "set" for the whole group without buildings, 1 to 4
                houses, 5 or "hotel". Others: number of deeds of the group that the owner has (default 1); a group is
                then the average of its deeds.
            per: "throw", "turn" or "landing" of one opponent.
            start: Starting space of the opponent; the long run if left out.
            throws: Return the rent of this many throws or turns together.

        Returns:
            Rent in the money of the edition.

        Example:
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
        """Return price, rent, cash flow, payback, net present value and rate of return of a purchase.

        The price is paid at t = 0; a flow comes at the end of each round; nothing is sold at the end and nothing is
        taxed.

        Args:
            what: Deed or color group, by id or name.
            level: Level to reach, as in `rent`.
            before: Level before, by default the one below; "nothing" if the deeds must be bought too.
            opponents: Number of players who pay; each makes one turn per round.
            rounds: Number of rounds.
            rate: Interest rate per round.

        Returns:
            Series: `price`; `rent`, added per throw of one opponent; `flow` per round; `payback` in rounds, not
            rounded; `npv`; `irr` per round.

        References:
            Brealey, Myers and Allen 2020, Principles of Corporate Finance, chapters 2 and 5.

        Example:
            >>> chain.investment("orange", 3).round(2).to_dict()
            {'price': 300.0, 'rent': 31.77, 'flow': 113.1, 'payback': 2.65, 'npv': 1741.01, 'irr': 0.38}
        """
        return investment.investment(self, what, level, before, opponents, rounds, rate)

    def payback(self, what: str, per: str = "throw") -> "pd.Series[float]":
        """Return the opponent throws (turns, landings) until the rent has repaid each further level.

        Args:
            what: Deed or color group, by id or name.
            per: "throw", "turn" or "landing" of one opponent.

        Returns:
            Series by level.

        Example:
            >>> chain.payback("orange").round(1).to_dict()
            {1: 77.2, 2: 25.5, 3: 9.4, 4: 17.0, 5: 17.0}
        """
        return rent_income.payback(self, what) / self.throws_in(per)

    def returns(self, what: str, per: str = "throw") -> "pd.DataFrame":
        """Return capital, expected rent and rent per unit of capital at each level of a deed or group.

        Args:
            what: Deed or color group, by id or name.
            per: "throw", "turn" or "landing" of one opponent.

        Returns:
            Table by level.

        Example:
            >>> chain.returns("orange")["rent"].round(1).to_list()
            [2.6, 6.5, 18.2, 50.0, 67.6, 85.3]
        """
        return rent_income.returns(self, what, per)

    def spending(self, budget: int, deeds: bool = False) -> "pd.DataFrame":
        """Return what each group brings if a budget is spent on it alone, best first.

        Args:
            budget: Money to spend, in the unit of the edition.
            deeds: Buy the deeds as well. Otherwise the groups are owned and only buildings cost money.

        Returns:
            Table by group.

        Example:
            >>> chain.spending(1000).index[0]
            'orange'
        """
        return investment.spending(self, budget, deeds)

    def best_mix(self, budget: int, deeds: bool = False) -> "pd.DataFrame":
        """Return the groups and buildings that together bring the most rent per throw for a budget.

        Args:
            budget: Money to spend, in the unit of the edition.
            deeds: Buy the deeds as well. Otherwise the groups are owned and only buildings cost money.

        Returns:
            Table by group.

        Example:
            >>> chain.best_mix(1000).loc["orange", "buildings"]
            '3-3-4'
        """
        return investment.best_mix(self, budget, deeds)

    def frontier(self, deeds: bool = False) -> "pd.DataFrame":
        """Return rent against capital, building by building, for each group.

        Args:
            deeds: Buy the deeds as well. Otherwise the groups are owned and only buildings cost money.

        Returns:
            Table; `efficient` marks the rows for which no cheaper row brings as much rent.

        Example:
            >>> list(chain.frontier().columns)
            ['group', 'capital', 'rent', 'buildings', 'efficient']
        """
        return investment.frontier(self, deeds)

    # Graph and simulation

    def graph(self) -> Any:
        """Return the chain as a networkx DiGraph.

        Nodes are labels and have `space` (id), `held`, `share` (long-run) and the color `group` of a deed. Edges have
        `probability` and `cost`, which is -log(probability).

        Example:
            >>> chain.graph().number_of_nodes()
            118
        """
        return passage_times.graph(self)

    def likely_path(self, start: Place, goal: Place) -> tuple[list[str], float]:
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
            per: Clock: "throw" counts throws of the token, "turn" whole turns.
            merge_jail: Count those held in jail with the visitors of their space.

        Returns:
            Table of probabilities from space (row) to space (column); rows sum to 1.

        Example:
            >>> round(float(chain.moves().loc["GO", "Baltic Avenue"]), 3)
            0.056
        """
        return passage_times.moves(self, per, merge_jail)

    def simulate(
        self, throws: int = 100_000, seed: int = 1, decks: str | None = None, by_card: bool = False
    ) -> "pd.DataFrame":
        """Simulate the token with the compiled rules and compare its shares with the exact ones.

        Args:
            throws: Number of throws.
            seed: Seed of the dice.
            decks: "piles" draws from real piles; by default as in the chain.
            by_card: Let the token use a card to leave jail.

        Returns:
            Table by space: `share`, its standard `error`, the `exact` share, and their difference in errors (`score`).

        Example:
            >>> list(chain.simulate(throws=1000).columns)
            ['share', 'error', 'exact', 'score']
        """
        return monte_carlo.simulate(self, throws, seed, decks, by_card)
