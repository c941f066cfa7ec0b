"""Auctions: how to bid, what the seller gets, the winner's curse, and values dealt to bidders for an experiment.

**Private values.** Each of n bidders knows what the lot is worth to them, anything from 0 to V alike (uniform), and
bids a share s of it. The highest of n values is n/(n + 1) V on average, the second highest (n - 1)/(n + 1) V.

- First price (sealed): the winner pays their own bid. In the *Nash equilibrium* each bids (n - 1)/n of their value
  (*bid shading*); the seller gets (n - 1)/(n + 1) V. Who bids their value gains nothing, won or lost.
- Second price (sealed; Vickrey): the winner pays the second highest bid. To bid one's value is a *dominant strategy*.
- English (rising bids): everybody stays in up to their value; the last one pays where the second last left.

All three bring the seller the same: *revenue equivalence*.

**Common value.** The lot is worth the same to all, and nobody knows how much; each has an estimate that is off by a
normal error of standard deviation e. The highest estimate is too high: who bids theirs wins and loses (*winner's
curse*). In equilibrium each takes off a multiple of e that depends on the number of bidders.

References:
    W. Vickrey, Journal of Finance 16 (1961) 8-37; R. Wilson, Review of Economic Studies 44 (1977) 511-518;
    P. Milgrom and R. Weber, Econometrica 50 (1982) 1089-1122; V. Krishna, Auction Theory, chapters 2 to 6.
"""

import math
import random
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from monopoly_lab.common.argument_checks import check_argument, check_arguments
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.constants import event, option_value
from monopoly_lab.game.player_view import View

if TYPE_CHECKING:
    import pandas as pd

ENGLISH, FIRST, SECOND = "english", "sealed", "vickrey"  # as the rule option `auction.by` names them
FORMATS = (ENGLISH, FIRST, SECOND)
MOST_BIDDERS = 1000
# For an experiment with auctions alone: every deed is auctioned, nobody is short of cash, no rent is paid.
ONLY_AUCTIONS = {"buy": False, "rent_scale": 0, "start_cash": 1_000_000, "build_condition.full_group": True}
Rule = Callable[[float, int], float]  # value or estimate, number of bidders: the bid, or where to stop


class Outcome(NamedTuple):
    """What an auction brings on average."""

    revenue: float  # of the seller
    profit: float  # of the winner: value less price


def checked_bidders(bidders: int) -> int:
    """Return the number of bidders; ArgumentError for fewer than two."""
    if not 2 <= bidders <= MOST_BIDDERS:
        raise ArgumentError(say("economics.out_of_range", name="bidders", value=bidders, low=2, high=MOST_BIDDERS))
    return bidders


def checked_format(by: str, known: tuple[str, ...] = FORMATS) -> str:
    """Return the format of the auction; ArgumentError for an unknown one."""
    if by not in known:
        raise ArgumentError(say("economics.unknown_word", name="by", value=repr(by)) + hint(by, known))
    return by


# Private values


@check_argument
def best_share(bidders: int, by: str = FIRST) -> float:
    """Return which share of their value each bids in equilibrium: (n - 1)/n at the first price, else all of it.

    Args:
        bidders: Number of bidders.
        by: "english", "sealed" (first price) or "vickrey" (second price).

    Raises:
        ArgumentError: For fewer than two bidders or an unknown format.

    Example:
        >>> from monopoly_lab.economics import auction_theory
        >>> auction_theory.best_share(4), auction_theory.best_share(4, "vickrey")
        (0.75, 1.0)
    """
    n = checked_bidders(bidders)
    return (n - 1) / n if checked_format(by) == FIRST else 1.0


