"""Notes of an edition in the reader's language: where its parts come from, and what its profiles change."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from monopoly_lab.common import messages
from monopoly_lab.common.messages import resolve_language, say, unbroken
from monopoly_lab.editions.components import ENGLISH, Names, in_language
from monopoly_lab.editions.options import Value


@dataclass(frozen=True)
class Origin:
    """Where a part comes from: `source` is `rulebook`, `public`, `unverified` or `reconstruction`."""

    source: str
    notes: Names = field(default_factory=dict, hash=False)  # by language; empty for none

    @property
    def note(self) -> str:
        """Return the note in the session's language, in English where it has none in it; empty for none."""
        return _note_text(self.notes)

    @property
    def source_name(self) -> str:
        """Return the source in words of the session's language: "from a rule book", "reconstruction"."""
        return say(f"origin.{self.source}")


@dataclass(frozen=True)
class Profile:
    """A named set of changes that `options={"profile": name}` selects."""

    id: str
    name: str
    names: Names = field(repr=False)
    notes: Names = field(hash=False)  # by language; empty for none
    rules: Mapping[str, Value]
    language: str = ""  # of a rule book of its own

    @property
    def note(self) -> str:
        """Return the note in the session's language, in English where it has none in it; empty for none."""
        return _note_text(self.notes)


def notes_of(entry: Mapping[str, Any]) -> Names:
    """Return the note of a table in an edition file by language; a plain text is taken for English."""
    note = entry.get("note") or {}
    return {ENGLISH: note} if isinstance(note, str) else note


def with_english_notes(entries: Mapping[str, Any]) -> dict[str, Any]:
    """Return tables of an edition file with their notes in English alone, as they were before translations."""
    return {
        name: entry | {"note": notes_of(entry)[ENGLISH]} if notes_of(entry) else entry
        for name, entry in entries.items()
    }


def part_name(part: str, lang: str = "", profiles: Mapping[str, Profile] | None = None) -> str:
    """Return a part of an edition in words: "cards" for `decks`, "cards for one token" for `decks.tokens`.

    Args:
        part: Key of `Edition.provenance`.
        lang: Language code; that of the session if empty.
        profiles: `Edition.profiles`, to call a profile by its name.
    """
    head, _, detail = part.partition(".")
    if head == "profiles" and profiles and detail in profiles:
        return say("board.part_profile", lang, name=in_language(profiles[detail].names, resolve_language(lang)))
    keys = (f"board.part_{part.replace('.', '_')}", f"board.part_{head}")
    return next((say(key, lang) for key in keys if messages.has_message(key)), part.replace("_", " "))


def _note_text(notes: Names) -> str:
    return unbroken(in_language(notes, resolve_language())) if notes else ""
