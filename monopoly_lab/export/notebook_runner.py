"""Run a notebook, store its outputs, and draw the pictures of its figures.

What a widget sends over its own channel is left out, and so are its picture of itself and
what is shown again later under an earlier cell: a stored notebook shows what each cell
showed when it ran. Nothing in it depends on the machine it ran on.

A picture beside each figure, for pages that show stored outputs and draw nothing: GitHub, a viewer, paper.

One page of Chromium draws them all with plotly's own JavaScript; a figure that has not changed keeps its picture.
"""

import base64
import io
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

from monopoly_lab.common import ABOUT, PICTURE_WIDTH, PLOTLY, PROGRESS
from monopoly_lab.common.errors import UnfitFile
from monopoly_lab.common.file_access import replace
from monopoly_lab.common.messages import say

HERE = Path(__file__).parent
PNG = "image/png"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
HEIGHT = 450  # pixels, of a figure that has no height of its own
COLOURS = 128
BROWSER_SECONDS = 240
PATIENCE = 120_000  # milliseconds of the page's own clock
DROPPED = ("uid", "template")  # random, and the same in every figure


def pictures(notebook: Any) -> dict[str, str]:
    """Return the pictures in a notebook, by what they show."""
    return {_figure_as_text(data[PLOTLY]): data[PNG] for data in _figures(notebook) if PNG in data}


def draw(notebook: Any, known: dict[str, str]) -> bool:
    """Put a picture beside each figure: a known one, or one that is drawn now; False where nothing can draw."""
    new = [data for data in _figures(notebook) if _figure_as_text(data[PLOTLY]) not in known]
    drawn = _render_images([data[PLOTLY] for data in new]) if new else []
    if drawn is not None:
        known = known | {_figure_as_text(data[PLOTLY]): png for data, png in zip(new, drawn) if png}
    for data in _figures(notebook):
        if png := known.get(_figure_as_text(data[PLOTLY])):
            data[PNG] = png
    return drawn is not None


def _figures(notebook: Any) -> Iterator[Any]:
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if PLOTLY in output.get("data", {}):
                yield output.data


def _figure_as_text(figure: Any) -> str:
    """Return a figure as text, without what is random in it."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(part) for key, part in value.items() if key not in DROPPED}
        return [plain(part) for part in value] if isinstance(value, list | tuple) else value

    return json.dumps(plain(figure), sort_keys=True)


def _render_images(figures: list[Any]) -> list[str] | None:
    """Return each figure as PNG in base64; None where there is no browser, or it does not draw."""
    from monopoly_lab.figures.style import plotly_script

    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        return None
    drawing = (HERE / "figure_images.js").read_text(encoding="utf-8")
    content = json.dumps(figures).replace("<", "\\u003c")
    page = (
        f'<!DOCTYPE html><meta charset="utf-8"><script type="application/json" id="figures">{content}</script>'
        f'<pre id="drawn" data-width="{PICTURE_WIDTH}" data-height="{HEIGHT}"></pre>'
        f"<script>{plotly_script()}</script><script>{drawing}</script>"
    )
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "page.html"
        source.write_text(page, encoding="utf-8")
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0  # Chromium refuses to run as root with a sandbox
        options = ["--no-sandbox"] if is_root else []
        options += ["--headless", "--disable-gpu", "--no-first-run", f"--user-data-dir={folder}/user"]
        options += ["--hide-scrollbars", f"--virtual-time-budget={PATIENCE}", "--dump-dom"]
        try:
            command = [browser, *options, source.as_uri()]
            done = subprocess.run(command, capture_output=True, timeout=BROWSER_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return None
    written = re.search(rb'<pre id="drawn"[^>]*>(\[.*?\])</pre>', done.stdout)
    made = json.loads(written[1]) if written else []
    return [_small(png) for png in made] if len(made) == len(figures) else None


def _small(png: str) -> str:
    """Return the picture with few colors, a fifth of the size, where Pillow is there; "" for none."""
    try:
        from PIL import Image
    except ImportError:
        return png
    if not png:
        return png
    small = io.BytesIO()
    image = Image.open(io.BytesIO(base64.b64decode(png))).convert("RGB")
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    return base64.b64encode(small.getvalue()).decode()


# Run a notebook and store its outputs in the form that the tests can compare

WIDGET = "application/vnd.jupyter.widget-view+json"
CELL_SECONDS = 300  # for one cell, where nothing is compiled yet


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

    def on_cell_start(cell: Any, cell_index: int) -> None:
        if begun is not None:
            begun(cell_index)

    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook.metadata = nbformat.from_dict({"kernelspec": kernel, **kept})
    recorder = _Recorder(
        notebook,
        timeout=CELL_SECONDS,
        store_widget_state=False,
        record_timing=False,
        kernel_name="python3",
        extra_arguments=["--log-level=40"],  # not that it listens to this computer without encryption
        resources={"metadata": {"path": str(folder)}},
        on_cell_execute=on_cell_start,
    )
    recorder.execute(env={**os.environ, PROGRESS: "off"})  # no stored output has a bar
    notebook.metadata.pop("widgets", None)
    notebook.metadata.language_info = {"name": "python"}
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET, None)
