"""A class in which strategies have all seats: an activity runs to its debrief by the teacher's buttons alone."""

from typing import Any

from monopoly_lab.live.room import Room

MOST_BUTTONS = 400


def acts_to_the_debrief(room: Room, activity: str, options: dict[str, Any]) -> None:
    """Hand all seats to strategies and press what comes next until the activity is over."""
    for seat in list(room.seats):
        room.host({"act": "hand", "seat": seat, "strategy": "balanced"})
    room.host({"act": "start", "activity": activity, "options": options})
    running = room.activity
    assert running is not None
    for _ in range(MOST_BUTTONS):
        if running.is_over:
            return
        buttons = running.buttons()
        if not buttons:
            room.host({"act": "end"})
        else:
            room.host({"act": "control", "what": buttons[0]})
    raise AssertionError(f"{activity} does not end")
