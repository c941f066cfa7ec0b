"""A game's past and its files, at the table in JupyterLab: undo, branches, save, reload, load, pictures that stay."""

import json
import re

from hands import beside, owned, press, refuses, says, tab, throw
from labwindow import SHARED, Lab
from looks import flaws

import monopoly_lab as ml

TWO = """
import monopoly_lab as ml
game = ml.Game("classic_us", players=["Ann", "Bo"], seed=5)
for text in ("roll 6 4", "roll 1 2"):
    game.apply(text)  # Ann begins
ml.Table(game)
"""
TIMED = """
import monopoly_lab as ml
options = {"mode": "timed", "timed.deal": 0}
start = {"turn": "Ann", "position": {"Ann": 6}}
ml.Table(ml.Game("classic_us", players=["Ann", "Bo"], options=options, seed=1, start=start), minutes=1 / 3)
"""
DOUBLE = """
import monopoly_lab as ml
start = {"turn": "Ann", "deeds": {"Ann": [ml.load_edition("russia_moscow").spaces[6].id]}}
ml.Table(ml.Game("russia_moscow", players=["Ann", "Bo"], seed=1, start=start))
"""
# Runs code in the kernel of the notebook in front, as another cell would.
OTHER_CELL = """async (code) => {
  await jupyterapp.shell.currentWidget.sessionContext.session.kernel.requestExecute({ code }).done;
}"""


def test_time__undo_to_the_start_and_a_branch(lab: Lab) -> None:
    table = lab.show(TWO)
    throw(table, 1, 2)
    press(table, "^Buy Baltic")
    says(table, "Bo throws the dice")
    for waits in ("Ann may buy", "Ann throws", "Bo throws the dice to see", "Ann throws the dice to see"):
        press(table, "^Undo")
        says(table, waits)
    assert table.locator("#ml-undo").is_disabled()
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
    assert flaws(table) == []
    lab.shot("time")
    panel.get_by_role("button", name="main line").click()
    says(table, "Ann may buy Baltic")
    press(table, "^Redo")
    says(table, "Bo throws the dice")


def test_press__twice_at_once_is_one_choice(lab: Lab) -> None:
    table = lab.show(TWO)
    throw(table, 1, 2)
    button = table.get_by_role("button", name=re.compile("^Buy Baltic"))
    button.wait_for()
    button.evaluate("button => { button.click(); button.click(); }")
    says(table, "Bo throws the dice")
    tab(table, "Time").get_by_text("After 4 of 4 answers").wait_for()  # the kernel has heard all of it by now
    assert table.locator(".ml-problem").inner_text() == ""


def test_press__a_double_click_is_no_answer_of_the_next_player(lab: Lab) -> None:
    """The answer is there before the second click of a slow hand; the next player's button stands in its place."""
    table = lab.show(TWO)
    throw(table, 1, 2)
    press(table, "^Do not buy Baltic")
    says(table, "Ann may bid")
    table.get_by_role("button", name=re.compile("^Leave the auction")).dblclick(delay=60)
    says(table, "Bo may bid")
    tab(table, "Time").get_by_text("After 5 of 5 answers").wait_for()
    lab.page.wait_for_timeout(300)
    says(table, "Bo may bid")


def test_undo__twice_at_once_goes_back_two_answers(lab: Lab) -> None:
    table = lab.show(TWO)
    throw(table, 1, 2)
    says(table, "Ann may buy Baltic")
    tab(table, "Time").get_by_text("After 3 of 3 answers").wait_for()
    table.locator("#ml-undo").evaluate("button => { button.click(); button.click(); }")
    table.get_by_role("tabpanel").get_by_text("After 1 of 3 answers").wait_for()


def test_time__a_future_that_another_answer_drops_is_a_branch_and_is_said(lab: Lab) -> None:
    table = lab.show(TWO)
    throw(table, 1, 2)
    press(table, "^Buy Baltic")
    says(table, "Bo throws the dice")
    throw(table, 2, 4)
    says(table, "Bo may buy Oriental")
    tab(table, "Time").locator("#ml-slider").fill("3")
    says(table, "Ann may buy Baltic")
    press(table, "^Do not buy Baltic")
    says(table, "may bid")
    table.get_by_role("status").filter(
        has_text='(2 answers) is saved in the branch "main line, until answer 5"'
    ).wait_for()
    assert flaws(table) == []
    lab.shot("future_kept")
    press(table, "^main line, until answer 5$")
    says(table, "Bo may buy Oriental")
    assert table.get_by_text("is saved in the branch").count() == 0


