"""Address of the app of `serve`, or of a lesson in it, as a class types or scans it: host, access code and QR code.

`live/server.py` has the address of a live room.
"""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from monopoly_lab.live.lan_address import lan_address
from monopoly_lab.live.qr_code import Code, qr_code

LOOPBACK = "127.0.0.1"


class AppAddress(NamedTuple):
    """Where a class comes in: `host` and `access_code` are typed, `code` (its `size` and `path`) is scanned.

    `is_local` is True where only this computer is let in.
    """

    host: str
    access_code: str
    code: Code
    is_local: bool


def app_address(app: Any, lesson: str = "") -> AppAddress:
    """Return the address of a lesson by its name, or of the start page, in an app that runs."""
    is_local = app.ip == LOOPBACK
    host = f"http://{LOOPBACK if is_local else lan_address()}:{app.port}"
    link = f"{host}/{f'page/{lesson}' if lesson else ''}?{urlencode({'token': app.token})}"
    return AppAddress(host, app.token, qr_code(link), is_local)
