"""Background tasks: compute in slices on the kernel's event loop, with progress and a stop button."""

import asyncio
import sys
import time
from collections.abc import Callable, Generator
from importlib import import_module
from typing import TYPE_CHECKING, TypeVar

from monopoly_lab.common.errors import MonopolyLabError
from monopoly_lab.common.messages import speaking
from monopoly_lab.widgets.html_elements import Words, button, waiting_button

if TYPE_CHECKING:
    from monopoly_lab.game.game import Game
    from monopoly_lab.markov import Chain

SLICE = 0.03  # seconds of computing before the kernel is given back
TOLD = 0.25  # seconds between two reports
WAITED = 0.25  # of a slice of work: who waits longer shares the processor with somebody
LEAST_PAUSE, MOST_PAUSE = 0.01, 0.3  # seconds for the others then
Done = TypeVar("Done")
Step = TypeVar("Step")


class Yielding:
    """How long to leave the processor to others after a slice of work: longer each time one had to wait for it.

    Many kernels share the processors of a class: a game that plays itself does not slow down the clicks of others.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, own: Callable[[], float] = time.process_time
    ) -> None:
        """Start measuring: `clock` gives wall-clock time, `own` processor time of this program, both in seconds."""
        self._clock, self._own = clock, own
        self._began = clock(), own()
        self._pause = 0.0

    def begin(self) -> None:
        """Begin a slice of work."""
        self._began = self._clock(), self._own()

    def pause(self) -> float:
        """Return the seconds to wait after the slice; 0 if no other program wants the processor."""
        took, used = self._clock() - self._began[0], self._own() - self._began[1]
        if took - used > WAITED * took:
            self._pause = min(MOST_PAUSE, max(LEAST_PAUSE, 2 * self._pause))
        else:
            self._pause = 0.8 * self._pause if self._pause > LEAST_PAUSE else 0.0
        return self._pause


async def in_slices(steps: Generator[Step, None, Done], told: Callable[[Step], None]) -> Done:
    """Return what the steps come to; the kernel is given back on the way, and `told` hears of a step now and then."""
    last = time.monotonic()
    yielding = Yielding()
    while True:
        yielding.begin()
        until = time.monotonic() + SLICE
        try:
            while time.monotonic() < until:
                step = next(steps)
        except StopIteration as end:
            done: Done = end.value
            return done
        if time.monotonic() - last > TOLD:
            last = time.monotonic()
            told(step)
        await asyncio.sleep(yielding.pause())


class Shares:
    """How often throws end on each space of a game's board in the long run, by the chain; `values` is None before.

    It can be asked for, with its progress shown, or be computed by itself (`start_by_itself`), once and quietly.
    """

    def __init__(self, words: Words, changed: Callable[[], None], failed: Callable[[str], None]) -> None:
        self.values: list[float] | None = None
        self._words, self._changed, self._failed = words, changed, failed
        self._steps: tuple[int, int] = 0, 0
        self._task: asyncio.Task[None] | None = None
        self._was_started = False  # by itself; who stops it, or a board that has no chain, is not asked again

    @property
    def runs(self) -> bool:
        """Return True while the shares are being worked out."""
        return self._task is not None and not self._task.done()

    @property
    def is_coming(self) -> bool:
        """Return True if it is not known yet and nobody need ask: it is being computed, or will be by itself."""
        return self.values is None and (self.runs or not self._was_started) and _has_time()

    def forget(self) -> None:
        """Stop the task and delete its results, as the board may have changed."""
        self.stop()
        self.values, self._was_started = None, False

    def start_by_itself(self, game: "Game") -> None:
        """Start the task if it has not been tried; no message is shown if it cannot be done for this board."""
        if self.values is None and not self.runs and not self._was_started and _has_time():
            self._was_started = True
            self._begin(game, quiet=True)

    def compute(self, game: "Game") -> None:
        """Compute the values at once; takes about a second."""
        from monopoly_lab.markov import Chain

        try:
            self._take(Chain(game, lang=self._words.lang), game)
        except MonopolyLabError as problem:
            self._failed(str(problem))

    def recall(self, game: "Game") -> None:
        """Show what is known already of this board, because another table or cell of the session has asked."""
        if self.values is not None or self.runs or "monopoly_lab.markov" not in sys.modules:
            return
        from monopoly_lab.markov import Chain

        try:
            next(Chain.in_steps(game, lang=self._words.lang))
        except StopIteration as known:  # there was nothing left to do
            self._take(known.value, game)
        except MonopolyLabError:  # who asks for it will hear
            pass

    def start(self, game: "Game") -> None:
        """Start the task on the kernel's event loop; compute at once where there is none."""
        if running_loop() is None:
            self.compute(game)
        else:
            if not self.runs:
                self._begin(game)
            self._changed()

    def _begin(self, game: "Game", quiet: bool = False) -> None:
        self._steps = 0, 0
        self._task = asyncio.get_running_loop().create_task(self._compute(game, quiet))

    def stop(self) -> None:
        """Stop the task; its results are lost."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self._changed()

    async def _compute(self, game: "Game", quiet: bool) -> None:
        told: Callable[[tuple[int, int]], None] = (lambda _: None) if quiet else self._on_progress
        try:
            with speaking(self._words.lang):
                await load_module("monopoly_lab.markov")
                from monopoly_lab.markov import Chain

                chain = await in_slices(Chain.in_steps(game, lang=self._words.lang), told)
                self._task = None
                self._take(chain, game)
        except MonopolyLabError as problem:
            self._task = None
            self._changed()
            if not quiet:
                self._failed(str(problem))

    def _on_progress(self, step: tuple[int, int]) -> None:
        self._steps = step
        self._changed()

    def _take(self, chain: "Chain", game: "Game") -> None:
        found = chain.shares(merge_jail=True)
        self.values = [found.get(chain.square(q), 0.0) for q in range(game.tables.spaces)]
        self._changed()

    def markup(self, place: str = "side") -> str:
        """Return a button that asks for it, how far it has got with a button to stop it, or nothing once it is known.

        `place` tells the buttons of one part of the page from those of another.
        """
        words = self._words
        if self.values is not None:
            return ""
        if not self.runs:
            return button(words("ask_share"), "share", id=f"ml-share-{place}", title=words.say("ask_share_hint"))
        done, waiting = self._steps
        said = words("reckons", done=done, all=done + waiting) if done else words("reckons_first")
        stop = button(words("stop"), "stop_share", id=f"ml-stop-share-{place}", title=words.say("stop_reckoning"))
        bar = f'<progress value="{done}" max="{max(done + waiting, 1)}" aria-label="{said}"></progress>'
        going = f'<div class="ml-row" data-steady="true">{bar}<span role="status">{said}</span>{stop}</div>'
        return waiting_button(words("ask_share"), f"ml-share-{place}") + going


def running_loop() -> asyncio.AbstractEventLoop | None:
    """Return the event loop of a kernel, in which something can go on beside what the user does; None elsewhere."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _has_time() -> bool:
    """Return True where the chain takes a fraction of a second beside what the user does: not without threads."""
    return sys.platform != "emscripten" and running_loop() is not None


async def load_module(module: str) -> None:
    """Import a module that loads large libraries, in a thread, so that the kernel stays responsive."""
    if sys.platform == "emscripten":  # no threads there
        import_module(module)
    else:
        await asyncio.get_running_loop().run_in_executor(None, import_module, module)
