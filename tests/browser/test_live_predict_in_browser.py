"""Predict in real browsers: what the teacher sees before it starts, how phones join, and walls in three languages."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_live_in_browser import PHONE, WALL, Pages, teach

import monopoly_lab as ml
from monopoly_lab.live.lesson_questions import lesson_questions
from monopoly_lab.live.room import MOST_NAME

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1280, "height": 700}
CUT_OFF = "() => document.documentElement.scrollHeight - innerHeight"


@pytest.fixture
def live(tmp_path: Path) -> Iterator[ml.Live]:
    live = ml.Live(folder=tmp_path)
    yield live
    live.stop()


@pytest.fixture(params=["en", "ru", "uk"])
def class_(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ml.Live]:
    live = ml.Live(folder=tmp_path, lang=request.param)
    yield live
    live.stop()


def test_teacher__sees_the_question_before_it_starts_and_has_the_buttons_in_sight_after(
    live: ml.Live, chromium: Any, shots: Path
) -> None:
    pages = Pages(chromium, live)
    phone = pages.phone("Ann")
    teacher = pages.open(f"/teacher#{live._secret}", LAPTOP)
    assert "--lan" in teacher.inner_text(".host .alone")
    teacher.click(".activities article:first-child > button")
    assert teacher.locator(".preview").inner_text() == ""
    teacher.select_option(".activities form select", "46/both")
    teacher.wait_for_selector(".preview [inputmode]")
    seen = teacher.locator(".preview").inner_text()
    teacher.screenshot(path=shots / "teacher_preview.png", full_page=True)
    for _ in range(2):  # as far down as a page goes
        teacher.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    teacher.locator(".activities form > button.main").evaluate("(each) => each.click()")
    teacher.wait_for_selector("[data-phase=running] .host")
    teacher.wait_for_function("() => document.querySelector('.host button').getBoundingClientRect().top >= 0")
    assert teacher.get_by_role("button", name="Show the answer").bounding_box()["y"] < LAPTOP["height"]
    phone.wait_for_selector("[data-key=context]")
    for key in ("lesson", "context", "ask"):
        for line in filter(None, phone.locator(f"[data-key={key}]").inner_text().split("\n")):
            assert line in seen, key
    assert not pages.complaints


def test_phone__joins_with_a_code_in_parts_and_a_name_that_stops_at_the_limit(live: ml.Live, chromium: Any) -> None:
    pages = Pages(chromium, live)
    phone = pages.open("/", PHONE)
    code = live.code.lower()
    phone.type("[name=code]", f" {code[:2]} - {code[2:]} ")
    phone.type("[name=name]", "Anastasia-Maximiliana of the sea")
    assert phone.input_value("[name=name]") == "Anastasia-Maximiliana of the sea"[:MOST_NAME]
    assert f"At most {MOST_NAME} letters" in phone.inner_text("form.join")
    phone.click("form.join button")
    phone.wait_for_selector("[data-key=lobby]")
    phone.reload()
    phone.wait_for_selector("[data-key=lobby]")  # under the code as the room has it
    assert phone.url.endswith(f"?c={live.code}") and not pages.complaints


def test_wall__holds_the_longest_texts_of_lessons_in_every_state(class_: ml.Live, chromium: Any, shots: Path) -> None:
    known = [each for each in lesson_questions(class_.lang) if not each.not_offered]
    longest = {
        max(known, key=lambda each: len(each.context + each.ask)),
        max(known, key=lambda each: len(each.because)),
    }
    pages = Pages(chromium, class_)
    wall = pages.open(f"/wall?c={class_.code}", WALL)
    phone = pages.phone("Ann")
    for question in longest:
        teach(class_, {"act": "start", "activity": "predict", "options": {"lesson": question.key}})
        wall.wait_for_selector("[data-key=context]")
        assert wall.evaluate(CUT_OFF) <= 0, question.key
        for what in ("show", "again", "reveal"):
            phone.wait_for_selector("[data-key=ask] input")
            phone.fill("[data-key=ask] input", f"{question.low:g}")
            phone.click("[data-key=ask] button")
            phone.wait_for_selector("[data-key=sent].good")
            if what != "show":
                teach(class_, {"act": "control", "what": what})
            wall.wait_for_timeout(300)
            wall.screenshot(path=shots / f"wall_{class_.lang}_{question.key.replace('/', '_')}_{what}.png")
            assert wall.evaluate(CUT_OFF) <= 0, (question.key, what)
        teach(class_, {"act": "close"})
    assert not pages.complaints
