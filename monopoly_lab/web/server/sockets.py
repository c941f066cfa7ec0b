"""Websocket limits: messages between a page and its kernel have one form, and are measured before they are parsed.

Of too many connections from one page the newest are refused here, with status 429; limits on connections of an address
or a visitor are in `live/connection_limits.py`.
"""

import asyncio
import json
import struct
from functools import partial
from itertools import pairwise
from typing import Any

import tornado.web
from jupyter_core.utils import ensure_async
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.handlers import KernelHandler
from tornado.ioloop import IOLoop
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from monopoly_lab.web.server.message_limits import NO_MESSAGE, UNREAD, Budget

PROTOCOL = "v1.kernel.websocket.jupyter.org"
MOST_BYTES = 4_000_000  # of a message: an uploaded file, as a page writes it
MOST_PARTS = 64
MOST_NUMBER = 200  # letters of the number of a message, and of a page
HEARD = ("comm_open", "comm_close", "comm_msg", "comm_info_request", "kernel_info_request")  # kinds of messages
CHANNELS = ("shell", "control")  # on which a page may speak
WIDGETS = "jupyter.widget.control"  # what a page may open: the kernel makes the widgets, not the page
# What the table's page says without its reader.
BY_ITSELF = ("here", "whole", "roomy")
RUN_HEADER = "X-Class-Run"
PARTING = 1.0  # seconds for a browser to hear why its line is closed
MOST_SOCKETS = 4  # of one kernel: a page has one, and for a moment two when it finds its server again
NEEDED = 5  # parts that are never empty: channel, header, parent, metadata, content
WORD = 8  # bytes of a number
# Jupyter looks once in an interval how long the last answer is ago, first one interval after a line has opened:
# only a line that is silent for more than two of them is dead. Both in milliseconds.
PING_EVERY = 20_000
SILENT_FOR = 50_000


def is_sound(message: object) -> bool:
    """Return True for a message whose table of parts is true: as long as it says, its parts in order and inside.

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
    """Return the parts of a sound message: channel, header, parent, metadata, content, buffers."""
    number = int.from_bytes(message[:WORD], "little")
    starts = struct.unpack_from(f"<{number}Q", message, WORD)
    return [message[start:end] for start, end in pairwise(starts)]


def message_of(parts: list[bytes]) -> bytes:
    """Return the message that has these parts."""
    starts = [WORD * (len(parts) + 2)]
    for part in parts:
        starts.append(starts[-1] + len(part))
    return struct.pack(f"<{len(starts) + 1}Q", len(starts), *starts) + b"".join(parts)


def without_states(message: bytes) -> bytes:
    """Return the same message, or one with no states where it has those of all widgets.

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


def header_of(message: bytes) -> dict[str, Any]:
    """Return the header of a sound message; ValueError for none with a kind and a number."""
    start, end = struct.unpack_from("<2Q", message, 2 * WORD)
    header = json.loads(message[start:end])
    if not isinstance(header, dict):
        raise ValueError(header)
    kind, number = header.get("msg_type"), header.get("msg_id")
    if not isinstance(kind, str) or not isinstance(number, str) or not 0 < len(number) <= MOST_NUMBER:
        raise ValueError(header)
    return header


def is_act(kind: str, content: bytes) -> bool:
    """Return True for what a reader of the page does, not the page by itself; ValueError for what it may not send."""
    if kind not in ("comm_msg", "comm_open"):
        return False
    said = json.loads(content)
    if kind == "comm_open":
        if not isinstance(said, dict) or said.get("target_name") != WIDGETS:
            raise ValueError(said)
        return False
    data = said.get("data") if isinstance(said, dict) else None
    custom = data.get("content") if isinstance(data, dict) and data.get("method") == "custom" else None
    return isinstance(custom, dict) and custom.get("act", "") not in BY_ITSELF


class OwnKernel:
    """What a visitor may ask of a kernel, which must be their own."""

    settings: Any
    current_user: Any

    def check_owner(self, kernel_id: str) -> None:
        """Check that a kernel is the user's; HTTP error 404 for somebody else's, as for one that does not exist."""
        kernels, user = self.settings["class_server"].kernel_manager, self.current_user
        if user is None or kernels.owner(kernel_id) != user.username:
            raise tornado.web.HTTPError(404)


class V1Connection(ZMQChannelsWebsocketConnection):
    """A line that speaks the first protocol alone, also while it is being closed; pages are heard by `Socket`."""

    @property
    def subprotocol(self) -> str:
        return PROTOCOL

    def handle_incoming_message(self, incoming_msg: str) -> None:
        raise NotImplementedError

    def handle_outgoing_message(self, stream: Any, outgoing_msg: list[Any]) -> None:
        """Send what a kernel says, unless the line is being closed: then it is not even read."""
        if self.websocket_handler.ws_connection is not None:
            super().handle_outgoing_message(stream, outgoing_msg)


