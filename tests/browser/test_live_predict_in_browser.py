"""Predict in real browsers: what the teacher sees before it starts, how phones join, and walls in three languages."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_live_in_browser import PHONE, WALL, Pages, teach
from visitors import in_thread

import monopoly_lab as ml
from monopoly_lab.common.messages import languages
from monopoly_lab.live.lesson_questions import lesson_questions
from monopoly_lab.live.room import MOST_NAME
from tests.live.phones import Phone
from tests.sampled import rest_for_release

LAPTOP = {"width": 1280, "height": 700}
CUT_OFF = "() => document.documentElement.scrollHeight - innerHeight"


@pytest.fixture
def live(tmp_path: Path) -> Iterator[ml.Live]:
    live = ml.Live(folder=tmp_path)
    yield live
    live.stop()


@pytest.fixture(params=rest_for_release(languages(), ["uk"]))
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
    assert not teacher.locator(".preview .phone").count()
    title = next(each.lesson for each in lesson_questions("en") if each.key == "46/both")
    teacher.select_option(".activities form select", title)
    assert not teacher.locator("[name=question]").count()  # a lesson is chosen, if none of its questions yet
    teacher.check("[value='46/both']")
    teacher.wait_for_selector(".preview [inputmode]")
    seen = teacher.locator(".preview").inner_text()
    teacher.screenshot(path=shots / "teacher_preview.png", full_page=True)
    for _ in range(2):  # as far down as a page goes
        teacher.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    teacher.locator(".activities form .fields > button.main").evaluate("(each) => each.click()")
    teacher.wait_for_selector("[data-phase=running] .host")
    teacher.wait_for_function("() => document.querySelector('.host button').getBoundingClientRect().top >= 0")
    assert teacher.get_by_role("button", name="Show the answer").bounding_box()["y"] < LAPTOP["height"]
    phone.wait_for_selector("[data-key=context]")
    for key in ("lesson", "context", "ask"):
        for line in filter(None, phone.locator(f"[data-key={key}]").inner_text().split("\n")):
            assert line in seen, key
    assert not pages.complaints


def test_form__finds_questions_by_words_shows_the_answer_folded_and_keeps_own_ones_apart(
    live: ml.Live, chromium: Any, shots: Path
) -> None:
    pages = Pages(chromium, live)
    phone = pages.phone("Ann")
    teacher = pages.open(f"/teacher#{live._secret}", {"width": 1280, "height": 800})
    teacher.click(".activities article:first-child > button")
    teacher.fill("[name=question]", "How elastic?")
    teacher.fill("[name=truth]", "-1.57")
    teacher.wait_for_selector(".preview .phone :text('How elastic?')")  # follows typing
    assert "1.57" not in teacher.inner_text(".preview")
    teacher.click(".preview summary")
    assert "\u22121.57" in teacher.inner_text(".preview")
    teacher.fill("[name=low]", "0")
    teacher.wait_for_selector(".preview .bad:text('nearest is 0')")
    teacher.screenshot(path=shots / "own_question.png", full_page=True)
    teacher.fill("[name=low]", "")
    teacher.wait_for_selector(".preview [inputmode]")
    pages.seats("Bo")  # the page is drawn again while somebody types
    teacher.wait_for_selector(".seats li:nth-child(2)")
    assert teacher.evaluate("() => document.activeElement.name") == "low"
    teacher.click(".activities form .fields > button.main")
    phone.wait_for_selector("[data-key=ask] .sign")
    sign = phone.locator(".sign").bounding_box()
    assert sign["height"] >= 44 and sign["width"] >= 44
    phone.fill("[data-key=ask] input", "2.5")
    phone.click(".sign")
    assert phone.input_value("[data-key=ask] input") == "\u22122.5"
    phone.click(".sign")
    phone.click(".sign")
    phone.screenshot(path=shots / "sign.png")
    phone.click("[data-key=ask] button.main")
    phone.wait_for_selector("[data-key=sent].good:text('\u22122.5')")
    button = teacher.get_by_role("button", name="Show the answer")
    assert "Bo" in teacher.inner_text(".missing") and not teacher.locator(".host > .row button.main").count()
    teacher.screenshot(path=shots / "teacher_running.png")
    button.click()
    assert "1 student has not answered" in teacher.inner_text("dialog.sure")
    teacher.click("dialog.sure button.yes")
    phone.wait_for_selector("[data-key=away]")
    phone.screenshot(path=shots / "phone_end.png")
    teacher.get_by_role("button", name="Back to the activities").click()
    teacher.click(".activities article:first-child > button")  # what has run is not open afterwards
    assert teacher.input_value("[name=question]") == ""  # it has been used
    teacher.fill("[name=truth]", "7")
    teacher.type("[name=search]", "bid second")
    teacher.wait_for_selector(".found .tick")
    found = teacher.locator(".found .tick")
    assert teacher.evaluate("() => document.activeElement.name") == "search"
    assert all("second" in each.lower() and "bid" in each.lower() for each in found.all_inner_texts())
    found.first.locator("input").check()
    assert not teacher.locator("[name=question]").count()
    teacher.wait_for_selector(".preview details")
    teacher.screenshot(path=shots / "picked_question.png", full_page=True)
    teacher.click(".activities form .fields > button.main")
    phone.wait_for_selector("[data-key=lesson]")
    assert not phone.locator(".sign").count() and pages.complaints == []


def test_phone__joins_with_a_code_in_parts_and_a_name_within_the_limit(live: ml.Live, chromium: Any) -> None:
    pages = Pages(chromium, live)
    phone = pages.open("/", PHONE)
    code = live.code.lower()
    phone.type("[name=code]", f" {code[:2]} - {code[2:]} ")
    phone.type("[name=name]", "Anastasia-Maximiliana of the sea")
    assert f"At most {MOST_NAME} letters" in phone.inner_text("form.join")
    phone.click("form.join button")
    phone.wait_for_selector("#problem:not([hidden])")  # nothing is cut without a word
    assert phone.input_value("[name=name]") == "Anastasia-Maximiliana of the sea"
    phone.fill("[name=name]", "Anastasia-Maximilian")
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
            if what != "show":
                teach(class_, {"act": "control", "what": what})
            if what != "reveal":
                phone.fill("[data-key=ask] input", f"{question.low:g}")
                phone.click("[data-key=ask] button.main")
            phone.wait_for_selector("[data-key=closed], [data-key=said] ~ [data-key=truth]")
            wall.wait_for_timeout(300)
            wall.screenshot(path=shots / f"wall_{class_.lang}_{question.key.replace('/', '_')}_{what}.png")
            assert wall.evaluate(CUT_OFF) <= 0, (question.key, what)
        teach(class_, {"act": "close"})
    assert not pages.complaints


def test_wall__shows_serious_answers_apart_from_a_joker_and_no_line_through_a_number(
    class_: ml.Live, chromium: Any, shots: Path
) -> None:
    async def say(values: tuple[int, ...]) -> None:
        phones = [Phone(class_.address) for _ in values]
        for n, phone in enumerate(phones):
            await phone.join(class_.code, f"Ann {n}")
        form = {"question": "How much?", "unit": "$", "low": "0", "high": "10000", "truth": "1000"}
        teach_form = {"act": "start", "activity": "predict", "options": form}
        teacher = Phone(class_.address)
        await teacher.connect()
        await teacher.ask(**{"do": "hello", "as": "host", "secret": class_._secret})
        await teacher.ask(do="host", **teach_form)
        for phone, value in zip(phones, values, strict=True):
            assert "done" in await phone.answer(1, number=str(value))
        await teacher.ask(do="host", act="control", what="reveal")

    in_thread(say((400, 600, 800, 900, 1000, 1000, 1200, 1500, 2000, 10_000)))
    pages = Pages(chromium, class_)
    wall = pages.open(f"/wall?c={class_.code}", WALL)
    wall.wait_for_selector(".chart .count")
    wall.wait_for_timeout(300)
    wall.screenshot(path=shots / f"wall_joker_{class_.lang}.png")
    line = wall.locator(".chart .mark").bounding_box()
    at = line["x"] + line["width"] / 2
    for count in wall.locator(".chart .count").all():
        box = count.bounding_box()
        assert not box["x"] <= at <= box["x"] + box["width"]
    assert wall.evaluate(CUT_OFF) <= 0 and not pages.complaints
