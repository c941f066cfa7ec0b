"""A live class whose server is killed at random moments while scripted phones play all activities."""

import asyncio
import itertools
import multiprocessing
import os
import random
import resource
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import pytest
from tornado.websocket import WebSocketClosedError

from monopoly_lab import cli
from monopoly_lab.live.activities import ACTIVITIES
from monopoly_lab.live.event_log import FILE, RoomLog
from monopoly_lab.live.room import Room, new_room
from tests.live.pages import FORMS
from tests.live.phones import Phone, offered

STUDENTS = 8
FORK = multiprocessing.get_context("fork")
BROKEN = (asyncio.CancelledError, WebSocketClosedError, OSError)


def free_port() -> int:
    """A port that no other program is given by chance while the server is down."""
    for port in random.sample(range(20_000, 30_000), 50):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError


class Process:
    """`monopoly-lab live` as a process of its own, which can be killed and started again.

    From the second start on it is a copy of this process: it would only import the same again.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        room, self.secret = new_room(folder)
        self.code = room.code
        room.store.close()
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log: Any = None
        self._process: Any = None

    async def start(self) -> None:
        command = ["live", self.code, "--folder", str(self.folder), "--port", str(self.port), "--no-browser"]
        if self._process is None:
            line = [sys.executable, "-m", "monopoly_lab", *command]
            self._process = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=self.log)
        else:
            self._process = FORK.Process(target=cli.main, args=(command,))
            self._process.start()
        for _ in range(1200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            await asyncio.sleep(0.05)
        raise AssertionError

    def kill(self) -> None:
        os.kill(self._process.pid, signal.SIGKILL)
        (self._process.wait if isinstance(self._process, subprocess.Popen) else self._process.join)()

    @property
    def file(self) -> Path:
        return self.folder / self.code / FILE


class Said(NamedTuple):
    """An answer, and the question that it answers."""

    question: int
    answer: Any


class Noted(Phone):
    """A phone that keeps what was confirmed to it, in order, and what it has said last."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.kept: list[Any] = []  # answers in the file, when it was read last
        self.confirmed: list[Said] = []  # since then
        self.open: Said | None = None  # was said and not yet answered
        self.last: Said | None = None  # the last one that is in the file

    async def says(self, said: Said, **message: Any) -> bool:
        self.open = said
        is_done = "done" in await self.ask(**message)
        self.confirmed += [said] if is_done else []
        self.open = None
        return is_done

    def accounted(self, kept: list[Any]) -> bool:
        """Return True if all that was confirmed is kept, in order, and besides it at most what was still open.

        What has counted may be said again, as the page had not changed yet or the server was killed before it answered:
        it is confirmed again, and kept once.
        """
        before, new = kept[: len(self.kept)], kept[len(self.kept) :]
        places = {0}  # how many of the new ones may be accounted for
        for said in self.confirmed:
            next_places = {n + 1 for n in places if new[n : n + 1] == [said.answer]}
            places = next_places | places if said == self.last else next_places
            self.last = said
        is_kept = len(new) in places
        if not is_kept and self.open is not None and new[-1:] == [self.open.answer]:
            is_kept, self.last = len(new) - 1 in places, self.open
        is_kept = is_kept and before == self.kept
        self.kept, self.confirmed, self.open = kept, [], None
        return is_kept


