"""Hand in what was typed on the page of a lesson: the student's notebook, to the teacher's folder or as a download."""

import ast
import base64
import json
import re
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import ipywidgets as ipw

from monopoly_lab.common import ABOUT
from monopoly_lab.common.errors import LessonError, MonopolyLabError
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.file_access import encodable
from monopoly_lab.common.messages import say, speaking
from monopoly_lab.lessons.grading.handed_in import Mailbox
from monopoly_lab.lessons.grading.roster import MOST_NAME, file_name
from monopoly_lab.lessons.grading.submission import HANDED_IN, TRIED
from monopoly_lab.lessons.question_calls import replace_node, tree_of, with_seed, with_value
from monopoly_lab.lessons.question_text import own_words
from monopoly_lab.widgets.question_cells import ANSWER, TRIES, questions, tries_in, with_names

WORDS = "words "  # begins the name under which the words that a cell asks for are kept
NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?")
READ = 1.0  # seconds in which nobody has read a question yet


class HandInForm:
    """A field for the student's name and a button.

    Args:
        packed: The student's notebook, as `pack_notebook` gives it.
        typed: Returns what was typed by name.
        send: Gets the name of a file and its text, to download it.
        lang: Language.
        mailbox: Where the notebook is handed in; None to download it. It is downloaded, too, if it cannot be written.
        seed: Returns the seed from which the numbers of the page came, which the notebook is given, too.
        progress: Returns how many questions of the class are answered, and of how many.
        at_home: Returns the same of homework, which may be handed in later.
        missing: Returns the questions of the class without an answer: the class of each one's box and its words; ""
            for both where it is not shown yet.
    """

    def __init__(
        self,
        packed: str,
        typed: Callable[[], Mapping[str, str]],
        send: Callable[[str, str], object],
        lang: str,
        mailbox: Mailbox | None = None,
        seed: Callable[[], int | None] = lambda: None,
        progress: Callable[[], tuple[int, int]] = lambda: (0, 0),
        at_home: Callable[[], tuple[int, int]] = lambda: (0, 0),
        missing: Callable[[], list[tuple[str, str]]] = list,
    ) -> None:
        self._packed, self._typed, self._send, self.lang, self._mailbox = packed, typed, send, lang, mailbox
        self._seed, self._progress, self._at_home, self._missing = seed, progress, at_home, missing
        self._is_sure = ("", 0)  # a name, and how many answers that was to be handed in with
        self._asked_at = 0.0  # when that was asked, by a clock that never goes back
        button, about = ("hand_in", "hand_in_hint") if mailbox is None else ("hand_in_here", "hand_in_here_hint")
        last = mailbox.last if mailbox is not None else None
        wide, style = ipw.Layout(width="auto"), {"description_width": "initial"}
        self.name = ipw.Text(description=say("lesson_page.your_name", lang), style=style, layout=wide)
        self._button = ipw.Button(description=say(f"lesson_page.{button}", lang), layout=ipw.Layout(width="auto"))
        self._button.on_click(lambda _: self.press())
        self._told, self._state = ipw.HTML(), ipw.HTML()
        if last is not None:
            self.name.value = last.name
            self._show_status("handed_in_at", time=f"{last.when:%H:%M}")
        hint = ipw.HTML(f"<p>{escaped(say(f'lesson_page.{about}', lang))}</p>")
        self.count()
        row = ipw.Box([self.name, self._button])
        row.add_class("ml-asked")
        self.box = ipw.VBox([hint, self._state, row, self._told])
        self.box.add_class("ml-question")
        self.box.add_class("ml-hand-in")

    def press(self) -> None:
        """Hand in or send the notebook, named after the student; without a name say that it is missing.

        If answers are missing, ask once: to press again with the same name hands in all the same. A press that was made
        before the question could be read, while the kernel was busy, is no answer to it.
        """
        name = self.name.value[:MOST_NAME]
        whose = file_name(name) if any(map(str.isalnum, name)) else ""
        if not whose:
            self._show_status("no_name")
            return
        n, total = self._progress()
        now = time.monotonic()
        if n < total and (self._is_sure != (name, n) or now - self._asked_at < READ):
            self._is_sure, self._asked_at = (name, n), now
            self._show_status("some_missing", missing=total - n, total=total)
            self._told.value += self._list_of_missing()
            return
        text = self._notebook()
        if self._mailbox is None:
            self._show_status("handed_in", file=whose)
        else:
            try:
                with speaking(self.lang):
                    when = self._mailbox.store_notebook(name, text)
            except LessonError as refused:
                self._show_status("hand_in_refused", reason=str(refused), file=whose)
            except (MonopolyLabError, OSError):
                self._show_status("not_handed_in", file=whose)
            else:
                self._show_status("handed_in_at", time=f"{when:%H:%M}")
                self.count()
                return
        self._send(f"{whose}.ipynb", text)

    def _list_of_missing(self) -> str:
        """Return the questions without an answer as links to them, and how many are not shown yet, as HTML."""
        missing = self._missing()
        items = [
            f'<li><a class="ml-to-question" href="#{box}">{escaped(words)}</a></li>' for box, words in missing if box
        ]
        if later := sum(not box for box, _ in missing):
            items.append(f"<li>{escaped(say('lesson_page.missing_later', self.lang, n=later))}</li>")
        return f'<ul class="ml-missing">{"".join(items)}</ul>' if items else ""

    def count(self) -> None:
        """Say how many questions are answered, and who has handed in from this device."""
        counts = {"answered": self._progress(), "answered_at_home": self._at_home()}
        told = [say(f"lesson_page.{key}", self.lang, n=n, total=total) for key, (n, total) in counts.items() if total]
        if self._mailbox is not None and (handed := self._mailbox.hand_ins):
            names = ", ".join(f"{each.name} ({each.when:%H:%M})" for each in handed)
            told.append(say("lesson_page.handed_in_here", self.lang, names=names))
        self._state.value = f"<p>{escaped(' '.join(told))}</p>" if told else ""

    def _show_status(self, key: str, **values: object) -> None:
        self._told.value = f'<div role="status">{escaped(say(f"lesson_page.{key}", self.lang, **values))}</div>'

    def _notebook(self) -> str:
        """Return the student's notebook with the answers and the time, as the text of a file."""
        blank = json.loads(zlib.decompress(base64.b64decode(self._packed)))
        typed = {name: encodable(text) for name, text in self._typed().items()}
        notebook = notebook_with_answers(blank, typed, self._seed())
        now = datetime.now(UTC).isoformat(timespec="seconds")
        about = {**notebook["metadata"].get(ABOUT, {}), HANDED_IN: now}  # of several files the newest counts
        about[TRIED] = {name.removeprefix(TRIES): tries_in(typed[name]) for name in typed if name.startswith(TRIES)}
        notebook["metadata"] = {**notebook["metadata"], ABOUT: about}
        return f"{json.dumps(notebook, ensure_ascii=False, indent=1)}\n"


