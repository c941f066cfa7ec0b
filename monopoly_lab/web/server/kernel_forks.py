"""Start kernels by forking a process that has imported what pages need; Linux only.

A kernel of its own costs a second of processor time until a table can be shown, nearly all of it for imports. Here one
process imports once, and each kernel is a copy of it. It does nothing but wait for orders on a socket: it has one
thread, no event loop and no ZeroMQ context, so copies of it are safe. It ends with the server, and kernels end when
they find it gone. Where the process cannot be had, kernels are started as Jupyter does.
"""

import asyncio
import contextlib
import errno
import gc
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

NAME = "forked-kernels"
LAUNCHER = "ipykernel_launcher"  # the module that Jupyter's command for a kernel runs
FORK_SECONDS = 60.0  # for the imports and a fork, on a busy computer
GIVES_WAY = 300  # how much rather the system kills a kernel than the server when memory runs out (at most 1000)
MOST_NAME = 15  # letters of the name of a process
# What nearly every page of a lesson imports: a kernel that shares it needs 45 MB and half a second less of its own.
LESSON_MODULES = (
    *("pandas", "networkx", "nbformat"),
    *("monopoly_lab.figures", "monopoly_lab.lessons.self_check", "monopoly_lab.lessons.lesson"),
    *("monopoly_lab.widgets.prediction_field", "monopoly_lab.widgets.ask_prediction"),
    "monopoly_lab.widgets.explorables",
    *("monopoly_lab.experiments.decision", "monopoly_lab.experiments.parameter_sweep"),
    *("monopoly_lab.experiments.round_by_round", "monopoly_lab.experiments.strategy_tournament"),
    *("monopoly_lab.experiments.search_strategy", "monopoly_lab.experiments.tuning"),
)
# What a kernel imports as it begins.
BEGINNING = ("IPython.core.completerlib", "IPython.extensions.storemagic", "tornado.platform.asyncio", "psutil")
# Libraries that would start threads as they are imported: OpenBLAS, and jemalloc of Apache Arrow. And one that would
# print a warning: debugpy, on modules frozen into Python.
QUIET_IMPORTS = {
    "OPENBLAS_NUM_THREADS": "1",
    "JE_ARROW_MALLOC_CONF": "background_thread:false",
    "PYDEVD_DISABLE_FILE_VALIDATION": "1",
}
MOST_ORDER = 100_000  # bytes of arguments and environment that a socket takes at once


class ForkServer:
    """The process that forks kernels, as the server sees it."""

    PROGRAM = ("-m", __name__)  # what Python runs in that process

    def __init__(self) -> None:
        self.more: tuple[str, ...] = ()  # modules that it imports besides
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._given_up: list[socket.socket] = []  # closing them would end the kernels behind them

    def fork(self, argv: list[str], env: dict[str, str], cwd: str) -> "ForkedKernel":
        """Start a kernel with these arguments. Raises OSError where that is not possible."""
        told, handles = self._ask({"argv": argv, "env": env, "cwd": cwd})
        if not handles:
            raise ConnectionError(NAME)
        return ForkedKernel(int(told), handles[0], self)

    def begin(self) -> None:
        """Start the process, which imports before the first kernel is wanted; nothing happens if it runs already."""
        with self._lock:
            if self._process is None:
                self._start()

    def reap(self, pid: int) -> int:
        """Return the exit code of a kernel that has ended, -1 if nobody knows it."""
        try:
            return int(self._ask({"ended": pid})[0])
        except (OSError, ValueError):
            return -1

    def _ask(self, order: dict[str, Any]) -> tuple[bytes, list[int]]:
        sent = json.dumps(order).encode()
        if len(sent) > MOST_ORDER:
            raise OSError(errno.EMSGSIZE, NAME)
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                self._line = None
            line = self._line or self._start()
            try:
                line.sendall(sent)
                told, handles, _, _ = socket.recv_fds(line, 32, 1)
                if not told:
                    raise ConnectionError(NAME)
            except OSError:
                self._given_up.append(line)
                self._line = None
                raise
        return told, handles

    def _start(self) -> socket.socket:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._line.settimeout(FORK_SECONDS)
        with theirs:
            # -P: no module is imported from the folder in which the server was started.
            command = [sys.executable, "-P", *self.PROGRAM, str(theirs.fileno()), *self.more]
            self._process = subprocess.Popen(
                command,
                env=os.environ | QUIET_IMPORTS,
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        return self._line


class ForkedKernel:
    """A kernel that is no child of the server, with what Jupyter asks of a `subprocess.Popen`."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int, handle: int, server: ForkServer) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._handle, self._server = handle, server

    def poll(self) -> int | None:
        """Return the exit code, None while the kernel runs."""
        if self.returncode is None and self._has_ended(0):
            self.returncode = self._server.reap(self.pid)
            os.close(self._handle)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code when the kernel has ended."""
        if self.returncode is None and not self._has_ended(timeout):
            raise subprocess.TimeoutExpired(NAME, timeout or 0)
        return self.poll() or 0

    def send_signal(self, number: int) -> None:
        """Send a signal, if the kernel still runs."""
        if self.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, number)

    def terminate(self) -> None:
        """Ask the kernel to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End the kernel."""
        self.send_signal(signal.SIGKILL)

    def _has_ended(self, timeout: float | None) -> bool:
        watch = select.poll()
        watch.register(self._handle, select.POLLIN)
        return bool(watch.poll(None if timeout is None else timeout * 1000))


