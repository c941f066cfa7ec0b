"""The golden games: how games come out, edition by edition and strategy by strategy, so that no change goes unseen.

`plain.toml` and `compiled.toml` have a row for each edition with each strategy on all seats,
and for each of its profiles with several strategies side by side. A row holds digests of the
final positions, and in plain numbers what happened in all of its games, so that a difference
says what has become of what. Only facts of the table count, not how a position is kept.
"""

import hashlib
import tomllib
from pathlib import Path
from typing import Any

from random_settings import prepared

from monopoly_lab.editions import editions, load_edition
from monopoly_lab.players import strategies, style_of
from monopoly_lab.players.income_tables import provide_income
from monopoly_lab.rules import State
from monopoly_lab.simulation import Batch, batch

HERE = Path(__file__).parent
SEED = 1910
PLAYERS = 4
MIXED = ("balanced", "trader", "hoarder", "random")
ROUNDS, ANSWERS = 60, 3_000  # a longer game is left as it stands
PLAIN, COMPILED = 20, 200  # games a row
BLOCK = 10  # compiled games a digest
FACTS = (
    *("cash", "out", "at", "jail", "owner", "level", "mortgaged", "houses", "hotels", "card_seat", "coins"),
    *("character", "boss_of", "node", "winner", "turn", "round", "answers"),
)
DIGITS = 8

Row = dict[str, Any]
Key = tuple[str, str]  # the edition, and the strategy or `PROFILE mixed`


def keys() -> list[Key]:
    """The rows there have to be."""
    by_strategy = [(edition, strategy) for edition in editions() for strategy in strategies()]
    mixed = [
        (edition, f"{profile or 'book'} mixed")
        for edition in editions()
        for profile in ("", *load_edition(edition).profiles)
    ]
    return by_strategy + mixed


def played(key: Key, games: int, compiled: bool, seed: int = SEED, first: int = 0) -> Batch:
    edition, name = key
    profile, _, mixed = name.rpartition(" ")
    options: dict[str, object] = {"profile": profile} if mixed == "mixed" and profile != "book" else {}
    table = prepared(edition, options, PLAYERS)
    seats = MIXED if mixed == "mixed" else (name,) * PLAYERS
    styles = [number for strategy in seats for number in style_of(strategy)]
    provide_income(load_edition(edition), options, table.tables, styles)
    limits = {"rounds": ROUNDS, "answers": ANSWERS}
    return batch(table.tables, table.start, styles, seed, games, first, **limits, finals=True, compiled=compiled)


def row(key: Key, compiled: bool) -> Row:
    found = played(key, COMPILED if compiled else PLAIN, compiled)
    results = found.results
    return {
        "ended": sum(result.over for result in results),
        "rounds": sum(result.rounds for result in results),
        "answers": sum(result.answers for result in results),
        "events": {name: list(numbers) for name, numbers in sorted(found.events.items())},
        "digests": digests(found.finals, BLOCK if compiled else 1),
    }


def digests(finals: list[State], block: int) -> list[str]:
    """A digest of each final position, or of each block of them."""
    facts = [[getattr(s, name) for name in FACTS] for s in finals]
    return [
        hashlib.sha256(repr(facts[i : i + block]).encode()).hexdigest()[:DIGITS] for i in range(0, len(facts), block)
    ]


def path(compiled: bool) -> Path:
    return HERE / ("compiled.toml" if compiled else "plain.toml")


def read(compiled: bool) -> dict[str, Any]:
    """The file: `reasons`, newest first, and a table of rows for each edition."""
    file = path(compiled)
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {"reasons": []}


def rows(compiled: bool) -> dict[Key, Row]:
    return {
        (edition, name): found
        for edition, table in read(compiled).items()
        if edition != "reasons"
        for name, found in table.items()
    }


def write(compiled: bool, reasons: list[str], found: dict[Key, Row]) -> None:
    lines = ["# Written by `python -m tests.golden`, never by hand: CONTRIBUTING.md, Golden games.", "reasons = ["]
    lines += [f"    {_text(reason)}," for reason in reasons] + ["]"]
    for (edition, name), entry in found.items():
        lines += ["", f'[{edition}."{name}"]']
        lines += [f"{key} = {entry[key]}" for key in ("ended", "rounds", "answers")]
        lines.append(
            "events = {" + ", ".join(f"{event} = {numbers}" for event, numbers in entry["events"].items()) + "}"
        )
        lines.append("digests = [" + ", ".join(f'"{digest}"' for digest in entry["digests"]) + "]")
    path(compiled).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _text(reason: str) -> str:
    return '"' + reason.replace("\\", "\\\\").replace('"', '\\"') + '"'


def difference(key: Key, kept: Row | None, now: Row) -> str:
    """What is different in a row, in words; "" where nothing is."""
    if kept == now:
        return ""
    if kept is None:
        return f"{' '.join(key)}: a new row"
    games = [n for n, (a, b) in enumerate(zip(kept["digests"], now["digests"])) if a != b]
    changed = [
        f"{name} {kept[name]} -> {now[name]}" for name in ("ended", "rounds", "answers") if kept[name] != now[name]
    ]
    for name in sorted({*kept["events"], *now["events"]}):
        before, after = kept["events"].get(name, [0, 0]), now["events"].get(name, [0, 0])
        if before != after:
            changed.append(f"{name} {before[0]} ({before[1]}) -> {after[0]} ({after[1]})")
    return f"{' '.join(key)}: digests {games} differ; " + ", ".join(changed)
