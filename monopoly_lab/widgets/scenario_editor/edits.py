"""Apply the edits of the scenario editor to its draft, and find the field that edits a path of the file.

A place is a path in the file, such as `players[0].cash`.
"""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from monopoly_lab.board_drawing.scene import Scene
from monopoly_lab.common.file_access import comparable_name
from monopoly_lab.editions.options import OPTIONS
from monopoly_lab.game.saves.expectations import present_facts
from monopoly_lab.game.scenarios.draft import Draft
from monopoly_lab.game.scenarios.field_paths import as_list, parse_value
from monopoly_lab.widgets.scenario_editor import card_piles_panel, options_panel, script_panel, space_panel
from monopoly_lab.widgets.scenario_editor.fields import EditorState, field_id, is_under, tokens_of
from monopoly_lab.widgets.scenario_editor.options_panel import topic_of
from monopoly_lab.widgets.scenario_editor.space_panel import is_estate, space_at

WHOLE = re.compile(r"[+-]?\d{1,18}")
PARTIAL = re.compile(r"[+-]?\d+\.\d+")
TOKEN = re.compile(r"players\[(\d+)\]\.(position|jail)\[(\d+)\]")  # one of a player's several tokens
Board = Callable[[], Scene]  # returns the position on the board; raises DraftError if there is none


def number_or_text(text: str) -> int | float | str:
    """Return the number in a text, or the text itself if it is not a number: the check of the draft reports it."""
    plain = text.strip()
    if WHOLE.fullmatch(plain):
        return int(plain)
    return float(plain) if PARTIAL.fullmatch(plain) else plain


def numbers(value: str) -> tuple[int, int]:
    """Return the two whole numbers in a text such as "3:1"; raise ValueError for any other text."""
    first, _, second = value.partition(":")
    return int(first), int(second)


def set_field(draft: Draft, board: Board, place: str, value: Any) -> None:
    """Write the value of a field into the draft; "" removes it.

    An option equal to its value in the edition is removed as well.
    """
    if value == "":
        value = None
    elif place.startswith("options.") and isinstance(value, str | int):
        key = place.removeprefix("options.")
        if key in options_panel.EXAMPLES:
            draft.set(place, options_panel.structured(str(value)))
            return
        value = options_panel.value_of(key, value) if isinstance(value, str) else value
        if key != "mode" and value == options_panel.edition_options(draft, draft.edition()).get(key):
            value = None
    elif place.endswith(".strategy") and value.startswith("{"):
        value = parse_value(value)
    token = TOKEN.fullmatch(place)
    if token:
        _put_token(draft, board(), int(token[1]), token[2], int(token[3]), value)
    else:
        draft.set(place, value)


def _put_token(draft: Draft, view: Scene, seat: int, table: str, n: int, value: Any) -> None:
    """Set `table` (position or jail) of token `n` of a player, by writing the list for all of their tokens."""
    tokens = tokens_of(view, seat)
    given = draft.get(f"players[{seat}].{table}")
    if table == "position":
        entries: list[Any] = [view.edition.spaces[token.space].id for token in tokens]
    else:
        entries = [given[k] if isinstance(given, list) and k < len(given) else False for k in range(len(tokens))]
    entries[n : n + 1] = [value if value is not None else False]
    draft.set(f"players[{seat}].{table}", entries if any(entry is not False for entry in entries) else None)


def switch_out(draft: Draft, seat: int) -> None:
    """Make a player bankrupt, or solvent again; the list is in the order of bankruptcy, the latest one last."""
    name = draft.name_of_seat(seat)
    out = as_list(draft.get("start.out"))
    rest = [entry for entry in out if comparable_name(entry) != comparable_name(name)]
    draft.set("start.out", (rest if len(rest) < len(out) else [*out, name]) or None)


def add(draft: Draft, place: str, entry: str) -> None:
    """Append an entry to a list; an empty text adds nothing."""
    if entry:
        draft.set(place, [*as_list(draft.get(place)), entry])


