"""Read and check the table `[start]`; its deeds, mortgages and buildings are read in `start_estate`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from monopoly_lab.common.file_access import comparable_name
from monopoly_lab.common.validation_errors import GameFileErrors, toml_literal
from monopoly_lab.constants import ability, card_effect, option_value, payer_account, space_kind
from monopoly_lab.editions import Edition
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.game.setup.name_lookup import NameLookup
from monopoly_lab.game.setup.start_estate import read_estate
from monopoly_lab.game.setup.start_table import (
    KEPT,
    MOST_MISSED,
    MOST_MONEY,
    MOST_ROUNDS,
    PARTS,
    POTS,
    Start,
    build_state,
    most_tries,
)
from monopoly_lab.rules.bosses import ESCAPED, IN_STACK, lay_stack
from monopoly_lab.rules.state import State, empty
from monopoly_lab.rules.turn import start_cash

MOST_COINS = 1_000_000
OF_PLAYERS_IN_PLAY = ("cash", "deeds", "cards", "jail", "loans", "missed")  # tables by player


def position(edition: Edition, tables: Tables, players: Sequence[str], start: Mapping[str, Any]) -> State:
    """Return the position a start table describes; its next task is the turn of the seat named there.

    Raises SavedGameError with everything that is wrong with the table.
    """
    problems = GameFileErrors("")
    read = read_start(NameLookup(edition, tables, tuple(players), problems), start)
    problems.raise_if_any()
    return build_state(tables, len(players), read)


def read_start(names: NameLookup, given: Mapping[str, Any]) -> Start:
    """Return the table in numbers; every problem is noted, and what cannot be read is left out."""
    t = names.t
    start = Start()
    start.cash = dict.fromkeys(range(len(names.players)), start_cash(t, len(names.players)))
    start.cash[payer_account.JACKPOT] = t.o_jackpot_setup
    start.at = dict.fromkeys(range(len(names.players) * names.tokens), max(t.go, 0))
    read_table(names, start, given)
    read_estate(names, start, given)
    _bankrupt_have_nothing(names, start, given)
    return start


def _bankrupt_have_nothing(names: NameLookup, start: Start, given: Mapping[str, Any]) -> None:
    """Refuse what the file gives a bankrupt player, who has handed over everything and plays no more.

    Rounds still begin at the seat of a bankrupt who was the first, and a boss once beaten stays so.
    """
    for p in start.out:
        start.cash[p] = 0
        of_player = comparable_name(names.players[p])
        for part in OF_PLAYERS_IN_PLAY:
            table = given.get(part)
            entries = table.items() if isinstance(table, Mapping) else ()
            for name, entry in entries:
                if comparable_name(name) == of_player and not _is_nothing(part, entry):
                    place = f"start.{part}.{name}"
                    names.problems.note(place, "bankrupt_has", value=toml_literal(entry), player=name)


def _is_nothing(part: str, entry: object) -> bool:
    """Return True for an entry that gives a player nothing; 0 failed tries in jail are not nothing."""
    if part == "jail":
        return all(tries is False for tries in (entry if isinstance(entry, list) else [entry]))
    return entry in (0, [])


def read_tokens(names: NameLookup, start: Start, given: Mapping[str, Any]) -> None:
    """Read teams, resting characters, coins and bosses; note every problem, and fill teams from the box."""
    if "characters" in given:
        _read_characters(names, start, given["characters"])
    _fill_teams(names, start)
    if "resting" in given:
        _read_resting(names, start, given["resting"])
    if "coins" in given:
        _read_coins(names, start, given["coins"])
    _read_bosses(names, start, given)


def _characters_on_board(names: NameLookup, start: Start) -> list[int]:
    """Return the characters that stand on the board."""
    return [c for team in start.teams.values() for c in (team[:1] if names.is_party else team)]


def _read_characters(names: NameLookup, start: Start, value: object) -> None:
    most = names.t.o_party if names.is_party else names.tokens
    for where, p, entry in names.by_seat("start.characters", value):
        entries = names.problems.items(where, entry) if isinstance(entry, list) else [(where, entry)]
        if len(entries) > most:
            names.problems.note(where, "too_many_tokens", value=len(entries), most=most)
        for here, name in entries[:most]:
            c = names.character(here, name)
            if c is None:
                continue
            if problem := _character_problem(names, start, p, c):
                names.problems.note(here, problem, value=name, id=names.edition.characters[c].id)
            else:
                start.teams.setdefault(p, []).append(c)


def _character_problem(names: NameLookup, start: Start, p: int, c: int) -> str:
    """Return the message on a character that a player cannot have; "" if they can."""
    if not names.t.boxed[c] and not names.t.o_characters_expansion:
        return "character_not_at_hand"
    if names.t.star_do[c] == ability.UNKNOWN:
        return "ability_unknown"
    first = not start.teams.get(p) or not names.is_party
    twice = c in start.teams.get(p, ()) or (first and c in _characters_on_board(names, start))
    return "character_twice" if twice else ""


def _fill_teams(names: NameLookup, start: Start) -> None:
    boxed = [c for c in range(names.t.characters) if names.t.boxed[c]]
    for p in range(len(names.players)):
        team = start.teams.setdefault(p, [])
        while len(team) < names.tokens:
            free = [c for c in boxed if c not in _characters_on_board(names, start)]
            if not free:
                break
            team.append(free[0])


def _read_resting(names: NameLookup, start: Start, value: object) -> None:
    for where, name in names.problems.items("start.resting", value):
        c = names.character(where, name)
        if c is not None and (names.tokens == 1 or c not in _characters_on_board(names, start)):
            names.problems.note(where, "not_resting", value=name)
        elif c in start.resting:
            names.problems.note(where, "character_twice", value=name)
        elif c is not None:
            start.resting.append(c)


def _read_coins(names: NameLookup, start: Start, value: object) -> None:
    for name, entry in names.problems.table("start.coins", value).items():
        q = names.space(f"start.coins.{name}", name)
        n = names.problems.number(f"start.coins.{name}", entry, 0, MOST_COINS)
        if q is not None and q in start.coins:
            names.problems.note(f"start.coins.{name}", "coins_twice", value=names.id(q))
        elif n and names.t.characters == 0:
            names.problems.note(f"start.coins.{name}", "never_won")
        elif q is not None and n is not None:
            start.coins[q] = n
    start.cash[payer_account.BOARD] = sum(start.coins.values())


def _read_bosses(names: NameLookup, start: Start, given: Mapping[str, Any]) -> None:
    """Read which bosses a player has and which have escaped; refuse one that is not in the stack of so many players."""
    entries: list[tuple[str, int, Any]] = []
    if "bosses" in given:
        by_seat = names.by_seat("start.bosses", given["bosses"])
        entries += [(w, p, name) for where, p, items in by_seat for w, name in names.problems.items(where, items)]
    if "escaped" in given:
        entries += [(w, ESCAPED, name) for w, name in names.problems.items("start.escaped", given["escaped"])]
    if not entries:
        return
    stack = empty(names.t, len(names.players))
    lay_stack(stack, names.t)
    for where, p, name in entries:
        b = names.boss(where, name)
        if b is None:
            continue
        if stack.boss_of[b] != IN_STACK:
            names.problems.note(where, "boss_not_here", value=name)
        elif b in start.bosses:
            names.problems.note(where, "boss_twice", value=name)
        else:
            start.bosses[b] = p
    if 0 < len(start.bosses) == stack.boss_of.count(IN_STACK):
        last = "escaped" if given.get("escaped") else "bosses"
        names.problems.note(f"start.{last}", "no_boss_left")


def read_table(names: NameLookup, start: Start, given: Mapping[str, Any]) -> None:
    """Read everything but deeds, mortgages and buildings into `start`; note every problem."""
    names.problems.unknown_keys("start", given, PARTS)
    reader = _Reader(names, names.problems, names.t, start)
    reader.read(given)
    read_tokens(names, start, given)


def may_hold_tokens(t: Tables, q: int) -> bool:
    """Return True for a space on which a token can be held."""
    office = t.kind[q] == space_kind.TAX_OFFICE and t.o_tax_admin_detain != 0
    return q == t.jail or office


def _can_be_won(t: Tables, pot: str) -> bool:
    """Return False for a pot that the board has no space or boss for."""
    if pot == "jackpot":
        return any(t.kind[q] == space_kind.CASINO for q in range(t.spaces))
    return pot != "boss" or t.bosses > 0


@dataclass
class _Reader:
    names: NameLookup
    problems: GameFileErrors
    t: Tables
    start: Start
    placed: set[int] = field(default_factory=set)  # tokens with a position of their own
    lost: set[int] = field(default_factory=set)  # tokens whose position cannot be read

    def read(self, given: Mapping[str, Any]) -> None:
        readers: dict[str, Callable[[str, Any], None]] = {
            "out": self._out,
            "turn": self._turn,
            "first": self._first,
            "round": self._round,
            "cash": self._cash,
            "pots": self._pots,
            "position": self._position,
            "jail": self._jail,
            "cards": self._cards,
            "piles": self._piles,
            "speed_die": self._speed_die,
            "loans": self._loans,
            "missed": self._missed,
        }
        for name, read_part in readers.items():  # in this order: some parts read what earlier ones have found
            if name in given:
                read_part(f"start.{name}", given[name])
        self._check_jail_spaces()
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
        if self.t.o_speed_die != option_value.SPEED_DIE_AFTER_GO:
            self.problems.note(place, "no_speed_die")
            return
        for where, name in self.problems.items(place, value):
            p = self.names.seat(where, name)
            if p is not None and p in self.start.speed:
                self.problems.note(where, "player_twice", value=name)
            elif p is not None and p in self.start.out:
                self.problems.note(where, "bankrupt_has", value=toml_literal(name), player=self.names.players[p])
            elif p is not None:
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
        self._by_seat(place, value, self.start.cash, MOST_MONEY)

    def _loans(self, place: str, value: object) -> None:
        self._by_seat(place, value, self.start.bank_loans, self.t.o_loans_building)

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
        for name in [pot for pot in POTS if pot in pots]:
            x = self.problems.number(f"{place}.{name}", pots[name], 0, MOST_MONEY)
            if x and not _can_be_won(self.t, name):
                self.problems.note(f"{place}.{name}", "never_won")
            elif x is not None:
                self.start.cash[POTS[name]] = x

    def _position(self, place: str, value: object) -> None:
        for where, k, entry in self.names.by_token(place, value):
            self.placed.add(k)
            q = self.names.space(where, entry)
            if q is None:
                self.lost.add(k)
            else:
                self.start.at[k] = q

    def _check_jail_spaces(self) -> None:
        """Note tokens on the jail space that are not given as held, where the rules have no visitors in jail."""
        for k in self.placed - self.lost:
            q, p = self.start.at[k], self.names.seat_of(k)
            if self.t.kind[q] == space_kind.JAIL_ENTER and k not in self.start.jail and p not in self.start.out:
                player = self.names.players[p]
                self.problems.note(f"start.position.{player}", "held_there", value=self.names.id(q), player=player)

    def _jail(self, place: str, value: object) -> None:
        for where, k, entry in self.names.by_token(place, value):
            if entry is False:  # this one of several characters is free
                continue
            n = self.problems.number(where, entry, 0, most_tries(self.t))
            if k not in self.placed and self.t.jail >= 0:
                self.start.at[k] = self.t.jail
            q = self.start.at[k]
            if not any(may_hold_tokens(self.t, space.index) for space in self.names.edition.spaces):
                self.problems.note(where, "no_jail")
            elif not may_hold_tokens(self.t, q) and k not in self.lost:
                player = self.names.players[self.names.seat_of(k)]
                self.problems.note(where, "jailed_elsewhere", value=self.names.id(q), player=player)
            elif n is not None:
                self.start.jail[k] = n

    def _cards(self, place: str, value: object) -> None:
        for where, p, entry in self.names.by_seat(place, value):
            for here, name in self.problems.items(where, entry):
                c = self.names.card(here, name)
                if c is None:
                    continue
                if self.t.card_effect[c] not in KEPT:
                    kept = [card.id for card in self.names.edition.cards if self.t.card_effect[card.index] in KEPT]
                    self.problems.note(here, "not_kept", value=name, known=kept)
                elif self._seat_for_card(c, p) != p:
                    token = self.names.edition.tokens[self.t.card_a[c]].name
                    self.problems.note(here, "card_of_token", value=name, token=token)
                elif c in self.start.holder:
                    other = self.names.players[self.start.holder[c]]
                    self.problems.note(here, "card_twice", value=name, other=other)
                else:
                    self.start.holder[c] = p

    def _seat_for_card(self, c: int, other: int) -> int:
        """Return the seat whose token card `c` is for; `other` for a card that anybody may have."""
        return self.t.card_a[c] if self.t.card_effect[c] == card_effect.FOR_TOKEN else other

    def _piles(self, place: str, value: object) -> None:
        decks = {deck.id: deck for deck in self.names.edition.decks}
        piles = self.problems.table(place, value)
        self.problems.unknown_keys(place, piles, decks)
        if piles and self.t.o_decks == option_value.DECKS_REPLACEMENT:
            self.problems.note(place, "no_piles")
        for name in [deck for deck in decks if deck in piles]:
            self.start.piles[decks[name].index] = self._pile(f"{place}.{name}", name, piles[name])

    def _pile(self, place: str, deck: str, value: object) -> list[int]:
        pile: list[int] = []
        for where, entry in self.problems.items(place, value):
            c = self.names.card(where, entry)
            if c is None:
                continue
            if self.names.edition.cards[c].deck != deck:
                self.problems.note(where, "card_of_other_deck", value=entry, deck=self.names.edition.cards[c].deck)
            elif self._seat_for_card(c, 0) >= len(self.names.players):
                self.problems.note(where, "card_boxed", value=entry)
            elif c in self.start.holder:
                other = self.names.players[self.start.holder[c]]
                self.problems.note(where, "card_held", value=entry, other=other)
            elif c in pile:
                self.problems.note(where, "card_twice_in_pile", value=entry)
            else:
                pile.append(c)
        return pile
