"""Live class: phones, a projector and the whole class inside the experiment; `monopoly-lab live` starts it."""

import asyncio
import importlib.util
import sys
import time
from pathlib import Path

from monopoly_lab.common.errors import LiveError
from monopoly_lab.common.messages import resolve_language, say


def run(
    what: str = "",
    port: int = 0,
    lan: bool = False,
    folder: Path | None = None,
    days: float = 30.0,
    numbers: bool = False,
    browser: bool = True,
) -> None:
    """Open a room and serve it until Ctrl+C.

    Args:
        what: Code of a room to go on with; a scenario or edition to play together at once; a new room if empty.
        port: Port to serve at; the room's last one, or any free one, if 0.
        lan: Let the local network in.
        folder: Folder of all rooms; in the user's data if left out.
        days: Days after its last use after which a new room is deleted.
        numbers: Keep no names in a new room.
        browser: Open the teacher's page.

    Raises:
        LiveError: If a part is not installed, or for a value that cannot be used; nothing has been started.
    """
    missing = [name for name in ("tornado", "segno") if importlib.util.find_spec(name) is None]
    if missing:
        raise LiveError(say("live.missing", pip=f'{sys.executable} -m pip install "monopoly-lab[live]"'))
    from monopoly_lab.game.scenarios.named_start import edition_or_scenario
    from monopoly_lab.live import server
    from monopoly_lab.live.event_log import FILE, RoomLog
    from monopoly_lab.live.room import Room, new_room, teacher_secret
    from monopoly_lab.live.room_folder import check_port, delete_expired, room_codes, usual_folder

    check_port(port)
    folder = (folder or usual_folder()).absolute()
    preset = {}
    delete_expired(folder, time.time())
    if what.upper() in room_codes(folder):
        room = Room(RoomLog(folder / what.upper() / FILE))
        secret = teacher_secret(folder / what.upper())
    else:
        if what:
            edition_or_scenario(what)  # or what is wrong with it
            preset = {"start": what}
        room, secret = new_room(folder, resolve_language(), days, numbers)
    try:
        asyncio.run(server.serve(room, secret, port or room.port, lan, browser, preset))
    finally:
        room.store.close()
