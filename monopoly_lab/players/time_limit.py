"""A time limit for the answers of a strategy: its thread is stopped, wherever in Python it is."""

import ctypes
import sys
import threading
import time
from collections.abc import Iterable
from types import TracebackType

from monopoly_lab.common.errors import ArgumentError, MonopolyLabError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.messages import format_number, say

LIMIT = 20.0  # seconds for one answer at a table; experiments have none unless they are given one
EVERY = 0.5


class NoAnswer(BaseException):
    """Raised inside a strategy that has taken too long; no error, so that no `except Exception` of its own holds it."""

    limit = LIMIT

    def __str__(self) -> str:
        return say("seat.no_answer", n=format_number(self.limit))


class Watch:
    """While it is open: `begin` before each answer, and the thread that opened it is stopped after `limit` seconds.

    Without a limit it stops nothing.
    CPython only, as `ctypes.pythonapi` is, and not in a browser, where there are no threads; a strategy that hangs in
    code of C is not reached.
    """

    def __init__(self, limit: float | None = LIMIT) -> None:
        self.limit = float("inf") if limit is None else limit
        self._thread = threading.get_ident()
        self._begun = time.monotonic()
        self._closed = threading.Event()
        self._stopped = False
        self._lock = threading.Lock()
        self._watcher = threading.Thread(target=self._look, daemon=True)

    def begin(self) -> None:
        """Start counting seconds."""
        self._begun = time.monotonic()

    @property
    def took(self) -> float:
        """Return the seconds since the answer was asked for."""
        return time.monotonic() - self._begun

    def __enter__(self) -> "Watch":
        self.begin()
        if sys.platform != "emscripten" and self.limit < float("inf"):
            self._watcher.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            self._closed.set()
            try:
                # What may still be on its way must not come later: it is called for, and comes here. To call it back
                # leaves CPython 3.11 listening for it, in which state an error raised by a profiler never arrives.
                while self._stopped:
                    self._raise(NoAnswer)
                    time.sleep(0)
            except NoAnswer:
                pass

    def _look(self) -> None:
        """Interrupt an answer that takes longer than the limit, and again after as long if it goes on."""
        raised = type("NoAnswer", (NoAnswer,), {"limit": self.limit})
        while not self._closed.wait(EVERY):
            with self._lock:
                if not self._closed.is_set() and self.took > self.limit:
                    self._stopped = True
                    self.begin()
                    self._raise(raised)

    def _raise(self, kind: type[BaseException]) -> None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(kind))


def checked_limit(limit: object) -> float | None:
    """Return the seconds allowed for an answer, None for no limit; ArgumentError for anything but a number above 0."""
    if limit is None:
        return None
    if isinstance(limit, bool) or not isinstance(limit, int | float) or not 0 < limit < float("inf"):
        raise ArgumentError(say("seat.bad_limit", value=quoted(limit)))
    return float(limit)


def prepare(seats: Iterable[object]) -> None:
    """Call `prepare` of each player that has it, so that slow work done once does not count as part of an answer."""
    for who in seats:
        getattr(who, "prepare", lambda: None)()


def named_problem(problem: BaseException) -> str:
    """Return what a user's function has raised: with its kind, unless the words are the kit's own."""
    return str(problem) if isinstance(problem, MonopolyLabError | NoAnswer) else f"{type(problem).__name__}: {problem}"
