"""Room of a live class: who is in it, what they do together, and who may do what. No network.

Event sourcing: the state of a room is computed from its events alone (`event_log.py`, `room_state.py`). A request is
checked, written as an event, carried out, and only then shown. Times are those of the events, so that a room opened
again is the same room.
"""

import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from monopoly_lab.common.errors import LiveError
from monopoly_lab.common.file_access import normalized_name, replace, shortened
from monopoly_lab.common.messages import catalogue, languages, say, speaking
from monopoly_lab.game.seats import name_problem
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.activities import activity_by_name
from monopoly_lab.live.activity import BACK, TURN, read_options
from monopoly_lab.live.activity_forms import script_of
from monopoly_lab.live.event_log import FILE, NOBODY, RoomLog
from monopoly_lab.live.room_folder import DAYS, checked_days, new_code
from monopoly_lab.live.room_views import RoomViews
from monopoly_lab.players import strategies

SEAT_ACTS = ("rename", "remove", "swap", "hand", "invite")
TEACHER = "teacher.txt"  # the teacher's secret, in the folder of a room
MOST_ROOM_SEATS = 400
MOST_NAME = 20  # letters
MOST_ANSWER = 4_000  # characters of an answer's JSON; a longer answer is refused
PAUSING = {"pause": "paused", "resume": "resumed"}  # the event that a request becomes


def digest_of(secret: str) -> str:
    """Return the SHA-256 digest of a secret of 128 random bits; the secret itself is not stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_room(folder: Path, lang: str = "en", days: float = DAYS, numbers: bool = False) -> tuple["Room", str]:
    """Open a room in a folder of rooms and return it with the teacher's secret.

    Args:
        folder: The folder of all rooms.
        lang: Language of its words.
        days: Days after its last use after which it is deleted.
        numbers: Whether names are replaced by numbers from the start; what is typed is never kept then.

    Raises:
        LiveError: For a number of days that cannot be used; nothing has been written.
        MessageError: For an unknown language; nothing has been written, either.
    """
    catalogue(lang)
    days = checked_days(days)
    code = new_code()
    secret = secrets.token_hex(16)
    store = RoomLog(folder / code / FILE)
    data = {"code": code, "lang": lang, "days": days, "numbers": numbers, "teacher": digest_of(secret)}
    store.add("opened", NOBODY, time.time(), data)
    replace(folder / code / TEACHER, secret.encode(), mode=0o600)
    return Room(store), secret


def teacher_secret(folder: Path) -> str:
    """Return the teacher's secret of a room that is opened again, which lies beside it for its owner alone."""
    return (folder / TEACHER).read_text().strip()


