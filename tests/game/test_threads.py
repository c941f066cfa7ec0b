"""Games of one ancestor in several threads at a time come out as each of them does alone."""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from threading import Barrier
from typing import Any

import pytest

import monopoly_lab as ml
from monopoly_lab.common.messages import speaking
from monopoly_lab.lessons.prediction import collect_notes, note
from monopoly_lab.markov import chain_setup, event_trace, position_states, state_derivation
from monopoly_lab.rules import list_acts, list_answers
from monopoly_lab.rules.state import FIELDS, SCRATCH, State

TURNS = 4  # threads at a time
Task = Callable[[], Any]


@pytest.fixture(autouse=True)
def often() -> Iterator[None]:
    """Threads take turns as often as Python can, so that what they share shows itself."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def side_by_side(tasks: list[Task]) -> list[Any]:
    """What each task brings, all of them begun at once."""
    begun = Barrier(len(tasks))

    def played(task: Task) -> Any:
        begun.wait()
        return task()

    with ThreadPoolExecutor(len(tasks)) as threads:
        return list(threads.map(played, tasks))


def least(view: ml.View) -> str:
    return view.choices()[0]


def last(view: ml.View) -> str:
    listed = view.choices()
    return listed[-1] if view.kind != "debt" else listed[0]


def under_way(edition: str = "classic_us", lang: str = "") -> ml.Game:
    seats = {"Ann": least, "Bo": last, "Cy": "balanced", "Di": "random"}
    game = ml.Game(edition, dict(list(seats.items())[: 2 if edition == "gamer" else 4]), seed=2, lang=lang)
    game.run(rounds=2)
    return game


def lists_of(s: State) -> dict[int, str]:
    return {id(value): name for name in (*FIELDS, *SCRATCH) if isinstance(value := getattr(s, name), list)}


def same(one: ml.Simulation, other: ml.Simulation) -> bool:
    return one.rows.equals(other.rows) and one.events.equals(other.events) and one.wealth.equals(other.wealth)


def test_copy__shares_no_list() -> None:
    game = under_way()
    s, t = game.raw_state(), game.tables
    list_answers(s, t)
    copies = [s, s.copy(), s.copy(), s.copy().copy()]
    for each in copies:
        list_answers(each, t)
        list_acts(each, t, 0)
    names = [name for each in copies for name in lists_of(each).values()]
    assert len(set().union(*map(lists_of, copies))) == len(names) == len(copies) * len(set(names))


def test_copies_of_a_chain__share_only_what_a_single_token_never_changes() -> None:
    game = under_way()
    s, t = game.raw_state(), game.tables
    list_answers(s, t)
    other = event_trace.copier(event_trace.MOVING)(s)
    list_answers(other, t)
    mine = lists_of(s)
    shared = {mine[at] for at in lists_of(other) if at in mine}
    assert shared == {name for name, length in FIELDS.items() if length} - set(event_trace.MOVING)


@pytest.mark.parametrize("edition", ["classic_us", "gamer"])
def test_forks__in_threads_are_played_as_alone(edition: str) -> None:
    game = under_way(edition)

    def on(number: int) -> Task:
        def play() -> tuple[Any, ...]:
            fork = game.fork(seed=number)
            fork.run(rounds=3)
            fork.undo(5).redo(3)
            fork.acts()
            fork.run(rounds=1)
            return fork.answers, fork.raw_state().facts(), [str(entry) for entry in fork.log()]

        return play

    tasks = [on(number) for number in range(TURNS)]
    alone = [task() for task in tasks]
    assert side_by_side(tasks) == alone
    assert len({answers for answers, _, _ in alone}) == TURNS


def test_simulate__functions_in_threads_play_the_same_games() -> None:
    seats: dict[str, Any] = {"Ann": least, "Bo": last, "Cy": "balanced"}
    asked: dict[str, Any] = {"games": 30, "players": seats, "rounds": 2, "seed": 3, "keep": True, "progress": False}
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(TURNS) as several:
        alone = ml.simulate("classic_us", executor=one, **asked)
        found = ml.simulate("classic_us", executor=several, **asked)
    assert same(found, alone)


@pytest.mark.full
def test_experiments__of_one_game_at_a_time_do_not_meet() -> None:
    game = under_way()
    asked: dict[str, Any] = {"rounds": 3, "keep": True, "progress": False, "executor": "threads"}
    tasks = [lambda seed=seed: ml.simulate(game, games=12, seed=seed, **asked) for seed in range(TURNS)]
    alone = [task() for task in tasks]
    assert all(map(same, side_by_side(tasks), alone))


def test_chains__derived_in_threads_are_those_derived_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state_derivation, "MOST", 1)  # so that each takes the room of another
    monkeypatch.setattr(chain_setup, "_derived", state_derivation.RecentResults())
    monkeypatch.setattr(position_states, "_found", state_derivation.RecentResults())
    names = ["junior", "junior_fair", "junior", "junior_fair"]

    def weights(name: str) -> Any:
        chain = ml.Chain(name, decks="replacement")
        return chain.labels, [
            [Fraction(w, row.over) for w in row.target_weights.values()] for row in chain._rows.values()
        ]

    alone = {name: weights(name) for name in set(names)}
    chain_setup._derived.clear()
    found = side_by_side([lambda name=name: weights(name) for name in names])
    assert found == [alone[name] for name in names]


def test_kept__is_asked_by_many_threads_at_a_time() -> None:
    found = state_derivation.RecentResults[int]()

    def ask(first: int) -> bool:
        numbers = [(first + 7 * n) % (2 * state_derivation.MOST) for n in range(3000)]
        return all((found.get(n) or found.keep_first(n, n + 1)) == n + 1 for n in numbers)

    assert all(side_by_side([lambda first=first: ask(first) for first in range(TURNS)]))


def test_languages__each_thread_speaks_its_own() -> None:
    game = under_way()

    def tell(lang: str) -> list[str]:
        with speaking(lang):
            fork = game.fork()
            told = [str(fork.run(steps=1)) for _ in range(20)]
            return [*told, *(str(entry) for entry in fork.log())]

    langs = ["uk", "ru", "en", "uk"]
    alone = [tell(lang) for lang in langs]
    assert side_by_side([lambda lang=lang: tell(lang) for lang in langs]) == alone
    assert len({text[0] for text in alone}) == 3


def test_notes__of_two_lessons_in_two_threads_stay_apart() -> None:
    both = Barrier(2)

    def lesson(first: int) -> list[float]:
        with collect_notes() as notes:
            for n in range(20):
                both.wait()
                note("predict", "x", first + n)
        return [each.value for each in notes]

    found = side_by_side([lambda first=first: lesson(1000 * first) for first in range(2)])
    assert found == [[1000 * first + n for n in range(20)] for first in range(2)]


def test_languages__what_was_read_in_one_is_read_again_in_another() -> None:
    game = ml.Game("classic_us", players=["Ann", "Bo"], seed=1)
    assert game.node is not None and game.node.sentence.startswith("Ann throws")
    game.lang = "uk"
    assert game.node.sentence.startswith("Ann кидає")
