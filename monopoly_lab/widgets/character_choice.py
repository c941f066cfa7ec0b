"""The choice of a character: its head as it stands on the board, and what its super star does."""

from typing import TYPE_CHECKING

from monopoly_lab.board_drawing.head_art import figure
from monopoly_lab.common.escaping import escaped
from monopoly_lab.constants import ability, codes
from monopoly_lab.notation.events import Teller
from monopoly_lab.widgets.decision_facts import Weighed
from monopoly_lab.widgets.html_elements import Words, button, choice_said

if TYPE_CHECKING:
    from monopoly_lab.editions.components import Character
    from monopoly_lab.game.game import Game

KIND = "character"  # of the decision


def character_button(game: "Game", text: str, words: Words, weighed: Weighed) -> str:
    """Return a button with head, name and ability; none of them is the usual choice."""
    known = game.edition.called(game.names, words.lang).characters
    named = text.rpartition(" ")[2]
    who = next(each for each in known if each.id == named)
    does = _does(game, who, words.lang)
    note = weighed.notes.get(text, "")
    shown = f"<span><b>{escaped(who.name)}</b> {f'<em>{note}</em>' if note else ''}<i>{escaped(does)}</i></span>"
    return button(
        _head(game, who) + shown,
        "press",
        text,
        main=weighed.is_main(text, False),
        id=f"ml-{text.replace(' ', '-')}",
        aria_label="; ".join(filter(None, (choice_said(game, text, words.lang), does, note))),
        title=does,
        data_character=True,
    )


def _does(game: "Game", who: "Character", lang: str) -> str:
    """Return what its super star does, in words."""
    teller = Teller(game.edition, game.tables, tuple(game.players), game.names)
    return teller.ability(codes(ability)[who.star], who.star_amount, lang)


def _head(game: "Game", who: "Character") -> str:
    """Return the drawn head; empty for an edition without one."""
    drawing = game.edition.look.figures.get(who.id)
    if drawing is None:
        return ""
    return f'<svg viewBox="0 0 24 24" aria-hidden="true">{figure(drawing, 12, 12, 12)}</svg>'
