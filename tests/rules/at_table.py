"""Sitting down at the table of any rule book: what the tests of the rules share.

Eight rule books have their rules tested (`BOOKS`); the two classic editions have no book of
their own and follow the full rouble rule book. All ten boards have 40 spaces with the same
kinds in the same places, corners apart, so tests name spaces by number.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

from monopoly_lab import Game, load_edition
from monopoly_lab.editions.components import Card
from monopoly_lab.notation.events import Event

BOOKS: dict[str, tuple[str, dict[str, object]]] = {
    "ukraine_ru": ("ukraine", {"profile": "text_ru"}),
    "ukraine_uk": ("ukraine", {"profile": "text_uk"}),
    "monopolist": ("monopolist", {}),
    "moscow_overview": ("russia_moscow", {"profile": "overview"}),
    "moscow": ("russia_moscow", {}),
    "home_print": ("home_print", {}),
    "disney": ("disney", {}),
    "fifa": ("fifa2018", {}),
    "classic_us": ("classic_us", {}),
    "classic_london": ("classic_london", {}),
}

RUINED = "Zed"  # who has gone bankrupt before the test begins

GO, JAIL, PARKING, TO_JAIL = 0, 10, 20, 30
CASINO, TAX_OFFICE = 20, 30  # the corners of the hryvnia edition
CHEST, CHANCE = (2, 17, 33), (7, 22, 36)
STATIONS, UTILITIES = (5, 15, 25, 35), (12, 28)
BROWN, LIGHT_BLUE, PINK, ORANGE = (1, 3), (6, 8, 9), (11, 13, 14), (16, 18, 19)
RED, YELLOW, GREEN, DARK_BLUE = (21, 23, 24), (26, 27, 29), (31, 32, 34), (37, 39)


def in_books(*books: str) -> pytest.MarkDecorator:
    """Run a test once in each of these rule books, given to it as `book`."""
    assert set(books) <= set(BOOKS), books
    return pytest.mark.parametrize("book", books)


every_book = in_books(*BOOKS)
at_both_speeds = pytest.mark.skipif(
    os.environ.get("MONOPOLY_LAB_COMPILED") == "python", reason="compares with compiled rules, which are left out"
)


def seated(players: Iterable[str], start: dict[str, Any]) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Who sits at the table, and the start.

    Where a test runs once more, a bankrupt sits after the first player, and the last one has the first seat.
    """
    first, *others = players
    if "RUINED_SEAT" not in os.environ:  # see conftest.py
        return (first, *others), start
    return (*others[-1:], first, RUINED, *others[:-1]), start | {"out": [RUINED, *start.get("out", [])]}


def sit(
    book: str,
    players: Iterable[str] = ("Ann", "Bo", "Cy"),
    options: Mapping[str, object] | None = None,
    **start: Any,
) -> Game:
    """A game under a rule book, from the position `start` (as in a scenario), Ann to move.

    Spaces are given by number or by id; a player not named has the cash of the start and
    stands on GO.
    """
    edition, profile = BOOKS[book]
    chosen = profile | dict(options or {})
    players, start = seated(players, start)
    names = [space.id for space in load_edition(edition).in_play(chosen).spaces]
    return Game(edition, tuple(players), options=chosen, start={"turn": "Ann"} | _named(start, names))


def _named(start: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """The start with every number of a space turned into its id."""

    def name(space: int | str) -> str:
        return names[space] if isinstance(space, int) else space

    change: dict[str, Callable[[Any], Any]] = {
        "position": lambda value: {who: name(space) for who, space in value.items()},
        "deeds": lambda value: {who: [name(space) for space in spaces] for who, spaces in value.items()},
        "buildings": lambda value: {name(space): level for space, level in value.items()},
        "mortgaged": lambda value: [name(space) for space in value],
    }
    return {key: change[key](value) if key in change else value for key, value in start.items()}


def card(game: Game, effect: str, deck: str = "", **arguments: object) -> Card:
    """The first card of an edition, or of one deck, with this effect and these arguments; spaces by number."""
    for found in game.edition.cards:
        named = found.effect == effect and deck in ("", found.deck)
        if named and all(_same(game, found.arguments[name], value) for name, value in arguments.items()):
            return found
    raise LookupError(f"{game.edition.id} has no card {effect} {arguments} in {deck or 'any deck'}")


def _same(game: Game, value: object, wanted: object) -> bool:
    named = isinstance(value, str) and isinstance(wanted, int)
    return game.edition.spaces[wanted].id == value if named else value == wanted  # type: ignore[index]


def draw(game: Game, effect: str, **arguments: object) -> Card:
    """Draw the first card of the open deck with this effect, whatever its place in the pile."""
    deck = game.choices()[0].split()[1]
    drawn = card(game, effect, deck, **arguments)
    game.apply(f"draw {drawn.id}")
    return drawn


def do(game: Game, *texts: str) -> Game:
    """Apply choices one after another."""
    for text in texts:
        game.apply(text)
    return game


def paid(game: Game, cause: str = "") -> list[tuple[str | None, str | None, int]]:
    """All payments so far, or those for one cause: (who, whom, how much)."""
    return [(e.player, e.other, e.amount) for e in game.events if e.kind == "paid" and cause in ("", e.cause)]


def happened(game: Game, kind: str) -> list[Event]:
    """The events of one kind so far."""
    return [event for event in game.events if event.kind == kind]


def at(game: Game, player: str) -> int:
    """The number of the space a player stands on."""
    return game.edition.space(game.state.space[player])


def kind(game: Game) -> str | None:
    """What sort of node is open: "dice", "buy", "bid" ...; None when the game is over."""
    return game.node.kind if game.node else None


def actor(game: Game) -> str | None:
    """Whose answer, or throw, the game waits for."""
    return game.node.player if game.node else None
