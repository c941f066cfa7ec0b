"""One space of the ring: its bar or sign, name, price, owner, buildings."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace

from monopoly_lab.board_drawing.colors import Theme, ink_on, scale_colour
from monopoly_lab.board_drawing.corner_art import picture
from monopoly_lab.board_drawing.icons import buildings, card_back, coins, icon, shape
from monopoly_lab.board_drawing.layout import BOTTOM, INWARD, LEFT, RIGHT, STRIP, TOP, Box, Place, Ring
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

SIGNED = 14.0  # below this size the name of an owner is no help to anybody
OWNER = 20.0  # depth of the strip in the colour of the owner
COIN = 11.0  # radius of the mark for coins that lie there
LETTER, SPOT = 14.0, 17.0  # of a group, and its room at the end of the bar; a phone shows 0.8 of these units


@dataclass(frozen=True)
class Ink:
    paper: str
    ink: str
    soft: str


@dataclass(frozen=True)
class Sheet:
    """What all spaces of one picture have in common."""

    view: Scene
    ring: Ring
    theme: Theme
    overlay: Overlay | None
    kept: dict[Hashable, str] | None = None  # drawings made before, for a picture that changes

    def once(self, key: tuple[object, ...], draw: Callable[[], str]) -> str:
        """Return the drawing known by `key`, which names all that it depends on in one game; made if it is not kept."""
        if self.kept is None:
            return draw()
        whole = (self.theme.ground, *key)
        if whole not in self.kept:
            self.kept[whole] = draw()
        return self.kept[whole]

    def share(self, q: int) -> float | None:
        """Return the value of a space from 0 (least on the board) to 1 (most); None where there is none."""
        value = self.overlay.values[q] if self.overlay is not None else None
        if self.overlay is None or value is None:
            return None
        low, high = limits(self.overlay)
        return (value - low) / (high - low) if high > low else 0.5

    def ink(self, q: int, corner: bool) -> Ink:
        part = self.share(q)
        if part is None:
            return Ink(self.theme.corner if corner else self.theme.paper, self.theme.ink, self.theme.soft)
        colour = scale_colour(part)
        return Ink(colour, ink_on(colour), ink_on(colour))

    def figure(self, q: int) -> str:
        """Return the line under the name: a value of the overlay, a price, or that the deed is mortgaged."""
        if self.overlay is not None:
            value = self.overlay.values[q]
            return "" if value is None else self.overlay.text(value)
        return self.view.say("mortgaged") if self.view.is_mortgaged(q) else self.view.price_text(q)


def limits(overlay: Overlay) -> tuple[float, float]:
    """Return the least and the greatest value; 0 and 0 where there is none."""
    values = [value for value in overlay.values if value is not None]
    return (min(values), max(values)) if values else (0.0, 0.0)


def space(sheet: Sheet, place: Place) -> str:
    """Return the drawing of one space, with its number in `data-space`."""
    view, q = sheet.view, place.space
    owner = view.owner(q)
    marks = (view.level(q), view.is_mortgaged(q), view.coins(q))
    looks = (q, -1 if owner is None else owner.index, *marks, sheet.figure(q))
    return sheet.once(looks, lambda: _space(sheet, place))


def _space(sheet: Sheet, place: Place) -> str:
    if place.corner:
        drawn = _corner(sheet, place)
        return group(drawn, class_="space corner", data_space=place.space)
    if sheet.ring.sideways and place.side not in (LEFT, RIGHT):
        lying, turn = _laid_down(place)
        return group(_edge(sheet, lying), class_="space", data_space=place.space, transform=turn)
    return group(_edge(sheet, place), class_="space", data_space=place.space)


def _laid_down(place: Place) -> tuple[Place, str]:
    """Return the place as one of the left or right side, and the turn that puts it back."""
    box = place.box
    lying = Box(box.cx - box.h / 2, box.cy - box.w / 2, box.h, box.w)
    side = LEFT if place.side == BOTTOM else RIGHT
    return replace(place, box=lying, side=side), f"rotate(-90 {box.cx:.2f} {box.cy:.2f})"


def _edge(sheet: Sheet, place: Place) -> str:
    view, q, theme = sheet.view, place.space, sheet.theme
    ink = sheet.ink(q, False)
    inward = INWARD[place.side]
    upright = inward in (LEFT, RIGHT)
    depth = place.box.w if upright else place.box.h
    head, rest = place.box.split(
        inward, min(30.0, depth * 0.24) if view.has_bar(q) else min(22.0 if upright else 34.0, depth * 0.27)
    )
    strip, body = rest.split(place.side, OWNER) if view.is_deed(q) or not upright else (None, rest)
    parts = [_paper(place.box, ink.paper, theme.line)]
    if view.is_mortgaged(q):
        parts.append(_hatched(rest))
    if view.has_bar(q):
        parts.append(_bar(sheet, q, head, upright))
    else:
        parts.append(_sign(sheet, q, head.inset(1 if upright else 3), ink))
    parts.append(_words(sheet, q, body.inset(1.5, 2.0), ink))
    if strip is not None and view.is_deed(q):
        parts.append(_owner(sheet, q, strip, upright))
    if view.coins(q):
        x, y = (head.cx, head.bottom - COIN - 1) if upright else (head.right - COIN - 1, head.cy)
        parts.append(coins(view.coins(q), x, y, COIN, view.look.coins))
    return "".join(parts)


def _paper(box: Box, fill: str, line: str) -> str:
    return element("rect", x=box.x, y=box.y, width=box.w, height=box.h, fill=fill, stroke=line, stroke_width=1.4)


def _hatched(box: Box) -> str:
    return element("rect", x=box.x, y=box.y, width=box.w, height=box.h, fill="url(#mortgaged)", class_="mortgaged")


def _bar(sheet: Sheet, q: int, head: Box, upright: bool) -> str:
    """Return the colour of the group with its pattern and letter, and what is built."""
    view, theme = sheet.view, sheet.theme
    g, level = view.t.group[q], view.level(q)
    colour, pattern = view.colours[g], view.group_pattern(g)
    size = {"x": head.x, "y": head.y, "width": head.w, "height": head.h}
    parts = [element("rect", **size, fill=colour, stroke=theme.line, stroke_width=1.4)]
    if pattern != "none":
        parts.append(element("rect", **size, fill=f"url(#pattern-{pattern})"))
    if view.is_mortgaged(q):
        parts.append(element("rect", **size, fill="url(#mortgaged)"))
    letter, free = head.split(TOP if upright else LEFT, SPOT)
    if not (upright and 0 < level < HOTEL and free.h < 4 * 16):
        parts.append(_letter(view.group_letter(g), letter, colour))
    else:
        free = head.inset(0, 2)
    if level:
        parts.append(buildings(level, HOTEL, free.inset(1), upright, view.look))
    return "".join(parts)


def _letter(text: str, box: Box, colour: str) -> str:
    """On a spot of the plain colour, so that the pattern does not disturb it."""
    size = min(LETTER, box.h - 1)
    spot = element("circle", cx=box.cx + 0.5, cy=box.cy, r=float(size * 0.6), fill=colour)
    fitted = one_line(text, box.w - 2, size, narrow=False, bold=True)
    return spot + line_of_text(
        text, box.cx + 0.5, box.cy + fitted.size * 0.36, fitted.size, ink_on(colour), narrow=False, bold=True
    )


def _sign(sheet: Sheet, q: int, box: Box, ink: Ink) -> str:
    kind, look = sheet.view.kind(q), sheet.view.look
    letter = sheet.view.deck_letter(q) if kind == "deck" else ""
    if kind == "deck" and look.back != "plain":
        return card_back(look.back, box, sheet.theme.accent, letter)
    colour = sheet.theme.accent if look.accent and sheet.overlay is None else ink.soft
    return icon(kind, box, colour, letter, ink.paper)


def _words(sheet: Sheet, q: int, body: Box, ink: Ink, largest: float = 0.0) -> str:
    """Name and figure, one under the other, or side by side where the space is low."""
    name, figure = sheet.view.name(q), sheet.figure(q)
    if body.h < 36 and figure and not largest:
        return _side_by_side(name, figure, body, ink)
    share = 0.4 if largest else 0.3
    largest = largest or min(22.0, max(20.0, body.w * 0.12))
    if not figure:
        return _name(name, body, largest, ink)
    shown = one_line(figure, body.w, min(largest * 0.88, body.h * share, 18.0), bold=True)
    below, above = body.split(BOTTOM, shown.height)
    return _name(name, above, largest, ink) + _figure(shown, below, ink)


def _side_by_side(name: str, figure: str, body: Box, ink: Ink) -> str:
    small = min(13.0, body.h * 0.5)
    width = min(text_width(figure, small, bold=True), body.w * 0.42)
    right, left = body.split(RIGHT, width)
    shown = one_line(figure, width, small, bold=True)
    return _name(name, Box(left.x, left.y, left.w - 5, left.h), 15.0, ink) + _figure(shown, right, ink)


def _name(name: str, box: Box, largest: float, ink: Ink) -> str:
    fitted = fit(name, box.w, box.h, largest)
    return block_of_text(fitted, box.cx, _top(fitted, box), ink.ink)


def _figure(fitted: Fitted, box: Box, ink: Ink) -> str:
    return block_of_text(fitted, box.cx, _top(fitted, box), ink.soft)


def _top(fitted: Fitted, box: Box) -> float:
    return box.y + max(0.0, (box.h - fitted.height) / 2)


def _owner(sheet: Sheet, q: int, strip: Box, upright: bool) -> str:
    """Return the strip of the owner: colour and shape, and the name where it can be read whole, else its letter."""
    seat = sheet.view.owner(q)
    if seat is None:
        return ""
    ink = ink_on(seat.colour)
    parts = [
        element(
            "rect",
            x=strip.x,
            y=strip.y,
            width=strip.w,
            height=strip.h,
            fill=seat.colour,
            stroke=sheet.theme.line,
            stroke_width=1.4,
        )
    ]
    if upright:
        radius = min(6.5, strip.h * 0.18)
        letter = one_line(seat.letter, strip.w - 3, min(15.0, strip.h * 0.4), narrow=False, bold=True)
        parts.append(_outline(seat.shape, strip.cx, strip.cy - strip.h * 0.2, radius, ink))
        parts.append(block_of_text(letter, strip.cx, strip.cy + strip.h * 0.03, ink))
    else:
        name = one_line(seat.name, strip.w - 30, 15, bold=True, least=SIGNED)
        if name.lines != (seat.name,):
            name = one_line(seat.letter, strip.w - 30, 17, bold=True)
        parts.append(_outline(seat.shape, strip.x + 13, strip.cy, 6.5, ink))
        parts.append(block_of_text(name, strip.x + 24 + (strip.w - 30) / 2, _top(name, strip) - 0.5, ink))
    return group(*parts, class_="owner", data_seat=seat.index)


def _outline(name: str, x: float, y: float, radius: float, ink: str) -> str:
    return shape(name, x, y, radius, fill="none", stroke=ink, stroke_width=1.8)


def _corner(sheet: Sheet, place: Place) -> str:
    q, theme = place.space, sheet.theme
    ink = sheet.ink(q, True)
    inward = TOP if place.stand.y == place.box.y else BOTTOM
    _, body = place.box.split(inward, STRIP)
    parts = [_paper(place.box, ink.paper, theme.line)]
    if sheet.view.has_bar(q):
        head, body = body.split(inward, 22)
        parts.append(_bar(sheet, q, head, False))
    if sheet.view.is_mortgaged(q):
        parts.append(_hatched(body))
    if sheet.view.is_deed(q):
        strip, body = body.split(TOP if inward == BOTTOM else BOTTOM, OWNER)
        parts.append(_owner(sheet, q, strip, False))
    body = body.inset(6, 4)
    scene = sheet.view.corner(q)
    if is_cage(sheet.view, q):
        cage, body = cage_of(place)
        parts.append(picture(scene, cage, theme.line) if scene else _cage(sheet, cage))
    elif not sheet.view.has_bar(q):
        sign, body = body.split(TOP, min(96.0, body.h * 0.6) if scene else min(60.0, body.h * 0.44))
        arrow = sheet.view.kind(q) == "go"
        parts.append(picture(scene, sign.inset(0, 2), theme.line, arrow) if scene else _sign(sheet, q, sign, ink))
    largest = (24.0 if sheet.view.kind(q) == "go" and not scene else 17.5) * place.box.h / 134
    parts.append(_words(sheet, q, body, ink, largest))
    if sheet.view.coins(q):
        parts.append(coins(sheet.view.coins(q), body.right - COIN, place.box.cy, COIN, sheet.view.look.coins))
    return "".join(parts)


def is_cage(view: Scene, q: int) -> bool:
    """True of the space whose corner shows a cell, or a picture of the edition's own, for those who are held."""
    return view.kind(q) in ("jail", "jail_enter")


def cage_of(place: Place) -> tuple[Box, Box]:
    """Return the cell of a jail in a corner, and the room left for its name."""
    inward = TOP if place.stand.y == place.box.y else BOTTOM
    _, body = place.box.split(inward, STRIP)
    cage, words = body.inset(6, 4).split(TOP, body.h * 0.45)
    return cage, words.split(TOP, 4)[1]


def _cage(sheet: Sheet, box: Box) -> str:
    """Return a wall of stones with a barred opening, before which those who are held stand."""
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
