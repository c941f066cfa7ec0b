"""Limit connections and rates of the servers for a class, `live` and `serve`.

Half requests end after seconds, and few connections are held for visitors who have not been let in yet. How many
websockets a page of `serve` may open is in `web/server/sockets.py` (status 429); limits on the messages of an open
websocket are in `web/server/message_limits.py` and in `live/server.py`.
"""

import errno
import os
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.iostream import IOStream


class Bucket:
    """A limit on a rate: `burst` at once, `rate` a second in the long run.

    >>> bucket = Bucket(rate=1, burst=2, clock=lambda: 0.0)
    >>> bucket.spend(2), bucket.spend(1)
    (True, False)
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst = rate, burst
        self._clock = clock
        self._left, self._since = burst, clock()

    def spend(self, amount: float) -> bool:
        """Spend an amount of the budget and return True; return False, and spend nothing, if not enough is left."""
        now = self._clock()
        self._left = min(self.burst, self._left + (now - self._since) * self.rate)
        self._since = now
        if amount > self._left:
            return False
        self._left -= amount
        return True


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
    """The open connections, the oldest first; where there are too many of a kind, its oldest gives way.

    Args:
        of_one: Connections of one address that nobody has been let in on yet.
        strangers: The same, of all addresses.
        of_visitor: Connections of one visitor.
        of_address: Connections of all visitors at one address.
    """

    def __init__(
        self,
        of_one: int = STRANGERS_OF_ONE,
        strangers: int = STRANGERS,
        of_visitor: int = MOST_OF_VISITOR,
        of_address: int = MOST_OF_ADDRESS,
    ) -> None:
        self.of_one, self.strangers, self.of_visitor, self.of_address = of_one, strangers, of_visitor, of_address
        self._strangers: dict[Any, str] = {}  # addresses
        self._known: dict[Any, tuple[str, str]] = {}  # visitors and addresses

    def __len__(self) -> int:
        return len(self._strangers) + len(self._known)

    def add_stranger(self, stream: Any, address: str) -> None:
        """Note a connection of somebody unknown."""
        self._strangers[stream] = address
        if sum(each == address for each in self._strangers.values()) > self.of_one:
            self._gives_way(self._strangers, address)
        elif len(self._strangers) > self.strangers:
            self._gives_way(self._strangers, Counter(self._strangers.values()).most_common(1)[0][0])

    def add_visitor(self, stream: Any, visitor: str) -> None:
        """Note whose a connection is."""
        address = self._strangers.pop(stream, None)
        if address is None:
            return
        self._known[stream] = visitor, address
        mine = [each for each, (who, _) in self._known.items() if who == visitor]
        here = [each for each, (_, where) in self._known.items() if where == address]
        if len(mine) > self.of_visitor:
            self._end(mine[0])
        elif len(here) > self.of_address:
            self._end(here[0])

    def remove(self, stream: Any) -> None:
        """Note that a connection has ended, or is a page's line now, which is noted by itself if at all."""
        self._strangers.pop(stream, None)
        self._known.pop(stream, None)

    def _gives_way(self, of: dict[Any, str], address: str) -> None:
        self._end(next(stream for stream, each in of.items() if each == address))

    def _end(self, stream: Any) -> None:
        self.remove(stream)
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
        self.connections.add_stranger(stream, str(address[0]) if address else "")
        super().handle_stream(stream, address)

    def on_close(self, server_conn: Any) -> None:
        self.connections.remove(server_conn.stream)
        super().on_close(server_conn)

    def add_sockets(self, sockets: Iterable[socket.socket]) -> None:
        super().add_sockets(Listening.of(each) for each in sockets)


class Listening(socket.socket):
    """A listening socket with a file descriptor in reserve: where there is none left, new visitors are sent away."""

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
        """Accept the waiting connection with the reserved descriptor, and close it; else it would wait on."""
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
