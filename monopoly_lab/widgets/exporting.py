"""The table's game as a notebook, a page, tables or paper, written beside the kernel's other work."""

import asyncio
import contextvars
import shutil
from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from monopoly_lab.errors import MonopolyLabError
from monopoly_lab.messages import say, speaking
from monopoly_lab.widgets.markup import Words, button

if TYPE_CHECKING:
    from monopoly_lab.game.game import Game

ENDINGS = ("ipynb", "html", "pdf", "xlsx", "csv")


def row(words: Words) -> str:
    """A button for each form; paper only where there is a browser that prints."""
    from monopoly_lab.export.paper import BROWSERS

    there = [each for each in ENDINGS if each != "pdf" or any(map(shutil.which, BROWSERS))]
    pressed = "".join(button(words(f"export_{each}"), "export", each, id=f"ml-export-{each}") for each in there)
    return (
        f'<div class="ml-row" role="group" aria-label="{words("export")}"><span>{words("export")}</span>{pressed}</div>'
    )


def free(path: Path) -> Path:
    """The path itself, or with the first number that no file has yet: nothing is written over."""
    tried = (path.with_stem(f"{path.stem}-{n}") if n > 1 else path for n in count(1))
    return next(each for each in tried if not each.exists())


class Exporting:
    """Writes one file at a time; `said` hears where it goes and where it went, `failed` why it did not."""

    def __init__(self, lang: str, said: Callable[[str], None], failed: Callable[[str], None]) -> None:
        self._lang, self._said, self._failed = lang, said, failed
        self._task: asyncio.Task[None] | None = None

    @property
    def runs(self) -> bool:
        return self._task is not None and not self._task.done()

    def start(self, game: "Game", file: str, ending: str, branches: "Mapping[str, Game]") -> None:
        """Export the game as it is now with its branches, beside `file`, named like it; at once where no loop runs."""
        path = free(Path(file or "game").with_suffix(f".{ending}"))
        others = {name: other.fork() for name, other in branches.items()}
        write = partial(self._write, game.fork(), path, others)
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._told(write)
            return
        if not self.runs:
            self._said(say("table.exporting", self._lang, file=path))
            self._task = loop.create_task(self._beside(write))

    def _write(self, game: "Game", path: Path, branches: "Mapping[str, Game]") -> Path:
        from monopoly_lab.export import export

        with speaking(self._lang):
            return export(game, path, branches=branches)

    async def _beside(self, write: Callable[[], Path]) -> None:
        context = contextvars.copy_context()
        done = asyncio.get_running_loop().run_in_executor(None, context.run, write)
        await asyncio.wait([done])
        self._told(done.result)

    def _told(self, write: Callable[[], Path]) -> None:
        try:
            path = write()
        except (MonopolyLabError, OSError) as problem:
            self._failed(str(problem))
        else:
            self._said(say("table.exported", self._lang, file=path))
