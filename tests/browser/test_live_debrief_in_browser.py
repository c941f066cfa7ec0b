"""The debrief on the wall at 1920 x 1080: no letter below 32 pixels, nothing cut off, page by page."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from test_live_in_browser import TOO_WIDE, WALL

import monopoly_lab as ml
from monopoly_lab.live import page_blocks as blocks
from monopoly_lab.live.room import new_room
from tests.live.computer_class import acts_to_the_debrief
from tests.live.pages import FORMS
from tests.sampled import rest_for_release

CLASS = 24
SMALLEST = 32  # pixels
SMALL_LETTERS = """least => [...document.querySelectorAll("#blocks *")]
    .filter((each) => [...each.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim()))
    .map((each) => [each.textContent, parseFloat(getComputedStyle(each).fontSize) * (each.getScreenCTM?.().a ?? 1)])
    .filter(([, size]) => size < least - 0.01)"""
TOO_HIGH = "() => document.documentElement.scrollHeight - innerHeight"
CUT_OFF = """() => [...document.querySelectorAll("#blocks > *")].filter((each) => each.offsetParent
    && each.getBoundingClientRect().bottom > innerHeight + 1).map((each) => each.outerHTML.slice(0, 200))"""
FLAT = "() => [...document.querySelectorAll('.chart svg')].map((each) => each.getBoundingClientRect().height)"
AUCTION = {"rounds": "2", "seconds": "0"}
COURSE = [
    *((name, form[0]) for name, form in FORMS.items() if name not in ("predict", "auction")),
    ("auction", AUCTION),
    ("auction", {**AUCTION, "values": "common"}),
]


@pytest.mark.parametrize("lang", rest_for_release(["en", "uk"], ["uk"]))
@pytest.mark.parametrize(("name", "options"), COURSE, ids=[f"{name}{n}" for n, (name, _) in enumerate(COURSE)])
def test_debrief__can_be_read_from_the_back_of_the_room(
    name: str, options: dict, lang: str, chromium: Any, shots: Path, tmp_path: Path
) -> None:
    room, _ = new_room(tmp_path, lang)
    for number in range(CLASS):
        room.join(f"Student {number}")
    acts_to_the_debrief(room, name, options)
    room.store.close()
    live = ml.Live.open(room.code, folder=tmp_path, serve=True)
    wall = chromium.new_context(viewport=WALL).new_page()
    try:
        wall.goto(f"{live.address}/wall?c={live.code}")
        wall.wait_for_selector("[data-key=debrief]")
        served = live._server.room
        total = served.activity.shown_page()[2]
        for number in range(total):
            wall.wait_for_timeout(400)
            wall.screenshot(path=str(shots / f"debrief_{name}_{options.get('values', '')}_{lang}_{number + 1}.png"))
            assert wall.evaluate(SMALL_LETTERS, SMALLEST) == []
            assert wall.evaluate(TOO_WIDE) <= 0 and wall.evaluate(TOO_HIGH) <= 0 and wall.evaluate(CUT_OFF) == []
            assert min(wall.evaluate(FLAT), default=300) >= 250
            if number + 1 < total:
                live._loop.call_soon_threadsafe(served.host, {"act": "control", "what": "turn"})
                live._loop.call_soon_threadsafe(live._server.hub.schedule_send)
                expect(wall.locator("[data-key=debrief]")).to_have_text(re.compile(rf"^\D*{number + 2}\b"))
    finally:
        wall.context.close()
        live.stop()


def test_debrief__of_figures_and_texts_alone_fits_its_pages(chromium: Any, tmp_path: Path) -> None:
    """As many as a page has room for, without a chart: letters stay those for which pages were counted."""
    live = ml.Live(folder=tmp_path)
    wall = chromium.new_context(viewport=WALL).new_page()
    try:
        room = live._server.room
        room.join("Ann")
        room.host({"act": "start", "activity": "predict", "options": {"question": "How many?"}})
        pairs = [("A label that is as long as half of a line of the wall", "2,810 (48 %)")] * 3
        said = blocks.text("Which prices are better for both than no deal? " * 5, "note")
        texts, few = {f"text{n}": said for n in range(5)}, {f"text{n}": said for n in range(2)}
        room.activity.debrief_parts = lambda: [texts, {"figures": blocks.figures(*pairs), **few}]
        room.host({"act": "end"})
        wall.goto(f"{live.address}/wall?c={live.code}")
        wall.wait_for_selector("[data-key=text0]")
        total = room.activity.shown_page()[2]
        for number in range(total):
            wall.wait_for_timeout(400)
            assert wall.evaluate(CUT_OFF) == [] and wall.evaluate(SMALL_LETTERS, SMALLEST) == [], number
            if number + 1 < total:
                live._loop.call_soon_threadsafe(room.host, {"act": "control", "what": "turn"})
                live._loop.call_soon_threadsafe(live._server.hub.schedule_send)
                expect(wall.locator("[data-key=debrief]")).to_have_text(re.compile(rf"^\D*{number + 2}\b"))
    finally:
        wall.context.close()
        live.stop()
