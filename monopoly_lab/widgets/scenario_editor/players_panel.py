"""The seats: who plays, with how much, where, held or bankrupt; whose turn it is."""

from monopoly_lab.board_drawing.scene import Scene, Token
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import say
from monopoly_lab.game.scenarios.field_paths import as_list
from monopoly_lab.game.setup.start_table import KEPT, most_tries
from monopoly_lab.players import called, strategies
from monopoly_lab.widgets.html_elements import button
from monopoly_lab.widgets.scenario_editor.fields import (
    EditorState,
    Pairs,
    choice,
    list_field,
    mark,
    problem_text,
    text_field,
    token_place,
    tokens_of,
)


def panel(state: EditorState) -> list[str]:
    """Return the panel of players and of whose turn it is."""
    words, draft = state.words, state.draft
    names = [draft.name_of_seat(i) for i in range(draft.seats)]
    pairs = [("", words.say("first_seat")), *((name, name) for name in names if name)]
    begins = [("", words.say("who_is_on")), *pairs[1:]]
    seats = [_seat(state, i) for i in range(draft.seats)]
    wrong = [p for p in state.problems if p.place in ("seats", "start.out")]
    game = [
        choice(state, "start.turn", words("turn"), pairs),
        choice(state, "start.first", words("first"), begins),
        text_field(state, "start.round", words("round"), number=True, hint="1"),
    ]
    return [
        f"<h3>{words('players')}</h3>",
        problem_text(state, wrong, "ml-seats"),
        f'<div class="ml-fields">{"".join(game)}</div>',
        *seats,
        f'<div class="ml-row">{button(words("add_seat"), "add_seat", id="ml-add-seat")}</div>',
    ]


def _seat(state: EditorState, i: int) -> str:
    words, draft, view = state.words, state.draft, state.view
    seat = view.seats[i] if view is not None and i < len(view.seats) else None
    shown = draft.get(f"seats[{i}].name")
    name = shown if isinstance(shown, str) else words.say("seat_number", n=i + 1)
    key = draft.name_of_seat(i)
    legend = f"<legend>{mark(seat) if seat else ''}{escaped(name)}</legend>"
    wrong = [p for p in state.problems if p.place == f"seats[{i}]"]
    cash = str(seat.cash) if seat is not None else ""
    fields = [
        text_field(state, f"seats[{i}].name", words("name"), narrow=True),
        choice(state, f"seats[{i}].strategy", words("who"), _strategy_choices(state)),
        text_field(state, f"players[{i}].cash", words("cash"), f"start.cash.{key}", number=True, hint=cash),
    ]
    if state.seat == i:
        fields += [
            *_places(state, i, key),
            _bankrupt_button(state, key, i),
            list_field(state, f"players[{i}].cards", words("cards_of"), keepable(view), f"start.cards.{key}"),
            *_figures(state, i, key),
            _moves(state, i, name),
        ]
    else:
        fields.append(_details_button(state, i, key))
    body = f"{problem_text(state, wrong, f'ml-seat-{i}')}<div class='ml-fields'>{''.join(fields)}</div>"
    return f"<fieldset>{legend}{body}</fieldset>"


def _details_button(state: EditorState, i: int, key: str) -> str:
    """Return a button for the other fields of a seat, with where it stands; what is wrong there is not hidden."""
    view, words = state.view, state.words
    at = [view.name(token.space) for token in view.tokens() if token.seat.index == i] if view is not None else []
    more = button(words("more"), "seat", str(i), id=f"ml-more-{i}", aria_expanded=False)
    wrong = state.wrong(*(f"start.{table}.{key}" for table in ("position", "jail", "cards"))) if key else []
    problem = problem_text(state, wrong, f"ml-more-{i}")
    return f'<div class="ml-field ml-wide">{escaped(", ".join(at))} {more}{problem}</div>'


def _strategy_choices(state: EditorState) -> Pairs:
    return [("", state.words.say("person")), *((name, called(name, state.words.lang)) for name in strategies())]


def _spaces(view: Scene | None, none: str) -> Pairs:
    """Return the spaces of the board as options, after one for none of them."""
    listed_ = [] if view is None else [(s.id, f"{s.index} {view.name(s.index)}") for s in view.edition.spaces]
    return [("", none), *listed_]


