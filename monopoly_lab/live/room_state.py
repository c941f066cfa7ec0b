"""State of a room of a live class: what its events have made of it, one method for each kind of event."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from monopoly_lab.common.errors import MonopolyLabError
from monopoly_lab.common.messages import say, speaking
from monopoly_lab.live.activities import ACTIVITIES
from monopoly_lab.live.activity import ALL_SEATS, BACK, BEGIN, TURN, Activity
from monopoly_lab.live.event_log import NOBODY, Event, RoomLog

STRATEGY = "balanced"  # plays for who is away or removed
MOST_ANSWERS = 500  # of the computer seats after one event: more is a fault of an activity


@dataclass
class Seat:
    """A place in the room: the name and the hashed secret of its student; `strategy` plays it for them if not empty.

    While `is_away` a strategy plays it, too: its phone is not connected.
    `invited` is the hashed secret of a link for another phone that has not come yet, `former` are those of phones that
    had the seat before another one came.
    """

    number: int
    name: str
    digest: str
    invited: str = ""
    former: tuple[str, ...] = ()
    strategy: str = ""
    is_removed: bool = False
    is_away: bool = False

    @property
    def is_played(self) -> bool:
        """Return True if a strategy plays the seat, in activities that play for students who are away."""
        return self.is_away or self.is_removed or bool(self.strategy)


class RoomState:
    """The seats of a room and its activity, made from events alone.

    Args:
        store: Its events.
        clock: Returns the time in seconds.
    """

    def __init__(self, store: RoomLog, clock: Callable[[], float] = time.time) -> None:
        self.store, self.clock = store, clock
        self.code = self.lang = self.teacher = ""
        self.port = 0  # at which it was served last
        self.days = 0.0  # after its last event, after which it is deleted
        self.heard: set[int] = set()  # seats that have answered something
        self.missed: set[int] = set()  # seats whose time for their last question was up before they answered
        self.last_answers: dict[int, tuple[int | None, Any]] = {}  # of the activity, by seat: question and answer
        self.is_locked = False
        self.knows_numbers_only = False  # students are "Player 1", "Player 2" ..., their names are not asked for
        self.seats: dict[int, Seat] = {}
        self.names: dict[int, str] = {}
        self.activity: Activity | None = None
        self.activities: list[Activity] = []  # all that were started, the running one last
        self.faults: list[str] = []  # of activities; a mistake of one does not end the room
        # Seats whose view may have changed since it was asked for.
        self.seats_to_update: set[int] | None = ALL_SEATS
        for event in store.events():
            self._apply(event)

    # What others ask

    @property
    def is_paused(self) -> bool:
        """Return True while the activity is paused."""
        return self.activity is not None and self.activity.is_paused

    @property
    def plays_for_away(self) -> bool:
        """Return True if an activity runs that plays for students who are away."""
        return self.activity is not None and self.activity.PLAYS_FOR_AWAY and not self.activity.is_over

    def is_repeated_answer(self, seat: int, message: Mapping[str, Any]) -> bool:
        """Return True for the last answer of a seat to a question that it is not asked any more."""
        activity, question = self.activity, message.get("question")
        if activity is None or self.last_answers.get(seat) != (question, message.get("answer")):
            return False
        return activity.is_over or question != activity.question(seat)

    def silent(self) -> list[int]:
        """Return the seats that have never answered anything, of those that were there in an activity that is over.

        Who came in the middle of one was perhaps told to wait for the next round.
        """
        asked = {seat for activity in self.activities if activity.is_over for seat in activity.seats_at_start}
        return [n for n, seat in self.seats.items() if n in asked - self.heard and not seat.is_removed]

    @contextmanager
    def spoken_in(self, lang: str = "") -> Iterator[None]:
        """Speak the own language of a phone inside a `with`, or that of the room if empty: in the activity, too."""
        running, lang = self.activity, lang or self.lang
        with speaking(lang):
            if running is not None and running.lang != lang:
                running.speak(lang)
            try:
                yield
            finally:
                if running is not None and running.lang != self.lang:
                    running.speak(self.lang)

    # What happens

    def serve_at(self, port: int) -> None:
        """Note the port, so that phones find the room again after a new start."""
        if port != self.port:
            self._add_event("served", port=port)

    def _add_event(self, kind: str, seat: int = NOBODY, **data: Any) -> None:
        """Write an event, then carry it out."""
        self._apply(self.store.add(kind, seat, self.clock(), data))

    def _apply(self, event: Event) -> None:
        with speaking(self.lang):
            asked = self._questions_timed_out(event)
            getattr(self, f"_when_{event.kind}")(event)
            self._note_missed(asked)
            self._computers_answer(event)
        touched = self.activity.seats_to_update if event.kind in ("answer", "tick") and self.activity else ALL_SEATS
        self.seats_to_update = _join_seats(self.seats_to_update, touched)
        if self.activity is not None:
            self.activity.seats_to_update = set()

    def _questions_timed_out(self, event: Event) -> dict[int, int | None]:
        """Return the question of each seat whose time is up: a button of the teacher makes nobody late."""
        running = self.activity
        if event.kind != "tick" or running is None or running.is_over:
            return {}
        return {seat: running.question(seat) for seat in running.out_of_time(event.time)}

    def _note_missed(self, questions: Mapping[int, int | None]) -> None:
        """Note who was late: asked before, and now asked something else, or nothing."""
        running = self.activity
        if running is not None:
            closed = {seat for seat, number in questions.items() if running.is_over or running.question(seat) != number}
            self.missed |= closed

    def _when_opened(self, event: Event) -> None:
        data = event.data
        self.code, self.lang, self.teacher = data["code"], data["lang"], data["teacher"]
        self.knows_numbers_only, self.days = data["numbers"], data["days"]

    def _when_language(self, event: Event) -> None:
        """Speak another language from now on; whoever is known by a number has it in the new one."""
        before, self.lang = self.lang, event.data["lang"]
        if self.knows_numbers_only:
            numbered = {say("live.player", before, n=n): n for n in range(1, len(self.seats) + 1)}
            for number, seat in self.seats.items():
                if seat.name in numbered:
                    seat.name = self.names[number] = say("live.player", self.lang, n=numbered[seat.name])
        for each in self.activities:
            each.speak(self.lang)

    def _when_days(self, event: Event) -> None:
        self.days = event.data["days"]

    def _when_served(self, event: Event) -> None:
        self.port = event.data["port"]

    def _when_joined(self, event: Event) -> None:
        self.seats[event.seat] = Seat(event.seat, event.data["name"], event.data["digest"])
        self.names[event.seat] = event.data["name"]
        if self.activity is not None and not self.activity.is_over:
            self.activity.add_latecomer(event.seat, event.time)

    def _when_renamed(self, event: Event) -> None:
        self.seats[event.seat].name = self.names[event.seat] = event.data["name"]

    def _when_numbered(self, event: Event) -> None:
        self.knows_numbers_only = True
        for number, name in event.data["names"].items():
            self.seats[int(number)].name = self.names[int(number)] = name

    def _when_invited(self, event: Event) -> None:
        self.seats[event.seat].invited = event.data["digest"]

    def _when_moved(self, event: Event) -> None:
        seat = self.seats[event.seat]
        seat.former += (seat.digest,)
        seat.digest, seat.invited = seat.invited, ""

    def _when_swapped(self, event: Event) -> None:
        one, other = self.seats[event.seat], self.seats[event.data["other"]]
        one.name, other.name = other.name, one.name
        one.digest, other.digest = other.digest, one.digest
        one.invited, other.invited = other.invited, one.invited
        one.former, other.former = other.former, one.former
        one.is_away, other.is_away = other.is_away, one.is_away
        self.names |= {one.number: one.name, other.number: other.name}
        if one.is_away != other.is_away:
            for each in (one, other):
                self._tell_who_plays(each.number, event.time)

    def _when_removed(self, event: Event) -> None:
        self.seats[event.seat].is_removed = True
        self._set_strategy(event.seat, self.seats[event.seat].strategy or STRATEGY, event.time)

    def _when_handed(self, event: Event) -> None:
        self._set_strategy(event.seat, event.data["strategy"], event.time)

    def _when_away(self, event: Event) -> None:
        """Hand a seat to a strategy whose phone is not connected, until it is back."""
        self.seats[event.seat].is_away = True
        self._tell_who_plays(event.seat, event.time)

    def _when_back(self, event: Event) -> None:
        self.seats[event.seat].is_away = False
        self._tell_who_plays(event.seat, event.time)

    def _set_strategy(self, seat: int, strategy: str, now: float) -> None:
        self.seats[seat].strategy = strategy
        self._tell_who_plays(seat, now)

    def _who_plays(self, seat: int) -> str:
        """Return the strategy that plays a seat in the activity; empty for its person."""
        me = self.seats[seat]
        return me.strategy or (STRATEGY if me.is_away and self.plays_for_away else "")

    def _tell_who_plays(self, seat: int, now: float) -> None:
        """Tell the activity who plays a seat now."""
        strategy = self._who_plays(seat)
        if self.activity is not None and not self.activity.is_over and seat in self.activity.seats:
            self.activity.hand_over(seat, strategy, now)

    def _when_lock(self, event: Event) -> None:
        self.is_locked = True

    def _when_unlock(self, event: Event) -> None:
        self.is_locked = False

    def _when_started(self, event: Event) -> None:
        data = event.data
        kind = ACTIVITIES[data["activity"]]
        self.activity = kind(data["seats"], self.names, data["seed"], data["options"], self.lang, event.time)
        self.activities.append(self.activity)
        self.last_answers, self.missed = {}, set()
        for seat in data["seats"]:
            if strategy := self._who_plays(seat):
                self.activity.hand_over(seat, strategy, event.time)

    def _when_answer(self, event: Event) -> None:
        self.heard.add(event.seat)
        self.missed.discard(event.seat)
        if self.activity is not None:
            self.last_answers[event.seat] = self.activity.question(event.seat), event.data["answer"]
        self._call_activity(lambda running: running.apply(event.seat, event.data["answer"], event.time))

    def _when_control(self, event: Event) -> None:
        what, running = event.data["what"], self.activity
        if running is not None and running.is_over:
            turned = running.debrief_page + 1 if what == TURN else 0  # of earlier versions
            running.debrief_page = event.data.get("page", turned)
        if what in BEGIN:
            self.missed = set()  # it was a question of the round before
        if what not in (TURN, BACK):
            self._call_activity(lambda activity: activity.control(what, event.time))

    def _when_tick(self, event: Event) -> None:
        self._call_activity(lambda running: running.tick(event.time))

    def _when_ended(self, event: Event) -> None:
        self._call_activity(lambda running: running.end(event.time))

    def _when_closed(self, event: Event) -> None:
        self.activity = None

    def _when_paused(self, event: Event) -> None:
        if self.activity is not None:
            self.activity.is_paused, self.activity.paused_at = True, event.time

    def _when_resumed(self, event: Event) -> None:
        if self.activity is not None:
            self.activity.is_paused = False
            self.activity.shift(event.time - self.activity.paused_at)

    def _call_activity(self, act: Callable[[Activity], None]) -> None:
        """Call the activity; note an error in it, when it happens and when it is read again."""
        try:
            if self.activity is not None:
                act(self.activity)
        except (MonopolyLabError, ArithmeticError, LookupError, TypeError, ValueError, AssertionError) as problem:
            self.faults.append(f"{type(problem).__name__}: {problem}")

    def _computers_answer(self, event: Event) -> None:
        """Answer for the seats that strategies play, until only other seats are waited for."""
        for _ in range(MOST_ANSWERS):
            running = self.activity
            if running is None or running.is_over or self.is_paused:
                return
            seats = [seat for seat in running.waiting() if self._who_plays(seat)]
            if not seats:
                return
            for seat in seats:
                self._call_activity(partial(_apply_computer_answer, seat, event.time))


def _join_seats(some: set[int] | None, others: set[int] | None) -> set[int] | None:
    """Return the seats of both, `ALL_SEATS` if one of them is."""
    return ALL_SEATS if some is None or others is None else some | others


def _apply_computer_answer(seat: int, now: float, running: Activity) -> None:
    """Answer for a seat; views that have changed before have changed all the same."""
    before = running.seats_to_update
    running.apply(seat, running.computer_answer(seat), now)
    running.seats_to_update = _join_seats(before, running.seats_to_update)
