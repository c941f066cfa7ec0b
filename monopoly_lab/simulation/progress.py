"""Progress of long work: a bar in a terminal or a notebook, work in steps, and the processors there are.

In a notebook the bar is removed when it is full, so that no stored output contains it. The environment variable
MONOPOLY_LAB_PROGRESS=off turns it off.
"""

import os
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from monopoly_lab.common import PROGRESS

DELAY = 1.0  # seconds before a bar is shown
NOISE = 1e-9  # rounding error of a sum of fractions of games
IN_BROWSER = sys.platform == "emscripten"

Done = TypeVar("Done")
Tell = Callable[[int], object]

_tell: ContextVar[Tell | None] = ContextVar("tell", default=None)


@contextmanager
def ticking(tell: Tell) -> Iterator[None]:
    """Call `tell`, inside the block, with how many more games have ended; 0 while something is waited for."""
    token = _tell.set(tell)
    try:
        yield
    finally:
        _tell.reset(token)


def tick(games: int = 1) -> None:
    """Report that so many more games have ended."""
    if tell := _tell.get():
        tell(games)


def run_to_end(steps: Generator[object, None, Done]) -> Done:
    """Return what work that is done in steps comes to, all steps taken at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            done: Done = end.value
            return done


def workers() -> int:
    """Return the processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Bar:
    """A bar that counts games and shows nothing."""

    games = 0

    def update(self, games: int) -> None:
        """Add finished games."""

    def step(self, games: float) -> None:
        """Move the bar ahead of `update` by a part of the games that it will add; 0 only redraws the bar."""

    def show_text(self, words: str) -> None:
        """Show a text beside the bar."""


class ShownBar(Bar):
    """A bar of tqdm, in a terminal or a notebook."""

    def __init__(self, total: int, words: str) -> None:
        from tqdm.auto import tqdm

        if IN_BROWSER:
            tqdm.monitor_interval = 0  # it is a thread, and a browser has none
        self._in_notebook = hasattr(tqdm, "status_printer") and _is_notebook(tqdm)
        # In a notebook the bar is shown here: what tqdm itself displays could not be removed later.
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

    def show_text(self, words: str) -> None:
        """Show a text before the bar."""
        self._bar.set_description(words)

    def close(self) -> None:
        """Remove the bar, in a notebook with its empty output."""
        self._bar.close()
        if self._handle is not None:
            self._handle.update({"text/plain": ""}, raw=True)


def _is_notebook(tqdm: Any) -> bool:
    return any(parent.__name__ == "tqdm_notebook" for parent in tqdm.__mro__)


@contextmanager
def bar(total: int, words: str, shown: bool, arms: int = 1) -> Iterator[Bar]:
    """Yield a bar for `total` games, each played in `arms` arms; games in this process also move it one by one."""
    if not shown or os.environ.get(PROGRESS) == "off":
        yield Bar()
        return
    found = ShownBar(total, words)
    try:
        with ticking(lambda games: found.step(games / arms)):
            yield found
    finally:
        found.close()
