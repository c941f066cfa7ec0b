"""Run a notebook and store its outputs in the form that the tests can compare.

What a widget sends over its own channel is left out, and so are its picture of itself and
what is shown again later under an earlier cell: a stored notebook shows what each cell
showed when it ran. Nothing in it depends on the machine it ran on.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

from monopoly_lab.errors import UnfitFile
from monopoly_lab.files import replace
from monopoly_lab.lessons.pictures import draw, pictures
from monopoly_lab.lessons.source import ABOUT
from monopoly_lab.messages import say

WIDGET = "application/vnd.jupyter.widget-view+json"
SECONDS = 300  # for one cell, where nothing is compiled yet
PROGRESS = "MONOPOLY_LAB_PROGRESS"  # bars of experiments, which no stored output shows


class _Recorder(NotebookClient):
    """Keeps the outputs of each cell as the kernel sent them, as nbval sees them."""

    def handle_comm_msg(self, outs: Any, msg: Any, cell_index: int) -> None: ...

    def clear_output(self, outs: Any, msg: Any, cell_index: int) -> None: ...

    def output(self, outs: Any, msg: Any, display_id: str | None, cell_index: int) -> Any:
        if msg["msg_type"] == "update_display_data":
            return None
        return super().output(outs, msg, display_id, cell_index)


def regenerate(path: Path, runs: bool = True) -> bool:
    """Run the notebook from its first cell and write it back with its outputs, a picture beside each figure.

    False if there was nothing to draw a new picture with. A figure that has not changed keeps its picture. Without
    `runs` the stored outputs stay, and only pictures that are missing are drawn.
    Raises nbclient's CellExecutionError, with nothing written, if a cell fails; UnfitFile for no notebook.
    """
    try:
        if path.exists() and not path.is_file():  # a pipe would be read for ever
            raise ValueError
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
    except (nbformat.ValidationError, ValueError, KeyError, AttributeError, TypeError):  # for other files
        raise UnfitFile(say("reading.no_notebook", value=path)) from None
    known = pictures(notebook)
    if runs:
        run(notebook, path.parent)
    is_drawn = draw(notebook, known)
    replace(path, nbformat.writes(notebook).encode() + b"\n")
    return is_drawn


def run(notebook: Any, folder: Path, begun: Callable[[int], None] | None = None) -> None:
    """Run a notebook that is in memory, in `folder`, and fill in its outputs; of its metadata the lesson's stay.

    `begun` is told the index of each cell that begins to run.
    """
    kept = {ABOUT: notebook.metadata[ABOUT]} if ABOUT in notebook.metadata else {}

    def began(cell: Any, cell_index: int) -> None:
        if begun is not None:
            begun(cell_index)

    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook.metadata = nbformat.from_dict({"kernelspec": kernel, **kept})
    recorder = _Recorder(
        notebook,
        timeout=SECONDS,
        store_widget_state=False,
        record_timing=False,
        kernel_name="python3",
        extra_arguments=["--log-level=40"],  # not that it listens to this computer without encryption
        resources={"metadata": {"path": str(folder)}},
        on_cell_execute=began,
    )
    recorder.execute(env={**os.environ, PROGRESS: "off"})
    notebook.metadata.pop("widgets", None)
    notebook.metadata.language_info = {"name": "python"}
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET, None)
