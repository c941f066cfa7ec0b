"""What a browser needs to run the lessons, to the byte: names, versions and digests, in lock.toml."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

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
        return tuple(file for file in self.files if file.origin in origins)


@cache
def pinned() -> Lock:
    """The lock that comes with the package."""
    data = tomllib.loads(files(__package__).joinpath("lock.toml").read_text(encoding="utf-8"))
    runtime = [Pinned(file, digest, "runtime") for file, digest in data["runtime"].items()]
    wheels = [Pinned(row["file"], row["sha256"], row["from"], row["name"], row["version"]) for row in data["wheels"]]
    return Lock(data["pyodide"]["version"], data["pyodide"]["info"], (*runtime, *wheels))
