"""States, tables and tallies as NumPy records, the form in which compiled rules read and write them.

A record has the same field names as the plain object. The same source of a rule therefore runs in Python and compiles.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from monopoly_lab.editions import rule_tables as tables_module
from monopoly_lab.rules import State
from monopoly_lab.rules import state as state_module
from monopoly_lab.simulation.event_counts import LONG, ROWS

Array = np.ndarray[Any, Any]
NUMBER = 8  # bytes


def dtype_of(fields: dict[str, int]) -> np.dtype[Any]:
    """Return the record type with these int64 fields: `fields` maps each name to the length of a list, or to 0."""
    return np.dtype(
        [(name, "i8", (length,)) if length else (name, "i8") for name, length in fields.items()], align=True
    )


STATE = dtype_of(state_module.FIELDS | state_module.SCRATCH)
TABLES = dtype_of(tables_module.FIELDS)
TALLY = dtype_of({"long": 0, "numbers": 2 * LONG})  # two numbers a row; `long` is 1 if all rows are counted


def to_record(thing: object, dtype: np.dtype[Any]) -> Array:
    """Return a state or tables as an array of one record; where a list is shorter than its field, the rest is 0."""
    array = np.zeros(1, dtype)
    numbers = array.view(np.int64)
    for name, begin, end in places(dtype):
        value = getattr(thing, name)
        if isinstance(value, list):
            numbers[begin : min(begin + len(value), end)] = value
        elif value is not None:
            numbers[begin] = value
    return array


@cache
def places(dtype: np.dtype[Any]) -> list[tuple[str, int, int]]:
    """Return each field of a record as (name, begin, end), both in numbers of 8 bytes, `end` exclusive."""
    found = []
    for name, (field, begin, *_) in (dtype.fields or {}).items():
        found.append((name, begin // NUMBER, (begin + field.itemsize) // NUMBER))
    return found


def to_records(tables: tables_module.Tables) -> Array:
    """Return the tables of all stages as an array, one record for each stage."""
    return np.concatenate([to_record(t, TABLES) for t in tables.stages])


def to_state(record: np.void, like: State) -> State:
    """Return a record as a plain state whose lists are as long as those of `like`."""
    state = like.copy()
    for name in state_module.LISTS:
        setattr(state, name, record[name][: len(getattr(like, name))].tolist())
    for name in state_module.NUMBERS:
        setattr(state, name, int(record[name]))
    return state


def new_tally(rows: int) -> Array:
    """Return an empty tally of compiled games, an array of one `TALLY`; it is long if `rows` is more than `ROWS`."""
    tally = np.zeros(1, TALLY)
    tally["long"] = rows > ROWS
    return tally


def rows_of(tally: Array) -> Array:
    """Return the rows of a compiled tally as int64[LONG, 2]: a view, not a copy."""
    rows: Array = tally["numbers"][0].reshape(LONG, 2)
    return rows


def as_array(numbers: Sequence[int]) -> Array:
    """Return whole numbers as an array of int64."""
    return np.array(numbers, dtype=np.int64)
