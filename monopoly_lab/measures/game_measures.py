"""Measure a game by player and round: `Game.measures`.

Of the table it measures how much money there is, where it comes from and how often it turns over. Expected rents are
the rents of the real position times long-run frequencies of tokens that leave jail at once: opponents may be anywhere.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from monopoly_lab.common.errors import ChainError, LedgerError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.constants import card_effect, event, names, node, payer_account, payment_cause
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.game.accounting.chart_of_accounts import ACCOUNTS, ASSET, LIABILITY, has_mortgages
from monopoly_lab.game.accounting.journal import Amount
from monopoly_lab.game.accounting.journal_entries import Books
from monopoly_lab.game.consequences import rents
from monopoly_lab.game.game import Game
from monopoly_lab.markov import Chain
from monopoly_lab.measures.inequality import gini, hhi, lorenz, theil
from monopoly_lab.rules.agenda import RawEvent
from monopoly_lab.rules.code_groups import is_seat
from monopoly_lab.rules.debt import raisable
from monopoly_lab.rules.net_worth import score
from monopoly_lab.rules.rent import rent_due
from monopoly_lab.rules.state import State

# Paid for something that stays, or money at the start: no injection.
APART = {
    *(
        payment_cause.START_CASH,
        payment_cause.POT_SETUP,
        payment_cause.PURCHASE,
        payment_cause.AUCTION,
        payment_cause.DEAL,
        payment_cause.DEED_SALE,
    ),
    *(
        payment_cause.BUILDING,
        payment_cause.BUILDING_SALE,
        payment_cause.MORTGAGE,
        payment_cause.REDEMPTION,
        payment_cause.TRANSFER_FEE,
        payment_cause.BANKRUPTCY,
    ),
}


def bank_injections(events: Iterable[RawEvent]) -> Counter[str]:
    """Return what the bank pays the players less what they pay it, by cause; without `APART` and repairs."""
    by_cause: Counter[str] = Counter()
    is_repair = False
    for what, payer, payee, _, x, why in events:
        if what == event.DREW:
            is_repair = why == card_effect.REPAIRS
        if what != event.PAID or why in APART or (is_repair and why == payment_cause.CARD):
            continue
        if payer == payer_account.BANK and is_seat(payee):
            by_cause[names(payment_cause)[why]] += x
        elif payee == payer_account.BANK and is_seat(payer):
            by_cause[names(payment_cause)[why]] -= x
    return by_cause


def between_players(events: Iterable[RawEvent]) -> int:
    """Return the sum of payments from player to player."""
    return sum(raw.amount for raw in events if raw.kind == event.PAID and is_seat(raw.player) and is_seat(raw.other))


def given_at_start(events: Iterable[RawEvent]) -> int:
    """Return the start money of all players, summed."""
    return sum(raw.amount for raw in events if raw.kind == event.PAID and raw.cause == payment_cause.START_CASH)


def over_printed(t: Tables, events: Iterable[RawEvent], causes: Iterable[int]) -> float:
    """Return what was paid to the bank for deeds, over their printed prices; NaN where none was sold."""
    wanted = set(causes)
    sold = [
        (raw.amount, t.price[raw.space])
        for raw in events
        if raw.kind == event.PAID and raw.cause in wanted and raw.space >= 0
    ]
    printed = sum(price for _, price in sold)
    return sum(x for x, _ in sold) / printed if printed else float("nan")


# The positions of a game at the end of each of its rounds, and what happened in between


class RoundEnd(NamedTuple):
    """The end of a round, or of what has been played of it: the position, the events of the round, net assets at cost.

    `book` is by seat what the ledger says: assets less liabilities. `cost` is the book value of deeds and buildings.
    """

    round: int
    state: State
    events: list[RawEvent]
    book: dict[int, Amount]
    cost: dict[int, Amount]


def round_ends(game: Game) -> Iterator[RoundEnd]:
    """Yield the ends of rounds, first the position at the beginning; without what preceded a fork with other rules."""
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
        yield RoundEnd(round_, past.raw_state(), events[begun:end], book, cost)
        begun = end


def net_assets(books: Books, seats: int) -> tuple[dict[int, Amount], dict[int, Amount]]:
    """Return by seat assets less liabilities, and the cost of deeds and buildings, from all entries so far."""
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


# What the deeds on the board earn and cost on average, by the chain: expected rents between the players

RATE, ROUNDS = 0.01, 20  # of the economic worth: interest a round, and how many rounds are looked at


def expected_rents(chain: "Chain", s: State) -> dict[int, float]:
    """Return expected rent by owner in one turn of one other player."""
    from monopoly_lab.markov.rent_income import rent_moments

    incomes = dict.fromkeys(range(s.seats), 0.0)
    for q, coming in chain.arrivals_at.items():
        owner = s.owner[q]
        if owner >= 0 and not s.mortgaged[q]:
            rent = sum(mass * rent_moments(chain, s, arrival)[0] for arrival, mass in coming.items())
            incomes[owner] += rent * chain.throws_in("turn")
    return incomes


def economic(cash: int, debt: int, income: float, others: float, opponents: int) -> float:
    """Return cash less debts, plus the present value of `ROUNDS` rounds of expected net rent at `RATE` a round.

    In a round every opponent has a turn and pays `income`, and the player has one and pays `others`.
    """
    annuity = (1 - (1 + RATE) ** -ROUNDS) / RATE
    return cash - debt + annuity * (income * opponents - others)


def worst_rent(s: State, t: Tables, p: int) -> int:
    """Return the dearest rent that seat `p` could meet on one deed of another, on a utility after the highest throw."""
    most = t.o_move_dice * t.o_move_sides
    foreign = [q for q in range(t.spaces) if s.owner[q] not in (-1, p) and not s.mortgaged[q]]
    return max((int(rent_due(s, t, q, 0, most)) for q in foreign), default=0)


# `Game.measures`: tidy frames by player and round, and of the table by round

NAN = float("nan")
BY_CHAIN = ("economic", "income", "yield")
ALWAYS = ("round", "player")


class PlayerEnd(NamedTuple):
    """A player at the end of a round, with what several measures need; `scores` are of all seats.

    `debt` and `liquidation` are amounts, `rent_income` the expected rent by owner in a turn of one other player.
    """

    player: str
    seat: int
    end: RoundEnd
    t: Tables
    scores: list[int]
    deeds: list[int]
    opponents: int
    debt: int
    liquidation: int
    worst_rent: int
    rent_income: dict[int, float]

    @property
    def cash(self) -> int:
        """Return the cash in hand."""
        return self.end.state.cash[self.seat]

    @property
    def income(self) -> float:
        """Return the expected rent in a turn of one opponent."""
        return self.rent_income[self.seat]

    @property
    def economic(self) -> float:
        """Return the economic worth: see `economic`."""
        others = sum(x for owner, x in self.rent_income.items() if owner != self.seat)
        return economic(self.cash, self.debt, self.income, others, self.opponents)


PLAYER: dict[str, Callable[[PlayerEnd], Any]] = {
    "round": lambda at: at.end.round,
    "player": lambda at: at.player,
    "cash": lambda at: at.cash,
    "short_game": lambda at: at.scores[at.seat],
    "tax_base": lambda at: score(at.end.state, at.t, at.seat, 100),
    "liquidation": lambda at: at.liquidation,
    "book": lambda at: at.end.book[at.seat],
    "economic": lambda at: at.economic,
    "debt": lambda at: at.debt,
    "coverage": lambda at: _quotient(at.liquidation, at.debt),
    "worst_rent": lambda at: at.worst_rent,
    "liquidity": lambda at: _quotient(at.cash, at.worst_rent),
    "rent_roll": lambda at: rents(at.end.state, at.t, at.seat),
    "income": lambda at: at.income,
    "yield": lambda at: _quotient(at.income * at.opponents, at.end.cost[at.seat]),
    "deeds": lambda at: at.deeds[at.seat],
    "rank": lambda at: 1 + sum(x > at.scores[at.seat] for x in at.scores),
    "hhi": lambda at: hhi(at.deeds),
    "gini": lambda at: gini(at.scores),
}


class TableEnd(NamedTuple):
    """The table at the end of a round; lists are by seat, `money_before` is what the players had a round ago."""

    end: RoundEnd
    t: Tables
    scores: list[int]
    cash: list[int]
    deeds: list[list[int]]
    between_players: int
    money_before: int

    @property
    def money(self) -> int:
        """Return the cash of all players."""
        return sum(self.cash)


SALES = (payment_cause.PURCHASE, payment_cause.AUCTION)
TABLE: dict[str, Callable[[TableEnd], Any]] = {
    "round": lambda at: at.end.round,
    "gini": lambda at: gini(at.scores),
    "gini_cash": lambda at: gini(at.cash),
    "theil": lambda at: theil(at.scores),
    "hhi": lambda at: hhi(map(len, at.deeds)),
    "hhi_rents": lambda at: hhi([rents(at.end.state, at.t, p) for p in range(len(at.cash))]),
    "hhi_buildings": lambda at: hhi([sum(at.end.state.level[q] for q in deeds) for deeds in at.deeds]),
    "money": lambda at: at.money,
    "pots": lambda at: sum(at.end.state.cash[payer_account.BANK + 1 :]),
    "injection": lambda at: sum(bank_injections(at.end.events).values()),
    "between_players": lambda at: at.between_players,
    "velocity": lambda at: _quotient(2 * at.between_players, at.money + at.money_before),
    "paid_over_printed": lambda at: over_printed(at.t, at.end.events, SALES),
    "auction_over_printed": lambda at: over_printed(at.t, at.end.events, (payment_cause.AUCTION,)),
}


NEEDED: dict[str, Callable[[Tables], bool]] = {
    "debt": has_mortgages,
    "coverage": has_mortgages,
    "hhi_buildings": lambda t: t.o_build_even_maximum > 0,
    "auction_over_printed": lambda t: t.o_auction > 0,
}
FRAMES = ("players", "table", "injection", "lorenz")


def measures(game: Game, *names: str, of: str = "players") -> "pd.DataFrame":
    """Return measures of a game as a table; see `Game.measures`."""
    if of not in FRAMES:
        raise LedgerError(say("measure.frame", value=quoted(of), known=", ".join(FRAMES)))
    columns = tuple(PLAYER if of == "players" else TABLE if of == "table" else ())
    for name in names:
        if name not in columns:
            raise LedgerError(say("measure.unknown", value=quoted(name), frame=of) + hint(str(name), columns))
        if name in NEEDED and not NEEDED[name](game.tables):
            raise LedgerError(say("measure.not_here", value=name, edition=game.edition.called(game.names).title))
    if of == "lorenz":
        return lorenz(game.net_worth().values())
    if of == "players":
        return _select_columns(_players(game, names), names)
    return _select_columns(_table(game), names) if of == "table" else _injections(game)


def _select_columns(table: "pd.DataFrame", names: tuple[str, ...]) -> "pd.DataFrame":
    return table[[name for name in table.columns if name in ALWAYS or name in names]] if names else table


def _players(game: Game, names: tuple[str, ...]) -> "pd.DataFrame":
    chain = _chain(game, names)
    return pd.DataFrame(
        [row for moment in round_ends(game) for row in _rows(game, moment, chain)], columns=list(PLAYER)
    )


def _chain(game: Game, names: tuple[str, ...]) -> Chain | None:
    """Return the chain of the board; without one, its measures are NaN, or refused where they are asked for by name."""
    wanted = [name for name in BY_CHAIN if name in names]
    if names and not wanted:
        return None
    try:
        return Chain(game)
    except ChainError as problem:
        if wanted:
            text = say(
                "measure.no_chain", value=wanted[0], edition=game.edition.called(game.names).title, reason=problem
            )
            raise LedgerError(text) from problem
        return None


def _rows(game: Game, moment: RoundEnd, chain: Chain | None) -> Iterator[tuple[Any, ...]]:
    s, t = moment.state, game.tables
    rent_income = expected_rents(chain, s) if chain else dict.fromkeys(range(s.seats), NAN)
    scores, playing = _scores(s, t), sum(not out for out in s.out[: s.seats])
    deeds = [sum(s.owner[q] == p for q in range(t.spaces)) for p in range(s.seats)]
    for p, name in enumerate(game.players):
        opponents = 0 if s.out[p] else playing - 1
        debt = sum(t.loan[q] for q in range(t.spaces) if s.owner[q] == p and s.mortgaged[q])
        debt += s.debt if s.node == node.DEBT and s.actor == p else 0
        liquidation, worst = raisable(s, t, p), worst_rent(s, t, p)
        at = PlayerEnd(name, p, moment, t, scores, deeds, opponents, debt, liquidation, worst, rent_income)
        yield tuple(measure(at) for measure in PLAYER.values())


def _scores(s: State, t: Tables) -> list[int]:
    """Return by seat what a player is worth in a short game; 0 once bankrupt."""
    return [0 if s.out[p] else score(s, t, p, t.o_scoring_mortgaged) for p in range(s.seats)]


def _quotient(x: Any, divisor: Any) -> float:
    return float(x) / float(divisor) if divisor else NAN


def _table(game: Game) -> "pd.DataFrame":
    t, rows, money = game.tables, [], sum(game.opening.cash[: len(game.players)])
    for end in round_ends(game):
        s = end.state
        deeds = [[q for q in range(t.spaces) if s.owner[q] == p] for p in range(s.seats)]
        before = money + given_at_start(end.events)
        at = TableEnd(end, t, _scores(s, t), s.cash[: s.seats], deeds, between_players(end.events), before)
        rows.append(tuple(measure(at) for measure in TABLE.values()))
        money = at.money
    return pd.DataFrame(rows, columns=list(TABLE))


def _injections(game: Game) -> "pd.DataFrame":
    rows = [(moment.round, why, x) for moment in round_ends(game) for why, x in bank_injections(moment.events).items()]
    return pd.DataFrame(rows, columns=["round", "cause", "amount"])
