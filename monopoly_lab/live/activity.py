"""Base class of the activities of a live class. Copy `activities/predict.py` for a new one.

An activity knows no network, no clock and no random numbers: seats, seed, options and times are passed in, so that the
same events make the same activity again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, ClassVar

from monopoly_lab.common.errors import LiveError
from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.messages import format_number, grouped, has_message, say
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.debrief_pages import pages_of
from monopoly_lab.live.page_blocks import Block, Blocks
from monopoly_lab.live.sent_choice import shown_number, whole_number
from monopoly_lab.measures.confidence_intervals import Interval
from monopoly_lab.notation.piece_names import dollars

MOST_TEXT = 400  # letters of an option
FINISH = "finish"  # button that ends the activity after its last round
SIMULATED = "simulated"  # the table of `simulated_rows`
TURN, BACK = "turn", "back"  # buttons that turn the pages of the debrief
BEGIN = ("next", "part")  # buttons that begin a round, or a part
MINUTE = 60.0  # seconds
ALL_SEATS = None  # instead of a set of seats: the views of all have changed
SentAnswer = Mapping[str, Any]  # what a phone sends: parsed JSON, of which nothing is known yet
# What tables of answers have.
ANSWERED = ("number", "bid", "stay", "price", "offer", "accept", "refuse", "sell")


@dataclass(frozen=True)
class FormField:
    """One field of an activity's form: its name, its usual value, and what it takes.

    A text with `among` is one of these; a number lies between `low` and `high`. Its label is the message
    `live.ACTIVITY.option_NAME`; the label of one of several texts is `live.ACTIVITY.NAME_TEXT`, if there is one.
    `offered` returns values with their labels, of which the form makes a list; with a third text each, the name of
    its group, it is a list to search in. A text that `is_long` has room for some lines.
    """

    name: str
    value: str | int | float | bool
    low: float = 0
    high: float = 1e12
    among: tuple[str, ...] = ()
    offered: Callable[[], Sequence[tuple[str, ...]]] | None = None
    is_long: bool = False

    def read(self, given: object) -> str | int | float | bool:
        """Return the value that a form means; LiveError for one that the option cannot have."""
        if isinstance(self.value, bool):
            return given is True or given in ("true", "on")
        if isinstance(self.value, str):
            said = str(given).strip() if isinstance(given, str | int | float) else ""
            if len(said) > MOST_TEXT or (self.among and said not in self.among):
                raise LiveError(say("live.bad_option", name=self.name, value=shortened(str(given))))
            return said
        try:
            found = type(self.value)(str(given))
        except ValueError:
            found = None
        if found is None or not self.low <= found <= self.high:
            ends = {"low": format_number(self.low), "high": format_number(self.high)}
            raise LiveError(say("live.bad_number", name=self.name, value=shortened(str(given)), **ends))
        return found


class Activity:
    """Something that the seats of a room do together, for some minutes.

    The least that a subclass defines: `NAME`, `set_up`, `question`, `why_not`, `apply`, `controls` (the buttons of the
    teacher; the last is `FINISH`), `control` (which calls `end`), `view`, `wall` and `rows`. Where an answer may be
    changed, `question` keeps its number until the end, and `waiting` leaves out the seats that have answered.

    What it may define besides: `add_latecomer`, `debrief`, `decision`, `deadline` and `tick` for time,
    `computer_answer` for a strategy's seats, `board`, `preview` with `HAS_PREVIEW`, `comparison` for a simulation
    beside the class, `TABLES` with `detail_rows` and `simulated_rows`, `analysis` for the theory in the analysis
    notebook.

    Args:
        seats: The numbers of the seats that take part, in order.
        names: Their names by number; a name may change while the activity runs.
        seed: Seed of everything random.
        options: Values of `OPTIONS` by name, already read.
        lang: Language of all words.
        now: Time of the start, in seconds.
    """

    NAME: ClassVar[str] = ""  # of its words in the catalogs, [live.NAME]: title, teaches, script, and its own
    MINUTES: ClassVar[int] = 10
    OPTIONS: ClassVar[tuple[FormField, ...]] = ()
    LEAST: ClassVar[int] = 1  # seats
    TABLES: ClassVar[tuple[str, ...]] = ()  # what it has besides `rows`, by name: of `detail_rows`, and `SIMULATED`
    HAS_PREVIEW: ClassVar[bool] = False  # of `preview`
    PLAYS_FOR_AWAY: ClassVar[bool] = False  # a strategy plays for who is not connected, until they are back
    STAGES: ClassVar[tuple[str, ...]] = ()  # of a round, in their order, where each has a question of its own
    FACTS: ClassVar[Mapping[str, object]] = {}  # numbers of the rules, for all its words
    VERSION: ClassVar[int] = 1  # of how events are played: kept with the options, so old rooms are played as they were
    LOSES: ClassVar[tuple[str, ...]] = ("close", "stop", "close_vote", "late")  # leave out who has not answered yet

    def __init__(
        self,
        seats: Sequence[int],
        names: Mapping[int, str],
        seed: int,
        options: Mapping[str, Any],
        lang: str,
        now: float,
    ) -> None:
        self.seats, self.seats_at_start, self.names = list(seats), frozenset(seats), names
        self.seed, self.options, self.lang = seed, dict(options), lang
        self.is_over = False
        self.is_theory_open = False  # the teacher has shown it before the debrief
        self.is_paused = False
        self.paused_at = 0.0  # since when it is paused
        self.debrief_page = 0  # that the wall shows, from 0; there may be fewer until simulations are done
        self.deadline: float | None = None  # when `tick` is called next; None for never
        self.compared: dict[str, Any] = {}  # what each work of `comparison` has found, once it is done
        self.computers: set[int] = set()  # seats that a strategy plays
        self.seats_to_update: set[int] | None = set()  # seats whose view has changed, or `ALL_SEATS`
        self.set_up(now)

    # What a subclass defines

    def set_up(self, now: float) -> None:
        """Set up the activity: deal what is dealt, and set the first deadline."""

    def add_latecomer(self, seat: int, now: float) -> None:
        """Add somebody who comes while the activity runs; without this method they only watch."""

    def question(self, seat: int) -> int | None:
        """Return the number of the question that a seat has to answer now; None for nothing to answer.

        Another question has another number: an answer that comes too late, or twice, is refused by it.
        """
        return None

    def why_not(self, seat: int, answer: SentAnswer) -> str:
        """Return why an answer is refused; empty for one that counts. Nothing of it may be believed."""
        return self.say("not_now")

    def apply(self, seat: int, answer: SentAnswer, now: float) -> None:
        """Carry out an answer that `why_not` has let pass."""

    def computer_answer(self, seat: int) -> SentAnswer:
        """Return what a strategy answers for a seat that the teacher has handed to it."""
        return {}

    def controls(self) -> Sequence[str]:
        """Return the buttons that the teacher has now, by the keys of their words."""
        return ()

    def control(self, what: str, now: float) -> None:
        """Carry out a button of the teacher."""

    def tick(self, now: float) -> None:
        """Do what is due when the deadline has passed, and set the next one."""
        self.deadline = None

    def view(self, seat: int) -> Blocks:
        """Return what the phone of a seat shows: only what that seat may know."""
        return {}

    def preview(self) -> Blocks:
        """Return what phones show at first, for a teacher who has chosen it and not started yet."""
        return {}

    def preview_key(self) -> Blocks:
        """Return the answer to what `preview` shows, for the teacher alone."""
        return {}

    def wall(self) -> Blocks:
        """Return what everybody sees on the projector: nothing that one seat alone may know."""
        return {}

    def debrief(self) -> Blocks:
        """Return what the projector shows when the activity is over."""
        return self.wall()

    def debrief_parts(self) -> Sequence[Blocks]:
        """Return the debrief in parts, in their order; each begins on a page of its own.

        What a simulation fills in later is in a part of its own, so that it moves nothing from one page to another.
        """
        return [self.debrief()]

    def waiting(self) -> list[int]:
        """Return the seats that still have to answer."""
        return [seat for seat in self.seats if self.question(seat) is not None]

    def unanswered(self) -> list[int]:
        """Return the seats that have answered nothing yet, of those that still have to: whom the teacher waits for."""
        return self.waiting()

    def out_of_time(self, now: float) -> list[int]:
        """Return the seats whose own time for a decision is up when the clock runs out."""
        return self.unanswered()

    def comparison(self) -> Mapping[str, Callable[[], Any]]:
        """Return works to do in a thread, one after the other, once the activity is over, such as simulations."""
        return {}

    def rows(self) -> list[dict[str, Any]]:
        """Return the results as rows of a table."""
        return []

    def detail_rows(self) -> dict[str, list[dict[str, Any]]]:
        """Return further tables by name, for what has more than one value in a row of results, such as all bids."""
        return {}

    def simulated_rows(self) -> list[dict[str, Any]]:
        """Return games that were simulated beside those of the class, as rows of a table that goes home with it."""
        return []

    def analysis(self) -> str:
        """Return what an analysis notebook says of theory and simulation, before its tables and figures."""
        return self.say("analysis")

    def decision(self, seat: int, answer: SentAnswer) -> dict[str, Any]:
        """Return what a table of all answers says of one, before it is carried out."""
        return {key: answer[key] for key in ANSWERED if isinstance(answer.get(key), str | int | float)}

    def board(self, name: str, theme: str) -> list[str]:
        """Return the elements of a board that a block names; see `Game.pieces`."""
        return []

    # What all have

    def number_of(self, part: int, round_: int, stage: str) -> int:
        """Return the number of the question of a stage in a round of a part: see `question`."""
        return 1000 * part + 10 * round_ + self.STAGES.index(stage)

    @property
    def version(self) -> int:
        """Return the `VERSION` with which the activity was begun."""
        return int(self.options.get("version", 1))

    @property
    def patience(self) -> float:
        """Return after how many seconds a strategy plays for an absent student: two decisions, at least a minute."""
        return max(MINUTE, 2 * float(self.options.get("seconds", 0)))

    def end(self, now: float) -> None:
        """End the activity: the wall shows the debrief from now on."""
        self.is_over, self.deadline, self.seats_to_update = True, None, ALL_SEATS

    def shift(self, seconds: float) -> None:
        """Put off all deadlines: so long the room has paused."""
        if self.deadline is not None:
            self.deadline += seconds

    def before_clock(self, takes_answers: bool = True) -> Blocks:
        """Return that the clock waits for the teacher, and that phones take answers until then, if they do."""
        return {"ready": blocks.text(self.say("ready_open" if takes_answers else "ready"), "note")}

    def countdown(self, total: float) -> Block:
        """Return the count-down of `total` seconds to the deadline; in a pause it stops at the time that is left."""
        if not self.is_paused or self.deadline is None:
            return blocks.timer(self.deadline, total, self.say("time"))
        return blocks.timer(None, total, self.say("time"), max(0.0, self.deadline - self.paused_at))

    def speak(self, lang: str) -> None:
        """Say everything in another language from now on; a subclass that keeps words makes them again."""
        self.lang = lang

    def hand_over(self, seat: int, strategy: str, now: float) -> None:
        """Hand a seat to a strategy, or back to its person if empty; the room lets it answer by `computer_answer`."""
        if strategy:
            self.computers.add(seat)
        else:
            self.computers.discard(seat)

    def say(self, key: str, **values: object) -> str:
        """Return a message of this activity, of its base class, or of all: `live.NAME.key`, else `live.key`."""
        return say(message_of(type(self), key), self.lang, **{**self.FACTS, **values})

    def money(self, amount: float) -> str:
        """Return a sum in whole units of the currency that all activities without a board of their own show."""
        return dollars(amount, self.lang)

    def why_not_whole(self, typed: object, high: int) -> str:
        """Return why what was typed is refused; empty for a whole number from 0 to `high`."""
        number = whole_number(typed)
        if number is not None and 0 <= number <= high:
            return ""
        return self.say("whole", value=shown_number(typed, self.lang), high=grouped(high, self.lang))

    @property
    def shows_theory(self) -> bool:
        """Return True from the debrief on, or as soon as the teacher has shown it: until then it could be copied."""
        return self.is_over or self.is_theory_open

    def theory_button(self) -> tuple[str, ...]:
        """Return the button that shows the theory before the debrief, or hides it again."""
        return ("hide_theory" if self.is_theory_open else "theory",)

    def toggle_theory(self, what: str) -> bool:
        """Show or hide the theory, as a button of `theory_button` asks; return False for any other button."""
        if what in ("theory", "hide_theory"):
            self.is_theory_open = what == "theory"
        return what in ("theory", "hide_theory")

    def format_interval(self, interval: Interval) -> str:
        """Return the mean of sums, with half of its interval (95 %) where there is one; "-" for the mean of nothing."""
        if not isfinite(interval.value):
            return "-"
        return self.money(interval.value) + (f" ± {self.money(interval.half)}" if isfinite(interval.half) else "")

    def watching(self, is_last: bool) -> Blocks:
        """Return what a phone shows that came after a round had begun: when it takes part, if at all."""
        return {"watch": blocks.text(self.say("last_round" if is_last else "next_round"), "big")}

    def from_to(self, part: str, first: str, last: str) -> str:
        """Return the sentence that says how something has changed from the first round to the last."""
        return self.say("from_to" if first != last else "stays", part=part, first=first, last=last)

    def change(self, part: str, values: Sequence[str]) -> str:
        """Return how something has changed over the rounds of a part, or what it was in the only one."""
        return (
            self.from_to(part, values[0], values[-1])
            if len(values) > 1
            else self.say("is_now", part=part, value=values[0])
        )

    def buttons(self) -> Sequence[str]:
        """Return the buttons that the teacher has now: once it is over, those that turn the pages of the debrief."""
        if not self.is_over:
            return self.controls()
        _, number, total = self.shown_page()
        return (*((TURN,) if number < total else ()), *((BACK,) if number > 1 else ()))

    @property
    def has_all_pages(self) -> bool:
        """Return True once it is known how many pages the debrief has: a simulation may still bring some."""
        return True

    def shown_page(self) -> tuple[Blocks, int, int]:
        """Return the page of the debrief that the wall shows, its number from 1, and how many there are."""
        pages = [page for part in self.debrief_parts() for page in pages_of(part)]
        number = min(self.debrief_page, len(pages) - 1)
        return pages[number], number + 1, len(pages)

    def page_after(self, what: str) -> int:
        """Return the page of the debrief, from 0, to which a button turns."""
        return self.shown_page()[1] - 1 + (1 if what == TURN else -1)

    def next_button(self, has_more: bool) -> str:
        """Return the button after a round: the next round, or the debrief after the last one."""
        return "next" if has_more else FINISH

    def confirmation(self, button: str) -> str:
        """Return what the teacher is asked before a button that loses answers; empty for others."""
        label, missing = self.say(f"control_{button}"), len(self.waiting())
        if button not in self.LOSES or self.is_over:
            return ""
        if missing:
            return self.say("control_sure", n=missing, label=label)
        return self.say("control_sure_now", label=label) if button in Activity.LOSES else ""

    def labeled_buttons(self) -> list[list[Any]]:
        """Return the teacher's buttons: key, label, whether it is what comes next, what is asked before it."""
        buttons = [[key, self.say(f"control_{key}"), False, self.confirmation(key)] for key in self.buttons()]
        for first in buttons[:1]:
            first[2] = self.is_next(str(first[0]))
        return buttons

    def is_next(self, what: str) -> bool:
        """Return True if the first button is what comes next: none that leaves out who has still to answer."""
        return what != BACK and not self.confirmation(what)

    def answer_bar(self, asked: Sequence[int] | None = None) -> Blocks:
        """Return the bar that says how many persons of those asked, or of all, have answered; strategies do not count.

        It names nobody: otherwise the next page, such as gifts of "A (computer)", would reveal who was missing.
        """
        persons = set(self.seats if asked is None else asked) - self.computers
        total, done = len(persons), len(persons.difference(self.waiting()))
        return {"answered": blocks.progress(done, total, self.say("answered", n=done, total=total))}


def message_of(kind: type[Activity], key: str) -> str:
    """Return the place of the words of an activity in the catalogs: its own, those of its base class, or of all."""
    names = [base.NAME for base in kind.__mro__ if issubclass(base, Activity)]
    keys = (f"live.{name}.{key}" for name in names if name)
    return next((each for each in keys if has_message(each)), f"live.{key}")


def read_options(kind: type[Activity], form: object) -> dict[str, str | int | float | bool]:
    """Return the values of an activity's options from a form; LiveError for a value or a name that it does not have."""
    given = form if isinstance(form, Mapping) else {}
    known = {option.name for option in kind.OPTIONS}
    for name in given:
        if name not in known:
            raise LiveError(say("live.bad_option", name=shortened(str(name)), value=shortened(str(given[name]))))
    return {option.name: option.read(given.get(option.name, option.value)) for option in kind.OPTIONS}
