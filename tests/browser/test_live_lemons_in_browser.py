"""Hidden quality of a live class in real browsers: a full class fits the wall in each state, phones say the rules."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_live_auction_in_browser import CUT_OFF, phones_do, press
from test_live_in_browser import TOO_WIDE, WALL, Pages, teach

import monopoly_lab as ml
from monopoly_lab.common.messages import languages, say
from tests.live.phones import Phone
from tests.sampled import rest_for_release

STUDENTS = 24
BELOW = """() => Math.max(0, ...[
    ...document.querySelectorAll("#blocks :is(button.main, [data-key=asked] button, .timer)"),
].map((each) => each.getBoundingClientRect().bottom - innerHeight))"""


@pytest.fixture(params=rest_for_release(languages(), ["ru"]))
def live(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ml.Live]:
    live = ml.Live(folder=tmp_path, lang=request.param)
    yield live
    live.stop()


def test_hidden_quality__fits_wall_and_phones_in_each_state(live: ml.Live, chromium: Any, shots: Path) -> None:
    pages = Pages(chromium, live)
    wall = pages.open(f"/wall?c={live.code}", WALL)
    phones = [pages.phone(name) for name in ("Ann", "Bo")]
    phones_do(live, [Phone(live.address) for _ in range(STUDENTS - 2)])
    teach(live, *({"act": "hand", "seat": seat, "strategy": "balanced"} for seat in range(2, STUDENTS)))
    cut: dict[str, int] = {}

    def look(state: str) -> None:
        wall.wait_for_timeout(400)
        cut[f"{state}, wall"] = wall.evaluate(CUT_OFF)
        wall.screenshot(path=str(shots / f"lemons_{live.lang}_{state}_wall.png"))
        for number, phone in enumerate(phones):
            cut[f"{state}, phone {number}"] = phone.evaluate(TOO_WIDE)
            if "rules" not in state:  # the clock runs: it and the button are on the first screen
                cut[f"{state}, phone {number}, below"] = phone.evaluate(BELOW)
            phone.screenshot(path=str(shots / f"lemons_{live.lang}_{state}_phone{number}.png"))

    def buttons() -> tuple[str, ...]:
        return tuple(live._server.room.activity.controls())

    def go_on(control: str) -> None:
        """Close the stages that wait for the two phones, until a button is there: by lot they sell or buy."""
        while control not in buttons():
            press(live, "close")
        press(live, control)

    options = {"rounds": "2", "seconds": "40", "second": "warranty"}
    teach(live, {"act": "start", "activity": "lemons", "options": options})
    look("1_rules")
    press(live, *buttons()[:1])
    go_on("theory")
    press(live, "hide_theory")
    look("2_round")
    press(live, "theory")
    look("3_theory")
    press(live, "next")
    go_on("part")
    look("4_warranty_rules")
    press(live, *{"close"} & set(buttons()))
    look("5_warranty_bids")
    go_on("next")
    look("6_warranty_stage")
    go_on("finish")
    look("7_debrief")
    assert {state: more for state, more in cut.items() if more > 0} == {} and pages.complaints == []


def test_bid__above_the_worth_of_a_promise_asks_first(live: ml.Live, chromium: Any, shots: Path) -> None:
    pages = Pages(chromium, live)
    phones = [pages.phone(name) for name in ("Ann", "Bo", "Cy")]
    teach(
        live, {"act": "start", "activity": "lemons", "options": {"rounds": "1", "seconds": "0", "second": "warranty"}}
    )
    press(live, "close", "part", "close")  # nobody has promised: that is the lowest quality
    activity = live._server.room.activity
    seat = activity.buyers[0]
    worth, phone = activity._worth(activity.deeds[0].promise), phones[seat]
    field, dialog = phone.locator("form.numbers input").first, phone.get_by_role("dialog")
    send = phone.locator("form.numbers button[type=submit]")
    field.fill(str(worth + 1))
    send.click()
    dialog.wait_for()
    phone.screenshot(path=str(shots / f"lemons_{live.lang}_sure_bid.png"))
    assert not activity.sent
    dialog.get_by_text(say("live.lemons.sure_yes", live.lang), exact=True).click()
    phone.locator(".good").wait_for()
    assert worth + 1 in activity.deeds[0].bids.values() and pages.complaints == []
    other = next(each for each in activity.buyers if each != seat)
    phones[other].locator("form.numbers input").first.fill(str(worth))
    phones[other].locator("form.numbers button[type=submit]").click()  # what it is worth: no question
    phones[other].wait_for_function("!document.querySelector('dialog[open]')")
