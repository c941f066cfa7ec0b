"""An executed notebook as one HTML file that asks for nothing: figures are live, boards are pictures.

plotly's JavaScript stands in it once, packed, and is unpacked by the browser itself.
"""

import base64
import gzip
import json
from pathlib import Path
from typing import Any

from monopoly_lab.figures.script import plotly_script
from monopoly_lab.markup import escaped
from monopoly_lab.messages import spoken

HERE = Path(__file__).parent
HEIGHT = 450  # of a figure that says none, in pixels
PLOTLY = "application/vnd.plotly.v1+json"


def page_of(notebook: Any, title: str, below: str = "") -> str:
    """The page of a notebook whose outputs are stored; its code stands at the end, folded under the words `below`.

    Without them it is a page for paper: no code, nothing to press, pictures that a printer takes as they are.
    """
    from nbconvert import HTMLExporter

    has_figures = with_places(notebook)
    body, _ = HTMLExporter(template_name="basic", exclude_input=True).from_notebook_node(notebook)
    style = (HERE / "page.css").read_text(encoding="utf-8")
    scripts = (_plotly() if has_figures else "") + f"<script>{(HERE / 'page.js').read_text(encoding='utf-8')}</script>"
    code = _code(notebook, below) if below else ""
    paper = "" if below else ' class="paper"'
    return (
        f'<!DOCTYPE html>\n<html lang="{spoken()}"><head><meta charset="utf-8"><title>{escaped(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{style}</style></head>'
        f"<body{paper}><main>{body}{code}</main>{scripts}</body></html>\n"
    )


def _code(notebook: Any, below: str) -> str:
    lines = "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    return f'<details class="made"><summary>{escaped(below)}</summary><pre>{escaped(lines)}</pre></details>'


def with_places(notebook: Any) -> bool:
    """Put a place into each output for its figure; True if there is a figure."""
    found = False
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if PLOTLY in data:
                figure = json.dumps(data[PLOTLY]).replace("<", "\\u003c")
                text = escaped(str(data.get("text/plain", "")))
                kept = f'<script type="application/json">{figure}</script>'
                height = data[PLOTLY].get("layout", {}).get("height") or HEIGHT
                style = f'style="min-height: {float(height):g}px"'
                place = f'<div class="figure" role="img" {style} aria-label="{text}">{kept}</div>'
                output.data = type(data)({"text/html": place})
                found = True
    return found


def _plotly() -> str:
    packed = base64.b64encode(gzip.compress(plotly_script().encode(), 9, mtime=0)).decode()
    return f'<script type="text/plain" id="plotly">{packed}</script>'
