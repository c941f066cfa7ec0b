"""Which choice is better? Asked in JupyterLab: the table stays alive, can be stopped, and says it at the choices."""

import re

from hands import owned, press, says, tab
from labwindow import Lab
from looks import faint, flaws

ASKED = """
import monopoly_lab as ml
from monopoly_lab.widgets import choice_evaluation as weighing
weighing.GAMES = {games}
game = ml.Game("classic_us", players=["Ann", "Bo"], seed=5)
for text in ("roll 6 4", "roll 1 2", "roll 1 2"):
    game.apply(text)  # Ann begins, and may buy Baltic Avenue
ml.Table(game)
"""
OWING = """
game = ml.Scenario.load("debt_settled_with_property").game()
ml.Table(game.redo(1))
"""

PLACES = """(table) => [...table.querySelectorAll(
  "#ml-buy, #ml-auction, #ml-weigh, .ml-deed-card, .ml-card .ml-waiting")].map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [each.id || each.className, ...[x, y, width, height].map(Math.round)].join(" ");
})"""


def test_weigh__the_differences_stand_at_the_choices_until_the_game_goes_on(lab: Lab) -> None:
    table = lab.show(ASKED.format(games=4))
    press(table, "^Which is better")
    told = table.locator(".ml-weighed").filter(has_text="Ann's wins in 4 games")
    told.wait_for()
    notes = table.locator(".ml-choices button small")
    assert notes.count() == 2
    assert flaws(table) == [] and faint(table) == []
    lab.shot("weighed")
    table.locator("#ml-buy").click()
    owned(table, 3, "Ann")
    told.wait_for(state="detached")


def test_weigh__the_table_is_alive_meanwhile_and_stop_shows_what_was_found(lab: Lab) -> None:
    table = lab.show(ASKED.format(games=1_000_000))
    before = table.evaluate(PLACES)
    table.locator("#ml-weigh").dblclick()  # the second click starts nothing else
    bar = table.locator(".ml-card [role='status']").filter(has_text=re.compile("^([2-9]|[0-9]{2,}) of"))
    bar.wait_for()
    assert len(before) == 5 and table.evaluate(PLACES) == before
    assert table.locator("#ml-weigh").is_disabled() and not table.locator("#ml-stop-share-card").count()
    assert "ml-main-choice" in table.locator("#ml-buy").get_attribute("class")
    tab(table, "Worth").get_by_role("row", name=re.compile("^Ann ")).wait_for()  # made by the kernel just now
    table.locator("#ml-stop-weighing").click()
    table.locator(".ml-weighed").wait_for()
    assert "Ann's wins in" in table.locator(".ml-weighed").inner_text()
    says(table, "Ann may buy Baltic Avenue")


def test_weigh__in_a_debt_what_was_found_is_seen_though_property_was_about_to_be_offered(lab: Lab) -> None:
    table = lab.show(ASKED.format(games=4).partition("game =")[0] + OWING)
    says(table, "owes")
    table.locator("#ml-settle summary").click()
    press(table, "^Which is better")
    table.locator(".ml-weighed").wait_for()
    found = table.locator(".ml-choices small, .ml-selling small").all()
    assert found and all(each.is_visible() for each in found)
    lab.shot("weighed_debt")
