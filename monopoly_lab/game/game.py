"""A game: one edition, its seats and everything that has been chosen, thrown and drawn so far."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monopoly_lab import rules
from monopoly_lab.codes import event, node, verb
from monopoly_lab.editions import Edition, load_edition, topics
from monopoly_lab.errors import IllegalChoice, MonopolyLabError, OptionError, StrategyError
from monopoly_lab.exports import Exports
from monopoly_lab.game import facts, outlook, past
from monopoly_lab.game.forking import adapted
from monopoly_lab.game.position import Position, seat_of
from monopoly_lab.game.record import Record
from monopoly_lab.game.saving.files import game_from_toml, game_to_toml, load_game, save_game
from monopoly_lab.game.seats import Chooser, Players, seats_of
from monopoly_lab.game.start.position import position
from monopoly_lab.game.view import View
from monopoly_lab.messages import say, speaking
from monopoly_lab.players import Strategy, drive, style_of
from monopoly_lab.players.driver import is_poll_open
from monopoly_lab.rules.debt import raisable
from monopoly_lab.rules.ending import score
from monopoly_lab.rules.families import is_decision
from monopoly_lab.rules.luck import fate_of
from monopoly_lab.rules.state import State, empty
from monopoly_lab.text.answers import BANK, Answer, OfferSlot, offer_in
from monopoly_lab.text.events import Event, Raw, Teller
from monopoly_lab.text.labels import label
from monopoly_lab.text.nodes import Chance, Decision, menu, open_node, waiting
from monopoly_lab.text.notation import Notation
from monopoly_lab.text.refusals import reason

if TYPE_CHECKING:
    import pandas as pd

    from monopoly_lab.accounts import Ledger, Policies
    from monopoly_lab.board import Overlay
    from monopoly_lab.board.scene import Scene


class Story(list[str]):
    """Sentences about what has just happened, one a line when shown."""

    def __repr__(self) -> str:
        return "\n".join(self)


class Game(Exports):
    """A game that can be played choice by choice, undone, forked, saved and looked at.

    `players` are names, or pairs of a name and who plays the seat: None for a person, the
    name of a strategy, a `Strategy`, or a function from a `View` to a choice; an object that
    can be called and also has a method `act`, from a `View` to an act or None, is asked for
    acts before each throw besides. `options`
    are rule options, a profile, a mode. `start` is a position to begin from, as in a
    scenario. The same `seed`, `number` and choices give the same game everywhere: `number`
    tells the games of one seed apart, as an experiment numbers them.

    `lang` is the language of sentences and errors where a method is not asked for another;
    the session's (`monopoly_lab.speak`) if left out. `names` is what spaces, cards and characters are called:
    "" in the language of the reader where the edition has it, "own" in that of the rule book, or the code of a
    language. Choices are typed in English always.

    Raises EditionError, OptionError, SeatError, StrategyError or SavedGameError (of `start`) for what makes no game,
    ValueError for a seed or a number that cannot be.

    In the examples below Ann stands on a space that is for sale:

    >>> game = ml.Game("classic_us", players=["Ann", "Bo"], seed=1)
    >>> told = game.run(steps=2)
    >>> game.apply("roll 5 6")
    Ann rolled 5 and 6.
    Ann moved to St. Charles Place.
    """

    def __init__(
        self,
        edition: str | Path | Edition = "classic_us",
        players: Players = ("Ann", "Bo"),
        seed: int = 0,
        options: Mapping[str, object] | None = None,
        start: Mapping[str, Any] | None = None,
        lang: str = "",
        number: int = 0,
        names: str = "",
    ) -> None:
        self.lang = lang
        with self._speaking():
            self.number = seed_of(number)
            self._set_up(edition, players, seed, options, start)
            self.names = names

    def _speaking(self, lang: str = "") -> AbstractContextManager[None]:
        """Speak the language asked for, or else that of the game, inside a `with`."""
        return speaking(lang or self.lang)

    def _set_up(
        self,
        edition: str | Path | Edition,
        players: Players,
        seed: int,
        options: Mapping[str, object] | None,
        start: Mapping[str, Any] | None,
    ) -> None:
        base = edition if isinstance(edition, Edition) else load_edition(edition)
        self.options: dict[str, object] = dict(_mapping(options or {}))
        self.edition = base.under(self.options)
        self.tables = base.tables(self.options)
        self.seed = seed_of(seed)
        seats = seats_of(players, self.tables.o_players_min, self.tables.o_players_max, self.tables.o_components_tokens)
        self.players = tuple(seats)
        self.start: dict[str, Any] = dict(start or {})
        self.is_changed = False  # True once `fork` has changed the rules on the way
        self._teller = Teller(self.edition, self.tables, self.players)
        self._notation = Notation(self.edition, self.tables, self.players)
        log: list[Raw] = []
        self._s = self._first_position(log)
        self._record = Record(self.tables, self._s, log)
        self._chosen = self._departures(base)
        self._seats: list[Chooser] = [None] * len(self.players)
        self._styles: list[int] = []
        for name, who in seats.items():
            self.seat(name, who)

    @property
    def names(self) -> str:
        """What spaces, cards and characters are called; see `Edition.called`."""
        return self._teller.names

    @names.setter
    def names(self, names: str) -> None:
        """Raises UnknownName, and nothing changes, for a language the edition has no names in."""
        self.edition.called(names, self.lang)
        self._teller = replace(self._teller, names=names)

    def _first_position(self, log: list[Raw]) -> State:
        if self.start:
            s = position(self.edition, self.tables, self.players, self.start)
            self.opening = s.copy()  # before the first event
            rules.play.settle(s, self.tables, log)
        else:
            s = empty(self.tables, len(self.players))
            self.opening = s.copy()
            rules.start(s, self.tables, log)
        return s

    def _departures(self, base: Edition) -> frozenset[str]:
        """Topics on which the options of this game differ from those of its rule book."""
        profile = {key: self.options[key] for key in ("profile",) if key in self.options}
        book, here = base.resolve(profile), base.resolve(self.options)
        return frozenset(key.split(".")[0] for key in here if here[key] != book.get(key))

    # What the game waits for

    @property
    def node(self) -> Decision | Chance | None:
        """The open decision or chance with its choices; None when the game is over."""
        with self._speaking():
            return open_node(self._teller, self._notation, self._s)

    @property
    def over(self) -> bool:
        return self._s.node == node.OVER

    @property
    def round(self) -> int:
        """The round that is being played; 0 before the first."""
        return self._s.round

    @property
    def turn(self) -> int:
        """The turn that is being played, counted from the start of the game."""
        return self._s.turn

    @property
    def winner(self) -> str | None:
        """The name of the winner; None before the end and for a tie."""
        return self.players[self._s.winner] if self.over and self._s.winner >= 0 else None

    def waiting(self, lang: str = "") -> str:
        """A sentence on what the game waits for.

        >>> game.waiting()
        'Ann may buy St. Charles Place for $140, or leave it to an auction.'
        """
        return waiting(self._teller, self._s, lang or self.lang)

    def choices(self) -> tuple[str, ...]:
        """The texts accepted as an answer to the open node; sums are shown by the least legal one.

        Offers are not listed: `node.forms` says whether there may be a trade, or property for a debt, and for how much.

        >>> game.choices()
        ('buy', 'auction')
        """
        return _texts(self.node)

    def acts(self) -> dict[str, tuple[str, ...]]:
        """The acts open at the table besides the node, by player; trades are not listed.

        >>> told = game.apply("buy")
        >>> game.acts()
        {'Ann': ('Ann: mortgage st_charles',)}
        """
        found = {}
        for p in (*range(len(self.players)), BANK):
            rules.acts(self._s, self.tables, p)
            texts = tuple(self._notation.write(self._s, answer._replace(seat=p)) for answer in menu(self._s))
            if texts:
                found[self.players[p] if p != BANK else "bank"] = texts
        return found

    @property
    def debt(self) -> outlook.Debt | None:
        """The debt that has to be paid now; None if there is none."""
        return outlook.debt(self._teller, self._s)

    @property
    def offer(self) -> outlook.Trade | None:
        """The trade that has to be answered now; None if there is none."""
        return outlook.trade(self._teller, self._notation, self._s)

    def sales(self) -> list[facts.Sale]:
        """What the debtor can sell now, in the order that keeps most rent: see `facts.Sale`; empty without a debt.

        >>> game.sales()
        []
        """
        return facts.sales(self._notation, self.tables, self._s)

    def next_throw(self) -> list[outlook.Outcome]:
        """Where each throw leads and what it costs, cards and jail with their chances: see `outlook.Outcome`.

        The chances are exact and sum to 1. Empty while no throw for the token is open: at a choice, or when the
        dice are thrown for something else.

        >>> told = game.apply("buy")
        >>> game.next_throw()[0]
        Outcome(throw='roll 1 1', ...)
        """
        return outlook.throw(self._teller, self._notation, self._s)

    def goods(self, player: str | int) -> dict[str, str]:
        """What a player can put into an offer besides cash: as `apply` takes it, with its name.

        Raises SeatError for a player who is not at the table.

        >>> told = game.apply("buy")
        >>> game.goods("Ann")
        {'st_charles': 'St. Charles Place'}
        """
        p = seat_of(self.players, player)
        edition = self._teller.called(self.lang)
        deeds = {space.id: space.name for space in edition.spaces if self._s.owner[space.index] == p}
        cards = [card for card in edition.cards if self._s.card_seat[card.index] == p]
        return deeds | {f"card {self._notation.card(card.index)}": card.title for card in cards}

    def worth_after(self, text: str) -> dict[str, int]:
        """Worth of both sides, as in the short game, after the trade in `text`; empty for any other choice.

        Raises UnreadableChoice for a text that is no choice at all.

        >>> told = game.apply("buy")
        >>> game.worth_after("Ann: trade Bo: st_charles for 200")
        {'Ann': 1560, 'Bo': 1440}
        """
        offer = self._notation.read(self._s, text).offer
        return outlook.worth_after(self._teller, self._s, offer) if offer else {}

    # Choosing

    def apply(self, text: str, lang: str = "") -> Story:
        """Carry out a choice and tell what happened.

        Raises UnreadableChoice or IllegalChoice; the game is then as it was.

        >>> game.apply("buy")
        Ann paid $140 for St. Charles Place.
        The deed of St. Charles Place went from the bank to Ann.
        Bo's turn began.
        """
        with self._speaking(lang):
            self.take(text, lang)
            return self._story(lang)

    def take(self, text: str, lang: str = "") -> None:
        """Carry out a choice as `apply` does, without telling what happened."""
        with self._speaking(lang):
            refused = self._try(self._notation.read(self._s, text))
        if refused is not None:
            raise refused

    def why_not(self, text: str, lang: str = "") -> str | None:
        """Why a choice would be refused, in words with the rule; None if it is legal.

        Raises UnreadableChoice for a text that is no choice at all.

        >>> game.why_not("buy") is None
        True
        >>> game.why_not("Ann: build states")
        'States Avenue does not belong to Ann.'
        """
        with self._speaking(lang):
            answer = self._notation.read(self._s, text)
            code = self._code(answer)
            return reason(self._teller, self._s, answer, code, self._chosen) if code else None

    def _code(self, answer: Answer) -> int:
        """The rules' word on an answer; the state is left as it was."""
        slot = OfferSlot.of(self._s) if answer.offer else None
        if answer.offer:
            answer.offer.lay(self._s, self.tables)
        code: int = rules.why_not(self._s, self.tables, answer.seat, answer.verb, answer.space, answer.amount)
        if slot:
            slot.restore(self.tables)
        return code

    def _try(self, answer: Answer) -> IllegalChoice | None:
        """Carry out an answer, or say why not."""
        code = self._code(answer)
        if code:
            return _illegal(reason(self._teller, self._s, answer, code, self._chosen), code, answer)
        self._carry_out(answer)
        return None

    def _carry_out(self, answer: Answer) -> None:
        text = self._notation.write(self._s, answer)
        note = self._notation.offer(answer.offer) if answer.offer else ""
        if answer.offer:
            answer.offer.lay(self._s, self.tables)
        happened: list[Raw] = []
        rules.do(self._s, self.tables, happened, answer.seat, answer.verb, answer.space, answer.amount)
        self._record.add(answer, text, happened, self._s, note)

    def step(self, lang: str = "") -> Story:
        """One answer by luck or by the seat that plays itself; a person's choice is only announced.

        Raises StrategyError for a function of a seat that fails or chooses what is refused; nothing has changed then.

        >>> game.step()                # a person is asked, so nothing happens
        Ann may buy St. Charles Place for $140, or leave it to an auction.
        >>> game.seat("Ann", "balanced")
        >>> game.step()
        Ann paid $140 for St. Charles Place.
        ...
        """
        with self._speaking(lang):
            if not self.advance():
                return Story([self.waiting(lang)])
            return self._story(lang)

    def run(self, rounds: int | None = None, steps: int | None = None, lang: str = "") -> Story:
        """Play on for a number of rounds or steps, or to the end; stops at a person's choice.

        The round that is being played counts as the first one, with the set-up before it.
        Returns the sentence that says where the game stands.

        Raises StrategyError for a function of a seat that fails or chooses what is refused; the game stands before it.

        >>> for player in game.players:
        ...     game.seat(player, "balanced")
        >>> told = game.run(rounds=3)
        >>> game.round, game.waiting()
        (4, 'Ann throws the dice to move.')
        """
        last = None if rounds is None else max(self._s.round, 1) + rounds
        left = steps
        while not self.over and (left is None or left > 0) and (last is None or self._s.round < last):
            with self._speaking(lang):
                if not self.advance():
                    break
            left = None if left is None else left - 1
        return Story([self.waiting(lang)])

    def advance(self) -> bool:
        """One answer that is not a person's, without telling what happened; False if there is none to give."""
        if self.over:
            return False
        if is_poll_open(self._s) and self._s.poll == 0 and self._ask_for_acts():
            return True
        if is_decision(self._s.node) and callable(self._seats[self._s.actor]):
            self._ask_function(self._s.actor)
            return True
        who, v, q, x = drive(self._s, self.tables, self._styles, fate_of(self.seed, self.number))
        if v == verb.NONE:
            return False
        offer = offer_in(self._s) if v in (verb.PROPOSE, verb.SETTLE) else None
        self._carry_out(Answer(who, v, q, x, offer))
        return True

    def _ask_for_acts(self) -> bool:
        """Let each player's object with a method `act` act before the throw; True if one of them has."""
        for p, who in enumerate(self._seats):
            act = None if isinstance(who, Strategy) else getattr(who, "act", None)
            if act is not None and self._s.out[p] == 0:
                done = self._record.done
                self._ask(p, act)
                if self._record.done > done:
                    return True
        return False

    def _ask_function(self, p: int) -> None:
        """Let a user's function choose; StrategyError, and nothing changed, if it fails."""
        function = self._seats[p]
        assert callable(function)
        self._ask(p, function)

    def _ask(self, p: int, function: Callable[[View], str | None]) -> None:
        """Carry out what the function wants from its view of the game; None, which only `act` may say, is nothing."""
        view = View(self, self.players[p])
        try:
            text = function(view)
            if text is None and function is not self._seats[p]:
                return
            answer = self._notation.read(self._s, text)  # type: ignore[arg-type]
            refused = self._try(answer)
        except Exception as problem:
            raise StrategyError(
                say("seat.strategy_failed", player=self.players[p], problem=_named(problem))
            ) from problem
        if refused is not None:
            raise StrategyError(say("seat.strategy_refused", player=self.players[p], text=text, problem=refused))

    # Seats and luck

    def seat(self, player: str | int, who: Chooser) -> None:
        """Let a person (None), a strategy or a function play a seat from now on.

        Raises SeatError for a player who is not at the table, StrategyError for a strategy that there is not.

        >>> game.seat("Bo", "cautious")
        >>> game.seats
        {'Ann': None, 'Bo': 'cautious'}
        """
        with self._speaking():
            p = seat_of(self.players, player)
            style = style_of(None if callable(who) and not isinstance(who, Strategy) else who)
        self._seats[p] = who
        if not self._styles:
            self._styles = style_of(None) * len(self.players)
        self._styles[p * len(style) : (p + 1) * len(style)] = style

    @property
    def seats(self) -> dict[str, Chooser]:
        """Who plays each seat."""
        return dict(zip(self.players, self._seats))

    def reseed(self, seed: int, number: int | None = None) -> None:
        """Other luck from here on: of another seed, and of another number if one is given.

        Raises ValueError for what is no whole number from 0 to 2**63 - 1.

        >>> game.reseed(8)
        >>> game.seed
        8
        """
        seed, number = seed_of(seed), self.number if number is None else seed_of(number)
        self.seed, self.number = seed, number

    def close_acts(self) -> None:
        """Let the dice fall next: no strategy is asked for acts before the open throw."""
        self._s.poll = self._s.seats

    def position(self) -> State:
        """A copy of the position in numbers, as the rules read it."""
        return self._s.copy()

    def raw_events(self) -> list[Raw]:
        """Everything that has happened so far, as the rules tell it: event, seat, other, space, amount, cause."""
        return self._record.events

    def styles(self) -> tuple[int, ...]:
        """Who plays, as the row of numbers the driver of strategies reads: `style.STYLE` for each seat."""
        return tuple(self._styles)

    # Going back

    def undo(self, n: int = 1) -> "Game":
        """Take back the last `n` answers, as far as there are any; the same luck would return.

        >>> game.undo()
        Classic, Atlantic City, round 1. Ann throws the dice to move.
        """
        return self.go_to(self._record.done - n)

    def redo(self, n: int = 1) -> "Game":
        """Carry out again what was taken back.

        >>> game.undo().redo()
        Classic, Atlantic City, round 1. Ann may buy St. Charles Place for $140, or leave it to an auction.
        """
        return self.go_to(self._record.done + n)

    def go_to(self, n: int) -> "Game":
        """The game after its first `n` answers; the later ones can be redone.

        >>> game.go_to(0)
        Classic, Atlantic City, round 0. Ann throws the dice to see who starts.
        """
        self._s = self._record.go_to(min(max(n, 0), len(self._record.answers)))
        return self

    @property
    def answers(self) -> tuple[str, ...]:
        """The texts of all answers given so far."""
        return tuple(self._record.texts[: self._record.done])

    @property
    def answered(self) -> int:
        """How many answers have been given so far."""
        return self._record.done

    @property
    def undone(self) -> tuple[str, ...]:
        """The texts of the answers that can be redone."""
        return tuple(self._record.texts[self._record.done :])

    def fork(
        self,
        *,
        options: Mapping[str, object] | None = None,
        players: Mapping[str, Chooser] | None = None,
        seed: int | None = None,
    ) -> "Game":
        """A second game that goes its own way from here, with the same past.

        `options` are rules from now on, also at an open node; the past cannot be undone then.
        `players` seats a strategy, a function or a person (None) by the name of the player.
        Raises OptionError for options that change the board, the cards or the seats, or that
        matter at the beginning only, SeatError for a player who is not at the table.

        >>> other = game.fork(options={"auction": False})
        >>> other.choices(), game.choices()
        (('buy', 'decline'), ('buy', 'auction'))
        """
        other: Game = Game.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.options, other.start = dict(self.options), dict(self.start)
        other._s, other._record = self._s.copy(), self._record.copy()
        other._seats, other._styles = self._seats[:], self._styles[:]
        with self._speaking():
            if options:
                other._change_rules(options)
            for name, who in (players or {}).items():
                other.seat(name, who)
            if seed is not None:
                other.reseed(seed)
        return other

    def _change_rules(self, options: Mapping[str, object]) -> None:
        """Play on under other rules; OptionError, and nothing has changed, for those that a position cannot take."""
        base = self.edition.base or self.edition
        wanted = {**self.options, **_mapping(options)}
        edition, tables = base.under(wanted), base.tables(wanted)
        state = adapted(base, self.options, options, self.tables, tables, self._s)
        if state is None:
            return
        self.options, self.edition, self.tables, self._s = wanted, edition, tables, state
        self._teller = Teller(edition, tables, self.players)
        self._notation = Notation(edition, tables, self.players)
        self._record = Record(tables, state, self._record.events, notes=dict(self._record.notes))
        self._chosen = self._departures(base)
        self.is_changed = True

    # Looking

    @property
    def state(self) -> Position:
        """The position, read-only, by names."""
        return Position(self.edition, self.tables, self._s, self.players, self.lang)

    @property
    def events(self) -> list[Event]:
        """Everything that has happened, in order."""
        return self.events_since(0)

    def events_since(self, number: int) -> list[Event]:
        """What has happened from event `number` on; a negative number counts from the last one back."""
        record = self._record
        last = record.marks[record.done]
        first = min(number, last) if number >= 0 else max(0, last + number)
        turn, round_ = past.clock(record, first)
        found = []
        for place, raw in enumerate(record.log[first:last], first):
            if raw[0] == event.TURN_BEGAN:
                round_, turn = raw[4], raw[5]
            found.append(self._teller.event(place, turn, round_, raw, record.notes.get(place, "")))
        return found

    def payments(self) -> Iterator[past.Payment]:
        """Every payment so far, in order: round, payer, payee, amount, cause.

        >>> told = game.apply("buy")
        >>> [(payment.payer, payment.payee, payment.amount) for payment in game.payments()][-1]
        ('Ann', 'the bank', 140)
        """
        return past.payments(self._record, self._teller)

    def rounds(self) -> dict[int, int]:
        """Each round begun so far, with the number of answers given before it.

        >>> game.rounds()
        {1: 2}
        """
        return past.rounds(self._record)

    def log(self, lang: str = "", last: int | None = None) -> Story:
        """The events as sentences; only those of the `last` answers if given.

        >>> game.log(last=1)
        Ann rolled 5 and 6.
        Ann moved to St. Charles Place.
        """
        done = self._record.done
        first = 0 if last is None else self._record.marks[min(max(done - last, 0), done)]
        return Story(self._teller.sentence(happened, lang or self.lang) for happened in self.events_since(first))

    def sentence(self, happened: Event, lang: str = "") -> str:
        """An event of this game in words."""
        return self._teller.sentence(happened, lang or self.lang)

    def rule(self, happened: Event, lang: str = "") -> str:
        """The rule behind an event, in our words, with the book and section; "" where the book is silent.

        >>> game.rule(game.events[-1])
        '...'
        """
        return topics.rule(topics.event_topic(happened.kind, happened.cause), self.edition.rulebook, lang or self.lang)

    def terms(self, lang: str = "") -> dict[str, object]:
        """What the edition calls a house, a hotel, a site ..., as values of messages."""
        return self._teller.terms(lang or self.lang)

    def choice_label(self, text: str, lang: str = "") -> str:
        """What a button for a choice says: "Buy Boardwalk for $400.".

        Raises UnreadableChoice for a text that is no choice at all.

        >>> game.choice_label("buy")
        'Buy St. Charles Place for $140.'
        """
        with self._speaking(lang):
            return label(self._teller, self._s, self._notation.read(self._s, text))

    def _story(self, lang: str) -> Story:
        return self.log(lang, last=1)

    def events_frame(self) -> "pd.DataFrame":
        """The events as a pandas table, one row an event, the sentence in the last column.

        >>> game.events_frame()[["kind", "player", "space"]].tail(1)
            kind player       space
        ...
        """
        from monopoly_lab.game.frames import events_frame

        return events_frame(self.events, self._teller, self.lang)

    def net_worth(self, method: str = "short_game") -> dict[str, int]:
        """What each player is worth, in the edition's unit; 0 for the bankrupt.

        "short_game": cash, deeds at their price, mortgaged ones at a share of it, buildings at cost; where points
        count, the points;
        "tax_base": the same with mortgaged deeds at their full price;
        "liquidation": cash after selling every building and mortgaging every deed;
        "cash": the purse alone.

        Raises ValueError for a method that there is not.

        >>> told = game.apply("buy")
        >>> game.net_worth()["Ann"], game.net_worth("cash")["Ann"], game.net_worth("liquidation")["Ann"]
        (1500, 1360, 1430)
        """
        s, t = self._s, self.tables
        measures: dict[str, Callable[[int], int]] = {
            "short_game": lambda p: score(s, t, p, t.o_scoring_mortgaged),
            "tax_base": lambda p: score(s, t, p, 100),
            "liquidation": lambda p: raisable(s, t, p),
            "cash": lambda p: s.cash[p],
        }
        if method not in measures:
            raise ValueError(say("game.unknown_method", self.lang, value=method, known=", ".join(measures)))
        return {name: measures[method](p) for p, name in enumerate(self.players)}

    def ledger(self, policies: "Policies | Mapping[str, object] | None" = None, lang: str = "") -> "Ledger":
        """The double-entry books of the game up to here, finished or not: journal, statements, ratios, workbook.

        `policies` chooses how the books are kept, `Policies` or a mapping of some of its fields:
        `{"depreciation": "straight_line", "salary": "capital", "fine": "drawing"}`. See `accounts.Ledger`.
        Raises LedgerError for policies that there are not.

        >>> ledger = game.ledger()
        >>> ledger.balance_sheet("Ann").loc["assets", "amount"].item()
        1500
        """
        made: Ledger = import_module("monopoly_lab.accounts").Ledger(self, policies, lang)
        return made

    def measures(self, *names: str, of: str = "players") -> "pd.DataFrame":
        """What the game is measured by, as a tidy frame: `of` "players", "table", "injection" or "lorenz".

        "players": one row by `round` and `player`, as the round ended (the running one: now; the first row: as it
        began). Amounts in the edition's unit. `cash`; wealth in five ways: `short_game`, `tax_base`, `liquidation` as
        in `net_worth`, `book` (assets at cost less liabilities, by the ledger), `economic` (cash less debts and the
        present value of 20 rounds of expected net rent at 1 % a round, by the chain of who leaves jail at once); `debt`
        (mortgages and what is owed now), `coverage` = liquidation / debt; `worst_rent` of one deed of another,
        `liquidity` = cash / worst_rent; `rent_roll`, one visit to each own deed; `income`, expected rent in a turn of
        one opponent; `yield` = income of a round / cost of deeds and buildings; `deeds`; `rank` by the short game;
        `hhi` of all owned deeds and `gini` of the short game, the same for all at the table. NaN where nothing can be
        divided by. Where points count, the short game and the tax base are points.

        "table": by round `gini` and `theil` of the short game, `gini_cash`, `hhi`, the `money` of the players and in
        the `pots`, the `injection` of the bank (payments to players less those of players to it, without start money,
        deeds, buildings, mortgages and repairs), what was paid `between_players`, `velocity` = that / mean money of
        the round, and prices `paid_over_printed` of all deeds sold by the bank, and by auction.
        "injection": that by `round` and `cause`. "lorenz": the curve of the short game now.

        `names` choose columns. Raises LedgerError for a column or frame that there is not, and for one asked for by
        name that the edition cannot have: debt without mortgages, what needs a chain where the board has none.

        >>> game.measures("cash", "short_game").tail(2)["player"].to_list()
        ['Ann', 'Bo']
        """
        found: pd.DataFrame = import_module("monopoly_lab.measures").measures(self, *names, of=of)
        return found

    # Saving

    def to_toml(self) -> str:
        """The game as TOML text: edition, options, seats, start and every answer.

        Raises SavedGameError for an edition that is neither shipped nor from a file.

        >>> print(game.to_toml())
        format = 1
        luck = 1
        edition = "classic_us"
        ...
        """
        return game_to_toml(self)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the game to a file; the old file stays whole if that fails.

        Raises FileNotFoundError for a folder that there is not, SavedGameError for an edition that no file has.

        >>> folder = tempfile.mkdtemp()
        >>> game.save(f"{folder}/mine.toml")
        >>> ml.Game.load(f"{folder}/mine.toml").state == game.state
        True
        """
        save_game(self, path)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> "Game":
        """A saved game, replayed to where it was saved; SavedGameError with every problem of the file.

        >>> folder = tempfile.mkdtemp()
        >>> game.save(f"{folder}/mine.toml")
        >>> ml.Game.load(f"{folder}/mine.toml").answers[-1]
        'roll 5 6'
        """
        return load_game(path, cls)

    @classmethod
    def from_toml(cls, text: str) -> "Game":
        """The game in a text that `to_toml` has written, replayed; SavedGameError with every problem of the text.

        >>> ml.Game.from_toml(game.to_toml()).state == game.state
        True
        """
        return game_from_toml(text, cls)

    # Showing

    def svg(
        self,
        lang: str = "",
        theme: str = "light",
        names: str = "",
        size: tuple[int, int] | None = None,
        overlay: "Overlay | None" = None,
    ) -> str:
        """The board as SVG text; see `board.svg` for `names`, `size` and `overlay`.

        >>> game.svg(theme="dark")[:4]
        '<svg'
        """
        from monopoly_lab import board

        seen = (self.edition, self.tables, self._s, self.players)
        move = board.last_move(self._record.events, self.tables)
        lang = lang or self.lang
        status = self.waiting(lang)
        return board.svg(
            *seen,
            lang=lang,
            theme=theme,
            names=names or self.names,
            size=size,
            last_move=move,
            overlay=overlay,
            status=status,
        )

    def pieces(self, lang: str, theme: str, kept: dict[Hashable, str]) -> list[str]:
        """The elements inside of the board's SVG, for a picture that changes, with room for a card in the middle.

        See `board.pieces`.
        """
        from monopoly_lab import board

        seen = (self.edition, self.tables, self._s, self.players)
        move = board.last_move(self._record.events, self.tables)
        return board.pieces(*seen, lang=lang, names=self.names, theme=theme, last_move=move, status=None, kept=kept)

    def scene(self, lang: str = "") -> "Scene":
        """The position as pictures and lists need it: names, seats, owners, amounts, in words."""
        from monopoly_lab.board.scene import Scene

        return Scene(self.edition, self.tables, self._s, self.players, lang or self.lang, self.names)

    def describe(self, lang: str = "") -> str:
        """The position in words, for those who do not see the picture.

        >>> game.describe()
        '...'
        """
        from monopoly_lab import board

        seen = (self.edition, self.tables, self._s, self.players)
        move = board.last_move(self._record.events, self.tables)
        return board.alt_text(
            *seen, lang=lang or self.lang, names=self.names, last_move=move, status=self.waiting(lang)
        )

    def picture(self, lang: str = "", theme: str = "light", names: str = "") -> str:
        """The board as an HTML image with its description.

        >>> game.picture()[:4]
        '<img'
        """
        from monopoly_lab import board

        seen = (self.edition, self.tables, self._s, self.players)
        move = board.last_move(self._record.events, self.tables)
        status = self.waiting(lang)
        return board.html(
            *seen, lang=lang or self.lang, theme=theme, names=names or self.names, last_move=move, status=status
        )

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/html": self.picture(), "text/plain": self.describe()}

    def __repr__(self) -> str:
        return say(
            "game.summary",
            self.lang,
            edition=self._teller.called(self.lang).title,
            round=self._s.round,
            waiting=self.waiting(),
        )


def seed_of(seed: object) -> int:
    """A seed from 0 to 2**63 - 1; ValueError for anything else."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**63:
        raise ValueError(say("game.bad_seed", value=repr(seed)))
    return seed


def _mapping(options: object) -> Mapping[str, object]:
    """Options as they are given; OptionError for what is no mapping."""
    if not isinstance(options, Mapping):
        raise OptionError([("", "options", say("game.bad_options", value=repr(options)))])
    return options


def _named(problem: Exception) -> str:
    """What a user's function has raised: with its kind, unless the words are the kit's own."""
    return str(problem) if isinstance(problem, MonopolyLabError) else f"{type(problem).__name__}: {problem}"


def _texts(open_: Decision | Chance | None) -> tuple[str, ...]:
    if open_ is None:
        return ()
    return open_.choices if isinstance(open_, Decision) else open_.outcomes


def _illegal(text: str, code: int, answer: Answer) -> IllegalChoice:
    from monopoly_lab.codes import names, why

    name = names(why)[code]
    return IllegalChoice(text, name, topics.why_topic(name, names(verb)[answer.verb]) or "")
