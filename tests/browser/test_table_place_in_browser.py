"""The table in its place: how large the board is, that nothing jumps, what moves and what stands still."""

import re

import pytest
from hands import by_hand, owned, press, says, tab, throw
from labwindow import NARROW, WIDE, Lab
from looks import faint, flaws, still
from playwright.sync_api import expect

from tests.sampled import rest_for_release

UNDER_WAY = 'import monopoly_lab as ml\nml.Table(ml.Scenario.load("game_under_way"))'
BEGUN = """
import monopoly_lab as ml
game = ml.Game("{edition}", players=["Ann", "Bo"], seed=5)
for text in ("roll 6 4", "roll 1 2"):
    game.apply(text)  # Ann begins
ml.Table(game)
"""
TWO = BEGUN.format(edition="classic_us")
SIZES = [WIDE, (1366, 768), (1600, 900), (1920, 1080), (2560, 1440)]
PROJECTED = [(each, size) for each in ("classic_us", "russia_moscow", "fifa2018") for size in (WIDE, (1920, 1080))]
SHARE = """
(board) => {
  const seen = board.closest(".jp-WindowedPanel-outer").getBoundingClientRect(), box = board.getBoundingClientRect();
  return (box.width * box.height) / (seen.width * seen.height);
}
"""
# Of all that must not move from decision to decision.
BOXES = """
(table) => [
  ...table.querySelectorAll(".ml-play, .ml-play button, .ml-board, .ml-card, [role=tab]"),
  ...table.querySelectorAll(":scope:not([data-place=phone]) .space"), // a part of the board follows the token
].map((each) => {
  const b = each.getBoundingClientRect();
  return [b.x, b.y, b.width, b.height].map(Math.round).join(" ");
})
"""
# Pixels of the letters on spaces that are seen as a whole: of names, and of what stands below them.
LETTERS = """
(table) => {
  const frame = table.querySelector(".ml-board").getBoundingClientRect();
  const svg = table.querySelector(".ml-board svg");
  const scale = svg.getScreenCTM().a;
  const whole = (b) => b.left >= frame.left && b.right <= frame.right && b.top >= frame.top && b.bottom <= frame.bottom;
  const texts = [...svg.querySelectorAll(".space text")].filter((text) => text.textContent.trim().length > 1);
  const seen = texts.filter((t) => whole(t.closest(".space").getBoundingClientRect()) && !t.closest(".owner"));
  const size = (text) => text.getAttribute("font-size") * scale;
  const sizes = (bold) => seen.filter((text) => text.classList.contains("b") === bold).map(size);
  return { names: Math.min(...sizes(false)), figures: Math.min(...sizes(true)), count: seen.length };
}
"""
MOVING = """
(table) => document.getAnimations()
  .filter((each) => table.contains(each.effect?.target) && !(each instanceof CSSTransition))
  .map((each) => each.effect.getTiming().duration)
"""
# From now on `window.moved` says whether anything has moved, however short: who looks later may be too late.
WATCH = """
(table) => {
  window.moved = false;
  const look = () => {
    window.moved ||= document.getAnimations()
      .some((each) => table.contains(each.effect?.target) && !(each instanceof CSSTransition));
    if (!window.moved) requestAnimationFrame(look);
  };
  look();
}
"""
# Pixels of a list beside the longest of its words and the arrow.
ROOM_LEFT = """
(list) => {
  const pen = document.createElement("canvas").getContext("2d"), style = getComputedStyle(list);
  pen.font = style.font;
  const long = Math.max(...[...list.options].map((each) => pen.measureText(each.text).width));
  return list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - long - 16;
}
"""
# But for the mark that each view sets before the ids of its patterns.
PICTURE = """
(table) => table.querySelector(".ml-board").innerHTML.replace(/( id="| href="#|url\\(&quot;#|url\\(#)ml-\\w+-/g, "$1")
"""

# Words of a table that stand on two lines.
BROKEN = """
(panel) => {
  const found = [];
  for (const cell of panel.querySelectorAll("[role=cell], [role=columnheader]")) {
    const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      for (const word of walk.currentNode.data.matchAll(/[^\\s_]+/g)) {
        const range = document.createRange();
        range.setStart(walk.currentNode, word.index);
        range.setEnd(walk.currentNode, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
        if (lines.size > 1) found.push(word[0]);
      }
    }
  }
  return found;
}
"""


