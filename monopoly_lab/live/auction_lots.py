"""Lots of the class's auction: who was told what, how they were sold, and what theory says of the same values."""

from collections.abc import Mapping
from typing import NamedTuple

from monopoly_lab.economics.auction_theory import FIRST, best_share, normal_errors

HIGHEST = 1000  # of a private value, dealt from 1 to this, all equally likely
COMMON_LOW, COMMON_HIGH = 1000, 2000  # of a common value
ERROR = 100  # standard deviation of an estimate of a common value


class Lot(NamedTuple):
    """One deed that one group bids for: who bids, what each was told, and what the deed is worth to each."""

    bidders: tuple[int, ...]
    told: Mapping[int, int]  # a private value, or an estimate of the common one
    worth: Mapping[int, int]


class Sale(NamedTuple):
    """How a lot was sold: the bids that were made, the winner (None: nobody bid), the price."""

    by: str
    lot: Lot
    bids: Mapping[int, int]  # with rising bids, the price at which each left; the winner has not left
    winner: int | None
    price: int

    @property
    def profit(self) -> int:
        """Return what the winner gains: value less price; 0 if nobody has won."""
        return 0 if self.winner is None else self.lot.worth[self.winner] - self.price


def equilibrium_bid(by: str, is_common: bool, bidders: int, told: float) -> float:
    """Return the bid of theory for a private value, or for an estimate of a common one.

    With rising bids and a common value, the bid at the second price is taken: it sees nothing of who leaves when.
    """
    if not is_common:
        return best_share(bidders, by) * told
    errors = normal_errors(bidders)
    return max(0.0, told - ERROR * (errors.first_price if by == FIRST else errors.second_price))


def theory_price(by: str, is_common: bool, lot: Lot) -> float:
    """Return the price of a lot if all had bid as in equilibrium: with the same values, so that luck is the same."""
    bids = sorted(equilibrium_bid(by, is_common, len(lot.bidders), told) for told in lot.told.values())
    return bids[-1] if by == FIRST else bids[-2]
