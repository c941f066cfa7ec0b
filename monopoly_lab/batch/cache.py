"""Where compiled rules are kept between processes: one folder for each text of the rules.

numba looks only at the file of the function it compiles; a rule that changes in another
file would go unseen. So the folder is named after a digest of every source that is compiled
and of what else the machine code depends on, and a folder that is no longer used is removed.
"""

import hashlib
import pickle
import platform
import shutil
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import config as numba_config
from numba.core.caching import FunctionCache, IndexDataCacheFile

from monopoly_lab.batch.place import user_cache
from monopoly_lab.messages import say

config: Any = numba_config  # filled from the environment when numba is imported

PACKAGE = Path(__file__).parents[1]
# What `do` is compiled from, what `drive` is compiled from besides, and then the loops that call them.
RULES = (
    *("codes/*.py", "rules/*.py", "editions/options.py", "editions/tables.py"),
    *("batch/compiled.py", "batch/linking.py", "batch/libraries.py", "batch/lowering.py", "batch/passes.py"),
    *("batch/tally.py", "batch/cache.py"),
)
STRATEGIES = (*RULES, "players/*.py", "batch/calling.py")
LOOPS = (*STRATEGIES, "batch/*.py", "bench/*.py")
KEPT = 12  # folders, those used last: other checkouts and settings have theirs
KEPT_DAYS = 30
SEAL = 32  # bytes of a digest before the machine code


@cache
def digest(sources: tuple[str, ...]) -> str:
    """24 hexadecimal digits for the compiled sources, the versions and the settings of the compiler."""
    total = hashlib.sha256()
    for path in sorted({path for pattern in sources for path in PACKAGE.glob(pattern)}):
        total.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__, platform.machine())
    settings = (config.BOUNDSCHECK, config.OPT, config.DEBUG, config.DEBUGINFO_DEFAULT)
    total.update(repr((versions, settings, str(PACKAGE))).encode())
    return total.hexdigest()[:24]


@cache
def folder(sources: tuple[str, ...]) -> Path | None:
    """The folder for these sources as they are, marked as used now; None where nothing can be written."""
    try:
        place = user_cache() / "compiled" / digest(sources)
        place.mkdir(parents=True, exist_ok=True)
        (place / "used").touch()
        remove_stale(place)
    except (OSError, RuntimeError):  # no home, no room, no right to write
        tell_once()
        return None
    return place


@cache
def tell_once(key: str = "batch.cache_failed") -> None:
    """Say which folder does not keep compiled rules, or has damaged ones; the games go on, and compile them."""
    try:
        place = str(user_cache())
    except (OSError, RuntimeError):
        place = "?"
    warnings.warn(say(key, folder=place), RuntimeWarning, stacklevel=2)


class Sealed(IndexDataCacheFile):
    """numba's files of a function, which begin with a digest: machine code with a wrong bit would end the program."""

    def _save_data(self, name: str, data: Any) -> None:
        dumped = self._dump(data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(hashlib.sha256(dumped).digest() + dumped)

    def _load_data(self, name: str) -> Any:
        written = Path(self._data_path(name)).read_bytes()
        seal, dumped = written[:SEAL], written[SEAL:]
        if hashlib.sha256(dumped).digest() != seal:
            raise ValueError(name)
        return pickle.loads(dumped)


class Stored(FunctionCache):
    """numba's cache of a function; a file that is broken, or cannot be written, is as one that is not there."""

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        sealed = Sealed.__new__(Sealed)
        vars(sealed).update(vars(self._cache_file))
        self._cache_file = sealed

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # what an unreadable file raises depends on where it is broken
            tell_once("batch.cache_damaged")
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except Exception:
            tell_once()
            with suppress(OSError):
                self.flush()


def remove_stale(current: Path) -> None:
    """Remove the folders of other digests but the few used last, and those not used for a month."""
    others = sorted((used_at(place), place) for place in current.parent.iterdir() if place != current)
    oldest = time.time() - KEPT_DAYS * 86_400
    spared = len(others) - KEPT + 1
    for number, (used, place) in enumerate(others):
        if number < spared or used < oldest:
            shutil.rmtree(place, ignore_errors=True)


def used_at(place: Path) -> float:
    try:
        return (place / "used").stat().st_mtime
    except OSError:
        return 0.0


@contextmanager
def stored_here(sources: tuple[str, ...]) -> Iterator[bool]:
    """Functions decorated inside are stored in the folder; the value says whether they can be stored."""
    place = folder(sources)
    before = config.CACHE_DIR
    if place is not None:
        config.CACHE_DIR = str(place)
    try:
        yield place is not None
    finally:
        config.CACHE_DIR = before
