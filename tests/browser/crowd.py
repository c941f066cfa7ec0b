"""A class that comes at once and plays, and one of them who misbehaves: is an act lost, who waits, who pays?

    python tests/browser/crowd.py                            30 students, 12 acts each, warm kernels for all
    python tests/browser/crowd.py --students 30 --warm 0     the same, with none made ready
    python tests/browser/crowd.py --minutes 30               half an hour beside the one who misbehaves

Starts a server of its own on this computer, lets the students open a table each at the same moment, plays the same
game with all of them twice over half of the acts, the second half while another visitor misbehaves in every way that
badstudent.py knows, and compares every game with the one that is played here. With minutes, the class plays at its
leisure for as long in each half. Prints seconds, megabytes and places; ends with 1 if a game differs. The file is part
of no test run; a small class is one of test_served_app_under_attack.py.
"""

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from badstudent import BadStudent
from test_served_app import running
from visitors import PATIENCE, Page, Visitor, in_thread, kernels_of, most_mb, server_mb

from monopoly_lab.web.server.start_page import WantedGame
from monopoly_lab.widgets import Table

MB = 1_000_000
SEED = 7
FORM = {"edition": "classic_us", "number": "2", "others": "people", "seed": str(SEED)}
GAME = "&".join(f"{key}={value}" for key, value in FORM.items())


class Act(NamedTuple):
    act: str
    value: str = ""


def course(number: int, form: dict[str, str] = FORM) -> tuple[list[Act], list[str]]:
    """So many acts of a student at a game, and its answers after them."""
    wanted = WantedGame.from_form(form)
    namespace: dict[str, Any] = {}
    source = wanted.notebook().cells[-1].source
    exec(source.replace("ml.Table(", "table = ml.Table("), namespace)
    table: Table = namespace["table"]
    acts = []
    while len(acts) < number and not table.game.over:
        choices = table.game.choices()
        acts.append(Act("press", choices[0]) if choices else Act("luck"))
        table._carry_out(*acts[-1], {})
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
    done: dict[str, str]  # what he did, and how often
    most_mb: float  # that the server had beside him

    @property
    def lines(self) -> list[str]:
        """For people."""
        quiet, harmed = (statistics.median(each) for each in (self.quiet, self.harmed))
        grown = self.server_mb[1] - self.server_mb[0]
        board = statistics.median(self.first)
        return [
            f"first board, s: first {self.first[0]:.1f}, median {board:.1f}, last {self.first[-1]:.1f}",
            f"an act, s: median {quiet:.2f}; beside one who misbehaves {harmed:.2f} ({harmed / quiet:.1f} times)",
            f"the longest act, s: {max(self.quiet):.2f}; beside him {max(self.harmed):.2f}",
            f"{len(self.quiet) + len(self.harmed)} acts; games that differ: {self.lost} of {len(self.first)}",
            f"kernels {self.kernels_mb:.0f} MB in all; the server {self.server_mb[0]:.0f} MB, {grown:+.0f} MB by him, "
            f"at most {self.most_mb:.0f} MB",
            f"pages refused to him: {self.refused}; what he did: {self.done}",
        ]


async def attend(app: str, students: int, acts: int, minutes: float = 0.0) -> Measured:
    """The whole lesson."""
    todo, answers = course(acts)
    visitors = [await Visitor(app).enter() for _ in range(students)]
    arrived = await asyncio.gather(*(arrives(visitor) for visitor in visitors))
    pages = [page for page, _ in arrived]
    await asyncio.gather(*(page.join() for page in pages))
    half = len(todo) // 2
    quiet = await asyncio.gather(*(plays(page, todo[:half], minutes) for page in pages))
    before = server_mb(app)
    stop, bad = asyncio.Event(), BadStudent(app)
    nuisance = asyncio.create_task(bad.misbehave(stop))
    watch = asyncio.create_task(most_mb(app, stop))
    harmed = await asyncio.gather(*(plays(page, todo[half:], minutes) for page in pages))
    stop.set()
    await nuisance
    after = server_mb(app)
    kept = await asyncio.gather(*(page.game() for page in pages))
    return Measured(
        sorted(seconds for _, seconds in arrived),
        [each for row in quiet for each in row],
        [each for row in harmed for each in row],
        sum(tomllib.loads(text)["script"] != answers for text in kept),
        sum(kernel.memory_full_info().uss for kernel in kernels_of(app)) / MB,
        (before, after),
        bad.refused,
        {way: f"{n}, thrown out {bad.thrown_out[way]}" for way, n in bad.done.items()},
        await watch,
    )


async def arrives(visitor: Visitor) -> tuple[Page, float]:
    begun = time.monotonic()
    page = await visitor.open(GAME)
    return page, time.monotonic() - begun


async def plays(page: Page, acts: list[Act], minutes: float = 0.0) -> list[float]:
    """The seconds that each act took until the kernel was done with it; with minutes, spread over as many.

    Who is done before looks at the past and comes back.
    """
    begun, pause, found = time.monotonic(), 60 * minutes / max(len(acts), 1), []
    for act in acts:
        found.append(await page.act(*act))
        await asyncio.sleep(random.uniform(0, 2 * min(pause, 10)) if minutes else 0)
    while time.monotonic() - begun < 60 * minutes:
        found += [await page.act("undo"), await page.act("redo")]
        await asyncio.sleep(random.uniform(0, 2 * min(pause, 10)))
    return found


async def ready(app: str, warm: int) -> None:
    """Until so many kernels wait, and rest."""
    for _ in range(240):
        if len(kernels_of(app)) >= warm:
            break
        await asyncio.sleep(0.5)
    await asyncio.sleep(min(6, 2 * warm))


def lesson(students: int, acts: int, warm: int, folder: Path, minutes: float = 0.0) -> Measured:
    """A server, a class and its end."""
    with running(folder, f"--students={students + 4}", f"--warm={warm}") as app:
        return in_thread(_lesson(app, students, acts, warm, minutes), None if minutes else PATIENCE)


async def _lesson(app: str, students: int, acts: int, warm: int, minutes: float) -> Measured:
    await ready(app, warm)
    return await attend(app, students, acts, minutes)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--acts", type=int, help="of each student; 12, or 6 a minute")
    parser.add_argument("--warm", type=int)
    parser.add_argument("--minutes", type=float, default=0.0, help="that each half lasts")
    given = parser.parse_args()
    warm = given.students if given.warm is None else given.warm
    os.environ["MONOPOLY_LAB_AUTOSAVE"] = "off"
    with tempfile.TemporaryDirectory() as folder:
        acts = given.acts or max(12, round(12 * given.minutes))
        measured = lesson(given.students, acts, warm, Path(folder), given.minutes)
    print(*measured.lines, sep="\n")
    return int(measured.lost > 0)


if __name__ == "__main__":
    sys.exit(main())
