"""Read and check how an edition looks: its table `[look]`.

The drawings themselves are in `monopoly_lab.board_drawing`; here are their names, so that an edition
file that asks for an unknown one is refused with the nearest right one. The table may also name kinds of
space, and characters and bosses of the edition.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from monopoly_lab.common.validation_errors import ValidationErrors
from monopoly_lab.constants import codes, space_kind

# Colors for paper by day; the dark ones are worked out where they are not given.
COLOURS = ("ground", "middle", "accent", "dark_ground", "dark_middle")
PLAIN_TOKENS = ("circle", "square", "triangle", "diamond", "hexagon", "star", "pentagon", "cross")

# What a key of the table chooses from, the usual drawing first.
DRAWINGS: dict[str, tuple[str, ...]] = {
    "pattern": (
        "plain",
        "cobbles",
        "bricks",
        "waves",
        "stars",
        "mown",
        "stitches",
        "clouds",
        "squared",
        "diamonds",
        "pixels",
        "stripes",
        "confetti",
        "bunting",
    ),
    "house": ("house", "cottage", "stand", "hut", "flats", "terrace", "tent", "log_house", "booth", "gable"),
    "hotel": ("hotel", "castle", "stadium", "tower", "school", "arena", "big_top", "manor", "grand", "folded"),
    "back": (
        "plain",
        "rays",
        "diamonds",
        "stars",
        "ball",
        "waves",
        "flower",
        "bricks",
        "clover",
        "shield",
        "stripes",
        "chip",
        "wheel",
        "key",
        "balloons",
    ),
    "coins": ("coin", "stack"),
}
TOKENS = (
    *PLAIN_TOKENS,
    "hat",
    "car",
    "ship",
    "boot",
    "bell",
    "cat",
    "cup",
    "shield",
    "crown",
    "shirt",
    "medal",
    "flag",
    "apple",
    "teapot",
    "flower",
    "cloud",
    "fish",
    "egg",
    "jug",
    "cottage",
    "heart",
    "rocket",
    "book",
    "backpack",
    "tram",
    "samovar",
    "bear",
    "gem",
    "dog",
    "balloon",
    "drum",
    "whistle",
    "glove",
    "lollipop",
    "leaf",
    "briefcase",
)
PICTURES = (  # of a corner
    "sunrise",
    "train",
    "domes",
    "kick_off",
    "enchanted",
    "sunflowers",
    "hills",
    "school",
    "scissors",
    "bench",
    "car",
    "bus",
    "carousel",
    "goal",
    "windmill",
    "meadow",
    "officer",
    "red_card",
    "dungeon",
    "night_tower",
    "bell",
    "coins",
    "treasury",
    "scoreboard",
    "ticket",
    "portcullis",
    "ball_and_chain",
    "locker",
    "suspended",
    "detention",
    "paper_bars",
    "shed",
    "handcuffs",
    "padlock",
    "blocks",
    "barrier",
    "watchtower",
    "naughty_chair",
    "dolphin",
    "fireworks",
    "clover",
)
FIGURES = (  # of a character or boss
    "cap",
    "tall_cap",
    "flame_cap",
    "crown",
    "crest",
    "ape",
    "young_ape",
    "moustache",
    "spotted",
    "starlet",
    "ghost",
    "ears",
    "tufts",
    "mohawk",
    "star_cheek",
    "bow",
    "glasses",
    "shades",
    "curls",
    "horns",
)


class Figure(NamedTuple):
    """The drawing of a character and its color."""

    drawing: str
    color: str


@dataclass(frozen=True)
class Appearance:
    """Colors (empty: the usual one) and the names of drawings."""

    ground: str = ""  # around and between the spaces, and where tokens stand
    middle: str = ""
    accent: str = ""  # of titles, signs and the backs of cards
    dark_ground: str = ""
    dark_middle: str = ""
    pattern: str = DRAWINGS["pattern"][0]
    house: str = DRAWINGS["house"][0]
    hotel: str = DRAWINGS["hotel"][0]
    back: str = DRAWINGS["back"][0]
    coins: str = DRAWINGS["coins"][0]
    tokens: tuple[str, ...] = PLAIN_TOKENS  # by seat
    corners: Mapping[str, str] = field(default_factory=dict)  # picture by id of a space, or by its kind
    figures: Mapping[str, Figure] = field(default_factory=dict)  # by id of the character or boss
    sides: Mapping[str, Figure] = field(default_factory=dict)  # outline of the tokens of a side, and its color


def look_of(entry: Mapping[str, Any]) -> Appearance:
    """Return the table of an edition as an object; seats without a token of their own have plain ones that are left."""
    given = {key: value for key, value in entry.items() if key not in ("tokens", "figures", "sides")}
    own = tuple(entry.get("tokens", ()))
    tokens = (*own, *(name for name in PLAIN_TOKENS if name not in own))[: len(PLAIN_TOKENS)]
    figures, sides = (_read_figures(entry.get(key, {})) for key in ("figures", "sides"))
    return Appearance(**given, tokens=tokens, figures=figures, sides=sides)


def _read_figures(entries: Mapping[str, Any]) -> dict[str, Figure]:
    return {name: Figure(entry["drawing"], entry["color"]) for name, entry in entries.items()}


# What a table `[look]` may name: drawings there are, kinds of space, characters and bosses of the edition


def check_look(content: dict[str, Any], found: ValidationErrors) -> None:
    """Note every unknown drawing, kind of space and figure of the table."""
    look = content.get("look")
    if not isinstance(look, dict):
        return
    for key, known in DRAWINGS.items():
        _drawing(f"look.{key}", look.get(key), known, found)
    _tokens(look.get("tokens") or [], found)
    spaces = [entry.get("id") for entry in content.get("spaces") or [] if entry]
    places = [*codes(space_kind), *spaces]
    for sort, picture in (look.get("corners") or {}).items():
        if spaces and sort not in places:
            found.add(f"look.corners.{sort}", "unknown_corner", value=sort, known=places)
        _drawing(f"look.corners.{sort}", picture, PICTURES, found)
    those = [entry.get("id") for part in ("characters", "bosses") for entry in content.get(part) or [] if entry]
    for name, figure in (look.get("figures") or {}).items():
        if name not in those:
            found.add(f"look.figures.{name}", "unknown_figure", value=name, known=those)
        if isinstance(figure, dict):
            _drawing(f"look.figures.{name}.drawing", figure.get("drawing"), FIGURES, found)


def _tokens(tokens: list[Any], found: ValidationErrors) -> None:
    if len(tokens) > len(PLAIN_TOKENS):
        found.add("look.tokens", "too_many_drawings", value=len(tokens), most=len(PLAIN_TOKENS))
    for place, name in enumerate(tokens):
        _drawing(f"look.tokens[{place}]", name, TOKENS, found)
        if name is not None and name in tokens[:place]:
            found.add(f"look.tokens[{place}]", "token_twice", value=name)


def _drawing(place: str, name: Any, known: Iterable[str], found: ValidationErrors) -> None:
    if name is not None and name not in known:
        found.add(place, "unknown_drawing", value=name, known=known)
