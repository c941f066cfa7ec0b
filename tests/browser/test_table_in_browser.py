"""The table in JupyterLab, by mouse and by keyboard. What must be possible: the rule books, and what a table shows."""

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as NotYet

pytestmark = pytest.mark.browser

TWO = """
import monopoly_lab as ml
game = ml.Game("classic_us", players=["Ann", "Bo"], seed=3)
for text in ("roll 6 4", "roll 1 2"):
    game.apply(text)  # Ann begins
table = ml.Table(game)
table
"""
THREE = TWO.replace('["Ann", "Bo"]', '["Ann", "Bo", "Cy"]').replace('"roll 1 2"', '"roll 1 2", "roll 1 1"')


def says(table: Any, words: str) -> None:
    """The table waits for this, in these words."""
    table.locator(".ml-waiting").filter(has_text=words).wait_for()


def press(table: Any, words: str) -> None:
    table.get_by_role("button", name=re.compile(words)).first.click()


def throw(table: Any, first: int, second: int) -> None:
    """Set the dice by hand."""
    table.locator("#ml-by-hand").select_option(f"roll {first} {second}")


def tab(table: Any, name: str) -> Any:
    table.get_by_role("tab", name=name, exact=True).click()
    return table.get_by_role("tabpanel")


def hover(table: Any, space: int, text: str) -> None:
    """Rest the mouse on a space until its deed shows; a picture drawn anew in between closes it."""
    deed = table.locator(".ml-tip").get_by_text(text)
    for _ in range(20):
        table.locator(".space[data-space='0']").hover()
        table.locator(f".space[data-space='{space}']").hover()
        with suppress(NotYet):
            deed.wait_for(timeout=1000)
            return
    deed.wait_for()


def test_mouse__a_short_game(lab: Any) -> None:
    table = lab.show(TWO)
    panel = table.get_by_role("tabpanel")
    says(table, "Ann throws the dice")
    throw(table, 1, 2)  # Baltic Avenue
    says(table, "Ann may buy Baltic Avenue")
    press(table, r"^Buy Baltic Avenue for \$60")
    says(table, "Bo throws the dice")
    throw(table, 1, 2)
    says(table, "Ann throws the dice")
    panel.get_by_text("Bo paid Ann $4 rent").wait_for()  # printed on the deed: 4 without a building
    panel.get_by_text("Bo paid Ann $4 rent").click()
    panel.locator(".ml-rule").wait_for()  # the rule behind the entry
    table.locator(".space[data-space='3']").click()
    build = panel.get_by_role("button", name=re.compile("^Build on Baltic"))
    assert build.get_attribute("aria-disabled") == "true"
    build.click(force=True)
    table.locator(".ml-problem").filter(has_text="does not own the whole group").wait_for()
    lab.shot("mouse_deed")
    seats = tab(table, "Seats")
    for number in (0, 1):
        seats.locator(f"#ml-seat-{number}").select_option("greedy")
    press(table, "^One round")
    hover(table, 39, "Rent with a hotel")
    table.locator("#ml-speed").select_option("slow")
    press(table, "^To the end")
    press(table, "^Stop")
    table.locator("#ml-to_the_end").wait_for()  # it can be stopped
    lab.shot("mouse_stopped")


def test_keyboard__the_same_choices(lab: Any) -> None:
    table = lab.show(TWO)
    keys = lab.page.keyboard
    tab(table, "Keep").locator("#ml-text").focus()
    keys.type("roll 1 2")
    keys.press("Enter")
    says(table, "Ann may buy")
    table.locator("#ml-buy").focus()
    keys.press("Enter")
    says(table, "Bo throws the dice")
    keys.press("u")
    says(table, "Ann may buy")
    keys.press("1")  # the first legal choice
    says(table, "Bo throws the dice")
    keys.press("?")
    table.get_by_role("dialog").get_by_text("undo").wait_for()
    lab.shot("keyboard_help")
    keys.press("Escape")
    keys.press("b")
    keys.press("Home")
    keys.press("ArrowLeft")
    label = lab.page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label.startswith("Mediterranean Avenue")
    keys.press("Enter")
    table.get_by_role("tabpanel").get_by_role("heading", name="Mediterranean Avenue").wait_for()
    keys.press("l")
    table.locator(".ml-waiting").filter(has_text=re.compile("^(?!Bo throws the dice to move)")).wait_for()
    assert lab.page.locator(".jp-Cell").count() == 1  # no shortcut of the notebook was set off


def test_auction__three_bidders(lab: Any) -> None:
    table = lab.show(THREE)
    throw(table, 1, 2)
    press(table, "^Do not buy Baltic Avenue")
    for player, sum_ in (("Ann", "10"), ("Bo", "20")):
        says(table, f"{player} may bid")
        table.locator("#ml-sum").fill(sum_)
        press(table, "^Bid$")
    says(table, "Cy may bid")
    table.locator("#ml-sum").fill("15")
    press(table, "^Bid$")
    table.locator(".ml-problem").filter(has_text="A bid must be at least").wait_for()
    says(table, "Cy may bid")
    table.locator("#ml-sum").fill("")
    press(table, "^Bid$")
    table.locator(".ml-problem").filter(has_text="number").wait_for()
    lab.shot("auction")
    press(table, "^Pass")
    says(table, "Ann may bid")
    press(table, "^Pass")
    says(table, "Bo throws the dice")
    panel = tab(table, "Log")
    panel.get_by_text("Bo paid $20 for Baltic Avenue, bought at auction.").wait_for()


