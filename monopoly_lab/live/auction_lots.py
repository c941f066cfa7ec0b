"""Lots of the class's auction: the clock of rising bids, what bidders saw, how lots were sold, the equilibrium."""

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from monopoly_lab.economics import common_value
from monopoly_lab.economics.auction_theory import ENGLISH, FIRST_PRICE, SECOND_PRICE, best_share
from monopoly_lab.measures.confidence_intervals import Interval, ratio_of_sums


class Ending(NamedTuple):
    """How rising bids for a lot have ended: the winner (None: nobody ever was in), the price, who was drawn among."""

    winner: int | None
    price: int
    tied: tuple[int, ...] = ()


class RisingBids:
    """A discrete clock: at each price every bidder says that they are in, or is out for good.

    Silence is "out". So a phone that nobody looks at, or that has lost its network, leaves at the first price that it
    misses, and a phone that is back before the step has ended has missed nothing. Nothing has to be known about
    connections, and no deed goes to somebody who did not agree to its price.

    - Alone in at a price: sold at this price.
    - None in: all who were in at the price before have bid the same. A lot decides among them, at that price.
    - None in at the first price: nobody bids, the deed is not sold.
    - Several in at the last price: a lot decides among them, at that price.

    `missed` has who said nothing, and at which price; they are out like all who said so.

    Args:
        groups: The bidders of each lot.
        prices: All prices of the clock, rising.
        luck: Returns the random numbers by which a tie for a lot is decided, by its number.
    """

    def __init__(
        self, groups: Iterable[Iterable[int]], prices: Sequence[int], luck: Callable[[int], random.Random]
    ) -> None:
        self.prices, self._luck = prices, luck
        self.number = 0  # of the price, from 0
        self._groups = [sorted(group) for group in groups]
        self.still = list(self._groups)  # by lot, who was in at all prices before this one
        self.said: dict[int, bool] = {}  # at this price
        self.bids: dict[int, int] = {}  # of those who are out: the last price they were in at, or `bid_below_start`
        self.missed: dict[int, int] = {}  # price at which somebody did not answer
        self.endings: list[Ending | None] = [None] * len(self.still)

    @property
    def price(self) -> int:
        """Return the price of this step."""
        return self.prices[self.number]

    @property
    def bid_below_start(self) -> int:
        """Return what counts as the bid of a bidder who says no at the first price: a step less, or 0."""
        return max(0, self.prices[0] - (self.prices[1] - self.prices[0]))

    @property
    def is_over(self) -> bool:
        """Return True when all lots have ended."""
        return None not in self.endings

    def bidding(self) -> list[int]:
        """Return who may say that they are in at this price, answered or not."""
        return [seat for still, end in zip(self.still, self.endings, strict=True) if end is None for seat in still]

    def seats_out(self) -> list[int]:
        """Return who is out: all but those who bid on, and those who have won a lot."""
        lots = zip(self._groups, self.still, self.endings, strict=True)
        inside = [(group, still if end is None else [end.winner]) for group, still, end in lots]
        return [seat for group, those in inside for seat in group if seat not in those]

    def seats_to_answer(self) -> list[int]:
        """Return who has not answered at this price yet."""
        return [seat for seat in self.bidding() if seat not in self.said]

    def note_answer(self, seat: int, is_in: bool) -> None:
        """Note the answer of a bidder at this price."""
        self.said[seat] = is_in

    def end_step(self) -> None:
        """End the step: bidders without an "in" are out, and the price rises for the lots that have not ended."""
        for lot, end in enumerate(self.endings):
            if end is None:
                self.endings[lot] = self._ending(lot)
        self.said = {}
        self.number += not self.is_over

    def _ending(self, lot: int) -> Ending | None:
        """Return how a lot ends at this price; None if the price rises further."""
        still = self.still[lot]
        inside = [seat for seat in still if self.said.get(seat)]
        self.missed |= {seat: self.price for seat in still if seat not in self.said}
        last = self.prices[self.number - 1] if self.number else self.bid_below_start
        self.bids |= {seat: last for seat in still if seat not in inside and (self.number or seat in self.said)}
        if len(inside) == 1:
            return Ending(inside[0], self.price)
        if not inside:
            return self._draw_winner(lot, still, self.prices[self.number - 1]) if self.number else Ending(None, 0)
        if self.number + 1 == len(self.prices):
            self.bids |= dict.fromkeys(inside, self.price)
            return self._draw_winner(lot, inside, self.price)
        self.still[lot] = inside
        return None

    def _draw_winner(self, lot: int, tied: Sequence[int], price: int) -> Ending:
        return Ending(self._luck(lot).choice(tied), price, tuple(tied))


