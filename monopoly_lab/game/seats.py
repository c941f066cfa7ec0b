"""Seats of a game: names, who plays each, and the luck; names and players that are not allowed are refused."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence

from monopoly_lab.common.argument_checks import python_integers
from monopoly_lab.common.errors import ArgumentError, SeatError
from monopoly_lab.common.file_access import normalized_name, quoted, shortened
from monopoly_lab.common.messages import say
from monopoly_lab.game.base import Core
from monopoly_lab.game.player_view import View
from monopoly_lab.game.position import seat_of
from monopoly_lab.notation.parser import FORBIDDEN_IN_NAMES, OFFER_WORDS
from monopoly_lab.players import Strategy, style_of
from monopoly_lab.players.income_tables import provide_income

MOST_LETTERS = 60  # of a name
JOINERS = "\u200c\u200d"  # in Persian and Indic names, and between the persons of a family that is one sign
UNSEEN = ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp")  # general categories of Unicode
UNSEEN_MARKS = (  # marks that show nothing; some emoji need one of them
    *"\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f",
    *map(chr, range(0xFE00, 0xFE10)),
    *map(chr, range(0xE0100, 0xE01F0)),
)
NOT_COMPARED = dict.fromkeys(map(ord, (*JOINERS, *UNSEEN_MARKS)))
CAPITAL_TWINS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX")  # the small letters of some look like others
TWINS = str.maketrans("аеорсухіѕјԁһкмтнвαορνικτηυχ", "aeopcyxisjdhkmthbaopviktnux")

Chooser = str | Strategy | Callable[[View], str] | None  # who chooses for a seat; None for a person
Players = Sequence[str | tuple[str, Chooser]] | Mapping[str, Chooser]  # as they are given to a game
RESERVED = ("bank", "players", "table")  # words with another meaning in choices


def seats_of(players: Players, least: int, most: int, tokens: int = 0) -> dict[str, Chooser]:
    """Return names with who plays them, in order; SeatError for names that cannot be told apart or written."""
    if isinstance(players, str) or not isinstance(players, Mapping | Iterable):
        raise SeatError(say("seat.no_list", value=quoted(players)))
    if isinstance(players, set | frozenset):
        example = shortened(str(sorted(players, key=str)))
        raise SeatError(say("seat.no_order", value=quoted(players), example=example))
    pairs = (
        players.items() if isinstance(players, Mapping) else [p if isinstance(p, tuple) else (p, None) for p in players]
    )
    if len(pairs) > most:
        raise SeatError(number_refusal(len(pairs), least, most, tokens))
    seats: dict[str, Chooser] = {}
    for name, who in pairs:
        problem = name_problem(name, seats)
        if problem:
            raise SeatError(problem)
        seats[normalized_name(name)] = who
    if not least <= len(seats) <= most:
        raise SeatError(number_refusal(len(seats), least, most, tokens))
    return seats


def number_refusal(n: int, least: int, most: int, tokens: int) -> str:
    """Return why so many cannot play; it names the number of tokens in the box if that is known, and too small."""
    return say("seat.tokens" if 0 < tokens < n else "seat.number", n=n, least=least, most=most, tokens=tokens)


def name_problem(name: object, known: Iterable[str]) -> str | None:
    """Return what is wrong with a player's name beside the ones that are known; None if it can be taken."""
    if not isinstance(name, str) or FORBIDDEN_IN_NAMES.search(name) or has_unseen(name):
        return say("seat.bad_name", value=quoted(name))
    plain = normalized_name(name)
    if len(plain) > MOST_LETTERS:
        return say("seat.long_name", value=shortened(plain, 20), n=MOST_LETTERS)
    if visual_form(plain) in RESERVED:
        return say("seat.bad_name", value=quoted(name))
    if plain.casefold().startswith(OFFER_WORDS):
        return say("seat.offer_name", value=quoted(name))
    for other in known:
        if plain.casefold() == other.casefold():
            return say("seat.twice", value=plain)
        if visual_form(plain) == visual_form(other):
            return say("seat.looks_alike", value=plain, other=other)
    return None


