"""Run the cells of a notebook in a separate process: for the key, and for `collect --run`.

This alone is no sandbox: the code has the rights of the user who starts it. Code of students runs in the sandbox of
`sandbox`, within limits: the system holds each process to its own (`limit_resources`), and a run with all that it has
started is looked at twice a second and ended once it takes too much or too long (`resources_used`). A number that it
notes counts as the student's own, as if it had been typed.
"""

import contextlib
import io
import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from monopoly_lab.common import PROGRESS
from monopoly_lab.common.file_access import shortened
from monopoly_lab.common.messages import format_number, say
from monopoly_lab.lessons.prediction import Note, collect_notes

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
    known, waiting = set[int](), [process]
    while waiting:
        number = waiting.pop()
        if number not in known and number in pages:
            known.add(number)
            waiting += children.get(number, [])
    return sum(pages[number] for number in known) * _page(), len(known)


def _page() -> int:
    """Return the bytes of a page of memory; 0 where the system does not say."""
    return os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0


KINDS = ("predict", "self_check", "said")
LOOK = 0.5  # seconds between two looks at what a run takes
PAUSE = 0.1  # seconds between two looks at how far the runs are
STARTING = 30.0  # seconds that a process may take besides those of its runs


class Run(NamedTuple):
    """What a run noted, and why it ended early: "" if it did not."""

    notes: list[Note]
    failure: str


def carried_out(
    runs: Sequence[Sequence[str]],
    folder: Path,
    seconds: float,
    limited: bool = False,
    jobs: int = 1,
    done: Callable[[int, Run], None] = lambda number, run: None,
    before: Sequence[str] = (),
) -> list[Run]:
    """Run lists of cells, each in a namespace of its own, in at most so many processes at a time as there are `jobs`.

    `limited` gives each run a process of its own with bounds, and hides the environment; `before` is what to write
    before the command, as that of a sandbox; `done` is told each run that is over, by number.
    """
    found: dict[int, Run] = {}
    jobs = max(1, min(jobs, len(runs)))
    parts = [range(n, n + 1) for n in range(len(runs))] if limited else [range(n, len(runs), jobs) for n in range(jobs)]
    with tempfile.TemporaryDirectory() as own, contextlib.ExitStack() as open_ones:
        waiting = [Share(runs, part, Path(own), seconds, limited, before) for part in parts]
        begun, active = list[Share](), list[Share]()
        while waiting or active:
            while waiting and len(active) < jobs:
                share = waiting.pop(0)
                share.begin(own if limited else str(folder))
                open_ones.callback(share.end)
                begun.append(share)
                active.append(share)
            over = [share for share in active if share.is_over()]
            for share in active:
                for number, run in share.finished_runs():
                    if number not in found:
                        found[number] = run
                        done(number, run)
                if share in over:
                    for number in share.numbers:
                        if number not in found:
                            found[number] = Run([], share.failure)
                            done(number, found[number])
            active = [share for share in active if share not in over]
    return [found[number] for number in range(len(runs))]


