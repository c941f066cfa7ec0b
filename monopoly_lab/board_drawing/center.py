"""The middle of the board: title, dice, whose choice it is, the players, the bank."""

from monopoly_lab.board_drawing.board_pieces import badge, die
from monopoly_lab.board_drawing.center_panels import boss_card, groups, ranking, scale
from monopoly_lab.board_drawing.layout import BOTTOM, LEFT, RIGHT, TOP, BoardLayout, Box
from monopoly_lab.board_drawing.player_cards import COLUMNS, purses
from monopoly_lab.board_drawing.spaces import DrawingContext
from monopoly_lab.board_drawing.special_dice import third_face
from monopoly_lab.board_drawing.svg_elements import block_of_text, element, fit, group, one_line
from monopoly_lab.editions.components import Boss, Face

DIE = 96.0  # at most
BESIDE_BOSS = 60.0  # left for the dice of a column with the card of a boss
HEAD, FOOT = 38.0, 21.0
STATUS = 112.0  # of the row for the status and the dice, in a picture
COLUMN = 112.0  # beside a card: title, round and dice
AIR = 8.0  # between both, and below the title
MASTHEAD, ROUND = 0.3, 18.0  # of the column for title and round; letters of the round
RACKS = {0: 0.42, 1: 0.22, 2: 0.25, 3: 0.29}  # of the middle for so many rows of purses below a card; for more, MOST
MOST = 0.315


def centre(sheet: DrawingContext, status: str) -> str:
    """Return everything in the middle of the board."""
    parts, box = centre_parts(sheet, status)
    rows = [group(*row.parts, class_="player", data_seat=row.seat) for row in purses(sheet, box)]
    return group(*parts, *([group(*rows, class_="players")] if rows else []), class_="centre")


def card_place(ring: BoardLayout, seats: int) -> Box:
    """Return what a picture that is played on leaves free in its middle, for the card of the open choice."""
    return _band(_inner_box(ring), seats)[0].split(RIGHT, COLUMN)[1]


