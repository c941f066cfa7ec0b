"""Layout of the board: a ring with four corners and at least four spaces.

Space 0 is the corner at the bottom right. The ring runs clockwise: along the bottom to the
left, up, along the top and down again. If the number of spaces is not divisible by four, some
sides have one space more than others. A lane for the tokens runs along the inner edge of the
spaces. Each corner has its own part of the lane, so that no two spaces share room for tokens.
All lengths are in units of the SVG picture.
"""

from dataclasses import dataclass
from functools import lru_cache

from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.messages import say

BOTTOM, LEFT, TOP, RIGHT = "bottom", "left", "top", "right"
SIDES = (BOTTOM, LEFT, TOP, RIGHT)
INWARD = {BOTTOM: TOP, LEFT: RIGHT, TOP: BOTTOM, RIGHT: LEFT}
LONGER_FIRST = (BOTTOM, TOP, LEFT, RIGHT)

LEAST = 4  # smallest number of spaces: the corners
MARGIN = 8.0
LANE = 40.0  # depth of the lane along the bottom and the top
LANE_AT_SIDES = 44.0
STRIP = 50.0  # depth of the part of a corner where tokens stand
UPRIGHT = 62.0  # if spaces at the bottom are narrower than this, their text runs sideways


@dataclass(frozen=True)
class Box:
    """A rectangle: its upper left corner (x, y), width and height; y grows downwards."""

    x: float
    y: float
    w: float
    h: float

    @property
    def cx(self) -> float:
        """Return the x of the middle."""
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        """Return the y of the middle."""
        return self.y + self.h / 2

    @property
    def right(self) -> float:
        """Return the x of the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """Return the y of the lower edge."""
        return self.y + self.h

    def inset(self, dx: float, dy: float | None = None) -> "Box":
        """Return the box without a margin of `dx` left and right and `dy` (or else `dx`) above and below."""
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def split(self, side: str, depth: float) -> tuple["Box", "Box"]:
        """Return the strip of this depth along one side, and the rest of the box."""
        x, y, w, h = self.x, self.y, self.w, self.h
        if side == TOP:
            return Box(x, y, w, depth), Box(x, y + depth, w, h - depth)
        if side == BOTTOM:
            return Box(x, y + h - depth, w, depth), Box(x, y, w, h - depth)
        if side == LEFT:
            return Box(x, y, depth, h), Box(x + depth, y, w - depth, h)
        return Box(x + w - depth, y, depth, h), Box(x, y, w - depth, h)


@dataclass(frozen=True)
class DrawnSpace:
    """One space in the picture; its tokens are drawn in the box `stand`."""

    space: int
    side: str
    corner: bool
    box: Box
    stand: Box


@dataclass(frozen=True)
class BoardLayout:
    """The layout of a whole board."""

    width: float
    height: float
    places: tuple[DrawnSpace, ...]
    road: Box  # runs along the middle of the spaces
    inner: Box  # the area inside the spaces
    centre: Box  # the area inside the lane
    sideways: bool  # text at the bottom and top runs upwards


def sides(spaces: int) -> dict[str, int]:
    """Return the number of spaces between the corners on each side, as equal as possible."""
    each, more = divmod(spaces - 4, 4)
    return {side: each + (LONGER_FIRST.index(side) < more) for side in SIDES}


def usual_size(spaces: int) -> tuple[int, int]:
    """Return the width and height at which a board with this number of spaces is easy to read."""
    more = max(0, sides(spaces)[BOTTOM] - 12)
    return 1200 + 26 * more, 880 + 19 * more


@lru_cache(maxsize=64, typed=True)
def ring(spaces: int, width: float, height: float) -> BoardLayout:
    """Return the layout of a board. Raises ArgumentError if `spaces` is less than `LEAST`."""
    if spaces < LEAST:
        raise ArgumentError(say("board.few_spaces", least=LEAST, value=spaces))
    count = sides(spaces)
    long, high = max(count[BOTTOM], count[TOP]), max(count[LEFT], count[RIGHT])
    w = min(max(1.62 * width / (long + 3.24), 132.0), 190.0)
    h = min(max(1.3 * height / (high + 2.6), 128.0), 150.0)
    board = Box(0, 0, width, height).inset(MARGIN)
    inner = board.inset(w, h)
    centre = inner.inset(LANE_AT_SIDES, LANE)
    places: list[DrawnSpace] = []
    for side, corner in zip(SIDES, _corners(board, w + LANE_AT_SIDES, h + LANE)):
        places.append(_corner(len(places), side, corner))
        places.extend(_side(len(places), side, count[side], board, centre))
    sideways = min(centre.w / long if long else centre.w, centre.w) < UPRIGHT
    return BoardLayout(width, height, tuple(places), board.inset(w / 2, h / 2), inner, centre, sideways)


def _corners(board: Box, w: float, h: float) -> tuple[Box, Box, Box, Box]:
    """Return the boxes of the corners: bottom right, bottom left, top left, top right."""
    right, bottom = board.right - w, board.bottom - h
    return (
        Box(right, bottom, w, h),
        Box(board.x, bottom, w, h),
        Box(board.x, board.y, w, h),
        Box(right, board.y, w, h),
    )


def _corner(space: int, side: str, box: Box) -> DrawnSpace:
    inward = TOP if side in (BOTTOM, LEFT) else BOTTOM
    return DrawnSpace(space, side, True, box, box.split(inward, STRIP)[0])


def _side(first: int, side: str, count: int, board: Box, centre: Box) -> list[DrawnSpace]:
    """Return the spaces of one side, in the order of play."""
    if count == 0:
        return []
    level = side in (BOTTOM, TOP)
    length = (centre.w if level else centre.h) / count
    size = min(length, 250.0 if level else 150.0)
    places = []
    for number in range(count):
        turn = count - 1 - number if side in (BOTTOM, LEFT) else number
        offset = turn * length + (length - size) / 2
        if level:
            y = board.y if side == TOP else centre.bottom
            whole = Box(centre.x + offset, y, size, centre.y - board.y)
        else:
            x = board.x if side == LEFT else centre.right
            whole = Box(x, centre.y + offset, centre.x - board.x, size)
        stand, box = whole.split(INWARD[side], LANE if level else LANE_AT_SIDES)
        places.append(DrawnSpace(first + number, side, False, box, stand))
    return places
