"""Limits on connections and on what a page sends.

Half requests end after seconds, and few connections are held for who has not been let in yet. `Budget` limits what is
under way between a browser and its kernel, in both directions.
"""

import asyncio
import errno
import os
import socket
from collections import Counter, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.iostream import IOStream

from monopoly_lab.common.network import Bucket

HALF_REQUEST = 10  # seconds for the head of a request, and as many for its body
MOST_HEAD = 16_000  # bytes
MOST_BODY = 100_000  # bytes; what is uploaded comes by the page's line
STRANGERS_OF_ONE = 100  # connections of one address that nobody has been let in on yet
STRANGERS = 250  # of all addresses: a quarter of the files that a process may usually open
MOST_OF_VISITOR = 24  # a browser opens six
MOST_OF_ADDRESS = 400  # of a class behind one router
FULL = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
WANTED_FILES = 16_384


class Connections:
    """The open connections, the oldest first; where there are too many of a kind, its oldest gives way."""

    def __init__(self) -> None:
        self._strangers: dict[Any, str] = {}  # addresses
        self._known: dict[Any, tuple[str, str]] = {}  # visitors and addresses

    def __len__(self) -> int:
        return len(self._strangers) + len(self._known)

    def comes(self, stream: Any, address: str) -> None:
        """Note a connection of somebody unknown."""
        self._strangers[stream] = address
        if sum(each == address for each in self._strangers.values()) > STRANGERS_OF_ONE:
            self._gives_way(self._strangers, address)
        elif len(self._strangers) > STRANGERS:
            self._gives_way(self._strangers, Counter(self._strangers.values()).most_common(1)[0][0])

    def known(self, stream: Any, visitor: str) -> None:
        """Note whose a connection is."""
        address = self._strangers.pop(stream, None)
        if address is None:
            return
        self._known[stream] = visitor, address
        mine = [each for each, (who, _) in self._known.items() if who == visitor]
        here = [each for each, (_, where) in self._known.items() if where == address]
        if len(mine) > MOST_OF_VISITOR:
            self._end(mine[0])
        elif len(here) > MOST_OF_ADDRESS:
            self._end(here[0])

    def goes(self, stream: Any) -> None:
        """Note that a connection has ended, or is a page's line now."""
        self._strangers.pop(stream, None)
        self._known.pop(stream, None)

    def _gives_way(self, of: dict[Any, str], address: str) -> None:
        self._end(next(stream for stream, each in of.items() if each == address))

    def _end(self, stream: Any) -> None:
        self.goes(stream)
        stream.close()


class ClassHTTPServer(HTTPServer):
    """An HTTP server that waits for no half request and outlives a lack of file descriptors."""

    connections: Connections

    def initialize(self, app: Any, connections: Connections) -> None:  # type: ignore[override]
        super().initialize(
            app,
            idle_connection_timeout=HALF_REQUEST,
            body_timeout=HALF_REQUEST,
            max_header_size=MOST_HEAD,
            max_body_size=MOST_BODY,
        )
        self.connections = connections

    def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:
        self.connections.comes(stream, str(address[0]) if address else "")
        super().handle_stream(stream, address)

    def on_close(self, server_conn: Any) -> None:
        self.connections.goes(server_conn.stream)
        super().on_close(server_conn)

    def add_sockets(self, sockets: Iterable[socket.socket]) -> None:
        super().add_sockets(Listening.of(each) for each in sockets)


class Listening(socket.socket):
    """A listening socket with a file descriptor in reserve: where there is none left, who comes is sent away."""

    _reserve = -1

    @classmethod
    def of(cls, other: socket.socket) -> "Listening":
        """Return the same socket as one of this kind."""
        found = cls(other.family, other.type, other.proto, fileno=other.detach())
        found.setblocking(False)
        found._reserve = os.open(os.devnull, os.O_RDONLY)
        return found

    def accept(self) -> tuple[socket.socket, Any]:
        try:
            return super().accept()
        except OSError as problem:
            if problem.errno not in FULL:
                raise
            self._send_away()
            raise BlockingIOError(problem.errno, problem.strerror) from None

    def _send_away(self) -> None:
        """Take the one who waits, with the descriptor in reserve, and hang up: who is not taken is asked for again."""
        if self._reserve >= 0:
            os.close(self._reserve)
        with suppress(OSError):
            super().accept()[0].close()
        with suppress(OSError):
            self._reserve = os.open(os.devnull, os.O_RDONLY)


