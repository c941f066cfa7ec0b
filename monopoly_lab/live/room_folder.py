"""The folder of all rooms of live classes: their codes, who uses a room, when it is deleted, how it opens again."""

import json
import os
import secrets
import shlex
import shutil
import sqlite3
import sys
from collections import Counter
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import IO, Any, NamedTuple

from monopoly_lab.common.errors import LiveError
from monopoly_lab.common.file_access import shortened, shortened_path
from monopoly_lab.common.messages import decimal, format_number, say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.live.activity import FormField
from monopoly_lab.live.event_log import FILE

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # of a code: none looks like another on a wall
CODE = 5  # letters
CLAIM = "open.lock"  # in the folder of a room: locked by the process that serves it
MEGABYTE = 1_000_000  # bytes
DAY = 24 * 3600.0
DAYS = 30.0  # after its last use a room is deleted, unless the teacher chooses another number
DAYS_FIELD = FormField("days", DAYS, low=0, high=3650)


class Kept(NamedTuple):
    """A saved room: when it was opened and used last, its students and activities, and when it is deleted."""

    code: str
    opened: float  # seconds since 1970, like the others
    used: float
    seats: int
    activities: tuple[str, ...]  # by name, in their order
    size: int  # bytes
    until: float
    is_open: bool  # a process serves it now


def usual_folder() -> Path:
    """Return where rooms are kept if no folder is named: in the user's own data."""
    from platformdirs import user_data_path

    return user_data_path("monopoly_lab", appauthor=False) / "live"


