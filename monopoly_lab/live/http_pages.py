"""Pages of a live class and their files: the same for everybody, and the results of the class for its teacher."""

import asyncio
import ipaddress
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tornado import web

from monopoly_lab.common.escaping import escaped
from monopoly_lab.common.messages import catalogue, say, speaking
from monopoly_lab.live.class_results import zip_class

PAGES = Path(__file__).with_name("pages")
FILES = {
    "live.css": "text/css",
    "live.js": "text/javascript",
    "blocks.js": "text/javascript",
    "charts.js": "text/javascript",
}
FILES |= {"boards.js": "text/javascript", "host.js": "text/javascript", "forms.js": "text/javascript"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors {frames}"
)


def is_own_host(host: str) -> bool:
    """Return True for an address by number or this computer's own name: no other name can be made to mean us."""
    name = urlsplit(f"//{host}").hostname or ""
    if name == "localhost":
        return True
    try:
        return bool(ipaddress.ip_address(name))
    except ValueError:
        return False


@cache
def page_words(lang: str) -> dict[str, str]:
    """Return the words that the pages themselves say, by key."""
    keys = [key for key in catalogue("en") if key.startswith("live.page_")]
    with speaking(lang):
        return {key.removeprefix("live.page_"): say(key) for key in keys}


def read_message(text: str | bytes) -> dict[str, Any] | None:
    """Return a message; None for what is no JSON object, or holds what cannot be sent on: half letters, NaN."""
    try:
        message = json.loads(text) if isinstance(text, str) else None
        json.dumps(message, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def secret_in(message: Mapping[str, Any]) -> str:
    """Return the secret that a message holds, cut where none is as long; empty without one."""
    return str(message.get("secret", ""))[:100]


class Served(web.RequestHandler):
    """What all answers have: headers, and a host that is ours."""

    frames = "'none'"  # pages that may show this one inside of them

    def prepare(self) -> None:
        if not is_own_host(self.request.host):
            raise web.HTTPError(403)

    def set_default_headers(self) -> None:
        host = self.request.host if is_own_host(self.request.host) else "localhost"
        for name, value in {
            "Content-Security-Policy": POLICY.format(host=host, frames=self.frames),
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-cache",
            "Server": "monopoly-lab",
        }.items():
            self.set_header(name, value)

    def write_error(self, status_code: int, **_: Any) -> None:
        self.finish(str(status_code))


class Page(Served):
    """One of the three pages."""

    def initialize(self, name: str, live: Any) -> None:
        self.name, self.live = name, live
        if name == "wall":  # which has no buttons: a notebook may show it
            self.frames = "'self' http://localhost:* http://127.0.0.1:*"
            self.set_default_headers()

    def get(self) -> None:
        text = (PAGES / "page.html").read_text(encoding="utf-8").replace("{{name}}", self.name)
        lang = self.live.room.lang
        title = escaped(say(f"live.page_{self.name}", lang))
        self.finish(text.replace("{{lang}}", lang).replace("{{title}}", title))


class File(Served):
    """A script or a style of the pages."""

    def get(self, name: str) -> None:
        if name not in FILES:
            raise web.HTTPError(404)
        self.set_header("Content-Type", f"{FILES[name]}; charset=utf-8")
        self.finish(_file(name))


@cache
def _file(name: str) -> bytes:
    return (PAGES / name).read_bytes()


class Results(Served):
    """The files of the class, for its teacher: the secret comes in the body, where no log and no history keeps it."""

    def initialize(self, live: Any) -> None:
        self.live = live

    async def post(self) -> None:
        room, secret = self.live.room, self.request.body[:100].decode("utf-8", "replace")
        if urlsplit(self.request.headers.get("Origin", "")).netloc != self.request.host or not room.is_teacher(secret):
            raise web.HTTPError(403)
        async with self.live.zip_lock:
            made = await asyncio.to_thread(zip_class, room.store.path)
        if not made:
            raise web.HTTPError(404)
        self.set_header("Content-Type", "application/zip")
        self.set_header("Cache-Control", "no-store")
        self.finish(made)
