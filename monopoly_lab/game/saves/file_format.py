"""File format of saved games and scenarios: its version (SAVE_FORMAT), its keys, how a file is read from TOML.

    format = 1
    edition = "classic_us"            # an id, or the path of an edition file, seen from this file
    title = "..."                     # for readers: title, source, lesson, minutes
    text = "..."                      # for the teacher: what to watch, what to ask, the answers
    project = "..."                   # for the class, to be projected; the text, if left out
    asks = ["stake_return"]           # figures that the class is to find: no card of a decision shows them
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

What a scenario promises of many games: shares, each between two ends, in percent.

[play]
games = 300
seed = 1                              # 1 if left out
rounds = 30                           # each game stops after so many; played to the end if left out
wins = {Upper = [70, 85]}             # percent of the games that are won
bankrupt = {Poor = [60, 100]}         # percent of the games in which the player goes bankrupt
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from monopoly_lab.common.errors import EditionError, OptionError, StrategyError
from monopoly_lab.common.file_access import normalized_name
from monopoly_lab.common.validation_errors import GameFileErrors, toml_literal
from monopoly_lab.editions import Edition, load_edition
from monopoly_lab.editions.loader import FILE
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.game.seats import Chooser, name_problem, number_refusal
from monopoly_lab.players import Strategy
from monopoly_lab.rules import random_numbers

SHARES = ("wins", "bankrupt")
PLAY_KEYS = ("games", "seed", "rounds", *SHARES)
MOST_GAMES = 100_000
MOST_ROUNDS = 10_000
MOST_PLAY_SEED = 2**31 - 1


@dataclass(frozen=True)
class Promised:
    """`shares` by what is counted and player: the least and the most, in percent. No games: nothing is promised."""

    games: int = 0
    seed: int = 1
    rounds: int = 0
    shares: Mapping[tuple[str, str], tuple[float, float]] = field(default_factory=dict)


def read_promised(value: object, players: Collection[str], problems: GameFileErrors) -> Promised:
    """Return the table; every problem is noted."""
    table = problems.table("play", value)
    if not table:
        return Promised()
    problems.unknown_keys("play", table, PLAY_KEYS)
    if "games" not in table:
        problems.note("play.games", "missing_key", value="games")
    games = problems.number("play.games", table.get("games", 1), 1, MOST_GAMES) or 0
    seed = problems.number("play.seed", table.get("seed", 1), 0, MOST_PLAY_SEED) or 0
    rounds = problems.number("play.rounds", table.get("rounds", 0), 0, MOST_ROUNDS) or 0
    shares = {}
    for key in SHARES:
        entries = problems.table(f"play.{key}", table.get(key, {}))
        problems.unknown_keys(f"play.{key}", entries, players)
        for player, ends in entries.items():
            found = _ends(ends)
            if found is None:
                problems.note(f"play.{key}.{player}", "not_ends", value=toml_literal(ends))
            else:
                shares[key, player] = found
    return Promised(games, seed, rounds, shares)


def _ends(value: Any) -> tuple[float, float] | None:
    """Return two numbers from 0 to 100, the first not above the second; None if the value is anything else."""
    if not isinstance(value, list) or len(value) != 2:
        return None
    if any(isinstance(end, bool) or not isinstance(end, int | float) for end in value):
        return None
    return (float(value[0]), float(value[1])) if 0 <= value[0] <= value[1] <= 100 else None


# Keys and version of the files, read without a third-party package

SAVE_FORMAT = 1  # version of the format of saved games and scenarios
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
        "asks",
        "notes",
    ),
    *("script", "undone", "options", "seats", "start", "expect", "play"),
)
TEXTS = ("title", "text", "project", "source", "lesson", "digest", "notes")
ASKED = ("stake_return",)  # what comes back of a stake on average
MOST_SEED = 2**63 - 1
MOST_MINUTES = 24 * 60
NUMBERS = {  # the usual one, the least and the most
    "seed": (0, 0, MOST_SEED),
    "number": (0, 0, MOST_SEED),
    "luck": (random_numbers.FORMAT, 1, 1000),
    "minutes": (0, 0, MOST_MINUTES),
}
MOST_SEATS_READ = 100  # that are looked at where the edition does not say how many play


@dataclass
class Document:
    """What a file says, values of the right kind only."""

    edition: Edition | None = None
    tables: Tables | None = None
    texts: dict[str, str] = field(default_factory=dict)
    seed: int = 0
    number: int = 0
    luck: int = random_numbers.FORMAT
    minutes: int = 0
    asks: list[str] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    seats: dict[str, Chooser] = field(default_factory=dict)
    all_seats: bool = False  # none was left out
    start: dict[str, Any] = field(default_factory=dict)
    script: list[str] = field(default_factory=list)
    undone: list[str] = field(default_factory=list)
    expect: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)  # with places
    digests: dict[str, str] = field(default_factory=dict)
    promised: Promised = field(default_factory=Promised)


def read_document(content: Mapping[str, Any], problems: GameFileErrors, folder: Path) -> Document:
    """Return the document; every problem is noted. Paths of editions are seen from `folder`."""
    document = Document()
    problems.unknown_keys("", content, KEYS)
    if "format" not in content:
        problems.note("format", "missing_key", value="format")
    else:
        problems.check_version("format", content["format"], SAVE_FORMAT)
    for key in TEXTS:
        if key in content:
            document.texts[key] = problems.text(key, content[key]) or ""
    for key, (usual, low, high) in NUMBERS.items():
        setattr(document, key, problems.number(key, content.get(key, usual), low, high) or 0)
    document.digests = dict(problems.table("digests", content.get("digests", {})))
    document.asks = _read_asked_figures(problems.items("asks", content.get("asks", [])), problems)
    _read_edition(content, document, problems, folder)
    _read_seats(content, document, problems)
    document.start = dict(problems.table("start", content.get("start", {})))
    for key in ("script", "undone"):
        entries = problems.items(key, content.get(key, []))
        setattr(document, key, [problems.text(place, entry) or "" for place, entry in entries])
    document.expect = _expectations(content.get("expect", {}), problems)
    document.promised = read_promised(content.get("play", {}), tuple(document.seats), problems)
    return document


def _read_asked_figures(entries: list[tuple[str, Any]], problems: GameFileErrors) -> list[str]:
    """Return the figures that the class is to find."""
    asked = []
    for place, entry in entries:
        figure = problems.text(place, entry)
        if figure in ASKED:
            asked.append(figure)
        elif figure is not None:
            problems.note(place, "unknown_figure", value=figure, known=ASKED)
    return asked


def _read_edition(content: Mapping[str, Any], document: Document, problems: GameFileErrors, folder: Path) -> None:
    """Return the edition as its options change it, with its tables; without it most cannot be checked."""
    document.options = dict(problems.table("options", content.get("options", {})))
    if "edition" not in content:
        problems.note("edition", "missing_key", value="edition")
        return
    edition = _load_named_edition(content["edition"], problems, folder)
    if edition is None:
        return
    document.edition = edition
    try:
        document.tables = edition.tables(document.options)
        document.edition = edition.in_play(document.options)
    except OptionError as refused:
        problems.take("options", refused.problems)


def _load_named_edition(named: object, problems: GameFileErrors, folder: Path) -> Edition | None:
    """Return an edition by its id or file, or one that is there already."""
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


def _read_seats(content: Mapping[str, Any], document: Document, problems: GameFileErrors) -> None:
    if "seats" not in content:
        problems.note("seats", "missing_key", value="seats")
        return
    seats = problems.items("seats", content["seats"])
    t = document.tables
    for place, entry in seats[: t.o_players_max if t is not None else MOST_SEATS_READ]:
        seat = problems.table(place, entry)
        problems.unknown_keys(place, seat, ("name", "strategy"))
        strategy = _strategy(f"{place}.strategy", seat.get("strategy"), problems)
        if "name" not in seat:
            problems.note(f"{place}.name", "missing_key", value="name")
            continue
        name = problems.text(f"{place}.name", seat["name"])
        if name is None:
            continue
        if problem := name_problem(name, document.seats):
            problems.add_text(f"{place}.name", problem)
        else:
            document.seats[normalized_name(name)] = strategy
    document.all_seats = 0 < len(document.seats) == len(seats)
    if t is not None and not t.o_players_min <= len(seats) <= t.o_players_max:
        text = number_refusal(len(seats), t.o_players_min, t.o_players_max, t.o_components_tokens)
        problems.take("seats", [("", "", text)])


def _strategy(place: str, value: object, problems: GameFileErrors) -> Strategy | str | None:
    """Return the strategy of a seat; None for a person, and for one that is refused."""
    if value is None:
        return None
    table = {"name": value} if isinstance(value, str) else problems.table(place, value)
    if not isinstance(table.get("name"), str):
        if table:
            problems.note(f"{place}.name", "not_a_text", value=toml_literal(table.get("name", "")))
        return None
    if wrong := {key: entry for key, entry in table.items() if isinstance(entry, list | dict)}:
        for key, entry in wrong.items():
            problems.note(f"{place}.{key}", "not_a_parameter", value=toml_literal(entry))
        return None
    try:
        strategy = Strategy(**table)
    except (StrategyError, TypeError) as refused:
        problems.take(place, [("", "", str(refused))])
        return None
    return value if isinstance(value, str) else strategy


def _expectations(value: object, problems: GameFileErrors) -> list[tuple[str, Mapping[str, Any]]]:
    """Return the tables of expectations with their places; a single one may stand without a list."""
    if isinstance(value, Mapping):
        return [("expect", value)] if value else []
    return [(place, problems.table(place, entry)) for place, entry in problems.items("expect", value)]
