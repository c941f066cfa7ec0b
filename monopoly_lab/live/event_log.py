"""Event log of a live class: an append-only SQLite file, one for each room.

What is in the log has happened: a room writes an event before it shows anything of it, and a room that is opened again
is made from its events alone. Each event is one transaction of a write-ahead log with `synchronous=NORMAL`: it survives
the end of the process at any moment. A flush of the disk for each act would keep a class waiting; the server flushes
once a second beside the class (`flush`), so the end of the power costs the last second.
"""

import json
import os
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from monopoly_lab.common.errors import LiveError
from monopoly_lab.common.file_access import describe_system_error
from monopoly_lab.common.messages import say

FILE = "room.sqlite"
NOBODY = -1  # the seat of what the teacher or the clock does
NAMES = ("joined", "renamed")  # kinds of events with a name
PREPARE = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=NORMAL",
    "PRAGMA secure_delete=ON",  # what is deleted is overwritten: names of pupils
    "CREATE TABLE IF NOT EXISTS event (number INTEGER PRIMARY KEY, time REAL, seat INTEGER, kind TEXT, data TEXT)",
)


class Event(NamedTuple):
    """One thing that has happened in a room: when (seconds since 1970), by which seat, of what kind, and its data."""

    number: int
    time: float
    seat: int
    kind: str
    data: Mapping[str, Any]


class RoomLog:
    """The events of one room.

    Args:
        path: The file; it is made with its folder if it is not there.

    Raises:
        LiveError: For a file that cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._base = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            for line in PREPARE:
                self._base.execute(line)
            found = self._base.execute("SELECT COALESCE(MAX(number), 0) FROM event").fetchone()
        except (OSError, sqlite3.Error) as problem:
            reason = describe_system_error(problem) if isinstance(problem, OSError) else problem
            raise LiveError(say("live.bad_file", path=path, reason=reason)) from None
        self._last = self._flushed = int(found[0])

    def add(self, kind: str, seat: int, time: float, data: Mapping[str, Any]) -> Event:
        """Write one event and return it; LiveError, and nothing written, if the disk does not take it."""
        event = Event(self._last + 1, time, seat, kind, dict(data))
        try:
            row = (*event[:4], _to_json(event.data))
            self._base.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?)", row)
        except UnicodeEncodeError:  # half a letter, which a phone can send and no file can hold
            raise LiveError(say("live.not_understood")) from None
        except sqlite3.Error as problem:
            raise LiveError(say("live.bad_file", path=self.path, reason=problem)) from None
        self._last = event.number
        return event

    def flush(self) -> None:
        """Write to the disk what the system still holds in memory; called from a thread of its own."""
        if self._flushed != self._last:
            self._flushed = self._last
            with suppress(FileNotFoundError), open(self.path.with_name(f"{self.path.name}-wal"), "rb") as log:
                os.fsync(log.fileno())

    def events(self) -> Iterator[Event]:
        """Yield all events in their order."""
        for number, time, seat, kind, data in self._base.execute("SELECT * FROM event ORDER BY number"):
            yield Event(number, time, seat, kind, json.loads(data))

    def forget_names(self, before: Mapping[int, str], after: Mapping[int, str]) -> None:
        """Put other names, such as numbers, in the place of those that were typed, by seat; in the file itself, too."""
        changed = {name: after[seat] for seat, name in before.items()}
        with self._base:
            self._base.execute("BEGIN")
            for number, _, seat, kind, text in self._base.execute("SELECT * FROM event").fetchall():
                data = json.loads(text)
                if kind in NAMES:
                    data["name"] = after[seat]
                elif kind == "answer":
                    data["answer"] = _with_new_names(data["answer"], changed)
                self._base.execute("UPDATE event SET data = ? WHERE number = ?", (_to_json(data), number))
        self._base.execute("VACUUM")
        self._base.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close the file."""
        self._base.close()


def _to_json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False)


def _with_new_names(answer: Any, names: Mapping[str, str]) -> Any:
    """Return an answer with other names of players: one that stands alone, and one before a colon in a choice."""
    if isinstance(answer, dict):
        return {key: _with_new_names(value, names) for key, value in answer.items()}
    if not isinstance(answer, str):
        return answer
    longest = sorted(names, key=len, reverse=True)
    known = rf"(?<!\w)({'|'.join(map(re.escape, longest))})(?=:)"
    return names[answer] if answer in names else re.sub(known, lambda found: names[found[1]], answer)
