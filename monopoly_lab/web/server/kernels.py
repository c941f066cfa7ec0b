"""Run the kernels of the pages: warm ones wait for a page, left ones end. How many there may be is in `places`."""

import asyncio
import contextlib
import json
import subprocess
import tempfile
import time
from collections import OrderedDict, deque
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any

import psutil
import zmq
from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_core.utils import ensure_async
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from traitlets import Integer

from monopoly_lab.web.server.message_limits import MOST_REPLY, Budget, Missed

MB = 1_000_000
KERNEL_MB = 2000  # of data that a kernel may ask the system for: ten times what the hungriest lesson needs
MOST_NICE = 19
NICENESS = 5  # more than the server: what kernels compute yields to it, so that no page holds up the others
# What each page needs, read while nobody waits for it.
WARMTH = "import monopoly_lab as _lab; _lab.Table(_lab.Game('classic_us', seed=1)); del _lab"
WARM_SECONDS = 60
LAST_WORDS = 0.5  # seconds in which the kernel of a page that was left writes the last answer to the disk

ENDED = 1000  # pages that have ended and are remembered, so that they hear why
JOINED = 16  # lines of one page that are remembered


@dataclass
class PageRequest:
    """What is known of a page when it is asked for: whose it is, its address, what it shows, and for whom."""

    visitor: str = ""
    url: str = ""
    computer: str = ""  # the address from which it was asked for
    title: str = ""
    player: str = ""
    is_teachers: bool = False


page_request: ContextVar[PageRequest] = ContextVar("page_request", default=PageRequest())  # noqa: B039 - nobody changes it


@dataclass
class OpenPage:
    """A page that has a kernel: who asked for it, when it was used, and what it has under way."""

    request: PageRequest
    opened: float = field(default_factory=time.monotonic)
    last_act: float | None = None  # of its reader, by the same clock
    budget: Budget = field(default_factory=Budget)
    lines: "deque[str]" = field(default_factory=lambda: deque(maxlen=JOINED))

    @property
    def visitor(self) -> str:
        """Return who opened the page."""
        return self.request.visitor

    def note_use(self) -> None:
        """Note that its reader has done something."""
        self.last_act = time.monotonic()

    def joins(self, line: str) -> bool:
        """Note a line of this page; True if the page had one before."""
        is_again = line in self.lines
        if not is_again:
            self.lines.append(line)
        return is_again