def more_files() -> None:
    """Allow this process as many open files as the system lets it have, where a class needs them."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = WANTED_FILES if hard == resource.RLIM_INFINITY else min(hard, WANTED_FILES)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


AT_ONCE = 8  # messages that a kernel has at a time; the next ones wait in the browser
MOST_WAITING = 10_000_000  # bytes that a kernel has not handled yet
SLOW_UNREAD = 1_000_000  # bytes; a page that has not read more than these is not heard until it has
MOST_UNREAD = 16_000_000  # bytes that a browser has not read yet; above that the line is closed
MOST_MISSED = 16_000_000  # bytes kept for a page that has no line; above that its kernel ends
# Why a line is closed, for programs; the page has its own words for it.
MANY_MESSAGES, MANY_BYTES, UNREAD, NO_MESSAGE = "messages", "bytes", "unread", "form"
MOST_REPLY = 32_000_000  # bytes of one message of a kernel; a longer one never reaches the server's memory


class Budget:
    """What one page has under way: messages its kernel has not handled, bytes its browser has not read."""

    def __init__(self) -> None:
        self.messages = Bucket(rate=60, burst=300)  # a page that is dragged over sends some thirty a second
        self.bytes = Bucket(rate=1_000_000, burst=20_000_000)  # a few uploaded files
        self.waiting = self.unread = 0  # bytes
        self._handed: deque[tuple[str, int]] = deque()
        self._waits: list[asyncio.Future[None]] = []

    def problem(self, size: int) -> str:
        """Why a message of this many bytes is not taken; "" where it is."""
        if not self.messages.takes(1):
            return MANY_MESSAGES
        if not self.bytes.takes(size) or self.waiting + size > MOST_WAITING:
            return MANY_BYTES
        return ""

    def handed(self, number: str, size: int) -> None:
        """Note a message that is handed to the kernel."""
        self._handed.append((number, size))
        self.waiting += size

    def handled(self, number: str) -> None:
        """Note that the kernel is done with a message, and so with all before it."""
        if any(number == each for each, _ in self._handed):
            done = ""
            while done != number:
                done, size = self._handed.popleft()
                self.waiting -= size
            self.changed()

    def written(self, size: int) -> bool:
        """Note bytes on their way to the browser; False if that is more than it may leave unread."""
        was_read = not self.unread  # one long message alone is no reason to close
        self.unread += size
        return was_read or self.unread <= MOST_UNREAD

    def read(self, size: int) -> None:
        """Note that the browser has read bytes, or never will."""
        self.unread -= size
        self.changed()

    @property
    def waits_for_kernel(self) -> bool:
        """Return True if as many kernels are being started as may be at once."""
        return len(self._handed) >= AT_ONCE

    @property
    def has_room(self) -> bool:
        """True while more of the page may be heard."""
        return not self.waits_for_kernel and self.unread <= SLOW_UNREAD

    async def change(self) -> None:
        """Wait until something is handled or read, or the line is gone."""
        change: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waits.append(change)
        await change

    def changed(self) -> None:
        """Let those who wait look again."""
        waits, self._waits = self._waits, []
        for each in waits:
            if not each.done():
                each.set_result(None)


class Missed(list[tuple[str, list[bytes]]]):
    """Messages kept for a page whose line is broken; `full` is called once when they are more than are kept."""

    def __init__(self, full: Callable[[], None]) -> None:
        super().__init__()
        self._left = MOST_MISSED
        self._full = full

    def append(self, message: tuple[str, list[bytes]]) -> None:
        if self._left < 0:
            return
        self._left -= sum(map(len, message[1]))
        if self._left < 0:
            self.clear()
            self._full()
        else:
            super().append(message)
