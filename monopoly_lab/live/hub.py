"""Pages that watch a room, and the messages to each: only what has changed, made once for all with the same view."""

import asyncio
import json
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from monopoly_lab.board_drawing import difference
from monopoly_lab.common.errors import MonopolyLabError
from monopoly_lab.common.messages import say
from monopoly_lab.live.activity import Activity
from monopoly_lab.live.page_blocks import Block, Blocks
from monopoly_lab.live.room import Room

SHARE = 4  # the wall is made again after so many times the time that it took: phones come first
WALL, HOST, SEAT = "wall", "host", "seat"


class Who(NamedTuple):
    """What a page shows: the wall, the teacher's page or a seat; the theme of its boards, and its language.

    Without a language it speaks that of the room.
    """

    role: str
    seat: int = -1
    theme: str = "light"
    lang: str = ""


class Channel:
    """What all pages of one kind have been sent, so that the next message holds the difference."""

    def __init__(self, hub: "Hub", who: Who) -> None:
        self._hub, self._who = hub, who
        self.blocks: Blocks = {}
        self.begun = -1  # activities: what was typed for one belongs in no field of the next
        self.boards: dict[str, list[str]] = {}
        self.ready = 0.0  # before which it is not made again
        self.update()

    def update(self) -> str:
        """Compute the page again and return the message with what has changed; empty if nothing has."""
        since = time.perf_counter()
        blocks = self._hub.blocks(self._who)
        boards = {name: self._hub.board(name, self._who) for name in _boards(blocks)}
        changed = {key: block for key, block in blocks.items() if self.blocks.get(key) != block}
        drawn = {
            name: difference(self.boards.get(name, []), pieces)
            for name, pieces in boards.items()
            if self.boards.get(name) is not pieces
        }
        number = len(self._hub.room.activities)
        if number != self.begun:
            changed = blocks  # fields of the last activity are drawn again, and empty
        same = not changed and not drawn and list(blocks) == list(self.blocks) and number == self.begun
        self.blocks, self.boards, self.begun = blocks, boards, number
        self.ready = time.perf_counter() + SHARE * (time.perf_counter() - since)
        return "" if same else self._message(set=changed, order=list(blocks), boards=drawn)

    def whole(self) -> str:
        """Return the message for a page that knows nothing yet."""
        return self._message(set=self.blocks, order=list(self.blocks), whole=self.boards)

    def _message(self, **content: Any) -> str:
        return json.dumps({**content, "begun": self.begun, "now": self._hub.room.clock()}, ensure_ascii=False)


def _boards(blocks: Blocks) -> Iterator[str]:
    """Yield the names of the boards among blocks."""

    def inside(block: Block) -> Iterator[str]:
        if block["kind"] == "board":
            yield block["board"]
        for part in block.get("parts", ()):
            yield from inside(part)

    for block in blocks.values():
        yield from inside(block)


class Hub:
    """The pages that are open in front of one room; `add` and `leave` say which, `changed` that something has happened.

    Args:
        room: The room.
        joining: The block that says how to join: address, code and picture.
    """

    def __init__(self, room: Room, joining: Callable[[], Block]) -> None:
        self.room = room
        self.is_alone = False  # no other computer reaches this one
        self._joining = joining
        self._pages: dict[Any, Who] = {}  # by what has a method `send`
        self._channels: dict[Who, Channel] = {}
        self._boards: dict[tuple[str, str, str], list[str]] = {}  # by name, theme and language
        self._is_awaited = False
        self._timer: asyncio.TimerHandle | None = None
        self._compared: Activity | None = None  # the last activity whose comparison was begun
        self._work: asyncio.Task[None] | None = None

    def add(self, page: Any, who: Who) -> None:
        """Send a page what it may see, from now on."""
        self._pages[page] = who
        if who not in self._channels:
            self._channels[who] = Channel(self, who)
        page.send(self._channels[who].whole())
        self.changed()

    def leave(self, page: Any) -> None:
        """Forget a page."""
        who = self._pages.pop(page, None)
        if who is not None and who not in self._pages.values():
            del self._channels[who]
            self.changed()

    def there(self) -> set[int]:
        """Return the seats whose phones are connected."""
        return {who.seat for who in self._pages.values() if who.role == SEAT}

    def blocks(self, who: Who) -> Blocks:
        """Return what a page shows."""
        if who.role == SEAT:
            return self.room.view(who.seat, who.lang)
        wall = self.room.wall() | ({} if self.room.is_locked else {"join": self._joining()})
        if who.role == WALL:
            return wall
        alone = say("live.alone", self.room.lang, code=self.room.code) if self.is_alone else ""
        host = {"kind": "host", **self.room.host_view(), "there": sorted(self.there()), "alone": alone}
        return wall | {"host": host}

    def board(self, name: str, who: Who) -> list[str]:
        """Return the elements of a board: the same list as before, if it has not changed."""
        running, look = self.room.activity, (name, who.theme, who.lang or self.room.lang)
        before = self._boards.get(look, [])
        with self.room.spoken_in(who.lang):
            pieces = running.board(name, who.theme) if running is not None else []
        if pieces != before:
            self._boards[look] = before = pieces
        return before

    def send_again(self) -> None:
        """Send all pages everything that they show, in the language that is spoken now."""
        self.room.touched = set()
        for who, channel in self._channels.items():
            channel.update()
            for page in [page for page, whose in self._pages.items() if whose == who]:
                page.send(channel.whole())

    def changed(self) -> None:
        """Send soon what has changed: once for all that happens at a time."""
        if not self._is_awaited:
            self._is_awaited = True
            asyncio.get_running_loop().call_soon(self._send)

    def _send(self) -> None:
        self._is_awaited = False
        touched, self.room.touched = self.room.touched, set()
        late = 0.0
        for who, channel in sorted(self._channels.items(), key=lambda each: each[0].role != SEAT):
            if who.role == SEAT and touched is not None and who.seat not in touched:
                continue
            if who.role != SEAT and (wait := channel.ready - time.perf_counter()) > 0:
                late = max(late, wait)
                continue
            message = channel.update()
            if message:
                for page in [page for page, whose in self._pages.items() if whose == who]:
                    page.send(message)
        if late:
            asyncio.get_running_loop().call_later(late, self.changed)
        self._set_timer()
        self._begin_comparison()

    def _begin_comparison(self) -> None:
        """Compute what an activity is to be compared with, once it is over."""
        running = self.room.activity
        if running is None or not running.is_over or running is self._compared:
            return
        self._compared = running
        works = running.comparison()
        if works:
            self._work = asyncio.ensure_future(self._compare(running, works))

    async def _compare(self, running: Activity, works: Mapping[str, Callable[[], Any]]) -> None:
        for name, work in works.items():
            try:
                running.compared[name] = await asyncio.to_thread(work)
            except MonopolyLabError as problem:
                self.room.faults.append(str(problem))
            self.room.touched = None
            self.changed()

    def _set_timer(self) -> None:
        """Wake up when the activity has something to do."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        deadline = self.room.deadline
        if deadline is not None:
            wait = max(0.0, deadline - self.room.clock()) + 0.01
            self._timer = asyncio.get_running_loop().call_later(wait, self._tick)

    def _tick(self) -> None:
        self._timer = None
        self.room.tick()
        self.changed()