def pack_notebook(notebook: Mapping[str, Any]) -> str:
    """Return a notebook as a short text, without outputs."""
    cells = [{**cell, "outputs": []} if cell["cell_type"] == "code" else cell for cell in notebook["cells"]]
    return base64.b64encode(zlib.compress(json.dumps({**notebook, "cells": cells}).encode(), 9)).decode()


def notebook_with_answers(
    notebook: dict[str, Any], typed: Mapping[str, str], seed: int | None = None
) -> dict[str, Any]:
    """Return a student's notebook with answers in their cells.

    Args:
        notebook: The content of its file.
        typed: What was typed by the name of its field; for words `WORDS` and the id of the cell that asks for them.
        seed: What the numbers came from: its lesson has it from now on, so that it asks with the same ones.
    """
    cells = [{**cell, "source": _cell(cell, typed)} for cell in notebook["cells"]]
    for cell in cells:
        if seed is not None and cell["cell_type"] == "code":
            cell["source"] = with_seed(cell["source"], seed) or cell["source"]
    return {**notebook, "cells": cells}


def _cell(cell: Mapping[str, Any], typed: Mapping[str, str]) -> str:
    source = cell["source"] if isinstance(cell["source"], str) else "".join(cell["source"])
    if cell["cell_type"] == "code":
        return _code(source, typed)
    said = " ".join(typed.get(f"{WORDS}{cell.get('id', '')}", "").split())
    return _text(source, said) if said else source


def _text(source: str, said: str) -> str:
    """Return a text with words in the first room that it has for them, else below it."""
    lines = source.split("\n")
    at = next((n for n, line in enumerate(lines) if own_words(line.strip())), None)
    if at is None:
        return f"{source}\n\n{said}"
    lines[at] = f"{lines[at].rstrip()} {said}"
    return "\n".join(lines)


def _code(source: str, typed: Mapping[str, str]) -> str:
    tree = tree_of(with_names(source))
    if not tree:
        return source
    for name, _ in _assignments(tree):
        text = typed.get(name, "").strip()
        if not text:
            continue
        answer = text if NUMBER.fullmatch(text) else json.dumps(text, ensure_ascii=False)
        asked = questions(source).get(name)
        if asked is not None:
            source = with_value(source, asked.name, answer) or source
        elif (place := dict(_assignments(tree_of(source))).get(name)) is not None:
            source = replace_node(source, place, answer)
        else:  # a self-check that is answered in its call
            source = with_value(source, name.removeprefix(ANSWER), answer, "self_check") or source
    return source


def _assignments(tree: ast.Module | None) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that a cell gives something, with what it gives them."""
    if not tree:
        return
    for line in tree.body:
        if isinstance(line, ast.Assign) and len(line.targets) == 1:
            target, value = line.targets[0], line.value
            is_pair = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
            pairs = zip(target.elts, value.elts) if is_pair else [(target, value)]  # type: ignore[attr-defined]
            yield from ((name.id, given) for name, given in pairs if isinstance(name, ast.Name))
