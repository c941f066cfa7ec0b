"""The board under a figure: its picture and where its spaces are, in the units of the axes.

One unit is a pixel of the picture at its usual size; the vertical axis points up.
"""

from base64 import b64encode
from typing import NamedTuple

from monopoly_lab.board_drawing import Overlay
from monopoly_lab.board_drawing.center import centre
from monopoly_lab.board_drawing.colors import ink_on, scale_colour, themed
from monopoly_lab.board_drawing.icons import definitions
from monopoly_lab.board_drawing.layout import BOTTOM, LEFT, RIGHT, SIDES, TOP, Box, ring, usual_size
from monopoly_lab.board_drawing.picture import FONTS, ground
from monopoly_lab.board_drawing.scene import Scene
from monopoly_lab.board_drawing.spaces import DrawingContext, cage_of, is_cage, space
from monopoly_lab.board_drawing.svg_elements import block_of_text, element, fit
from monopoly_lab.figures.style import LIGHT
from monopoly_lab.markov import Chain
from monopoly_lab.markov.transition_matrix import Location

HEIGHT_RATIO = 0.88  # lower than the board of a game, so that a figure and its title stand on one screen
LANE_OFFSET = 4.0  # of a place beside a space to the space, so that the places at a corner keep apart


class Point(NamedTuple):
    x: float
    y: float
    side: str  # of the board it is on


class BoardBackground:
    """Picture and places of a chain's board."""

    def __init__(self, chain: Chain, overlay: Overlay | None = None, lang: str = "") -> None:
        self.chain = chain
        width, height = usual_size(chain.tables.spaces)
        self.width, self.height = width, round(height * HEIGHT_RATIO)
        view = Scene(chain.edition, chain.tables, None, (), lang or chain.lang, chain.names)
        blank = Overlay([None] * chain.tables.spaces)  # no prices on it
        self.overlay = overlay
        places, theme = ring(chain.tables.spaces, self.width, self.height), themed(view.look, "light")
        self.sheet = DrawingContext(view, places, theme, overlay or blank)

    def box(self, location: Location) -> Box:
        """Return where the tokens of a location stand: the lane beside the space, or its cell."""
        place = self.sheet.ring.places[location[0]]
        if location[1] and place.corner and is_cage(self.sheet.view, location[0]):
            return cage_of(place)[0]
        if location[1]:
            return Box(place.stand.x, place.stand.y, place.stand.w, place.stand.h * 0.5)
        return place.stand

    def point(self, location: Location) -> Point:
        place, box, inner = self.sheet.ring.places[location[0]], self.box(location), self.sheet.ring.inner
        x, y = box.cx, box.cy
        if not place.corner and not location[1]:
            x = {LEFT: inner.x + LANE_OFFSET, RIGHT: inner.right - LANE_OFFSET}.get(place.side, x)
            y = {TOP: inner.y + LANE_OFFSET, BOTTOM: inner.bottom - LANE_OFFSET}.get(place.side, y)
        return Point(round(x, 1), round(self.height - y, 1), place.side)

    def middle_of(self, q: int) -> Point:
        place = self.sheet.ring.places[q]
        return Point(round(place.box.cx, 1), round(self.height - place.box.cy, 1), place.side)

    @property
    def centre(self) -> Point:
        return Point(self.width / 2, self.height / 2, "")

    @property
    def free(self) -> Box:
        """Return the middle of the board, its vertical axis pointing up."""
        box = self.sheet.ring.centre
        return Box(box.x, self.height - box.bottom, box.w, box.h)

    def picture(self, held: dict[Location, tuple[float, str]] | None = None) -> str:
        """Return the board as a data address; with an overlay its scale and ranking in the middle.

        `held` tells of locations for the detained how far up the scale they are, and a text for them.
        """
        sheet = self.sheet
        drawn = [
            element("style", FONTS),
            definitions(sheet.theme, sheet.view.look, {sheet.view.group_pattern(g) for g in sheet.view.bars}),
            ground(sheet.ring, sheet.theme, sheet.view.look.pattern),
            *(space(sheet, place) for place in sheet.ring.places),
            *(self._plate(location, *entry) for location, entry in (held or {}).items()),
            centre(sheet, "") if self.overlay else "",
        ]
        size = {"viewBox": f"0 0 {self.width} {self.height}", "width": self.width, "height": self.height}
        text = element("svg", *drawn, xmlns="http://www.w3.org/2000/svg", **size)
        return "data:image/svg+xml;base64," + b64encode(text.encode()).decode()

    def _plate(self, location: Location, part: float, text: str) -> str:
        box = self.box(location).inset(1)
        colour = scale_colour(part)
        words = fit(text, box.w - 8, box.h - 4, 17, bold=True)
        plate = element(
            "rect", x=box.x, y=box.y, width=box.w, height=box.h, rx=5, fill=colour, stroke=LIGHT.line, stroke_width=2
        )
        return plate + block_of_text(words, box.cx, box.cy - words.height / 2, ink_on(colour))

    def layout(self, held: dict[Location, tuple[float, str]] | None = None, opacity: float = 1.0) -> dict[str, object]:
        """Return the picture as the ground of a figure whose axes keep its proportions."""
        still = {"visible": False, "fixedrange": True, "constrain": "domain"}
        return {
            "images": [
                {
                    "source": self.picture(held),
                    "xref": "x",
                    "yref": "y",
                    "x": 0,
                    "y": self.height,
                    "sizex": self.width,
                    "sizey": self.height,
                    "sizing": "stretch",
                    "layer": "below",
                    "opacity": opacity,
                }
            ],
            "xaxis": {**still, "range": [0, self.width]},
            "yaxis": {**still, "range": [0, self.height], "scaleanchor": "x", "constraintoward": "top"},
            "showlegend": False,
            "hovermode": "closest",
            "dragmode": False,
        }

    def label_at(self, location: Location) -> str:
        """Return where a text goes so that it stands inside the ring and clear of its neighbors, as plotly says it."""
        places, q = self.sheet.ring.places, location[0]
        side = places[q].side
        where = dict(zip(SIDES, ("top center", "middle right", "bottom center", "middle left")))[side]
        if side in (BOTTOM, TOP) or places[q].corner:
            return where
        for beside, height in ((BOTTOM, "top"), (TOP, "bottom")):
            next_to = (places[(q + step) % len(places)] for step in (-1, 1))
            if any(place.corner and (place.box.cy > self.height / 2) == (beside == BOTTOM) for place in next_to):
                return where.replace("middle", height)
        return where
