"""Cells as they are printed: texts with formulas that need no script, questions with lines, pictures and tables."""

import re
from collections.abc import Iterator
from typing import Any

from monopoly_lab.lessons.asking import Asked, words_of
from monopoly_lab.lessons.cells import FOLDED, tags
from monopoly_lab.markup import escaped
from monopoly_lab.messages import say
from monopoly_lab.text.headings import heading

FEWEST, MOST = 3, 8  # lines to write on below a text that asks
HEADING = re.compile(r"^# .*\n*")  # the title stands above already
ASKING = re.compile(r"\?[*_\s]*$", re.MULTILINE)
HEAD = re.compile(r"(<th\b[^>]*>)([^<]*)(</th>)")
KINDS = ("image/png", "text/html", "text/plain")  # what an output is printed as, the best first
LONGEST = 16  # lines of a table that is printed because a text asks about it


def text_of(cell: Any, most: int = MOST) -> str:
    """A cell of text, with lines to write on where it asks, at most so many."""
    text = HEADING.sub("", FOLDED.sub("", cell.source) if "answer" in tags(cell) else cell.source)
    return f"<section>{rendered(text)}{_lines(text, most)}</section>" if text.strip() else ""


def _lines(text: str, most: int) -> str:
    """As many lines as the questions need, two each, if there is room."""
    n = max(FEWEST, min(2 * text.count("?"), most)) if ASKING.search(text) else 0
    return '<p class="line"></p>' * n


def question(asked: Asked, number: int = 0) -> str:
    """What is asked, with a line for the number; `number` of several that stand under one text."""
    from monopoly_lab.classroom.prediction import Prediction
    from monopoly_lab.errors import LessonError

    words = words_of(asked)
    try:
        told = Prediction(asked.name, None, **words).question() if words.get("ask") else ""  # type: ignore[arg-type]
    except (LessonError, TypeError):
        told = str(words["ask"])
    told = told or (say("lesson.sheet_answers", n=number) if number else say("lesson.sheet_answer"))
    return f'<p class="question">{escaped(told)}<span class="line"></span></p>'


def rendered(text: str) -> str:
    """Markdown as HTML."""
    from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

    class OnPaper(IPythonRenderer):
        """Markdown whose formulas need no script."""

        def inline_math(self, body: str) -> str:
            return formula(body, "inline")

        def block_math(self, body: str) -> str:
            return formula(body, "block")

    made = str(MarkdownWithMath(renderer=OnPaper(escape=False)).render(text))
    return re.sub(r'<a class="anchor-link"[^>]*>.*?</a>', "", made)


def formula(tex: str, display: str) -> str:
    """A formula as MathML, which browsers draw by themselves; as code where latex2mathml is not installed.

    >>> formula("x", "inline").startswith("<math")
    True
    """
    try:
        from latex2mathml.converter import convert
    except ImportError:
        return f"<code>{escaped(tex.strip())}</code>"
    return str(convert(tex.strip(), display=display))


def outputs(cell: Any) -> str:
    """Everything that a cell of code has come to."""
    parts = [_output(output) for output in cell.get("outputs", [])]
    return f"<section>{''.join(parts)}</section>" if any(parts) else ""


def has_seen(cell: Any) -> bool:
    """True for code with a picture or a table that is short enough to be printed."""
    return any(_is_seen(data) for data in _shown(cell))


def _shown(cell: Any) -> Iterator[dict[str, Any]]:
    return (output["data"] for output in cell.get("outputs", []) if "data" in output)


def _is_seen(data: dict[str, Any]) -> bool:
    if "image/png" in data:
        return True
    table = data.get("text/html", "")
    return "<table" in table and table.count("<tr") <= LONGEST


def _output(output: Any) -> str:
    if output.output_type == "stream":
        return f"<pre>{escaped(output.text)}</pre>"
    data = output.get("data", {})
    kind = next((kind for kind in KINDS if kind in data), None)
    if kind == "image/png":
        return f'<img alt="" src="data:image/png;base64,{"".join(data[kind].split())}">'
    if kind == "text/html":
        return HEAD.sub(lambda found: f"{found[1]}{escaped(heading(found[2]))}{found[3]}", str(data[kind]))
    return f"<pre>{escaped(str(data[kind]))}</pre>" if kind else ""
