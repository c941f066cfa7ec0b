"""Send the open pages of a live class what has changed in the room since the last message.

Pages with the same view (the wall, the teacher's page, a seat) share a channel: a message is made once and sent to all
of them. Messages hold the difference only. Phones come first; the wall and the teacher's page follow when they are due.
"""

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from monopoly_lab.board_drawing import difference
from monopoly_lab.common.errors import MonopolyLabError
from monopoly_lab.common.messages import say
from monopoly_lab.live.activity import ALL_SEATS, Activity
from monopoly_lab.live.page_blocks import Block, Blocks
from monopoly_lab.live.room import Room

GRACE = 10.0  # seconds that a phone may be away when an activity begins; for later see `Activity.patience`
PAUSE_FACTOR = 4  # a wall that takes a second of work is made again four seconds later: phones come first
WALL, HOST, SEAT = "wall", "host", "seat"


class PageView(NamedTuple):
    """What a page shows: the wall, the teacher's page or a seat; the theme of its boards, and its language.

    Without a language it speaks that of the room.
    """

    role: str
    seat: int = -1
    theme: str = "light"
    lang: str = ""


class Channel:
    """What all pages with the same view have been sent, so that the next message holds the difference."""

    def __init__(self, hub: "Hub", view: PageView) -> None:
        self._hub, self._view = hub, view
        self.blocks: Blocks = {}
        self.activity_number = -1  # activities begun: what was typed for one belongs in no field of the next
        self.boards: dict[str, list[str]] = {}
        self.due_at = 0.0  # by `time.perf_counter`; before that it is not made again
        self.update()

    def update(self) -> str:
        """Compute the page again and return the message with what has changed; empty if nothing has."""
        since = time.thread_time()  # work alone: simulations in other threads make it wait, and are no reason to pause
        blocks = self._hub.blocks(self._view)
        boards = {name: self._hub.board(name, self._view) for name in _boards(blocks)}
        changed = {key: block for key, block in blocks.items() if self.blocks.get(key) != block}
        drawn = {
            name: difference(self.boards.get(name, []), pieces)
            for name, pieces in boards.items()
            if self.boards.get(name) is not pieces
        }
        number = len(self._hub.room.activities)
        if number != self.activity_number:
            changed = blocks  # fields of the last activity are drawn again, and empty
        same = not changed and not drawn and list(blocks) == list(self.blocks) and number == self.activity_number
        self.blocks, self.boards, self.activity_number = blocks, boards, number
        self.due_at = time.perf_counter() + PAUSE_FACTOR * (time.thread_time() - since)
        return "" if same else self._message(set=changed, order=list(blocks), boards=drawn)

    def full_message(self) -> str:
        """Return the message for a page that knows nothing yet."""
        return self._message(set=self.blocks, order=list(self.blocks), whole=self.boards)

    def _message(self, **content: Any) -> str:
        return json.dumps({**content, "begun": self.activity_number, "now": self._hub.room.clock()}, ensure_ascii=False)


def _boards(blocks: Blocks) -> Iterator[str]:
    """Yield the names of the boards among blocks."""

    def boards_in(block: Block) -> Iterator[str]:
        if block["kind"] == "board":
            yield block["board"]
        for part in block.get("parts", ()):
            yield from boards_in(part)

    for block in blocks.values():
        yield from boards_in(block)


