"""Widget of the table: the board and its panels as markup, drawn by `board.js` and the files that it names.

Each section is a list of pieces, one element each. A click brings one message with the pieces that
are new and the places of those that stay; the browser changes only these elements. The browser
sends acts by name. A window that missed a message asks for everything. Each request of a form has a
number, which comes back with its answer: until then the window leaves the form as the user has it. `KeptPicture` is
what a notebook shows below it when there is no live widget.
"""

import gzip
import json
from collections.abc import Callable, Sequence
from typing import Any

import anywidget
import traitlets
from IPython.display import DisplayHandle, display

from monopoly_lab.board_drawing import difference
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import say
from monopoly_lab.game.game import Game
from monopoly_lab.widgets.html_elements import Words, asset

TABS = ("deed", "manage", "trade", "log", "worth", "seats", "time", "keep")
SCRIPTS = (
    "shared",
    "motion",
    "stage",
    "pieces",
    "outbox",
    "card",
    "spaces",
    "sections",
    "pointer",
    "keys",
    "surroundings",
    "board",
)
LARGE = 20_000  # bytes from which a message is packed; unpacking takes the browser a moment
SECTIONS = (
    *("frame", "board", "facts", "deeds", "waiting", "motion"),  # of what is drawn and said
    *("problem", "drawn", "head", "play", "purses", "offer", "side"),  # markup
)
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


class TableView(anywidget.AnyWidget):
    """Board and panels; `carry_out` is called with the act, value and form of what the user does."""

    _esm = asset(*(f"{name}.js" for name in SCRIPTS))
    _css = asset("board.css")

    words = traitlets.Dict().tag(sync=True)
    parts: Any = traitlets.Dict().tag(sync=True)  # the pieces by section; changed in place, so never sent as a whole
    tab = traitlets.Unicode("log").tag(sync=True)
    selected = traitlets.Int(-1).tag(sync=True)
    theme = traitlets.Unicode("light").tag(sync=True)
    letters = traitlets.Int(14).tag(sync=True)  # their size in pixels, as the window has it
    motion = traitlets.Bool(True).tag(sync=True)
    chart = traitlets.Unicode("").tag(sync=True)  # what the chart beside it shows, for who does not see it

    def __init__(
        self,
        words: Words,
        carry_out: Callable[[str, str, dict[str, list[str]]], None],
        kept: bool = False,
        **given: Any,
    ) -> None:
        """Make the widget; `kept` says that the game is found again after the end of the kernel."""
        parts: dict[str, list[str]] = {name: [] for name in SECTIONS}
        said = browser_words(words) | {"gone": words("gone_kept" if kept else "gone")}
        super().__init__(words=said, parts=parts | {"number": 0}, **given)
        self._carry_out = carry_out
        self.on_msg(self._message)

    def _message(self, _: object, content: Any, buffers: object) -> None:
        if not isinstance(content, dict) or not isinstance(content.get("act"), str):
            return
        if content["act"] == "resend":
            self._carry_out("sync", "", {})  # a clock has run on since it was shown
            self._send_message({"whole": self.parts})
            return
        form = content.get("form")
        try:
            self._carry_out(content["act"], str(content.get("value", "")), form if isinstance(form, dict) else {})
        finally:  # also of an act that failed: the window waits for it
            if "heard" in content:
                self.send({"heard": content["heard"]})

    def show(self, **sections: Sequence[str]) -> None:
        """Show sections as they are now: one message with what differs, none if nothing does."""
        patch: dict[str, Any] = {}
        for name, pieces in sections.items():
            new = list(pieces)
            if new != self.parts[name]:
                patch[name] = difference(self.parts[name], new)
                self.parts[name] = new
        if patch:
            self.parts["number"] += 1
            self._send_message({"patch": patch, "number": self.parts["number"]})

    def _send_message(self, message: dict[str, Any]) -> None:
        """Send a message to the windows, packed if it is a large one."""
        text = json.dumps(message, ensure_ascii=False).encode()
        if len(text) > LARGE:
            self.send({"packed": True}, [gzip.compress(text, 6, mtime=0)])
        else:
            self.send(message)

    def section_markup(self, section: str) -> str:
        """Return the markup of a section."""
        return "".join(self.parts[section])


def browser_words(words: Words) -> dict[str, object]:
    """Return what the browser itself says."""
    rows = "".join(f"<tr><td><kbd>{key}</kbd></td><td>{words(text)}</td></tr>" for key, text in KEYS)
    close = f'<button type="button" data-close="true">{words("close")}</button>'
    return {
        "table": words("table"),
        "board": words("board"),
        "panels": words("panels"),
        "help": words("help"),
        "card": words("card"),  # where there is one, it stands in the middle of the board
        "whole": words("whole"),
        "keys": f"<h3>{words('help')}</h3><table>{rows}</table><p>{words('help_board')}</p>{close}",
        "tabs": [[name, words(name)] for name in TABS],
    }


class KeptPicture:
    """The place below the live table; nothing is kept until the table has been shown."""

    def __init__(self, view: TableView, lang: str) -> None:
        self._view, self._lang = view, lang
        self._model_id = ""  # the widget that it stands below
        self._place: DisplayHandle | None = None

    @property
    def kept_message(self) -> str:
        """Return what is said once a picture is kept."""
        return say("table.picture_kept", self._lang)

    def show_place(self, model_id: str) -> None:
        """Make the place below the view with this id."""
        self._model_id = model_id
        self._place = display({"text/html": "", "text/plain": ""}, raw=True, display_id=True)

    def keep(self, game: Game) -> None:
        """Put a picture of the game's position in the place below the view."""
        if self._place is None:
            return
        note = f"<small>{escaped(say('table.kept_here', self._lang))}</small>"
        html = f'<div class="ml-kept">{note}{game.picture(self._lang)}</div>'
        picture = {"text/html": html, "text/plain": ""}
        self._place.update(picture, raw=True)
        self._view.send({"kept": picture, "view": self._model_id})
