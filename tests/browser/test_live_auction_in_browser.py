"""The auction of a live class in real browsers: a full class fits the wall, and questions do not stop the clock."""

import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from test_live_in_browser import TOO_WIDE, WALL, Pages, teach

import monopoly_lab as ml
from monopoly_lab.common.errors import LiveError
from monopoly_lab.common.messages import languages
from tests.live.phones import Phone
from tests.sampled import rest_for_release

STUDENTS = 32  # eight groups of four
CUT_OFF = """() => Math.max(document.documentElement.scrollHeight - innerHeight,
    ...[...document.querySelectorAll("#blocks .plot .axis-name")]
    .map((name) => [name, name.closest("svg")].map((each) => each.getBoundingClientRect().right))
    .map(([end, edge]) => Math.ceil(end - edge)))"""

GREEN = """() => {
    const color = (each) => getComputedStyle(each).backgroundColor;
    const made = Object.assign(document.createElement("button"), { className: "main" });
    document.body.append(made);
    const green = color(made);
    made.remove();
    const buttons = [...document.querySelectorAll("dialog button")];
    return buttons.filter((each) => color(each) === green).map((each) => each.textContent);
}"""


@pytest.fixture(params=rest_for_release(languages(), ["uk"]))
def class_(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ml.Live]:
    """A room in each language, where a mean, a table and all names must find their place."""
    live = ml.Live(folder=tmp_path, lang=request.param)
    yield live
    live.stop()


@pytest.fixture
def live(tmp_path: Path) -> Iterator[ml.Live]:
    live = ml.Live(folder=tmp_path)
    yield live
    live.stop()


def phones_do(live: ml.Live, phones: list[Phone], **answer: Any) -> None:
    """Let all phones that are asked answer the same; the first time, let them join.

    They have no lines to the room: each that comes or goes has all pages drawn anew.
    """
    room, done = live._server.room, threading.Event()

    def each() -> None:
        for n, phone in enumerate(phones):
            if not phone.secret:
                phone.seat, phone.secret = room.join(f"Anastasia Lo {n}")
            elif answer:
                with suppress(LiveError):  # who is not asked just now
                    room.hear(phone.seat, {"question": room.activity.question(phone.seat), "answer": answer})
        live._server.hub.schedule_send()
        done.set()

    live._loop.call_soon_threadsafe(each)
    assert done.wait(60)


def press(live: ml.Live, *buttons: str) -> None:
    teach(live, *({"act": "control", "what": each} for each in buttons))


def test_wall__is_cut_off_in_no_state_of_a_class_with_eight_groups(class_: ml.Live, chromium: Any, shots: Path) -> None:
    pages = Pages(chromium, class_)
    wall = pages.open(f"/wall?c={class_.code}", WALL)
    teacher = pages.open(f"/teacher#{class_._secret}", {"width": 1280, "height": 900})
    phones = [Phone(class_.address) for _ in range(STUDENTS)]
    phones_do(class_, phones)
    cut: dict[str, int] = {}

    def look(state: str) -> None:
        for then in ("pause", "resume"):
            teach(class_, {"act": then})
            wall.wait_for_timeout(300)
            cut[f"{state}, {then}"] = wall.evaluate(CUT_OFF)
        cut[f"{state}, width of the teacher's page"] = teacher.evaluate(TOO_WIDE)
        wall.screenshot(path=str(shots / f"auction_wall_{class_.lang}_{state.replace(' ', '_')}.png"))

    for values in ("private", "common"):
        options = {"format": "all", "rounds": "1", "size": "4", "values": values}
        teach(class_, {"act": "start", "activity": "auction", "options": options})
        wall.wait_for_selector("[data-key=rule]")  # it shows the debrief before until then
        for by in ("sealed", "vickrey", "english"):
            look(f"{values} {by} rules")
            press(class_, "go")
            look(f"{values} {by} bids")
            if by == "english":
                phones_do(class_, phones, stay=True)
                press(class_, "stop")
            else:
                phones_do(class_, phones[1:], bid="300")
                press(class_, "close")
            look(f"{values} {by} results")
            press(class_, *(() if by == "english" else ("next",)))
        teach(class_, {"act": "end"})
        wall.wait_for_timeout(500)
        cut[f"{values} debrief"] = wall.evaluate(CUT_OFF)
        wall.screenshot(path=str(shots / f"auction_wall_{class_.lang}_{values}_debrief.png"))
        teach(class_, {"act": "close"})
    options = {"format": "sealed", "rounds": "1", "size": "2", "seconds": "0"}
    teach(class_, {"act": "start", "activity": "auction", "options": options})
    phones_do(class_, phones, bid="300")
    look("sixteen groups")
    assert {state: pixels for state, pixels in cut.items() if pixels > 0} == {}


