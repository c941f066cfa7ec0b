"""Files of a table: save, load, export, upload and download, with their messages."""

import asyncio
import contextvars
import re
import shutil
import tempfile
from collections.abc import Callable, Collection, Mapping
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from monopoly_lab.common import file_access
from monopoly_lab.common.errors import MonopolyLabError
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.file_access import replace, shortened_path
from monopoly_lab.common.messages import say, speaking
from monopoly_lab.editions.loader import FILE
from monopoly_lab.game.game import Game
from monopoly_lab.game.saves.saved_files import replaceable
from monopoly_lab.widgets import player_panel
from monopoly_lab.widgets.background_tasks import running_loop
from monopoly_lab.widgets.html_elements import Words, button
from monopoly_lab.widgets.table_branches import Branches
from monopoly_lab.widgets.table_notices import Notices
from monopoly_lab.widgets.table_view import TableView

ENDINGS = ("ipynb", "html", "pdf", "xlsx", "csv")


def row(words: Words) -> str:
    """Return a button for each form; paper only where there is a browser that prints."""
    from monopoly_lab.export.page import BROWSERS

    there = [each for each in ENDINGS if each != "pdf" or any(map(shutil.which, BROWSERS))]
    pressed = "".join(button(words(f"export_{each}"), "export", each, id=f"ml-export-{each}") for each in there)
    return (
        f'<div class="ml-row" role="group" aria-label="{words("export")}"><span>{words("export")}</span>{pressed}</div>'
    )


def free_path(path: Path, taken: Collection[Path] = ()) -> Path:
    """Return the path itself, or with the first number that no file has yet: nothing is written over."""
    tried = (path.with_stem(f"{path.stem}-{n}") if n > 1 else path for n in count(1))
    return next(each for each in tried if not file_access.is_there(each) and each not in taken)


class Exporting:
    """Writes files one after the other, however fast they are asked for.

    `said` hears which are being written and which are there; `failed` why one is not.
    """

    def __init__(self, lang: str, said: Callable[[str], None], failed: Callable[[str], None]) -> None:
        self._lang, self._said, self._failed = lang, said, failed
        self._waiting: dict[Path, Callable[[], Path]] = {}  # by the file that it will write
        self._written: list[Path] = []  # since nothing was waiting
        self._task: asyncio.Task[None] | None = None

    @property
    def runs(self) -> bool:
        """Return True while a file is being exported."""
        return bool(self._waiting)

    def start(self, game: "Game", file: str, ending: str, branches: "Mapping[str, Game]") -> None:
        """Export the game as it is now with its branches, beside `file`, named like it; at once where no loop runs."""
        with file_access.writing(file):  # a name that takes no ending
            path = free_path(Path(file or "game").with_suffix(f".{ending}"), self._waiting)
        others = {name: other.fork() for name, other in branches.items()}
        if not self.runs:
            self._written = []
        self._waiting[path] = partial(self._write, game.fork(), path, others)
        if (loop := running_loop()) is None:
            self._write_file(path, self._waiting[path])
            return
        self._show_progress()
        if self._task is None:
            self._task = loop.create_task(self._beside())

    def _write(self, game: "Game", path: Path, branches: "Mapping[str, Game]") -> Path:
        from monopoly_lab.export import export

        with speaking(self._lang):
            return export(game, path, branches=branches)

    async def _beside(self) -> None:
        context = contextvars.copy_context()
        while self._waiting:
            path, write = next(iter(self._waiting.items()))
            done = asyncio.get_running_loop().run_in_executor(None, context.run, write)
            await asyncio.wait([done])
            self._write_file(path, done.result)
        self._task = None

    def _write_file(self, path: Path, write: Callable[[], Path]) -> None:
        try:
            self._written.append(write())
        except (MonopolyLabError, OSError) as problem:
            self._failed(str(problem))
        finally:
            del self._waiting[path]
        self._show_progress()

    def _show_progress(self) -> None:
        stages = {"exported": self._written, "exporting": list(self._waiting)}
        self._said(" ".join(self._files(key, paths) for key, paths in stages.items() if paths))

    def _files(self, key: str, paths: list[Path]) -> str:
        return say(f"table.{key}", self._lang, file=", ".join(map(str, paths)))


# Taking a game home: files, text, and the picture that stays in the notebook

MOST_NOTES = 20_000  # letters


def with_ending(file: str, is_old: bool = False) -> str:
    """Return the name of a saved game with its ending; a folder, and an old file without an ending, keep their names.

    >>> with_ending("lesson1")
    'lesson1.toml'
    """
    path = Path(file)
    if not path.name or path.suffix:
        return file
    is_named_so = file_access.is_there(path) and (is_old or path.is_dir())
    return file if is_named_so else file + FILE


