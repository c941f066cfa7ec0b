"""Write and read what a seat, luck or the bank does: answers, and sealed bids among them.

An envelope is `sealed-` and 24 hexadecimal digits: salt, hidden amount, check. It keeps a bid from the eyes of
those who look at a saved game, not from somebody who takes the trouble to compute it.
"""

import hashlib
from dataclasses import dataclass, field
from typing import NamedTuple

from monopoly_lab.constants import offer_side
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.state import State
from monopoly_lab.rules.trade import clear_offer

BANK_SEAT = -1  # of an answer by the bank or by luck; the bank's account is payer_account.BANK


@dataclass(frozen=True)
class Offer:
    """What goes from one seat to another and back; `value` is the debt that a settlement covers."""

    proposer: int
    partner: int
    give_cash: int = 0
    ask_cash: int = 0
    give_deeds: tuple[int, ...] = ()
    ask_deeds: tuple[int, ...] = ()
    give_cards: tuple[int, ...] = ()
    ask_cards: tuple[int, ...] = ()
    value: int = 0

    def lay(self, s: State, t: Tables) -> None:
        """Write the offer into the state, where the rules look for it."""
        clear_offer(s, t)
        s.offer_from, s.offer_to = self.proposer, self.partner
        s.offer_give, s.offer_ask, s.offer_value = self.give_cash, self.ask_cash, self.value
        for side, deeds, cards in (
            (offer_side.GIVEN, self.give_deeds, self.give_cards),
            (offer_side.ASKED, self.ask_deeds, self.ask_cards),
        ):
            for q in deeds:
                s.offer_deed[q] = side
            for c in cards:
                s.offer_card[c] = side


def offer_in(s: State) -> Offer:
    """Return the offer that lies in the state."""

    def side(marks: list[int], which: int) -> tuple[int, ...]:
        return tuple(i for i, mark in enumerate(marks) if mark == which)

    return Offer(
        s.offer_from,
        s.offer_to,
        s.offer_give,
        s.offer_ask,
        side(s.offer_deed, offer_side.GIVEN),
        side(s.offer_deed, offer_side.ASKED),
        side(s.offer_card, offer_side.GIVEN),
        side(s.offer_card, offer_side.ASKED),
        s.offer_value,
    )


class Action(NamedTuple):
    """One action: seat (-1: luck or the bank), verb, space, amount, and the offer of a trade."""

    seat: int
    verb: int
    space: int = -1
    amount: int = -1
    offer: Offer | None = None


@dataclass
class OfferSlot:
    """The offer fields of a state, kept while another offer is tried."""

    offer: Offer
    state: State = field(repr=False)

    @classmethod
    def of(cls, s: State) -> "OfferSlot":
        """Return the offer that lies in a position, to be put back later."""
        return cls(offer_in(s), s)

    def restore(self, t: Tables) -> None:
        """Put the offer back into the position."""
        self.offer.lay(self.state, t)


# Sealed bids as a record or a file has them while the auction is open: nobody reads the amount at a glance

HEAD = "sealed-"


def seal_amount(amount: int, number: int) -> str:
    """Return the envelope of an amount below 2**64, 0 for no bid; `number` makes equal bids look different."""
    salt = hashlib.sha256(b"%d" % number).hexdigest()[:4]
    hidden = f"{amount ^ _mask(salt):016x}"
    return HEAD + salt + hidden + _check(salt + hidden)


def open_envelope(text: str) -> int | None:
    """Return the amount in an envelope; None for a text that is none, or a damaged one."""
    body = text.removeprefix(HEAD)
    if not text.startswith(HEAD) or len(body) != 24 or body[20:] != _check(body[:20]):
        return None
    return int(body[4:20], 16) ^ _mask(body[:4])


def _mask(salt: str) -> int:
    return int(hashlib.sha256(f"amount {salt}".encode()).hexdigest()[:16], 16)


def _check(text: str) -> str:
    return hashlib.sha256(f"check {text}".encode()).hexdigest()[:4]
