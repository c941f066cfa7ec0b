"""Sandbox for code of students (bubblewrap): no network, writing only to its own memory, no other processes in sight.

The code sees Python, this package and the system's programs, all read-only; no folder of the class, no home, no
environment. Linux only; `command` returns None if bubblewrap is missing or may not create the sandbox.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from monopoly_lab.simulation.compiled.local_cache import user_cache

PROGRAM = "bwrap"
SYSTEM = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/alternatives",
    "/etc/localtime",
)
HOME = "/tmp/home"  # of the sandbox alone, in its memory
MOST_WRITTEN = 200_000_000  # bytes of files in its memory
PROBE = 60.0  # seconds to try it
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


def command(hidden: Path) -> list[str] | None:
    """Return what to write before a command to run it in a sandbox that does not see the folder `hidden`; or None."""
    program = shutil.which(PROGRAM)
    if program is None or not sys.platform.startswith("linux"):
        return None
    made = [program, *_arguments(hidden.resolve())]
    try:
        tried = [*made, sys.executable, "-c", "import monopoly_lab.lessons.prediction"]
        done = subprocess.run(tried, capture_output=True, timeout=PROBE, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return made if done.returncode == 0 else None


def _arguments(hidden: Path) -> Iterator[str]:
    from monopoly_lab.lessons.copies import PACKAGE

    yield from ("--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv")
    environment = {"HOME": HOME, "TMPDIR": HOME, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    paths = dict.fromkeys([*_paths(), str(PACKAGE.parent)])  # of the last one, only the package is seen
    environment |= {"PYTHONPATH": os.pathsep.join(paths), "MONOPOLY_LAB_CACHE": str(_cache() or HOME)}
    environment |= {"MONOPOLY_LAB_AUTOSAVE": "off", "MONOPOLY_LAB_PROGRESS": "off", "PYTHONDONTWRITEBYTECODE": "1"}
    for name, value in (environment | dict.fromkeys(ONE_THREAD, "1")).items():
        yield from ("--setenv", name, value)
    for place in SYSTEM:
        if os.path.islink(place):
            yield from ("--symlink", os.readlink(place), place)
        else:
            yield from ("--ro-bind-try", place, place)
    yield from ("--proc", "/proc", "--dev", "/dev", "--size", str(MOST_WRITTEN), "--tmpfs", "/tmp")
    seen = list(_seen())
    for place in seen:
        yield from ("--ro-bind-try", place, place)
    if any(hidden.is_relative_to(place) for place in seen):
        yield from ("--tmpfs", str(hidden))
    yield from ("--dir", HOME, "--chdir", HOME)


def _seen() -> Iterator[str]:
    """Yield the folders of Python, its packages, this package, its scenarios and compiled code; nothing else."""
    from monopoly_lab.lessons.copies import PACKAGE, home

    found = [sys.prefix, sys.base_prefix, sys.exec_prefix, str(PACKAGE), str(home() / "scenarios"), *_paths()]
    cache = _cache()
    yield from dict.fromkeys([*found, *([str(cache)] if cache else [])])


def _paths() -> list[str]:
    """Return the folders of installed packages; that of a checkout is not one, which may hold anything."""
    names = ("site-packages", "dist-packages")
    return [path for path in sys.path if any(part in names for part in Path(path).parts) and os.path.isdir(path)]


def _cache() -> Path | None:
    try:
        place = user_cache()
    except (OSError, RuntimeError):
        return None
    return place if place.is_dir() else None


def taken(process: int) -> tuple[int, int]:
    """Return the bytes of memory and the number of processes of a process and all that came from it; 0, 0 elsewhere."""
    children: dict[int, list[int]] = {}
    pages: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            head, _, rest = path.read_text(encoding="utf-8", errors="replace").rpartition(")")
            parts, number = rest.split(), int(head.split()[0])
            children.setdefault(int(parts[1]), []).append(number)
            pages[number] = int(parts[21])
        except (OSError, ValueError, IndexError):  # one that has just ended
            continue
    found, waiting = set[int](), [process]
    while waiting:
        number = waiting.pop()
        if number not in found and number in pages:
            found.add(number)
            waiting += children.get(number, [])
    return sum(pages[number] for number in found) * _page(), len(found)


def _page() -> int:
    return os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0
