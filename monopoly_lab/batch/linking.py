"""How rules become machine code: each is translated on its own, all together are optimised once.

numba would optimise every function with all that it calls and make machine code of it, four hundred
times. Here a rule becomes a *part*, LLVM's language and no more; a *root*, which is what
others call, links its parts once, makes them its own and is optimised and finished alone.

This uses numba's code libraries, which are internal: they are used as one minor version has them,
and with another the rules are compiled the ordinary way, to the same results and more slowly.
"""

from collections.abc import Callable, Iterable
from typing import Any

import llvmlite.binding as llvm
import numba
from numba import njit
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.dispatcher import Dispatcher
from numba.core.lowering import Lower
from numba.core.registry import cpu_target
from numba.core.typed_passes import NativeLowering
from numba.core.types import Integer, NestedArray, intp, unliteral
from numba.core.types.functions import Dispatcher as DispatcherType
from numba.extending import models, overload, register_model

KNOWN = "0.68"  # the minor version that constraints.txt names
LINKED = ".".join(numba.__version__.split(".")[:2]) == KNOWN

# What a rule needs of numba's passes: it has no closures, literals to unroll, arrays to fuse or objects.
NEEDED = {
    *("TranslateByteCode", "FixupArgs", "IRProcessing", "GenericRewrites", "ReconstructSSA"),
    *("NopythonTypeInference", "PreLowerStripPhis", "IRLegalization", "AnnotateTypes", "NoPythonBackend"),
}


tell: Callable[[], object] | None = None  # called for every part, to show how far the compiler is


class NoMemory:
    """In place of the code generator of a part, which has no address yet."""

    @staticmethod
    def set_env(name: str, env: object) -> None:
        """A part's environment is not looked up: it raises no exception of its own."""


class Part(JITCodeLibrary):
    """A function in LLVM's language that waits to be linked into a root."""

    codegen = NoMemory()

    def finalize(self) -> None:
        self._finalized = True
        if tell is not None:
            tell()

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0


class Root(JITCodeLibrary):
    """A function with all its parts, optimised once and made machine code."""

    def finalize(self) -> None:
        self._codegen._check_llvm_bugs()
        self._raise_if_finalized()
        module = self._final_module
        own = {function.name for function in module.functions if not function.is_declaration}
        for library in needed(self._linking_libraries, {}):
            self._reload_init.update(library._reload_init)
            module.link_in(linkable(library), preserve=True)
        for function in module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = "internal"
        self._optimize_final_module()
        module.verify()
        self._finalize_final_module()

    def _optimize_final_module(self) -> None:
        """One run for all, without the widening of loops, which are short."""
        tuning = llvm.create_pipeline_tuning_options(speed_level=3)
        tuning.loop_vectorization = False
        builder = llvm.create_pass_builder(self._codegen._tm, tuning)
        builder.getModulePassManager().run(self._final_module, builder)


def linkable(library: Any) -> Any:
    return library._final_module if isinstance(library, Part) else library._get_module_for_linking()


def needed(libraries: Iterable[Any], found: dict[Any, None]) -> dict[Any, None]:
    """The libraries and what their parts need, each once."""
    for library in libraries:
        if library not in found:
            found[library] = None
            if isinstance(library, Part):
                needed(library._linking_libraries, found)
    return found


class RuleLower(Lower):
    """Numba's translation to LLVM's language; a list of a record is read and written without a look at the index.

    numba would add the length to negative indices; rules have none, which their plain games show.
    """

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        place = self.place(value, index)
        if place is None:
            return super().lower_getitem(resty, expr, value, index, signature)
        return self.context.cast(self.builder, self.builder.load(place), signature.return_type, resty)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        place = self.place(target_var, index_var)
        if place is None:
            return super().lower_setitem(target_var, index_var, value_var, signature)
        value = self.loadvar(value_var.name)
        kind = self.typeof(target_var.name).dtype
        self.builder.store(self.context.cast(self.builder, value, self.typeof(value_var.name), kind), place)
        return None

    def place(self, array: Any, index: Any) -> Any:
        """Where the number stands; None where numba knows better, and where bounds are checked."""
        kind, number = self.typeof(array.name), self.typeof(index.name)
        if self.context.enable_boundscheck or not isinstance(kind, NestedArray) or not isinstance(number, Integer):
            return None
        numbers = self.context.make_array(kind)(self.context, self.builder, self.loadvar(array.name))
        place = self.context.cast(self.builder, self.loadvar(index.name), number, intp)
        return self.builder.gep(numbers.data, [place])


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerPart(NativeLowering):
    """The last pass: into a library of ours."""

    _name = "monopoly_lab_lower_part"
    library: type[JITCodeLibrary] = Part
    lowering_class = RuleLower

    def run_pass(self, state: Any) -> bool:
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerRoot(LowerPart):
    _name = "monopoly_lab_lower_root"
    library = Root


class RootCompiler(CompilerBase):
    """numba's passes, the last of them ours."""

    lowering: type[LowerPart] = LowerRoot

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [
            (self.lowering, text) if kind is NativeLowering else (kind, text)
            for kind, text in passes.passes
            if self.is_needed(kind)
        ]
        passes._finalized = False
        passes.finalize()
        return [passes]

    def is_needed(self, kind: type) -> bool:
        return True


class PartCompiler(RootCompiler):
    """The few passes that a rule needs."""

    lowering = LowerPart

    def is_needed(self, kind: type) -> bool:
        return kind.__name__ in NEEDED or kind is NativeLowering


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
    compiler: Any = {"pipeline_class": RootCompiler} if LINKED else {}
    return njit(cache=cache, **compiler, **options)(function)


def stand_in(function: Callable[..., Any], compiled: Dispatcher) -> None:
    """Compiled code that calls `function` calls `compiled`."""
    _known[function] = compiled
    cpu_target.typing_context.insert_global(function, RuleType(compiled))
