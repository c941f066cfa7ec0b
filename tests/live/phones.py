"""Scripted phones: websocket clients that keep what they are shown."""

import asyncio
import json
import random
from typing import Any

from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect


class Phone:
    """One line to a room; `blocks` is what its page would show, `sent` every text that has come."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.blocks: dict[str, Any] = {}
        self.order: list[str] = []
        self.texts: list[str] = []
        self.secret = ""
        self.seat = -1
        self._n = 0
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._line: Any = None
        self._reader: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        request = HTTPRequest(f"{self.address.replace('http', 'ws')}/line", headers={"Origin": self.address})
        self._line = await websocket_connect(request)
        self._reader = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        while (text := await self._line.read_message()) is not None:
            self.texts.append(text)
            message = json.loads(text)
            self.heard()
            if "order" in message:
                self.blocks |= message["set"]
                self.order = message["order"]
                self.blocks = {key: self.blocks[key] for key in self.order}
            number = message.get("done", message.get("refused"))
            if number in self._answers:
                self._answers.pop(number).set_result(message)
        for waiting in self._answers.values():
            waiting.cancel()
        self._answers.clear()

    def heard(self) -> None:
        """Do something when a message has come."""

    async def ask(self, **message: Any) -> dict[str, Any]:
        """Send a message and return what is said to it; asyncio.CancelledError if the line breaks before."""
        self._n += 1
        self._answers[self._n] = told = asyncio.get_running_loop().create_future()
        await self._line.write_message(json.dumps({**message, "n": self._n}))
        return await asyncio.wait_for(told, 20)

    def shout(self, text: str | bytes) -> Any:
        """Send anything at all."""
        return self._line.write_message(text, binary=isinstance(text, bytes))

    async def join(self, code: str, name: str) -> None:
        await self.connect()
        told = await self.ask(do="join", code=code, name=name)
        self.seat, self.secret = told["seat"], told["secret"]

    async def back(self) -> dict[str, Any]:
        """Connect again with the secret that the phone has kept."""
        await self.connect()
        return await self.ask(**{"do": "hello", "as": "seat", "secret": self.secret})

    async def answer(self, question: int, **answer: Any) -> dict[str, Any]:
        return await self.ask(do="answer", question=question, answer=answer)

    @property
    def is_there(self) -> bool:
        """Return True until the line breaks."""
        return self._reader is not None and not self._reader.done()

    def leave(self) -> None:
        self._line.close()


def offered(blocks: dict[str, Any], rng: random.Random) -> tuple[int, dict[str, Any]] | None:
    """One of the answers that a page offers, with the number of its question; None for nothing to answer."""
    found: list[tuple[int, dict[str, Any]]] = []
    for block in blocks.values():
        for part in [block, *(block.get("parts", ()) if block["kind"] == "fold" else ())]:
            if part["kind"] == "choices":
                found += [(part["question"], each["answer"]) for each in part["choices"] if not each["why"]]
            elif part["kind"] == "number":
                low, high = (
                    part[key] if part[key] is not None else usual for key, usual in (("low", 0), ("high", 100))
                )
                typed = str(rng.randint(int(low), max(int(low), int(high))))
                found.append((part["question"], {**part["more"], part["key"]: typed}))
            elif part["kind"] == "numbers":
                typed_ = {name: str(rng.choice([0, 0, 0, 1])) for name, *_ in part["fields"]}
                found.append((part["question"], {"numbers": typed_}))
    return rng.choice(found) if found else None
