"""Tokens on the lane, and the way the last one came."""

from monopoly_lab.board.draw import element, group, points
from monopoly_lab.board.marks import badge, grating, grid, shape
from monopoly_lab.board.ring import BOTTOM, LANE_AT_SIDES, LEFT, RIGHT, Box, Place
from monopoly_lab.board.scene import Move, Seat, Token
from monopoly_lab.board.spaces import Sheet, cage_of, is_cage

Point = tuple[float, float]

LARGEST = 40.0
DEEP = 10.0  # how far a crowd may grow into the middle
DEEP_AT_SIDES = 22.0
CUT = 16.0  # how far the arrow goes into a corner that is passed


def tokens(sheet: Sheet, last: Move | None) -> str:
    """All tokens; several in one place share its room."""
    drawn = []
    standing = sheet.view.tokens()
    taken = {token.space for token in standing}
    for place in sheet.ring.places:
        here = [token for token in standing if token.space == place.space]
        caged = [token for token in here if token.held and place.corner and is_cage(sheet.view, place.space)]
        free = [token for token in here if token not in caged]
        room = _room(place, len(free))
        for other in _around_the_corner(place, sheet.ring.places):
            room = _parted(room, place, other) if other.space in taken else room
        drawn.append(_crowd(free, room, last))
        if caged:
            drawn.append(_crowd(caged, cage_of(place)[0].inset(2), last))
    return group(*drawn, class_="tokens")


def _room(place: Place, count: int) -> Box:
    """The lane beside a space, deeper for a crowd."""
    stand = place.stand
    if place.corner or count <= 4:
        return stand.inset(0, 2)
    deep, level = (DEEP_AT_SIDES, False) if place.side in (LEFT, RIGHT) else (DEEP, True)
    if level:
        return Box(stand.x, stand.y - deep * (place.side == BOTTOM), stand.w, stand.h + deep)
    return Box(stand.x - deep * (place.side == RIGHT), stand.y, stand.w + deep, stand.h)


def _around_the_corner(place: Place, places: tuple[Place, ...]) -> list[Place]:
    """The places whose lane crosses that of this one, where the ring turns."""
    count = len(places)
    found = []
    for step in (1, -1):
        corner, other = places[(place.space + step) % count], places[(place.space + 2 * step) % count]
        if corner.corner and not place.corner and not other.corner and place.stand.meets(other.stand):
            found.append(other)
    return found


def _parted(room: Box, place: Place, other: Place) -> Box:
    """The room that is left beside tokens around the corner: at the sides the outer half of the lane."""
    half = LANE_AT_SIDES / 2
    if place.side in (LEFT, RIGHT):
        return Box(place.stand.x if place.side == LEFT else place.stand.right - half, room.y, half, room.h)
    return Box(room.x + half * (other.side == LEFT), room.y, room.w - half, room.h)


def _crowd(crowd: list[Token], box: Box, last: Move | None) -> str:
    if not crowd:
        return ""
    radius, middles = grid(len(crowd), box, LARGEST)
    return "".join(_token(token, x, y, radius, last) for token, (x, y) in zip(crowd, middles))


def _token(token: Token, x: float, y: float, radius: float, last: Move | None) -> str:
    seat = token.seat
    drawn = badge(seat.shape, seat.colour, token.letter, x, y, radius)
    if last is not None and last.token == token.index:
        drawn = element("circle", cx=x, cy=y, r=radius * 1.32, fill="#ffd43b", opacity=0.75) + drawn
    if token.held:
        drawn += grating(x, y, radius)
    return group(drawn, class_="token held" if token.held else "token", data_token=token.index, data_seat=seat.index)


