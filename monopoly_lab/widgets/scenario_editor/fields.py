"""Fields of the scenario builder: each sends its place and value when it is changed, and shows its problems.

A field's act is `set:PLACE` for a text, `num:PLACE` for a number; an empty value removes what is at the place.
"""

import re
from dataclasses import dataclass

from monopoly_lab.board_drawing.board_pieces import badge
from monopoly_lab.board_drawing.scene import Scene, Seat, Token
from monopoly_lab.board_drawing.svg_elements import element
from monopoly_lab.common.errors import Problem
from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.validation_errors import toml_literal
from monopoly_lab.game.scenarios.draft import Draft
from monopoly_lab.game.scenarios.field_paths import as_list
from monopoly_lab.widgets.html_elements import Words, attributes, button, options

Pairs = list[tuple[str, str]]
INDEX = re.compile(r"\[\d+\]$")
LABELS = {  # of the fields of a table of the start: keys of messages
    **{name: name for name in ("cash", "position", "jail", "buildings", "mortgaged", "coins", "turn", "round")},
    "deeds": "owner",
    "cards": "cards_of",
}


@dataclass
class EditorState:
    """What the panels of the builder show: the draft, its position as far as it can be read, what is wrong."""

    draft: Draft
    view: Scene | None
    problems: list[Problem]
    words: Words
    selected: int = -1  # space
    seat: int = 0  # seat whose fields are all shown
    opened: str = ""  # topic of the rules
    sought: str = ""  # among the rules
    file: str = "my_scenario.toml"
    confirm: str = ""  # what saving has to be confirmed for: "overwrite", "with_mistakes", "both"
    played: int = 0  # answers given at the table below

    def wrong(self, *places: str) -> list[Problem]:
        """Return the problems at these places and below them."""
        return [p for p in self.problems if any(is_under(place, p.place) for place in places)]


def is_under(place: str, other: str) -> bool:
    """Return True if the other place is this one or below it."""
    return other == place or other.startswith((place + ".", place + "["))


def field_id(place: str) -> str:
    """Return the id of the field of a place: no two places have the same.

    >>> field_id("start.cash.Ann"), field_id("expect.cash.Ann B")
    ('ml-f-start-cash-Ann', 'ml-f-expect-cash-Ann--20-B')
    """
    parts = re.sub(r"[.\[\]]+", ".", place).strip(".").split(".")
    return "ml-f-" + "-".join(re.sub(r"\W", lambda sign: f"--{ord(sign[0]):x}-", part) for part in parts)


def field_text(value: object) -> str:
    """Return what a field shows of a value of the draft: a text as it is, "" for nothing, all else as in a file."""
    if value is None or isinstance(value, str):
        return value or ""
    return toml_literal(value)


def with_names_of_deeds(state: EditorState, text: str) -> str:
    """Return the ids of deeds in a text as their names on the board."""
    view = state.view
    if view is None:
        return text
    names = {space.id: view.name(space.index) for space in view.edition.spaces if view.is_deed(space.index)}
    return re.sub(r"[a-z][a-z0-9_]*", lambda word: names.get(word[0], word[0]), text)


def place_in_words(state: EditorState, place: str) -> str:
    """Return what a place of the start is called at its field, and whose it is; other places as they are written."""
    table, _, whose = place.removeprefix("start.").partition(".")
    if not place.startswith("start.") or table not in LABELS:
        return place
    called = state.words.say(LABELS[table])
    return f"{called}, {with_names_of_deeds(state, INDEX.sub('', whose))}" if whose else called


def problem_text(state: EditorState, problems: list[Problem], id_: str) -> str:
    """Return what is wrong, in the words of the check, as the description of a field."""
    if not problems:
        return ""
    lines = "".join(f"<span>{escaped(with_names_of_deeds(state, problem.message))}</span>" for problem in problems)
    return f'<span class="ml-bad" id="{id_}-bad">{lines}</span>'


def _input_attributes(place: str, wrong: list[Problem], **more: object) -> dict[str, object]:
    id_ = field_id(place)
    given: dict[str, object] = {"id": id_, **{key: value for key, value in more.items() if value is not None}}
    if wrong:
        given |= {"aria_invalid": True, "aria_describedby": f"{id_}-bad"}
    return given


def _labelled_field(state: EditorState, label: str, control: str, wrong: list[Problem], place: str, wide: bool) -> str:
    kind = "ml-field ml-wide" if wide else "ml-field"
    return f'<div class="{kind}"><label>{label} {control}</label>{problem_text(state, wrong, field_id(place))}</div>'


