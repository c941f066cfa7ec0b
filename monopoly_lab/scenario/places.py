"""Places in a scenario as its problems name them, "start.cash.Ann" or "script[2]", read and written.

Below `options`, the tables of a start and the tables of an expectation a key is taken whole,
dots and all: an option is "jail_exit.fine", a player may be "A. Smith".
"""

import re
from collections.abc import Mapping
from datetime import date, time
from typing import Any

from monopoly_lab.editions.found import hint
from monopoly_lab.errors import DraftError
from monopoly_lab.messages import say

Step = str | int
Content = dict[str, Any]

PART = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
WHOLE = re.compile(r"[^.\[\]]+(\[\d+\])*(\.[^.\[\]]+(\[\d+\])*)*")
LAST = re.compile(r"^(.+?)((?:\[\d+\])*)$", re.DOTALL)
OF_LISTS = ("deeds", "cards", "piles", "position", "jail", "characters", "bosses")  # tables whose entries are lists
KEYED = re.compile(r"^(options|start\.[a-z]+|expect(?:\[\d+\])?\.[a-z]+)\.(.+)$", re.DOTALL)


def steps(place: str) -> list[Step]:
    """The keys and numbers that lead to a place; DraftError for a text that is none."""
    keyed = KEYED.match(place)
    if not keyed:
        return _plain(place)
    whole = LAST.match(keyed[2])
    if whole is None or not keyed[1].endswith(OF_LISTS):
        return [*_plain(keyed[1]), keyed[2]]
    return [*_plain(keyed[1]), whole[1], *(int(n) for n in re.findall(r"\[(\d+)\]", whole[2]))]


def _plain(text: str) -> list[Step]:
    if not WHOLE.fullmatch(text):
        raise DraftError(say("draft.no_place", value=text))
    return [int(part[1]) if part[1] else part[2] for part in PART.finditer(text)]


def read(content: Mapping[str, Any], place: str) -> Any:
    """What stands at a place; None if nothing does."""
    value: Any = content
    for step in steps(place):
        if isinstance(step, str) and isinstance(value, Mapping):
            value = value.get(step)
        elif isinstance(step, int) and isinstance(value, list) and step < len(value):
            value = value[step]
        else:
            return None
    return value


def write(content: Content, place: str, value: Any) -> None:
    """Put a value at a place, or with None take away what stands there, and tables left empty by that.

    What stands in the way, a number where a table has to be, is replaced. DraftError for a
    value that a file cannot hold, and for a number beyond the end of a list.
    """
    if value is not None:
        check_value(place, value)
    _write(content, steps(place), place, value)


def _write(holder: Any, path: list[Step], place: str, value: Any) -> None:
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        _reach(holder, step, place)
    if not rest:
        _put(holder, step, value)
        return
    kind: type = list if isinstance(rest[0], int) else dict
    inner = holder[step] if isinstance(step, int) and step < len(holder) else None
    if isinstance(step, str):
        inner = holder.get(step)
    if not isinstance(inner, kind):
        if value is None:
            return
        inner = kind()
        _put(holder, step, inner)
    _write(inner, rest, place, value)
    if value is None and not inner and not isinstance(step, int):
        del holder[step]


def _reach(holder: Any, n: int, place: str) -> None:
    if n > len(holder):
        raise DraftError(say("draft.beyond", place=place, n=len(holder)))


def _put(holder: Any, step: Step, value: Any) -> None:
    if value is None:
        if isinstance(step, str):
            holder.pop(step, None)
        elif step < len(holder):
            del holder[step]
    elif isinstance(step, int) and step == len(holder):
        holder.append(value)
    else:
        holder[step] = value


def check_value(place: str, value: object) -> None:
    """DraftError for a value that TOML has no form for."""
    if isinstance(value, Mapping):
        for key, entry in value.items():
            if not isinstance(key, str):
                raise DraftError(say("draft.no_value", place=place, value=repr(key)))
            check_value(place, entry)
    elif isinstance(value, list | tuple):
        for entry in value:
            check_value(place, entry)
    elif not isinstance(value, str | int | float | date | time):
        raise DraftError(say("draft.no_value", place=place, value=repr(value)))


def check_head(place: str, known: tuple[str, ...]) -> None:
    """DraftError, with the nearest right name, for a place under no key that a file has."""
    head = str(steps(place)[0])
    if head not in known:
        raise DraftError(say("draft.unknown_place", value=place) + hint(head, known))


def listed(value: Any) -> list[Any]:
    """The value if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def mapped(value: Any) -> dict[str, Any]:
    """The value if it is a table, else an empty one."""
    return value if isinstance(value, dict) else {}
