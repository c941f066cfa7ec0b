"""Draw a position as SVG text, wrap it for a notebook, and describe it in words."""

import re
from base64 import b64encode
from collections.abc import Hashable, Sequence
from typing import Any
from zlib import crc32

from monopoly_lab.board_drawing.board_pieces import definitions, strewn_id
from monopoly_lab.board_drawing.center import card_place, centre, centre_parts
from monopoly_lab.board_drawing.colors import THEMES, Theme, theme_of_edition
from monopoly_lab.board_drawing.layout import BoardLayout, ring, usual_size
from monopoly_lab.board_drawing.player_cards import purses
from monopoly_lab.board_drawing.scene import Move, Overlay, Scene
from monopoly_lab.board_drawing.spaces import DrawingContext, space
from monopoly_lab.board_drawing.svg_elements import element, group, points
from monopoly_lab.board_drawing.token_route import route, tokens
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import say
from monopoly_lab.editions.components import Face
from monopoly_lab.editions.edition import Edition
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.state import State


def describe(view: Scene, last_move: Move | None, overlay: Overlay | None, status: str | None) -> str:
    """Return the description of a board, its lines joined by newlines.

    Without a state (`view.s` is None) it lists the spaces. `status` replaces the usual line on whose turn it is.
    """
    lines = [view.say("alt_board", title=view.title(), n=view.t.spaces)]
    if view.s is None:
        lines += [_space_line(view, q) for q in range(view.t.spaces)]
    else:
        lines += [view.status() if status is None else status, _round(view), _dice(view), _last_move(view, last_move)]
        lines += [line for p in range(len(view.seats)) for line in _player_lines(view, p)]
        lines += [_deeds_for_sale(view), _coins_on_spaces(view), view.stock() + "." if view.stock() else ""]
    lines += [_overlay(view, overlay), _as_sentence(view.origin())]
    return "\n".join(line for line in lines if line)


def _as_sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "." if text else ""


def _space_line(view: Scene, q: int) -> str:
    price = view.price_text(q)
    group = view.group_name(view.t.group[q]) if view.is_deed(q) and view.t.group[q] >= 0 else ""
    return f"{q} " + ", ".join(part for part in (view.name(q), group, price) if part)


def _round(view: Scene) -> str:
    return _as_sentence(view.round())


def _dice(view: Scene) -> str:
    faces = view.dice()
    return (
        view.say("alt_dice", dice=", ".join(face.name if isinstance(face, Face) else str(face) for face in faces))
        if faces
        else ""
    )


def _last_move(view: Scene, last: Move | None) -> str:
    if last is None or view.s is None:
        return ""
    player = view.seats[view.s.seat_of[last.token]].name
    goal = view.name(last.goal)
    if last.start < 0:
        return view.say("alt_arrived", player=player, goal=goal)
    start = view.name(last.start)
    if last.steps == 0:
        return view.say("alt_carried", player=player, start=start, goal=goal)
    key = "alt_moved" if last.steps > 0 else "alt_moved_back"
    return view.say(key, player=player, start=start, goal=goal, n=abs(last.steps))


def _player_lines(view: Scene, p: int) -> list[str]:
    seat = view.seats[p]
    if seat.out:
        return [view.say("alt_out", player=seat.name)]
    places = [
        view.say("alt_held" if token.held else "alt_on", space=view.name(token.space), n=token.space)
        for token in view.tokens()
        if token.seat is seat
    ]
    line = view.say("alt_player", player=seat.name, amount=view.amount(seat.cash), place=", ".join(places))
    lines = [line]
    deeds = view.deeds(p)
    if deeds:
        lines.append(view.say("alt_deeds", player=seat.name, deeds=", ".join(_deed_with_notes(view, q) for q in deeds)))
    if view.side(p):
        lines.append(view.say("side", name=seat.name, side=view.side(p)))
    if view.token_name(p):
        lines.append(view.say("alt_token", player=seat.name, token=view.token_name(p)))
    elif view.characters(p):
        lines.append(view.say("alt_characters", player=seat.name, characters=view.characters(p)))
    if view.bosses(p):
        lines.append(view.say("alt_bosses", player=seat.name, bosses=", ".join(view.bosses(p))))
    if view.throws_speed_die(p):
        lines.append(view.say("alt_speed_die", player=seat.name))
    if seat.loan:
        lines.append(view.say("alt_owes", player=seat.name, amount=view.amount(seat.loan)))
    if seat.missed:
        lines.append(view.say("alt_misses", player=seat.name, n=seat.missed))
    if seat.cards:
        lines.append(view.say("alt_keys", player=seat.name, n=seat.cards))
    return lines


def _deed_with_notes(view: Scene, q: int) -> str:
    notes = [view.level_text(q), view.say("mortgaged") if view.is_mortgaged(q) else ""]
    inside = ", ".join(note for note in notes if note)
    return f"{view.name(q)} ({inside})" if inside else view.name(q)


