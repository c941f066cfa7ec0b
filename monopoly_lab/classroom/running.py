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
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from monopoly_lab.classroom.noting import Note, noted
from monopoly_lab.reading import shortened

MEMORY = 4_000_000_000  # bytes of address space that what students wrote may take; numba alone maps more than one
MOST_BYTES = 1_000_000  # of what a run may note
KINDS = ("predict", "self_check")


class Run(NamedTuple):
    """What a run noted, and why it ended early: "" if it did not."""

    notes: list[Note]
    failure: str


def carried_out(runs: Sequence[Sequence[str]], folder: Path, seconds: float, limited: bool = False) -> list[Run]:
    """Run lists of cells, each in a namespace of its own; `limited` bounds memory, and hides the environment."""
    with tempfile.TemporaryDirectory() as own:
        target = Path(own) / "notes.jsonl"
        job = json.dumps({"runs": [list(cells) for cells in runs], "seconds": seconds, "limited": limited})
        command = [sys.executable, "-m", "monopoly_lab.classroom.running", str(target)]
        failure = "…"
        try:
            subprocess.run(
                command,
                input=job.encode(),
                cwd=own if limited else folder,
                env=_environment(own, limited),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=seconds * len(runs) + 30,
                check=False,
            )
        except subprocess.TimeoutExpired:
            failure = f"> {seconds:g} s"
        return _read(target, len(runs), failure)


def _environment(folder: str, limited: bool) -> dict[str, str]:
    given = dict(os.environ)
    if limited:
        kept = ("PATH", "PYTHONPATH", "MONOPOLY_LAB_CACHE", "SYSTEMROOT", "LANG", "VIRTUAL_ENV")
        given = {key: given[key] for key in kept if key in given} | {"HOME": folder, "TMPDIR": folder}
    return given | {"MONOPOLY_LAB_AUTOSAVE": "off", "MONOPOLY_LAB_PROGRESS": "off"}


def _read(target: Path, n: int, failure: str) -> list[Run]:
    """The notes of each run: whatever wrote the file, only numbers by name are taken from it."""
    found = []
    text = target.read_bytes()[:MOST_BYTES].decode("utf-8", "replace") if target.is_file() else ""
    for line in text.splitlines()[:n]:
        try:
            read = json.loads(line)
            notes = [Note(str(kind), str(name), float(x), bool(ok)) for kind, name, x, ok in read["notes"]]
            found.append(Run([each for each in notes if each.kind in KINDS], shortened(read["failure"], 200)))
        except (ValueError, TypeError, KeyError, RecursionError):
            found.append(Run([], failure))
    return found + [Run([], failure)] * (n - len(found))


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
