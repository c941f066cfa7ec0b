"""Draw the pieces and signs on the board: tokens, buildings, dice, signs, patterns, coins.

Color is never the only sign: a seat also has a shape and a letter, a group a pattern and a letter, a hotel its own
outline, a token in jail bars. Coins on the board are drawn singly or in a stack, those of a player in stacks.
"""

from functools import lru_cache
from math import cos, pi, sin

from monopoly_lab.board_drawing.colors import Theme, ink_on
from monopoly_lab.board_drawing.layout import Box
from monopoly_lab.board_drawing.piece_art import BACKS, GROUNDS, SILHOUETTES, symbols
from monopoly_lab.board_drawing.svg_elements import RISE, element, group, line_of_text, points, text_width
from monopoly_lab.editions.appearance import Appearance

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def _regular(corners: int, turn: float = 0.0, radius: float = 1.0) -> list[tuple[float, float]]:
    angles = (turn - pi / 2 + 2 * pi * place / corners for place in range(corners))
    return [(radius * cos(angle), radius * sin(angle)) for angle in angles]


def _star() -> list[tuple[float, float]]:
    outer, inner = _regular(5, radius=1.15), _regular(5, pi / 5, 0.66)
    return [point for pair in zip(outer, inner) for point in pair]


def _cross() -> list[tuple[float, float]]:
    a, b = 0.5, 1.0
    return [(-a, -b), (a, -b), (a, -a), (b, -a), (b, a), (a, a), (a, b), (-a, b), (-a, a), (-b, a), (-b, -a), (-a, -a)]


# Outline of radius 1 (none: a circle), room for the letter, how far below the middle it stands.
SHAPES: dict[str, tuple[list[tuple[float, float]], float, float]] = {
    "circle": ([], 1.25, 0.0),
    "square": ([(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)], 1.35, 0.0),
    "triangle": ([(0.0, -1.14), (1.16, 0.9), (-1.16, 0.9)], 1.02, 0.3),
    "diamond": ([(0.0, -1.12), (1.12, 0.0), (0.0, 1.12), (-1.12, 0.0)], 1.1, 0.0),
    "hexagon": (_regular(6, pi / 6), 1.2, 0.0),
    "star": (_star(), 0.95, 0.06),
    "pentagon": (_regular(5, radius=1.06), 1.15, 0.08),
    "cross": (_cross(), 1.1, 0.0),
}


def shape(name: str, x: float, y: float, radius: float, **attributes: object) -> str:
    """Return the SVG of the outline with that name, around a point."""
    if name in SILHOUETTES:
        return _silhouette(name, x, y, radius / 11, attributes)
    outline, _, _ = SHAPES[name]
    if not outline:
        return element("circle", cx=float(x), cy=float(y), r=float(radius), **attributes)
    corners = points([(x + radius * px, y + radius * py) for px, py in outline])
    return element("polygon", points=corners, stroke_linejoin="round", **attributes)


def _silhouette(name: str, x: float, y: float, scale: float, attributes: dict[str, object]) -> str:
    """Draw a silhouette whose lines keep their width at any size."""
    for key in ("stroke_width", "stroke_dasharray"):
        if key in attributes:
            attributes[key] = " ".join(f"{float(part) / scale:.1f}" for part in str(attributes[key]).split())
    place = f"translate({x - 12 * scale:.1f} {y - 12 * scale:.1f}) scale({scale:.3f})"
    return element("path", d=SILHOUETTES[name][0], stroke_linejoin="round", transform=place, **attributes)


@lru_cache(maxsize=4096, typed=True)
def badge(name: str, color: str, letter: str, x: float, y: float, radius: float) -> str:
    """Return the mark of a seat: its shape in its color with its letter."""
    _, room, lower = SILHOUETTES[name] if name in SILHOUETTES else SHAPES[name]
    ink = ink_on(color)
    size = min(radius * room, radius * room * radius * 1.45 / max(1.0, text_width(letter, radius * room, bold=True)))
    baseline = y + lower * radius + size * (RISE / 2 - 0.01)
    return (
        shape(name, x, y, radius, fill=color, stroke="#101614", stroke_width=float(max(1.0, radius * 0.3)))
        + shape(name, x, y, radius, fill=color, stroke="#ffffff", stroke_width=float(max(0.6, radius * 0.14)))
        + line_of_text(letter, x, baseline, size, ink, narrow=False, bold=True)
    )


