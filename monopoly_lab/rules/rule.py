"""`@rule`: lists a function among those that are also compiled."""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
RULES: list[Callable[..., Any]] = []


def rule(function: F) -> F:
    """The same function, noted in `RULES`; nothing is compiled before a batch is run."""
    RULES.append(function)
    return function


class UnknownCode(LookupError):
    """A code that a rule does not know what to do with: a branch is missing there."""


def unknown(vocabulary, code):
    """The last branch of every choice between codes: an error at once in plain Python; compiled, nothing."""
    raise UnknownCode(f"{vocabulary.__name__.rpartition('.')[2]} {code}")


def emit(log, event, p, other, q, x, cause):
    """Note that something happened; compiled play counts instead of listing.

    What `p`, `other`, `q`, `x` and `cause` mean stands with each event in `codes.event`.
    """
    log.append((event, p, other, q, x, cause))
