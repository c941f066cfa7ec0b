"""The notebooks and scenarios that come with the program, copies of them to work in, and JupyterLab on one of them.

A copy remembers the digest of each file it was given, so a later copy can tell a file that
is as it was delivered, and bring it up to date, from one that somebody has worked on.
"""

import hashlib
import json
import logging
import os
import secrets
import sys
import warnings
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from inspect import isawaitable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from monopoly_lab.common.errors import FolderError, ServeError
from monopoly_lab.common.file_access import all_or_none, first_of_many, replace, visible_names
from monopoly_lab.common.messages import say

PACKAGE = Path(__file__).parents[1]
PARTS = ("notebooks", "scenarios")
RECORD = ".monopoly-lab.json"
KERNEL = {"display_name": f"Python {sys.version_info[0]} (ipykernel)", "language": "python", "name": "python3"}
LANGUAGE = {  # as the kernel of this Python tells it
    "codemirror_mode": {"name": "ipython", "version": sys.version_info[0]},
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": f"ipython{sys.version_info[0]}",
    "version": sys.version.split()[0],
}
MOST_PORT = 65535
FIRST = "notebooks/01_play_a_scenario.ipynb"


@dataclass
class Copied:
    """What a copy did, file by file; names are relative to the folder, with forward slashes."""

    folder: Path
    new: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)  # edited by somebody, and so left as they are


def home() -> Path:
    """Return the folder that holds the delivered notebooks and scenarios: a part of the wheel, or the checkout."""
    return PACKAGE.parent if in_checkout() else PACKAGE / "material"


def in_checkout() -> bool:
    """Return True if the lessons are beside the package, as in a checkout, and not inside it."""
    return not (PACKAGE / "material").is_dir()


def delivered_files() -> dict[str, Path]:
    """Return every delivered file by its name relative to the working folder."""
    return {path.relative_to(home()).as_posix(): path for part in PARTS for path in _files(home() / part)}


def copy_into(folder: Path) -> Copied:
    """Put the delivered files into `folder`, made if need be; an edited file is never overwritten.

    A file is edited if it is neither what was delivered now nor what the last copy put there.
    Raises FolderError, with nothing changed, if the folder or its record cannot be used, or it holds other things only.
    """
    recorded = _read_record(folder)
    _look(folder)
    copied = Copied(folder)
    with all_or_none(folder / name for name in (*delivered_files(), RECORD)):
        for name, source in delivered_files().items():
            getattr(copied, _verdict(folder / name, _digest(source), recorded.get(name))).append(name)
            if name not in copied.kept:
                recorded[name] = _digest(source)
            if name in copied.new or name in copied.updated:
                replace(folder / name, at_home(source))
        replace(folder / RECORD, json.dumps(recorded, indent=1, sort_keys=True).encode() + b"\n")
    return copied


def _look(folder: Path) -> None:
    """Check a folder for copies; FolderError if it holds only other things: no earlier copy, nothing delivered."""
    found = visible_names(folder)
    if found and not any((folder / name).exists() for name in (RECORD, *delivered_files())):
        raise FolderError(say("cli.foreign_folder", path=folder, n=len(found), names=first_of_many(found)))


def at_home(source: Path) -> bytes:
    """Return what a delivered file is in a copy: a notebook has the mark of this Python, so that it opens unchanged."""
    content = source.read_bytes()
    if source.suffix == ".ipynb":
        with suppress(ValueError, TypeError, KeyError):
            notebook = json.loads(content)
            mark(notebook)
            content = json.dumps(notebook, indent=1, ensure_ascii=False).encode() + b"\n"
    return content


def mark(notebook: dict[str, Any]) -> None:
    """Write into a notebook what Jupyter writes when it opens it with this Python, and so calls it changed.

    A notebook of another language, or for a kernel of another name, is left as it is. KeyError without metadata.
    """
    metadata = notebook["metadata"]
    if metadata.get("kernelspec", KERNEL).get("name") == KERNEL["name"]:
        metadata |= {"kernelspec": dict(KERNEL), "language_info": dict(LANGUAGE)}


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files for readers: neither hidden ones nor Python's own."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.is_file() and path.suffix not in (".py", ".pyc") and not any(part.startswith(".") for part in parts):
            yield path


def _verdict(target: Path, digest: str, recorded: str | None) -> str:
    """Return which list of Copied the file belongs to."""
    if not target.exists():
        return "new"
    present = _digest(target)
    if present == digest:
        return "same"
    return "updated" if present == recorded else "kept"


def _read_record(folder: Path) -> dict[str, str]:
    """Return the digests of what the last copy put there, by file name; empty for a folder without a copy."""
    for path in (folder, *(folder / part for part in PARTS)):
        if path.exists() and not path.is_dir():
            raise FolderError(say("cli.not_a_folder", path=path))
    if in_checkout() and folder.resolve() == home().resolve():
        raise FolderError(say("cli.own_folder", path=folder))
    record = folder / RECORD
    if not record.exists():
        return {}
    try:
        return {str(name): str(digest) for name, digest in json.loads(record.read_text(encoding="utf-8")).items()}
    except (ValueError, AttributeError):
        raise FolderError(say("cli.record_broken", path=record)) from None