def test_common_value__bids_far_outside_stand_at_the_edge(class_: ml.Live, chromium: Any, shots: Path) -> None:
    """Ten bid a little below their estimate, one bids $1 and one $2,500: the usual bids still fill the chart."""
    wall = Pages(chromium, class_).open(f"/wall?c={class_.code}", WALL)
    phones = [Phone(class_.address) for _ in range(12)]
    phones_do(class_, phones)
    options = {"format": "sealed", "rounds": "1", "size": "4", "values": "common", "seconds": "0"}
    teach(class_, {"act": "start", "activity": "auction", "options": options})
    far = {phones[0].seat: "1", phones[1].seat: "2500"}
    auction = class_._server.room.activity
    for n, phone in enumerate(phones):
        seat = phone.seat
        phones_do(class_, [phone], bid=far.get(seat, str(auction.lot_of[seat].told[seat] - 40 - 10 * n)))
    for state in ("round", "debrief"):
        wall.wait_for_selector(".chart svg path.outside")
        assert wall.locator(".chart svg").first.locator("path.outside").count() == 2
        box = wall.evaluate(
            """() => {
              const svg = document.querySelector(".chart svg");
              const height = (shape) => {
                const ys = [...svg.querySelectorAll(shape)].map((each) => each.getBoundingClientRect().y);
                return Math.max(...ys) - Math.min(...ys);
              };
              return height("circle.dot") / height("path.outside");  // those outside stand at both ends of the axis
            }"""
        )
        assert box > 0.3 and wall.evaluate(CUT_OFF) <= 0
        if state == "round":  # three rows stand below their heading, dots above the line
            head, row = (wall.locator(f".grid > table {part}").first.bounding_box() for part in ("thead", "tbody tr"))
            assert row["y"] - head["y"] - head["height"] < 8 and row["height"] < 60
            order = "nodes => nodes.map((each) => each.matches('.line'))"
            shapes = wall.locator(".chart svg").first.locator(".line, circle.dot").evaluate_all(order)
            assert sorted(shapes, reverse=True) == shapes and shapes.count(True) == 1
        wall.screenshot(path=str(shots / f"auction_far_{class_.lang}_{state}.png"))
        if state == "round":
            teach(class_, {"act": "end"})
            wall.wait_for_timeout(300)


def test_bid_above_the_value__is_asked_about_in_the_page_while_the_clock_runs(live: ml.Live, chromium: Any) -> None:
    """Cancel sends nothing; the question goes away with the round that it is about, and is asked once."""
    pages = Pages(chromium, live)
    dialogs: list[str] = []
    ann = pages.phone("Ann")
    ann.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.accept()))
    pages.seats("Bo")
    options = {"format": "sealed", "rounds": "2", "size": "2", "seconds": "60"}
    teach(live, {"act": "start", "activity": "auction", "options": options})
    press(live, "go")
    ann.wait_for_selector("form.number")
    ann.fill("form.number input", "1000")
    ann.click("form.number button.main")
    ann.wait_for_selector("dialog.sure")
    left = "() => Number(document.querySelector('.timer b').textContent)"
    before = ann.evaluate(left)
    ann.wait_for_function(f"before => ({left})() < before", arg=before)
    assert ann.evaluate(GREEN) == []  # a button that may lose something does not push
    ann.click("dialog.sure button:not(.yes)")
    assert not ann.is_visible("dialog.sure") and live.decisions().empty
    ann.click("form.number button.main")
    press(live, "close")
    ann.wait_for_selector("dialog.sure", state="detached")
    expect(ann.locator("#problem")).to_have_text("Not sent: the round ended before you confirmed it.")
    press(live, "next")
    ann.wait_for_selector("form.number")
    ann.fill("form.number input", "1000")
    ann.click("form.number button.main")
    ann.click("dialog.sure button.yes")
    ann.wait_for_selector("[data-key=sent].good")
    expect(ann.locator("form.number input")).to_have_value("")
    ann.fill("form.number input", "1000")
    ann.click("form.number button.main")
    expect(ann.locator("[aria-busy]")).to_have_count(0)
    assert not ann.is_visible("dialog.sure") and len(live.decisions()) == 2 and dialogs == pages.complaints == []


