"""Measure a game by player and round: `Game.measures`.

Of the table it measures how much money there is, where it comes from and how often it turns over. Expected rents are
the rents of the real position times long-run frequencies of tokens that leave jail at once: opponents may be anywhere.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from monopoly_lab.common.errors import ChainError, LedgerError
from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.constants import card_effect, event, names, node, payer_account, payment_cause
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.game.accounting.chart_of_accounts import ACCOUNTS, ASSET, LIABILITY
from monopoly_lab.game.accounting.journal import Amount
from monopoly_lab.game.accounting.journal_entries import Books
from monopoly_lab.game.consequences import rents
from monopoly_lab.markov import Chain
from monopoly_lab.measures.inequality import gini, hhi, lorenz, theil
from monopoly_lab.rules.agenda import RawEvent
from monopoly_lab.rules.code_groups import is_seat
from monopoly_lab.rules.debt import raisable
from monopoly_lab.rules.net_worth import score
from monopoly_lab.rules.rent import rent_due

if TYPE_CHECKING:
    import pandas as pd

    from monopoly_lab.game.game import Game
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


def injected(events: Iterable[RawEvent]) -> Counter[str]:
    """Return what the bank pays the players less what they pay it, by cause; without `APART` and repairs."""
    found: Counter[str] = Counter()
    is_repair = False
    for what, payer, payee, _, x, why in events:
        if what == event.DREW:
            is_repair = why == card_effect.REPAIRS
        if what != event.PAID or why in APART or (is_repair and why == payment_cause.CARD):
            continue
        if payer == payer_account.BANK and is_seat(payee):
            found[names(payment_cause)[why]] += x
        elif payee == payer_account.BANK and is_seat(payer):
            found[names(payment_cause)[why]] -= x
    return found


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

    `book` is by seat what the ledger says: assets less liabilities. `cost` is what deeds and buildings stand at.
    """

    round: int
    state: "State"
    events: list[RawEvent]
    book: dict[int, Amount]
    cost: dict[int, Amount]


def round_ends(game: "Game") -> Iterator[RoundEnd]:
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


def earned(chain: "Chain", s: "State") -> dict[int, float]:
    """Return expected rent by owner in one turn of one other player."""
    from monopoly_lab.markov.rent_income import rent_moments

    found = dict.fromkeys(range(s.seats), 0.0)
    for q, coming in chain.arrivals_at.items():
        owner = s.owner[q]
        if owner >= 0 and not s.mortgaged[q]:
            rent = sum(mass * rent_moments(chain, s, arrival)[0] for arrival, mass in coming.items())
            found[owner] += rent * chain.throws_in("turn")
    return found


def economic(cash: int, debt: int, income: float, others: float, opponents: int) -> float:
    """Return cash less debts, plus the present value of `ROUNDS` rounds of expected net rent at `RATE` a round.

    In a round every opponent has a turn and pays `income`, and the player has one and pays `others`.
    """
    annuity = (1 - (1 + RATE) ** -ROUNDS) / RATE
    return cash - debt + annuity * (income * opponents - others)


def worst_rent(s: "State", t: Tables, p: int) -> int:
    """Return the dearest rent that seat `p` could meet on one deed of another, on a utility after the highest throw."""
    most = t.o_move_dice * t.o_move_sides
    foreign = [q for q in range(t.spaces) if s.owner[q] not in (-1, p) and not s.mortgaged[q]]
    return max((int(rent_due(s, t, q, 0, most)) for q in foreign), default=0)


# `Game.measures`: tidy frames by player and round, and of the table by round

NAN = float("nan")
WEALTHS = ("short_game", "tax_base", "liquidation", "book", "economic")
BY_CHAIN = ("economic", "income", "yield")
PLAYER = (
    *("round", "player", "cash", *WEALTHS, "debt", "coverage", "worst_rent", "liquidity", "rent_roll"),
    *("income", "yield", "deeds", "rank", "hhi", "gini"),
)
TABLE = (
    *(
        "round",
        "gini",
        "gini_cash",
        "theil",
        "hhi",
        "hhi_rents",
        "hhi_buildings",
        "money",
        "pots",
        "injection",
        "between_players",
        "velocity",
    ),
    *("paid_over_printed", "auction_over_printed"),
)
ALWAYS = ("round", "player")


def _has_loans(t: Tables) -> bool:
    return any(t.loan[q] > 0 for q in range(t.spaces))


NEEDED: dict[str, Callable[[Tables], bool]] = {
    "debt": _has_loans,
    "coverage": _has_loans,
    "auction_over_printed": lambda t: t.o_auction > 0,
}
FRAMES = ("players", "table", "injection", "lorenz")


