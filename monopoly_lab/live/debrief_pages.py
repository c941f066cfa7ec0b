"""Pages of a debrief on the wall: as many as its blocks need in letters that can be read from the back of a room.

Heights are estimates in lines of text of a wall of 16 to 9; charts take the room that is left on their page.
"""

from collections.abc import Iterable, Iterator
from math import ceil

from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.page_blocks import Block, Blocks

LINES = 17.0  # of a page, below its title
LETTERS = 92  # of a line
BIG_LETTERS = 40  # of a line in large letters, beside the code of the room
HEADING = 40  # letters of a text that says what the next block is
CHART_LINES = 10.5  # that a chart needs, with its title and its legend
MOST_CHARTS = 2  # side by side
CHARTS = ("histogram", "lines")


def pages_of(shown: Blocks) -> list[Blocks]:
    """Return the pages of a debrief, in the order of its blocks; one empty page for no blocks."""
    found: list[Blocks] = [{}]
    used = 0.0
    for key, block in _flat(shown):
        for n, part in enumerate(_divided(block)):
            height = lines_of(part)
            if found[-1] and used + height > LINES:
                heading = _taken_heading(found[-1])
                found.append(heading)
                used = sum(map(lines_of, heading.values()))
            found[-1][f"{key}.{n}" if n else key] = part
            used += height
    return found


def _taken_heading(page: Blocks) -> Blocks:
    """Take the heading of the next block from the foot of a page, if there is one and it does not stand alone."""
    key, last = list(page.items())[-1]
    is_heading = last["kind"] == "text" and last["tone"] != "big" and len(last["text"]) <= HEADING
    return {key: page.pop(key)} if is_heading and len(page) > 1 else {}


def _flat(shown: Blocks) -> Iterator[tuple[str, Block]]:
    """Yield blocks without stacks, and charts that follow each other as grids."""
    parts = [
        (f"{key}_{n}" if block["kind"] == "stack" else key, part)
        for key, block in shown.items()
        for n, part in enumerate(block["parts"] if block["kind"] == "stack" else [block])
    ]
    charts: list[tuple[str, Block]] = []
    for key, part in [*parts, ("", {"kind": ""})]:
        if part["kind"] in CHARTS:
            charts.append((key, part))
            continue
        if charts:
            yield (
                charts[0] if len(charts) == 1 else (f"{charts[0][0]}_charts", blocks.grid(chart for _, chart in charts))
            )
            charts = []
        if key:
            yield key, part


def _divided(block: Block) -> list[Block]:
    """Return a block as parts that fit one page each: few charts, few rows of a table."""
    if block["kind"] == "grid" and len(block["parts"]) > MOST_CHARTS:
        parts = block["parts"]
        groups = [parts[n : n + MOST_CHARTS] for n in range(0, len(parts), MOST_CHARTS)]
        return [group[0] if len(group) == 1 else blocks.grid(group) for group in groups]
    if block["kind"] != "table":
        return [block]
    heads = used = _row_lines(block["heads"])
    numbers: list[list[int]] = [[]]
    for number, row in enumerate(block["rows"]):
        if numbers[-1] and used + _row_lines(row) > LINES:
            numbers.append([])
            used = heads
        numbers[-1].append(number)
        used += _row_lines(row)
    if len(numbers) == 1:
        return [block]
    mine = block.get("mine", -1)
    return [
        block | {"rows": [block["rows"][n] for n in group], "mine": group.index(mine) if mine in group else -1}
        for group in numbers
    ]


def lines_of(block: Block) -> float:
    """Return about how many lines of text a block is as high as."""
    kind = block["kind"]
    if kind in CHARTS or kind == "grid":
        return CHART_LINES
    if kind == "text":
        letters, height = (BIG_LETTERS, 1.2) if block["tone"] == "big" else (LETTERS, 1.0)
        return ceil(len(block["text"]) / letters) * height + 0.4
    if kind == "table":
        return sum(map(_row_lines, [block["heads"], *block["rows"]])) + 0.4
    if kind == "figures":
        return 3.6 * _rows_of(max(len(label), 2 * len(value)) + 4 for label, value in block["pairs"])
    if kind == "stacked":
        return 1.1 * len(block["rows"]) + 1.3
    return 1.4 * len(block["rows"]) + 0.4 if kind == "bars" else 3.0


def _rows_of(widths: Iterable[int]) -> int:
    """Return how many rows texts of these widths need that are not broken."""
    rows, room = 0, 0
    for width in widths:
        if width > room:
            rows, room = rows + 1, LETTERS
        room -= width
    return rows


def _row_lines(cells: list[str]) -> float:
    return 1.3 * max(1, ceil(sum(len(cell) + 2 for cell in cells) / LETTERS))
