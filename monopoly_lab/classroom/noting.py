"""What a lesson finds while it runs, noted for the teacher's key: results of predictions, answers to questions."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple


class Note(NamedTuple):
    """A number by name. `kind` is predict for what a prediction was held against, said for what was predicted,
    self_check for an answer; `is_right` of the latter."""

    kind: str
    name: str
    value: float
    is_right: bool = True


_open: list[list[Note]] = []  # of the runs that are being noted, the innermost last


def note(kind: str, name: str, value: float, is_right: bool = True) -> None:
    """Note a number, if anybody does."""
    if _open:
        _open[-1].append(Note(kind, name, value, is_right))


@contextmanager
def noted() -> Iterator[list[Note]]:
    """The notes of what runs inside."""
    _open.append([])
    try:
        yield _open[-1]
    finally:
        _open.pop()
