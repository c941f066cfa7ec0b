"""What every side of a game has: the edition under its options, the players, the position and what it waits for."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from operator import is_not
from typing import Any, NamedTuple, TypeVar

from monopoly_lab.codes import node
from monopoly_lab.editions import Edition
from monopoly_lab.editions.tables import Tables
from monopoly_lab.exports import Exports
from monopoly_lab.game.position import Position
from monopoly_lab.game.record import Record
from monopoly_lab.messages import speaking, spoken
from monopoly_lab.rules.state import State
from monopoly_lab.text.events import Teller
from monopoly_lab.text.nodes import Chance, Decision, open_node, waiting
from monopoly_lab.text.notation import Notation

Found = TypeVar("Found")


class Read(NamedTuple):
    """What was read of a position, and of which: it is asked for often and written down at length."""

    at: tuple[str, int]  # language, and how often the position has been another one
    record: Record
    s: State
    teller: Teller
    found: dict[str, Any]


class Core(Exports):
    """The sides of a `Game` are written apart, each on this: `OpenSide`, `ToldSide`, `ShownSide`, `SavedSide`."""

    edition: Edition
    tables: Tables
    players: tuple[str, ...]
    lang: str
    _s: State
    _record: Record
    _teller: Teller
    _names: str
    _notation: Notation
    _read: Read | None = None

    def _speaking(self, lang: str = "") -> AbstractContextManager[None]:
        """Speak the language asked for, or else that of the game, inside a `with`."""
        return speaking(self.lang if isinstance(lang, str) and not lang else lang)

    @property
    def names(self) -> str:
        """What spaces, cards and characters are called; see `Edition.called`."""
        return self._teller.names

    @names.setter
    def names(self, names: str) -> None:
        """Raises UnknownName, and nothing changes, for a language the edition has no names in."""
        self.edition.called(names, self.lang)
        self._names = names
        self._teller = replace(self._teller, names=names)

    @property
    def state(self) -> Position:
        """The position, read-only, by names."""
        return Position(self.edition, self.tables, self._s, self.players, self.lang)

    @property
    def node(self) -> Decision | Chance | None:
        """The open decision or chance with its choices; None when the game is over."""
        return self._once("node", lambda: open_node(self._teller, self._notation, self._s))

    def _once(self, what: str, read: Callable[[], Found], lang: str = "") -> Found:
        """Read something of the position, in the language asked for; only once while it stays as it is."""
        with self._speaking(lang):
            now = Read((spoken(), self._record.moved), self._record, self._s, self._teller, {})
            before = self._read
            if before is None or before.at != now.at or any(map(is_not, before[1:4], now[1:4])):
                self._read = before = now
            if what not in before.found:
                before.found[what] = read()
            found: Found = before.found[what]
            return found

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