class Share:
    """What one process runs: runs by number, the file of their notes, and why it ended before all were over."""

    def __init__(
        self,
        runs: Sequence[Sequence[str]],
        numbers: range,
        folder: Path,
        seconds: float,
        limited: bool,
        before: Sequence[str],
    ) -> None:
        self.numbers, self.failure, self.target = numbers, say("class.run_died"), folder / f"{numbers.start}.jsonl"
        self._cells, self._seconds, self._limited = [list(runs[number]) for number in numbers], seconds, limited
        self._before, self._looked = list(before), 0.0

    def begin(self, folder: str) -> None:
        """Start the process in a folder; it writes what it notes into a file that it is only given opened."""
        job = self.target.with_suffix(".json")
        given = {"runs": self._cells, "seconds": self._seconds, "limited": self._limited}
        job.write_text(json.dumps(given), encoding="utf-8")
        self._last = time.monotonic() + self._seconds * len(self._cells) + STARTING
        program = [sys.executable, "-m", "monopoly_lab.lessons.grading.cell_runner"]
        with job.open("rb") as file, self.target.open("wb") as target:
            self._process = subprocess.Popen(
                [*self._before, *program],
                stdin=file,
                cwd=folder,
                env=_environment(folder, self._limited),
                stdout=target,
                stderr=subprocess.DEVNULL,
                start_new_session=self._limited,
            )

    def is_over(self) -> bool:
        """Return True once the process has ended, also for having taken too long or too much; wait a moment for it."""
        try:
            self._process.wait(PAUSE)
        except subprocess.TimeoutExpired:
            if time.monotonic() >= self._last:
                self.failure = say("class.run_late", seconds=format_number(self._seconds))
            elif self._takes_too_much():
                self.failure = say("class.run_too_much", n=MOST_PROCESSES, memory=MEMORY // 10**9)
            else:
                return False
        self.end()
        return True

    def _takes_too_much(self) -> bool:
        """Return True for more memory or processes than a run may have with all it has started; seen twice a second."""
        if not self._limited or time.monotonic() < self._looked + LOOK:
            return False
        self._looked = time.monotonic()
        memory, processes = resources_used(self._process.pid)
        return memory > MEMORY or processes > MOST_PROCESSES

    def end(self) -> None:
        """Stop the process, and of a limited one all that it has started."""
        if self._limited and hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()

    def finished_runs(self) -> list[tuple[int, Run]]:
        """Return the runs that are over, by number: whatever wrote the file, only numbers by name are taken from it."""
        if not self.target.is_file():
            return []
        with self.target.open("rb") as file:
            *lines, _ = file.read(MOST_BYTES * len(self.numbers)).decode("utf-8", "replace").split("\n")
        return [(number, _read(line, self.failure)) for number, line in zip(self.numbers, lines)]


def _environment(folder: str, limited: bool) -> dict[str, str]:
    environment = dict(os.environ)
    if limited:
        own_variables = ("MONOPOLY_LAB_CACHE", "MONOPOLY_LAB_COMPILED")
        kept = ("PATH", "PYTHONPATH", *own_variables, "SYSTEMROOT", "LANG", "VIRTUAL_ENV")
        environment = {key: environment[key] for key in kept if key in environment} | {"HOME": folder, "TMPDIR": folder}
    return environment | {"MONOPOLY_LAB_AUTOSAVE": "off", PROGRESS: "off"}


def _read(line: str, failure: str) -> Run:
    try:
        read = json.loads(line)
        notes = [Note(str(kind), str(name), float(x), bool(ok)) for kind, name, x, ok in read["notes"]]
        notes = [each for each in notes if each.kind in KINDS and math.isfinite(each.value)]
        return Run(notes, shortened(str(read["failure"]), 200))
    except (ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return Run([], failure)


def _carry_out(cells: Sequence[str]) -> Run:
    names: dict[str, object] = {"__name__": "__main__", "display": lambda *shown, **given: None}
    failure = ""
    with collect_notes() as notes:
        for number, cell in enumerate(cells, 1):
            try:
                exec(compile(cell, f"<cell {number}>", "exec"), names)
            except BaseException as error:  # whatever a cell may raise, the others' runs go on
                reason = f"{number}: {type(error).__name__}: {shortened(error, 120)}"
                failure = say("class.run_failed", reason=reason)
                break
    return Run(notes, failure)


def main() -> None:
    """Read a job, carry it out, and write a line for each run to where standard output was; cells print nowhere."""
    job = json.load(sys.stdin)
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as file:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        if job["limited"]:
            limit_resources(job["seconds"])
        for cells in job["runs"]:
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                run = _carry_out(cells)
            file.write(json.dumps({"notes": run.notes, "failure": run.failure}) + "\n")
            file.flush()
            if job["limited"]:
                os._exit(0)  # whatever the cells have left to be done at the end


if __name__ == "__main__":
    main()
