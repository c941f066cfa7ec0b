"""An exported page with no network: every figure is drawn, every board shows; and on paper."""

from pathlib import Path
from typing import Any

import nbformat
import pandas as pd
import plotly.graph_objects as go
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

import monopoly_lab as ml
from monopoly_lab.common import PLOTLY
from monopoly_lab.export.page import COLLAPSED, count_pdf_pages, page_of
from monopoly_lab.figures import answer_charts


def test_page__shows_every_figure_and_board_without_a_network(chromium: Any, tmp_path: Path, shots: Path) -> None:
    game = ml.Game("classic_us", players={"Ann": "balanced", "Bo": "cautious"}, seed=4)
    game.run(rounds=6)
    path = game.export(tmp_path / "mine.html")
    context = chromium.new_context(viewport={"width": 1100, "height": 900}, offline=True)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    page.wait_for_selector("body[data-drawn]", state="attached")
    page.screenshot(path=shots / "exported_page.png", full_page=True)
    assert [url for url in asked if not url.startswith(("data:", "blob:"))] == [path.as_uri()]
    assert page.locator(".figure .main-svg").first.is_visible() and page.locator(".figure.js-plotly-plot").count() == 2
    assert page.evaluate("[...document.images].filter(each => each.naturalWidth > 300).length") == 3
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("document.querySelector('.output_html:has(.figure)').tabIndex === 0")
    page.screenshot(path=shots / "exported_page_phone.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    wide = page.locator(".output_html:has(.figure)")
    assert all(wide.nth(n).get_attribute("aria-label") for n in range(wide.count()))
    assert page.locator(".figure").first.bounding_box()["width"] >= 640, "a chart with two parts is read, and scrolls"
    charts = page.locator(".figure:not(.on-board)")
    assert "invert" in charts.first.evaluate("chart => getComputedStyle(chart).filter")
    context.close()


def test_page__opens_what_is_below_a_collapsed_heading_and_draws_its_chart_as_wide_as_the_page(
    chromium: Any, tmp_path: Path
) -> None:
    """Each chart that scrolls on a phone has a name of its own, though both have one title."""
    chart = {PLOTLY: go.Figure(go.Bar(y=[1, 2]), {"title": {"text": "3 answers"}}).to_plotly_json()}
    chart = nbformat.from_dict(chart)
    cells = [
        new_markdown_cell("## In class"),
        new_code_cell("a", outputs=[new_output("display_data", data=chart)]),
        new_markdown_cell("## Homework", metadata={COLLAPSED: True}),
        new_markdown_cell("### At home"),
        new_code_cell("b", outputs=[new_output("display_data", data=chart)]),
    ]
    (tmp_path / "page.html").write_text(page_of(new_notebook(cells=cells), "A", "Code"), encoding="utf-8")
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    page.goto((tmp_path / "page.html").as_uri())
    page.wait_for_selector("body[data-drawn]", state="attached")
    first, second = (page.locator(".figure .main-svg:first-child").nth(n) for n in (0, 1))
    assert first.is_visible() and not second.is_visible() and not page.get_by_text("At home").is_visible()
    page.get_by_text("Homework").click()
    page.wait_for_function("document.querySelectorAll('.figure .main-svg:first-child')[1].clientWidth > 800")
    assert second.bounding_box()["width"] == first.bounding_box()["width"]
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function("document.querySelectorAll('[role=region]').length === 2")
    names = page.evaluate("[...document.querySelectorAll('[role=region]')].map(each => each.ariaLabel)")
    assert names == ["In class: 3 answers", "At home: 3 answers"]
    page.close()


def test_table__words_of_a_column_break_on_a_phone_and_begin_at_the_left(chromium: Any, tmp_path: Path) -> None:
    slips = ["a quarter belongs to the table of four players, not to that of five", "a sum of both"]
    table = pd.DataFrame({"answer": [25, 30], "likely slip": slips, "students": [3, 2]}).to_html()
    output = new_output("display_data", data=nbformat.from_dict({"text/html": table}))
    report = new_notebook(cells=[new_code_cell("a", outputs=[output])])
    (tmp_path / "page.html").write_text(page_of(report, "A", is_wall=True), encoding="utf-8")
    page = chromium.new_page(viewport={"width": 390, "height": 844})
    page.goto((tmp_path / "page.html").as_uri())
    page.locator("th.words").get_by_text("likely slip").wait_for()
    assert [each.inner_text() for each in page.locator("td.words").all()] == slips
    assert page.evaluate("document.querySelector('table').getBoundingClientRect().right") <= 390
    page.close()


CUT = """[...document.querySelectorAll(".figure")].flatMap(figure => {
  const box = figure.getBoundingClientRect();
  const isCut = at => at.left < box.left - 1 || at.right > box.right + 1 || at.top < box.top - 1;
  const texts = [...figure.querySelectorAll("text")].filter(text => text.textContent);
  return texts.filter(text => isCut(text.getBoundingClientRect())).map(text => text.textContent);
})"""

LINES_APART = """[...document.querySelectorAll(".figure")].every(figure => {
  const title = figure.querySelector(".gtitle")?.getBoundingClientRect();
  const labels = [...figure.querySelectorAll(".annotation-text")].map(label => label.getBoundingClientRect());
  return !title || labels.every(label => label.top >= title.bottom + 2);
})"""


NAMES_APART = """[...document.querySelectorAll(".figure")].every(figure => {
  const names = [...figure.querySelectorAll(".xtick text")];
  const level = names.filter(each => !each.getAttribute("transform")?.includes("-35"));
  const boxes = level.map(each => each.getBoundingClientRect());
  return boxes.every((box, n) => n === 0 || box.left >= boxes[n - 1].right + 3);
})"""


@pytest.fixture(scope="module")
def report_of_charts(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, int]:
    """The address of a report, and how many charts it has."""
    said = [340.0, 1010.0, 1010.0, 1500.0, 1680.0, 1680.0]
    rows = [
        {
            "student": n,
            "kind": kind,
            "question": kind,
            "said": each,
            "found": 1680.0,
            "state": "wrong",
            "verdict": "other",
        }
        for n, each in enumerate(said)
        for kind in ("predict", "self_check")
    ]
    again = [{**row, "question": "again"} for row in rows if row["kind"] == "predict"]
    found = pd.DataFrame(rows + again)
    halved = found.assign(said=found.said / 2, found=found.found / 2)
    charts = [
        answer_charts.predictions(found, "predict", "en", unit="dollar|dollars"),
        answer_charts.predictions(halved, "predict", "en", unit="dollar|dollars", low=0, high=1000, choice=True),
        answer_charts.predictions(found, "predict", "en", unit="dollar|dollars", again="again"),
        answer_charts.answers(found, "self_check", "en"),
        answer_charts.answers(found.assign(state="doubtful"), "self_check", "uk"),
        answer_charts.answers(
            found.assign(state=["right", "right", "wrong", "wrong", "doubtful", "doubtful"] * 3), "self_check", "en"
        ),
    ]
    outputs = [new_output("display_data", data=nbformat.from_dict({PLOTLY: each.to_plotly_json()})) for each in charts]
    cells = [new_code_cell("a", outputs=[each]) for each in outputs]
    report = nbformat.reads(nbformat.writes(new_notebook(cells=cells)), as_version=4)
    path = tmp_path_factory.mktemp("report") / "page.html"
    path.write_text(page_of(report, "A", is_wall=True), encoding="utf-8")
    return path.as_uri(), len(charts)


@pytest.mark.parametrize("width", [1920, 1280, 390])
def test_report__charts_are_as_wide_as_the_page_and_no_text_of_them_is_cut_off(
    chromium: Any, report_of_charts: tuple[str, int], shots: Path, width: int
) -> None:
    address, count = report_of_charts
    page = chromium.new_page(viewport={"width": width, "height": 900})
    page.goto(address)
    page.wait_for_selector("body[data-drawn]", state="attached")
    page.screenshot(path=shots / f"report_charts_{width}.png", full_page=True)
    size = "each => parseFloat(getComputedStyle(each).fontSize)"
    text, tick = (page.locator(part).first.evaluate(size) for part in ("body", ".figure .xtick text"))
    at_least = {1920: (34, 24), 1280: (22, 16), 390: (17, 10)}[width]  # 34 px of 1080: as the wall of a live class
    assert text >= at_least[0] and tick >= at_least[1], (text, tick)
    assert page.locator(".figure .main-svg:first-child").count() == count and page.evaluate(CUT) == []
    assert page.evaluate(LINES_APART) and page.evaluate(NAMES_APART)
    if width < 700:
        assert page.locator(".modebar-btn").count() == 0
        numbers = page.locator(".figure").nth(1).locator(".xtick").all_text_contents()
        assert len(numbers) >= 6, numbers  # 0 and 1,000 alone say of no bar between them where it is
    wide = page.evaluate("[...document.querySelectorAll('.output_html')].map(each => each.scrollWidth)")
    assert max(wide) <= width and page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()


def test_paper__has_its_boards_and_figures_as_pictures_and_is_no_heavier_than_they(tmp_path: Path) -> None:
    game = ml.Game("classic_us", players={"Ann": "balanced", "Bo": "cautious"}, seed=4)
    game.run(rounds=6)
    paper = game.export(tmp_path / "mine.pdf").read_bytes()
    assert paper.startswith(b"%PDF") and 300_000 < len(paper) < 6_000_000
    assert paper.count(b"/DCTDecode") == 4 and count_pdf_pages(paper) <= 6
