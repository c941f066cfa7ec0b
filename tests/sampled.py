"""Which of many like cases are part of every run; the others come with `pytest -m full`, or before a release."""

from collections.abc import Iterable
from typing import Any

import pytest

# Editions that differ most in their rules and boards: two dice, one die, the two sides, bosses, children's boards.
EDITIONS = ("classic_us", "ukraine", "class_board", "gamer", "junior", "junior_fair", "anti_monopoly")
FEW = ("classic_us", "gamer", "junior_fair")  # for what takes long and hardly differs


def sampled(cases: Iterable[Any], always: Iterable[str] = EDITIONS, full: Iterable[str] | None = None) -> list[Any]:
    """Return the cases as parameters; all but those named by a text in `always` are marked `full`.

    With `full`, those that are in neither are marked `release`.
    """
    kept, more = set(always), None if full is None else set(full)

    def marked(case: Any) -> Any:
        name = str(case)
        if name in kept:
            return case
        is_full = more is None or name in more
        return pytest.param(case, marks=pytest.mark.full if is_full else pytest.mark.release)

    return [marked(case) for case in cases]


def rest_for_release(cases: Iterable[Any], always: Iterable[Any]) -> list[Any]:
    """Return the cases as parameters, tuples as several; all but those in `always` are marked `release`."""
    kept = list(always)
    found = []
    for case in cases:
        values = case if isinstance(case, tuple) else (case,)
        found.append(pytest.param(*values, marks=() if case in kept else pytest.mark.release))
    return found


def sizes(few: int, full: int, release: int) -> list[Any]:
    """Return how many are tried in every run, with `pytest -m full` and before a release, as parameters."""
    return [few, pytest.param(full, marks=pytest.mark.full), pytest.param(release, marks=pytest.mark.release)]