def has_unseen(name: str) -> bool:
    """Return True if a name or a part of it is not seen. A joiner between two visible letters is allowed."""
    seen = [not is_unseen(each) and not each.isspace() for each in name]
    return not visual_form(name).strip() or any(
        is_unseen(letter) and not (letter in JOINERS and 0 < n < len(name) - 1 and seen[n - 1] and seen[n + 1])
        for n, letter in enumerate(name)
    )


def is_unseen(letter: str) -> bool:
    """Return True for what a name cannot show: signs that turn the direction, have no width, or are no letters."""
    return unicodedata.category(letter) in UNSEEN or letter in "\u115f\u1160\u2800\u3164\uffa0"


def visual_form(name: str) -> str:
    """Return a name in a form for comparing look-alikes.

    It has no unseen marks, its accents are apart, letters of full width are plain ones, and Cyrillic and Greek letters
    are the Latin ones that they look like.
    """
    plain = unicodedata.normalize("NFKD", name.translate(NOT_COMPARED))
    return plain.translate(CAPITAL_TWINS).casefold().translate(TWINS)


class SeatMixin(Core):
    """The players of a `Game`, and its luck."""

    options: dict[str, object]
    seed: int
    number: int
    _seats: list[Chooser]
    _styles: list[int]

    def seat(self, player: str | int, who: Chooser) -> None:
        """Set who plays a seat from now on: a person, a strategy or a function.

        Args:
            player: Name or seat.
            who: None for a person, a strategy or its name, or a function from a `View` to a choice.

        Raises:
            SeatError: For a player who is not at the table.
            StrategyError: For an unknown strategy.

        Example:
            >>> game.seat("Bo", "cautious")
            >>> game.seats
            {'Ann': None, 'Bo': 'cautious'}
        """
        with self._speaking():
            p = seat_of(self.players, player)
            style = _style_numbers(who)
            self._provide_income(style)
        self._seats[p] = who
        self._styles[p * len(style) : (p + 1) * len(style)] = style

    def _take_seats(self, seats: list[Chooser]) -> None:
        """Set who plays each seat of a new game."""
        self._seats = seats
        self._styles = [number for who in seats for number in _style_numbers(who)]
        self._provide_income(self._styles)

    def _provide_income(self, styles: Sequence[int]) -> None:
        """Work out expected rents if one of these seats goes by them; StrategyError where that cannot be done."""
        provide_income(self.edition.base or self.edition, self.options, self._record.tables, styles)

    @property
    def seats(self) -> dict[str, Chooser]:
        """Return who plays each seat: None for a person."""
        return dict(zip(self.players, self._seats))

    def reseed(self, seed: int, number: int | None = None) -> None:
        """Change the luck from here on.

        Args:
            seed: New seed, 0 to 2**63 - 1.
            number: New number of the game; unchanged if left out.

        Raises:
            ArgumentError: For an invalid seed or number.

        Example:
            >>> game.reseed(8)
            >>> game.seed
            8
        """
        seed, number = seed_of(seed), self.number if number is None else number_of(number)
        self.seed, self.number = seed, number

    def styles(self) -> tuple[int, ...]:
        """Return who plays, as the numbers of their strategies, `STYLE` for each seat."""
        return tuple(self._styles)


def _style_numbers(who: Chooser) -> list[int]:
    """Return a chooser as the numbers of a strategy; a function plays as a person does, by its own answers."""
    return style_of(None if callable(who) and not isinstance(who, Strategy) else who)


def seed_of(seed: object) -> int:
    """Return a seed from 0 to 2**63 - 1; ArgumentError for anything else."""
    return _up_to_63_bits(seed, "game.bad_seed")


def number_of(number: object) -> int:
    """Return the number of a game, from 0 to 2**63 - 1; ArgumentError for anything else."""
    return _up_to_63_bits(number, "game.bad_number")


def _up_to_63_bits(value: object, message: str) -> int:
    value = python_integers(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**63:
        raise ArgumentError(say(message, value=quoted(value)))
    return value
