"""Draw one space of the board: color bar or icon, name, price, owner and buildings."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace

from monopoly_lab.board_drawing.board_pieces import buildings, card_back, coins, icon, shape
from monopoly_lab.board_drawing.colors import Theme, ink_on, scale_color
from monopoly_lab.board_drawing.corner_art import picture
from monopoly_lab.board_drawing.layout import BOTTOM, INWARD, LEFT, RIGHT, STRIP, TOP, BoardLayout, Box, DrawnSpace
from monopoly_lab.board_drawing.scene import Overlay, Scene
from monopoly_lab.board_drawing.svg_elements import (
    Fitted,
    block_of_text,
    element,
    fit,
    group,
    line_of_text,
    one_line,
    text_width,
)
from monopoly_lab.editions.rule_tables import HOTEL

SIGNED = 14.0  # smallest font size for the name of an owner; a name that does not fit is replaced by a letter
OWNER = 20.0  # depth of the strip in the owner's color
COIN = 11.0  # radius of the coin drawn where coins lie
# Font size of a group's letter, and length of its spot at the end of the bar. A phone shows these units at 0.8.
LETTER, SPOT = 14.0, 17.0


@dataclass(frozen=True)
class Ink:
    """The colors of one space: background, text and secondary text."""

    paper: str
    ink: str
    soft: str


@dataclass(frozen=True)
class DrawingContext:
    """What all spaces of one picture share: scene, layout, theme, overlay and cached drawings."""

    view: Scene
    ring: BoardLayout
    theme: Theme
    overlay: Overlay | None
    kept: dict[Hashable, str] | None = None  # cached drawings of a picture that is redrawn; None: no cache

    def cached_drawing(self, key: tuple[object, ...], draw: Callable[[], str]) -> str:
        """Return the drawing cached under `key`; draw and cache it first if needed.

        `key` holds everything that the drawing depends on within one game.
        """
        if self.kept is None:
            return draw()
        whole = (self.theme.ground, *key)
        if whole not in self.kept:
            self.kept[whole] = draw()
        return self.kept[whole]

    def share(self, q: int) -> float | None:
        """Return the overlay's value of a space, scaled from 0 (least on the board) to 1 (greatest).

        Return 0.5 if all values are equal, None if the space has no value.
        """
        value = self.overlay.values[q] if self.overlay is not None else None
        if self.overlay is None or value is None:
            return None
        low, high = limits(self.overlay)
        return (value - low) / (high - low) if high > low else 0.5

    def ink(self, q: int, corner: bool) -> Ink:
        """Return the colors of a space: those of the scale for an overlay, else those of the theme."""
        part = self.share(q)
        if part is None:
            return Ink(self.theme.corner if corner else self.theme.paper, self.theme.ink, self.theme.soft)
        color = scale_color(part)
        return Ink(color, ink_on(color), ink_on(color))

    def figure(self, q: int) -> str:
        """Return the text under the name: the value of the overlay, else "mortgaged" or the price."""
        if self.overlay is not None:
            value = self.overlay.values[q]
            return "" if value is None else self.overlay.text(value)
        return self.view.say("mortgaged") if self.view.is_mortgaged(q) else self.view.price_text(q)


def limits(overlay: Overlay) -> tuple[float, float]:
    """Return the least and the greatest value of an overlay; 0.0 and 0.0 if it has no values."""
    values = [value for value in overlay.values if value is not None]
    return (min(values), max(values)) if values else (0.0, 0.0)


def space(sheet: DrawingContext, place: DrawnSpace) -> str:
    """Return one space as SVG; the attribute `data-space` holds its number."""
    view, q = sheet.view, place.space
    owner = view.owner(q)
    marks = (view.level(q), view.is_mortgaged(q), view.coins(q))
    looks = (q, -1 if owner is None else owner.index, *marks, sheet.figure(q))
    return sheet.cached_drawing(looks, lambda: _space(sheet, place))


def _space(sheet: DrawingContext, place: DrawnSpace) -> str:
    if place.corner:
        drawn = _corner_space(sheet, place)
        return group(drawn, class_="space corner", data_space=place.space)
    if sheet.ring.sideways and place.side not in (LEFT, RIGHT):
        lying, turn = _as_on_left_or_right(place)
        return group(_side_space(sheet, lying), class_="space", data_space=place.space, transform=turn)
    return group(_side_space(sheet, place), class_="space", data_space=place.space)


def _as_on_left_or_right(place: DrawnSpace) -> tuple[DrawnSpace, str]:
    """Return the place as if it were on the left or right side, and the SVG rotation that undoes this."""
    box = place.box
    lying = Box(box.cx - box.h / 2, box.cy - box.w / 2, box.h, box.w)
    side = LEFT if place.side == BOTTOM else RIGHT
    return replace(place, box=lying, side=side), f"rotate(-90 {box.cx:.2f} {box.cy:.2f})"


def _side_space(sheet: DrawingContext, place: DrawnSpace) -> str:
    view, q, theme = sheet.view, place.space, sheet.theme
    ink = sheet.ink(q, False)
    inward = INWARD[place.side]
    upright = inward in (LEFT, RIGHT)
    depth = place.box.w if upright else place.box.h
    head, rest = place.box.split(
        inward, min(30.0, depth * 0.24) if view.has_bar(q) else min(22.0 if upright else 34.0, depth * 0.27)
    )
    strip, body = rest.split(place.side, OWNER) if view.is_deed(q) or not upright else (None, rest)
    parts = [_background(place.box, ink.paper, theme.line)]
    if view.is_mortgaged(q):
        parts.append(_mortgage_hatching(rest))
    if view.has_bar(q):
        parts.append(_color_bar(sheet, q, head, upright))
    else:
        parts.append(_icon_of_space(sheet, q, head.inset(1 if upright else 3), ink))
    parts.append(_name_and_figure(sheet, q, body.inset(1.5, 2.0), ink))
    if strip is not None and view.is_deed(q):
        parts.append(_owner_strip(sheet, q, strip, upright))
    if view.coins(q):
        x, y = (head.cx, head.bottom - COIN - 1) if upright else (head.right - COIN - 1, head.cy)
        parts.append(coins(view.coins(q), x, y, COIN, view.look.coins))
    return "".join(parts)


def _background(box: Box, fill: str, line: str) -> str:
    return element("rect", x=box.x, y=box.y, width=box.w, height=box.h, fill=fill, stroke=line, stroke_width=1.4)


def _mortgage_hatching(box: Box) -> str:
    return element("rect", x=box.x, y=box.y, width=box.w, height=box.h, fill="url(#mortgaged)", class_="mortgaged")


def _color_bar(sheet: DrawingContext, q: int, head: Box, upright: bool) -> str:
    """Return the color bar of a group with its pattern and letter, and the buildings on it."""
    view, theme = sheet.view, sheet.theme
    g, level = view.t.group[q], view.level(q)
    color, pattern = view.colors[g], view.group_pattern(g)
    size = {"x": head.x, "y": head.y, "width": head.w, "height": head.h}
    parts = [element("rect", **size, fill=color, stroke=theme.line, stroke_width=1.4)]
    if pattern != "none":
        parts.append(element("rect", **size, fill=f"url(#pattern-{pattern})"))
    if view.is_mortgaged(q):
        parts.append(element("rect", **size, fill="url(#mortgaged)"))
    letter, free = head.split(TOP if upright else LEFT, SPOT)
    if not (upright and 0 < level < HOTEL and free.h < 4 * 16):
        parts.append(_group_letter(view.group_letter(g), letter, color))
    else:
        free = head.inset(0, 2)
    if level:
        parts.append(buildings(level, HOTEL, free.inset(1), upright, view.look))
    return "".join(parts)


def _group_letter(text: str, box: Box, color: str) -> str:
    """Return a group's letter on a plain spot, so that the pattern does not make it hard to read."""
    size = min(LETTER, box.h - 1)
    spot = element("circle", cx=box.cx + 0.5, cy=box.cy, r=float(size * 0.6), fill=color)
    fitted = one_line(text, box.w - 2, size, narrow=False, bold=True)
    return spot + line_of_text(
        text, box.cx + 0.5, box.cy + fitted.size * 0.36, fitted.size, ink_on(color), narrow=False, bold=True
    )


