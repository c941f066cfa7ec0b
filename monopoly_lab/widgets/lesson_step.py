"""Step of a lesson's page: texts, each beside its picture, in rows."""

import re
from typing import Any

import ipywidgets as ipw

from monopoly_lab.lessons.lesson_minutes import at_home
from monopoly_lab.widgets.lesson_outputs import Part

TO_PICTURE = "ml-to-picture"  # in the button that leads to a picture
LEADS = "ml-leads"  # the class of what stays with what comes after it, on paper
# A text that is a table, printed lines or a verdict.
BOXED = re.compile(r"^(?!<h\d|<p[ >]).*(?:ml-figures|ml-printed|ml-verdict|<table)", re.DOTALL)


class Step:
    """A part of a lesson with a heading: rows of texts, each beside its picture, and what takes the whole width."""

    def __init__(self, title: str, number: int) -> None:
        self.title, self.is_home = title, title.endswith(at_home())
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

        On a narrow page the lesson's first picture stands below the texts that the lesson begins with.
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
