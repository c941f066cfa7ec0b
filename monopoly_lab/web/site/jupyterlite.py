"""Build the JupyterLite site: lessons in the browser, with Pyodide, its packages and the lessons inside it.

Also builds the package as a wheel for the browser, and stand-ins for packages that do not exist there.
How the site works without a network is in `_keep_offline` of `build.py`.
"""

import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from monopoly_lab import __version__
from monopoly_lab.common.errors import SiteError
from monopoly_lab.common.file_access import replace
from monopoly_lab.common.messages import VARIABLE, say
from monopoly_lab.lessons.working_copies import PACKAGE, delivered_files
from monopoly_lab.web.site.pinned_files import RUNTIME, Lock, cache_folder

LEFT_OUT = ("bench.py", "web")  # what a browser has no use for
STAMP = (1980, 1, 1, 0, 0, 0)  # the same files give the same wheel


def own_wheel() -> tuple[str, bytes]:
    """Return file name and content of the package's wheel, with the scenarios inside it, as if it were installed."""
    content = {f"monopoly_lab/{name}": path.read_bytes() for name, path in _modules().items()}
    for name, path in delivered_files().items():
        if name.startswith("scenarios/"):
            content[f"monopoly_lab/material/{name}"] = path.read_bytes()
    return wheel("monopoly-lab", __version__, content)


def stand_in(name: str, version: str) -> tuple[str, bytes]:
    """Return a wheel that says its version and nothing else, for a package that is only asked whether it is there."""
    return wheel(name, version, {f"{name}/__init__.py": f"__version__ = {version!r}\n".encode()})


def wheel(name: str, version: str, content: Mapping[str, bytes]) -> tuple[str, bytes]:
    """Return file name and bytes of a pure wheel with `content`; the order of files and their times are fixed.

    Nothing is compressed in it: the archives are.
    """
    stem = f"{name.replace('-', '_')}-{version}"
    about = {
        "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: monopoly-lab\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "RECORD": "",
    }
    whole = {**content, **{f"{stem}.dist-info/{part}": text.encode() for part, text in about.items()}}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path in sorted(whole):
            archive.writestr(zipfile.ZipInfo(path, STAMP), whole[path])
    return f"{stem}-py3-none-any.whl", buffer.getvalue()


def _modules() -> dict[str, Path]:
    """Return every file of the package that a browser needs, by its name inside it."""
    found = {}
    for path in sorted(PACKAGE.rglob("*")):
        parts = path.relative_to(PACKAGE).parts
        if path.is_file() and parts[0] not in LEFT_OUT and "__pycache__" not in parts and parts[0] != "material":
            found["/".join(parts)] = path
    return found


# The lessons in a page of the browser: a JupyterLite site with Pyodide, our wheels and the lessons inside it

NEEDS = ("jupyterlite_core", "jupyterlite_pyodide_kernel")
APPS = ("lab", "notebooks")
PYTHON = "static/pyodide"
START = "start.mjs"  # of Python in a page
# What the kernel would otherwise install by itself, one by one.
ALREADY_THERE = ("ipykernel", "comm", "pyodide-kernel", "jedi", "ipython", "piplite", "micropip")
KERNEL = "@jupyterlite/pyodide-kernel-extension"
EXTENSIONS = "share/jupyter/labextensions"
# What the pages need of the extensions of this environment; those of a server (nbgrader, Voila) would fail in a page.
NEEDED = (KERNEL, "@jupyter-widgets/jupyterlab-manager", "anywidget", "jupyterlab-plotly", "jupyterlab_pygments")
KERNEL_WHEELS = f"{EXTENSIONS}/{KERNEL}/static/pypi"
OTHERS_WIDGETS = "widgetsnbextension-3"  # for ipywidgets 7
NBFORMAT = "5.10.4"  # plotly shows a figure only where nbformat is at hand; its own needs have no wheel for a browser
# Parts of wheels that no page needs: JavaScript for another kind of page, types of other packages, tests.
UNNEEDED = {
    "plotly": re.compile(r"plotly/labextension/|/share/jupyter/labextensions/|/widgetbundle\.js$"),
    "jedi": re.compile(r"/third_party/(?:django-stubs|typeshed/stubs/(?!six/))"),  # it looks for some in the folder
    "networkx": re.compile(r"/tests/"),
    "ipywidgets": re.compile(r"/tests/"),
}


def build(
    work: Path, out: Path, found: Mapping[str, Path], lock: Lock, notebooks: Mapping[str, bytes], lang: str
) -> str:
    """Write the site into `out`; `work` is an empty folder for what is only needed meanwhile.

    Return why the modules of Python are not compiled, "" if they are.

    `notebooks`: name -> content of the files that students find. Raises SiteError if JupyterLite fails.
    """
    for name, content in notebooks.items():
        (work / "files" / name).parent.mkdir(parents=True, exist_ok=True)
        (work / "files" / name).write_bytes(content)
    _write(work / "jupyter-lite.json", _settings(lang))
    _write(work / "jupyter_lite_config.json", {"LiteBuildConfig": _config()})
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", str(work), "--output-dir", str(out)]
    done = subprocess.run([*command, "--contents", str(work / "files")], cwd=work, capture_output=True, text=True)
    if done.returncode:
        raise SiteError(say("site.lite_failed", problem="\n".join(done.stderr.strip().splitlines()[-5:])))
    return python(out / PYTHON, found, lock)


