"""List scenarios for a gallery: the shipped ones and those of a folder, each with its words and its problems."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from monopoly_lab.common.errors import DraftError, MonopolyLabError, Problem, SavedGameError
from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.messages import resolve_language, say, speaking
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.editions import Edition, load_edition
from monopoly_lab.editions.loader import FILE
from monopoly_lab.game.saves.saved_files import content_of
from monopoly_lab.game.scenarios.field_paths import as_dict, as_list
from monopoly_lab.game.scenarios.scenario import Scenario, shipped_files, shipped_text


@dataclass
class Entry:
    """One scenario file. Its texts are read at once; whether it is right is found out when it is asked for."""

    name: str
    path: Path
    is_own: bool
    content: Mapping[str, Any] = field(default_factory=dict)
    lang: str = field(default_factory=resolve_language)

    def text(self, key: str) -> str:
        """Return a text of the file on one line, in the entry's language if it is a shipped one, or ""."""
        with speaking(self.lang):
            value = shipped_text(self.path, key) or self.content.get(key)
        return " ".join(value.split()) if isinstance(value, str) else ""

    @property
    def title(self) -> str:
        """Return the title; the name of the file if there is none."""
        return self.text("title") or self.path.stem

    @property
    def minutes(self) -> int:
        """Return how many minutes it takes; 0 if unknown."""
        value = self.content.get("minutes")
        return value if isinstance(value, int) and value > 0 else 0

    @property
    def players(self) -> list[str]:
        """Return the names of the players."""
        names = [as_dict(seat).get("name") for seat in as_list(self.content.get("seats"))]
        return [name for name in names if isinstance(name, str)]

    @cached_property
    def edition(self) -> Edition | None:
        """Return the edition under its profile; None if the file names none that can be read."""
        name = self.text("edition")
        profile = as_dict(self.content.get("options")).get("profile")
        try:
            edition = load_edition(self.path.parent / name if name.endswith(FILE) else name)
            return edition.under({"profile": profile}) if profile in tuple(edition.profiles) else edition
        except MonopolyLabError:
            return None

    @cached_property
    def _read(self) -> tuple[Scenario | None, list[Problem]]:
        try:
            return Scenario.load(self.path, self.lang), []
        except SavedGameError as refused:
            return None, refused.problems
        except Exception as accident:  # a bug here must not hide the other cards
            return None, [Problem(str(self.path), "", say("reading.accident", value=shortened(repr(accident))))]

    @property
    def scenario(self) -> Scenario:
        """Return the checked scenario; SavedGameError with every problem of its file."""
        scenario, problems = self._read
        if scenario is None:
            raise SavedGameError(problems)
        return scenario

    @property
    def problems(self) -> list[Problem]:
        """Return everything that is wrong with the file."""
        return self._read[1]


def scenario_entries(folder: Path | None = None) -> list[Entry]:
    """Return the user's own scenarios, by file name, then the shipped ones by title.

    DraftError for a folder that is not there.
    """
    files = shipped_files()
    shipped = sorted((_entry(path.stem, path, False) for path in files), key=lambda entry: entry.title)
    if folder is None:
        return shipped
    if not folder.is_dir():
        raise DraftError(say("draft.no_folder", value=folder))
    taken = {entry.name for entry in shipped}
    own = [
        _entry(_encodable_name(path.name if path.stem in taken else path.stem), path, True)
        for path in sorted(folder.glob(f"*{FILE}"))
        if not path.name.startswith(".")
    ]
    return own + shipped


@lru_cache(maxsize=64)
def _shipped_content(path: Path, changed: int) -> Mapping[str, Any]:
    """Return what a shipped scenario holds, read once; `changed`: when the file was written."""
    return content_of(path)


def entry_named(entries: list[Entry], name: str) -> Entry:
    """Return the entry of a name; DraftError with the nearest right one."""
    for entry in entries:
        if entry.name == name:
            return entry
    raise DraftError(say("scenario.no_such_entry", value=name) + hint(name, [entry.name for entry in entries]))


def _encodable_name(name: str) -> str:
    """Return a file name that can be sent to a browser; a disk may hold names that are no text."""
    return name.encode("utf-8", "replace").decode()


def _entry(name: str, path: Path, is_own: bool) -> Entry:
    try:
        return Entry(
            name, path, is_own, content_of(path) if is_own else _shipped_content(path, path.stat().st_mtime_ns)
        )
    except (SavedGameError, OSError):
        return Entry(name, path, is_own)  # its problems say that it cannot be read
