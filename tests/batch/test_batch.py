"""Batches: the same games however they are split and at both speeds; compiled rules kept on disk by their sources."""

import ast
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from monopoly_lab import rules
from monopoly_lab.batch import Batch, batch, cache
from monopoly_lab.batch.tally import by_cause, by_event
from monopoly_lab.editions import load_edition
from monopoly_lab.players import drive, style_of
from monopoly_lab.rules import State, Tables
from monopoly_lab.rules.luck import fate_of

STYLES = [x for name in ("balanced", "trader", "greedy") for x in style_of(name)]
SALARY = 200  # classic rule book, "GO"


def opening(edition: str = "classic_us", seats: int = 3) -> tuple[Tables, State]:
    t = load_edition(edition).tables()
    s = rules.empty(t, seats)
    rules.start(s, t, [])
    return t, s


def play(games: int, first: int = 0, compiled: bool = False, **limits: int) -> Batch:
    t, s = opening()
    limits = {"rounds": 20} | limits
    return batch(t, s, STYLES, 9, games, first, finals=True, compiled=compiled, **limits)


@pytest.mark.parametrize("compiled", [False, True])
def test_batch__games_do_not_depend_on_how_they_are_split(compiled: bool) -> None:
    whole = play(7, compiled=compiled)
    parts = [play(3, 0, compiled), play(3, 3, compiled), play(1, 6, compiled)]
    assert [row for part in parts for row in part.results] == whole.results
    assert [state for part in parts for state in part.finals] == whole.finals
    assert [[sum(part.rows[i][j] for part in parts) for j in (0, 1)] for i in range(len(whole.rows))] == whole.rows


def test_batch__both_speeds_give_the_same() -> None:
    assert play(5) == play(5, compiled=True)


