"""Every sentence a user reads, by key; a language is one TOML file in this folder.

`say("paid.purchase", player="Ann", amount="$400", space="Boardwalk")` finds the table
`[paid]`, the key `purchase`, and fills it in. In a message

- `{amount}` is a value;
- `{n|house|houses}` is the word that goes with the number `n`, one form for each plural
  class of the language (`plural.py`);
- `{{` and `}}` are braces.

A key that a language lacks is said in English; a key that English lacks is a mistake in
the program, and so is a value that is not given.
"""

import re
import tomllib
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from monopoly_lab.messages.plural import chosen

FOLDER = Path(__file__).parent
ENGLISH = "en"

_PART = re.compile(r"\{\{|\}\}|\{([a-z_]+)((?:\|[^|{}]*)*)\}")


class MessageError(LookupError):
    """The program asks for a message, a language or a value that is not there."""


def say(key: str, /, lang: str = ENGLISH, **values: object) -> str:
    """The message `key` in a language, filled in; in English where the language lacks it.

    Raises MessageError for an unknown key or language, and for a value the message needs.
    """
    spoken = lang if key in catalogue(lang) else ENGLISH
    text = catalogue(spoken).get(key)
    if text is None:
        raise MessageError(f"no message {key!r}{_hint(key, catalogue(ENGLISH))}")
    try:
        return filled(text, spoken, values)
    except KeyError as missing:
        raise MessageError(f"message {key!r} needs the value {missing}; given: {sorted(values)}") from None


def has(key: str) -> bool:
    """True if English, and so every language, can say it."""
    return key in catalogue(ENGLISH)


def keys(table: str) -> list[str]:
    """The keys of one table, without its name: keys("node") -> ["dice", "draw", ...]."""
    return [key.removeprefix(table + ".") for key in catalogue(ENGLISH) if key.startswith(table + ".")]


def languages() -> list[str]:
    """The languages there are, English first."""
    return sorted((path.stem for path in FOLDER.glob("*.toml")), key=lambda lang: (lang != ENGLISH, lang))


def filled(text: str, lang: str, values: dict[str, object]) -> str:
    """A message with its values; KeyError for one that is not given."""

    def value(part: re.Match[str]) -> str:
        if part[1] is None:
            return part[0][0]
        if part[2]:
            return chosen(lang, values[part[1]], part[2][1:].split("|"))
        return str(values[part[1]])

    return _PART.sub(value, text)


def placeholders(text: str) -> set[str]:
    """The names of the values a message needs."""
    return {part[1] for part in _PART.finditer(text) if part[1]}


@cache
def catalogue(lang: str) -> dict[str, str]:
    """All messages of a language by dotted key, read once."""
    path = FOLDER / f"{lang}.toml"
    if not path.is_file():
        raise MessageError(f"no language {lang!r}; there are: {', '.join(languages())}")
    return dict(_flat(tomllib.loads(path.read_text(encoding="utf-8"))))


def _flat(table: dict[str, object], before: str = "") -> Iterator[tuple[str, str]]:
    for name, entry in table.items():
        if isinstance(entry, dict):
            yield from _flat(entry, f"{before}{name}.")
        else:
            yield before + name, str(entry)


def _hint(key: str, known: dict[str, str]) -> str:
    near = get_close_matches(key, known, n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""