def test_end__asks_once_in_the_page(live: ml.Live, chromium: Any, shots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # In one of twenty classes her value would be below the first price, and her phone would ask whether she is sure.
    monkeypatch.setattr("monopoly_lab.live.room.secrets.randbelow", lambda below: 0)
    pages = Pages(chromium, live)
    teacher = pages.open(f"/teacher#{live._secret}", {"width": 1280, "height": 900})
    ann = pages.phone("Ann")
    pages.seats("Bo")
    # Six seconds a price are too few on a busy computer: she would be out.
    teach(live, {"act": "start", "activity": "auction", "options": {"format": "english", "size": "2", "tempo": "60"}})
    press(live, "go")
    ann.click("[data-key=leave] button:first-child")
    ann.wait_for_selector("[data-key=said].good")
    ann.screenshot(path=str(shots / "auction_phone_in.png"))
    teacher.get_by_role("button", name="End", exact=True).click()
    asked = teacher.get_by_role("dialog")
    assert "End and show the debrief?" in asked.inner_text() and teacher.evaluate(GREEN) == []
    asked.get_by_role("button", name="Cancel").click()
    asked.wait_for(state="detached")
    assert teacher.get_by_role("button", name="Stop the bidding").is_visible()
    teacher.get_by_role("button", name="End", exact=True).click()
    asked.get_by_role("button", name="End").click()
    teacher.get_by_role("button", name="Back to the activities").wait_for()
    assert pages.complaints == []


def test_debrief__after_the_last_round_is_one_button_that_asks_nothing(
    live: ml.Live, chromium: Any, shots: Path
) -> None:
    """Nobody is left out any more."""
    pages = Pages(chromium, live)
    teacher = pages.open(f"/teacher#{live._secret}", {"width": 1280, "height": 900})
    pages.seats("Ann", "Bo")
    options = {"format": "vickrey", "rounds": "1", "size": "2", "seconds": "0"}
    teach(live, {"act": "start", "activity": "auction", "options": options})
    end = teacher.get_by_role("button", name="End", exact=True)
    end.wait_for()
    teach(live, {"act": "control", "what": "close"})
    last = teacher.get_by_role("button", name="To the debrief")
    last.wait_for()
    teacher.screenshot(path=str(shots / "teacher_after_the_last_round.png"))
    assert end.count() == 0
    last.click()
    teacher.get_by_role("button", name="Back to the activities").wait_for()
    assert teacher.locator("dialog").count() == 0 and pages.complaints == []


def test_draft__belongs_to_one_activity(live: ml.Live, chromium: Any) -> None:
    """What was typed and not sent in one auction stands in no field of the next, though its questions begin again."""
    pages = Pages(chromium, live)
    ann = pages.phone("Ann")
    pages.seats("Bo")
    options = {"format": "sealed", "rounds": "1", "size": "2", "seconds": "0"}
    teach(live, {"act": "start", "activity": "auction", "options": options})
    ann.wait_for_selector("form.number")
    ann.type("form.number input", "700")
    teach(live, {"act": "pause"}, {"act": "resume"})
    assert ann.input_value("form.number input") == "700"  # a page that is drawn again keeps it
    round_ = ann.text_content("[data-key=told] dd")
    teach(live, {"act": "end"}, {"act": "close"}, {"act": "start", "activity": "auction", "options": options})
    expect(ann.locator("[data-key=told] dd").first).not_to_have_text(round_)
    assert ann.input_value("form.number input") == "" and pages.complaints == []


def test_pause__is_large_and_keeps_the_seconds_that_are_left(live: ml.Live, chromium: Any, shots: Path) -> None:
    """Buttons are off; wall and phone show how much time is left, and it stands still."""
    pages = Pages(chromium, live)
    wall = pages.open(f"/wall?c={live.code}", WALL)
    ann = pages.phone("Ann")
    pages.seats("Bo")
    options = {"format": "sealed", "rounds": "1", "size": "2", "seconds": "40"}
    teach(live, {"act": "start", "activity": "auction", "options": options})
    press(live, "go")
    ann.wait_for_selector(".timer")
    teach(live, {"act": "pause"})
    for page, name in ((wall, "wall"), (ann, "phone")):
        page.wait_for_selector(".text.pause")
        assert 30 <= int(page.text_content(".timer b")) <= 40
        size = "() => parseFloat(getComputedStyle(document.querySelector('.text.pause')).fontSize)"
        assert page.evaluate(size) > 0.04 * page.viewport_size["height"]
        page.screenshot(path=str(shots / f"auction_pause_{name}.png"))
    assert ann.is_disabled("form.number button.main")
    teach(live, {"act": "resume"})
    ann.wait_for_selector(".text.pause", state="detached")
    assert ann.is_enabled("form.number button.main") and pages.complaints == []
