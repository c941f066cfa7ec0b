"""Hidden quality of a live class in real browsers: a full class fits the wall in each state, phones say the rules."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
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

LETTERS = """() => [...document.querySelectorAll("[data-key=rules], [data-key=new_rule]")]
    .map((each) => parseFloat(getComputedStyle(each).fontSize))"""


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
        if "rules" in state:  # readable from 8 m: 3.7 % of the height of the wall
            assert min(wall.evaluate(LETTERS)) >= 0.037 * WALL["height"]
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
    phones = [pages.phone(name) for name in ("Ann", "Bo", "Cy", "Dora")]
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
    bids = [deed.bids.get(seat) for deed in activity.deeds]
    assert bids == [worth + 1, None] and pages.complaints == []  # a field that is left empty is no bid
    phone.screenshot(path=str(shots / f"lemons_{live.lang}_one_bid.png"))
    other = next(each for each in activity.buyers if each != seat)
    phones[other].locator("form.numbers input").first.fill(str(worth))
    phones[other].locator("form.numbers button[type=submit]").click()  # what it is worth: no question
    expect(phones[other].locator("dialog[open]")).to_have_count(0)


def test_numbers__drawn_again_keep_the_field_that_is_typed_in(live: ml.Live, chromium: Any) -> None:
    """As after a broken line, when all that a phone shows comes again: the second of two fields stays the one."""
    phone = Pages(chromium, live).phone("Ann")
    focused = phone.evaluate(
        """async () => {
          const { drawBlock, keepFocus } = await import("/files/blocks.js");
          const fields = [["0", "a", "–"], ["1", "b", "–"]];
          const block = { kind: "numbers", question: 1, ask: "?", button: "OK", fields };
          const first = drawBlock(block, "asked", () => {}, null);
          document.getElementById("blocks").append(first);
          first.querySelector("[name='1']").focus();
          const again = drawBlock({ ...block, ask: "!" }, "asked", () => {}, first);
          keepFocus(first, () => (first.replaceWith(again), again));
          for (let n = 0; n < 3; n++) await new Promise((done) => requestAnimationFrame(done));
          return document.activeElement.name;
        }"""
    )
    assert focused == "1"


@pytest.mark.parametrize(
    ("places", "least"),
    [
        ([[2, 100]] * 15 + [[1, 20]] * 15, 6),  # all deeds of a round have the same quality
        ([[2, 100 - n % 3] for n in range(30)], 6),  # nearly so
        ([[500.5, 300]] * 30, 4),  # all bids are equal, of equal values
        ([[1000.5, 1000]] * 30, 3),  # in a corner
    ],
)
def test_dots__of_30_equal_values_are_30_dots_at_their_height(
    live: ml.Live, chromium: Any, places: list[list[float]], least: float
) -> None:
    """By a fixed rule: the same chart is drawn twice alike. Two series share the places."""
    wall = Pages(chromium, live).open(f"/wall?c={live.code}", WALL)
    wall.wait_for_selector("#blocks > *")  # what comes from the room later would take the chart's place
    ways = [
        wall.evaluate(
            """async (places) => {
              const { lines } = await import("/files/charts.js");
              const shown = { x: "x", y: "y", marks: [], ticks: [], top: 100, reach: [1, 4], title: "" };
              const more = { label: "", color: "var(--c1)", dashed: false, dots: true };
              const series = [places.slice(0, 12), places.slice(12)].map((points) => ({ ...more, points }));
              if (places[0][0] > 4) Object.assign(shown, { span: [0, 1001], reach: null });
              const figure = lines({ series, ...shown });
              document.getElementById("blocks").replaceChildren(figure);
              const drawn = () => figure.querySelectorAll("circle.dot").length;
              while (!drawn()) await new Promise((done) => setTimeout(done, 20));
              const of = (name) => (dot) => Number(dot.getAttribute(name));
              return [...figure.querySelectorAll("circle.dot")].map((dot) => ["cx", "cy"].map((name) => of(name)(dot)));
            }""",
            places,
        )
        for _ in range(2)
    ]
    dots = ways[0]
    assert dots == ways[1] and len(dots) == 30 and len({round(y, 3) for _, y in dots}) == len({y for _, y in places})
    gaps = [((x - u) ** 2 + (y - v) ** 2) ** 0.5 for n, (x, y) in enumerate(dots) for u, v in dots[:n]]
    assert min(gaps) >= least
