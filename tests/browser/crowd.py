"""A class that comes at once and plays, and one of them who misbehaves: is an act lost, who waits, who pays?

    python tests/browser/crowd.py                            30 students, 12 acts each, warm kernels for all
    python tests/browser/crowd.py --students 30 --warm 0     the same, with none made ready

Starts a server of its own on this computer, lets the students open a table each at the same moment, plays the same
game with all of them twice over half of the acts, the second half while another visitor floods the server with bent
messages and takes the pages he can get, and compares every game with the one that is played here. Prints seconds,
megabytes and places; ends with 1 if a game differs. The file is part of no test run; a small class is one of
test_served_app_under_attack.py.
"""

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

import psutil
from test_served_app import running
from tornado.httpclient import HTTPClientError
from tornado.websocket import WebSocketClosedError
from visitors import V1, Page, Visitor, in_thread, kernels_of, message, server_of

from monopoly_lab.serve.offer import WantedGame
from monopoly_lab.widgets import Table

MB = 1_000_000
SEED = 7
FORM = {"edition": "classic_us", "number": "2", "others": "people", "seed": str(SEED)}
GAME = "&".join(f"{key}={value}" for key, value in FORM.items())


class Act(NamedTuple):
    act: str
    value: str = ""


def course(number: int) -> tuple[list[Act], list[str]]:
    """So many acts of a student, and the answers of the game after them."""
    wanted = WantedGame.asked(FORM)
    namespace: dict[str, Any] = {}
    source = wanted.notebook().cells[-1].source
    exec(source.replace("ml.Table(", "table = ml.Table("), namespace)
    table: Table = namespace["table"]
    acts = []
    for _ in range(number):
        choices = table.game.choices()
        acts.append(Act("press", choices[0]) if choices else Act("luck"))
        table._heard(*acts[-1], {})
    return acts, list(table.game.answers)


class Measured(NamedTuple):
    """What a class has seen: seconds to the first board, seconds from an act to its answer, games that differ."""

    first: list[float]
    quiet: list[float]
    harmed: list[float]
    lost: int
    kernels_mb: float
    server_mb: tuple[float, float]
    refused: int

    @property
    def lines(self) -> list[str]:
        """For people."""
        quiet, harmed = (statistics.median(each) for each in (self.quiet, self.harmed))
        grown = self.server_mb[1] - self.server_mb[0]
        board = statistics.median(self.first)
        return [
            f"first board, s: first {self.first[0]:.1f}, median {board:.1f}, last {self.first[-1]:.1f}",
            f"an act, s: median {quiet:.2f}; beside one who misbehaves {harmed:.2f} ({harmed / quiet:.1f} times)",
            f"games that differ: {self.lost} of {len(self.first)}",
            f"kernels {self.kernels_mb:.0f} MB in all; the server {self.server_mb[0]:.0f} MB, {grown:+.0f} MB by him",
            f"pages refused to him: {self.refused}",
        ]


async def attend(app: str, students: int, acts: int) -> Measured:
    """The whole lesson."""
    server = psutil.Process(server_of(app))
    todo, answers = course(acts)
    visitors = [await Visitor(app).enter() for _ in range(students)]
    arrived = await asyncio.gather(*(arrives(visitor) for visitor in visitors))
    pages = [page for page, _ in arrived]
    await asyncio.gather(*(page.join() for page in pages))
    half = acts // 2
    quiet = await asyncio.gather(*(plays(page, todo[:half]) for page in pages))
    before = server.memory_full_info().uss / MB
    stop = asyncio.Event()
    nuisance = asyncio.create_task(misbehaves(app, stop))
    harmed = await asyncio.gather(*(plays(page, todo[half:]) for page in pages))
    stop.set()
    refused = await nuisance
    after = server.memory_full_info().uss / MB
    kept = await asyncio.gather(*(page.game() for page in pages))
    return Measured(
        sorted(seconds for _, seconds in arrived),
        [each for row in quiet for each in row],
        [each for row in harmed for each in row],
        sum(tomllib.loads(text)["script"] != answers for text in kept),
        sum(kernel.memory_full_info().uss for kernel in kernels_of(app)) / MB,
        (before, after),
        refused,
    )


async def arrives(visitor: Visitor) -> tuple[Page, float]:
    begun = time.monotonic()
    page = await visitor.open(GAME)
    return page, time.monotonic() - begun


async def plays(page: Page, acts: list[Act]) -> list[float]:
    """The seconds that each act took until the kernel was done with it."""
    return [await page.act(*act) for act in acts]


async def misbehaves(app: str, stop: asyncio.Event) -> int:
    """Bent messages, floods and new lines, one after the other, and all pages he can get; how many he could not."""
    greedy = await Visitor(app).enter()
    codes = [(await greedy.ask(f"/page/table?{GAME}{number}")).code for number in range(6)]  # of six games
    line: Any = None
    while not stop.is_set():
        for bent in (b"\xff" * 64, *[message("kernel_info_request", {})] * 400, b"\xff" * 3_000_000):
            try:
                if line is None or line.close_code is not None:
                    line = await greedy.socket(greedy.kernels[0], V1)
                await line.write_message(bent, binary=True)
            except (WebSocketClosedError, HTTPClientError, OSError):  # he is thrown out, and comes again
                line = None
        await asyncio.sleep(0.05)
    return sum(code in (429, 503) for code in codes)


async def ready(app: str, warm: int) -> None:
    """Until so many kernels wait, and rest."""
    for _ in range(240):
        if len(kernels_of(app)) >= warm:
            break
        await asyncio.sleep(0.5)
    await asyncio.sleep(min(6, 2 * warm))


def lesson(students: int, acts: int, warm: int, folder: Path) -> Measured:
    """A server, a class and its end."""
    with running(folder, f"--students={students + 4}", f"--warm={warm}") as app:
        return in_thread(_lesson(app, students, acts, warm))


async def _lesson(app: str, students: int, acts: int, warm: int) -> Measured:
    await ready(app, warm)
    return await attend(app, students, acts)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--acts", type=int, default=12)
    parser.add_argument("--warm", type=int)
    given = parser.parse_args()
    warm = given.students if given.warm is None else given.warm
    os.environ["MONOPOLY_LAB_AUTOSAVE"] = "off"
    with tempfile.TemporaryDirectory() as folder:
        measured = lesson(given.students, given.acts, warm, Path(folder))
    print(*measured.lines, sep="\n")
    return int(measured.lost > 0)


if __name__ == "__main__":
    sys.exit(main())
