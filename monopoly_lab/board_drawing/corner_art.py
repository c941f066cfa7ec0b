"""Pictures for the corners of a board that editions choose by name: 64 x 40, each on its own ground."""

from math import cos, pi, sin

from monopoly_lab.board_drawing.layout import Box
from monopoly_lab.board_drawing.svg_elements import element

WIDE, HIGH = 64.0, 40.0
INK = "#22303a"


def _p(d: str, fill: str, more: str = "") -> str:
    return f'<path d="{d}" fill="{fill}"{more}/>'


def _l(d: str, stroke: str, width: float = 1.4) -> str:
    return f'<path d="{d}" fill="none" stroke="{stroke}" stroke-width="{width}" stroke-linecap="round"/>'


def _c(x: float, y: float, r: float, fill: str) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}"/>'


_SKY, _DUSK, _GRASS = "#bfe3f7", "#3b3f78", "#6fb65a"

PICTURES = {
    "sunrise": _p("M0 0h64v40H0z", "#ffe3a8")
    + _l("M32 24V6M32 24 18 9M32 24 46 9M32 24 10 16M32 24l22-8", "#f5b83d", 3)
    + _c(32, 24, 10, "#f59d1f")
    + _p("M0 28q16-9 32 0t32 0v12H0z", "#5aa05a")
    + _p("M0 34q16-7 32 0t32 0v6H0z", "#3f8450"),
    "train": _p("M0 0h64v40H0z", _SKY)
    + _p("M44 8a5 5 0 0 1 8-3 5 5 0 0 1 9 3 4 4 0 0 1-2 7H47a4 4 0 0 1-3-7z", "#fff")
    + _p("M0 31h64v9H0z", "#a58c6a")
    + _l("M0 34h64", "#5d4b36", 2)
    + _p("M8 15h4V9h7v6h14V7h17v22H8z", "#2f6f4f")
    + _p("M36 10h11v8H36zM6 6h15v3H6z", "#f4e6b0")
    + _p("M8 22h42v3H8zM4 29h8l-4-6z", "#c4161c")
    + "".join(_c(x, 30, 4.5, INK) + _c(x, 30, 1.6, "#f4e6b0") for x in (16, 28, 42)),
    "domes": _p("M0 0h64v40H0z", "#cfe7f5")
    + _p("M0 32h64v8H0z", "#d98e73")
    + _p("M8 20h12v14H8zM26 17h12v17H26zM44 20h12v14H44z", "#f6ead2")
    + _p("M14 6q9 8 4 14h-8q-5-6 4-14z", "#2a7fb8")
    + _p("M32 1q11 9 5 16H27q-6-7 5-16z", "#e0a92e")
    + _p("M50 6q9 8 4 14h-8q-5-6 4-14z", "#3d9a56")
    + _p("M11 34v-6a3 3 0 0 1 6 0v6zM28.5 34v-7a3.5 3.5 0 0 1 7 0v7zM47 34v-6a3 3 0 0 1 6 0v6z", "#8a4b3a"),
    "kick_off": _p("M0 0h64v40H0z", "#4ea353")
    + _p("M0 0h11v40H0zM22 0h11v40H22zM44 0h11v40H44z", "#5cb360")
    + _l("M32 0v40M32 7a13 13 0 1 0 .01 0z", "#eafbe9", 1.8)
    + _c(32, 20, 7.5, "#fff")
    + _p("M32 16l3.8 2.8-1.5 4.5h-4.6l-1.5-4.5z", INK)
    + _l("M32 16v-3.4M35.8 18.8l3.3-1M34.3 23.3l2 2.8M29.7 23.3l-2 2.8M28.2 18.8l-3.3-1", INK, 1.2),
    "enchanted": _p("M0 0h64v40H0z", "#6b5bb5")
    + _p("M0 40V30q16-8 32-3 16-5 32 3v10z", "#3f7f6e")
    + _p("M18 34V17h6v4h4V12h8v9h4v-4h6v17z", "#f3e9ff")
    + _p("M17 17l4-9 4 9zM27 12l5-11 5 11zM39 17l4-9 4 9z", "#e86aa6")
    + _p("M29.5 34v-5a2.5 2.5 0 0 1 5 0v5z", "#5b3f7d")
    + _p(
        "M8 6l1 3 3 1-3 1-1 3-1-3-3-1 3-1zM54 4l1 3 3 1-3 1-1 3-1-3-3-1 3-1zM51 20l.7 2 2 .7-2 .7-.7 2-.7-2-2-.7 2-.7z",
        "#ffe27a",
    ),
    "sunflowers": _p("M0 0h64v24H0z", "#6cb8ee")
    + _p("M0 22h64v18H0z", "#f2c531")
    + _p("M0 31q16-5 32 0t32 0v9H0z", "#d9a51c")
    + "".join(
        _l(f"M{x} {y}v{40 - y}", "#3e8a3a", 2.2) + _c(x, y, 7, "#ffdb3a") + _c(x, y, 3.6, "#6b3f16")
        for x, y in ((13, 20), (32, 15), (51, 20))
    ),
    "hills": _p("M0 0h64v40H0z", "#7fd0ff")
    + _p("M0 40V30c6-14 18-14 24 0 5-20 22-20 27 0 4-8 9-9 13-6v16z", "#49b35c")
    + _p("M6 8h4V4h8v4h4v5H6zM42 7h4V4h6v3h5v5H42z", "#fff")
    + _p("M0 34h64v6H0z", "#a5662f")
    + _l("M0 34h64M8 34v6M24 34v6M40 34v6M56 34v6", "#6e3f18", 1.2)
    + _l("M55 34V13", "#f4f4f4", 2)
    + _p("M54 13v8l-10-4z", "#e2352f"),
    "school": _p("M0 0h64v40H0z", "#cdeaf7")
    + _p("M0 33h64v7H0z", "#79b567")
    + _p("M8 17h48v18H8zM24 17l8-11 8 11z", "#d9694a")
    + _p("M20 18 32 3l12 15h-4L32 8l-8 10z", "#7a3424")
    + _c(32, 15, 3.5, "#fff")
    + _l("M32 13v2h1.5", INK, 0.9)
    + _p("M12 21h7v6h-7zM45 21h7v6h-7zM22 21h5v6h-5zM37 21h5v6h-5z", "#fff3c4")
    + _p("M29 25h6v10h-6z", "#5a2a1c"),
    "scissors": _p("M0 0h64v40H0z", "#fbf6e6")
    + '<path d="M4 4h56v32H4z" fill="none" stroke="#8a7a55" stroke-width="1.6" stroke-dasharray="4 3"/>'
    + _l("M24 26 50 9M24 14l26 17", "#6d7f8c", 3.5)
    + '<circle cx="19" cy="29" r="5" fill="none" stroke="#c4463a" stroke-width="3"/>'
    + '<circle cx="19" cy="11" r="5" fill="none" stroke="#c4463a" stroke-width="3"/>'
    + _c(34, 20, 1.5, INK),
    "bench": _p("M0 0h64v40H0z", "#d6eefa")
    + _p("M0 31h64v9H0z", _GRASS)
    + _p("M42 31V20h3v11z", "#6b4a2b")
    + _c(43.5, 14, 10, "#3e8f4c")
    + _c(37, 18, 6, "#4fa65b")
    + _c(51, 18, 6, "#4fa65b")
    + _p("M6 20h24v3H6zM6 25h24v3H6z", "#a8642e")
    + _l("M9 20v14M27 20v14", INK, 2.2),
    "car": _p("M0 0h64v40H0z", "#d9e8ee")
    + _p("M0 30h64v10H0z", "#77828a")
    + _l("M4 36h9M22 36h9M40 36h9", "#fff", 1.6)
    + _p("M8 30v-9l8-2 7-9h18l9 9 8 2v9z", "#d6342c")
    + _p("M19 19l6-6h6v6zM34 13h6l6 6H34z", "#dff3ff")
    + "".join(_c(x, 30, 5, INK) + _c(x, 30, 2, "#cfd8dd") for x in (19, 46)),
    "bus": _p("M0 0h64v40H0z", "#d5dfe8")
    + _p("M0 33h64v7H0z", "#7b848c")
    + _p("M10 3h44a3 3 0 0 1 3 3v27H7V6a3 3 0 0 1 3-3z", "#c8102e")
    + _p("M11 7h9v7h-9zM22 7h9v7h-9zM33 7h9v7h-9zM44 7h9v7h-9zM11 19h9v7h-9zM22 19h9v7h-9zM33 19h9v7h-9z", "#dff0fb")
    + _p("M46 19h7v14h-7z", "#8e0b20")
    + "".join(_c(x, 33, 4.5, INK) + _c(x, 33, 1.7, "#cfd8dd") for x in (18, 40)),
    "carousel": _p("M0 0h64v40H0z", "#fbe3ef")
    + _p("M0 34h64v6H0z", "#c98fb4")
    + _p("M8 17 32 3l24 14z", "#e05a97")
    + _p("M20 17 32 3l12 14zM8 17h48v3H8z", "#ffe27a")
    + _l("M14 20v14M26 20v14M38 20v14M50 20v14", "#b9872a", 1.8)
    + _p(
        "M9 27l3-3 2 2h5v3l-1 4h-2v-3h-4v3h-2zM45 27l3-3 2 2h5v3l-1"
        " 4h-2v-3h-4v3h-2zM27 27l3-3 2 2h5v3l-1 4h-2v-3h-4v3h-2z",
        "#fff",
    )
    + _l("M32 3V0", "#b9872a", 1.5),
    "goal": _p("M0 0h64v40H0z", "#bfe3f7")
    + _p("M0 29h64v11H0z", "#4ea353")
    + _l("M14 12v18M20 9v20M26 9v20M32 9v20M38 9v20M44 9v20M50 12v18M11 14h42M11 19h42M11 24h42", "#8fa3ad", 0.8)
    + _l("M11 31V8h42v23", "#fff", 3)
    + _c(25, 32, 5, "#fff")
    + _p("M25 29.5l2.3 1.7-.9 2.7h-2.8l-.9-2.7z", INK),
    "windmill": _p("M0 0h64v40H0z", "#a9d8f5")
    + _p("M0 30q32-8 64 0v10H0z", "#7cba4d")
    + _p("M26 35l3-19h6l3 19z", "#fff")
    + _p("M27 17l5-6 5 6z", "#b0552f")
    + _p("M31 34v-6h3v6z", "#7a4522")
    + _l("M32 15 18 3M32 15 46 27M32 15 46 3M32 15 18 27", "#6b4a2b", 1.8)
    + _p("M18 3l8 3-4 4zM46 3l-3 8-4-4zM46 27l-8-3 4-4zM18 27l3-8 4 4z", "#f3d9a4"),
    "meadow": _p("M0 0h64v40H0z", "#9adcff")
    + _p("M0 26q20-9 36-1t28-2v17H0z", "#54b45f")
    + _c(50, 9, 5, "#ffd94a")
    + _p("M10 12a4 4 0 0 1 6-3 5 5 0 0 1 9 2 3.5 3.5 0 0 1 0 6H12a3 3 0 0 1-2-5z", "#fff")
    + "".join(
        _l(f"M{x} {y}v6", "#2e7f3d", 1.5) + _c(x, y, 3, c) + _c(x, y, 1.2, "#fff3a0")
        for x, y, c in ((14, 29, "#e2352f"), (30, 28, "#fff"), (46, 30, "#ff8ac0"))
    ),
    "officer": _p("M0 0h64v40H0z", "#c9d6e8")
    + _p("M20 40q0-10 12-10t12 10z", "#1f3f77")
    + _c(32, 22, 9, "#f0c49a")
    + _p("M19 14q13-14 26 0l-3 4q-10-3-20 0z", "#1f3f77")
    + _p("M21 17q11-4 22 0v2.5q-11-3-22 0z", INK)
    + _p("M32 7l1.2 2.4 2.6.4-1.9 1.9.5 2.6-2.4-1.2-2.4 1.2.5-2.6-1.9-1.9 2.6-.4z", "#ffd34d")
    + _c(28.5, 23, 1.2, INK)
    + _c(35.5, 23, 1.2, INK)
    + _l("M29 27.5q3 1.5 6 0", INK, 1.2)
    + _p("M32 32l3 3-3 5-3-5z", "#fff"),
    "red_card": _p("M0 0h64v40H0z", "#4ea353")
    + _p("M0 0h11v40H0zM22 0h11v40H22zM44 0h11v40H44z", "#5cb360")
    + _p("M30 3h16v22H30z", "#d2122e", ' stroke="#fff" stroke-width="1.5" transform="rotate(9 38 14)"')
    + _p("M12 40l6-13 10-7q4-1 4 2l-5 4 9-2q4 0 3 3t-6 5l-6 8z", "#f0c49a")
    + _p("M8 40l7-12 8 5-4 7z", INK),
    "dungeon": _p("M0 0h64v40H0z", "#494a55")
    + _l(
        "M0 8h64M0 18h64M0 28h64M10 0v8M30 0v8M52 0v8M6 8v10M56 8v10M10 18v10M54 18v10M6 28v12M58 28v12", "#34353f", 1.2
    )
    + _p("M18 40V18a14 14 0 0 1 28 0v22z", "#17181f")
    + _l("M25 8v32M32 4v36M39 8v32M18 22h28M18 32h28", "#b6bcc6", 2.2),
    "night_tower": _p("M0 0h64v40H0z", _DUSK)
    + _c(51, 9, 6, "#fff2b8")
    + _c(48, 8, 5.2, _DUSK)
    + _p("M24 40V15h-3V6h4v3h4V6h6v3h4V6h4v9h-3v25z", "#8f8aa8")
    + _p("M29 23a3 3 0 0 1 6 0v7h-6z", "#ffd34d")
    + _l("M31 20v10M33.5 20v10M29 25h6", INK, 1)
    + _p("M0 36q16-5 32-1t32-1v6H0z", "#24274f"),
    "bell": _p("M0 0h64v40H0z", "#fde8c4")
    + _p("M32 4q11 1 11 15v6l5 6H16l5-6v-6Q21 5 32 4z", "#e0a92e")
    + _p("M27 33h10a5 4 0 0 1-10 0z", "#8a5f12")
    + _p("M30 1h4v4h-4z", "#8a5f12")
    + _l("M10 11q-5 7-2 15M54 11q5 7 2 15M14 15q-3 4-1 9M50 15q3 4 1 9", "#b0552f", 1.8),
    "scoreboard": _p("M0 0h64v40H0z", "#4ea353")
    + _p("M12 30h4v10h-4zM48 30h4v10h-4z", "#6d747c")
    + _p("M6 5h52v25H6z", INK, ' stroke="#f4f4f4" stroke-width="1.6"')
    + _p("M13 11h12v3h-8v3h8v9H13v-3h8v-3h-8zM39 11h12v15H39zM43 14v9h4v-9z", "#ffd43b", ' fill-rule="evenodd"')
    + _c(32, 15, 1.8, "#ffd43b")
    + _c(32, 22, 1.8, "#ffd43b"),
    "ticket": _p("M0 0h64v40H0z", "#fbe3ef")
    + _p("M8 9h48v7a4 4 0 0 0 0 8v7H8v-7a4 4 0 0 0 0-8z", "#f2b705", ' stroke="#7a5a00" stroke-width="1.4"')
    + _l("M42 10v4M42 18v4M42 26v4", "#7a5a00")
    + _p("M24 12l2.4 5 5.6.8-4 4 1 5.6-5-2.7-5 2.7 1-5.6-4-4 5.6-.8z", "#c2255c"),
    "portcullis": _p("M0 0h64v40H0z", "#9aa3ad")
    + _l("M0 10h64M0 20h10M54 20h10M0 30h10M54 30h10M16 0v10M34 0v5M50 0v10M5 20v10M59 20v10M5 0v0", "#737c86", 1.2)
    + _p("M12 40V20q0-14 20-14t20 14v20z", INK)
    + _l("M19 12v22M25.5 8v28M32 7v30M38.5 8v28M45 12v22M13 17h38M12 25h40", "#c3cbd3", 2)
    + _p("M17 34h4l-2 5zM23.5 36h4l-2 4zM30 37h4l-2 3zM36.5 36h4l-2 4zM43 34h4l-2 5z", "#c3cbd3"),
    "ball_and_chain": _p("M0 0h64v40H0z", "#e6d5ae")
    + _p("M0 31h64v9H0z", "#b59a63")
    + _c(45, 23, 12, INK)
    + _c(41, 19, 3, "#5b6771")
    + _l("M35 17l-5-3M28 13a3 3 0 1 0-4-2M23 11a3 3 0 1 0-5 1", "#5b6771", 2.6)
    + _l("M17 14a7 7 0 1 0 .01 0z", "#5b6771", 3.4),
    "locker": _p("M0 0h64v40H0z", "#d5e6ee")
    + "".join(
        _p(f"M{x} 3h17v37H{x}z", color, f' stroke="{INK}" stroke-width="1.2"')
        + _l(f"M{x + 4} 8h9M{x + 4} 11h9M{x + 4} 14h9", INK, 1.2)
        + _c(x + 13.5, 24, 1.4, INK)
        for x, color in ((4, "#2f9e5b"), (23.5, "#2f9e5b"), (43, "#f4f4f4"))
    )
    + _p("M47 18h9v12l-4.5-3-4.5 3z", "#c4161c"),
    "suspended": _p("M0 0h64v40H0z", "#7fb4d8")
    + _p("M0 30h64v10H0z", "#4ea353")
    + _p("M4 16q28-16 56 0v4H4z", "#173a86")
    + _p("M7 20h3v14H7zM54 20h3v14h-3zM8 26h48v4H8z", "#d9dee4")
    + "".join(_c(x, 20, 3, "#f0c49a") + _p(f"M{x - 4} 28q0-5 4-5t4 5z", "#8a1538") for x in (19, 32, 45))
    + _p("M46 3h11v15H46z", "#d2122e", ' stroke="#fff" stroke-width="1.4" transform="rotate(10 51 10)"'),
    "detention": _p("M0 0h64v40H0z", "#f3e6c8")
    + _p("M4 4h34v16H4z", "#2f6b4f", ' stroke="#8a5a2b" stroke-width="2"')
    + _l("M8 9h24M8 13h26M8 17h18", "#e8f3ea", 1.2)
    + _c(51, 12, 8, "#fff")
    + _l("M51 4a8 8 0 1 0 .01 0zM51 7v5l4 3", INK)
    + _p("M14 27h36v4H14zM17 31h3v9h-3zM44 31h3v9h-3z", "#a9743f")
    + _p("M24 22h13v5H24z", "#d9485f")
    + _l("M30.5 22v5", "#fff"),
    "paper_bars": _p("M0 0h64v40H0z", "#fbf6e6")
    + _l("M3 4.5 60.5 3 61 36.5 4 38z", INK, 1.6)
    + _l("M13 4 14 37M23 4l-.5 33M33 4l1 33M43 4l-1 33M53 3.5l.5 33", INK, 2.6)
    + _l("M4 13l57-1.5M4 29l57-.5", INK)
    + _l("M20 20q3-4 6 0M38 20q3-4 6 0M26 27q6-4 12 0", "#1d6fb8", 1.6),
    "shed": _p("M0 0h64v40H0z", "#bfe3f7")
    + _p("M0 33h64v7H0z", _GRASS)
    + _p("M8 16 32 3l24 13v3H8z", "#7a3f1d")
    + _p("M12 19h40v17H12z", "#c88a4b")
    + _l("M20 19v17M28 19v17M36 19v17M44 19v17", "#8f5a28", 1.2)
    + _p("M26 22h12v14H26z", "#8f5a28")
    + _p("M29 25h6v5h-6z", INK)
    + _l("M31 25v5M33 25v5", "#e8d9b5", 1)
    + _c(36, 32, 1, "#ffd43b"),
    "handcuffs": _p("M0 0h64v40H0z", "#dde4ea")
    + _l("M18 8a11 11 0 1 0 .01 0zM46 8a11 11 0 1 0 .01 0z", "#54616d", 4.4)
    + _l("M18 8a11 11 0 1 0 .01 0zM46 8a11 11 0 1 0 .01 0z", "#aeb9c3", 1.6)
    + _p("M24 9h7v7h-7zM33 9h7v7h-7z", "#54616d")
    + _l("M29 20a3 3 0 1 0 6 0 3 3 0 1 0-6 0", "#54616d", 2),
    "padlock": _p("M0 0h64v40H0z", "#16323d")
    + _l("M2 8h14l5 5M2 20h14M2 32h14l5-5M62 8H48l-5 5M62 20H48M62 32H48l-5-5", "#4fd1c5", 1.4)
    + "".join(_c(x, y, 1.8, "#4fd1c5") for x in (4, 60) for y in (8, 20, 32))
    + _l("M25 19v-6a7 7 0 0 1 14 0v6", "#e9eef1", 3.6)
    + _p("M20 18h24v18H20z", "#f2b705", ' stroke="#7a5a00" stroke-width="1.2"')
    + _c(32, 25, 2.6, INK)
    + _p("M31 26h2l1 6h-4z", INK),
    "blocks": _p("M0 0h64v40H0z", "#3a2f55")
    + "".join(_p(f"M{x} {y}h7v7h-7z", "#b5562a") for x in range(0, 64, 8) for y in (0, 33))
    + "".join(_p(f"M{x} {y}h7v7h-7z", "#b5562a") for x in (0, 56) for y in (8, 16, 24))
    + _p("M12 10h3v22h-3zM21 10h3v22h-3zM30 10h3v22h-3zM39 10h3v22h-3zM48 10h3v22h-3z", "#d7dbe0"),
    "barrier": _p("M0 0h64v40H0z", "#cfe3f2")
    + _p("M0 30h64v10H0z", "#6d747c")
    + _l("M4 35h10M22 35h10M40 35h10", "#fff", 1.6)
    + _p("M7 18h4v16H7zM53 18h4v16h-4z", INK)
    + _p("M3 18h58v7H3z", "#fff", f' stroke="{INK}" stroke-width="1"')
    + _p("M9 18h7l-4 7H5zM23 18h7l-4 7h-7zM37 18h7l-4 7h-7zM51 18h7l-4 7h-7z", "#d2122e")
    + _p("M28 1h8l5.5 5.5v4L36 16h-8l-5.5-5.5v-4z", "#d2122e", ' stroke="#fff" stroke-width="1.4"')
    + _p("M26 7.2h12v2.8H26z", "#fff"),
    "watchtower": _p("M0 0h64v40H0z", "#c9d6e8")
    + _p("M0 30h64v10H0z", "#a9766a")
    + _l("M0 30h64M0 35h64M10 30v5M30 30v5M50 30v5M20 35v5M40 35v5", "#7c4f46", 1.1)
    + _p("M24 12h16l3 28H21z", "#b5483a")
    + _p("M20 6h24v8H20zM32 0l13 6H19z", "#7a2a22")
    + _p("M26 8h5v4h-5zM33 8h5v4h-5z", "#ffe9a8")
    + _p("M28 20h8v9h-8z", INK)
    + _l("M30.5 20v9M33.5 20v9", "#c3cbd3", 1.2),
    "naughty_chair": _p("M0 0h64v40H0z", "#fff1c9")
    + _p("M0 32h64v8H0z", "#e0a45c")
    + _p("M22 4h5v31h-5zM37 20h5v15h-5zM22 19h20v5H22z", "#c4483a")
    + _p("M27 6h3v13h-3zM33 6h3v13h-3zM27 4h11v3H27zM36 4h3v15h-3z", "#e8836f")
    + _l("M50 8a5 5 0 1 0 .01 0zM50 10v3l2 1.5", INK, 1.3),
    "treasury": _p("M0 0h64v40H0z", "#cfe3f2")
    + _p("M0 35h64v5H0z", "#8a9a7a")
    + _p("M8 15 32 3l24 12v3H8z", "#d8c08a")
    + _p("M12 18h40v14H12z", "#b99c62")
    + _p("M14 18h5v14h-5zM24 18h5v14h-5zM35 18h5v14h-5zM45 18h5v14h-5z", "#f6ead2")
    + _p("M8 32h48v4H8z", "#d8c08a")
    + _c(32, 11.5, 3.2, "#ffcf33")
    + _l("M32 3V0M32 0h6v3h-6", "#c4161c", 1.2),
    "coins": _p("M0 0h64v40H0z", "#dff0e0")
    + "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="10" ry="4" fill="#ffcf33" stroke="#7a5a00" stroke-width="1.1"/>'
        for x, top in ((16, 24), (32, 12), (48, 18))
        for y in range(34, top - 1, -4)
    ),
    "dolphin": _p("M0 0h64v40H0z", "#bfe6f7")
    + _l("M10 30Q11 8 18 8t8 22M38 30q1-16 7-16t8 16", "#ffffff", 2)
    + _c(18, 8, 1.8, "#fff")
    + _c(45, 14, 1.8, "#fff")
    + _p("M12 31Q17 9 36 8q8-1 13 4l8 2.5q-5 3-10 2.5-4 3-9 3-11 1-18 12z", "#3f6f9c")
    + _p("M30 9q-1-6-6-7 8 0 12 6z", "#3f6f9c")
    + _p("M36 19q1 6-4 9 0-5-2-6z", "#2f5578")
    + _p("M47 17q-5 3-9 2.5-11 1-18 12h-3q8-13 20-13 6 0 10-1.5z", "#dcecf6")
    + _c(46, 12.5, 1, INK)
    + _p("M0 30q8-4 16 0t16 0 16 0 16 0v10H0z", "#2a8fc4")
    + _p("M0 35q8-4 16 0t16 0 16 0 16 0v5H0z", "#1d75a8"),
    "fireworks": _p("M0 0h64v40H0z", "#232a5c")
    + "".join(
        _l(
            "".join(
                f"M{x + r * 0.3 * cos(n * pi / 5):.1f} {y + r * 0.3 * sin(n * pi / 5):.1f}"
                f"L{x + r * cos(n * pi / 5):.1f} {y + r * sin(n * pi / 5):.1f}"
                for n in range(10)
            ),
            color,
            1.6,
        )
        + "".join(
            _c(round(x + (r + 2.4) * cos(n * pi / 5), 1), round(y + (r + 2.4) * sin(n * pi / 5), 1), 0.9, "#fff6cf")
            for n in range(10)
        )
        for x, y, r, color in ((19, 14, 9.5, "#ffd34d"), (50, 11, 7, "#ff6b8b"), (36, 24, 5, "#6be0c8"))
    )
    + _l("M19 17q-1 10 3 17M50 14q1 12-6 20M36 27q0 4 1 7", "#8f95c8", 0.9)
    + _p("M0 34q16-4 32-1t32-1v8H0z", "#141838")
    + _p("M8 34v-7h4v7zM14 34V23h5v11zM50 33v-8h5v8zM56 33V29h4v4z", "#141838")
    + _p("M15.5 25h2v2h-2zM51.5 27h2v2h-2z", "#ffd34d"),
    "clover": _p("M0 0h64v40H0z", "#eaf6dc")
    + _l("M32 20q1 10 7 17", "#2f7d3b", 2.6)
    + "".join(
        f'<path d="M32 20C20 16 22 5 27.5 5q4 0 4.5 4.5Q32.5 5 36.5 5 42 5 32 20z" fill="{fill}" '
        f'transform="rotate({turn} 32 20)"/>'
        for turn, fill in ((0, "#4bab57"), (90, "#3d9a4b"), (180, "#4bab57"), (270, "#3d9a4b"))
    )
    + _l("M32 18V9M34 20h9M32 22v9M30 20h-9", "#bfe5b0", 1.1)
    + "".join(_c(x, y, 1.3, "#f2b705") for x, y in ((10, 9), (54, 31), (12, 31), (53, 9))),
}

ARROW = (
    '<path d="M33 26.5H17V21L4 30.5 17 40v-5.5h16z" transform="translate(0 -1)" fill="#d2122e" '
    'stroke="#fff" stroke-width="1.8" stroke-linejoin="round"/>'
)


def picture(name: str, box: Box, line: str, arrow: bool = False) -> str:
    """Return a picture in the middle of a box, as large as there is room; with an arrow along the board."""
    scale = min(box.w / WIDE, box.h / HIGH)
    x, y = box.cx - WIDE * scale / 2, box.cy - HIGH * scale / 2
    frame = f'<path d="M0 0h64v40H0z" fill="none" stroke="{line}" stroke-width="1.2"/>'
    inside = PICTURES[name] + (ARROW if arrow else "") + frame
    return element("g", inside, transform=f"translate({x:.1f} {y:.1f}) scale({scale:.3f})", class_=f"picture {name}")
