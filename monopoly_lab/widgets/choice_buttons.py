"""Buttons and forms on the card of a decision: the Roll button and its dice, sums with their bounds, a character."""

from collections.abc import Hashable, Sequence
from math import prod

from monopoly_lab.board_drawing.head_art import figure
from monopoly_lab.board_drawing.special_dice import third_face
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import say
from monopoly_lab.constants import ability, codes
from monopoly_lab.editions.components import Character, Face
from monopoly_lab.game.game import Game
from monopoly_lab.notation.events import Teller
from monopoly_lab.notation.nodes import Chance, Decision, Form
from monopoly_lab.widgets import decision_facts
from monopoly_lab.widgets.decision_facts import EvaluationMarkup
from monopoly_lab.widgets.html_elements import Words, button, button_label, options

SUMS = ("bid", "stake", "want", "toll")
UNSAID = "•••"
SIGNS = 2  # letters of a unit that stands at the field of a sum; a longer one is read beside it


def form_of(game: Game, form: Form, words: Words, evaluation: EvaluationMarkup) -> str:
    """Return the form for a sum, a settlement or an offer; empty for none."""
    if form.verb in SUMS:
        return _sum(game, form, words, main=evaluation.has_default and not evaluation.notes)
    if form.verb == "settle":
        return _settle(game, form, words)
    kind = game.node.kind if game.node is not None else ""
    if form.verb == "trade" and kind == "trade_card":
        look = ' class="ml-main-choice"' if evaluation.has_default and not evaluation.notes else ""
        go = f'<button type="button"{look} data-tab="trade">{words("make_offer")}</button>'
        return f'<div class="ml-row">{go}</div>'
    return ""


def counter_button(node: Decision, words: Words) -> str:
    """Return the button that turns an offer round, where there may be another one."""
    return button(words("counter"), "counter", id="ml-counter") if any(f.verb == "trade" for f in node.forms) else ""


def _sum(game: Game, form: Form, words: Words, main: bool) -> str:
    """Return a field for a sum or a number of buildings, with its bounds beside it, sums as money.

    It is a player's own: what one typed does not stand there for the next, whose bounds may be the same.
    """
    whose = escaped(game.node.player or "") if game.node is not None else ""
    kind = f'type="number" value="{form.least}" min="{form.least}" max="{form.most}"'
    if decision_facts.is_hidden(game):  # no password: browsers offer to keep those
        kind = 'type="text" inputmode="numeric" autocomplete="off" class="ml-hidden"'
    field = f'<input {kind} name="sum" id="ml-sum" required data-whose="{whose}" aria-label="{words(form.verb)}">'
    if form.verb != "want":
        field = _in_units(game, field)
    look = ' class="ml-main-choice"' if main else ""
    go = f'<button{look} type="submit" value="{form.verb}">{words(form.verb)}</button>'
    said = str if form.verb == "want" else game.edition.money.text_for_reader
    between = words("between", least=said(form.least), most=said(form.most))
    if decision_facts.is_hidden(game):
        between = words("between_or_none", bounds=between)
    return f'<form class="ml-row" data-act="sum" novalidate>{field}{go}<span>{between}</span></form>'


def _in_units(game: Game, field: str) -> str:
    """Return the field between what is written before an amount and behind it, where that is short: "₽ 26 k"."""
    before, behind = (escaped(part.strip()) for part in game.edition.money.affixes())
    short = len(before) <= SIGNS and len(behind) <= SIGNS
    return f'<span class="ml-together">{before}{field}{behind}</span>' if short else field


def _settle(game: Game, form: Form, words: Words) -> str:
    """Return the form that offers property for a debt: the deeds, and how much of the debt they settle."""
    state, view = game.state, game.scene(words.lang)
    player = game.node.player if game.node else ""
    boxes = "".join(
        f'<label><input type="checkbox" name="deed" value="{escaped(place)}">'
        f"{escaped(view.name(game.edition.space(place)))}</label>"
        for place in state.deeds[player]
    )
    field = f'<input type="number" name="value" min="1" max="{form.most}" value="{form.most}">'
    value = f"<label>{words('settle_value')} {_in_units(game, field)}</label>"
    go = f'<button type="submit">{words("settle")}</button>'
    return (
        f'<details id="ml-settle"><summary>{words("settle_hint")}</summary>'
        f'<form data-act="settle" novalidate><div>{boxes}</div><div class="ml-row">{value}{go}</div></form></details>'
    )


