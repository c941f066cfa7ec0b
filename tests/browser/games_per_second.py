"""Compare games per second in Chromium and on this machine: python tests/browser/games_per_second.py FOLDER

FOLDER holds Python for the browser (`python tests/browser/pyodide.py FOLDER`). Both sides play on one core, in turn,
with four `balanced` players of `classic_us`: whole calls of `ml.simulate`, and the compiled rules alone. It prints
games per second of processor time, medians and the fastest of each, and Chromium's share. Linux only.
"""

import argparse
import http.server
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT)]

from servers import chromium_here, headless  # noqa: E402

from monopoly_lab.web.site import jupyterlite  # noqa: E402
from monopoly_lab.web.site.pinned_files import cache_folder, gather, shipped_lock  # noqa: E402

GAMES, BLOCK = 4_000, 500
# Defines the two things that are measured; numbers of games go on, so that no call repeats another.
BOTH = f"""
import itertools
import numpy as np
import monopoly_lab as ml
from monopoly_lab import rules
from monopoly_lab.players import style_of
from monopoly_lab.simulation.compiled.blocks import Compiled, limits_of
from monopoly_lab.simulation.compiled.library import required_library
from monopoly_lab.simulation.compiled.records import new_tally
from monopoly_lab.simulation.event_counts import LONG
from monopoly_lab.simulation.game_block import Start, new_block

tables = ml.load_edition("classic_us").tables()
state = rules.empty(tables, 4)
rules.start(state, tables, [])
begin = Start(tables, state, style_of("balanced") * 4, 1_000, 100_000)
numbers = itertools.count(1)


def simulate():
    ml.simulate("classic_us", games={GAMES}, seed=next(numbers), progress=False)


def rules_alone():
    for first in range(0, {GAMES}, {BLOCK}):
        block = new_block(begin, first, {BLOCK})
        games = Compiled(begin.tables, begin.state, begin.styles, next(numbers), {BLOCK}, False)
        arrays = games.arrays(block.rows, block.notes, new_tally(LONG), first, limits_of(begin))
        required_library().call("play_games", *arrays)
"""
NATIVE = (
    BOTH
    + """
import os, sys, time
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
for line in sys.stdin:
    begun = time.process_time()
    globals()[line.strip()]()
    print(time.process_time() - begun, flush=True)
"""
)
KINDS = ("simulate", "rules_alone")
WORKER = """
import { loadPyodide } from "./start.mjs";
const python = await loadPyodide({});
onmessage = async ({ data }) => postMessage(String(await python.runPythonAsync(data).catch((problem) => problem)));
postMessage("ready");
"""
PAGE = """
<script>
const worker = new Worker("worker.mjs", { type: "module" });
const said = () => new Promise((done) => { worker.onmessage = ({ data }) => done(data); });
const ready = said();
const run = (code) => { const answer = said(); worker.postMessage(code); return answer; };
</script>
"""
Pace = Callable[[str], float]  # seconds of processor time of one of `KINDS`


@contextmanager
def native() -> Iterator[Pace]:
    """Yield how long something takes in a Python of this machine."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "MONOPOLY_LAB_COMPILED": "native"}
    command = [sys.executable, "-c", NATIVE]
    with subprocess.Popen(command, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as python:

        def pace(kind: str) -> float:
            print(kind, file=python.stdin, flush=True)
            return float(python.stdout.readline())

        yield pace
        python.stdin.close()


@contextmanager
def in_chromium(pyodide: Path, folder: Path) -> Iterator[Pace]:
    """Yield how long something takes in a page, where Python runs in a worker as on the static site."""
    jupyterlite.python(folder / "python", gather(shipped_lock(), pyodide, cache_folder()), shipped_lock())
    (folder / "python" / "worker.mjs").write_text(WORKER)
    (folder / "python" / "index.html").write_text(PAGE)
    handler = partial(Quiet, directory=str(folder / "python"))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    others = workers()  # of other browsers
    with headless(chromium_here() or "chromium") as browser:
        page = browser.new_page()
        page.set_default_timeout(0)
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        page.evaluate("ready")
        run(page, BOTH)
        thread = max(workers() - others, key=processor_time)

        def pace(kind: str) -> float:
            begun = processor_time(thread)
            run(page, f"{kind}()")
            return processor_time(thread) - begun

        yield pace
    server.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Hands out files and prints nothing."""

    def log_message(self, *_: Any) -> None: ...


def run(page: Any, code: str) -> None:
    said = page.evaluate("(code) => run(code)", code)
    if said != "undefined":
        raise SystemExit(said)


def workers() -> set[Path]:
    """Return the threads of all pages' workers on this machine."""
    found = set()
    for name in Path("/proc").glob("[0-9]*/task/[0-9]*/comm"):
        try:
            if name.read_text().startswith("DedicatedWorker"):
                found.add(name.parent)
        except OSError:  # one that has just ended
            continue
    return found


def processor_time(thread: Path) -> float:
    """Return the seconds of processor time of a thread so far."""
    try:
        return int((thread / "schedstat").read_text().split()[0]) / 1e9
    except OSError:
        return 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path, help="with Python for the browser")
    parser.add_argument("--times", type=int, default=9, help="how often each is measured")
    given = parser.parse_args()
    found: dict[str, dict[str, list[float]]] = {kind: {"native": [], "chromium": []} for kind in KINDS}
    with tempfile.TemporaryDirectory() as name, native() as here, in_chromium(given.folder, Path(name)) as there:
        for turn in range(given.times + 2):  # two to warm up: the browser compiles in two steps
            for kind in KINDS:
                for side, pace in (("native", here), ("chromium", there)):
                    found[kind][side] += [GAMES / pace(kind)][: int(turn >= 2)]
    result: dict[str, Any] = {"load": os.getloadavg()[0]}
    for kind, sides in found.items():
        for word, of in (("median", statistics.median), ("fastest", max)):
            both = {side: round(of(paces)) for side, paces in sides.items()}
            result[f"{kind}, {word}"] = {**both, "share": round(both["chromium"] / both["native"], 3)}
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
