"""What numba does with a rule from its bytecode to LLVM's language: the steps that a rule needs, and no more.

Two thirds of a first call are numba's own Python. It would look at every function anew for lives of variables that
nothing counts, write all fields of its records down for each step, and try dozens of meanings for every `+`.
"""

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.ir_utils import build_definitions
from numba.core.ssa import reconstruct_ssa
from numba.core.typed_passes import NativeLowering, PreLowerStripPhis
from numba.core.types import Boolean, Function, Integer, Literal, Module, NestedArray, Record, unliteral
from numba.core.untyped_passes import ReconstructSSA

from monopoly_lab.simulation.compiled.lowering import RuleLower
from monopoly_lab.simulation.compiled.numba_libraries import Part, Root

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
        if kws or not isinstance(function, Function) or not all(isinstance(each, NUMBERS) for each in args):
            return self._context.resolve_function_type(function, args, kws)
        if sum(isinstance(each, Literal) for each in args) == 1:  # two may become a constant
            args = tuple(map(unliteral, args))
        return self._once(self._context.resolve_function_type, function, tuple(args), {})

    def resolve_setitem(self, numbers: Any, index: Any, value: Any) -> Any:
        return self._once(self._context.resolve_setitem, numbers, index, value)

    def resolve_setattr(self, record: Any, name: str, value: Any) -> Any:
        return self._once(self._context.resolve_setattr, record, name, value)

    def resolve_getattr(self, owner: Any, name: str) -> Any:
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
    """A name for every value of a variable; who lives how long is not asked."""

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
