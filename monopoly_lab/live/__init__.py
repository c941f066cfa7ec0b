"""Live class: phones, a projector and the whole class inside the experiment; `monopoly-lab live` starts it."""

import asyncio
import importlib.util
import sys
import time
from pathlib import Path

from monopoly_lab.common.errors import EditionError, LiveError
from monopoly_lab.common.messages import resolve_language, say
from monopoly_lab.common.validation_errors import nearest_name


def check_installed() -> None:
    """Raise LiveError, with the command that installs them, if parts that serve a room are not installed."""
    if any(importlib.util.find_spec(name) is None for name in ("tornado", "segno")):
        raise LiveError(say("live.missing", pip=f'{sys.executable} -m pip install "monopoly-lab[live]"'))


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
        EditionError: For a name that is neither a scenario's nor an edition's.
    """
    check_installed()
    from monopoly_lab.live import server
    from monopoly_lab.live.event_log import FILE, RoomLog
    from monopoly_lab.live.lan_address import check_port, host_of
    from monopoly_lab.live.room import Room, new_room, teacher_secret
    from monopoly_lab.live.room_folder import delete_expired, room_codes, usual_folder

    check_port(port, host_of(lan))
    folder = (folder or usual_folder()).absolute()
    preset: dict[str, object] = {}
    delete_expired(folder, time.time())
    if what.upper() in room_codes(folder):
        room = Room(RoomLog(folder / what.upper() / FILE))
        secret = teacher_secret(folder / what.upper())
    else:
        preset = _preset(what, folder)
        room, secret = new_room(folder, resolve_language(), days, numbers)
    try:
        asyncio.run(server.serve(room, secret, port or room.port, lan, browser, preset))
    finally:
        room.store.close()


def _preset(what: str, folder: Path) -> dict[str, object]:
    """Return what the form of *Play together* begins with; what looks like the code of a room is refused as one."""
    from monopoly_lab.editions import editions
    from monopoly_lab.game.scenarios import scenarios
    from monopoly_lab.live.activities.play_together import preset_of
    from monopoly_lab.live.room_folder import CODE, find_room, room_codes

    try:
        return preset_of(what)
    except EditionError:
        is_code = len(what) == CODE and what.isalnum() and not nearest_name(what, [*editions(), *scenarios()])
        if is_code or nearest_name(what, room_codes(folder)):
            find_room(folder, what)
        raise
