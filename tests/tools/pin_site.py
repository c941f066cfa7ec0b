"""Write the lock of the site anew: python tests/tools/pin_site.py PYODIDE_LOCK WHEELS > monopoly_lab/web/site/lock.toml

PYODIDE_LOCK is the `pyodide-lock.json` of the official archive, WHEELS a folder with the wheels of PyPI that a
browser shall have (`pip download --no-deps --platform pyemscripten_2026_0_wasm32 ...`), the runtime's files beside
the lock. What the archive itself carries is taken from it by name.
"""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import tomli_w
from packaging.utils import parse_wheel_filename

from monopoly_lab.web.site.pinned_files import FROM_ARCHIVE, RUNTIME

HEAD = "# Files that the site is built from, with their sums; tests/tools/pin_site.py writes this file.\n"


def lock_of(archive: Path, wheels: Path) -> dict[str, Any]:
    """The content of lock.toml; the runtime's files stand beside the archive's lock."""
    official = json.loads(archive.read_text(encoding="utf-8"))
    version = json.loads((archive.parent / "package.json").read_text(encoding="utf-8"))["version"]
    rows = [_row(path.name, _digest(path), "pypi") for path in wheels.glob("*.whl")]
    for name in FROM_ARCHIVE:
        rows.append(_row(official["packages"][name]["file_name"], official["packages"][name]["sha256"], "pyodide"))
    return {
        "pyodide": {"version": version, "info": official["info"]},
        "runtime": {name: _digest(archive.parent / name) for name in RUNTIME},
        "wheels": sorted(rows, key=lambda row: row["file"].lower()),
    }


def _row(file: str, digest: str, origin: str) -> dict[str, str]:
    name, version, *_ = parse_wheel_filename(file)
    return {"name": str(name), "version": str(version), "file": file, "sha256": digest, "from": origin}


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.stdout.write(HEAD + tomli_w.dumps(lock_of(Path(sys.argv[1]), Path(sys.argv[2]))))
