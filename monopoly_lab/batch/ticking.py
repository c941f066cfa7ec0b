"""How far games are that are played right here, told as they end; games in other threads and processes tell nothing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Tell = Callable[[int], object]

_tell: ContextVar[Tell | None] = ContextVar("tell", default=None)


@contextmanager
def ticking(tell: Tell) -> Iterator[None]:
    """Inside, `tell` is given how many more games have ended; 0 while something is waited for."""
    token = _tell.set(tell)
    try:
        yield
    finally:
        _tell.reset(token)


def tick(games: int = 1) -> None:
    """So many more games have ended."""
    if tell := _tell.get():
        tell(games)
