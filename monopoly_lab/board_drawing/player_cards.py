"""Player cards in the middle of the board: name, cash, and which deeds each player has."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from monopoly_lab.board_drawing.board_pieces import badge, piles
from monopoly_lab.board_drawing.colors import ink_on
from monopoly_lab.board_drawing.head_art import figure
from monopoly_lab.board_drawing.layout import LEFT, RIGHT, TOP, Box
from monopoly_lab.board_drawing.scene import Scene, Seat
from monopoly_lab.board_drawing.spaces import DrawingContext
from monopoly_lab.board_drawing.special_dice import speed_face
from monopoly_lab.board_drawing.svg_elements import NAMES, Fitted, block_of_text, element, fit, group, one_line
from monopoly_lab.editions.components import Group
from monopoly_lab.editions.rule_tables import HOTEL

PURSE = 190.0  # height of one, at most
TWO_ROWS = 74.0  # from this height on the deeds of a purse lie in two rows
LOW = 49.0  # below this height they are counted by group, beside name and money
NAMED = 0.5  # of the width of a low purse
CHIP = 52.0  # width of the count of a group, at most
COLUMNS = 2  # of purses
SIDE = 12.0  # letters of the side beside a name; where they would be smaller it stands below the name
STACK, STACKS = 28.0, 0.22  # height of ten coins, at most; how much of a row the stacks may take
NOTE = 0.3  # of the width, at most, for cards held, debts and turns to miss
GAP = 10.0  # between purses
BETWEEN = 0.5  # groups of a rack, as a part of a deed


class Purse(NamedTuple):
    """The purse of a seat and its parts; the deeds change seldom."""

    seat: int
    parts: list[str]


def purses(sheet: DrawingContext, box: Box) -> list[Purse]:
    """Return the purses of the players, two beside each other; empty where there are none."""
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


def _purse(sheet: DrawingContext, seat: Seat, box: Box) -> Purse:
    """Draw mark, name and cash, and below them a place for every deed."""
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
        stroke=seat.color if acts else theme.faint,
        stroke_width=3 if acts else 1.4,
        class_="purse",
        data_seat=seat.index,
    )
    low = box.h < LOW
    inside = box.inset(8, 2 if low else 3)
    rows = 2 if low or box.h >= TWO_ROWS else 1
    head, rack = inside.split(LEFT, inside.w * NAMED) if low else inside.split(TOP, _head_height(box, rows))
    radius = min(head.h, 46.0) * 0.4
    mark = badge(seat.shape, seat.color, seat.letter, head.x + radius * 1.25, head.cy, radius)
    written = head.split(LEFT, radius * 2.75)[1]
    words = (_draw_in_two_lines if low else _draw_in_one_line)(sheet, seat, written)
    if seat.out:
        return Purse(seat.index, [frame + group(mark, opacity=0.55) + words, ""])
    deeds = tuple((q, view.level(q), view.is_mortgaged(q)) for q in view.deeds(seat.index))
    known = ("rack", seat.index, rack, deeds)
    rack = rack.split(LEFT, 8)[1] if low else rack
    drawn = sheet.cached_drawing(
        known, lambda: _counts(sheet, seat, rack, rows) if low else _rack(sheet, seat, rack, rows)
    )
    return Purse(seat.index, [frame + mark + words, drawn])


def _head_height(box: Box, rows: int) -> float:
    return min(46.0, box.h * (0.42 if rows == 2 else 0.52))


def _draw_in_one_line(sheet: DrawingContext, seat: Seat, box: Box) -> str:
    """Draw name, notes and money beside one another, above the deeds."""
    ink = _ink(sheet, seat)
    size = min(30.0, box.h * 0.78)
    sum_ = _sum(sheet, seat, box.w * 0.4, size)
    drawn = block_of_text(sum_, box.right, box.cy - sum_.height / 2, ink, "end")
    stacks, wide = _stacks(sheet, seat, box, box.right - sum_.width - 6)
    box = box.split(RIGHT, sum_.width + 10 + wide)[1]
    note = _note(sheet, seat, Box(box.x, box.y, (box.w + wide) * NOTE, box.h))
    drawn += block_of_text(note, box.right, box.cy - note.height / 2, sheet.theme.soft, "end")
    return _draw_name(sheet, seat, box.split(RIGHT, note.width + 10 * bool(note.lines))[1], size, ink) + stacks + drawn


def _draw_in_two_lines(sheet: DrawingContext, seat: Seat, box: Box) -> str:
    """Return the name, and below it money and notes, beside the deeds."""
    ink = _ink(sheet, seat)
    above, below = box.split(TOP, box.h / 2)
    size = min(24.0, above.h * 1.17)
    sum_ = _sum(sheet, seat, below.w * (0.62 if _notes_of(sheet, seat) else 1), size)
    note = _note(sheet, seat, Box(below.x, below.y, below.w - sum_.width - 8, below.h))
    stacks, _ = _stacks(sheet, seat, below, below.x + sum_.width + 6, "start")
    return (
        _draw_name(sheet, seat, above, size, ink)
        + block_of_text(sum_, below.x, below.cy - sum_.height / 2, ink, "start")
        + block_of_text(note, below.right, below.cy - note.height / 2, sheet.theme.soft, "end")
        + (stacks if not note.lines else "")
    )


def _ink(sheet: DrawingContext, seat: Seat) -> str:
    return sheet.theme.soft if seat.out else sheet.theme.ink


def _sum(sheet: DrawingContext, seat: Seat, width: float, size: float) -> Fitted:
    """Return the money of a seat, or that it is out."""
    text = sheet.view.say("out") if seat.out else sheet.view.amount(seat.cash)
    return one_line(text, width, size, bold=not seat.out)


def _stacks(sheet: DrawingContext, seat: Seat, box: Box, x: float, anchor: str = "end") -> tuple[str, float]:
    """Return the coins of a seat in stacks, where the edition has such, beside their number, and how wide they are."""
    if sheet.view.look.coins != "stack" or seat.out:
        return "", 0.0
    high = min(box.h * 0.86, STACK)
    share = STACKS / 2 if _notes_of(sheet, seat) else STACKS
    return piles(max(seat.cash, 0), x, box.cy + high / 2, high, box.w * share, anchor)


def _notes_of(sheet: DrawingContext, seat: Seat) -> str:
    return "" if seat.out else " · ".join(_notes(sheet.view, seat))


def _note(sheet: DrawingContext, seat: Seat, box: Box) -> Fitted:
    return fit(_notes_of(sheet, seat), box.w, box.h, min(16.0, box.h))


def _draw_name(sheet: DrawingContext, seat: Seat, box: Box, size: float, ink: str) -> str:
    """Return the name, and beside it what the seat plays as."""
    if seat.side_color:
        return _draw_name_and_side(sheet, seat, box, size, ink)
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


def _draw_name_and_side(sheet: DrawingContext, seat: Seat, box: Box, size: float, ink: str) -> str:
    """Return the name, and the side on a plate in its color: beside it, or below it where it would be cut."""
    side = sheet.view.side(seat.index)
    name = one_line(seat.name, box.w * 0.5, size, bold=True, least=min(NAMES, size))
    left = box.w - name.width - 22
    word = one_line(side, left, min(size * 0.72, 18.0), bold=True)
    if box.h < 2 * SIDE or (word.lines == (side,) and word.size >= SIDE):
        shown = block_of_text(name, box.x, box.cy - name.height / 2, ink, "start")
        return shown + _plate(word, seat.side_color, Box(box.x + name.width + 8, box.y, left, box.h))
    above, below = box.split(TOP, box.h * 0.52)
    name = one_line(seat.name, above.w, above.h, bold=True)
    word = one_line(side, below.w - 12, min(below.h * 0.95, 18.0), bold=True)
    shown = block_of_text(name, above.x, above.cy - name.height / 2, ink, "start")
    return shown + _plate(word, seat.side_color, below)


def _plate(word: Fitted, color: str, box: Box) -> str:
    """Return a word on a plate, at the left of a box."""
    high = min(box.h, word.height + 6)
    size = {"x": box.x, "y": box.cy - high / 2, "width": word.width + 12, "height": high}
    return element("rect", **size, rx=high * 0.3, fill=color, class_="side") + block_of_text(
        word, box.x + 6, box.cy - word.height / 2, ink_on(color), "start"
    )


def _rack(sheet: DrawingContext, seat: Seat, box: Box, rows: int) -> str:
    """Return a place for every deed of the board, group by group, in one row or two; those of the seat are filled."""
    view = sheet.view
    lines = _lines([deeds.spaces for deeds in view.edition.groups], rows)
    step = min([26.0, *(box.w / _long(line) for line in lines)])
    high = min(box.h / max(len(lines), 1), 44.0)
    drawn = []
    for number, line in enumerate(lines):
        x, y = box.x, box.y + number * high + 1
        for spaces in line:
            for q in spaces:
                drawn.append(_pip(sheet, seat, q, Box(x, y, step, high - 3)))
                x += step
            x += step * BETWEEN
    return group(*drawn, class_="rack")


def _counts(sheet: DrawingContext, seat: Seat, box: Box, rows: int) -> str:
    """Return a chip for every group in its color, with how many of its deeds the seat has: "2/3"; empty for none."""
    groups = sheet.view.edition.groups
    columns = max(1, -(-len(groups) // rows))
    wide, high = min(CHIP, box.w / columns), min(box.h / rows, 30.0)
    left, top = box.right - wide * columns, box.cy - high * rows / 2
    return group(
        *(
            _chip(sheet, seat, deeds, Box(left + n % columns * wide, top + n // columns * high, wide - 3, high - 2))
            for n, deeds in enumerate(groups)
        ),
        class_="rack",
    )


def _chip(sheet: DrawingContext, seat: Seat, deeds: Group, box: Box) -> str:
    """Draw the count of one group; a heavy line around a whole one, a stroke through one with mortgaged deeds."""
    view, theme = sheet.view, sheet.theme
    owned = [q for q in view.deeds(seat.index) if q in deeds.spaces]
    size = {"x": box.x, "y": box.y, "width": box.w, "height": box.h, "rx": 3}
    if not owned:
        return element("rect", **size, fill="none", stroke=theme.slot, stroke_width=1.2, class_="slot")
    whole = len(owned) == len(deeds.spaces)
    color = view.colors.get(deeds.index, theme.soft)
    drawn = element("rect", **size, fill=color, stroke=theme.ink, stroke_width=2.8 if whole else 1.2, class_="count")
    if any(view.is_mortgaged(q) for q in owned):
        corner = f"M{box.x + 1:.1f} {box.y + 8:.1f}L{box.x + 8:.1f} {box.y + 1:.1f}"
        drawn += element("path", d=corner, stroke=ink_on(color), stroke_width=2)
    words = one_line(f"{len(owned)}/{len(deeds.spaces)}", box.w - 5, min(19.0, box.h * 1.12), bold=True)
    return drawn + block_of_text(words, box.cx, box.cy - words.height / 2, ink_on(color))


def _notes(view: Scene, seat: Seat) -> Iterator[str]:
    """Yield what stands beside the deeds of a seat: bosses or cards that it holds, what it owes, turns to miss."""
    if view.bosses(seat.index):
        yield view.say("bosses", n=len(view.bosses(seat.index)))
    elif seat.cards:
        yield view.say("keys", n=seat.cards)
    if seat.loan:
        yield view.say("owes", amount=view.amount(seat.loan))
    if seat.missed:
        yield view.say("misses", n=seat.missed)


def _lines(sets: Sequence[Sequence[int]], rows: int) -> list[list[Sequence[int]]]:
    """Return the groups in so many lines, the first as short as it may be and no shorter than the second."""
    lines: list[list[Sequence[int]]] = [[]]
    for spaces in sets:
        if len(lines) < rows and sum(map(len, lines[-1])) * rows >= sum(map(len, sets)):
            lines.append([])
        lines[-1].append(spaces)
    return lines


def _long(line: Sequence[Sequence[int]]) -> float:
    """Return the length of a line of groups, in deeds."""
    return max(1.0, sum(map(len, line)) + BETWEEN * (len(line) - 1))


def _pip(sheet: DrawingContext, seat: Seat, q: int, box: Box) -> str:
    """Draw one deed: empty, filled, hatched if mortgaged; with its buildings as a number or H."""
    view, theme = sheet.view, sheet.theme
    size = {"x": box.x, "y": box.y, "width": box.w - 2, "height": box.h, "rx": 2.5}
    if view.s is None or view.s.owner[q] != seat.index:
        return element("rect", **size, fill="none", stroke=theme.slot, stroke_width=1.2, class_="slot")
    color = view.colors[view.t.group[q]] if view.has_bar(q) else theme.soft
    drawn = element("rect", **size, fill=color, stroke=theme.ink, stroke_width=1.2, class_="deed")
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
    return drawn + block_of_text(fitted, box.x + (box.w - 2) / 2, box.cy - fitted.height / 2 + 0.5, ink_on(color))
