"""Cells run one after another in a process of its own, and what they found: for the key, and for `collect --run`.

This is no sandbox: what runs has the rights of whoever started it, within limits of time and memory.
"""

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from monopoly_lab.classroom.noting import Note, noted
from monopoly_lab.reading import shortened

MEMORY = 4_000_000_000  # bytes of address space that what students wrote may take; numba alone maps more than one
MOST_BYTES = 1_000_000  # of what a run may note
KINDS = ("predict", "self_check", "said")
PAUSE = 0.1  # seconds between two looks at how far the runs are


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
) -> list[Run]:
    """Run lists of cells, each in a namespace of its own, in as many processes as there are `jobs`.

    `limited` bounds memory, and hides the environment; `done` is told each run that is over, by number.
    """
    found: dict[int, Run] = {}
    jobs = max(1, min(jobs, len(runs)))
    with tempfile.TemporaryDirectory() as own, contextlib.ExitStack() as open_ones:
        place = own if limited else str(folder)
        begun = [
            Share(runs, range(n, len(runs), jobs), Path(own) / f"{n}.jsonl", seconds, limited) for n in range(jobs)
        ]
        for share in begun:
            share.begin(place)
            open_ones.callback(share.end)
        is_over = False
        while not is_over:
            is_over = all(share.is_over() for share in begun)
            for number, run in (each for share in begun for each in share.written()):
                if number not in found:
                    found[number] = run
                    done(number, run)
        failures = {number: share.failure for share in begun for number in share.numbers}
    return [found.get(number, Run([], failures[number])) for number in range(len(runs))]


class Share:
    """What one process runs: runs by number, the file of their notes, and why it ended before all were over."""

    def __init__(
        self, runs: Sequence[Sequence[str]], numbers: range, target: Path, seconds: float, limited: bool
    ) -> None:
        self.numbers, self.target, self.failure = numbers, target, "…"
        self._cells, self._seconds, self._limited = [list(runs[number]) for number in numbers], seconds, limited

    def begin(self, folder: str) -> None:
        """Start the process in a folder."""
        job = self.target.with_suffix(".json")
        given = {"runs": self._cells, "seconds": self._seconds, "limited": self._limited}
        job.write_text(json.dumps(given), encoding="utf-8")
        self._last = time.monotonic() + self._seconds * len(self._cells) + 30
        with job.open("rb") as file:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "monopoly_lab.classroom.running", str(self.target)],
                stdin=file,
                cwd=folder,
                env=_environment(str(self.target.parent), self._limited),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

    def is_over(self) -> bool:
        """True once the process has ended, also for having taken too long; waits a moment for it."""
        try:
            self._process.wait(PAUSE)
        except subprocess.TimeoutExpired:
            if time.monotonic() < self._last:
                return False
            self.failure = f"> {self._seconds:g} s"
            self.end()
        return True

    def end(self) -> None:
        """Stop the process, if it still runs."""
        self._process.kill()
        self._process.wait()

    def written(self) -> list[tuple[int, Run]]:
        """The runs that are over, by number: whatever wrote the file, only numbers by name are taken from it."""
        if not self.target.is_file():
            return []
        with self.target.open("rb") as file:
            *lines, _ = file.read(MOST_BYTES * len(self.numbers)).decode("utf-8", "replace").split("\n")
        return [(number, _read(line, self.failure)) for number, line in zip(self.numbers, lines)]


def _environment(folder: str, limited: bool) -> dict[str, str]:
    given = dict(os.environ)
    if limited:
        kept = ("PATH", "PYTHONPATH", "MONOPOLY_LAB_CACHE", "SYSTEMROOT", "LANG", "VIRTUAL_ENV")
        given = {key: given[key] for key in kept if key in given} | {"HOME": folder, "TMPDIR": folder}
    return given | {"MONOPOLY_LAB_AUTOSAVE": "off", "MONOPOLY_LAB_PROGRESS": "off"}


def _read(line: str, failure: str) -> Run:
    try:
        read = json.loads(line)
        notes = [Note(str(kind), str(name), float(x), bool(ok)) for kind, name, x, ok in read["notes"]]
        return Run([each for each in notes if each.kind in KINDS], shortened(read["failure"], 200))
    except (ValueError, TypeError, KeyError, RecursionError):
        return Run([], failure)


def _carry_out(cells: Sequence[str]) -> Run:
    names: dict[str, object] = {"__name__": "__main__", "display": lambda *shown, **given: None}
    failure = ""
    with noted() as notes:
        for number, cell in enumerate(cells, 1):
            try:
                exec(compile(cell, f"<cell {number}>", "exec"), names)
            except BaseException as error:  # whatever a cell may raise, the others' runs go on
                failure = f"{number}: {type(error).__name__}: {shortened(error, 120)}"
                break
    return Run(notes, failure)


def _limit(seconds: float) -> None:
    """Bound what the process may take, where the system knows such bounds."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 1))
        resource.setrlimit(resource.RLIMIT_FSIZE, (10 * MOST_BYTES, 10 * MOST_BYTES))


def main(target: str) -> None:
    """Read a job, carry it out, and write a line for each run."""
    job = json.load(sys.stdin)
    if job["limited"]:
        _limit(job["seconds"])
    with open(target, "w", encoding="utf-8") as file:
        for cells in job["runs"]:
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                run = _carry_out(cells)
            file.write(json.dumps({"notes": run.notes, "failure": run.failure}) + "\n")
            file.flush()


if __name__ == "__main__":
    main(sys.argv[1])
