"""Sealed bids as a record or a file has them while the auction is open: nobody reads the amount at a glance.

An envelope is `sealed-` and 24 hexadecimal digits: salt, hidden amount, check. It keeps a bid from the eyes of
those who look at a saved game, not from somebody who takes the trouble to compute it.
"""

import hashlib

HEAD = "sealed-"


def closed(amount: int, number: int) -> str:
    """The envelope of an amount below 2**64, 0 for no bid; `number` makes equal bids look different."""
    salt = hashlib.sha256(b"%d" % number).hexdigest()[:4]
    hidden = f"{amount ^ _mask(salt):016x}"
    return HEAD + salt + hidden + _check(salt + hidden)


def opened(text: str) -> int | None:
    """The amount in an envelope; None for a text that is none, or a damaged one."""
    body = text.removeprefix(HEAD)
    if not text.startswith(HEAD) or len(body) != 24 or body[20:] != _check(body[:20]):
        return None
    return int(body[4:20], 16) ^ _mask(body[:4])


def _mask(salt: str) -> int:
    return int(hashlib.sha256(f"amount {salt}".encode()).hexdigest()[:16], 16)


def _check(text: str) -> str:
    return hashlib.sha256(f"check {text}".encode()).hexdigest()[:4]