# The least letters beside the board that are to be read from afar, as a share of the window's height; names of files
# and the text of a game are for who sits before it.
AFAR = """
(table) => Math.min(...[...table.querySelectorAll(".ml-play *, .ml-panel *, .ml-side [role=tab]")]
  .filter((each) => !each.closest("textarea, code") && each.checkVisibility())
  .filter((each) => [...each.childNodes].some((node) => node.data?.trim()))
  .map((each) => parseFloat(getComputedStyle(each).fontSize))) / innerHeight
"""


@pytest.mark.parametrize(("width", "height"), rest_for_release(SIZES, [WIDE, (2560, 1440)]))
def test_size__the_board_takes_its_place_with_the_sidebar_open(lab: Lab, width: int, height: int) -> None:
    """At least 60 % of what is seen of the notebook; and all of it is seen at once, with the bar above it."""
    lab.resize((width, height))
    table = lab.show(UNDER_WAY)
    lab.page.evaluate("jupyterapp.shell.expandLeft()")
    try:
        lab.page.wait_for_timeout(300)  # the sidebar slides
        table.evaluate("table => table.scrollIntoView()")
        assert table.locator(".ml-board").evaluate(SHARE) >= 0.6
        seen = table.evaluate("table => table.closest('.jp-WindowedPanel-outer').getBoundingClientRect().bottom")
        board = table.locator(".ml-board").bounding_box()
        assert board["y"] + board["height"] <= seen
        assert flaws(table) == [] and table.evaluate(AFAR) >= 0.016
        lab.shot(f"place_{width}")
    finally:
        lab.page.evaluate("jupyterapp.shell.collapseLeft()")


@pytest.mark.parametrize(
    ("edition", "size"), rest_for_release(PROJECTED, [("classic_us", WIDE), ("russia_moscow", (1920, 1080))])
)
def test_projector__names_are_read_from_the_back_row(lab: Lab, edition: str, size: tuple[int, int]) -> None:
    """Names at least 1.6 % of the height of the screen; what they cost, near that; the log beside the board."""
    lab.resize(size)
    table = lab.show(BEGUN.format(edition=edition))
    table.get_by_role("button", name="Projector").click()
    table.locator("xpath=self::*[contains(@class, 'ml-projector')]").wait_for()
    lab.page.wait_for_function("document.fullscreenElement")
    lab.page.wait_for_timeout(200)
    letters = table.evaluate(LETTERS)
    height = lab.page.evaluate("innerHeight")
    assert letters["names"] >= 0.016 * height - 0.06 and letters["figures"] >= 0.013 * height
    assert table.get_by_role("tabpanel").bounding_box()["width"] >= 250 and table.evaluate(AFAR) >= 0.016
    assert flaws(table) == [] and faint(table) == []
    lab.shot(f"projector_{edition}_{size[0]}")
    table.get_by_role("button", name="Projector").click()
    lab.page.wait_for_function("!document.fullscreenElement")


def test_projector__in_a_tall_window_the_board_has_the_width(lab: Lab) -> None:
    lab.resize((390, 844))
    table = lab.show(TWO)
    for size in ((390, 844), (768, 1024)):
        lab.resize(size)
        table.get_by_role("button", name="Projector").click()
        table.locator("xpath=self::*[contains(@class, 'ml-projector')]").wait_for()
        lab.page.wait_for_function(WHOLE_WIDTH, arg=table.locator(".ml-board").element_handle())
        assert table.locator(".ml-card").evaluate(UNSEEN) <= 1 and flaws(table.locator(".ml-card")) == [], size
        table.locator(".ml-side").scroll_into_view_if_needed()  # the panels are reached below
        lab.shot(f"projector_tall_{size[0]}")
        table.get_by_role("button", name="Projector").click()
        lab.page.wait_for_function("!document.fullscreenElement")


def test_chart__is_folded_and_opened_moves_nothing(lab: Lab) -> None:
    lab.resize((1920, 1080))
    table = lab.show(UNDER_WAY)
    before = table.evaluate(BOXES)
    chart = lab.page.get_by_role("button", name="Chart", exact=True).last
    assert chart.get_attribute("aria-pressed") != "true" and "mod-active" not in (chart.get_attribute("class") or "")
    chart.click()
    lab.page.locator(".ml-chart .js-plotly-plot").last.wait_for()
    lab.page.wait_for_timeout(300)  # a chart beside the table would take its width by now
    table.evaluate("table => table.scrollIntoView()")
    opened = table.evaluate(BOXES)
    down = int(opened[0].split()[1]) - int(before[0].split()[1])
    assert [shifted(box, down) for box in before] == opened


