"""The table `[start]`: a position to begin from, read and checked as a whole.

Everything may be left out; what is left out stands as at the beginning of a game, with
the money paid out and no deed owned.

    [start]
    turn = "Ann"                      # who plays next; `first`: who began the game, and so each round
    round = 5
    out = ["Cy"]                      # bankrupt, in the order of the bankruptcies
    mortgaged = ["baltic"]
    cash = {Ann = 300, Bo = 1200}
    position = {Ann = "new_york"}
    deeds = {Ann = ["boardwalk", "park_place"], Bo = ["baltic"]}
    buildings = {boardwalk = "hotel", park_place = 4}
    jail = {Bo = 0}                   # held in jail, with so many failed tries
    cards = {Ann = ["chance 9"]}      # cards kept, by id or by deck and number
    piles = {chance = ["chance 5"]}   # cards whose place is known, the next of them first
    pots = {parking = 0, jackpot = 200}

Known cards lie under the unseen ones, as after a draw. To say which card comes next, list
the whole pile; to fix one draw only, write it into the script.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from monopoly_lab.codes import account, effect, kind
from monopoly_lab.editions import Edition
from monopoly_lab.errors import UnknownName
from monopoly_lab.messages import say
from monopoly_lab.rules.building import rank
from monopoly_lab.rules.property import is_deed
from monopoly_lab.rules.tables import HOTEL, Tables
from monopoly_lab.scenario.problems import Problems, shown

MOST_MONEY = 1_000_000_000
MOST_ROUNDS = 1_000_000
KEPT = (effect.JAIL_FREE, effect.TAX_OFFICE_FREE)
POTS = {"parking": account.PARKING, "jackpot": account.JACKPOT}


@dataclass
class Start:
    """A start in numbers: seats, spaces and cards by index."""

    turn: int = 0
    first: int = 0
    round: int = 1
    out: list[int] = field(default_factory=list)
    cash: dict[int, int] = field(default_factory=dict)  # by account
    at: dict[int, int] = field(default_factory=dict)  # seat -> space
    jail: dict[int, int] = field(default_factory=dict)  # seat -> failed tries
    owner: dict[int, int] = field(default_factory=dict)  # space -> seat
    level: dict[int, int] = field(default_factory=dict)
    mortgaged: list[int] = field(default_factory=list)
    holder: dict[int, int] = field(default_factory=dict)  # card -> seat
    piles: dict[int, list[int]] = field(default_factory=dict)  # deck -> known cards


def read_start(
    edition: Edition, t: Tables, players: tuple[str, ...], start: Mapping[str, Any], problems: Problems
) -> Start:
    """The start in numbers; every problem is noted, and what cannot be read is left out."""
    reader = _Reader(edition, t, players, problems)
    return reader.read(start)


@dataclass
class _Reader:
    edition: Edition
    t: Tables
    players: tuple[str, ...]
    problems: Problems
    start: Start = field(default_factory=Start)
    places: dict[str, dict[int, str]] = field(default_factory=dict)  # where something was said

    def read(self, given: Mapping[str, Any]) -> Start:
        parts: dict[str, Callable[[str, Any], None]] = {
            "out": self._out,
            "turn": self._turn,
            "first": self._first,
            "round": self._round,
            "cash": self._cash,
            "position": self._position,
            "jail": self._jail,
            "deeds": self._deeds,
            "mortgaged": self._mortgaged,
            "buildings": self._buildings,
            "cards": self._cards,
            "piles": self._piles,
            "pots": self._pots,
        }
        self.problems.unknown_keys("start", given, parts)
        s = self.start
        s.cash = dict.fromkeys(range(len(self.players)), self.t.o_start_cash)
        s.cash[account.JACKPOT] = self.t.o_jackpot_setup
        s.at = dict.fromkeys(range(len(self.players)), max(self.t.go, 0))
        for name, part in parts.items():
            if name in given:
                part(f"start.{name}", given[name])
        self._bankrupt_have_nothing(given)
        if "turn" not in given:
            s.turn = next((p for p in range(len(self.players)) if p not in s.out), 0)
        if "first" not in given:
            s.first = s.turn
        self._check_buildings()
        return s

    # Names

    def seat(self, place: str, name: object) -> int | None:
        for p, player in enumerate(self.players):
            if isinstance(name, str) and player.casefold() == name.strip().casefold():
                return p
        self.problems.note(place, "unknown_player", value=name, known=self.players)
        return None

    def by_seat(self, place: str, value: object) -> list[tuple[str, int, Any]]:
        """The entries of a table by player: place, seat, value."""
        entries: list[tuple[str, int, Any]] = []
        for name, entry in self.problems.table(place, value).items():
            p = self.seat(f"{place}.{name}", name)
            if p is not None and p in [seat for _, seat, _ in entries]:
                self.problems.note(f"{place}.{name}", "player_twice", value=name)
            elif p is not None:
                entries.append((f"{place}.{name}", p, entry))
        return entries

    def space(self, place: str, name: object) -> int | None:
        if isinstance(name, str | int) and not isinstance(name, bool):
            try:
                return self.edition.space(name)
            except UnknownName as unknown:
                self.problems.take(place, [("", "", str(unknown))])
        else:
            self.problems.note(place, "not_a_space", value=shown(name))
        return None

    def deed(self, place: str, name: object) -> int | None:
        """A space that can be owned."""
        q = self.space(place, name)
        if q is not None and not is_deed(self.t, q):
            self.problems.note(place, "not_a_deed", value=self.edition.spaces[q].id)
            return None
        return q

    def card(self, place: str, name: object) -> int | None:
        """A card by its id, or by deck and number: "chance 9"."""
        known = [card.id for card in self.edition.cards]
        if isinstance(name, str) and name in known:
            return known.index(name)
        head, _, last = str(name).strip().rpartition(" ")
        for deck in self.edition.decks:
            if head.casefold() in (deck.id, *(text.casefold() for text in deck.names.values())):
                if last.isdecimal() and 1 <= int(last) <= len(deck.cards):
                    return deck.cards[int(last) - 1].index
                self.problems.note(place, "no_such_card", value=name, deck=deck.id, n=len(deck.cards))
                return None
        self.problems.note(place, "unknown_card", value=name, known=known)
        return None

    # The parts

    def _out(self, place: str, value: object) -> None:
        for where, name in self.problems.items(place, value):
            p = self.seat(where, name)
            if p is not None and p in self.start.out:
                self.problems.note(where, "player_twice", value=name)
            elif p is not None:
                self.start.out.append(p)
        left = len(self.players) - len(self.start.out)
        if left < min(2, len(self.players)):
            self.problems.note(place, "nobody_left", n=left)
        elif 0 < self.t.o_end_bankruptcies <= len(self.start.out):
            self.problems.note(place, "over_already", value=len(self.start.out), limit=self.t.o_end_bankruptcies)

    def _turn(self, place: str, value: object) -> None:
        p = self.seat(place, value)
        if p in self.start.out:
            self.problems.note(place, "turn_of_bankrupt", value=value)
        elif p is not None:
            self.start.turn = p

    def _first(self, place: str, value: object) -> None:
        self.start.first = self.seat(place, value) or 0

    def _round(self, place: str, value: object) -> None:
        n = self.problems.number(place, value, 1, MOST_ROUNDS)
        if n is not None and 0 < self.t.o_rounds < n:
            self.problems.note(place, "after_last_round", value=n, last=self.t.o_rounds)
        self.start.round = n or 1

    def _cash(self, place: str, value: object) -> None:
        for where, p, entry in self.by_seat(place, value):
            x = self.problems.number(where, entry, 0, MOST_MONEY)
            if x is not None:
                self.start.cash[p] = x

    def _pots(self, place: str, value: object) -> None:
        pots = self.problems.table(place, value)
        self.problems.unknown_keys(place, pots, POTS)
        for name, pot in POTS.items():
            x = self.problems.number(f"{place}.{name}", pots[name], 0, MOST_MONEY) if name in pots else None
            if x is not None:
                self.start.cash[pot] = x

    def _position(self, place: str, value: object) -> None:
        for where, p, entry in self.by_seat(place, value):
            q = self.space(where, entry)
            if q is not None:
                self.start.at[p] = q
                self.places.setdefault("position", {})[p] = where

    def _jail(self, place: str, value: object) -> None:
        for where, p, entry in self.by_seat(place, value):
            n = self.problems.number(where, entry, 0, max(self.t.o_jail_exit_tries - 1, 0))
            if p not in self.places.get("position", {}) and self.t.jail >= 0:
                self.start.at[p] = self.t.jail
            if not self._holds(self.start.at[p]):
                here = self.edition.spaces[self.start.at[p]].id
                known = [space.id for space in self.edition.spaces if self._holds(space.index)]
                self.problems.note(where, "jailed_elsewhere", value=here, player=self.players[p])
                if not known:
                    self.problems.note(where, "no_jail")
            elif n is not None:
                self.start.jail[p] = n

    def _holds(self, q: int) -> bool:
        """True for a space on which a token can be held."""
        office = self.t.kind[q] == kind.TAX_OFFICE and self.t.o_tax_admin_detain != 0
        return q == self.t.jail or office

    def _deeds(self, place: str, value: object) -> None:
        for where, p, entry in self.by_seat(place, value):
            for here, name in self.problems.items(where, entry):
                q = self.deed(here, name)
                if q is None:
                    continue
                if q in self.start.owner:
                    owner = self.players[self.start.owner[q]]
                    self.problems.note(here, "owned_twice", value=self.edition.spaces[q].id, owner=owner)
                else:
                    self.start.owner[q] = p

    def _mortgaged(self, place: str, value: object) -> None:
        for where, name in self.problems.items(place, value):
            q = self.deed(where, name)
            if q is None:
                continue
            shown_name = self.edition.spaces[q].id
            if q in self.start.mortgaged:
                self.problems.note(where, "mortgaged_twice", value=shown_name)
            elif q not in self.start.owner:
                self.problems.note(where, "mortgaged_unowned", value=shown_name)
            elif self.t.loan[q] == 0:
                self.problems.note(where, "no_loan", value=shown_name)
            else:
                self.start.mortgaged.append(q)

    def _buildings(self, place: str, value: object) -> None:
        for name, entry in self.problems.table(place, value).items():
            where = f"{place}.{name}"
            q = self.deed(where, name)
            level = self._level(where, entry)
            if q is None or level is None:
                continue
            if q in self.start.level:
                self.problems.note(where, "built_twice", value=self.edition.spaces[q].id)
            elif self.t.kind[q] != kind.STREET or self.t.house_cost[q] == 0:
                self.problems.note(where, "not_buildable", value=self.edition.spaces[q].id)
            elif q not in self.start.owner:
                self.problems.note(where, "built_unowned", value=self.edition.spaces[q].id)
            else:
                self.start.level[q] = level
                self.places.setdefault("buildings", {})[q] = where

    def _level(self, place: str, value: object) -> int | None:
        if isinstance(value, str):
            if value == "hotel":
                return HOTEL
            self.problems.note(place, "not_a_level", value=shown(value), most=self.t.o_build_even_maximum)
            return None
        return self.problems.number(place, value, 0, self.t.o_build_even_maximum)

    def _cards(self, place: str, value: object) -> None:
        for where, p, entry in self.by_seat(place, value):
            for here, name in self.problems.items(where, entry):
                c = self.card(here, name)
                if c is None:
                    continue
                if self.t.card_effect[c] not in KEPT:
                    kept = [card.id for card in self.edition.cards if self.t.card_effect[card.index] in KEPT]
                    self.problems.note(here, "not_kept", value=name, known=kept)
                elif c in self.start.holder:
                    self.problems.note(here, "card_twice", value=name, other=self.players[self.start.holder[c]])
                else:
                    self.start.holder[c] = p

    def _piles(self, place: str, value: object) -> None:
        decks = {deck.id: deck for deck in self.edition.decks}
        piles = self.problems.table(place, value)
        self.problems.unknown_keys(place, piles, decks)
        if piles and self.t.o_decks == 1:
            self.problems.note(place, "no_piles")
        for name in decks.keys() & piles.keys():
            known = self.start.piles.setdefault(decks[name].index, [])
            for where, entry in self.problems.items(f"{place}.{name}", piles[name]):
                c = self.card(where, entry)
                if c is None:
                    continue
                if self.edition.cards[c].deck != name:
                    self.problems.note(where, "card_of_other_deck", value=entry, deck=self.edition.cards[c].deck)
                elif c in self.start.holder:
                    self.problems.note(where, "card_held", value=entry, other=self.players[self.start.holder[c]])
                elif c in known:
                    self.problems.note(where, "card_twice_in_pile", value=entry)
                else:
                    known.append(c)

    # The whole

    def _bankrupt_have_nothing(self, given: Mapping[str, Any]) -> None:
        """A bankrupt player has handed over everything; what the file gives him is refused."""
        for p in self.start.out:
            self.start.cash[p] = 0
            for part in ("cash", "deeds", "cards", "jail"):
                table = given.get(part)
                for name, entry in table.items() if isinstance(table, Mapping) else ():
                    if name.strip().casefold() == self.players[p].casefold() and entry not in (0, []):
                        self.problems.note(f"start.{part}.{name}", "bankrupt_has", value=shown(entry), player=name)

    def _check_buildings(self) -> None:
        s, t = self.start, self.t
        houses = sum(level for level in s.level.values() if level != HOTEL)
        hotels = sum(level == HOTEL for level in s.level.values())
        if houses > t.o_components_houses:
            self.problems.note("start.buildings", "too_many_houses", value=houses, most=t.o_components_houses)
        if hotels > t.o_components_hotels:
            self.problems.note("start.buildings", "too_many_hotels", value=hotels, most=t.o_components_hotels)
        for group in self.edition.groups:
            built = [q for q in group.spaces if s.level.get(q)]
            if built:
                self._check_group(group.spaces, built, group.name)

    def _check_group(self, sites: tuple[int, ...], built: list[int], name: str) -> None:
        """A group with buildings: complete, free of mortgages, evenly built, as far as the rules keep it so."""
        s, t = self.start, self.t
        place = self.places["buildings"][built[0]]
        ids = self.edition.spaces
        for q in built:
            if q in s.mortgaged:
                self.problems.note(self.places["buildings"][q], "built_mortgaged", value=ids[q].id)
        if t.o_build_condition_full_group and not t.o_trade_buildings:
            lacking = [ids[q].id for q in sites if s.owner.get(q) != s.owner[built[0]]]
            if lacking:
                self.problems.note(place, "group_incomplete", group=name, lacking=", ".join(lacking))
        if t.o_mortgage_blocks and not t.o_mortgage_condition:
            mortgaged = [ids[q].id for q in sites if q in s.mortgaged and q not in built]
            if mortgaged:
                self.problems.note(place, "group_mortgaged", group=name, mortgaged=", ".join(mortgaged))
        own = [q for q in sites if s.owner.get(q) == s.owner[built[0]]]
        heights = [self._height(s.level.get(q, 0)) for q in own]
        if t.o_build_even and t.o_sell_even and max(heights) - min(heights) > 1:
            levels = ", ".join(f"{ids[q].id} {_level_text(s.level.get(q, 0))}" for q in own)
            self.problems.note(place, "uneven", group=name, levels=levels)

    def _height(self, level: int) -> int:
        """Buildings on a site; a hotel that asks for nothing on the other sites stands no higher than its houses."""
        if level == HOTEL and self.t.o_hotel_need == 1:
            return self.t.o_build_even_maximum
        return rank(self.t, level)


def _level_text(level: int) -> str:
    return say("lot.hotel_short") if level == HOTEL else str(level)
