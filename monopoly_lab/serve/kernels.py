"""The kernels of the pages: a few are warm before anybody comes, each has its visitor, its folder and its bounds."""

import asyncio
import contextlib
import tempfile
from collections import deque
from contextvars import ContextVar
from typing import Any

import psutil
from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_core.utils import ensure_async
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from traitlets import Integer

MB = 1_000_000
KERNEL_MB = 2000  # of data that a kernel may ask the system for: ten times what the hungriest lesson needs
NICENESS = 5  # what kernels reckon yields to the server, so that no page holds up the others
# What each page needs, read while nobody waits for it.
WARMTH = "import monopoly_lab as _lab; _lab.Table(_lab.Game('classic_us', seed=1)); del _lab"
WARM_SECONDS = 60
LAST_WORDS = 0.5  # seconds in which the kernel of a page that was left writes the last answer to the disk

visitor: ContextVar[str] = ContextVar("visitor", default="")  # whose page is being made
address: ContextVar[str] = ContextVar("address", default="")  # and under which address


class Kernels(AsyncMappingKernelManager):
    """Each kernel works in an empty folder of its own, which goes when the server stops."""

    warm = Integer(0).tag(config=True)  # kernels that wait for a page

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.owners: dict[str, str] = {}  # visitor by kernel
        self.addresses: dict[str, str] = {}  # of its page, by kernel
        self.joined: dict[str, set[str]] = {}  # pages that have had a line, by kernel
        self.waiting: deque[str] = deque()
        self.warming: asyncio.Task[None] | None = None
        self.dead: set[str] = set()  # that have ended by themselves
        self.leaving: set[str] = set()  # that are being ended
        self.ends: list[asyncio.Future[None]] = []  # of those whose pages were loaded anew

    def cwd_for_path(self, path: str, **kwargs: Any) -> str:
        return tempfile.mkdtemp(prefix="page_", dir=self.connection_dir)

    @property
    def taken(self) -> int:
        """Kernels that have a page."""
        return sum(map(self._stays, self.owners))

    @property
    def visitors(self) -> int:
        """How many have a page."""
        return len({who for kernel_id, who in self.owners.items() if self._stays(kernel_id)})

    def pages_of(self, who: str) -> int:
        return sum(owner == who and self._stays(kernel_id) for kernel_id, owner in self.owners.items())

    def _stays(self, kernel_id: str) -> bool:
        return kernel_id in self and kernel_id not in self.leaving

    def give_up(self, who: str, where: str) -> None:
        """A visitor loads a page anew: the place of the page that was there before is free from now on."""
        for kernel_id, owner in self.owners.items():
            if owner == who and self.addresses.get(kernel_id) == where and self._stays(kernel_id):
                self.let_go(kernel_id)

    def let_go(self, kernel_id: str) -> None:
        """A page was left: its place is free now, its kernel ends once it has written what it still has to write."""
        self.leaving.add(kernel_id)
        self.ends = [end for end in self.ends if not end.done()]
        self.ends.append(asyncio.ensure_future(self._end_soon(kernel_id)))

    async def _end_soon(self, kernel_id: str) -> None:
        await asyncio.sleep(LAST_WORDS)
        if kernel_id in self:
            await self.shutdown_kernel(kernel_id, now=True)

    async def start_kernel(self, **given: Any) -> str:  # type: ignore[override]
        """A kernel for the page that is being made: a warm one if there is one."""
        kernel_id = self._next_warm() or await self._start(**given)
        self.owners[kernel_id], self.addresses[kernel_id] = visitor.get(), address.get()
        self.keep_warm()
        return kernel_id

    async def _start(self, **given: Any) -> str:
        kernel_id: str = await super().start_kernel(**given)
        bound(self.get_kernel(kernel_id))
        return kernel_id

    def _next_warm(self) -> str:
        while self.waiting:
            kernel_id = self.waiting.popleft()
            if kernel_id in self:
                return kernel_id
        return ""

    def keep_warm(self) -> None:
        """Make kernels warm, one after the other, until as many wait as are wanted."""
        if self.warm and (self.warming is None or self.warming.done()):
            self.warming = asyncio.get_running_loop().create_task(self._warm_up())

    async def _warm_up(self) -> None:
        while len(self.waiting) + self.taken < self.warm:
            kernel_id = await self._start(kernel_name="python3")
            with contextlib.suppress(Exception):  # a kernel that is not warm is a kernel all the same
                await warmed(self.get_kernel(kernel_id))
            if kernel_id in self:
                self.waiting.append(kernel_id)

    async def has_died(self, kernel_id: str) -> bool:
        """True for a kernel that has ended by itself; it is put away."""
        if (
            kernel_id in self
            and kernel_id not in self.leaving
            and not await ensure_async(self.get_kernel(kernel_id).is_alive())
        ):
            self.dead.add(kernel_id)
            with contextlib.suppress(Exception):
                await self.shutdown_kernel(kernel_id, now=True)
        return kernel_id in self.dead

    async def shutdown_kernel(self, kernel_id: str, **given: Any) -> None:  # type: ignore[override]
        self.leaving.add(kernel_id)
        self.joined.pop(kernel_id, None)
        await super().shutdown_kernel(kernel_id, **given)

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        if kernel_id not in self.waiting:
            await super().cull_kernel_if_idle(kernel_id)


def bound(kernel: Any) -> None:
    """Bound the memory of a kernel and let others go before it, as far as the system can."""
    with contextlib.suppress(psutil.Error, AttributeError, OSError, ValueError):
        process = psutil.Process(kernel.provisioner.pid)
        process.nice(NICENESS)
        process.rlimit(psutil.RLIMIT_DATA, (KERNEL_MB * MB, KERNEL_MB * MB))


async def warmed(kernel: Any) -> None:
    """Let a kernel read what every page needs, and leave nothing behind."""
    client: AsyncKernelClient = kernel.client()
    client.start_channels()
    try:
        await client.wait_for_ready(timeout=WARM_SECONDS)
        await client.execute_interactive(
            WARMTH, silent=True, store_history=False, timeout=WARM_SECONDS, output_hook=lambda message: None
        )
    finally:
        client.stop_channels()
