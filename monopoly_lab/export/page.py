"""Write an executed notebook as one HTML page, or as a PDF.

plotly's JavaScript is in the page once, compressed; the browser itself unpacks it. Chromium prints the PDF.
"""

import base64
import gzip
import json
import os
import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from monopoly_lab.common import PLOTLY
from monopoly_lab.common.errors import ExportError
from monopoly_lab.common.escaping import escaped, harmless_links, unescaped
from monopoly_lab.common.messages import resolve_language, say
from monopoly_lab.figures.style import plotly_script
from monopoly_lab.notation.html_tables import with_thousands

HERE = Path(__file__).parent
HEIGHT = 450  # of a figure that says none, in pixels
TAG = re.compile(r"<[^>]+>")
COLLAPSED = "jp-MarkdownHeadingCollapsed"  # of a heading: JupyterLab shows what is below it when it is opened


def page_of(notebook: Any, title: str, below: str = "", is_wall: bool = False) -> str:
    """Return the page of a notebook whose outputs are stored; its code is at the end, under the words `below`.

    Without them it is a page for paper: no code, nothing to press, pictures that a printer takes as they are. A page
    for the wall of a classroom has no code either, and large letters. Content below a collapsed heading, up to the end,
    is a part that readers open.
    """
    has_figures = with_places(notebook)
    cells = notebook.cells
    closed = next((n for n, cell in enumerate(cells) if cell.metadata.get(COLLAPSED)), len(cells))
    body = _body(notebook, cells[:closed])
    if closed < len(cells):
        heading = escaped(cells[closed].source.lstrip("# "))
        body += f'<details class="closed"><summary>{heading}</summary>{_body(notebook, cells[closed + 1 :])}</details>'
    scripts = (_plotly() if has_figures else "") + f"<script>{(HERE / 'page.js').read_text(encoding='utf-8')}</script>"
    code = _code(notebook, below) if below else ""
    table = f' data-table="{escaped(say("lesson_page.wide_table"))}"'
    about = f'class="wall"{table}' if is_wall else table if below else 'class="paper"'
    return html_page(title, body + code, about, scripts)


def html_page(title: str, body: str, about: str, scripts: str = "") -> str:
    """Return a page in the style of all exported ones; `about` are attributes of its body."""
    style = (HERE / "page.css").read_text(encoding="utf-8")
    return (
        f'<!DOCTYPE html>\n<html lang="{resolve_language()}"><head><meta charset="utf-8">'
        f"<title>{escaped(title)}</title>"
        f'<meta name="viewport" content="width=device-width"><style>{style}</style></head>'
        f"<body {about.strip()}><main>{body}</main>{scripts}</body></html>\n"
    )


def _body(notebook: Any, cells: list[Any]) -> str:
    """Return some cells of a notebook as HTML."""
    made, _ = _exporter().from_notebook_node(type(notebook)(notebook, cells=cells))
    return harmless_links(with_thousands(made))


@cache
def _exporter() -> Any:
    """Return what renders cells, once: to read its templates takes longer than most notebooks."""
    from nbconvert import HTMLExporter

    return HTMLExporter(template_name="basic", exclude_input=True)


def _code(notebook: Any, below: str) -> str:
    lines = "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    return f'<details class="made"><summary>{escaped(below)}</summary><pre>{escaped(lines)}</pre></details>'


def with_places(notebook: Any) -> bool:
    """Add a place to each output for its figure; return True if there is a figure."""
    found = False
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if PLOTLY in data:
                figure = json.dumps(data[PLOTLY]).replace("<", "\\u003c")
                text = escaped(str(data.get("text/plain", "")) or _figure_caption(data[PLOTLY].get("layout", {})))
                kept = f'<script type="application/json">{figure}</script>'
                height = data[PLOTLY].get("layout", {}).get("height") or HEIGHT
                style = f'style="min-height: {float(height):g}px"'
                place = f'<div class="figure" role="figure" {style} aria-label="{text}">{kept}</div>'
                output.data = type(data)({"text/html": place})
                found = True
    return found


def _figure_caption(layout: dict[str, Any]) -> str:
    """Return the title of a figure and what stands below it, without markup."""
    title = layout.get("title", {})
    texts = (title.get("text"), title.get("subtitle", {}).get("text"))
    return ". ".join(unescaped(TAG.sub(" ", text)).strip() for text in texts if text)


def _plotly() -> str:
    packed = base64.b64encode(gzip.compress(plotly_script().encode(), 9, mtime=0)).decode()
    return f'<script type="text/plain" id="plotly">{packed}</script>'


# A page on paper, as Chromium prints it

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
PRINTING_SECONDS = 120
VIRTUAL_TIME_BUDGET_MS = 20_000  # milliseconds of the page's own clock that figures may take to be drawn


def is_root() -> bool:
    """Return True for the superuser of a system that has one, as in most containers."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def count_pdf_pages(paper: bytes) -> int:
    """Return the number of pages of a PDF as Chromium writes it."""
    return len(re.findall(rb"/Type\s*/Page\b", paper))


def to_pdf(page: bytes) -> bytes:
    """Return the PDF of a page; ExportError where there is no Chromium, or where it does not print."""
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        raise ExportError(say("export.no_browser", known=", ".join(BROWSERS)))
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "page.html", Path(folder) / "page.pdf"
        source.write_bytes(page)
        options = ["--no-sandbox"] if is_root() else []  # Chromium refuses to run as root with one
        options += ["--headless", "--disable-gpu", "--no-first-run", f"--user-data-dir={folder}/user"]
        options += [
            "--no-pdf-header-footer",
            f"--virtual-time-budget={VIRTUAL_TIME_BUDGET_MS}",
            f"--print-to-pdf={target}",
        ]
        try:
            subprocess.run(
                [browser, *options, source.as_uri()], capture_output=True, timeout=PRINTING_SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            raise ExportError(say("export.not_printed")) from None
        if not target.is_file():
            raise ExportError(say("export.not_printed"))
        return target.read_bytes()
