"""`export`: one thing, one file, by the ending of its name; nothing that is there is ever written over."""

from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from monopoly_lab.editions.found import hint
from monopoly_lab.errors import ExportError
from monopoly_lab.export.subjects import Subject, branch_cells, subject_of
from monopoly_lab.files import replace
from monopoly_lab.game.game import Game
from monopoly_lab.messages import say


def export(
    what: object,
    path: str | PathLike[str],
    to: str = "",
    notes: str = "",
    branches: Mapping[str, Game] | None = None,
) -> Path:
    """Write a game, scenario, chain, simulation or comparison as a file, and give back its path.

    `to` is one of FORMATS, the ending of `path` if left out; `notes` are words to stand in it, `branches` other games
    by name that came from this one. Raises ExportError,
    with nothing written, for another ending, a file that is there already, a folder that is not, and what no
    notebook can hold.
    """
    path = Path(path)
    ending = to or path.suffix.lstrip(".").lower()
    if ending not in FORMATS:
        known = ", ".join(FORMATS)
        raise ExportError(say("export.format", value=ending or path.name, known=known) + hint(ending, FORMATS))
    if path.exists():
        raise ExportError(say("export.there", path=path))
    if not path.parent.is_dir():
        raise ExportError(say("export.no_folder", path=path.parent))
    subject = subject_of(what)
    subject.cells += [cell for name, game in (branches or {}).items() for cell in branch_cells(name, game)]
    replace(path, FORMATS[ending](subject, notes))
    return path


def as_notebook(subject: Subject, notes: str) -> bytes:
    """The executed notebook, with a picture beside each figure where there is a Chromium."""
    import nbformat

    from monopoly_lab.lessons.pictures import draw

    notebook = executed(subject, notes)
    draw(notebook, {})
    return (nbformat.writes(notebook) + "\n").encode()


def as_page(subject: Subject, notes: str) -> bytes:
    """One HTML file, live without a network."""
    from monopoly_lab.export.page import page_of

    return page_of(executed(subject, notes), subject.title).encode()


def as_paper(subject: Subject, notes: str) -> bytes:
    """The page as a browser prints it."""
    from monopoly_lab.export.paper import printed

    return printed(as_page(subject, notes))


def as_workbook(subject: Subject, notes: str) -> bytes:
    """A sheet for each table."""
    from monopoly_lab.export.tables import workbook

    return workbook(subject, notes)


def as_rows(subject: Subject, notes: str) -> bytes:
    """The first table."""
    from monopoly_lab.export.tables import rows

    return rows(next(iter(subject.tables.values())))


def executed(subject: Subject, notes: str) -> Any:
    """The notebook of a subject with its outputs, run in a folder of its own, where nothing else is."""
    import tempfile

    from nbclient.exceptions import CellExecutionError
    from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

    from monopoly_lab.lessons import run

    cells = [new_markdown_cell(_without_markup(words)) for words in (f"# {subject.title}", notes.strip()) if words]
    for cell in subject.cells:
        cells += [new_markdown_cell(_without_markup(cell.words))] if cell.words else []
        cells += [new_code_cell(cell.code)] if cell.code else []
    for number, cell in enumerate(cells):
        cell.id = f"cell-{number}"
    notebook = new_notebook(cells=cells)
    with tempfile.TemporaryDirectory() as folder:
        try:
            run.run(notebook, Path(folder))
        except CellExecutionError as failed:
            raise ExportError(say("export.failed", reason=str(failed).strip().splitlines()[-1])) from failed
    return notebook


def _without_markup(words: str) -> str:
    """Markdown in which no HTML is read as such: titles and words of a scenario come from anybody."""
    return words.replace("<", "&lt;")


FORMATS: dict[str, Callable[[Subject, str], bytes]] = {
    "ipynb": as_notebook,
    "html": as_page,
    "pdf": as_paper,
    "xlsx": as_workbook,
    "csv": as_rows,
}