def panel(
    game: "Game", file: str, words: Words, kept: str = "", said: str = "", earlier: Mapping[str, Any] | None = None
) -> list[str]:
    """Return notes; files to save to, load and export to, if the disk is theirs; download, upload; the game as text.

    `kept` is the file of the autosave, "" for none; `said` what has become of the files; `earlier` the answers and the
    time of a game that may be taken up again. An element each, so that what is said of one file takes no button from
    under the mouse that asks for the next.
    """
    disk = (
        _disk(file, words, kept) + (player_panel.offer(words, **earlier) if earlier else "")
        if file_access.may_use_disk()
        else ""
    )
    picture = (
        button(words("picture"), "picture", id="ml-picture") if file_access.may_use_disk() else ""
    )  # where a notebook is
    notes = f'<textarea id="ml-notes" data-change="notes" maxlength="{MOST_NOTES}">{escaped(game.notes)}</textarea>'
    return [
        f"<div><h3>{words('keep')}</h3><label>{words('notes')} {notes}</label>{disk}</div>",
        f'<p class="ml-said" role="status">{escaped(said)}</p>',
        f'<div><div class="ml-row">{button(words("download"), "download", id="ml-download")}'
        f"{button(words('copy'), 'copy', id='ml-copy')}{picture}</div>"
        f'<p><label>{words("upload")} <input type="file" id="ml-upload" accept=".toml,.txt"></label></p>'
        f'<form data-act="text" class="ml-row" novalidate><label>{words("text")} '
        f'<input name="text" id="ml-text" size="28" placeholder="{words("text_hint")}"></label>'
        f'<button type="submit">{words("do")}</button></form>'
        f'<textarea readonly id="ml-toml" aria-label="{words("as_text")}">{escaped(game.to_toml())}</textarea></div>',
    ]


def _disk(file: str, words: Words, kept: str) -> str:
    name = f'<label>{words("file")} <input name="file" id="ml-file" value="{escaped(file)}"></label>'
    save, load = (f'<button type="submit" value="{each}">{words(each)}</button>' for each in ("save", "load"))
    return (
        f"<p>{words('autosaved') if kept else words('autosave_off')} <code>{escaped(kept)}</code></p>"
        f'<form data-act="file" class="ml-row" novalidate>{name}<span class="ml-together">{save} {load}</span>'
        f"{row(words)}</form>"
    )


LONGEST_NAME = 80  # letters of the name of an uploaded file


class TableFiles:
    """Writes the open branch to files and reads others in its place.

    `saved` is called when the game has been saved, `loaded` with a game that takes the place of the open one, `changed`
    when the panel of files has something new to say.
    """

    def __init__(
        self,
        branches: Branches,
        view: TableView,
        notices: Notices,
        words: Words,
        saved: Callable[[], None],
        loaded: Callable[[Game], None],
        changed: Callable[[], None],
    ) -> None:
        self._branches, self._view, self._notices, self._words = branches, view, notices, words
        self._saved, self._loaded, self._changed = saved, loaded, changed
        self._file = "game.toml"  # that was named last
        self._written = ""  # the file that this table has saved to
        self._said = ""  # what has become of the last files
        self._offered: list[str] = []  # what was last said or offered of a file
        self.exporting = Exporting(words.lang, self.show_message, notices.say_problem)

    def panel(self, autosave: Path | None, earlier: Mapping[str, Any]) -> list[str]:
        """Return the panel of files; `earlier` says what an earlier table has left."""
        kept = "" if autosave is None else f"{autosave.parent.name}/{autosave.name}"
        return panel(self._branches.game, self._file, self._words, kept, self._said, earlier)

    def save_or_load(self, what: str, file: str, carry_out: Callable[[Callable[[], None]], object]) -> None:
        """Save to a file, or "load" it; an old file is written over if this table has written it, or to "replace" it.

        `carry_out` calls what is left to do, and says what has gone wrong in it.
        """
        self._forget()  # while the field is as it was: a problem is said in its form
        self._file = with_ending(file.strip(), is_old=what == "load")
        if not file_access.may_use_disk():
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
        if not file_access.may_use_disk():
            self._notices.say_problem(say("table.no_disk", self._words.lang))
        elif ending in ENDINGS:
            beside = self._file if file is None else file
            self.exporting.start(self._branches.game, beside.strip(), ending, self._branches.other_games)

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
        """Send the game to the browser as a file to download."""
        self._view.send({"download": Path(self._file).name, "text": self._branches.game.to_toml()})

    def copy(self) -> None:
        """Put the game as text into the browser's clipboard."""
        self._view.send({"copy": self._branches.game.to_toml()})

    def show_message(self, text: str) -> None:
        """Say what has become of a file, or of a picture: in the panel where it was asked for, else on the card."""
        self._said = text
        is_open = self._view.tab == "keep"
        if text:
            self._offer([] if is_open else [player_panel.notice(escaped(text), self._words)])
        if is_open:
            self._changed()

    def forget_message(self) -> None:
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
        self.show_message(say("table.saved_as", self._words.lang, file=shortened_path(file)))

    def _load(self) -> None:
        game = Game.load(self._file)
        self._forget()
        self._loaded(game)
        self._said = say("table.loaded", self._words.lang, file=shortened_path(self._file))

    def _offer(self, offer: list[str]) -> None:
        self._offered = offer
        self._notices.offer(offer)

    def _forget(self) -> None:
        """Forget what was said and offered of earlier files when another one is asked for."""
        self._notices.say_problem("")
        if self._notices.is_shown(self._offered):
            self._offer([])
        if self._said and not self.exporting.runs:
            self.show_message("")
