"""Draw tokens, buildings, board backgrounds and card backs, which editions choose by name.

Paths are SVG. A token is drawn in a square of 24 x 24.
"""

from collections.abc import Sequence
from typing import NamedTuple

# Outline, font size of the letter, and how far below the middle it stands; both as parts of half the square.
SILHOUETTES: dict[str, tuple[str, float, float]] = {
    "hat": ("M4.5 1q7.5 2.5 15 0L18 15q3 .5 5.5-1v5q-3 2.5-11.5 2.5T.5 19v-5Q3 15.5 6 15z", 0.98, -0.12),
    "car": (
        "M.5 18.5v-6q0-2 4-2.5L8 3.5h8l4 6.5q3.5.5 3.5 2.5v6h-2.5a3.2 3.2 0 0 1-6.2 0H9.2a3.2 3.2 0 0 1-6.2 0z",
        0.92,
        -0.0,
    ),
    "ship": ("M10 .5h5v4h5v6h3.5L20 22.5H4L.5 10.5H5v-6h5z", 0.98, 0.1),
    "boot": ("M4 1h12v10c4 .5 7 3 7 7v4.5H4z", 1.0, 0.12),
    "bell": ("M10 1h4v2.5c4 1 6 4 6 9V16l3 4h-8a3 3 0 0 1-6 0H1l3-4v-3.5c0-5 2-8 6-9z", 1.0, 0.0),
    "cat": ("M2.5 1 8 4.5h8L21.5 1v11a9.5 10.5 0 0 1-19 0z", 1.02, 0.08),
    "cup": (
        "M4.5 1.5h15v2H23c0 6-2 9-6 9.5-1 2-2 2.5-3.5 3v2.5H18v4H6v-4h4.5V16C9 15.5 8 15 7 13c-4-.5-6-3.5-6-9.5h3.5z",
        0.85,
        -0.36,
    ),
    "shield": ("M2 3.5Q7 4 12 1q5 3 10 2.5V12c0 6-4 9-10 11.5C6 21 2 18 2 12z", 1.1, -0.04),
    "crown": ("M1.5 22V5L7 10.5 12 2l5 8.5L22.5 5v17z", 0.9, 0.38),
    "shirt": ("M8 1.5q4 3 8 0l7.5 4-2.5 7-3.5-1.5v11.5h-11V11L3 12.5l-2.5-7z", 0.95, 0.06),
    "medal": ("M6 .5h12l-2.5 6.5a8.3 8.3 0 1 1-7 0z", 0.95, 0.24),
    "flag": ("M2 1h3v1.5h18L19 9l4 6.5H6V23H2z", 0.95, -0.26),
    "apple": (
        "M11.5 6C11 3 13 .5 17 .5 17 3 15 5 13 6c6-2 10 1 9.5 7C22 18 18.5 23 15.5"
        " 23c-1.5 0-2-.7-3.5-.7s-2 .7-3.5.7C5.5 23 2 18 1.5 13 1 7 6 4 11.5 6z",
        1.05,
        0.2,
    ),
    "teapot": (
        "M10 2h4v2.5c2 .5 3 2 3.5 4 4-1.5 6 .5 6 4s-2.5 6-5.5 6L16.5"
        " 22h-10L4 16.5C2 15 1 12.5.5 8l4 1c.5-2.5 2.5-4 5.5-4.5z",
        0.95,
        0.14,
    ),
    "flower": (
        "M12 1a4.5 4.5 0 0 1 4.3 3 4.5 4.5 0 0 1 5.4 6 4.5 4.5 0 0 1-1.4 8 4.5 4.5 0 0 1-5.8 4 4.5 4.5"
        " 0 0 1-7.2-1A4.5 4.5 0 0 1 2.3 15a4.5 4.5 0 0 1 .7-7.5A4.5 4.5 0 0 1 7.7 4 4.5 4.5 0 0 1 12 1z",
        1.12,
        0.0,
    ),
    "cloud": ("M6 21a5.5 5.5 0 0 1-1.5-10.8A7 7 0 0 1 17.5 7 7 7 0 0 1 18 21z", 1.0, 0.2),
    "fish": ("M.5 12c4-9 12.5-9 17-3L23.5 4v16l-6-5c-4.5 6-13 6-17-3z", 0.95, 0.0),
    "egg": ("M12 .5c6 0 9.5 9 9.5 13.5a9.5 9.5 0 0 1-19 0C2.5 9.5 6 .5 12 .5z", 1.15, 0.12),
    "jug": ("M6.5 1h11v4.5c4 3 5 5 5 8.5s-2 7-5 9h-11c-3-2-5-5.5-5-9s1-5.5 5-8.5z", 1.1, 0.2),
    "cottage": ("M12 .5 23.5 11H20v12H4V11H.5z", 1.05, 0.22),
    "heart": ("M12 23C5 17.5.5 13 .5 8 .5 1 9 0 12 5.5 15 0 23.5 1 23.5 8c0 5-4.5 9.5-11.5 15z", 1.02, -0.04),
    "rocket": ("M12 .5c4.5 3 6.5 8 6.5 12.5l4.5 5V23h-6l-1.5-2h-7L7 23H1v-5l4.5-5C5.5 8.5 7.5 3.5 12 .5z", 0.98, 0.14),
    "book": ("M1 3.5C5 2 9 2 12 4.5 15 2 19 2 23 3.5V21c-4-1.5-8-1.5-11 1-3-2.5-7-2.5-11-1z", 1.1, 0.04),
    "backpack": ("M8 4V2q0-1.5 1.5-1.5h5Q16 .5 16 2v2c4 0 6 2 6 6v13H2V10c0-4 2-6 6-6z", 1.1, 0.14),
    "tram": (
        "M6 1.5h12l-3.5 3H18c2.5 0 4 1.5 4 4V19l-2.5 1 1.5 3h-5l-1-2.5H9L8 23H3l1.5-3L2 19V8.5c0-2.5 1.5-4 4-4h3.5z",
        1.0,
        0.08,
    ),
    "samovar": (
        "M9.5.5h5V4h3c1 1.5 2 2 6 2v4h-4c.5 4-1 7-4 8.5V20h3v3.5H5.5V20h3v-1.5C5.5 17 4 14 4.5 10h-4V6c4 0 5-.5 6-2h3z",
        0.85,
        -0.06,
    ),
    "bear": (
        "M6 1a4.5 4.5 0 0 1 3.5 2h5A4.5 4.5 0 1 1 21 9.5C23.5 17 19.5 23 12 23S.5 17 3 9.5A4.5 4.5 0 0 1 6 1z",
        1.08,
        0.12,
    ),
    "gem": ("M6 2h12l6 7.5L12 23.5 0 9.5z", 0.98, -0.12),
    "balloon": (
        "M12 .5c5.5 0 9.5 4.5 9.5 9.5 0 4.5-3.5 8.5-7.5 9.5l2 4H8l2-4c-4-1-7.5-5-7.5-9.5C2.5 5 6.5.5 12 .5z",
        1.1,
        -0.16,
    ),
    "drum": ("M1.5 5.5q10.5-7 21 0v13q-10.5 7-21 0z", 1.12, 0.0),
    "whistle": ("M.5 5h23v5H19a8 8 0 1 1-14.5-1.5H.5z", 1.0, 0.14),
    "glove": (
        "M5.5 23.5V17C2 14 0 11 1.5 9 3 7.5 5 9 6 10.5V4a2 2 0 0 1 4-1 2 2 0 0 1 4 0 2 2 0 0 1 4 1.5"
        " 2 2 0 0 1 4.5 1.5v8c0 4-2.5 5.5-3.5 9.5z",
        0.95,
        0.3,
    ),
    "lollipop": ("M12 .5a8.7 8.7 0 0 1 2.2 17.1v5.9H9.8v-5.9A8.7 8.7 0 0 1 12 .5z", 1.08, -0.24),
    "leaf": ("M12 .5c9 5 11 13 5 19l-3.5.5v3.5h-3V20L7 19.5c-6-6-4-14 5-19z", 1.08, 0.06),
    "briefcase": ("M7.5 5.5v-3q0-2 2-2h5q2 0 2 2v3h7v17H.5v-17z", 1.1, 0.18),
    "dog": (
        "M7 2h10c4.5 0 6.5 4 6.5 9.5 0 2-3 2.5-4 .5C19 19 16 23 12 23s-7-4-7.5-11c-1 2-4 1.5-4-.5C.5 6 2.5 2 7 2z",
        1.0,
        0.0,
    ),
}