def sum_text(game: Game, verb: str, form: dict[str, list[str]]) -> str:
    """Return the choice of a field for a sum; 0 in a hidden one is no bid, and only numbers are said."""
    typed = (form.get("sum") or [""])[0].strip()
    if not decision_facts.is_hidden(game):
        return f"{verb} {typed}"
    if typed == "0":
        return "pass"
    return f"{verb} {UNSAID if typed and not typed.isdecimal() else typed}"


def settle_text(form: dict[str, list[str]]) -> str:
    """Return the choice of the form for a settlement."""
    return f"settle {(form.get('value') or [''])[0]}: {' + '.join(form.get('deed', [])) or '0'}"


CHARACTER_NODE = "character"  # kind of the decision


def character_button(game: Game, text: str, words: Words, evaluation: EvaluationMarkup) -> str:
    """Return a button with head, name and ability; none of them is the usual choice."""
    known = game.edition.called(game.names, words.lang).characters
    named = text.rpartition(" ")[2]
    who = next(each for each in known if each.id == named)
    does = _does(game, who, words.lang)
    note = evaluation.notes.get(text, "")
    shown = f"<span><b>{escaped(who.name)}</b> {f'<em>{note}</em>' if note else ''}<i>{escaped(does)}</i></span>"
    return button(
        _head(game, who) + shown,
        "press",
        text,
        main=evaluation.is_main(text, False),
        id=f"ml-{text.replace(' ', '-')}",
        aria_label="; ".join(filter(None, (button_label(game, text, words.lang), does, note))),
        title=does,
        data_character=True,
    )


def _does(game: Game, who: Character, lang: str) -> str:
    """Return what its super star does, in words."""
    teller = Teller(game.edition, game.tables, tuple(game.players), game.names)
    return teller.ability(codes(ability)[who.star], who.star_amount, lang)


def _head(game: Game, who: Character) -> str:
    """Return the drawn head; empty for an edition without one."""
    drawing = game.edition.look.figures.get(who.id)
    if drawing is None:
        return ""
    return f'<svg viewBox="0 0 24 24" aria-hidden="true">{figure(drawing, 12, 12, 12)}</svg>'


# The Roll button, and the dice that are set by hand; draws of cards and deals have the same. For all of these a click
# sends the act `luck` by `assets/pointer.js`; `TableRequests._roll_or_draw` of `table_requests.py` carries it out.

SIDES = 12  # faces of a die that are shown as buttons


def roll_button(
    game: Game, node: Chance, words: Words, main: bool, cached_outcomes: dict[Hashable, str] | None = None
) -> tuple[str, str, str]:
    """Return the Roll button (or that of a card), the text on setting luck by hand, and the faces of each die.

    Without dice, a list of outcomes replaces the text, and there are no faces. `cached_outcomes` keeps these lists:
    one of all cards takes some milliseconds.
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
        return act, f"<span>{said}</span>", f'<div class="ml-faces" data-dice="roll">{rows}</div>'
    cache: dict[Hashable, str] = {} if cached_outcomes is None else cached_outcomes
    key = ("luck", node.kind, node.outcomes)
    if key not in cache:
        cache[key] = _outcomes_list(game, node, words)
    return act, cache[key], ""


def _outcomes_list(game: Game, node: Chance, words: Words) -> str:
    pairs = [
        ("", say("table.by_hand", words.lang)),
        *((text, game.choice_label(text, words.lang)) for text in node.outcomes),
    ]
    return f'<select id="ml-by-hand" data-change="press" aria-label="{words("by_hand")}">{options(pairs)}</select>'


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
