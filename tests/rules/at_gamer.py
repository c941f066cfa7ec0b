"""Sitting down at the Gamer board: what the tests of its rule book share.

The rule book prints neither the board nor the deeds nor the bosses, so tests read prices,
rents, points and prizes from the edition and take only the book's own numbers as known.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from at_table import RUINED, seated

from monopoly_lab import Game
from monopoly_lab.editions.components import Boss, Space

ANN_BO_CY = {"Ann": "mario", "Bo": "peach", "Cy": "yoshi"}
FOUR = {"Ann": "mario", "Bo": "peach", "Cy": "yoshi", "Dee": "donkey_kong"}
TWO = {"Ann": ["mario", "donkey_kong"], "Bo": ["peach", "yoshi"]}


def gamer(characters: Mapping[str, Any] = ANN_BO_CY, options: Mapping[str, object] | None = None, **start: Any) -> Game:
    """Ann's turn under the Gamer book; who plays, and as whom, is `characters`; the rest as in a scenario.

    `jail` and `resting` as in a scenario; a player not named has the coins of the start and stands on GO.
    """
    players: tuple[str, ...] = tuple(characters)
    free = [who for who in FOUR.values() if who not in characters.values()]
    if len(players) == 3 and all(isinstance(who, str) for who in characters.values()):  # one more has a place
        players, start = seated(players, start)
    on_board = {player: characters.get(player) or free[0] for player in players}
    table = {"turn": "Ann", "characters": on_board} | start
    return Game("gamer", players, options=dict(options or {}), start=table)


def new(edition: str, players: Sequence[str] = ("Ann", "Bo", "Cy"), **options: object) -> Game:
    """A game from its very beginning: the characters are still to be chosen."""
    return Game(edition, tuple(players), options=options)


def space(game: Game, name: str) -> Space:
    return game.edition.spaces[game.edition.space(name)]


def boss(game: Game, name: str) -> Boss:
    return next(boss for boss in game.edition.bosses if boss.id == name)


def before(game: Game, name: str, steps: int) -> str:
    """The id of the space from which so many steps lead to the space of that name."""
    spaces = game.edition.spaces
    return spaces[(game.edition.space(name) - steps) % len(spaces)].id


def coins(game: Game, *players: str) -> tuple[int, ...]:
    """The coins in the hands of some players, or of all."""
    return tuple(game.state.cash[player] for player in players or sorted(game.players) if player != RUINED)


def stands(game: Game, player: str) -> str:
    """The id of the space on which a player's one token stands."""
    return game.state.space[player]


def total(game: Game) -> int:
    """All coins there are: in hands, on spaces, on a boss, and what the bank has given out less what it took."""
    return sum(game._s.cash)
