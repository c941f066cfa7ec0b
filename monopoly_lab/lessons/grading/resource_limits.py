"""Limit time, memory and processes of code that students wrote, and measure what it takes.

The system holds each process to its limits (`limit_resources`). `cell_runner` also looks twice a second at a run with
all that it has started (`resources_used`), and ends it once it takes too much or too long.
"""

import contextlib
import os
from pathlib import Path

MEMORY = 4_000_000_000  # bytes of address space of one process, and of memory of a run with all that it has started
SECONDS_A_SUBMISSION = 60.0  # for one submission that is run
SECONDS_A_KEY = 300.0  # for the teacher's notebook, run with the seed of one student
MOST_BYTES = 1_000_000  # of what a run may note
MOST_PROCESSES = 64  # of a run with all that it has started
MOST_THREADS = 512  # of the user who runs it, all programs together: the system counts no other way


def limit_resources(seconds: float) -> None:
    """Limit time and memory of this process, where the system has such limits; `seconds` of processor time."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 1))
        resource.setrlimit(resource.RLIMIT_NPROC, (MOST_THREADS, MOST_THREADS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (10 * MOST_BYTES, 10 * MOST_BYTES))


def resources_used(process: int) -> tuple[int, int]:
    """Return the bytes of memory and the number of processes of a process and its descendants; (0, 0) without /proc."""
    children: dict[int, list[int]] = {}
    pages: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            head, _, rest = path.read_text(encoding="utf-8", errors="replace").rpartition(")")
            parts, number = rest.split(), int(head.split()[0])
            children.setdefault(int(parts[1]), []).append(number)
            pages[number] = int(parts[21])
        except (OSError, ValueError, IndexError):  # a process that has just ended
            continue
    found, waiting = set[int](), [process]
    while waiting:
        number = waiting.pop()
        if number not in found and number in pages:
            found.add(number)
            waiting += children.get(number, [])
    return sum(pages[number] for number in found) * _page(), len(found)


def _page() -> int:
    """Return the bytes of a page of memory; 0 where the system does not say."""
    return os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0
