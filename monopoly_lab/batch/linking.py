"""How rules become machine code: each is translated on its own, all together are optimised once.

numba would optimise every function with all that it calls and make machine code of it, four hundred
times. Here a rule becomes a *part*, LLVM's language and no more; a *root*, which is what
others call, links its parts once, makes them its own and is optimised and finished alone. A *stage* is
a large function that roots share: linked and stored on its own, optimised in each root.

This uses numba's code libraries, which are internal (`libraries`, `lowering`, `passes`): they are used as one minor
version has them, and with another the rules are compiled the ordinary way, to the same results and more slowly.
"""

from collections.abc import Callable
from typing import Any

import numba
from numba import njit
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target
from numba.core.types import unliteral
from numba.core.types.functions import Dispatcher as DispatcherType
from numba.extending import models, overload, register_model

from monopoly_lab.batch.passes import PartCompiler, RootCompiler, StageCompiler

KNOWN = "0.68"  # the minor version that constraints.txt names
LINKED = ".".join(numba.__version__.split(".")[:2]) == KNOWN


class RuleType(DispatcherType):
    """The type of a rule where another calls it: one translation for all constants it is called with."""

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        plain = {name: unliteral(value) for name, value in kws.items()}
        return super().get_call_type(context, tuple(map(unliteral, args)), plain)


register_model(RuleType)(models.OpaqueModel)

_known: dict[Callable[..., Any], Dispatcher] = {}  # numba keeps weak references


def link(function: Callable[..., Any], options: Any, form: Callable[..., Any] | None = None) -> None:
    """Make `function` a part of all compiled code that calls it, in the given form if it has another there."""
    if LINKED:
        stand_in(function, njit(pipeline_class=PartCompiler, **options)(form or function))
    else:
        overload(function, jit_options=options, strict=False)(lambda *_: form or function)


def root(function: Callable[..., Any], cache: bool, options: Any) -> Any:
    """The function compiled at its first call, with its parts."""
    return _whole(RootCompiler, function, cache, options)


def stage(function: Callable[..., Any], cache: bool, options: Any) -> Any:
    """The function put together where a root first calls it, with its parts."""
    return _whole(StageCompiler, function, cache, options)


def _whole(compiler: type[RootCompiler], function: Callable[..., Any], cache: bool, options: Any) -> Any:
    more: Any = {"pipeline_class": compiler} if LINKED else {}
    return njit(cache=cache, **more, **options)(function)


def stand_in(function: Callable[..., Any], compiled: Dispatcher) -> None:
    """Compiled code that calls `function` calls `compiled`."""
    _known[function] = compiled
    cpu_target.typing_context.insert_global(function, RuleType(compiled))
