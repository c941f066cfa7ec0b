"""A deed in a market with hidden quality: who offers it, whose bids reach it, and what became of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Deed:
    """A deed that is offered in one round, and the two buyers whose bids reach it."""

    seller: int
    buyers: tuple[int, int]
    facts: Mapping[str, Any]  # the quality, and who is served first among equal bids
    promise: int = 0  # until its seller has promised, the least that can be
    is_promised: bool = False
    bids: dict[int, int] = field(default_factory=dict)
    is_sold: bool = False
    is_decided: bool = False  # its seller has answered to a bid: who is away has not chosen to keep it

    @property
    def quality(self) -> int:
        """Return the quality in percent: for its seller, and for its buyer after the sale."""
        return int(self.facts["quality"])

    @property
    def price(self) -> int:
        """Return the highest bid; -1 without one."""
        return max(self.bids.values(), default=-1)

    @property
    def outcome(self) -> str:
        """Return "sold", "kept" by the decision of its seller, or "late": there was no bid, or no answer to one."""
        return "sold" if self.is_sold else "kept" if self.is_decided else "late"

    def moves(self) -> dict[str, tuple[Any, ...]]:
        """Return what was done as moves of the game of a seller and two buyers, as if the deed were sold."""
        bids = (self.bids.get(buyer, -1) for buyer in self.buyers)
        return {"promise": (self.promise, None, None), "bid": (None, *bids), "sell": (1, None, None)}


def decided_deeds(deeds: Sequence[Deed]) -> list[Deed]:
    """Return the deeds whose sellers have answered to a bid."""
    return [deed for deed in deeds if deed.is_decided]


def on_offer(deeds: Sequence[Deed]) -> list[Deed]:
    """Return the deeds of a round, also those of late sellers; none where nobody bid, because nothing could be sold."""
    return list(deeds) if any(deed.bids for deed in deeds) else []
