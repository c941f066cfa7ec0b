"""The libraries that rules become: parts, stages and roots.

This uses numba's code libraries, which are internal: as one minor version has them (`linking.KNOWN`).
"""

from collections.abc import Callable, Iterable
from typing import Any

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary

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
        self._link_parts()
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()

    def _link_parts(self) -> None:
        module = self._final_module
        own = {function.name for function in module.functions if not function.is_declaration}
        for library in needed(self._linking_libraries, {}):
            self._reload_init.update(library._reload_init)
            module.link_in(linkable(library), preserve=True)
        for function in module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = "internal"

    def _optimize_final_module(self) -> None:
        """One run for all, without the widening of loops, which are short."""
        tuning = llvm.create_pipeline_tuning_options(speed_level=3)
        tuning.loop_vectorization = False
        builder = llvm.create_pass_builder(self._codegen._tm, tuning)
        builder.getModulePassManager().run(self._final_module, builder)


class Stage(Root):
    """A function with all its parts that is stored and waits to be linked into roots; it is optimised there."""

    codegen = NoMemory()

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._link_parts()
        self._finalized = True

    get_pointer_to_function = Part.get_pointer_to_function

    def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, bytes]]:
        """With an object of nothing but the places of environments, which are filled where the stage is loaded."""
        text = str(self._codegen._create_empty_module(self.name))
        text += "\n".join(str(each) for each in self._final_module.global_variables if "NumbaEnv" in each.name)
        places = self._codegen._tm.emit_object(llvm.parse_assembly(text))
        return self.name, "object", (places, self._get_module_for_linking().as_bitcode())


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