def _config() -> dict[str, Any]:
    """Return what JupyterLite puts into the site: two applications, and only the extensions that are needed."""
    places = [Path(sysconfig.get_path("data")) / EXTENSIONS / name for name in NEEDED]
    return {
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
        "apps": list(APPS),
        "ignore_sys_prefix": ["federated_extensions"],
        "federated_extensions": [str(place) for place in places if place.is_dir()],
    }


def _settings(lang: str) -> dict[str, Any]:
    """Return what the page is told: how Python starts, and that no other server is asked."""
    options: dict[str, Any] = {"packages": ALREADY_THERE}
    if lang:
        options["env"] = {VARIABLE: lang, "HOME": "/home/pyodide"}
    kernel = {"pyodideUrl": f"./{PYTHON}/{START}", "disablePyPIFallback": True, "loadPyodideOptions": options}
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "monopoly_lab",
            "exposeAppInBrowser": True,  # tests run cells by it
            "disabledExtensions": [],
            "enableServiceWorkerCache": "true",  # for the next visit, also without a network
            "litePluginSettings": {f"{KERNEL}:kernel": kernel},
        },
    }


def python(folder: Path, found: Mapping[str, Path], lock: Lock) -> str:
    """Fill the folder of the runtime: its files, the packages in two archives, and the program that unpacks them.

    Return why modules are not compiled, "" if they are.
    """
    folder.mkdir(parents=True)
    for name in RUNTIME:
        shutil.copy(found[name], folder / name)
    _write(folder / "pyodide-lock.json", {"info": lock.info, "packages": {}})
    (folder / START).write_bytes(files(__package__).joinpath(START).read_bytes())
    wheels = {file.file: found[file.file].read_bytes() for file in lock.files if file.origin != "runtime"}
    wheels |= {path.name: path.read_bytes() for path in _kernel_wheels()}
    wheels |= dict([own_wheel(), stand_in("nbformat", NBFORMAT)])
    wheels = {name: _trimmed_wheel(name, content) for name, content in wheels.items()}
    kept = cache_folder() / "compiled"
    wheels, problem = compiled(wheels, folder, kept)
    own = {name: wheels.pop(name) for name in list(wheels) if name.startswith(OWN)}
    for name, content in (("libraries.bin", wheels), ("monopoly_lab.bin", own)):
        (folder / name).write_bytes(_kept_archive(name, content, kept))
    return problem


def _kept_archive(name: str, wheels: Mapping[str, bytes], cache: Path) -> bytes:
    """Return the archive of some wheels; it is kept for the next site."""
    mark = hashlib.sha256("".join(hashlib.sha256(content).hexdigest() for content in wheels.values()).encode())
    kept = cache / f"{mark.hexdigest()}-{name}"
    if not kept.is_file():
        for old in cache.glob(f"*-{name}"):
            old.unlink()
        replace(kept, archive(wheels.values()))
    return kept.read_bytes()


def archive(wheels: Iterable[bytes]) -> bytes:
    """Return the files of wheels as the program `START` reads them: names and sizes first, then all contents."""
    names: list[tuple[str, int]] = []
    contents: list[bytes] = []
    for wheel in wheels:
        with zipfile.ZipFile(io.BytesIO(wheel)) as opened:
            for item in opened.infolist():
                if not item.is_dir() and ".data/" not in item.filename:  # that is for other folders than modules
                    names.append((item.filename, item.file_size))
                    contents.append(opened.read(item))
    listed = json.dumps(names).encode()
    return zlib.compress(b"".join([len(listed).to_bytes(4, "little"), listed, *contents]))


def _kernel_wheels() -> Iterable[Path]:
    """Return the wheels that the kernel's extension brings along."""
    folder = Path(sysconfig.get_path("data")) / KERNEL_WHEELS
    return sorted(path for path in folder.glob("*.whl") if not path.name.startswith(OTHERS_WIDGETS))


def _trimmed_wheel(name: str, content: bytes) -> bytes:
    """Return a wheel without what no page needs."""
    unneeded = UNNEEDED.get(name.partition("-")[0])
    if unneeded is None:
        return content
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(buffer, "w") as new:
        for item in old.infolist():
            if not unneeded.search(item.filename):
                new.writestr(item, old.read(item), zipfile.ZIP_STORED)
    return buffer.getvalue()


def _write(path: Path, data: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, indent=1), encoding="utf-8")


# Compile the modules of wheels for the Python of a browser, so that a page starts sooner. Pyodide's own Python does it,
# run by Node.js. Where there is no Node.js the wheels stay as they are, and each browser compiles the modules it
# imports at each visit.

PROGRAM = "bytecode.mjs"
OWN = "monopoly_lab-"
OPEN = (OWN, "tqdm-")  # they keep their sources: to be read in a lesson; asked for by its license


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
