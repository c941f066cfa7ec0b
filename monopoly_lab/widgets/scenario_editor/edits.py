"""Change the draft as fields and buttons ask, and find the field of a place in the file."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from monopoly_lab.board_drawing.scene import Scene
from monopoly_lab.editions.options import OPTIONS
from monopoly_lab.game.saves.expectations import present
from monopoly_lab.game.scenarios.draft import Draft
from monopoly_lab.game.scenarios.field_paths import as_list, parse_value
from monopoly_lab.widgets.scenario_editor import card_piles_panel, options_panel, script_panel, space_panel
from monopoly_lab.widgets.scenario_editor.fields import Worksheet, field_id, is_under, tokens_of
from monopoly_lab.widgets.scenario_editor.options_panel import topic_of
from monopoly_lab.widgets.scenario_editor.space_panel import is_estate, space_at

WHOLE = re.compile(r"[+-]?\d{1,18}")
PARTIAL = re.compile(r"[+-]?\d+\.\d+")
TOKEN = re.compile(r"players\[(\d+)\]\.(position|jail)\[(\d+)\]")  # one of several of a seat
Board = Callable[[], Scene]  # the position on the board; raises DraftError where there is none


def number(text: str) -> int | float | str:
    """Return a whole number as one; anything else as it was typed, for the check to name."""
    plain = text.strip()
    if WHOLE.fullmatch(plain):
        return int(plain)
    return float(plain) if PARTIAL.fullmatch(plain) else plain


def numbers(value: str) -> tuple[int, int]:
    first, _, second = value.partition(":")
    return int(first), int(second)


def put(draft: Draft, board: Board, place: str, value: Any) -> None:
    """A value from a field, "" for none; an option that is as the edition has it is not written."""
    if value == "":
        value = None
    elif place.startswith("options.") and isinstance(value, str | int):
        key = place.removeprefix("options.")
        if key in options_panel.EXAMPLES:
            draft.set(place, options_panel.structured(str(value)))
            return
        value = options_panel.value_of(key, value) if isinstance(value, str) else value
        if key != "mode" and value == options_panel.usual(draft, draft.edition()).get(key):
            value = None
    elif place.endswith(".strategy") and value.startswith("{"):
        value = parse_value(value)
    token = TOKEN.fullmatch(place)
    if token:
        _put_token(draft, board(), int(token[1]), token[2], int(token[3]), value)
    else:
        draft.set(place, value)


def _put_token(draft: Draft, view: Scene, seat: int, table: str, n: int, value: Any) -> None:
    """One of several tokens of a seat: the list of all of them is written."""
    tokens = tokens_of(view, seat)
    given = draft.get(f"players[{seat}].{table}")
    if table == "position":
        entries: list[Any] = [view.edition.spaces[token.space].id for token in tokens]
    else:
        entries = [given[k] if isinstance(given, list) and k < len(given) else False for k in range(len(tokens))]
    entries[n : n + 1] = [value if value is not None else False]
    draft.set(f"players[{seat}].{table}", entries if any(entry is not False for entry in entries) else None)


def switch_out(draft: Draft, seat: int) -> None:
    """Bankrupt or not; the last one to be so stands last."""
    name = draft.player(seat)
    out = as_list(draft.get("start.out"))
    rest = [entry for entry in out if str(entry).casefold() != name.casefold()]
    draft.set("start.out", (rest if len(rest) < len(out) else [*out, name]) or None)


def add(draft: Draft, place: str, entry: str) -> None:
    """One more entry of a list; none for the empty text."""
    if entry:
        draft.set(place, [*as_list(draft.get(place)), entry])


def take(draft: Draft, value: str) -> None:
    """An entry of a list goes: `value` is its number and the place of the list."""
    n, _, place = value.partition(":")
    entries = as_list(draft.get(place))
    draft.set(place, [*entries[: int(n)], *entries[int(n) + 1 :]] or None)


def group(draft: Draft, view: Scene, value: str, what: str) -> None:
    """The same for each deed of the group of a space, as one edit."""
    q, _, text = value.partition(":")
    wanted = number(text) if text else None

    def act() -> None:
        for site in space_panel.group_of(view, int(q)):
            draft.set(f"spaces.{site}.{what}", wanted)

    draft.together(act)


def whole_pile(draft: Draft, view: Scene, deck_id: str) -> None:
    """The other cards of a deck follow the known ones, so that all of them come in this order."""
    for deck in view.edition.decks:
        if deck.id == deck_id:
            place = f"start.piles.{deck_id}"
            draft.set(place, [*as_list(draft.get(place)), *card_piles_panel.rest_of(draft, deck)])


def move_card(draft: Draft, value: str) -> None:
    """A known card changes its place: `value` is the deck, the old and the new place."""
    deck, first, second = value.split(":")
    cards, n, to = as_list(draft.get(f"start.piles.{deck}")), int(first), int(second)
    if 0 <= n < len(cards) and 0 <= to < len(cards):
        cards.insert(to, cards.pop(n))
        draft.set(f"start.piles.{deck}", cards)


def expect(sheet: Worksheet, key: str) -> None:
    """Expect what holds after the script, under one key."""
    game = script_panel.ended(sheet)
    if game is None or not key:
        return
    moments = as_list(sheet.draft.get("expect"))
    whole = [n for n, moment in enumerate(moments) if isinstance(moment, dict) and "after" not in moment]
    sheet.draft.set(f"expect[{whole[0] if whole else len(moments)}].{key}", present(game)[key])


# Where on the builder a place of the file is edited: its tab and its field

TABS = ("about", "seats", "deed", "cards", "rules", "course", "file")
ABOUT = ("edition", "title", "lesson", "minutes", "project", "text", "source", "seed", "options.profile")
BY_PLAYER = re.compile(r"^start\.(cash|position|jail|cards|characters|bosses)\.([^\[]+)")


class Home(NamedTuple):
    tab: str
    field: str = ""
    space: int = -1
    topic: str = ""
    seat: int = -1


def home(sheet: Worksheet, place: str) -> Home:
    """Return the tab and the field of a place; the text of the file for a place that has none."""
    if place in ABOUT:
        return Home("about", field_id(place))
    by_player = BY_PLAYER.match(place)
    if by_player:
        return _of_player(sheet, by_player[1], by_player[2])
    if is_under("options", place):
        key = place.removeprefix("options.")
        return Home("rules", field_id(place), topic=topic_of(key)) if key in OPTIONS else Home("rules", "ml-seek")
    if is_estate(place):
        q = space_at(sheet, place)
        return Home("deed", "ml-space", q) if q >= 0 else Home("file", "ml-scenario-toml")
    for tab, heads in {
        "seats": ("seats", "start.turn", "start.first", "start.round", "start.out"),
        "cards": ("start.piles", "start.pots", "start.resting", "start.escaped"),
        "course": ("script", "expect"),
    }.items():
        if any(is_under(head, place) for head in heads):
            return Home(tab, field_id(_field(place)))
    return Home("file", "ml-scenario-toml")


def _of_player(sheet: Worksheet, table: str, name: str) -> Home:
    for seat in range(sheet.draft.seats):
        if sheet.draft.player(seat).casefold() == name.strip().casefold():
            return Home("seats", field_id(f"players[{seat}].{table}"), seat=seat)
    return Home("file", "ml-scenario-toml")


def _field(place: str) -> str:
    """An expectation is edited as a whole: expect[0].cash.Ann in the field of expect[0].cash."""
    whole = re.match(r"^expect\[\d+\]\.[a-z]+", place)
    return whole[0] if whole else place
