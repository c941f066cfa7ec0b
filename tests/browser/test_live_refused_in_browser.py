"""What a phone is told of an answer that does not count, and for how long; and a name that is too long."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_live_in_browser import PHONE, Pages, teach

import monopoly_lab as ml


@pytest.fixture
def live(tmp_path: Path) -> Iterator[ml.Live]:
    """A room of a class with an auction."""
    live = ml.Live(folder=tmp_path)
    yield live
    live.stop()


def test_refusal__stands_as_long_as_its_question(live: ml.Live, chromium: Any) -> None:
    """It goes when the question goes, when the activity does, and when somebody types on; nothing asks first."""
    pages = Pages(chromium, live)
    ann = pages.phone("Ann")
    pages.seats("Bo")
    red = ann.locator("#problem")

    def refused() -> None:
        ann.fill("form.number input", "70000")
        ann.click("form.number button.main")
        red.wait_for()
        assert red.inner_text() == "70,000: bid whole dollars from 0 to 1,000." and not ann.is_visible("dialog.sure")

    options = {"format": "sealed", "rounds": "2", "size": "2", "seconds": "0"}
    teach(live, {"act": "start", "activity": "auction", "options": options})
    refused()
    ann.type("form.number input", "1")
    red.wait_for(state="hidden")
    teach(live, {"act": "control", "what": "close"}, {"act": "control", "what": "next"})
    refused()
    teach(live, {"act": "pause"}, {"act": "resume"})
    ann.wait_for_selector("[data-key=paused]", state="detached")
    assert red.is_visible()  # its question is still there
    teach(live, {"act": "control", "what": "close"})
    red.wait_for(state="hidden")
    assert pages.complaints == []


def test_name__that_is_too_long_is_refused_and_not_cut(live: ml.Live, chromium: Any) -> None:
    pages = Pages(chromium, live)
    phone = pages.open(f"/?c={live.code}", PHONE)
    phone.type("[name=name]", "Oleksandra-Kateryna Long")
    phone.click("form.join button")
    phone.get_by_text("A name has at most 20 letters.").wait_for()
    assert phone.input_value("[name=name]") == "Oleksandra-Kateryna Long" and pages.complaints == []


def test_phone__without_a_connection_says_that_answers_are_kept_and_sends_them_later(
    live: ml.Live, chromium: Any, shots: Path
) -> None:
    pages = Pages(chromium, live)
    ann, stranger = pages.phone("Ann"), pages.open(f"/?c={live.code}", PHONE)
    pages.seats("Bo")
    teach(live, {"act": "start", "activity": "auction", "options": {"format": "vickrey", "size": "2", "seconds": "0"}})
    ann.wait_for_selector("form.number")
    for page in (ann, stranger):
        page.context.set_offline(True)
    live._loop.call_soon_threadsafe(lambda: [each.close() for each in list(live._server.sockets)])
    ann.get_by_text("Answers that you send now are kept").wait_for()
    stranger.get_by_text("Reconnecting…", exact=True).wait_for()
    ann.fill("form.number input", "300")
    ann.click("form.number button.main")
    ann.screenshot(path=str(shots / "phone_without_connection.png"))
    assert live.decisions().empty
    ann.context.set_offline(False)
    ann.wait_for_selector("[data-key=sent].good")
    assert ann.locator("#offline").is_hidden() and list(live.decisions()["bid"]) == ["300"]
