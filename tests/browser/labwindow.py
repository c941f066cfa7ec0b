"""A browser window on a running JupyterLab: notebooks are opened and run there, and what the page says is kept.

`show` runs code in one notebook that stays open, with one kernel, so that most tests need no
second or two of waiting; `open` and `run` work on a notebook of the test's own. The page is not loaded anew for them,
which takes seconds of a processor; `visit` does, for tests of just that.
"""

import json
import shutil
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

from monopoly_lab.widgets.autosave import FOLDER as AUTOSAVES

TOKEN = "for-the-tests"
WIDE, NARROW = (1280, 720), (700, 720)
PATIENCE = 120_000  # milliseconds that pages wait: a busy machine may be five times slower
SHARED = "shared"  # the notebook that stays open

# What JupyterLab itself says of files it can do without, of a kernel that was ended, of the output of a cell whose
# widget ended with its kernel, and of a part for JupyterLite that somebody has installed beside it.
OF_JUPYTERLAB = (
    *("Failed to load resource", "Canceled future for"),
    *("widget model not found", "Shared module @jupyterlite"),
)
# What the page of Notebook 7 says of parts of JupyterLab that it has not.
OF_NOTEBOOK = ("reading 'schema'", "'filebrowser:open-path' not registered")

RUN = """
async (source) => {
  const panel = jupyterapp.shell.currentWidget;
  await panel.sessionContext.ready;
  if (source !== null) {
    for (const old of document.querySelectorAll(".ml-table")) old.dataset.old = true;
    panel.content.activeCellIndex = 0;
    panel.content.widgets[0].model.sharedModel.setSource(source);
  }
  await jupyterapp.commands.execute("notebook:run-all-cells");
}
"""
# One notebook at a time is in the page, so that what a test looks for is in no other.
CLOSE = "() => { for (const each of [...jupyterapp.shell.widgets('main')]) each.dispose(); }"
BRING = f"""
async (path) => {{
  ({CLOSE})();
  await jupyterapp.commands.execute("docmanager:open", {{ path }});
}}
"""
IN_FRONT = """
(name) => {
  const panel = globalThis.jupyterapp?.shell.currentWidget;
  return Boolean(panel?.context?.isReady && panel.context.path === name && panel.sessionContext.isReady);
}
"""