def measures(game: "Game", *names: str, of: str = "players") -> "pd.DataFrame":
    """Return measures of a game as a table; see `Game.measures`."""
    if of not in FRAMES:
        raise LedgerError(say("measure.frame", value=shortened(repr(of)), known=", ".join(FRAMES)))
    columns = {"players": PLAYER, "table": TABLE}.get(of, ())
    for name in names:
        if name not in columns:
            raise LedgerError(say("measure.unknown", value=shortened(repr(name)), frame=of) + hint(str(name), columns))
        if name in NEEDED and not NEEDED[name](game.tables):
            raise LedgerError(say("measure.not_here", value=name, edition=game.edition.called(game.names).title))
    if of == "lorenz":
        return lorenz(game.net_worth().values())
    if of == "players":
        return _chosen(_players(game, names), names)
    return _chosen(_table(game), names) if of == "table" else _injections(game)


def _chosen(found: "pd.DataFrame", names: tuple[str, ...]) -> "pd.DataFrame":
    return found[[name for name in found.columns if name in ALWAYS or name in names]] if names else found


def _players(game: "Game", names: tuple[str, ...]) -> "pd.DataFrame":
    import pandas as pd

    chain = _chain(game, names)
    return pd.DataFrame(
        [row for moment in round_ends(game) for row in _rows(game, moment, chain)], columns=list(PLAYER)
    )


def _chain(game: "Game", names: tuple[str, ...]) -> Chain | None:
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


def _rows(game: "Game", moment: RoundEnd, chain: Chain | None) -> Iterator[tuple[Any, ...]]:
    s, t = moment.state, game.tables
    income = earned(chain, s) if chain else dict.fromkeys(range(s.seats), NAN)
    scores = [0 if s.out[p] else score(s, t, p, t.o_scoring_mortgaged) for p in range(s.seats)]
    playing = sum(not out for out in s.out[: s.seats])
    owned = [sum(s.owner[q] == p for q in range(t.spaces)) for p in range(s.seats)]
    spread = hhi(owned), gini(scores)
    for p, name in enumerate(game.players):
        opponents = 0 if s.out[p] else playing - 1
        debt = sum(t.loan[q] for q in range(t.spaces) if s.owner[q] == p and s.mortgaged[q])
        debt += s.debt if s.node == node.DEBT and s.actor == p else 0
        worst, liquid = worst_rent(s, t, p), raisable(s, t, p)
        others = sum(x for owner, x in income.items() if owner != p)
        wealths = (score(s, t, p, 100), liquid, moment.book[p], economic(s.cash[p], debt, income[p], others, opponents))
        yield (
            *(moment.round, name, s.cash[p], scores[p], *wealths, debt, _over(liquid, debt)),
            *(worst, _over(s.cash[p], worst), rents(s, t, p), income[p]),
            *(_over(income[p] * opponents, moment.cost[p]), owned[p], 1 + sum(x > scores[p] for x in scores), *spread),
        )


def _over(x: Any, divisor: Any) -> float:
    return float(x) / float(divisor) if divisor else NAN


def _table(game: "Game") -> "pd.DataFrame":
    import pandas as pd

    t, rows, before = game.tables, [], sum(game.opening.cash[: len(game.players)])
    for round_, s, events, _, _ in round_ends(game):
        scores = [0 if s.out[p] else score(s, t, p, t.o_scoring_mortgaged) for p in range(s.seats)]
        purses = s.cash[: s.seats]
        held = [[q for q in range(t.spaces) if s.owner[q] == p] for p in range(s.seats)]
        roll, built = ([rents(s, t, p) for p in range(s.seats)], [sum(s.level[q] for q in deeds) for deeds in held])
        before += given_at_start(events)
        paid, money = between_players(events), sum(purses)
        prices = (
            over_printed(t, events, (payment_cause.PURCHASE, payment_cause.AUCTION)),
            over_printed(t, events, (payment_cause.AUCTION,)),
        )
        spread = (gini(scores), gini(purses), theil(scores), hhi(map(len, held)), hhi(roll), hhi(built))
        flow = (money, sum(s.cash[payer_account.BANK + 1 :]), sum(injected(events).values()), paid)
        rows.append((round_, *spread, *flow, _over(2 * paid, money + before), *prices))
        before = money
    return pd.DataFrame(rows, columns=list(TABLE))


def _injections(game: "Game") -> "pd.DataFrame":
    import pandas as pd

    rows = [(moment.round, why, x) for moment in round_ends(game) for why, x in injected(moment.events).items()]
    return pd.DataFrame(rows, columns=["round", "cause", "amount"])
