"""The libraries that rules become: parts, which wait to be linked, and roots, which are called.

This uses numba's code libraries, which are internal: as one minor version has them (`linking.SUPPORTED_NUMBA`).
"""

from collections.abc import Iterable
from typing import Any

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary


class NoMemory:
    """Stands in place of the code generator of a part, which has no address yet."""

    @staticmethod
    def set_env(name: str, env: object) -> None:
        """Ignore a part's environment: it raises no exception of its own."""


class Part(JITCodeLibrary):
    """A function in LLVM's language that waits to be linked."""

    codegen = NoMemory()

    def finalize(self) -> None:
        self._finalized = True

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
        tuning = llvm.create_pipeline_tuning_options(speed_level=3)
        tuning.loop_vectorization = False
        builder = llvm.create_pass_builder(self._codegen._tm, tuning)
        builder.getModulePassManager().run(module, builder)
        module.verify()
        self._finalize_final_module()


def linkable(library: Any) -> Any:
    return library._final_module if isinstance(library, Part) else library._get_module_for_linking()


def needed(libraries: Iterable[Any], found: dict[Any, None]) -> dict[Any, None]:
    """Return the libraries and what their parts need, each once."""
    for library in libraries:
        if library not in found:
            found[library] = None
            if isinstance(library, Part):
                needed(library._linking_libraries, found)
    return found
