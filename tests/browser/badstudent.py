"""One who misbehaves: floods, half messages, deaf pages, huge replies, cut lines, half requests, endless play.

He is let in as any student, and does one thing after the other until he is told to stop. `crowd.py` sits a class beside
him; what a single one of these does is tested in test_served_app_under_attack.py.
"""

import asyncio
import contextlib
import struct
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from tornado.httpclient import HTTPClientError
from tornado.websocket import WebSocketClosedError
from visitors import V1, DeafLine, Page, Visitor, message

TABLE = "edition=classic_us&number=2&others=people&seed="
BOTS = "edition=classic_us&number=4&others=balanced&seed="
PAGES = 6  # that he asks for; four is what one visitor gets
HALVES = 120  # half requests at a time
LARGE = 3_600_000  # bytes
CUTS = 8  # lines that he cuts, one after the other
REST = 2  # seconds that he leaves his lines open
# What he meets when he is thrown out.
THROWN_OUT = (OSError, AssertionError, HTTPClientError, WebSocketClosedError, TimeoutError, asyncio.IncompleteReadError)


class BadStudent:
    """His cookie, his pages, and what he has been refused."""

    def __init__(self, app: str) -> None:
        self.app = app
        self.me = Visitor(app)
        self.codes: Counter[int] = Counter()  # of the first pages that he asked for
        self.done: Counter[str] = Counter()
        self.thrown_out: Counter[str] = Counter()  # of what he did, how often he was
        self._open: list[DeafLine | asyncio.StreamWriter] = []

    @property
    def refused(self) -> int:
        """How many of his first pages he was refused."""
        return self.codes[429] + self.codes[503]

    async def misbehave(self, stop: asyncio.Event) -> None:
        """One thing after the other, again and again."""
        await self.me.enter()
        for number in range(PAGES):
            self.codes[(await self.me.ask(f"/page/table?{TABLE}{number}")).code] += 1
        ways: list[Callable[[], Awaitable[None]]] = [
            *(self.flood, self.old_form, self.bent, self.half_messages, self.deaf, self.half_requests),
            *(self.play_on, self.throw_cookies, self.hang_up),
        ]
        while not stop.is_set():
            for way in ways:
                if stop.is_set():
                    break
                self.done[way.__name__] += 1
                try:
                    await asyncio.wait_for(way(), 30)
                except THROWN_OUT:
                    self.thrown_out[way.__name__] += 1
                await asyncio.sleep(REST)
                self._hang_up()
                await self._another_page()

    @property
    def _kernel(self) -> str:
        return self.me.kernels[-1]

    async def _another_page(self) -> None:
        """Leave the page, and open one whose table nobody has flooded."""
        with contextlib.suppress(*THROWN_OUT):
            kernel = self.me.kernels.pop(0)
            await self.me.ask(f"/voila/api/shutdown/{kernel}", "POST", body="")
            await self.me.page(self.done.total())

    def _hang_up(self) -> None:
        while self._open:
            self._open.pop().close()

    async def flood(self) -> None:
        line = await self.me.socket(self._kernel, V1)
        for _ in range(1000):
            await line.write_message(message("kernel_info_request", {}), binary=True)

    async def old_form(self) -> None:
        """One byte, and then what would be a hundred million parts in the form that Jupyter had before."""
        line = await self.me.deaf(self._kernel)
        self._keep(line)
        await line.send(b"x")
        for _ in range(20):
            await line.send(message("kernel_info_request", {}))

    async def bent(self) -> None:
        for bent in (b"", b"\xff" * 64, b"\xff" * 3_000_000, struct.pack("<9Q", 8, *[2**63] * 8)):
            line = await self.me.socket(self._kernel, V1)
            await line.write_message(bent, binary=True)
            await asyncio.sleep(0.5)

    async def half_messages(self) -> None:
        line = await self.me.deaf(self._kernel)
        self._keep(line)
        await line.begin(b"x" * 1_000_000, LARGE)

    async def deaf(self) -> None:
        """Huge replies that nobody reads."""
        page = Page(self.me, self._kernel)
        await page.join()
        self._keep(await self._asks(page, 400))

    async def hang_up(self) -> None:
        """Huge replies, and a line that is cut while they come, again and again."""
        page = Page(self.me, self._kernel)
        await page.join()
        for _ in range(CUTS):
            line = await self._asks(page, 40)
            await asyncio.sleep(0.2)
            line.close()

    async def _asks(self, page: Page, replies: int) -> DeafLine:
        """A line that has asked for so many huge replies, or for as many as were taken, and reads none."""
        line = await self._line(page.kernel)
        large = {"method": "update", "state": {"chart": "x" * LARGE}, "buffer_paths": []}
        await line.send(message("comm_msg", {"comm_id": page.face, "data": large}))
        for _ in range(replies):
            if not await line.send(message("comm_msg", {"comm_id": page.face, "data": {"method": "request_state"}})):
                break
        return line

    async def _line(self, kernel: str) -> DeafLine:
        """Open a line that nobody reads, once a busy server has noticed that lines before it were cut.

        Until then they count, and it refuses a fifth line of one page.
        """
        while True:
            try:
                return await self.me.deaf(kernel)
            except HTTPClientError as refused:
                if refused.code != 429:
                    raise
            await asyncio.sleep(0.2)

    async def half_requests(self) -> None:
        host, port = self.app.removeprefix("http://").split(":")
        for number in range(HALVES):
            _, writer = await asyncio.open_connection(host, int(port))
            writer.write((b"GET / HTTP/1.1\r\n", b"POST /login HTTP/1.1\r\nContent-Length: 9\r\n\r\nx")[number % 2])
            self._keep(writer)

    async def play_on(self) -> None:
        """Games that play themselves as fast as they can."""
        await self._another_page()
        await self.me.ask(f"/voila/api/shutdown/{self.me.kernels.pop(0)}", "POST", body="")
        page = await self.me.open(f"{BOTS}{self.done.total()}")
        await page.join()
        await page.act("seat-0", "balanced")  # his own seat plays by itself, too
        await page.act("speed", "fast")
        await page.act("to_the_end")

    async def throw_cookies(self) -> None:
        """Somebody new each time, who opens a page and leaves it."""
        for number in range(3):
            await (await Visitor(self.app).enter()).ask(f"/page/table?{TABLE}{number}")

    def _keep(self, line: Any) -> None:
        self._open.append(line)
