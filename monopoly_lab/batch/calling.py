"""Compiled code calls an own strategy: a function behind an address, which answers with three numbers in one."""

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

SPACE, AMOUNT = 8, 20  # bits of an answer before its space and its amount, which begin at -1
REFUSED = -1
WAY = types.int64(types.voidptr, types.voidptr, types.int64, types.int64)  # state, tables, seat, what is asked for


def _call(context: Any, address: Any, s: Any, t: Any, p: Any, what: Any) -> tuple[Any, Any]:
    """The function at an address, called with a state and tables, which are records."""

    def generated(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        pointer = cgutils.voidptr_t
        kind = ir.FunctionType(ir.IntType(64), [pointer, pointer, ir.IntType(64), ir.IntType(64)])
        at, state, tables, *rest = given
        records = [builder.bitcast(each, pointer) for each in (state, tables)]
        return builder.call(builder.inttoptr(at, kind.as_pointer()), [*records, *rest])

    return types.int64(types.int64, s, t, types.int64, types.int64), generated


call: Any = intrinsic(_call)


def own_choice(s, t, number, p, what):
    """As `players.own.own_choice`; `number` is an address."""
    answer = call(number, s, t, p, what)
    if answer < 0:
        return REFUSED, -1, -1
    return answer & 255, ((answer >> SPACE) & 4095) - 1, (answer >> AMOUNT) - 1
