"""Cells of a lesson's page: texts, pictures and results that show when it is their turn; and the frame around them."""

import re
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as ipw
import traitlets

from monopoly_lab.common.escaping import escaped, unescaped
from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.messages import say
from monopoly_lab.lessons.prediction import noted
from monopoly_lab.lessons.question_text import sentences
from monopoly_lab.widgets.explorables.explorable import Explorable, closing
from monopoly_lab.widgets.lesson_outputs import Part, parts_of, with_frames

TAG = re.compile(r"<[^>]*>")
BLOCK = re.compile(r"</(?:p|li|h\d)>")
UNSEEN = re.compile(r"<(button|annotation|style)\b.*?</\1>", re.DOTALL)
MOST_LETTERS = 110  # letters of a question in a list
ASSETS = Path(__file__).parent / "assets"


def asked_in_text(html: str) -> str:
    """Return the last question of a text, else its last sentence, in plain letters and shortened; "" without any."""
    blocks = [unescaped(TAG.sub("", block)) for block in BLOCK.split(UNSEEN.sub("", html))]
    said = [each for block in blocks for each in sentences(" ".join(block.split())) if each]
    found = ([each for each in said if each.endswith("?")] or said)[-1:]
    return shortened(found[0], MOST_LETTERS) if found else ""


class LessonFrame(anywidget.AnyWidget):
    """The list of steps beside a lesson; the browser asks for all of them, and keeps answers where nobody else does."""

    _esm = ASSETS / "lesson.js"
    _css = ASSETS / "lesson.css"

    name = traitlets.Unicode().tag(sync=True)
    steps: Any = traitlets.List().tag(sync=True)  # of each step its title, "" while it is closed
    words: Any = traitlets.Dict().tag(sync=True)
    has_all = traitlets.Bool(False).tag(sync=True)  # the button that opens everything is there
    answers: Any = traitlets.Dict().tag(sync=True)
    keeps = traitlets.Bool(False).tag(sync=True)  # the browser keeps the answers
    restored: Any = traitlets.Dict().tag(sync=True)  # by the browser


class Text:
    """A part of the text, as HTML; `is_lead` if it leads to what stands below it. What may be wide has a frame."""

    def __init__(self, html: str, is_lead: bool = False) -> None:
        self.part = Part("lead" if is_lead else "say", ipw.HTML(with_frames(html)))


class Picture:
    """A picture to begin with, as HTML."""

    def __init__(self, html: str) -> None:
        self.part = Part("first", ipw.HTML(html))


class Later:
    """A cell whose results show when it is its turn; `closed`: which answer opens which control of an explorable."""

    def __init__(self, source: str, lang: str, closed: Mapping[str, str]) -> None:
        self.source, self.lang, self.closed = source, lang, closed
        self.explorable: Explorable | None = None
        self.value: object = None

    def run(self, answered: set[str]) -> tuple[list[Part], dict[str, float]]:
        """Run the cell; return what it shows, and the results of predictions by name."""
        from IPython.core.interactiveshell import InteractiveShell
        from IPython.utils.capture import capture_output

        shell = InteractiveShell.instance()
        last: list[object] = [None]
        with ExitStack() as around:
            notes = around.enter_context(noted())
            around.enter_context(closing(self._still_closed(answered)))
            around.enter_context(shell.display_trap)  # before the capture, or the cell would set it over that
            said = around.enter_context(capture_output())
            sys.displayhook = partial(_heard, last, sys.displayhook)
            done = shell.run_cell(self.source)
        if not done.success:
            failed = f'<p class="ml-later" role="status">{escaped(say("guess.failed", self.lang))}</p>'
            return [Part("say", ipw.HTML(failed))], {}
        self.value = last[0]
        self.explorable = last[0] if isinstance(last[0], Explorable) else None
        found = {note.name: note.value for note in notes if note.kind == "predict"}
        return parts_of(said.stdout, said.outputs, last[0], self.lang), found

    def _still_closed(self, answered: set[str]) -> frozenset[str]:
        return frozenset(control for control, question in self.closed.items() if question not in answered)

    def open(self, answered: set[str]) -> None:
        """Open the controls whose questions are answered."""
        if self.explorable is not None and self.closed:
            self.explorable.close(self._still_closed(answered))


def _heard(last: list[object], display: Callable[[object], object], value: object) -> None:
    """Keep the value of a cell and hand it on to be displayed."""
    last[0] = value
    display(value)
