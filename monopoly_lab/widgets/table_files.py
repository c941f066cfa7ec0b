"""Files of a table: save, load, export, upload and download, and what is said of them."""

import re
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from monopoly_lab.common import file_access
from monopoly_lab.common.errors import MonopolyLabError
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.file_access import replace, shortened_path
from monopoly_lab.common.messages import say
from monopoly_lab.game.game import Game
from monopoly_lab.game.saves.saved_files import replaceable
from monopoly_lab.widgets import files_panel, player_panel
from monopoly_lab.widgets.html_elements import Words
from monopoly_lab.widgets.table_branches import Branches
from monopoly_lab.widgets.table_notices import Notices
from monopoly_lab.widgets.table_view import TableFace

LONGEST_NAME = 80  # letters of the name of an uploaded file


class TableFiles:
    """Writes the open branch to files and reads others in its place.

    `saved` is called when the game stands in a file, `loaded` with a game that takes the place of the open one,
    `changed` when the panel of files has something new to say.
    """

    def __init__(
        self,
        branches: Branches,
        face: TableFace,
        notices: Notices,
        words: Words,
        saved: Callable[[], None],
        loaded: Callable[[Game], None],
        changed: Callable[[], None],
    ) -> None:
        self._branches, self._face, self._notices, self._words = branches, face, notices, words
        self._saved, self._loaded, self._changed = saved, loaded, changed
        self._file = "game.toml"  # that was named last
        self._written = ""  # the file that this table has saved to
        self._said = ""  # what has become of the last files
        self._offered: list[str] = []  # what was last said or offered of a file
        self.exporting = files_panel.Exporting(words.lang, self.say, notices.say_problem)

    def panel(self, autosave: Path | None, earlier: Mapping[str, Any]) -> list[str]:
        """Return the panel of files; `earlier` says what an earlier table has left."""
        kept = "" if autosave is None else f"{autosave.parent.name}/{autosave.name}"
        return files_panel.panel(self._branches.game, self._file, self._words, kept, self._said, earlier)

    def save_or_load(self, what: str, file: str, carry_out: Callable[[Callable[[], None]], object]) -> None:
        """Save to a file, or "load" it; an old file is written over if this table has written it, or to "replace" it.

        `carry_out` calls what is left to do, and says what has gone wrong in it.
        """
        self._forget()  # while the field is as it was: a problem is said in its form
        self._file = files_panel.with_ending(file.strip(), is_old=what == "load")
        if not file_access.theirs():
            self._notices.say_problem(say("table.no_disk", self._words.lang))
        elif not self._file:
            self._notices.say_problem(say("table.no_file", self._words.lang))
        elif what == "load":
            carry_out(self._load)
        elif what != "replace" and replaceable(Path(self._file)) and self._file != self._written:
            self._offer([player_panel.overwrite(self._words, self._file)])
        else:
            carry_out(lambda: self._save(self._file))

    def export(self, ending: str, file: str | None = None) -> None:
        """Write the open branch with the others in another form, beside a file, None for the one named last."""
        self._forget()
        if not file_access.theirs():
            self._notices.say_problem(say("table.no_disk", self._words.lang))
        elif ending in files_panel.ENDINGS:
            beside = self._file if file is None else file
            self.exporting.start(self._branches.game, beside.strip(), ending, self._branches.others)

    def upload(self, text: str, name: str) -> None:
        """Read a game from the text of a file, which is called by the name that it has where it comes from."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / (re.sub(r"[^\w. -]", "_", name)[-LONGEST_NAME:].strip(". ") or "upload.toml")
            replace(path, text.encode())
            try:
                game = Game.load(path)
            except MonopolyLabError as refused:
                raise MonopolyLabError(str(refused).replace(str(path), name or path.name)) from None
            self._loaded(game)

    def download(self) -> None:
        """Let the browser keep the game as a file."""
        self._face.send({"download": Path(self._file).name, "text": self._branches.game.to_toml()})

    def copy(self) -> None:
        """Put the game as text into the browser's clipboard."""
        self._face.send({"copy": self._branches.game.to_toml()})

    def say(self, text: str) -> None:
        """Say what has become of a file, or of a picture: in the panel where it was asked for, else on the card."""
        self._said = text
        is_open = self._face.tab == "keep"
        if text:
            self._offer([] if is_open else [player_panel.notice(escaped(text), self._words)])
        if is_open:
            self._changed()

    def forget_said(self) -> None:
        """Forget what was said of a file: it was said of another game."""
        self._said = ""

    def _save(self, file: str) -> None:
        self._forget()
        try:
            self._branches.game.save(file)
        except OSError as problem:
            raise MonopolyLabError(str(problem)) from None
        self._written = file
        self._saved()
        self.say(say("table.saved_as", self._words.lang, file=shortened_path(file)))

    def _load(self) -> None:
        game = Game.load(self._file)
        self._forget()
        self._loaded(game)
        self._said = say("table.loaded", self._words.lang, file=shortened_path(self._file))

    def _offer(self, offer: list[str]) -> None:
        self._offered = offer
        self._notices.offer(offer)

    def _forget(self) -> None:
        """What was said and offered of earlier files is over when another one is asked for."""
        self._notices.say_problem("")
        if self._notices.is_shown(self._offered):
            self._offer([])
        if self._said and not self.exporting.runs:
            self.say("")
