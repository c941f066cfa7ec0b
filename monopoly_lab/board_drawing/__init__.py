"""The board: a position as an SVG picture, as an `<img>` for notebooks, and in words.

The picture is text made by the standard library alone. It holds what a table would show:
spaces with group, price, owner and buildings, tokens, pots, dice, the players' cash and
deeds, whose choice it is and how the last token came; and, for studies, a value a space.
"""

from monopoly_lab.board_drawing.picture import alt_text, difference, frame, html, pieces, svg
from monopoly_lab.board_drawing.scene import Move, Overlay, last_move

__all__ = ["Move", "Overlay", "alt_text", "difference", "frame", "html", "last_move", "pieces", "svg"]
