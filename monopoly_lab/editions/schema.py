"""Schema of an edition file: its keys and the type of each value.

The only module here that needs pydantic; imported for files from outside alone. What
goes beyond the shape (names that must fit, lengths, costs) is in `validation`.
"""

from collections.abc import Sequence
from copy import deepcopy
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, create_model

from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import ValidationErrors, hint, message_value, toml_literal
from monopoly_lab.editions.appearance import COLOURS

Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
Amount = Annotated[int, Field(ge=0, le=1_000_000)]
Text = Annotated[str, Field(min_length=1, max_length=2000)]
Names = dict[str, Text]
Color = Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]


def _by_language(note: object) -> object:
    """Return a note as it is checked, a table by language; a plain text has nothing in it to check."""
    return {} if isinstance(note, str) else note


Note = Annotated[Names, BeforeValidator(_by_language)]


class Strict(BaseModel):
    """A table that takes only the keys it names, each of its type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Card(Strict):
    """A card."""

    id: Id
    title: Names
    do: str
    amount: Amount | None = None
    to: str | None = None
    steps: Annotated[int, Field(ge=1, le=127)] | None = None
    kind: str | None = None
    times: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    house: Amount | None = None
    hotel: Amount | None = None
    deck: str | None = None
    group: str | None = None
    other: str | None = None
    role: str | None = None
    token: str | None = None
    percent: Annotated[int, Field(ge=1, le=200)] | None = None
    at_least: Annotated[int, Field(ge=1, le=36)] | None = None


class Deck(Strict):
    """A deck of cards."""

    id: Id
    name: Names
    role: str | None = None
    cards: list[Card]


class Group(Strict):
    """A group of deeds."""

    id: Id
    name: Names
    color: Color
    house: Amount | None = None
    hotel: Amount | None = None


class Space(Strict):
    """A space of the board."""

    id: Id
    kind: str
    name: Names
    group: str | None = None
    price: Amount | None = None
    mortgage: Amount | None = None
    redemption: Amount | None = None
    rent: list[Amount] | None = None
    times: list[Amount] | None = None
    monopoly: list[Amount] | None = None
    grant: Annotated[list[Amount], Field(max_length=8)] | None = None
    house: Amount | None = None
    hotel: Amount | None = None
    tax: Amount | None = None
    percent: Annotated[int, Field(ge=1, le=100)] | None = None
    drop: Amount | None = None
    points: Amount | None = None
    deck: str | None = None
    to: str | None = None


class Ability(Strict):
    """What a power-up, a star or a reward does."""

    do: str
    amount: Amount | None = None


class Boost(Ability):
    """What a character does at a face of the power-up die."""

    face: str


class Face(Ability):
    """A face of the power-up die."""

    id: Id
    name: Names
    sides: Annotated[int, Field(ge=1, le=12)]


class SpeedFace(Face):
    """A face of the speed die."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9_]+$")]


class Character(Strict):
    """A character with its abilities."""

    id: Id
    name: Names
    star: Ability
    boost: Boost | None = None
    boxed: bool = True


class Token(Strict):
    """A token."""

    id: Id
    name: Names


class Boss(Strict):
    """A boss, with what a fight costs and brings."""

    id: Id
    name: Names
    price: Amount
    roll: Annotated[int, Field(ge=1, le=12)]
    points: Amount
    keeps: bool = False
    reward: Ability
    players: list[Annotated[int, Field(ge=1, le=8)]]


class Money(Strict):
    """The money: its unit, how sums are written, its notes."""

    unit: Names
    pattern: Names
    thousands: Names | None = None
    notes: dict[Annotated[str, Field(pattern=r"^[1-9][0-9]*$")], Amount] = {}


class Casino(Strict):
    """The casino: its reels and what their lines pay."""

    reels: list[list[Text]]
    pay: dict[str, Annotated[int, Field(ge=1, le=1000)]]
    jackpot: str | None = None
    names: dict[str, Names] = {}


class Figure(Strict):
    """The drawing of a character and its color."""

    drawing: str
    color: Color


class Look(Strict):
    """The face of an edition."""

    ground: Color | None = None
    middle: Color | None = None
    accent: Color | None = None
    dark_ground: Color | None = None
    dark_middle: Color | None = None
    pattern: str | None = None
    house: str | None = None
    hotel: str | None = None
    back: str | None = None
    coins: str | None = None
    tokens: list[str] = []
    corners: dict[str, str] = {}
    figures: dict[str, Figure] = {}
    sides: dict[str, Figure] = {}


class Origin(Strict):
    """Where a part of an edition comes from."""

    source: str = Field(alias="from")
    note: Note = {}


def partial_model(model: type[BaseModel]) -> type[BaseModel]:
    """Return a model with the same keys and kinds of value, none of them needed."""
    fields: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        sort: Any = field.annotation
        for limit in field.metadata:
            sort = Annotated[sort, limit]
        fields[name] = (sort, None)
    return create_model(f"{model.__name__}Change", __base__=Strict, **fields)


class Changes(Strict):
    """Changes by the id of what is changed."""

    spaces: dict[str, partial_model(Space)] = {}  # type: ignore[valid-type]
    groups: dict[str, partial_model(Group)] = {}  # type: ignore[valid-type]
    decks: dict[str, partial_model(Deck)] = {}  # type: ignore[valid-type]
    cards: dict[str, partial_model(Card)] = {}  # type: ignore[valid-type]
    characters: dict[str, partial_model(Character)] = {}  # type: ignore[valid-type]
    bosses: dict[str, partial_model(Boss)] = {}  # type: ignore[valid-type]
    money: partial_model(Money) | None = None  # type: ignore[valid-type]
    words: dict[str, Names] = {}
    look: Look | None = None