def _icon_of_space(sheet: DrawingContext, q: int, box: Box, ink: Ink) -> str:
    kind, look = sheet.view.kind(q), sheet.view.look
    letter = sheet.view.deck_letter(q) if kind == "deck" else ""
    if kind == "deck" and look.back != "plain":
        return card_back(look.back, box, sheet.theme.accent, letter)
    color = sheet.theme.accent if look.accent and sheet.overlay is None else ink.soft
    return icon(kind, box, color, letter, ink.paper)


def _name_and_figure(sheet: DrawingContext, q: int, body: Box, ink: Ink, largest: float = 0.0) -> str:
    """Return the name and the text under it; side by side if there is little height.

    `largest` is the greatest font size of the name; 0.0 stands for the size used on the sides of the board.
    """
    name, figure = sheet.view.name(q), sheet.figure(q)
    if body.h < 36 and figure and not largest:
        return _side_by_side(name, figure, body, ink)
    share = 0.4 if largest else 0.3
    largest = largest or min(22.0, max(20.0, body.w * 0.12))
    if not figure:
        return _name_text(name, body, largest, ink)
    shown = one_line(figure, body.w, min(largest * 0.88, body.h * share, 18.0), bold=True)
    below, above = body.split(BOTTOM, shown.height)
    return _name_text(name, above, largest, ink) + _figure_text(shown, below, ink)


