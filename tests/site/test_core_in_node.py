"""The core in the runtime of the browser, without numpy, in node: the same seed plays the same game there."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import monopoly_lab as ml
from monopoly_lab.site.lock import RUNTIME, pinned
from monopoly_lab.site.wheel import own_wheel

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
const told = [];
for (const source of JSON.parse(readFileSync("play.json"))) {
  python.runPython(source);
  told.push(python.globals.get("found"));
}
console.log(JSON.stringify(told));
"""


@pytest.mark.full
def test_core__plays_the_same_games_in_the_runtime_of_the_browser(tmp_path: Path) -> None:
    if not FOLDER or shutil.which("node") is None:
        pytest.skip("python tests/browser/pyodide.py FOLDER, MONOPOLY_LAB_PYODIDE=FOLDER, and node on the PATH")
    for name in RUNTIME:
        shutil.copy(Path(FOLDER) / name, tmp_path)
    (tmp_path / "pyodide-lock.json").write_text(json.dumps({"info": pinned().info, "packages": {}}))
    (tmp_path / "core.whl").write_bytes(own_wheel()[1])
    sources = [PLAY.format(edition=edition) for edition in ml.editions()]
    (tmp_path / "play.json").write_text(json.dumps(sources))
    (tmp_path / "run.mjs").write_text(NODE)
    done = subprocess.run(["node", "run.mjs"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    here = []
    for source in sources:
        names: dict[str, str] = {}
        exec(source, names)
        here.append(names["found"])
    assert json.loads(done.stdout.splitlines()[-1]) == here
