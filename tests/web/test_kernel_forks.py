"""Kernels that are forked: each is its own, hears signals, and ends with the process it came from."""

import asyncio
import contextlib
import os
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas
import psutil
import pytest
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning import KernelProvisionerFactory

from monopoly_lab.web.server import app, kernel_forks
from monopoly_lab.widgets import preloading
from tests.shared_chains import KERNEL_MODULES

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="kernels are forked on Linux only")
SECONDS = 120
MORE = "wave"  # a module that nothing else imports
PLACE = "list(__import__('sys').modules).index({!r})"
CHAINS = ".markov.chain_setup._derived._found)"  # how many chains a kernel remembers as it begins


@pytest.fixture(autouse=True)
def forks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A server of forks that ends with the test."""
    factory = KernelProvisionerFactory.instance()
    monkeypatch.setattr(factory, "provisioners", dict(factory.provisioners))
    usual = factory.default_provisioner_name
    monkeypatch.setattr(kernel_forks, "SERVER", kernel_forks.ForkServer())
    kernel_forks.fork_kernels([*KERNEL_MODULES, MORE])
    yield
    factory.default_provisioner_name = usual
    for child in psutil.Process().children():
        with contextlib.suppress(psutil.Error):
            if kernel_forks.__name__ in child.cmdline():
                child.kill()
                child.wait()


class Kernel:
    """A kernel and a line to it."""

    def __init__(self, manager: Any, client: Any) -> None:
        self.manager, self.client = manager, client

    @classmethod
    async def begun(cls, cwd: Path, **env: str) -> "Kernel":
        manager = AsyncKernelManager()
        await manager.start_kernel(cwd=str(cwd), env={**os.environ, **env})
        client = manager.client()
        client.start_channels()
        await client.wait_for_ready(timeout=SECONDS)
        return cls(manager, client)

    @property
    def process(self) -> psutil.Process:
        return psutil.Process(self.manager.provisioner.pid)

    async def value(self, code: str) -> str:
        """What an expression is in the kernel, or the name of its error."""
        reply = await self.client.execute_interactive(
            "", user_expressions={"x": code}, timeout=SECONDS, output_hook=lambda message: None
        )
        found = reply["content"]["user_expressions"]["x"]
        return str(found["data"]["text/plain"] if found["status"] == "ok" else found["ename"])

    async def end(self) -> None:
        self.client.stop_channels()
        await self.manager.shutdown_kernel(now=True)


def run(way: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(way(), SECONDS))  # type: ignore[arg-type]


async def until(there: Callable[[], Any]) -> bool:
    """True when something is so within some seconds."""
    begun = time.monotonic()
    while not there() and time.monotonic() - begun < 10:
        await asyncio.sleep(0.05)
    return bool(there())


def test_kernels__are_copies_of_one_process_and_share_nothing_else(tmp_path: Path) -> None:
    async def way() -> None:
        folders = [tmp_path / "ann", tmp_path / "bo"]
        for folder in folders:
            folder.mkdir()
        ann, bo = [await Kernel.begun(folder, WHO=folder.name) for folder in folders]
        parent = ann.process.parent()
        assert parent is not None and parent == bo.process.parent() and parent.parent() == psutil.Process()
        assert parent.num_threads() == 1  # only a process with one thread can be copied safely
        for kernel, folder in zip((ann, bo), folders):
            assert await kernel.value("__import__('os').getcwd()") == repr(str(folder))
            assert await kernel.value("__import__('os').environ['WHO']") == repr(folder.name)
            for shared in (MORE, "plotly.graph_objs._bar", *kernel_forks.LESSON_MODULES):
                assert await kernel.value(f"{shared!r} in __import__('sys').modules") == "True"
            places = [await kernel.value(PLACE.format(name)) for name in ("ipykernel.debugger", MORE)]
            assert int(places[0]) < int(places[1])  # the kernel would import it last
            assert await kernel.value("len(__import__('monopoly_lab.markov.chain_setup')" + CHAINS) != "0"
            assert await kernel.value("sorted(__import__('comm').get_comm_manager().targets)") == (
                "['jupyter.widget', 'jupyter.widget.control']"
            )
            assert os.getpgid(kernel.process.pid) == kernel.process.pid  # signals reach what it has started, no other
        for luck in ("__import__('random').random()", "__import__('uuid').uuid4().hex"):
            assert await ann.value(luck) != await bo.value(luck)
        await ann.value("globals().update(mine=1)")
        assert (await ann.value("mine"), await bo.value("mine")) == ("1", "NameError")
        await ann.end()
        assert parent.children() == [bo.process] and await bo.value("1 + 1") == "2"  # nothing is left of hers
        await bo.end()

    run(way)


@pytest.mark.full
def test_kernels__hear_signals_say_how_they_ended_and_end_with_the_process_that_forked_them(tmp_path: Path) -> None:
    """And others can be started then. All in one test: each process that forks imports for three seconds."""

    async def way() -> None:
        kernel = await Kernel.begun(tmp_path)
        asleep = asyncio.create_task(kernel.value("__import__('time').sleep(60)"))
        await asyncio.sleep(0.5)
        await kernel.manager.interrupt_kernel()
        assert await asleep == "KeyboardInterrupt"
        process = kernel.manager.provisioner.process
        kernel.process.kill()
        assert await until(lambda: process.poll() is not None) and process.poll() == -9
        assert not await kernel.manager.is_alive()
        await kernel.end()
        kernel = await Kernel.begun(tmp_path)
        orphan, parent = kernel.process, kernel.process.parent()
        assert parent is not None
        parent.kill()
        assert await until(lambda: not orphan.is_running() or orphan.status() == psutil.STATUS_ZOMBIE)
        kernel.client.stop_channels()
        again = await Kernel.begun(tmp_path)
        assert kernel_forks.LAUNCHER not in again.process.cmdline()
        await again.end()

    run(way)


def test_kernels__are_started_as_jupyter_does_where_no_fork_is_to_be_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel_forks, "MOST_ORDER", 10)

    async def way() -> None:
        kernel = await Kernel.begun(tmp_path)
        assert kernel_forks.LAUNCHER in kernel.process.cmdline()
        await kernel.end()

    run(way)


def test_server__of_forks_begins_before_the_first_kernel() -> None:
    assert kernel_forks.SERVER._process is None
    kernel_forks.fork_kernels(begin=True)
    begun = kernel_forks.SERVER._process
    assert begun is not None and begun.poll() is None
    kernel_forks.SERVER.begin()
    assert kernel_forks.SERVER._process is begun


def test_app__shares_with_its_kernels_what_lessons_import(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(app, "fork_kernels", lambda more, begin: asked.append((more, begin)))
    monkeypatch.setattr(app.Voila, "start", lambda server: None)
    monkeypatch.setattr(app, "count_repeats", lambda log: None)
    monkeypatch.setattr(app.notebook_renderer, "VoilaExporter", None)  # it is set again, as it was, after the test
    server = app.ClassServer.__new__(app.ClassServer)
    server.folder = SimpleNamespace(run=lambda: ".")
    server.start()
    assert asked == [(kernel_forks.LESSON_MODULES, True)]


def test_page__templates_are_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    compiled = app.CompiledTemplates.dump_bytecode
    monkeypatch.setattr(app.CompiledTemplates, "dump_bytecode", lambda *a: made.append(a) or compiled(*a))
    monkeypatch.setattr(app.PageExporter, "templates", app.CompiledTemplates())
    for _ in range(2):
        assert app.PageExporter(template_name="lab").template.name == "index.html.j2"
        assert len(made) == 1


def test_connect__tables_have_as_many_columns_as_where_a_kernel_imports_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was imported where there is no kernel yet, and took that for a terminal."""
    monkeypatch.setattr("ipywidgets.register_comm_target", lambda: None)
    with pandas.option_context("display.max_columns", 0):
        preloading.connect()
        assert pandas.get_option("display.max_columns") == 20
