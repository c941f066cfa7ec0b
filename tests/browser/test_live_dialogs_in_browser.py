"""Dialogs of the teacher's page in real browsers: rename, swap and days, by keyboard, with what is wrong inside."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from looks import violations
from playwright.sync_api import expect
from test_live_in_browser import SMALL_TARGETS, TOO_WIDE, Pages

import monopoly_lab as ml
from monopoly_lab.common.messages import format_number, languages, say
from tests.sampled import rest_for_release

NAMES = ("Ann", "Bo", "Cy")


@pytest.fixture(params=rest_for_release(languages(), ["uk"]))
def live(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ml.Live]:
    live = ml.Live(folder=tmp_path, lang=request.param)
    yield live
    live.stop()


def names(page: Any) -> list[str]:
    return [each.inner_text() for each in page.query_selector_all(".seats li > span")]


def test_dialogs__of_a_seat_and_of_days(live: ml.Live, chromium: Any, axe: str, shots: Path) -> None:
    pages = Pages(chromium, live)
    teacher = pages.open(f"/teacher#{live._secret}", {"width": 1280, "height": 900})
    native: list[str] = []
    teacher.on("dialog", lambda dialog: (native.append(dialog.message), dialog.dismiss()))
    pages.seats(*NAMES)
    expect(teacher.locator(".seats li")).to_have_count(3)
    dialog, wrong = teacher.get_by_role("dialog"), teacher.locator("dialog [role=alert]")

    def look(name: str) -> None:
        assert teacher.evaluate(SMALL_TARGETS) == [] and teacher.evaluate(TOO_WIDE) <= 0
        assert violations(teacher, axe) == []
        teacher.screenshot(path=str(shots / f"dialog_{name}_{live.lang}.png"))

    def typed(text: str) -> None:
        teacher.keyboard.press("Control+A")
        teacher.keyboard.type(text)
        teacher.keyboard.press("Enter")

    teacher.focus("[name=seat-1]")
    teacher.select_option("[name=seat-1]", "rename")
    for text, said in (
        ("x" * 21, say("live.long_name", live.lang, n=20)),
        ("ann", say("live.name_taken", live.lang, name="ann")),
        (" ", say("live.no_name", live.lang)),
    ):
        typed(text)  # the field has the focus, and keeps it
        wrong.get_by_text(said, exact=True).wait_for()
    assert not teacher.is_visible("#problem")
    look("rename")
    typed("Boris")
    dialog.wait_for(state="detached")
    teacher.locator(".seats li", has_text="Boris").wait_for()
    expect(teacher.locator("[name=seat-1]")).to_be_focused()

    teacher.select_option("[name=seat-0]", "swap")
    assert dialog.locator("option").all_inner_texts() == ["Boris", "Cy"]
    teacher.keyboard.press("ArrowDown")
    look("swap")
    teacher.keyboard.press("Tab")
    teacher.keyboard.press("Enter")
    dialog.wait_for(state="detached")
    expect(teacher.locator(".seats li > span").first).to_have_text("Cy")
    assert names(teacher) == ["Cy", "Boris", "Ann"]

    teacher.get_by_text(say("live.page_room", live.lang)).click()
    days = teacher.get_by_role("button", name=say("live.page_days", live.lang).replace("@", "30"))
    days.click()
    typed("many")
    wrong.get_by_text(say("live.bad_days", live.lang, low="0", high=format_number(3650, lang=live.lang))).wait_for()
    look("days")
    days.evaluate("button => button.replaceWith(button.cloneNode(true))")  # as where the page is drawn anew meanwhile
    teacher.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    expect(teacher.locator("button[name=days]")).to_be_focused()
    teacher.reload()
    teacher.get_by_text(say("live.page_room", live.lang)).click()
    days.click()
    typed("7,5")
    dialog.wait_for(state="detached")
    shown = "7.5" if live.lang == "en" else "7,5"
    teacher.get_by_role("button", name=say("live.page_days", live.lang).replace("@", shown)).wait_for()
    expect(teacher.locator("button[name=days]")).to_be_focused()  # for the keyboard
    assert native == [] and pages.complaints == []