def test_phone__the_part_around_the_token_and_nothing_small(lab: Lab) -> None:
    lab.resize((390, 844))
    table = lab.show(TWO)
    throw(table, 1, 2)
    says(table, "Ann may buy Baltic Avenue")
    still(table)
    letters = table.evaluate(LETTERS)
    assert letters["names"] >= 11 and letters["count"] >= 6
    frame, token = table.locator(".ml-board").bounding_box(), table.locator(".token[data-token='0']").bounding_box()
    assert frame["x"] <= token["x"] and token["x"] + token["width"] <= frame["x"] + frame["width"]
    assert table.locator(".ml-purse").all_inner_texts()[0].split()[1:] == ["Ann", "$1500"]
    assert flaws(table.locator(".ml-card")) == [] and lab.page.evaluate("document.body.scrollWidth <= innerWidth")
    small = table.evaluate(
        "table => [...table.querySelectorAll('*')].filter(e => !e.closest('svg') && e.checkVisibility() &&"
        " [...e.childNodes].some(n => n.data?.trim()) && parseFloat(getComputedStyle(e).fontSize) < 11).length"
    )
    assert small == 0
    lab.shot("phone")
    table.get_by_role("button", name="Whole board").click()
    assert table.locator(".ml-board svg").get_attribute("viewBox") == "0 0 1200 880"


@pytest.mark.parametrize("size", [WIDE, NARROW, (640, 360)])
def test_decisions__nothing_jumps_from_one_to_the_next(lab: Lab, size: tuple[int, int]) -> None:
    lab.resize(size)
    table = lab.show(TWO)
    first = table.evaluate(BOXES)
    for act, waits in (
        ("roll 1 2", "Ann may buy Baltic"),
        ("^Do not buy", "Bo may bid|Ann may bid"),
        ("-3", "may bid"),
        ("^Leave the auction", "may bid"),
        ("^Leave the auction", "throws the dice"),
    ):
        said = table.locator(".ml-waiting").inner_text()
        if act == "-3":
            table.locator("#ml-sum").fill(act)
            table.locator("#ml-sum").press("Enter")
            table.locator(".ml-problem").filter(has_text="at least $1").wait_for()
        elif act.startswith("^"):
            press(table, act)
        else:
            by_hand(table, act)
        if act != "-3":  # which is refused: who may bid before and after leaving is two players
            expect(table.locator(".ml-waiting")).not_to_have_text(said)
        table.locator(".ml-waiting").filter(has_text=re.compile(waits)).wait_for()
        still(table)
        table.evaluate("(table, y) => { for (let e = table; e; e = e.parentElement) e.scrollTop = e.scrollTop; }", 0)
        top = table.evaluate(BOXES)
        moved = int(top[0].split()[1]) - int(first[0].split()[1])  # the notebook may have been scrolled as a whole
        assert [shifted(box, moved) for box in first] == top, waits