@check_argument
def outcome(bidders: int, share: float, by: str = FIRST, highest: float = 1000) -> Outcome:
    """Return revenue and winner's profit where each bids the same share of a private value.

    Args:
        bidders: Number of bidders.
        share: Share of the value that each bids, 1 for all of it.
        by: "english", "sealed" (first price) or "vickrey" (second price).
        highest: The values lie between 0 and this, all equally likely.

    Raises:
        ArgumentError: For fewer than two bidders or an unknown format.

    Example:
        >>> from monopoly_lab.economics import auction_theory
        >>> [round(auction_theory.outcome(4, share).revenue) for share in (0.75, 1)]
        [600, 800]
        >>> round(auction_theory.outcome(4, 1, "vickrey").revenue)
        600
    """
    n = checked_bidders(bidders)
    value, second = n / (n + 1) * highest, (n - 1) / (n + 1) * highest
    revenue = share * (value if checked_format(by) == FIRST else second)
    return Outcome(revenue, value - revenue)


@check_argument
def gain(bidders: int, mine: float, others: float, by: str = FIRST, highest: float = 1000) -> float:
    """Return what a bidder gains from an auction on average, won or not, by a share of their own.

    With `mine` = s and `others` = r, a bid of s v wins with probability (s v / (r V))^(n - 1), or surely from r V on.

    Args:
        bidders: Number of bidders with this one.
        mine: Share of the value that this bidder bids.
        others: Share that all others bid, above 0.
        by: "english", "sealed" (first price) or "vickrey" (second price).
        highest: The values lie between 0 and this, all equally likely.

    Raises:
        ArgumentError: For fewer than two bidders or an unknown format.

    Example:
        >>> from monopoly_lab.economics import auction_theory
        >>> [round(auction_theory.gain(4, mine, 0.75), 1) for mine in (0.6, 0.75, 1)]
        [41.0, 50.0, 0.0]
    """
    n = checked_bidders(bidders)
    is_first = checked_format(by) == FIRST
    if mine <= 0 or others <= 0:
        return 0.0
    top = min(others / mine, 1.0)  # from this value on (of V = 1) the bid is above all others
    kept = 1 - mine if is_first else 1 - mine * (n - 1) / n
    below = kept * (mine / others) ** (n - 1) * top ** (n + 1) / (n + 1)
    squares = (1 - top**2) / 2
    above = (1 - mine) * squares if is_first else squares - (n - 1) / n * others * (1 - top)
    return (below + above) * highest


@check_argument
def best_gain(bidders: int, others: float, by: str = FIRST, highest: float = 1000) -> float:
    """Return what a bidder gains from an auction on average by the best answer to the bids of all others.

    At the first price that is (n - 1)/n of the value, but no more than the others could bid at all; else the value.

    Args:
        bidders: Number of bidders with this one.
        others: Share of their value that all others bid, above 0.
        by: "english", "sealed" (first price) or "vickrey" (second price).
        highest: The values lie between 0 and this, all equally likely.

    Raises:
        ArgumentError: For fewer than two bidders or an unknown format.

    Example:
        >>> from monopoly_lab.economics import auction_theory
        >>> [round(auction_theory.best_gain(4, others), 1) for others in (0.5, 0.75, 1)]
        [133.3, 50.0, 21.1]
    """
    share = best_share(bidders, by)
    if by != FIRST or others <= 0:
        return gain(bidders, share, others, by, highest)
    top = min(others / share, 1.0)
    below = (1 - share) * (share / others) ** (bidders - 1) * top ** (bidders + 1) / (bidders + 1)
    return (below + (1 - top**2) / 2 - others * (1 - top)) * highest


# A common value


class Errors(NamedTuple):
    """Of n normal errors of standard deviation 1 the highest and the second highest, and the equilibrium discounts."""

    highest: float
    second: float
    first_price: float
    second_price: float


