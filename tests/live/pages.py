"""Pages of a live class without a network: websockets of the real server, in front of the real hub.

Differences and boards are in what they are sent, as in a class; the clock stands still until it is set.
"""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from monopoly_lab.live.connection_limits import Bucket
from monopoly_lab.live.room import new_room
from monopoly_lab.live.server import LiveServer, PageSocket
from tests.live.test_play_together import Clock

STUDENTS = 5
QUESTION = {"question": "How often?", "unit": "%", "low": "0", "high": "100", "truth": "78.25"}
# What the teacher chooses, one after the other.
FORMS: dict[str, list[dict[str, Any]]] = {
    "predict": [QUESTION, {"question": "How much?"}],
    "auction": [
        {"format": "all", "rounds": "1", "size": "3"},
        {"format": "vickrey", "values": "common", "rounds": "2"},
        {"format": "english", "rounds": "2", "size": "2"},
    ],
    "bargain": [{"way": "free", "known": "own", "rounds": "2"}, {"way": "ultimatum", "rounds": "2"}],
    "give": [{"game": "fund", "rounds": "2", "size": "3"}, {"game": "pot", "rounds": "2"}],
    "lemons": [{"second": "warranty", "rounds": "1"}, {"second": "lowest", "rounds": "2"}],
    "play": [{"rounds": "2"}, {"start": "edition:classic_us", "rounds": "2", "size": "3"}],
    "vote": [{"rounds": "1", "rounds_after": "1"}],
}


class Page(PageSocket):
    """A websocket without a network: what it is sent, and what its page shows."""

    address = "10.0.0.1"

    def __init__(self, live: LiveServer) -> None:
        self.initialize(live)
        self.rate = Bucket(1e9, 1e9)
        self.texts: list[str] = []
        self.blocks: dict[str, Any] = {}
        self.is_closed = False
        live.sockets.add(self)

    def send(self, text: str) -> None:
        text.encode()  # half a letter cannot be sent
        self.texts.append(text)
        message = json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is no JSON for a browser"))
        if "order" in message:
            known = self.blocks | message["set"]
            self.blocks = {key: known[key] for key in message["order"]}

    def close(self, code: int | None = None, reason: str | None = None) -> None:
        if not self.is_closed:
            self.is_closed = True
            self.on_close()

    def says(self, text: str | bytes) -> dict[str, Any]:
        """Say something and return what is said to it; empty if it was closed instead."""
        before = len(self.texts)
        self.on_message(text)
        told = [json.loads(each) for each in self.texts[before:]]
        return next((each for each in told if "done" in each or "refused" in each), {})

    def asks(self, **message: Any) -> dict[str, Any]:
        return self.says(json.dumps(message))


class Class:
    """A room with its server and a page for each seat, the wall and the teacher."""

    def __init__(self, folder: Path, students: int = STUDENTS) -> None:
        self.room, self.teacher = new_room(folder)
        self.room.code, self.room.clock = "AAAAA", Clock()
        self.live = LiveServer(self.room)
        self.live.address = "http://127.0.0.1"
        self.secrets = [self.room.join(f"Student {n}")[1] for n in range(students)]
        self.pages: dict[str, Page] = {}

    def start(self, name: str, form: dict[str, Any]) -> None:
        self.room.host({"act": "start", "activity": name, "options": form})

    @property
    def activity(self) -> Any:
        return self.room.activity

    def phone(self, seat: int) -> Page:
        page = Page(self.live)
        page.asks(**{"do": "hello", "as": "seat", "secret": self.secrets[seat]})
        return page

    def open_pages(self) -> None:
        self.pages = {f"phone {seat}": self.phone(seat) for seat in range(len(self.secrets))}
        for role, hello in (("wall", {"code": self.room.code}), ("host", {"secret": self.teacher})):
            self.pages[role] = Page(self.live)
            self.pages[role].asks(**{"do": "hello", "as": role, **hello})

    def hears(self, seat: int, **answer: Any) -> None:
        """Let the phone of a seat answer what it is asked; the answer must count."""
        question = self.activity.question(seat)
        told = self.pages[f"phone {seat}"].asks(do="answer", n=1, question=question, answer=answer)
        assert "done" in told, told

    def press(self, what: str) -> None:
        self.room.host({"act": "control", "what": what})
        self.live.hub.schedule_send()

    def goes_on(self, seconds: float) -> None:
        self.room.clock.now += seconds  # type: ignore[attr-defined]
        self.room.tick()
        self.live.hub.schedule_send()


async def sent() -> None:
    """Let the hub send what has changed; the wall waits a moment longer."""
    for _ in range(3):
        await asyncio.sleep(0.001)
