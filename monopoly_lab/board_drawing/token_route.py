"""Draw the tokens on the lane, and the route of the last move."""

from monopoly_lab.board_drawing.board_pieces import badge, grating, grid, shape
from monopoly_lab.board_drawing.head_art import figure
from monopoly_lab.board_drawing.layout import LANE, LANE_AT_SIDES, Box, DrawnSpace
from monopoly_lab.board_drawing.scene import Move, Seat, Token
from monopoly_lab.board_drawing.spaces import DrawingContext, cage_of, is_cage
from monopoly_lab.board_drawing.svg_elements import element, group, points
from monopoly_lab.editions.appearance import Figure

Point = tuple[float, float]

LARGEST = 38.0


def tokens(sheet: DrawingContext, last: Move | None) -> str:
    """Return all tokens; several in one place share its room."""
    drawn = []
    standing = sheet.view.tokens()
    for place in sheet.ring.places:
        here = [token for token in standing if token.space == place.space]
        caged = [token for token in here if token.held and place.corner and is_cage(sheet.view, place.space)]
        drawn.append(_crowd([token for token in here if token not in caged], place.stand.inset(1), last))
        if caged:
            drawn.append(_crowd(caged, cage_of(place)[0].inset(2), last))
    return group(*drawn, class_="tokens")


def _crowd(crowd: list[Token], box: Box, last: Move | None) -> str:
    if not crowd:
        return ""
    radius, middles = grid(len(crowd), box, LARGEST)
    return "".join(_token(token, x, y, radius, last, len(crowd) == 1) for token, (x, y) in zip(crowd, middles))


def _token(token: Token, x: float, y: float, radius: float, last: Move | None, alone: bool) -> str:
    seat = token.seat
    drawn = badge(seat.shape, seat.color, token.letter, x, y, radius)
    if token.figure is not None:
        drawn = _character(token, token.figure, x, y, radius * (1.0 if alone else 0.78))
    if last is not None and last.token == token.index:
        drawn = element("circle", cx=x, cy=y, r=radius * 1.32, fill="#ffd43b", opacity=0.75) + drawn
    if token.held:
        drawn += grating(x, y, radius)
    held = "token held" if token.held else "token"
    return group(drawn, class_=held, data_token=token.index, data_seat=seat.index, data_x=x, data_y=y)


def _character(token: Token, head: Figure, x: float, y: float, radius: float) -> str:
    """Return the head of the character, and before it the mark of its seat."""
    seat = token.seat
    mark = badge(seat.shape, seat.color, token.letter, x + radius * 0.74, y + radius * 0.36, radius * 0.64)
    return figure(head, x - radius * 0.4, y - radius * 0.08, radius * 1.1) + mark


def route(sheet: DrawingContext, last: Move | None) -> str:
    """Return an arrow along the lane over the spaces passed; dotted, without stops, if the token was carried."""
    count = len(sheet.ring.places)
    if last is None or not 0 <= last.start < count or sheet.view.s is None:
        return ""
    places = [sheet.ring.places[q] for q in spaces_passed(last, count) or _route_avoiding_go(last, count)]
    if len(places) < 2:
        return ""
    seat = sheet.view.seats[sheet.view.s.seat_of[last.token]]
    if not last.steps:
        places = [places[0], *(place for place in places[1:-1] if not place.corner), places[-1]]
    ways = [_arrow_point(place, sheet.ring.inner) for place in places]
    line = _shorten_line(_whole_line(places, ways), 20.0)
    return group(
        _stroke(line, seat.color, sheet.theme.centre, dotted=not last.steps),
        *(_stop(x, y, seat.color, sheet.theme.centre) for x, y in (ways[1:-1] if last.steps else ())),
        _ghost(seat, line[0], sheet.theme.lane),
        _head(line, seat.color, sheet.theme.centre),
        class_="route",
        data_token=last.token,
        data_from=last.start,
        data_to=last.goal,
        data_line=points(line),
    )


def spaces_passed(last: Move, spaces: int) -> list[int]:
    """Return the spaces of a move in order, the first and the last included; none if the token was carried."""
    if last.steps == 0:
        return []
    step = 1 if last.steps > 0 else -1
    return [(last.start + step * n) % spaces for n in range(abs(last.steps) + 1)]


def _route_avoiding_go(last: Move, spaces: int) -> list[int]:
    """Return the spaces along the lane by the way that does not pass space 0; a carried token earns nothing there."""
    return spaces_passed(last._replace(steps=last.goal - last.start), spaces) if last.goal != last.start else []


def _whole_line(places: list[DrawnSpace], ways: list[Point]) -> list[Point]:
    """Return the line from token to token; it leaves and enters a corner along the lane."""
    line = [_middle(places[0]), *ways[1:-1], _middle(places[-1])]
    line[1:1] = [ways[0]] * places[0].corner
    line[-1:-1] = [ways[-1]] * places[-1].corner
    return line


def _stroke(line: list[Point], color: str, around: str, dotted: bool) -> str:
    path = points(line)
    return group(
        element("polyline", points=path, stroke=around, stroke_width=11),
        element("polyline", points=path, stroke=color, stroke_width=6, stroke_dasharray="1 11" if dotted else None),
        fill="none",
        stroke_linejoin="round",
        stroke_linecap="round",
    )


def _stop(x: float, y: float, color: str, fill: str) -> str:
    return element("circle", cx=x, cy=y, r=4.5, fill=fill, stroke=color, stroke_width=2.5, class_="stop")


def _ghost(seat: Seat, at: Point, fill: str) -> str:
    """Return the outline of the token where it stood before."""
    return shape(seat.shape, *at, 11.0, fill=fill, stroke=seat.color, stroke_width=2.5, stroke_dasharray="4 3")


def _middle(place: DrawnSpace) -> Point:
    return place.stand.cx, place.stand.cy


def _arrow_point(place: DrawnSpace, inner: Box) -> Point:
    """Return where the arrow passes a space: the middle of its lane, and where two lanes meet in a corner."""
    if not place.corner:
        return _middle(place)
    x = inner.x + LANE_AT_SIDES / 2 if place.box.cx < inner.x else inner.right - LANE_AT_SIDES / 2
    y = inner.y + LANE / 2 if place.box.cy < inner.y else inner.bottom - LANE / 2
    return x, y


def _shorten_line(line: list[Point], gap: float) -> list[Point]:
    """Return the line without its last bit, so that the arrow ends beside the token."""
    (ax, ay), (bx, by) = line[-2], line[-1]
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    part = max(0.2, 1 - gap / length) if length else 0.0
    return [*line[:-1], (ax + (bx - ax) * part, ay + (by - ay) * part)]


def _head(line: list[Point], color: str, around: str) -> str:
    (ax, ay), (bx, by) = line[-2], line[-1]
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    tip = (bx + 8 * ux, by + 8 * uy)
    wings = [(bx - 8 * ux - 10 * uy, by - 8 * uy + 10 * ux), (bx - 8 * ux + 10 * uy, by - 8 * uy - 10 * ux)]
    return element(
        "polygon", points=points([tip, *wings]), fill=color, stroke=around, stroke_width=1.5, stroke_linejoin="round"
    )
