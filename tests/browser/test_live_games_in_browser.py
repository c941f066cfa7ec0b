"""Give or keep, Play together and Vote in real browsers: a full class fits the wall and the phones in each state."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_live_auction_in_browser import CUT_OFF, phones_do, press
from test_live_in_browser import TOO_WIDE, WALL, Pages, teach

import monopoly_lab as ml
from monopoly_lab.common.messages import languages
from monopoly_lab.live.activities.play_together import PlayTogether
from tests.live.phones import Phone
from tests.sampled import rest_for_release

STUDENTS = 24
LORENZ_TICKS = """() => [...document.querySelectorAll("[data-key=lorenz] text:not(.axis-name)")]
    .filter((each) => each.getAttribute("text-anchor") === "middle").map((each) => each.textContent)"""
SHARE_OF_A_VOTE = """() => [...document.querySelectorAll(".stacked em")]
    .map((each) => parseFloat(each.style.getPropertyValue("--share")) / Number(each.textContent))"""

# How much the tracks of bars differ in length, if all values but the first one have one digit.
UNEQUAL_TRACKS = """() => {
    [...document.querySelectorAll(".bars b")].slice(1).forEach((value) => { value.textContent = "1"; });
    const lengths = [...document.querySelectorAll(".bars :is(i, div)")].map((bar) => bar.getBoundingClientRect().width);
    return Math.max(...lengths) - Math.min(...lengths);
}"""


@pytest.fixture(params=rest_for_release(languages(), ["uk"]))
def live(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ml.Live]:
    live = ml.Live(folder=tmp_path, lang=request.param)
    yield live
    live.stop()


class Watched:
    """The wall, two phones and scripted ones, with a picture of each state and what does not fit there."""

    def __init__(self, live: ml.Live, chromium: Any, shots: Path, name: str) -> None:
        self.live, self.shots, self.name = live, shots, name
        self.pages = Pages(chromium, live)
        self.wall = self.pages.open(f"/wall?c={live.code}", WALL)
        self.phones = [self.pages.phone(student) for student in ("Ann", "Bo")]
        phones_do(live, [Phone(live.address) for _ in range(STUDENTS - 2)])
        teach(live, *({"act": "hand", "seat": seat, "strategy": "balanced"} for seat in range(2, STUDENTS)))
        self.cut: dict[str, int] = {}

    def look(self, state: str) -> None:
        self.wall.wait_for_timeout(500)
        self.cut[f"{state}, wall"] = self.wall.evaluate(CUT_OFF)
        self.wall.screenshot(path=str(self.shots / f"{self.name}_{self.live.lang}_{state}_wall.png"))
        for number, phone in enumerate(self.phones):
            self.cut[f"{state}, phone {number}"] = phone.evaluate(TOO_WIDE)
            path = self.shots / f"{self.name}_{self.live.lang}_{state}_phone{number}.png"
            phone.screenshot(path=str(path), full_page=True)

    def fits(self) -> bool:
        assert {state: more for state, more in self.cut.items() if more > 0} == {}
        return self.pages.complaints == []


def give(live: ml.Live, phone: Any, *numbers: str) -> None:
    """Type what a phone gives, takes or fines, send it, and wait until it has come."""

    def answers() -> int:
        return sum(event.kind == "answer" for event in live._server.room.store.events())

    phone.wait_for_timeout(300)
    fields = phone.query_selector_all("[data-key=asked] input")
    for field, number in zip(fields, numbers, strict=False):
        field.fill(number)
    before = answers()
    phone.click("[data-key=asked] button[type=submit]")
    for _ in range(1000):
        if answers() > before:
            return
        phone.wait_for_timeout(50)
    raise AssertionError


@pytest.mark.parametrize("game", ["fund", "pot"])
def test_give_or_keep__fits_wall_and_phones_in_each_state(live: ml.Live, chromium: Any, shots: Path, game: str) -> None:
    seen = Watched(live, chromium, shots, f"give_{game}")
    teach(live, {"act": "start", "activity": "give", "options": {"game": game, "rounds": "2", "seconds": "60"}})
    seen.look("1_rules")
    press(live, "go")
    give(live, seen.phones[0], "0")
    seen.look("2_sent")
    press(live, "late")
    seen.look("3_table")
    press(live, "next")
    for phone in seen.phones:
        give(live, phone, "60")
    press(live, "part")
    seen.look("4_second_rules")
    press(live, "go")
    for phone in seen.phones:
        give(live, phone, "0")
    if game == "fund":
        seen.look("5_fines")
        give(live, seen.phones[0], "40", "1")
        give(live, seen.phones[1], "0", "30", "2")
    seen.look("6_second_table")
    press(live, "next")
    press(live, "late")
    if game == "fund":
        press(live, "late")
    seen.look("7_end_of_part")
    press(live, "finish")
    seen.look("8_debrief")
    assert seen.fits()


def played_on(live: ml.Live, seed: int) -> None:
    """Let the teacher's button play all games on until they stop."""
    activity = live._server.room.activity
    for _ in range(60):
        if activity.is_over or "round" not in activity.buttons():
            return
        press(live, "round")


