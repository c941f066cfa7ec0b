"""Let methods of low packages, `export` among them, call functions of high ones, registered by name.

`game.export(...)` and `game.measures(...)` are methods of objects in low packages; the modules that write notebooks and
build chains are in higher packages, and are loaded when they are first called.
"""

from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import Any

Function = Callable[..., Any]

_LOADERS: dict[str, Callable[[], Function]] = {}


def register(name: str, load: Callable[[], Function]) -> None:
    """Register a function by name; `load` imports and returns it when it is first called for."""
    _LOADERS[name] = load


def higher(name: str) -> Function:
    """Return the function of a name; KeyError if none was registered."""
    return _LOADERS[name]()


class Exports:
    """Gives an object the method `export`."""

    def export(self, path: str | PathLike[str], notes: str = "") -> Path:
        """Write an analysis to a file: .ipynb, .html, .pdf, .xlsx or .csv, by the ending of `path`.

        The notebook is executed, contains what it needs and can be run elsewhere. The .html page works without a
        network. Table headings are words, except in .csv, which keeps the column names for programs.

        Args:
            path: File to write.
            notes: Text of your own, as Markdown.

        Returns:
            Path of the file.

        Raises:
            ExportError: For any other ending, an existing file, or something a notebook cannot contain, such as a
                strategy that is a function.

        Example:
            >>> ml.Game("classic_us", seed=1).export(f"{tempfile.mkdtemp()}/game.csv").name
            'game.csv'
        """
        written: Path = higher("export")(self, path, notes=notes)
        return written
