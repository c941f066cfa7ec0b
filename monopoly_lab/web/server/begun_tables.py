"""Tables that visitors have begun: the start page offers them again, also after the server was started again."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from monopoly_lab.common.errors import MonopolyLabError
from monopoly_lab.common.file_access import replace as write
from monopoly_lab.game.scenarios import scenarios
from monopoly_lab.web.server.start_page import WantedGame
from monopoly_lab.widgets import autosave

MOST = 12  # tables of a visitor that are kept
ASKED = "asked.json"  # in the folder of a visitor: the forms of the tables, by their files
MOST_FORM = 200  # letters of an entry of a form
FIELDS = ("scenario", "edition", "name", "number", "others", "seed", "lang")  # of the form, that make the game
GOING_ON = "continue"  # the field by which a page is asked to take up what was left
TABLE_FILE = "game"  # the field with the file of a table, which an address has in place of the name of its player


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

    def note(self, form: Mapping[str, str], folder: Path) -> str:
        """Remember a table that is being opened; the name of its file. The oldest of many is put away."""
        file = autosave.name_of(WantedGame.from_form(form).game())
        forms = _forms(folder)
        forms.pop(file, None)
        forms[file] = {field: form[field] for field in FIELDS if 0 < len(form.get(field, "")) <= MOST_FORM}
        while len(forms) > MOST:
            oldest = next(iter(forms))
            del forms[oldest]
            _put_away(folder / oldest)
        write(folder / ASKED, json.dumps(forms).encode())
        return file

    def completed(self, form: Mapping[str, str], folder: Path) -> dict[str, str]:
        """Return a form with the name that its player typed when the table that it names in `TABLE_FILE` was opened."""
        name = _forms(folder).get(form.get(TABLE_FILE, ""), {}).get("name")
        return {**form, "name": name} if name and not form.get("name") else dict(form)

    def tables_of(self, folder: Path, lang: str) -> list[Begun]:
        """Return the tables of a visitor at which something was played, the last first; the gallery's come last."""
        forms = _forms(folder)
        there = {path.name for path in folder.glob("[!.]*.toml")} - set(forms)
        opened = {
            file: {**form, "lang": lang} for file, form in (of_scenarios() if there else {}).items() if file in there
        }
        tables = [_read_table(file, form, folder, lang) for file, form in [*opened.items(), *forms.items()]]
        return [each for each in reversed(tables) if each and each.answers]

    def forget(self, file: str, folder: Path) -> None:
        """Remove a table and all that was kept of it; do nothing for one that is not this visitor's."""
        forms = _forms(folder)
        if forms.pop(file, None) is not None:
            write(folder / ASKED, json.dumps(forms).encode())
            _put_away(folder / file)
        elif file in of_scenarios():
            _put_away(folder / file)


def without_name(form: Mapping[str, str], file: str) -> dict[str, str]:
    """Return a form as it is shown in an address: the file of its table in place of the name of its player."""
    shown = {field: value for field, value in form.items() if field not in ("name", TABLE_FILE, "token")}
    return shown | ({TABLE_FILE: file} if form.get("name") else {})


def _forms(folder: Path) -> dict[str, dict[str, str]]:
    """Return the forms of a visitor's tables by their files; none where they cannot be read."""
    try:
        content = json.loads((folder / ASKED).read_text())
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def _put_away(path: Path) -> None:
    for each in (path, path.with_suffix(autosave.BEFORE)):
        each.unlink(missing_ok=True)


@cache
def of_scenarios() -> Mapping[str, Mapping[str, str]]:
    """Return the forms by which shipped scenarios are asked for, by the files of their games, for the gallery."""
    forms = [{"scenario": name} for name in scenarios()]
    return {autosave.name_of(WantedGame.from_form(form).game()): form for form in forms}


def _read_table(file: str, form: Mapping[str, str], folder: Path, lang: str) -> Begun | None:
    """Return what is told of a table; None where nothing was kept, or nothing that can be read."""
    answers = autosave.answers_in(folder / file)
    try:
        written = datetime.fromtimestamp((folder / file).stat().st_mtime)
        wanted = WantedGame.from_form(form)
    except (MonopolyLabError, OSError):
        return None
    if answers is None:
        return None
    players = "" if wanted.scenario else ", ".join(name for name, _ in wanted.players)
    shown = without_name(form, file)
    address = f"page/table?{urlencode({**shown, GOING_ON: 'yes'})}"
    return Begun(file, address, replace(wanted, lang=lang).title, players, answers, written.strftime("%H:%M"))