def test_keep__save_reload_load_and_look_without_a_kernel(lab: Lab) -> None:
    table = lab.show(TWO)
    throw(table, 1, 2)
    press(table, "^Buy Baltic")
    says(table, "Bo throws the dice")
    panel = tab(table, "File")
    panel.locator("#ml-file").fill("kept.toml")
    top = table.bounding_box()["y"]
    panel.get_by_role("button", name="Save", exact=True).click()
    picture = lab.page.locator(".jp-OutputArea img[alt*='Ann owns Baltic Avenue']")
    picture.wait_for(state="attached")  # the picture that stays in the notebook, and is not seen beside the live table
    panel.get_by_role("status").filter(has_text="Saved as kept.toml.").wait_for()
    assert table.get_by_text("Saved as").count() == 1 and not picture.is_visible()
    lab.page.wait_for_timeout(700)  # what would carry the page away takes half a second
    assert abs(table.bounding_box()["y"] - top) < 2
    with lab.page.expect_download() as download:
        panel.get_by_role("button", name="Download", exact=True).click()
    assert 'edition = "classic_us"' in download.value.path().read_text()
    panel.get_by_role("button", name="Copy as text", exact=True).click()
    lab.page.wait_for_function("navigator.clipboard.readText().then((text) => text.includes('classic_us'))")
    lab.save()

    lab.bring(SHARED)
    table = lab.run(SHARED)  # the notebook is opened anew and the cell is run again: the game is at its start
    says(table, "Ann throws the dice")
    panel = tab(table, "File")
    panel.locator("#ml-file").fill("no such.toml")
    panel.get_by_role("button", name="Load", exact=True).click()
    refuses(table, "no such.toml")
    panel.locator("#ml-file").fill("kept.toml")
    panel.get_by_role("button", name="Load", exact=True).click()
    says(table, "Bo throws the dice")
    owned(table, 3, "Ann")
    press(table, "^Undo")  # the past came with the file
    says(table, "Ann may buy Baltic")

    lab.without_kernel(SHARED)  # as it was saved, before the cell was run again
    picture.wait_for()
    assert picture.evaluate("picture => picture.complete && picture.naturalWidth > 400")
    assert not lab.page.locator(".ml-table").count()
    lab.shot("without_a_kernel")


def test_keep__a_note_that_is_being_typed_counts_when_the_notebook_is_saved(lab: Lab) -> None:
    table = lab.show(TWO)
    field = tab(table, "File").locator("#ml-notes")
    field.focus()
    lab.page.keyboard.type("Why does nobody build?")
    lab.page.keyboard.press("Control+s")
    lab.page.wait_for_function("document.querySelector('#ml-toml').value.includes('Why does nobody build?')")
    assert field.evaluate("field => document.activeElement === field")
    lab.page.keyboard.type(" Ask them.")  # goes on where it was
    assert field.input_value() == "Why does nobody build? Ask them."


def test_keep__the_last_position_is_the_picture(lab: Lab) -> None:
    """Saved again later, the picture is the later one, and the file of the notebook holds no other."""
    table = lab.show(TWO)
    throw(table, 1, 2)
    press(table, "^Buy Baltic")
    says(table, "Bo throws the dice")
    tab(table, "File").get_by_role("button", name=re.compile("^Save a picture")).click()
    lab.page.locator(".jp-OutputArea img[alt*='Bo throws the dice']").wait_for(state="attached")
    throw(table, 2, 4)
    says(table, "Bo may buy Oriental Avenue")
    tab(table, "File").get_by_role("button", name=re.compile("^Save a picture")).click()
    lab.page.locator(".jp-OutputArea img[alt*='Bo may buy Oriental Avenue']").wait_for(state="attached")
    lab.save()
    outputs = json.loads((lab.folder / f"{SHARED}.ipynb").read_text())["cells"][0]["outputs"]
    _, kept = outputs  # the view, with what stands for it where there is no kernel, and the picture below
    pictures = re.findall(r"<img[^>]*alt=", json.dumps(kept))
    assert len(pictures) == 1
    assert "Bo may buy Oriental Avenue" in json.dumps(outputs)


