"""Taking a game home: files, text, and the picture that stays in the notebook."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monopoly_lab import files
from monopoly_lab.editions.load import FILE
from monopoly_lab.markup import escaped
from monopoly_lab.widgets import exporting, panels
from monopoly_lab.widgets.markup import Words, button

if TYPE_CHECKING:
    from monopoly_lab.game.game import Game

MOST_NOTES = 20_000  # letters


def with_ending(file: str, is_old: bool = False) -> str:
    """The name of a saved game with its ending; a folder, and an old file without an ending, keep their names.

    >>> with_ending("lesson1")
    'lesson1.toml'
    """
    path = Path(file)
    if not path.name or path.suffix:
        return file
    is_named_so = files.is_there(path) and (is_old or path.is_dir())
    return file if is_named_so else file + FILE


def panel(
    game: "Game", file: str, words: Words, kept: str = "", said: str = "", earlier: Mapping[str, Any] | None = None
) -> list[str]:
    """Notes; files to save to, load and export to, if the disk is theirs; download, upload; a choice; the game as text.

    `kept` is the file of the autosave, "" for none; `said` what has become of the files; `earlier` the answers and the
    time of a game that may be taken up again. An element each, so that what is said of one file takes no button from
    under the mouse that asks for the next.
    """
    disk = _disk(file, words, kept) + (panels.offer(words, **earlier) if earlier else "") if files.theirs() else ""
    picture = button(words("picture"), "picture", id="ml-picture") if files.theirs() else ""  # where a notebook is
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
        f"{exporting.row(words)}</form>"
    )
