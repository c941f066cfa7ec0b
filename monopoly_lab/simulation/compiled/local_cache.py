"""Cache of rules compiled on this machine, for developers who change rules."""

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from monopoly_lab.simulation.compiled import digest

VARIABLE = "MONOPOLY_LAB_CACHE"  # environment variable: another folder for the cache
KEPT = 8  # number of files kept, those used most recently
SEAL = 32  # bytes of the SHA-256 digest before the machine code; damaged code would crash the process


def user_cache() -> Path:
    """Return the folder for cached files of this user.

    Raises RuntimeError or OSError if the user has none.
    """
    if base := os.environ.get(VARIABLE):
        return Path(base)
    from platformdirs import user_cache_path

    return user_cache_path("monopoly_lab", appauthor=False)


def kept_object(tell: Callable[[], object], compiled: Callable[[], bytes] | None = None) -> Any:
    """Return the current rules as a `LoadedObject`, from the cache or compiled now.

    `tell` is called before compiling, which takes about 25 seconds; `compiled` compiles, if given.
    """
    from monopoly_lab.simulation.compiled.entry_points import LoadedObject, compile_here, this_compiler

    name = hashlib.sha256(f"{digest.of_rules()} {this_compiler()}".encode()).hexdigest()[:24]
    content = read_cached(name)
    if content is None:
        tell()
        content = compiled() if compiled else compile_here()
        write(name, content)
    return LoadedObject(content)


def read_cached(name: str) -> bytes | None:
    """Return the object file cached under `name`; None if it is missing or damaged."""
    with suppress(OSError, RuntimeError):
        path = user_cache() / "compiled" / f"{name}.o"
        seal, content = (whole := path.read_bytes())[:SEAL], whole[SEAL:]
        if hashlib.sha256(content).digest() == seal:
            with suppress(OSError):  # a folder that can only be read, as in a sandbox
                os.utime(path)
            return content
    return None


def write(name: str, content: bytes) -> None:
    """Cache an object file and remove the least recently used ones; do nothing if the folder cannot be written."""
    with suppress(OSError, RuntimeError):
        folder = user_cache() / "compiled"
        folder.mkdir(parents=True, exist_ok=True)
        part = folder / f"{name}.{os.getpid()}"
        part.write_bytes(hashlib.sha256(content).digest() + content)
        part.replace(folder / f"{name}.o")
        for old in sorted(folder.glob("*.o"), key=lambda path: path.stat().st_mtime)[:-KEPT]:
            old.unlink()
