"""Read a file of messages. It is TOML, but its thousands of lines are `key = "text"`, which are read at once.

Every process that says something begins with it, many of them with the files of all languages. Whatever else stands
in a file is left to `tomllib`, which takes ten times as long.
"""

import re
import tomllib
from collections.abc import Iterator

_ENTRY = re.compile(
    r"(?:\[(?P<table>[a-z]\w*(?:\.\w+)*)\]"
    r"|(?P<key>[A-Za-z]\w*|\"[A-Za-z][\w.]*\") = (?:"
    r'"""\n(?P<lines>(?:[^"\\\x00-\x08\x0b-\x1f\x7f]++|\\["\\n]|"(?!""))*+)"""'
    r'|"(?P<text>(?:[^"\\\x00-\x08\x0a-\x1f\x7f]++|\\["\\n])*+)"'
    r"|'(?P<literal>[^'\x00-\x08\x0a-\x1f\x7f]*+)'))?"
    r"[ \t]*+(?:#[^\x00-\x08\x0a-\x1f\x7f]*+)?(?:\n|\Z)",
    re.ASCII,
)
_ESCAPES = re.compile(r"\\(.)")


def messages_in(text: str) -> dict[str, str]:
    """Return the messages by dotted key; tomllib.TOMLDecodeError for what is no TOML."""
    found = _simple_entries(text)
    return dict(_flat(tomllib.loads(text))) if found is None else found


def _simple_entries(text: str) -> dict[str, str] | None:
    """Return the same; None where an entry is none of the simple ones or a name comes twice."""
    found: dict[str, str] = {}
    tables, table, at = {""}, "", 0
    while at < len(text):
        entry = _ENTRY.match(text, at)
        if entry is None:
            return None
        at = entry.end()
        heading, key, lines, quoted, literal = entry.groups()
        if heading is not None:
            table = f"{heading}."
            if table in tables:
                return None
            tables.add(table)
        elif key is not None:
            name = table + key.strip('"')
            if name in found:
                return None
            said = lines if quoted is None else quoted
            found[name] = literal if said is None else _ESCAPES.sub(_escaped, said) if "\\" in said else said
    return None if any(f"{name}." in tables for name in found) else found


def _escaped(found: re.Match[str]) -> str:
    return "\n" if found[1] == "n" else found[1]


def _flat(table: dict[str, object], before: str = "") -> Iterator[tuple[str, str]]:
    for name, entry in table.items():
        if isinstance(entry, dict):
            yield from _flat(entry, f"{before}{name}.")
        else:
            yield before + name, str(entry)
