"""pandas as `pd` and networkx as `nx`, imported when first used: each takes longer than importing this package."""

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

__all__ = ["nx", "pd"]