def _side_by_side(name: str, figure: str, body: Box, ink: Ink) -> str:
    small = min(13.0, body.h * 0.5)
    width = min(text_width(figure, small, bold=True), body.w * 0.42)
    right, left = body.split(RIGHT, width)
    shown = one_line(figure, width, small, bold=True)
    return _name_text(name, Box(left.x, left.y, left.w - 5, left.h), 15.0, ink) + _figure_text(shown, right, ink)


def _name_text(name: str, box: Box, largest: float, ink: Ink) -> str:
    fitted = fit(name, box.w, box.h, largest)
    return block_of_text(fitted, box.cx, _top_when_centred(fitted, box), ink.ink)


def _figure_text(fitted: Fitted, box: Box, ink: Ink) -> str:
    return block_of_text(fitted, box.cx, _top_when_centred(fitted, box), ink.soft)


def _top_when_centred(fitted: Fitted, box: Box) -> float:
    return box.y + max(0.0, (box.h - fitted.height) / 2)


def _owner_strip(sheet: DrawingContext, q: int, strip: Box, upright: bool) -> str:
    """Return the owner's strip: color, shape and name; a letter if it is upright or the name does not fit."""
    seat = sheet.view.owner(q)
    if seat is None:
        return ""
    ink = ink_on(seat.color)
    parts = [
        element(
            "rect",
            x=strip.x,
            y=strip.y,
            width=strip.w,
            height=strip.h,
            fill=seat.color,
            stroke=sheet.theme.line,
            stroke_width=1.4,
        )
    ]
    if upright:
        radius = min(6.5, strip.h * 0.18)
        letter = one_line(seat.letter, strip.w - 3, min(15.0, strip.h * 0.4), narrow=False, bold=True)
        parts.append(_shape_outline(seat.shape, strip.cx, strip.cy - strip.h * 0.2, radius, ink))
        parts.append(block_of_text(letter, strip.cx, strip.cy + strip.h * 0.03, ink))
    else:
        name = one_line(seat.name, strip.w - 30, 15, bold=True, least=SIGNED)
        if name.lines != (seat.name,):
            name = one_line(seat.letter, strip.w - 30, 17, bold=True)
        parts.append(_shape_outline(seat.shape, strip.x + 13, strip.cy, 6.5, ink))
        parts.append(block_of_text(name, strip.x + 24 + (strip.w - 30) / 2, _top_when_centred(name, strip) - 0.5, ink))
    return group(*parts, class_="owner", data_seat=seat.index)


def _shape_outline(name: str, x: float, y: float, radius: float, ink: str) -> str:
    return shape(name, x, y, radius, fill="none", stroke=ink, stroke_width=1.8)


