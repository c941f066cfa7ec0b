"""Collect all problems of an input, so that one error names them together."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches
from pathlib import Path
from typing import Any

from monopoly_lab.common.errors import Problem, SavedGameError
from monopoly_lab.common.file_access import shortened, whole_number
from monopoly_lab.common.messages import grouped, say

LEAST_LIKENESS = 0.6  # of 1: less is never suggested; so of two letters both must be right
SURE_LIKENESS = 0.7  # of 1: more is always suggested
SHORTEST_PART = 4  # letters of a name that counts as part of another
MOST = 100  # problems of one file that are named
BARE_KEY = re.compile("[A-Za-z0-9_-]+")  # that stands in a file without quotes


class ValidationErrors:
    """Problems of an edition file, or of the options of a game; of very many, the first."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.count = 0  # of all problems found, also of those that are not listed because there are too many

    @property
    def full(self) -> bool:
        """Return True if there are more problems than anybody reads, and no more are looked for."""
        return len(self.problems) > MOST

    def add_text(self, place: str, text: str) -> None:
        """Add one problem at a place; beyond `MOST` it is only said that there are more."""
        self.count += 1
        if not self.full:
            there = (shortened(place), text) if len(self.problems) < MOST else ("", say("reading.more"))
            self.problems.append(Problem(self.file, *there))

    def add(self, place: str, key: str, *, value: object = "", known: Iterable[object] = (), **values: Any) -> None:
        """Note the message `edition.<key>`; `known` are the right answers, of which the nearest is named."""
        self._add_message(place, f"edition.{key}", value, known, values)

    def _add_message(
        self, place: str, key: str, value: object, known: Iterable[object], values: Mapping[str, Any]
    ) -> None:
        text = "" if self.full else say(key, value=message_value(value), **values) + hint(value, known)
        self.add_text(place, text)


def message_value(value: object) -> object:
    """Return a value for a message: a number or a text as it is, if not too long, anything else as a file has it."""
    if isinstance(value, int) and value.bit_length() < 64:
        return value
    return shortened(value if isinstance(value, str) else toml_literal(value))


def nearest_name(value: object, known: Iterable[object]) -> str:
    """Return the known name most like `value`, or an empty text when none is like it."""
    names = {name.casefold(): name for name in reversed([str(name) for name in known])}
    meant = shortened(value).strip('"').casefold()  # whoever wrote more than that did not mistype a name
    found = [name for name in get_close_matches(meant, names, n=3, cutoff=LEAST_LIKENESS) if _is_near(meant, name)]
    return names[found[0]] if found else ""


def _is_near(one: str, other: str) -> bool:
    """Return True for words much alike, with one letter changed or two swapped, or of which one holds the other."""
    if SequenceMatcher(None, other, one).ratio() >= SURE_LIKENESS:
        return True
    short, long = sorted((one, other), key=len)
    if len(short) == len(long):
        changed = sum(a != b for a, b in zip(short, long))
        return changed == 1 or (changed == 2 and sorted(short) == sorted(long))
    return len(short) >= SHORTEST_PART and short in long


def did_you_mean(value: object, known: Iterable[object]) -> str:
    """Return the question after a wrong name whether the nearest right one is meant; nothing where none is near."""
    found = nearest_name(value, known)
    return say("edition.near", near=found) if found else ""


def hint(value: object, known: Iterable[object], most: int = 9) -> str:
    """Return what follows a wrong name: whether the nearest right one is meant; if none is near, all, up to `most`."""
    names = [str(name) for name in known]
    asked = did_you_mean(value, names)
    if asked:
        return asked
    return say("edition.one_of", names=", ".join(names)) if 0 < len(names) <= most else ""


def did_you_mean_file(path: Path) -> str:
    """Return the question whether a neighbor of a file that is missing is meant; nothing if it is there, or none is."""
    try:
        return "" if path.exists() else did_you_mean(path.name, sorted(each.name for each in path.parent.iterdir()))
    except OSError:
        return ""


class GameFileErrors(ValidationErrors):
    """Problems of a start, scenario or saved game: `note` adds one, the methods below add what they refuse."""

    def note(self, place: str, key: str, *, value: object = "", known: Iterable[object] = (), **values: Any) -> None:
        """Note the message `scenario.<key>` at a place; `known` are the right answers; the nearest is named."""
        self._add_message(place, f"scenario.{key}", value, known, values)

    def take(self, place: str, problems: Iterable[tuple[str, str, str]]) -> None:
        """Add problems found elsewhere, under a place of this file."""
        for _, inner, message in problems:
            self.add_text(".".join(part for part in (place, inner) if part), message)

    def raise_if_any(self) -> None:
        """Raise SavedGameError with all problems, if there are any."""
        if self.problems:
            raise SavedGameError(dict.fromkeys(self.problems))

    # Values of a kind; None, and a problem, for any other

    def table(self, place: str, value: object) -> Mapping[str, Any]:
        """Return a table; an empty one, and note a problem, for any other value."""
        if isinstance(value, Mapping):
            return value
        self.note(place, "not_a_table", value=toml_literal(value))
        return {}

    def items(self, place: str, value: object) -> list[tuple[str, Any]]:
        """Return the entries of a list, each with its place."""
        if isinstance(value, Sequence) and not isinstance(value, str):
            return [(f"{place}[{i}]", entry) for i, entry in enumerate(value)]
        self.note(place, "not_a_list", value=toml_literal(value))
        return []

    def text(self, place: str, value: object) -> str | None:
        """Return a text; None, and note a problem, for any other value."""
        if isinstance(value, str):
            return value
        self.note(place, "not_a_text", value=toml_literal(value))
        return None

    def number(self, place: str, value: object, low: int, high: int) -> int | None:
        """Return a whole number from `low` to `high`; None, and note a problem, for any other value."""
        if isinstance(value, str) and whole_number(value) is not None:
            self.note(place, "quoted_number", value=toml_literal(value), number=value.strip())
        elif isinstance(value, bool) or not isinstance(value, int):
            self.note(place, "not_a_number", value=toml_literal(value))
        elif not low <= value <= high:
            self.note(place, "out_of_range", value=value, low=grouped(low), high=grouped(high))
        else:
            return value
        return None

    def check_version(self, place: str, value: object, known: int) -> None:
        """Note the version of the format of a file, if it is not the known one."""
        if isinstance(value, bool) or not isinstance(value, int):
            self.number(place, value, known, known)
        elif value != known:
            self.note(place, "format", value=value, known=[known])

    def unknown_keys(self, place: str, table: Mapping[str, Any], known: Iterable[str]) -> None:
        """Note every key that is none of the known ones."""
        names = list(known)
        for key in table:
            if key not in names:
                self.note(f"{place}.{key}" if place else key, "unknown_key", value=key, known=names)


def toml_literal(value: object) -> str:
    """Return a value as it is written in a file, on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {toml_literal(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml_literal(entry) for entry in value) + "]"
    if isinstance(value, str):
        return toml_string(value)
    return str(value).lower() if isinstance(value, bool) else shortened(value)


def toml_string(text: str) -> str:
    """Return a text in quotes; TOML escapes what JSON does, and the character DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: object) -> str:
    return str(key) if BARE_KEY.fullmatch(str(key)) else toml_string(str(key))
