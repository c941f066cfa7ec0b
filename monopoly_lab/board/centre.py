"""The middle of the board: title, dice, whose choice it is, the players, the bank."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from monopoly_lab.board.bosses import boss_card
from monopoly_lab.board.draw import element, group
from monopoly_lab.board.figures import figure
from monopoly_lab.board.lettering import NAMES, Fitted, block_of_text, fit, one_line
from monopoly_lab.board.marks import badge, die
from monopoly_lab.board.palette import ink_on
from monopoly_lab.board.ring import BOTTOM, LEFT, RIGHT, TOP, Box, Ring
from monopoly_lab.board.scene import Scene, Seat
from monopoly_lab.board.spaces import Sheet
from monopoly_lab.board.speed_die import speed_face
from monopoly_lab.board.study import groups, ranking, scale
from monopoly_lab.editions.parts import Boss, Face
from monopoly_lab.editions.tables import HOTEL

DIE = 96.0  # at most
BESIDE_BOSS = 84.0  # left for the dice of a column with the card of a boss
HEAD, FOOT = 38.0, 21.0
STATUS = 112.0  # of the row for the status and the dice, in a picture
COLUMN = 112.0  # beside a card: title, round and dice
AIR = 8.0  # between both, and below the title
MASTHEAD, ROUND = 0.3, 18.0  # of the column for title and round; letters of the round
RACKS = {0: 0.42, 1: 0.22, 2: 0.25, 3: 0.29}  # of the middle for so many rows of purses below a card; for more, MOST
MOST = 0.315
PURSE = 190.0  # height of one, at most
TWO_ROWS = 74.0  # from this height on the deeds of a purse lie in two rows
LOW = 50.0  # below this height they lie beside the name
COLUMNS = 2  # of purses
SIDE = 12.0  # letters of the side beside a name; where they would be smaller it stands below the name
GAP = 10.0  # between purses
BETWEEN = 0.5  # groups of a rack, as a part of a deed


class Purse(NamedTuple):
    """The purse of a seat and its parts; the deeds change seldom."""

    seat: int
    parts: list[str]


def centre(sheet: Sheet, status: str) -> str:
    """All that stands in the middle."""
    parts, box = centre_parts(sheet, status)
    rows = [group(*row.parts, class_="player", data_seat=row.seat) for row in centre_rows(sheet, box)]
    return group(*parts, *([group(*rows, class_="players")] if rows else []), class_="centre")


def card_place(ring: Ring, seats: int) -> Box:
    """What a picture that is played on leaves free in its middle, for the card of the choice that is waited for."""
    return _band(_inside(ring), seats)[0].split(RIGHT, COLUMN)[1]


def _band(box: Box, seats: int) -> tuple[Box, Box]:
    """The part for the card and the column beside it, and the rest: the purses, and a line at the foot."""
    return box.split(BOTTOM, box.h * RACKS.get(-(-seats // COLUMNS), MOST) + FOOT)[::-1]


def _inside(ring: Ring) -> Box:
    return ring.centre.inset(min(16.0, ring.centre.w * 0.03), min(10.0, ring.centre.h * 0.03))


def centre_parts(sheet: Sheet, status: str | None) -> tuple[list[str], Box]:
    """What stands in the middle, from the top, and the room left for the purses.

    `status` says what is waited for; with None its place stays free, and larger, for a card.
    """
    box = _inside(sheet.ring)
    parts, box = _beside_card(sheet, box) if status is None else _above(sheet, box, status)
    if sheet.view.seats:
        return parts, box.inset(0, 4)
    if sheet.overlay is not None:
        parts.append(ranking(sheet, sheet.overlay, box.inset(0, 10)))
    else:
        parts.append(groups(sheet, box.inset(0, 10)))
    return parts, box


def _beside_card(sheet: Sheet, box: Box) -> tuple[list[str], Box]:
    """The column beside the card, the line at the foot, and the room between."""
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


def _above(sheet: Sheet, box: Box, status: str) -> tuple[list[str], Box]:
    """Title, status and dice above one another, all lines at the foot, and the room between."""
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


def _lines_below(sheet: Sheet) -> list[tuple[str, bool]]:
    """What the bank has left, and, in italics, what of the edition is not its own."""
    lines = (sheet.view.stock(boss=_next_boss(sheet) is None), False), (sheet.view.origin(), True)
    return [line for line in lines if line[0]]


def _title(sheet: Sheet, box: Box) -> str:
    shown = one_line(sheet.view.round(), box.w * 0.25, 20)
    words = fit(sheet.view.title(), box.w - shown.width - 14, box.h, 30, narrow=False, bold=True)
    return group(
        block_of_text(words, box.x, box.cy - words.height / 2, sheet.theme.accent, "start"),
        block_of_text(shown, box.right, box.cy - shown.height / 2, sheet.theme.soft, "end"),
        class_="title",
    )


def _masthead(sheet: Sheet, box: Box) -> tuple[str, float]:
    """Title and round below one another, at the top of a narrow column, and how high they are."""
    words = fit(sheet.view.title(), box.w, box.h - ROUND - 4, 24, bold=True)
    shown = one_line(sheet.view.round(), box.w, ROUND)
    drawn = group(
        block_of_text(words, box.right, box.y, sheet.theme.accent, "end"),
        block_of_text(shown, box.right, box.y + words.height + 4, sheet.theme.soft, "end"),
        class_="title",
    )
    return drawn, words.height + 4 + ROUND


def _with_boss(sheet: Sheet, box: Box, parts: list[str]) -> Box:
    """The room that is left beside or above the card of the next boss, where there is one with a picture."""
    boss = _next_boss(sheet)
    if boss is None:
        return box
    across = box.w > box.h
    place, left = box.split(RIGHT, min(box.w * 0.45, 262.0)) if across else box.split(BOTTOM, box.h - BESIDE_BOSS)
    parts.append(boss_card(sheet, boss, place.inset(8 if across else 0, 6 if across else 2)))
    return left


def _next_boss(sheet: Sheet) -> Boss | None:
    """The boss whose card is shown."""
    stack = sheet.view.stack()
    return stack[0] if stack and stack[0].id in sheet.view.look.figures else None


def _dice(sheet: Sheet, box: Box) -> str:
    """The faces of the last throw, as large as there is room, beside or below one another."""
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
    return speed_face(face, x, y, size) if isinstance(face, Face) else die(face, x, y, size)


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
        radius = min(22.0, box.h * 0.33)
        mark = badge(seat.shape, seat.colour, seat.letter, box.x + 14 + radius, box.cy, radius)
        left = box.x + 26 + 2 * radius
    words = fit(status, box.right - 12 - left, box.h - 6, 26, narrow=False)
    return group(
        plate,
        mark,
        block_of_text(words, left, box.cy - words.height / 2, sheet.theme.ink, "start"),
        class_="status",
    )


def _foot(sheet: Sheet, box: Box, line: str, italic: bool) -> str:
    words = one_line(line, box.w, 16, narrow=True)
    return block_of_text(
        words, box.x, box.cy - words.height / 2, sheet.theme.soft, "start", font_style="italic" if italic else None
    )


def centre_rows(sheet: Sheet, box: Box) -> list[Purse]:
    """The purses of the players, two beside each other; empty where there are none."""
    seats = sheet.view.seats
    columns = min(COLUMNS, len(seats))
    if not seats:
        return []
    high = min(PURSE, box.h / -(-len(seats) // columns))
    wide = (box.w - GAP * (columns - 1)) / columns
    return [
        _purse(sheet, seat, Box(box.x + n % columns * (wide + GAP), box.y + n // columns * high, wide, high - 4))
        for n, seat in enumerate(seats)
    ]


def _purse(sheet: Sheet, seat: Seat, box: Box) -> Purse:
    """Mark, name and cash, and below them a place for every deed."""
    theme, view = sheet.theme, sheet.view
    acts = view.actor() is seat
    frame = element(
        "rect",
        x=box.x,
        y=box.y,
        width=box.w,
        height=box.h,
        rx=8,
        fill=theme.glow if acts else theme.paper,
        stroke=seat.colour if acts else theme.faint,
        stroke_width=3 if acts else 1.4,
        class_="purse",
        data_seat=seat.index,
    )
    low = box.h < LOW
    rows = 2 if low or box.h >= TWO_ROWS else 1
    inside = box.inset(8, 3)
    head, rack = inside.split(TOP, min(46.0, box.h * (0.42 if rows == 2 else 0.52)))
    if low:
        head, rack = inside.split(LEFT, inside.w * 0.54)
        rack = rack.split(LEFT, 8)[1]
    size = min(30.0, head.h * 0.78)
    ink = theme.soft if seat.out else theme.ink
    mark = badge(seat.shape, seat.colour, seat.letter, head.x + head.h * 0.5, head.cy, head.h * 0.4)
    sum_ = one_line(view.say("out") if seat.out else view.amount(seat.cash), head.w * 0.36, size, bold=not seat.out)
    money = block_of_text(sum_, head.right, head.cy - sum_.height / 2, ink, "end")
    left = head.x + head.h * 1.1
    words = _named(sheet, seat, Box(left, head.y, head.right - sum_.width - 10 - left, head.h), size, ink)
    if seat.out:
        return Purse(seat.index, [frame + group(mark, words, opacity=0.55) + money, ""])
    deeds = tuple((q, view.level(q), view.is_mortgaged(q)) for q in view.deeds(seat.index))
    known = ("rack", seat.index, seat.keys, seat.loan, seat.missed, len(view.bosses(seat.index)), rack, deeds)
    return Purse(seat.index, [frame + mark + words + money, sheet.once(known, lambda: _rack(sheet, seat, rack, rows))])


def _named(sheet: Sheet, seat: Seat, box: Box, size: float, ink: str) -> str:
    """The name, and beside it what the seat plays as."""
    if seat.side_colour:
        return _sided(sheet, seat, box, size, ink)
    who = sheet.view.characters(seat.index)
    heads = sheet.view.figures(seat.index)
    radius = min(box.h * 0.5, box.w * 0.1)
    drawn = "".join(
        figure(head, box.x + radius * (1 + 2.1 * n), box.cy, radius, opacity=0.45 if rests else None)
        for n, (head, rests) in enumerate(heads)
    )
    box = box.split(LEFT, radius * 2.1 * len(heads) + 4 * bool(heads))[1]
    if sheet.view.throws_speed_die(seat.index):  # a small one, at the end of the row
        small_die = size * 0.8
        x, y = box.right - small_die, box.cy - small_die / 2
        drawn += speed_face(sheet.view.edition.speed_die[-1], x, y, small_die, "speed-mark")
        box = box.split(RIGHT, small_die + 6)[1]
    name = one_line(seat.name, box.w * (0.6 if who else 1), size, bold=True, least=min(NAMES, size))
    small = one_line(who, box.w - name.width - 8, size * 0.8)
    if not who or small.size < NAMES:  # the head or the outline of the mark shows it, and the name has the room
        name = one_line(seat.name, box.w, size, bold=True, least=min(NAMES, size))
        return drawn + block_of_text(name, box.x, box.cy - name.height / 2, ink, "start")
    words = drawn + block_of_text(name, box.x, box.cy - name.height / 2, ink, "start")
    return words + block_of_text(small, box.x + name.width + 8, box.cy - small.height / 2, sheet.theme.soft, "start")


def _sided(sheet: Sheet, seat: Seat, box: Box, size: float, ink: str) -> str:
    """The name, and the side on a plate in its colour: beside it, or below it where it would be cut."""
    side = sheet.view.side(seat.index)
    name = one_line(seat.name, box.w * 0.5, size, bold=True, least=min(NAMES, size))
    left = box.w - name.width - 22
    word = one_line(side, left, min(size * 0.72, 18.0), bold=True)
    if word.lines == (side,) and word.size >= SIDE:
        shown = block_of_text(name, box.x, box.cy - name.height / 2, ink, "start")
        return shown + _plate(word, seat.side_colour, Box(box.x + name.width + 8, box.y, left, box.h))
    above, below = box.split(TOP, box.h * 0.52)
    name = one_line(seat.name, above.w, above.h, bold=True)
    word = one_line(side, below.w - 12, min(below.h * 0.95, 18.0), bold=True)
    shown = block_of_text(name, above.x, above.cy - name.height / 2, ink, "start")
    return shown + _plate(word, seat.side_colour, below)


def _plate(word: Fitted, colour: str, box: Box) -> str:
    """A word on a plate, at the left of a box."""
    high = min(box.h, word.height + 6)
    size = {"x": box.x, "y": box.cy - high / 2, "width": word.width + 12, "height": high}
    return element("rect", **size, rx=high * 0.3, fill=colour, class_="side") + block_of_text(
        word, box.x + 6, box.cy - word.height / 2, ink_on(colour), "start"
    )


def _rack(sheet: Sheet, seat: Seat, box: Box, rows: int) -> str:
    """A place for every deed of the board, group by group, in one row or two; those of the seat are filled."""
    view = sheet.view
    keys = " · ".join(_notes(view, seat))
    key_text = ""
    if keys:
        note = one_line(keys, box.w * 0.3, 16)
        box = Box(box.x, box.y, box.w - note.width - 10, box.h)
        key_text = block_of_text(note, box.right + 10, box.cy - note.height / 2, sheet.theme.soft, "start")
    lines = _lines([deeds.spaces for deeds in view.edition.groups], rows)
    step = min([26.0, *(box.w / _long(line) for line in lines)])
    if step < 5.0:
        number = len(view.deeds(seat.index))
        count = one_line(view.say("count", n=number), box.w, 17)
        return block_of_text(count, box.x, box.cy - count.height / 2, sheet.theme.ink, "start") + key_text
    high = min(box.h / max(len(lines), 1), 44.0)
    drawn = []
    for number, line in enumerate(lines):
        x, y = box.x, box.y + number * high + 1
        for spaces in line:
            for q in spaces:
                drawn.append(_pip(sheet, seat, q, Box(x, y, step, high - 3)))
                x += step
            x += step * BETWEEN
    return group(*drawn, class_="rack") + key_text


def _notes(view: Scene, seat: Seat) -> Iterator[str]:
    """What stands beside the deeds of a seat: bosses or cards that it holds, what it owes, turns to miss."""
    if view.bosses(seat.index):
        yield view.say("bosses", n=len(view.bosses(seat.index)))
    elif seat.keys:
        yield view.say("keys", n=seat.keys)
    if seat.loan:
        yield view.say("owes", amount=view.amount(seat.loan))
    if seat.missed:
        yield view.say("misses", n=seat.missed)


def _lines(sets: Sequence[Sequence[int]], rows: int) -> list[list[Sequence[int]]]:
    """The groups in so many lines, the first as short as it may be and no shorter than the second."""
    lines: list[list[Sequence[int]]] = [[]]
    for spaces in sets:
        if len(lines) < rows and sum(map(len, lines[-1])) * rows >= sum(map(len, sets)):
            lines.append([])
        lines[-1].append(spaces)
    return lines


def _long(line: Sequence[Sequence[int]]) -> float:
    """Length of a line of groups, in deeds."""
    return max(1.0, sum(map(len, line)) + BETWEEN * (len(line) - 1))


def _pip(sheet: Sheet, seat: Seat, q: int, box: Box) -> str:
    """One deed: empty, filled, hatched if mortgaged; with its buildings as a number or H."""
    view, theme = sheet.view, sheet.theme
    size = {"x": box.x, "y": box.y, "width": box.w - 2, "height": box.h, "rx": 2.5}
    if view.s is None or view.s.owner[q] != seat.index:
        return element("rect", **size, fill="none", stroke=theme.slot, stroke_width=1.2)
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
