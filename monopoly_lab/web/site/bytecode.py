"""Compile the modules of wheels for the Python of a browser, so that a page starts sooner.

Pyodide's own Python does it, run by Node.js. Where there is no Node.js the wheels stay as they are, and each browser
compiles the modules it imports at each visit.
"""

import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from importlib.resources import as_file, files
from pathlib import Path

from monopoly_lab.common.errors import SiteError
from monopoly_lab.common.file_access import replace
from monopoly_lab.common.messages import say

PROGRAM = "bytecode.mjs"
OPEN = ("monopoly_lab-", "tqdm-")  # they keep their sources: to be read in a lesson; asked for by its license


def compiled(wheels: Mapping[str, bytes], runtime: Path, cache: Path) -> tuple[dict[str, bytes], str]:
    """Return the wheels with bytecode for the source of every module, and "".

    Without a Node.js that can do it, return them as they are, and a sentence that says so.

    Args:
        wheels: Content by file name.
        runtime: Folder with Pyodide's runtime and a `pyodide-lock.json`.
        cache: Folder in which compiled wheels are kept for the next site.
    """
    program = shutil.which("node")
    if program is None:
        return dict(wheels), say("site.without_node")
    kept = {name: cache / f"{_digest(content, runtime)}-{name}" for name, content in wheels.items()}
    new = {name: content for name, content in wheels.items() if not kept[name].is_file()}
    if new:
        try:
            made = _compile(program, new, runtime)
        except SiteError as problem:
            return dict(wheels), str(problem)
        for name, content in made.items():
            for old in cache.glob(f"*-{name}"):  # of an earlier version
                old.unlink()
            replace(kept[name], content)
    return {name: kept[name].read_bytes() for name in wheels}, ""


def _digest(content: bytes, runtime: Path) -> str:
    """Return a name for a wheel as this runtime and this program compile it."""
    program = files(__package__).joinpath(PROGRAM).read_bytes()
    python = (runtime / "python_stdlib.zip").read_bytes()
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in (content, program, python))).hexdigest()


def _compile(program: str, wheels: Mapping[str, bytes], runtime: Path) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder, as_file(files(__package__).joinpath(PROGRAM)) as script:
        for name, content in wheels.items():
            (Path(folder) / name).write_bytes(content)
        command = [program, str(script), str(runtime), folder, *OPEN]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", errors="replace")
        if done.returncode:
            last = (done.stderr.strip().splitlines() or [""])[-1]
            raise SiteError(say("site.not_compiled", program=program, problem=last))
        return {name: (Path(folder) / name).read_bytes() for name in wheels}