def _digest(path: Path) -> str:
    """Return the SHA-256 of a file; of a notebook without its metadata, which Jupyter rewrites on opening."""
    content = path.read_bytes()
    if path.suffix == ".ipynb":
        with suppress(ValueError, AttributeError):
            notebook = json.loads(content)
            notebook.pop("metadata", None)
            content = json.dumps(notebook, sort_keys=True).encode()
    return hashlib.sha256(content).hexdigest()


# Start JupyterLab on a notebook, for `monopoly-lab start`: one server, stopped with Ctrl+C

SETTINGS = Path(__file__).with_name("jupyter")  # labconfig/ there turns off questions about news and builds


def check_port(port: int | None) -> None:
    """Raise ServeError for a number that is no port; None leaves the choice to the server."""
    if port is not None and not 0 < port <= MOST_PORT:
        raise ServeError(say("serve.bad_port", value=port))


def check_start(folder: Path, notebook: str, port: int | None) -> None:
    """Check what `start` is given before anything is copied.

    Raises FolderError for a notebook that is neither delivered nor in the folder, ServeError as `check_port`.
    """
    check_port(port)
    delivered = [name for name in delivered_files() if name.endswith(".ipynb")]
    if not {Path(name).as_posix() for name in _names_of(notebook)} & set(delivered):
        find(folder.resolve(), notebook, delivered)


def start(folder: Path, notebook: str, browser: bool = True, port: int | None = None) -> None:
    """Serve `folder`, print the notebook's address, open it in the browser if wanted; returns when stopped.

    Raises FolderError if the folder has no such notebook.
    """
    root = folder.resolve()
    path = find(root, notebook)
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(
        part for part in (str(SETTINGS), os.environ.get("JUPYTER_CONFIG_PATH")) if part
    )
    os.chdir(root)  # where extensions look for their settings; nbgrader refuses any other place
    logging.disable(logging.WARNING)  # what others warn of is nothing to a reader of lessons
    from jupyterlab.labapp import LabApp

    token = os.environ.pop("JUPYTER_TOKEN", "") or secrets.token_hex(24)
    with warnings.catch_warnings(record=True):
        server = LabApp.initialize_server(argv=_arguments(root, path, token, browser, port))
    server.contents_manager.get = with_own_changes(server.contents_manager.get)
    address = f"{server.connection_url}lab/tree/{quote(path.relative_to(root).as_posix())}?token={token}"
    # The loop binds the port first, so whoever reads the address finds the server there.
    server.io_loop.add_callback(lambda: print(say("cli.address", address=address), flush=True))
    server.start()


def with_own_changes(get: Callable[..., Any]) -> Callable[..., Awaitable[dict[str, Any]]]:
    """Return `get` of a contents manager that makes Jupyter's own changes to notebooks, so that they open as saved."""

    async def read(*args: Any, **named: Any) -> dict[str, Any]:
        found = get(*args, **named)
        model: dict[str, Any] = await found if isawaitable(found) else found
        if model["type"] == "notebook" and model["content"] is not None:
            with suppress(KeyError, AttributeError, TypeError):  # of somebody else, and not as a notebook should be
                mark(model["content"])
        return model

    return read


def _names_of(notebook: str) -> tuple[str, ...]:
    """Return where a notebook may be in its folder, by its path or by its bare name."""
    return notebook, f"notebooks/{notebook}", f"notebooks/{notebook}.ipynb"


def find(folder: Path, notebook: str, delivered: Iterable[str] = ()) -> Path:
    """Return the notebook by its path in the folder or by its bare name: 01_play_a_scenario.

    Raises FolderError, naming the nearest of those that are there or are delivered, if there is none.
    """
    for path in (folder / name for name in _names_of(notebook)):
        if path.suffix == ".ipynb" and path.is_file() and path.resolve().is_relative_to(folder):
            return path.resolve()
    known = sorted({*delivered, *(path.relative_to(folder).as_posix() for path in folder.glob("notebooks/*.ipynb"))})
    near = get_close_matches(notebook, known + [Path(name).stem for name in known], n=1, cutoff=0.4)
    hint = say("cli.nearest", name=near[0]) if near else say("cli.there_are", names=", ".join(known))
    raise FolderError(say("cli.no_notebook", notebook=notebook, folder=folder, hint=hint))


def _arguments(root: Path, path: Path, token: str, browser: bool, port: int | None) -> list[str]:
    arguments = [
        str(path),
        f"--ServerApp.root_dir={root}",
        f"--ServerApp.open_browser={browser}",
        "--ServerApp.answer_yes=True",
        f"--IdentityProvider.token={token}",
    ]
    if _can_encrypt():  # a kernel warns where what it says could be read by others on the computer
        arguments.append("--KernelManager.transport_encryption=auto")
    if port is not None:
        arguments.append(f"--ServerApp.port={port}")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--allow-root")
    return arguments


def _can_encrypt() -> bool:
    """Return True if kernels and server can encrypt what they say: not with every build of their libraries."""
    import zmq
    from jupyter_client.manager import KernelManager

    return "transport_encryption" in KernelManager.class_trait_names() and bool(zmq.has("curve"))
