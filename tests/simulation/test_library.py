"""The compiled rules that are shipped: one result in every form, and never a file that is not what it should be."""

import ast
import errno
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from benchmarks import games as games_of_all

import monopoly_lab as ml
from monopoly_lab.editions import editions, load_edition
from monopoly_lab.lessons.grading import sandbox
from monopoly_lab.players import style_of
from monopoly_lab.rules import empty, start
from monopoly_lab.simulation import batch
from monopoly_lab.simulation.compiled import digest, library, local_cache
from monopoly_lab.simulation.game_block import new_block
from monopoly_lab.simulation.play_blocks import PlainGames
from tests.sampled import EDITIONS, FEW, sampled

NAMES = ("start", "tables", "tally", "styles", "numbers", "rows", "notes", "work", "bids")
SHARED_OBJECT = f"linux-{library.platform.machine()}.so.zz"


def is_fresh() -> bool:
    """False while rules are being changed: they are compiled here until the library is built again."""
    return bool(library.manifest_of(library.FOLDER)["rules"] == digest.of_rules())


@pytest.fixture(scope="module")
def shipped() -> dict[str, library.Library]:
    """Every form that runs here; of rules that were changed and not yet built again, those compiled here."""
    if not is_fresh():
        return {library.HERE: library.compiled_here()}
    return {form: library.shipped(form) for form, *_ in library.forms()}


@pytest.mark.parametrize("edition", sampled(editions(), FEW, EDITIONS))
def test_library__every_form_plays_the_games_of_plain_python(edition: str, shipped: dict[str, library.Library]) -> None:
    *_, (begin, games) = games_of_all.tables_of(1, [edition])
    block = new_block(begin, 0, games)
    PlainGames(begin, games_of_all.SEED, block).play(begin.last)
    for form, found in shipped.items():
        arrays = dict(zip(NAMES, games_of_all.arrays_of(begin, games, keep=True)))
        found.call("play_games", *arrays.values())
        assert (arrays["rows"] == block.rows).all(), form
        assert (arrays["notes"] == block.notes).all(), form
        assert (arrays["tally"]["numbers"][0].reshape(-1, 2) == block.tally).all(), form


def test_library__linux_has_machine_code_and_everybody_web_assembly() -> None:
    forms = [form for form, *_ in library.forms()]
    assert library.WASM in forms  # the extra `test` brings wasmtime
    assert sys.platform != "linux" or library.platform.machine() not in ("x86_64", "aarch64") or forms[0] == "native"


def test_library__imports_nothing_but_what_every_process_has() -> None:
    """Nothing of Python's, no mathematics: moves of memory alone."""
    content = library.content_of(library.FOLDER / "rules.wasm.zz", sha256(library.FOLDER / "rules.wasm.zz"))
    wasmtime = pytest.importorskip("wasmtime")
    assert [each.name for each in wasmtime.Module(wasmtime.Engine(), content).imports] == []


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


# Files that are not as they were built


