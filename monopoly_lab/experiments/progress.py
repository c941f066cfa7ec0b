"""A bar with the rate and the time left, for what takes more than a moment; it leaves nothing behind.

In a notebook the bar is taken away when it is full, so that it is in no stored output. The environment
variable MONOPOLY_LAB_PROGRESS=off shows none at all.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from monopoly_lab.batch.ticking import ticking
from monopoly_lab.batch.warming import PARTS, is_ready, ready
from monopoly_lab.messages import say

VARIABLE = "MONOPOLY_LAB_PROGRESS"
DELAY = 1.0  # seconds before a bar is shown
NOISE = 1e-9  # of a sum of parts of games
IN_BROWSER = sys.platform == "emscripten"
_told: list[str] = []  # what is said once


class Bar:
    """Counts games; shows nothing."""

    games = 0

    def update(self, games: int) -> None:
        """So many more games are done."""

    def step(self, games: float) -> None:
        """About so many more are done of those that `update` will count; 0 while they are waited for."""

    def tell(self, words: str) -> None:
        """What is done now."""


class ShownBar(Bar):
    """A bar of tqdm, in a terminal or a notebook."""

    def __init__(self, total: int, words: str) -> None:
        from tqdm.auto import tqdm

        if IN_BROWSER:
            tqdm.monitor_interval = 0  # a thread, which a browser has not
        self._in_notebook = hasattr(tqdm, "status_printer") and _is_notebook(tqdm)
        # In a notebook the bar is shown here: tqdm's own display, delayed or not, could not be taken back.
        more: dict[str, Any] = {"display": False} if self._in_notebook else {"delay": DELAY}
        self._bar: Any = tqdm(total=total, desc=words, unit="", leave=False, dynamic_ncols=True, **more)
        self._handle: Any = None
        self.games = 0
        self._ahead = 0.0  # of the games that `update` has not counted yet
        self._moved = 0

    def update(self, games: int) -> None:
        self.games += games
        self._move(games - self._moved)
        self._ahead, self._moved = 0.0, 0

    def step(self, games: float) -> None:
        self._ahead += games
        whole = int(self._ahead + NOISE) - self._moved
        self._moved += whole
        self._move(whole)

    def _move(self, games: int) -> None:
        if games:
            self._bar.update(games)
        elif self._handle is not None or not self._in_notebook:
            self._bar.refresh()
        if self._in_notebook and self._handle is None and self._bar.format_dict["elapsed"] > DELAY:
            from IPython.display import display

            self._handle = display(self._bar.container, display_id=True)

    def tell(self, words: str) -> None:
        self._bar.set_description(words)

    def close(self) -> None:
        self._bar.close()
        if self._handle is not None:
            self._handle.update({"text/plain": ""}, raw=True)


def _is_notebook(tqdm: Any) -> bool:
    return any(parent.__name__ == "tqdm_notebook" for parent in tqdm.__mro__)


@contextmanager
def bar(total: int, words: str, shown: bool, arms: int = 1) -> Iterator[Bar]:
    """A bar for so many games, each played in so many arms; it moves with every game that is played right here."""
    if not shown or os.environ.get(VARIABLE) == "off":
        yield Bar()
        return
    found, begun = ShownBar(total, words), time.monotonic()
    try:
        with ticking(lambda games: found.step(games / arms)):
            yield found
    finally:
        found.close()
        if IN_BROWSER and not _told:
            _tell_pace(found.games, time.monotonic() - begun)


def _tell_pace(games: int, seconds: float) -> None:
    """Say once how fast games are where nothing can be compiled."""
    if seconds > DELAY:
        _told.append(say("experiment.in_browser", pace=max(1, round(games / seconds))))
        print(_told[-1], file=sys.stderr)


def compile_rules(words: str, shown: bool) -> None:
    """Compile the rules where that has not been done yet, with a bar that says so."""
    if not is_ready():
        with bar(PARTS, words, shown) as found:

            def waits(on: bool) -> None:
                found.tell(say("experiment.compiled_elsewhere") if on else words)
                found.step(0)

            ready(lambda: found.update(int(found.games < PARTS - 1)), waits)  # not full before all is done
