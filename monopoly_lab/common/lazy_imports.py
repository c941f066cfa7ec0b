"""Imports that wait until they are needed: pandas as `pd`, networkx as `nx`, and the names of a package.

pandas and networkx each take longer than importing this package.
"""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx as nx
    import pandas as pd
else:

    class _LazyModule:
        def __init__(self, name: str) -> None:
            self._name = name

        def __getattr__(self, name: str) -> Any:
            value = getattr(import_module(self._name), name)
            setattr(self, name, value)  # the next time it is found at once
            return value

    nx, pd = _LazyModule("networkx"), _LazyModule("pandas")

__all__ = ["names_of_package", "nx", "pd"]


def names_of_package(package: str, homes: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` for a package that imports its names when they are first used.

    `homes` gives for each name the module that defines it, as a path below the package.
    """

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{homes[name]}"), name)
        setattr(sys.modules[package], name, value)  # the next time it is found at once
        return value

    return find, lambda: sorted({*vars(sys.modules[package]), *homes})
