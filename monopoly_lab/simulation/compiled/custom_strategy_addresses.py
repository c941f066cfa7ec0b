"""Compile a user's strategy and call it by its address.

So `drive` is compiled once for all of them, and a new strategy costs the time of its own function and of the rules
that it asks. What the rules refuse is found out beside it, which shipped strategies do not need.
"""

from collections.abc import Sequence
from threading import Lock
from typing import Any

import numpy as np
from numba import carray, cfunc, njit  # type: ignore[attr-defined]
from numba.core.errors import NumbaError

from monopoly_lab.common.errors import StrategyError
from monopoly_lab.common.messages import say
from monopoly_lab.constants import action, refusal
from monopoly_lab.players import parameters
from monopoly_lab.players.custom_strategy import ACT, DECISION, KNOWN, Asked, own_refused
from monopoly_lab.simulation.compiled.addresses import AMOUNT, REFUSED, SPACE, WAY
from monopoly_lab.simulation.compiled.entry_points import register
from monopoly_lab.simulation.compiled.linking import RootCompiler, WholePartCompiler
from monopoly_lab.simulation.compiled.records import STATE, TABLES, as_array

_addresses: dict[int, Any] = {}  # by number: what is compiled, which must not be forgotten
_one_at_a_time = Lock()


def as_styles(styles: Sequence[int]) -> np.ndarray[Any, Any]:
    """Return the rows of all seats as compiled code reads them, with addresses for the numbers of own strategies.

    Raises StrategyError for a function that cannot be compiled.
    """
    found = list(styles)
    for row in range(0, len(found), parameters.STYLE):
        if found[row + parameters.KIND] == parameters.OWN:
            found[row + parameters.OWN_NUMBER] = _address(found[row + parameters.OWN_NUMBER])
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
    """Return a function with an address, compiled now."""
    register()  # rules of the user's
    decision, before = _part(decide or _nothing), _part(act or _nothing)
    state, tables = STATE, TABLES

    def answer(s_at: Any, t_at: Any, p: int, what: int) -> int:
        s = carray(s_at, 1, state)[0]
        t = carray(t_at, 1, tables)[0]
        if what == ACT:
            v, q, x = before(s, t, p)
        else:
            v, q, x = decision(s, t, p)
        if v == action.NONE:
            return 0
        if own_refused(s, t, p, v, q, x) != refusal.NONE:
            return REFUSED
        code: int = v + ((q + 1) << SPACE) + ((x + 1) << AMOUNT)
        return code

    return cfunc(WAY, error_model="numpy", pipeline_class=RootCompiler)(answer)


def _part(function: Asked) -> Any:
    """Return the function as compiled code calls it, made anew: what it takes from outside may have changed."""
    options: Any = {"error_model": "numpy", "pipeline_class": WholePartCompiler, "_nrt": False}
    return njit(**options)(function)


def _nothing(s: Any, t: Any, p: int) -> tuple[int, int, int]:
    return action.NONE, -1, -1
