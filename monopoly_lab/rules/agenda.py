"""Agenda: a stack of tasks, so that a game can stop and continue at any point.

Rules put tasks on it (`then`), ask (`ask`) and record events (`emit`); `game_loop` carries the tasks out. `@rule` lists
a function among those that are also compiled.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple, Protocol, TypeVar

from monopoly_lab.constants import node, task
from monopoly_lab.rules.state import State


class RawEvent(NamedTuple):
    """An event as the rules record it; `constants.event` says for each kind what its numbers mean."""

    kind: int
    player: int
    other: int
    space: int
    amount: int
    cause: int


class Log(Protocol):
    """Where events go: a list keeps them, a tally counts them."""

    def append(self, entry: tuple[int, int, int, int, int, int], /) -> None: ...


class EventLog(list[RawEvent]):
    """A log that keeps the events and names their numbers."""

    def append(self, entry: tuple[int, int, int, int, int, int], /) -> None:
        super().append(RawEvent._make(entry))


F = TypeVar("F", bound=Callable[..., Any])
RULES: list[Callable[..., Any]] = []


def rule(function: F) -> F:
    """Return the same function, noted in `RULES`; nothing is compiled before a batch is run."""
    RULES.append(function)
    return function


class UnknownCode(LookupError):
    """A code that a rule does not know what to do with: a branch is missing there."""


def unknown(vocabulary: ModuleType, code: int) -> None:
    """Raise UnknownCode in the last branch of a choice between codes; compiled, do nothing."""
    raise UnknownCode(f"{vocabulary.__name__.rpartition('.')[2]} {code}")


def emit(log: Log, event: int, p: int, other: int, q: int, x: int, cause: int) -> None:
    """Note that something happened; compiled play counts instead of listing.

    `constants.event` says for each event what `p`, `other`, `q`, `x` and `cause` mean.
    """
    log.append((event, p, other, q, x, cause))


# The agenda: a stack of things to be done, so that a game can stop and go on anywhere


@rule
def in_play(s: State) -> int:
    """Return how many seats can still be asked."""
    n = 0
    for p in range(s.seats):
        if s.out[p] == 0:
            n += 1
    return n


@rule
def then(s: State, what: int, a: int, b: int, c: int, d: int) -> None:
    """Put a task on top: it is done before all that is on the agenda now."""
    i = s.depth
    s.todo[i] = what
    s.ta[i] = a
    s.tb[i] = b
    s.tc[i] = c
    s.td[i] = d
    s.tq[i] = -1
    s.depth = i + 1


@rule
def put_below(s: State, i: int, what: int, a: int, b: int, c: int, d: int, q: int) -> None:
    """Put a task on the agenda below that at place `i`: it is done after it and all above it."""
    j = s.depth
    s.depth = j + 1
    while j > i:
        s.todo[j] = s.todo[j - 1]
        s.ta[j] = s.ta[j - 1]
        s.tb[j] = s.tb[j - 1]
        s.tc[j] = s.tc[j - 1]
        s.td[j] = s.td[j - 1]
        s.tq[j] = s.tq[j - 1]
        j -= 1
    s.todo[i] = what
    s.ta[i] = a
    s.tb[i] = b
    s.tc[i] = c
    s.td[i] = d
    s.tq[i] = q


@rule
def ask(s: State, what: int, p: int) -> None:
    """Wait at a node for seat `p` (the seat that throws or draws, at a chance node)."""
    s.node = what
    s.actor = p


@rule
def interrupt(s: State) -> None:
    """Interrupt the open node; it is asked again once all that is put on the agenda now is done."""
    then(s, task.REASK, s.node, s.actor, s.purpose, s.deck)
    s.tq[s.depth - 1] = s.lot
    s.node = node.NONE


@rule
def resume(s: State, what: int, p: int, purpose: int, deck: int, lot: int) -> None:
    """Return to node `what` of seat `p`, which other tasks have interrupted."""
    s.lot = lot
    s.purpose = purpose
    s.deck = deck
    ask(s, what, p)