SERVER = ForkServer()


class ForkedProvisioner(LocalProvisioner):
    """Start each Python kernel by a fork, any other as Jupyter does."""

    async def launch_kernel(self, cmd: list[str], **given: Any) -> Any:
        if LAUNCHER in cmd:
            argv, env = cmd[cmd.index(LAUNCHER) + 1 :], given.get("env") or dict(os.environ)
            cwd = str(given.get("cwd") or os.getcwd())
            with contextlib.suppress(OSError):
                kernel: Any = await asyncio.to_thread(SERVER.fork, argv, env, cwd)
                self.process, self.pid, self.pgid, self.cwd = kernel, kernel.pid, kernel.pid, cwd
                return self.connection_info
        return await super().launch_kernel(cmd, **given)


def fork_kernels(more: Iterable[str] = (), begin: bool = False) -> None:
    """Have all kernels of this process started by forks that have imported `more` modules, where the system can.

    With `begin` the process that is forked starts at once, otherwise with the first kernel.
    """
    SERVER.more = tuple(more)
    if sys.platform == "linux" and hasattr(os, "pidfd_open"):
        factory = KernelProvisionerFactory.instance()
        factory.provisioners[NAME] = EntryPoint(NAME, f"{__name__}:{ForkedProvisioner.__name__}", factory.GROUP_NAME)
        factory.default_provisioner_name = NAME
        if begin:
            with contextlib.suppress(OSError):  # kernels are then started as Jupyter does
                SERVER.begin()


def obey(line: socket.socket, more: Iterable[str] = ()) -> None:
    """Fork kernels as they are ordered, until the server is gone; in each kernel, return when it has ended."""
    prepare(more)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while order := line.recv(MOST_ORDER):
        asked = json.loads(order)
        if "ended" in asked:
            line.sendall(str(exit_code(asked["ended"])).encode())
            continue
        try:
            pid = os.fork()
        except OSError:  # no memory, or too many processes; the kernels that there are go on
            line.sendall(b"0")
            continue
        if not pid:
            line.close()
            run_kernel(**asked)
            return
        handle = os.pidfd_open(pid)
        socket.send_fds(line, [str(pid).encode()], [handle])
        os.close(handle)


def exit_code(pid: int) -> int:
    """Return the exit code of a copy that has ended, -1 for what is no copy."""
    try:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    except ChildProcessError:
        return -1


def prepare(more: Iterable[str]) -> None:
    """Import what every page needs and `more` modules, and look no more through them for what can be freed."""
    import ipykernel.debugger  # each kernel would, which takes a third of the time until it shows a table
    import ipykernel.kernelapp  # noqa: F401

    for name in (*BEGINNING, *more):
        importlib.import_module(name)
    from monopoly_lab.widgets.preloading import preload

    preload()
    gc.collect()
    gc.freeze()  # no kernel needs to look through it, or to copy it for that


def run_kernel(argv: list[str], env: dict[str, str], cwd: str) -> None:
    """Run a kernel in this copy, until it ends."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nothing, number)
    os.close(nothing)
    os.environ.clear()
    os.environ.update(env, JPY_PARENT_PID=str(os.getppid()))
    os.chdir(cwd)
    with contextlib.suppress(OSError):
        Path("/proc/self/comm").write_text(Path(argv[-1]).stem[:MOST_NAME])  # "kernel-" and how its number begins
        Path("/proc/self/oom_score_adj").write_text(str(GIVES_WAY))
    sys.argv = [LAUNCHER, *argv]
    from ipykernel.kernelapp import IPKernelApp

    from monopoly_lab.widgets.preloading import connect

    app: Any = IPKernelApp.instance()
    app.initialize([*argv, f"--IPKernelApp.parent_handle={os.getppid()}"])  # whose end is the kernel's
    connect()
    app.start()


if __name__ == "__main__":
    obey(socket.socket(fileno=int(sys.argv[1])), sys.argv[2:])