def text_field(
    state: EditorState, place: str, label: str, *covers: str, hint: str = "", number: bool = False, narrow: bool = False
) -> str:
    """Return a field of one line; `label` is markup, `covers` are the places whose problems are shown here."""
    wrong = state.wrong(*(covers or (place,)))
    given = _input_attributes(
        place,
        wrong,
        data_change=f"{'num' if number else 'set'}:{place}",
        value=field_text(state.draft.get(place)),
        placeholder=hint or None,
        inputmode="numeric" if number else None,
        autocomplete="off",
        size=8 if number else None,
    )
    return _labelled_field(
        state, label, f'<input type="text" {attributes(given)}>', wrong, place, wide=not (number or narrow)
    )


def area(state: EditorState, place: str, label: str, rows: int = 6) -> str:
    """Return a field of several lines."""
    wrong = state.wrong(place)
    given = _input_attributes(place, wrong, data_change=f"set:{place}", rows=rows)
    text = escaped(field_text(state.draft.get(place)).strip())
    return _labelled_field(state, label, f"<textarea {attributes(given)}>{text}</textarea>", wrong, place, wide=True)


def choice(
    state: EditorState, place: str, label: str, pairs: Pairs, *covers: str, now: object = None, number: bool = False
) -> str:
    """Return a drop-down list; a value that is none of its options is shown as one more."""
    wrong = state.wrong(*(covers or (place,)))
    text = field_text(state.draft.get(place) if now is None else now)
    listed = pairs if text in [known for known, _ in pairs] else [*pairs, (text, text)]
    given = _input_attributes(place, wrong, data_change=f"{'num' if number else 'set'}:{place}")
    return _labelled_field(
        state, label, f"<select {attributes(given)}>{options(listed, text)}</select>", wrong, place, wide=False
    )


def pick(id_: str, act: str, label: str, pairs: Pairs, kind: str = "") -> str:
    """Return a drop-down list that acts at once and then shows its first line again; `label` is markup."""
    given = {"id": id_, "data-change": act} | ({"class": kind} if kind else {})
    return f'<select {attributes(given)} aria-label="{label}">{options(pairs)}</select>'


def button_row(
    place: str, pairs: Pairs, now: object, label: str, *, number: bool = False, marks: dict[str, str]
) -> str:
    """Return a row of buttons of which one is pressed; `marks` is markup put before a text."""
    kind = "num" if number else "set"
    shown = "".join(
        button(
            marks.get(value, "") + escaped(text),
            f"{kind}:{place}",
            value,
            id=f"{field_id(place)}-{value or 'none'}",
            aria_pressed=field_text(now) == value,
        )
        for value, text in pairs
    )
    return f'<div class="ml-row ml-picked" role="group" aria-label="{label}"><span>{label}</span>{shown}</div>'


def list_field(state: EditorState, place: str, label: str, pairs: Pairs, *covers: str) -> str:
    """Return a list that grows and shrinks: a button for each entry takes it away, a list to pick from adds one."""
    words, held = state.words, [str(entry) for entry in as_list(state.draft.get(place))]
    if not (held or pairs):
        return ""
    titles = dict(pairs)
    names = [titles.get(entry, entry) for entry in held]
    rows = "".join(
        button(f"{escaped(name)} ×", "take", f"{n}:{place}", title=words.say("take_away", name=name))
        for n, name in enumerate(names)
    )
    more = [("", words.say("add")), *((value, text) for value, text in pairs if value not in held)]
    adds = pick(field_id(place), f"add:{place}", label, more) if len(more) > 1 else ""
    wrong = problem_text(state, state.wrong(*(covers or (place,))), field_id(place))
    return f'<div class="ml-field ml-wide">{label} {rows}{adds}{wrong}</div>'


def tokens_of(view: Scene, seat: int) -> list[Token]:
    """Return the tokens of a seat that are on the board."""
    return [token for token in view.tokens() if token.seat.index == seat]


def token_place(view: Scene, token: Token, table: str) -> str:
    """Return where a token's position or jail is edited: one of several has a number."""
    mine = [other.index for other in tokens_of(view, token.seat.index)]
    number = f"[{mine.index(token.index)}]" if len(mine) > 1 else ""
    return f"players[{token.seat.index}].{table}{number}"


def mark(seat: Seat) -> str:
    """Return a seat's token, as on the board."""
    return element(
        "svg",
        badge(seat.shape, seat.color, seat.letter, 11.0, 11.0, 8.0),
        viewBox="0 0 22 22",
        width=20,
        height=20,
        aria_hidden="true",
        class_="ml-seat-mark",
    )
