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