# Buildings: the outline, and the parts of it that are white. Houses are drawn in 20 x 20, hotels in 32 x 22.

HOUSE, HOTEL = "#1d8a3e", "#c4161c"

HOUSES = {
    "house": ("M10 1.5 18.5 9H16v9.5H4V9H1.5z", ""),
    "cottage": ("M10 1.5c4 2 7.5 6 8.5 10.5H16v6.5H4V12H1.5C2.5 7.5 6 3.5 10 1.5z", "M8 18.5V12h4v6.5z"),
    "stand": ("M1.5 18.5v-5H6v-4h4.5v-4H15V1.5h3.5v17z", "M4 15h11v1.5H4zM8 11.5h7V13H8zM12.5 7.5H15V9h-2.5z"),
    "hut": ("M10 1.5 18.5 18.5h-17z", "M10 8l4 10.5H6z"),
    "terrace": ("M1.5 18.5V10l8.5-4 8.5 4v8.5zM4 9.5v-8h1.8V9zM14.2 9V1.5H16v8z", "M4 12h12v1.6H4zM4 15h12v1.6H4z"),
    "tent": ("M10 1.5 18.5 9l-2 2v7.5h-13V11l-2-2z", "M10 9l2.5 9.5h-5z"),
    "log_house": ("M10 1.5 19 8.5h-2.5v10h-13v-10H1z", "M6 10.5h8v1.4H6zM6 13.2h8v1.4H6zM8 16h4v2.5H8z"),
    "booth": (
        "M2 1.5h16l1.5 6.5h-2v10.5h-15V8h-2z",
        "M5.5 1.5h3L8 8H4.5zM11.5 1.5h3l1 6.5H12zM5 10h10v3.5H5z",
    ),
    "gable": (
        "M13.5 4V1.5h3v5.3L19 9h-2.5v9.5h-13V9H1l9-7.5z",
        "M6 11h2.8v3H6zM11.2 11H14v3h-2.8zM8.8 15h2.4v3.5H8.8zM10 5.5a1.5 1.5 0 1 0 .01 0z",
    ),
    "flats": ("M3.5 1.5h13v17h-13z", "M6 4.5h3V7H6zM11 4.5h3V7h-3zM6 9h3v2.5H6zM11 9h3v2.5h-3zM8.5 13.5h3v5h-3z"),
}
HOTELS = {
    "hotel": (
        "M2 20.5V7l6-5.5h16L30 7v13.5z",
        "M6 8h4v4H6zM14 8h4v4h-4zM22 8h4v4h-4zM6 14h4v3.5H6zM22 14h4v3.5h-4zM14 14h4v6h-4z",
    ),
    "castle": (
        "M2 20.5V3.5h2.5V6h2V3.5H9V9h3V1.5h2.7V4h2.6V1.5H20V9h3V3.5h2.5V6h2V3.5H30v17z",
        "M13.5 20.5V16a2.5 2.5 0 0 1 5 0v4.5zM5 10h2v4H5zM25 10h2v4h-2zM15 7h2v3.5h-2z",
    ),
    "stadium": (
        "M1.5 8.5C1.5 4 8 1.5 16 1.5s14.5 2.5 14.5 7v6c0 3.5-6.5 6-14.5 6s-14.5-2.5-14.5-6z",
        "M16 5c6 0 10 1.5 10 3.8s-4 3.7-10 3.7S6 11 6 8.8 10 5 16 5zM5 14.5h3v3H5zM14.5 16h3v3h-3zM24 14.5h3v3h-3z",
    ),
    "tower": (
        "M3 20.5V13h5V7h5l3-5.5L19 7h5v6h5v7.5z",
        "M11 9.5h2.5V12H11zM18.5 9.5H21V12h-2.5zM6 15h2.5v2.5H6zM23.5 15H26v2.5h-2.5zM14 14h4v6.5h-4z",
    ),
    "arena": (
        "M1.5 20.5V9C6 3 11 1.5 16 1.5S26 3 30.5 9v11.5z",
        "M4.5 11q11.5-9 23 0v2.2q-11.5-8-23 0zM6 15h3v5.5H6zM12 15h3v5.5h-3zM17.5 15h3v5.5h-3zM23.5 15h3v5.5h-3z",
    ),
    "big_top": (
        "M15 1.5h2L30.5 11H28v9.5H4V11H1.5z",
        "M8 11h3.5v6H8zM20.5 11H24v6h-3.5zM16 9l3 11.5h-6z",
    ),
    "manor": (
        "M1.5 20.5V9l6-5 4 3.5 4.5-6 4.5 6 4-3.5 6 5v11.5z",
        "M5 11h3v3.5H5zM24 11h3v3.5h-3zM14.5 7h3v3h-3zM10.5 12.5h3V16h-3zM18.5 12.5h3V16h-3zM14.5 15h3v5.5h-3z",
    ),
    "grand": (
        "M2 20.5V8h7V5l7-3.5 7 3.5v3h7v12.5z",
        "M4.5 10h3v3h-3zM9.5 10h3v3h-3zM19.5 10h3v3h-3zM24.5 10h3v3h-3zM4.5 15h3v3h-3zM24.5 15h3v3h-3z"
        "M14.5 5.5h3v3h-3zM14 20.5v-5a2 2 0 0 1 4 0v5zM9.5 15h3v3h-3zM19.5 15h3v3h-3z",
    ),
    "folded": (
        "M2 20.5V9.5L9 2h14l7 7.5v11z",
        "M3.5 9.5H28.5v1.3H3.5zM9 2l2.5 8h-1.4L7.8 3.3zM23 2l-2.5 8h1.4l2.3-6.7zM13 14h6v6.5h-6z",
    ),
    "school": (
        "M2 20.5V9.5h8.5L16 1.5l5.5 8H30v11z",
        "M16 6.5a2.5 2.5 0 1 0 .01 0zM5 12.5h4v4H5zM23 12.5h4v4h-4zM14 14.5h4v6h-4z",
    ),
}


