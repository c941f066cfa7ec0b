"""Colors: two themes, groups, seats, and the scale of a heat map.

The first eight group colors and the seat colors were chosen so that any two stay at
least 24 (groups) and 27 (seats) apart in CIELAB for full protanopia, deuteranopia and
tritanopia as simulated by Machado, Oliveira and Fernandes (2009); a test measures it.
The scale is viridis by van der Walt and Smith (2015), perceptually uniform.
"""

from collections.abc import Sequence
from colorsys import hls_to_rgb, rgb_to_hls
from dataclasses import dataclass, replace
from functools import lru_cache

from monopoly_lab.editions.appearance import Appearance

Rgb = tuple[int, int, int]


@dataclass(frozen=True)
class Theme:
    """Colors of the paper and of what is printed on it."""

    ground: str  # around and between the spaces
    paper: str  # of a space
    corner: str
    lane: str  # where tokens stand
    centre: str
    line: str
    ink: str
    soft: str  # ink of what matters less
    faint: str  # lines
    slot: str  # outlines of empty places
    hatch: str
    glow: str  # around whoever has the choice
    strewn: str  # the pattern of the ground
    accent: str  # titles, signs, the backs of cards


THEMES = {
    "light": Theme(
        ground="#c9d8cf",
        paper="#fffdf7",
        corner="#f3eee0",
        lane="#dbe7df",
        centre="#eef4ef",
        line="#3d4a44",
        ink="#17211d",
        soft="#55645d",
        faint="#b9c7bf",
        slot="#7b8a82",
        hatch="#8a938e",
        glow="#fff3bf",
        strewn="#bccdc3",
        accent="#17211d",
    ),
    "dark": Theme(
        ground="#0d1211",
        paper="#242c2a",
        corner="#2d3633",
        lane="#18201e",
        centre="#141b19",
        line="#53625c",
        ink="#f1f6f3",
        soft="#a9b8b1",
        faint="#3d4a45",
        slot="#8d9d96",
        hatch="#7f8d87",
        glow="#4a431c",
        strewn="#161d1b",
        accent="#f1f6f3",
    ),
}

GROUPS = (
    "#9e7b4f",  # brown
    "#91dbff",  # light blue
    "#dd80b2",  # pink
    "#e87f03",  # orange
    "#c30000",  # red
    "#edec6c",  # yellow
    "#007668",  # green
    "#1a2a87",  # dark blue
    "#8748b9",  # violet
    "#c6ba6f",  # straw
    "#2ebdc9",  # teal
    "#8c9e86",  # gray green
)

SEATS = ("#104fcd", "#c90014", "#179c50", "#ff9eb0", "#c8bc2c", "#00d4ff", "#8f007e", "#534d48")

VIRIDIS = (
    "#440154",
    "#482878",
    "#3e4a89",
    "#31688e",
    "#26828e",
    "#1f9e89",
    "#35b779",
    "#6ece58",
    "#b5de2b",
    "#fde725",
)


