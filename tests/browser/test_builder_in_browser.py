"""The gallery and the builder of scenarios in JupyterLab, by real clicks."""

from typing import Any

from hands import by_hand
from playwright.sync_api import expect

from monopoly_lab.game.scenarios import check_file

GALLERY = """
import monopoly_lab as ml
gallery = ml.Gallery()
gallery
"""


def test_gallery__one_click_on_a_card_opens_the_table(lab: Any) -> None:
    lab.show(GALLERY)
    gallery = lab.page.locator(".ml-gallery")
    gallery.locator("img[alt*='Ann']").first.wait_for()
    lab.shot("gallery_light")
    gallery.get_by_label("Edition").select_option("ukraine")
    gallery.get_by_role("status").get_by_text("3 of").wait_for()
    assert gallery.locator(".ml-tiles").get_by_role("listitem").count() == 3
    gallery.get_by_role("button", name="Play: The casino").last.click()
    table = lab.page.locator(".ml-table[data-drawn]").last
    table.get_by_text("Ann throws the dice to move").first.wait_for()
    lab.shot("gallery_table")
    gallery.get_by_role("button", name="All scenarios").click()
    gallery.get_by_role("button", name="Play: No visitors in jail").last.wait_for()


def test_gallery__what_a_card_opens_comes_into_view(lab: Any) -> None:
    lab.show(GALLERY)
    gallery = lab.page.locator(".ml-gallery")
    cards, back = gallery.locator(".ml-tile"), gallery.locator("#ml-back")
    for act in ("open", "change"):
        cards.last.locator(f"[data-act={act}]").last.click()
        expect(back).to_be_in_viewport()
        lab.shot(f"gallery_{act}")
        back.click()
        expect(gallery.locator(".ml-filters")).to_be_in_viewport()


def test_guide__shows_the_lessons_of_a_topic_and_a_card_leads_to_its_lesson(lab: Any) -> None:
    gallery = lab.show("import monopoly_lab as ml\nml.Gallery()")
    rows = gallery.locator(".ml-guide tr[data-lesson]")
    everything = rows.count()
    gallery.locator(".ml-guide > summary").click()
    gallery.locator(".ml-guide-topic").select_option("auctions")
    rows.locator("visible=true").nth(2).wait_for(state="detached")
    assert "44 Auctions" in rows.locator("visible=true").last.inner_text()
    assert gallery.locator(".ml-guide-course").locator("visible=true").all_inner_texts() == [
        "Principles of microeconomics"
    ]
    lab.shot("guide_auctions")
    gallery.get_by_role("button", name="49 More equal, at what cost?").first.click()
    chosen = gallery.locator(".ml-guide tr.ml-chosen")
    chosen.get_by_text("49 More equal").wait_for()
    assert chosen.evaluate("row => row === document.activeElement")
    assert rows.locator("visible=true").count() == everything
    lab.shot("guide_more_equal")


OWN = """
from pathlib import Path
import monopoly_lab as ml
Path("own").mkdir(exist_ok=True)
Path("own/broken.toml").write_text('''
format = 1
edition = "classic_us"
title = "Two mistakes"
seats = [{name = "Ann"}, {name = "Bo"}]
start = {cash = {Ann = -5, Cy = 3}}
''')
ml.Gallery(folder="own")
"""


def test_gallery__a_file_with_mistakes_is_a_card_that_says_them_and_is_mended(lab: Any) -> None:
    lab.show(OWN)
    gallery = lab.page.locator(".ml-gallery:not([data-old])")
    card = gallery.get_by_role("listitem").filter(has_text="broken.toml has 2 mistakes")
    card.get_by_text("-5 is outside 0").wait_for()
    lab.shot("gallery_broken")
    card.get_by_role("button", name="Mend it in the builder: Two mistakes").click()
    builder = lab.page.locator(".ml-builder .ml-table").last
    for left in (1, 0):
        builder.get_by_role("button", name="Take away what is at").first.click()
        mistakes(builder, left)
    builder.get_by_role("button", name="Save ...").click()
    builder.get_by_role("button", name="Save", exact=True).click()
    builder.get_by_role("button", name="Replace the file").click()
    builder.locator(".ml-note", has_text="Saved as").wait_for()
    assert check_file(lab.folder / "own" / "broken.toml") == []
    gallery.get_by_role("button", name="All scenarios").click()
    gallery.get_by_role("button", name="Play: Two mistakes").last.wait_for()


