"""The middle of the board: title, dice, whose choice it is, the players, the bank."""

from typing import NamedTuple

from monopoly_lab.board.draw import element, group
from monopoly_lab.board.lettering import NAMES, block_of_text, fit, line_of_text, one_line
from monopoly_lab.board.marks import badge, die
from monopoly_lab.board.palette import ink_on
from monopoly_lab.board.ring import BOTTOM, LEFT, TOP, Box
from monopoly_lab.board.scene import Seat
from monopoly_lab.board.spaces import Sheet
from monopoly_lab.board.study import groups, ranking, scale
from monopoly_lab.editions.tables import HOTEL

DIE = 46.0
ROW = 62.0  # of a player, at most


class ListLine(NamedTuple):
    """A line of the list of the players: its seat, -1 for a heading, and its parts; the deeds change seldom."""

    seat: int
    parts: list[str]


def centre(sheet: Sheet, status: str) -> str:
    """All that stands in the middle."""
    parts, box = centre_parts(sheet, status)
    rows = [
        "".join(row.parts) if row.seat < 0 else group(*row.parts, class_="player", data_seat=row.seat)
        for row in centre_rows(sheet, box)
    ]
    return group(*parts, *([group(*rows, class_="players")] if rows else []), class_="centre")


def centre_parts(sheet: Sheet, status: str) -> tuple[list[str], Box]:
    """What stands in the middle, from the top, and the room left for the list of the players."""
    box = sheet.ring.centre.inset(18, 14)
    parts = []
    head, box = box.split(TOP, min(58.0, box.h * 0.2))
    parts.append(_title(sheet, head))
    if status:
        band, box = box.split(TOP, min(46.0, box.h * 0.16))
        parts.append(_status(sheet, band.inset(0, 3), status))
    if sheet.overlay is not None:
        legend, box = box.split(BOTTOM, min(52.0, box.h * 0.3))
        parts.append(scale(sheet, sheet.overlay, legend))
    lines = [line for line in (sheet.view.stock(), sheet.view.origin()) if line]
    for number, line in enumerate(reversed(lines)):
        foot, box = box.split(BOTTOM, 22)
        parts.append(_foot(sheet, foot, line, italic=number == 0 and line == sheet.view.origin()))
    if sheet.view.seats:
        return parts, box.inset(0, 6)
    if sheet.overlay is not None:
        parts.append(ranking(sheet, sheet.overlay, box.inset(0, 10)))
    else:
        parts.append(groups(sheet, box.inset(0, 10)))
    return parts, box


def _title(sheet: Sheet, box: Box) -> str:
    dice = sheet.view.dice()
    room = (DIE + 8) * len(dice)
    size = min(DIE, box.h - 6)
    parts = [die(face, box.right - room + 8 + number * (DIE + 8), box.y + 2, size) for number, face in enumerate(dice)]
    number = sheet.view.round()
    if number:
        shown = one_line(number, box.w * 0.25, 15)
        wide = shown.width + 14
        parts.append(
            line_of_text(number, box.right - room - 4, box.y + size / 2 + 8, shown.size, sheet.theme.soft, "end")
        )
        room += wide
    words = fit(sheet.view.title(), box.w - room - 10, size, 34, narrow=False, bold=True)
    parts.append(block_of_text(words, box.x, box.y + 2 + max(0.0, (size - words.height) / 2), sheet.theme.ink, "start"))
    return group(*parts, class_="title")


def _status(sheet: Sheet, box: Box, status: str) -> str:
    """What the game waits for, with the mark of the seat that chooses."""
    seat = sheet.view.actor()
    plate = element(
        "rect",
        x=box.x,
        y=box.y,
        width=box.w,
        height=box.h,
        rx=9,
        fill=sheet.theme.glow,
        stroke=seat.colour if seat else sheet.theme.line,
        stroke_width=2.5,
    )
    left = box.x + 14
    mark = ""
    if seat is not None:
        mark = badge(seat.shape, seat.colour, seat.letter, box.x + 24, box.cy, min(12.0, box.h * 0.33))
        left = box.x + 46
    words = fit(status, box.right - 12 - left, box.h - 6, 19, narrow=False)
    return group(
        plate,
        mark,
        block_of_text(words, left, box.cy - words.height / 2, sheet.theme.ink, "start"),
        class_="status",
    )


def _foot(sheet: Sheet, box: Box, line: str, italic: bool) -> str:
    words = one_line(line, box.w, 14.5, narrow=True)
    return block_of_text(
        words, box.x, box.cy - words.height / 2, sheet.theme.soft, "start", font_style="italic" if italic else None
    )


def centre_rows(sheet: Sheet, box: Box) -> list[ListLine]:
    """The list of the players with its headings; empty where there are none."""
    seats = sheet.view.seats
    if not seats:
        return []
    heading, rows = box.split(TOP, 18)
    row = min(ROW, rows.h / len(seats))
    size = min(21.0, row * 0.52)
    named, rest = rows.split(LEFT, min(rows.w * 0.3, 60 + size * 7))
    money = max((one_line(sheet.view.amount(seat.cash), 400, size).width for seat in seats), default=0)
    cash, rest = rest.split(LEFT, min(max(money + 8, 60.0), rest.w * 0.35))
    rack = Box(rest.x + 22, rest.y, rest.w - 22, rest.h)
    drawn = [
        ListLine(-1, [_heading(sheet, cash.right, heading, "cash", "end")]),
        ListLine(-1, [_heading(sheet, rack.x, heading, "deeds", "start")]),
    ]
    for number, seat in enumerate(seats):
        top = rows.y + number * row
        parts = [Box(part.x, top, part.w, row) for part in (rows, named, cash, rack)]
        drawn.append(_player(sheet, seat, parts, size))
    return drawn