def rgb(color: str) -> Rgb:
    """Return a color such as "#1a2a87" as three numbers from 0 to 255."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def luminance(color: str) -> float:
    """Return the relative luminance, from 0 to 1, as the Web Content Accessibility Guidelines define it."""
    linear = [_linear(part / 255) for part in rgb(color)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def ink_on(color: str) -> str:
    """Return black or white, whichever has more contrast."""
    light = luminance(color)
    return "#ffffff" if 1.05 / (light + 0.05) > (light + 0.05) / 0.05 else "#000000"


SEEN = 3.0  # least contrast of a line to its paper, Web Content Accessibility Guidelines 1.4.11
READ = 4.5  # least contrast of small text, Web Content Accessibility Guidelines 1.4.3


def seen_on_dark(color: str) -> str:
    """Return the color, mixed with white until lines in it have a contrast of 3 to the dark paper."""
    return _mix_until_visible(color, 255, luminance(THEMES["dark"].ground))


def seen_on_light(color: str) -> str:
    """Return the color, mixed with black until lines in it have a contrast of 3 to white paper."""
    return _mix_until_visible(color, 0, 1.0)


def read_on_light(color: str) -> str:
    """Return the color, mixed with black until letters in it have a contrast of 4.5 to white paper."""
    return _mix_until_visible(color, 0, 1.0, READ)


def contrast(one: float, other: float) -> float:
    """Return the contrast of two luminances, from 1 to 21."""
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def _mix_until_visible(color: str, towards: int, paper: float, least: float = SEEN) -> str:
    end = f"#{towards:02x}{towards:02x}{towards:02x}"
    shades = (mix_colors(color, end, share / 100) for share in range(0, 105, 5))
    return next(shade for shade in shades if contrast(luminance(shade), paper) >= least)


def mix_colors(color: str, other: str, share: float) -> str:
    """Return the color with a share of another, from 0 (none) to 1 (that alone)."""
    parts = (round(part + (more - part) * share) for part, more in zip(rgb(color), rgb(other)))
    return "#" + "".join(f"{part:02x}" for part in parts)


DUSK, NIGHT = 0.21, 0.1  # lightness of ground and middle on a dark board
TINT, DEEPER = 0.62, 1.5  # how deep their hue is at most, and beside that of the day


def theme_of_edition(look: Appearance, name: str) -> Theme:
    """Return the theme in the colors of an edition, each as near to them as text and lines on it allow."""
    return _adapt_theme(name, look.ground, look.middle, look.accent, look.dark_ground, look.dark_middle)


@lru_cache(maxsize=64)  # asked for with every picture of a board
def _adapt_theme(name: str, ground: str, middle: str, accent: str, dark_ground: str, dark_middle: str) -> Theme:
    base, dark = THEMES[name], name == "dark"
    day, own = ground, bool(ground or middle)
    if dark:
        ground, middle = dark_ground or _night_color(day, DUSK), dark_middle or _night_color(day, NIGHT)
    ground, inks = ground or base.ground, (base.ink, base.soft)
    paper = ensure_contrast(mix_colors(base.paper, ground, 0.5), "#000000", inks) if own and dark else base.paper
    centre = ensure_contrast(middle or base.centre, base.paper, inks)
    corner = ensure_contrast(mix_colors(paper, ground, 0.3), paper, inks) if own else base.corner
    lane = ensure_contrast(mix_colors(ground, centre, 0.5), centre, (base.ink,)) if own else base.lane
    papers = (paper, centre, corner)
    bright = ensure_contrast(accent, day or base.ink, papers) if accent and dark else accent
    return replace(
        base,
        ground=ground,
        paper=paper,
        centre=centre,
        corner=corner,
        lane=lane,
        slot=ensure_contrast(base.slot, base.ink, (paper, base.glow), SEEN),
        accent=ensure_contrast(bright, base.ink, papers) if accent else base.accent,
        strewn=mix_colors(ground, base.ink, 0.12) if own else base.strewn,
    )


def _night_color(color: str, light: float) -> str:
    """Return the same hue, deeper and as dark as `light`, from 0 to 1; a gray stays a gray."""
    if not color:
        return ""
    hue, _, deep = rgb_to_hls(*(part / 255 for part in rgb(color)))
    parts = hls_to_rgb(hue, light, min(TINT, deep * DEEPER))
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)


def ensure_contrast(color: str, towards: str, others: Sequence[str], least: float = READ) -> str:
    """Return the color, mixed with another until small text in it can be read on the others, or they on it.

    `least`: the contrast that this takes; SEEN for lines.
    """
    shades = (mix_colors(color, towards, share / 100) for share in range(0, 105, 5))
    lights = [luminance(other) for other in others]
    return next((s for s in shades if all(contrast(luminance(s), light) >= least for light in lights)), towards)


def group_colors(wanted: Sequence[str]) -> list[str]:
    """Return a safe color for each group, as near as can be to the color its edition prints.

    Up to eight groups get the eight that are farthest apart. No two share one until all
    are used up; from then on patterns tell them apart.
    """
    return list(_safe_colors(tuple(wanted)))


@lru_cache(maxsize=64)  # asked for with every picture of a board
def _safe_colors(wanted: tuple[str, ...]) -> tuple[str, ...]:
    free: list[str] = []
    chosen = []
    for color in wanted:
        free = free or list(GROUPS[:8] if len(wanted) <= 8 else GROUPS)
        best = min(free, key=lambda safe: _distance(safe, color)) if _is_color(color) else free[0]
        free.remove(best)
        chosen.append(best)
    return tuple(chosen)


def _is_color(color: str) -> bool:
    return len(color) == 7 and color[0] == "#" and all(digit in "0123456789abcdefABCDEF" for digit in color[1:])


def _distance(one: str, other: str) -> int:
    """Return the squared distance of two colors, weighted as the eye weighs red, green and blue."""
    red, green, blue = (a - b for a, b in zip(rgb(one), rgb(other)))
    return 2 * red * red + 4 * green * green + 3 * blue * blue


def scale_color(part: float) -> str:
    """Return the color of the scale at `part`, from 0 (dark) to 1 (light)."""
    place = min(max(part, 0.0), 1.0) * (len(VIRIDIS) - 1)
    left = min(int(place), len(VIRIDIS) - 2)
    mixed = [round(a + (b - a) * (place - left)) for a, b in zip(rgb(VIRIDIS[left]), rgb(VIRIDIS[left + 1]))]
    return "#" + "".join(f"{part:02x}" for part in mixed)