class Kernels(AsyncMappingKernelManager):
    """Each kernel works in an empty folder of its own, which goes when the server stops."""

    warm = Integer(0).tag(config=True)  # kernels that wait for a page

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.context.setsockopt(zmq.MAXMSGSIZE, MOST_REPLY)
        self.pages: dict[str, OpenPage] = {}  # by kernel
        self.waiting: deque[str] = deque()
        self.warming: asyncio.Task[None] | None = None
        self.ended: OrderedDict[str, str] = OrderedDict()  # visitors of pages that have ended, by kernel
        self.dead: OrderedDict[str, None] = OrderedDict()  # kernels that have ended by themselves
        self.leaving: set[str] = set()  # that are being ended
        self.ends: list[asyncio.Future[None]] = []  # of those whose pages were loaded anew

    def cwd_for_path(self, path: str, **kwargs: Any) -> str:
        return tempfile.mkdtemp(prefix="page_", dir=self.connection_dir)

    @property
    def kernels_in_use(self) -> int:
        """Return how many kernels have a page."""
        return len(self.open_pages)

    @property
    def visitors(self) -> int:
        """Return how many visitors have a page."""
        return len({page.visitor for page in self.open_pages.values()})

    @property
    def open_pages(self) -> dict[str, OpenPage]:
        """Return the pages that take a place, by kernel; the first opened comes first."""
        return {kernel_id: page for kernel_id, page in self.pages.items() if self._is_staying(kernel_id)}

    def owner(self, kernel_id: str) -> str:
        """Return the visitor of a page, also of one that has ended a while ago; "" for none."""
        page = self.pages.get(kernel_id)
        return page.visitor if page else self.ended.get(kernel_id, "")

    def _is_staying(self, kernel_id: str) -> bool:
        return kernel_id in self and kernel_id not in self.leaving

    def give_up(self, who: str, where: str) -> None:
        """Free the place of a page that a visitor has reloaded."""
        for kernel_id, page in self.open_pages.items():
            if page.visitor == who and page.request.url == where:
                self.let_go(kernel_id)

    def let_go(self, kernel_id: str) -> None:
        """Free the place of a page that was left; its kernel ends once it has written what it still has to write."""
        self.leaving.add(kernel_id)
        self.ends = [end for end in self.ends if not end.done()]
        self.ends.append(asyncio.ensure_future(self._end_soon(kernel_id)))

    async def _end_soon(self, kernel_id: str) -> None:
        await asyncio.sleep(LAST_WORDS)
        if kernel_id in self:
            await self.shutdown_kernel(kernel_id, now=True)

    async def start_kernel(self, **given: Any) -> str:  # type: ignore[override]
        """Return a kernel for the page that is being made: a warm one if there is one."""
        kernel_id = await self._next_warm() or await self._start(**given)
        self.pages[kernel_id] = OpenPage(page_request.get())
        self.keep_warm()
        return kernel_id

    async def _start(self, **given: Any) -> str:
        given |= dict.fromkeys(("stdout", "stderr"), subprocess.DEVNULL)  # what students write there is no log of ours
        kernel_id: str = await super().start_kernel(**given)
        bound(self.get_kernel(kernel_id))
        return kernel_id

    async def _next_warm(self) -> str:
        while self.waiting:
            kernel_id = self.waiting.popleft()
            if kernel_id in self:  # from here on it ends when it is idle, which it has been since it was made ready
                kernel: Any = self.get_kernel(kernel_id)
                kernel.last_activity = datetime.now(UTC)
            if kernel_id in self and not await self.has_died(kernel_id):
                return kernel_id
        return ""

    def keep_warm(self) -> None:
        """Make kernels warm, one after the other, until as many wait as are wanted."""
        if self.warm and (self.warming is None or self.warming.done()):
            self.warming = asyncio.get_running_loop().create_task(self._warm_up())

    async def _warm_up(self) -> None:
        while len(self.waiting) + self.kernels_in_use < self.warm:
            kernel_id = await self._start(kernel_name="python3")
            with contextlib.suppress(Exception):  # a kernel that is not warm is a kernel all the same
                await preload_modules(self.get_kernel(kernel_id))
            if kernel_id in self:
                self.waiting.append(kernel_id)

    async def has_died(self, kernel_id: str) -> bool:
        """Return True for a kernel that has ended by itself, and put it away."""
        if (
            kernel_id in self
            and kernel_id not in self.leaving
            and not await ensure_async(self.get_kernel(kernel_id).is_alive())
        ):
            self.dead[kernel_id] = None
            while len(self.dead) > ENDED:
                self.dead.popitem(last=False)
            with contextlib.suppress(Exception):
                await self.shutdown_kernel(kernel_id, now=True)
        return kernel_id in self.dead

    async def shutdown_kernel(self, kernel_id: str, **given: Any) -> None:  # type: ignore[override]
        self.leaving.add(kernel_id)
        try:
            await super().shutdown_kernel(kernel_id, **given)
        finally:
            self.leaving.discard(kernel_id)
            if kernel_id not in self and (page := self.pages.pop(kernel_id, None)):
                self.ended[kernel_id] = page.visitor
                while len(self.ended) > ENDED:
                    self.ended.popitem(last=False)

    def start_watching_activity(self, kernel_id: str) -> None:
        """Watch what a kernel says, as Jupyter does, and note which messages of its page it has handled."""
        super().start_watching_activity(kernel_id)
        kernel: Any = self.get_kernel(kernel_id)
        stream = kernel._activity_stream
        stream.on_recv(partial(self._on_message, kernel_id, stream._recv_callback))

    def _on_message(self, kernel_id: str, record: Any, said: list[bytes]) -> None:
        record(said)
        if (page := self.pages.get(kernel_id)) and (number := handled_in(said)):
            page.budget.note_done(number)

    def start_buffering(self, kernel_id: str, session_key: str, channels: Any) -> None:
        """Keep what a page without a line misses; a page that misses too much is put away."""
        super().start_buffering(kernel_id, session_key, channels)
        if kernel_id in self._kernel_buffers:
            self._kernel_buffers[kernel_id]["buffer"] = Missed(partial(self.let_go, kernel_id))

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        if kernel_id not in self.waiting:
            await super().cull_kernel_if_idle(kernel_id)


def handled_in(said: list[bytes]) -> str:
    """Return the number of the message after which a kernel says that it rests; "" for anything else that it says."""
    start = said.index(b"<IDS|MSG>") + 2 if b"<IDS|MSG>" in said else len(said)
    if len(said) < start + 4 or b'"status"' not in said[start]:
        return ""
    parent, content = json.loads(said[start + 1]), json.loads(said[start + 3])
    return str(parent.get("msg_id", "")) if content.get("execution_state") == "idle" else ""


def bound(kernel: Any) -> None:
    """Limit the memory of a kernel and lower its priority, as far as the system can."""
    with contextlib.suppress(psutil.Error, AttributeError, OSError, ValueError):
        process = psutil.Process(kernel.provisioner.pid)
        process.nice(min(MOST_NICE, psutil.Process().nice() + NICENESS))
        process.rlimit(psutil.RLIMIT_DATA, (KERNEL_MB * MB, KERNEL_MB * MB))


async def preload_modules(kernel: Any) -> None:
    """Import in a kernel what every page needs, and leave no trace in it."""
    client: AsyncKernelClient = kernel.client()
    client.start_channels()
    try:
        await client.wait_for_ready(timeout=WARM_SECONDS)
        await client.execute_interactive(
            WARMTH, silent=True, store_history=False, timeout=WARM_SECONDS, output_hook=lambda message: None
        )
    finally:
        client.stop_channels()
