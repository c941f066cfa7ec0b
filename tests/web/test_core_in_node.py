"""The core in the runtime of the browser, without numpy, in node: the same seed plays the same game there."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import monopoly_lab as ml
from monopoly_lab.web.site.jupyterlite import own_wheel
from monopoly_lab.web.site.pinned_files import RUNTIME, shipped_lock

FOLDER = os.environ.get("MONOPOLY_LAB_PYODIDE", "")
PLAY = """
import monopoly_lab as ml
game = ml.Game("{edition}", players=["Ann", "Bo"], seed=7)
for player in game.players:
    game.seat(player, "balanced")
told = game.run(rounds=15)
found = repr((game.answers, [str(line) for line in game.describe().splitlines()]))
"""
NODE = """
import { readFileSync } from "node:fs";
import { loadPyodide } from "./pyodide.mjs";
const python = await loadPyodide({ indexURL: process.cwd() });
for (const wheel of WHEELS) await python.loadPackage(wheel, { messageCallback: () => {} });
python.FS.writeFile("/core.whl", readFileSync("core.whl"));
python.runPython("import sys, zipfile; zipfile.ZipFile('/core.whl').extractall('/core'); sys.path.insert(0, '/core')");
const told = [];
for (const source of JSON.parse(readFileSync("play.json"))) {
  python.runPython(source);
  told.push(python.globals.get("found"));
}
console.log(JSON.stringify(told));
"""


COMPILED = """
from monopoly_lab.simulation.compiled import library
found = library.golden_digest(library.required_library(), library.FOLDER)
form = library.required_library().form
"""

BATCHES = """
from hashlib import sha256
import monopoly_lab as ml
from monopoly_lab import rules
from monopoly_lab.players import style_of
from monopoly_lab.rules.state import FIELDS
from monopoly_lab.simulation import batch
found = []
for edition in ml.editions():
    t = ml.load_edition(edition).tables()
    s = rules.empty(t, t.o_players_max)
    rules.start(s, t, [])
    done = batch(t, s, style_of("balanced") * s.seats, 29, 10, rounds=15, finals=True, compiled={compiled})
    ends = [[getattr(final, name) for name in FIELDS] for final in done.finals]
    found.append((edition, sha256(repr((done.results, done.rows, ends)).encode()).hexdigest()))
found = repr(found)
"""


@pytest.mark.full
def test_compiled__every_edition_in_the_runtime_of_the_browser_as_in_plain_python(tmp_path: Path) -> None:
    """Every row, every count and every final position of ten games."""
    numpy = prepared(tmp_path)
    (tmp_path / "play.json").write_text(json.dumps([BATCHES.format(compiled=True)]))
    names: dict[str, str] = {}
    exec(BATCHES.format(compiled=False), names)
    assert in_node(tmp_path, numpy) == [names["found"]]


@pytest.mark.full
def test_compiled__rules_play_the_same_games_in_the_runtime_of_the_browser(tmp_path: Path) -> None:
    """An edition of every family, all strategies; every array that a block of games leaves, byte for byte."""
    numpy = prepared(tmp_path)
    (tmp_path / "play.json").write_text(json.dumps([COMPILED, "found = form"]))
    names: dict[str, str] = {}
    exec(COMPILED, names)
    assert in_node(tmp_path, numpy) == [names["found"], "wasm"]


def prepared(folder: Path) -> str:
    """Put Pyodide and the package into a folder; the file of numpy's wheel is returned."""
    if not FOLDER or shutil.which("node") is None:
        pytest.skip("python tests/browser/pyodide.py FOLDER, MONOPOLY_LAB_PYODIDE=FOLDER, and node on the PATH")
    numpy = next(file.file for file in shipped_lock().files if file.name == "numpy")
    for name in (*RUNTIME, numpy):
        shutil.copy(Path(FOLDER) / name, folder)
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": shipped_lock().info, "packages": {}}))
    (folder / "core.whl").write_bytes(own_wheel()[1])
    return numpy


def in_node(folder: Path, *wheels: str) -> list[str]:
    """Run each text of `play.json` in node, with more wheels loaded; what each calls `found` is returned."""
    (folder / "run.mjs").write_text(NODE.replace("WHEELS", json.dumps([f"./{wheel}" for wheel in wheels])))
    done = subprocess.run(["node", "run.mjs"], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found: list[str] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.full
def test_core__plays_the_same_games_in_the_runtime_of_the_browser(tmp_path: Path) -> None:
    prepared(tmp_path)
    sources = [PLAY.format(edition=edition) for edition in ml.editions()]
    (tmp_path / "play.json").write_text(json.dumps(sources))
    here = []
    for source in sources:
        names: dict[str, str] = {}
        exec(source, names)
        here.append(names["found"])
    assert in_node(tmp_path) == here
