"""Auctions in theory: how to bid, what the seller gets, the winner's curse; `auction_games` plays them at the table.

**Private values.** Each of n bidders knows what the lot is worth to them, anything from 0 to V alike (uniform), and
bids a share s of it. The highest of n values is n/(n + 1) V on average, the second highest (n - 1)/(n + 1) V.

- First price (sealed): the winner pays their own bid. In the *Nash equilibrium* each bids (n - 1)/n of their value
  (*bid shading*); the seller gets (n - 1)/(n + 1) V. A bidder who bids their value gains nothing, won or lost.
- Second price (sealed; Vickrey): the winner pays the second highest bid. To bid one's value is a *dominant strategy*.
- English (rising bids): everybody stays in up to their value; the last one pays where the second last left.

All three bring the seller the same: *revenue equivalence*.

**Common value.** The lot is worth the same to all, and nobody knows how much; each has an estimate that is off by a
normal error of standard deviation e. The highest estimate is too high: bidders who bid their estimate win and lose
(*winner's curse*). In equilibrium each takes off a multiple of e that depends on the number of bidders.

References:
    W. Vickrey, Journal of Finance 16 (1961) 8-37; R. Wilson, Review of Economic Studies 44 (1977) 511-518;
    P. Milgrom and R. Weber, Econometrica 50 (1982) 1089-1122; V. Krishna, Auction Theory, chapters 2 to 6.
"""

import math
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from monopoly_lab.common.argument_checks import check_argument
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.messages import say
from monopoly_lab.common.renamed_modules import moved_names
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.economics.number_ranges import MOST, check_number, check_whole

ENGLISH, FIRST_PRICE, SECOND_PRICE = "english", "sealed", "vickrey"  # as the rule option `auction.by` names them
FORMATS = (ENGLISH, FIRST_PRICE, SECOND_PRICE)
MOST_BIDDERS = 1000
MOST_SHARE = 1000  # of their value that somebody bids
MOST_ERRORS = 1000  # that somebody takes off an estimate, in standard deviations


class Outcome(NamedTuple):
    """What an auction brings on average."""

    revenue: float  # of the seller
    profit: float  # of the winner: value less price


def checked_bidders(bidders: int) -> int:
    """Return the number of bidders; ArgumentError for fewer than two, or too many."""
    check_whole(2, MOST_BIDDERS, bidders=bidders)
    return bidders


def checked_format(by: str, known: tuple[str, ...] = FORMATS) -> str:
    """Return the format of the auction; ArgumentError for an unknown one."""
    if by not in known:
        raise ArgumentError(say("economics.unknown_word", name="by", value=quoted(by)) + hint(by, known))
    return by


# Private values


@check_argument
def best_share(bidders: int, by: str = FIRST_PRICE) -> float:
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
    return (n - 1) / n if checked_format(by) == FIRST_PRICE else 1.0


@check_argument
def outcome(bidders: int, share: float, by: str = FIRST_PRICE, highest: float = 1000) -> Outcome:
    """Return revenue and winner's profit where each bids the same share of a private value.

    Args:
        bidders: Number of bidders.
        share: Share of the value that each bids, 1 for all of it.
        by: "english", "sealed" (first price) or "vickrey" (second price).
        highest: The values lie between 0 and this, all equally likely.

    Raises:
        ArgumentError: For fewer than two bidders, an unknown format, or a number that is not finite.

    Example:
        >>> from monopoly_lab.economics import auction_theory
        >>> [round(auction_theory.outcome(4, share).revenue) for share in (0.75, 1)]
        [600, 800]
        >>> round(auction_theory.outcome(4, 1, "vickrey").revenue)
        600
    """
    n = checked_bidders(bidders)
    check_number(0, MOST_SHARE, share=share)
    check_number(0, MOST, highest=highest)
    value, second = n / (n + 1) * highest, (n - 1) / (n + 1) * highest
    revenue = share * (value if checked_format(by) == FIRST_PRICE else second)
    return Outcome(revenue, value - revenue)


