"""Pages of a debrief on the wall: as many as its blocks need in letters that can be read from the back of a room.

Heights are estimates in lines of text of a wall of 16 to 9; charts take the room that is left on their page.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import ceil
from textwrap import wrap

from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.page_blocks import Block, Blocks

LINES = 18.0  # of a page, below its title
LETTERS = 92  # of a line
BIG_LETTERS = 40  # of a line in large letters, beside the code of the room
HEADING = 40  # letters of a text that says what the next block is
CHART_LINES = 10.5  # that a chart needs, with its title and its legend
MOST_CHARTS = 2  # side by side
AROUND = 0.4  # lines below a block
BETWEEN_ROWS = 0.25  # lines between the rows of a table
LEAST_ROWS = 3  # of a table that begins on one page and goes on on another, on each
CHARTS = ("histogram", "lines")


def pages_of(shown: Blocks) -> list[Blocks]:
    """Return the pages of a debrief, in the order of its blocks; one empty page for no blocks."""
    found: list[Blocks] = [{}]
    used = 0.0
    for key, block in _flat_blocks(shown):
        for n, part in enumerate(_split_block(block, LINES - used)):
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


def _flat_blocks(shown: Blocks) -> Iterator[tuple[str, Block]]:
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


def _split_block(block: Block, room: float) -> list[Block]:
    """Return a block as parts that fit one page each: few charts, few rows of a table.

    A table that does not fit the room of its first page begins there all the same, if some of its rows do.
    """
    if block["kind"] == "grid" and len(block["parts"]) > MOST_CHARTS:
        parts = block["parts"]
        groups = [parts[n : n + MOST_CHARTS] for n in range(0, len(parts), MOST_CHARTS)]
        return [group[0] if len(group) == 1 else blocks.grid(group) for group in groups]
    if block["kind"] != "table":
        return [block]
    rows = block["rows"]
    begins_here = len(rows) >= 2 * LEAST_ROWS and lines_of(block | {"rows": rows[:LEAST_ROWS]}) <= room
    most, groups = room if begins_here else LINES, [[]]
    for number, row in enumerate(rows):
        if groups[-1] and lines_of(block | {"rows": [*(rows[n] for n in groups[-1]), row]}) > most:
            groups.append([])
            most = LINES
        groups[-1].append(number)
    if len(groups) == 1:
        return [block]
    mine = block.get("mine", -1)
    return [
        block | {"rows": [block["rows"][n] for n in group], "mine": group.index(mine) if mine in group else -1}
        for group in groups
    ]


def lines_of(block: Block) -> float:
    """Return about how many lines of text a block is as high as."""
    kind = block["kind"]
    if kind in CHARTS or kind == "grid":
        return CHART_LINES
    if kind == "text":
        letters, height = (BIG_LETTERS, 1.2) if block["tone"] == "big" else (LETTERS, 1.0)
        return ceil(len(block["text"]) / letters) * height + AROUND
    if kind == "table":
        return sum(_row_heights(block)) + AROUND
    if kind == "figures":
        return 3.6 * _rows_of(max(len(label), 2 * len(value)) + 4 for label, value in block["pairs"])
    if kind == "stacked":
        return 1.1 * len(block["rows"]) + 1.3
    return 1.2 * len(block["rows"]) + AROUND if kind == "bars" else 3.0


def _rows_of(widths: Iterable[int]) -> int:
    """Return how many rows texts of these widths need that are not broken."""
    rows, room = 0, 0
    for width in widths:
        if width > room:
            rows, room = rows + 1, LETTERS
        room -= width
    return rows


def _row_heights(table: Block) -> list[float]:
    """Return how many lines the rows of a table are high, its heads first, with the room between them.

    Columns are as wide as their longest cell; if all have no room, what is left beside their longest words is shared as
    browsers do.
    """
    rows = [table["heads"], *table["rows"]]
    columns = [[str(cell) for cell in column] for column in zip(*rows)]
    most = [max(map(len, column)) for column in columns]
    least = [max((len(word) for cell in column for word in cell.split()), default=0) for column in columns]
    room, wanted = LETTERS - 2 * len(columns), sum(most) - sum(least)
    share = min(1.0, max(0.0, room - sum(least)) / wanted) if wanted else 1.0
    widths = [max(1, int(low + (high - low) * share)) for low, high in zip(least, most)]
    return [
        BETWEEN_ROWS + max((_lines_in(str(cell), width) for cell, width in zip(row, widths)), default=1) for row in rows
    ]


@lru_cache(maxsize=4096)  # pages are made again for each button and each page of the wall
def _lines_in(cell: str, width: int) -> int:
    return len(wrap(cell, width)) or 1