def grating(x: float, y: float, radius: float) -> str:
    """Draw bars before a token that is held."""
    bars = [
        element("path", d=f"M{x + step * radius:.1f} {y - 1.15 * radius:.1f}v{2.3 * radius:.1f}")
        for step in (-0.68, 0.68)
    ]
    frame = element(
        "rect",
        x=x - 1.2 * radius,
        y=y - 1.15 * radius,
        width=2.4 * radius,
        height=2.3 * radius,
        rx=radius * 0.2,
    )
    width = max(1.0, radius * 0.16)
    return group(frame, *bars, fill="none", stroke="#ffffff", stroke_width=width + 1.4, class_="grating") + group(
        frame, *bars, fill="none", stroke="#1b1f1e", stroke_width=width
    )


def grid(count: int, box: Box, largest: float) -> tuple[float, list[tuple[float, float]]]:
    """Return radius and centers of `count` tokens that share a box, as large as they can be."""
    best, columns = 0.0, 1
    for tried in range(1, count + 1):
        rows = -(-count // tried)
        size = min(box.w / tried, box.h / rows, largest)
        if size > best + 0.01:
            best, columns = size, tried
    rows = -(-count // columns)
    middles = []
    for number in range(count):
        row, column = divmod(number, columns)
        in_row = columns if row < rows - 1 else count - columns * (rows - 1)
        x = box.cx + (column - (in_row - 1) / 2) * min(best * 1.1, box.w / columns)
        middles.append((x, box.cy + (row - (rows - 1) / 2) * best))
    return best / 2 * (0.84 if count == 1 else 0.9), middles


CARD = '<clipPath id="card"><path d="M2 2h20v26H2z"/></clipPath>'

PATTERNS = {
    "none": "",
    "slant": "M-2 2 2-2M0 8 8 0M6 10 10 6",
    "dots": "M2 2h2v2H2zM6 6h2v2H6z",
    "lines": "M0 2.5h8M0 6.5h8",
    "bars": "M2.5 0v8M6.5 0v8",
    "back": "M-2 6 2 10M0 0 8 8M6-2 10 2",
    "net": "M0 0 8 8M8 0 0 8",
    "checks": "M0 0h4v4H0zM4 4h4v4H4z",
    "waves": "M0 4q2-4 4 0t4 0",
    "grid": "M0 4h8M4 0v8",
}
PATTERN_NAMES = tuple(PATTERNS)


def definitions(theme: Theme, look: Appearance, patterns: set[str]) -> str:
    """Return the parts that are drawn once and used often; ids are the names used here."""
    drawn = [_pattern(name, PATTERNS[name]) for name in PATTERN_NAMES if name in patterns and name != "none"]
    mortgage = element(
        "pattern",
        element("path", d="M0 0v9", stroke=theme.hatch, stroke_width=4, stroke_opacity=0.32),
        id="mortgaged",
        width=9,
        height=9,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )
    return element(
        "defs", symbols(look.house, look.hotel), CARD, mortgage, _ground_pattern(theme, look.pattern), *drawn
    )


def strewn_id(theme: Theme, name: str) -> str:
    """Return the id of a pattern, different for each pattern and color, for several boards on one page."""
    return f"strewn-{name}-{theme.strewn[1:]}"


def _ground_pattern(theme: Theme, name: str) -> str:
    """Return the pattern of the ground, in a color near its own: nothing is told by it."""
    tile = GROUNDS[name]
    if not tile.path:
        return ""
    ink = {"fill": theme.strewn} if tile.filled else {"fill": "none", "stroke": theme.strewn, "stroke_width": 1.4}
    return element(
        "pattern",
        element("path", d=tile.path, **ink),
        id=strewn_id(theme, name),
        width=tile.width,
        height=tile.height,
        patternUnits="userSpaceOnUse",
    )


def _pattern(name: str, path: str) -> str:
    solid = name in ("dots", "checks")
    ink = {"fill": "#000"} if solid else {"fill": "none", "stroke": "#000", "stroke_width": 1.2}
    light = {"fill": "#fff"} if solid else {"fill": "none", "stroke": "#fff", "stroke_width": 1.2}
    drawn = element("path", d=path, opacity=0.2, **ink)
    drawn += element("path", d=path, opacity=0.28, transform="translate(1.1 1.1)", **light)
    return element(
        "pattern",
        drawn,
        id=f"pattern-{name}",
        width=8,
        height=8,
        patternUnits="userSpaceOnUse",
        patternTransform="scale(1.4)",
    )


def buildings(level: int, hotel_level: int, box: Box, upright: bool, look: Appearance) -> str:
    """Draw houses in a row, or one hotel, along a bar; `upright`: the bar stands on end."""
    length = box.h if upright else box.w
    depth = box.w if upright else box.h
    if level >= hotel_level:
        w = min(box.w, box.h * 32 / 22, 40.0)
        h = w * 22 / 32
        return element(
            "use",
            href=f"#hotel-{look.hotel}",
            x=box.cx - w / 2,
            y=box.cy - h / 2,
            width=float(w),
            height=float(h),
            class_="hotel",
        )
    size = min(length / max(level, 4), depth - 3, 22.0)
    drawn = []
    for number in range(level):
        along = (number - (level - 1) / 2) * size
        x, y = (box.cx, box.cy + along) if upright else (box.cx + along, box.cy)
        drawn.append(
            element(
                "use",
                href=f"#house-{look.house}",
                x=x - size / 2,
                y=y - size / 2,
                width=float(size),
                height=float(size),
                class_="house",
            )
        )
    return "".join(drawn)


def die_body(x: float, y: float, size: float, fill: str = "#ffffff", edge: str = "#1b1f1e") -> str:
    """Return a face without its sign, its left upper corner at (x, y)."""
    place = {"x": float(x), "y": float(y), "width": float(size), "height": float(size), "rx": size * 0.2}
    return element("rect", **place, fill=fill, stroke=edge, stroke_width=1.5)


def die(value: int, x: float, y: float, size: float) -> str:
    """Draw one face, its left upper corner at (x, y)."""
    face = die_body(x, y, size)
    cx, cy, step = x + size / 2, y + size / 2, size * 0.27
    if value in PIPS:
        pips = [
            element("circle", cx=cx + px * step, cy=cy + py * step, r=size * 0.095, fill="#1b1f1e")
            for px, py in PIPS[value]
        ]
        return group(face, *pips, class_="die")
    number = line_of_text(str(value), cx, cy + size * 0.2, size * 0.55, "#1b1f1e", narrow=False, bold=True)
    return group(face, number, class_="die")


def card_back(name: str, box: Box, color: str, letter: str) -> str:
    """Return the back of a card with the letter of its deck, another card behind it."""
    high = min(box.h, box.w * 1.25)
    wide = high * 0.8
    scale, x, y = wide / 24, box.cx - wide / 2, box.cy - high / 2
    ink = ink_on(color)
    drawn = group(
        f'<rect x="1" y="2" width="22" height="27" rx="2.5" fill="{color}" opacity=".55" '
        'transform="rotate(14 12 15)"/>',
        _blank_back(name, color, ink, ' clip-path="url(#card)"'),
        transform=f"translate({x:.1f} {y:.1f}) scale({scale:.3f})",
        class_="icon deck",
    )
    size = high * 0.36
    return drawn + line_of_text(letter, box.cx, box.cy + size * 0.36, size, ink, narrow=False, bold=True)


def _blank_back(name: str, color: str, ink: str, clipped: str = "") -> str:
    """Return a card of 24 x 30, its letter left out."""
    return (
        f'<rect width="24" height="30" rx="2.5" fill="{color}" stroke="{ink}" stroke-width="1.4"/>'
        f'<path d="{BACKS[name]}" fill="none" stroke="{ink}" stroke-width="1.1" opacity=".55"{clipped}/>'
        f'<circle cx="12" cy="15" r="7.4" fill="{color}" stroke="{ink}" stroke-width="1.1"/>'
    )


def single_back(name: str, color: str, letter: str) -> str:
    """Return the back of one card as a picture of its own, which needs nothing from the page around it."""
    ink = ink_on(color)
    sign = line_of_text(letter, 12, 18.9, 10.8, ink, narrow=False, bold=True)
    return f'<svg viewBox="0 0 24 30" aria-hidden="true">{_blank_back(name, color, ink)}{sign}</svg>'


ICONS = {  # in a square of 24
    "go": '<path d="M23 8.5H11V3L1 12l10 9v-5.5h12z"/>',
    "station": '<path fill-rule="evenodd" d="M7 1h10a4 4 0 0 1 4 4v9a4 4 0 0 1-3.5 4l2.5 4h-3l-1.2-2H8.2L7 22H4'
    "l2.5-4A4 4 0 0 1 3 14V5a4 4 0 0 1 4-4zM6 5v5h12V5zM8 12.5a1.8 1.8 0 1 0 .01 0z"
    'M16 12.5a1.8 1.8 0 1 0 .01 0z"/>',
    "utility": '<path d="M14 0 3.5 13.5H11L9 24 20.5 9.5H13z"/>',
    "tax": '<path fill="none" stroke="currentColor" stroke-width="2.2" d="M12 1.5a10.5 10.5 0 1 0 .01 0z'
    'M7.5 16.5l9-9"/>'
    '<path d="M8.3 6.3a2 2 0 1 0 .01 0zM15.7 13.7a2 2 0 1 0 .01 0z"/>',
    "jail": '<path fill="none" stroke="currentColor" stroke-width="2.2" d="M2 2h20v20H2zM7 2v20M12 2v20M17 2v20"/>',
    "parking": '<path fill-rule="evenodd" d="M4 1h16a3 3 0 0 1 3 3v16a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3z'
    'M7.5 5v14h3.2v-4.5h2.5a4.7 4.7 0 0 0 0-9.5zM10.7 7.8h2.3a1.95 1.95 0 0 1 0 3.9h-2.3z"/>',
    "go_to_jail": '<path fill="none" stroke="currentColor" stroke-width="2" d="M11 2h12v20H11zM15 2v20M19 2v20"/>'
    '<path d="M0 10h5V6.5L10 12l-5 5.5V14H0z"/>',
    "casino": '<path fill="none" stroke="currentColor" stroke-width="1.8" d="M1 5h22v14H1zM8.3 5v14M15.7 5v14"/>'
    '<path d="M4.7 8.5 7 12l-2.3 3.5L2.4 12zM12 8.5l2.3 3.5-2.3 3.5L9.7 12zM19.3 8.5l2.3 3.5-2.3 3.5L17 12z"/>',
    "tax_office": '<path d="M12 1 1.5 7v2.5h21V7zM4 11h3v7.5H4zM10.5 11h3v7.5h-3zM17 11h3v7.5h-3zM1.5 20h21v3h-21z"/>',
    "deck": '<path fill="none" stroke="currentColor" stroke-width="1.8" d="M8.5 5.5 21 3l2 12-5 1.2"/>'
    '<path fill-rule="evenodd" d="M3 7h13a1.5 1.5 0 0 1 1.5 1.5v13A1.5 1.5 0 0 1 16 23H3'
    'a1.5 1.5 0 0 1-1.5-1.5v-13A1.5 1.5 0 0 1 3 7z"/>',
    "pipe": '<path d="M3 2h18v6h-2.5v14h-13V8H3z"/>',
    "handful": '<path d="M8 4a6 6 0 1 0 .01 0zM16.5 9.5a6 6 0 1 1-2.2 10.8 8 8 0 0 0 2-10.8z"/>',
    "thwomp": '<path fill-rule="evenodd" d="M4 2h16l2 4v12l-2 4H4l-2-4V6zM6 8l4.5 2v2H6zM18 8l-4.5 2v2H18z'
    'M6 16h12v3H6z"/>',
    "super_star": '<path d="M12 1l3.2 7 7.8.8-5.8 5.2 1.7 7.5-6.9-4-6.9 4 1.7-7.5L1 8.8 8.8 8z"/>',
    "role_deck": '<path fill-rule="evenodd" d="M2 4h9a1.5 1.5 0 0 1 1.5 1.5V20'
    'a1.5 1.5 0 0 1-1.5 1.5H2A1.5 1.5 0 0 1 .5 20V5.5A1.5 1.5 0 0 1 2 4zM3.2 14.5h6.6V16H3.2zM4.4 8h4.2v5H4.4z"/>'
    '<path fill="none" stroke="currentColor" stroke-width="1.8" d="M14.5 4.5h8V21h-8z"/>'
    '<path d="M15.8 17.5v-6l2.7-3 2.7 3v6z"/>',
    "foundation": '<path d="M12 1.5 2 7v2h20V7zM4 10.5h2.6V18H4zM10.7 10.5h2.6V18h-2.6z'
    'M17.4 10.5H20V18h-2.6zM2 19.5h20v3H2z"/>',
    "railway": '<path fill="none" stroke="currentColor" stroke-width="2.6" d="M19.5 6.5A9.5 9.5 0 1 0 21.5 12"/>'
    '<path d="M23.5 1v9h-9z"/>',
    "plain": '<path d="M12 3l9 9-9 9-9-9z" opacity=".6"/>',
}
ICONS["jail_enter"] = ICONS["jail"]
ICONS["street"] = ICONS["plain"]
ICONS["tram"] = ICONS["station"]


def icon(name: str, box: Box, color: str, letter: str = "", letter_color: str = "") -> str:
    """Return the sign of a kind of space, centered in a box; on a card the letter of its deck."""
    size = min(box.w, box.h)
    scale = size / 24
    drawn = group(
        ICONS[name],
        transform=f"translate({box.cx - size / 2:.2f} {box.cy - size / 2:.2f}) scale({scale:.3f})",
        fill=color,
        color=color,
        class_=f"icon {name}",
    )
    if letter:
        middle = box.cx - size / 2 + 9.5 * scale
        drawn += line_of_text(
            letter, middle, box.cy - size / 2 + 19.2 * scale, 12 * scale, letter_color, narrow=False, bold=True
        )
    return drawn


# Coins on the board: one or a stack that lies there, and the stacks in a purse

COIN_STACK = 4  # coins of a stack that are drawn, at most; the number says how many there are
PILE = 10  # coins of a full stack in a purse
GOLD = {"fill": "#ffcf33", "stroke": "#5f4500"}


def coins(n: int, x: float, y: float, radius: float, drawing: str) -> str:
    """Return a coin, or a stack of coins, with the number that lies there."""
    gold = {**GOLD, "stroke_width": 1.6}
    if drawing != "stack":
        return _numbered_coin(element("circle", cx=x, cy=y, r=radius, **gold), n, x, y, radius)
    below = range(min(n, COIN_STACK) - 1, 0, -1)
    y -= radius * 0.35 * len(below)
    flat = {"rx": radius * 1.1, "ry": radius * 0.55, **gold}
    stack = [element("ellipse", cx=x, cy=y + radius * (0.5 + 0.35 * step), **flat) for step in below]
    return _numbered_coin("".join(stack) + element("circle", cx=x, cy=y, r=radius, **gold), n, x, y, radius)


def _numbered_coin(drawn: str, n: int, x: float, y: float, radius: float) -> str:
    text = line_of_text(str(n), x, y + radius * 0.42, radius * 1.2, "#2b1f00", narrow=False, bold=True)
    return group(drawn, text, class_="coins")


def piles(n: int, x: float, bottom: float, high: float, width: float, anchor: str = "end") -> tuple[str, float]:
    """Draw stacks of ten and the rest side by side before `x` (behind it: anchor "start"); return also their width.

    A full stack is `high`; as many are drawn as there is width for.
    """
    rx, thick = high * 0.19, high * 0.085
    ry = high - PILE * thick - 1
    wide = 2 * rx + 2
    stacks = [min(PILE, n - begun) for begun in range(0, n, PILE)][: max(int(width / wide), 0)]
    if not stacks:
        return "", 0.0
    left = x - wide * len(stacks) * (anchor == "end")
    path = "".join(
        _pile(count, left + wide * place + 1, bottom - ry / 2, rx, ry / 2, thick) for place, count in enumerate(stacks)
    )
    return element("path", d=path, fill=GOLD["fill"], stroke="#8a6500", stroke_width=0.7, class_="piles"), wide * len(
        stacks
    )


def _pile(count: int, x: float, y: float, rx: float, ry: float, thick: float) -> str:
    """Return the outline of one stack that stands on y, its upper face, and the edge of each coin."""
    half, high = f"a{rx:.1f} {ry:.1f} 0 0", count * thick
    edges = "".join(f"M{x:.1f} {y - thick * step:.1f}{half} 0 {2 * rx:.1f} 0" for step in range(1, count))
    return (
        f"M{x:.1f} {y - high:.1f}v{high:.1f}{half} 0 {2 * rx:.1f} 0v{-high:.1f}{half} 0 {-2 * rx:.1f} 0z"
        f"M{x:.1f} {y - high:.1f}{half} 0 {2 * rx:.1f} 0{edges}"
    )
