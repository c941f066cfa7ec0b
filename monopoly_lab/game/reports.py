"""Reports on a game: events, sentences, payments, worth, books.

Payments and the beginnings of rounds are read from the log as short rows.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from monopoly_lab.common.argument_checks import check_before_call
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.file_access import count_of
from monopoly_lab.common.function_registry import higher
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say
from monopoly_lab.constants import event, names, payment_cause
from monopoly_lab.editions import rulebook_topics
from monopoly_lab.game.base import Core, Record
from monopoly_lab.game.consequences import with_debt
from monopoly_lab.notation.action_text import Action
from monopoly_lab.notation.events import Event, Teller
from monopoly_lab.rules import State, Tables
from monopoly_lab.rules.debt import raisable
from monopoly_lab.rules.net_worth import score

if TYPE_CHECKING:
    from monopoly_lab.game.accounting import Ledger, Policies
    from monopoly_lab.game.accounting.ledger import GameRecord

COLUMNS = ("round", "turn", "kind", "player", "partner", "payer", "payee", "space", "amount", "cause", "text")
MONEY = {"paid", "debt", "forgiven", "bankrupt"}  # events with a payer and a payee


def frame_of(events: Sequence[Event], teller: Teller, lang: str = "") -> "pd.DataFrame":
    """Return one row an event, in order, as a pandas table.

    `player` is whose event it is, `partner` the second one where two take part (who accepts and who
    proposed, the new owner of a deed and the old one, the visitor and the owner). Money paid, owed or
    forgiven has a `payer` and a `payee` instead, each a player, the bank or a pot; the payer is also
    the `player`. `amount` is in the edition's unit where the event is about money.
    """
    rows = [
        (e.round, e.turn, e.kind, e.player, *_parties(e), e.space, e.amount, e.cause, teller.sentence(e, lang))
        for e in events
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _parties(e: Event) -> tuple[str | None, str | None, str | None]:
    """Return partner, payer, payee."""
    return (None, e.player, e.other) if e.kind in MONEY else (e.other, None, None)


class Payment(NamedTuple):
    """Money that changed hands in a round: names of seats or accounts, the amount, the word for its cause."""

    round: int
    payer: str
    payee: str
    amount: int
    cause: str


def payments(record: Record, teller: Teller) -> Iterator[Payment]:
    """Yield every payment up to now, in order; those of the set-up in round 0."""
    round_ = 0
    causes = names(payment_cause)
    for what, payer, payee, _, amount, why in record.events:
        if what == event.TURN_BEGAN:
            round_ = amount
        elif what == event.PAID:
            yield Payment(round_, teller.account_name(payer), teller.account_name(payee), amount, causes[why])


def rounds(record: Record) -> dict[int, int]:
    """Return each round begun so far, with the number of answers given before it."""
    starts: dict[int, int] = {}
    for number, raw in enumerate(record.events):
        if raw.kind == event.TURN_BEGAN and raw.amount not in starts:
            starts[raw.amount] = min(bisect_left(record.marks, number + 1), record.done)
    return starts


def clock(record: Record, number: int) -> tuple[int, int]:
    """Return turn and round in which event `number` began."""
    for place in range(number - 1, -1, -1):
        raw = record.log[place]
        if raw.kind == event.TURN_BEGAN:
            return raw.cause, raw.amount
    return 0, 0


# What a game tells of itself: events, sentences, payments, worth, books


class Story(list[str]):
    """Sentences about what has just happened, one a line when shown."""

    def __repr__(self) -> str:
        return "\n".join(self)


class ReportMixin(Core):
    """The story and the figures of a `Game`."""

    @property
    def events(self) -> list[Event]:
        """Return everything that has happened, in order."""
        return self.events_since(0)

    @check_before_call("number")
    def events_since(self, number: int) -> list[Event]:
        """Return the events from a number on.

        Args:
            number: Index of the first event; negative numbers count from the end.
        """
        record = self._record
        last = record.marks[record.done]
        first = min(number, last) if number >= 0 else max(0, last + number)
        turn, round_ = clock(record, first)
        found = []
        for place, raw in enumerate(record.log[first:last], first):
            if raw.kind == event.TURN_BEGAN:
                round_, turn = raw.amount, raw.cause
            found.append(self._teller.event(place, turn, round_, raw, record.notes.get(place, "")))
        return found

    def payments(self) -> Iterator[Payment]:
        """Yield every payment so far, in order: round, payer, payee, amount, cause.

        Example:
            >>> told = game.apply("buy")
            >>> [(payment.payer, payment.payee, payment.amount) for payment in game.payments()][-1]
            ('Ann', 'the bank', 140)
        """
        return payments(self._record, self._teller)

    def rounds(self) -> dict[int, int]:
        """Return, for each round begun so far, the number of answers given before it.

        Example:
            >>> game.rounds()
            {1: 2}
        """
        return rounds(self._record)

    def log(self, lang: str = "", last: int | None = None) -> Story:
        """Return the events as sentences.

        Args:
            lang: Language of the words: "en", "ru" or "uk"; that of the game if empty.
            last: Number of answers to report; all if left out.

        Example:
            >>> game.log(last=1)
            Ann rolled 5 and 6.
            Ann moved to St. Charles Place.
        """
        found = self.events if last is None else self.latest(last)
        return Story(self._teller.sentence(happened, lang or self.lang) for happened in found)

    def latest(self, answers: int = 1) -> list[Event]:
        """Return the events of the last answers.

        Args:
            answers: Number of answers.

        Raises:
            ArgumentError: If it is not a number of answers.
        """
        done = self._record.done
        return self.events_since(self._record.marks[max(done - count_of(answers), 0)])

    def sentence(self, happened: Event, lang: str = "") -> str:
        """Return an event of this game as a sentence.

        Args:
            happened: An event of the game.
            lang: Language of the words: "en", "ru" or "uk"; that of the game if empty.
        """
        return self._teller.sentence(happened, lang or self.lang)

    def other_text(self, lang: str = "") -> str:
        """Return which text of the rule book is used, if the book also has a text in the reader's language.

        Args:
            lang: Language of the words: "en", "ru" or "uk"; that of the game if empty.

        Returns:
            A sentence; empty if the book has one text, or if it is played by the reader's.

        Example:
            >>> ml.Game("ukraine", seed=1).other_text("uk")
            'Гра починається за таким текстом правил: ...'
        """
        return self._teller.other_text(lang or self.lang)

    def card_text(self, happened: Event, lang: str = "") -> tuple[str, str, str]:
        """Return deck, title and effect of the card in an event; empty texts if there is none.

        Args:
            happened: An event of the game.
            lang: Language of the words: "en", "ru" or "uk"; that of the game if empty.

        Example:
            >>> game.card_text(game.events[-1])
            ('', '', '')
        """
        if happened.card is None:
            return "", "", ""
        called = self._teller.edition_for_reader(lang or self.lang)
        card = called.cards[happened.card]
        deck = next(each.name for each in called.decks if each.id == card.deck)
        return deck, card.title, self._teller.effect(happened.card, lang or self.lang)

    def who(self, happened: Event, lang: str = "") -> str:
        """Return the player of an event in words, or the bank or pot in that place; empty for none.

        Args:
            happened: An event of the game.
            lang: Language of the words: "en", "ru" or "uk"; that of the game if empty.
        """
        with self._speaking(lang):
            return self._teller.account_name(happened.raw.player, lang or self.lang) if happened.player else ""

    def rule(self, happened: Event, lang: str = "") -> str:
        """Return the rule behind an event with book and section; empty if the book does not say.

        Args:
            happened: An event of the game.
            lang: Language of the words: "en", "ru" or "uk"; that of the game if empty.

        Example:
            >>> game.rule(game.events[-1])
            '...'
        """
        return rulebook_topics.rule(
            rulebook_topics.event_topic(happened.kind, happened.cause), self.edition.rulebook, lang or self.lang
        )

    def terms(self, lang: str = "") -> dict[str, object]:
        """Return the edition's words for a house, a hotel, a site and so on, as values for messages.

        Args:
            lang: Language of the words: "en", "ru" or "uk"; that of the game if empty.
        """
        return dict(self._teller.terms(lang or self.lang))

    def _story(self, lang: str) -> Story:
        return self.log(lang, last=1)

    def events_frame(self) -> "pd.DataFrame":
        """Return the events as a table, one row per event, with the sentence in the last column.

        Example:
            >>> game.events_frame()[["kind", "player", "space"]].tail(1)
                kind player       space
            ...
        """
        return frame_of(self.events, self._teller, self.lang)

    def bids(self) -> "pd.DataFrame":
        """Return every answer at an auction so far, one row each.

        Sealed bids are shown once all are opened.

        Returns:
            Columns: `round`; `auction`, its number in the game; `lot`, a space, "house" or "hotel"; `bidder`; `bid`,
            NaN for a pass; `list_price`, NaN for buildings; `value`, what the lot is worth to the bidder, if a strategy
            has a valuation or a function a method `value`, else NaN; `winner` and `price` of the auction, empty if
            nothing was sold.

        Example:
            >>> told = [game.apply(text) for text in ("auction", "bid 60", "pass")]
            >>> game.bids()[["lot", "bidder", "bid", "winner", "price"]]
                        lot bidder   bid winner  price
            0  st_charles    ...  60.0    ...   60.0
            1  st_charles    ...   NaN    ...   60.0
        """
        found: pd.DataFrame = higher("bids")(self)
        return found

    def replayed(self) -> Iterator[tuple[State, Tables, Action]]:
        """Yield each answer so far with the position and the tables in which it was given.

        All steps yield the same object, which changes from one to the next: copy it to keep it, and never modify it.
        """
        return self._record.replayed()

    def net_worth(self, method: str = "short_game") -> dict[str, int]:
        """Return what each player is worth; 0 for bankrupt players.

        * "short_game": cash, deeds at their price (mortgaged ones at a share of it), buildings at cost; points where
          points count
        * "tax_base": the same with mortgaged deeds at their full price
        * "with_debt": the short game with the open debt subtracted from the debtor and added to the creditor
        * "liquidation": cash after selling every building and mortgaging every deed
        * "cash": only cash

        Args:
            method: One of these words.

        Returns:
            Amounts by player, in the edition's unit.

        Raises:
            ArgumentError: For an unknown method.

        Example:
            >>> told = game.apply("buy")
            >>> game.net_worth()["Ann"], game.net_worth("cash")["Ann"], game.net_worth("liquidation")["Ann"]
            (1500, 1360, 1430)
        """
        s, t = self._s, self.tables
        measures: dict[str, Callable[[int], int]] = {
            "short_game": lambda p: score(s, t, p, t.o_scoring_mortgaged),
            "tax_base": lambda p: score(s, t, p, 100),
            "with_debt": lambda p: score(with_debt(s, t), t, p, t.o_scoring_mortgaged),
            "liquidation": lambda p: raisable(s, t, p),
            "cash": lambda p: s.cash[p],
        }
        if method not in measures:
            raise ArgumentError(say("game.unknown_method", self.lang, value=method, known=", ".join(measures)))
        return {name: measures[method](p) for p, name in enumerate(self.players)}

    def ledger(self, policies: "Policies | Mapping[str, object] | None" = None, lang: str = "") -> "Ledger":
        """Return the double-entry books of the game so far: journal, statements, ratios, workbook.

        Args:
            policies: How the books are kept: `Policies`, or a mapping of some of its fields, such as `{"depreciation":
                "straight_line", "salary": "capital", "fine": "drawing"}`; see `game.accounting.Ledger`.
            lang: Language of the words: "en", "ru" or "uk"; that of the game if empty.

        Raises:
            LedgerError: For unknown policies.

        Example:
            >>> ledger = game.ledger()
            >>> ledger.balance_sheet("Ann").loc["assets", "amount"].item()
            1500
        """
        from monopoly_lab.game.accounting import Ledger

        return Ledger(cast("GameRecord", self), policies, lang)

    def measures(self, *names: str, of: str = "players") -> "pd.DataFrame":
        """Return measures of wealth, debt, inequality and money, round by round.

        of="players": one row per `round` and `player`, at the end of the round; the first rows are the beginning, the
        last ones the position now. Amounts are in the edition's unit. `cash`. Wealth in five ways: `short_game`,
        `tax_base` and `liquidation` as in `net_worth`; `book`, assets at cost less liabilities, from the ledger;
        `economic`, cash less debts plus the present value of 20 rounds of expected net rent at 1 % a round, from the
        chain of a player who leaves jail at once. `debt`: mortgages and what is owed now; `coverage` = liquidation /
        debt. `worst_rent`: highest rent of one deed of another player; `liquidity` = cash / worst_rent. `rent_roll`:
        rent of one visit to each own deed. `income`: expected rent per turn of one opponent; `yield` = income of a
        round / cost of deeds and buildings. `deeds`. `rank` by the short game. `hhi` of all owned deeds and `gini` of
        the short game, the same for all players. NaN where a divisor is 0. Where points count, `short_game` and
        `tax_base` are points.

        of="table": by round, `gini` and `theil` of the short game, `gini_cash`, `hhi` of deeds, `hhi_rents` of rent
        rolls, `hhi_buildings` (a hotel counts five), the `money` of the players and in the `pots`, the `injection` of
        the bank (payments to players less payments to it, without start money, deeds, buildings, mortgages and
        repairs), payments `between_players`, `velocity` = that / mean money of the round, and `paid_over_printed` and
        `auction_over_printed`: prices of all deeds sold, and of those auctioned, over the printed ones.

        of="injection": the injection by `round` and `cause`. of="lorenz": the Lorenz curve of the short game now.

        Args:
            *names: Columns to return; all if none is given.
            of: "players", "table", "injection" or "lorenz".

        Returns:
            A tidy table.

        Raises:
            LedgerError: For an unknown column or frame, and for a named column that the edition cannot have: debt
                without mortgages, or a chain's figures on a board without a chain.

        Example:
            >>> game.measures("cash", "short_game").tail(2)["player"].to_list()
            ['Ann', 'Bo']
        """
        found: pd.DataFrame = higher("measures")(self, *names, of=of)
        return found