def route(sheet: Sheet, last: Move | None) -> str:
    """An arrow along the lane over the spaces passed; dotted, without stops, if the token was carried."""
    count = len(sheet.ring.places)
    if last is None or not 0 <= last.start < count or sheet.view.s is None:
        return ""
    places = [sheet.ring.places[q] for q in passed(last, count) or _without_go(last, count)]
    if len(places) < 2:
        return ""
    seat = sheet.view.seats[sheet.view.s.seat_of[last.token]]
    if not last.steps:
        places = [places[0], *(place for place in places[1:-1] if not place.corner), places[-1]]
    ways = [_way(place, sheet.ring.inner) for place in places]
    line = _short_of(_whole_line(places, ways), 20.0)
    return group(
        _stroke(line, seat.colour, sheet.theme.centre, dotted=not last.steps),
        *(_stop(x, y, seat.colour, sheet.theme.centre) for x, y in (ways[1:-1] if last.steps else ())),
        _ghost(seat, line[0], sheet.theme.lane),
        _head(line, seat.colour, sheet.theme.centre),
        class_="route",
        data_from=last.start,
        data_to=last.goal,
    )


def passed(last: Move, spaces: int) -> list[int]:
    """The spaces of a move in order, the first and the last included; none if the token was carried."""
    if last.steps == 0:
        return []
    step = 1 if last.steps > 0 else -1
    return [(last.start + step * n) % spaces for n in range(abs(last.steps) + 1)]


def _without_go(last: Move, spaces: int) -> list[int]:
    """Along the lane the way that does not pass space 0; a token that is carried earns nothing there."""
    return passed(last._replace(steps=last.goal - last.start), spaces) if last.goal != last.start else []


def _whole_line(places: list[Place], ways: list[Point]) -> list[Point]:
    """From token to token; out of a corner and into one by its inner edge."""
    line = [_middle(places[0]), *ways[1:-1], _middle(places[-1])]
    line[1:1] = [ways[0]] * places[0].corner
    line[-1:-1] = [ways[-1]] * places[-1].corner
    return line


def _stroke(line: list[Point], colour: str, around: str, dotted: bool) -> str:
    path = points(line)
    return group(
        element("polyline", points=path, stroke=around, stroke_width=11),
        element("polyline", points=path, stroke=colour, stroke_width=6, stroke_dasharray="1 11" if dotted else None),
        fill="none",
        stroke_linejoin="round",
        stroke_linecap="round",
    )


def _stop(x: float, y: float, colour: str, fill: str) -> str:
    return element("circle", cx=x, cy=y, r=4.5, fill=fill, stroke=colour, stroke_width=2.5, class_="stop")


def _ghost(seat: Seat, at: Point, fill: str) -> str:
    """The outline of the token where it stood before."""
    return shape(seat.shape, *at, 11.0, fill=fill, stroke=seat.colour, stroke_width=2.5, stroke_dasharray="4 3")


def _middle(place: Place) -> Point:
    return place.stand.cx, place.stand.cy


def _way(place: Place, inner: Box) -> Point:
    """Where the arrow passes a space: the middle of its lane, and just inside a corner."""
    if not place.corner:
        return _middle(place)
    x = inner.x - CUT if place.box.cx < inner.x else inner.right + CUT
    y = inner.y - CUT if place.box.cy < inner.y else inner.bottom + CUT
    return x, y


def _short_of(line: list[Point], gap: float) -> list[Point]:
    """The line without its last bit, so that the arrow ends beside the token."""
    (ax, ay), (bx, by) = line[-2], line[-1]
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    part = max(0.2, 1 - gap / length) if length else 0.0
    return [*line[:-1], (ax + (bx - ax) * part, ay + (by - ay) * part)]


def _head(line: list[Point], colour: str, around: str) -> str:
    (ax, ay), (bx, by) = line[-2], line[-1]
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    tip = (bx + 8 * ux, by + 8 * uy)
    wings = [(bx - 8 * ux - 10 * uy, by - 8 * uy + 10 * ux), (bx - 8 * ux + 10 * uy, by - 8 * uy - 10 * ux)]
    return element(
        "polygon", points=points([tip, *wings]), fill=colour, stroke=around, stroke_width=1.5, stroke_linejoin="round"
    )
