"""The names of the seats in the content of a file, and a new name wherever the old one stands."""

import re
from typing import Any

from monopoly_lab.editions import OPTIONS
from monopoly_lab.errors import DraftError
from monopoly_lab.game.saving.document import MOST_SEATS
from monopoly_lab.game.seats import name_problem
from monopoly_lab.messages import say
from monopoly_lab.reading import tidied
from monopoly_lab.scenario.places import Content, listed, mapped


def names(content: Content) -> list[str]:
    """The name of each seat; empty for a seat whose name cannot be taken. DraftError for more seats than can be edited.

    Each name is compared with all before it: beyond what anybody mends by hand that would not end.
    """
    seats = listed(content.get("seats"))
    if len(seats) > MOST_SEATS:
        least, most = OPTIONS["players.min"].low, OPTIONS["players.max"].high
        raise DraftError(say("seat.number", n=len(seats), least=least, most=most))
    found: list[str] = []
    for seat in seats:
        name = seat.get("name") if isinstance(seat, dict) else None
        refused = name is None or name_problem(name, found)
        found.append("" if refused else tidied(str(name)))
    return found


def adopted(content: Content, known: list[str]) -> list[str]:
    """The names by which the tables know the seats, after seats have been given names.

    A name that can be taken is put in place of the one known so far wherever that stands;
    one that cannot be taken changes nothing yet.
    """
    new = names(content)
    known = [*known, *[""] * (len(new) - len(known))][: len(new)]
    for seat, name in enumerate(new):
        others = [other for i, other in enumerate(known) if i != seat]
        if name and name != known[seat] and not name_problem(name, others):
            old, known[seat] = known[seat], name
            if old:
                _rename(content, old, name)
    return known


def _rename(content: Content, old: str, new: str) -> None:
    """A player's new name in the start, the script and the expectations."""
    for tables in (mapped(content.get("start")), *map(mapped, listed(content.get("expect")))):
        for key, value in tables.items():
            tables[key] = _named(value, old, new)
    word = re.compile(rf"(?<!\w){re.escape(old)}(?=:|$)")
    for key in ("script", "undone"):
        answers = listed(content.get(key))
        answers[:] = [word.sub(lambda _: new, text) if isinstance(text, str) else text for text in answers]


def _named(value: Any, old: str, new: str) -> Any:
    if isinstance(value, str):
        return new if value.casefold() == old.casefold() else value
    if isinstance(value, list):
        return [_named(entry, old, new) for entry in value]
    if isinstance(value, dict):
        return {_named(key, old, new): _named(entry, old, new) for key, entry in value.items()}
    return value
