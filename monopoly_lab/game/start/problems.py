"""Problems of a start, a scenario or a saved game, gathered so that they are refused together."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from monopoly_lab.editions.found import Found, fit, hint
from monopoly_lab.errors import SavedGameError
from monopoly_lab.messages import grouped, say


class Problems(Found):
    """The problems found so far in one file; `note` adds one, the readers below add what they refuse."""

    def note(self, place: str, key: str, *, value: object = "", known: Iterable[object] = (), **values: Any) -> None:
        """The message `scenario.<key>` at a place; `known` are the right answers, of which the nearest is named."""
        if not self.full:
            self.put(place, say(f"scenario.{key}", value=fit(value), **values) + hint(value, known))

    def take(self, place: str, problems: Iterable[tuple[str, str, str]]) -> None:
        """Problems found elsewhere, put under a place of this file."""
        for _, inner, message in problems:
            self.put(".".join(part for part in (place, inner) if part), message)

    def refuse(self) -> None:
        """Raises SavedGameError with all problems, if there are any."""
        if self.problems:
            raise SavedGameError(dict.fromkeys(self.problems))

    # Values of a kind; None, and a problem, for any other

    def table(self, place: str, value: object) -> Mapping[str, Any]:
        if isinstance(value, Mapping):
            return value
        self.note(place, "not_a_table", value=shown(value))
        return {}

    def items(self, place: str, value: object) -> list[tuple[str, Any]]:
        """The entries of a list, each with its place."""
        if isinstance(value, Sequence) and not isinstance(value, str):
            return [(f"{place}[{i}]", entry) for i, entry in enumerate(value)]
        self.note(place, "not_a_list", value=shown(value))
        return []

    def text(self, place: str, value: object) -> str | None:
        if isinstance(value, str):
            return value
        self.note(place, "not_a_text", value=shown(value))
        return None

    def number(self, place: str, value: object, low: int, high: int) -> int | None:
        if isinstance(value, bool) or not isinstance(value, int):
            self.note(place, "not_a_number", value=shown(value))
        elif not low <= value <= high:
            self.note(place, "out_of_range", value=grouped(value), low=grouped(low), high=grouped(high))
        else:
            return value
        return None

    def unknown_keys(self, place: str, table: Mapping[str, Any], known: Iterable[str]) -> None:
        """Every key that is none of the known ones."""
        names = list(known)
        for key in table:
            if key not in names:
                self.note(f"{place}.{key}" if place else key, "unknown_key", value=key, known=names)


def shown(value: object) -> str:
    """A value as it would stand in a file."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
