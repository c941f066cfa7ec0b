"""Limits on messages between a browser and its kernel, in both directions.

Limits on connections, which a live class needs too, are in `live/connection_limits.py`.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from monopoly_lab.live.connection_limits import Bucket

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
        """Return why a message of `size` bytes is refused; "" if it is accepted."""
        if not self.messages.spend(1):
            return MANY_MESSAGES
        if not self.bytes.spend(size) or self.waiting + size > MOST_WAITING:
            return MANY_BYTES
        return ""

    def note_passed_on(self, number: str, size: int) -> None:
        """Note a message that is handed to the kernel."""
        self._handed.append((number, size))
        self.waiting += size

    def note_done(self, number: str) -> None:
        """Note that the kernel is done with a message, and so with all before it."""
        if any(number == each for each, _ in self._handed):
            done = ""
            while done != number:
                done, size = self._handed.popleft()
                self.waiting -= size
            self.wake_waiting()

    def note_sent(self, size: int) -> bool:
        """Note bytes on their way to the browser; False if that is more than it may leave unread."""
        was_read = not self.unread  # one long message alone is no reason to close
        self.unread += size
        return was_read or self.unread <= MOST_UNREAD

    def note_read(self, size: int) -> None:
        """Note that the browser has read bytes, or never will."""
        self.unread -= size
        self.wake_waiting()

    @property
    def waits_for_kernel(self) -> bool:
        """Return True if as many kernels are being started as may be at once."""
        return len(self._handed) >= AT_ONCE

    @property
    def has_room(self) -> bool:
        """Return True while more messages of the page may be read."""
        return not self.waits_for_kernel and self.unread <= SLOW_UNREAD

    async def change(self) -> None:
        """Wait until something is handled or read, or the line is gone."""
        change: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waits.append(change)
        await change

    def wake_waiting(self) -> None:
        """Wake all who wait for a change."""
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
