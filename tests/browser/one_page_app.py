"""The app for a class with a page of a test's own in the place of a lesson: `one_page_app.py CALLS serve ...`."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
from servers import CLASS_WORD as TOKEN
from servers import free_port, stopped, wait_for

from monopoly_lab.cli import main
from monopoly_lab.web.server import start_page

ROOT = Path(__file__).parents[2]
HEAD = "from monopoly_lab.widgets.lesson_page import Walk\n_walk = Walk(globals(), lang={lang!r}, name='of_a_test')"


def page(calls: list[str], lang: str) -> Any:
    """The notebook of a page that is filled by these calls of `_walk`."""
    cells = [HEAD.format(lang=lang), *(f"_walk.{call}" for call in calls), "_walk"]
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(code) for code in cells]
    return notebook


@contextmanager
def showing(folder: Path, *calls: str) -> Iterator[str]:
    """The address of a page that is filled by these calls."""
    port = free_port()
    command = [sys.executable, __file__, "\n".join(calls), "serve"]
    command += ["--no-browser", f"--port={port}", f"--token={TOKEN}", f"--games={folder / 'games'}"]
    with (folder / "said.txt").open("w") as said:
        process = subprocess.Popen(
            command, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=said, stderr=said
        )
    try:
        wait_for(f"http://127.0.0.1:{port}/?token={TOKEN}", process)
        yield f"http://127.0.0.1:{port}/page/41_supply_and_taxes?token={TOKEN}"
    finally:
        stopped(process)


if __name__ == "__main__":
    given = sys.argv[1].split("\n")
    start_page.page_notebook = lambda source, lang="", teacher=False: page(given, lang)
    sys.exit(main(sys.argv[2:]))
