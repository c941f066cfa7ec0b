"""Read and write a place in a scenario by its path: "start.cash.Ann", "script[2]".

Below `options`, the tables of a start and the tables of an expectation a key is taken whole,
dots and all: an option is "jail_exit.fine", a player may be "A. Smith".

A field shows a single TOML value on one line: `{Ann = 1290, Bo = 1500}`.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import date, time
from typing import Any

from monopoly_lab.common.errors import DraftError, UnfitFile
from monopoly_lab.common.file_access import (
    MOST_DEPTH,
    MOST_DIGITS,
    comparable_name,
    normalized_name,
    parse_toml,
    quoted,
    shortened,
)
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.editions import OPTIONS
from monopoly_lab.game.saves.file_format import MOST_SEATS_READ
from monopoly_lab.game.seats import name_problem

Step = str | int
Content = dict[str, Any]

INDEX = r"[0-9]{1,9}"  # of an entry: as many digits as Python can always read
INDICES = rf"(?:\[{INDEX}\])*"
PART = re.compile(rf"\[({INDEX})\]|([^.\[\]]+)")
WHOLE = re.compile(rf"[^.\[\]]+{INDICES}(?:\.[^.\[\]]+{INDICES})*")
LAST = re.compile(rf"^(.+?)({INDICES})$", re.DOTALL)
OF_LISTS = ("deeds", "cards", "piles", "position", "jail", "characters", "bosses")  # tables whose entries are lists
KEYED = re.compile(rf"^(options|start\.[a-z]+|expect(?:\[{INDEX}\])?\.[a-z]+)\.(.+)$", re.DOTALL)


def steps(place: str) -> list[Step]:
    """Return the keys and indices that lead to a place; DraftError for a text that is no place."""
    keyed = KEYED.match(place)
    whole = LAST.match(keyed[2]) if keyed else None
    if keyed is None:
        found = _plain(place)
    elif whole is None or not keyed[1].endswith(OF_LISTS):
        found = [*_plain(keyed[1]), keyed[2]]
    else:
        found = [*_plain(keyed[1]), whole[1], *_numbers(whole[2])]
    if len(found) > MOST_DEPTH:
        raise _no_place(place)
    return found


def _plain(text: str) -> list[Step]:
    if not WHOLE.fullmatch(text):
        raise _no_place(text)
    return [int(part[1]) if part[1] else part[2] for part in PART.finditer(text)]


def indices(table: str, text: str, place: str) -> list[int]:
    """Return the indices after a player's entry in a table of the start; DraftError if it is not one of lists."""
    if text and (table not in OF_LISTS or not re.fullmatch(INDICES, text) or text.count("[") > MOST_DEPTH):
        raise _no_place(place)
    return _numbers(text)


def _numbers(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"[0-9]+", text)]


def _no_place(text: str) -> DraftError:
    return DraftError(say("draft.no_place", value=shortened(text)))


def get_at(content: Mapping[str, Any], place: str) -> Any:
    """Return the value at a place; None if there is none."""
    return get_by_steps(content, steps(place))


def get_by_steps(value: Any, path: Iterable[Step]) -> Any:
    """Return the value to which keys and indices lead; None if there is none."""
    for step in path:
        if isinstance(step, str) and isinstance(value, Mapping):
            value = value.get(step)
        elif isinstance(step, int) and isinstance(value, list) and step < len(value):
            value = value[step]
        else:
            return None
    return value


def set_at(content: Content, place: str, value: Any) -> None:
    """Put a value at a place, or remove it with None, and with it tables that become empty.

    A value in the way, such as a number where a table has to be, is replaced. DraftError for a value that a file cannot
    hold, and for a number beyond the end of a list.
    """
    if value is not None:
        check_value(place, value)
    set_by_steps(content, steps(place), place, value)


def set_by_steps(holder: Any, path: list[Step], place: str, value: Any) -> None:
    """Put a checked value where keys and indices lead, or remove it with None, as `set_at` does at `place`."""
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        _reach(holder, step, place)
    if not rest:
        _put_value(holder, step, value)
        return
    kind: type = list if isinstance(rest[0], int) else dict
    inner = holder[step] if isinstance(step, int) and step < len(holder) else None
    if isinstance(step, str):
        inner = holder.get(step)
    if not isinstance(inner, kind):
        if value is None:
            return
        inner = kind()
        _put_value(holder, step, inner)
    set_by_steps(inner, rest, place, value)
    if value is None and not inner and not isinstance(step, int):
        del holder[step]


