"""Forms on the card of a decision: sums with their bounds, settlements, a character."""

from typing import TYPE_CHECKING

from monopoly_lab.board_drawing.head_art import figure
from monopoly_lab.common.escaping import escaped
from monopoly_lab.constants import ability, codes
from monopoly_lab.notation.events import Teller
from monopoly_lab.notation.nodes import Decision, Form
from monopoly_lab.widgets import decision_facts
from monopoly_lab.widgets.decision_facts import Weighed
from monopoly_lab.widgets.html_elements import Words, button, choice_said

if TYPE_CHECKING:
    from monopoly_lab.editions.components import Character
    from monopoly_lab.game.game import Game

SUMS = ("bid", "stake", "want", "toll")
UNSAID = "•••"
SIGNS = 2  # letters of a unit that stands at the field of a sum; a longer one is read beside it


def form_of(game: "Game", form: Form, words: Words, weighed: Weighed) -> str:
    """Return the form for a sum, a settlement or an offer; empty for none."""
    if form.verb in SUMS:
        return _sum(game, form, words, main=weighed.usual and not weighed.notes)
    if form.verb == "settle":
        return _settle(game, form, words)
    kind = game.node.kind if game.node is not None else ""
    if form.verb == "trade" and kind == "trade_card":
        look = ' class="ml-main-choice"' if weighed.usual and not weighed.notes else ""
        go = f'<button type="button"{look} data-tab="trade">{words("make_offer")}</button>'
        return f'<div class="ml-row">{go}</div>'
    return ""


def counter_button(node: Decision, words: Words) -> str:
    """Return the button that turns an offer round, where there may be another one."""
    return button(words("counter"), "counter", id="ml-counter") if any(f.verb == "trade" for f in node.forms) else ""


def _sum(game: "Game", form: Form, words: Words, main: bool) -> str:
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
    said = str if form.verb == "want" else game.edition.money.said
    between = words("between", least=said(form.least), most=said(form.most))
    if decision_facts.is_hidden(game):
        between = words("between_or_none", bounds=between)
    return f'<form class="ml-row" data-act="sum" novalidate>{field}{go}<span>{between}</span></form>'


def _in_units(game: "Game", field: str) -> str:
    """Return the field between what is written before an amount and behind it, where that is short: "₽ 26 k"."""
    before, behind = (escaped(part.strip()) for part in game.edition.money.around())
    short = len(before) <= SIGNS and len(behind) <= SIGNS
    return f'<span class="ml-together">{before}{field}{behind}</span>' if short else field


def _settle(game: "Game", form: Form, words: Words) -> str:
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


def sum_text(game: "Game", verb: str, form: dict[str, list[str]]) -> str:
    """Return the choice that a field for a sum stands for; 0 in a hidden one is no bid, and only numbers are said."""
    typed = (form.get("sum") or [""])[0].strip()
    if not decision_facts.is_hidden(game):
        return f"{verb} {typed}"
    if typed == "0":
        return "pass"
    return f"{verb} {UNSAID if typed and not typed.isdecimal() else typed}"


def settle_text(form: dict[str, list[str]]) -> str:
    """Return the choice that the form for a settlement stands for."""
    return f"settle {(form.get('value') or [''])[0]}: {' + '.join(form.get('deed', [])) or '0'}"


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
