"""The positions of a game at the end of each of its rounds, and what happened in between."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from monopoly_lab.accounts.chart import ACCOUNTS, ASSET, LIABILITY
from monopoly_lab.accounts.entries import Books, Raw
from monopoly_lab.accounts.holdings import Amount

if TYPE_CHECKING:
    from monopoly_lab.game.game import Game
    from monopoly_lab.rules.state import State


class Moment(NamedTuple):
    """The end of a round, or of what has been played of it: the position, the events of the round, net assets at cost.

    `book` is by seat what the ledger says: assets less liabilities. `cost` is what deeds and buildings stand at.
    """

    round: int
    state: "State"
    events: list[Raw]
    book: dict[int, Amount]
    cost: dict[int, Amount]


def moments(game: "Game") -> Iterator[Moment]:
    """Round by round, first the position at the beginning; without what was played under other rules before a fork."""
    past = game.fork()
    starts = {} if game.is_changed else game.rounds()
    last = game.round
    events = game.raw_events()
    books = Books(game.tables, len(game.players))
    books.open(game.opening)
    begun = 0
    for round_ in [each - 1 for each in starts if each - 1 < last] + [last]:
        n = starts.get(round_ + 1, game.answered)
        past.go_to(n)
        end = len(past.raw_events())
        books.read(events, begun, end)
        book, cost = net_assets(books, len(game.players))
        yield Moment(round_, past.position(), events[begun:end], book, cost)
        begun = end


def net_assets(books: Books, seats: int) -> tuple[dict[int, Amount], dict[int, Amount]]:
    """By seat: assets less liabilities, and deeds and buildings, from all entries so far."""
    book: dict[int, Amount] = dict.fromkeys(range(seats), 0)
    cost = book.copy()
    for entry in books.entries:
        for line in entry.lines:
            if line.book >= seats:
                continue
            if ACCOUNTS[line.account].kind in (ASSET, LIABILITY):
                book[line.book] += line.amount
            if line.account in ("deeds", "houses", "hotels"):
                cost[line.book] += line.amount
    return book, cost
