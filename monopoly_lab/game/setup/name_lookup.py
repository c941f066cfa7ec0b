"""Look up players, spaces and cards by the names in a file, as indices."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from monopoly_lab.common.errors import UnknownName
from monopoly_lab.common.file_access import comparable_name, whole_number
from monopoly_lab.common.validation_errors import GameFileErrors, toml_literal
from monopoly_lab.editions import Edition
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.notation.piece_names import index_by_name
from monopoly_lab.rules.characters import is_party
from monopoly_lab.rules.ownership import is_deed
from monopoly_lab.rules.state import empty, tokens_each


@dataclass
class NameLookup:
    """Turn names in a file into indices: each method returns None after noting a problem, with the nearest known name.

    `place` is where the file has the name, as in `start.cash.Ann`; `problems` collects what is wrong.
    """

    edition: Edition
    t: Tables
    players: tuple[str, ...]
    problems: GameFileErrors

    def seat(self, place: str, name: object) -> int | None:
        """Return the seat of a player; None, with the problem noted, for an unknown name."""
        if self.problems.text(place, name) is None:
            return None
        for p, player in enumerate(self.players):
            if comparable_name(player) == comparable_name(str(name)):
                return p
        self.problems.note(place, "unknown_player", value=name, known=self.players)
        return None

    def by_seat(self, place: str, value: object) -> list[tuple[str, int, Any]]:
        """Return the entries of a table whose keys are players: place, seat, value."""
        entries: list[tuple[str, int, Any]] = []
        for name, entry in self.problems.table(place, value).items():
            p = self.seat(f"{place}.{name}", name)
            if p is not None and p in [seat for _, seat, _ in entries]:
                self.problems.note(f"{place}.{name}", "player_twice", value=name)
            elif p is not None:
                entries.append((f"{place}.{name}", p, entry))
        return entries

    @property
    def tokens(self) -> int:
        """Return the number of tokens of each player."""
        return tokens_each(self.t, len(self.players))

    @cached_property
    def is_party(self) -> bool:
        """Return True if each player has a team and one character of it on the board."""
        return is_party(empty(self.t, len(self.players)), self.t)

    def seat_of(self, token: int) -> int:
        """Return the seat of a token."""
        return token // self.tokens

    def by_token(self, place: str, value: object) -> list[tuple[str, int, Any]]:
        """Return the entries of a table whose keys are players: place, token, value; a list has one for each token."""
        entries: list[tuple[str, int, Any]] = []
        for where, p, entry in self.by_seat(place, value):
            first = p * self.tokens
            if self.tokens == 1 or not isinstance(entry, list):
                entries.append((where, first, entry))
            elif len(entry) > self.tokens:
                self.problems.note(where, "too_many_tokens", value=len(entry), most=self.tokens)
            else:
                entries += [(f"{where}[{i}]", first + i, item) for i, item in enumerate(entry)]
        return entries

    def character(self, place: str, name: object) -> int | None:
        """Return the index of a character; None, with the problem noted, for an unknown name."""
        return self._role(place, name, [(entry.id, entry.names) for entry in self.edition.characters], "character")

    def boss(self, place: str, name: object) -> int | None:
        """Return the index of a boss; None, with the problem noted, for an unknown name."""
        return self._role(place, name, [(entry.id, entry.names) for entry in self.edition.bosses], "boss")

    def _role(self, place: str, name: object, entries: list[tuple[str, Any]], what: str) -> int | None:
        if self.problems.text(place, name) is None:
            return None
        found = index_by_name(str(name), entries)
        if found is None:
            self.problems.note(place, f"unknown_{what}", value=name, known=[id_ for id_, _ in entries])
        return found

    def space(self, place: str, name: object) -> int | None:
        """Return the index of a space; None, with the problem noted, for an unknown name or after too many problems."""
        if self.problems.full:
            return None
        if isinstance(name, str | int) and not isinstance(name, bool):
            try:
                return self.edition.space(name)
            except UnknownName as unknown:
                self.problems.take(place, [("", "", str(unknown))])
        else:
            self.problems.note(place, "not_a_space", value=toml_literal(name))
        return None

    def deed(self, place: str, name: object) -> int | None:
        """Return the index of a space that can be owned; None, with the problem noted, for any other."""
        q = self.space(place, name)
        if q is not None and not is_deed(self.t, q):
            self.problems.note(place, "not_a_deed", value=self.id(q))
            return None
        return q

    def by_deed(self, place: str, value: object) -> list[tuple[str, int, Any]]:
        """Return the entries of a table whose keys are deeds: place, space, value."""
        found = []
        for name, entry in self.problems.table(place, value).items():
            q = self.deed(f"{place}.{name}", name)
            if q is not None:
                found.append((f"{place}.{name}", q, entry))
        return found

    def card(self, place: str, name: object) -> int | None:
        """Return the index of a card, read by id or by deck and number ("chance 9"); None, with the problem noted."""
        if self.problems.text(place, name) is None:
            return None
        known = [card.id for card in self.edition.cards]
        if name in known:
            return known.index(str(name))
        head, _, last = str(name).strip().rpartition(" ")
        for deck in self.edition.decks:
            if head.casefold() in (deck.id, *(text.casefold() for text in deck.names.values())):
                number = whole_number(last)
                if number is not None and 1 <= number <= len(deck.cards):
                    return deck.cards[number - 1].index
                self.problems.note(place, "no_such_card", value=name, deck=deck.id, n=len(deck.cards))
                return None
        self.problems.note(place, "unknown_card", value=name, known=known)
        return None

    def id(self, q: int) -> str:
        """Return the id of a space."""
        return self.edition.spaces[q].id
