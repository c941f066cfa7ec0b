"""What has happened so far, as short rows: payments, and where the rounds began."""

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from monopoly_lab.codes import cause, event, names
from monopoly_lab.game.record import Record
from monopoly_lab.text.events import Teller


class Payment(NamedTuple):
    """Money that changed hands in a round: names of seats or accounts, the amount, the word for its cause."""

    round: int
    payer: str
    payee: str
    amount: int
    cause: str


def payments(record: Record, teller: Teller) -> Iterator[Payment]:
    """Every payment up to now, in order; those of the set-up in round 0."""
    round_ = 0
    causes = names(cause)
    for what, payer, payee, _, amount, why in record.events:
        if what == event.TURN_BEGAN:
            round_ = amount
        elif what == event.PAID:
            yield Payment(round_, teller.holder(payer), teller.holder(payee), amount, causes[why])


def rounds(record: Record) -> dict[int, int]:
    """Each round begun so far, with the number of answers given before it."""
    starts: dict[int, int] = {}
    for number, raw in enumerate(record.events):
        if raw[0] == event.TURN_BEGAN and raw[4] not in starts:
            starts[raw[4]] = min(bisect_left(record.marks, number + 1), record.done)
    return starts


def clock(record: Record, number: int) -> tuple[int, int]:
    """Turn and round in which event `number` began."""
    for place in range(number - 1, -1, -1):
        raw = record.log[place]
        if raw[0] == event.TURN_BEGAN:
            return raw[5], raw[4]
    return 0, 0