class Hub:
    """The pages that are open in front of one room: `add` and `leave` say which, `schedule_send` that they changed.

    Args:
        room: The room.
        joining: The block that says how to join: address, code and picture.
    """

    def __init__(self, room: Room, joining: Callable[[], Block]) -> None:
        self.room = room
        self.lan_command = ""  # that lets other computers reach this one; empty where they do
        self._joining = joining
        self._pages: dict[Any, PageView] = {}  # keys are pages: objects with a method `send(text)`
        self._channels: dict[PageView, Channel] = {}
        self._boards: dict[tuple[str, str, str], list[str]] = {}  # by name, theme and language
        self._is_scheduled = False
        self._gone: dict[int, float] = {}  # seats whose phones are not connected, and since when
        self._started = room.activity  # the last activity at whose beginning it was seen who was there
        self._absent: set[int] = set()  # seats whose phones were not
        self._next_away: float | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._compared_activity: Activity | None = None  # the last one whose comparison was started
        self._comparison_task: asyncio.Task[None] | None = None  # kept so that it is not collected while it runs

    def add(self, page: Any, view: PageView) -> None:
        """Send a page what it may see, from now on."""
        self._pages[page] = view
        if view.role == SEAT:
            self._gone.pop(view.seat, None)
            self._absent.discard(view.seat)
            self.room.mark_back(view.seat)
        if view not in self._channels:
            self._channels[view] = Channel(self, view)
        page.send(self._channels[view].full_message())
        self.schedule_send()

    def leave(self, page: Any) -> None:
        """Forget a page."""
        view = self._pages.pop(page, None)
        if view is not None and view not in self._pages.values():
            if view.role == SEAT and view.seat not in self.connected_seats():
                self._gone[view.seat] = self.room.clock()
            del self._channels[view]
            self.schedule_send()

    def connected_seats(self) -> set[int]:
        """Return the seats whose phones are connected."""
        return {view.seat for view in self._pages.values() if view.role == SEAT}

    def blocks(self, view: PageView) -> Blocks:
        """Return what a page shows."""
        if view.role == SEAT:
            return self.room.view(view.seat, view.lang)
        wall = self.room.wall_page() | ({} if self.room.is_locked else {"join": self._joining()})
        if view.role == WALL:
            return wall
        alone = say("live.alone", self.room.lang, command=self.lan_command) if self.lan_command else ""
        host = {"kind": "host", **self.room.host_view(), "there": sorted(self.connected_seats()), "alone": alone}
        return wall | {"host": host}

    def board(self, name: str, view: PageView) -> list[str]:
        """Return the elements of a board: the same list as before, if it has not changed."""
        running, look = self.room.activity, (name, view.theme, view.lang or self.room.lang)
        before = self._boards.get(look, [])
        with self.room.spoken_in(view.lang):
            pieces = running.board(name, view.theme) if running is not None else []
        if pieces != before:
            self._boards[look] = before = pieces
        return before

    def send_again(self) -> None:
        """Send all pages everything that they show, in the language that is spoken now."""
        self.room.seats_to_update = set()
        pages = self._pages_by_view()
        for view, channel in [*self._channels.items()]:
            channel.update()
            for page in pages[view]:
                page.send(channel.full_message())

    def schedule_send(self) -> None:
        """Send soon what has changed: once for all that happens at a time."""
        if not self._is_scheduled:
            self._is_scheduled = True
            asyncio.get_running_loop().call_soon(self._send)

    def _send(self) -> None:
        """Send each page what has changed; then set the timer, and start the comparison of an activity that is over.

        Seats are updated if the room says that what they show may have changed. The wall and the teacher's page are
        updated each time, unless they were made a moment ago; then all this is done again when they are due.
        """
        self._is_scheduled = False
        self._next_away = self._let_play()
        touched, self.room.seats_to_update = self.room.seats_to_update, set()  # seats; None: all
        longest_wait = 0.0
        pages = self._pages_by_view()
        for view, channel in sorted(self._channels.items(), key=lambda each: each[0].role != SEAT):
            if view.role == SEAT and touched is not None and view.seat not in touched:
                continue
            if view.role != SEAT and (wait := channel.due_at - time.perf_counter()) > 0:
                longest_wait = max(longest_wait, wait)
                continue
            message = channel.update()
            if message:
                for page in pages[view]:
                    page.send(message)
        if longest_wait:
            asyncio.get_running_loop().call_later(longest_wait, self.schedule_send)
        self._set_timer()
        self._start_comparison()

    def _pages_by_view(self) -> dict[PageView, list[Any]]:
        """Return the pages with each view; lists, as a page that is sent something may leave."""
        found: dict[PageView, list[Any]] = defaultdict(list)
        for page, view in self._pages.items():
            found[view].append(page)
        return found

    def _start_comparison(self) -> None:
        """Start to compute, in threads, what an activity that is over is compared with."""
        activity = self.room.activity
        if activity is None or not activity.is_over or activity is self._compared_activity:
            return
        self._compared_activity = activity
        computations = activity.comparison()
        if computations:
            self._comparison_task = asyncio.ensure_future(self._run_comparison(activity, computations))

    async def _run_comparison(self, activity: Activity, computations: Mapping[str, Callable[[], Any]]) -> None:
        """Run the computations one after another and show each result when it is there; note those that fail."""
        for name, compute in computations.items():
            try:
                activity.compared[name] = await asyncio.to_thread(compute)
            except MonopolyLabError as problem:
                self.room.faults.append(str(problem))
            self.room.seats_to_update = ALL_SEATS
            self.schedule_send()

    def _let_play(self) -> float | None:
        """Hand seats to a strategy whose phones are away for long, or are not there when an activity begins.

        Returns:
            When the next one will be; None while all are there.
        """
        patience, now, there = self.room.patience, self.room.clock(), self.connected_seats()
        played = {n for n, seat in self.room.seats.items() if seat.is_played}
        missing = [seat for seat in self.room.seats if seat not in there | played]
        if self.room.activity is not self._started:
            self._started, self._absent = self.room.activity, set(missing)
        if patience is None:
            return None
        times = []
        for seat in missing:
            until = self._gone.setdefault(seat, now) + (GRACE if seat in self._absent else patience)
            if now >= until:
                self.room.mark_away(seat)
            else:
                times.append(until)
        return min(times, default=None)

    def _set_timer(self) -> None:
        """Wake up when the activity has something to do, or a phone has been away for long."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        times = [time for time in (self.room.deadline, self._next_away) if time is not None]
        if times:
            wait = max(0.0, min(times) - self.room.clock()) + 0.01
            self._timer = asyncio.get_running_loop().call_later(wait, self._tick)

    def _tick(self) -> None:
        self._timer = None
        self.room.tick()
        self.schedule_send()