class Profile(Strict):
    """One reading of a rule book: what differs from the edition."""

    title: Names
    note: Note = {}
    language: str | None = None
    rulebook: str | None = None
    rules: dict[str, Any] = {}
    changes: Changes | None = None


class Whole(Strict):
    """An edition without `inherits`, and any edition once it has inherited."""

    id: Id
    language: Text
    rulebook: Text
    title: Names
    family: Id | None = None
    special: Names | None = None
    profile: str | None = None
    spaces: list[Space]
    groups: list[Group] = []
    decks: list[Deck] = []
    money: Money
    words: dict[str, Names] = {}
    rules: dict[str, Any] = {}
    casino: Casino | None = None
    power: list[Face] = []
    speed_die: list[SpeedFace] = []
    tokens: list[Token] = []
    characters: list[Character] = []
    bosses: list[Boss] = []
    look: Look | None = None
    profiles: dict[str, Profile] = {}
    provenance: dict[str, Origin] | None = None


class Heir(partial_model(Whole)):  # type: ignore[misc]
    """An edition file that names another one it inherits from."""

    inherits: str
    scale: Annotated[int, Field(ge=1, le=1000)] = 1
    changes: Changes | None = None


def without_misshapen(content: dict[str, Any], found: ValidationErrors) -> dict[str, Any]:
    """Return a copy with every misshapen value as None and every unknown key left out, each of them noted.

    A value that is None already has been noted before, and is passed over.
    """
    model = Heir if "inherits" in content else Whole
    content = deepcopy(content)
    try:
        model.model_validate(content)
    except ValidationError as error:
        for problem in error.errors(include_url=False):
            if problem["input"] is not None:
                _note(problem, model, content, found)
    return content


def _note(problem: Any, model: type[BaseModel], content: dict[str, Any], found: ValidationErrors) -> None:
    *way, last = problem["loc"]
    if last == "[key]":
        found.add(field_path(way), "shape_key", value=way.pop())
        _value_at(content, way[:-1])
    elif problem["type"] == "extra_forbidden" and found.full:  # nobody reads which key is meant
        found.add_text("", "")
        _value_at(content, way).pop(last, None)
    elif problem["type"] == "extra_forbidden":
        known = keys_at(model, way)
        meant = MEANT.get(str(last), "")
        near = say("edition.near", near=meant) if meant in known else hint(last, known, MOST_KEYS)
        found.add_text(field_path(problem["loc"]), say("edition.unknown_key", value=message_value(last)) + near)
        _value_at(content, way).pop(last, None)
    elif problem["type"] == "missing":
        found.add(field_path(problem["loc"]), "missing_key", value=last)
    else:
        reason, values = _reason(problem)
        found.add(field_path(problem["loc"]), reason, value=toml_literal(problem["input"]), **values)
        _value_at(content, way)[last] = None


MOST_KEYS = 12  # of a table, that are listed where an unknown one is near none of them
WORDED = ("title", "name", "special", "unit", "pattern", "thousands")  # texts by language
MEANT = {"options": "rules"}  # what is written for it, without a letter in common
REASONS = {
    "int_type": "shape_whole",
    "string_type": "shape_text",
    "dict_type": "shape_table",
    "model_type": "shape_table",
    "list_type": "shape_list",
    "greater_than_equal": "shape_least",
    "less_than_equal": "shape_most",
    "string_too_short": "shape_empty",
    "string_too_long": "shape_long",
}


def _reason(problem: Any) -> tuple[str, dict[str, Any]]:
    """Return the message for a kind of misshape, and its values."""
    given = problem.get("ctx") or {}
    limits = {"least": given.get("ge"), "most": given.get("le", given.get("max_length"))}
    if problem["type"] == "string_pattern_mismatch":
        return ("shape_color" if problem["loc"][-1] in ("color", *COLOURS) else "shape_id"), {}
    key = problem["loc"][-1]
    if problem["type"] == "dict_type" and key == "note":
        return "shape_names", {}
    if problem["type"] == "dict_type" and key in WORDED and isinstance(problem["input"], str):
        return "shape_words", {"name": key}
    return REASONS.get(problem["type"], "shape_other"), {**limits, "reason": problem["msg"]}


def field_path(way: Sequence[int | str]) -> str:
    """Return a place as it is written: spaces[3].rent[2]."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in way)
    return text.removeprefix(".")


def keys_at(model: Any, way: Sequence[int | str]) -> list[str]:
    """Return the keys that a place may have."""
    for step in way:
        model = model.model_fields[step].annotation if _is_model(model) else _parts(model)[-1]
        model = next((part for part in _parts(model) if _is_model(part)), model) if _is_union(model) else model
    return [field.alias or name for name, field in model.model_fields.items()] if _is_model(model) else []


def _is_model(sort: Any) -> bool:
    return isinstance(sort, type) and issubclass(sort, BaseModel)


def _is_union(sort: Any) -> bool:
    return get_origin(sort) in (Union, UnionType)


def _parts(sort: Any) -> tuple[Any, ...]:
    return get_args(sort)


def _value_at(content: Any, way: Sequence[int | str]) -> Any:
    for step in way:
        content = content[step]
    return content
