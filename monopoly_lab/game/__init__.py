"""Games: the class `Game`, its history, its start, its books and its files."""

from monopoly_lab.game.game import Game
from monopoly_lab.game.player_view import View

__all__ = ["Game", "View"]
