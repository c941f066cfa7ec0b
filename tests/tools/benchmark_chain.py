"""Measure what the chain costs, as ratios in one run: `python tests/tools/benchmark_chain.py`.

Deriving is measured against the plain game: the rules applied to a single token, outcome after
outcome, as many of them as the derivation expands. The linear algebra is measured against
`numpy.linalg.solve` of a full system of the same size with as many right-hand sides.
"""

import time
from collections.abc import Callable, Sized
from typing import NamedTuple

import numpy as np

from monopoly_lab import rules
from monopoly_lab.common.messages import say
from monopoly_lab.editions import Edition, load_edition
from monopoly_lab.markov import state_derivation
from monopoly_lab.markov.board_chain import Chain
from monopoly_lab.markov.chain_setup import single_token_tables, token_plan
from monopoly_lab.rules import Tables
from monopoly_lab.rules.random_numbers import chance_outcome, fate_of
from monopoly_lab.simulation.compiled.blocks import NullLog, opening
from monopoly_lab.simulation.progress import run_to_end
from monopoly_lab.simulation.single_token import single_token_answer

REPEATS = 5
COPIES = 3  # of the classic board, side by side: 120 spaces


class Figure(NamedTuple):
    """A measured figure: what, how much, its unit, and the most it may be (0: no limit)."""

    name: str
    value: float
    unit: str
    limit: float = 0.0


def measure() -> list[Figure]:
    """All figures of one run."""
    base = load_edition("classic_us")
    return [*deriving("classic_us", base), *deriving("ukraine", load_edition("ukraine")), *growing(base), *solving()]


def best(work: Callable[[], object], clock: Callable[[], float] = time.thread_time, repeats: int = REPEATS) -> float:
    """The shortest of a few runs, in seconds; of this thread alone, so that a busy machine counts little."""
    times = []
    for _ in range(repeats):
        begun = clock()
        work()
        times.append(clock() - begun)
    return min(times)


def tables_of(edition: Edition) -> Tables:
    return single_token_tables(edition, {"decks": "replacement"}, True, None)


def derivation(edition: Edition) -> tuple[float, int, int]:
    """Seconds to derive a chain, chance outcomes expanded, states."""
    t = tables_of(edition)
    plan = token_plan(edition, t, "leave")

    def derived() -> Sized:
        with state_derivation.garbage_collection_paused():
            return run_to_end(state_derivation.in_steps(t, plan, max(t.go, 0), str))

    outcomes, states = counting(derived)
    return best(derived), outcomes, states


def counting(work: Callable[[], Sized]) -> tuple[int, int]:
    """How many outcomes a derivation expands, and its states."""
    plain, seen = state_derivation.outcomes, [0]

    def counted(*given: object) -> object:
        found = plain(*given)  # type: ignore[arg-type]
        seen[0] += len(found[0])
        return found

    state_derivation.outcomes = counted  # type: ignore[assignment]
    try:
        states = len(work())
    finally:
        state_derivation.outcomes = plain
    return seen[0], states


def plain_play(t: Tables, plan: list[int], outcomes: int) -> float:
    """Seconds for so many chance outcomes applied one after another, with the decisions between them."""
    s = opening(t)
    answers: list[tuple[int, int, int, int]] = []
    while len(answers) < outcomes or s.node >= state_derivation.node.BUY:
        if s.node >= state_derivation.node.BUY:
            v, x = single_token_answer(s, t, plan)
            answer = (s.actor, v, -1, x)
        else:
            answer = (-1, *chance_outcome(s, t, fate_of(1, 1)))
        answers.append(answer)
        rules.try_choice(s, t, NullLog(), *answer)

    def again() -> None:
        s = opening(t)
        log: list[tuple[int, ...]] = []
        for answer in answers:
            rules.try_choice(s, t, log, *answer)
            log.clear()

    chance = sum(answer[0] < 0 for answer in answers)
    return best(again) * outcomes / chance


def deriving(name: str, edition: Edition) -> list[Figure]:
    t = tables_of(edition)
    took, outcomes, _ = derivation(edition)
    plain = plain_play(t, token_plan(edition, t, "leave"), outcomes)
    return [
        Figure(say("chain.bench_derive", edition=name, n=outcomes), took * 1e3, "ms"),
        Figure(say("chain.bench_against_play", edition=name), took / plain, "", 2.0),
    ]


def growing(edition: Edition) -> list[Figure]:
    """A board of 120 spaces against the classic one, by states times outcomes."""
    small, outcomes, _ = derivation(edition)
    large, more, _ = derivation(enlarged(edition, COPIES))
    return [
        Figure(say("chain.bench_large"), large * 1e3, "ms"),
        Figure(say("chain.bench_growth"), large / more / (small / outcomes), "", 1.25),
    ]


def enlarged(edition: Edition, copies: int) -> Edition:
    """The same board several times over in one ring: one GO and one jail, the other corners without effect."""
    spaces = list(edition.content["spaces"])
    for n in range(2, copies + 1):
        for space in edition.content["spaces"]:
            kind = space["kind"] if space["kind"] in ("deck", "tax", "go_to_jail") else "parking"
            kept = {key: value for key, value in space.items() if key in ("name", "deck", "tax", "percent")}
            spaces.append({"id": f"{space['id']}_{n}", "kind": kind, **kept})
    return Edition({**edition.content, "id": f"{edition.id}_{copies}", "spaces": spaces})


def solving() -> list[Figure]:
    chain = Chain("classic_us")
    n = len(chain.states)
    system = np.eye(n) - chain.P + np.ones((n, n)) / n
    several = np.eye(n)
    dense = best(lambda: np.linalg.solve(system, several), time.perf_counter, 100)
    stationary = best(lambda: [chain.__dict__.pop("pi", None), chain.pi], time.perf_counter, 100)
    passages = best(chain.passages, time.perf_counter, 100)
    build = best(lambda: Chain("classic_us"))
    return [
        Figure(say("chain.bench_known"), build * 1e3, "ms"),
        Figure(say("chain.bench_solve", n=n), dense * 1e3, "ms"),
        Figure(say("chain.bench_law"), stationary / dense, "", 5.0),
        Figure(say("chain.bench_passages"), passages / dense, "", 5.0),
    ]


def main() -> int:
    """Print the figures; 1 if one of them is above its limit."""
    figures = measure()
    for figure in figures:
        limit = say("chain.bench_limit", limit=f"{figure.limit:g}") if figure.limit else ""
        print(f"{figure.name:<64} {figure.value:10.2f} {figure.unit:<3} {limit}".rstrip())
    return int(any(figure.limit and figure.value > figure.limit for figure in figures))


if __name__ == "__main__":
    raise SystemExit(main())
