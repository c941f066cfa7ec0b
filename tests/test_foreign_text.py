"""What others wrote is shown as they wrote it, never carried out: there is one place that makes markup of it.

Browsers are asked in tests/browser/test_foreign_text_in_browser.py.
"""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pandas as pd
import pytest
from foreign import MARK, ROOT, marked_edition, write_marked
from nbformat.v4 import new_markdown_cell, new_notebook
from tomli_w import dumps

import monopoly_lab as ml
from monopoly_lab.common.escaping import harmless_links
from monopoly_lab.export.page import page_of
from monopoly_lab.figures import experiments
from monopoly_lab.game.scenarios.scenario_entries import scenario_entries
from monopoly_lab.lessons.printed_text import render_markdown
from monopoly_lab.markov import Chain
from monopoly_lab.measures.confidence_intervals import Interval
from monopoly_lab.web.server import start_page
from monopoly_lab.widgets import chart_data, gallery
from monopoly_lab.widgets.html_elements import Words
from tests.figures.test_figures import ALL
from tests.sampled import FEW, sampled

PACKAGE = ROOT / "monopoly_lab"


class Marks(HTMLParser):
    """Counts the elements that came out of a mark."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found = 0
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += ("class", "marked") in attrs


def marks(page: str) -> int:
    return Marks(page).found


def test_markup__only_one_module_escapes() -> None:
    others = re.compile(r"^\s*(?:from|import) (?:html|xml\.sax\.saxutils|markupsafe)\b", re.MULTILINE)
    users = [path for path in PACKAGE.rglob("*.py") if others.search(path.read_text("utf-8"))]
    assert users == [PACKAGE / "common" / "escaping.py"]


@pytest.mark.parametrize("edition", sampled(ml.editions(), FEW))
def test_scenario__shows_its_words_as_they_are_written(tmp_path: Path, edition: str) -> None:
    assert marks(MARK) == 2
    scenario = ml.Scenario.load(write_marked(tmp_path, edition))
    shown = scenario._repr_mimebundle_()
    assert marks(shown["text/html"]) == 0 and shown["text/html"].count("&lt;img") == 3
    assert not hasattr(scenario, "_repr_markdown_") and not hasattr(scenario, "_repr_html_")
    game = scenario.game()
    assert marks(game.svg()) == marks(game.picture()) == 0
    assert "&lt;img" in game.svg()


def test_gallery__cards_show_foreign_words_as_they_are_written(tmp_path: Path) -> None:
    write_marked(tmp_path)
    words = Words("en", "gallery")
    own = [entry for entry in scenario_entries(tmp_path) if entry.is_own]
    assert len(own) == 3 and any(entry.problems for entry in own)
    for entry in own:
        for checked in (False, True):
            assert marks(gallery.card(entry, words, checked)) == 0
        assert marks(gallery.bar(entry, words)) == 0


HARMFUL = [
    *(
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java\tscript:alert(1)",
        "&#106;avascript:alert(1)",
        " javascript:x",
    ),
    *("\x01javascript:x", "vbscript:x", "data:text/html,<script>x</script>", "file:///etc/passwd", "blob:x", "x-y:z"),
    *("java&Tab;script:x", "&NewLine;javascript&colon;x", "\u200bjavascript:x"),
]
HARMLESS = [
    "http://a.org/?b:c",
    "https://a.org",
    "mailto:a@b.org",
    "#here",
    "page.html#a:b",
    "/x/y:z",
    "?a=b:c",
    "../a",
]


class Links(HTMLParser):
    """Collects where links and pictures lead, as a browser reads them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in ("href", "src", "action", "xlink:href")]


@pytest.mark.parametrize("address", HARMFUL)
@pytest.mark.parametrize(
    "tag",
    ['<a href="{}">', "<a href='{}'>", '<a\nHREF = "{}" x="1">', '<a x="y"href="{}">', '<svg><a/xlink:href="{}">'],
)
def test_links__that_run_something_are_no_links(address: str, tag: str) -> None:
    page = f"<p>{tag.format(address)}x</a> <em>y</em></p>"
    assert Links(harmless_links(page)).found == [] and Links(page).found
    assert harmless_links(page).endswith(">x</a> <em>y</em></p>")


