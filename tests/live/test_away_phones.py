"""Phones that are not connected: a strategy plays for them until they are back, and no partner waits for them."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from monopoly_lab.live.room import Room
from tests.live.pages import Class, sent
from tests.live.test_play_together import again

GIVE = {"seconds": "30", "rounds": "3", "size": "5"}


def run(folder: Path, test: Callable[[Class], Awaitable[None]]) -> None:
    asyncio.run(test(Class(folder)))


async def passes(class_: Class, seconds: float) -> None:
    class_.goes_on(seconds)
    await sent()


def decided_for(class_: Class) -> list[tuple[int, int]]:
    """Rounds and seats in which the computer has decided."""
    return [(row["round"], row["seat"]) for row in class_.activity.rows() if row["by_computer"]]


def test_phone__that_is_gone_when_an_activity_begins_is_played_for_at_once(tmp_path: Path) -> None:
    """Larry's browser was closed in the activity before: four give, and nobody waits for the fifth."""

    async def test(class_: Class) -> None:
        class_.open_pages()
        await sent()
        class_.pages["phone 4"].close()
        await sent()
        await passes(class_, 30)
        class_.start("give", GIVE)
        class_.live.hub.schedule_send()
        await sent()
        assert class_.room.seats[4].is_away and 4 not in class_.activity.waiting()
        class_.press("go")
        asked = class_.room.wall()["answered"]
        assert (asked["done"], asked["total"]) == (0, 4)  # persons: what the strategy gives is no answer of theirs
        for seat in range(4):
            class_.hears(seat, number="0")
        assert decided_for(class_) == [(1, 4)]

    run(tmp_path, test)


def test_phone__that_reconnects_within_seconds_has_missed_nothing(tmp_path: Path) -> None:
    async def test(class_: Class) -> None:
        class_.open_pages()
        await sent()
        class_.pages["phone 4"].close()
        await sent()
        class_.start("give", GIVE)
        class_.live.hub.schedule_send()
        await passes(class_, 5)
        assert not class_.room.seats[4].is_away
        class_.pages["phone 4"] = class_.phone(4)
        await passes(class_, 100)
        assert not class_.room.seats[4].is_away and class_.activity.question(4) is not None

    run(tmp_path, test)


def test_phone__away_for_two_limits_is_played_for_and_plays_on_when_it_is_back(tmp_path: Path) -> None:
    async def test(class_: Class) -> None:
        class_.open_pages()
        class_.start("give", GIVE)
        class_.live.hub.schedule_send()
        await sent()
        class_.pages["phone 4"].close()
        await passes(class_, 59)
        assert not class_.room.seats[4].is_away
        await passes(class_, 2)
        assert class_.room.seats[4].is_away
        other = again(class_.room)
        assert (other.wall(), other.activity.rows()) == (class_.room.wall(), class_.activity.rows())
        class_.press("go")
        for seat in range(4):
            class_.hears(seat, number="100")
        await sent()
        class_.press("next")
        page = class_.pages["phone 4"] = class_.phone(4)
        await sent()
        assert "asked" in page.blocks and 4 in class_.activity.sent  # what the computer gives can be changed
        class_.hears(4, number="7")
        for seat in range(4):
            class_.hears(seat, number="100")
        assert decided_for(class_) == [(1, 4)]

    run(tmp_path, test)


def test_phone__in_a_game_is_played_for_and_its_vote_is_not_waited_for(tmp_path: Path) -> None:
    async def test(class_: Class) -> None:
        class_.open_pages()
        await sent()
        class_.pages["phone 4"].close()
        await sent()
        await passes(class_, 30)
        class_.start("vote", {"rounds": "1", "rounds_after": "1"})
        class_.live.hub.schedule_send()
        await sent()
        game = class_.activity.game_of[4]
        assert game.game.seats[game.player_of[4]] == "balanced" and class_.activity.waiting() == []
        class_.press("go")
        assert 4 not in class_.activity.waiting() and class_.activity.waiting()
        class_.press("to_vote")
        assert sorted(class_.activity.waiting()) == [0, 1, 2, 3]
        class_.pages["phone 4"] = class_.phone(4)
        await sent()
        assert game.game.seats[game.player_of[4]] is None and 4 in class_.activity.waiting()

    run(tmp_path, test)


def test_phone__that_is_gone_leaves_a_seat_of_the_teachers_strategy_to_it(tmp_path: Path) -> None:
    async def test(class_: Class) -> None:
        class_.open_pages()
        class_.start("play", {"rounds": "3"})
        class_.room.host({"act": "hand", "seat": 4, "strategy": "cautious"})
        class_.pages["phone 4"].close()
        await sent()
        await passes(class_, 61)
        class_.pages["phone 4"] = class_.phone(4)
        await sent()
        game = class_.activity.game_of[4]
        assert game.game.seats[game.player_of[4]] == "cautious"

    run(tmp_path, test)


@pytest.mark.parametrize("activity", ["predict", "auction", "bargain", "lemons"])
def test_phone__is_not_played_for_where_a_strategy_would_distort_what_the_class_did(
    tmp_path: Path, activity: str
) -> None:
    async def test(class_: Class) -> None:
        class_.open_pages()
        form = {"question": "How often?", "truth": "78"} if activity == "predict" else {}
        class_.start(activity, form)
        class_.pages["phone 4"].close()
        await sent()
        await passes(class_, 2000)
        assert not class_.room.seats[4].is_away

    run(tmp_path, test)


def test_room__opened_again_waits_for_its_phones_before_strategies_play(tmp_path: Path) -> None:
    """After a crash all phones are gone for seconds: no strategy takes a decision from them."""

    async def test(class_: Class) -> None:
        class_.open_pages()
        class_.start("play", {"rounds": "3", "seconds": "30"})
        class_.live.hub.schedule_send()
        await sent()
        later = Class.__new__(Class)
        later.room = Room(class_.room.store, class_.room.clock)
        later.live = type(class_.live)(later.room)
        later.live.hub.schedule_send()
        await sent()
        later.goes_on(20)
        await sent()
        assert not any(seat.is_away for seat in later.room.seats.values())

    run(tmp_path, test)
