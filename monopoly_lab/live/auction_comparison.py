"""Bids of a class beside the equilibrium: who has bid, which deals can be compared, and by how much bids differ."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from monopoly_lab.economics.auction_theory import ENGLISH
from monopoly_lab.live.auction_lots import Sale, equilibrium_bid, rising_prices
from monopoly_lab.measures.confidence_intervals import Interval, ratio_of_sums


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
    made = sum(seat not in sale.computers for sale in sales for seat in sale.active)
    return Count(made, sum(seat not in sale.computers for sale in sales for seat in sale.lot.bidders))


def compared(sales: Sequence[Sale]) -> list[Sale]:
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
    for sale in compared(sales):
        for seat in sale.active:
            if seat in sale.computers:
                continue
            for place, amount in enumerate(bid_beside_theory(sale, seat, is_common)):
                sums[seat][place] += amount
    return ratio_of_sums([(bid, theory) for bid, theory in sums.values()]), len(sums)


def theory_compared(sale: Sale, seat: int, is_common: bool) -> float | None:
    """Return the equilibrium bid that a bid is compared with; None for a bid that is in no comparison.

    Those are bids that a strategy made, no bid, and the only bid for a deed.
    """
    if seat in sale.computers or seat not in sale.active or not compared([sale]):
        return None
    return bid_beside_theory(sale, seat, is_common)[1]
