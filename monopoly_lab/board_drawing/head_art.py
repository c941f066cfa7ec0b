"""Heads of characters and bosses: simple figures told apart by what they wear and by color, in a square of 24."""

from monopoly_lab.board_drawing.svg_elements import element
from monopoly_lab.editions.appearance import Figure

INK, SKIN, WHITE = "#1c1f26", "#f3c79c", "#ffffff"
_LINE = f'stroke="{INK}" stroke-width="1" stroke-linejoin="round"'


def _p(d: str, fill: str) -> str:
    return f'<path d="{d}" fill="{fill}" {_LINE}/>'


def _c(x: float, y: float, r: float, fill: str) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}"/>'


def _line(d: str, width: float = 1.2) -> str:
    return f'<path d="{d}" fill="none" stroke="{INK}" stroke-width="{width}" stroke-linecap="round"/>'


def _head(skin: str) -> str:
    return f'<circle cx="12" cy="13.5" r="8.5" fill="{skin}" {_LINE}/>'


def _eyes(y: float = 13) -> str:
    return "".join(_c(12 + side * 3, y, 1.9, WHITE) + _c(12 + side * 3, y + 0.2, 1.1, INK) for side in (-1, 1))


_MOUTH = _line("M9 17.5q3 2.5 6 0")
_TASH = _p("M12 15.5c3-1.5 5 0 6 1.5-2 2-5 2-6 .5-1 1.5-4 1.5-6-.5 1-1.5 3-3 6-1.5z", "#3a2416")
_SNOUT = _p("M12 14.5c4 0 6.5 2 6.5 4s-3 4-6.5 4-6.5-2-6.5-4 2.5-4 6.5-4z", "#f3dfa6") + _line("M8.5 19q3.5 2 7 0")
_PEAK = "M3.5 10C4 4 8 1.5 12 1.5S20 4 20.5 10l2 1.5H1.5z"  # of a cap, as seen from the front
_TEETH = '<path d="M8.5 19l1.5 2 1-1.8 1.2 1.8 1.2-1.8 1 1.8 1.2-2z" fill="#fff"/>'