HIGHEST = 1000  # of a private value, dealt from 1 to this, all equally likely
COMMON_LOW, COMMON_HIGH = common_value.LOW, common_value.HIGH
ERROR = common_value.ERROR  # standard deviation of an estimate of a common value
MOST_COMMON = COMMON_HIGH + 5 * ERROR  # of a bid: no value can be above COMMON_HIGH, but an estimate can
STEP = 50  # by which the price of rising bids rises


class Lot(NamedTuple):
    """One deed that one group bids for: who bids, what each was told, and what the deed is worth to each."""

    bidders: tuple[int, ...]
    told: Mapping[int, int]  # a private value, or an estimate of the common one
    worth: Mapping[int, int]


class Sale(NamedTuple):
    """How a lot was sold: the bids that were made, the winner (None: it was not sold), the price."""

    by: str
    lot: Lot
    bids: Mapping[int, int]  # with rising bids, the last price at which each who left was in, or a step below the first
    winner: int | None
    price: int
    tied: tuple[int, ...] = ()  # among whom a lot decided, since their bids were equal
    is_stopped: bool = False  # the teacher has stopped rising bids before one alone was in
    computers: frozenset[int] = frozenset()  # for whom a strategy bid: they say nothing of the class
    absent: frozenset[int] = frozenset()  # silent at the first price of rising bids, which is below what theory bids

    @property
    def profit(self) -> int:
        """Return what the winner gains: value less price; 0 if nobody has won."""
        return 0 if self.winner is None else self.lot.worth[self.winner] - self.price

    def bids_of_persons(self) -> dict[int, int]:
        """Return the bids that no strategy made."""
        return {seat: bid for seat, bid in self.bids.items() if seat not in self.computers}

    @property
    def last_in(self) -> int | None:
        """Return the person who was left alone in rising bids: nobody knows how far they would have gone."""
        return None if self.winner in self.bids or self.winner in self.computers else self.winner

    @property
    def active(self) -> list[int]:
        """Return who has bid; in rising bids also who was the last one in. A phone that may be away is not there."""
        return [seat for seat in sorted(self.lot.bidders) if seat in self.bids or seat == self.winner]

    @property
    def dropouts(self) -> list[int]:
        """Return the persons who left rising bids, tapping "Out" or nothing; the others were in to the end."""
        left = self.bids.keys() | self.absent
        return [seat for seat in sorted(self.lot.bidders) if seat in left - self.computers and seat != self.winner]


def sales_with_winner(sales: Sequence[Sale]) -> list[Sale]:
    """Return the sales that have a winner: a deed that was not sold has no price."""
    return [sale for sale in sales if sale.winner is not None]


def rising_prices(is_common: bool) -> range:
    """Return the prices of rising bids: those of a common value begin with the least that it can be."""
    return range(COMMON_LOW, MOST_COMMON + 1, STEP) if is_common else range(STEP, HIGHEST + 1, STEP)


def equilibrium_bids(by: str, is_common: bool, bidders: int, told: Any) -> Any:
    """Return the bids of theory for private values, or for estimates of a common one within the known bounds.

    With rising bids and a common value, the bid at the second price is taken: it ignores who leaves when.

    Args:
        by: The format.
        is_common: All have the same value.
        bidders: How many bid for a lot.
        told: What one was told, or an array of that.
    """
    if not is_common:
        return best_share(bidders, by) * told
    return common_value.bid(
        told, bidders, FIRST_PRICE if by == FIRST_PRICE else SECOND_PRICE, COMMON_LOW, COMMON_HIGH, ERROR
    )


def equilibrium_bid(by: str, is_common: bool, bidders: int, told: float) -> float:
    """Return the bid of theory of one bidder; see `equilibrium_bids`."""
    return float(equilibrium_bids(by, is_common, bidders, told))


def prices_of(by: str, is_common: bool, bids: Any) -> Any:
    """Return the prices of lots: the highest bid, the second highest, or where the clock of rising bids stops.

    That clock stops a step above the last price at which a second bidder was in, or at it if both leave there (see
    `RisingBids`); the price is 0 where nobody is in at the first one.

    Args:
        by: The format.
        is_common: All have the same value.
        bids: `float[lots, bidders]`: with rising bids, up to where each stays in.

    Returns:
        `float[lots]`.
    """
    second, first = np.sort(bids)[:, -2:].T
    if by != ENGLISH:
        return first if by == FIRST_PRICE else second
    clock = rising_prices(is_common)
    prices = np.array([0, *clock, clock[-1]])  # by how many of them a bidder is in at; above the last there is none
    up_to, most = (np.searchsorted(clock, each, "right") for each in (second, first))
    return prices[np.minimum(most, up_to + 1)].astype(float)


