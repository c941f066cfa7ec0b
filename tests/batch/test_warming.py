"""Compiled rules are made ready while people read; a cache that does not work never stops a game, and says so once."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from monopoly_lab.batch import compiled_blocks, place, warming
from monopoly_lab.experiments import progress

# A small compiled function, its numbers and nothing else on standard output.
NUMBERS = "from monopoly_lab.batch.compiled_luck import below; print([int(below(7, g, 2, 5, 1000)) for g in range(20)])"
FULL = """
from numba.core.caching import IndexDataCacheFile
def refuse(self, path): raise OSError(28, "No space left on device")
IndexDataCacheFile._open_for_write = refuse
"""


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As in no test: two processors and an empty cache."""
    monkeypatch.setattr(warming, "TESTED", "no such variable")
    monkeypatch.delitem(sys.modules, "pytest")
    monkeypatch.delenv(warming.VARIABLE, raising=False)
    monkeypatch.setenv(place.VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(warming, "processors", lambda: 2)
    return tmp_path


def test_warming__is_wanted_outside_tests_and_can_be_turned_off(outside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert warming.is_wanted()
    monkeypatch.setenv(warming.VARIABLE, "off")
    assert not warming.is_wanted() and warming.start_child() is None


@pytest.mark.parametrize("what", ["test", "pytest", "browser", "processor", "compiler", "folder"])
def test_warming__no_child_where_it_would_harm_or_help_nobody(
    outside: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if what == "test":
        monkeypatch.setattr(warming, "TESTED", "PYTEST_CURRENT_TEST")
    elif what == "pytest":
        monkeypatch.setitem(sys.modules, "pytest", pytest)
    elif what == "browser":
        monkeypatch.setattr(sys, "platform", "emscripten")
    elif what == "processor":
        monkeypatch.setattr(warming, "processors", lambda: 1)
    elif what == "compiler":
        monkeypatch.setattr(warming, "find_spec", lambda name: None)
    else:
        (outside / "file").write_text("in the way")
        monkeypatch.setenv(place.VARIABLE, str(outside / "file"))
    assert not warming.is_wanted()


def test_warming__one_child_is_started_with_the_module(outside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands = []
    monkeypatch.setattr(subprocess, "Popen", lambda command, **_: commands.append(command))
    warming.start_child()
    assert commands == [[sys.executable, "-m", "monopoly_lab.batch.warming"]]


def test_warming__only_one_process_compiles_and_the_others_wait(outside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled = []
    monkeypatch.setattr(warming, "_play_one", lambda: filled.append(1))
    with warming.alone(0) as mine, warming.alone(0) as other:
        assert (mine, other) == (True, False)
        warming.main()
        assert not filled
    assert warming.main() == 0 and filled


HOLDING = """
import sys, time
from monopoly_lab.batch import warming
with warming.alone(0) as mine:
    print(mine, flush=True)
    time.sleep(600)
"""


def test_warming__who_is_killed_while_compiling_keeps_nobody_waiting(outside: Path) -> None:
    heard: list[bool] = []
    with subprocess.Popen([sys.executable, "-c", HOLDING], stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None and other.stdout.readline() == "True\n"

        def waits(on: bool) -> None:
            heard.append(on)
            other.kill()

        with warming.alone(warming.PATIENCE, waits) as mine:
            assert mine
    assert heard[0] is True and heard[-1] is False


def test_warming__what_is_waited_for_is_said(outside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.delenv(progress.VARIABLE, raising=False)  # the tests of notebooks turn bars off
    monkeypatch.setattr(warming, "PATIENCE", 0.1)
    monkeypatch.setattr(warming, "_play_one", lambda: None)
    monkeypatch.setattr(compiled_blocks, "play_games", SimpleNamespace(signatures=[]))
    monkeypatch.setattr(progress, "is_ready", lambda: False)
    monkeypatch.setattr(progress.ShownBar, "tell", lambda self, words: told.append(words))
    with warming.alone(0) as mine:
        assert mine
        progress.compile_rules("compiling the rules", True)
    assert told[0] == "waiting for another program that compiles the rules" and told[-1] == "compiling the rules"


KEPT, DAMAGED = "compiled rules cannot be kept in {}", "compiled rules in {} are damaged"


def numbers(folder: Path, before: str = "", told: str = KEPT) -> tuple[str, int]:
    """What is printed, and how often the folder is named beside."""
    environment = os.environ | {place.VARIABLE: str(folder)}
    command = [sys.executable, "-c", before + NUMBERS]
    done = subprocess.run(command, env=environment, text=True, capture_output=True, check=True)
    return done.stdout, done.stderr.count(f"RuntimeWarning: {told.format(folder)}")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A cache that is whole, and what it makes the function print."""
    folder = tmp_path_factory.mktemp("kept")
    right, told = numbers(folder)
    assert not told
    return folder, right


def one_bit(content: bytes) -> bytes:
    """The same with one bit turned, in the machine code."""
    at = content.index(b"\x7fELF") + 2000 if b"\x7fELF" in content else len(content) // 2
    return content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]


@pytest.mark.parametrize(
    ("ending", "broken"),
    [
        ("nbi", lambda content: b""),
        ("nbi", lambda content: b"no such thing"),
        ("nbc", lambda content: b""),
        ("nbc", lambda content: content[: len(content) // 2]),
        ("nbc", one_bit),
    ],
    ids=["no index", "another index", "nothing", "a half", "one bit"],
)
def test_cache__a_broken_file_is_told_once_and_made_anew(
    kept: tuple[Path, str], tmp_path: Path, ending: str, broken: Callable[[bytes], bytes]
) -> None:
    folder, right = tmp_path / "cache", kept[1]
    shutil.copytree(kept[0], folder)
    (file,) = folder.rglob(f"*.{ending}")
    file.write_bytes(broken(file.read_bytes()))
    assert numbers(folder, told=DAMAGED) == (right, 1)
    assert numbers(folder, told=DAMAGED) == (right, 0)


def test_cache__a_full_disk_and_a_folder_that_is_none_are_told_once(tmp_path: Path) -> None:
    right, _ = numbers(tmp_path / "good")
    assert numbers(tmp_path / "full", FULL) == (right, 1)
    (tmp_path / "file").write_text("in the way")
    assert numbers(tmp_path / "file") == (right, 1)


def test_cache__two_that_begin_at_the_same_time_do_not_disturb_each_other(tmp_path: Path) -> None:
    environment = os.environ | {place.VARIABLE: str(tmp_path)}
    both = [
        subprocess.Popen([sys.executable, "-c", NUMBERS], env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    first, second = (process.communicate()[0] for process in both)
    assert first == second and "[" in first
    assert numbers(tmp_path) == (first, 0)