class KilledClass:
    """A class that plays one activity after the other, and whose server is killed."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.server, self.rng = Process(folder), random.Random(seed)
        self.phones = [Noted(self.server.address) for _ in range(STUDENTS)]
        self.teacher = Noted(self.server.address)
        self.name, self.forms = "", 0
        self.acts = itertools.count()  # each of the teacher's counts, also the same one twice
        self.counts: Counter[str] = Counter()
        self.lost = 0

    async def begin(self) -> None:
        await self.server.start()
        for n, phone in enumerate(self.phones):
            await phone.join(self.server.code, f"Student {n}")
        await self._teacher_comes()

    async def _teacher_comes(self) -> None:
        await self.teacher.connect()
        await self.teacher.ask(**{"do": "hello", "as": "host", "secret": self.server.secret})

    async def _answers(self, phone: Noted) -> None:
        while phone.is_there:
            await asyncio.sleep(self.rng.uniform(0.05, 0.2))
            found = offered(phone.blocks, self.rng)
            if found is not None:
                told = await phone.says(Said(*found), do="answer", question=found[0], answer=found[1])
                self.counts[f"{self.name} confirmed" if told else "refused"] += 1

    async def _teaches(self) -> None:
        """Start, go on, and pause and go on again now and then."""
        while self.teacher.is_there:
            await asyncio.sleep(self.rng.uniform(0.05, 0.3))
            host = self.teacher.blocks.get("host")
            if host is None:
                continue
            message = self._next_act(host)
            told = await self.teacher.says(Said(next(self.acts), message["act"]), do="host", **message)
            self.counts["teacher confirmed" if told else "teacher refused"] += 1

    def _next_act(self, host: dict[str, Any]) -> dict[str, Any]:
        if host["phase"] == "over":
            return {"act": "close"}
        if host["phase"] == "lobby":
            self.forms += 1
            form = FORMS[self.name][self.forms % len(FORMS[self.name])]
            return {"act": "start", "activity": self.name, "options": form}
        if host["activity"] != self.name:
            return {"act": "end"}
        if host["is_paused"]:
            return {"act": "resume"}
        luck = self.rng.random()
        if luck < 0.1:
            return {"act": "pause"}
        seat = self.rng.randrange(STUDENTS)
        if luck < 0.2:
            return {"act": "hand", "seat": seat, "strategy": "balanced"}
        if luck < 0.5 or not host["controls"]:
            return {"act": "hand", "seat": seat, "strategy": ""}
        return {"act": "control", "what": self.rng.choice(host["controls"])[0]}

    async def live_and_die(self, name: str) -> None:
        """Play for a moment, be killed, compare with the file, start again, and compare what is shown."""
        self.name = name
        jobs = [self._teaches(), *map(self._answers, self.phones)]
        playing = [asyncio.ensure_future(_until_broken(job)) for job in jobs]
        await asyncio.sleep(self.rng.uniform(0.1, 1.0))
        self.server.kill()
        await asyncio.gather(*playing)
        self._account()
        await self.server.start()
        if self.rng.random() < 0.1:  # again before anybody is back
            self.server.kill()
            await self.server.start()
            self.counts["kills before anybody was back"] += 1
        for phone in self.phones:
            assert (await phone.back())["seat"] == phone.seat
        await self._teacher_comes()
        await self._compare()

    def _account(self) -> None:
        events = list(RoomLog(self.server.file).events())
        for phone in self.phones:
            kept = [each.data["answer"] for each in events if each.kind == "answer" and each.seat == phone.seat]
            self.lost += not phone.accounted(kept)
        self.lost += not self.teacher.accounted([KINDS[each.kind] for each in events if each.kind in KINDS])

    async def _compare(self) -> None:
        """A room that is opened here shows what the server shows, unless something has happened meanwhile."""
        room = Room(RoomLog(self.server.file))
        for _ in range(100):
            views = [_stands(room.view(phone.seat)) for phone in self.phones]
            if views == [_stands(phone.blocks) for phone in self.phones]:
                self.counts["compared"] += 1
                return
            await asyncio.sleep(0.05)
            room = Room(RoomLog(self.server.file))
        raise AssertionError(f"{self.name}: a room that was opened again shows something else")

    def report(self, kills: int) -> str:
        return f"{kills} kills, lost: {self.lost}\n" + "\n".join(
            f"{n:6} {key}" for key, n in sorted(self.counts.items())
        )


# What the teacher does, by the kind of event that it becomes.
KINDS = {"started": "start", "closed": "close", "ended": "end", "resumed": "resume", "paused": "pause"}
KINDS |= {"handed": "hand", "control": "control"}


async def _until_broken(job: Awaitable[None]) -> None:
    with suppress(*BROKEN):
        await job


def _stands(blocks: dict[str, Any]) -> str:
    return repr(_plain(blocks))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


@pytest.mark.full
def test_connections__half_open_ones_keep_nobody_out(tmp_path: Path) -> None:
    """With 1,024 file descriptors, 1,100 connections that say half of what they want: all end, the log stays short."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    halves = [b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx", b""]
    said = tmp_path / "said.txt"

    async def attack() -> None:
        await class_.begin()
        psutil.Process(class_.server._process.pid).rlimit(psutil.RLIMIT_NOFILE, (1024, 1024))
        lines = []
        for n in range(1_100):
            lines.append(await asyncio.open_connection("127.0.0.1", class_.server.port))
            lines[-1][1].write(halves[n % 3])
        late = Phone(class_.server.address)
        await asyncio.wait_for(late.join(class_.server.code, "Late"), 5)
        told = await class_.teacher.ask(do="host", act="start", activity="predict", options=FORMS["predict"][0])
        assert "done" in told
        for phone in [*class_.phones, late]:
            assert "done" in await phone.answer(1, number=5)
        await asyncio.wait_for(asyncio.gather(*(line.read() for line, _ in lines), return_exceptions=True), 60)

    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, limit[1]), limit[1]))
    try:
        with said.open("w") as log:
            class_ = KilledClass(tmp_path, 1)
            class_.server.log = log
            asyncio.run(attack())
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limit)
        class_.server.kill()
    assert said.stat().st_size < 10_000


