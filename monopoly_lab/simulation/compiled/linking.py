"""Rules become one piece of machine code: each is translated on its own, all together are optimised once.

numba would optimise every function with all that it calls and make machine code of it, four hundred times. Here a
rule becomes a *part*, LLVM's language and no more; the parts that entry points need are linked into one text. A
*root* is a strategy of the user's, which is compiled in memory with the rules that it asks.

This uses numba's code libraries, which are internal, as one minor version has them (`SUPPORTED_NUMBA`).
"""

from collections.abc import Callable, Iterable
from typing import Any

import llvmlite.binding as llvm
import numba
from numba import njit
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target
from numba.core.types import unliteral
from numba.core.types.functions import Dispatcher as DispatcherType
from numba.extending import models, register_model

from monopoly_lab.simulation.compiled.compiler_passes import PartCompiler, WholePartCompiler
from monopoly_lab.simulation.compiled.numba_libraries import linkable, needed

SUPPORTED_NUMBA = "0.68"  # the minor version that constraints.txt names
IS_KNOWN = ".".join(numba.__version__.split(".")[:2]) == SUPPORTED_NUMBA


def linked_text(libraries: Iterable[Any]) -> str:
    """Return the libraries and all parts that they need as one text in LLVM's language."""
    module = llvm.parse_assembly(str(cpu_target.target_context.codegen()._create_empty_module("rules")))
    for library in needed(libraries, {}):
        module.link_in(linkable(library), preserve=True)
    return str(module)


class RuleType(DispatcherType):
    """The type of a rule where another calls it: one translation for all constants it is called with."""

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        plain = {name: unliteral(value) for name, value in kws.items()}
        return super().get_call_type(context, tuple(map(unliteral, args)), plain)


register_model(RuleType)(models.OpaqueModel)

_known: dict[Callable[..., Any], Dispatcher] = {}  # numba keeps weak references


def link(function: Callable[..., Any], options: Any, form: Callable[..., Any] | None = None) -> None:
    """Make `function` a part of all compiled code that calls it, in the given form if it has another there."""
    _known[function] = njit(pipeline_class=PartCompiler, **options)(form or function)
    cpu_target.typing_context.insert_global(function, RuleType(_known[function]))


def translated(function: Callable[..., Any], arguments: tuple[Any, ...], options: Any) -> tuple[Any, str]:
    """Return the library of a function for these types of arguments, and the function's name in it."""
    dispatcher = njit(pipeline_class=WholePartCompiler, **options)(function)
    dispatcher.compile(arguments)
    result = dispatcher.overloads[arguments]
    _known[function] = dispatcher
    return result.library, result.fndesc.llvm_func_name
