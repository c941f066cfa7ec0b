"""A process that has imported the class app and forks servers of it: each would import for four seconds by itself.

With a server comes what its kernels are forked from, as its child, which would import for as long.
"""

import os
import runpy
import signal
import socket
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2]))

from monopoly_lab.web.server import kernel_forks

MODULES = (*kernel_forks.LESSON_MODULES, "monopoly_lab.cli", "monopoly_lab.web.server.app")
AVAILABLE = sys.platform == "linux" and hasattr(os, "pidfd_open")


class Launcher(kernel_forks.ForkServer):
    """The process, as tests see it; it starts with the first server that is wanted."""

    PROGRAM = (__file__,)

    def __init__(self) -> None:
        super().__init__()
        self.more = MODULES

    def _start(self) -> socket.socket:
        line = super()._start()
        line.settimeout(None)  # a busy computer imports for as long as tests wait
        return line


class Child:
    """What a server asks of the process that forks its kernels."""

    def __init__(self, pid: int) -> None:
        self.pid, self.returncode = pid, None

    def poll(self) -> int | None:
        """Return a number once it has ended."""
        if self.returncode is None:
            ended, code = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = code if ended else None
        return self.returncode


def run_server(argv: list[str], env: dict[str, str], cwd: str) -> None:
    """Run the command, or a script of tests, in this copy; what it says is added to `said.txt`."""
    os.setsid()
    os.chdir(cwd)
    said = os.open("said.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    for number in (1, 2):
        os.dup2(said, number)
    os.close(said)
    os.environ.clear()
    os.environ.update(env)
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if not (forker := os.fork()):
        ours.close()
        os.setsid()
        kernel_forks.run_kernel, kernel_forks.prepare = RUN_KERNEL, lambda more: None  # for all is imported
        kernel_forks.obey(theirs)
        return
    theirs.close()
    ours.settimeout(kernel_forks.FORK_SECONDS)
    kernel_forks.SERVER._line, kernel_forks.SERVER._process = ours, Child(forker)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if argv[0].endswith(".py"):
        sys.argv = argv
        runpy.run_path(argv[0], run_name="__main__")
    from monopoly_lab.cli import main

    sys.exit(main(argv))


RUN_KERNEL = kernel_forks.run_kernel
if __name__ == "__main__":
    kernel_forks.run_kernel = run_server
    kernel_forks.obey(socket.socket(fileno=int(sys.argv[1])), sys.argv[2:])
