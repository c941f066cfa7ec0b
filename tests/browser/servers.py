"""Servers that a test starts: a port for one, and waiting until it answers."""

import socket
import subprocess
import time
import urllib.request

import pytest


def free_port() -> int:
    """A port of this machine on which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def wait_for(address: str, process: "subprocess.Popen[bytes]") -> None:
    """Return when a server that was started answers; fail when it ends or stays silent for a minute."""
    for _ in range(240):
        assert process.poll() is None, "the server did not start"
        try:
            urllib.request.urlopen(address, timeout=2).close()
            return
        except OSError:
            time.sleep(0.25)
    pytest.fail("the server did not answer in a minute")