def flipped(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the shipped files, from which rules are loaded as if they were those of this text."""
    copy = tmp_path / "shipped"
    shutil.copytree(library.FOLDER, copy)
    monkeypatch.setattr(digest, "of_texts", lambda: library.manifest_of(library.FOLDER)["texts"])
    monkeypatch.setattr(library, "FOLDER", copy)
    monkeypatch.delenv(library.VARIABLE, raising=False)
    library._library.cache_clear()
    yield copy
    library._library.cache_clear()


BROKEN: dict[str, Callable[[Path], object]] = {
    "one bit": lambda path: path.write_bytes(flipped(path.read_bytes())),
    "a half": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "nothing": lambda path: path.write_bytes(b""),
    "no file": lambda path: path.unlink(),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
}


@pytest.mark.parametrize("broken", sampled(BROKEN, ["one bit", "no file"]))
def test_library__web_assembly_takes_the_place_of_damaged_machine_code(folder: Path, broken: str) -> None:
    BROKEN[broken](folder / SHARED_OBJECT)
    with pytest.raises(library.Unusable, match=r"linux-\S+\.so"):
        library.shipped(library.NATIVE, folder)
    assert library.shipped("", folder).form == library.WASM


@pytest.mark.parametrize("name", sampled(["manifest.json", "golden.npz", "all"], ["manifest.json", "all"]))
@pytest.mark.parametrize("broken", BROKEN)
def test_library__games_come_out_the_same_without_any_usable_file(
    folder: Path, name: str, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a compiler they are played in plain Python, and one line says why."""
    for path in list(folder.iterdir()) if name == "all" else [folder / name]:
        BROKEN[broken](path)
    monkeypatch.setattr(library, "find_spec", lambda module: None if module == "numba" else find_spec(module))
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert library.library() is None and library.library() is None
    assert [each.category for each in told] == [RuntimeWarning]
    assert "plain Python" in str(told[0].message)
    assert not ml.simulate("class_board", games=60, rounds=2, seed=3, progress=False).partial


def test_library__rules_that_were_changed_never_run_an_old_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digest, "of_texts", lambda: "other")
    monkeypatch.setattr(digest, "of_rules", lambda: "others")
    with pytest.raises(library.Unusable, match="changed"):
        library.shipped("", folder)


def test_library__is_that_of_the_texts_as_they_are() -> None:
    """Another version of Python reads other trees from the same text: it goes by the texts alone, as on the site."""
    manifest, command = library.manifest_of(library.FOLDER), "python tests/tools/build_library.py"
    assert manifest["rules"] == digest.of_rules(), f"rules or strategies have changed: {command}"
    assert manifest["texts"] == digest.of_texts(), f"only words of the sources have changed: {command} --words"
    for file, noted in manifest["files"].items():
        content = (library.FOLDER / file).read_bytes()
        assert hashlib.sha256(content).hexdigest() == noted["sha256"], f"{file} is not as it was built: {command}"


def test_digest__each_pattern_finds_files() -> None:
    assert [pattern for pattern in (*digest.SOURCES, *digest.WORDS) if not list(digest.PACKAGE.glob(pattern))] == []


def test_library__words_that_were_changed_do_not_matter(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digest, "of_texts", lambda: "other words")
    monkeypatch.setattr(digest, "of_rules", lambda: library.manifest_of(library.FOLDER)["rules"])
    assert library.shipped("", folder).form in (library.NATIVE, library.WASM)


def test_library__one_that_plays_otherwise_is_not_used(folder: Path) -> None:
    """Its digest is right: what a processor or a host makes of it is not."""
    manifest = library.manifest_of(folder)
    (folder / "manifest.json").write_text(json.dumps(manifest | {"golden": "0" * 64}))
    with pytest.raises(library.Unusable, match=r"\(native\).*\(wasm\)"):
        library.shipped("", folder)


def test_library__runs_from_a_folder_that_cannot_be_written(folder: Path) -> None:
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)
    before = sorted(path.name for path in folder.iterdir())
    library.shipped("", folder)
    assert sorted(path.name for path in folder.iterdir()) == before


def test_library__without_wasmtime_machine_code_is_enough(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "find_spec", lambda module: None)
    assert [form for form, *_ in library.forms()] == [library.NATIVE]
    monkeypatch.setattr(library, "cpu_is_sufficient", lambda: False)
    with pytest.raises(library.Unusable, match="platform"):
        library.shipped("", folder)


# One form asked for, in a process of its own

PLAYED = """
import json, sys
import monopoly_lab as ml
from monopoly_lab.simulation.compiled.library import library
for executor in sys.argv[1:] or [""]:
    found = ml.simulate("classic_us", games=40, rounds=8, seed=5, progress=False, executor=executor or None)
    loaded = library()
    print(json.dumps([loaded and loaded.form, found.wins.to_json(), found.gini.to_json(), found.income.to_json()]))
"""