def _heading(sheet: Sheet, x: float, box: Box, key: str, anchor: str) -> str:
    return line_of_text(sheet.view.say(key), x, box.bottom - 4, 13, sheet.theme.soft, anchor)


def _player(sheet: Sheet, seat: Seat, parts: list[Box], size: float) -> ListLine:
    row, named, cash, rack = parts
    theme, view = sheet.theme, sheet.view
    line = element("path", d=f"M{row.x:.1f} {row.y:.1f}h{row.w:.1f}", stroke=theme.faint, stroke_width=1)
    if view.actor() is seat:
        line += element("rect", x=row.x, y=row.y, width=row.w, height=row.h, rx=6, fill=theme.glow)
    ink = theme.soft if seat.out else theme.ink
    radius = min(row.h * 0.36, 15.0)
    mark = badge(seat.shape, seat.colour, seat.letter, named.x + 18, row.cy, radius)
    name = one_line(seat.name, named.w - 40, size, narrow=False, bold=True, least=min(NAMES, size))
    who = view.characters(seat.index)
    lift = name.height * 0.42 if who else 0.0
    words = block_of_text(name, named.x + 38, row.cy - name.height / 2 - lift, ink, "start")
    if who:
        small = one_line(who, named.w - 40, min(13.0, row.h * 0.3))
        words += block_of_text(small, named.x + 38, row.cy + name.height / 2 - lift, theme.soft, "start")
    if seat.out:
        note = one_line(view.say("out"), rack.w + cash.w, size)
        right = block_of_text(note, cash.x + 8, row.cy - note.height / 2, ink, "start")
        return ListLine(seat.index, [line + group(mark, words, opacity=0.55) + right, ""])
    sum_ = one_line(view.amount(seat.cash), cash.w, size)
    money = block_of_text(sum_, cash.right, row.cy - sum_.height / 2, ink, "end")
    deeds = tuple((q, sheet.view.level(q), sheet.view.is_mortgaged(q)) for q in sheet.view.deeds(seat.index))
    drawn = sheet.once(
        ("rack", seat.index, seat.keys, len(view.bosses(seat.index)), rack, deeds), lambda: _rack(sheet, seat, rack)
    )
    return ListLine(seat.index, [line + mark + words + money, drawn])


def _rack(sheet: Sheet, seat: Seat, box: Box) -> str:
    """A place for every deed of the board, group by group; those of the seat are filled."""
    view = sheet.view
    keys = view.say("keys", n=seat.keys) if seat.keys else ""
    if view.bosses(seat.index):
        keys = view.say("bosses", n=len(view.bosses(seat.index)))
    if keys:
        note = one_line(keys, box.w * 0.22, 13)
        box = Box(box.x, box.y, box.w - note.width - 10, box.h)
        key_text = block_of_text(note, box.right + 10, box.cy - note.height / 2, sheet.theme.soft, "start")
    else:
        key_text = ""
    sets = [deeds.spaces for deeds in view.edition.groups]
    deeds = sum(map(len, sets))
    step = min(17.0, box.w / (deeds + 0.55 * max(0, len(sets) - 1))) if deeds else 0.0
    if step < 5.0:
        number = len(view.deeds(seat.index))
        count = one_line(view.say("count", n=number), box.w, 15)
        return block_of_text(count, box.x, box.cy - count.height / 2, sheet.theme.ink, "start") + key_text
    x = box.x
    drawn = []
    for spaces in sets:
        for q in spaces:
            drawn.append(_pip(sheet, seat, q, Box(x, box.cy - min(box.h * 0.62, 28) / 2, step, min(box.h * 0.62, 28))))
            x += step
        x += step * 0.55
    return group(*drawn, class_="rack") + key_text


def _pip(sheet: Sheet, seat: Seat, q: int, box: Box) -> str:
    """One deed: empty, filled, hatched if mortgaged; with its buildings as a number or H."""
    view, theme = sheet.view, sheet.theme
    size = {"x": box.x, "y": box.y, "width": box.w - 2, "height": box.h, "rx": 2.5}
    if view.s is None or view.s.owner[q] != seat.index:
        return element("rect", **size, fill="none", stroke=theme.faint, stroke_width=1)
    colour = view.colours[view.t.group[q]] if view.has_bar(q) else theme.soft
    drawn = element("rect", **size, fill=colour, stroke=theme.ink, stroke_width=1.2, class_="deed")
    if view.is_mortgaged(q):
        cross = f"M{box.x:.1f} {box.bottom:.1f}L{box.x + box.w - 2:.1f} {box.y:.1f}"
        return (
            drawn
            + element("path", d=cross, stroke=theme.paper, stroke_width=4)
            + element("path", d=cross, stroke=theme.ink, stroke_width=1.8)
        )
    level = view.level(q)
    text = "H" if level >= HOTEL else str(level) if level else ""
    if not view.has_bar(q):
        text = view.group_name(view.t.group[q])[:1].upper()
    if not text or box.w < 9:
        return drawn
    fitted = one_line(text, box.w - 4, min(13.0, box.h * 0.7), bold=True)
    return drawn + block_of_text(fitted, box.x + (box.w - 2) / 2, box.cy - fitted.height / 2 + 0.5, ink_on(colour))
