"""Texts and outputs of a lesson as HTML, on paper and on pages: formulas need no script; also room to draw a curve."""

import re
from collections.abc import Iterator
from typing import Any

from monopoly_lab.common import ABOUT
from monopoly_lab.common.escaping import escaped, harmless_links
from monopoly_lab.common.messages import NO_BREAK, numbers_pointed, say
from monopoly_lab.lessons.question_text import tags
from monopoly_lab.lessons.translatable_text import DRAWN
from monopoly_lab.notation.table_format import frame_in_language, with_plain_numbers

BESIDE_A_NUMBER = re.compile(r"(?<=\d) (?:[%‰]|dollars?\b|points?\b)| = (?=[\d\u2212])")


def beside_numbers(markup: str) -> str:
    r"""Return a text or HTML in which no line ends between a number and its unit, or before a result.

    >>> beside_numbers("77.0 %") == "77.0\u00a0%"
    True
    """
    return BESIDE_A_NUMBER.sub(lambda found: found[0].replace(" ", NO_BREAK), markup)


def rendered(text: str, is_in_line: bool = False) -> str:
    """Return Markdown as HTML; of a single paragraph what stands in it, if that is to stand in a line of its own."""
    from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

    class OnPaper(IPythonRenderer):
        """Markdown whose formulas need no script."""

        def inline_math(self, body: str) -> str:
            return formula(body, "inline")

        def block_math(self, body: str) -> str:
            return formula(body, "block")

        def paragraph(self, text: str) -> str:
            return text if is_in_line else super().paragraph(text)

    made = str(MarkdownWithMath(renderer=OnPaper(escape=False)).render(text))
    return beside_numbers(harmless_links(re.sub(r'<a class="anchor-link"[^>]*>.*?</a>', "", made)))


def formula(tex: str, display: str) -> str:
    """Return a formula as MathML, which browsers draw by themselves; as code where latex2mathml is not installed.

    >>> formula("x", "inline").startswith("<math")
    True
    """
    try:
        from latex2mathml.converter import convert
    except ImportError:
        return f"<code>{escaped(tex.strip())}</code>"
    return str(convert(tex.strip(), display=display))


# Outputs of a lesson's code on paper: pictures, tables with the numbers of the language, and what was written

OF_COLUMN = re.compile(r"\n(?:Name: .*, )?dtype: \w+$")  # the last line of a column
KINDS = ("image/png", "text/html", "text/plain")  # what an output is printed as, the best first
LONGEST = 16  # lines of a table that is printed because a text asks about it


def outputs(cell: Any) -> str:
    """Return all outputs of a code cell as HTML."""
    parts = [_output(output) for output in cell.get("outputs", [])]
    kind = ' class="seen"' if any("<img" in part for part in parts) else ""
    return f"<section{kind}>{''.join(parts)}</section>" if any(parts) else ""


def blanks(lang: str = "") -> str:
    """Return the lines for name, class and date, as HTML."""
    return "".join(f"<span>{escaped(say(f'lesson.sheet_{each}', lang))}</span>" for each in ("name", "class", "date"))


def has_seen(cell: Any) -> bool:
    """Return True for code with a picture or a table that is short enough to be printed."""
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
        return f"<pre>{escaped(numbers_pointed(output.text))}</pre>"
    data = output.get("data", {})
    kind = next((kind for kind in KINDS if kind in data), None)
    if kind == "image/png":
        return f'<img alt="" src="data:image/png;base64,{"".join(data[kind].split())}">'
    if kind == "text/html":
        return beside_numbers(frame_in_language(with_plain_numbers(str(data[kind]))))
    text = escaped(_column_in_language(str(data[kind]))) if kind else ""
    return (
        f"<pre>{text}</pre>" if "\n" in text else text and f'<p class="own">{beside_numbers(text)}</p>'
    )  # a table, or a line


def _column_in_language(text: str) -> str:
    """Return a column of pandas as text without the line on its type, numbers with the point of the language."""
    found = OF_COLUMN.search(text)
    return numbers_pointed(text[: found.start()] if found else text)


# Squared paper with two axes on a worksheet, to draw a curve

WIDE, HIGH, SQUARE = 155, 80, 5  # of the squared area and of one square, in units of the drawing
LEFT, BELOW, ABOVE = 14, 14, 7  # room for the numbers and for the titles of the axes
EVERY = 10  # units between two numbers on an axis


def graph(cell: Any) -> str:
    """Return room to draw a curve, with the numbers and titles that the cell has; "" if its text asks for none."""
    if cell is None or "draw" not in tags(cell):
        return ""
    right, up, *titles = cell.metadata.get(ABOUT, {}).get(DRAWN, (0, 0))
    written: list[tuple[float, float, str, object]] = [
        (LEFT + at, HIGH + 6, "middle", right * at // EVERY) for at in range(0, WIDE, EVERY) if right
    ]
    written += [(LEFT - 2, HIGH - at + 1.5, "end", up * at // EVERY) for at in range(EVERY, HIGH, EVERY) if up]
    written += zip((LEFT + WIDE, 0), (HIGH + BELOW - 2, -2.5), ("end", "start"), titles)
    texts = "".join(
        f'<text x="{x}" y="{y}" text-anchor="{place}">{escaped(str(text))}</text>' for x, y, place, text in written
    )
    return (
        f'<svg class="graph" viewBox="0 {-ABOVE} {LEFT + WIDE + 5} {ABOVE + HIGH + BELOW}" role="img"><defs>'
        f'<pattern id="square" x="{LEFT}" width="{SQUARE}" height="{SQUARE}" patternUnits="userSpaceOnUse">'
        f'<path d="M5 0H0V5" fill="none" stroke="#999" stroke-width="0.2"/></pattern></defs>'
        f'<rect x="{LEFT}" y="0" width="{WIDE}" height="{HIGH}" fill="url(#square)"/>'
        f'<path d="M{LEFT} 0V{HIGH}H{LEFT + WIDE + 3}" fill="none" stroke="#000" stroke-width="0.5"/>'
        f'<g font-size="5" font-family="sans-serif">{texts}</g></svg>'
    )
