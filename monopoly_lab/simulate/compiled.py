"""The second speed: the same rules, compiled by numba over NumPy records.

Importing this module imports numba and registers every `@rule`; nothing is compiled before
the first call. A state or tables become a record with the same field names, so the source
of a rule is read once by Python and once by the compiler.
"""

from typing import Any

import numpy as np
from numba.extending import overload, register_jitable

from monopoly_lab import luck as luck_module
from monopoly_lab.rules import RULES, State, Tables
from monopoly_lab.rules import state as state_module
from monopoly_lab.rules import tables as tables_module
from monopoly_lab.rules.rule import emit


def _dtype(fields: dict[str, int]) -> np.dtype[Any]:
    return np.dtype(
        [(name, "i8", (length,)) if length else (name, "i8") for name, length in fields.items()], align=True
    )


STATE = _dtype(state_module.FIELDS | state_module.SCRATCH)
TABLES = _dtype(tables_module.FIELDS)


@overload(emit, inline="always")
def _emit(log, event, p, other, q, x, cause):  # type: ignore[no-untyped-def]
    def tally(log, event, p, other, q, x, cause):  # type: ignore[no-untyped-def]
        log[event, 0] += 1
        log[event, 1] += x

    return tally


@overload(luck_module.u64, inline="always")
def _u64(x):  # type: ignore[no-untyped-def]
    return lambda x: np.uint64(x)


@overload(luck_module.i64, inline="always")
def _i64(x):  # type: ignore[no-untyped-def]
    return lambda x: np.int64(x)


for function in RULES:
    register_jitable(function)


def to_record(thing: State | Tables, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """An array of one record with the fields of a state or of tables; shorter lists leave the rest 0."""
    array = np.zeros(1, dtype)
    for name in dtype.names or ():
        value = getattr(thing, name)
        if isinstance(value, list):
            array[0][name][: len(value)] = value
        else:
            array[0][name] = value
    return array


def to_state(record: np.void, like: State) -> State:
    """A plain state from a record, its lists as long as those of `like`."""
    state = like.copy()
    for name in state_module.LISTS:
        setattr(state, name, record[name][: len(getattr(like, name))].tolist())
    for name in state_module.NUMBERS:
        setattr(state, name, int(record[name]))
    return state
