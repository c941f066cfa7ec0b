"""The second speed: the same rules, compiled by numba over NumPy records.

Importing this module imports numba and registers every `@rule`; nothing is compiled before
the first call. A state or tables become a record with the same field names, so the source
of a rule is read once by Python and once by the compiler.

The two large entry points, `do` and `drive`, are translated and stored on disk on their own;
the loops that call them link what is stored, so another loop costs little.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numba.core import types
from numba.extending import intrinsic

from monopoly_lab.batch.cache import LOOPS, STRATEGIES, Stored, stored_here
from monopoly_lab.batch.cache import RULES as RULES_ALONE
from monopoly_lab.batch.calling import own_choice as compiled_choice
from monopoly_lab.batch.linking import LINKED, link, root, stage, stand_in
from monopoly_lab.batch.tally import (
    CAUSE,
    CAUSES,
    GOT,
    LONG,
    MOVED,
    PAID,
    RENT,
    RENT_GOT,
    RENT_PAID,
    ROWS,
    SPENT,
    STOPS,
)
from monopoly_lab.editions import tables as tables_module
from monopoly_lab.editions.tables import SEATS, SPACES
from monopoly_lab.players.driver import drive
from monopoly_lab.players.own import own_choice
from monopoly_lab.rules import RULES, State, do
from monopoly_lab.rules import luck as luck_module
from monopoly_lab.rules import state as state_module
from monopoly_lab.rules.rule import emit, unknown

# Rules divide by no zero, allocate nothing and are called by compiled code only.
OPTIONS: Any = {"error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True, "no_cpython_wrapper": True}


def dtype_of(fields: dict[str, int]) -> np.dtype[Any]:
    return np.dtype(
        [(name, "i8", (length,)) if length else (name, "i8") for name, length in fields.items()], align=True
    )


STATE = dtype_of(state_module.FIELDS | state_module.SCRATCH)
TABLES = dtype_of(tables_module.FIELDS)
TALLY = dtype_of({"long": 0, "numbers": 2 * LONG})  # two numbers a row; `long`: all rows are counted


def _pointer(context: Any, numbers: Any) -> tuple[Any, Any]:
    """Where the numbers of an array begin: a call passes one value, not the seven of an array."""

    def begin(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, args[0]).data

    return types.CPointer(numbers.dtype)(numbers), begin


pointer: Any = intrinsic(_pointer)


def add(log, row, x):
    log.numbers[2 * row] += 1
    log.numbers[2 * row + 1] += x


def _count(log, event, p, other, q, x, cause):
    """`log` is a `TALLY`."""
    add(log, event, x)
    if event == PAID:
        add(log, CAUSES + cause, x)
    if log.long != 0:
        count_seats(log, event, p, other, q, x, cause)


def count_seats(log, event, p, other, q, x, cause):
    """As `tally.Tally` does in a long tally."""
    if event == MOVED:
        add(log, STOPS + p * SPACES + q, 0)
    if event != PAID:
        return
    if p < SEATS:
        add(log, SPENT + p * CAUSE + cause, x)
    if other < SEATS:
        add(log, GOT + other * CAUSE + cause, x)
    if cause == RENT and q >= 0:
        add(log, RENT_PAID + p * SPACES + q, x)
        add(log, RENT_GOT + other * SPACES + q, x)


link(add, OPTIONS)
link(count_seats, OPTIONS)
link(emit, OPTIONS, _count)
link(own_choice, OPTIONS, compiled_choice)
link(unknown, OPTIONS, lambda vocabulary, code: None)  # what plain Python plays has known codes only
link(luck_module.u64, OPTIONS, lambda x: np.uint64(x))
link(luck_module.i64, OPTIONS, lambda x: np.int64(x))


def jit(function: Callable[..., Any], sources: tuple[str, ...], make: Callable[..., Any] = root, **options: Any) -> Any:
    """The function compiled at its first call, or loaded from disk where it was compiled before."""
    with stored_here(sources) as cache:
        compiled = make(function, cache, OPTIONS | options)
        if cache:
            compiled._cache = Stored(function)
        return compiled


def entry(function: Callable[..., Any], **options: Any) -> Any:
    """A loop called from Python."""
    register()
    return jit(function, LOOPS, no_cpython_wrapper=False, _nrt=True, **options)


if LINKED:  # else the loops hold them as they hold all rules
    stand_in(do, jit(do, RULES_ALONE, stage))
    stand_in(drive, jit(drive, STRATEGIES, stage))

_registered = {do, drive} if LINKED else set()


def register() -> None:
    """Make every rule known to the compiler, also those of modules imported since the last time."""
    for function in RULES:
        if function not in _registered:
            _registered.add(function)
            link(function, OPTIONS)


register()


def to_record(thing: object, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """An array of one record with the fields of a state, of tables or the like; shorter lists leave the rest 0."""
    array = np.zeros(1, dtype)
    for name in dtype.names or ():
        value = getattr(thing, name)
        if isinstance(value, list):
            array[0][name][: len(value)] = value
        else:
            array[0][name] = value
    return array


def to_records(tables: tables_module.Tables) -> np.ndarray[Any, Any]:
    """The tables of all stages, a record each."""
    return np.concatenate([to_record(t, TABLES) for t in tables.stages])


def to_state(record: np.void, like: State) -> State:
    """A plain state from a record, its lists as long as those of `like`."""
    state = like.copy()
    for name in state_module.LISTS:
        setattr(state, name, record[name][: len(getattr(like, name))].tolist())
    for name in state_module.NUMBERS:
        setattr(state, name, int(record[name]))
    return state


def new_tally(rows: int) -> np.ndarray[Any, Any]:
    """A log of compiled games with nothing counted yet: a record of `TALLY`; long with more than `ROWS` rows."""
    tally = np.zeros(1, TALLY)
    tally["long"] = rows > ROWS
    return tally


def rows_of(tally: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The rows of a compiled log, themselves: int64[LONG, 2]."""
    return tally["numbers"][0].reshape(LONG, 2)


def as_array(numbers: Sequence[int]) -> np.ndarray[Any, Any]:
    return np.array(numbers, dtype=np.int64)
