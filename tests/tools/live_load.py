"""Load of a live class: `python tests/tools/live_load.py --clients 30 --seconds 60`.

Scripted phones play "Born ahead"; each answers a moment after it is asked. Printed are the time from an act to every
other screen of its game (the wall among them, where it shows the board), acts that were confirmed and are not in the
file, and the server's memory.
"""

import argparse
import asyncio
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import psutil

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from monopoly_lab.live.event_log import FILE, RoomLog  # noqa: E402
from monopoly_lab.live.room import new_room  # noqa: E402
from tests.live.phones import Phone  # noqa: E402


class Measured(Phone):
    """A phone that notes when something comes, and plays by itself."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.came: list[float] = []
        self.confirmed: set[int] = set()  # questions; the last answer may be sent again, and counts once

    def heard(self) -> None:
        self.came.append(time.perf_counter())
        self.texts.clear()

    @property
    def game(self) -> str:
        return str(self.blocks.get("board", {}).get("board", ""))

    def shows(self, game: str) -> bool:
        """Return True for a screen with the board of a game: a phone of it, or the wall if it has room for it."""
        found = [self.blocks.get("board", {}), self.blocks.get("large", {})]
        found += [part for key in ("boards", "left") for part in self.blocks.get(key, {}).get("parts", ())]
        return game in [block.get("board") for block in found]


async def play(phone: Measured, screens: list[Measured], end: float, pause: float, found: list[float]) -> None:
    """Answer what is asked, and note how long it takes to all screens that show the game."""
    rng = random.Random(phone.seat)
    while time.perf_counter() < end:
        await asyncio.sleep(rng.uniform(0.5, 1.5) * pause)
        ask = phone.blocks.get("ask")
        if not ask or "over" in phone.blocks:
            continue
        sums = [block for key, block in phone.blocks.items() if key.startswith("sum_")]
        offered = [each["answer"] for each in ask["choices"]]
        offered = offered or [{**block["more"], "sum": str(block["low"])} for block in sums]
        answer = rng.choice(offered)
        others = [each for each in screens if each is not phone and each.shows(phone.game)]
        before = time.perf_counter()
        if "done" in await phone.answer(ask["question"], **answer):
            phone.confirmed.add(ask["question"])
            await asyncio.sleep(1.0)
            for each in others:
                found += [came - before for came in each.came if came > before][:1]


async def load(clients: int, seconds: float, pause: float) -> None:
    folder = Path(tempfile.mkdtemp())
    room, secret = new_room(folder)
    code = room.code
    room.store.close()
    command = [
        sys.executable,
        "-m",
        "monopoly_lab",
        "live",
        code,
        "--folder",
        str(folder),
        "--port",
        "8917",
        "--no-browser",
    ]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    address = "http://127.0.0.1:8917"
    phones = [Measured(address) for _ in range(clients)]
    wall, teacher = Measured(address), Measured(address)
    try:
        for _ in range(100):
            try:
                await teacher.connect()
                break
            except OSError:
                await asyncio.sleep(0.2)
        await teacher.ask(**{"do": "hello", "as": "host", "secret": secret})
        for n, phone in enumerate(phones):
            await phone.join(code, f"Student {n}")
            await asyncio.sleep(0.11 if n > 80 else 0)  # ten a second, as the server lets them in
        await wall.connect()
        await wall.ask(**{"do": "hello", "as": "wall", "code": code})
        options = {"start": "born_ahead", "seconds": 60, "rounds": 0}
        await teacher.ask(do="host", act="start", activity="play", options=options)
        await teacher.ask(do="host", act="control", what="go")
        await asyncio.sleep(2)
        times: list[float] = []
        end = time.perf_counter() + seconds
        await asyncio.gather(*(play(phone, [*phones, wall], end, pause, times) for phone in phones))
        memory = psutil.Process(server.pid).memory_info().rss / 1e6
        spent = psutil.Process(server.pid).cpu_times().user
    finally:
        server.kill()
    kept = Counter(event.seat for event in RoomLog(folder / code / FILE).events() if event.kind == "answer")
    lost = sum(max(0, len(phone.confirmed) - kept[phone.seat]) for phone in phones)
    times.sort()
    part = [times[int(len(times) * share)] * 1000 for share in (0.5, 0.95)]
    print(f"{clients} clients, {sum(kept.values())} acts, {lost} lost")
    print(f"from an act to a screen: median {part[0]:.0f} ms, 95 % {part[1]:.0f} ms")
    print(f"memory of the server {memory:.0f} MB, processor {spent:.0f} s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds that a student thinks")
    given = parser.parse_args()
    asyncio.run(load(given.clients, given.seconds, given.pause))
