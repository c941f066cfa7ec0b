"""The history of a game: undo, redo, the answers so far; forks, and changes of rules from here or a later round on."""

from collections.abc import Callable, Mapping
from functools import cached_property, wraps
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from monopoly_lab.common.errors import OptionError
from monopoly_lab.common.file_access import count_of, quoted
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import ValidationErrors
from monopoly_lab.constants import action, event, names
from monopoly_lab.editions import Edition
from monopoly_lab.editions.rule_changes import CHANGES, changes_in, refuse_misfits, refuse_past, rules_of
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.game.base import Record, adapt_position
from monopoly_lab.game.seats import Chooser, SeatMixin
from monopoly_lab.notation import action_text
from monopoly_lab.notation.events import Teller
from monopoly_lab.notation.parser import Notation

Given = ParamSpec("Given")
Result = TypeVar("Result")
G = TypeVar("G", bound="HistoryMixin")


def restore_on_interrupt(
    method: "Callable[Concatenate[G, Given], Result]",
) -> "Callable[Concatenate[G, Given], Result]":
    """Return the method, after which Ctrl-C restores the position before the call, so that the game can go on."""

    @wraps(method)
    def wrapper(game: G, /, *given: Given.args, **named: Given.kwargs) -> Result:
        try:
            return method(game, *given, **named)
        except KeyboardInterrupt:
            game._restore()
            raise

    return wrapper