def remove_entry(draft: Draft, value: str) -> None:
    """Remove an entry from a list; `value` is "index:place", the index from 0 and the place of the list."""
    n, _, place = value.partition(":")
    entries = as_list(draft.get(place))
    draft.set(place, [*entries[: int(n)], *entries[int(n) + 1 :]] or None)


def group(draft: Draft, view: Scene, value: str, what: str) -> None:
    """Set field `what` of each deed in the group of a space, as one edit; `value` is "space:text", text "" for none."""
    q, _, text = value.partition(":")
    wanted = number_or_text(text) if text else None

    def set_each() -> None:
        for site in space_panel.group_of(view, int(q)):
            draft.set(f"spaces.{site}.{what}", wanted)

    draft.group_edits(set_each)


def whole_pile(draft: Draft, view: Scene, deck_id: str) -> None:
    """Append the other cards of a deck to the known ones, which fixes the order of the whole pile."""
    for deck in view.edition.decks:
        if deck.id == deck_id:
            place = f"start.piles.{deck_id}"
            draft.set(place, [*as_list(draft.get(place)), *card_piles_panel.rest_of(draft, deck)])


def move_card(draft: Draft, value: str) -> None:
    """Move a known card within its pile; `value` is "deck:from:to", both indices from 0."""
    deck, first, second = value.split(":")
    cards, n, to = as_list(draft.get(f"start.piles.{deck}")), int(first), int(second)
    if 0 <= n < len(cards) and 0 <= to < len(cards):
        cards.insert(to, cards.pop(n))
        draft.set(f"start.piles.{deck}", cards)


def expect(state: EditorState, key: str) -> None:
    """Add an expectation: the present value of `key` at the end of the script."""
    game = script_panel.game_after_script(state)
    if game is None or not key:
        return
    moments = as_list(state.draft.get("expect"))
    whole = [n for n, moment in enumerate(moments) if isinstance(moment, dict) and "after" not in moment]
    state.draft.set(f"expect[{whole[0] if whole else len(moments)}].{key}", present_facts(game)[key])


# Which tab and field of the editor edit a place of the file

TABS = ("about", "seats", "deed", "cards", "rules", "course", "file")
ABOUT = ("edition", "title", "lesson", "minutes", "project", "text", "source", "seed", "options.profile")
BY_PLAYER = re.compile(r"^start\.(cash|position|jail|cards|characters|bosses)\.([^\[]+)")


class Home(NamedTuple):
    """What the editor opens to edit a place: tab, id of the field, space, topic of options, seat."""

    tab: str
    field: str = ""
    space: int = -1
    topic: str = ""
    seat: int = -1


def home(state: EditorState, place: str) -> Home:
    """Return the tab and the field that edit a place; the text of the file if no field does."""
    if place in ABOUT:
        return Home("about", field_id(place))
    by_player = BY_PLAYER.match(place)
    if by_player:
        return _home_of_player(state, by_player[1], by_player[2])
    if is_under("options", place):
        key = place.removeprefix("options.")
        return Home("rules", field_id(place), topic=topic_of(key)) if key in OPTIONS else Home("rules", "ml-seek")
    if is_estate(place):
        q = space_at(state, place)
        return Home("deed", "ml-space", q) if q >= 0 else Home("file", "ml-scenario-toml")
    for tab, heads in {
        "seats": ("seats", "start.turn", "start.first", "start.round", "start.out"),
        "cards": ("start.piles", "start.pots", "start.resting", "start.escaped"),
        "course": ("script", "expect"),
    }.items():
        if any(is_under(head, place) for head in heads):
            return Home(tab, field_id(_place_of_field(place)))
    return Home("file", "ml-scenario-toml")


def _home_of_player(state: EditorState, table: str, name: str) -> Home:
    for seat in range(state.draft.seats):
        if comparable_name(state.draft.name_of_seat(seat)) == comparable_name(name):
            return Home("seats", field_id(f"players[{seat}].{table}"), seat=seat)
    return Home("file", "ml-scenario-toml")


def _place_of_field(place: str) -> str:
    """Return the place whose field edits `place`: expect[0].cash for expect[0].cash.Ann, else the place itself."""
    whole = re.match(r"^expect\[\d+\]\.[a-z]+", place)
    return whole[0] if whole else place
