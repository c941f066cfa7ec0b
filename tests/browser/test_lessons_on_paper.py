"""Every lesson's worksheet is one sheet of paper: two pages of A4 as Chromium prints them, with room to write.

In the other languages, whose words are longer, with `pytest -m release`: each lesson is run for it.
"""

from pathlib import Path
from typing import Any

import pytest

from monopoly_lab.common.messages import ENGLISH, languages, speaking
from monopoly_lab.export.page import count_pdf_pages
from monopoly_lab.lessons.lesson_notebooks import lesson_names, read_lesson
from monopoly_lab.lessons.outputs_by_language import with_outputs
from monopoly_lab.lessons.translation import translated
from monopoly_lab.lessons.worksheet import PAGES, worksheet
from tests.sampled import rest_for_release

MM = 96 / 25.4  # pixels on a screen
ROOM = """
() => [...document.querySelectorAll(".lines:not(.few), .seen img")]
  .map((each) => [each.localName, each.offsetHeight, each.offsetWidth])
"""
LEAST = {"div": 3 * 6 * MM, "img": 45 * MM}  # three lines to write on; a picture that can be read


@pytest.mark.parametrize("lang", rest_for_release(languages(), [ENGLISH]))
def test_worksheets__each_is_printed_on_one_sheet(chromium: Any, shots: Path, lang: str) -> None:
    context = chromium.new_context(offline=True)
    page = context.new_page()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": round(180 * MM), "height": round(276 * MM)})
    found = {}
    cramped = []
    for name in lesson_names():
        with speaking(lang):
            page.set_content(worksheet(with_outputs(translated(read_lesson(name)))))
        page.evaluate("Promise.all([...document.images].map((image) => image.decode()))")
        cramped += [
            (name, kind) for kind, height, width in page.evaluate(ROOM) if not width or height < LEAST[kind] - 1
        ]
        paper = page.pdf(prefer_css_page_size=True)
        (shots / f"worksheet_{name}_{lang}.pdf").write_bytes(paper)
        found[name] = count_pdf_pages(paper)
    context.close()
    assert cramped == []
    assert {name: n for name, n in found.items() if not 1 <= n <= PAGES} == {}
