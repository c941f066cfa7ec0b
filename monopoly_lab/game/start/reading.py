"""The table `[start]` read, all but deeds, mortgages and buildings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from monopoly_lab.codes import effect, kind, word
from monopoly_lab.editions.tables import Tables
from monopoly_lab.game.start.names import Names
from monopoly_lab.game.start.problems import Problems
from monopoly_lab.game.start.start import KEPT, MOST_MISSED, MOST_MONEY, MOST_ROUNDS, PARTS, POTS, Start
from monopoly_lab.game.start.tokens import read_tokens
from monopoly_lab.rules.jail import is_paid_at_once


def read_table(names: Names, start: Start, given: Mapping[str, Any]) -> None:
    """Everything but deeds, mortgages and buildings, put into `start`; every problem is noted."""
    names.problems.unknown_keys("start", given, PARTS)
    reader = _Reader(names, names.problems, names.t, start)
    reader.read(given)
    read_tokens(names, start, given)


@dataclass
class _Reader:
    names: Names
    problems: Problems
    t: Tables
    start: Start
    placed: set[int] = field(default_factory=set)  # tokens with a position of their own
    lost: set[int] = field(default_factory=set)  # tokens whose position cannot be read

    def read(self, given: Mapping[str, Any]) -> None:
        for name in PARTS:
            part: Callable[[str, Any], None] | None = getattr(self, f"_{name}", None)
            if part and name in given:
                part(f"start.{name}", given[name])
        self._check_rest()
        if "turn" not in given:
            seats = range(len(self.names.players))
            self.start.turn = next((p for p in seats if p not in self.start.out), 0)
        if "first" not in given:
            self.start.first = self.start.turn

    def _out(self, place: str, value: object) -> None:
        for where, name in self.problems.items(place, value):
            p = self.names.seat(where, name)
            if p is not None and p in self.start.out:
                self.problems.note(where, "player_twice", value=name)
            elif p is not None:
                self.start.out.append(p)
        seats = len(self.names.players)
        left = seats - len(self.start.out)
        if left < min(2, seats):
            self.problems.note(place, "nobody_left", n=left)
        elif 0 < self.t.o_end_bankruptcies <= len(self.start.out):
            self.problems.note(place, "over_already", value=len(self.start.out), limit=self.t.o_end_bankruptcies)

    def _speed_die(self, place: str, value: object) -> None:
        if self.t.o_speed_die != word.SPEED_DIE_AFTER_GO:
            self.problems.note(place, "no_speed_die")
            return
        for where, name in self.problems.items(place, value):
            p = self.names.seat(where, name)
            if p is not None:
                self.start.speed.append(p)

    def _turn(self, place: str, value: object) -> None:
        p = self.names.seat(place, value)
        if p in self.start.out:
            self.problems.note(place, "turn_of_bankrupt", value=value)
        elif p is not None:
            self.start.turn = p

    def _first(self, place: str, value: object) -> None:
        self.start.first = self.names.seat(place, value) or 0

    def _round(self, place: str, value: object) -> None:
        n = self.problems.number(place, value, 1, MOST_ROUNDS)
        if n is not None and 0 < self.t.o_rounds < n:
            self.problems.note(place, "after_last_round", value=n, last=self.t.o_rounds)
        self.start.round = n or 1

    def _cash(self, place: str, value: object) -> None:
        for where, p, entry in self.names.by_seat(place, value):
            x = self.problems.number(where, entry, 0, MOST_MONEY)
            if x is not None:
                self.start.cash[p] = x

    def _loans(self, place: str, value: object) -> None:
        self._by_seat(place, value, self.start.loans, self.t.o_loans_building)

    def _missed(self, place: str, value: object) -> None:
        self._by_seat(place, value, self.start.missed, MOST_MISSED)

    def _by_seat(self, place: str, value: object, into: dict[int, int], most: int) -> None:
        for where, p, entry in self.names.by_seat(place, value):
            x = self.problems.number(where, entry, 0, most)
            if x is not None:
                into[p] = x

    def _pots(self, place: str, value: object) -> None:
        pots = self.problems.table(place, value)
        self.problems.unknown_keys(place, pots, POTS)
        for name in POTS.keys() & pots.keys():
            x = self.problems.number(f"{place}.{name}", pots[name], 0, MOST_MONEY)
            if x is not None:
                self.start.cash[POTS[name]] = x

    def _position(self, place: str, value: object) -> None:
        for where, k, entry in self.names.by_token(place, value):
            self.placed.add(k)
            q = self.names.space(where, entry)
            if q is None:
                self.lost.add(k)
            else:
                self.start.at[k] = q

    def _check_rest(self) -> None:
        """Where there are no visitors in jail, whoever stands there is held."""
        for k in self.placed - self.lost:
            q, p = self.start.at[k], self.names.seat_of(k)
            if self.t.kind[q] == kind.JAIL_ENTER and k not in self.start.jail and p not in self.start.out:
                player = self.names.players[p]
                self.problems.note(f"start.position.{player}", "held_there", value=self.names.id(q), player=player)

    def _jail(self, place: str, value: object) -> None:
        for where, k, entry in self.names.by_token(place, value):
            if entry is False:  # this one of several characters is free
                continue
            n = self.problems.number(where, entry, 0, self._most_tries())
            if k not in self.placed and self.t.jail >= 0:
                self.start.at[k] = self.t.jail
            q = self.start.at[k]
            if not any(self._holds(space.index) for space in self.names.edition.spaces):
                self.problems.note(where, "no_jail")
            elif not self._holds(q) and k not in self.lost:
                player = self.names.players[self.names.seat_of(k)]
                self.problems.note(where, "jailed_elsewhere", value=self.names.id(q), player=player)
            elif n is not None:
                self.start.jail[k] = n

    def _most_tries(self) -> int:
        """The failed tries after which a prisoner is still held: also the last, where that frees in the next turn."""
        tries = self.t.o_jail_exit_tries
        return tries if not is_paid_at_once(self.t) else max(tries - 1, 0)

    def _holds(self, q: int) -> bool:
        """True for a space on which a token can be held."""
        office = self.t.kind[q] == kind.TAX_OFFICE and self.t.o_tax_admin_detain != 0
        return q == self.t.jail or office

    def _cards(self, place: str, value: object) -> None:
        for where, p, entry in self.names.by_seat(place, value):
            for here, name in self.problems.items(where, entry):
                c = self.names.card(here, name)
                if c is None:
                    continue
                if self.t.card_effect[c] not in KEPT:
                    kept = [card.id for card in self.names.edition.cards if self.t.card_effect[card.index] in KEPT]
                    self.problems.note(here, "not_kept", value=name, known=kept)
                elif self._token_of(c, p) != p:
                    token = self.names.edition.tokens[self.t.card_a[c]].name
                    self.problems.note(here, "card_of_token", value=name, token=token)
                elif c in self.start.holder:
                    other = self.names.players[self.start.holder[c]]
                    self.problems.note(here, "card_twice", value=name, other=other)
                else:
                    self.start.holder[c] = p

    def _token_of(self, c: int, other: int) -> int:
        """The seat whose token card `c` is for; `other` for a card that anybody may have."""
        return self.t.card_a[c] if self.t.card_effect[c] == effect.FOR_TOKEN else other

    def _piles(self, place: str, value: object) -> None:
        decks = {deck.id: deck for deck in self.names.edition.decks}
        piles = self.problems.table(place, value)
        self.problems.unknown_keys(place, piles, decks)
        if piles and self.t.o_decks == word.DECKS_REPLACEMENT:
            self.problems.note(place, "no_piles")
        for name in decks.keys() & piles.keys():
            self.start.piles[decks[name].index] = self._pile(f"{place}.{name}", name, piles[name])

    def _pile(self, place: str, deck: str, value: object) -> list[int]:
        known: list[int] = []
        for where, entry in self.problems.items(place, value):
            c = self.names.card(where, entry)
            if c is None:
                continue
            if self.names.edition.cards[c].deck != deck:
                self.problems.note(where, "card_of_other_deck", value=entry, deck=self.names.edition.cards[c].deck)
            elif self._token_of(c, 0) >= len(self.names.players):
                self.problems.note(where, "card_boxed", value=entry)
            elif c in self.start.holder:
                other = self.names.players[self.start.holder[c]]
                self.problems.note(where, "card_held", value=entry, other=other)
            elif c in known:
                self.problems.note(where, "card_twice_in_pile", value=entry)
            else:
                known.append(c)
        return known
