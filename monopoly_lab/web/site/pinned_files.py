"""Pin the files that a browser needs by their digest, and gather them from a folder or PyPI.

Only files of PyPI are downloaded, by pip, which refuses another digest. The runtime and the packages that only
Pyodide's archive has are read from the unpacked archive once, and kept in the user's cache for the next site.
"""

import hashlib
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from monopoly_lab.common.errors import SiteError
from monopoly_lab.common.file_access import replace
from monopoly_lab.common.messages import say

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
FROM_ARCHIVE = ("numpy", "pandas")  # compiled for the browser in Pyodide's own archive only


@dataclass(frozen=True)
class Pinned:
    """One file: its name, its SHA-256, and where it comes from: "runtime", "pyodide" (the archive) or "pypi"."""

    file: str
    sha256: str
    origin: str
    name: str = ""
    version: str = ""


@dataclass(frozen=True)
class Lock:
    """All files of the site's Python, and the version and ABI of Pyodide they are for."""

    version: str
    info: dict[str, Any]
    files: tuple[Pinned, ...]

    def of(self, *origins: str) -> tuple[Pinned, ...]:
        """Return the files of some origins."""
        return tuple(file for file in self.files if file.origin in origins)


@cache
def shipped_lock() -> Lock:
    """Return the lock that comes with the package."""
    data = tomllib.loads(files(__package__).joinpath("lock.toml").read_text(encoding="utf-8"))
    runtime = [Pinned(file, digest, "runtime") for file, digest in data["runtime"].items()]
    wheels = [Pinned(row["file"], row["sha256"], row["from"], row["name"], row["version"]) for row in data["wheels"]]
    return Lock(data["pyodide"]["version"], data["pyodide"]["info"], (*runtime, *wheels))


# The files of the lock, from a folder, from what was gathered before, or from PyPI; each checked to the byte

PLATFORM = "pyemscripten_{abi}_wasm32"
SHOWN = 6  # names of missing files in a message


def cache_folder() -> Path:
    """Return where gathered files are kept from one site to the next."""
    return user_cache_path("monopoly_lab") / "site"


def gather(lock: Lock, folder: Path | None, cache: Path) -> dict[str, Path]:
    """Return the path of every file of the lock, by file name.

    Looks into `folder` (Pyodide's archive unpacked, or wheels beside it), then into `cache`, then asks PyPI.
    Raises SiteError, with nothing taken, for a folder that is none, for a file with another digest (named, with both
    digests), and for what is nowhere to be had, with how to get it.
    """
    if folder is not None and not folder.is_dir():
        raise SiteError(say("site.no_folder", path=folder))
    if folder is not None and not any(
        (place / file.file).is_file() for place in _unpacked_folders(folder) for file in lock.files
    ):
        raise SiteError(say("site.nothing_there", path=folder) + " " + say("site.archive", version=lock.version))
    found: dict[str, Path] = {}
    damaged: list[str] = []
    for file in lock.files:
        for place in (*_unpacked_folders(folder), cache):
            path = place / file.file
            if not path.is_file():
                continue
            if digest(path) == file.sha256:
                found[file.file] = path
                break
            if place != cache:
                damaged.append(say("site.damaged", path=path, wanted=file.sha256[:12], found=digest(path)[:12]))
    if damaged:
        raise SiteError("\n".join((*damaged, say("site.archive", version=lock.version))))
    missing = [file for file in lock.files if file.file not in found]
    _fetch([file for file in missing if file.origin == "pypi"], lock, cache)
    _say_missing([file for file in missing if file.origin != "pypi"], lock)
    for file in lock.files:
        kept = cache / file.file
        if file.file in found and found[file.file] != kept:
            replace(kept, found[file.file].read_bytes())
        found[file.file] = kept
    return found


def _unpacked_folders(folder: Path | None) -> tuple[Path, ...]:
    """Return where files may lie in an archive that has been unpacked."""
    return () if folder is None else (folder, folder / "pyodide")


def digest(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _say_missing(missing: Iterable[Pinned], lock: Lock) -> None:
    names = [file.file for file in missing]
    if names:
        shown = ", ".join(names[:SHOWN]) + (" ..." if len(names) > SHOWN else "")
        raise SiteError(say("site.missing", names=shown) + " " + say("site.archive", version=lock.version))


def _fetch(missing: list[Pinned], lock: Lock, cache: Path) -> None:
    """Have pip put the wheels into the cache; it looks at their digests itself."""
    if not missing:
        return
    with tempfile.TemporaryDirectory() as name:
        wanted, into = Path(name) / "wanted.txt", Path(name) / "wheels"
        lines = (f"{file.name}=={file.version} --hash=sha256:{file.sha256}\n" for file in missing)
        wanted.write_text("".join(lines), encoding="utf-8")
        python = lock.info["python"].rpartition(".")[0]
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--require-hashes", "-r", str(wanted)]
        command += ["-d", str(into), "--only-binary=:all:", "--implementation", "cp", "--python-version", python]
        command += ["--abi", f"cp{python.replace('.', '')}", "--abi", "none", "--platform", "any"]
        command += ["--platform", PLATFORM.format(abi=lock.info["abi_version"])]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            last = (done.stderr.strip().splitlines() or [""])[-1]
            raise SiteError(say("site.not_fetched", n=len(missing), problem=last))
        for file in missing:
            replace(cache / file.file, (into / file.file).read_bytes())
