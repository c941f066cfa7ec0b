"""Parts of a lesson's page: cells that show when it is their turn, their steps, and the answers kept."""

import json
import re
import secrets
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as ipw
import traitlets

from monopoly_lab.common.errors import FileError
from monopoly_lab.common.escaping import escaped, unescaped
from monopoly_lab.common.file_access import replace, shortened
from monopoly_lab.common.messages import say
from monopoly_lab.lessons.lesson import SEED_BITS
from monopoly_lab.lessons.prediction import collect_notes
from monopoly_lab.lessons.question_text import sentences
from monopoly_lab.widgets import autosave
from monopoly_lab.widgets.explorables.explorable import Explorable, closing
from monopoly_lab.widgets.html_elements import asset
from monopoly_lab.widgets.lesson_outputs import Part, parts_of, with_frames

TAG = re.compile(r"<[^>]*>")
BLOCK = re.compile(r"</(?:p|li|h\d)>")
UNSEEN = re.compile(r"<(button|annotation|style)\b.*?</\1>", re.DOTALL)
MOST_QUESTION = 110  # letters of a question in a list


def asked_in_text(html: str) -> str:
    """Return the last question of a text, else its last sentence, in plain letters and shortened; "" without any."""
    blocks = [unescaped(TAG.sub("", block)) for block in BLOCK.split(UNSEEN.sub("", html))]
    said = [each for block in blocks for each in sentences(" ".join(block.split())) if each]
    found = ([each for each in said if each.endswith("?")] or said)[-1:]
    return shortened(found[0], MOST_QUESTION) if found else ""


class LessonFrame(anywidget.AnyWidget):
    """The list of steps beside a lesson; the browser asks for all of them, and keeps answers where nobody else does."""

    _esm = asset("lesson_layout.js", "lesson.js")
    _css = asset("lesson.css")

    name = traitlets.Unicode().tag(sync=True)
    steps: Any = traitlets.List().tag(sync=True)  # of each step its title, "" while it is closed
    words: Any = traitlets.Dict().tag(sync=True)
    has_all = traitlets.Bool(False).tag(sync=True)  # the button that opens everything is there
    answers: Any = traitlets.Dict().tag(sync=True)
    keeps = traitlets.Bool(False).tag(sync=True)  # the browser keeps the answers
    restored: Any = traitlets.Dict().tag(sync=True)  # by the browser


class Text:
    """A part of the text, as HTML; `is_lead` if it leads to what is below it. Content that may be wide has a frame."""

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
            notes = around.enter_context(collect_notes())
            around.enter_context(closing(self._still_closed(answered)))
            around.enter_context(shell.display_trap)  # before the capture, or the cell would set it over that
            said = around.enter_context(capture_output())
            sys.displayhook = partial(_keep_and_display, last, sys.displayhook)
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


def _keep_and_display(last: list[object], display: Callable[[object], object], value: object) -> None:
    """Keep the value of a cell and hand it on to be displayed."""
    last[0] = value
    display(value)


# Keep what a reader types on the page of a lesson, and the seed from which the reader's numbers come

SEED = "page_seed.txt"  # a file beside the answers
MOST_LETTERS = 2000  # of an answer that is kept
MOST_BYTES = 200_000  # of a file of answers


class KeptAnswers:
    """What was typed into the fields of a lesson, by the name of each field; in a file, where there is a folder."""

    def __init__(self, lesson: str) -> None:
        folder = autosave.folder() if lesson else None
        self.path = folder / f"answers_{lesson}.json" if folder else None
        self.found = self._read()
        self.seed = kept_seed(folder) if folder else None

    def _read(self) -> dict[str, str]:
        if self.path is None:
            return {}
        with suppress(OSError, ValueError):
            if self.path.stat().st_size <= MOST_BYTES:
                return texts_in(json.loads(self.path.read_text(encoding="utf-8")))
        return {}

    def keep(self, typed: Mapping[str, str]) -> None:
        """Add answers to those that are kept."""
        self.found = texts_in(self.found | dict(typed))
        if self.path is not None:
            with suppress(OSError, FileError):  # the lesson goes on; only a reload would miss it
                self.path.parent.mkdir(parents=True, exist_ok=True)
                replace(self.path, json.dumps(self.found, ensure_ascii=False).encode())


