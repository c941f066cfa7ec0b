"""Server of a live class: its URLs (routes), three pages and one websocket each.

It runs no kernel and no code, and serves no other files.

A page is the same for everybody; its first message says what it may see and do: the secret of a seat, that of the
teacher, or the code of the room for the wall. Cookies are not used, so no other site can act for a visitor.
"""

import asyncio
import hmac
import ipaddress
import json
import re
import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from tornado import web, websocket

from monopoly_lab.common.errors import LiveError
from monopoly_lab.common.messages import languages, say, speaking
from monopoly_lab.live.activity_forms import catalog
from monopoly_lab.live.connection_limits import Bucket, ClassHTTPServer, Connections, more_files
from monopoly_lab.live.http_pages import File, Page, Results, is_own_host, page_words, read_message, secret_in
from monopoly_lab.live.hub import HOST, SEAT, WALL, Hub, PageView
from monopoly_lab.live.lan_address import bind_port, host_of, lan_address
from monopoly_lab.live.lesson_questions import lesson_questions
from monopoly_lab.live.page_blocks import Block
from monopoly_lab.live.qr_code import qr_code
from monopoly_lab.live.repeated_errors import count_repeats
from monopoly_lab.live.room import MOST_NAME, Room
from monopoly_lab.live.room_folder import claim, delete_expired, delete_room, kept_rooms, restart_command, room_columns

MOST_BYTES = 20_000  # of a message from a page
MOST_UNREAD = 4_000_000  # bytes that a page has not read; above that its connection is closed
MOST_SOCKETS = 1_500
THEMES = ("light", "dark")
# Of connections, websockets among them: a lecture hall behind one router types its names at the same time.
LIMITS = {"of_one": 600, "strangers": 1_200, "of_visitor": 12, "of_address": 1_000}
HELLO_COST = 9  # of the rate limit, in messages: a hello is answered with all that the page shows
MOST_ADDRESSES = 1_000  # whose tries to join are counted
PORTS = range(8890, 8900)  # that are tried where none is named
FLUSH = 1.0  # seconds between two flushes of the log
TIDY = 3600.0  # seconds between two looks for rooms whose time is over


