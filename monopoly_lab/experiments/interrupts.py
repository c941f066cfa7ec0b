"""An interrupt ends the playing and leaves what is done; where nothing is done, or the second time, the cell stops."""

import sys
import time

SOON = 2.0  # seconds within which a second interrupt is meant to stop everything, where there are no cells
_last: list[tuple[object, float]] = []  # cell and time of the last one that was taken


def take(interrupt: KeyboardInterrupt, games: int) -> None:
    """Let the result of so many games stand; the interrupt is raised on where there are none, or it is a second one."""
    cell, now = _cell(), time.monotonic()
    again = any(cell == before if cell is not None else now - when < SOON for before, when in _last)
    _last[:] = [(cell, now)]
    if again or not games or _came_twice(interrupt):
        raise interrupt


def _came_twice(interrupt: BaseException) -> bool:
    """True for one that came while an earlier one was already ending the work."""
    earlier = interrupt.__context__
    while earlier is not None and not isinstance(earlier, KeyboardInterrupt):
        earlier = earlier.__context__
    return earlier is not None


def _cell() -> object:
    """What tells the cells of a notebook apart; None elsewhere."""
    found = sys.modules.get("IPython")
    shell = found.get_ipython() if found is not None else None
    return None if shell is None else shell.execution_count
