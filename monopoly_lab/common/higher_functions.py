"""Let methods of low packages call functions of high ones, which the root of the package registers by name.

`game.export(...)` and `game.measures(...)` stand on objects of low packages; what writes notebooks and builds chains
stands above all that can be in them, and is loaded when it is first called.
"""

from collections.abc import Callable
from typing import Any

Function = Callable[..., Any]

_LOADERS: dict[str, Callable[[], Function]] = {}


def register(name: str, load: Callable[[], Function]) -> None:
    """Name a function; `load` imports and returns it, when it is first called for."""
    _LOADERS[name] = load


def higher(name: str) -> Function:
    """Return the function of a name; KeyError if none was registered."""
    return _LOADERS[name]()
