"""Every explorable on a phone: nothing lies over a control, and a control and its chart are on the screen together."""

from pathlib import Path
from typing import Any

from one_page_app import showing

from monopoly_lab.widgets.explorables.explorable import NAMES

PHONE = {"width": 390, "height": 844}
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
    chromium: Any, tmp_path: Path, shots: Path
) -> None:
    calls = [call for name in NAMES for call in (f"step({name!r})", f"show({MAKE.format(name)!r})")]
    with showing(tmp_path) as address:
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
