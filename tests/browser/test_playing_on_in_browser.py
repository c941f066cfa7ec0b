"""The table in JupyterLab plays on by itself, is stopped, hears keys, and says what a seat or a field did wrong."""

import re

from hands import beside, facts, press, reach, refuses, says, tab, throw, walk
from labwindow import Lab
from looks import flaws

TWO = """
import monopoly_lab as ml
game = ml.Game("classic_us", players=["Ann", "Bo"], seed=5)
for text in ("roll 6 4", "roll 1 2"):
    game.apply(text)  # Ann begins
ml.Table(game)
"""
FAILING = """
import monopoly_lab as ml

def clueless(view):
    raise RuntimeError("no idea what to do")

game = ml.Game("classic_us", players=[("Ann", "greedy"), ("Bo", clueless)], seed=3)
ml.Table(game)
"""
# Seats that never buy and never bid, so that nobody is bankrupt soon.
ENDLESS = """
import monopoly_lab as ml

def declines(view):
    return view.choices()[-1]

ml.Table(ml.Game("classic_us", players=[("Ann", declines), ("Bo", declines)], seed=1))
"""
SILENT = """
import time
from pathlib import Path
import monopoly_lab as ml

def never(view):
    Path("asked").touch()
    while True:
        time.sleep(0.01)

ml.Table(ml.Game("classic_us", players=[("Ann", "greedy"), ("Bo", never)], seed=3))
"""
AT_AUCTION = TWO.replace('"roll 1 2"):', '"roll 1 2", "roll 1 2", "auction"):')

BOTS = """
import monopoly_lab as ml
players = [(name, "balanced") for name in ("Ann", "Bo", "Cy")]
ml.Table(ml.Game("classic_us", players=players, seed=5))
"""
IN_JAIL = """
import monopoly_lab as ml
start = {"turn": "Ann", "jail": {"Ann": 1}}
ml.Table(ml.Game("classic_us", players=["Ann", "Bo"], seed=5, start=start))
"""
# Keeps the most that has been moving at once since it began: tokens, fliers, flashes.
WATCH = """
(table) => {
  table.most = 0;
  const look = () => {
    const moving = document.getAnimations().filter((each) => table.contains(each.effect?.target));
    table.most = Math.max(table.most, moving.filter((each) => !(each instanceof CSSTransition)).length);
    table.most = Math.max(table.most, table.querySelectorAll("[data-flies]").length);
    requestAnimationFrame(look);
  };
  look();
}
"""


def answers(table: object) -> str:
    """All answers given, as the text of the game."""
    return str(tab(table, "File").locator("#ml-toml").input_value())


def test_play__a_strategy_that_fails_stops_at_its_seat(lab: Lab) -> None:
    table = lab.show(FAILING)
    press(table, "^To the end")
    refuses(table, "no idea what to do")
    refuses(table, "Bo")
    assert flaws(table) == []
    lab.shot("strategy_failed")
    stands = table.locator(".ml-waiting").inner_text()
    assert stands.startswith("Bo ")
    tab(table, "Seats").locator("#ml-seat-1").select_option("")  # a person
    table.locator("#ml-let-play").wait_for(state="detached")
    table.locator(".ml-choices .ml-main-choice").first.click()
    table.locator(".ml-waiting").filter(has_not_text=stands).wait_for()
    press(table, "^Undo")
    says(table, stands)


def test_play__to_the_end_and_stopped(lab: Lab) -> None:
    table = lab.show(ENDLESS)
    press(table, "^To the end")
    table.get_by_role("status").filter(has_text="Playing").wait_for()
    press(table, "^Stop")
    table.locator("#ml-to_the_end").wait_for()
    stopped = answers(table)
    assert "roll" in stopped
    press(table, "^One round")
    table.locator("#ml-to_the_end").wait_for()
    table.locator("#ml-speed").select_option("slow")
    press(table, "^To the end")
    table.locator("#ml-stop").wait_for()
    lab.page.keyboard.press("s")
    table.locator("#ml-to_the_end").wait_for()
    lab.page.wait_for_function(
        "before => document.querySelector('.ml-table:not([data-old]) #ml-toml').value.length > before.length",
        arg=stopped,
    )