SCENARIO = """
import monopoly_lab as ml
table = ml.Table(ml.Scenario.load("game_under_way").game(seed=7))
for name in ("Bo", "Cy", "Dan"):
    table.game.seat(name, None)
table.refresh()
table
"""


def test_trade__offer_and_counter_offer(lab: Any) -> None:
    table = lab.show(SCENARIO)
    panel = tab(table, "Trade")
    panel.locator("#ml-partner").select_option("Dan")
    panel.get_by_label("Oriental Avenue").check()
    panel.get_by_label("Kentucky Avenue").check()
    panel.locator("#ml-give-cash").fill("100")
    panel.locator("#ml-give-cash").press("Tab")
    panel.get_by_role("cell", name="$1680").wait_for()  # Ann: 420, deeds of 660, six houses at 100
    panel.get_by_role("cell", name="$1700").wait_for()  # a deed of 100 and 100 away, one of 220 got
    lab.shot("trade")
    panel.get_by_role("button", name="Make this offer").click()
    says(table, "Dan answers the offer of Ann")
    press(table, "counter-offer")
    panel.locator("#ml-ask-cash[value='100']").wait_for()  # the offer turned round
    panel.locator("#ml-ask-cash").fill("200")
    panel.locator("#ml-ask-cash").press("Tab")
    panel.get_by_role("cell", name="$1600").wait_for()
    panel.get_by_role("button", name="Make this offer").click()
    says(table, "Ann answers the offer of Dan")
    press(table, "^Accept the offer")
    says(table, "Ann throws the dice")
    table.locator(".space[data-space='21'][aria-label*='owned by Ann']").wait_for()


def test_debt__money_is_raised(lab: Any) -> None:
    table = lab.show(SCENARIO)
    throw(table, 3, 2)  # Ann: from the railroad to Free Parking
    says(table, "Bo throws the dice")
    throw(table, 4, 3)  # Bo: from Connecticut to St. James Place with two houses
    says(table, "Cy throws the dice")
    throw(table, 1, 4)  # Cy: Reading Railroad, four of them: 200 to Bo, 180 in the purse
    says(table, "Cy owes Bo $200")
    panel = tab(table, "Manage")
    panel.get_by_text("$20 is missing").wait_for()
    lab.shot("debt")
    panel.get_by_text("Park Place").first.click()
    panel.get_by_role("button", name=re.compile("^Mortgage Park Place")).click()
    says(table, "Cy owes Bo $200")
    press(table, r"^Pay \$200")
    says(table, "Dan throws the dice")


def test_time__undo_to_the_start_and_a_branch(lab: Any) -> None:
    table = lab.show(TWO)
    throw(table, 1, 2)
    press(table, "^Buy Baltic")
    says(table, "Bo throws the dice")
    for _ in range(4):
        press(table, "^Undo")
    says(table, "to see who starts")
    panel = tab(table, "Time")
    slider = panel.locator("#ml-slider")
    assert slider.get_attribute("max") == "4"
    slider.fill("3")
    says(table, "Ann may buy Baltic")
    panel.locator("#ml-branch-name").fill("leave it")
    panel.get_by_role("button", name="Branch off here").click()
    panel.get_by_role("button", name="leave it").wait_for()
    press(table, "^Do not buy Baltic")
    says(table, "may bid")
    lab.shot("time")
    panel.get_by_role("button", name="main line").click()
    says(table, "Ann may buy Baltic")
    press(table, "^Redo")
    says(table, "Bo throws the dice")


def test_keep__save_reload_and_load(lab: Any) -> None:
    table = lab.open("keep", TWO)
    throw(table, 1, 2)
    press(table, "^Buy Baltic")
    says(table, "Bo throws the dice")
    panel = tab(table, "Keep")
    panel.locator("#ml-file").fill("kept.toml")
    panel.get_by_role("button", name="Save", exact=True).click()
    kept = lab.page.locator(".jp-OutputArea img[alt*='Ann owns Baltic Avenue']")
    kept.wait_for()  # the picture that stays in the notebook
    with lab.page.expect_download() as download:
        panel.get_by_role("button", name="Download", exact=True).click()
    assert 'edition = "classic_us"' in download.value.path().read_text()
    lab.save()
    table = lab.run("keep")
    says(table, "Ann throws the dice")
    panel = tab(table, "Keep")
    panel.locator("#ml-file").fill("no such.toml")
    panel.get_by_role("button", name="Load", exact=True).click()
    table.locator(".ml-problem").filter(has_text="no such.toml").wait_for()
    panel.locator("#ml-file").fill("kept.toml")
    panel.get_by_role("button", name="Load", exact=True).click()
    says(table, "Bo throws the dice")
    table.locator(".space[data-space='3'][aria-label*='owned by Ann']").wait_for()
