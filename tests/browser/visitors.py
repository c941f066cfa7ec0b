"""Visitors of the app for a class who have no browser: they speak to it as a page does, or as no page would."""

import asyncio
import contextlib
import json
import os
import re
import struct
import time
from typing import Any

import psutil
from servers import CLASS_WORD as TOKEN
from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

V1 = "v1.kernel.websocket.jupyter.org"
CONTROL = "jupyter.widget.control"
PATIENCE = 600  # seconds until all that a test asks for has to be there

AsyncHTTPClient.configure(None, max_clients=100)  # a class asks at the same time


class Visitor:
    """Somebody with a cookie, or without one, and without a browser."""

    def __init__(self, address: str, computer: str = "") -> None:
        """`computer`: the address that the visitor comes from, one of this computer's own."""
        self.address, self.computer = address, computer
        self.cookies: dict[str, str] = {}
        self.kernels: list[str] = []

    async def ask(self, path: str, method: str = "GET", **more: Any) -> Any:
        headers = {"Cookie": self._cookie(), **more.pop("headers", {})}
        request = HTTPRequest(
            self.address + path,
            method,
            headers=headers,
            follow_redirects=False,
            request_timeout=PATIENCE,
            network_interface=self.computer or None,
            **more,
        )
        answer = await AsyncHTTPClient().fetch(request, raise_error=False)
        for line in answer.headers.get_list("Set-Cookie"):
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        found = re.search(r'"kernelId": *"([\w-]+)"', answer.body.decode(errors="replace")) if answer.body else None
        if found:
            self.kernels.append(found[1])
        return answer

    def _cookie(self) -> str:
        return "; ".join(f"{k}={v}" for k, v in self.cookies.items())

    async def enter(self, token: str = TOKEN) -> "Visitor":
        assert (await self.ask(f"/?token={token}")).code == 200
        return self

    async def page(self, seed: int = 7) -> str:
        """Open a table; the number of its kernel."""
        return (await self.open(f"edition=classic_us&number=2&others=people&seed={seed}")).kernel

    async def open(self, game: str) -> "Page":
        """Open the table of a game."""
        answer = await self.ask(f"/page/table?{game}")
        assert answer.code == 200, answer.code
        return Page(self, self.kernels[-1])

    async def socket(self, kernel: str, *protocols: str, origin: str = "") -> WebSocketClientConnection:
        headers = {"Cookie": self._cookie(), "Origin": origin or self.address}
        url = self.address.replace("http", "ws") + _channels(kernel)
        said: asyncio.Queue[Any] = asyncio.Queue()  # read at once, so that the line is never full
        line = await websocket_connect(
            HTTPRequest(url, headers=headers),
            on_message_callback=said.put_nowait,
            subprotocols=list(protocols) or None,
        )
        line.said = said  # type: ignore[attr-defined]
        return line

    async def deaf(self, kernel: str) -> "DeafLine":
        """A line whose browser reads nothing; HTTPClientError, as of `socket`, where it is refused."""
        host, port = self.address.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port), limit=1)
        asked = [
            f"GET {_channels(kernel)} HTTP/1.1",
            *(f"Host: {host}:{port}", f"Origin: {self.address}", f"Cookie: {self._cookie()}"),
            *("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"),
            *("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", f"Sec-WebSocket-Protocol: {V1}"),
        ]
        writer.write(("\r\n".join(asked) + "\r\n\r\n").encode())
        code = int((await reader.readexactly(len("HTTP/1.1 101")))[-3:])
        if code != 101:
            writer.close()
            raise HTTPClientError(code)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        return DeafLine(writer)


def _channels(kernel: str) -> str:
    return f"/api/kernels/{kernel}/channels?session_id={os.urandom(8).hex()}"


