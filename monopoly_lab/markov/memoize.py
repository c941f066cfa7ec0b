"""Remember results that take long to compute, for several threads; the oldest are dropped."""

from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

Found = TypeVar("Found")

MOST = 64  # chains


class RecentResults(Generic[Found]):
    """The last `MOST` things found, by what was asked."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._found: dict[Hashable, Found] = {}

    def get(self, asked: Hashable) -> Found | None:
        return self._found.get(asked)

    def put(self, asked: Hashable, found: Found) -> Found:
        """Return what is remembered from now on: of two that were found at a time, the first."""
        with self._lock:
            if asked not in self._found and len(self._found) >= MOST:
                del self._found[next(iter(self._found))]
            return self._found.setdefault(asked, found)

    def clear(self) -> None:
        with self._lock:
            self._found.clear()
