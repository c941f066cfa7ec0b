"""Servers that a test starts, and the browser: a free port, waiting until one answers, a JupyterLab, a Chromium."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from app_forks import AVAILABLE, Launcher
from labwindow import PATIENCE, TOKEN

from monopoly_lab.live.lan_address import lan_address

ROOT = Path(__file__).parents[2]
CLASS_WORD = "classword"
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
    f"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE {lan_address()}",  # this computer alone
]

# Its kernels are forked, as those of the class app are: each would import for a second and more.
JUPYTERLAB = """
from jupyterlab.labapp import main
from monopoly_lab.web.server.kernel_forks import LESSON_MODULES, fork_kernels
fork_kernels(LESSON_MODULES, begin=True)
main()
"""


# Parts of JupyterLab that nothing here asks of: they take a quarter of the time until a page is there.
UNUSED = (
    *("csvviewer", "debugger", "extensionmanager", "help", "htmlviewer", "hub", "imageviewer", "inspector"),
    *("launcher", "logconsole", "markdownviewer", "mermaid", "running", "settingeditor"),
    *("tooltip", "workspaces"),
)
OF_OTHERS = ("@jupyter/nbgrader", "@jupyterlite/pyodide-kernel-extension", "@voila-dashboards/jupyterlab-preview")
SERVED = ("jupyter_lsp", "voila.server_extension")  # that look for programs of others, or import for seconds
DISABLED = [f"@jupyterlab/{each}-extension" for each in UNUSED] + ["@jupyterlab/notebook-extension:export", *OF_OTHERS]


def free_port() -> int:
    """A port of this machine on which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def wait_for(address: str, process: "subprocess.Popen[bytes]") -> None:
    """Return when a server that was started answers; fail when it ends or stays silent for as long as tests wait."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        assert process.poll() is None, "the server did not start"
        try:
            urllib.request.urlopen(address, timeout=2).close()
            return
        except OSError:
            time.sleep(0.25)
    pytest.fail("the server did not answer")


def leave(page: Any) -> None:
    """Leave a page, which so gives its place back, and close its window; one that loads itself again is left again."""
    from playwright.sync_api import Error

    for _ in range(20):
        try:
            page.goto("about:blank")
            break
        except Error as said:
            if "interrupted by another navigation" not in said.message:
                raise
    page.context.close()


def stopped(process: "subprocess.Popen[bytes]") -> None:
    """End a server; JupyterLab now and then waits for a kernel that is gone, and is ended anyway."""
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def disable_unused(config: Path) -> None:
    """Write into a folder of settings that JupyterLab leaves out what is not used."""
    (config / "labconfig").mkdir(parents=True)
    disabled = {"disabledExtensions": dict.fromkeys(DISABLED, True)}
    (config / "labconfig" / "page_config.json").write_text(json.dumps(disabled), "utf-8")
    served = {"ServerApp": {"jpserver_extensions": dict.fromkeys(SERVED, False)}}
    served["JupyterNotebookApp"] = {"expose_app_in_browser": True}
    (config / "jupyter_server_config.json").write_text(json.dumps(served), "utf-8")


LAUNCHER = Launcher()


def class_app(folder: Path, *arguments: str, is_forked: bool = AVAILABLE) -> Any:
    """Start `monopoly-lab` with these arguments, or a script of tests, in a folder; what it says is in `said.txt`."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    if is_forked:
        return LAUNCHER.fork(list(arguments), env, str(folder))
    program = () if arguments[0].endswith(".py") else ("-m", "monopoly_lab")
    with (folder / "said.txt").open("a") as said:
        return subprocess.Popen([sys.executable, *program, *arguments], cwd=folder, env=env, stdout=said, stderr=said)


@contextmanager
def jupyterlab(folder: Path) -> Iterator[str]:
    """The address of a JupyterLab that serves a folder."""
    port = free_port()
    disable_unused(folder / "config")
    settings = {
        **os.environ,
        "JUPYTER_TOKEN": TOKEN,
        "JUPYTER_CONFIG_PATH": str(ROOT / "monopoly_lab" / "lessons" / "jupyter"),
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "PYTHONPATH": str(ROOT),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    options = ["--no-browser", "--allow-root", f"--port={port}", f"--ServerApp.root_dir={folder}"]
    options += ["--ServerApp.log_level=ERROR", "--LabApp.expose_app_in_browser=True"]  # the window's handle on it
    command = [sys.executable, "-c", JUPYTERLAB, *options]
    process = subprocess.Popen(command, cwd=folder, env=settings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{address}/api?token={TOKEN}", process)
        yield address
    finally:
        stopped(process)


@contextmanager
def headless(executable: str) -> Iterator[Any]:
    """A browser without a window on the screen; its pages wait as long as a busy machine takes."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        new_context = browser.new_context

        def patient(**how: Any) -> Any:
            context = new_context(**how)
            context.set_default_timeout(PATIENCE)
            return context

        browser.new_context, browser.new_page = patient, lambda **how: patient(**how).new_page()
        yield browser
        browser.close()


def chromium_here() -> str | None:
    """Where Chromium is on this computer: without its own windows, which take half of the time of a small page."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)
