"""A game as notebooks use it, its record, its beginning and the file that keeps it."""

from monopoly_lab.game.game import Game
from monopoly_lab.game.player_view import View

__all__ = ["Game", "View"]