UNSEEN = "card => card.scrollHeight - card.clientHeight"  # pixels of a card that have to be scrolled
LEAST = """
(card) => Math.min(...[...card.querySelectorAll("*")]
  .filter((each) => each.checkVisibility() && [...each.childNodes].some((node) => node.data?.trim()))
  .map((each) => parseFloat(getComputedStyle(each).fontSize)))
"""
FOUR = """
import monopoly_lab as ml
game = ml.Game("classic_us", players=["Ann", "Bo", "Cy", "Dan"], seed=3, lang="{lang}")
for text in ("roll 6 4", "roll 1 2", "roll 1 1", "roll 1 3", "roll 3 3", "buy", "roll 1 1", "buy", "roll 2 4", *{more}):
    game.apply(text)
ml.Table(game)
"""
SHIPPED = """
import monopoly_lab as ml
game = ml.Scenario.load("{name}").game(seed=7)
for name in game.players:
    game.seat(name, None)
for text in {more}:
    game.apply(text)
ml.Table(game, lang="{lang}")
"""
SEALED = """
import monopoly_lab as ml
game = ml.Game("classic_us", players=["Ann", "Bo", "Cy"], seed=5, options={"auction.by": "vickrey"}, lang="{lang}")
for text in ("roll 6 4", "roll 1 2", "roll 1 2", "roll 1 2", "auction", "bid 777"):
    game.apply(text)
ml.Table(game)
"""
LONG = """
import monopoly_lab as ml
names = ["Аполлинария", "Bo", "Hugo-Maximilian", "Dan"]
game = ml.Game("{edition}", players=names, seed=3, lang="{lang}")
while game.node.kind != "{kind}":
    game.step() if game.node.kind == "dice" else game.apply("buy" if "buy" in game.choices() else game.choices()[0])
for text in {more}:
    game.apply(text)
ml.Table(game)
"""
DECIDED = {
    "long names": LONG.replace("{edition}", "russia_moscow").replace("{kind}", "buy").replace("{more}", '["auction"]'),
    "small board": LONG.replace("{edition}", "class_board").replace("{kind}", "buy").replace("{more}", '["auction"]'),
    "long sums": LONG.replace("{edition}", "ukraine").replace("{kind}", "debt").replace("{more}", "[]"),
    "sealed": SEALED,
    "purchase": FOUR.replace("{more}", "()"),
    "auction": FOUR.replace("{more}", '("auction", "bid 10", "bid 25")'),
    "debt": SHIPPED.replace("{name}", "game_under_way").replace("{more}", '("roll 3 2", "roll 4 3", "roll 1 4")'),
    "stake": SHIPPED.replace("{name}", "casino").replace("{more}", '("roll 2 4",)'),
    "offer": SHIPPED.replace("{name}", "game_under_way").replace(
        "{more}", '("Ann: trade Dan: oriental + 100 for st_charles + kentucky",)'
    ),
}


@pytest.mark.parametrize("decision", DECIDED)
def test_decisions__all_facts_are_seen_at_once(lab: Lab, decision: str) -> None:
    """On the smallest projector, the sidebar open, nothing on the card has to be scrolled."""
    try:
        for lang in ("en", "ru"):
            table = lab.show(DECIDED[decision].replace("{lang}", lang))
            lab.page.evaluate("jupyterapp.shell.expandLeft()")
            lab.page.wait_for_timeout(300)  # the sidebar slides
            card = table.locator(".ml-deciding")
            assert card.evaluate(UNSEEN) <= 1
            assert card.evaluate(LEAST) >= 11
            lab.shot(f"decision_{decision}_{lang}")
    finally:
        lab.page.evaluate("jupyterapp.shell.collapseLeft()")


def test_decisions__closer_and_narrower_letters_move_nothing(lab: Lab) -> None:
    """Long names in a long language are set closer, on the same card; little to say is set larger, on the same card."""
    lab.resize(WIDE)
    table = lab.show(LONG.format(edition="russia_moscow", kind="buy", more="[]", lang="ru"))
    before = table.evaluate(BOXES)
    press(table, "^Не покупать")
    table.locator("#ml-sum").wait_for()
    assert table.locator(".ml-card[data-crowded]").count() and table.evaluate(BOXES) == before
    press(table, "^Отменить")
    table.locator("#ml-sum").wait_for(state="detached")
    press(table, "^Купить")
    table.locator(".ml-faces").wait_for()
    letters = "card => getComputedStyle(card).getPropertyValue('--ml-squeeze')"
    assert float(table.locator(".ml-deciding").evaluate(letters)) > 1 and table.evaluate(BOXES) == before


def shifted(box: str, down: int) -> str:
    """A box so many pixels further down; one that is not shown has no place."""
    x, y, w, h = box.split()
    return box if box == "0 0 0 0" else f"{x} {int(y) + down} {w} {h}"


def test_motion__ends_in_the_picture_that_stands_still_without_it(lab: Lab) -> None:
    """Two tables play the same: one moves, in steps of half a second at most; the other, for stillness, does not."""
    seen = []
    for reduced in ("no-preference", "reduce"):
        lab.moves(reduced)
        table = lab.show(TWO)
        throw(table, 1, 2)
        says(table, "Ann may buy Baltic")
        moving = table.evaluate(MOVING)
        press(table, "^Buy")  # does not wait for the end of what moves
        owned(table, 3, "Ann")
        moving += table.evaluate(MOVING)
        assert bool(moving) == (reduced == "no-preference") and all(250 <= long <= 500 for long in moving)
        still(table)
        seen.append(table.evaluate(PICTURE))
    assert seen[0] == seen[1]