def _corner_space(sheet: DrawingContext, place: DrawnSpace) -> str:
    q, theme = place.space, sheet.theme
    ink = sheet.ink(q, True)
    inward = TOP if place.stand.y == place.box.y else BOTTOM
    _, body = place.box.split(inward, STRIP)
    parts = [_background(place.box, ink.paper, theme.line)]
    if sheet.view.has_bar(q):
        head, body = body.split(inward, 22)
        parts.append(_color_bar(sheet, q, head, False))
    if sheet.view.is_mortgaged(q):
        parts.append(_mortgage_hatching(body))
    if sheet.view.is_deed(q):
        strip, body = body.split(TOP if inward == BOTTOM else BOTTOM, OWNER)
        parts.append(_owner_strip(sheet, q, strip, False))
    body = body.inset(6, 4)
    scene = sheet.view.corner(q)
    if is_cage(sheet.view, q):
        cage, body = cage_of(place)
        parts.append(picture(scene, cage, theme.line) if scene else _cell(sheet, cage))
    elif not sheet.view.has_bar(q):
        sign, body = body.split(TOP, min(96.0, body.h * 0.6) if scene else min(60.0, body.h * 0.44))
        arrow = sheet.view.kind(q) == "go"
        parts.append(
            picture(scene, sign.inset(0, 2), theme.line, arrow) if scene else _icon_of_space(sheet, q, sign, ink)
        )
    largest = (24.0 if sheet.view.kind(q) == "go" and not scene else 17.5) * place.box.h / 134
    parts.append(_name_and_figure(sheet, q, body, ink, largest))
    if sheet.view.coins(q):
        parts.append(coins(sheet.view.coins(q), body.right - COIN, place.box.cy, COIN, sheet.view.look.coins))
    return "".join(parts)


def is_cage(view: Scene, q: int) -> bool:
    """Return True for a jail, whose corner shows a cell or a picture chosen by the edition."""
    return view.kind(q) in ("jail", "jail_enter")


def cage_of(place: DrawnSpace) -> tuple[Box, Box]:
    """Return the box of the cell in a jail corner, and the box left for its name."""
    inward = TOP if place.stand.y == place.box.y else BOTTOM
    _, body = place.box.split(inward, STRIP)
    cage, words = body.inset(6, 4).split(TOP, body.h * 0.45)
    return cage, words.split(TOP, 4)[1]


def _cell(sheet: DrawingContext, box: Box) -> str:
    """Return the drawing of a cell: a stone wall with a barred window. Tokens in jail are drawn in front of it."""
    opening = box.inset(box.w * 0.08, box.h * 0.13)
    high = box.h / 5
    courses = "".join(f"M{box.x:.1f} {box.y + high * n:.1f}h{box.w:.1f}" for n in range(1, 5))
    joints = "".join(
        f"M{box.x + 20 * k + 10 * (n % 2):.1f} {box.y + high * n:.1f}v{high:.1f}"
        for n in range(5)
        for k in range(1, int((box.w - 12) / 20) + 1)
    )
    steps = max(5, round(opening.w / 17))
    upright = "".join(
        f"M{opening.x + opening.w * n / steps:.1f} {opening.y:.1f}v{opening.h:.1f}" for n in range(1, steps)
    )
    across = "".join(f"M{opening.x:.1f} {opening.y + opening.h * part:.1f}h{opening.w:.1f}" for part in (0.22, 0.78))
    lock = {"x": opening.right - 11, "y": opening.cy - 8, "width": 9, "height": 16, "rx": 2}

    def plate(place: Box, fill: str, **more: object) -> str:
        return element("rect", x=place.x, y=place.y, width=place.w, height=place.h, fill=fill, **more)

    return (
        plate(box, "#b8ae9f", rx=4)
        + element("path", d=courses + joints, stroke="#8d8475", stroke_width=1.3)
        + plate(opening, "#ece7da", stroke="#5a5348", stroke_width=2.5)
        + element("path", d=upright + across, stroke="#6d747c", stroke_width=3.2)
        + element("rect", **lock, fill="#e0a92e", stroke="#5a4410", stroke_width=1.2)
        + plate(box, "none", stroke=sheet.theme.soft, stroke_width=2, rx=4)
    )
