"""Pages of a debrief on the wall: as many as its blocks need in letters that can be read from the back of a room.

Heights are estimates in lines of text of a wall of 16 to 9; charts take the room that is left on their page.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from math import ceil
from textwrap import wrap

from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.page_blocks import Block, Blocks

LINES = 18.0  # Lines that a page has below its title
LETTERS = 92  # Letters that a line has
BIG_LETTERS = 40  # Letters that a line in large letters has, beside the code of the room
HEADING = 40  # Letters that a text may have which says what the next block is
CHART_LINES = 10.5  # Lines that a chart needs, with its title and its legend
MOST_CHARTS = 2  # Charts that stand side by side
AROUND = 0.4  # Lines that are left free below a block
BETWEEN_ROWS = 0.25  # Lines that are left free between the rows of a table
LEAST_ROWS = 3  # Rows that each page has of a table which is divided, if they fit
CHARTS = ("histogram", "lines")


def pages_of(shown: Blocks) -> list[Blocks]:
    """Return the pages of a debrief, in the order of its blocks; one empty page for no blocks."""
    pages: list[Blocks] = [{}]
    used = 0.0
    for key, block in _flat_blocks(shown):
        heading = _heading_at_foot(pages[-1])
        for n, part in enumerate(_split_block(block, LINES - used, LINES - _lines_of_all(heading))):
            height = lines_of(part)
            if pages[-1] and used + height > LINES:
                heading = _heading_at_foot(pages[-1])
                for taken in heading:
                    del pages[-1][taken]
                pages.append(heading)
                used = _lines_of_all(heading)
            pages[-1][f"{key}.{n}" if n else key] = part
            used += height
    return pages


def _heading_at_foot(page: Blocks) -> Blocks:
    """Return the heading left last on a page, with its key; nothing if there is none, or if it stands alone."""
    if len(page) < 2:
        return {}
    key, last = list(page.items())[-1]
    is_heading = last["kind"] == "text" and last["tone"] != "big" and len(last["text"]) <= HEADING
    return {key: last} if is_heading else {}


def _flat_blocks(shown: Blocks) -> Iterator[tuple[str, Block]]:
    """Yield blocks without stacks, and charts that follow each other as grids."""
    parts = [
        (f"{key}.{n}" if block["kind"] == "stack" else key, part)
        for key, block in shown.items()
        for n, part in enumerate(block["parts"] if block["kind"] == "stack" else [block])
    ]
    for are_charts, group in groupby(parts, lambda part: part[1]["kind"] in CHARTS):
        neighbors = list(group)
        if are_charts and len(neighbors) > 1:
            yield f"{neighbors[0][0]}.charts", blocks.grid(chart for _, chart in neighbors)
        else:
            yield from neighbors


def _split_block(block: Block, room: float, room_on_next: float) -> list[Block]:
    """Return a block in parts for one page each: few charts, few rows of a table, few lines of a text.

    Other blocks stay whole, even those that are higher than a page.

    Args:
        block: The block.
        room: Lines that are left on the page where it could begin.
        room_on_next: Lines that it has if it begins on the next page, below its heading.
    """
    if block["kind"] == "grid" and len(block["parts"]) > MOST_CHARTS:
        parts = block["parts"]
        groups = [parts[n : n + MOST_CHARTS] for n in range(0, len(parts), MOST_CHARTS)]
        return [group[0] if len(group) == 1 else blocks.grid(group) for group in groups]
    if block["kind"] == "text" and lines_of(block) > room_on_next:
        letters, height = _line_of(block)
        return [block | {"text": part} for part in wrap(block["text"], letters * int((room_on_next - AROUND) / height))]
    if block["kind"] != "table" or lines_of(block) <= room:
        return [block]
    mine = block.get("mine", -1)
    return [
        block | {"rows": [block["rows"][n] for n in group], "mine": group.index(mine) if mine in group else -1}
        for group in _rows_by_page(block, room, room_on_next)
    ]


def _rows_by_page(table: Block, room: float, room_on_next: float) -> list[list[int]]:
    """Return the numbers of the rows on each page; it begins in this room if some of its rows fit there."""

    def height_of(numbers: Iterable[int]) -> float:
        return lines_of(table | {"rows": [table["rows"][n] for n in numbers]})

    begins_here = len(table["rows"]) >= 2 * LEAST_ROWS and height_of(range(LEAST_ROWS)) <= room
    most = room if begins_here else room_on_next
    groups: list[list[int]] = [[]]
    for number in range(len(table["rows"])):
        if groups[-1] and height_of([*groups[-1], number]) > most:
            groups.append([])
            most = LINES
        groups[-1].append(number)
    while len(groups) > 1 and len(groups[-1]) < LEAST_ROWS < len(groups[-2]):
        if height_of([groups[-2][-1], *groups[-1]]) > LINES:
            break
        groups[-1].insert(0, groups[-2].pop())
    return groups


def _lines_of_all(page: Blocks) -> float:
    return sum(map(lines_of, page.values()))


def lines_of(block: Block) -> float:
    """Return the estimated height of a block, in lines."""
    kind = block["kind"]
    if kind in CHARTS or kind == "grid":
        return CHART_LINES
    if kind == "text":
        letters, height = _line_of(block)
        return ceil(len(block["text"]) / letters) * height + AROUND
    if kind == "table":
        return sum(_row_heights(block)) + AROUND
    if kind == "figures":
        return 3.6 * _rows_of(max(len(label), 2 * len(value)) + 4 for label, value in block["pairs"])
    if kind == "stacked":
        return 1.1 * len(block["rows"]) + 1.3
    return 1.2 * len(block["rows"]) + AROUND if kind == "bars" else 3.0


def _line_of(text: Block) -> tuple[int, float]:
    """Return how many letters a line of a text has, and how high it is, in lines."""
    return (BIG_LETTERS, 1.2) if text["tone"] == "big" else (LETTERS, 1.0)


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