def _band(box: Box, seats: int) -> tuple[Box, Box]:
    """Return the part for the card and the column beside it, and the rest: the purses, and a line at the foot."""
    return box.split(BOTTOM, box.h * RACKS.get(-(-seats // COLUMNS), MOST) + FOOT)[::-1]


def _inner_box(ring: BoardLayout) -> Box:
    return ring.centre.inset(min(16.0, ring.centre.w * 0.03), min(10.0, ring.centre.h * 0.03))


def centre_parts(sheet: DrawingContext, status: str | None) -> tuple[list[str], Box]:
    """Return the content of the middle, from the top, and the room left for the purses.

    `status` says what is waited for; with None its place stays free, and larger, for a card.
    """
    box = _inner_box(sheet.ring)
    parts, box = _draw_beside_card(sheet, box) if status is None else _draw_title_and_status(sheet, box, status)
    if sheet.view.seats:
        return parts, box.inset(0, 4)
    if sheet.overlay is not None:
        parts.append(ranking(sheet, sheet.overlay, box.inset(0, 10)))
    else:
        parts.append(groups(sheet, box.inset(0, 10)))
    return parts, box


def _draw_beside_card(sheet: DrawingContext, box: Box) -> tuple[list[str], Box]:
    """Return the column beside the card, the line at the foot, and the room between."""
    band, box = _band(box, len(sheet.view.seats))
    column = band.split(RIGHT, COLUMN - AIR)[0]
    head, high = _masthead(sheet, column.split(TOP, column.h * MASTHEAD)[0])
    parts = [head]
    column = column.split(TOP, high + AIR)[1]
    parts.append(_dice(sheet, _with_boss(sheet, column, parts)))
    lines = _lines_below(sheet)
    foot, box = box.split(BOTTOM, FOOT)
    for line, place in zip(lines, foot.split(LEFT, foot.w / max(len(lines), 1))):
        parts.append(_foot(sheet, place, *line))
    return parts, box


def _draw_title_and_status(sheet: DrawingContext, box: Box, status: str) -> tuple[list[str], Box]:
    """Draw title, status, dice and all lines at the foot; return them, and the room between."""
    head, box = box.split(TOP, min(HEAD, box.h * 0.16))
    parts = [_title(sheet, head)]
    if sheet.overlay is not None:
        legend, box = box.split(BOTTOM, min(52.0, box.h * 0.3))
        parts.append(scale(sheet, sheet.overlay, legend))
    if status or sheet.view.dice():
        band, box = box.split(TOP, min(STATUS, box.h * 0.32))
        dice, band = band.split(RIGHT, min(band.w * 0.45, len(sheet.view.dice()) * (band.h + 4)))
        band = _with_boss(sheet, band, parts)
        parts += [_dice(sheet, dice), *([_status(sheet, band.inset(0, 6), status)] if status else [])]
    for line in reversed(_lines_below(sheet)):
        foot, box = box.split(BOTTOM, FOOT)
        parts.append(_foot(sheet, foot, *line))
    return parts, box


def _lines_below(sheet: DrawingContext) -> list[tuple[str, bool]]:
    """Return what the bank has left, and, in italics, what of the edition is not its own."""
    lines = (sheet.view.stock(boss=_next_boss(sheet) is None), False), (sheet.view.origin(), True)
    return [line for line in lines if line[0]]


def _title(sheet: DrawingContext, box: Box) -> str:
    shown = one_line(sheet.view.round(), box.w * 0.25, 20)
    words = fit(sheet.view.title(), box.w - shown.width - 14, box.h, 30, narrow=False, bold=True)
    return group(
        block_of_text(words, box.x, box.cy - words.height / 2, sheet.theme.accent, "start"),
        block_of_text(shown, box.right, box.cy - shown.height / 2, sheet.theme.soft, "end"),
        class_="title",
    )


def _masthead(sheet: DrawingContext, box: Box) -> tuple[str, float]:
    """Draw title and round below one another, at the top of a narrow column; return them and their height."""
    words = fit(sheet.view.title(), box.w, box.h - ROUND - 4, 24, bold=True)
    shown = one_line(sheet.view.round(), box.w, ROUND)
    drawn = group(
        block_of_text(words, box.right, box.y, sheet.theme.accent, "end"),
        block_of_text(shown, box.right, box.y + words.height + 4, sheet.theme.soft, "end"),
        class_="title",
    )
    return drawn, words.height + 4 + ROUND


def _with_boss(sheet: DrawingContext, box: Box, parts: list[str]) -> Box:
    """Draw the card of the next boss, where it has a picture; return the room left beside or above it."""
    boss = _next_boss(sheet)
    if boss is None:
        return box
    across = box.w > box.h
    place, left = box.split(RIGHT, min(box.w * 0.45, 262.0)) if across else box.split(BOTTOM, box.h - BESIDE_BOSS)
    parts.append(boss_card(sheet, boss, place.inset(8 if across else 0, 6 if across else 2)))
    return left


def _next_boss(sheet: DrawingContext) -> Boss | None:
    """Return the boss whose card is shown."""
    stack = sheet.view.stack()
    return stack[0] if stack and stack[0].id in sheet.view.look.figures else None


def _dice(sheet: DrawingContext, box: Box) -> str:
    """Return the faces of the last throw, as large as there is room, beside or below one another."""
    faces = sheet.view.dice()
    if not faces:
        return group(class_="dice")
    across = box.w > box.h
    step = min(DIE + 8, box.h if across else box.w, (box.w if across else box.h) / len(faces))
    x, y = (box.right - step * len(faces) + 8, box.cy - step / 2 + 4) if across else (box.cx - step / 2 + 4, box.y + 4)
    return group(
        *(_face(face, x + across * n * step, y + (not across) * n * step, step - 8) for n, face in enumerate(faces)),
        class_="dice",
    )


def _face(face: int | Face, x: float, y: float, size: float) -> str:
    return third_face(face, x, y, size) if isinstance(face, Face) else die(face, x, y, size)


def _status(sheet: DrawingContext, box: Box, status: str) -> str:
    """Return what the game waits for, with the mark of the seat that chooses."""
    seat = sheet.view.actor()
    plate = element(
        "rect",
        x=box.x,
        y=box.y,
        width=box.w,
        height=box.h,
        rx=9,
        fill=sheet.theme.glow,
        stroke=seat.color if seat else sheet.theme.line,
        stroke_width=2.5,
    )
    left = box.x + 14
    mark = ""
    if seat is not None:
        radius = min(22.0, box.h * 0.33)
        mark = badge(seat.shape, seat.color, seat.letter, box.x + 14 + radius, box.cy, radius)
        left = box.x + 26 + 2 * radius
    words = fit(status, box.right - 12 - left, box.h - 6, 26, narrow=False)
    return group(
        plate,
        mark,
        block_of_text(words, left, box.cy - words.height / 2, sheet.theme.ink, "start"),
        class_="status",
    )


def _foot(sheet: DrawingContext, box: Box, line: str, italic: bool) -> str:
    words = one_line(line, box.w, 16, narrow=True)
    return block_of_text(
        words, box.x, box.cy - words.height / 2, sheet.theme.soft, "start", font_style="italic" if italic else None
    )