def _deeds_for_sale(view: Scene) -> str:
    free = [view.name(q) for q in range(view.t.spaces) if view.is_deed(q) and view.owner(q) is None]
    return view.say("alt_free", deeds=", ".join(free)) if free else ""


def _coins_on_spaces(view: Scene) -> str:
    lying = [f"{view.name(q)} {view.coins(q)}" for q in range(view.t.spaces) if view.coins(q)]
    return view.say("alt_coins", spaces=", ".join(lying)) if lying else ""


def _overlay(view: Scene, overlay: Overlay | None) -> str:
    if overlay is None:
        return ""
    pairs = [f"{view.name(q)} {overlay.text(value)}" for q, value in enumerate(overlay.values) if value is not None]
    return view.say("alt_overlay", label=overlay.label, values=", ".join(pairs))


KEPT = 4000  # drawings that are remembered
IDS = re.compile(r' id="| href="#|="url\(#')  # what stands before one; a text has no such quotes

# All are cut to the widths of Arial, or squeezed to them line by line.
FONTS = (
    ".n{font-family:'Arial Narrow','Liberation Sans Narrow','Roboto Condensed',Arial,Helvetica,'Liberation Sans',"
    "sans-serif;font-stretch:condensed}.b{font-weight:700}"
    "text{font-family:Arial,'Liberation Sans',Helvetica,Roboto,sans-serif}"
)


def svg(
    edition: Edition,
    tables: Tables,
    state: State | None,
    players: Sequence[str] = (),
    *,
    lang: str = "",
    names: str = "",
    theme: str = "light",
    size: tuple[int, int] | None = None,
    last_move: Move | None = None,
    overlay: Overlay | None = None,
    status: str | None = None,
) -> str:
    """Return a position as one SVG document; without a state, the empty board.

    `lang` is the language of the reader, `names` what the spaces are called (see `Edition.called`), `size` width and
    height in pixels at which it is meant to be seen, `status` the sentence about whose choice it is, if there is a
    better one than the usual. Pictures that differ have no ids in common, so that they can be on one page.
    ArgumentError for an unknown theme or an overlay of the wrong length.
    """
    view = _view(edition, tables, state, players, lang, names, overlay)
    drawn = _document(view, theme, size or usual_size(tables.spaces), last_move, overlay, status)
    mark = f"b{crc32(drawn.encode()):08x}-"
    return IDS.sub(lambda before: before[0] + mark, drawn)


def _document(
    view: Scene, theme: str, size: tuple[int, int], last_move: Move | None, overlay: Overlay | None, status: str | None
) -> str:
    """Return the picture with the ids that all have: for a page of its own."""
    if theme not in THEMES:
        raise ArgumentError(view.say("unknown_theme", value=theme, known=", ".join(THEMES)))
    width, height = size
    sheet = DrawingContext(view, ring(view.t.spaces, width, height), theme_of_edition(view.look, theme), overlay)
    text = describe(view, last_move, overlay, status)
    return element(
        "svg",
        element("title", escaped(view.title())),
        element("desc", escaped(text)),
        element("style", FONTS),
        *_layers(sheet, last_move, view.status() if status is None else status),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        role="img",
    )


def pieces(
    edition: Edition,
    tables: Tables,
    state: State,
    players: Sequence[str],
    *,
    lang: str,
    names: str,
    theme: str,
    last_move: Move | None,
    status: str | None,
    kept: dict[Hashable, str],
) -> list[str]:
    """Return the same picture without its frame and description, as elements from the ground up: for one that changes.

    Always as many spaces and players, so that few elements differ after a move. Without a `status`
    there is room for a card in the middle (`card_place`). `kept` holds
    what was drawn before, by all that it depends on; keep one for each edition, players, language and names.
    """
    view = Scene(edition, tables, state, players, lang, names)
    if len(kept) > KEPT:
        kept.clear()
    sheet = DrawingContext(
        view, ring(tables.spaces, *usual_size(tables.spaces)), theme_of_edition(view.look, theme), None, kept
    )
    middle, box = centre_parts(sheet, status)
    patterns = {view.group_pattern(g) for g in view.bars}
    return [
        element("style", FONTS),
        sheet.cached_drawing(("definitions",), lambda: definitions(sheet.theme, view.look, patterns)),
        sheet.cached_drawing(("ground",), lambda: group(ground(sheet.ring, sheet.theme, view.look.pattern))),
        *(space(sheet, place) for place in sheet.ring.places),
        *(group(part) for part in middle),
        *(group(part, data_purse=row.seat) for row in purses(sheet, box) for part in row.parts),
        route(sheet, last_move) or group(),
        tokens(sheet, last_move),
    ]