@cache
def played(form: str, *executors: str) -> list[list[str]]:
    """The form and the frames of the same games, by each of these executors, "" for none."""
    environment = os.environ | {library.VARIABLE: form}
    command = [sys.executable, "-c", PLAYED, *executors]
    done = subprocess.run(command, env=environment, text=True, stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.full
def test_library__the_same_frames_in_every_form_and_on_several_workers() -> None:
    [python] = played(library.PYTHON)
    assert python[0] is None
    for form, executors in ((library.WASM, ("", "threads")), ("", ()), ("", ("processes",))):
        for found in played(form, *executors):
            assert found[1:] == python[1:], (form, executors)
            assert found[0] in ([form] if form and is_fresh() else [library.NATIVE, library.WASM, library.HERE])


@pytest.mark.full
def test_library__a_user_who_may_write_nowhere_plays_the_same_games(tmp_path: Path) -> None:
    """Everything is read-only, also for the user root: nobody's home, another user's installation."""
    if sandbox.command(tmp_path) is None:
        pytest.skip("no bubblewrap that works: apt-get install bubblewrap")
    [usual] = played("")  # rules that were changed are now compiled and kept
    room = ["bwrap", "--ro-bind", "/", "/", "--unshare-user", "--uid", "1000", "--gid", "1000", "--cap-drop", "ALL"]
    room += ["--setenv", "HOME", "/nobody" if is_fresh() else os.environ["HOME"]]
    command = [*room, sys.executable, "-c", PLAYED]
    done = subprocess.run(command, text=True, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == usual
    assert usual[0] == (library.NATIVE if is_fresh() else library.HERE)


def test_cache__a_file_that_can_only_be_read_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setenv(local_cache.VARIABLE, str(tmp_path))
    local_cache.write("rules", b"machine code")
    monkeypatch.setattr(os, "utime", refuse)
    assert local_cache.read_cached("rules") == b"machine code"


# Own strategies


def buys(s, t, p):
    return 0, -1, -1


def test_library__own_strategies_need_machine_code_and_a_compiler(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    styles = style_of(ml.CompiledStrategy(buys)) + style_of("balanced")
    library._say_once.cache_clear()
    library.library()
    monkeypatch.setattr(library, "find_spec", lambda module: None)
    assert library.can_play_compiled(style_of("balanced") * 2)
    assert not library.can_play_compiled(styles) and not library.can_play_compiled(styles)
    assert capsys.readouterr().err.count("plain Python") == 1


def test_library__compiled_here_needs_a_compiler_and_says_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(library.VARIABLE, library.HERE)
    monkeypatch.setattr(library, "find_spec", lambda module: None)
    with pytest.warns(RuntimeWarning, match="plain Python.*no compiled rules"):
        assert library.library() is None


def test_library__asked_for_and_not_there_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "_library", lambda: None)
    t = load_edition("class_board").tables()
    s = empty(t, 2)
    start(s, t, [])
    with pytest.raises(library.CompiledRulesError, match="no compiled rules"):
        batch(t, s, style_of("balanced") * 2, 1, 3, compiled=True)
    assert len(batch(t, s, style_of("balanced") * 2, 1, 100, rounds=1).results) == 100


# What a digest covers

RULE = '''
"""Rents."""
from monopoly_lab.constants import space_kind
from monopoly_lab.constants import option_value as words

LEAST = 2  # euros


class Fields:
    cash: PerSeat
    """Money of the seats."""


@rule
def rent(s, t):
    """Return the rent."""
    # of a street
    return t.rent[s.at] * LEAST
'''


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"""Rents."""', '"""What a visitor pays."""'),
        ('    """Return the rent."""\n', ""),
        ('    """Money of the seats."""\n', '    """Cash."""\n'),
        ("    # of a street\n", "\n\n"),
        ("def rent(s, t):", "def rent(s: State, t: Tables) -> int:"),
        ("LEAST = 2", "LEAST: int = 2"),
        ("from monopoly_lab.constants import space_kind", "from monopoly_lab.vocabulary import space_kind"),
        ("\n", "\r\n"),
    ],
)
def test_digest__words_types_and_moves_leave_it(old: str, new: str) -> None:
    assert old in RULE
    assert list(digest.statements(RULE.replace(old, new))) == list(digest.statements(RULE))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LEAST = 2", "LEAST = 3"),
        ("* LEAST", "+ LEAST"),
        ("cash: PerSeat", "cash: PerSpace"),
        ("s.at", "s.to"),
        ("@rule\n", ""),
        ("as words", "as word_"),
    ],
)
def test_digest__everything_else_changes_it(old: str, new: str) -> None:
    assert old in RULE
    assert list(digest.statements(RULE.replace(old, new))) != list(digest.statements(RULE))


