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
from numba.core import cgutils, ir
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.dispatcher import Dispatcher
from numba.core.ir_utils import build_definitions
from numba.core.lowering import Lower
from numba.core.registry import cpu_target
from numba.core.ssa import reconstruct_ssa
from numba.core.typed_passes import NativeLowering, PreLowerStripPhis
from numba.core.types import Boolean, Function, Integer, Literal, Module, NestedArray, Record, intp, unliteral
from numba.core.types.functions import Dispatcher as DispatcherType
from numba.core.untyped_passes import ReconstructSSA
from numba.extending import models, register_model


class NoMemory:
    """Takes the place of the code generator of a part, which has no address yet."""

    @staticmethod
    def set_env(name: str, env: object) -> None:
        """Ignore a part's environment: it raises no exception of its own."""


class Part(JITCodeLibrary):
    """A function in LLVM's language that waits to be linked."""

    codegen = NoMemory()

    def finalize(self) -> None:
        """Note that nothing more is added; machine code is made with the root."""
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: a part has no address before it is linked."""
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
        tuning = llvm.create_pipeline_tuning_options(speed_level=3)
        tuning.loop_vectorization = False
        builder = llvm.create_pass_builder(self._codegen._tm, tuning)
        builder.getModulePassManager().run(module, builder)
        module.verify()
        self._finalize_final_module()


def linkable(library: Any) -> Any:
    """Return the module of LLVM that is linked for a library."""
    return library._final_module if isinstance(library, Part) else library._get_module_for_linking()


def needed(libraries: Iterable[Any], found: dict[Any, None]) -> dict[Any, None]:
    """Return the libraries and what their parts need, each once."""
    for library in libraries:
        if library not in found:
            found[library] = None
            if isinstance(library, Part):
                needed(library._linking_libraries, found)
    return found


class RuleLower(Lower):
    """numba's translation to LLVM's language; a list of a record is its address.

    It is read and written there, without a header of its own and without a look at the index: numba would add the
    length to negative indices; rules have none, which their plain games show.
    """

    def init(self) -> None:
        super().init()
        self.lists: dict[str, Any] = {}  # by name: of which record which field it is

    def lower_inst(self, inst: Any) -> None:
        if isinstance(inst, ir.Del) and not self.is_counted(inst.value):
            return
        if isinstance(inst, ir.Assign) and self.is_list(inst):
            self.lists[inst.target.name] = inst.value
        elif isinstance(inst, ir.Assign) and not isinstance(inst.value, ir.Arg):  # numba would make a text of it first
            name = inst.target.name
            self.storevar(self.lower_assign(self.typeof(name), inst), name)
        else:
            super().lower_inst(inst)

    def is_counted(self, name: str) -> bool:
        """Return True for what could be given back; numba would blot out a record whose lists are still read."""
        return self.context.enable_nrt and name not in self.lists and not isinstance(self.typeof(name), Record)

    def is_list(self, inst: Any) -> bool:
        """Return True if a list of a record is named for the rest of its expression only, as in `s.cash[p]`."""
        return (
            isinstance(inst.value, ir.Expr)
            and inst.value.op == "getattr"
            and isinstance(self.typeof(inst.value.value.name), Record)
            and isinstance(self.typeof(inst.target.name), NestedArray)
            and inst.target.name.startswith("$")
            and inst.target.name in self._singly_assigned_vars
        )

    def loadvar(self, name: str) -> Any:
        """Return a list with its header, where it is more than read and written."""
        if name in self.lists:
            return self.lower_expr(self.typeof(name), self.lists[name])
        return super().loadvar(name)

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
        """Return the address of the number; None where numba knows better, and where bounds are checked."""
        kind, number = self.typeof(array.name), self.typeof(index.name)
        if self.context.enable_boundscheck or not isinstance(kind, NestedArray) or not isinstance(number, Integer):
            return None
        place = self.context.cast(self.builder, self.loadvar(index.name), number, intp)
        return self.builder.gep(self.begin(array, kind), [place])

    def begin(self, array: Any, kind: Any) -> Any:
        """Return where the numbers of a list begin."""
        field = self.lists.get(array.name)
        if field is None:
            return self.context.make_array(kind)(self.context, self.builder, self.loadvar(array.name)).data
        record = self.typeof(field.value.name)
        number = self.context.get_data_type(kind.dtype)
        return cgutils.get_record_member(
            self.builder, self.loadvar(field.value.name), record.offset(field.attr), number
        )


NUMBERS = Integer, Boolean, NestedArray

_meanings: dict[Any, Any] = {}
_passes: dict[type, PassManager] = {}


class Meanings:
    """numba's context of types; what an operator does to numbers, and of what type a field is, it is asked once."""

    def __init__(self, context: Any) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def resolve_function_type(self, function: Any, args: Any, kws: Any) -> Any:
        """Return the type of a call, found once for each types of arguments."""
        if kws or not isinstance(function, Function) or not all(isinstance(each, NUMBERS) for each in args):
            return self._context.resolve_function_type(function, args, kws)
        if sum(isinstance(each, Literal) for each in args) == 1:  # two may become a constant
            args = tuple(map(unliteral, args))
        return self._once(self._context.resolve_function_type, function, tuple(args), {})

    def resolve_setitem(self, numbers: Any, index: Any, value: Any) -> Any:
        """Return the type of an assignment to an element, found once."""
        return self._once(self._context.resolve_setitem, numbers, index, value)

    def resolve_setattr(self, record: Any, name: str, value: Any) -> Any:
        """Return the type of an assignment to a field, found once."""
        return self._once(self._context.resolve_setattr, record, name, value)

    def resolve_getattr(self, owner: Any, name: str) -> Any:
        """Return the type of a field or constant, found once."""
        if isinstance(owner, Module) and isinstance(getattr(owner.pymod, name, None), int):
            return self._context.resolve_module_constants(owner, name)
        if isinstance(owner, Record):
            return self._once(self._context.resolve_getattr, owner, name)
        return self._context.resolve_getattr(owner, name)

    def _once(self, ask: Any, *given: Any) -> Any:
        key = ask.__name__, *(each for each in given if each != {})
        if key not in _meanings:
            _meanings[key] = ask(*given)
        return _meanings[key]