def theory_price(by: str, is_common: bool, lot: Lot, active: Sequence[int] | None = None) -> float | None:
    """Return the price of a lot if all who bid had bid as in equilibrium: with their values, so that luck is the same.

    They know how many were asked, as the phones said, and not who will be silent. Rising bids are made at the prices of
    the clock, so that its steps are no difference; 0 where nobody would bid.

    Args:
        by: The format.
        is_common: All have the same value.
        lot: The lot.
        active: Bidders who have bid; all bidders if left out.

    Returns:
        The price; None where fewer than two have bid.
    """
    seats = lot.bidders if active is None else active
    if len(seats) < 2:
        return None
    bids = [equilibrium_bid(by, is_common, len(lot.bidders), lot.told[seat]) for seat in seats]
    return float(prices_of(by, is_common, np.array([bids]))[0])


def simulated_prices(by: str, is_common: bool, sizes: Any, lots: int = 10_000, seed: int = 1) -> Any:
    """Return the prices of lots that are newly dealt, where all bid as in equilibrium.

    Args:
        by: The format.
        is_common: All have the same value.
        sizes: `int[...]`: how many bid for each lot of a class; groups of each size are as frequent here.
        lots: How many lots are dealt.
        seed: Seed of what is dealt.

    Returns:
        `float[lots]`.
    """
    rng, each = np.random.default_rng(seed), np.resize(sizes, lots)
    prices = np.zeros(lots)
    for n in np.unique(sizes).tolist():
        groups = each == n
        if is_common:
            worth = rng.integers(COMMON_LOW, COMMON_HIGH + 1, (int(groups.sum()), 1))
            told = np.maximum(1, np.rint(rng.normal(worth, ERROR, (len(worth), n))))
        else:
            told = rng.integers(1, HIGHEST + 1, (int(groups.sum()), n))
        prices[groups] = prices_of(by, is_common, equilibrium_bids(by, is_common, n, told))
    return prices


# Bids of a class beside the equilibrium: who has bid, which deals can be compared, and by how much bids differ


class Count(NamedTuple):
    """How many bids were made, of how many that were asked for."""

    made: int
    asked: int

    @property
    def is_half(self) -> bool:
        """Return True where at least half bid: of fewer, nothing is said about the class."""
        return 2 * self.made >= self.asked > 0


def count_of(sales: Sequence[Sale]) -> Count:
    """Return how many have bid for these lots, of all who were asked, without seats that a strategy plays."""
    decided = sum(seat not in sale.computers for sale in sales for seat in sale.active)
    return Count(decided, sum(seat not in sale.computers for sale in sales for seat in sale.lot.bidders))


def contested_sales(sales: Sequence[Sale]) -> list[Sale]:
    """Return the sales for which two or more have bid: the price of any other says that phones were silent."""
    return [sale for sale in sales if sale.winner is not None and len(sale.active) > 1]


def bid_beside_theory(sale: Sale, seat: int, is_common: bool) -> tuple[float, float]:
    """Return what a bidder has bid, and what they would have bid in equilibrium.

    In rising bids both are prices of the clock. How far the last one in would have gone is not known: they count as
    having bid the price, and in equilibrium no more than that.
    """
    theory = equilibrium_bid(sale.by, is_common, len(sale.lot.bidders), sale.lot.told[seat])
    if sale.by != ENGLISH:
        return sale.bids[seat], theory
    theory = max((price for price in rising_prices(is_common) if price <= theory), default=0)
    return (sale.bids[seat], theory) if seat in sale.bids else (sale.price, min(theory, sale.price))


def bids_to_equilibrium(sales: Sequence[Sale], is_common: bool) -> tuple[Interval, int]:
    """Return the sum of all bids as a share of the sum of equilibrium bids, with its interval, and how many have bid.

    What one bids in several rounds goes together, so each bidder counts once (`ratio_of_sums`). Seats that a strategy
    plays bid as in equilibrium by themselves, and are left out.
    """
    sums: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for sale in contested_sales(sales):
        for seat in sale.active:
            if seat in sale.computers:
                continue
            for place, amount in enumerate(bid_beside_theory(sale, seat, is_common)):
                sums[seat][place] += amount
    return ratio_of_sums([(bid, theory) for bid, theory in sums.values()]), len(sums)


def theory_compared(sale: Sale, seat: int, is_common: bool) -> float | None:
    """Return the equilibrium bid that a bid is compared with; None for a bid that is left out of comparisons.

    Those are bids that a strategy made, no bid, and the only bid for a deed.
    """
    if seat in sale.computers or seat not in sale.active or not contested_sales([sale]):
        return None
    return bid_beside_theory(sale, seat, is_common)[1]