@lru_cache(maxsize=64)
def normal_errors(bidders: int) -> Errors:
    """Return the means of the two highest of n standard normal errors, and what bidders take off their estimates.

    Nothing is known of the value beforehand (a flat prior). With density f and distribution F of the errors, a bidder
    who takes off c wins against discounts of c* with error z if z - c > z_j - c* for all others; from the first-order
    condition at c = c*, with A and B the integrals of F^(n-2) f^2 and of z F^(n-2) f^2, the first price has
    c* = B/A + 1/(n (n - 1) A) and the second price B/A: the mean error of two who share the highest estimate.

    Args:
        bidders: Number of bidders.

    Returns:
        Multiples of the standard deviation.

    Raises:
        ArgumentError: For fewer than two bidders.

    Example:
        >>> from monopoly_lab.economics import auction_theory
        >>> [round(auction_theory.normal_errors(n).first_price, 2) for n in (4, 6, 30)]
        [1.51, 1.6, 2.16]
    """
    n = checked_bidders(bidders)
    z = np.linspace(-9.0, 9.0, 6001)
    f = np.exp(-(z**2) / 2) / math.sqrt(2 * math.pi)
    below = np.array([(1 + math.erf(x / math.sqrt(2))) / 2 for x in z.tolist()])

    def integral(values: Any) -> float:
        return float(values.sum() * (z[1] - z[0]))  # the ends are 0

    tied, weight = integral(z * below ** (n - 2) * f**2), integral(below ** (n - 2) * f**2)
    highest = integral(n * z * below ** (n - 1) * f)
    second = integral(n * (n - 1) * z * below ** (n - 2) * (1 - below) * f)
    return Errors(highest, second, tied / weight + 1 / (n * (n - 1) * weight), tied / weight)


@check_argument
def common_outcome(bidders: int, discount: float, by: str = FIRST, value: float = 1000, error: float = 250) -> Outcome:
    """Return revenue and winner's profit where each takes the same discount off an estimate of a common value.

    Args:
        bidders: Number of bidders.
        discount: What each takes off, in standard deviations of the error; 0 bids the estimate.
        by: "sealed" (first price) or "vickrey" (second price).
        value: What the lot is worth to everybody.
        error: Standard deviation of an estimate.

    Raises:
        ArgumentError: For fewer than two bidders or an unknown format.

    Example:
        >>> from monopoly_lab.economics import auction_theory
        >>> [round(auction_theory.common_outcome(6, discount).profit) for discount in (0, 1.6)]
        [-317, 83]
    """
    errors = normal_errors(bidders)
    paid = errors.highest if checked_format(by, (FIRST, SECOND)) == FIRST else errors.second
    profit = (discount - paid) * error
    return Outcome(value - profit, profit)


# Values dealt to bidders


@check_arguments
class PrivateValues:
    """Private values for an experiment: each bidder is dealt their own for each lot, whole numbers, all equally likely.

    The same seed deals the same values, however the games are played.

    Args:
        highest: The values lie between 0 and this.
        seed: Seed of the values.

    Example:
        >>> from monopoly_lab.economics import auction_theory
        >>> values = auction_theory.PrivateValues(1000, seed=1)
        >>> players = dict.fromkeys(["Ann", "Bo", "Cy", "Dan"], values.player(lambda value, n: value * (n - 1) / n))
        >>> found = ml.simulate("classic_us", games=2, rounds=5, players=players, bids=True, progress=False,
        ...                     options={**auction_theory.ONLY_AUCTIONS, "auction.by": "sealed"})
        >>> bool((found.bids.bid <= found.bids.value).all())
        True
    """

    def __init__(self, highest: int = 1000, seed: int = 1) -> None:
        self.highest, self.seed = highest, seed

    def player(self, rule: Rule) -> "Bidder":
        """Return a player who bids by a rule: `rule(value, bidders)` is the bid, or where to stop at rising bids.

        Args:
            rule: Function of the value and the number of bidders.
        """
        return Bidder(self, rule)

    def dealt(self, key: str, player: str) -> float:
        """Return what a player is dealt for an auction.

        Args:
            key: Which auction it is.
            player: Name of the player.
        """
        return random.Random(f"{self.seed} {key} {player}").randint(0, self.highest)