def _reach(holder: Any, n: int, place: str) -> None:
    if n > len(holder):
        raise DraftError(say("draft.beyond", place=place, n=len(holder)))


def _put_value(holder: Any, step: Step, value: Any) -> None:
    if value is None:
        if isinstance(step, str):
            holder.pop(step, None)
        elif step < len(holder):
            del holder[step]
    elif isinstance(step, int) and step == len(holder):
        holder.append(value)
    else:
        holder[step] = value


def check_value(place: str, value: object, depth: int = 0) -> None:
    """Check that a file can hold a value, inside `depth` tables and lists; DraftError if not."""
    if depth > MOST_DEPTH:
        raise DraftError(say("draft.too_deep", place=place, n=MOST_DEPTH))
    if isinstance(value, Mapping):
        for key, entry in value.items():
            if not isinstance(key, str):
                raise DraftError(say("draft.no_value", place=place, value=quoted(key)))
            check_value(place, entry, depth + 1)
    elif isinstance(value, list | tuple):
        for entry in value:
            check_value(place, entry, depth + 1)
    elif not isinstance(value, str | int | float | date | time) or is_too_long(value):
        raise DraftError(say("draft.no_value", place=place, value=shortened(value)))


def is_too_long(value: object) -> bool:
    """Return True for a whole number with more digits than a file may have."""
    return isinstance(value, int) and abs(value) >= 10**MOST_DIGITS


def check_head(place: str, known: tuple[str, ...]) -> None:
    """Check that a place begins with a key that a file has; DraftError, with the nearest right name, if not."""
    head = str(steps(place)[0])
    if head not in known:
        raise DraftError(say("draft.unknown_place", value=place) + hint(head, known))


def as_list(value: Any) -> list[Any]:
    """Return the value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def as_dict(value: Any) -> dict[str, Any]:
    """Return the value if it is a table, else an empty one."""
    return value if isinstance(value, dict) else {}


# Single TOML values on one line, as a field shows them: `{Ann = 1290, Bo = 1500}`


def parse_value(text: str) -> Any:
    """Return the value of a text; DraftError for a text that is not a TOML value."""
    try:
        content = parse_toml(f"value = {text}")
    except UnfitFile as unfit:
        raise DraftError(say("draft.no_inline", value=shortened(text), reason=unfit)) from None
    if list(content) != ["value"]:
        raise DraftError(say("draft.no_inline", value=shortened(text), reason=""))
    return content["value"]


# The names of the seats in the content of a file, and a new name wherever the old one stands


def names(content: Content) -> list[str]:
    """Return the name of each seat, empty for one that cannot be taken. DraftError for more seats than can be edited.

    Each name is compared with all before it; the limit of seats keeps this fast.
    """
    seats = as_list(content.get("seats"))
    if len(seats) > MOST_SEATS_READ:
        least, most = OPTIONS["players.min"].low, OPTIONS["players.max"].high
        raise DraftError(say("seat.number", n=len(seats), least=least, most=most))
    found: list[str] = []
    for seat in seats:
        name = seat.get("name") if isinstance(seat, dict) else None
        refused = name is None or name_problem(name, found)
        found.append("" if refused else normalized_name(str(name)))
    return found


def adopt_names(content: Content, known: list[str]) -> list[str]:
    """Return the names by which the tables know the seats, after seats have been given names.

    A name that can be taken replaces the one known so far everywhere; one that cannot be taken changes nothing yet.
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
    """Write a player's new name into the start, the script, the expectations and the promised shares."""
    parts = [content.get("start"), content.get("play"), *as_list(content.get("expect"))]
    for tables in map(as_dict, parts):
        for key, value in tables.items():
            tables[key] = _replace_name(value, old, new)
    word = re.compile(rf"(?<!\w){re.escape(old)}(?=:|$)")
    for key in ("script", "undone"):
        answers = as_list(content.get(key))
        answers[:] = [word.sub(lambda _: new, text) if isinstance(text, str) else text for text in answers]


def _replace_name(value: Any, old: str, new: str) -> Any:
    if isinstance(value, str):
        return new if comparable_name(value) == comparable_name(old) else value
    if isinstance(value, list):
        return [_replace_name(entry, old, new) for entry in value]
    if isinstance(value, dict):
        return {_replace_name(key, old, new): _replace_name(entry, old, new) for key, entry in value.items()}
    return value