# `@` stands for the color of the figure.
FIGURES = {
    "cap": _head(SKIN) + _eyes() + _TASH + _p(_PEAK, "@"),
    "tall_cap": _head(SKIN) + _eyes(14) + _TASH + _p("M4.5 11C4.5 4 7-.5 12-.5s7.5 4.5 7.5 11.5l3 1H1.5z", "@"),
    "flame_cap": _head(SKIN)
    + _eyes()
    + _TASH
    + _p(_PEAK, "@")
    + _p("M12 3c3 3 3.5 5 1.5 6.5h-3C8.5 8 9 6 12 3z", "#ff8a1f"),
    "crown": _p("M3 21V11a9 9 0 0 1 18 0v10q-3 2-4-1H7q-1 3-4 1z", "#f6cf5b")
    + _head(SKIN)
    + _eyes()
    + _MOUTH
    + _p("M5.5 9.5V2.5l3.5 3L12 1l3 4.5 3.5-3v7q-6.5-2.5-13 0z", "@")
    + _c(12, 6.5, 1.1, "#d6336c"),
    "crest": _p("M16 1c5 1 6.5 6 5 12l-5-3z", "#e8590c")
    + _head("@")
    + _c(8.5, 7, 3.3, WHITE)
    + _c(14.5, 7, 3.3, WHITE)
    + _c(8.9, 7.4, 1.4, INK)
    + _c(14.1, 7.4, 1.4, INK)
    + _p("M11 11.5c6 0 10 2 10 5.5s-4 5-10 5-9-2-9-5 3-5.5 9-5.5z", "@")
    + _c(8, 15, 0.9, INK)
    + _c(12.5, 14.6, 0.9, INK)
    + _line("M6 19q6 2.5 12-.5"),
    "ape": _c(3.2, 13, 3, "@")
    + _c(20.8, 13, 3, "@")
    + _head("@")
    + _p(
        "M5 11.5c0-4 4-5 7-3 3-2 7-1 7 3 0 2-1.5 2.5-1.5 4.5 0 4-3 6-5.5 6s-5.5-2-5.5-6c0-2-1.5-2.5-1.5-4.5z", "#e9bf8f"
    )
    + _eyes(11.5)
    + _c(10.8, 15.5, 0.7, INK)
    + _c(13.2, 15.5, 0.7, INK)
    + _line("M8.5 18.5q3.5 2 7 0"),
    "young_ape": _c(3, 13.5, 3.2, SKIN)
    + _c(21, 13.5, 3.2, SKIN)
    + _head("#9b5a2b")
    + _p("M6 13c0-3 3-4 6-3 3-1 6 0 6 3v3c0 3-3 5-6 5s-6-2-6-5z", "#e9bf8f")
    + _eyes(13)
    + _MOUTH
    + _p(_PEAK, "@"),
    "moustache": _head(SKIN)
    + _eyes(12.5)
    + _p("M12 16l3-1.5 1.5 1.5 4-2-2 5-3-1.5L12 19.5l-3.5-2-3 1.5-2-5 4 2L9 14.5z", "#3a2416")
    + _c(12, 15.5, 2, "#ef9a76")
    + _p(_PEAK, "@"),
    "spotted": _head(SKIN)
    + _eyes(15)
    + _line("M9.5 18.5q2.5 2 5 0")
    + _p("M1.5 10.5C1.5 4 6 1 12 1s10.5 3 10.5 9.5c0 3-5 3-10.5 3s-10.5 0-10.5-3z", WHITE)
    + _c(12, 6.5, 3.2, "@")
    + _c(4.5, 9.5, 2, "@")
    + _c(19.5, 9.5, 2, "@"),
    "starlet": _p("M3.5 22V11a8.5 8.5 0 0 1 17 0v11z", "#f7e3a1")
    + _head(SKIN)
    + _eyes()
    + _MOUTH
    + _p("M3.5 13C3 5 8 2.5 13 3c5 .5 8 4 7.5 9-3-1-5-3-6-5-2 4-6 6-11 6z", "#f7e3a1")
    + _p("M17 2l1.2 2.4 2.7.4-2 1.9.5 2.7-2.4-1.3-2.4 1.3.5-2.7-2-1.9 2.7-.4z", "@"),
    "ghost": _p("M12 2a10 10 0 0 1 10 10c0 6-4 10-10 10S2 18 2 12A10 10 0 0 1 12 2z", "@")
    + _p("M7.5 9c1.5-2 3-1 3 1.5S9.5 14 8.5 13 6.5 11 7.5 9z", INK)
    + _p("M16.5 9c-1.5-2-3-1-3 1.5s1 3.5 2 2.5 2-2 1-4z", INK)
    + _p("M6.5 15.5h11q-1.5 5-5.5 5t-5.5-5z", "#c92a5a")
    + '<path d="M8 15.5l1.5 2 1.5-2zM13 15.5l1.5 2 1.5-2z" fill="#fff"/>',
    "ears": _p("M3 9 3.5.5l6 3.5zM21 9 20.5.5l-6 3.5z", "@")
    + _head(SKIN)
    + _eyes()
    + _TASH
    + _p("M3.5 11C4 5 8 3 12 3s8 2 8.5 8q-8.5-4-17 0z", "@"),
    "tufts": _p("M12 6C5 5 4 1 8 1c2 0 3 1 4 2 1-1 2-2 4-2 4 0 3 4-4 5z", "@")
    + _c(12, 1.8, 1.6, "@")
    + _head("#f4d35e")
    + _eyes(11.5)
    + _SNOUT,
    "mohawk": _p("M8.5 6 7 1.5l3 1.5L12 0l2 3 3-1.5L15.5 6z", "@") + _head("#f4d35e") + _eyes(11.5) + _SNOUT,
    "star_cheek": _head("#6b4b3a")
    + _p("M12 5l1.8 4 4.4.4-3.3 2.9 1 4.3-3.9-2.3-3.9 2.3 1-4.3-3.3-2.9 4.4-.4z", "@")
    + _eyes(11.5)
    + _SNOUT,
    "bow": _head("#f4d35e")
    + _eyes(11.5)
    + _SNOUT
    + _p("M12 5C9 1 5 0 4.5 2.5S8 8 12 5zM12 5c3-4 7-5 7.5-2.5S16 8 12 5z", "@")
    + _c(12, 4.6, 1.5, WHITE),
    "glasses": _p("M6 6 3 1l5 2 2-3 2 3 2-3 2 3 5-2-3 5z", "@")
    + _head("#f4d35e")
    + _SNOUT
    + f'<circle cx="8.5" cy="11.5" r="3.2" fill="#fff" {_LINE}/><'
    f'circle cx="15.5" cy="11.5" r="3.2" fill="#fff" {_LINE}/>' + _c(8.5, 11.7, 1.1, INK) + _c(15.5, 11.7, 1.1, INK),
    "shades": _head("#f4d35e") + _SNOUT + _p("M3.5 9h17l-1.5 4.5q-5 1.5-6-2h-2q-1 3.5-6 2z", "@"),
    "curls": _c(5, 6, 4, "@")
    + _c(10, 3.5, 4, "@")
    + _c(15.5, 4, 4, "@")
    + _c(19.5, 8, 3.4, "@")
    + _head("#f4d35e")
    + _eyes(11.5)
    + _SNOUT,
    "horns": _p("M5 9Q0 6 2 0q2 4 6 5zM19 9q5-3 3-9-2 4-6 5z", "#f8f1da")
    + _p("M8 5q0-4 4-5 4 1 4 5z", "@")
    + _head("#e9b44c")
    + _p("M5.5 9.5 10 11.5 9.5 9zM18.5 9.5 14 11.5l.5-2.5z", "@")
    + _eyes(12.5)
    + _SNOUT
    + _TEETH,
}


def figure(chosen: Figure, x: float, y: float, radius: float, **attributes: object) -> str:
    """Return the head, its middle at (x, y)."""
    scale = radius / 12
    return element(
        "g",
        FIGURES[chosen.drawing].replace("@", chosen.color),
        transform=f"translate({x - radius:.1f} {y - radius:.1f}) scale({scale:.3f})",
        class_="figure",
        **attributes,
    )
