"""`export`: write one file, by the ending of its name; existing files are never overwritten."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace as replaced
from os import PathLike
from pathlib import Path
from typing import Any

from monopoly_lab.common.argument_checks import check_argument
from monopoly_lab.common.errors import ExportError
from monopoly_lab.common.file_access import is_there, replace, uncolored
from monopoly_lab.common.messages import say, speaking
from monopoly_lab.common.validation_errors import did_you_mean
from monopoly_lab.export.notebook_cells import Cell, Subject, branch_cells, subject_of
from monopoly_lab.game.game import Game
from monopoly_lab.simulation.progress import Bar, bar


@check_argument
def export(
    what: object,
    path: str | PathLike[str],
    to: str = "",
    notes: str = "",
    branches: Mapping[str, Game] | None = None,
    progress: bool = True,
) -> Path:
    """Write a game, scenario, chain, simulation or comparison as a file, and give back its path.

    `to` is one of FORMATS, as is the ending of `path`, from which it is taken if left out; `notes` are words to stand
    in it, those of a game itself if left out; `branches` are other games by name that came from this one; `progress`
    shows what is done.

    Raises ExportError, with nothing written, for another ending, or two that differ, a file that is there already, a
    folder that is not, and what no notebook can hold.
    """
    path = Path(path)
    ending = to or path.suffix.lstrip(".").lower()
    if ending not in FORMATS:
        known = ", ".join(FORMATS)
        raise ExportError(say("export.format", value=ending or path.name, known=known) + did_you_mean(ending, FORMATS))
    if path.suffix.lower() != f".{ending}":
        usual = path.parent / f"{path.stem or 'export'}.{ending}"
        raise ExportError(say("export.ending", value=path, to=ending, usual=usual))
    if is_there(path):
        raise ExportError(say("export.there", path=path))
    if not path.parent.is_dir():
        raise ExportError(say("export.no_folder", path=path.parent))
    with speaking(getattr(what, "lang", "")):
        subject = subject_of(what)
        subject.cells += [cell for name, game in (branches or {}).items() for cell in branch_cells(name, game)]
        with bar(sum(bool(cell.code) for cell in subject.cells) + 1, path.name, progress) as progress_bar:
            written = FORMATS[ending](subject, notes or getattr(what, "notes", ""), progress_bar)
    replace(path, written)
    return path


def as_notebook(subject: Subject, notes: str, progress_bar: Bar) -> bytes:
    """Return the executed notebook, with a picture beside each figure where there is a Chromium."""
    import nbformat

    from monopoly_lab.export.notebook_runner import draw

    notebook = run_subject(subject, notes, progress_bar, say("export.alone"))
    progress_bar.show_text(say("export.drawing"))
    draw(notebook, {})
    return f"{nbformat.writes(notebook)}\n".encode()


def as_page(subject: Subject, notes: str, progress_bar: Bar) -> bytes:
    """Return one HTML page, whose figures work without a network."""
    from monopoly_lab.export.page import page_of

    return page_of(run_subject(subject, notes, progress_bar), subject.title, say("export.below")).encode()


def as_paper(subject: Subject, notes: str, progress_bar: Bar) -> bytes:
    """Return the page as a browser prints it, without the lines that made it, and without what it would say twice."""
    from monopoly_lab.export.page import page_of, to_pdf

    shown = replaced(subject, cells=[cell for cell in subject.cells if not cell.is_again])
    page = page_of(run_subject(shown, notes, progress_bar), subject.title)
    progress_bar.show_text(say("export.printing"))
    return to_pdf(page.encode())


def as_workbook(subject: Subject, notes: str, progress_bar: Bar) -> bytes:
    """Return a sheet for each table."""
    from monopoly_lab.export.workbook import workbook

    return workbook(subject, notes)


def as_csv(subject: Subject, notes: str, progress_bar: Bar) -> bytes:
    """Return the first table as CSV."""
    from monopoly_lab.export.workbook import csv_bytes

    return csv_bytes(next(iter(subject.tables.values())))


def run_subject(subject: Subject, notes: str, progress_bar: Bar, closing: str = "") -> Any:
    """Return the notebook of a subject with its outputs, run in a folder of its own, where nothing else is.

    Title, what happened, under which conditions, what makes it again and shows it, the user's notes, the rest; how it
    was made stands last.
    """
    import tempfile

    from nbclient.exceptions import CellExecutionError
    from nbformat.v4 import new_markdown_cell, new_notebook

    from monopoly_lab.export import notebook_runner

    first, *others = subject.cells
    cells = [
        new_markdown_cell(_without_markup("\n\n".join([f"# {subject.title}", *subject.text_paragraphs()]))),
        *_cells(first),
    ]
    cells += [new_markdown_cell(_without_markup(notes.strip()))] if notes.strip() else []
    cells += [made for cell in others for made in _cells(cell)]
    cells.append(new_markdown_cell(_without_markup(f"---\n\n{subject.made} {closing}".strip())))
    for number, cell in enumerate(cells):
        cell.id = f"cell-{number}"
    notebook = new_notebook(cells=cells)
    with tempfile.TemporaryDirectory() as folder:
        try:
            notebook_runner.run(notebook, Path(folder), _steps(cells, progress_bar))
        except CellExecutionError as failed:
            raise ExportError(say("export.failed", reason=uncolored(f"{failed.ename}: {failed.evalue}"))) from failed
    return notebook


def _steps(cells: list[Any], progress_bar: Bar) -> Callable[[int], None]:
    """Return what a run of these cells tells: which of them is running."""
    codes = [number for number, cell in enumerate(cells) if cell.cell_type == "code"]

    def show_cell(index: int) -> None:
        n = codes.index(index) + 1
        progress_bar.show_text(say("export.running", n=n, cells=len(codes)))
        progress_bar.update(min(n - 1, 1))

    return show_cell


def _cells(cell: Cell) -> Iterator[Any]:
    from nbformat.v4 import new_code_cell, new_markdown_cell

    if cell.words:
        yield new_markdown_cell(_without_markup(cell.words))
    if cell.code:
        yield new_code_cell(cell.code, metadata={"jupyter": {"source_hidden": True}} if cell.is_folded else {})


def _without_markup(words: str) -> str:
    """Return Markdown in which no HTML is read as such: titles and texts of a scenario come from anybody."""
    return words.replace("<", "&lt;")


FORMATS: dict[str, Callable[[Subject, str, Bar], bytes]] = {
    "ipynb": as_notebook,
    "html": as_page,
    "pdf": as_paper,
    "xlsx": as_workbook,
    "csv": as_csv,
}
