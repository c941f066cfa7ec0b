"""Squared paper with two axes on a worksheet, to draw a curve."""

from typing import Any

from monopoly_lab.common import ABOUT
from monopoly_lab.common.escaping import escaped
from monopoly_lab.lessons.question_text import tags
from monopoly_lab.lessons.translatable_text import DRAWN

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
