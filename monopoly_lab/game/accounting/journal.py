"""Journal of a game: lines, entries, and items that are still open. Amounts are signed, debits above 0.

An asset register beside it holds each deed at cost with its loan, and each building with its depreciation.
"""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from monopoly_lab.constants import payer_account, payment_cause
from monopoly_lab.editions.rule_tables import HOTEL, Tables
from monopoly_lab.game.accounting.chart_of_accounts import Policies
from monopoly_lab.rules import State
from monopoly_lab.rules.roles import houses_before_hotel

Amount = int | Fraction


@dataclass
class Building:
    """A house, or a hotel with the costs of the houses that were handed in for it.

    It is depreciated from the round after `bought`.
    """

    cost: Amount
    bought: int
    inside: tuple[Amount, ...] = ()
    is_hotel: bool = False
    accumulated_depreciation: Amount = 0

    @property
    def carrying(self) -> Amount:
        """Return the cost less what has been depreciated."""
        return self.cost - self.accumulated_depreciation


@dataclass
class Site:
    """A deed in somebody's books: the bank carries deeds at nothing and keeps a loan only in mind."""

    owner: int = payer_account.BANK
    cost: Amount = 0
    loan: int = 0  # principal of the mortgage; 0: none
    buildings: list[Building] = field(default_factory=list)

    @property
    def buildings_by_kind(self) -> list[tuple[str, Amount, Amount]]:
        """Return account, cost and accumulated depreciation of the buildings on the site, for houses and for hotels."""
        found = []
        for name, is_hotel in (("houses", False), ("hotels", True)):
            here = [each for each in self.buildings if each.is_hotel == is_hotel]
            if here:
                found.append(
                    (name, sum(each.cost for each in here), sum(each.accumulated_depreciation for each in here))
                )
        return found


def add_house(site: Site, cost: Amount, now: int) -> None:
    """Add a building to the books of a site."""
    site.buildings.append(Building(cost, now))


def add_hotel(site: Site, price: Amount, now: int) -> None:
    """Enter a hotel: its price, and the carrying amount of the houses handed in for it."""
    inside = tuple(each.carrying for each in site.buildings)
    site.buildings = [Building(sum(inside) + price, now, inside, is_hotel=True)]


def take_off(site: Site, level: int, now: int) -> Amount:
    """Remove the buildings that are sold down to a level; return their carrying amount.

    The last house bought goes first; a hotel broken down leaves its houses, at their share of its carrying amount.
    """
    before = sum(each.carrying for each in site.buildings)
    if level == 0:
        site.buildings = []
    elif site.buildings[-1].is_hotel:
        hotel = site.buildings[-1]
        left: list[Amount] = [
            Fraction(hotel.carrying, hotel.cost) * each if hotel.accumulated_depreciation else each
            for each in hotel.inside
        ]
        site.buildings = [Building(each, now) for each in left]
    else:
        del site.buildings[level:]
    return before - sum(each.carrying for each in site.buildings)


def opening_buildings(s: State, t: Tables, q: int, now: int) -> list[Building]:
    """Return the buildings on a space at the opening, at their printed price."""
    level = s.level[q]
    houses = [t.house_cost[q]] * (houses_before_hotel(s, t, q) if level == HOTEL else level)
    if level == HOTEL:
        return [Building(sum(houses) + t.hotel_cost[q], now, tuple(houses), is_hotel=True)]
    return [Building(each, now) for each in houses]


def shares(total: Amount, weights: list[int]) -> list[Amount]:
    """Return a total split by weights into whole amounts that sum to it."""
    if not any(weights):
        weights = [1] * len(weights)
    marks = [total * sum(weights[:n]) // sum(weights) for n in range(len(weights))] + [total]
    return [after - before for before, after in itertools.pairwise(marks)]


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

    def netted_lines(self) -> list[Line]:
        """Return lines with those of the same account and partner added up, debits before credits in each book."""
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
        """Record the points that a seat gains: no money, but kept beside the entry."""
        if x and p >= 0:
            self.points.append((p, x))
