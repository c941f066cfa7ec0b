"""Words on buttons: the label of a choice and the sentence shown when the mouse rests on it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from monopoly_lab.game import Game


def button_words(game: "Game", text: str, lang: str) -> tuple[str, str]:
    """The label of the button for a choice, and what it means in full."""
    return game.choice_label(text, lang), text