def test_play__on_fast_nothing_moves_but_for_a_step(lab: Lab) -> None:
    """A round that was played at once ended in dice, tokens and money all on their way together."""
    lab.moves()
    table = lab.show(BOTS)
    press(table, "^To the next turn")  # who starts
    table.locator("#ml-stop:disabled").wait_for()
    table.evaluate(WATCH)
    for far in ("turn", "round", "round"):
        here = table.get_attribute("data-drawn")
        table.locator(f"#ml-{far}").click()
        lab.page.wait_for_function(
            "before => { const { dataset } = document.querySelector('.ml-table:not([data-old])');"
            " return dataset.drawn !== before && document.querySelector('#ml-stop').disabled; }",
            arg=here,
        )
        lab.page.evaluate("new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
        assert table.evaluate("table => table.most") == 0
    press(table, "^One step")
    lab.page.wait_for_function("document.querySelector('.ml-table:not([data-old])').most > 0")


def test_keys__what_was_begun_with_enter_is_stopped_with_a_key(lab: Lab) -> None:
    """The button that begins it cannot be pressed any more: where would the focus be?"""
    table = lab.show(ENDLESS)
    table.locator("#ml-to_the_end").focus()
    lab.page.keyboard.press("Enter")
    table.locator("#ml-stop:focus").wait_for()
    lab.page.keyboard.press("s")
    table.locator("#ml-to_the_end:not([disabled])").wait_for()
    lab.page.wait_for_function("document.activeElement.closest('.ml-table')")
    stopped = table.get_attribute("data-drawn")
    lab.page.keyboard.press("g")  # a round moves tokens; a single step may be a bid, which leaves the board as it is
    drawn = "before => document.querySelector('.ml-table:not([data-old])').dataset.drawn !== before"
    lab.page.wait_for_function(drawn, arg=stopped)


def test_keys__who_clicks_beside_the_table_means_the_notebook(lab: Lab) -> None:
    table = lab.show(TWO)
    table.locator("#ml-step").click()
    before = lab.page.locator(".jp-InputPrompt").first.inner_text()
    lab.page.keyboard.press("Shift+Enter")  # the table's
    lab.page.locator(".jp-InputPrompt").first.click()
    lab.page.keyboard.press("Shift+Enter")
    lab.page.wait_for_function(
        "before => ![before, '[*]:'].includes(document.querySelector('.jp-InputPrompt').innerText)", arg=before
    )
    lab.page.evaluate("jupyterapp.commands.execute('notebook:delete-cell')")  # which was added below


def test_play__who_must_decide_first_is_said(lab: Lab) -> None:
    table = lab.show(TWO)
    throw(table, 1, 2)
    says(table, "Ann may buy Baltic")
    for far in ("^To the next turn", "^One round", "^To the end", "^One step"):
        press(table, far)
        refuses(table, "Ann must decide first")
        press(table, "^Undo")
        says(table, "Ann throws the dice")
        throw(table, 1, 2)
        says(table, "Ann may buy Baltic")
    assert flaws(table) == []


def test_play__stop_ends_a_strategy_that_never_answers(lab: Lab) -> None:
    table = lab.show(SILENT)
    press(table, "^To the end")
    while not (lab.folder / "asked").exists():
        lab.page.wait_for_timeout(50)
    press(table, "^Stop")  # the kernel does not hear of it
    table.locator("#ml-stop:disabled").wait_for()
    assert table.locator(".ml-waiting").inner_text().startswith("Bo ")
    lab.page.wait_for_function("document.querySelector('.ml-problem').textContent === ''")
    press(table, "^Undo")
    table.locator(".ml-waiting").filter(has_not_text="Bo may").wait_for()


def test_keys__each_does_what_the_list_of_keys_says(lab: Lab) -> None:
    table = lab.show(TWO)
    keys = lab.page.keyboard
    reach(table.get_by_role("tab", selected=True))
    while table.get_by_role("tab", name="File", selected=True).count() == 0:
        keys.press("ArrowRight")
        lab.page.wait_for_timeout(50)
    reach(table.locator("#ml-text"))
    keys.type("roll 1 2")
    keys.press("Enter")
    says(table, "Ann may buy")
    reach(table.locator("#ml-buy"))
    keys.press("Enter")
    says(table, "Bo throws the dice")
    keys.press("u")
    says(table, "Ann may buy")
    keys.press("1")  # the first legal choice
    says(table, "Bo throws the dice")
    keys.press("u")
    says(table, "Ann may buy")
    keys.press("r")
    says(table, "Bo throws the dice")
    keys.press("?")
    table.get_by_role("dialog").get_by_text("undo").wait_for()
    lab.shot("keys")
    keys.press("Escape")
    table.get_by_role("dialog").wait_for(state="hidden")
    walk(table, 1)
    label = lab.page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label == facts(table, 1) and "Mediterranean Avenue" in label
    keys.press("Enter")
    table.get_by_role("tabpanel").get_by_role("heading", name="Mediterranean Avenue").wait_for()
    keys.press("l")
    table.locator(".ml-waiting").filter(has_not_text="Bo throws the dice to move").wait_for()
    assert lab.page.locator(".jp-Cell").count() == 1  # no shortcut of the notebook was set off


def test_keys__an_arrow_in_a_closed_list_draws_nothing(lab: Lab) -> None:
    table = lab.show(TWO)
    throw(table, 3, 4)
    says(table, "Ann draws a card from Chance")
    keys = lab.page.keyboard
    reach(table.locator("#ml-by-hand"))
    keys.press("ArrowDown")  # opens the list; a browser that chose at once would draw the first card
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    keys.press("Enter")
    table.locator(".ml-waiting").filter(has_not_text="draws a card").wait_for()
    assert answers(table).count('"draw chance 2"') == answers(table).count('"draw ') == 1  # the second in the list


def test_keys__escape_leaves_a_field_and_they_work_again(lab: Lab) -> None:
    table = lab.show(AT_AUCTION)
    field, keys = table.locator("#ml-sum"), lab.page.keyboard
    field.fill("12")
    keys.press("Escape")
    assert field.evaluate("field => document.activeElement !== field") and field.input_value() == "12"
    bidder = table.locator(".ml-waiting").inner_text()
    keys.press("1")  # in the field it would have been a figure
    table.locator(".ml-waiting").filter(has_not_text=bidder).wait_for()
    keys.press("?")
    table.get_by_role("dialog").get_by_text("Escape leaves a text field").wait_for()


def test_keys__the_one_for_the_dice_throws_out_of_jail(lab: Lab) -> None:
    table = lab.show(IN_JAIL)
    keys = lab.page.keyboard
    assert table.get_by_role("button", name=re.compile("pays|Pay")).count()
    reach(table.get_by_role("tab", selected=True))
    keys.press("t")
    refuses(table, "Ann must decide first")
    keys.press("l")
    says(table, "Ann throws the dice")


def test_fields__bad_input_is_said_and_changes_nothing(lab: Lab) -> None:
    table = lab.show(AT_AUCTION)
    before = answers(table)
    for sum_, words in (("", "number"), ("1.5", "1.5"), ("-5", "at least $1"), ("1501", "no more than $1500")):
        table.locator("#ml-sum").fill(sum_)
        press(table, "^Bid$")
        beside(table, "ml-sum", words)
        assert flaws(table) == []
    lab.shot("bad_sum")
    panel = tab(table, "File")
    for text, words in (("fly home", "fly"), ("build boardwalk", "Boardwalk"), ("bid x", '"x"')):
        panel.locator("#ml-text").fill(text)
        panel.locator("#ml-text").press("Enter")
        beside(table, "ml-text", words)
    panel.locator("#ml-file").fill("")
    panel.get_by_role("button", name="Save", exact=True).click()
    beside(table, "ml-file", "A file needs a name")
    assert answers(table) == before
    panel = tab(table, "Time")
    panel.locator("#ml-branch-name").fill("main line")
    panel.get_by_role("button", name="Branch off here").click()
    beside(table, "ml-branch-name", "main line")
    press(table, "^Undo")
    says(table, "Ann may buy")
    press(table, "^Undo")
    says(table, "Ann throws the dice")
    panel = tab(table, "Trade")
    panel.locator("#ml-give-cash").fill("50")
    panel.locator("#ml-ask-cash").select_text()  # the answer to the other field comes while this one is marked
    panel.locator("#ml-give-cash[value='50']").wait_for()
    table.page.keyboard.type("20")
    assert panel.locator("#ml-ask-cash").input_value() == "20"
    for cash in ("-1", "1.5", "123456789"):
        panel.locator("#ml-ask-cash").fill(cash)
        panel.locator("#ml-ask-cash").press("Tab")
        table.get_by_role("button", name="Make this offer").and_(table.locator("[aria-disabled='true']")).wait_for()
        panel.get_by_role("status").filter(has_text=re.compile(r"\w")).wait_for()
        assert panel.locator("#ml-ask-cash").input_value() == cash  # what was typed can be mended
    lab.shot("bad_cash")
    throw(table, 1, 2)
    says(table, "Ann may buy Baltic Avenue for $60")