@check_arguments
class CommonValue:
    """One value for all, dealt for each lot, and estimates of it with normal errors for the bidders.

    Args:
        low: The value lies between this and `high`, all equally likely.
        high: See `low`.
        error: Standard deviation of an estimate.
        seed: Seed of values and estimates.
    """

    def __init__(self, low: int = 1000, high: int = 2000, error: float = 100, seed: int = 1) -> None:
        self.low, self.high, self.error, self.seed = low, high, error, seed

    def player(self, rule: Rule) -> "Bidder":
        """Return a player who bids by a rule: `rule(estimate, bidders)` is the bid, or where to stop at rising bids.

        Args:
            rule: Function of the estimate and the number of bidders.
        """
        return Bidder(self, rule)

    def worth(self, key: str) -> int:
        """Return what the lot of an auction is worth to everybody.

        Args:
            key: Which auction it is.
        """
        return random.Random(f"{self.seed} {key}").randint(self.low, self.high)

    def dealt(self, key: str, player: str) -> float:
        """Return the estimate of a player for an auction, a whole number.

        Args:
            key: Which auction it is.
            player: Name of the player.
        """
        return round(random.Random(f"{self.seed} {key} {player}").gauss(self.worth(key), self.error))


class Bidder:
    """A player with dealt values, who bids by a rule and takes the first choice everywhere else."""

    def __init__(self, values: PrivateValues | CommonValue, rule: Rule) -> None:
        self.values, self.rule = values, rule

    def value(self, view: View) -> float:
        """Return what this player was dealt for the lot: the column `value` of the bids."""
        return self.values.dealt(auction_key(view), view.player)

    def __call__(self, view: View) -> str:
        if view.kind != "bid":
            return view.choices()[0]
        limit = round(self.rule(self.value(view), len(view.state.cash)))
        form = view.forms[0] if view.forms else None
        if form is None or limit < form.least:
            return "pass"
        is_rising = view._game.tables.o_auction_by == option_value.AUCTION_BY_ENGLISH
        return f"bid {form.least if is_rising else min(limit, form.most)}"


def auction_key(view: View) -> str:
    """Return a text that names the auction: seed and number of the game, and which auction of the game it is."""
    game: Any = view._game
    return f"{game.seed} {game.number} {sum(raw.kind == event.AUCTION_OPENED for raw in game.raw_events())}"


@check_argument
def results(bids: "pd.DataFrame", common: CommonValue | None = None, seed: int = 1) -> "pd.DataFrame":
    """Return one row per auction that sold its lot: bidders, highest value, winner, value to them, price, profit.

    Args:
        bids: What `Simulation.bids` returned.
        common: The common value, if there is one: the winner's profit is counted from it.
        seed: Seed of the simulation, for a common value.

    Returns:
        A table; `most` is the highest value, or the highest estimate.

    Example:
        >>> from monopoly_lab.economics import auction_theory
        >>> game = ml.Game("classic_us", ["Ann", "Bo"], seed=1)
        >>> told = [game.apply(text) for text in ("roll 6 6", "roll 1 2", "roll 2 1", "auction", "bid 60", "pass")]
        >>> auction_theory.results(game.bids().assign(game=0, value=100.0)).profit.to_list()
        [40.0]
    """
    once = bids.drop_duplicates(["game", "auction", "bidder"], keep="last").dropna(subset="winner")
    groups = once.groupby(["game", "auction"])
    won = once[once["bidder"].astype(str) == once["winner"].astype(str)].set_index(["game", "auction"])
    found = groups["bidder"].agg("size").rename("bidders").to_frame()
    found["most"] = groups["value"].agg("max")
    found["winner"], found["value"], found["price"] = won["winner"].astype(str), won["value"], won["price"]
    if common is not None:
        found["value"] = [common.worth(f"{seed} {game} {auction}") for game, auction in found.index]
    found["profit"] = found["value"] - found["price"]
    return found.reset_index()
