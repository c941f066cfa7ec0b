"""The speed die: a red die whose faces show a number, a bus or a hat."""

from monopoly_lab.board.draw import element, group
from monopoly_lab.board.marks import PIPS, die_body
from monopoly_lab.board.silhouettes import SILHOUETTES
from monopoly_lab.editions.parts import Face

BODY, SIGN, EDGE = "#b3202c", "#ffffff", "#4d0a11"
BUS = "M3 4h18a2 2 0 0 1 2 2v11h-2.6a2.6 2.6 0 0 1-5 0H8.6a2.6 2.6 0 0 1-5 0H1V6a2 2 0 0 1 2-2z"
WINDOWS = "M3.5 6.5h4V11h-4zM9.5 6.5h4V11h-4zM15.5 6.5h5.5V11h-5.5z"
BAND = "M5.7 12.2h12.6l-.2 2.8H5.9z"


def speed_face(face: Face, x: float, y: float, size: float, class_: str = "die speed-die") -> str:
    """One face, its left upper corner at (x, y); what is a `die` tumbles when it is thrown."""
    body = die_body(x, y, size, BODY, EDGE)
    scale = size * 0.74 / 24
    place = f"translate({x + size / 2 - 12 * scale:.1f} {y + size / 2 - 12 * scale:.1f}) scale({scale:.3f})"
    return group(body, group(sign(face), transform=place), class_=class_, data_face=face.id)


def sign(face: Face) -> str:
    """What the face shows, in a square of 24."""
    if face.ability == "bus":
        return element("path", d=BUS, fill=SIGN) + element("path", d=WINDOWS, fill=BODY)
    if face.ability == "mr":
        return element("path", d=SILHOUETTES["hat"][0], fill=SIGN) + element("path", d=BAND, fill=BODY)
    if face.amount in PIPS:
        return "".join(
            element("circle", cx=12 + px * 8.5, cy=12 + py * 8.5, r=3.2, fill=SIGN) for px, py in PIPS[face.amount]
        )
    return element("text", str(face.amount), x=12, y=18, fill=SIGN, font_size=18, text_anchor="middle")
