"""Rules compiled on this machine, kept for the next time: for developers who change rules."""

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from monopoly_lab.simulation.compiled import digest

VARIABLE = "MONOPOLY_LAB_CACHE"  # names another folder
KEPT = 8  # files, those used last
SEAL = 32  # bytes of a digest before the machine code: with a wrong bit in it the program would end


def user_cache() -> Path:
    """Return the folder of this user for files that can be made again.

    Raises RuntimeError or OSError where a user has none.
    """
    if base := os.environ.get(VARIABLE):
        return Path(base)
    from platformdirs import user_cache_path

    return user_cache_path("monopoly_lab", appauthor=False)


def kept_object(tell: Callable[[], object]) -> Any:
    """Return the rules as they are now, from the cache or compiled now, with `address(name)` of each entry point.

    `tell` is called before they are compiled.
    """
    from monopoly_lab.simulation.compiled.entry_points import LoadedObject, compile_here, this_compiler

    name = hashlib.sha256(f"{digest.of_rules()} {this_compiler()}".encode()).hexdigest()[:24]
    content = read(name)
    if content is None:
        tell()
        content = compile_here()
        write(name, content)
    return LoadedObject(content)


def read(name: str) -> bytes | None:
    """Return a kept object; None for one that is not there or not whole."""
    with suppress(OSError, RuntimeError):
        path = user_cache() / "compiled" / f"{name}.o"
        seal, content = (whole := path.read_bytes())[:SEAL], whole[SEAL:]
        if hashlib.sha256(content).digest() == seal:
            os.utime(path)
            return content
    return None


def write(name: str, content: bytes) -> None:
    """Keep an object, remove those used longest ago; where nothing can be written, do nothing."""
    with suppress(OSError, RuntimeError):
        folder = user_cache() / "compiled"
        folder.mkdir(parents=True, exist_ok=True)
        part = folder / f"{name}.{os.getpid()}"
        part.write_bytes(hashlib.sha256(content).digest() + content)
        part.replace(folder / f"{name}.o")
        for old in sorted(folder.glob("*.o"), key=lambda path: path.stat().st_mtime)[:-KEPT]:
            old.unlink()
