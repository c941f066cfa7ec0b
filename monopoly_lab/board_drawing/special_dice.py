"""Draw the third die: a red speed die (numbers, bus, hat) or a white power-up die (its effects).

Signs are drawn in a square of 24 x 24, which is scaled to the face.
"""

from collections.abc import Callable

from monopoly_lab.board_drawing.board_pieces import PIPS, die_body
from monopoly_lab.board_drawing.piece_art import SILHOUETTES
from monopoly_lab.board_drawing.svg_elements import element, group
from monopoly_lab.editions.components import Face

BODY, SIGN, EDGE = "#b3202c", "#ffffff", "#4d0a11"
BUS = "M3 4h18a2 2 0 0 1 2 2v11h-2.6a2.6 2.6 0 0 1-5 0H8.6a2.6 2.6 0 0 1-5 0H1V6a2 2 0 0 1 2-2z"
WINDOWS = "M3.5 6.5h4V11h-4zM9.5 6.5h4V11h-4zM15.5 6.5h5.5V11h-5.5z"
BAND = "M5.7 12.2h12.6l-.2 2.8H5.9z"

INK, GOLD, COIN = "#1b1f1e", "#ffcf33", "#5f4500"
SHELL = "M2 14.5C2 7 6.5 3 12 3s10 4 10 11.5l-2.5 2h-15z"
SQUID = "M12 1.5c4 3 6.5 7 6.5 12l3.5 6-4.5-2.5-1.5 5-2.5-4.5L12 22l-1.5-4.5L8 22l-1.5-5L2 19.5l3.5-6c0-5 2.5-9 6.5-12z"


def third_face(face: Face, x: float, y: float, size: float) -> str:
    """Return a face of the speed die or of the power-up die as SVG, its upper left corner at (x, y)."""
    return power_face(face, x, y, size) if face.ability in POWERS else speed_face(face, x, y, size)


def power_face(face: Face, x: float, y: float, size: float) -> str:
    """Return a face of the power-up die: coins, a shell, a block or a squid, depending on its ability."""
    body = die_body(x, y, size)
    return group(
        body, group(POWERS[face.ability](face), transform=_centred_on_face(x, y, size)), class_="die power-die"
    )


def _coins(face: Face) -> str:
    return "".join(
        element("circle", cx=cx, cy=cy, r=6, fill=GOLD, stroke=COIN, stroke_width=1.6)
        for cx, cy in ((7.5, 15.5), (16.5, 15.5), (12, 8))[: max(1, min(face.amount, 3))]
    )


def _shell(color: str) -> str:
    rim = element("path", d="M1.5 16h21v3q-10.5 5-21 0z", fill="#fffdf7", stroke=INK, stroke_width=1.2)
    cell = element("path", d="M8 7.5h8l3 4-3 4H8l-3-4z", fill="none", stroke=INK, stroke_width=1.2)
    return element("path", d=SHELL, fill=color, stroke=INK, stroke_width=1.2) + cell + rim


def _block(face: Face) -> str:
    block = element("rect", x=1, y=4, width=22, height=16, rx=3, fill="#2456b0", stroke=INK, stroke_width=1.2)
    look = {"font_size": 9.5, "font_weight": 700, "text_anchor": "middle", "font_family": "Arial, sans-serif"}
    return block + element("text", face.id[:3].upper(), x=12, y=15.4, fill=SIGN, **look)


def _squid(face: Face) -> str:
    eyes = "".join(element("circle", cx=cx, cy=11.5, r=1.7, fill=INK) for cx in (9.5, 14.5))
    return element("path", d=SQUID, fill="#eef3f6", stroke=INK, stroke_width=1.4, stroke_linejoin="round") + eyes


POWERS: dict[str, Callable[[Face], str]] = {
    "collect": _coins,
    "drop_one": lambda face: _shell("#d3202c"),
    "drop_next": lambda face: _shell("#1f9d4d"),
    "drop_each": _block,
    "steal_one": _squid,
}


def _centred_on_face(x: float, y: float, size: float) -> str:
    """Return the SVG transform that puts a square of 24 x 24 in the middle of a face."""
    scale = size * 0.74 / 24
    return f"translate({x + size / 2 - 12 * scale:.1f} {y + size / 2 - 12 * scale:.1f}) scale({scale:.3f})"


def speed_face(face: Face, x: float, y: float, size: float, class_: str = "die speed-die") -> str:
    """Return a face of the speed die, its upper left corner at (x, y).

    An element of the CSS class `die` is animated when it is thrown.
    """
    body = die_body(x, y, size, BODY, EDGE)
    return group(body, group(sign(face), transform=_centred_on_face(x, y, size)), class_=class_, data_face=face.id)


def sign(face: Face) -> str:
    """Return the sign on a face of the speed die, drawn in a square of 24 x 24."""
    if face.ability == "bus":
        return element("path", d=BUS, fill=SIGN) + element("path", d=WINDOWS, fill=BODY)
    if face.ability == "mr":
        return element("path", d=SILHOUETTES["hat"][0], fill=SIGN) + element("path", d=BAND, fill=BODY)
    if face.amount in PIPS:
        return "".join(
            element("circle", cx=12 + px * 8.5, cy=12 + py * 8.5, r=3.2, fill=SIGN) for px, py in PIPS[face.amount]
        )
    return element("text", str(face.amount), x=12, y=18, fill=SIGN, font_size=18, text_anchor="middle")
