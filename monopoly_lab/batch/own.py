"""Own strategies, compiled: a function of the user behind an address that stands in the row of its seat.

So `drive` is compiled once for all of them, and a new strategy costs the time of its own function and of the rules
that it asks. What the rules refuse is found out beside it, which shipped strategies do not need.
"""

from collections.abc import Sequence
from threading import Lock
from typing import Any

from llvmlite import ir
from numba import carray, cfunc, njit
from numba.core import cgutils, types
from numba.core.errors import NumbaError
from numba.extending import intrinsic

from monopoly_lab.batch.linking import LINKED, PartCompiler, RootCompiler
from monopoly_lab.codes import verb, why
from monopoly_lab.errors import StrategyError
from monopoly_lab.messages import say
from monopoly_lab.players import style
from monopoly_lab.players.own import ACT, DECISION, KNOWN, Asked, own_refused

SPACE, AMOUNT = 8, 20  # bits of an answer before its space and its amount, which begin at -1
REFUSED = -1
WAY = types.int64(types.voidptr, types.voidptr, types.int64, types.int64)  # state, tables, seat, what is asked for

_addresses: dict[int, Any] = {}  # by number: what is compiled, which must not be forgotten
_one_at_a_time = Lock()


class OwnCompiler(PartCompiler):
    """All passes of numba: a function of the user may have what rules have not."""

    def is_needed(self, kind: type) -> bool:
        return True


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


def addressed(styles: Sequence[int]) -> list[int]:
    """The styles with addresses in place of the numbers of own strategies.

    Raises StrategyError for a function that cannot be compiled.
    """
    found = list(styles)
    for row in range(0, len(found), style.STYLE):
        if found[row + style.KIND] == style.OWN:
            found[row + style.OWN_NUMBER] = _address(found[row + style.OWN_NUMBER])
    return found


def _address(number: int) -> int:
    with _one_at_a_time:
        if number not in _addresses:
            who = KNOWN[number]
            try:
                _addresses[number] = _compiled(who.function(DECISION), who.function(ACT))
            except NumbaError as problem:
                told = next((line for line in str(problem).splitlines() if line.strip()), "")
                text = say("strategy_error.own_uncompiled", strategy=who.own_name, problem=told)
                raise StrategyError(text) from problem
        return int(_addresses[number].address)


def _compiled(decide: Asked | None, act: Asked | None) -> Any:
    """A function with an address, compiled now."""
    from monopoly_lab.batch.compiled import STATE, TABLES, register

    register()  # rules of the user's
    decision, before = _part(decide or _nothing), _part(act or _nothing)
    state, tables = STATE, TABLES

    def answer(s_at, t_at, p, what):
        s = carray(s_at, 1, state)[0]
        t = carray(t_at, 1, tables)[0]
        if what == ACT:
            v, q, x = before(s, t, p)
        else:
            v, q, x = decision(s, t, p)
        if v == verb.NONE:
            return 0
        if own_refused(s, t, p, v, q, x) != why.NONE:
            return REFUSED
        return v + ((q + 1) << SPACE) + ((x + 1) << AMOUNT)

    options: dict[str, Any] = {"error_model": "numpy"}
    if LINKED:
        options["pipeline_class"] = RootCompiler
    return cfunc(WAY, **options)(answer)


def _part(function: Asked) -> Any:
    """The function as compiled code calls it: anew each time, for what it takes from outside may have changed."""
    options: Any = {"error_model": "numpy"}
    if LINKED:
        options |= {"pipeline_class": OwnCompiler, "_nrt": False}
    return njit(**options)(function)


def _nothing(s, t, p):
    return verb.NONE, -1, -1
