"""A class whose server is killed again and again while it plays: is an act lost, and how soon do all play again?

    python tests/browser/restarts.py --kills 20 --students 30      a whole class
    python tests/browser/restarts.py --kills 500 --students 3      many moments

Starts a server of its own on this computer and lets scripted students play. At random moments the server is killed and
started again with the same token, port and folder of games. Each student comes back with the old cookie, as the
page does by itself, and compares the game with what had been confirmed: an act that the browser saw must be in it, and
at most one more. Prints how long it took until all played again; ends with 1 if an act is lost. The file is part of no
test run; a few kills are in test_served_app_restarted.py.
"""

import argparse
import asyncio
import random
import signal
import statistics
import sys
import tempfile
import time
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).parents[2]))

from crowd import FORM, SEED, Act, course
from servers import AVAILABLE, class_app, free_port, wait_for
from servers import CLASS_WORD as TOKEN
from tornado.httpclient import HTTPClientError
from tornado.websocket import WebSocketClosedError
from visitors import Page, Visitor, in_thread

ACTS = 400  # of a game; a student at the end of it begins another one
BROKEN = (OSError, AssertionError, HTTPClientError, WebSocketClosedError)  # what a visitor meets while there is none
RETRY = 0.5  # seconds
NO_ACT = 300  # seconds until a student has to play again


@cache
def game(number: int) -> tuple[str, list[Act], list[str]]:
    """The address of a student's game by its number, the acts, and the answers after them."""
    form = {**FORM, "seed": str(SEED + number)}
    return urlencode(form), *course(ACTS, form)


class Server:
    """A server that can be killed and started again as it was."""

    def __init__(self, folder: Path, *options: str, ip: str = "127.0.0.1", is_forked: bool = AVAILABLE) -> None:
        self.port = free_port()
        self.address = f"http://{ip}:{self.port}"
        self._folder, self._is_forked = folder, is_forked
        self._arguments = ["serve", "--no-browser", f"--port={self.port}", f"--token={TOKEN}"]
        self._arguments += [f"--games={folder / 'games'}", *options]
        self._process: Any = None

    def start(self) -> None:
        self._process = class_app(self._folder, *self._arguments, is_forked=self._is_forked)
        wait_for(f"http://127.0.0.1:{self.port}/?token={TOKEN}", self._process)

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        """Send the server a signal, and wait for its end."""
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(30)


@dataclass
class Player:
    """A student who plays on and comes back, and knows what has been confirmed."""

    visitor: Visitor
    number: int = 0  # of the game
    confirmed: int = 0  # acts of it
    finished: int = 0  # acts of games that are over
    lost: int = 0
    again: float = 0.0  # when an act was confirmed last
    problems: list[str] = field(default_factory=list)

    async def play(self, done: asyncio.Event) -> None:
        """Play until it is enough; a line that breaks is opened again, with the old cookie."""
        while not done.is_set():
            try:
                page = await self._come()
                while not done.is_set():
                    if self.confirmed == len(game(self.number)[1]):
                        page = await self._begin_another(page)
                    await self._act(page)
            except BROKEN:
                await asyncio.sleep(RETRY)

    async def _come(self) -> Page:
        address, _, answers = game(self.number)
        page = await self.visitor.open(f"{address}&continue=yes")
        await page.join()
        await page.act("here")
        script = list(tomllib.loads(await page.game()).get("script", []))
        if script != answers[: len(script)] or not self.confirmed <= len(script) <= self.confirmed + 1:
            self.lost += 1
            self.problems.append(f"{self.confirmed} acts were confirmed, {len(script)} are there")
        self.confirmed = len(script)
        return page

    async def _act(self, page: Page) -> None:
        _, acts, _ = game(self.number)
        await asyncio.wait_for(page.act(*acts[self.confirmed]), NO_ACT)
        self.confirmed += 1
        self.again = time.monotonic()
        await asyncio.sleep(random.random() / 4)

    async def _begin_another(self, page: Page) -> Page:
        self.number, self.finished, self.confirmed = self.number + 1, self.finished + self.confirmed, 0
        await self.visitor.ask(f"/voila/api/shutdown/{page.kernel}", "POST", body="")
        return await self._come()


class Outcome(NamedTuple):
    """What has come of it: acts confirmed, games that lack one, seconds from each kill until all played again."""

    confirmed: int
    lost: int
    seconds: list[float]
    problems: list[str]

    @property
    def lines(self) -> list[str]:
        """For people."""
        middle, most = statistics.median(self.seconds), max(self.seconds)
        return [
            f"{len(self.seconds)} kills, {self.confirmed} acts confirmed, games that lack an act: {self.lost}",
            f"until all play again, s: median {middle:.1f}, longest {most:.1f}",
            *self.problems,
        ]


def class_killed(folder: Path, kills: int, students: int, seed: int, *options: str) -> Outcome:
    """A class that plays, and its server that is killed so many times."""
    server = Server(folder, f"--students={students + 2}", *options)
    server.start()
    try:
        return in_thread(_killed(server, kills, students, random.Random(seed)), None)
    finally:
        server.end(signal.SIGTERM)


async def _killed(server: Server, kills: int, students: int, luck: random.Random) -> Outcome:
    visitors = [await Visitor(server.address).enter() for _ in range(students)]
    players = [Player(visitor) for visitor in visitors]
    done, seconds = asyncio.Event(), []
    playing = [asyncio.create_task(player.play(done)) for player in players]
    await _until_all_play(players, time.monotonic())
    for _ in range(kills):
        await asyncio.sleep(luck.uniform(0.1, 4))
        killed = time.monotonic()
        server.end()
        await asyncio.to_thread(server.start)
        seconds.append(await _until_all_play(players, time.monotonic()) - killed)
    done.set()
    await asyncio.gather(*playing)
    problems = [each for player in players for each in player.problems]
    return Outcome(sum(player.finished + player.confirmed for player in players), len(problems), seconds, problems)


async def _until_all_play(players: list[Player], since: float) -> float:
    """When the last of them had an act confirmed."""
    while not all(player.again > since for player in players):
        assert time.monotonic() - since < NO_ACT
        await asyncio.sleep(0.05)
    return time.monotonic()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        outcome = class_killed(Path(folder), given.kills, given.students, given.seed)
    print(*outcome.lines, sep="\n")
    return int(outcome.lost > 0)


if __name__ == "__main__":
    sys.exit(main())
