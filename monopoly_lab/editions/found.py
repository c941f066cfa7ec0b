"""Problems on their way to one refusal that names them all."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from monopoly_lab.errors import Problem
from monopoly_lab.messages import say


class Found:
    """The problems found so far in one file, or in the options of one game."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []

    def add(self, place: str, key: str, *, value: object = "", known: Iterable[object] = (), **values: Any) -> None:
        """Notes the message `edition.<key>`; `known` are the right answers, of which the nearest is named."""
        text = say(f"edition.{key}", value=value, **values) + hint(value, known)
        self.problems.append(Problem(self.file, place, text))


def nearest(value: object, known: Iterable[object]) -> str:
    """The known name most like `value`, or an empty text when none is like it."""
    names = {name.casefold(): name for name in reversed([str(name) for name in known])}
    found = get_close_matches(str(value).casefold(), names, n=1, cutoff=0.6)
    return names[found[0]] if found else ""


def hint(value: object, known: Iterable[object]) -> str:
    """The question after a wrong name: the nearest right one, or all of them if they are few."""
    names = [str(name) for name in known]
    near = nearest(value, names)
    if near:
        return say("edition.near", near=near)
    return say("edition.one_of", names=", ".join(names)) if 0 < len(names) <= 8 else ""
