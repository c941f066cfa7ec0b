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
python.FS.writeFile("/core.whl", readFileSync("core.whl"));
python.runPython("import sys, zipfile; zipfile.ZipFile('/core.whl').extractall('/core'); sys.path.insert(0, '/core')");
const told = {};
for (const [name, source] of Object.entries(JSON.parse(readFileSync("play.json")))) {
  if (name === "form") await python.loadPackage("./NUMPY", { messageCallback: () => {} });
  python.runPython(source);
  told[name] = python.globals.get("found");
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


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What is found in one runtime: for each edition without numpy, then with it."""
    if not FOLDER or shutil.which("node") is None:
        pytest.skip("python tests/browser/pyodide.py FOLDER, MONOPOLY_LAB_PYODIDE=FOLDER, and node on the PATH")
    folder = tmp_path_factory.mktemp("node")
    numpy = next(file.file for file in shipped_lock().files if file.name == "numpy")
    for name in (*RUNTIME, numpy):
        shutil.copy(Path(FOLDER) / name, folder)
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": shipped_lock().info, "packages": {}}))
    (folder / "core.whl").write_bytes(own_wheel()[1])
    compiled = {"form": COMPILED + "found = form", "golden": COMPILED, "batches": BATCHES.format(compiled=True)}
    plain = {edition: PLAY.format(edition=edition) for edition in ml.editions()}
    (folder / "play.json").write_text(json.dumps(plain | compiled))
    (folder / "run.mjs").write_text(NODE.replace("NUMPY", numpy))
    done = subprocess.run(["node", "run.mjs"], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return found


def found_here(source: str) -> str:
    names: dict[str, str] = {}
    exec(source, names)
    return names["found"]


@pytest.mark.full
def test_compiled__every_edition_in_the_runtime_of_the_browser_as_here(told: dict[str, str]) -> None:
    """Every row, every count and every final position of ten games; those here are as in plain Python (`golden`)."""
    assert told["batches"] == found_here(BATCHES.format(compiled=True))


@pytest.mark.full
def test_compiled__rules_play_the_same_games_in_the_runtime_of_the_browser(told: dict[str, str]) -> None:
    """An edition of every family, all strategies; every array that a block of games leaves, byte for byte."""
    assert (told["golden"], told["form"]) == (found_here(COMPILED), "wasm")


@pytest.mark.full
def test_core__plays_the_same_games_in_the_runtime_of_the_browser(told: dict[str, str]) -> None:
    for edition in ml.editions():
        assert told[edition] == found_here(PLAY.format(edition=edition)), edition
