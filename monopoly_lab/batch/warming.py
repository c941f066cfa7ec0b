"""The compiler at work while people read: one child process fills the cache of compiled rules.

`python -m monopoly_lab.batch.warming` is that process. Whoever compiles holds the lock of a file in the cache folder,
which the system takes back from a process that ends in any way; whoever needs compiled rules meanwhile waits for it
and loads what it has stored.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec

from monopoly_lab.batch.place import is_writable, user_cache

VARIABLE = "MONOPOLY_LAB_WARMING"  # off: no child process
TESTED = "PYTEST_CURRENT_TEST"  # what pytest leaves in the environment, also of processes that it starts
LOCK = "compiling"
PATIENCE = 300  # seconds, after which nobody waits any longer for another process
STEP = 0.2  # seconds between two looks at the lock
PARTS = 560  # about so many rules are translated; the rest of the time goes by while they are linked


def start_child() -> "subprocess.Popen[bytes] | None":
    """Start the process, where it is wanted and of use; None where it is not."""
    if not is_wanted():
        return None
    nowhere = subprocess.DEVNULL
    command = [sys.executable, "-m", "monopoly_lab.batch.warming"]
    with suppress(OSError):
        return subprocess.Popen(command, stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True)
    return None


def is_wanted() -> bool:
    """False when turned off, in a test, in a browser, on a single processor, without compiler or room to write."""
    if os.environ.get(VARIABLE) == "off" or TESTED in os.environ or "pytest" in sys.modules:
        return False
    if sys.platform == "emscripten" or processors() < 2 or find_spec("numba") is None:
        return False
    return is_writable()


def processors() -> int:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def ready(tell: Callable[[], object] | None = None, waits: Callable[[bool], object] = bool) -> None:
    """Load the compiled rules, or compile them; `tell` is called for each of about `PARTS` parts.

    While another process compiles them `waits` hears True again and again, and False when that is over.
    """
    from monopoly_lab.batch import libraries
    from monopoly_lab.batch.compiled_blocks import play_games

    if play_games.signatures:
        return
    libraries.tell = tell
    try:
        with alone(PATIENCE, waits):
            _play_one()
    finally:
        libraries.tell = None


def is_ready() -> bool:
    """True if compiled rules are in memory or in the cache; others can only be compiled."""
    from monopoly_lab.batch import cache
    from monopoly_lab.batch.compiled_blocks import play_games

    if play_games.signatures:
        return True
    place = cache.folder(cache.LOOPS)
    return place is not None and any(place.rglob(f"*{play_games.py_func.__name__}*.nbc"))


def _play_one() -> None:
    """One game of any edition: types are the same for all."""
    from monopoly_lab import rules
    from monopoly_lab.batch.block import Start
    from monopoly_lab.batch.blocks import play_block
    from monopoly_lab.editions import editions, load_edition
    from monopoly_lab.players import strategies, style_of

    t = load_edition(editions()[0]).tables()
    s = rules.empty(t, 2)
    rules.start(s, t, [])
    play_block(Start(t, s, tuple(style_of(strategies()[0]) * 2), 1, 1), 0, 0, 1, True)


@contextmanager
def alone(wait: float, waits: Callable[[bool], object] = bool) -> Iterator[bool]:
    """True inside if this process compiles alone; False if that is unknown, or another took longer than `wait`.

    `waits` is as for `ready`.
    """
    handle = _opened()
    until = time.monotonic() + wait
    mine = handle is not None and _is_taken(handle)
    waited = False
    while handle is not None and not mine and time.monotonic() < until:
        waited = True
        waits(True)
        time.sleep(STEP)
        mine = _is_taken(handle)
    if waited:
        waits(False)
    try:
        yield mine
    finally:
        if handle is not None:
            os.close(handle)  # the file stays: another process may have it open and wait


def _opened() -> int | None:
    """The file that is locked; None where there is no place for it."""
    try:
        place = user_cache()
        place.mkdir(parents=True, exist_ok=True)
        return os.open(place / LOCK, os.O_CREAT | os.O_RDWR)
    except (OSError, RuntimeError):
        return None


def _is_taken(handle: int) -> bool:
    """True if the lock was free, and is ours now until the file is closed or the process ends."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def main() -> int:
    """Fill the cache, unless another process is doing so."""
    with suppress(OSError, AttributeError):
        os.nice(5)
    with alone(0) as mine:
        if mine:
            _play_one()
    return 0


if __name__ == "__main__":
    sys.exit(main())
