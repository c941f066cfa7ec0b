"""Long-run shares from the table: given back to the kernel on the way, shown, stopped, and the same as at once."""

import asyncio
import time
from collections.abc import Coroutine, Generator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import monopoly_lab as ml
from monopoly_lab.markov import Chain
from monopoly_lab.markov import chain_setup as derive
from monopoly_lab.markov.state_derivation import RecentResults
from monopoly_lab.widgets.background_tasks import LEAST_PAUSE, MOST_PAUSE, Yielding, in_slices


@pytest.fixture(autouse=True)
def nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(derive, "_derived", RecentResults())


def in_a_loop(act: Coroutine[Any, Any, None]) -> None:
    with ThreadPoolExecutor(1) as alone:
        alone.submit(asyncio.run, act).result()


def table() -> "ml.Table":
    made = ml.Table(ml.Game("class_board", seed=1))
    made._view.selected, made._view.tab = 1, "deed"
    return made


def test_shares__in_slices_as_at_once_and_the_kernel_is_given_back() -> None:
    sliced, turns = table(), []

    async def watch() -> None:
        sliced._carry_out("share", "", {})
        assert "ml-stop-share" in sliced._view.section_markup("side") and "0 of 0" not in sliced._view.section_markup(
            "side"
        )
        while sliced._screen.shares.runs:
            await asyncio.sleep(0)
            turns.append(time.monotonic())

    in_a_loop(watch())
    assert len(turns) > 2
    at_once = table()
    at_once.compute_shares()
    assert sliced._screen.shares.values == at_once._screen.shares.values
    assert sum(sliced._screen.shares.values or ()) == pytest.approx(1)
    assert " %" in sliced._view.section_markup("side") and "ml-share" not in sliced._view.section_markup("side")


def test_yielding__who_waits_for_the_processor_leaves_it_to_others_and_takes_it_back() -> None:
    now = [0.0, 0.0]
    yielding = Yielding(clock=lambda: now[0], own=lambda: now[1])

    def slice_of(took: float, used: float) -> float:
        yielding.begin()
        now[0] += took
        now[1] += used
        return yielding.pause()

    assert [slice_of(0.03, 0.03), slice_of(0.03, 0.025)] == [0.0, 0.0]  # alone
    pauses = [slice_of(0.03, 0.015) for _ in range(8)]  # half of the time somebody else had it
    assert pauses[0] == LEAST_PAUSE and pauses == sorted(pauses) and pauses[-1] == MOST_PAUSE
    freer = [slice_of(0.03, 0.03) for _ in range(30)]
    assert freer == sorted(freer, reverse=True) and freer[-1] == 0.0


def test_in_slices__pauses_where_others_need_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    def steps() -> Generator[int, None, str]:
        for n in range(4):
            time.sleep(0.04)  # somebody else has the processor
            yield n
        return "done"

    monkeypatch.setattr(asyncio, "sleep", sleep)
    assert asyncio.run(in_slices(steps(), lambda _: None)) == "done"
    assert len(slept) >= 3 and all(seconds > 0 for seconds in slept)


def test_shares__known_in_the_session_are_there_without_asking() -> None:
    assert table()._screen.shares.values is None
    first = table()
    first.compute_shares()
    assert table()._screen.shares.values == first._screen.shares.values
    assert ml.Table(ml.Game("classic_us", seed=1))._screen.shares.values is None  # another board


def test_slices__the_kernel_is_given_back_between_them() -> None:
    others: list[int] = []

    def steps() -> Generator[int, None, str]:
        for number in range(20):
            time.sleep(0.01)
            yield number
        return "done"

    async def watch() -> None:
        task = asyncio.create_task(in_slices(steps(), lambda _: None))
        while not task.done():
            others.append(1)
            await asyncio.sleep(0)
        assert task.result() == "done"

    in_a_loop(watch())
    assert len(others) >= 4  # 0.2 s in slices of 0.03 s


def test_shares__stopped_nothing_is_known() -> None:
    stopped = table()

    async def stop() -> None:
        stopped._carry_out("share", "", {})
        await asyncio.sleep(0)
        stopped._carry_out("stop_share", "", {})
        await asyncio.sleep(0.05)

    in_a_loop(stop())
    assert stopped._screen.shares.values is None and not stopped._screen.shares.runs
    assert 'id="ml-share-side"' in stopped._view.section_markup("side")


def purchase(edition: str = "classic_us") -> "ml.Table":
    """Ann may buy Oriental Avenue."""
    game = ml.Game(edition, players=["Ann", "Bo", "Cy"], seed=1)
    for text in ("roll 6 6", "roll 1 2", "roll 2 1", "roll 2 4"):
        game.apply(text)
    return ml.Table(game)


@pytest.mark.full
def test_shares__come_by_themselves_with_the_first_deed_that_somebody_sees() -> None:
    heads, counts = [], []

    async def watch() -> None:
        bought = purchase()
        assert not bought._screen.shares.runs  # nobody sees the table yet
        bought._carry_out("here", "", {})
        heads.append(bought._view.section_markup("head"))
        while bought._screen.shares.runs:
            counts.append(bought._view.parts["number"])
            await asyncio.sleep(0)
        heads.append(bought._view.section_markup("head"))
        known = bought._screen.shares.values
        bought._carry_out("press", "buy", {})
        assert bought._screen.shares.values is known and not bought._screen.shares.runs  # once a board

    in_a_loop(watch())
    assert "Computing how often" in heads[0] and "ml-share-card" not in heads[0]
    assert "throws end here: about" in heads[1] and "ml-share-card" not in heads[1] and "Computing" not in heads[1]
    assert heads[0].count("<li>") == heads[1].count("<li>")  # the line has kept its place
    assert len(counts) > 2 and len({*counts}) == 1  # quietly: no message before the end


def test_shares__stopped_do_not_come_again_by_themselves_and_can_be_asked_for() -> None:
    heads = []

    async def stop() -> None:
        bought = purchase()
        bought._carry_out("here", "", {})
        bought._carry_out("stop_share", "", {})
        bought.refresh()
        heads.append(bought._view.section_markup("head"))
        assert not bought._screen.shares.runs

    in_a_loop(stop())
    assert 'id="ml-share-card"' in heads[0] and "Computing how often" not in heads[0]


def test_shares__without_a_loop_or_threads_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 'id="ml-share-card"' in purchase()._view.section_markup("head")
    monkeypatch.setattr("sys.platform", "emscripten")
    heads = []

    async def in_a_page() -> None:
        bought = purchase()
        bought._carry_out("here", "", {})
        assert not bought._screen.shares.runs
        heads.append(bought._view.section_markup("head"))

    in_a_loop(in_a_page())
    assert 'id="ml-share-card"' in heads[0]


def test_in_steps__is_the_same_chain() -> None:
    steps = Chain.in_steps("class_board", jail="stay")
    counts = []
    with pytest.raises(StopIteration) as end:
        while True:
            counts.append(next(steps))
    chain = end.value.value
    assert counts[0] == (0, 1) and len(counts) >= len(chain.states)
    assert chain.shares() == Chain("class_board", jail="stay").shares()
