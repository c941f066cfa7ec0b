"""JupyterLab, really running, and a real browser: what our own code says there, and asks for, is watched."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

ROOT = Path(__file__).parents[2]
SHOTS = Path(__file__).with_name("shots")
TOKEN = "for-the-tests"
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
WIDE, NARROW = (1280, 720), (700, 720)
PATIENCE = 8_000  # milliseconds for the machine to do what takes it a moment


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The address of a JupyterLab and the folder it serves."""
    folder = tmp_path_factory.mktemp("lab")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {
        **os.environ,
        "JUPYTER_TOKEN": TOKEN,
        "JUPYTER_CONFIG_PATH": str(ROOT / "monopoly_lab" / "jupyter"),
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "PYTHONPATH": str(ROOT),
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    options = ["--no-browser", "--allow-root", f"--port={port}", f"--ServerApp.root_dir={folder}"]
    command = [sys.executable, "-m", "jupyterlab", *options, "--ServerApp.log_level=ERROR"]
    process = subprocess.Popen(command, cwd=folder, env=settings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(f"{address}/api?token={TOKEN}", process)
        yield address, folder
    finally:
        process.terminate()
        process.wait(20)


def wait_for(address: str, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(240):
        assert process.poll() is None, "JupyterLab did not start"
        try:
            urllib.request.urlopen(address, timeout=2).close()
            return
        except OSError:
            time.sleep(0.25)
    pytest.fail("JupyterLab did not answer in a minute")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        pytest.skip("no chromium on the PATH: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS.split())
        yield browser
        browser.close()


class Lab:
    """A browser window on the server; `errors` and `strangers` must stay empty."""

    def __init__(self, browser: Any, address: str, folder: Path) -> None:
        self.address, self.folder = address, folder
        self.context = browser.new_context(viewport={"width": WIDE[0], "height": WIDE[1]}, accept_downloads=True)
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.strangers: list[str] = []
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda problem: self.errors.append(str(problem)))
        self.page.on("request", self._asked)

    def _said(self, message: Any) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.errors.append(message.text)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.address, "data:", "blob:", self.address.replace("http", "ws"))):
            self.strangers.append(request.url)

    def open(self, name: str, *cells: str) -> Any:
        """The table shown by the last of the cells of a new notebook, which are run."""
        notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells])
        notebook.metadata.kernelspec = {"display_name": "Python 3", "language": "python", "name": "python3"}
        nbformat.write(notebook, self.folder / f"{name}.ipynb")
        return self.run(name)

    def run(self, name: str) -> Any:
        """Open a notebook, run all of it, and wait for its table."""
        page = self.page
        page.goto(f"{self.address}/lab/tree/{name}.ipynb?reset&token={TOKEN}")
        page.get_by_text("Python 3 (ipykernel) | Idle").first.wait_for(timeout=60_000)
        if page.locator("#jp-left-stack").is_visible():
            page.keyboard.press("Control+b")
        page.locator(".jp-Notebook .jp-CodeCell .cm-content").first.wait_for()
        for _ in range(3):
            page.get_by_role("menuitem", name="Run", exact=True).click()
            page.locator("li[data-command='runmenu:run-all']").click()
            page.wait_for_timeout(1_000)
            if page.locator(".jp-CodeCell .jp-InputPrompt").first.inner_text().strip("[]: "):
                break  # a star or a number: the cells were taken
        table = page.locator(".ml-table[data-drawn]").last
        table.wait_for(timeout=30_000)
        table.scroll_into_view_if_needed()
        return table

    def shot(self, name: str, of: Any = None) -> None:
        SHOTS.mkdir(exist_ok=True)
        (of or self.page).screenshot(path=SHOTS / f"{name}.png")

    def close(self) -> None:
        """Close the window and end its kernels."""
        self.page.goto("about:blank")
        self.context.close()
        request = urllib.request.Request(f"{self.address}/api/sessions", headers={"Authorization": f"token {TOKEN}"})
        for session in json.load(urllib.request.urlopen(request, timeout=10)):
            end = urllib.request.Request(
                f"{self.address}/api/sessions/{session['id']}",
                method="DELETE",
                headers={"Authorization": f"token {TOKEN}"},
            )
            urllib.request.urlopen(end, timeout=20).close()


@pytest.fixture
def lab(chromium: Any, server: tuple[str, Path], request: pytest.FixtureRequest) -> Iterator[Lab]:
    window = Lab(chromium, *server)
    window.page.set_default_timeout(PATIENCE)
    yield window
    window.shot(f"last_{request.node.name}")
    errors, strangers = window.errors, window.strangers
    window.close()
    assert not errors
    assert not strangers