def texts_in(found: object) -> dict[str, str]:
    """Return the entries of a dictionary that are texts of a usual length; none where it is no dictionary."""
    pairs = found.items() if isinstance(found, Mapping) else ()
    texts = {name: text for name, text in pairs if isinstance(name, str) and isinstance(text, str)}
    return {name: text for name, text in texts.items() if len(name) + len(text) <= MOST_LETTERS}


def kept_seed(folder: Path) -> int | None:
    """Return the seed of the reader whose answers are kept in a folder: drawn once, and there from then on.

    It is the same in all lessons, and after a reload; nobody else has it. None where it cannot be kept.
    """
    path = folder / SEED
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError), path.open("x", encoding="ascii") as drawn:
            drawn.write(str(secrets.randbelow(2**SEED_BITS)))
        seed = int(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
    return seed if 0 <= seed < 2**SEED_BITS else None


# Step of a lesson's page: texts, each beside its picture, in rows

TO_PICTURE = "ml-to-picture"  # in the button that leads to a picture
LEADS = "ml-leads"  # the class of what stays with what comes after it, on paper
# A text that is a table, printed lines or a verdict.
BOXED = re.compile(r"^(?!<h\d|<p[ >]).*(?:ml-figures|ml-printed|ml-verdict|<table)", re.DOTALL)


class Step:
    """A part of a lesson with a heading: rows of texts, each beside its picture, and what takes the whole width."""

    def __init__(self, title: str, number: int, lang: str = "") -> None:
        # In the language of the page alone: the messages of others would be read for this, a second in a browser.
        self.title, self.is_home = title, title.endswith(say("lesson.at_home", lang))
        self._first: Any = None  # the picture that the lesson begins with
        self.box = ipw.VBox()
        self.box.add_class("ml-step")
        self.box.add_class(f"ml-step-{number}")
        self._said: Any = None  # the columns of the row that is open
        self._seen: Any = None
        self._is_leading = False
        self._last: Any = None  # the text that was placed last, if nothing else was since

    @property
    def is_open(self) -> bool:
        """Return True once something is in the step."""
        return bool(self.box.children)

    def place(self, part: Part) -> None:
        """Put a part into its place: below the text, beside it, or below both.

        On a narrow page the lesson's first picture is below the texts that the lesson begins with.
        """
        self._keep_together(part)
        if part.kind == "wide":
            part.widget.add_class("ml-wide")
            self.box.children = (*self.box.children, part.widget)
            self._said = None
            return
        if self._said is None or (self._seen.children and part.kind in ("look", "lead") and not self._is_leading):
            self._begin_row()
        is_first = not self._seen.children
        order = len(self._said.children) + len(self._seen.children) + 1
        part.widget.layout.order = str(order)  # on a narrow page
        if self._first is not None and part.kind in ("say", "lead"):
            part.widget.layout.order, self._first.layout.order = str(order - 1), str(order)
        else:
            self._first = part.widget if part.kind == "first" else None
        column = self._seen if part.kind in ("look", "first") else self._said
        column.children = (*column.children, part.widget)
        if part.is_broad:  # it stands below the texts of its row: what is told of it comes after it
            self._said = None
            return
        self._is_leading = part.kind == "lead" or (self._is_leading and part.kind == "look" and is_first)

    def _keep_together(self, part: Part) -> None:
        """Mark the text above a question, a table or a picture: on paper they stand on the same sheet."""
        html = part.widget.value if isinstance(part.widget, ipw.HTML) else ""
        if TO_PICTURE in html:  # it is not printed
            part.widget.add_class(LEADS)
        is_text = part.kind in ("say", "lead") and bool(html) and not BOXED.search(html)
        if not is_text and self._last is not None:
            self._last.add_class(LEADS)
            if part.kind == "wide" or self._said is None or (self._seen.children and part.kind == "look"):
                self.box.children[-1].add_class(LEADS)
        if TO_PICTURE not in html:
            self._last = part.widget if is_text else None

    def _begin_row(self) -> None:
        self._said, self._seen, self._is_leading = ipw.VBox(), ipw.VBox(), False
        row = ipw.Box([self._said, self._seen])
        for box, name in ((row, "ml-row"), (self._said, "ml-say"), (self._seen, "ml-look")):
            box.add_class(name)
        self.box.children = (*self.box.children, row)