class Quietly(PassManager):
    """Takes the steps and does nothing else."""

    def _runPass(self, index: int, one: Any, state: Any) -> None:
        one.analysis = self._analysis
        one.run_pass(state)


@register_pass(mutates_CFG=False, analysis_only=False)
class Versions(ReconstructSSA):
    """A name for every value of a variable; how long each lives is not analyzed."""

    _name = "monopoly_lab_versions"

    def run_pass(self, state: Any) -> bool:
        state.func_ir = reconstruct_ssa(state.func_ir)
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True


@register_pass(mutates_CFG=False, analysis_only=False)
class Variables(PreLowerStripPhis):
    """And a variable again for the values that meet."""

    _name = "monopoly_lab_variables"

    def run_pass(self, state: Any) -> bool:
        state.func_ir = self._strip_phi_nodes(state.func_ir)
        return True


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
    """Translates the function that is called from outside."""

    _name = "monopoly_lab_lower_root"
    library = Root


SHORTER: dict[type, type] = {ReconstructSSA: Versions, PreLowerStripPhis: Variables}


class RootCompiler(CompilerBase):
    """All passes of numba, the last of them ours."""

    lowering: type[LowerPart] = LowerRoot

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.state.typingctx = Meanings(self.state.typingctx)

    def define_pipelines(self) -> list[PassManager]:
        kind = type(self)
        if kind not in _passes:
            _passes[kind] = self.found()
        return [_passes[kind]]

    def found(self) -> PassManager:
        """Return the passes, which are the same for all functions."""
        passes = Quietly(type(self).__name__)
        for kind, text in DefaultPassBuilder.define_nopython_pipeline(self.state).passes:
            taken = self.instead(kind)
            if taken is not None:
                passes.add_pass(taken, text)
        passes.finalize()
        return passes

    @classmethod
    def instead(cls, kind: type) -> type | None:
        """Return the pass to run where numba would run `kind`; None for none."""
        return cls.lowering if kind is NativeLowering else kind


class WholePartCompiler(RootCompiler):
    """A part by all passes of numba: entry points, and functions of the user, may have what rules have not."""

    lowering = LowerPart


class PartCompiler(RootCompiler):
    """The few passes that a rule needs: it has no closures, literals to unroll, arrays to fuse or objects."""

    lowering = LowerPart
    needed = ("TranslateByteCode", "FixupArgs", "NopythonTypeInference", "NoPythonBackend")

    @classmethod
    def instead(cls, kind: type) -> type | None:
        if kind.__name__ in cls.needed or kind is NativeLowering:
            return super().instead(kind)
        return SHORTER.get(kind)


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
