"""Files and texts bent at random: each is taken or refused in words of our own, soon, and changes nothing.

The suite runs a part of it (test_fuzz.py). Long:

    python tests/attack/fuzz.py --files 20000 --texts 50000 --seed 1

prints a line for each violation, keeps the file that did it in a folder, and ends with 1 if there was any. The same
seed makes the same files and texts everywhere. Nothing is sent anywhere.
"""

import argparse
import copy
import pickle
import random
import sys
import tempfile
import time
import tomllib
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import tomli_w

import monopoly_lab as ml
from monopoly_lab import Game, IllegalChoice, MonopolyLabError, Scenario, UnreadableChoice
from monopoly_lab.game.scenarios import check_file
from monopoly_lab.game.scenarios.draft import Draft
from monopoly_lab.game.scenarios.scenario_entries import Entry, scenario_entries
from monopoly_lab.simulation.invariants import NAMED, broken_invariant
from monopoly_lab.widgets import autosave, gallery
from monopoly_lab.widgets.html_elements import Words

ROOT = Path(__file__).parents[2]
KINDS = ("scenario", "saved", "edition", "autosave")
SECONDS = 5.0  # of processor time, for one file with all that is done with it
STEPS = 60  # that bots play on from what was loaded
NASTY: list[Any] = [
    *(0, -1, 1, 2**31, 2**63, 10**12, -(10**18), True, False, 0.5, 1e308, float("inf"), float("nan")),
    *(
        "",
        " ",
        "\x00",
        "\u202eAnn",
        "\u200b",
        "é" * 50,
        "<script>",
        "../../etc/passwd",
        "/dev/zero",
        "x" * 300 + ".toml",
    ),
    *(
        "\x00.toml",
        "ANN",
        "bank",
        "{}",
        "{0}",
        "{n:>1000000000}",
        "%s",
        "trade x: y",
        "\n",
        "-1",
        "٣",
        "9" * 5000,
        "--5",
    ),
    *("NaN", "roll 1 1", "build --5", "[0]", "a.b.c", "classic_us", "gamer"),
    *([], [[]], [1, 2], ["x"] * 50, {}, {"a": {"b": {"c": 1}}}, {"": ""}, [{}], ["Ann", "Ann"], [1, "a", {}]),
]
BYTES = [
    b"[",
    b"]",
    b"{",
    b'"',
    b"'",
    b"=",
    b"\n",
    b"#",
    b"\x00",
    b"\xff",
    b".",
    b'"""',
    b"\xe2\x80\xae",
    b"\xed\xa0\x80",
]
# What stands in a text that is nearly a choice.
PIECES = [
    *("", " ", ":", "+", ";", "\n", " for ", "card ", "trade ", "settle ", "bank", "None", "nowhere"),
    *("0", "-1", "--5", "1.5", "1e9", "9" * 15, "9" * 16, "9" * 4301, "1_000", "0x10", "٣", "９", "²"),
    *("\u200b", "\u202e", "\x00", "İ", "ß", "\u212a", "\ud800", "{0}", "(", "[", "\\", ".*", "<b>"),
    *("card chance " + "9" * 30, "chance ٣", "settle 5: 1"),
]


class Violation(Exception):
    """What must not be."""


# What files are bent


@cache
def stock(kind: str) -> tuple[str, ...]:
    """Files that are right."""
    if kind == "scenario":
        return tuple(path.read_text("utf-8") for path in sorted((ROOT / "scenarios").glob("*.toml")))
    if kind == "edition":
        names = [ROOT / "monopoly_lab" / "editions" / "data" / f"{name}.toml" for name in ml.editions()]
        return tuple(path.read_text("utf-8") for path in names)
    games = []
    for n, edition in enumerate(("classic_us", "gamer", "ukraine")):
        game = Game(edition, {"Ann": "random", "Bo": "balanced"}, seed=n)
        game.run(steps=60)
        games.append(game.undo(3))
    if kind == "saved":
        return tuple(game.to_toml() for game in games)
    return tuple(autosave.text_of(autosave.SavedBranches({"main": games[0], "b": game}, "b")) for game in games)


def ways(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places in a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value[:100]) if isinstance(value, list) else ()
    for key, entry in inner:
        yield (*at, key)
        yield from ways(entry, (*at, key))


@cache
def pickled(text: str) -> bytes:
    """What a file that is right holds, parsed once."""
    return pickle.dumps(tomllib.loads(text))


def bent(text: str, luck: random.Random) -> bytes:
    """The file with some bytes, or some values, that are not its own."""
    if luck.random() < 0.3:
        raw = bytearray(text.encode())
        for _ in range(luck.choice([1, 1, 2, 5, 20])):
            at = luck.randrange(len(raw) + 1)
            raw[at : at + luck.choice([0, 0, 1, 10, 100])] = luck.choice(BYTES)
        return bytes(raw)
    content = pickle.loads(pickled(text))
    for _ in range(luck.choice([1, 1, 2, 4])):
        *way, last = luck.choice(list(ways(content)) or [("x",)])
        holder: Any = content
        for step in way:
            holder = holder[step]
        if luck.random() < 0.2 and isinstance(holder, dict):
            holder.pop(last, None)
        elif luck.random() < 0.2 and isinstance(holder, dict):
            holder[f"{last}{luck.choice(['x', '.y', ' '])}"] = holder.pop(last, 1)
        else:
            holder[last] = copy.deepcopy(luck.choice(NASTY))
    return tomli_w.dumps(content).encode("utf-8", "replace")


# What is done with them