@check_argument
def gain(bidders: int, mine: float, others: float, by: str = FIRST_PRICE, highest: float = 1000) -> float:
    """Return what a bidder gains from an auction on average, won or not, by a share of their own.

    With `mine` = s, `others` = r and values as shares of V, the bid s v wins with probability (s v / r)^(n - 1) up to
    the value v = r / s, and surely beyond it. The gain is the integral over v of that probability times v less the
    price: at the first price s v; at the second the mean of the highest bid below, (n - 1)/n s v, and beyond r / s the
    mean of the highest other bid, (n - 1)/n r.

    Args:
        bidders: Number of bidders with this one.
        mine: Share of the value that this bidder bids.
        others: Share that all others bid, above 0.
        by: "english", "sealed" (first price) or "vickrey" (second price).
        highest: The values lie between 0 and this, all equally likely.

    Raises:
        ArgumentError: For fewer than two bidders, an unknown format, or a number that is not finite.

    Example:
        >>> from monopoly_lab.economics import auction_theory
        >>> [round(auction_theory.gain(4, mine, 0.75), 1) for mine in (0.6, 0.75, 1)]
        [41.0, 50.0, 0.0]
    """
    n = checked_bidders(bidders)
    is_first = checked_format(by) == FIRST_PRICE
    check_number(0, MOST_SHARE, mine=mine, others=others)
    check_number(0, MOST, highest=highest)
    if not mine or not others:
        return 0.0
    top = min(others / mine, 1.0)  # from this value on the bid is above all others
    kept = 1 - mine if is_first else 1 - mine * (n - 1) / n
    below = kept * _won_below(mine, others, n)
    squares = (1 - top**2) / 2
    above = (1 - mine) * squares if is_first else squares - (n - 1) / n * others * (1 - top)
    return (below + above) * highest


@check_argument
def best_gain(bidders: int, others: float, by: str = FIRST_PRICE, highest: float = 1000) -> float:
    """Return what a bidder gains from an auction on average by the best answer to the bids of all others.

    At the first price that is (n - 1)/n of the value, but no more than the others could bid at all; else the value.

    Args:
        bidders: Number of bidders with this one.
        others: Share of their value that all others bid, above 0.
        by: "english", "sealed" (first price) or "vickrey" (second price).
        highest: The values lie between 0 and this, all equally likely.

    Raises:
        ArgumentError: For fewer than two bidders, an unknown format, or a number that is not finite.

    Example:
        >>> from monopoly_lab.economics import auction_theory
        >>> [round(auction_theory.best_gain(4, others), 1) for others in (0.5, 0.75, 1)]
        [133.3, 50.0, 21.1]
    """
    share = best_share(bidders, by)
    check_number(0, MOST_SHARE, others=others)
    check_number(0, MOST, highest=highest)
    if by != FIRST_PRICE or not others:
        return gain(bidders, share, others, by, highest)
    top = min(others / share, 1.0)
    below = (1 - share) * _won_below(share, others, bidders)
    return (below + (1 - top**2) / 2 - others * (1 - top)) * highest


def _won_below(mine: float, others: float, n: int) -> float:
    """Return the integral of v P(s v wins) from 0 to the value from which on the bid is above all others."""
    if mine >= others:
        return (others / mine) ** 2 / (n + 1)
    return (mine / others) ** (n - 1) / (n + 1)


# A common value


class Errors(NamedTuple):
    """Of n normal errors of standard deviation 1 the highest and the second highest, and the equilibrium discounts."""

    highest: float
    second: float
    first_price: float
    second_price: float


@check_argument
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
    return _normal_errors(checked_bidders(bidders))


@lru_cache(maxsize=64)
def _normal_errors(n: int) -> Errors:
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
def common_outcome(
    bidders: int, discount: float, by: str = FIRST_PRICE, value: float = 1000, error: float = 250
) -> Outcome:
    """Return revenue and winner's profit where each takes the same discount off an estimate of a common value.

    Args:
        bidders: Number of bidders.
        discount: What each takes off, in standard deviations of the error; 0 bids the estimate.
        by: "sealed" (first price) or "vickrey" (second price).
        value: What the lot is worth to everybody.
        error: Standard deviation of an estimate.

    Raises:
        ArgumentError: For fewer than two bidders, an unknown format, or a number that is not finite.

    Example:
        >>> from monopoly_lab.economics import auction_theory
        >>> [round(auction_theory.common_outcome(6, discount).profit) for discount in (0, 1.6)]
        [-317, 83]
    """
    errors = normal_errors(bidders)
    check_number(-MOST_ERRORS, MOST_ERRORS, discount=discount)
    check_number(-MOST, MOST, value=value)
    check_number(0, MOST, error=error)
    paid = errors.highest if checked_format(by, (FIRST_PRICE, SECOND_PRICE)) == FIRST_PRICE else errors.second
    profit = (discount - paid) * error
    return Outcome(value - profit, profit)


MOVED = ("Bidder", "CommonValue", "ONLY_AUCTIONS", "PrivateValues", "Rule", "auction_key", "results")
__getattr__ = moved_names(__name__, "monopoly_lab.economics.auction_games", MOVED)
