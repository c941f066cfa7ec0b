"""Clock of a timed game: counts the minutes down and calls time; the rules themselves use no clock."""

import asyncio
import time
from collections.abc import Callable

from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.messages import format_number, say, speaking
from monopoly_lab.constants import option_value
from monopoly_lab.game.game import Game
from monopoly_lab.widgets.background_tasks import running_loop
from monopoly_lab.widgets.html_elements import Words, button

MINUTES = 60  # that a clock has until others are set
MOST_MINUTES = 24 * 60
CALL = "call time"


class Clock:
    """Seconds that are left; `on_end` is called when none are, in the kernel's loop where there is one."""

    def __init__(self, on_end: Callable[[], None]) -> None:
        self._on_end = on_end
        self._left = 60.0 * MINUTES
        self._since: float | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.is_set = False  # somebody has set or started it
        self._called = False

    @property
    def runs(self) -> bool:
        """Return True while the clock runs."""
        return self._since is not None

    @property
    def seconds_left(self) -> float:
        """Return the time that is left, in seconds, not below 0."""
        return max(self._left - (0 if self._since is None else time.monotonic() - self._since), 0.0)

    @property
    def is_due(self) -> bool:
        """Return True from the end of the time until it has been called."""
        return self.is_set and self.seconds_left == 0 and not self._called

    def set_minutes(self, minutes: float) -> None:
        """Set the clock to `minutes`, stopped; ArgumentError for a number that is not above 0, or too large."""
        if not 0 < minutes <= MOST_MINUTES:
            raise ArgumentError(say("table.clock_minutes", value=format_number(minutes), most=MOST_MINUTES))
        self.set_seconds(60 * minutes)

    def set_seconds(self, seconds: float) -> None:
        """Set the clock to `seconds`, stopped, as an earlier table has left it."""
        self.pause()
        self._left, self.is_set, self._called = float(seconds), True, False

    def start(self) -> None:
        """Start the clock from the time that is left."""
        if self.runs or self.seconds_left == 0:
            return
        self.is_set, self._since = True, time.monotonic()
        loop = running_loop()  # without one the table looks after each answer
        self._timer = loop.call_later(self.seconds_left, self._ring) if loop else None

    def _ring(self) -> None:
        """End the time: a loop may wake a little early, and nobody would wake it again."""
        self._left, self._since, self._timer = 0.0, None, None
        self._on_end()

    def pause(self) -> None:
        """Pause the clock; the time that is left stays."""
        self._left, self._since = self.seconds_left, None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def note_end(self) -> None:
        """Note that time has been called: it is not called again, even after undoing, until the clock is set again."""
        self.pause()
        self._called = True


def is_timed(game: Game) -> bool:
    """Return True for a game with a time limit."""
    return bool(game.tables.o_mode == option_value.MODE_TIMED)


def check_timed(game: Game) -> None:
    """Raise ArgumentError for a game without a time limit."""
    if not is_timed(game):
        raise ArgumentError(say("table.clock_untimed"))


def call_if_due(clock: Clock, game: Game, lang: str) -> None:
    """Call time where it is due and the rules allow it."""
    is_last = not game.over and not game.undone
    if clock.is_due and is_last and game.why_not(CALL, lang) is None:
        game.apply(CALL, lang)
        clock.note_end()


def clock_html(game: Game, clock: Clock, words: Words) -> list[str]:
    """Return the time that is left, with its buttons; nothing for a game without a time limit, or that is over."""
    if not is_timed(game) or game.over:
        return []
    left = round(clock.seconds_left)
    if clock.is_due:
        return [f'<span class="ml-clock" role="status">{words("clock_waits")}</span>']
    said = f'<b aria-label="{words("clock")}">{left // 60}:{left % 60:02}</b>'
    if clock.runs:
        act = button(words("clock_pause"), "clock", "pause", id="ml-clock")
        return [
            f'<span class="ml-clock" role="timer" data-left="{clock.seconds_left:.1f}"'
            f' data-runs="true">{said}{act}</span>'
        ]
    act = button(words("clock_start"), "clock", "start", id="ml-clock") if clock.seconds_left else ""
    field = (
        f'<label>{words("clock_set")} <input id="ml-minutes" type="number" min="1" max="{MOST_MINUTES}" '
        f'value="{max(round(left / 60), 1)}" data-change="minutes"></label>'
    )
    return [f'<span class="ml-clock" role="timer">{said}{act}{field}</span>']


class ClockMethods:
    """The methods of a `Table` about the clock of a timed game."""

    lang: str
    game: Game
    _clock: Clock

    @property
    def seconds_left(self) -> float:
        """Return the seconds left on the clock of a timed game."""
        return self._clock.seconds_left

    def set_clock(self, minutes: float) -> None:
        """Stop the clock and set its time.

        Args:
            minutes: Minutes to play.

        Raises:
            ArgumentError: For an invalid time, or a game that is not timed.
        """
        self._set_clock(minutes)
        self._clock_changed()

    def _set_clock(self, minutes: float) -> None:
        with speaking(self.lang):
            check_timed(self.game)
            self._clock.set_minutes(minutes)

    def start_clock(self) -> None:
        """Start the clock.

        Raises:
            ArgumentError: For a game that is not timed.
        """
        with speaking(self.lang):
            check_timed(self.game)
        self._clock.start()
        self._clock_changed()

    def pause_clock(self) -> None:
        """Pause the clock until it is started again.

        Raises:
            ArgumentError: For a game that is not timed.
        """
        with speaking(self.lang):
            check_timed(self.game)
        self._clock.pause()
        self._clock_changed()

    def _clock_changed(self) -> None:
        """Show the clock and save its time; the table says how."""
        raise NotImplementedError
