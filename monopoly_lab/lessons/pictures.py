"""A picture beside each figure, for pages that show stored outputs and draw nothing: GitHub, a viewer, paper.

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
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PLOTLY = "application/vnd.plotly.v1+json"
PNG = "image/png"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
WIDTH, HEIGHT = 700, 450  # pixels; a figure's own height is taken
COLOURS = 128
SECONDS = 240
PATIENCE = 120_000  # milliseconds of the page's own clock
DROPPED = ("uid", "template")  # random, and the same in every figure


def pictures(notebook: Any) -> dict[str, str]:
    """The pictures that stand in a notebook, by what they show."""
    return {_shown(data[PLOTLY]): data[PNG] for data in _figures(notebook) if PNG in data}


def draw(notebook: Any, known: dict[str, str]) -> bool:
    """Put a picture beside each figure: a known one, or one that is drawn now; False where nothing can draw."""
    new = [data for data in _figures(notebook) if _shown(data[PLOTLY]) not in known]
    drawn = _drawn([data[PLOTLY] for data in new]) if new else []
    if drawn is not None:
        known = known | {_shown(data[PLOTLY]): png for data, png in zip(new, drawn) if png}
    for data in _figures(notebook):
        if png := known.get(_shown(data[PLOTLY])):
            data[PNG] = png
    return drawn is not None


def _figures(notebook: Any) -> Iterator[Any]:
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if PLOTLY in output.get("data", {}):
                yield output.data


def _shown(figure: Any) -> str:
    """A figure as text, without what is random in it."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(part) for key, part in value.items() if key not in DROPPED}
        return [plain(part) for part in value] if isinstance(value, list | tuple) else value

    return json.dumps(plain(figure), sort_keys=True)


def _drawn(figures: list[Any]) -> list[str] | None:
    """Each figure as PNG in base64; None where there is no browser, or it does not draw."""
    from monopoly_lab.figures.script import plotly_script

    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        return None
    drawing = (HERE / "pictures.js").read_text(encoding="utf-8")
    content = json.dumps(figures).replace("<", "\\u003c")
    page = (
        f'<!DOCTYPE html><meta charset="utf-8"><script type="application/json" id="figures">{content}</script>'
        f'<pre id="drawn" data-width="{WIDTH}" data-height="{HEIGHT}"></pre>'
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
            done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return None
    written = re.search(rb'<pre id="drawn"[^>]*>(\[.*?\])</pre>', done.stdout)
    made = json.loads(written[1]) if written else []
    return [_small(png) for png in made] if len(made) == len(figures) else None


def _small(png: str) -> str:
    """The picture with few colours, a fifth of the size, where Pillow is there; "" for none."""
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