def test_digest__neither_a_file_nor_its_place_counts(tmp_path: Path) -> None:
    found = []
    for name in ("rules/rent.py", "rules/visits.py", "players/rent.py"):
        package = tmp_path / name.replace("/", "_")
        (package / name).parent.mkdir(parents=True)
        (package / name).write_text(RULE)
        found.append((digest.of_rules(package), digest.of_texts(package)))
    assert len(set(found)) == 1


def test_digest__covers_every_rule_and_the_modules_of_its_constants() -> None:
    covered = set(digest.sources())
    compiled = {Path(function.__code__.co_filename) for function in ml.rules.RULES}
    compiled = {path for path in compiled if path.is_relative_to(digest.PACKAGE)}  # tests may have rules of their own
    assert {path for path in compiled if path.is_relative_to(digest.PACKAGE)} <= covered
    assert uncounted(digest.PACKAGE) == set()


def uncounted(package: Path) -> set[str]:
    """Modules of a package that are compiled and yet not covered, or imported by one and not covered."""
    modules = {path: path.relative_to(package).as_posix() for path in package.rglob("*.py")}
    texts = {path: path.read_text(encoding="utf-8") for path in modules}
    covered = set(digest.sources(package))
    compiled = {path for path, text in texts.items() if re.search(r"^@rule\b", text, re.M)}
    lacking = {modules[path] for path in compiled - covered}
    for path in compiled & covered:
        imported = homes(texts[path], package) - covered
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
        package / name
        for name in (
            *(*digest.WORDS, "__init__.py", "common/errors.py"),
            *("common/file_access.py", "common/messages/__init__.py"),
        )
    }  # no number of theirs is compiled
    return {path for path in found if path.exists()} - told


@pytest.mark.parametrize(
    "moves",
    [
        {
            "rules/rent.py": ("rules/money/rent.py", ""),
            "editions/rule_tables.py": ("notation/rule_tables.py", " for simulation/random_play.py"),
        },
        pytest.param(
            {
                "players/valuation.py": ("advice/valuation.py", ""),
                "simulation/play_loop.py": ("experiments/play_loop.py", ""),
            },
            marks=pytest.mark.full,
        ),
    ],
)
def test_digest__a_moved_source_is_missed(moves: dict[str, tuple[str, str]], tmp_path: Path) -> None:
    """What is moved where no pattern looks would run as stale machine code."""
    package = tmp_path / "monopoly_lab"
    shutil.copytree(digest.PACKAGE, package, ignore=shutil.ignore_patterns("*.json", "*.toml", "__pycache__"))
    texts = {path: path.read_text(encoding="utf-8") for path in package.rglob("*.py")}
    for moved, (to, _) in moves.items():
        before, after = (name.removesuffix(".py").replace("/", ".") for name in (moved, to))
        imports = re.compile(rf"^from monopoly_lab\.({before} import|{before.replace('.', ' import ')}$)", re.M)
        texts = {path: imports.sub(f"from monopoly_lab.{after} import", text) for path, text in texts.items()}
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    for moved, (to, _) in moves.items():
        (package / to).parent.mkdir(exist_ok=True)
        (package / moved).rename(package / to)
    assert {to + why for to, why in moves.values()} <= uncounted(package)
