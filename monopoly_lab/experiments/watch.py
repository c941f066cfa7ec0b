"""A strategy that does not answer is stopped: its thread is told so, wherever in Python it is."""

import ctypes
import threading
import time
from types import TracebackType

LIMIT = 20.0  # seconds for one answer
EVERY = 0.5


class NoAnswer(BaseException):
    """Raised inside a strategy that has taken too long; no error, so that no `except Exception` of its own holds it."""


class Watch:
    """While it is open: `begin` before each answer, and the thread that opened it is stopped after `limit` seconds."""

    def __init__(self, limit: float = LIMIT) -> None:
        self.limit = limit
        self._thread = threading.get_ident()
        self._begun = time.monotonic()
        self._closed = threading.Event()
        self._watcher = threading.Thread(target=self._look, daemon=True)

    def begin(self) -> None:
        self._begun = time.monotonic()

    def __enter__(self) -> "Watch":
        self.begin()
        self._watcher.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closed.set()

    def _look(self) -> None:
        """CPython only, as `ctypes.pythonapi` is; a strategy that hangs in code of C is not reached."""
        while not self._closed.wait(EVERY):
            if time.monotonic() - self._begun > self.limit:
                thread = ctypes.c_ulong(self._thread)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(NoAnswer))
                return
