"""Pages of lessons in the app for a class: what is asked reads as it was written; every explorable on a phone: nothing
lies over a control, and a control and its chart are on the screen together.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from one_page_app import showing

from monopoly_lab.widgets.explorables.explorable import NAMES

Address = Callable[..., str]
PHONE = {"width": 390, "height": 844}
ASK = "How much more at $400 than at $200?"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    """What gives the address of a page that is filled by calls."""
    with showing(tmp_path_factory.mktemp("pages")) as address:
        yield address


def test_label__two_dollar_signs_are_no_formula(chromium: Any, address: Address) -> None:
    calls = (
        "names.update(predict=__import__('monopoly_lab').predict)",
        f'ask(\'a = predict("a", None, ask="{ASK}")\')',
    )
    page = chromium.new_page()
    page.goto(address(*calls))
    page.get_by_label(ASK).wait_for()
    page.wait_for_timeout(2000)  # formulas are set when the page is there
    assert page.locator(".ml-asked .widget-label").first.inner_text() == ASK
    page.close()


def test_match__on_a_phone_the_table_of_rounds_is_whole_or_says_that_it_goes_on(
    chromium: Any, address: Address
) -> None:
    code = (
        "import monopoly_lab as ml\n"
        "from monopoly_lab.economics.hidden_quality import HiddenQuality\n"
        "from monopoly_lab.economics.matches import Match\n"
        "panel = ml.MatchPanel(Match(HiddenQuality(players=2), {'Owner': 'owner', 'You': None}, seed=1), 'You')\n"
        "for bid in (100, 278, 400, 55):\n"
        "    panel.move(bid)\n"
        "panel"
    )
    context = chromium.new_context(viewport=PHONE, has_touch=True)
    page = context.new_page()
    page.goto(address(f"show({code!r})"))
    table = page.locator(".ml-match table")
    table.wait_for()
    page.wait_for_function(
        "() => document.querySelector('.ml-match table').getBoundingClientRect().right <= innerWidth"
        " || document.querySelector('.ml-match [data-more~=right][data-push]')"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


def test_verdict__goes_as_soon_as_another_answer_is_typed(chromium: Any, address: Address) -> None:
    """And a verdict with the same words comes back for the same answer."""
    calls = (
        "names.update(ml=__import__('monopoly_lab'))",
        "names.update(lesson=ml.Lesson('x', keys={'q': ml.hashed('q', 7, 0)}))",
        "ask('ml.self_check(\"q\", None, lesson)')",
    )
    page = chromium.new_page()
    page.goto(address(*calls))
    field = page.locator(".ml-question input")
    for _ in range(2):
        field.fill("7")
        field.press("Enter")
        page.locator(".ml-right").wait_for()
        field.press("End")
        field.press_sequentially("1")
        assert page.locator(".ml-question [role=status]").count() == 0
    field.press("Enter")
    page.locator(".ml-not-yet").wait_for()
    page.close()


MAKE = 'import monopoly_lab as ml\nml.Explorable("{}", lang="uk")'  # its words are longer than English ones
BAR = 51  # pixels of the line above a lesson that says where the reader is
# For every control: scrolled to where it is used, below the bar and what is pinned. What lies over it or over another
# control, and whether it is on the screen together with the whole chart.
FAULTS = """
async () => {
  const found = [], frame = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  for (const shown of document.querySelectorAll(".ml-explorable")) {
    const rows = [...shown.querySelectorAll("[data-kind]")], chart = shown.querySelector(".ml-explorable-frame");
    const name = shown.querySelector("[role=group]").ariaLabel;
    const top = () => shown.getBoundingClientRect().top, start = top() + scrollY;
    for (let at = 0; at < shown.offsetHeight + 300; at += 120) {
      scrollTo(0, start - 200 + at);
      await frame();
      const boxes = rows.map((row) => row.getBoundingClientRect());
      boxes.forEach((box, n) => boxes.slice(0, n).forEach((other, m) => {
        if (over(box, other)) found.push(`${name}: ${rows[n].dataset.name} over ${rows[m].dataset.name}`);
      }));
    }
    for (const [label, told] of rows.map((row) => [row.querySelector("label"), row.querySelector("output")])) {
      const lines = [label, told].map((each) => {
        const words = document.createRange();
        if (each) words.selectNodeContents(each);
        return [...words.getClientRects()];
      });
      if (lines[0].some((line) => lines[1].some((other) => over(line, other))))
        found.push(`${name}: ${told.textContent} over ${label.textContent}`);
    }
    for (const row of rows) {
      const input = row.querySelector("input, select");
      scrollTo(0, row.getBoundingClientRect().bottom + scrollY - innerHeight + 8);
      await frame();
      const box = row.getBoundingClientRect(), picture = chart.getBoundingClientRect();
      const at = document.elementFromPoint(box.left + 4, box.top + 4);
      if (!row.contains(at)) found.push(`${name}: ${at?.className} covers ${row.dataset.name}`);
      if (picture.top < BAR || box.bottom > innerHeight || picture.bottom > box.top + 1)
        found.push(`${name}: ${row.dataset.name} and the chart (${picture.top} to ${picture.bottom}) at ${box.top}`);
      input.blur();
      scrollTo(0, start + shown.offsetHeight);
      input.focus();
      await frame();
      const hidden = chart.getBoundingClientRect().bottom - row.getBoundingClientRect().top;
      if (hidden > 1) found.push(`${name}: ${row.dataset.name} is reached by keys behind the chart`);
    }
  }
  return found;
}
""".replace("BAR", str(BAR))


def test_explorables__on_a_phone_no_control_is_covered_and_each_is_beside_its_chart(
    chromium: Any, address: Address, shots: Path
) -> None:
    calls = [call for name in NAMES for call in (f"step({name!r})", f"show({MAKE.format(name)!r})")]
    context = chromium.new_context(viewport=PHONE, has_touch=True)
    page = context.new_page()
    page.goto(address(*calls))
    page.wait_for_function(f"() => document.querySelectorAll('.ml-explorable').length === {len(NAMES)}")
    page.wait_for_function(
        f"() => document.querySelectorAll('.ml-explorable .js-plotly-plot .main-svg').length >= {len(NAMES)}"
    )
    page.wait_for_timeout(3000)  # they are drawn once more for a phone
    auctions = page.locator(".ml-explorable").nth(NAMES.index("auctions"))
    values = auctions.locator("[data-name=values]")
    assert values.locator(".ml-chosen").text_content() == ""
    values.locator("select").select_option("усім однаково, але ніхто не знає скільки")
    assert values.locator(".ml-chosen").text_content() == "усім однаково, але ніхто не знає скільки"
    auctions.locator("[data-name=discount] output", has_text="0,0 похибки").wait_for()
    faults = page.evaluate(FAULTS)
    for number in (NAMES.index("rent_tax"), NAMES.index("redistribution")):
        page.locator(".ml-explorable-controls").nth(number).evaluate("each => each.scrollIntoView({block: 'end'})")
        page.wait_for_timeout(300)
        page.screenshot(path=shots / f"explorable_on_a_phone_{number}.png")
    context.close()
    assert faults == []


# A chart begins and ends where its place does, and a board keeps its proportion.
FILLED = """
() => {
  const [place, chart, drawn] = [".ml-chart-frame", ".js-plotly-plot", ".js-plotly-plot .main-svg"].map((each) =>
    document.querySelector(each).getBoundingClientRect());
  const near = (one, other, by) => Math.abs(one - other) <= by;
  return near(chart.left, place.left, 3) && near(chart.right, place.right, 3) && near(drawn.width, chart.width, 2)
    && near(drawn.width / drawn.height, 1.44, 0.03);
}
"""


def test_chart__plotly_comes_with_the_first_one_even_over_a_bad_network(chromium: Any, address: Address) -> None:
    """And the chart is drawn once, as wide as the page has room for it."""
    page = chromium.new_page(viewport={"width": 1920, "height": 1080})
    asked = []

    def lost_once(route: Any) -> None:
        asked.append(route.request.url)
        route.abort() if len(asked) == 1 else route.continue_()

    page.route("**/plotly*.min.js", lost_once)
    page.goto(address("show('1 + 1')"))
    page.locator(".ml-step-1").get_by_text("2", exact=True).wait_for()
    page.wait_for_load_state("networkidle")
    assert not asked
    page.goto(address("show(\"import monopoly_lab as ml\\nml.figures.heat_map('classic_us')\")"))
    page.locator(".js-plotly-plot .main-svg").first.wait_for()
    assert [Path(url).name for url in asked] == 2 * ["plotly.min.js"]
    for size in ({"width": 1920, "height": 1080}, PHONE):
        page.set_viewport_size(size)
        page.wait_for_function(FILLED)
    assert page.locator(".js-plotly-plot img").count() == 0  # no second picture of it
    page.close()
