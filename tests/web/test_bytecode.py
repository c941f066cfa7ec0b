"""Bytecode for the browser, with a program in the place of Node.js; the real one runs in the browser's tests."""

import json
import sys
import zlib
from pathlib import Path

import pytest

from monopoly_lab.web.site import jupyterlite

MARKING = """#!{python}
import pathlib, sys
_, program, runtime, folder, *keep = sys.argv
for wheel in pathlib.Path(folder).glob("*.whl"):
    wheel.write_bytes(wheel.read_bytes() + b" compiled")
with open({calls!r}, "a") as calls:
    calls.write(" ".join([pathlib.Path(program).name, pathlib.Path(runtime).name, *keep]) + "\\n")
"""
FAILING = '#!{python}\nimport sys\nsys.exit("SyntaxError: Unexpected token\\n")\n'


@pytest.fixture
def runtime(tmp_path: Path) -> Path:
    folder = tmp_path / "runtime"
    folder.mkdir()
    (folder / "python_stdlib.zip").write_bytes(b"3.14")
    return folder


def program(monkeypatch, tmp_path: Path, text: str) -> Path:
    made, calls = tmp_path / "node", tmp_path / "calls"
    made.write_text(text.format(python=sys.executable, calls=str(calls)))
    made.chmod(0o755)
    monkeypatch.setattr(jupyterlite.shutil, "which", lambda name: str(made))
    return calls


def test_wheels__without_a_compiler_stay_as_they_are(monkeypatch, tmp_path: Path, runtime: Path) -> None:
    monkeypatch.setattr(jupyterlite.shutil, "which", lambda name: None)
    wheels, told = jupyterlite.compiled({"a-1-py3.whl": b"a"}, runtime, tmp_path / "cache")
    assert wheels == {"a-1-py3.whl": b"a"} and "Node.js" in told
    assert not (tmp_path / "cache").exists()


def test_wheels__are_compiled_once_and_a_changed_one_or_another_python_again(
    monkeypatch, tmp_path: Path, runtime: Path
) -> None:
    calls, cache = program(monkeypatch, tmp_path, MARKING), tmp_path / "cache"
    wheels = {"a-1-py3.whl": b"a", "b-1-py3.whl": b"b"}
    for _ in range(2):
        made = {"a-1-py3.whl": b"a compiled", "b-1-py3.whl": b"b compiled"}
        assert jupyterlite.compiled(wheels, runtime, cache) == (made, "")
    assert calls.read_text() == "bytecode.mjs runtime monopoly_lab- tqdm-\n"
    wheels["b-1-py3.whl"] = b"changed"
    assert jupyterlite.compiled(wheels, runtime, cache)[0]["b-1-py3.whl"] == b"changed compiled"
    assert len(calls.read_text().splitlines()) == 2 and len(list(cache.iterdir())) == 2, "no old one is left"
    (runtime / "python_stdlib.zip").write_bytes(b"3.15")
    jupyterlite.compiled(wheels, runtime, cache)
    assert len(calls.read_text().splitlines()) == 3 and len(list(cache.iterdir())) == 2


def test_wheels__a_compiler_that_fails_is_named_and_they_stay_as_they_are(
    monkeypatch, tmp_path: Path, runtime: Path
) -> None:
    program(monkeypatch, tmp_path, FAILING)
    wheels, told = jupyterlite.compiled({"a-1-py3.whl": b"a"}, runtime, tmp_path / "cache")
    assert wheels == {"a-1-py3.whl": b"a"} and not list(tmp_path.glob("cache/*"))
    assert str(tmp_path / "node") in told and "SyntaxError: Unexpected token" in told


def test_archive__has_the_files_of_all_wheels_one_after_another() -> None:
    """As the program that starts Python in a page reads them."""
    wheels = jupyterlite.stand_in("a", "1"), jupyterlite.wheel("b", "2", {"b.py": b"bb", "b-2.data/data/share/b": b"-"})
    read = zlib.decompress(jupyterlite.archive(content for _, content in wheels))
    at = 4 + int.from_bytes(read[:4], "little")
    found = {}
    for name, size in json.loads(read[4:at]):
        found[name], at = read[at : at + size], at + size
    assert at == len(read) and {name for name in found if "-info" not in name} == {"a/__init__.py", "b.py"}
    assert found["a/__init__.py"] == b"__version__ = '1'\n" and found["b.py"] == b"bb"