class Lab:
    """A window on the server; what the console has said wrongly and what was asked of others is in `complaints`."""

    def __init__(self, browser: Any, address: str, folder: Path, shots: Path) -> None:
        self.address, self.folder, self.shots = address, folder, shots
        self.complaints: list[str] = []
        self.context = browser.new_context(viewport=_size(WIDE), accept_downloads=True)
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page = self._watched()

    def _watched(self) -> Any:
        page = self.context.new_page()
        page.on("console", self._said)
        page.on("pageerror", lambda problem: self._complained(str(problem)))
        page.on("request", lambda request: self._asked(request.url))
        page.on("websocket", lambda socket: self._asked(socket.url))
        return page

    def _said(self, message: Any) -> None:
        if message.type == "error":
            self._complained(message.text)

    def _complained(self, text: str) -> None:
        if not any(known in text for known in OF_JUPYTERLAB):
            self.complaints.append(f"console: {text}")

    def _asked(self, url: str) -> None:
        if not url.startswith((self.address, "data:", "blob:", self.address.replace("http", "ws"))):
            self.complaints.append(f"asked for {url}")

    @contextmanager
    def notebook_7(self, name: str) -> Iterator[None]:
        """Open a notebook there; meanwhile its page is the window's. What it says of itself is no complaint."""
        lab, self.page = self.page, self._watched()
        self.page.goto(f"{self.address}/notebooks/{name}.ipynb?token={TOKEN}")
        self.page.wait_for_function(IN_FRONT, arg=f"{name}.ipynb")
        yield
        self.page.close()
        self.page = lab
        self.complaints[:] = [each for each in self.complaints if not any(known in each for known in OF_NOTEBOOK)]

    # Notebooks

    def write(self, name: str, *cells: str) -> None:
        """A new notebook of these cells in the served folder."""
        notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells])
        notebook.metadata.kernelspec = {"display_name": "Python 3", "language": "python", "name": "python3"}
        nbformat.write(notebook, self.folder / f"{name}.ipynb")

    def visit(self, name: str) -> None:
        """Load the page anew with a notebook in front; nothing is run."""
        self.page.goto(f"{self.address}/lab/tree/{name}.ipynb?reset&token={TOKEN}")
        self.page.wait_for_function(IN_FRONT, arg=f"{name}.ipynb")
        self.page.evaluate("jupyterapp.shell.collapseLeft()")

    def bring(self, name: str) -> None:
        """Put a notebook in front, in the page that is there if there is one; nothing is run."""
        if not self.page.url.startswith(f"{self.address}/lab/"):
            self.visit(name)
            return
        self.page.evaluate(BRING, f"{name}.ipynb")
        self.page.wait_for_function(IN_FRONT, arg=f"{name}.ipynb")

    def open(self, name: str, *cells: str) -> Any:
        """The table shown by the last of the cells of a new notebook, which are run."""
        self.write(name, *cells)
        self.bring(name)
        return self.run(name)

    def run(self, name: str) -> Any:
        """Run all of a notebook, which is put in front if it is not there, and give its last table."""
        if not self.page.evaluate(IN_FRONT, f"{name}.ipynb"):
            self.bring(name)
        self.page.evaluate(RUN, None)
        return self._shown()

    def show(self, source: str) -> Any:
        """The table shown by this code, which is run in the notebook that stays open."""
        if not self.page.evaluate(IN_FRONT, f"{SHARED}.ipynb"):
            self.write(SHARED, "")
            self.bring(SHARED)
        self.page.evaluate(RUN, source)
        return self._shown()

    def without_kernel(self, name: str) -> None:
        """Put a notebook in front again, of which nothing is run, and end its kernel."""
        self.close()  # a kernel that is still there would show its widgets; a new one has none
        self.bring(name)
        self.page.evaluate("jupyterapp.commands.execute('kernelmenu:shutdown')")
        self.page.get_by_role("button", name="No Kernel").first.wait_for()

    def save(self) -> None:
        """Save the notebook in front."""
        self.page.evaluate("jupyterapp.commands.execute('docmanager:save')")

    def _shown(self) -> Any:
        table = self.page.locator(".ml-table[data-drawn]:not([data-old])").last
        table.wait_for()
        table.scroll_into_view_if_needed()
        return table

    # Looks

    def theme(self, name: str) -> None:
        """Change JupyterLab's theme: "light" or "dark"."""
        self.page.evaluate("name => jupyterapp.commands.execute('apputils:change-theme', {theme: name})", THEMES[name])
        self.page.locator(f"body[data-jp-theme-light='{str(name == 'light').lower()}']").wait_for(state="attached")

    def moves(self, motion: str = "no-preference") -> None:
        """Let things move, as tests of just that need; whoever wants to see them move pays for each frame."""
        self.page.emulate_media(reduced_motion=motion)

    def resize(self, size: tuple[int, int]) -> None:
        """Give the window another width and height."""
        self.page.set_viewport_size(_size(size))

    def shot(self, name: str, of: Any = None) -> None:
        """A picture of the window or of a part of it, into the folder for pictures."""
        (of or self.page).screenshot(path=self.shots / f"{name}.png")

    # Between tests

    def fresh(self) -> None:
        """What one test has changed is no part of the next: size, theme and stillness are as at first, complaints none.

        Nor is a game offered again that another test has played.
        """
        self.complaints.clear()
        shutil.rmtree(self.folder / AUTOSAVES, ignore_errors=True)
        self.resize(WIDE)
        self.moves("reduce")
        if self.page.locator("body[data-jp-theme-light='false']").count():
            self.theme("light")

    def leave(self) -> None:
        """Leave the page and end its kernels."""
        self.page.goto("about:blank")
        self._end_kernels()

    def close(self) -> None:
        """Close the notebook in front and end its kernel; the page stays."""
        self.page.evaluate(CLOSE)
        self._end_kernels()

    def _end_kernels(self) -> None:
        for session in self._ask("GET", "sessions"):
            self._ask("DELETE", f"sessions/{session['id']}")

    def _ask(self, method: str, what: str) -> Any:
        headers = {"Authorization": f"token {TOKEN}"}
        request = urllib.request.Request(f"{self.address}/api/{what}", headers=headers, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE / 1000) as answer:
            return json.loads(answer.read() or "null")


THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}


def _size(size: tuple[int, int]) -> dict[str, int]:
    return {"width": size[0], "height": size[1]}
