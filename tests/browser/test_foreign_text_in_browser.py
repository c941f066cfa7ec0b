"""A mark in every text that a file can carry is seen as text, and does nothing: in JupyterLab, exported, and served."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import nbformat
import pytest
from labwindow import Lab
from nbconvert import HTMLExporter

sys.path.insert(0, str(Path(__file__).parents[1]))
from foreign import MARK, write_marked
from servers import leave
from test_served_app import TOKEN, Student, running

import monopoly_lab as ml

FOUND = "[document.querySelectorAll('.marked').length, typeof window.marked]"
SEEN = "document.body.innerText.includes('<img class=marked')"

SHOWN = """
import monopoly_lab as ml
from pathlib import Path
from monopoly_lab import figures
from monopoly_lab.widgets.scenario_editor import ScenarioBuilder
from IPython.display import display
path = next(path for path in Path("marked").iterdir() if path.name.startswith("scenario"))
scenario = ml.Scenario.load(path)
display(scenario, scenario.game(), scenario.edition)
game = scenario.game()
for name in game.players:
    game.seat(name, "random")
game.run(steps=40)
display(game.log(), game.describe(), figures.heat_map(ml.Chain(scenario.edition)))
table = ml.Table(scenario.game())
"""


def harmless(page: Any) -> None:
    """Nothing on the page came out of a mark."""
    page.wait_for_timeout(200)  # an image that is not there says so a moment later
    assert page.evaluate(FOUND) == [0, "undefined"]


@pytest.fixture
def marked(lab: Lab) -> Iterator[Lab]:
    folder = lab.folder / "marked"
    folder.mkdir(exist_ok=True)
    write_marked(folder)
    yield lab
    for path in folder.iterdir():
        path.unlink()


def tabs(page: Any, root: Any) -> None:
    """Every tab of a table, and what lies folded in it."""
    for tab in root.get_by_role("tab").all():
        tab.click()
        harmless(page)
        for fold in root.locator("details:not([open]) > summary").all()[:8]:
            if fold.is_visible():
                fold.click()
        harmless(page)


def test_lab__a_table_and_displays_show_marks_as_text(marked: Lab) -> None:
    table = marked.show(SHOWN + "display(table)")
    harmless(marked.page)
    assert marked.page.evaluate(SEEN)
    table.locator(".space").nth(1).click()
    table.locator(".space").nth(5).hover()
    harmless(marked.page)
    tabs(marked.page, table)
    marked.save()
    marked.page.wait_for_function("!jupyterapp.shell.currentWidget.context.model.dirty")
    kept = nbformat.read(marked.folder / "shared.ipynb", as_version=4)
    page, _ = HTMLExporter().from_notebook_node(kept)
    exported = marked.context.new_page()
    exported.route("http*://**", lambda route: route.abort())
    exported.set_content(page)
    harmless(exported)
    assert exported.evaluate(SEEN)
    exported.close()


def test_lab__gallery_and_builder_show_marks_as_text(marked: Lab) -> None:
    page = marked.page
    gallery = marked.show("import monopoly_lab as ml\nml.Gallery(folder='marked')")
    page.locator(".ml-broken").first.wait_for()
    harmless(page)
    for choice in ("Change", "Mend"):
        button = gallery.get_by_role("button", name=choice).first
        if button.count():
            button.click()
            page.locator(".ml-builder, .ml-field").first.wait_for()
            tabs(page, page.locator(".ml-table").last)
            page.locator("#ml-back").click()
            page.locator(".ml-builder").wait_for(state="detached")
    page.locator(".ml-gallery .ml-tile").get_by_role("button", name="Play").first.click()
    page.locator(".ml-waiting").last.wait_for()
    harmless(page)


REFUSED = ("edition", "number", "others", "seed", "scenario")  # the first of them that is bent is named
READ = ("name", "lang", "next")


def test_served__what_an_address_or_a_file_carries_is_shown_as_text(chromium: Any, tmp_path: Path) -> None:
    mark = quote(MARK)
    given = {query: f"{query}={mark}" for query in (*REFUSED, *READ)}
    everything = "&".join(given.values())
    addresses = [f"{path}?{everything}" for path in ("", f"nowhere/{mark}", "login", "page/table")]
    alone = [f"page/table?{given[query]}" for query in REFUSED]
    table = "page/table?" + "&".join(given[query] for query in READ)
    game = ml.Game("classic_us", players=[f"Ann {MARK}", f"Bo {MARK}"], seed=1)
    (tmp_path / "game.toml").write_text(game.to_toml(), "utf-8")
    with running(tmp_path) as served:
        student = Student(chromium, served)
        for address, word in [*((each, "wrong") for each in addresses), *((each, TOKEN) for each in addresses + alone)]:
            student.visit(address, word)
            harmless(student.page)
        shown = student.table(table)
        student.page.get_by_text("<img class").first.wait_for()
        tabs(student.page, student.drawn())
        shown.get_by_role("tab", name="File").click()
        student.page.set_input_files("#ml-upload", tmp_path / "game.toml")
        student.page.get_by_text("Bo <img class").first.wait_for()
        tabs(student.page, student.drawn())
        leave(student.page)
