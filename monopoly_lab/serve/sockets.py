"""The way from a page to its kernel: messages of one form only, measured before they are read, and few at a time."""

import json
import struct
import time
from itertools import pairwise
from typing import Any

import tornado.web
from jupyter_core.utils import ensure_async
from jupyter_server.services.kernels.handlers import KernelHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

PROTOCOL = "v1.kernel.websocket.jupyter.org"
MOST_BYTES = 4_000_000  # of a message: an uploaded file, as a page writes it
MOST_PARTS = 64
MOST_MESSAGES = 300  # in a second; a page that is dragged over sends some thirty
MOST_SOCKETS = 4  # of one kernel: a page has one, and for a moment two when it finds its server again
NEEDED = 5  # parts that are never empty: channel, header, parent, metadata, content
WORD = 8  # bytes of a number
# Jupyter looks once in an interval how long the last answer is ago, first one interval after a line has opened:
# only a line that is silent for more than two of them is dead. Both in milliseconds.
PING_EVERY = 20_000
SILENT_FOR = 50_000


def is_sound(message: object) -> bool:
    """True for a message whose table of parts is true: as long as it says, its parts in order and inside.

    Jupyter makes a list of as many parts as the first eight bytes say, which may be more than any memory holds.
    """
    if not isinstance(message, bytes) or not 2 * WORD <= len(message) <= MOST_BYTES:
        return False
    number = int.from_bytes(message[:WORD], "little")
    if not 6 <= number <= MOST_PARTS or len(message) < WORD * (number + 1):
        return False
    starts = [int.from_bytes(message[WORD * n : WORD * (n + 1)], "little") for n in range(1, number + 1)]
    in_order = all(second - first >= (2 if n < NEEDED else 0) for n, (first, second) in enumerate(pairwise(starts)))
    return in_order and starts[0] == WORD * (number + 1) and starts[-1] <= len(message)


def parts_of(message: bytes) -> list[bytes]:
    """The parts of a sound message: channel, header, parent, metadata, content, buffers."""
    number = int.from_bytes(message[:WORD], "little")
    starts = struct.unpack_from(f"<{number}Q", message, WORD)
    return [message[start:end] for start, end in pairwise(starts)]


def message_of(parts: list[bytes]) -> bytes:
    """The message that has these parts."""
    starts = [WORD * (len(parts) + 2)]
    for part in parts:
        starts.append(starts[-1] + len(part))
    return struct.pack(f"<{len(starts) + 1}Q", len(starts), *starts) + b"".join(parts)


def without_states(message: bytes) -> bytes:
    """The same message, or one with no states where it has those of all widgets.

    A page that finds its line again asks for them, and would make each widget a second time, beside the one that
    it shows and that nobody would tell anything any more. What it has missed is kept for it and sent anyway.
    """
    if b'"update_states"' not in message:
        return message
    parts = parts_of(message)
    content = json.loads(parts[4])
    if content.get("data", {}).get("method") != "update_states":
        return message
    content["data"] |= {"states": {}, "buffer_paths": []}
    return message_of([*parts[:4], json.dumps(content).encode()])


class OwnKernel:
    """What a visitor may ask of a kernel: of one of his own, that is."""

    settings: Any
    current_user: Any

    def check_owner(self, kernel_id: str) -> None:
        """404 for a kernel of somebody else, as for one that is not there."""
        owners = self.settings["class_server"].kernel_manager.owners
        user = self.current_user
        if user is None or owners.get(kernel_id) != user.username:
            raise tornado.web.HTTPError(404)


class Socket(OwnKernel, VoilaKernelWebsocketHandler):
    """A page's own line to its kernel."""

    open_sockets: dict[str, int] = {}
    since = 0.0
    heard = 0
    is_again = False  # the page had a line before

    @property
    def ping_interval(self) -> int:
        """For Jupyter, in milliseconds; Tornado, which asks before there is a line, and for seconds, is not to ping."""
        return 0 if self.ws_connection is None else PING_EVERY

    @property
    def ping_timeout(self) -> int:
        return 0 if self.ws_connection is None else SILENT_FOR

    async def get(self, kernel_id: str) -> None:
        offered = self.request.headers.get("Sec-WebSocket-Protocol", "")
        if PROTOCOL not in [each.strip() for each in offered.split(",")]:
            raise tornado.web.HTTPError(400)
        if self.current_user is None:
            raise tornado.web.HTTPError(403)
        self.check_owner(kernel_id)
        if self.open_sockets.get(kernel_id, 0) >= MOST_SOCKETS:
            raise tornado.web.HTTPError(429)
        await super().get(kernel_id)

    async def open(self, kernel_id: str) -> None:
        self.open_sockets[kernel_id] = self.open_sockets.get(kernel_id, 0) + 1
        page, pages = self.get_argument("session_id", ""), self.kernel_manager.joined.setdefault(kernel_id, set())
        self.is_again = page in pages
        pages.add(page)
        await ensure_async(super().open(kernel_id))

    def on_message(self, message: object) -> None:
        now = time.monotonic()
        if now - self.since > 1:
            self.since, self.heard = now, 0
        self.heard += 1
        if self.heard > MOST_MESSAGES:
            self.close(1008)
        elif not is_sound(message):
            self.close(1007)
        else:
            try:
                super().on_message(message)
            except Exception:  # parts that are no JSON, or JSON of another kind
                self.close(1007)

    def write_message(self, message: Any, binary: bool = False) -> Any:
        return super().write_message(
            without_states(message) if self.is_again and isinstance(message, bytes) else message, binary
        )

    def on_close(self) -> None:
        left = self.open_sockets.get(self.kernel_id, 1) - 1
        self.open_sockets[self.kernel_id] = left
        if left <= 0:
            del self.open_sockets[self.kernel_id]
        if getattr(self, "connection", None) is not None:
            super().on_close()


class KernelState(OwnKernel, KernelHandler):
    """How a page's kernel is; a kernel that has died is put away, and its page hears why."""

    async def get(self, kernel_id: str) -> None:
        if self.current_user is None:
            raise tornado.web.HTTPError(403)
        self.check_owner(kernel_id)
        if await self.settings["class_server"].kernel_manager.has_died(kernel_id):
            self.set_status(410)
            self.finish()
            return
        if kernel_id not in self.kernel_manager:
            raise tornado.web.HTTPError(404)
        await ensure_async(super().get(kernel_id))

    async def delete(self, kernel_id: str) -> None:
        raise tornado.web.HTTPError(405)
