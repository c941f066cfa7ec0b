"""What a room of a live class shows: the phone of a seat, the wall, and the teacher's page beside it."""

from typing import Any

from monopoly_lab.common.messages import say, speaking
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activity import BACK, TURN, Activity
from monopoly_lab.live.activity_forms import script_of
from monopoly_lab.live.page_blocks import Blocks
from monopoly_lab.live.room_state import RoomState


class RoomViews(RoomState):
    """The state of a room as its pages show it."""

    def view(self, seat: int, lang: str = "") -> Blocks:
        """Return what the phone of a seat shows, in its own language or that of the room."""
        with self.spoken_in(lang):
            me = self.seats[seat]
            if me.is_removed:
                return {"gone": blocks.text(say("live.removed"), "big")}
            head = {"me": blocks.title(me.name)}
            running = self.activity
            if running is None:
                return head | {"lobby": blocks.text(say("live.lobby_phone"), "big")}
            state: Blocks = {}
            if self.is_paused:
                state["paused"] = blocks.text(say("live.paused"), "pause")
            if me.strategy:
                state["strategy"] = blocks.text(say("live.strategy_plays"), "note")
            if seat not in running.seats:
                return head | state | {"watch": blocks.text(say("live.watch"), "big")}
            shown = running.view(seat)
            return head | state | (blocks.without_questions(shown) if me.strategy else shown)

    def wall(self) -> Blocks:
        """Return what the projector shows."""
        with speaking(self.lang):
            running = self.activity
            if running is None:
                there = [seat.name for seat in self.seats.values() if not seat.is_removed]
                return {
                    "lobby": {
                        "kind": "lobby",
                        "names": there,
                        "said": say("live.joined", n=len(there)),
                        "how": say(f"live.{self._how_to_join}"),
                    }
                }
            head: Blocks = {"head": blocks.title(running.say("title"))}
            if running.is_over:
                return head | running.debrief()
            paused = {"paused": blocks.text(say("live.paused"), "pause")} if self.is_paused else {}
            return head | running.wall() | paused

    @property
    def _how_to_join(self) -> str:
        """Return the key of what the wall of an empty room asks students to do."""
        if self.is_locked:
            return "locked_wall"
        return "how_to_join_numbers" if self.knows_numbers_only else "how_to_join"

    def wall_page(self) -> Blocks:
        """Return the page that the projector shows: of a debrief, the one to which the teacher has turned."""
        running = self.activity
        if running is None or not running.is_over:
            return self.wall()
        with speaking(self.lang):
            return {"debrief": blocks.title(running.say("title"), _page_number(running))} | running.shown_page()[0]

    def host_view(self) -> dict[str, Any]:
        """Return what the teacher's page shows beside the wall: seats, buttons, the script of the activity."""
        with speaking(self.lang):
            running = self.activity
            waiting = set(running.unanswered()) if running is not None and not running.is_over else set()
            return {
                "seats": [
                    {
                        "seat": each.number,
                        "name": each.name,
                        "strategy": each.strategy,
                        "waits": each.number in waiting,
                        "missed": each.number in self.missed,
                    }
                    for each in self.seats.values()
                    if not each.is_removed
                ],
                "phase": "lobby" if running is None else "over" if running.is_over else "running",
                "activity": running.NAME if running else "",
                "is_paused": self.is_paused,
                "is_locked": self.is_locked,
                "numbers": self.knows_numbers_only,
                "days": self.days,
                "lang": self.lang,
                "silent": len(self.silent()),
                "has_results": bool(self.activities),
                "controls": running.labeled_buttons() if running else [],
                "pages": _pages(running) if running is not None and running.is_over else {},
                "script": script_of(type(running), running.options, has_begun=True) if running else "",
                "faults": len(self.faults),
            }


def _page_number(running: Activity) -> str:
    """Return which page of the debrief is shown, and of how many once that is known; empty for the only one."""
    _, number, total = running.shown_page()
    key = "debrief_page" if running.has_all_pages else "debrief_page_only"
    return say(f"live.{key}", running.lang, n=number, total=total) if total > 1 else ""


def _pages(running: Activity) -> dict[str, str]:
    """Return what the teacher's page says of the pages of a debrief; nothing for a single page."""
    said = _page_number(running)
    return {"said": said, **{what: running.say(f"control_{what}") for what in (TURN, BACK)}} if said else {}
