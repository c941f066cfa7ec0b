"""The Roll button, and the dice that are set by hand; draws of cards and deals have the same.

A click sends the act `luck`: `assets/pointer.js` sends it, and `table_requests.TableRequests` carries it out.
"""

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING

from monopoly_lab.board_drawing.special_dice import third_face
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import say
from monopoly_lab.editions.components import Face
from monopoly_lab.notation.nodes import Chance
from monopoly_lab.widgets.html_elements import Words, button, options

if TYPE_CHECKING:
    from monopoly_lab.game.game import Game

SIDES = 12  # faces of a die that are shown as buttons
FACES = "<!-- faces -->"  # between what is pressed and the faces of the dice


def roll_button(game: "Game", node: Chance, words: Words, main: bool) -> str:
    """Return the Roll button (or that of a card), the text on setting luck by hand, and the faces of each die.

    FACES separates the three parts. Without dice, a list of outcomes replaces the text.
    """
    said = words(f"luck_{node.kind}", n=dice_of(node))
    act = button(said, "luck", main=main, id="ml-luck", title=say("table.luck_hint", words.lang))
    edition = game.edition.called(game.names, words.lang)
    third = edition.third_die
    signs = [face.id for face in third]
    dice = dice_faces(node, signs)
    if dice:
        name = words("speed_die" if edition.speed_die else "power_die")
        rows = "".join(
            _third_die(number, third, name) if sorted(faces) == sorted(signs) else _die(number, faces, len(dice), words)
            for number, faces in enumerate(dice)
        )
        said = words("faces", n=len(dice))
        return f'{act}{FACES}<span>{said}</span>{FACES}<div class="ml-faces" data-dice="roll">{rows}</div>'
    pairs = [
        ("", say("table.by_hand", words.lang)),
        *((text, game.choice_label(text, words.lang)) for text in node.outcomes),
    ]
    pick = f'<select id="ml-by-hand" data-change="press" aria-label="{words("by_hand")}">{options(pairs)}</select>'
    return act + FACES + pick + FACES


def dice_of(node: Chance) -> int:
    """Return how many dice fall at once; 0 where none do."""
    return len(node.outcomes[0].split(" ")) - 1 if node.kind == "dice" else 0


def dice_faces(node: Chance, signs: Sequence[str]) -> list[list[str]]:
    """Return the faces of each die, where every outcome is a throw of dice and every throw an outcome.

    `signs` are the faces of a speed die or of a power-up die.
    """
    throws = [text.split(" ")[1:] for text in node.outcomes]
    if node.kind != "dice" or not all(face.isdecimal() or face in signs for throw in throws for face in throw):
        return []
    dice = [list(dict.fromkeys(die)) for die in zip(*throws)]
    return dice if prod(map(len, dice)) == len(throws) and max(map(len, dice)) <= SIDES else []


def _die(number: int, faces: list[str], dice: int, words: Words) -> str:
    said = words("face_of", n=number + 1) if dice > 1 else words("face")
    shown = "".join(
        f'<button type="button" class="ml-face" id="ml-face-{number}-{face}" data-face="{face}" aria-pressed="false" '
        f'aria-label="{face}"><span>{face}</span></button>'
        for face in faces
    )
    return f'<span role="group" aria-label="{said}">{shown}</span>'


def _third_die(number: int, faces: Sequence[Face], name: str) -> str:
    """Return the faces of a speed die or of a power-up die, as the board draws them."""
    shown = "".join(
        f'<button type="button" class="ml-face" id="ml-face-{number}-{face.id}" data-face="{face.id}" '
        f'aria-pressed="false" aria-label="{escaped(face.name)}" title="{escaped(face.name)}">'
        f'<svg viewBox="0 0 32 32" aria-hidden="true">{third_face(face, 1, 1, 30)}</svg></button>'
        for face in faces
    )
    return f'<span class="ml-speed-die" role="group" aria-label="{name}">{shown}</span>'
