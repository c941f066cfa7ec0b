"""Addresses at which a class reaches `live` and `serve`: that of this computer in its network, and free ports."""

import socket

from monopoly_lab.common.errors import LiveError
from monopoly_lab.common.file_access import describe_system_error
from monopoly_lab.common.messages import say

MOST_PORT = 65_535


def lan_address() -> str:
    """Return the address of this computer in its local network; connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.168.255.255", 9))
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])


def host_of(lan: bool) -> str:
    """Return the address to listen at: for the whole local network, or for this computer alone."""
    return "0.0.0.0" if lan else "127.0.0.1"


def check_port(port: int, host: str = "") -> None:
    """Raise LiveError for a number that is no port, and for a port that is taken at a host; 0 is any free one."""
    if not 0 <= port <= MOST_PORT:
        raise LiveError(say("live.port_range", value=port, high=MOST_PORT))
    for each in bind_port(port, host) if port and host else ():
        each.close()


def bind_port(port: int, host: str) -> list[socket.socket]:
    """Return sockets that are bound to a port; LiveError if it is taken."""
    from tornado.netutil import bind_sockets

    try:
        return bind_sockets(port, host)
    except OSError as problem:
        raise LiveError(say("live.bad_port", value=port, problem=describe_system_error(problem))) from None