class PageSocket(websocket.WebSocketHandler):
    """The websocket of a page. Messages are JSON objects with a `do`: hello, join, answer or host."""

    def initialize(self, live: "LiveServer") -> None:
        self.live = live
        self.who: PageView | None = None
        self.pending_view: PageView | None = None  # what it shows as soon as its message has been answered
        self.digest = ""  # of the secret that has shown whose phone it is
        self.theme = "light"
        self.own = ""  # language that a phone has chosen for itself
        self.greeting: Mapping[str, Any] = {}  # its last hello
        self.rate = Bucket(rate=10, burst=40)
        self.unread = 0  # letters that are on their way
        self.writing: set[asyncio.Future[None]] = set()

    def check_origin(self, origin: str) -> bool:
        return is_own_host(self.request.host) and urlsplit(origin).netloc == self.request.host

    def prepare(self) -> None:
        if not is_own_host(self.request.host) or "Origin" not in self.request.headers:
            raise web.HTTPError(403)
        if len(self.live.sockets) >= MOST_SOCKETS:
            raise web.HTTPError(503)

    def open(self, *_: str, **__: str) -> None:
        self.set_nodelay(True)
        self.live.sockets.add(self)
        self.live.connections.add_stranger(self, self.address)

    @property
    def address(self) -> str:
        """Return the address of the visitor who has opened it."""
        return str(self.request.remote_ip)

    @property
    def lang(self) -> str:
        """Return the language of its page."""
        return self.own or self.live.room.lang

    def on_close(self) -> None:
        self.live.sockets.discard(self)
        self.live.connections.remove(self)
        self.live.hub.leave(self)

    def send(self, text: str) -> None:
        """Send a message; a page that does not read is disconnected, and reads everything when it is back."""
        if self.unread > MOST_UNREAD:
            self.close(1013)
            return
        self.unread += len(text)
        writing = asyncio.ensure_future(self._write(text))
        self.writing.add(writing)
        writing.add_done_callback(self.writing.discard)

    async def _write(self, text: str) -> None:
        try:
            await self.write_message(text)
        except websocket.WebSocketClosedError:
            pass
        finally:
            self.unread -= len(text)

    def on_message(self, text: str | bytes) -> None:
        if not self.rate.spend(1):
            self.close(1008)
            return
        message = read_message(text)
        if message is None:
            self.close(1003)
            return
        number = message.get("n")
        number = number if isinstance(number, int) and not isinstance(number, bool) else 0
        hears = {"hello": self._hello, "join": self._join, "answer": self._answer, "host": self._host}
        try:
            hear = hears.get(str(message.get("do")))
            if hear is None:
                raise LiveError(say("live.not_understood", self.lang))
            heard = hear(message)
            self.send(json.dumps({"done": number, **heard}, ensure_ascii=False))
            if self.pending_view is not None:
                self._switch_to(self.pending_view)  # behind the words that the page says it with
        except LiveError as refused:
            self.send(json.dumps({"refused": number, "why": str(refused)}, ensure_ascii=False))
        self.live.hub.schedule_send()

    def _hello(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Find who looks: `{"as": "seat", "secret": "..."}`, the same as "host", or `{"as": "wall", "code": "..."}`.

        A phone may have a `lang` of its own; without it, it speaks the language of the room, as the other pages do.
        """
        if not self.rate.spend(HELLO_COST):
            raise LiveError(say("live.wait", self.lang))
        self.greeting, role, secret = message, message.get("as"), secret_in(message)
        self.theme = message["theme"] if message.get("theme") in THEMES else "light"
        self.own = str(message["lang"]) if role == SEAT and message.get("lang") in languages() else ""
        who = None
        if role == HOST and self.live.room.is_teacher(secret):
            who = PageView(HOST, theme=self.theme)
        elif role == WALL and self._is_code(message):
            who = PageView(WALL, theme=self.theme)
        elif role == SEAT and (seat := self._seat_of(secret)) is not None:
            who = PageView(SEAT, seat, self.theme, self.own)
        self.pending_view = who
        return self._welcome(who)

    def _welcome(self, who: PageView | None) -> dict[str, Any]:
        """Return what a page has to know at first: its words, and what it may do; who is unknown may join."""
        room = self.live.room
        known: dict[str, Any] = {"words": page_words(self.lang), "lang": self.lang, "room_lang": room.lang, "code": ""}
        known["languages"] = [[each, say("language.name", each)] for each in languages()]
        if who is None:
            has_moved = self.greeting.get("as") == SEAT and room.has_moved(secret_in(self.greeting))
            form = {
                "most_name": MOST_NAME,
                "numbers": room.knows_numbers_only,
                "known_code": self._is_code(self.greeting),
            }
            return known | {"stranger": True, **form, "moved": say("live.moved", self.lang) if has_moved else ""}
        if who.role == HOST:
            chosen = "play" if self.live.preset else ""
            return known | {"catalog": self.live.catalog, "code": room.code, "chosen": chosen}
        return known | ({"code": room.code} if who.role == WALL else {"seat": who.seat})

    def welcome_again(self) -> None:
        """Say the words of the page once more: the language of the room is another one now."""
        if self.greeting:
            self.send(json.dumps({"done": 0, "again": True, **self._welcome(self.who)}, ensure_ascii=False))

    def _seat_of(self, secret: str) -> int | None:
        """Return the seat of a phone; one that comes with the link for another phone takes the place of the old one."""
        seat = self.live.room.seat_of(secret)
        if seat is None:
            seat = self.live.room.move(secret)
            self.live.close_old_sockets()
        return seat

    def _join(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Take a seat: `{"code": "...", "name": "..."}`."""
        if not self.live.joins_of(self.address).spend(1) or self.who is not None:
            raise LiveError(say("live.wait", self.lang))
        if not self._is_code(message):
            raise LiveError(say("live.wrong_code", self.lang))
        seat, secret = self.live.room.join(str(message.get("name", ""))[:200], self.lang)
        self.pending_view = PageView(SEAT, seat, self.theme, self.own)
        return {"seat": seat, "secret": secret}

    def _is_code(self, message: Mapping[str, Any]) -> bool:
        """Return True for the code of the room, however it was typed: "ab-2 c3" is AB2C3."""
        typed_code = re.sub(r"[\W_]", "", str(message.get("code", ""))[:40]).upper()
        return hmac.compare_digest(typed_code.encode(), self.live.room.code.encode())

    def _switch_to(self, view: PageView) -> None:
        self.pending_view = None
        if self.who is not None:
            self.live.hub.leave(self)
        self.who = view
        self.live.connections.add_visitor(self, f"{view.role} {view.seat} {self.address if view.role == WALL else ''}")
        self.digest = self.live.room.seats[view.seat].digest if view.role == SEAT else ""
        self.live.hub.add(self, view)

    def _answer(self, message: Mapping[str, Any]) -> dict[str, Any]:
        if self.who is None or self.who.role != SEAT:
            raise LiveError(say("live.not_now", self.lang))
        if message.get("seat", self.who.seat) != self.who.seat:  # the phone had another seat when it said so
            raise LiveError(say("live.too_late", self.lang))
        self.live.room.hear(self.who.seat, message, self.own)
        return {}

    def _host(self, message: Mapping[str, Any]) -> dict[str, Any]:
        if self.who is None or self.who.role != HOST:
            raise LiveError(say("live.not_now", self.lang))
        if message.get("act") in ("kept", "delete_room"):
            return self._rooms(message)
        spoken = self.live.room.lang
        reply = self.live.room.host(message)
        self.live.close_old_sockets()
        if self.live.room.lang != spoken:
            self.live.resend_all()
        return reply | self.live.link_of(reply["secret"]) if "secret" in reply else reply

    def _rooms(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Return what else lies in the folder of this room, and delete some of it: on this computer alone."""
        room = self.live.room
        if not ipaddress.ip_address(self.address).is_loopback:
            raise LiveError(say("live.here_only", room.lang))
        folder = room.store.path.parent.parent
        with speaking(room.lang):
            if message.get("act") == "delete_room":
                delete_room(folder, str(message.get("code")))
            rooms = [room_columns(each) for each in kept_rooms(folder) if each.code != room.code]
            return {"kept": rooms, "how": restart_command("CODE", folder)}


class LiveServer:
    """One room, served.

    Args:
        room: The room.
        preset: Values of the form of *Play together* to begin with.
    """

    def __init__(self, room: Room, preset: Mapping[str, Any] | None = None) -> None:
        self.preset = dict(preset or {})
        self.room = room
        self.address = ""  # under which phones find it, such as "http://192.168.1.5:8899", once it is served
        self.sockets: set[PageSocket] = set()
        self.connections = Connections(**LIMITS)
        self._joins: dict[str, Bucket] = {}  # by address
        self._catalogs: dict[str, list[dict[str, Any]]] = {}  # by language
        self.tasks: list[asyncio.Task[None]] = []
        self.zip_lock = asyncio.Lock()
        self._claim: Any = None  # while it is served
        self.hub = Hub(room, self._joining)
        self.app = web.Application(
            self._routes(),
            websocket_max_message_size=MOST_BYTES,
            websocket_ping_interval=20,
            compress_response=True,
        )

    def _routes(self) -> list[tuple[Any, ...]]:
        """Return the URLs of the live class: pages of phone, wall and teacher, their files, results, the websocket."""
        pages = {"phone": r"/", "wall": r"/wall", "teacher": r"/teacher"}
        return [
            *((path, Page, {"name": name, "live": self}) for name, path in pages.items()),
            (r"/files/([\w.]+)", File),
            (r"/results", Results, {"live": self}),
            (r"/line", PageSocket, {"live": self}),
        ]

    def joins_of(self, address: str) -> Bucket:
        """Return how often an address may still try to join: an address that keeps trying does not block others."""
        if address not in self._joins and len(self._joins) >= MOST_ADDRESSES:
            del self._joins[next(iter(self._joins))]
        return self._joins.setdefault(address, Bucket(rate=10, burst=100))

    def close_old_sockets(self) -> None:
        """Close the websockets of phones whose secret is no longer that of their seat; each says again who it is."""
        for socket in [each for each in self.sockets if each.who is not None and each.who.role == SEAT]:
            if socket.who is not None and socket.digest != self.room.seats[socket.who.seat].digest:
                self.hub.leave(socket)
                socket.who = None
                socket.close(1012)

    def _joining(self) -> Block:
        """Return how to join."""
        link = f"{self.address}/?c={self.room.code}"
        return {"kind": "join", "address": self.address, "code": self.room.code, **qr_code(link)}

    def link_of(self, secret: str) -> dict[str, Any]:
        """Return the link for another phone, under the address that phones find, with its picture."""
        link = f"{self.address}/?c={self.room.code}#{secret}"
        return {"link": link, **qr_code(link)}

    @property
    def catalog(self) -> list[dict[str, Any]]:
        """Return what can be played, in the language of the room; empty while it is read."""
        return self._catalogs.get(self.room.lang, [])

    async def _read_catalog(self, lang: str) -> None:
        """Read what can be played: in a thread, for it takes a second or two; then tell the teacher's pages."""
        activities = await asyncio.to_thread(catalog, lang)
        for option in next(each for each in activities if each["name"] == "play")["options"]:
            option["value"] = self.preset.get(option["name"], option["value"])
        self._catalogs[lang] = activities
        if lang == self.room.lang:
            for socket in self.sockets:
                if socket.who is not None and socket.who.role == HOST:
                    socket.send(json.dumps({"catalog": self.catalog}, ensure_ascii=False))

    async def _read_all(self) -> None:
        """Read the catalog, then the lessons' questions in the other languages, for whoever changes to one."""
        await self._read_catalog(self.room.lang)
        for lang in languages():
            await asyncio.to_thread(lesson_questions, lang)

    def resend_all(self) -> None:
        """Send all pages everything again: the language of the room has changed."""
        for socket in self.sockets:
            socket.welcome_again()
        self.hub.send_again()
        if not self.catalog:
            self.tasks.append(asyncio.ensure_future(self._read_catalog(self.room.lang)))

    def serve_at(self, port: int, lan: bool) -> str:
        """Listen at a port, on this computer alone or in its network, and return the address for the students."""
        self._claim = self._claim or claim(self.room.store.path.parent)
        host = host_of(lan)
        port = self.listen(port, host) if port else self._first_free(host)
        self.address = f"http://{lan_address() if lan else '127.0.0.1'}:{port}"
        self.room.serve_at(port)
        at = 0 if port in PORTS else port
        command = restart_command(self.room.code, self.room.store.path.parent.parent, at, lan=True)
        self.hub.lan_command = "" if lan else command
        return self.address

    def close(self) -> None:
        """Release the room, so that other processes can serve it."""
        if self._claim is not None:
            self._claim.close()

    async def _tidy(self) -> None:
        """Delete rooms whose time is over, once an hour: a server may run for weeks."""
        while True:
            await asyncio.to_thread(delete_expired, self.room.store.path.parent.parent, self.room.clock())
            await asyncio.sleep(TIDY)

    def _first_free(self, host: str) -> int:
        """Listen at the first free one of our ports, which no other program gets by chance during a restart."""
        for port in PORTS:
            with suppress(LiveError):
                return self.listen(port, host)
        return self.listen(0, host)

    async def _flush(self) -> None:
        """Write the log to the disk at intervals."""
        while True:
            await asyncio.sleep(FLUSH)
            await asyncio.to_thread(self.room.store.flush)

    def listen(self, port: int, host: str) -> int:
        """Take a port and return it; LiveError if it is taken."""
        sockets = bind_port(port, host)
        taken = int(sockets[0].getsockname()[1])
        more_files()
        ClassHTTPServer(self.app, connections=self.connections).add_sockets(sockets)
        self.tasks = [asyncio.ensure_future(each) for each in (self._read_all(), self._flush(), self._tidy())]
        return taken


async def serve(
    room: Room, secret: str, port: int, lan: bool, browser: bool, preset: Mapping[str, Any] | None = None
) -> None:
    """Serve a room until the process is stopped."""
    count_repeats()
    live = LiveServer(room, preset)
    live.serve_at(port, lan)
    here = f"http://127.0.0.1:{room.port}"
    teacher = f"{here}/teacher#{secret}"
    print(say("live.here", teacher=teacher, wall=f"{here}/wall?c={room.code}", phones=live.address, code=room.code))
    print(say("live.kept", folder=room.store.path.parent), flush=True)
    if not lan:
        print(say("live.alone", command=live.hub.lan_command), flush=True)
    live.hub.schedule_send()
    if browser:
        webbrowser.open(teacher)
    await asyncio.Event().wait()