def symbols(house: str, hotel: str) -> str:
    """Return a house and a hotel as SVG symbols, each with a white rim.

    Their ids contain their names, like `house-cottage`, so that several boards fit on one page.
    """
    return _symbol(f"house-{house}", "0 0 20 20", *HOUSES[house], HOUSE, "#0c2415") + _symbol(
        f"hotel-{hotel}", "0 0 32 22", *HOTELS[hotel], HOTEL, "#2b0607"
    )


def _symbol(name: str, box: str, outline: str, white: str, color: str, line: str) -> str:
    inside = f'<path d="{white}" fill="#fff"/>' if white else ""
    return (
        f'<symbol id="{name}" viewBox="{box}"><path d="{outline}" fill="#fff" stroke="#fff" stroke-width="3" '
        f'stroke-linejoin="round"/><path d="{outline}" fill="{color}" stroke="{line}" stroke-width="1.2" '
        f'stroke-linejoin="round"/>{inside}</symbol>'
    )


# Patterns of the background of a board, and the backs of cards


class Tile(NamedTuple):
    """A tile of a background pattern: its size, its path, and whether the path is filled or drawn as a line."""

    width: float
    height: float
    path: str
    filled: bool = False


GROUNDS = {
    "plain": Tile(1, 1, ""),
    "cobbles": Tile(20, 20, "M0 10a10 10 0 0 1 20 0M-10 20a10 10 0 0 1 20 0M10 20a10 10 0 0 1 20 0"),
    "bricks": Tile(28, 20, "M0 .5h28M0 10.5h28M7 .5v10M21 10.5v10"),
    "waves": Tile(28, 13, "M0 7q7-9 14 0t14 0"),
    "stars": Tile(
        34, 30, "M10 2l1.7 4.8L17 8.5l-5.3 1.7L10 15 8.3 10.2 3 8.5l5.3-1.7zM26 18l1 3 3 1-3 1-1 3-1-3-3-1 3-1z", True
    ),
    "mown": Tile(72, 20, "M0 0h36v20H0z", True),
    "stitches": Tile(18, 18, "M2 2l5 5M7 2 2 7M11 11l5 5M16 11l-5 5"),
    "clouds": Tile(
        60,
        40,
        "M8 16a5 5 0 0 1 1-9.5A8 8 0 0 1 24 8a4.5 4.5 0 0 1 1 8zM38"
        " 34a4 4 0 0 1 1-7.5 6 6 0 0 1 11.5 1 3.5 3.5 0 0 1 .5 6.5z",
        True,
    ),
    "squared": Tile(16, 16, "M0 .5h16M.5 0v16"),
    "diamonds": Tile(22, 26, "M11 2l8 11-8 11-8-11z"),
    "stripes": Tile(36, 20, "M0 0h18v20H0z", True),
    "confetti": Tile(40, 36, "M4 6h6v4H4zM22 2l5 3-3 5-5-3zM32 16h4v6h-4zM12 20l6 2-2 5-6-2zM26 28h6v4h-6z", True),
    "bunting": Tile(
        56,
        34,
        "M0 4q28 12 56 0v1.5q-28 12-56 0zM4 7.5l9 2.7-6 9.3zM23.5 11.6h9l-4.5 10.4z"
        "M52 7.5l-9 2.7 6 9.3zM14 26.5l4 2-4 2-4-2zM42 26.5l4 2-4 2-4-2z",
        True,
    ),
    "pixels": Tile(32, 32, "M0 0h8v8H0zM16 8h8v8h-8zM8 24h8v8H8z", True),
}

