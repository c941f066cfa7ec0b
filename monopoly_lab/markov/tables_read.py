"""Remember what was derived from tables by the fields that were read: tables that differ elsewhere give the same.

A chain reads no price of a house and no rent of an edition whose token pays none: a tax on rents changes nothing in it.
Which fields count is noted as they are read, so there is no list of them that could be wrong.
"""

from collections.abc import Hashable
from itertools import count
from typing import Any, TypeVar, cast

from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.markov.state_derivation import RecentResults

Kept = TypeVar("Kept")


class NotedTables:
    """Tables that note which of their fields are read: a field that was read is an attribute of its own."""

    def __init__(self, tables: Tables) -> None:
        self.__dict__["of"] = tables

    def __getattr__(self, name: str) -> Any:
        value = self.__dict__[name] = getattr(self.__dict__["of"], name)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(name)  # what is derived would follow from more than the tables


def noted(tables: Tables) -> Tables:
    """Return tables with the same fields that note what is read of them."""
    return cast(Tables, NotedTables(tables))


def values_of(tables: Tables, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return these fields as texts, which can be compared with those of other tables."""
    return tuple(repr(getattr(tables, name)) for name in names)


def find(kept: RecentResults[Any], about: Hashable, tables: Tables) -> Any:
    """Return what was derived for a question from tables with the same fields, as far as they were read; else None."""
    for n in count():
        names = kept.get((about, n))
        if names is None:
            return None
        found = kept.get((about, names, values_of(tables, names)))
        if found is not None:
            return found


def keep(kept: RecentResults[Any], about: Hashable, read: Tables, found: Kept) -> Kept:
    """Return what is remembered from now on of a question; `read` are the `noted` tables that it was derived from."""
    names = tuple(sorted(vars(read).keys() - {"of"}))
    slots = (kept.keep_first((about, n), names) for n in count())
    while next(slots) != names:
        pass
    return cast(Kept, kept.keep_first((about, names, values_of(read, names)), found))