def new_code() -> str:
    """Return the code of a new room: letters drawn by chance, by which students find it and its folder is called."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE))


def room_codes(folder: Path) -> list[str]:
    """Return the codes of the rooms in a folder, the one used last first; LiveError for a file in its place."""
    if os.path.lexists(folder) and not folder.is_dir():
        raise LiveError(say("live.file_for_folder", path=shortened_path(folder)))
    files = [path / FILE for path in folder.iterdir()] if folder.is_dir() else []
    there = [path for path in files if path.is_file()]
    return [path.parent.name for path in sorted(there, key=_last_change, reverse=True)]


def find_room(folder: Path, code: str) -> str:
    """Return the code of a room in a folder, typed in capital or small letters; LiveError for one that is not there."""
    known = room_codes(folder)
    for found in (code, code.upper()):
        if found in known:
            return found
    said = say("live.no_room", value=shortened(code), folder=folder, near=hint(code, known))
    how = say("live.list_rooms", command=restart_command("--list", folder.absolute())) if known else ""
    raise LiveError(" ".join(filter(None, (said, how, _no_folder(folder)))))


def no_rooms(folder: Path) -> str:
    """Return that a folder has no rooms, and whether it is there at all."""
    return " ".join(filter(None, (say("live.no_rooms", folder=folder), _no_folder(folder))))


def _no_folder(folder: Path) -> str:
    return "" if folder.is_dir() else say("live.no_folder")


def _last_change(path: Path) -> float:
    wal = path.with_name(path.name + "-wal")
    return max(each.stat().st_mtime for each in (path, wal) if each.exists())


def kept_rooms(folder: Path) -> list[Kept]:
    """Return what is kept in a folder of rooms, the one used last first; what is no room of ours is left out."""
    found = [_read_room(folder / code) for code in room_codes(folder)]
    return sorted((each for each in found if each is not None), key=lambda each: -each.used)


def _read_room(room: Path) -> Kept | None:
    size = sum(path.stat().st_size for path in room.iterdir() if path.is_file())
    try:
        base = sqlite3.connect(f"{(room / FILE).as_uri()}?mode=ro", uri=True)
        try:
            rows = base.execute(
                "SELECT time, kind, data FROM event WHERE kind IN ('opened', 'started', 'days')"
                " OR number = (SELECT MAX(number) FROM event) ORDER BY number"
            ).fetchall()
            (seats,) = base.execute("SELECT COUNT(DISTINCT seat) FROM event WHERE kind = 'joined'").fetchone()
        finally:
            base.close()
        data = [(kind, json.loads(text)) for _, kind, text in rows]
        days = [float(each["days"]) for kind, each in data if kind in ("opened", "days")]
        played = tuple(str(each["activity"]) for kind, each in data if kind == "started")
        until = rows[-1][0] + days[-1] * DAY
    except (sqlite3.Error, ValueError, KeyError, IndexError, TypeError):
        return None
    return Kept(room.name, rows[0][0], rows[-1][0], seats, played, size, until, is_open(room))


def delete_room(folder: Path, code: str) -> None:
    """Delete everything that is kept of a room; LiveError for one that is not there, or that is open."""
    code = find_room(folder, code)
    if is_open(folder / code):
        raise LiveError(say("live.is_open", value=code))
    shutil.rmtree(folder / code)


def delete_expired(folder: Path, now: float) -> list[str]:
    """Delete the rooms whose time is over, by the days after their last event, and return their codes."""
    gone = [each.code for each in kept_rooms(folder) if each.until < now and not each.is_open]
    for code in gone:
        delete_room(folder, code)
    return gone


# One process serves a room at a time: two would number their events alike


def claim(room: Path) -> IO[Any] | None:
    """Lock a room until the file that is returned is closed, or the process ends; LiveError if it is open already."""
    with suppress(ImportError):
        import fcntl

        file = (room / CLAIM).open("w")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise LiveError(say("live.is_open", value=room.name)) from None
        return file
    return None


def is_open(room: Path) -> bool:
    """Return True while a process serves a room."""
    if not (room / CLAIM).exists():
        return False
    try:
        file = claim(room)
    except LiveError:
        return True
    if file is not None:
        file.close()
    return False


# How it is told


def room_columns(room: Kept, lang: str = "") -> dict[str, str]:
    """Return what a list says of a room, by the words of its columns."""
    counted = Counter(room.activities)
    names = [say(f"live.{name}.title", lang) + (f" × {n}" if n > 1 else "") for name, n in counted.items()]
    return {
        "code": room.code,
        "opened": date(room.opened),
        "used": date(room.used),
        "students": str(room.seats),
        "activities": ", ".join(names),
        "size": format_size(room.size, lang),
        "until": say("live.open_now", lang) if room.is_open else date(room.until),
    }


def date(seconds: float) -> str:
    """Return a day as it is written in files, the same in all languages: 2026-11-25."""
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d")


def format_size(size: int, lang: str = "") -> str:
    """Return a size of files in words: in kilobytes, or in megabytes with a digit after the point."""
    if size < MEGABYTE:
        return say("live.kilobytes", lang, n=round(size / 1000))
    return say("live.megabytes", lang, n=decimal(size / MEGABYTE, 1, lang))


def checked_days(typed: object) -> float:
    """Return the days that were typed, with a point or a comma; LiveError for no number of days."""
    try:
        return float(DAYS_FIELD.read(str(typed).replace(",", ".")))
    except LiveError:
        low, high = (format_number(each) for each in (DAYS_FIELD.low, DAYS_FIELD.high))
        raise LiveError(say("live.bad_days", low=low, high=high)) from None


# The command that opens a room of a live class again, as this process was started: program, folder and port

PROGRAM = "monopoly-lab"


def restart_command(code: str, folder: Path, port: int = 0, lan: bool = False) -> str:
    """Return the command line that goes on with a room.

    Args:
        code: Its code.
        folder: Folder of all rooms; named unless it is the usual one.
        port: Port to serve at; left out if 0.
        lan: Let the local network in.
    """
    named = [] if folder == usual_folder().absolute() else ["--folder", str(folder)]
    at = ["--port", str(port)] if port else []
    return shlex.join([*_program(), "live", code, *named, *at, *(["--lan"] if lan else [])])


def _program() -> list[str]:
    """Return how this program was started; its usual name from a notebook."""
    started = Path(sys.argv[0])
    if started.name == "__main__.py":
        return [sys.executable, "-m", "monopoly_lab"]
    found = shutil.which(PROGRAM)
    is_found = found is not None and started.exists() and Path(found).resolve() == started.resolve()
    return [PROGRAM] if is_found or started.name != PROGRAM else [sys.argv[0]]
