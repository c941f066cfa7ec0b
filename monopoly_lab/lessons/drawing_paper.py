"""Squared paper with two axes on a worksheet, to draw a curve."""

from typing import Any

from monopoly_lab.lessons.question_text import tags

WIDE, HIGH, SQUARE = 155, 80, 5  # of the squared area and of one square, in units of the drawing
LEFT, BELOW = 14, 9  # room for the numbers
EVERY = 10  # units between two numbers on an axis
AXES = "axes"  # in the metadata of a cell: what each number on the axis to the right and on that upwards adds
METADATA = "monopoly_lab"


def graph(cell: Any) -> str:
    """Return room to draw a curve, with numbers on its axes if the cell has them; "" if its text asks for none."""
    if cell is None or "draw" not in tags(cell):
        return ""
    right, up = cell.metadata.get(METADATA, {}).get(AXES, (0, 0))
    numbers: list[tuple[float, float, str, int]] = [
        (LEFT + at, HIGH + 6, "middle", right * at // EVERY) for at in range(0, WIDE, EVERY) if right
    ]
    numbers += [(LEFT - 2, HIGH - at + 1.5, "end", up * at // EVERY) for at in range(EVERY, HIGH, EVERY) if up]
    written = "".join(f'<text x="{x}" y="{y}" text-anchor="{place}">{number}</text>' for x, y, place, number in numbers)
    return (
        f'<svg class="graph" viewBox="0 0 {LEFT + WIDE + 5} {HIGH + BELOW}" role="img"><defs><pattern id="square" '
        f'x="{LEFT}" width="{SQUARE}" height="{SQUARE}" patternUnits="userSpaceOnUse">'
        f'<path d="M5 0H0V5" fill="none" stroke="#999" stroke-width="0.2"/></pattern></defs>'
        f'<rect x="{LEFT}" y="0" width="{WIDE}" height="{HIGH}" fill="url(#square)"/>'
        f'<path d="M{LEFT} 0V{HIGH}H{LEFT + WIDE + 3}" fill="none" stroke="#000" stroke-width="0.5"/>'
        f'<g font-size="5" font-family="sans-serif">{written}</g></svg>'
    )
