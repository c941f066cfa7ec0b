"""Play automatically: chance and strategies answer, at once or in the kernel's event loop.

The buttons that start and stop it are in `player_panel.py`.
"""

import asyncio
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from monopoly_lab.common.errors import ArgumentError, MonopolyLabError, StrategyError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.messages import say, speaking
from monopoly_lab.game.game import Game
from monopoly_lab.game.reports import Story
from monopoly_lab.notation.nodes import Decision
from monopoly_lab.players import CompiledStrategy
from monopoly_lab.players.time_limit import LIMIT, NoAnswer, Watch, prepare
from monopoly_lab.widgets import recent_events
from monopoly_lab.widgets.background_tasks import SLICE, Yielding, running_loop

FAR = ("step", "turn", "round", "to_the_end", "person")
SPEEDS = {"fast": 0.0, "medium": 0.35, "slow": 1.5}  # seconds between two answers, at least
LETTER, LONGEST = 0.055, 3.0  # seconds to read a letter of what has happened, and the longest pause for it
TURNED = 1.0  # seconds more for a card, until it has come and is turned
REDRAW = 0.25  # seconds between two pictures of a fast play; more where others need the processor
LONG = 1.0  # seconds for one answer, after which an interrupt does not wait for its end


class Autoplay:
    """Plays the game that `game` names, shows it now and then, and hands the reason to `ended` when it stops.

    A function at a seat has `limit` seconds for an answer; until then an interrupt of the kernel ends it.
    """

    def __init__(
        self, game: Callable[[], Game], lang: str, show: Callable[[], None], ended: Callable[[str], None]
    ) -> None:
        self.speed = "fast"
        self.limit: float | None = LIMIT
        self._how_far = "step"  # was asked for last
        self._game, self._lang, self._show, self._ended = game, lang, show, ended
        self._task: asyncio.Task[None] | None = None

    @property
    def runs(self) -> bool:
        """Return True while strategies play by themselves."""
        return self._task is not None and not self._task.done()

    @property
    def skips(self) -> bool:
        """Return True if what it plays, or has played last, is not to be seen moving: fast, and more than a step."""
        return self.speed == "fast" and self._how_far != "step"

    def held_by(self) -> str:
        """Return a sentence that names who must decide before play goes on; empty if no person has to."""
        node = self._game().node
        if not isinstance(node, Decision) or self._game().seats[node.player] is not None:
            return ""
        return say("table.held_by", self._lang, player=node.player)

    def at_once(self, how_far: str) -> Story:
        """Play as far as is asked for; a person is waited for."""
        game, reached = self._game(), self._goal(how_far)
        self._how_far = how_far
        prepare(game.seats.values())
        with Watch(self.limit) as watch:
            before = game.answered
            told = _step(game, self._lang, watch)
            while game.answered != before and not reached():
                before = game.answered
                _step(game, self._lang, watch)
        return told if how_far == "step" else Story([game.waiting(self._lang)])

    def start(self, how_far: str) -> bool:
        """Play in the kernel's own loop; False where there is none."""
        if (loop := running_loop()) is None:
            return False
        if not self.runs:
            self._how_far = how_far
            self._task = loop.create_task(self._go_on(how_far))
        return True

    def stop(self) -> bool:
        """Stop playing; return False if nothing was played."""
        if self._task is None:
            return False
        self._task.cancel()
        self._task = None
        return True

    def _goal(self, how_far: str) -> Callable[[], bool]:
        """Return True once the game has got as far as was asked for just now."""
        if how_far not in FAR:
            raise ArgumentError(
                say("table.unknown_far", self._lang, value=quoted(how_far, self._lang), known=", ".join(FAR))
            )
        game = self._game()
        turn, round_ = game.turn, game.round
        goals: dict[str, Callable[[], bool]] = {
            "step": lambda: True,
            "turn": lambda: game.turn != turn,
            "round": lambda: game.round != round_,
            "to_the_end": lambda: False,
            "person": lambda: game.node is not None and game.seats[game.node.player] is None,
        }
        return lambda: game.over or goals[how_far]()

    async def _go_on(self, how_far: str) -> None:
        """Play answer after answer; the kernel is given back after each slice, pictures come now and then.

        Where other programs need the processor, too, they get more of it than this one.
        """
        reached, yielding, pause = self._goal(how_far), Yielding(), 0.0
        drawn, problem, before = 0.0, "", self._game().answered
        try:
            with speaking(self._lang):
                if any(map(_is_own, self._game().seats.values())):  # who may not answer: that it plays is seen before
                    self._show()
                    await asyncio.sleep(0)
                    prepare(self._game().seats.values())
                yielding.begin()
                while self._slice(reached):
                    if SPEEDS[self.speed] or time.monotonic() - drawn > REDRAW + 3 * pause:
                        self._show()
                        drawn = time.monotonic()
                    pause = yielding.pause()
                    await asyncio.sleep(max(pause, self._pause()))
                    yielding.begin()
        except MonopolyLabError as refused:
            problem = str(refused)
        except KeyboardInterrupt:
            pass
        if not problem and self._game().answered == before:
            problem = self.held_by()
        self._task = None
        self._ended(problem)

    def _pause(self) -> float:
        """Return the seconds to wait before the next answer; on slow, enough time to read what the last one did."""
        least = SPEEDS[self.speed]
        if self.speed != "slow":
            return least
        game = self._game()
        drew = recent_events.card(game)
        letters = len(recent_events.last_answer_told(game, self._lang, recent_events.ROOM[True])) + len(
            game.sentence(drew, self._lang) if drew else ""
        )
        return min(max(least, LETTER * letters), LONGEST) + (TURNED if drew else 0)

    def _slice(self, reached: Callable[[], bool]) -> bool:
        """Play one answer, or as many as fit into a slice of time; return False when there is nothing more to do."""
        game = self._game()
        until = time.monotonic() + (0 if SPEEDS[self.speed] else SLICE)
        with Watch(self.limit) as watch, _handling_interrupts(watch):
            while True:
                before = game.answered
                _step(game, self._lang, watch)
                if game.answered == before or reached():
                    return False
                if time.monotonic() >= until:
                    return True


def _is_own(who: object) -> bool:
    return callable(who) or isinstance(who, CompiledStrategy)


def _step(game: Game, lang: str, watch: Watch) -> Story:
    """Play one answer; StrategyError if a strategy does not answer in time."""
    watch.begin()
    try:
        return game.step(lang)
    except NoAnswer as late:
        raise StrategyError(str(late)) from late


@contextmanager
def _handling_interrupts(watch: Watch) -> Iterator[None]:
    """Handle interrupts while no cell runs, when a kernel ignores them, if an answer has taken longer than `LONG`.

    Rules that are being carried out are never cut short; they take no such time.
    """
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        yield
        return

    def on_interrupt(*_: object) -> None:
        if watch.took > LONG:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
