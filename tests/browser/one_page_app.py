"""The app for a class with a page of a test's own in the place of a lesson: `one_page_app.py CALLS serve ...`."""

import sys
from typing import Any

import nbformat

from monopoly_lab.cli import main
from monopoly_lab.web.server import start_page

HEAD = "from monopoly_lab.widgets.lesson_page import Walk\n_walk = Walk(globals(), lang={lang!r}, name='of_a_test')"


def page(calls: list[str], lang: str) -> Any:
    """The notebook of a page that is filled by these calls of `_walk`."""
    cells = [HEAD.format(lang=lang), *(f"_walk.{call}" for call in calls), "_walk"]
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(code) for code in cells]
    return notebook


if __name__ == "__main__":
    given = sys.argv[1].split("\n")
    start_page.page_notebook = lambda source, lang="", teacher=False: page(given, lang)
    sys.exit(main(sys.argv[2:]))