def _places(state: EditorState, i: int, key: str) -> list[str]:
    """Return where the tokens of a seat stand, and which are held."""
    words, view = state.words, state.view
    tokens = tokens_of(view, i) if view is not None else []
    if view is None or len(tokens) < 2:
        spaces = _spaces(view, words.say("at_start"))
        return [
            choice(state, f"players[{i}].position", words("position"), spaces, f"start.position.{key}"),
            choice(state, f"players[{i}].jail", words("jail"), tries(state), f"start.jail.{key}", number=True),
        ]
    fields = []
    for n, token in enumerate(tokens):
        at = view.edition.spaces[token.space].id
        place, label = token_place(view, token, "position"), f"{words('position')} {escaped(token.letter)}"
        fields.append(choice(state, place, label, _spaces(view, "")[1:], f"start.position.{key}[{n}]", now=at))
        fields.append(jail_field(state, token, f"{words('jail')} {escaped(token.letter)}", key))
    return fields


def jail_field(state: EditorState, token: Token, label: str, key: str) -> str:
    """Return whether a token is held, after how many failed tries."""
    assert state.view is not None
    place = token_place(state.view, token, "jail")
    if not place.endswith("]"):
        return choice(state, place, label, tries(state), f"start.jail.{key}", number=True)
    n = int(place[:-1].rpartition("[")[2])
    given = state.draft.get(f"players[{token.seat.index}].jail")
    now = given[n] if isinstance(given, list) and n < len(given) and given[n] is not False else ""
    return choice(state, place, label, tries(state), f"start.jail.{key}[{n}]", now=now, number=True)


def _figures(state: EditorState, i: int, key: str) -> list[str]:
    """Return a player's characters, and the bosses that the player has beaten."""
    view, words = state.view, state.words
    if view is None or not view.edition.characters:
        return []
    characters, bosses = figures(view)
    return [
        list_field(state, f"players[{i}].characters", words("characters"), characters, f"start.characters.{key}"),
        list_field(state, f"players[{i}].bosses", words("bosses"), bosses, f"start.bosses.{key}"),
    ]


def figures(view: Scene) -> tuple[Pairs, Pairs]:
    """Return the characters and the bosses of an edition, by id and name."""
    characters = [(entry.id, entry.name) for entry in view.edition.characters]
    return characters, [(entry.id, entry.name) for entry in view.edition.bosses]


def tries(state: EditorState) -> Pairs:
    """Return how many tries in jail may be chosen, in words."""
    t = state.view.t if state.view is not None else None
    most = 2 if t is None else most_tries(t)
    return [("", state.words.say("not_held")), *((str(n), state.words.say("held", n=n)) for n in range(most + 1))]


def _bankrupt_button(state: EditorState, key: str, i: int) -> str:
    out = [str(name).casefold() for name in as_list(state.draft.get("start.out"))]
    is_out = key.casefold() in out
    place = f"start.out[{out.index(key.casefold())}]" if is_out else "start.out[-]"
    pressed = button(state.words("out"), "out", str(i), id=f"ml-out-{i}", aria_pressed=is_out)
    return f'<div class="ml-field">{pressed}{problem_text(state, state.wrong(place), f"ml-out-{i}")}</div>'


def keepable(view: Scene | None) -> Pairs:
    """Return the cards that a player can keep."""
    if view is None:
        return []
    return [
        (card.id, f"{card.id}: {card.title}") for card in view.edition.cards if view.t.card_effect[card.index] in KEPT
    ]


def _moves(state: EditorState, i: int, name: str) -> str:
    words, last = state.words, state.draft.seats - 1
    up = button("↑", "move_seat", f"{i}:{i - 1}", id=f"ml-up-{i}", aria_label=words.say("seat_up", name=name))
    down = button("↓", "move_seat", f"{i}:{i + 1}", id=f"ml-down-{i}", aria_label=words.say("seat_down", name=name))
    out = button(
        words("remove"), "remove_seat", str(i), id=f"ml-remove-seat-{i}", aria_label=words.say("seat_out", name=name)
    )
    return f'<div class="ml-row ml-wide">{up if i else ""}{down if i < last else ""}{out}</div>'


def new_name(taken: list[str], lang: str) -> str:
    """Return a name for one more seat that no other has."""
    usual = say("builder.usual_names", lang).split(", ")
    return next((name for name in usual if name not in taken), f"{usual[0]} {len(taken) + 1}")
