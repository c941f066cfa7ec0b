"""The language of a live class in real browsers: the teacher chooses it, a phone may choose its own."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from looks import violations
from playwright.sync_api import expect
from test_live_in_browser import SMALL_TARGETS, TOO_WIDE, WALL, Pages, teach

import monopoly_lab as ml
from monopoly_lab.common.messages import say


@pytest.fixture
def live(tmp_path: Path) -> Iterator[ml.Live]:
    live = ml.Live(folder=tmp_path)
    yield live
    live.stop()


def says(page: Any, text: str) -> None:
    """Wait until a page says something."""
    expect(page.locator("body")).to_contain_text(text, use_inner_text=True)


def test_language__is_chosen_on_the_teacher_s_page_and_said_by_all(
    live: ml.Live, chromium: Any, axe: str, shots: Path
) -> None:
    """The wall, a phone with a seat, and one that is typing its name, which stays typed."""
    pages = Pages(chromium, live)
    teacher = pages.open(f"/teacher#{live._secret}", {"width": 1280, "height": 900})
    wall = pages.open(f"/wall?c={live.code}", WALL)
    ann = pages.phone("Ann")
    late = pages.open(f"/?c={live.code}", {"width": 390, "height": 844})
    late.fill("[name=name]", "Bo")
    for lang in ("uk", "ru", "en", "uk"):
        teacher.select_option(".host [name=language]", lang)
        says(wall, say("live.how_to_join", lang).replace("\u00a0", " ").split(",")[0])
        says(ann, say("live.lobby_phone", lang))
        says(late, say("live.page_join_title", lang))
        says(teacher, say("live.auction.title", lang))
        says(teacher, say("live.page_wall_link", lang))
        for page in (teacher, wall, ann, late):
            assert page.evaluate("document.documentElement.lang") == lang
            assert page.title().startswith("Monopoly Lab:")
        assert late.input_value("[name=name]") == "Bo"
        assert teacher.evaluate(SMALL_TARGETS) == [] and teacher.evaluate(TOO_WIDE) <= 0
    teacher.screenshot(path=str(shots / "language_teacher.png"))
    late.screenshot(path=str(shots / "language_join.png"))
    wall.screenshot(path=str(shots / "language_wall.png"))
    late.click("form.join button")
    late.wait_for_selector("[data-key=lobby]")
    teach(live, {"act": "start", "activity": "give", "options": {"rounds": "2", "size": "3"}})
    ann.fill("form.number input", "70")
    teacher.select_option(".host [name=language]", "ru")
    says(ann, say("live.send", "ru"))
    says(wall, say("live.give.title", "ru"))
    says(teacher, say("live.page_script", "ru"))
    assert ann.input_value("form.number input") == "70"  # what is being typed stays
    for page in (teacher, wall, ann):
        assert violations(page, axe) == []
    assert pages.complaints == []


def test_own_language__of_a_phone_stays_when_it_comes_back_and_the_room_changes(
    live: ml.Live, chromium: Any, axe: str, shots: Path
) -> None:
    pages = Pages(chromium, live)
    phone = pages.phone("Ann")
    other = pages.phone("Bo", locale="ru-RU")
    assert other.evaluate("document.documentElement.lang") == "en"  # the class speaks one language
    phone.select_option("#language select", "uk")
    says(phone, say("live.lobby_phone", "uk"))
    teach(live, {"act": "language", "lang": "ru"})
    says(other, say("live.lobby_phone", "ru"))
    phone.reload()
    says(phone, say("live.lobby_phone", "uk"))
    teach(live, {"act": "start", "activity": "predict", "options": {"question": "How many?"}})
    phone.wait_for_selector("form.number")
    phone.fill("form.number input", "abc")
    phone.click("form.number button.main")
    phone.wait_for_selector("#problem:not([hidden])")
    assert "abc" in phone.inner_text("#problem") and "не" in phone.inner_text("#problem")
    phone.screenshot(path=str(shots / "language_phone.png"))
    assert phone.evaluate(SMALL_TARGETS) == [] and phone.evaluate(TOO_WIDE) <= 0 and violations(phone, axe) == []
    phone.select_option("#language select", "ru")  # that of the room: it follows the room again
    says(phone, say("live.send", "ru"))
    teach(live, {"act": "language", "lang": "en"})
    says(phone, say("live.send", "en"))
    assert pages.complaints == []
