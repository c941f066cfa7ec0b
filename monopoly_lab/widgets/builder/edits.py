"""What the fields and buttons of the builder do to the draft."""

import re
from collections.abc import Callable
from typing import Any

from monopoly_lab.board.scene import Scene
from monopoly_lab.game.saving.expect import present
from monopoly_lab.scenario.draft import Draft
from monopoly_lab.scenario.inline import read
from monopoly_lab.scenario.places import listed
from monopoly_lab.widgets.builder import course, piles, space, switches
from monopoly_lab.widgets.builder.fields import Worksheet, tokens_of

WHOLE = re.compile(r"[+-]?\d{1,18}")
PARTIAL = re.compile(r"[+-]?\d+\.\d+")
TOKEN = re.compile(r"players\[(\d+)\]\.(position|jail)\[(\d+)\]")  # one of several of a seat
Board = Callable[[], Scene]  # the position on the board; raises DraftError where there is none


def number(text: str) -> int | float | str:
    """A whole number as one; anything else as it was typed, for the check to name."""
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
        if key in switches.EXAMPLES:
            draft.set(place, switches.structured(str(value)))
            return
        value = switches.value_of(key, value) if isinstance(value, str) else value
        if key != "mode" and value == switches.usual(draft, draft.edition()).get(key):
            value = None
    elif place.endswith(".strategy") and value.startswith("{"):
        value = read(value)
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
    out = listed(draft.get("start.out"))
    rest = [entry for entry in out if str(entry).casefold() != name.casefold()]
    draft.set("start.out", (rest if len(rest) < len(out) else [*out, name]) or None)


def add(draft: Draft, place: str, entry: str) -> None:
    """One more entry of a list; none for the empty text."""
    if entry:
        draft.set(place, [*listed(draft.get(place)), entry])


def take(draft: Draft, value: str) -> None:
    """An entry of a list goes: `value` is its number and the place of the list."""
    n, _, place = value.partition(":")
    entries = listed(draft.get(place))
    draft.set(place, [*entries[: int(n)], *entries[int(n) + 1 :]] or None)


def group(draft: Draft, view: Scene, value: str, what: str) -> None:
    """The same for each deed of the group of a space, as one edit."""
    q, _, text = value.partition(":")
    wanted = number(text) if text else None

    def act() -> None:
        for site in space.group_of(view, int(q)):
            draft.set(f"spaces.{site}.{what}", wanted)

    draft.together(act)


def whole_pile(draft: Draft, view: Scene, deck_id: str) -> None:
    """The other cards of a deck follow the known ones, so that all of them come in this order."""
    for deck in view.edition.decks:
        if deck.id == deck_id:
            place = f"start.piles.{deck_id}"
            draft.set(place, [*listed(draft.get(place)), *piles.rest_of(draft, deck)])


def move_card(draft: Draft, value: str) -> None:
    """A known card changes its place: `value` is the deck, the old and the new place."""
    deck, first, second = value.split(":")
    cards, n, to = listed(draft.get(f"start.piles.{deck}")), int(first), int(second)
    if 0 <= n < len(cards) and 0 <= to < len(cards):
        cards.insert(to, cards.pop(n))
        draft.set(f"start.piles.{deck}", cards)


def expect(sheet: Worksheet, key: str) -> None:
    """Expect what holds after the script, under one key."""
    game = course.ended(sheet)
    if game is None or not key:
        return
    moments = listed(sheet.draft.get("expect"))
    whole = [n for n, moment in enumerate(moments) if isinstance(moment, dict) and "after" not in moment]
    sheet.draft.set(f"expect[{whole[0] if whole else len(moments)}].{key}", present(game)[key])
