"""The tables that a visitor has begun, as the start page offers them again; all are gone when the server stops."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from monopoly_lab.errors import MonopolyLabError
from monopoly_lab.scenario import scenarios
from monopoly_lab.serve.offer import WantedGame
from monopoly_lab.widgets import autosave

MOST = 8  # tables of a visitor that are remembered
FIELDS = ("scenario", "edition", "name", "number", "others", "seed", "lang")  # of the form, that make the game
GOING_ON = "continue"  # the field by which a page is asked to take up what was left


class Begun(NamedTuple):
    """A table to go on with: its file, its address, and what a reader knows it by."""

    file: str
    address: str
    title: str
    players: str
    answers: int
    time: str  # of the last answer


class BegunTables:
    """Of each visitor the forms by which tables were asked for, by the file that holds their game."""

    def __init__(self) -> None:
        self._asked: dict[str, dict[str, dict[str, str]]] = {}

    def note(self, visitor: str, form: Mapping[str, str]) -> str:
        """Remember a table that is being opened; the name of its file."""
        file = autosave.name_of(WantedGame.asked(form).game())
        asked = self._asked.setdefault(visitor, {})
        asked.pop(file, None)
        asked[file] = {field: form[field] for field in FIELDS if form.get(field)}
        while len(asked) > MOST:
            del asked[next(iter(asked))]
        return file

    def begun(self, visitor: str, folder: Path, lang: str) -> list[Begun]:
        """The tables of a visitor at which something was played, the last one first; those of the gallery come last."""
        asked = self._asked.get(visitor, {})
        there = {path.name for path in folder.glob("[!.]*.toml")} - set(asked)
        opened = {
            file: {**form, "lang": lang} for file, form in (of_scenarios() if there else {}).items() if file in there
        }
        found = [_begun(file, form, folder, lang) for file, form in [*opened.items(), *asked.items()]]
        return [each for each in reversed(found) if each and each.answers]

    def forget(self, visitor: str, file: str, folder: Path) -> None:
        """Put a table away with all that was kept of it; nothing for one that is not this visitor's."""
        if self._asked.get(visitor, {}).pop(file, None) is not None or file in of_scenarios():
            for path in (folder / file, (folder / file).with_suffix(autosave.BEFORE)):
                path.unlink(missing_ok=True)


@cache
def of_scenarios() -> Mapping[str, Mapping[str, str]]:
    """The forms by which shipped scenarios are asked for, by the files of their games: for tables of the gallery."""
    forms = [{"scenario": name} for name in scenarios()]
    return {autosave.name_of(WantedGame.asked(form).game()): form for form in forms}


def _begun(file: str, form: Mapping[str, str], folder: Path, lang: str) -> Begun | None:
    """What is told of a table; None where nothing was kept, or nothing that can be read."""
    try:
        left = autosave.left_in(folder / file) if (folder / file).exists() else None
    except (MonopolyLabError, OSError):
        return None
    if left is None:
        return None
    wanted = WantedGame.asked(form)
    players = "" if wanted.scenario else ", ".join(name for name, _ in wanted.players)
    address = f"page/table?{urlencode({**form, GOING_ON: 'yes'})}"
    return Begun(file, address, replace(wanted, lang=lang).title, players, left.answers, left.written.strftime("%H:%M"))
