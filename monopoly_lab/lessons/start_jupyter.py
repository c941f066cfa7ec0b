"""Start JupyterLab on a notebook, for `monopoly-lab start`: one server, stopped with Ctrl+C."""

import logging
import os
import secrets
import warnings
from collections.abc import Awaitable, Callable
from contextlib import suppress
from difflib import get_close_matches
from inspect import isawaitable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from monopoly_lab.common.errors import FolderError
from monopoly_lab.common.messages import say
from monopoly_lab.lessons.working_copies import mark

SETTINGS = Path(__file__).with_name("jupyter")  # labconfig/ there turns off the question about news


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
    server.contents_manager.get = marked(server.contents_manager.get)
    address = f"{server.connection_url}lab/tree/{quote(path.relative_to(root).as_posix())}?token={token}"
    # The loop binds the port first, so whoever reads the address finds the server there.
    server.io_loop.add_callback(lambda: print(say("cli.address", address=address), flush=True))
    server.start()


def marked(get: Callable[..., Any]) -> Callable[..., Awaitable[dict[str, Any]]]:
    """Return `get` of a contents manager that makes Jupyter's own changes to notebooks, so that they open as saved."""

    async def read(*args: Any, **named: Any) -> dict[str, Any]:
        found = get(*args, **named)
        model: dict[str, Any] = await found if isawaitable(found) else found
        if model["type"] == "notebook" and model["content"] is not None:
            with suppress(KeyError, AttributeError, TypeError):  # of somebody else, and not as a notebook should be
                mark(model["content"])
        return model

    return read


def find(folder: Path, notebook: str) -> Path:
    """Return the notebook by its path in the folder or by its bare name: 01_play_a_scenario.

    Raises FolderError, naming the nearest, if there is none.
    """
    for path in (folder / notebook, folder / "notebooks" / notebook, folder / "notebooks" / f"{notebook}.ipynb"):
        if path.suffix == ".ipynb" and path.is_file() and path.resolve().is_relative_to(folder):
            return path.resolve()
    known = sorted(path.relative_to(folder).as_posix() for path in folder.glob("notebooks/*.ipynb"))
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
