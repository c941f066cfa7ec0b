"""The table after a reload of the page and after the end of its kernel; problems beside their fields."""

from typing import Any

from hands import by_hand
from labwindow import SHARED

CELL = """
import monopoly_lab as ml
table = ml.Table(ml.Game("classic_us", players=["Ann", "Bo"], seed=3))
table
"""


# Lines of what is offered, and of the date in it.
LINES = """
(offer) => [offer.querySelector("span"), offer.querySelector(".ml-together")].map((each) => {
  const range = document.createRange();
  range.selectNodeContents(each);
  return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
})
"""
COLOUR = "button => getComputedStyle(button).backgroundColor"


def says(table: Any, words: str) -> None:
    table.locator(".ml-waiting").filter(has_text=words).wait_for()


def throw(table: Any, first: int, second: int) -> None:
    by_hand(table, f"roll {first} {second}")


def begun(lab: Any) -> Any:
    """A table at the first purchase."""
    table = lab.show(CELL)
    throw(table, 6, 4)
    says(table, "Bo throws the dice")
    throw(table, 1, 2)
    says(table, "Ann throws the dice to move")
    throw(table, 1, 2)
    says(table, "Ann may buy Baltic Avenue")
    return table


RESTART = "jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"


def restarted(lab: Any, table: Any) -> None:
    """Restart the kernel once the game is kept, and wait until the table says so."""
    lab.page.wait_for_timeout(1_500)  # the file is written a second after the last change
    lab.page.evaluate(RESTART)
    table.get_by_role("alert").filter(has_text="run the cell again, the game is saved").wait_for()


def run_again(lab: Any) -> Any:
    """Run the cell in the new kernel and give its table."""
    lab.page.locator("[data-status='idle']").first.wait_for()
    return lab.show(CELL)


def test_reload__after_the_end_of_its_kernel_the_position_is_offered_and_taken_up(lab: Any) -> None:
    table = begun(lab)
    lab.save()
    table.get_by_role("tab", name="Time", exact=True).click()
    table.locator("#ml-branch-name").fill("what if")
    table.locator("#ml-branch-name").press("Enter")
    table.get_by_role("button", name="what if").wait_for()
    table.locator("#ml-buy").click()
    says(table, "Bo throws the dice")
    lab.page.wait_for_timeout(1_500)  # the file is written a second after the last change
    lab.close()
    table = lab.run(SHARED)
    says(table, "to see who starts")
    table.locator("#ml-resume").wait_for()
    text, date = table.locator(".ml-offer").evaluate(LINES)
    assert table.locator(".ml-card #ml-resume").count() == 0 and text <= 2 and date == 1
    filled = table.locator("#ml-luck").evaluate(COLOUR)
    assert table.locator("#ml-resume").evaluate(COLOUR) not in (filled, "rgba(0, 0, 0, 0)")
    lab.shot("resume_offered")
    table.locator("#ml-resume").click()
    says(table, "Bo throws the dice")
    table.get_by_role("tab", name="Time", exact=True).click()
    table.get_by_role("button", name="main line").click()
    says(table, "Ann may buy Baltic Avenue")
    assert table.locator("#ml-resume").count() == 0


def test_offer__goes_with_the_first_move_and_nothing_jumps(lab: Any) -> None:
    restarted(lab, begun(lab))
    table = run_again(lab)
    table.locator("#ml-resume").wait_for()
    before = [table.locator(each).bounding_box() for each in (".ml-card", ".ml-board", ".ml-play")]
    throw(table, 6, 4)
    says(table, "Bo throws the dice")
    table.locator("#ml-resume").wait_for(state="detached")
    assert [table.locator(each).bounding_box() for each in (".ml-card", ".ml-board", ".ml-play")] == before
    table.get_by_role("tab", name="File", exact=True).click()
    table.locator(".ml-panel #ml-resume").click()  # what has been played stays as a branch
    says(table, "Ann may buy Baltic Avenue")
    table.get_by_role("tab", name="Time", exact=True).click()
    table.get_by_role("button", name="main line 2").click()
    says(table, "Bo throws the dice")


def test_fields__what_is_wrong_is_said_in_the_form(lab: Any) -> None:
    table = begun(lab)
    table.locator("#ml-auction").click()
    says(table, "may bid")
    table.locator("#ml-sum").fill("-3")
    table.locator("#ml-sum").press("Enter")
    form = table.locator("form[data-act=sum]")
    form.locator(".ml-problem").filter(has_text="at least $1").wait_for()
    assert table.locator("#ml-sum").input_value() == "-3"
    assert table.locator("#ml-sum").get_attribute("aria-invalid") == "true"
    lab.shot("field_problem")
    table.locator("#ml-sum").fill("5")
    table.locator("#ml-sum").press("Enter")
    says(table, "Bo may bid")
    assert table.locator(".ml-problem").count() == 1 and not table.locator(".ml-problem").inner_text()
    table.get_by_role("tab", name="Log", exact=True).click()
    table.locator("#ml-log-as").click()
    table.get_by_role("cell", name="auction", exact=True).first.wait_for()
    lab.shot("log_as_table")


def test_restart__a_table_whose_kernel_is_gone_says_so_and_what_to_do(lab: Any) -> None:
    """It looked alive, and its buttons did nothing."""
    table = begun(lab)
    restarted(lab, table)
    assert table.locator("#ml-buy, #ml-step, #ml-speed").evaluate_all("all => all.map((each) => each.disabled)") == [
        True,
        True,
        True,
    ]
    lab.shot("kernel_restarted")
    table = run_again(lab)
    lab.page.locator("#ml-resume").click()
    says(table, "Ann may buy Baltic Avenue")
