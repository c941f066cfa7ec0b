"""The widget that is seen: the board and its panels as markup, drawn by `board.js`.

The kernel sends what has changed: the picture of the board packed with gzip (about 8 kB),
and those panels whose markup is another one now. The browser sends acts by name.
"""

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from monopoly_lab.widgets.markup import Words

HERE = Path(__file__).parent
TABS = ("deed", "manage", "trade", "log", "worth", "seats", "time", "keep")
KEYS = (
    ("1-9", "key_choice"),
    ("l", "key_luck"),
    ("n", "key_step"),
    ("t", "key_turn"),
    ("g", "key_round"),
    ("e", "key_end"),
    ("s", "key_stop"),
    ("u", "key_undo"),
    ("r", "key_redo"),
    ("b", "key_board"),
    ("?", "key_help"),
)


class Face(anywidget.AnyWidget):
    """Board and panels; `heard` is called with the act, value and form of what the user does."""

    _esm = HERE / "board.js"
    _css = HERE / "board.css"

    words = traitlets.Dict().tag(sync=True)
    board = traitlets.Bytes(b"").tag(sync=True)
    facts: Any = traitlets.List().tag(sync=True)  # a sentence a space: what it is, whose, who stands there
    deeds: Any = traitlets.List().tag(sync=True)  # a card a space, as markup; sent once
    waiting = traitlets.Unicode("").tag(sync=True)
    head = traitlets.Unicode("").tag(sync=True)
    play = traitlets.Unicode("").tag(sync=True)
    problem = traitlets.Unicode("").tag(sync=True)
    side = traitlets.Unicode("").tag(sync=True)
    tab = traitlets.Unicode("log").tag(sync=True)
    selected = traitlets.Int(-1).tag(sync=True)
    theme = traitlets.Unicode("light").tag(sync=True)

    def __init__(self, words: Words, heard: Callable[[str, str, dict[str, list[str]]], None], **given: Any) -> None:
        super().__init__(words=spoken(words), **given)
        self._heard = heard
        self.on_msg(self._message)

    def _message(self, _: object, content: Any, buffers: object) -> None:
        if isinstance(content, dict) and isinstance(content.get("act"), str):
            form = content.get("form")
            self._heard(content["act"], str(content.get("value", "")), form if isinstance(form, dict) else {})

    def draw(self, svg: str) -> None:
        """Show a picture of the board; packed the same way each time, so equal pictures are sent once."""
        self.board = gzip.compress(svg.encode(), 6, mtime=0)


def spoken(words: Words) -> dict[str, object]:
    """What the browser itself says."""
    rows = "".join(f"<tr><td><kbd>{key}</kbd></td><td>{words(text)}</td></tr>" for key, text in KEYS)
    close = f'<button type="button" data-close="true">{words("close")}</button>'
    return {
        "table": words("table"),
        "board": words("board"),
        "panels": words("panels"),
        "help": words("help"),
        "keys": f"<h3>{words('help')}</h3><table>{rows}</table><p>{words('help_board')}</p>{close}",
        "tabs": [[name, words(name)] for name in TABS],
    }