class DeafLine:
    """A line on which messages are sent and none is ever read."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer

    async def send(self, message: bytes) -> bool:
        """Send a message; False where the server takes none within a second, or has hung up."""
        return await self.begin(message, len(message))

    async def begin(self, message: bytes, size: int) -> bool:
        """Send a message, or the beginning of one that has this many bytes."""
        head = struct.pack("!BBQ", 0x82, 0xFF, size) + b"\0\0\0\0"  # masked by nothing
        try:
            self._writer.write(head + message)
            await asyncio.wait_for(self._writer.drain(), 1)
        except (OSError, TimeoutError):
            return False
        return True

    def close(self) -> None:
        self._writer.transport.abort()


class Page:
    """A page with a table and a line to its kernel."""

    def __init__(self, visitor: Visitor, kernel: str) -> None:
        self.visitor, self.kernel = visitor, kernel
        self.line: Any = None
        self.face = ""  # the number of the table's widget

    async def join(self) -> None:
        """Open the line, and find the table among the widgets."""
        self.line = await self.visitor.socket(self.kernel, V1)
        comm = {"comm_id": os.urandom(8).hex(), "target_name": CONTROL, "data": {}}
        opened = message("comm_open", comm, metadata={"version": "1.0.0"})
        asked = message("comm_msg", {"comm_id": comm["comm_id"], "data": {"method": "request_states"}})
        for sent in (opened, asked):
            for said in await self._until_done(sent):
                for number, widget in said.get("data", {}).get("states", {}).items():
                    if {"tab", "words"} <= widget["state"].keys() and "motion" in widget["state"]:
                        self.face = number
        assert self.face

    async def act(self, act: str, value: str = "") -> float:
        """One act at the table; the seconds until it is done."""
        begun = time.monotonic()
        await self._heard(act, value)
        return time.monotonic() - begun

    async def game(self) -> str:
        """The game as its file."""
        said = await self._heard("copy", "")
        return str(next(each["data"]["content"]["copy"] for each in said if "copy" in each["data"].get("content", {})))

    async def _heard(self, act: str, value: str) -> list[dict[str, Any]]:
        content = {"act": act, "value": value, "form": {}}
        data = {"method": "custom", "content": content}
        return await self._until_done(message("comm_msg", {"comm_id": self.face, "data": data}))

    async def _until_done(self, sent: bytes) -> list[dict[str, Any]]:
        """Send a message, and gather what widgets say until the kernel rests."""
        number = parts_of(sent)[1]["msg_id"]
        await self.line.write_message(sent, binary=True)
        found = []
        while (said := await self.line.said.get()) is not None:
            header, parent, content = (parts_of(said)[n] for n in (1, 2, 4))
            if parent.get("msg_id") != number:
                continue
            if header["msg_type"] == "comm_msg":
                found.append(content)
            if header["msg_type"] == "status" and content["execution_state"] == "idle":
                return found
        raise AssertionError("the line is dead")


def message(kind: str, content: dict[str, Any], channel: str = "shell", metadata: Any = None) -> bytes:
    """A message as JupyterLab's first protocol has it."""
    header = {"msg_id": os.urandom(8).hex(), "msg_type": kind, "version": "5.3", "session": "x", "username": "x"}
    parts = [channel.encode(), *(json.dumps(part).encode() for part in (header, {}, metadata or {}, content))]
    starts = [8 * (len(parts) + 2)]
    for part in parts:
        starts.append(starts[-1] + len(part))
    return struct.pack(f"<{len(starts) + 1}Q", len(starts), *starts) + b"".join(parts)


def parts_of(sent: bytes) -> list[Any]:
    """Channel, header, parent, metadata and content of such a message."""
    number = int.from_bytes(sent[:8], "little")
    starts = struct.unpack(f"<{number}Q", sent[8 : 8 * (number + 1)])
    return [sent[starts[0] : starts[1]].decode(), *(json.loads(sent[starts[n] : starts[n + 1]]) for n in range(1, 5))]


def in_thread(way: Any, patience: float | None = PATIENCE) -> Any:
    """Playwright keeps a loop in this thread; another thread has one of its own."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as alone:
        return alone.submit(lambda: asyncio.run(asyncio.wait_for(way, patience))).result()


def server_of(app: str) -> int:
    """The number of the server's process."""
    port = int(app.rpartition(":")[2])
    for process in psutil.Process().children(recursive=True):
        if any(each.laddr.port == port for each in process.net_connections("tcp") if each.status == "LISTEN"):
            return process.pid
    raise AssertionError("no server")


def server_mb(app: str) -> float:
    """Megabytes of the server, with those that it shares: its own alone take a hundred times as long to find."""
    return in_memory(psutil.Process(server_of(app)))


def in_memory(process: psutil.Process) -> float:
    return float(process.memory_info().rss / 1_000_000)


async def most_mb(app: str, until: asyncio.Event) -> float:
    """The most megabytes that the server has until something has happened."""
    server, most = psutil.Process(server_of(app)), 0.0  # looking for it takes longer than asking it
    while True:
        most = max(most, in_memory(server))
        if until.is_set():
            return most
        await asyncio.sleep(0.1)


def kernels_of(app: str) -> list[psutil.Process]:
    """The kernels of the server, also those that wait for a page."""
    found = []
    for each in psutil.Process(server_of(app)).children(recursive=True):
        with contextlib.suppress(psutil.Error):  # it is gone meanwhile
            if each.name().startswith("kernel-") or "ipykernel_launcher" in each.cmdline():
                found.append(each)
    return found
