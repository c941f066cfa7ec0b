"""What takes longer than a click: reckoned in slices on the kernel's own loop, its progress shown, and stoppable."""

import asyncio
import sys
import time
from collections.abc import Callable, Generator
from importlib import import_module
from typing import TYPE_CHECKING, TypeVar

from monopoly_lab.errors import MonopolyLabError
from monopoly_lab.messages import speaking
from monopoly_lab.widgets.markup import Words, asked, button

if TYPE_CHECKING:
    from monopoly_lab.chain import Chain
    from monopoly_lab.game.game import Game

SLICE = 0.03  # seconds of reckoning before the kernel is given back
TOLD = 0.25  # seconds between two reports
Done = TypeVar("Done")
Step = TypeVar("Step")


async def in_slices(steps: Generator[Step, None, Done], told: Callable[[Step], None]) -> Done:
    """What the steps come to; the kernel is given back on the way, and `told` hears of a step now and then."""
    last = time.monotonic()
    while True:
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
        await asyncio.sleep(0)


class Shares:
    """How often throws end on each space of a game's board in the long run, by the chain; `values` is None before."""

    def __init__(self, words: Words, changed: Callable[[], None], failed: Callable[[str], None]) -> None:
        self.values: list[float] | None = None
        self._words, self._changed, self._failed = words, changed, failed
        self._steps: tuple[int, int] = 0, 0
        self._task: asyncio.Task[None] | None = None

    @property
    def runs(self) -> bool:
        return self._task is not None and not self._task.done()

    def reckon(self, game: "Game") -> None:
        """At once; about a second."""
        from monopoly_lab.chain import Chain

        try:
            self._take(Chain(game, lang=self._words.lang), game)
        except MonopolyLabError as problem:
            self._failed(str(problem))

    def recall(self, game: "Game") -> None:
        """What is known already of this board, because another table or cell of the session has asked."""
        if self.values is not None or self.runs or "monopoly_lab.chain" not in sys.modules:
            return
        from monopoly_lab.chain import Chain

        try:
            next(Chain.in_steps(game, lang=self._words.lang))
        except StopIteration as known:  # there was nothing left to do
            self._take(known.value, game)
        except MonopolyLabError:  # who asks for it will hear
            pass

    def start(self, game: "Game") -> None:
        """On the kernel's loop; at once where there is none."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.reckon(game)
            return
        if not self.runs:
            self._steps = 0, 0
            self._task = loop.create_task(self._reckon(game))
            self._changed()

    def stop(self) -> None:
        """Leave off; nothing is known then."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self._changed()

    async def _reckon(self, game: "Game") -> None:
        try:
            with speaking(self._words.lang):
                await loaded("monopoly_lab.chain")
                from monopoly_lab.chain import Chain

                chain = await in_slices(Chain.in_steps(game, lang=self._words.lang), self._told)
                self._task = None
                self._take(chain, game)
        except MonopolyLabError as problem:
            self._task = None
            self._changed()
            self._failed(str(problem))

    def _told(self, step: tuple[int, int]) -> None:
        self._steps = step
        self._changed()

    def _take(self, chain: "Chain", game: "Game") -> None:
        found = chain.shares(merge_jail=True)
        self.values = [found.get(chain.square(q), 0.0) for q in range(game.tables.spaces)]
        self._changed()

    def markup(self, place: str = "side") -> str:
        """A button that asks for it, how far it has got with a button to stop it, or nothing once it is known.

        `place` tells the buttons of one part of the page from those of another.
        """
        words = self._words
        if self.values is not None:
            return ""
        if not self.runs:
            return button(words("ask_share"), "share", id=f"ml-share-{place}", title=words.say("ask_share_hint"))
        done, waiting = self._steps
        said = words("reckons", done=done, all=done + waiting)
        stop = button(words("stop"), "stop_share", id=f"ml-stop-share-{place}", title=words.say("stop_reckoning"))
        bar = f'<progress value="{done}" max="{max(done + waiting, 1)}" aria-label="{said}"></progress>'
        going = f'<div class="ml-row" data-steady="true">{bar}<span role="status">{said}</span>{stop}</div>'
        return asked(words("ask_share"), f"ml-share-{place}") + going


async def loaded(module: str) -> None:
    """Import a module with large libraries behind it, without keeping the kernel from anything else."""
    if sys.platform == "emscripten":  # no threads there
        import_module(module)
    else:
        await asyncio.get_running_loop().run_in_executor(None, import_module, module)