def difference(old: Sequence[str], new: Sequence[str]) -> list[Any]:
    """Return `new` as pieces of markup and runs [first, behind the last] of pieces that `old` has.

    >>> difference(["a", "b", "c", "d"], ["x", "a", "b", "d"])
    ['x', [0, 2], [3, 4]]
    """
    places: dict[str, list[int]] = {}
    for place in range(len(old) - 1, -1, -1):
        places.setdefault(old[place], []).append(place)
    found: list[Any] = []
    for piece in new:
        if not places.get(piece):
            found.append(piece)
            continue
        place = places[piece].pop()
        if found and isinstance(found[-1], list) and found[-1][1] == place:
            found[-1][1] += 1
        else:
            found.append([place, place + 1])
    return found


def frame(spaces: int, seats: int) -> tuple[str, str]:
    """Return for a board whose picture changes: its viewBox; left, top, width, height of the card in it, in percent."""
    width, height = usual_size(spaces)
    box = card_place(ring(spaces, width, height), seats)
    shares = box.x / width, box.y / height, box.w / width, box.h / height
    return f"0 0 {width} {height}", " ".join(f"{100 * share:.2f}" for share in shares)


def _layers(sheet: DrawingContext, last_move: Move | None, status: str) -> list[str]:
    """Return the layers of the picture, from the bottom up."""
    return [
        definitions(sheet.theme, sheet.view.look, {sheet.view.group_pattern(g) for g in sheet.view.bars}),
        ground(sheet.ring, sheet.theme, sheet.view.look.pattern),
        group(*(space(sheet, place) for place in sheet.ring.places), class_="spaces"),
        centre(sheet, status),
        route(sheet, last_move),
        tokens(sheet, last_move),
    ]


def ground(ring: BoardLayout, theme: Theme, pattern: str) -> str:
    """Return the board itself: the band of the spaces, the lane with a line beside each space, the middle."""
    inner, middle, road = ring.inner, ring.centre, ring.road
    stands = (place.stand for place in ring.places if not place.corner)
    marks = "".join(f"M{box.x:.1f} {box.y:.1f}h{box.w:.1f}v{box.h:.1f}h{-box.w:.1f}z" for box in stands)
    around = points([(road.x, road.y), (road.right, road.y), (road.right, road.bottom), (road.x, road.bottom)])
    return (
        element("rect", width=ring.width, height=ring.height, rx=14, fill=theme.ground)
        + element("polygon", points=around, fill="none", stroke=theme.faint, stroke_width=4, stroke_dasharray="3 12")
        + element("rect", x=inner.x, y=inner.y, width=inner.w, height=inner.h, fill=theme.lane)
        + (
            element("rect", width=ring.width, height=ring.height, rx=14, fill=f"url(#{strewn_id(theme, pattern)})")
            if pattern != "plain"
            else ""
        )
        + element("path", d=marks, fill="none", stroke=theme.slot, stroke_width=1)
        + element(
            "rect",
            x=middle.x,
            y=middle.y,
            width=middle.w,
            height=middle.h,
            rx=16,
            fill=theme.centre,
            stroke=theme.faint,
            stroke_width=1.4,
        )
    )


def alt_text(
    edition: Edition,
    tables: Tables,
    state: State | None,
    players: Sequence[str] = (),
    *,
    lang: str = "",
    names: str = "",
    last_move: Move | None = None,
    overlay: Overlay | None = None,
    status: str | None = None,
) -> str:
    """Return the position in words, for screen readers and where pictures are not shown."""
    view = _view(edition, tables, state, players, lang, names, overlay)
    return describe(view, last_move, overlay, status)


def html(
    edition: Edition,
    tables: Tables,
    state: State | None,
    players: Sequence[str] = (),
    *,
    lang: str = "",
    names: str = "",
    theme: str = "light",
    last_move: Move | None = None,
    status: str | None = None,
) -> str:
    """Return the picture as an `<img>` that carries its own data: the one form every notebook viewer shows."""
    view, size = Scene(edition, tables, state, players, lang, names), usual_size(tables.spaces)
    data = b64encode(_document(view, theme, size, last_move, None, status).encode()).decode()
    alt = describe(view, last_move, None, status)
    fit = "max-width:100%;max-height:85vh;width:auto;height:auto"  # the whole board on one screen
    return element("img", alt=alt, src=f"data:image/svg+xml;base64,{data}", width=size[0], style=fit)


def _view(
    edition: Edition,
    tables: Tables,
    state: State | None,
    players: Sequence[str],
    lang: str,
    names: str,
    overlay: Overlay | None,
) -> Scene:
    if overlay is not None and len(overlay.values) != tables.spaces:
        raise ArgumentError(say("board.overlay_length", lang, n=tables.spaces, value=len(overlay.values)))
    return Scene(edition, tables, state, players, lang, names)
