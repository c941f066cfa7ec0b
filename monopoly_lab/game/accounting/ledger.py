"""The ledger of a game: its journal, and the statements of a player, the bank or the table over any rounds."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from monopoly_lab.common.argument_checks import check_arguments
from monopoly_lab.common.errors import LedgerError
from monopoly_lab.common.file_access import comparable_name, quoted, shortened
from monopoly_lab.common.function_registry import Exports
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.constants import names, payer_account
from monopoly_lab.game.accounting import statements
from monopoly_lab.game.accounting.chart_of_accounts import ACCOUNTS, Policies, accounts_of, holders_of, policies_of
from monopoly_lab.game.accounting.journal import OPENING, Amount, Entry
from monopoly_lab.game.accounting.journal_entries import Books
from monopoly_lab.game.accounting.statements import Balances, Span, Words, number, ratio_rows
from monopoly_lab.rules.agenda import RawEvent
from monopoly_lab.rules.code_groups import is_seat

if TYPE_CHECKING:
    from monopoly_lab.editions import Edition
    from monopoly_lab.rules import State, Tables

JOURNAL = (
    *("entry", "event", "round", "turn", "book", "account", "debit", "credit", "counterparty", "cause", "space"),
    *("key", "points", "text"),
)
TABLE, PLAYERS = "table", "players"
Rounds = int | tuple[int, int] | range | slice | None


class GameRecord(Protocol):
    """What the books are made from: a game, its events and its words."""

    lang: str
    players: tuple[str, ...]
    tables: "Tables"
    edition: "Edition"
    names: str
    opening: "State"  # before the first event

    @property
    def over(self) -> bool: ...

    @property
    def round(self) -> int: ...

    def fork(self) -> "GameRecord": ...

    def raw_events(self) -> "Sequence[RawEvent]": ...

    def terms(self, lang: str = "") -> dict[str, object]: ...

    def log(self, lang: str = "") -> Sequence[str]: ...


@check_arguments
class Ledger(Exports):
    """The double-entry books of a game up to now: see `Game.ledger`.

    `who` in the methods below is a player, "bank", "table" (all books together), "players" (all of them), or a pot:
    "parking", "jackpot", "board", "boss". `rounds` is a round, a pair (first, last) with both included, a range, or
    None for all; round 0 is the set-up. Amounts are in the edition's unit, whole unless buildings are depreciated.

    `ledger.export("books.xlsx")` writes an Excel workbook: the journal, and the statements as formulas over it that
    follow the player and the rounds in its first cells.

    Every method raises LedgerError for a player who is not at the table and for a span without rounds.

    In the examples below:

    >>> game = ml.Game("classic_us", players=["Ann", "Bo"], seed=1)
    """

    def __init__(
        self, game: GameRecord, policies: Policies | Mapping[str, object] | None = None, lang: str = ""
    ) -> None:
        self.policies = policies_of(policies)
        self.lang = lang or game.lang
        self.players, self.tables = game.players, game.tables
        self.edition = game.edition.called(game.names, self.lang)
        self.finished, self.last_round = game.over, game.round
        self.first_round = game.opening.round
        self.words = Words(self.lang, game.terms(self.lang))
        self.game = game.fork()
        events = game.raw_events()
        self.books = Books(self.tables, len(self.players), self.policies)
        self.books.open(game.opening)
        self.books.read(events)
        self.entries: list[Entry] = self.books.entries

    # Who and when

    def _books(self, who: str | int) -> frozenset[int]:
        """Return the books of a player, a holder of money, or of several."""
        everybody = self._everybody
        if isinstance(who, int) and not isinstance(who, bool) and 0 <= who < len(self.players):
            return frozenset({who})
        wanted = comparable_name(who)
        known = {comparable_name(name): frozenset({p}) for p, name in enumerate(self.players)}
        special = {PLAYERS: frozenset(range(len(self.players))), TABLE: everybody}
        pots = {names(payer_account)[each]: frozenset({each}) for each in sorted(everybody) if not is_seat(each)}
        for name, books in (special | pots).items():
            known.setdefault(name, books)
        if isinstance(who, bool) or wanted not in known:
            allowed = [*self.players, *special, *pots]
            text = say("ledger.unknown_who", self.lang, value=quoted(who, self.lang), known=", ".join(allowed))
            raise LedgerError(text + (hint(str(who), allowed) if len(allowed) > 8 else ""))
        return known[wanted]

    @cached_property
    def _everybody(self) -> frozenset[int]:
        return frozenset((*range(len(self.players)), *holders_of(self.tables), *self._unlisted_books))

    @cached_property
    def _unlisted_books(self) -> frozenset[int]:
        """Return the books that have entries although the board has no such pot by its rules."""
        return frozenset(line.book for entry in self.entries for line in entry.lines if not is_seat(line.book))

    def _span(self, rounds: Rounds) -> Span:
        """Return checked rounds, first and last."""
        least, last = self.first_round, self.last_round
        given: object = rounds
        if rounds is None:
            return Span(least, last)
        if isinstance(rounds, slice):
            if rounds.step not in (None, 1):
                raise self._no_span(given)
            stop = last if rounds.stop is None else rounds.stop
            rounds = (least if rounds.start is None else rounds.start, stop)
        elif isinstance(rounds, range):
            if len(rounds) == 0 or rounds.step != 1:
                raise self._no_span(given)
            rounds = (rounds[0], rounds[-1])
        elif isinstance(rounds, int) and not isinstance(rounds, bool):
            rounds = (rounds, rounds)
        if not (isinstance(rounds, tuple | list) and len(rounds) == 2):
            raise self._no_span(given)
        if any(isinstance(each, bool) or not isinstance(each, int) for each in rounds):
            raise self._no_span(given)
        first, end = rounds
        if not least <= first <= end <= last:
            raise self._no_span(given)
        return Span(first, end)

    def _no_span(self, given: object) -> LedgerError:
        values = {"value": shortened(repr(given)), "first": self.first_round, "last": self.last_round}
        return LedgerError(say("ledger.span", self.lang, **values))

    def balances(self, who: str | int = TABLE, rounds: Rounds = None) -> Balances:
        """Return balances by account, before and in the span, and its cash flows, as exact numbers; debits above 0."""
        return statements.balances(self.entries, self._books(who), self._span(rounds))

    # Frames

    def chart(self) -> "pd.DataFrame":
        """Return the chart of accounts of this board, by key: number, name, kind and activity of each account.

        >>> game.ledger().chart().loc["cash", "code"].item()
        1000
        """
        used = {line.account for entry in self.entries for line in entry.lines}
        chosen = [each for each in ACCOUNTS.values() if each in accounts_of(self.tables) or each.id in used]
        kinds = [(each.id, each.code, self.words.account(each.id), each.kind, each.activity) for each in chosen]
        return statements.frame(kinds, ["key", "code", "account", "kind", "activity"])

    def journal(self, who: str | int | None = None, rounds: Rounds = None) -> "pd.DataFrame":
        """Return the journal: one row a line, in order.

        Columns: `entry` (one transaction), `event` (its number in `game.events`, -1 for the opening), `round`, `turn`,
        `book` (whose), `account`, `debit`, `credit`, `counterparty`, `cause`, `space`, `key` (of the account), `points`
        (a memorandum, where points count), `text`. The debits of an entry equal its credits in each book.
        """
        span = self._span(rounds)
        books = self._books(TABLE if who is None else who)
        rows = [
            row
            for n, entry in enumerate(self.entries, 1)
            if span.first <= entry.round <= span.last
            for row in self._rows(n, entry, books)
        ]
        columns = [
            "entry",
            "event",
            "round",
            "turn",
            "book",
            "account",
            "debit",
            "credit",
            "counterparty",
            "cause",
            "space",
            "key",
            "points",
            "text",
        ]
        made = pd.DataFrame(rows, columns=columns)
        return made if self.tables.o_scoring_coins > 0 else made.drop(columns="points")

    def _rows(self, n: int, entry: Entry, books: frozenset[int]) -> list[tuple[object, ...]]:
        space = self.edition.spaces[entry.space].id if entry.space >= 0 else None
        text = self.text(entry)
        head = (n, entry.event, entry.round, entry.turn)
        sums: dict[tuple[int, str, int], Amount] = {}
        for line in entry.netted_lines():
            if line.book in books:
                key = (line.book, line.account, line.other)
                sums[key] = sums.get(key, 0) + line.amount
        money = [(book, name, max(x, 0), max(-x, 0), other, 0) for (book, name, other), x in sums.items()]
        memoranda = [(p, "points", 0, 0, -1, x) for p, x in entry.points if p in books]
        return [
            (
                *(*head, self.holder(book), self.words.account(name), number(debit), number(credit)),
                self.holder(other) if other >= 0 else None,
                *(entry.what, space, name, points, text),
            )
            for book, name, debit, credit, other, points in money + memoranda
        ]

    def text(self, entry: Entry) -> str:
        """Return what happened, in words."""
        if entry.event == OPENING:
            return say("ledger.opening", self.lang)
        if entry.what == "depreciation":
            return say("ledger.depreciation", self.lang, round=entry.round)
        return self._sentences[entry.event]

    @cached_property
    def _sentences(self) -> list[str]:
        return list(self.game.log(self.lang))

    def holder(self, book: int) -> str:
        """Return whose books: a player's name, or the word for the bank or a pot; LedgerError for nobody's number."""
        if book not in self._everybody:
            known = ", ".join(map(str, sorted(self._everybody)))
            raise LedgerError(say("ledger.unknown_who", self.lang, value=quoted(book, self.lang), known=known))
        return self.players[book] if is_seat(book) else say(f"account.{names(payer_account)[book]}", self.lang)

    def account(self, name: str, who: str | int = TABLE, rounds: Rounds = None) -> "pd.DataFrame":
        """Return one account of the general ledger: its lines in order with the running `balance`, debits above 0.

        `name` is a key of the chart, or the name of an account. Raises LedgerError for an unknown account.
        """
        chart = self.chart()
        called = {**{key: key for key in chart.index}, **{words: key for key, words in chart["account"].items()}}
        if name not in called:
            raise LedgerError(
                say("ledger.unknown_account", self.lang, value=quoted(name, self.lang)) + hint(name, called)
            )
        lines = self.journal(who, rounds)
        lines = lines[lines["key"] == called[name]].reset_index(drop=True)
        before = number(self.balances(who, rounds).before.get(called[name], 0))
        lines["balance"] = before + (lines["debit"] - lines["credit"]).cumsum()
        return lines.drop(columns=["key", "account"])

    def trial_balance(self, who: str | int = TABLE, rounds: Rounds = None) -> "pd.DataFrame":
        """Return balances at the end of the span, by key: `account`, `debit`, `credit`; both columns have the same sum.

        Revenue and expenses are those of the span; what was earned before it is under retained earnings.

        >>> trial = game.ledger().trial_balance("Ann")
        >>> int(trial["debit"].sum() - trial["credit"].sum())
        0
        """
        return statements.trial_balance(self.balances(who, rounds), self.words)

    def income_statement(self, who: str | int = TABLE, rounds: Rounds = None) -> "pd.DataFrame":
        """Return revenue, expenses and net income of the span, by key: `part`, `item`, `amount`.

        Totals have the keys "revenue", "expenses" and "net_income".
        """
        return statements.statement(statements.income_rows(self.balances(who, rounds), self.words))

    def balance_sheet(self, who: str | int = TABLE, rounds: Rounds = None) -> "pd.DataFrame":
        """Return assets, liabilities and equity at the end of the span, by key: `part`, `item`, `amount`.

        Totals have the keys "assets", "liabilities", "equity" and "liabilities_and_equity"; equity holds the net
        income of the span beside the earnings from before it.
        """
        return statements.statement(statements.balance_rows(self.balances(who, rounds), self.words))

    def cash_flow(self, who: str | int = TABLE, rounds: Rounds = None) -> "pd.DataFrame":
        """Return cash flows of the span by the direct method, by key: `part` (activity), `item`, `amount`.

        Totals have the keys "operating", "investing", "financing", "change", "opening_cash" and "closing_cash".
        """
        return statements.statement(statements.cash_rows(self.balances(who, rounds), self.words))

    def ratios(self, rounds: Rounds = None) -> "pd.DataFrame":
        """Return ratios of each player over the span, one column a player; NaN where nothing can be divided by.

        Rows: `cash_ratio` cash / what is payable at once; `debt_ratio` liabilities / assets; `debt_to_equity`;
        `interest_coverage` (net income + interest) / interest; `profit_margin` net income / revenue; `return_on_assets`
        net income / mean assets; `return_on_equity` net income / mean equity; `cash_conversion` operating cash flow /
        net income. A mean is that of the beginning and the end of the span; a game begins with its start money, so
        that all rounds and rounds 1 to the last have the same ratios.
        """
        columns = {name: dict(ratio_rows(self.balances(p, rounds))) for p, name in enumerate(self.players)}
        made = pd.DataFrame(columns, dtype=float)
        made.index = pd.Index(made.index, name="key")
        made.insert(0, "ratio", [say(f"ledger.ratio.{key}", self.lang) for key in made.index])
        return made

    def points(self) -> "pd.Series[int]":
        """Return the memorandum of points by player, of deeds and bosses: no money, but what the game is won by.

        Raises LedgerError for an edition without points.
        """
        if self.tables.o_scoring_coins <= 0:
            raise LedgerError(say("ledger.no_points", self.lang, edition=self.edition.title))
        sums = dict.fromkeys(self.players, 0)
        for entry in self.entries:
            for p, x in entry.points:
                sums[self.players[p]] += x
        return pd.Series(sums, name="points")

    def __repr__(self) -> str:
        state = "ledger.finished" if self.finished else "ledger.unfinished"
        said = say(state, self.lang, round=self.last_round)
        return say("ledger.summary", self.lang, edition=self.edition.title, n=len(self.entries), state=said)
