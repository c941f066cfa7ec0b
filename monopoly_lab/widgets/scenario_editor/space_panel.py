"""Panel of one space: its owner, its buildings, and the tokens on it."""

from monopoly_lab.board_drawing.scene import Scene, Token
from monopoly_lab.common.errors import Problem
from monopoly_lab.common.escaping import escaped
from monopoly_lab.constants import space_kind
from monopoly_lab.game.setup.start_reader import may_hold_tokens
from monopoly_lab.widgets.html_elements import button
from monopoly_lab.widgets.scenario_editor.fields import (
    EditorState,
    Pairs,
    button_row,
    is_under,
    mark,
    problem_text,
    text_field,
    token_place,
)
from monopoly_lab.widgets.scenario_editor.players_panel import jail_field

BY_ID = ("start.buildings.", "start.coins.")
ESTATE = ("start.deeds", "start.mortgaged", "start.buildings", "start.coins")


def panel(state: EditorState, card: str) -> list[str]:
    """Return what can be set on the chosen space."""
    view, q, words = state.view, state.selected, state.words
    if view is None:
        return [f"<p>{words('no_edition')}</p>"]
    if not 0 <= q < view.t.spaces:
        return [f"<p>{words('choose_space')}</p>"]
    return [
        f"<h3>{escaped(view.name(q))}</h3>",
        f"<p>{escaped(view.price_text(q))}</p>",
        problem_text(state, by_space(state).get(q, []), "ml-space"),
        *(_estate(state, view, q) if view.is_deed(q) else []),
        *_tokens_here(state, view, q),
        _coins(state, view, q),
        f"<details id='ml-card'><summary>{words('card')}</summary>{card}</details>" if card else "",
    ]


def by_space(state: EditorState) -> dict[int, list[Problem]]:
    """Return the problems that are about a space, by space."""
    found: dict[int, list[Problem]] = {}
    for problem in state.problems:
        if is_estate(problem.place):
            found.setdefault(space_at(state, problem.place), []).append(problem)
    return found


def is_estate(place: str) -> bool:
    """Return True for a place of the file that says who owns what."""
    return any(is_under(table, place) for table in ESTATE)


def space_at(state: EditorState, place: str) -> int:
    """Return the space that a place of deeds, mortgages or buildings is about; -1 if it names none."""
    by_id = next((head for head in BY_ID if place.startswith(head)), "")
    name = place.removeprefix(by_id) if by_id else state.draft.get(place)
    if state.view is None or isinstance(name, bool) or not isinstance(name, str | int):
        return -1
    found = state.view.edition.spaces_named(name)
    return found[0] if len(found) == 1 else -1


def _estate(state: EditorState, view: Scene, q: int) -> list[str]:
    """Return the fields for owner, buildings and mortgage of a space, and those for its whole group."""
    words, id_ = state.words, view.edition.spaces[q].id
    place = f"spaces.{id_}"
    owners, marks = _players(state)
    rows = [button_row(f"{place}.owner", owners, state.draft.get(f"{place}.owner"), words("owner"), marks=marks)]
    levels = levels_of(view, q, words.say("hotel"))
    now = state.draft.get(f"{place}.buildings") or 0
    if levels:
        rows.append(button_row(f"{place}.buildings", levels, now, words("buildings"), number=True, marks={}))
    pressed = bool(state.draft.get(f"{place}.mortgaged"))
    switch = button(
        words("mortgaged"), f"set:{place}.mortgaged", "" if pressed else "yes", id="ml-mortgaged", aria_pressed=pressed
    )
    rows.append(f'<div class="ml-row">{switch}</div>')
    rows.append(_group(state, view, q, owners, levels, marks))
    return rows


def _players(state: EditorState) -> tuple[Pairs, dict[str, str]]:
    """Return the bank and the players, with their tokens."""
    names = [name for name in (state.draft.name_of_seat(i) for i in range(state.draft.seats)) if name]
    pairs = [("", state.words.say("bank")), *((name, name) for name in names)]
    marks = {seat.name: mark(seat) for seat in state.view.seats} if state.view else {}
    return pairs, marks


def levels_of(view: Scene, q: int, hotel: str) -> Pairs:
    """Return how much can be built on a site: none to the most houses, a hotel; empty where nothing is built."""
    if view.t.kind[q] != space_kind.STREET or not view.t.house_cost[q]:
        return []
    return [*((str(n), str(n)) for n in range(view.t.o_build_even_maximum + 1)), ("hotel", hotel)]


def _group(state: EditorState, view: Scene, q: int, owners: Pairs, levels: Pairs, marks: dict[str, str]) -> str:
    words, g = state.words, view.t.group[q]
    if g < 0 or len(view.edition.groups[g].spaces) < 2:
        return ""
    color = view.colors.get(g)
    chip = f'<span class="ml-chip" style="background:{color}"></span>' if color else ""
    to = "".join(
        button(marks.get(name, "") + escaped(text), "group_owner", f"{q}:{name}", id=f"ml-group-owner-{n}")
        for n, (name, text) in enumerate(owners)
    )
    built = "".join(
        button(escaped(text), "group_level", f"{q}:{value}", id=f"ml-group-level-{value}") for value, text in levels
    )
    rows = f'<div class="ml-row ml-picked"><span>{words("group_to")}</span>{to}</div>'
    rows += f'<div class="ml-row ml-picked"><span>{words("group_built")}</span>{built}</div>' if built else ""
    return f"<fieldset><legend>{chip}{words('group', name=view.group_name(g))}</legend>{rows}</fieldset>"


def _tokens_here(state: EditorState, view: Scene, q: int) -> list[str]:
    """Return whose token stands here; on the jail, who is held and for how many tries."""
    words, id_ = state.words, view.edition.spaces[q].id
    tokens = [token for token in view.tokens() if state.draft.name_of_seat(token.seat.index)]
    buttons = "".join(_token(view, token, q, id_) for token in tokens)
    label = words("stands")
    row = f'<div class="ml-row ml-picked" role="group" aria-label="{label}"><span>{label}</span>{buttons}</div>'
    if not may_hold_tokens(view.t, q):
        return [row]
    prisoners = "".join(
        jail_field(state, token, mark(token.seat) + escaped(token.letter), token.seat.name)
        for token in tokens
        if token.space == q or state.draft.of_seat("jail", token.seat.index) is not None
    )
    note = prisoners or f"<p>{words('held_hint')}</p>"
    return [row, f"<fieldset><legend>{words('jail')}</legend>{note}</fieldset>"]


def _token(view: Scene, token: Token, q: int, id_: str) -> str:
    """Return a button that puts a token here; pressed, it stands here, and a seat's only one goes back to the start."""
    place, here = token_place(view, token, "position"), token.space == q
    name = token.seat.name if place.endswith("position") else f"{token.seat.name} {token.letter}"
    value = "" if here and place.endswith("position") else id_
    said_ = mark(token.seat) + escaped(name)
    return button(said_, f"set:{place}", value, id=f"ml-stands-{token.index}", aria_pressed=here)


def _coins(state: EditorState, view: Scene, q: int) -> str:
    """Return the field for coins on the space; empty if the edition has none."""
    if not view.edition.characters:
        return ""
    return text_field(state, f"start.coins.{view.edition.spaces[q].id}", state.words("coins"), number=True)


def group_of(view: Scene, q: int) -> list[str]:
    """Return the ids of the deeds of the group of a space; none for a space without a group."""
    g = view.t.group[q] if 0 <= q < view.t.spaces else -1
    return [view.edition.spaces[site].id for site in view.edition.groups[g].spaces] if g >= 0 else []
