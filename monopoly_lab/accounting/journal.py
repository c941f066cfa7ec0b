"""A journal: its lines, its entries, and what is still open. Amounts are signed, debits above 0."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from monopoly_lab.accounting.asset_register import Amount, Site
from monopoly_lab.accounting.chart_of_accounts import Policies
from monopoly_lab.constants import payer_account, payment_cause
from monopoly_lab.editions.rule_tables import Tables

BANK = payer_account.BANK
NOBODY = -1
OPENING = -1  # instead of an event
DEFERRED = {payment_cause.PURCHASE, payment_cause.AUCTION, payment_cause.DEAL}


class Line(NamedTuple):
    """One line of an entry: whose books, account, amount (debit above 0), with whom, and for cash what it was for."""

    book: int
    account: str
    amount: Amount
    other: int = NOBODY
    flow: str = ""


@dataclass
class Entry:
    """A transaction: the event it began with, its round and turn, a word for it, a space, and its lines."""

    event: int
    round: int
    turn: int
    what: str
    space: int
    lines: list[Line]
    points: list[tuple[int, int]] = field(default_factory=list)  # a memorandum: seat, points it has more

    def netted(self) -> list[Line]:
        """Lines of the same account and partner as one, debits before credits in each book."""
        sums: dict[tuple[int, str, int, str], Amount] = {}
        for line in self.lines:
            key = (line.book, line.account, line.other, line.flow)
            sums[key] = sums.get(key, 0) + line.amount
        lines = [Line(book, name, x, other, flow) for (book, name, other, flow), x in sums.items() if x]
        order = {book: n for n, book in enumerate(dict.fromkeys(line.book for line in lines))}
        return sorted(lines, key=lambda line: (order[line.book], line.amount < 0))


@dataclass
class Debt:
    """The debt that is open: for what, how much is left, and how its payment will be split."""

    debtor: int
    creditor: int
    space: int
    cause: int
    left: Amount
    interest: Amount = 0  # of a redemption: the part that is no principal


@dataclass
class Journal:
    """The entries of a game, with what is still open: debts, deeds in transit, principals, loans."""

    tables: Tables
    seats: int
    policies: Policies = field(default_factory=Policies)
    entries: list[Entry] = field(default_factory=list)
    sites: dict[int, Site] = field(default_factory=dict)
    debt: Debt | None = None
    transit: dict[tuple[int, int], Amount] = field(default_factory=dict)  # paid or owed, the deed not yet here
    due: dict[tuple[int, int], int] = field(default_factory=dict)  # principal of mortgages lifted, not yet paid
    loans: dict[int, Amount] = field(default_factory=dict)  # for buildings, by seat
    out: set[int] = field(default_factory=set)
    points: list[tuple[int, int]] = field(default_factory=list)  # of the entry that comes next
    round: int = 0
    turn: int = 0
    now: int = OPENING  # the event that is being read

    def _enter(self, what: str, space: int, lines: Iterable[Line], joined: bool = False) -> None:
        """Write a new entry, or more lines of the last one."""
        lines, points = [line for line in lines if line.amount], self.points
        self.points = []
        if joined:
            self.entries[-1].lines += lines
            self.entries[-1].points += points
        elif lines or points:
            self.entries.append(Entry(self.now, self.round, self.turn, what, space, lines, points))

    def _note_points(self, p: int, x: int) -> None:
        """Points that a seat has more: no money, but kept beside the entry."""
        if x and p >= 0:
            self.points.append((p, x))
