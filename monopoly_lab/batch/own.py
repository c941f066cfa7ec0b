"""Own strategies, compiled: a function of the user behind an address that stands in the row of its seat.

So `drive` is compiled once for all of them, and a new strategy costs the time of its own function and of the rules
that it asks. What the rules refuse is found out beside it, which shipped strategies do not need.
"""

from collections.abc import Sequence
from threading import Lock
from typing import Any

import numpy as np
from numba import carray, cfunc, njit
from numba.core.errors import NumbaError

from monopoly_lab.batch.calling import AMOUNT, REFUSED, SPACE, WAY
from monopoly_lab.batch.compiled import STATE, TABLES, as_array, register
from monopoly_lab.batch.linking import LINKED
from monopoly_lab.batch.passes import LowerPart, RootCompiler
from monopoly_lab.codes import verb, why
from monopoly_lab.errors import StrategyError
from monopoly_lab.messages import say
from monopoly_lab.players import style
from monopoly_lab.players.own import ACT, DECISION, KNOWN, Asked, own_refused

_addresses: dict[int, Any] = {}  # by number: what is compiled, which must not be forgotten
_one_at_a_time = Lock()


class OwnCompiler(RootCompiler):
    """A part by all passes of numba: a function of the user may have what rules have not."""

    lowering = LowerPart


def as_styles(styles: Sequence[int]) -> np.ndarray[Any, Any]:
    """The rows of all seats as compiled code reads them, with addresses in place of the numbers of own strategies.

    Raises StrategyError for a function that cannot be compiled.
    """
    found = list(styles)
    for row in range(0, len(found), style.STYLE):
        if found[row + style.KIND] == style.OWN:
            found[row + style.OWN_NUMBER] = _address(found[row + style.OWN_NUMBER])
    return as_array(found)


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
