"""The table where it is shown elsewhere and to others: Notebook 7, twice the size, those who see or point differently.

The accessibility tests need axe-core (npm install axe-core): MONOPOLY_LAB_AXE names its axe.min.js.
"""

import re
from pathlib import Path

import nbformat
import pytest
from hands import has, owned, press, says, tab, throw
from labwindow import WIDE, Lab
from looks import flaws, still, unreached, violations
from test_predictions_in_browser import CELLS, LONG, in_view, saved

LESSONS = Path(__file__).parents[2] / "notebooks"
TABS = ("Deed", "Manage", "Trade", "Log", "Worth", "Seats", "Time", "File")
UNDER_WAY = """
import monopoly_lab as ml
game = ml.Scenario.load("game_under_way").game(seed=7)
for name in game.players:
    game.seat(name, None)
ml.Table(game)
"""
TWO = """
import monopoly_lab as ml
game = ml.Game("classic_us", players=["Ann", "Bo"], seed=5)
for text in ("roll 6 4", "roll 1 2"):
    game.apply(text)  # Ann begins
ml.Table(game)
"""
AT_THE_END = "print('at the end:', ', '.join(f'{name} {cash}' for name, cash in game.state.cash.items()))"
# At least four fifths of the height of the notebook's visible area, and half of all of it.
FILLED = """
(board) => {
  const seen = board.closest(".jp-WindowedPanel-outer").getBoundingClientRect(), box = board.getBoundingClientRect();
  return box.height >= 0.8 * seen.height && box.width * box.height >= 0.5 * seen.width * seen.height;
}
"""


def test_notebook_7__the_board_takes_its_place_and_is_played_on_and_a_prediction_is_written(lab: Lab) -> None:
    """The board takes the height that there is, less the bar above it; the page is as wide as that needs."""
    lab.write("elsewhere", *CELLS[:2], TWO)
    with lab.notebook_7("elsewhere"):
        table = lab.run("elsewhere")
        for size in (WIDE, (1366, 768), (1600, 900), (1920, 1080), (2560, 1440)):
            lab.resize(size)
            table.evaluate("table => table.scrollIntoView()")
            lab.page.wait_for_function(FILLED, arg=table.locator(".ml-board").element_handle())
            assert flaws(table) == [], size
            lab.shot(f"notebook_7_{size[0]}")
        throw(table, 1, 2)
        says(table, "Ann may buy Baltic Avenue")
        press(table, "^Buy")
        owned(table, 3, "Ann")
        in_view(lab, "prediction_narrow_7")
        saved(lab, lab.page.get_by_label(LONG), "elsewhere", "61")
        lab.shot("prediction_in_notebook_7")


def test_zoom__at_200_percent_everything_is_reached(lab: Lab) -> None:
    """A window of 1280 x 720 at twice the size has room for 640 x 360."""
    lab.resize((640, 360))
    table = lab.show(UNDER_WAY)
    for name in TABS:
        tab(table, name)
        table.locator(f"[role=tab][aria-selected=true] >> text='{name}'").wait_for()
        assert unreached(table) == [], name
    assert table.evaluate("table => table.scrollWidth <= table.clientWidth + 1")
    throw(table, 3, 2)
    throw(table, 4, 3)
    throw(table, 1, 4)
    says(table, "Cy owes Bo $200")
    assert unreached(table) == []
    table.evaluate("table => table.scrollIntoView()")
    lab.shot("zoom_200")


def test_axe__finds_nothing_serious_at_the_table_in_jupyterlab(lab: Lab, axe: str) -> None:
    table = lab.show(UNDER_WAY)
    found = violations(lab.page, axe, ".ml-table:not([data-old])")
    for name in TABS:
        tab(table, name)
        table.locator(f"[role=tab][aria-selected=true] >> text='{name}'").wait_for()
        found += [f"{name}: {each}" for each in violations(lab.page, axe, ".ml-table:not([data-old]) .ml-side")]
    lab.theme("dark")
    table.locator("xpath=self::*[@data-theme='dark']").wait_for()
    still(table)
    found += violations(lab.page, axe, ".ml-table:not([data-old])")
    assert not found


@pytest.mark.parametrize("shown", ["Gallery", "ScenarioBuilder"])
def test_axe__finds_nothing_serious_in_gallery_and_builder(lab: Lab, axe: str, shown: str) -> None:
    lab.show(f"import monopoly_lab as ml\nml.{shown}()")
    root = ".ml-gallery:not([data-old])" if shown == "Gallery" else ".ml-builder:not(:has([data-old]))"
    assert not violations(lab.page, axe, root)


def test_lesson__after_run_all_its_table_and_chart_agree(lab: Lab) -> None:
    """Later cells of the lesson play on; the table above them shows the game as it is then."""
    lesson = nbformat.read(LESSONS / "01_play_a_scenario.ipynb", as_version=4)
    lesson.cells.append(nbformat.v4.new_code_cell(AT_THE_END))
    nbformat.write(lesson, lab.folder / "lesson.ipynb")
    table = lab.run("lesson")
    told = lab.page.locator(".jp-OutputArea-output pre").filter(has_text="at the end:")
    told.wait_for()
    end = str(told.inner_text()).split(": ")[1].strip()
    lab.page.get_by_role("button", name="Chart", exact=True).last.click()
    said = re.sub(r"(\d+)", r"$\1", end)
    lab.page.get_by_role("figure", name=f"Cash by round: {said}", exact=True).wait_for()
    for name, cash in re.findall(r"(\w+) (\d+)", end):
        has(table, name, int(cash))


def test_chart__has_a_name_for_who_does_not_see_it(lab: Lab) -> None:
    table = lab.show(UNDER_WAY)
    lab.page.get_by_role("button", name="Chart", exact=True).last.click()
    lab.page.get_by_role("figure", name="Cash by round: Ann $420").wait_for()
    throw(table, 3, 2)
    says(table, "Bo throws the dice")
    throw(table, 4, 3)  # to St. James Place with two houses: 200
    lab.page.get_by_role("figure", name="Cash by round: Ann $620").wait_for()
