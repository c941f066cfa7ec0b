"""Going back and forth in a game: undo, redo, the answers so far, and the position after each."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Concatenate, ParamSpec, Self, TypeVar

from monopoly_lab.common.file_access import count_of
from monopoly_lab.common.validation_errors import ValidationErrors
from monopoly_lab.constants import action, event, names
from monopoly_lab.editions.rule_changes import changes_in
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.game.base import Core
from monopoly_lab.notation import action_text
from monopoly_lab.notation.events import Teller
from monopoly_lab.notation.parser import Notation

Given = ParamSpec("Given")
Result = TypeVar("Result")
G = TypeVar("G", bound="PastSide")


def uninterrupted(method: "Callable[Concatenate[G, Given], Result]") -> "Callable[Concatenate[G, Given], Result]":
    """Return the method, carried out as a whole or not at all: who interrupts it finds a game that can go on."""

    @wraps(method)
    def through(game: G, /, *given: Given.args, **named: Given.kwargs) -> Result:
        try:
            return method(game, *given, **named)
        except KeyboardInterrupt:
            game._restore()
            raise

    return through


class PastSide(Core):
    """The past of a `Game`."""

    options: dict[str, object]
    _past_changes: tuple[Mapping[str, object], ...]  # of the rules before `fork` changed them

    def undo(self, n: int = 1) -> Self:
        """Take back the last answers; the same luck would return.

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
            n: Number of answers.

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

    @uninterrupted
    def _go_to(self, n: int) -> None:
        self._s = self._record.go_to(n)
        self._enter_stage()

    @property
    def answers(self) -> tuple[str, ...]:
        """Return the texts of all answers so far; a sealed bid is hidden until the bids are opened."""
        return tuple(self._enveloped(n, text) for n, text in enumerate(self._record.texts[: self._record.done]))

    @property
    def answered(self) -> int:
        """Return the number of answers given so far."""
        return self._record.done

    @property
    def undone(self) -> tuple[str, ...]:
        """Return the texts of the answers that can be redone."""
        done = self._record.done
        return tuple(self._enveloped(n, text) for n, text in enumerate(self._record.texts[done:], done))

    def forget_undone(self) -> None:
        """Drop what was undone, so that it cannot be redone.

        Example:
            >>> game.undo().forget_undone()
            >>> game.undone
            ()
        """
        self._record.forget_undone()

    def _enveloped(self, n: int, text: str) -> str:
        """Return the text of answer `n`, if under seal as an envelope; one that holds no bid looks like the others."""
        if n not in self._record.sealed:
            return text
        answer, place = self._record.answers[n], self._record.marks[n]
        later = self._record.log[place : self._record.marks[self._record.done]]
        if any(raw.kind in (event.BID, event.PASSED) for raw in later):
            return text
        amount = answer.amount if answer.verb == action.BID else 0
        return f"{names(action)[action.BID]} {action_text.seal_amount(amount, n)}"

    def _tell_by(self, tables: Tables) -> None:
        """Use the tables of a stage from now on, in sentences too."""
        changes = self._past_changes + tuple(change.given for change in changes_in(self.options, ValidationErrors("")))
        self.tables = tables
        self._teller = Teller(self.edition, tables, self.players, self._names, changes)
        self._notation = Notation(self.edition, tables, self.players)

    def _enter_stage(self) -> None:
        """Use the tables of the stage in which the position is."""
        if self.tables.stage != self._s.stage:
            self._tell_by(self._record.tables.at(self._s.stage))

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