class HistoryMixin(SeatMixin):
    """The past of a `Game`, its forks, and its changes of rules."""

    start: dict[str, Any]
    is_changed: bool  # True once `fork` has changed the rules on the way
    _past_changes: tuple[Mapping[str, object], ...]  # of the rules before `fork` changed them

    def undo(self, n: int = 1) -> Self:
        """Take back the last answers; played again, the game has the same dice and cards.

        Args:
            n: Number of answers; all if there are fewer.

        Returns:
            This game.

        Example:
            >>> game.undo()
            Classic, Atlantic City, round 1. Ann throws the dice to move.
        """
        return self.go_to(max(self._record.done - count_of(n), 0))

    def redo(self, n: int = 1) -> Self:
        """Repeat answers that were undone.

        Args:
            n: Number of answers; all if fewer were undone.

        Returns:
            This game.

        Example:
            >>> game.undo().redo()
            Classic, Atlantic City, round 1. Ann may buy St. Charles Place for $140, or leave it to an auction.
        """
        return self.go_to(self._record.done + count_of(n))

    def go_to(self, n: int) -> Self:
        """Go to the position after the first `n` answers; later answers can be redone.

        Args:
            n: Number of answers; all if there are fewer.

        Returns:
            This game.

        Raises:
            ArgumentError: If `n` is not a number of answers.

        Example:
            >>> game.go_to(0)
            Classic, Atlantic City, round 0. Ann throws the dice to see who starts.
        """
        self._go_to(min(count_of(n), len(self._record.answers)))
        return self

    @restore_on_interrupt
    def _go_to(self, n: int) -> None:
        self._s = self._record.go_to(n)
        self._enter_stage()

    @property
    def answers(self) -> tuple[str, ...]:
        """Return the texts of all answers so far; a sealed bid is hidden until the bids are opened."""
        return tuple(self._shown_text(n, text) for n, text in enumerate(self._record.texts[: self._record.done]))

    @property
    def answered(self) -> int:
        """Return the number of answers given so far."""
        return self._record.done

    @property
    def undone(self) -> tuple[str, ...]:
        """Return the texts of the answers that can be redone."""
        done = self._record.done
        return tuple(self._shown_text(n, text) for n, text in enumerate(self._record.texts[done:], done))

    def forget_undone(self) -> None:
        """Drop what was undone, so that it cannot be redone.

        Example:
            >>> game.undo().forget_undone()
            >>> game.undone
            ()
        """
        self._record.forget_undone()

    def _shown_text(self, n: int, text: str) -> str:
        """Return the text of answer `n`. A sealed bid is hidden until the bids are opened; a pass looks the same."""
        if n not in self._record.sealed:
            return text
        answer, place = self._record.answers[n], self._record.marks[n]
        later = self._record.log[place : self._record.marks[self._record.done]]
        if any(raw.kind in (event.BID, event.PASSED) for raw in later):
            return text
        amount = answer.amount if answer.verb == action.BID else 0
        return f"{names(action)[action.BID]} {action_text.seal_amount(amount, n)}"

    def _use_tables(self, tables: Tables) -> None:
        """Use the tables of a stage from now on, in sentences too."""
        changes = self._past_changes + tuple(change.given for change in changes_in(self.options, ValidationErrors("")))
        self.tables = tables
        self._teller = Teller(self.edition, tables, self.players, self._names, changes)
        self._notation = Notation(self.edition, tables, self.players)

    def _enter_stage(self) -> None:
        """Use the tables of the stage in which the position is."""
        if self.tables.stage != self._s.stage:
            self._use_tables(self._record.tables.at(self._s.stage))

    def _restore(self) -> None:
        """Restore the position as the record has it, even if that is interrupted too."""
        while True:
            try:
                self._record.mend()
                self._s = self._record.go_to(self._record.done)
                self._enter_stage()
                return
            except KeyboardInterrupt:
                continue

    # Forks, and rules that change on the way

    def fork(
        self,
        *,
        options: Mapping[str, object] | None = None,
        players: Mapping[str, Chooser] | None = None,
        seed: int | None = None,
    ) -> Self:
        """Return a second game with the same past that continues on its own.

        Args:
            options: Rule options from now on, also at an open decision. Unless they are only `changes` of later rounds,
                the past of the new game cannot be undone.
            players: By name, who plays: a strategy, a function, or None for a person.
            seed: New seed of the luck.

        Raises:
            OptionError: For options that change board, cards or seats, or that matter at the beginning only.
            SeatError: For a player who is not at the table.

        Example:
            >>> other = game.fork(options={"auction": False})
            >>> other.choices(), game.choices()
            (('buy', 'decline'), ('buy', 'auction'))
        """
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.options, other.start = copy_of_tables(self.options), copy_of_tables(self.start)
        other._s, other._record = self._s.copy(), self._record.copy()
        other._seats, other._styles = self._seats[:], self._styles[:]
        with self._speaking():
            if options is not None and (changed := copy_of_tables(mapping_of(options))):
                other._change_rules(changed)
            for name, who in () if players is None else mapping_of(players, "players").items():
                other.seat(name, who)
            if seed is not None:
                other.reseed(seed)
        return other

    def _change_rules(self, options: Mapping[str, object]) -> None:
        """Play on under other rules; OptionError, and nothing has changed, for those that a position cannot take."""
        base = self.edition.base or self.edition
        if set(options) == {CHANGES} and not self.is_changed:
            self._plan_changes(base, options)
            return
        stage, held = self._s.stage, self.options_now
        wanted = {**held, **options}
        edition, tables = base.in_play(wanted), base.tables(wanted).from_stage(stage)
        refuse_misfits(wanted, len(self.players))
        state = adapt_position(base, held, options, self.tables, tables, self._s)
        if state is None:
            return
        self.options, self.edition, self._s = wanted, edition, state
        self._past_changes = self._teller.changes[:stage]
        self._use_tables(tables)
        self._record = Record(tables, state, self._record.events, notes=dict(self._record.notes))
        self._rules_changed()
        self.is_changed = True

    def _plan_changes(self, base: Edition, options: Mapping[str, object]) -> None:
        """Change the rules from a future round on; what has been played stays as it is, and can be undone."""
        refuse_past(options, self._s.round + 1)
        done = changes_in(self.options, ValidationErrors(""))[: self._s.stage]
        past = [{"round": change.round, "options": dict(change.given)} for change in done]
        coming = [
            {"round": change.round, "options": dict(change.given)}
            for change in changes_in(options, ValidationErrors(""))
        ]
        wanted = {**self.options, CHANGES: past + coming}
        tables = base.tables(wanted)
        refuse_misfits(wanted, len(self.players))
        self.options, self._record.tables = wanted, tables
        self._record.forget_undone()
        self._rules_changed()
        self._use_tables(tables.at(self._s.stage))

    def _rules_changed(self) -> None:
        """Forget the topics on which the old options differed from the book; players learn what rents bring now."""
        self.__dict__.pop("_departures", None)
        self._provide_income(self._styles)

    @property
    def options_now(self) -> dict[str, object]:
        """Return the options that hold now, with `changes` still to come; `options` are those at the beginning.

        Example:
            >>> game.options_now
            {}
        """
        return copy_of_tables(rules_of(self.options, self._s.stage - len(self._past_changes)))

    @cached_property
    def _departures(self) -> frozenset[str]:
        """Return the topics on which this game's options differ from its rule book, for the text of a refusal."""
        base = self.edition.base or self.edition
        profile = {key: self.options[key] for key in ("profile",) if key in self.options}
        book = base.resolve(profile)
        held = [self.options, *(change.options for change in changes_in(self.options, ValidationErrors("")))]
        return frozenset(
            key.split(".")[0]
            for options in held
            for key, value in base.resolve(options).items()
            if value != book.get(key)
        )


def mapping_of(given: Any, place: str = "options") -> Mapping[str, Any]:
    """Return options, or players, as they are given.

    Raises:
        OptionError: For what is no mapping.
    """
    if not isinstance(given, Mapping):
        raise OptionError([("", place, say("game.bad_options", value=quoted(given)))])
    return given


def copy_of_tables(given: Mapping[Any, Any]) -> dict[Any, Any]:
    """Return a copy that shares no table or list with the original; every mapping in it becomes a dict."""
    return {key: _copied(value) for key, value in given.items()}


def _copied(value: Any) -> Any:
    if isinstance(value, Mapping):
        return copy_of_tables(value)
    return type(value)(map(_copied, value)) if type(value) in (list, tuple) else value