def play(game: Game) -> None:
    """Bots play on, and what is shown is drawn."""
    game = game.fork()
    for n, name in enumerate(game.players):
        game.seat(name, ("random", "balanced", "cautious")[n % 3])
    for _ in range(STEPS):
        code = broken_invariant(game._s, game.tables)
        if code:
            raise Violation(f"invariant: {NAMED[code]}")
        if game.over:
            break
        game.step()
    game.svg(), game.describe(), game.net_worth(), game.log(), game.choices()


def use(kind: str, path: Path) -> None:
    """All that the library does with such a file; MonopolyLabError where it is refused."""
    problems = check_file(path) if kind != "autosave" else []
    if kind == "autosave":
        kept = autosave.read_branches(path)
        play(kept.branches[kept.branch])
    elif kind == "edition":
        edition = ml.load_edition(path)
        play(Game(edition, ["Ann", "Bo", "Cy"][: max(2, int(edition.resolve()["players.min"]))], seed=3))
    else:
        entry = next(each for each in scenario_entries(path.parent) if each.path == path)
        shown(entry)
        with suppress(MonopolyLabError):
            Draft.of(path).problems()
        game = Game.load(path)
        Scenario.load(path)._repr_mimebundle_()
        play(game)
    if problems:
        raise Violation("loaded, though check found problems")


def shown(entry: Entry) -> None:
    words = Words("en", "gallery")
    for markup in (
        gallery.card(entry, words),
        gallery.card(entry, words, True),
        gallery.bar(entry, words),
    ):
        if "<script" in markup:
            raise Violation("a script in a card")


def attempt(act: Callable[[], object]) -> str:
    """What is wrong with how it went; "" for nothing."""
    begun = time.process_time()
    try:
        act()
    except Violation as violation:
        return str(violation)
    except MonopolyLabError as refused:
        if not str(refused).strip() or len(str(refused)) > 50_000:
            return f"a message of {len(str(refused))} letters"
    except Exception as foreign:
        return f"{type(foreign).__name__}: {str(foreign)[:200]}"
    took = time.process_time() - begun
    return f"{took:.1f} s" if took > SECONDS else ""


def files(number: int, seed: int, keep: Path | None = None) -> list[str]:
    """Bend so many files; the violations."""
    found = []
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        path = Path(folder) / "mine.toml"
        for n in range(number):
            luck = random.Random(seed * 10**9 + n)
            kind = KINDS[n % len(KINDS)]
            path.write_bytes(bent(luck.choice(stock(kind)), luck))
            wrong = attempt(lambda kind=kind: use(kind, path))
            if wrong:
                found.append(f"{kind} {seed}:{n}: {wrong}")
                if keep is not None:
                    (keep / f"{kind}_{seed}_{n}.toml").write_bytes(path.read_bytes())
    return found


# Texts


def bent_text(luck: random.Random, pool: list[str]) -> str:
    text = luck.choice(pool)
    for _ in range(luck.choice([1, 1, 2, 3])):
        at = luck.randrange(len(text) + 1)
        text = text[:at] + luck.choice([*PIECES, luck.choice(pool)]) + text[at + luck.choice([0, 0, 1, 3]) :]
    return text


def texts(number: int, seed: int) -> list[str]:
    """Put so many texts to games of every edition; the violations."""
    found: list[str] = []
    luck, done = random.Random(seed), 0
    while done < number:
        edition = luck.choice(ml.editions())
        least = int(ml.load_edition(edition).resolve()["players.min"])
        game = Game(
            edition, dict.fromkeys(["Ann", "Bo", "Cy", "Di"][: max(2, least)], "random"), seed=luck.randrange(10**6)
        )
        game.run(steps=luck.choice([0, 1, 5, 30, 100, 300]))
        for _ in range(20):
            if game.over or done >= number:
                break
            pool = [*game.choices(), *(text for acts in game.acts().values() for text in acts)] or ["roll"]
            for _ in range(10):
                text, done = bent_text(luck, pool), done + 1
                wrong = wrong_with(game, text)
                if wrong:
                    found.append(f"{edition} {game.answered} {text[:80]!r}: {wrong}")
            game.step()
    return found


LEGAL, ILLEGAL, UNREADABLE = "legal", "illegal", "unreadable"
LONGEST = 2000  # characters of what is said of a text that is no choice


def wrong_with(game: Game, text: Any) -> str:
    """What is wrong with how a game takes a text; "" where all ways to ask agree, in words, and nothing changes."""
    before = facts(game)
    verdict = asked(lambda: game.why_not(text))
    said = {verdict, asked(lambda: game.fork().take(text))}
    if verdict != LEGAL:
        said.add(asked(lambda: game.apply(text)))
    label = asked(lambda: None if game.choice_label(text) else "empty")  # it is not asked whether a choice is legal
    if said - {LEGAL, ILLEGAL, UNREADABLE} or len(said) > 1:
        return f"{said}"
    if label != (UNREADABLE if verdict == UNREADABLE else LEGAL):
        return f"{verdict}, but its label {label}"
    return "" if facts(game) == before else "the game has changed"


def facts(game: Game) -> tuple[object, ...]:
    return repr(game._s.facts()), game.answers, game.undone, len(game._record.log)


def asked(ask: Callable[[], object]) -> str:
    try:
        return ILLEGAL if isinstance(ask(), str) else LEGAL
    except UnreadableChoice as said:
        return UNREADABLE if 0 < len(str(said).strip()) < LONGEST else f"a message of {len(str(said))} letters"
    except IllegalChoice:
        return ILLEGAL
    except Exception as foreign:
        return f"{type(foreign).__name__}: {str(foreign)[:100]}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--texts", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    keep = Path(tempfile.mkdtemp(prefix="fuzz_"))
    found = [*files(given.files, given.seed, keep), *texts(given.texts, given.seed)]
    print("\n".join(found) or f"{given.files} files, {given.texts} texts: nothing found", f"\n{keep}" if found else "")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
