"""The form of scenarios and saved games, read from TOML without a third-party package.

    format = 1
    edition = "classic_us"            # an id, or the path of an edition file, seen from this file
    title = "..."                     # for readers: title, source, lesson, minutes
    text = "..."                      # for the teacher: what to watch, what to ask, the answers
    project = "..."                   # for the class, to be projected; the text, if left out
    seed = 7
    number = 0                        # of the game among those of its seed
    script = ["roll 3 4", "buy"]      # answers from the start on
    undone = ["roll 1 1"]             # answers that can be redone after them
    [options]                         # as in Game(options=...)
    [[seats]]
    name = "Ann"                      # a person
    [[seats]]
    name = "Bo"
    strategy = "cautious"             # or {name = "cautious", reserve = 30}
    [start]                           # a position to begin from; left out: the beginning of a game
    [expect]                          # what holds after the script; [[expect]] with `after = n` for n answers

A saved game also holds `luck`, the format of the luck by seed, `digest` of the edition
and `digests` of its parts, and `notes`, what its players have written beside it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from monopoly_lab.editions import Edition, load_edition
from monopoly_lab.editions.load import FILE
from monopoly_lab.editions.tables import Tables
from monopoly_lab.errors import EditionError, OptionError, StrategyError
from monopoly_lab.game.saving.promised import Promised, read_promised
from monopoly_lab.game.seats import Chooser, name_problem, wrong_number
from monopoly_lab.game.start.problems import Problems, shown
from monopoly_lab.players import Strategy
from monopoly_lab.reading import tidied
from monopoly_lab.rules import luck

FORMAT = 1
KEYS = (
    *(
        "format",
        "luck",
        "edition",
        "digest",
        "digests",
        "seed",
        "number",
        "title",
        "text",
        "project",
        "source",
        "lesson",
        "minutes",
        "notes",
    ),
    *("script", "undone", "options", "seats", "start", "expect", "play"),
)
TEXTS = ("title", "text", "project", "source", "lesson", "digest", "notes")
MOST_SEED = 2**63 - 1
MOST_MINUTES = 24 * 60
MOST_SEATS = 100  # that are looked at where the edition does not say how many play


@dataclass
class Document:
    """What a file says, values of the right kind only."""

    edition: Edition | None = None
    tables: Tables | None = None
    texts: dict[str, str] = field(default_factory=dict)
    seed: int = 0
    number: int = 0
    luck: int = luck.FORMAT
    minutes: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    seats: dict[str, Chooser] = field(default_factory=dict)
    all_seats: bool = False  # none was left out
    start: dict[str, Any] = field(default_factory=dict)
    script: list[str] = field(default_factory=list)
    undone: list[str] = field(default_factory=list)
    expect: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)  # with places
    digests: dict[str, str] = field(default_factory=dict)
    promised: Promised = field(default_factory=Promised)


def read_document(content: Mapping[str, Any], problems: Problems, folder: Path) -> Document:
    """The document; every problem is noted. Paths of editions are seen from `folder`."""
    document = Document()
    problems.unknown_keys("", content, KEYS)
    _read_format(content, problems)
    for key in TEXTS:
        if key in content:
            document.texts[key] = problems.text(key, content[key]) or ""
    document.seed = problems.number("seed", content.get("seed", 0), 0, MOST_SEED) or 0
    document.number = problems.number("number", content.get("number", 0), 0, MOST_SEED) or 0
    document.luck = problems.number("luck", content.get("luck", luck.FORMAT), 1, 1000) or 0
    document.minutes = problems.number("minutes", content.get("minutes", 0), 0, MOST_MINUTES) or 0
    document.digests = dict(problems.table("digests", content.get("digests", {})))
    _read_edition(content, document, problems, folder)
    _read_seats(content, document, problems)
    document.start = dict(problems.table("start", content.get("start", {})))
    for key in ("script", "undone"):
        entries = problems.items(key, content.get(key, []))
        setattr(document, key, [problems.text(place, entry) or "" for place, entry in entries])
    document.expect = _expectations(content.get("expect", {}), problems)
    document.promised = read_promised(content.get("play", {}), tuple(document.seats), problems)
    return document


def _read_format(content: Mapping[str, Any], problems: Problems) -> None:
    if "format" not in content:
        problems.note("format", "missing_key", value="format")
    elif content["format"] != FORMAT:
        problems.note("format", "format", value=shown(content["format"]), known=[FORMAT])


def _read_edition(content: Mapping[str, Any], document: Document, problems: Problems, folder: Path) -> None:
    """The edition as its options change it, with its tables; without it most cannot be checked."""
    document.options = dict(problems.table("options", content.get("options", {})))
    if "edition" not in content:
        problems.note("edition", "missing_key", value="edition")
        return
    edition = _found(content["edition"], problems, folder)
    if edition is None:
        return
    document.edition = edition
    try:
        document.tables = edition.tables(document.options)
        document.edition = edition.in_play(document.options)
    except OptionError as refused:
        problems.take("options", refused.problems)


def _found(named: object, problems: Problems, folder: Path) -> Edition | None:
    """An edition by its id or file, or one that is there already."""
    if isinstance(named, Edition):
        return named
    name = problems.text("edition", named)
    if name is None:
        return None
    try:
        return load_edition(folder / name if name.endswith(FILE) else name)
    except EditionError as refused:
        for file, place, message in refused.problems:
            problems.take(
                "edition", [("", "", ": ".join(filter(None, (file, place, message))).removeprefix("edition: "))]
            )
    return None


def _read_seats(content: Mapping[str, Any], document: Document, problems: Problems) -> None:
    if "seats" not in content:
        problems.note("seats", "missing_key", value="seats")
        return
    seats = problems.items("seats", content["seats"])
    t = document.tables
    for place, entry in seats[: t.o_players_max if t is not None else MOST_SEATS]:
        seat = problems.table(place, entry)
        problems.unknown_keys(place, seat, ("name", "strategy"))
        if "name" not in seat:
            problems.note(f"{place}.name", "missing_key", value="name")
            continue
        problem = name_problem(seat["name"], document.seats)
        if problem:
            problems.take(f"{place}.name", [("", "", problem)])
        else:
            name = tidied(seat["name"])
            document.seats[name] = _strategy(f"{place}.strategy", seat.get("strategy"), problems)
    document.all_seats = 0 < len(document.seats) == len(seats)
    if t is not None and not t.o_players_min <= len(seats) <= t.o_players_max:
        text = wrong_number(len(seats), t.o_players_min, t.o_players_max, t.o_components_tokens)
        problems.take("seats", [("", "", text)])


def _strategy(place: str, value: object, problems: Problems) -> Strategy | str | None:
    """The strategy of a seat; None for a person, and for one that is refused."""
    if value is None:
        return None
    table = {"name": value} if isinstance(value, str) else problems.table(place, value)
    if not isinstance(table.get("name"), str):
        if table:
            problems.note(f"{place}.name", "not_a_text", value=shown(table.get("name", "")))
        return None
    try:
        strategy = Strategy(**table)
    except (StrategyError, TypeError) as refused:
        problems.take(place, [("", "", str(refused))])
        return None
    return value if isinstance(value, str) else strategy


def _expectations(value: object, problems: Problems) -> list[tuple[str, Mapping[str, Any]]]:
    """Tables of expectations with their places; a single one may stand without a list."""
    if isinstance(value, Mapping):
        return [("expect", value)] if value else []
    return [(place, problems.table(place, entry)) for place, entry in problems.items("expect", value)]