def test_links__to_pages_and_places_stay_and_so_do_pictures() -> None:
    page = "".join(f'<a class="b" href="{address}">x</a>' for address in HARMLESS)
    assert harmless_links(page) == page
    picture = '<img src="data:image/png;base64,AAAA" alt="href=javascript:x">'
    assert harmless_links(picture).startswith('<img src="data:image/png;base64,AAAA"')
    assert "src" not in harmless_links('<img src="data:text/html,x">')
    assert "a < b and href=javascript:x" in harmless_links("<p>a < b and href=javascript:x</p>")


def test_links__of_a_scenario_run_nothing_in_its_page(tmp_path: Path) -> None:
    """Markdown makes links of what others wrote; each way to write one is in its words and in the user's notes."""
    said = "[a](javascript:alert(1)) ![b](javascript:alert(2)) <javascript:alert(3)> [r] [ok](https://example.org)"
    cell = new_markdown_cell(f"{said}\n\n[r]: javascript:alert(4)\n")
    page = page_of(new_notebook(cells=[cell]), "links", "code")
    assert not [link for link in Links(page).found if "script" in link.lower()]
    assert "https://example.org" in Links(page).found
    assert "script" not in "".join(Links(render_markdown(cell.source)).found)
    assert "script" not in "".join(Links(start_page._inline(cell.source)).found)


def texts_in(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for entry in value.values() for text in texts_in(entry)]
    return [text for entry in value for text in texts_in(entry)] if isinstance(value, list) else []


def test_charts__read_no_link_or_style_out_of_a_name(tmp_path: Path) -> None:
    path = tmp_path / "marked.toml"
    path.write_text(dumps(marked_edition("classic_us")), "utf-8")
    chain = Chain(ml.load_edition(path))
    for draw in ALL.values():
        texts = texts_in(json.loads(draw(chain).to_json()))
        assert not [text for text in texts if "<img" in text or "<a" in text]
        assert [text for text in texts if "&lt;" in text]


def test_charts_beside_the_table__read_no_link_or_style_out_of_a_name(tmp_path: Path) -> None:
    game = ml.Scenario.load(write_marked(tmp_path)).game()
    branches = {MARK: game, "main": game}
    made = [
        *(chart_data.purses(game, "en"), chart_data.incomes(game, "en"), chart_data.who_pays_whom(game, "en")),
        *(
            chart_data.next_throw(game, "en"),
            chart_data.compared_branches(branches, chart_data.cash_by_round, MARK, "en"),
        ),
    ]
    for figure, said in made:
        texts = texts_in(chart_data.output(figure, said, "light")[0]["data"]["application/vnd.plotly.v1+json"])
        assert not [text for text in texts if "<img" in text or "<a" in text]


# A name that plotly would read as bold, as a line break, as a value, as a formula.
READ = "<b>%{x}</b> & $a$ &lt;"
WRITTEN = "&lt;b>%&#123;x}&lt;/b> &amp; &#36;a&#36; &amp;lt;"


def test_charts_of_experiments__show_names_letter_by_letter() -> None:
    names, title = [READ, "Bo"], f"{READ} wins"
    wins = {name: Interval(0.5, 0.4, 0.6) for name in names}
    columns = {"q25": 1.0, "median": 2.0, "q75": 3.0, "round": 1}
    wealth = pd.DataFrame([{"player": name, **columns} for name in names])
    told = {"difference": "+1", "low": "0", "high": "2"}
    grid = {"salary": (1, 2)}
    drawn = [
        experiments.wins_and_worth(title, [READ], wins, wealth, "$1"),
        experiments.differences(title, [READ], wins, [told, told], 1, READ, READ),
        experiments.over_grid(title, [READ], grid, list(wins.values()), ["1", "2"], 1, READ),
        experiments.over_grid(title, [READ], grid | {"bail": (1,)}, list(wins.values()), ["1", "2"], 1, READ),
        experiments.standings(title, [READ], wins, [[0.5, 0.5], [0.5, 0.5]]),
    ]
    for figure in drawn:
        texts = texts_in(json.loads(figure.to_json()))
        assert not [text for text in texts if READ in text or "<b>%" in text]
        assert len([text for text in texts if WRITTEN in text]) >= 3