# Paths in a card of 24 x 30.
BACKS = {
    "plain": "",
    "rays": "M12 15 3 3M12 15 8 2M12 15V1M12 15l4-13M12 15l9-12M12 15 2 10M12 15l10-5M12"
    " 15 2 20M12 15l10 5M12 15 3 27M12 15 8 28M12 15v14M12 15l4 13M12 15l9 12",
    "diamonds": "M12 3l9 12-9 12-9-12zM12-3 26 15 12 33-2 15z",
    "stars": "M12 1l3 10 9 4-9 4-3 10-3-10-9-4 9-4z",
    "ball": "M12 4a11 11 0 1 0 .01 0zM12 8l7 5-2.5 8h-9L5 13zM12 8V3M19 13l5-2M16.5 21l3 5M7.5 21l-3 5M5 13l-5-2",
    "waves": "M0 6q6-6 12 0t12 0M0 13q6-6 12 0t12 0M0 20q6-6 12 0t12 0M0 27q6-6 12 0t12 0",
    "flower": "M12 15C4 8 9 2 12 2s8 6 0 13c9-5 12 1 12 3s-6 5-12-3c6 8 2 13 0 13s-6-5 0-13C6 23 0 20 0 18s3-8 12-3z",
    "bricks": "M0 5h24M0 12h24M0 19h24M0 26h24M8 0v5M16 5v7M8 12v7M16 19v7",
    "shield": "M3 4q5 1 9-2 4 3 9 2v12q0 8-9 12-9-4-9-12zM12 2v26M3 14h18",
    "stripes": "M4 0v30M8 0v30M12 0v30M16 0v30M20 0v30",
    "chip": "M7 9h10v12H7zM7 13H1M7 17H1M17 13h6M17 17h6M10 9V2M14 9V2M10 21v7M14 21v7",
    "wheel": "M12 4a11 11 0 1 0 .01 0zM12 12a3 3 0 1 0 .01 0zM12 4v8M12 18v8M1 15h8M15 15h8"
    "M4 7l6 6M20 7l-6 6M4 23l6-6M20 23l-6-6",
    "key": "M12 3a5 5 0 1 0 .01 0zM12 13v14M12 20h5M12 25h4",
    "balloons": "M5 2a3.5 4 0 1 0 .01 0zM5 10q-2 4 1 7M19 2a3.5 4 0 1 0 .01 0zM19 10q2 4-1 7"
    "M12 1.5a2.5 3 0 1 0 .01 0zM5 20a3 3.5 0 1 0 .01 0zM19 20a3 3.5 0 1 0 .01 0zM5 27v3M19 27v3",
    "clover": "M12 15c-8-2-7-11-3-11 2 0 3 2 3 4 0-2 1-4 3-4 4 0 5 9-3 11zM12 15c-2 8-11"
    " 7-11 3 0-2 2-3 4-3M12 15c2 8 11 7 11 3 0-2-2-3-4-3M12 15q0 7 3 13",
}


def token_letters(players: Sequence[str]) -> list[str]:
    """Return a letter for each name, with the number of the seat where two names begin alike."""
    first = [name.strip()[:1].upper() or "?" for name in players]
    return [letter if first.count(letter) == 1 else f"{letter}{place + 1}" for place, letter in enumerate(first)]
