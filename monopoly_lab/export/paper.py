"""A page on paper, as Chromium prints it."""

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from monopoly_lab.errors import ExportError
from monopoly_lab.messages import say

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
SECONDS = 120
PATIENCE = 20_000  # milliseconds of the page's own clock that figures may take to be drawn


def is_root() -> bool:
    """True for the superuser of a system that has one, as in most containers."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def pages(paper: bytes) -> int:
    """The number of pages of a PDF as Chromium writes it."""
    return len(re.findall(rb"/Type\s*/Page\b", paper))


def printed(page: bytes) -> bytes:
    """The PDF of a page; ExportError where there is no Chromium, or where it does not print."""
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        raise ExportError(say("export.no_browser", known=", ".join(BROWSERS)))
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "page.html", Path(folder) / "page.pdf"
        source.write_bytes(page)
        options = ["--no-sandbox"] if is_root() else []  # Chromium refuses to run as root with one
        options += ["--headless", "--disable-gpu", "--no-first-run", f"--user-data-dir={folder}/user"]
        options += ["--no-pdf-header-footer", f"--virtual-time-budget={PATIENCE}", f"--print-to-pdf={target}"]
        try:
            subprocess.run([browser, *options, source.as_uri()], capture_output=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            raise ExportError(say("export.not_printed")) from None
        if not target.is_file():
            raise ExportError(say("export.not_printed"))
        return target.read_bytes()
