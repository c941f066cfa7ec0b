"""Rising bids: a clock of prices for the lots of a round. Who does not say "I am in" at a price is out."""

import random
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple


class Ending(NamedTuple):
    """How rising bids for a lot have ended: the winner (None: nobody ever was in), the price, who was drawn among."""

    winner: int | None
    price: int
    tied: tuple[int, ...] = ()


class RisingBids:
    """A discrete clock: at each price every bidder says that they are in, or is out for good.

    Silence is "out". So a phone that nobody looks at, or that has lost its network, leaves at the first price that it
    misses, and a phone that is back before the step has ended has missed nothing. Nothing has to be known of who is
    connected, and no deed goes to somebody who did not agree to its price.

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
        self.bids: dict[int, int] = {}  # of those who are out, the last price at which they were in, or `below`
        self.missed: dict[int, int] = {}  # price at which somebody did not answer
        self.endings: list[Ending | None] = [None] * len(self.still)

    @property
    def price(self) -> int:
        """Return the price of this step."""
        return self.prices[self.number]

    @property
    def below(self) -> int:
        """Return what counts as the bid of who says no at the first price: a step less, or 0."""
        return max(0, self.prices[0] - (self.prices[1] - self.prices[0]))

    @property
    def is_over(self) -> bool:
        """Return True when all lots have ended."""
        return None not in self.endings

    def bidding(self) -> list[int]:
        """Return who may say that they are in at this price, answered or not."""
        return [seat for still, end in zip(self.still, self.endings, strict=True) if end is None for seat in still]

    def left(self) -> list[int]:
        """Return who is out: all but those who bid on, and those who have won a lot."""
        lots = zip(self._groups, self.still, self.endings, strict=True)
        inside = [(group, still if end is None else [end.winner]) for group, still, end in lots]
        return [seat for group, those in inside for seat in group if seat not in those]

    def asked(self) -> list[int]:
        """Return who has not answered at this price yet."""
        return [seat for seat in self.bidding() if seat not in self.said]

    def say(self, seat: int, is_in: bool) -> None:
        """Note the answer of a bidder at this price."""
        self.said[seat] = is_in

    def end_step(self) -> None:
        """End the step: who has not said "in" is out, and the price rises for the lots that have not ended."""
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
        last = self.prices[self.number - 1] if self.number else self.below
        self.bids |= {seat: last for seat in still if seat not in inside and (self.number or seat in self.said)}
        if len(inside) == 1:
            return Ending(inside[0], self.price)
        if not inside:
            return self._drawn(lot, still, self.prices[self.number - 1]) if self.number else Ending(None, 0)
        if self.number + 1 == len(self.prices):
            self.bids |= dict.fromkeys(inside, self.price)
            return self._drawn(lot, inside, self.price)
        self.still[lot] = inside
        return None

    def _drawn(self, lot: int, tied: Sequence[int], price: int) -> Ending:
        return Ending(self._luck(lot).choice(tied), price, tuple(tied))
