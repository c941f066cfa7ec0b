"""The app for a class with pages of tests in the place of a lesson: `one_page_app.py FILE serve ...`."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
from servers import CLASS_WORD as TOKEN
from servers import class_app, free_port, stopped, wait_for

from monopoly_lab.cli import main
from monopoly_lab.web.server import start_page

HEAD = "from monopoly_lab.widgets.lesson_page import Walk\n_walk = Walk(globals(), lang={lang!r}, name='of_a_test')"


def page(calls: list[str], lang: str) -> Any:
    """The notebook of a page that is filled by these calls of `_walk`."""
    cells = [HEAD.format(lang=lang), *(f"_walk.{call}" for call in calls), "_walk"]
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(code) for code in cells]
    return notebook


@contextmanager
def showing(folder: Path) -> Iterator[Callable[..., str]]:
    """What gives the address of a page that is filled by these calls; there is one page at a time."""
    port, calls = free_port(), folder / "calls.txt"
    options = ["--warm=0", "--no-browser", f"--port={port}", f"--token={TOKEN}", f"--games={folder / 'games'}"]
    process = class_app(folder, __file__, str(calls), "serve", *options)

    def address(*given: str) -> str:
        calls.write_text("\n".join(given), "utf-8")
        return f"http://127.0.0.1:{port}/page/41_supply_and_taxes?token={TOKEN}"

    try:
        wait_for(f"http://127.0.0.1:{port}/?token={TOKEN}", process)
        yield address
    finally:
        stopped(process)


if __name__ == "__main__":
    told = Path(sys.argv[1])
    start_page.page_notebook = lambda source, lang="", teacher=False: page(told.read_text("utf-8").split("\n"), lang)
    sys.exit(main(sys.argv[2:]))