@pytest.mark.parametrize(
    ("confirmed", "opened", "kept", "is_right"),
    [
        ([(1, "a"), (2, "b")], None, "ab", True),
        ([(1, "a"), (2, "b")], None, "a", False),  # lost
        ([(1, "a"), (2, "b")], None, "ba", False),
        ([(1, "a"), (1, "a"), (2, "a")], None, "aa", True),  # said again once it had counted
        ([(1, "a"), (1, "a")], None, "aa", True),  # said again while the question was open
        ([(1, "a"), (2, "a")], None, "a", False),
        ([(1, "a")], (2, "b"), "ab", True),  # kept, and the server killed before it answered
        ([(1, "a")], (2, "b"), "a", True),
        ([(1, "a")], None, "ab", False),  # what nobody has said
    ],
)
def test_accounted__what_is_confirmed_is_kept_once(
    confirmed: list[tuple[int, str]], opened: tuple[int, str] | None, kept: str, is_right: bool
) -> None:
    phone = Noted("http://127.0.0.1:1")
    phone.confirmed = list(itertools.starmap(Said, confirmed))
    phone.open = Said(*opened) if opened else None
    assert phone.accounted(list(kept)) == is_right


def test_accounted__what_was_kept_before_a_kill_is_confirmed_after_it() -> None:
    phone = Noted("http://127.0.0.1:1")
    phone.open = Said(1, "a")
    assert phone.accounted(["a"])
    phone.confirmed = [Said(1, "a"), Said(2, "b")]
    assert phone.accounted(["a", "b"])
    assert not phone.accounted(["b", "b"])  # the file has changed


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("kills", [1, pytest.param(int(os.environ.get("KILLS", 7)), marks=pytest.mark.full)])
def test_kill__loses_no_confirmed_act_and_all_go_on(kills: int, tmp_path: Path) -> None:
    """`KILLS=200 pytest -m full -s` kills as often as that and prints what was confirmed."""
    class_ = KilledClass(tmp_path, 5)

    async def play() -> None:
        await class_.begin()
        try:
            for number in range(kills):
                await class_.live_and_die(list(ACTIVITIES)[number * len(ACTIVITIES) // kills])
        finally:
            class_.server.kill()

    asyncio.run(play())
    print(class_.report(kills))
    assert not class_.lost and sum(n for key, n in class_.counts.items() if key.endswith("confirmed")) >= kills
