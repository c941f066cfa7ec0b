"""Every lesson's worksheet is one sheet of paper: two pages of A4 as Chromium prints them."""

from pathlib import Path
from typing import Any

from monopoly_lab.export.page import count_pdf_pages
from monopoly_lab.lessons.source import lesson_names, read_lesson
from monopoly_lab.lessons.worksheet import PAGES, worksheet


def test_worksheets__each_is_printed_on_one_sheet(chromium: Any, shots: Path) -> None:
    context = chromium.new_context(offline=True)
    page = context.new_page()
    found = {}
    for name in lesson_names():
        page.set_content(worksheet(read_lesson(name)))
        paper = page.pdf(prefer_css_page_size=True)
        (shots / f"worksheet_{name}.pdf").write_bytes(paper)
        found[name] = count_pdf_pages(paper)
    context.close()
    assert {name: n for name, n in found.items() if not 1 <= n <= PAGES} == {}
