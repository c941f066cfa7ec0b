"""Where on the builder a place of the file is edited: its tab and its field."""

import re
from typing import NamedTuple

from monopoly_lab.editions.options import OPTIONS
from monopoly_lab.widgets.builder.fields import Worksheet, field_id, is_under
from monopoly_lab.widgets.builder.space import is_estate, space_at
from monopoly_lab.widgets.builder.switches import topic_of

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
    """The tab and the field of a place; the text of the file for a place that has none."""
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