def test_phone__the_speed_is_read_whole_and_no_keys_are_told_of(lab: Lab) -> None:
    lab.resize((390, 844))
    for lang in ("en", "ru", "uk"):
        table = lab.show(TWO.replace("ml.Table(game)", f"ml.Table(game, lang='{lang}')"))
        table.get_by_role("tab").first.click()
        table.locator(".ml-keys").wait_for(state="attached")
        assert not table.locator(".ml-keys").is_visible() and not table.locator("[data-act=help]").is_visible()
        assert table.locator("#ml-speed").evaluate(ROOM_LEFT) >= 0, lang


def test_motion__one_switch_stills_everything(lab: Lab) -> None:
    lab.moves()
    table = lab.show(TWO)
    switch = table.get_by_role("button", name="Motion")
    switch.click()
    table.locator("#ml-motion[aria-pressed=false]").wait_for()
    throw(table, 1, 2)
    says(table, "Ann may buy Baltic")
    assert table.evaluate(MOVING) == []
    switch.click()
    table.locator("#ml-motion[aria-pressed=true]").wait_for()
    table.evaluate(WATCH)
    press(table, "^Buy")
    owned(table, 3, "Ann")
    lab.page.wait_for_function("window.moved")


def test_motion__what_is_taken_back_does_not_move(lab: Lab) -> None:
    lab.moves()
    table = lab.show(TWO)
    throw(table, 1, 2)
    says(table, "Ann may buy Baltic")
    press(table, "^Undo")
    says(table, "Ann throws the dice")
    assert table.evaluate(MOVING) == [] and not table.locator(".ml-flier").count()


def test_keys__control_s_saves_the_notebook(lab: Lab) -> None:
    table = lab.show(TWO)
    lab.page.wait_for_function("jupyterapp.shell.currentWidget.context.model.dirty")
    table.locator("#ml-luck").focus()
    lab.page.keyboard.press("Control+s")
    lab.page.wait_for_function("!jupyterapp.shell.currentWidget.context.model.dirty")


def test_log__as_a_table_breaks_no_word(lab: Lab) -> None:
    lab.resize((390, 844))
    table = lab.show(UNDER_WAY)
    press(table, "^One round")
    panel = tab(table, "Log")
    panel.locator("#ml-log-as").click()
    panel.get_by_role("columnheader").first.wait_for()
    broken = panel.evaluate(BROKEN)
    lab.shot("log_table_phone")
    assert broken == []


REFUSE = """
window.asked = Element.prototype.requestFullscreen;
Element.prototype.requestFullscreen = () => Promise.reject(new TypeError("refused"));
0
"""
ALLOW = "Element.prototype.requestFullscreen = window.asked; 0"
FILLS = """
(table) => {
  const b = table.getBoundingClientRect();
  const there = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  return table.contains(there) && [b.x, b.y, b.width, b.height].join() === [0, 0, innerWidth, innerHeight].join();
}
"""


def test_projector__each_of_two_tables_fills_the_screen_and_escape_returns(lab: Lab) -> None:
    """Where full screen is refused, as in a frame of another page, it fills the window and not its panel alone."""
    lab.show(UNDER_WAY.replace("ml.Table", "display(ml.Table") + ")\n" + UNDER_WAY)
    tables = lab.page.locator(".ml-table[data-drawn]:not([data-old])")
    tables.nth(1).wait_for()
    for number, refused in ((0, False), (1, False), (0, False), (1, True), (0, True)):
        if refused:
            lab.page.evaluate(REFUSE)
        table = tables.nth(number)
        board = table.locator(".ml-board")
        table.scroll_into_view_if_needed()
        before = board.bounding_box()
        table.get_by_role("button", name="Projector").click()
        lab.page.wait_for_function(FILLS, arg=table.element_handle())
        if not refused:
            lab.page.wait_for_function("document.fullscreenElement")
        lab.page.wait_for_function(TALL, arg=board.element_handle())
        lab.page.keyboard.press("Escape")
        table.locator("xpath=self::*[not(contains(@class, 'ml-projector'))]").wait_for()
        lab.page.wait_for_function("!document.fullscreenElement")
        lab.page.wait_for_function(SAME_SIZE, arg=[board.element_handle(), before["width"]])
        if refused:
            lab.page.evaluate(ALLOW)


WHOLE_WIDTH = "(board) => board.getBoundingClientRect().width >= 0.9 * innerWidth"
TALL = "(board) => board.getBoundingClientRect().height >= 0.95 * innerHeight"
SAME_SIZE = "([board, width]) => Math.abs(board.getBoundingClientRect().width - width) < 2"
