"""Describe a position in words: everything that the picture shows, one sentence or list on each line."""

from monopoly_lab.board_drawing.scene import Move, Overlay, Scene
from monopoly_lab.editions.components import Face


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
    if seat.keys:
        lines.append(view.say("alt_keys", player=seat.name, n=seat.keys))
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