def test_play_and_vote__fit_the_wall_in_each_state(
    live: ml.Live, chromium: Any, shots: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All vote by their role but one of each: no rule has more than half.

    Scripted phones have gone, and would be played for.
    """
    monkeypatch.setattr(PlayTogether, "PLAYS_FOR_AWAY", False)
    seen = Watched(live, chromium, shots, "vote")
    teach(live, *({"act": "hand", "seat": seat, "strategy": ""} for seat in range(2, STUDENTS)))
    options = {"rounds": "3", "rounds_after": "3", "seconds": "0"}
    teach(live, {"act": "start", "activity": "vote", "options": options})
    room = live._server.room
    seen.look("0_rules")
    press(live, "begin")
    played_on(live, 1)
    teach(live, *({"act": "hand", "seat": seat, "strategy": ""} for seat in range(2, STUDENTS)))
    seen.look("1_ballot")
    roles = list(room.activity.roles.values())
    wanted = dict(zip(roles, ("keep", "shortage", "income", "income")))
    vote(live, wanted)
    seen.look("2_runoff")
    vote(live, dict(zip(roles, ("keep", "keep", "income", "income"))) if "keep" in room.activity.pair else {})
    seen.look("3_result")
    places = seen.wall.evaluate(LORENZ_TICKS)
    assert [places[0], places[-1]] == ["0", "1"]
    each = seen.wall.evaluate(SHARE_OF_A_VOTE)
    assert len(each) > 4 and max(each) - min(each) < 0.01  # bars of both votes have one scale
    assert seen.wall.evaluate(UNEQUAL_TRACKS) < 0.01
    press(live, "go_on")
    played_on(live, 2)
    for _ in range(1000):
        if "gains" in room.activity.compared:
            break
        seen.wall.wait_for_timeout(500)
    seen.look("4_debrief")
    press(live, "turn")
    seen.look("5_outcomes")
    teach(live, {"act": "close"}, {"act": "start", "activity": "play", "options": {"rounds": "3", "seconds": "0"}})
    press(live, "begin")
    press(live, "round")
    seen.look("6_play")
    assert seen.wall.evaluate(UNEQUAL_TRACKS) < 0.01
    played_on(live, 3)
    for _ in range(1000):
        if "ginis" in room.activity.compared:
            break
        seen.wall.wait_for_timeout(500)
    seen.look("7_play_debrief")
    assert seen.fits()


@pytest.mark.parametrize("students", [4, 8, 28])
def test_play__shows_a_large_board_first_and_charts_later(
    live: ml.Live, chromium: Any, shots: Path, students: int
) -> None:
    """Alone, above small ones, and beside the table of many games: before there is a chart."""
    pages = Pages(chromium, live)
    wall = pages.open(f"/wall?c={live.code}", WALL)
    phones_do(live, [Phone(live.address) for _ in range(students)])
    teach(live, {"act": "start", "activity": "play", "options": {"rounds": "3", "seconds": "0"}})
    press(live, "begin")
    wall.wait_for_selector("[data-key=waits]")
    wall.screenshot(path=str(shots / f"play_{live.lang}_{students}_first_round_wall.png"))
    heights = wall.evaluate("() => [...document.querySelectorAll('.board svg')].map((each) => each.clientHeight)")
    assert max(heights) > 0.45 * WALL["height"] and wall.evaluate(CUT_OFF) <= 0
    press(live, "round")
    press(live, "round")
    wall.wait_for_selector("[data-key=lorenz] svg")
    wall.wait_for_timeout(500)
    wall.screenshot(path=str(shots / f"play_{live.lang}_{students}_later_wall.png"))
    height = "() => document.querySelector('[data-key=lorenz] svg').clientHeight"
    assert wall.evaluate(height) > 0.12 * WALL["height"] and wall.evaluate(CUT_OFF) <= 0 and pages.complaints == []


def vote(live: ml.Live, wanted: dict[str, str]) -> None:
    """Let all vote for what is wanted by their role, but the first of each role for the last rule that is offered."""

    def voting() -> None:
        room, seen = live._server.room, set[str]()
        for seat in list(room.activity.waiting()):
            role, offered = room.activity.game_of[seat].player_of[seat], room.activity.rules_in_vote
            rule = wanted.get(role, offered[0]) if role in seen else offered[-1]
            seen.add(role)
            room.hear(seat, {"question": room.activity.question(seat), "answer": {"vote": rule}})
        live._server.hub.schedule_send()

    live._loop.call_soon_threadsafe(voting)
