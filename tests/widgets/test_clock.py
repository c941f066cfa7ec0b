"""The clock of a timed game: it counts down, time is called, and what waits for the end of an auction."""

import asyncio
from pathlib import Path

import pytest

import monopoly_lab as ml
from monopoly_lab.widgets import autosave
from monopoly_lab.widgets import clock as clocks

TIMED = {"mode": "timed", "timed.deal": 0}


class Hours:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Hours:
    found = Hours()
    monkeypatch.setattr(clocks, "time", found)
    return found


def game(**start: object) -> ml.Game:
    return ml.Game("classic_us", players=["Ann", "Bo"], options=TIMED, seed=1, start={"turn": "Ann", **start})


def test_clock__counts_down_while_it_runs_and_stands_when_it_is_paused(hours: Hours) -> None:
    table = ml.Table(game(), minutes=2)
    assert table.seconds_left == 120
    hours.now += 30
    assert table.seconds_left == 120  # nobody has started it
    table.start_clock()
    hours.now += 50
    assert table.seconds_left == 70
    table.pause_clock()
    hours.now += 500
    assert table.seconds_left == 70
    assert ">1:10</b>" in table._view.section_markup("play")
    table.start_clock()
    hours.now += 70
    table.refresh()
    assert table.game.over


def test_clock__time_that_is_over_waits_for_the_end_of_an_auction(hours: Hours) -> None:
    table = ml.Table(game(position={"Ann": 6}), minutes=1)
    table.start_clock()
    for text in ("roll 1 2", "auction", "bid 10"):
        table.press(text)
    hours.now += 61
    table._time_over()
    assert not table.game.over and "as soon as" in table._view.section_markup("play")
    told = table.press("call time")
    assert "once what is going on has ended" in " ".join(told) and not table.game.over
    table.press("pass")
    assert table.game.over


def test_clock__time_is_called_once_and_what_is_taken_back_goes_on_without_it(hours: Hours) -> None:
    table = ml.Table(game(), minutes=1)
    table.start_clock()
    hours.now += 60
    table.refresh()
    assert table.game.over
    table.undo()
    table.refresh()
    assert not table.game.over and table.seconds_left == 0
    table.set_clock(5)
    assert table.seconds_left == 300


@pytest.mark.parametrize("kind", ["auction", "trade"])
def test_call_time__is_refused_until_what_is_going_on_has_ended(kind: str) -> None:
    played = game(position={"Ann": 6}, deeds={"Bo": ["boardwalk"]})
    for text in ("roll 1 2", "auction") if kind == "auction" else ("trade Bo: 1 for boardwalk",):
        played.apply(text)
    with pytest.raises(ml.IllegalChoice, match="once what is going on has ended") as refused:
        played.apply("call time")
    assert refused.value.reason == "time_later"


def test_clock__rings_in_the_loop_of_the_kernel() -> None:
    """Without a click: the loop wakes the table."""

    async def wait() -> bool:
        table = ml.Table(game(), minutes=0.001)
        table.start_clock()
        for _ in range(1000):
            await asyncio.sleep(0.01)
            if table.game.over:
                return True
        return False

    assert asyncio.run(wait())


def test_clock__a_timer_that_rings_a_little_early_ends_the_time(hours: Hours) -> None:
    """The loop wakes whoever is due within the resolution of its clock."""
    ended = []

    async def wait() -> None:
        clock = clocks.Clock(lambda: ended.append(clock.is_due))
        clock.set_seconds(0.01)
        clock.start()
        hours.now += 0.0099  # as late as the clock thinks it is
        await asyncio.sleep(0.05)

    asyncio.run(wait())
    assert ended == [True]


def test_clock__with_less_than_half_a_second_left_can_be_started_again(hours: Hours) -> None:
    table = ml.Table(game(), minutes=1)
    table.start_clock()
    hours.now += 59.7
    table.pause_clock()
    assert 'data-value="start"' in table._view.section_markup("play")


def test_clock__is_paused_in_a_table_that_is_resumed_with_what_was_left(
    hours: Hours, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(autosave.VARIABLE, str(tmp_path))
    table = ml.Table(game(), minutes=10)
    table.start_clock()
    hours.now += 60
    table.press("roll 1 2")
    table.keep()
    hours.now += 1000
    again = ml.Table.resume()
    assert again.seconds_left == 540
    hours.now += 1000
    assert again.seconds_left == 540


def test_clock__a_page_that_is_loaded_again_is_told_the_time(hours: Hours) -> None:
    table = ml.Table(game(), minutes=10)
    table.start_clock()
    hours.now += 100
    sent: list[dict[str, object]] = []
    table._view._send_message = sent.append  # type: ignore[method-assign]
    table._view._message(None, {"act": "resend"}, None)
    whole = sent[-1]["whole"]
    assert isinstance(whole, dict) and 'data-left="500.0"' in "".join(whole["play"])


def test_clock__only_a_timed_game_has_one(hours: Hours) -> None:
    with pytest.raises(ml.ArgumentError, match="Only a timed game"):
        ml.Table(ml.Game("classic_us", players=["Ann", "Bo"], seed=1), minutes=10)
    assert "ml-clock" not in ml.Table(ml.Game("classic_us", players=["Ann", "Bo"], seed=1))._view.section_markup("play")
    untimed = ml.Table(ml.Game("classic_us", players=["Ann", "Bo"], seed=1))
    for act in (untimed.start_clock, untimed.pause_clock):
        with pytest.raises(ml.ArgumentError, match="Only a timed game"):
            act()
    for minutes in (0, -1, 100_000):
        with pytest.raises(ml.ArgumentError, match="minutes"):
            ml.Table(game(), minutes=minutes)
    table = ml.Table(game())
    table._carry_out("minutes", "soon", {})
    table._carry_out("minutes", "7", {})
    assert table.seconds_left == 420
    table._carry_out("clock", "start", {})
    hours.now += 20
    assert table.seconds_left == 400
    table._carry_out("clock", "pause", {})
    hours.now += 20
    assert table.seconds_left == 400