BUILDER = """
import monopoly_lab as ml
builder = ml.ScenarioBuilder()
builder
"""


def tab(builder: Any, name: str) -> Any:
    builder.get_by_role("tab", name=name, exact=True).click()
    return builder.get_by_role("tabpanel")


def mistakes(builder: Any, n: int) -> Any:
    """The list of what is wrong, once it has so many lines."""
    listed = builder.locator(".ml-mistakes li")
    expect(listed).to_have_count(n)
    return listed


def test_builder__a_scenario_with_three_mistakes_is_built_and_mended(lab: Any) -> None:
    lab.show(BUILDER)
    builder = lab.page.locator(".ml-table").first
    panel = builder.get_by_role("tabpanel")
    panel.get_by_label("Title").fill("Mended")
    panel.get_by_label("Title").press("Enter")
    builder.locator(".ml-good").wait_for()
    # Houses in a group that is not complete.
    builder.locator(".space[data-space='39']").click()
    panel.get_by_role("heading", name="Boardwalk").wait_for()
    panel.get_by_role("group", name="Owner").get_by_role("button", name="Ann").click()
    panel.get_by_role("group", name="Buildings").get_by_role("button", name="2").click()
    mistakes(builder, 1)
    panel.locator(".ml-bad", has_text="of which their owner lacks Park Place").first.wait_for()  # beside its field
    lab.shot("builder_space")
    # A sum below nothing, and a prisoner who stands elsewhere.
    players = tab(builder, "Players")
    bo = players.get_by_role("group", name="Bo")
    bo.get_by_label("Cash", exact=True).fill("-5")
    bo.get_by_label("Cash", exact=True).press("Tab")
    mistakes(builder, 2)
    bo.get_by_role("button", name="More").click()
    bo.get_by_label("Space").select_option("boardwalk")
    bo.get_by_label("In jail").select_option("1")
    listed = mistakes(builder, 3)
    lab.shot("builder_three_mistakes")
    # Each mistake leads to its field.
    listed.get_by_text("Cash, Bo").click()
    expect(bo.get_by_label("Cash", exact=True)).to_be_focused()
    lab.page.keyboard.press("Control+a")
    lab.page.keyboard.type("400")
    lab.page.keyboard.press("Tab")
    listed = mistakes(builder, 2)
    bo.get_by_label("In jail").select_option("")
    listed = mistakes(builder, 1)
    listed.get_by_text("Buildings, Boardwalk").click()
    panel.get_by_role("heading", name="Boardwalk").wait_for()
    group = panel.get_by_role("group", name="All of the group")
    group.get_by_role("button", name="Ann").click()
    group.get_by_role("button", name="2", exact=True).click()
    builder.locator(".ml-good").wait_for()
    # Undo by the keyboard, and redo.
    builder.locator(".space[data-space='39']").focus()
    lab.page.keyboard.press("u")
    mistakes(builder, 1)
    lab.page.keyboard.press("r")
    builder.locator(".ml-good").wait_for()
    # The file; a second time only when it is confirmed.
    files = tab(builder, "File")
    files.get_by_label("File", exact=True).fill("mended.toml")
    for _ in range(2):
        files.get_by_role("button", name="Save", exact=True).click()
        builder.locator(".ml-note, .ml-problem:not(:empty)").filter(has_text="mended.toml").wait_for()
    builder.get_by_text("is there already and was left as it is").wait_for()
    files.get_by_role("button", name="Replace the file").click()
    builder.locator(".ml-note", has_text="Saved as mended.toml").wait_for()
    assert check_file(lab.folder / "mended.toml") == []
    # The table of it.
    builder.get_by_role("button", name="Play it below").click()
    table = lab.page.locator(".ml-table[data-drawn]").last
    table.get_by_text("Ann throws the dice to move").first.wait_for()
    by_hand(table, "roll 1 2")
    table.get_by_text("Ann may buy Baltic Avenue").first.wait_for()
    lab.shot("builder_table_below")
