"""Sandbox for code of students (bubblewrap): no network, no view of other processes, files only in memory.

The code sees Python, this package and the system's programs, all read-only; no folder of the class, no home, no
environment. Linux only; `command` returns None if bubblewrap is missing or may not create the sandbox. Limits of time
and memory are in `cell_runner`.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from monopoly_lab.common import PROGRESS
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
HOME = "/tmp/home"  # inside the sandbox, in memory
MOST_WRITTEN = 200_000_000  # bytes of the files there
PROBE = 60.0  # seconds in which the sandbox has to start
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


def command(hidden: Path) -> list[str] | None:
    """Return the arguments that run a command in a sandbox, to be put before it; None if no sandbox can be created.

    The command does not see the folder `hidden`.
    """
    program = shutil.which(PROGRAM)
    if program is None or not sys.platform.startswith("linux"):
        return None
    prefix = [program, *_arguments(hidden.resolve())]
    try:
        probe = [*prefix, sys.executable, "-c", "import monopoly_lab.lessons.prediction"]
        completed = subprocess.run(probe, capture_output=True, timeout=PROBE, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return prefix if completed.returncode == 0 else None


def _arguments(hidden: Path) -> Iterator[str]:
    """Yield the arguments of bubblewrap, without the command to run."""
    from monopoly_lab.lessons.working_copies import PACKAGE

    yield from ("--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv")
    environment = {"HOME": HOME, "TMPDIR": HOME, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    paths = dict.fromkeys([*_paths(), str(PACKAGE.parent)])  # of the last folder, only this package is visible
    environment |= {"PYTHONPATH": os.pathsep.join(paths), "MONOPOLY_LAB_CACHE": str(_cache() or HOME)}
    environment |= {"MONOPOLY_LAB_AUTOSAVE": "off", PROGRESS: "off", "PYTHONDONTWRITEBYTECODE": "1"}
    for name, value in (environment | dict.fromkeys(ONE_THREAD, "1")).items():
        yield from ("--setenv", name, value)
    for path in SYSTEM:
        if os.path.islink(path):
            yield from ("--symlink", os.readlink(path), path)
        else:
            yield from ("--ro-bind-try", path, path)
    yield from ("--proc", "/proc", "--dev", "/dev", "--size", str(MOST_WRITTEN), "--tmpfs", "/tmp")
    visible = list(_visible_folders())
    for folder in visible:
        yield from ("--ro-bind-try", folder, folder)
    if any(hidden.is_relative_to(folder) for folder in visible):
        yield from ("--tmpfs", str(hidden))
    yield from ("--dir", HOME, "--chdir", HOME)


def _visible_folders() -> Iterator[str]:
    """Yield the folders of Python, its packages, this package, its scenarios and compiled code; nothing else."""
    from monopoly_lab.lessons.working_copies import PACKAGE, home

    found = [sys.prefix, sys.base_prefix, sys.exec_prefix, str(PACKAGE), str(home() / "scenarios"), *_paths()]
    cache = _cache()
    yield from dict.fromkeys([*found, *([str(cache)] if cache else [])])


def _paths() -> list[str]:
    """Return the folders of installed packages, without the folder of a checkout, which may contain anything."""
    names = ("site-packages", "dist-packages")
    return [path for path in sys.path if any(part in names for part in Path(path).parts) and os.path.isdir(path)]


def _cache() -> Path | None:
    """Return the folder of compiled code; None if there is none."""
    try:
        folder = user_cache()
    except (OSError, RuntimeError):
        return None
    return folder if folder.is_dir() else None
