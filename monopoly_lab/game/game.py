"""Game: one edition, its seats, and everything that has been chosen, thrown and drawn so far."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from monopoly_lab import rules
from monopoly_lab.common.argument_checks import check_arguments
from monopoly_lab.common.errors import IllegalChoice, StrategyError
from monopoly_lab.common.file_access import count_of
from monopoly_lab.common.messages import say
from monopoly_lab.common.renamed_modules import warn_renamed
from monopoly_lab.constants import action, node
from monopoly_lab.editions import Edition, load_edition
from monopoly_lab.editions.rule_changes import refuse_misfits, refuse_past
from monopoly_lab.game.base import Record
from monopoly_lab.game.display import DisplayMixin
from monopoly_lab.game.history import HistoryMixin, copy_of_tables, mapping_of, restore_on_interrupt
from monopoly_lab.game.open_decision import DecisionMixin
from monopoly_lab.game.player_view import View
from monopoly_lab.game.position import seat_of
from monopoly_lab.game.reports import ReportMixin, Story
from monopoly_lab.game.saves.saved_files import SaveMixin
from monopoly_lab.game.seats import Players, number_of, seats_of, seed_of
from monopoly_lab.game.setup.start_reader import position
from monopoly_lab.notation.action_labels import illegal_choice, reason
from monopoly_lab.notation.action_text import Action, OfferSlot, offer_in
from monopoly_lab.players import Strategy, drive
from monopoly_lab.players.next_answer import is_poll_open
from monopoly_lab.players.time_limit import NoAnswer, named_problem
from monopoly_lab.players.trading import MOST_OFFERS
from monopoly_lab.rules.agenda import EventLog, RawEvent
from monopoly_lab.rules.auction import is_sealed
from monopoly_lab.rules.code_groups import is_decision
from monopoly_lab.rules.random_numbers import fate_of
from monopoly_lab.rules.state import State, empty


@check_arguments
class Game(HistoryMixin, DecisionMixin, ReportMixin, DisplayMixin, SaveMixin):
    """A game that can be played choice by choice, undone, forked, saved and shown.

    The same `seed`, `number` and choices give the same game on every machine.

    Args:
        edition: Id of a shipped edition, path of an edition file, or an `Edition`.
        players: Names, or pairs of a name and who plays the seat: None for a person, the name of a strategy, a
            `Strategy`, or a function from a `View` to a choice. An object that can be called and has a method `act`,
            from a `View` to an act or None, is also asked for acts before each throw.
        seed: Seed of the luck, 0 to 2**63 - 1; 0 if left out: the same game every time.
        options: Rule options, a profile, a mode; see `ml.options`.
        start: Position to start from, as in a scenario file.
        lang: Language of sentences and errors: "en", "ru" or "uk"; that of the session (`ml.speak`) if empty.
        number: Number of the game among those of one seed, as an experiment numbers them.
        names: Names of spaces, cards and characters: "" in the reader's language if the edition has them, "own" as in
            the rule book, "beside" both, or a language code. Choices are always typed in English.

    Attributes:
        notes: Notes of the players, as Markdown; saved and exported with the game, and copied by `fork`.
        asks: Figures that a scenario asks the class for; no decision card shows them.

    Raises:
        EditionError: For an unknown or faulty edition.
        OptionError: For options the edition cannot have.
        SeatError: For players who make no game.
        StrategyError: For an unknown strategy.
        SavedGameError: For a `start` that is no position.
        MessageError: For an unknown `lang`.
        UnknownName: For `names` in an unknown language.
        ArgumentError: For an invalid seed or number.

    Example:
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
            self.notes = ""
            self.asks: tuple[str, ...] = ()
            self._set_up(edition, players, seed, number, options, start)
            if names:
                self.names = names

    def _set_up(
        self,
        edition: str | Path | Edition,
        players: Players,
        seed: int,
        number: int,
        options: Mapping[str, object] | None,
        start: Mapping[str, Any] | None,
    ) -> None:
        base = edition if isinstance(edition, Edition) else load_edition(edition)
        self.options: dict[str, object] = copy_of_tables(mapping_of({} if options is None else options))
        self.edition = base.in_play(self.options)
        self.tables = base.tables(self.options)
        self.seed, self.number = seed_of(seed), number_of(number)
        seats = seats_of(players, self.tables.o_players_min, self.tables.o_players_max, self.tables.o_components_tokens)
        refuse_misfits(self.options, len(seats))
        self.players = tuple(seats)
        self.start: dict[str, Any] = copy_of_tables(start or {})
        self.is_changed = False  # True once `fork` has changed the rules on the way
        self._past_changes: tuple[Mapping[str, object], ...] = ()  # of the rules before `fork` changed them
        self._names = ""
        self._use_tables(self.tables)
        log = EventLog()
        first = self.tables
        self._s = self._first_position(log)
        self._record = Record(first, self._s, log)
        self._enter_stage()
        self._take_seats(list(seats.values()))

    def _first_position(self, log: EventLog) -> State:
        if self.start:
            s = position(self.edition, self.tables, self.players, self.start)
            self.opening = s.copy()  # before the first event
            refuse_past(self.options, s.round + 1)
            rules.game_loop.run_agenda(s, self.tables, log)
        else:
            s = empty(self.tables, len(self.players))
            self.opening = s.copy()
            rules.start(s, self.tables, log)
        rules.update_rules(s, self.tables, log)
        return s

    # Choosing

    def apply(self, text: str, lang: str = "") -> Story:
        """Carry out a choice and return what happened.

        Args:
            text: Choice, such as "buy", "roll 3 4" or "Ann: build states"; `choices` lists those for the open decision.
            lang: Language of the words: "en", "ru" or "uk"; that of the game if empty.

        Returns:
            The sentences, as a text that a notebook shows.

        Raises:
            UnreadableChoice: For a text that is no choice; the game is unchanged. AmbiguousChoice, a kind of it, for a
                name of several spaces.
            IllegalChoice: For a choice that the rules refuse; the game is unchanged.

        Example:
            >>> game.apply("buy")
            Ann paid $140 for St. Charles Place.
            The deed of St. Charles Place went from the bank to Ann.
            Bo's turn began.
        """
        with self._speaking(lang):
            self.take(text, lang)
            return self._story(lang)

    def take(self, text: str, lang: str = "") -> None:
        """Carry out a choice as `apply` does, without telling what happened.

        Args:
            text: A choice.
            lang: Language of the words: "en", "ru" or "uk"; that of the game if empty.

        Raises:
            UnreadableChoice: For a text that is no choice.
            IllegalChoice: For a choice that the rules refuse.
        """
        with self._speaking(lang):
            refused = self._carry_out_or_refuse(self._notation.read(self._s, text))
        if refused is not None:
            raise refused

    def why_not(self, text: str, lang: str = "") -> str | None:
        """Return why a choice would be refused, with the rule; None if it is legal.

        Args:
            text: A choice.
            lang: Language of the words: "en", "ru" or "uk"; that of the game if empty.

        Raises:
            UnreadableChoice: For a text that is no choice.

        Example:
            >>> game.why_not("buy") is None
            True
            >>> game.why_not("Ann: build states")
            'States Avenue does not belong to Ann.'
        """
        with self._speaking(lang):
            answer = self._notation.read(self._s, text)
            code = self._code(answer)
            return reason(self._teller, self._s, answer, code, self._departures) if code else None

    @restore_on_interrupt
    def _code(self, answer: Action) -> int:
        """Return the refusal code of an answer, 0 if it is legal; the state is left as it was."""
        slot = OfferSlot.of(self._s) if answer.offer else None
        if answer.offer:
            answer.offer.lay(self._s, self.tables)
        code: int = rules.why_not(self._s, self.tables, answer.seat, answer.verb, answer.space, answer.amount)
        if slot:
            slot.restore(self.tables)
        return code

    @restore_on_interrupt
    def _carry_out_or_refuse(self, answer: Action) -> IllegalChoice | None:
        """Carry out an answer; return the error, with nothing carried out, if the rules refuse it."""
        code = self._code(answer)
        if code:
            return illegal_choice(self._teller, self._s, answer, code, self._departures)
        self._carry_out(answer)
        return None

    def _carry_out(self, answer: Action) -> None:
        text = self._notation.write(self._s, answer)
        note = self._notation.offer(answer.offer) if answer.offer else ""
        under_seal = self._s.node == node.BID and is_sealed(self.tables) and answer.verb in (action.BID, action.PASS)
        if answer.offer:
            answer.offer.lay(self._s, self.tables)
        happened = EventLog()
        rules.make_choice_and_update_rules(
            self._s, self.tables, happened, answer.seat, answer.verb, answer.space, answer.amount
        )
        self._record.add(answer, text, happened, self._s, note)
        if under_seal:
            self._record.sealed.add(self._record.done - 1)
        self._enter_stage()

    def step(self, lang: str = "") -> Story:
        """Play one answer of luck or a strategy; if a person must choose, only say so.

        Args:
            lang: Language of the words: "en", "ru" or "uk"; that of the game if empty.

        Returns:
            What happened.

        Raises:
            StrategyError: If a function of a seat fails, or a seat chooses what the rules refuse; nothing has changed.

        Example:
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
        """Play on for some rounds or steps, or to the end; stop when a person must choose.

        The current round counts as the first, with the set-up before it.

        Args:
            rounds: Number of rounds.
            steps: Number of answers.
            lang: Language of the words: "en", "ru" or "uk"; that of the game if empty.

        Returns:
            A sentence on the position of the game.

        Raises:
            StrategyError: If a function fails, or a seat chooses what the rules refuse; the game stays as it was before
                this answer.
            ArgumentError: For an invalid number of rounds or steps.

        Example:
            >>> for player in game.players:
            ...     game.seat(player, "balanced")
            >>> told = game.run(rounds=3)
            >>> game.round, game.waiting()
            (4, 'Ann throws the dice to move.')
        """
        last = None if rounds is None else max(self._s.round, 1) + count_of(rounds)
        left = None if steps is None else count_of(steps)
        while not self.over and (left is None or left > 0) and (last is None or self._s.round < last):
            with self._speaking(lang):
                if not self.advance():
                    break
            left = None if left is None else left - 1
        return Story([self.waiting(lang)])

    @restore_on_interrupt
    def advance(self) -> bool:
        """Play one answer of luck or a strategy without telling what happened; return False if a person must answer."""
        if self.over:
            return False
        if is_poll_open(self._s) and self._s.poll == 0 and self._ask_for_acts():
            return True
        if is_decision(self._s.node) and callable(self._seats[self._s.actor]):
            self._ask_function(self._s.actor)
            return True
        who, v, q, x = drive(self._s, self.tables, self._styles, fate_of(self.seed, self.number))
        if v == action.NONE:
            return False
        answer = Action(who, v, q, x, offer_in(self._s) if v in (action.PROPOSE, action.SETTLE) else None)
        refused = self._carry_out_or_refuse(answer)
        if refused is not None:
            raise self._refused_strategy(who, self._notation.write(self._s, answer), refused)
        return True

    def _ask_for_acts(self) -> bool:
        """Ask each player's object with a method `act` to act before the throw; return True if one of them has."""
        for p, who in enumerate(self._seats):
            act = None if isinstance(who, Strategy) else getattr(who, "act", None)
            if act is not None and self._s.out[p] == 0:
                done = self._record.done
                self._ask(p, act, may_pass=True)
                if self._record.done > done:
                    return True
        return False

    def _ask_function(self, p: int) -> None:
        """Ask the user's function that plays seat `p` to choose; StrategyError, and nothing changed, if it fails."""
        function = self._seats[p]
        assert callable(function)
        self._ask(p, function, may_pass=False)

    def _ask(self, p: int, function: Callable[[View], str | None], may_pass: bool) -> None:
        """Carry out the choice of a function, which gets its view of the game; if it may pass, None does nothing."""
        view = View(self, self.players[p])
        try:
            text = function(view)
            if text is None and may_pass:
                return
            answer = self._notation.read(self._s, text)  # type: ignore[arg-type]
            refused = self._over_limit(answer) or self._carry_out_or_refuse(answer)
        except (Exception, SystemExit, NoAnswer) as problem:
            raise StrategyError(
                say("seat.strategy_failed", player=self.players[p], problem=named_problem(problem))
            ) from problem
        if refused:
            raise self._refused_strategy(p, text, refused)

    def _refused_strategy(self, p: int, text: str | None, problem: object) -> StrategyError:
        return StrategyError(say("seat.strategy_refused", player=self.players[p], text=text, problem=problem))

    def _over_limit(self, answer: Action) -> str:
        """Return why a function may not make this offer: two computer players could bargain for ever, people may."""
        is_offer = answer.verb in (action.PROPOSE, action.SETTLE)
        if is_offer and self._s.offers[answer.seat] >= MOST_OFFERS:
            return say("refusal.offer_limit", n=MOST_OFFERS)
        return ""

    # Seats and luck

    def close_acts(self) -> None:
        """Stop asking strategies for acts before the open throw, which happens next."""
        self._s.poll = self._s.seats

    def raw_state(self) -> State:
        """Return a copy of the position in numbers, as the rules read it."""
        return self._s.copy()

    def position(self) -> State:
        """Return the same as `raw_state`, by its old name."""
        warn_renamed("Game.position()", "Game.raw_state()")
        return self.raw_state()

    def raw_events(self) -> list[RawEvent]:
        """Return everything that has happened as the rules record it: kind, player, other, space, amount and cause."""
        return self._record.events

    def _forget_sealed(self, player: str) -> None:
        """Clear the sealed bids of all but `player`, who bid again, and forget the past: for a hypothetical game."""
        p = seat_of(self.players, player)
        for other in range(self._s.seats):
            if other != p and self._s.sealed[other]:
                self._s.sealed[other] = self._s.passed[other] = 0
        self._record = Record(self._record.tables, self._s, self._record.events, notes=dict(self._record.notes))