class Socket(OwnKernel, VoilaKernelWebsocketHandler):
    """A page's own line to its kernel."""

    open_sockets: dict[str, int] = {}
    budget: Budget
    is_again = False  # the page had a line before
    is_gone = False

    @property
    def ping_interval(self) -> int:
        """Return the interval of pings in milliseconds for Jupyter; 0 for Tornado, which takes seconds."""
        return 0 if self.ws_connection is None else PING_EVERY

    @property
    def ping_timeout(self) -> int:
        return 0 if self.ws_connection is None else SILENT_FOR

    async def get(self, kernel_id: str) -> None:
        offered = self.request.headers.get("Sec-WebSocket-Protocol", "")
        if PROTOCOL not in [each.strip() for each in offered.split(",")]:
            raise tornado.web.HTTPError(400)
        if len(self.get_argument("session_id", "")) > MOST_NUMBER:
            raise tornado.web.HTTPError(400)
        if self.current_user is None:
            raise tornado.web.HTTPError(403)
        self.check_owner(kernel_id)
        if self.open_sockets.get(kernel_id, 0) >= MOST_SOCKETS:
            raise tornado.web.HTTPError(429)
        await super().get(kernel_id)

    def select_subprotocol(self, subprotocols: list[str]) -> str | None:
        return PROTOCOL

    async def open(self, kernel_id: str) -> None:
        # Tornado notices that a browser has hung up when it reads or writes the next time, which may be long after.
        self.stream = self.ws_connection.stream
        self.stream.set_close_callback(self.on_connection_close)
        self.open_sockets[kernel_id] = self.open_sockets.get(kernel_id, 0) + 1
        self.page = self.kernel_manager.pages[kernel_id]
        self.budget = self.page.budget
        self.is_again = self.page.joins(self.get_argument("session_id", ""))
        await ensure_async(super().open(kernel_id))

    async def on_message(self, message: object) -> None:
        """Hand a message to the kernel; the next one is read when there is room for it, and none after a close."""
        while self.ws_connection is None and not self.is_gone:
            await self.budget.change()
        if self.ws_connection is None:
            return
        self._hear(message)
        while self.ws_connection is not None and not self.budget.has_room:
            await self.budget.change()

    def _hear(self, message: object) -> None:
        if not is_sound(message):
            self.close(1007, NO_MESSAGE)
            return
        assert isinstance(message, bytes)
        if problem := self.budget.problem(len(message)):
            self.close(1008, problem)
            return
        try:
            header, (channel, *parts) = header_of(message), parts_of(message)
            kind = header["msg_type"]
            if kind not in HEARD or channel.decode() not in CHANNELS:
                return
            if is_act(kind, parts[3]):
                self.page.note_use()
        except (ValueError, RecursionError):  # parts that are no JSON, or JSON of another kind
            self.close(1007, NO_MESSAGE)
            return
        if self.connection is not None and self.connection.channels:
            self.budget.note_passed_on(header["msg_id"], len(message))
            self.connection.session.send_raw(self.connection.channels[channel.decode()], parts)

    def write_message(self, message: Any, binary: bool = False) -> Any:
        """Send a message to the browser, as long as it reads what it is sent."""
        if self.ws_connection is None or self.ws_connection.is_closing():
            return None
        if self.is_again and isinstance(message, bytes):
            message = without_states(message)
        size = len(message)
        if not self.budget.note_sent(size):
            self.budget.note_read(size)
            self.close(1008, UNREAD)
            return None
        try:
            written = super().write_message(message, binary)
        except BaseException:
            self.budget.note_read(size)
            raise
        if written is None:
            self.budget.note_read(size)
        else:
            written.add_done_callback(partial(self._on_written, size))
        return written

    def _on_written(self, size: int, written: "asyncio.Future[None]") -> None:
        self.budget.note_read(size)
        if not written.cancelled():
            written.exception()  # a line that was closed: it is known

    def send_ping(self) -> None:
        """Ask whether the browser is still there; not while its answers are left unread because its kernel is busy."""
        if self.budget.waits_for_kernel:
            self.last_pong = IOLoop.current().time()
        super().send_ping()

    def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Close the connection: from now on nothing is read or sent, and unread messages are dropped a moment later."""
        connection = self.ws_connection
        super().close(code, reason)
        if connection is not None:
            self.budget.wake_waiting()
            IOLoop.current().call_later(PARTING, self._end, connection)

    def _end(self, connection: Any) -> None:
        self.is_gone = True
        self.budget.wake_waiting()
        connection.stream.close()

    def on_close(self) -> None:
        self.is_gone = True
        self.budget.wake_waiting()
        left = self.open_sockets.get(self.kernel_id, 1) - 1
        self.open_sockets[self.kernel_id] = left
        if left <= 0:
            del self.open_sockets[self.kernel_id]
        if getattr(self, "connection", None) is not None:
            super().on_close()
        # The trace of an error holds what was being written, some megabytes, for as long as a timer of Jupyter's runs.
        if self.stream.error is not None:
            self.stream.error.__traceback__ = None


class KernelState(OwnKernel, KernelHandler):
    """How a page's kernel is; a kernel that has died is put away, and its page hears why."""

    def set_default_headers(self) -> None:
        """Say which run of the server answers: a page whose own one is gone loads itself again."""
        super().set_default_headers()
        self.set_header(RUN_HEADER, self.settings["class_server"].run_number)

    async def get(self, kernel_id: str) -> None:
        if self.current_user is None:
            raise tornado.web.HTTPError(403)
        self.check_owner(kernel_id)
        kernels = self.settings["class_server"].kernel_manager
        if await kernels.has_died(kernel_id):
            self.set_status(410)
            self.finish()
            return
        if kernel_id not in kernels.open_pages:  # also while it is being ended: its place may be taken already
            raise tornado.web.HTTPError(404)
        await ensure_async(super().get(kernel_id))

    async def delete(self, kernel_id: str) -> None:
        raise tornado.web.HTTPError(405)
