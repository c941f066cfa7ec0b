"""The seats: who plays, with how much, where, held or bankrupt; whose turn it is."""

from html import escape

from monopoly_lab.board.view import View
from monopoly_lab.messages import say
from monopoly_lab.players import strategies
from monopoly_lab.scenario.inline import written
from monopoly_lab.scenario.places import listed
from monopoly_lab.scenario.start import KEPT
from monopoly_lab.widgets.builder.fields import Pairs, Sheet, choice, field_id, mark, pick, said, text_field
from monopoly_lab.widgets.markup import button


def panel(sheet: Sheet) -> list[str]:
    words, draft = sheet.words, sheet.draft
    names = [draft.player(i) for i in range(draft.seats)]
    pairs = [("", words.say("first_seat")), *((name, name) for name in names if name)]
    begins = [("", words.say("who_is_on")), *pairs[1:]]
    seats = [_seat(sheet, i) for i in range(draft.seats)]
    wrong = [p for p in sheet.problems if p.place in ("seats", "start.out")]
    game = [
        choice(sheet, "start.turn", words("turn"), pairs),
        choice(sheet, "start.first", words("first"), begins),
        text_field(sheet, "start.round", words("round"), number=True, hint="1"),
    ]
    return [
        f"<h3>{words('players')}</h3>",
        said(wrong, "ml-seats"),
        f'<div class="ml-fields">{"".join(game)}</div>',
        *seats,
        f'<div class="ml-row">{button(words("add_seat"), "add_seat", id="ml-add-seat")}</div>',
    ]


def _seat(sheet: Sheet, i: int) -> str:
    words, draft, view = sheet.words, sheet.draft, sheet.view
    seat = view.seats[i] if view is not None and i < len(view.seats) else None
    shown = draft.get(f"seats[{i}].name")
    name = shown if isinstance(shown, str) else words.say("seat_number", n=i + 1)
    key = draft.player(i)
    legend = f"<legend>{mark(seat) if seat else ''}{escape(name)}</legend>"
    wrong = [p for p in sheet.problems if p.place == f"seats[{i}]"]
    cash = str(view.t.o_start_cash) if view is not None else ""
    fields = [
        text_field(sheet, f"seats[{i}].name", words("name"), narrow=True),
        choice(sheet, f"seats[{i}].strategy", words("who"), _who(sheet), now=_strategy(sheet, i)),
        text_field(sheet, f"players[{i}].cash", words("cash"), f"start.cash.{key}", number=True, hint=cash),
    ]
    if sheet.seat == i:
        spaces = _spaces(view, words.say("at_start"))
        fields += [
            choice(sheet, f"players[{i}].position", words("position"), spaces, f"start.position.{key}"),
            choice(sheet, f"players[{i}].jail", words("jail"), tries(sheet), f"start.jail.{key}", number=True),
            _out(sheet, key, i),
            _cards(sheet, i, key),
            _moves(sheet, i, name),
        ]
    else:
        fields.append(_rest(sheet, i, key))
    body = f"{said(wrong, f'ml-seat-{i}')}<div class='ml-fields'>{''.join(fields)}</div>"
    return f"<fieldset>{legend}{body}</fieldset>"


def _rest(sheet: Sheet, i: int, key: str) -> str:
    """A button for the other fields of a seat, with where it stands; what is wrong there is not hidden."""
    view, words = sheet.view, sheet.words
    at = [view.name(token.space) for token in view.tokens() if token.seat.index == i] if view is not None else []
    more = button(words("more"), "seat", str(i), id=f"ml-more-{i}", aria_expanded=False)
    wrong = sheet.wrong(*(f"start.{table}.{key}" for table in ("position", "jail", "cards"))) if key else []
    return f'<div class="ml-field ml-wide">{escape(", ".join(at))} {more}{said(wrong, f"ml-more-{i}")}</div>'


def _who(sheet: Sheet) -> Pairs:
    return [("", sheet.words.say("person")), *((name, name) for name in strategies())]


def _strategy(sheet: Sheet, i: int) -> str:
    """A strategy with parameters of its own is shown as the file has it."""
    value = sheet.draft.get(f"seats[{i}].strategy")
    return value if isinstance(value, str) else "" if value is None else written(value)


def _spaces(view: View | None, none: str) -> Pairs:
    """The spaces of the board as options, after one for none of them."""
    listed_ = [] if view is None else [(s.id, f"{s.index} {view.name(s.index)}") for s in view.edition.spaces]
    return [("", none), *listed_]


def tries(sheet: Sheet) -> Pairs:
    most = max(sheet.view.t.o_jail_exit_tries - 1, 0) if sheet.view is not None else 2
    return [("", sheet.words.say("not_held")), *((str(n), sheet.words.say("held", n=n)) for n in range(most + 1))]


def _out(sheet: Sheet, key: str, i: int) -> str:
    out = [str(name).casefold() for name in listed(sheet.draft.get("start.out"))]
    is_out = key.casefold() in out
    place = f"start.out[{out.index(key.casefold())}]" if is_out else "start.out[-]"
    pressed = button(sheet.words("out"), "out", str(i), id=f"ml-out-{i}", aria_pressed=is_out)
    return f'<div class="ml-field">{pressed}{said(sheet.wrong(place), f"ml-out-{i}")}</div>'


def _cards(sheet: Sheet, i: int, key: str) -> str:
    """The cards a player keeps, each with a button that takes it away, and a list to give one."""
    words, view = sheet.words, sheet.view
    held = [str(entry) for entry in listed(sheet.draft.get(f"players[{i}].cards"))]
    kept = keepable(view)
    if not (held or kept):
        return ""
    place = f"players[{i}].cards"
    rows = "".join(
        button(f"{escape(card)} ×", "ungive", f"{i}:{n}", title=words.say("take_card", card=card))
        for n, card in enumerate(held)
    )
    pairs = [("", words.say("give_card")), *kept]
    listed_ = pick(field_id(place), f"give:{i}", words("cards_of"), pairs) if kept else ""
    wrong = said(sheet.wrong(f"start.cards.{key}"), field_id(place))
    return f'<div class="ml-field ml-wide">{words("cards_of")} {rows}{listed_}{wrong}</div>'


def keepable(view: View | None) -> Pairs:
    """The cards that a player can keep."""
    if view is None:
        return []
    return [
        (card.id, f"{card.id}: {card.title}") for card in view.edition.cards if view.t.card_effect[card.index] in KEPT
    ]


def _moves(sheet: Sheet, i: int, name: str) -> str:
    words, last = sheet.words, sheet.draft.seats - 1
    up = button("↑", "move_seat", f"{i}:{i - 1}", id=f"ml-up-{i}", aria_label=words.say("seat_up", name=name))
    down = button("↓", "move_seat", f"{i}:{i + 1}", id=f"ml-down-{i}", aria_label=words.say("seat_down", name=name))
    out = button(
        words("remove"), "remove_seat", str(i), id=f"ml-remove-seat-{i}", aria_label=words.say("seat_out", name=name)
    )
    return f'<div class="ml-row ml-wide">{up if i else ""}{down if i < last else ""}{out}</div>'


def new_name(taken: list[str], lang: str) -> str:
    """A name for one more seat that no other has."""
    usual = say("builder.usual_names", lang).split(", ")
    return next((name for name in usual if name not in taken), f"{usual[0]} {len(taken) + 1}")
