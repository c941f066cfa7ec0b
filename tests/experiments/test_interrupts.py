"""Ctrl+C: what is done is kept and says so; with nothing done, or pressed once more, the cell stops."""

import traceback
from collections.abc import Callable

import pytest

import monopoly_lab as ml
from monopoly_lab.experiments import executors

FEW = {"games": 1_000, "rounds": 1, "progress": False}
ARMS = {"a": ml.Game("classic_us"), "b": ml.Game("classic_us", options={"salary": 100})}
RUNS: dict[str, Callable[[], object]] = {
    "simulation": lambda: ml.simulate("classic_us", players=2, **FEW),  # type: ignore[arg-type]
    "comparison": lambda: ml.compare(ARMS, **FEW),  # type: ignore[arg-type]
    "strategy_tournament": lambda: ml.tournament(["balanced", "cautious"], games=1_000, players=2, progress=False),
}
AT_LEAST = {"strategy_tournament": 2}  # blocks: both ways to seat two players
PLAYERS = ("simulation", "comparison", "strategy_tournament")


def interrupting(monkeypatch: pytest.MonkeyPatch, module: str, blocks: int) -> None:
    """Blocks of two games, and Ctrl+C in place of the one after so many."""
    place, left = f"monopoly_lab.experiments.{module}", iter(range(blocks))

    def in_order(play: Callable[..., object], jobs: object, executor: object) -> object:
        for *start, first, _, _, paired in jobs if module == "comparison" else ():  # type: ignore[attr-defined]
            if next(left, None) is None:
                raise KeyboardInterrupt
            yield play(*start, first, 2, False, paired)
        for *start, first, _, _ in jobs if module != "comparison" else ():  # type: ignore[attr-defined]
            if next(left, None) is None:
                raise KeyboardInterrupt
            yield play(*start, first, 2, False)

    monkeypatch.setattr(f"{place}.executors.run_in_order", in_order)
    monkeypatch.setattr(f"{place}.runs_compiled", lambda plans, games: False)


@pytest.mark.parametrize("module", PLAYERS)
def test_interrupt__with_nothing_played_stops_the_cell_and_is_short(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupting(monkeypatch, module, 0)
    with pytest.raises(KeyboardInterrupt) as stopped:
        RUNS[module]()
    assert len(traceback.extract_tb(stopped.value.__traceback__)) <= 3  # the test, the lambda, the door


@pytest.mark.parametrize("module", PLAYERS)
def test_interrupt__a_verdict_begins_with_how_few_games_it_is_of(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = AT_LEAST.get(module, 1)
    interrupting(monkeypatch, module, blocks)
    found = RUNS[module]()
    assert found.partial and found.games == 2 * blocks  # type: ignore[attr-defined]
    assert repr(found).startswith(f"Interrupted after {2 * blocks} games. ")


@pytest.mark.parametrize("module", PLAYERS)
def test_interrupt__a_second_one_always_stops_the_cell(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupting(monkeypatch, module, AT_LEAST.get(module, 1))
    RUNS[module]()
    interrupting(monkeypatch, module, AT_LEAST.get(module, 1))
    with pytest.raises(KeyboardInterrupt):
        RUNS[module]()


def test_interrupt__one_in_another_cell_is_a_first_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for cell in (1, 2):
        monkeypatch.setattr(executors, "_cell", lambda cell=cell: cell)
        executors.keep_result(KeyboardInterrupt(), 1)
    with pytest.raises(KeyboardInterrupt):
        executors.keep_result(KeyboardInterrupt(), 1)


def test_interrupt__one_while_an_earlier_one_is_ending_the_work_stops_the_cell() -> None:
    try:
        try:
            raise KeyboardInterrupt
        finally:
            raise KeyboardInterrupt
    except KeyboardInterrupt as second:
        with pytest.raises(KeyboardInterrupt):
            executors.keep_result(second, 1)


@pytest.mark.full
def test_interrupt__leaves_of_a_tournament_what_every_way_to_sit_has_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the strategy that is better would make the seat it has had look better."""
    interrupting(monkeypatch, "strategy_tournament", 2 * 6 + 4)
    found = ml.tournament(["balanced", "random"], games=1_000, progress=False)
    assert found.partial and found.games == 2 * 6 * 2
    assert found.seat_met.tolist() == [[12] * 4] * 2
