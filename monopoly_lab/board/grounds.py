"""What the ground of a board is strewn with, and the backs of cards: paths that editions choose by name."""

from typing import NamedTuple


class Tile(NamedTuple):
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

# In a card of 24 x 30.
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
