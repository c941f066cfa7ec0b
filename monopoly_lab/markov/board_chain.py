"""The walk of one token over a board as a Markov chain: class `Chain`.

The constructor is that of `transition_matrix.BoardMatrix`, the states and their weights are derived from the rules
(`state_derivation`), shares and clocks are those of `distributions`, and `linear_algebra` solves for them. Here is what
a user asks of the chain as a whole: convergence, sensitivity, simulation; the methods about passages and money are in
`chain_passages` and `chain_money`.
"""

from copy import copy
from typing import Any

import numpy as np

from monopoly_lab.common.argument_checks import check_arguments
from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.function_registry import Exports
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say
from monopoly_lab.game.scenarios.named_start import Playable
from monopoly_lab.markov import linear_algebra, sensitivity
from monopoly_lab.markov.chain_money import MoneyMethods
from monopoly_lab.markov.chain_passages import PassageMethods
from monopoly_lab.markov.chain_setup import token_plan
from monopoly_lab.markov.distributions import Walk, checked_steps, step_count
from monopoly_lab.markov.jail_policy import Jail
from monopoly_lab.markov.linear_algebra import Matrix
from monopoly_lab.markov.transition_matrix import SpaceRef
from monopoly_lab.rules import Tables
from monopoly_lab.simulation.compiled.blocks import throw_tokens

GAMES = 200  # independent runs of a simulation; the standard error comes from how much they differ
MOST = 100_000_000  # throws: a quarter of an hour
WARM_UP = 100  # throws; on every shipped board the start counts for less than a millionth then
DECKS = ("piles", "replacement")


def _compare_with_simulation(chain: Walk, throws: int, seed: int, decks: str | None, by_card: bool) -> "pd.DataFrame":
    """Return, for each space, the share of throws, standard error, exact share, and difference in standard errors."""
    t = with_decks(chain, decks)
    plan = token_plan(chain.edition, chain.tables, chain.jail, by_card, chain.character, chain.bus, chain.triple)
    per_game = max(_checked_throws(throws) // GAMES, 1)
    counts = throw_tokens(t, plan, GAMES, per_game, WARM_UP, seed)
    n = chain.tables.spaces
    shares = counts / per_game
    found = np.array([shares[:, q + n * held] for q, held in chain.locations])
    mean, error = found.mean(1), found.std(1, ddof=1) / GAMES**0.5
    exact = chain.by_space().to_numpy()
    score = np.divide(mean - exact, error, out=np.zeros(len(mean)), where=error > 0)
    table = {"share": mean, "error": error, "exact": exact, "score": score}
    return pd.DataFrame(table, index=[chain.name_of(location) for location in chain.locations])


def with_decks(chain: Walk, decks: str | None) -> Tables:
    """Return the chain's tables, its decks drawn from as said."""
    if decks is None:
        return chain.tables
    if decks not in DECKS:
        raise ChainError(say("chain.unknown_decks", value=quoted(decks), known=", ".join(DECKS)))
    t = copy(chain.tables)
    t.o_decks = DECKS.index(decks)
    return t


def _checked_throws(throws: int) -> int:
    if isinstance(throws, bool) or not isinstance(throws, int) or throws < GAMES:
        raise ChainError(say("chain.few_throws", value=quoted(throws), least=GAMES))
    return checked_steps(throws, MOST)


@check_arguments
class Chain(PassageMethods, MoneyMethods, Exports):
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
        decks: "replacement": each card is drawn from a full deck. "piles", as games draw them, has a chain only where
            no card moves a token or pays; elsewhere it is refused.
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
        return linear_algebra.period(self.P, self._closed_classes[0])

    @property
    def is_aperiodic(self) -> bool:
        """Return True if the period is 1."""
        return self.period == 1

    @property
    def is_irreducible(self) -> bool:
        """Return True if every state leads to every other one; states that are never reached again are transient."""
        return len(self._closed_classes[0]) == len(self.P)

    @property
    def stationary_distributions(self) -> Matrix:
        """Return one stationary distribution for each closed class: float[classes, n]."""
        return np.array([linear_algebra.stationary(self.P, part) for part in self._closed_classes])

    def classes(self) -> list[list[str]]:
        """Return the closed classes of states, each a list of labels; a usual board has one.

        Example:
            >>> len(chain.classes())
            1
        """
        return [[self.labels[i] for i in part] for part in self._closed_classes]

    def eigenvalues(self, per: str = "throw") -> Any:
        """Return the eigenvalues of the transition matrix, largest modulus first.

        Args:
            per: What is counted: "throw" or "turn".

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
            eps: Total variation distance that counts as close, between 0 and 1. With the default, no
                probability is more than 0.01 from its long-run value. The convention of textbooks, 0.25, would leave
                the start visible in a table of shares.
            per: What is counted: "throw" or "turn".

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
        P, pi, _ = self.embedded(per)
        return linear_algebra.mixing_steps(P, pi, eps)

    def distances(self, throws: int, start: SpaceRef = "go", per: str = "throw") -> Matrix:
        """Return the total variation distance to the stationary distribution after each throw or turn.

        Args:
            throws: Number of steps: throws or turns, as `per` says.
            start: Space to start from: number, id, name or label; "In Jail" for a token just put there.
            per: What is counted: "throw" or "turn".

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
        for _ in range(step_count(throws)):
            pi = pi @ P
            found.append(linear_algebra.distance(pi, limit))
        return np.array(found)

    def kemeny(self, per: str = "throw") -> float:
        """Return Kemeny's constant: the expected steps from any state to a random state of the long run.

        Args:
            per: What is counted: "throw" or "turn".

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
            per: What is counted: "throw" or "turn".

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

    # Simulation

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
        return _compare_with_simulation(self, throws, seed, decks, by_card)


ChainSource = Chain | Playable  # a chain, or what one is made of