class Room(RoomViews):
    """One class: its seats, and the activity that runs.

    Args:
        store: Its events.
        clock: Returns the time in seconds.
    """

    # Who comes

    def join(self, name: str, lang: str = "") -> tuple[int, str]:
        """Add somebody to the room and return their seat and its secret, which the phone keeps.

        Args:
            name: What was typed.
            lang: Language of errors; that of the room if empty.

        Raises:
            LiveError: For a name that cannot be taken, a full room, or one that is locked.
        """
        number = len(self.seats)
        with self.spoken_in(lang):
            if self.is_locked:
                raise LiveError(say("live.locked"))
            if sum(not seat.is_removed for seat in self.seats.values()) >= MOST_ROOM_SEATS:
                raise LiveError(say("live.full", n=MOST_ROOM_SEATS))
            kept = say("live.player", self.lang, n=number + 1) if self.knows_numbers_only else self._name(name)
        secret = secrets.token_hex(16)
        self._add_event("joined", number, name=kept, digest=digest_of(secret))
        return number, secret

    def seat_of(self, secret: str) -> int | None:
        """Return the seat with this secret, or None; comparing takes the same time however much of it is right."""
        digest, found = digest_of(secret), None
        for seat in self.seats.values():
            if hmac.compare_digest(digest, seat.digest) and not seat.is_removed:
                found = seat.number
        return found

    def move(self, secret: str) -> int | None:
        """Give a seat to the phone that comes with the link for another phone, and return it; None for no such link."""
        digest = digest_of(secret)
        for seat in self.seats.values():
            if hmac.compare_digest(digest, seat.invited) and not seat.is_removed:
                self._add_event("moved", seat.number)
                return seat.number
        return None

    def has_moved(self, secret: str) -> bool:
        """Return True for the secret of a phone whose seat another phone has now."""
        digest = digest_of(secret)
        return any(digest in seat.former for seat in self.seats.values())

    def is_teacher(self, secret: str) -> bool:
        """Return True for the teacher's secret."""
        return hmac.compare_digest(digest_of(secret), self.teacher)

    def _name(self, name: str, except_seat: int = -1) -> str:
        """Return a name as it is kept; LiveError for one that is too long, or that others could take for their own."""
        others = [seat.name for seat in self.seats.values() if not seat.is_removed and seat.number != except_seat]
        if not normalized_name(name):
            raise LiveError(say("live.no_name"))
        if len(normalized_name(name)) > MOST_NAME:
            raise LiveError(say("live.long_name", n=MOST_NAME))
        problem = name_problem(name, ())
        if problem is None and name_problem(name, others):
            problem = say("live.name_taken", name=normalized_name(name))
        if problem:
            raise LiveError(problem)
        return normalized_name(name)

    # Requests

    def hear(self, seat: int, message: Mapping[str, Any], lang: str = "") -> None:
        """Check and carry out the answer of a seat: `{"question": 3, "answer": {...}}`.

        The last answer that has counted may come again, by a second tap or a connection that broke: it changes nothing.

        Raises:
            LiveError: For an answer that does not count, in `lang` or the language of the room; nothing has changed.
        """
        if self.is_repeated_answer(seat, message):
            return
        with self.spoken_in(lang):
            answer = self._checked(seat, message)
        self._add_event("answer", seat, answer=answer)

    def _checked(self, seat: int, message: Mapping[str, Any]) -> dict[str, Any]:
        activity = self.activity
        if activity is None or activity.is_over or seat not in activity.seats or self.seats[seat].is_removed:
            raise LiveError(say("live.not_now"))
        if self.is_paused:
            raise LiveError(say("live.paused"))
        if self.seats[seat].strategy:
            raise LiveError(say("live.strategy_plays"))
        question, answer = message.get("question"), message.get("answer")
        if not isinstance(answer, Mapping) or isinstance(question, bool) or not isinstance(question, int):
            raise LiveError(say("live.not_understood"))
        if len(json.dumps(answer)) > MOST_ANSWER:
            raise LiveError(say("live.not_understood"))
        if question != activity.question(seat):
            raise LiveError(say("live.too_late"))
        problem = activity.why_not(seat, answer)
        if problem:
            raise LiveError(problem)
        return dict(answer)

    def host(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Do what the teacher asks for: `{"act": "start", "activity": "predict", "options": {...}}`, "pause", "end" ...

        Returns:
            What only the teacher's page is told, such as the secret of a seat for another phone.

        Raises:
            LiveError: For what is not possible now; nothing has changed.
        """
        act = message.get("act")
        with speaking(self.lang):
            if act in SEAT_ACTS:
                return self._host_seat(str(act), message)
            if act == "preview":
                return self._preview(message)
            if act == "start":
                self._start(message)
            elif act in ("lock", "unlock"):
                self._add_event(str(act))
            elif act == "numbers":
                self._replace_names()
            elif act == "days":
                self._add_event("days", days=checked_days(message.get("days")))
            elif act == "language":
                self._speak(message.get("lang"))
            elif act == "remove_silent":
                for seat in self.silent():
                    self._add_event("removed", seat)
            else:
                self._host_activity(str(act), message)
        return {}

    def tick(self) -> None:
        """Carry out what the activity has due, as an event."""
        if self.deadline is not None and self.clock() >= self.deadline:
            self._add_event("tick")

    def mark_away(self, seat: int) -> None:
        """Hand a seat to a strategy whose phone is not connected, where the activity does so."""
        if self.plays_for_away and not self.seats[seat].is_played:
            self._add_event("away", seat)

    def mark_back(self, seat: int) -> None:
        """Give a seat back to the person whose phone is connected again."""
        if self.seats[seat].is_away:
            self._add_event("back", seat)

    @property
    def patience(self) -> float | None:
        """Return the seconds after which a phone that is not connected is away; None while it plays no role."""
        activity = self.activity
        return activity.patience if activity is not None and self.plays_for_away and not self.is_paused else None

    @property
    def deadline(self) -> float | None:
        """Return when `tick` has something to do; None for never."""
        activity = self.activity
        return None if activity is None or activity.is_over or self.is_paused else activity.deadline

    def _preview(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Return what phones will show if an activity is started so, and its script; nothing happens."""
        kind = activity_by_name(message.get("activity"))
        options = read_options(kind, message.get("options"))
        script = script_of(kind, options, has_begun=False)
        if not kind.HAS_PREVIEW or all(value == "" for value in options.values()):
            return {"preview": {}, "key": {}, "script": script}
        try:
            made = kind([], self.names, 0, options, self.lang, self.clock())
        except LiveError as problem:  # of something half typed
            return {"preview": {"problem": blocks.text(str(problem), "bad")}, "key": {}, "script": script}
        return {"preview": made.preview(), "key": made.preview_key(), "script": script}

    def _start(self, message: Mapping[str, Any]) -> None:
        kind = activity_by_name(message.get("activity"))
        there = [seat.number for seat in self.seats.values() if not seat.is_removed]
        if self.activity is not None and not self.activity.is_over:
            raise LiveError(say("live.still_running"))
        if len(there) < kind.LEAST:
            raise LiveError(say("live.too_few", n=kind.LEAST))
        options = {**read_options(kind, message.get("options")), "version": kind.VERSION}
        seed = secrets.randbelow(2**53)
        kind(there, self.names, seed, options, self.lang, self.clock())  # raises LiveError if it cannot start so
        self._add_event("started", activity=kind.NAME, options=options, seed=seed, seats=there)

    def _host_activity(self, act: str, message: Mapping[str, Any]) -> None:
        activity = self.activity
        if activity is None:
            raise LiveError(say("live.button_too_late"))
        if act == "close" and activity.is_over:
            self._add_event("closed")
        elif act == "end" and not activity.is_over:
            self._add_event("ended")
        elif act in PAUSING and not activity.is_over and self.is_paused == (act == "resume"):
            self._add_event(PAUSING[act])
        elif act == "control" and message.get("what") in activity.buttons():
            what = message["what"]
            page = {"page": activity.page_after(what)} if what in (TURN, BACK) else {}
            self._add_event("control", what=what, **page)
        else:
            raise LiveError(say("live.button_too_late"))

    def _host_seat(self, act: str, message: Mapping[str, Any]) -> dict[str, Any]:
        number = message.get("seat")
        seat = self.seats.get(number) if isinstance(number, int) else None
        if seat is None or seat.is_removed:
            raise LiveError(say("live.no_seat"))
        if act == "rename":
            self._add_event("renamed", seat.number, name=self._name(str(message.get("name", "")), seat.number))
        elif act == "remove":
            self._add_event("removed", seat.number)
        elif act == "swap":
            other = self.seats.get(int(str(message.get("with")))) if str(message.get("with")).isdecimal() else None
            if other is None or other.is_removed or other is seat:
                raise LiveError(say("live.no_seat"))
            self._add_event("swapped", seat.number, other=other.number)
        elif act == "hand":
            who = message.get("strategy", "")
            if who and who not in strategies():
                raise LiveError(say("live.bad_option", name="strategy", value=shortened(str(who))))
            self._add_event("handed", seat.number, strategy=who)
        else:
            secret = secrets.token_hex(16)
            self._add_event("invited", seat.number, digest=digest_of(secret))
            return {"secret": secret, "seat": seat.number}
        return {}

    def _speak(self, lang: object) -> None:
        if lang not in languages():
            raise LiveError(say("live.bad_option", name="lang", value=shortened(str(lang))))
        if lang != self.lang:
            self._add_event("language", lang=lang)

    def _replace_names(self) -> None:
        if self.activity is not None and not self.activity.is_over:
            raise LiveError(say("live.still_running"))
        named = {number: say("live.player", n=number + 1) for number in self.seats}
        self.store.forget_names(dict(self.names), named)
        self._add_event("numbered", names={str(number): name for number, name in named.items()})
