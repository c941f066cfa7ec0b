"""The teacher's page: what is chosen uses its width, and all seats are in sight while an activity runs."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from looks import violations
from test_live_in_browser import SMALL_TARGETS, TOO_WIDE, Pages, teach
from visitors import in_thread

import monopoly_lab as ml
from tests.live.phones import Phone

LAPTOP = {"width": 1280, "height": 800}
CLASS = 26


@pytest.fixture
def live(tmp_path: Path) -> Iterator[ml.Live]:
    """A room of a class."""
    live = ml.Live(folder=tmp_path)

    async def each() -> None:
        phones = [Phone(live.address) for _ in range(CLASS)]
        await asyncio.gather(*(phone.connect() for phone in phones))
        for number, phone in enumerate(phones):
            await phone.ask(do="join", code=live.code, name=f"Student {number}")
            phone.leave()

    in_thread(each())
    yield live
    live.stop()


def test_teacher__chooses_with_the_script_beside_and_has_all_seats_in_sight(
    live: ml.Live, chromium: Any, axe: str, shots: Path
) -> None:
    """The script follows the form; strategies have names; the note on phones of others is one line once it was read."""
    pages = Pages(chromium, live)
    teacher = pages.open(f"/teacher#{live._secret}", LAPTOP)
    note = teacher.locator("details.alone")
    note.locator("p").wait_for()
    note.locator("summary").click()
    assert not note.locator("p").is_visible()
    card = teacher.locator(".activities article")
    card.filter(has_text="Hidden quality").locator("> button").click()
    steps = teacher.locator(".preview .steps")
    steps.get_by_text('"Predict" first').wait_for()
    fields, beside = (teacher.locator(f".activities form > {each}").bounding_box() for each in (".fields", ".preview"))
    assert fields["x"] + fields["width"] <= beside["x"] and beside["y"] < LAPTOP["height"] / 2
    assert "60 %" not in steps.inner_text()
    teacher.select_option("[name=second]", "lowest")
    steps.get_by_text("60 %").wait_for()
    teacher.screenshot(path=str(shots / "teacher_choice.png"))
    card.filter(has_text="Play together").locator("> button").click()
    assert "boss hunter" in teacher.locator("[name=late] option").all_inner_texts()
    teach(live, {"act": "start", "activity": "lemons", "options": {"second": "lowest"}})
    teacher.locator(".script", has_text="1. Start").wait_for()
    assert "Predict" not in teacher.locator(".host").inner_text() and not note.locator("p").is_visible()
    boxes = [each.bounding_box() for each in teacher.query_selector_all(".seats li")]
    assert len(boxes) == CLASS and max(box["y"] + box["height"] for box in boxes) <= LAPTOP["height"]
    assert teacher.evaluate(SMALL_TARGETS) == [] and teacher.evaluate(TOO_WIDE) <= 0
    teacher.screenshot(path=str(shots / "teacher_seats.png"))
    assert violations(teacher, axe) == [] and pages.complaints == []


IN_SIGHT = """(each) => {
  const box = each.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight;
}"""


def test_teacher__a_form_that_is_opened_is_in_sight_with_its_start_and_closes_with_its_activity(
    live: ml.Live, chromium: Any, shots: Path
) -> None:
    """Opened from the end of a long list, below another open form: title and "Start" are on the screen."""
    pages = Pages(chromium, live)
    teacher = pages.open(f"/teacher#{live._secret}", LAPTOP)
    head = teacher.locator(".activities article > button")
    for number in range(head.count()):
        title = head.nth(number).inner_text()
        each = teacher.locator(".activities article > button", has_text=title)
        teacher.evaluate("scrollTo(0, document.body.scrollHeight)")
        each.click()
        opened = teacher.locator(".activities article.open")
        assert opened.count() == 1 and opened.locator("> button").inner_text() == title
        for seen in ("article.open > button", "article.open form .main"):
            assert teacher.locator(seen).evaluate(IN_SIGHT), (title, seen)
        teacher.screenshot(path=str(shots / f"teacher_opened_{number}.png"))
    teach(live, {"act": "start", "activity": "lemons", "options": {}})
    teacher.locator(".script", has_text="1. Start").wait_for()
    teach(live, {"act": "end"})
    teach(live, {"act": "close"})
    head.first.wait_for()
    assert teacher.locator(".activities article.open").count() == 0 and pages.complaints == []