def test_batch__small_ones_wait_for_no_compiler() -> None:
    code = """
import sys
from monopoly_lab import rules
from monopoly_lab.editions import load_edition
from monopoly_lab.players import style_of
from monopoly_lab.batch import batch
t = load_edition("classic_us").tables()
s = rules.empty(t, 2)
rules.start(s, t, [])
assert len(batch(t, s, style_of("balanced") * 2, 1, 3, rounds=5).results) == 3
assert "numba" not in sys.modules and "numpy" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_batch__counts_what_the_log_of_each_game_tells() -> None:
    t, s = opening()
    log: list[tuple[int, ...]] = []
    while s.round <= 20 and s.node != 1:
        rules.do(s, t, log, *drive(s, t, STYLES, fate_of(9, 0)))
    found = play(1)
    assert found.finals == [s]
    for code, (count, total) in enumerate(found.rows[:64]):
        entries = [entry for entry in log if entry[0] == code]
        assert (count, total) == (len(entries), sum(entry[4] for entry in entries))
    assert found.events == by_event(found.rows) and found.payments == by_cause(found.rows)
    number, money = found.payments["salary"]
    assert money == number * SALARY > 0


def test_batch__rows_tell_how_the_games_ended() -> None:
    found = play(4, rounds=1000)
    for number, (row, final) in enumerate(zip(found.results, found.finals)):
        assert row.game == number and row.over
        assert row.cash == tuple(final.cash[:3]) and row.turns == final.turn and row.rounds == final.round
        assert row.bankruptcies == 2 and final.out[row.winner] == 0


def test_batch__stops_at_the_limits() -> None:
    assert [(row.over, row.rounds) for row in play(2, rounds=3).results] == [(False, 4)] * 2
    assert [row.answers for row in play(2, answers=50).results] == [50, 50]


def test_batch__refuses_persons_missing_seats_and_numbers_out_of_range() -> None:
    t, s = opening()
    person = style_of("balanced") * 2 + style_of(None)
    for styles, seed, first in (
        (person, 1, 0),
        (STYLES[:-1], 1, 0),
        (STYLES, -1, 0),
        (STYLES, 2**63, 0),
        (STYLES, 1, -1),
    ):
        with pytest.raises(ValueError, match=r"\d"):
            batch(t, s, styles, seed, 1, first)


# The cache. A digest stands for the sources; another text, another folder.


def test_cache__a_changed_rule_in_any_file_has_another_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = {cache.digest.__wrapped__(cache.RULES)}
    monkeypatch.setattr(cache, "PACKAGE", tmp_path)
    for name in (
        "codes/verb.py",
        "rules/rent.py",
        "rules/play.py",
        "batch/linking.py",
        "batch/passes.py",
        "rules/luck.py",
        "editions/options.py",
    ):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        for text in ("one = 1\n", "one = 2\n"):
            path.write_text(text)
            seen.add(cache.digest.__wrapped__(cache.RULES))
    assert len(seen) == 1 + 2 * 7


def test_cache__a_changed_strategy_leaves_the_rules_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "PACKAGE", tmp_path)
    path = tmp_path / "players/growth.py"
    path.parent.mkdir()
    found = []
    for text in ("one = 1\n", "one = 2\n"):
        path.write_text(text)
        found.append([cache.digest.__wrapped__(sources) for sources in (cache.RULES, cache.STRATEGIES, cache.LOOPS)])
    assert [before == after for before, after in zip(*found)] == [True, False, False]


def uncounted(package: Path) -> set[str]:
    """Modules of a package that are compiled and yet in no digest, or lacking in one whose rules import them."""
    modules = {path: path.relative_to(package).as_posix() for path in package.rglob("*.py")}
    texts = {path: path.read_text(encoding="utf-8") for path in modules}
    compiled = {
        path
        for path, text in texts.items()
        if re.search(r"^(@rule\b|from monopoly_lab.batch.compiled import)", text, re.M)
    }
    lacking = {modules[path] for path in compiled - read_by(cache.LOOPS, package)}
    for sources in (cache.RULES, cache.STRATEGIES, cache.LOOPS):
        read = read_by(sources, package)
        for path in compiled & read:
            imported = homes(texts[path], package) - read
            lacking |= {f"{home.relative_to(package).as_posix()} for {modules[path]}" for home in imported}
    return lacking


def homes(text: str, package: Path) -> set[Path]:
    """The files of the package that a module imports at its head."""
    found = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("monopoly_lab."):
            folder = package.parent / f"{node.module}".replace(".", "/")
            inside = {folder / f"{alias.name}.py" for alias in node.names}
            found |= {path for path in inside if path.exists()} or {folder.with_suffix(".py"), folder / "__init__.py"}
    told = {
        package / name for name in ("__init__.py", "errors.py", "messages/__init__.py")
    }  # no number of theirs is compiled
    return {path for path in found if path.exists()} - told


def read_by(sources: tuple[str, ...], package: Path) -> set[Path]:
    return {path for pattern in sources for path in package.glob(pattern)}


def test_cache__every_compiled_source_counts() -> None:
    """All that rules and strategies are written in, and the modules their constants come from, are in the digest."""
    compiled = {Path(function.__code__.co_filename) for function in rules.RULES}
    compiled = {path for path in compiled if path.is_relative_to(cache.PACKAGE)}  # tests may have rules of their own
    assert compiled <= read_by(cache.LOOPS, cache.PACKAGE)
    assert uncounted(cache.PACKAGE) == set()


@pytest.mark.parametrize(
    ("moved", "to", "found"),
    [
        ("rules/rent.py", "rules/money/rent.py", "rules/money/rent.py"),
        ("players/worth.py", "advice/worth.py", "advice/worth.py"),
        ("batch/loops.py", "experiments/loops.py", "experiments/loops.py for batch/compiled_blocks.py"),
        ("rules/rent.py", "players/rent.py", "players/rent.py for rules/claims.py"),
    ],
)
def test_cache__a_moved_source_is_missed(moved: str, to: str, found: str, tmp_path: Path) -> None:
    """What is moved where no pattern looks would run as stale machine code."""
    package = tmp_path / "monopoly_lab"
    shutil.copytree(cache.PACKAGE, package, ignore=shutil.ignore_patterns("*.json", "*.toml", "__pycache__"))
    before, after = (name.removesuffix(".py").replace("/", ".") for name in (moved, to))
    (package / to).parent.mkdir(exist_ok=True)
    (package / moved).rename(package / to)
    imports = rf"^from monopoly_lab\.({before} import|{before.replace('.', ' import ')}$)"
    for path in package.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(imports, f"from monopoly_lab.{after} import", text, flags=re.M), encoding="utf-8")
    assert found in uncounted(package)


def test_cache__folders_of_other_digests_are_cleared_away(tmp_path: Path) -> None:
    now = time.time()
    for number in range(20):
        place = tmp_path / f"digest{number:02}"
        place.mkdir()
        (place / "used").touch()
        os.utime(place / "used", (now - number * 3600, now - number * 3600))
    old = tmp_path / "digest99"
    old.mkdir()  # never marked as used
    cache.remove_stale(tmp_path / "digest05")
    left = sorted(place.name for place in tmp_path.iterdir())
    assert "digest05" in left and "digest99" not in left
    assert left == [f"digest{number:02}" for number in range(cache.KEPT)]


def test_cache__where_nothing_can_be_written_rules_compile_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("MONOPOLY_LAB_CACHE", str(tmp_path / "file"))
    assert cache.folder.__wrapped__(cache.RULES) is None