def test_time__the_board_follows_the_slider_while_it_is_dragged(lab: Lab) -> None:
    table = lab.show(TWO)
    throw(table, 1, 2)
    press(table, "^Buy Baltic")
    says(table, "Bo throws the dice")
    slider = tab(table, "Time").locator("#ml-slider")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    mouse = lab.page.mouse
    mouse.move(box["x"] + box["width"] - 8, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(box["x"] + 8, box["y"] + box["height"] / 2, steps=6)
    says(table, "Ann throws the dice to see who starts")  # the button is still down
    mouse.move(box["x"] + box["width"] * 0.75, box["y"] + box["height"] / 2, steps=3)
    says(table, "Ann may buy")
    mouse.up()
    press(table, "^Buy Baltic")
    owned(table, 3, "Ann")


def test_live__what_another_cell_does_is_shown_and_where_one_was_is_a_branch(lab: Lab) -> None:
    table = lab.show(TWO.replace("ml.Table(game)", "table = ml.Table(game)\ntable"))
    throw(table, 1, 2)
    says(table, "Ann may buy Baltic")
    lab.page.evaluate(OTHER_CELL, "game.apply('buy')\ngame.apply('roll 2 4')")
    says(table, "Bo may buy Oriental Avenue")
    table.get_by_text("Another cell has taken the game").wait_for()
    table.get_by_role("button", name="Branch off where you were").click()
    says(table, "Ann may buy Baltic")


def test_keep__a_second_save_asks_only_before_it_takes_a_foreign_files_place(lab: Lab) -> None:
    (lab.folder / "foreign.toml").write_text("of somebody else")
    ml.Game("ukraine").save(lab.folder / "theirs.toml")
    theirs = (lab.folder / "theirs.toml").read_text()
    table = lab.show(TWO)
    panel = tab(table, "File")
    for file in ("own.toml", "own.toml", "theirs.toml"):
        panel.locator("#ml-file").fill(file)
        panel.get_by_role("button", name="Save", exact=True).click()
        if file == "own.toml":
            table.get_by_role("status").filter(has_text="Saved as own.toml").wait_for()
    table.get_by_text("There is a file theirs.toml already").wait_for()
    table.locator("#ml-cancel").click()
    table.locator("#ml-cancel").wait_for(state="detached")
    assert (lab.folder / "theirs.toml").read_text() == theirs
    panel.locator("#ml-file").fill("foreign.toml")
    panel.get_by_role("button", name="Save", exact=True).click()
    beside(table, "ml-file", "is no saved game")
    assert table.locator("#ml-replace").count() == 0
    panel.locator("#ml-file").fill("theirs.toml")
    panel.get_by_role("button", name="Save", exact=True).click()
    table.locator("#ml-replace").click()
    table.get_by_role("status").filter(has_text="Saved as theirs.toml").wait_for()
    assert 'edition = "classic_us"' in (lab.folder / "theirs.toml").read_text()
    panel.locator("#ml-export-csv").click()
    table.get_by_role("status").filter(has_text="Written: theirs.csv").wait_for()
    assert (lab.folder / "theirs.csv").stat().st_size > 100


def test_clock__counts_down_and_the_game_ends_with_the_auction_that_goes_on(lab: Lab) -> None:
    """A timed game ends when the time is up; what is being bid for then is settled first."""
    table = lab.show(TIMED)
    clock = table.locator(".ml-clock")
    clock.filter(has_text="0:20").wait_for()
    clock.get_by_role("button").first.click()
    clock.filter(has_text=re.compile("0:1[0-9]")).wait_for()
    throw(table, 1, 2)
    press(table, "^Do not buy Connecticut")
    says(table, "Ann may bid")
    clock.filter(has_text="Time is up").wait_for()
    says(table, "Ann may bid")
    press(table, "^Leave the auction")
    says(table, "Bo may bid")
    press(table, "^Leave the auction")
    says(table, "over")
    assert clock.count() == 0


def test_double__ends_the_turn_by_a_second_button_where_the_throw_is_a_right(lab: Lab) -> None:
    """Монополия (московские улицы), same number of points on both cubes: the right to throw once again."""
    table = lab.show(DOUBLE)
    throw(table, 3, 3)
    says(table, "Ann throws again: a double")
    main = table.get_by_role("button", name="Throw the dice", exact=True)
    assert "ml-main-choice" in str(main.get_attribute("class"))
    press(table, "^End the turn without the extra throw$")
    says(table, "Bo throws the dice")
