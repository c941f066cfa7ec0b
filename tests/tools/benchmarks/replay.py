"""Recorded games played again: the answers are known, so only the rules take time."""

from typing import Any

from benchmarks import reference
from monopoly_lab import rules
from monopoly_lab.constants import node
from monopoly_lab.players import Strategy, drive, style_of
from monopoly_lab.rules import State, Tables, empty, try_choice
from monopoly_lab.rules.agenda import rule
from monopoly_lab.rules.random_numbers import fate_of

Answers = list[list[int]]  # one `[seat, verb, space, amount]` an answer

# They buy, bid, build, borrow and leave jail; trades are left out, since the bare machine has none.
PLAYER = Strategy("balanced", trade=0, settle="no")
PLAYERS = 4
ROUNDS = 60


def start(t: Tables) -> State:
    s = empty(t, PLAYERS)
    rules.start(s, t, [])
    return s


def record(t: Tables, seed: int, games: int) -> tuple[Answers, list[int]]:
    """The answers of so many games, one after another, and where each game begins."""
    styles = style_of(PLAYER) * PLAYERS
    first = start(t)
    answers: Answers = []
    begins = []
    for game in range(games):
        begins.append(len(answers))
        s, fate = first.copy(), fate_of(seed, game)
        while s.node != node.OVER and s.round <= ROUNDS:
            answer = list(drive(s, t, styles, fate))
            answers.append(answer)
            try_choice(s, t, [], *answer)
    return answers, [*begins, len(answers)]


def record_reference(t: Tables, seed: int, games: int) -> tuple[list[int], list[int]]:
    """The same of the bare machine, whose answers are single numbers."""
    first = reference.begin(t, PLAYERS)
    answers: list[int] = []
    begins = []
    for game in range(games):
        begins.append(len(answers))
        answers += reference.play(first.copy(), t, seed, game, ROUNDS * PLAYERS)
    return answers, [*begins, len(answers)]


@rule
def replay(s: Any, t: Any, log: Any, answers: Any, begin: int, end: int) -> None:
    """Every answer is checked and carried out, as in a game."""
    for i in range(begin, end):
        a = answers[i]
        try_choice(s, t, log, a[0], a[1], a[2], a[3])


@reference.part
def replay_reference(s: Any, t: Any, log: Any, answers: Any, begin: int, end: int) -> None:
    for i in range(begin, end):
        reference.step(s, t, log, answers[i])
