"""Scene: the data of a position for its picture and description: names, seats, owners, amounts.

It only reads. All text is in the language of the reader; so are names of spaces and money, unless those of the
rule book or of another language are asked for (`names_in`, see `Edition.called`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from monopoly_lab.board_drawing import colors
from monopoly_lab.board_drawing.board_pieces import PATTERN_NAMES
from monopoly_lab.board_drawing.piece_art import token_letters
from monopoly_lab.common.messages import format_rounded, say
from monopoly_lab.constants import (
    ability,
    codes,
    event,
    names,
    node,
    option_value,
    payer_account,
    player_role,
    space_kind,
)
from monopoly_lab.editions.appearance import Figure
from monopoly_lab.editions.components import Boss, Face
from monopoly_lab.editions.edition import Edition
from monopoly_lab.editions.edition_notes import part_name
from monopoly_lab.editions.rule_tables import HOTEL, Tables
from monopoly_lab.editions.rulebook_topics import terms
from monopoly_lab.notation.events import Teller
from monopoly_lab.notation.nodes import waiting_sentence
from monopoly_lab.notation.piece_names import player_name, side_name
from monopoly_lab.rules.dice import SPEED_DIE, throws_speed_die
from monopoly_lab.rules.state import State

DEEDS = (space_kind.STREET, space_kind.STATION, space_kind.UTILITY)


class Move(NamedTuple):
    """How a token came to where it is: spaces forward, back (negative), or carried there (0)."""

    token: int
    start: int  # -1: not known
    goal: int
    steps: int


class Overlay(NamedTuple):
    """A value for each space, None where there is none, shown as color and as text."""

    values: Sequence[float | None]
    label: str = ""
    pattern: str = "{:.3g}"  # how a value is written, "{:.2%}" for instance
    decimal_point: str = "."

    def text(self, value: float) -> str:
        """Return a value as the legend writes it."""
        return self.pattern.format(Rounded(value)).replace(".", self.decimal_point)


class Rounded(float):
    """A number that is written as all figures are."""

    def __format__(self, form: str) -> str:
        return format_rounded(float(self), form)


@dataclass(frozen=True)
class Seat:
    """A player as the board shows it."""

    index: int
    name: str
    letter: str
    color: str
    shape: str
    cash: int = 0
    out: int = 0
    cards: int = 0  # that it holds
    loan: int = 0  # owed to the bank for buildings
    missed: int = 0  # turns that it has still to miss
    side_color: str = ""


@dataclass(frozen=True)
class Token:
    """A token as the board shows it."""

    index: int
    seat: Seat
    letter: str
    space: int
    held: bool
    figure: Figure | None = None


def last_move(events: Sequence[Sequence[int]], tables: Tables) -> Move | None:
    """Return the last move in a list of events of the rules, or None."""
    for place in range(len(events) - 1, -1, -1):
        kind, _, token, goal, steps, _ = events[place]
        if kind == event.MOVED and steps:
            return Move(token, (goal - steps) % tables.spaces, goal, steps)
        if kind in (event.MOVED, event.JAILED):
            stood = _last_space(events[:place], token)
            if kind == event.MOVED or goal == tables.jail != stood:
                return Move(token, stood, goal, 0)
    return None


def _last_space(events: Sequence[Sequence[int]], token: int) -> int:
    """Return where a token was after these events, -1 if they do not tell."""
    for kind, _, mover, goal, _, _ in reversed(events):
        if kind in (event.MOVED, event.JAILED) and mover == token:
            return goal
    return -1


class Scene:
    """One position of one edition; without a state, the empty board."""

    def __init__(
        self, edition: Edition, tables: Tables, state: State | None, players: Sequence[str], lang: str, names_in: str
    ) -> None:
        self.edition, self.t, self.s = edition.called(names_in, lang), tables, state
        self.lang, self.names_in = lang, names_in
        self.look = edition.look
        self.bars = [g for g in range(tables.groups) if tables.kind[tables.group_first[g]] == space_kind.STREET]
        self.colors = dict(zip(self.bars, colors.group_colors([edition.groups[g].color for g in self.bars])))
        self.seats = self._seats(players, state) if state is not None else []

    @cached_property
    def terms(self) -> dict[str, object]:
        """Return what the edition calls a house, a hotel, a site."""
        return terms(self.edition.rulebook, self.edition.words, self.lang)

    def say(self, key: str, **values: object) -> str:
        """Return a message of the board in the language of the scene."""
        return say(f"board.{key}", self.lang, **values)

    # The board

    def name(self, q: int) -> str:
        """Return the name of a space."""
        return self.edition.spaces[q].name

    def amount(self, x: int) -> str:
        """Return a sum of money in words."""
        return self.edition.money.text_for_reader(x, self.lang)

    def title(self) -> str:
        """Return the title of the edition."""
        return self.edition.title

    def kind(self, q: int) -> str:
        """Return the kind of a space in lower case: "street", "deck"."""
        return names(space_kind)[self.t.kind[q]]

    def corner(self, q: int) -> str:
        """Return the name of the picture for a space in a corner; empty for none.

        The edition names pictures by id of a space or by kind of space. An id that is also the name of a kind means
        the kind.
        """
        pictures, own = self.look.corners, self.edition.spaces[q].id
        return pictures.get(own if own not in codes(space_kind) and own in pictures else self.kind(q), "")

    def is_deed(self, q: int) -> bool:
        """Return True for a space that can be owned."""
        return self.t.kind[q] in DEEDS

    def has_bar(self, q: int) -> bool:
        """Return True for a site whose group has a color."""
        return self.t.kind[q] == space_kind.STREET and self.t.group[q] in self.colors

    def group_letter(self, g: int) -> str:
        """Return A to Z, then AA, AB and so on, in the order of the groups."""
        return ("" if g < 26 else chr(64 + g // 26)) + chr(65 + g % 26)

    def group_pattern(self, g: int) -> str:
        """Return the pattern of a group: neighbors in the list never share one, nor do groups of the same color."""
        return PATTERN_NAMES[(g + g // len(colors.GROUPS)) % len(PATTERN_NAMES)]

    def group_name(self, g: int) -> str:
        """Return the name of a group."""
        return self.edition.groups[g].name

    def deck_letter(self, q: int) -> str:
        """Return the first letter of the deck of a space; empty if it has none."""
        d = self.t.deck_of[q]
        return self.edition.decks[d].name[:1].upper() if d >= 0 else ""

    def price_text(self, q: int) -> str:
        """Return what a space costs, brings or holds; empty for nothing."""
        what = self.t.kind[q]
        if what in DEEDS:
            return self.amount(self.t.price[q])
        if what in (space_kind.TAX, space_kind.TRAM) and self.t.tax[q]:
            return self.amount(self.t.tax[q])
        if what == space_kind.THWOMP and self.t.tax[q]:
            return "−" + self.amount(self.t.tax[q])
        if what == space_kind.GO and self.t.o_salary:
            return "+" + self.amount(self.t.o_salary)
        pot = self.pot(q)
        return self.amount(pot) if pot else ""

    def pot(self, q: int) -> int:
        """Return the money that lies on the space."""
        if self.s is None:
            return 0
        where = {space_kind.PARKING: payer_account.PARKING, space_kind.CASINO: payer_account.JACKPOT}.get(
            self.t.kind[q]
        )
        return 0 if where is None else self.s.cash[where]

    def coins(self, q: int) -> int:
        """Return the coins that lie on the space."""
        return self.s.coins[q] if self.s is not None else 0

    def token_name(self, p: int) -> str:
        """Return who the token of a seat is, where the box has figures with names; or ""."""
        return self.edition.tokens[p].name if self.s is not None and p < len(self.edition.tokens) else ""

    def side(self, p: int) -> str:
        """Return the side of a seat in a word, where there are sides; or ""."""
        return side_name(self.s.role[p], self.lang) if self.s is not None and self.t.o_roles_sides else ""

    def side_look(self, role_: int) -> Figure | None:
        """Return the outline of a side's tokens and its color, where the edition has them."""
        return self.look.sides.get(names(player_role)[role_])

    def characters(self, p: int) -> str:
        """Return the figure of a seat's token, or the names of its characters, a resting one in brackets; or ""."""
        s = self.s
        if s is None or self.token_name(p):
            return self.token_name(p)
        mine = [k for k in range(s.tokens) if s.seat_of[k] == p and s.character[k] >= 0]
        names_ = [self.edition.characters[s.character[k]].name for k in mine]
        return ", ".join(f"({name})" if s.resting[k] else name for name, k in zip(names_, mine))

    def figures(self, p: int) -> list[tuple[Figure, bool]]:
        """Return the drawings of the characters of a seat on the board, and whether each of them rests."""
        s = self.s
        mine = [k for k in range(s.tokens) if s.seat_of[k] == p] if s is not None else []
        drawn = [(self._figure(s.character[k]), bool(s.resting[k])) for k in mine] if s is not None else []
        return [(figure, rests) for figure, rests in drawn if figure is not None]

    def _figure(self, character: int) -> Figure | None:
        return self.look.figures.get(self.edition.characters[character].id) if character >= 0 else None

    def bosses(self, p: int) -> list[str]:
        """Return the bosses a seat has beaten, by name."""
        won = [boss for boss in self.edition.bosses if self.s is not None and self.s.boss_of[boss.index] == p]
        return [boss.name for boss in won]

    def ability(self, name: str, amount: int) -> str:
        """Return what a reward does, in words."""
        teller = Teller(self.edition, self.t, tuple(seat.name for seat in self.seats), self.names_in)
        return teller.ability(codes(ability)[name], amount, self.lang)

    def stack(self) -> list[Boss]:
        """Return the bosses that are still to be fought, the next one first."""
        return [boss for boss in self.edition.bosses if self.s is not None and self.s.boss_of[boss.index] == -1]

    def boss(self) -> str:
        """Return the boss on top of the stack with its price, number and the coins that lie on it; empty for none."""
        stack = self.stack()
        if self.s is None or not stack:
            return ""
        name, price = stack[0].name, self.amount(stack[0].price)
        lying = self.s.cash[payer_account.BOSS]
        held = self.say("boss_holds", amount=self.amount(lying)) if lying else ""
        return self.say("boss", name=name, amount=price, n=stack[0].roll, left=len(stack), held=held)

    # The position

    def _seats(self, players: Sequence[str], s: State) -> list[Seat]:
        unnamed = (self.say("player", n=p + 1) for p in range(len(players), s.seats))
        given = [*(player_name(name, self.lang) for name in players), *unnamed][: s.seats]
        marks = token_letters(given)
        return [
            Seat(
                index=p,
                name=given[p],
                letter=marks[p],
                color=colors.SEATS[p],
                shape=side.drawing if (side := self.side_look(s.role[p])) else self.look.tokens[p],
                cash=s.cash[p],
                out=s.out[p],
                cards=sum(s.card_seat[c] == p for c in range(self.t.cards)),
                loan=s.loan[p],
                missed=s.missed[p],
                side_color=side.color if side else "",
            )
            for p in range(s.seats)
        ]

    def owner(self, q: int) -> Seat | None:
        """Return the seat that owns a space; None for the bank."""
        if self.s is None or not self.is_deed(q) or self.s.owner[q] < 0:
            return None
        return self.seats[self.s.owner[q]]

    def level(self, q: int) -> int:
        """Return the houses on a site, 5 for a hotel."""
        return self.s.level[q] if self.s is not None else 0

    def is_mortgaged(self, q: int) -> bool:
        """Return True for a deed that is mortgaged."""
        return self.s is not None and bool(self.s.mortgaged[q])

    def deeds(self, p: int) -> list[int]:
        """Return the spaces that a seat owns."""
        return [q for q in range(self.t.spaces) if self.is_deed(q) and self.s is not None and self.s.owner[q] == p]

    def tokens(self) -> list[Token]:
        """Return the tokens of the seats still in play; with several a seat, each has its number."""
        s = self.s
        if s is None:
            return []
        tokens = []
        for k in range(s.tokens):
            seat = self.seats[s.seat_of[k]]
            number = sum(s.seat_of[j] == seat.index for j in range(k + 1))
            several = sum(s.seat_of[j] == seat.index for j in range(s.tokens)) > 1
            letter = f"{seat.letter}{number}" if several else seat.letter
            if not seat.out:
                tokens.append(Token(k, seat, letter, s.at[k], s.jail[k] != 0, self._figure(s.character[k])))
        return tokens

    def dice(self) -> list[int | Face]:
        """Return the faces of the last throw; of a speed die or an unused power-up die as the edition has it."""
        faces: list[int | Face] = [face for face in self.s.dice if face > 0] if self.s is not None else []
        if self.s is not None and self.s.dice[SPEED_DIE] > 0 and self.t.o_speed_die != option_value.SPEED_DIE_NONE:
            faces[SPEED_DIE] = self.edition.speed_die[self.s.dice[SPEED_DIE] - 1]
        if self.s is not None and self.s.face > 0:
            faces.append(self.edition.power[self.s.face - 1])
        return faces

    def throws_speed_die(self, p: int) -> bool:
        """Return True for a seat that throws the speed die as well."""
        return self.s is not None and throws_speed_die(self.s, self.t, p)

    def status(self) -> str:
        """Return whose choice it is and what it is about; empty without a position."""
        if self.s is None or self.s.node == node.NONE:
            return ""
        teller = Teller(self.edition, self.t, tuple(seat.name for seat in self.seats), self.names_in)
        return waiting_sentence(teller, self.s, self.lang)

    def actor(self) -> Seat | None:
        """Return the seat whose choice or throw it is."""
        if self.s is None or self.s.node in (node.NONE, node.OVER) or not 0 <= self.s.actor < len(self.seats):
            return None
        return self.seats[self.s.actor]

    def round(self) -> str:
        """Return the number of the round; empty before the first."""
        return self.say("round", n=self.s.round) if self.s is not None and self.s.round > 0 else ""

    def stock(self, boss: bool = True) -> str:
        """Return what the bank has left, the next boss if it is asked for, and the pots."""
        s = self.s
        if s is None:
            return ""
        has_buildings = self.t.o_components_houses or self.t.o_components_hotels
        parts = [self.say("stock", n=max(s.houses, 0), m=max(s.hotels, 0), **self.terms)] if has_buildings else []
        parts += [self.boss()] if boss and self.boss() else []
        parts += [
            self.say(
                "pot",
                account=say(f"account.{names(payer_account)[where]}", self.lang),
                amount=self.amount(s.cash[where]),
            )
            for where in (payer_account.PARKING, payer_account.JACKPOT)
            if s.cash[where]
        ]
        return " · ".join(parts)

    def origin(self) -> str:
        """Return which parts of the edition are not from a rule book or a published board; empty for none."""
        notes = []
        for source in ("reconstruction", "unverified"):
            parts = [part for part, origin in self.edition.provenance.items() if origin.source == source]
            played = f"profiles.{self.edition.profile}"
            words = [part_name(part, self.lang) for part in parts if "." not in part or part == played]
            if words:
                notes.append(self.say(source, parts=", ".join(words)))
        return "; ".join(notes)

    def level_text(self, q: int) -> str:
        """Return in words the buildings on a site; empty if there are none."""
        level = self.level(q)
        if level >= HOTEL:
            return self.say("one_hotel", **self.terms)
        return self.say("houses", n=level, **self.terms) if level else ""
