"""Panel of the scenario builder: cards whose place in a pile is known, and money that lies on the board."""

from monopoly_lab.board_drawing.scene import Scene
from monopoly_lab.common.escaping import escaped
from monopoly_lab.editions.components import Deck
from monopoly_lab.game.scenarios.draft import Draft
from monopoly_lab.game.scenarios.field_paths import as_list
from monopoly_lab.widgets.html_elements import button
from monopoly_lab.widgets.scenario_editor.fields import (
    EditorState,
    field_id,
    list_field,
    pick,
    problem_text,
    text_field,
)
from monopoly_lab.widgets.scenario_editor.players_panel import figures


def panel(state: EditorState) -> list[str]:
    """Return the panel of pots and card piles."""
    words, view = state.words, state.view
    if view is None:
        return [f"<h3>{words('cards')}</h3>", f"<p>{words('no_edition')}</p>"]
    kinds = ("parking", "jackpot", *(("boss",) if view.edition.bosses else ()))
    pots = [text_field(state, f"start.pots.{pot}", words(f"pot_{pot}"), number=True) for pot in kinds]
    wrong = [p for p in state.wrong("start.piles") if p.place == "start.piles"]
    return [
        f"<h3>{words('cards')}</h3>",
        f"<p>{words('cards_hint')}</p>",
        problem_text(state, wrong, "ml-piles"),
        *(_deck(state, deck) for deck in view.edition.decks),
        *_figures(state, view),
        f"<h3>{words('pots')}</h3>",
        f'<div class="ml-fields">{"".join(pots)}</div>',
    ]


def _figures(state: EditorState, view: Scene) -> list[str]:
    """Return fields for characters that rest and bosses that have escaped; empty if the edition has none."""
    if not view.edition.characters:
        return []
    characters, bosses = figures(view)
    return [
        list_field(state, "start.resting", state.words("resting"), characters),
        list_field(state, "start.escaped", state.words("escaped"), bosses),
    ]


def _deck(state: EditorState, deck: Deck) -> str:
    """Return the known cards in their order, a list of those that can be added, and a whole pile in one press."""
    words = state.words
    place = f"start.piles.{deck.id}"
    known = [str(entry) for entry in as_list(state.draft.get(place))]
    rows = "".join(_card(state, deck, n, entry, len(known)) for n, entry in enumerate(known))
    rest = rest_of(state.draft, deck)
    pairs = [("", words.say("add_card")), *((card, _line(state, deck, card)) for card in rest)]
    listed_ = pick(field_id(place), f"pile:{deck.id}", words("add_card"), pairs)
    whole = button(words("whole_pile"), "whole_pile", deck.id, id=f"ml-whole-{deck.id}") if known and rest else ""
    note = words("pile_whole") if known and not rest else words("pile_part", n=len(known)) if known else ""
    wrong = [p for p in state.problems if p.place == place]
    return (
        f"<fieldset><legend>{escaped(deck.name)}</legend>{problem_text(state, wrong, field_id(place))}<ol>{rows}</ol>"
        f"<p>{note}</p>{listed_ if rest else ''}{whole}</fieldset>"
    )


def _card(state: EditorState, deck: Deck, n: int, entry: str, cards: int) -> str:
    words, place = state.words, f"start.piles.{deck.id}[{n}]"
    text = _line(state, deck, entry)
    up = button("↑", "move_card", f"{deck.id}:{n}:{n - 1}", aria_label=words.say("card_up", card=entry)) if n else ""
    down = button("↓", "move_card", f"{deck.id}:{n}:{n + 1}", aria_label=words.say("card_down", card=entry))
    out = button("×", "drop", place, aria_label=words.say("take_away", name=entry))
    moves = f"{up}{down if n < cards - 1 else ''}{out}"
    return f"<li>{escaped(text)} {moves}{problem_text(state, state.wrong(place), field_id(place))}</li>"


def _line(state: EditorState, deck: Deck, entry: str) -> str:
    title = next((card.title for card in deck.cards if card.id == entry), "")
    return f"{entry}: {title}" if title else entry


def rest_of(draft: Draft, deck: Deck) -> list[str]:
    """Return the cards of a deck whose place is not known yet and that nobody holds, by id."""
    placed = {str(entry) for entry in as_list(draft.get(f"start.piles.{deck.id}"))}
    for seat in range(draft.seats):
        placed |= {str(entry) for entry in as_list(draft.of_seat("cards", seat))}
    return [card.id for number, card in enumerate(deck.cards, 1) if placed.isdisjoint((card.id, f"{deck.id} {number}"))]
