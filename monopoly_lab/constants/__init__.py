"""Integer codes of the rules, one module for each vocabulary.

Compiled rules know numbers only, so each vocabulary is a module of plain integers (`space_kind.STREET`, `node.BID`),
read in the same way by Python and by compiled code. `names(module)` returns the words of a vocabulary.
"""

from functools import cache
from types import ModuleType


@cache
def names(module: ModuleType) -> dict[int, str]:
    """Return lower-case names by code, in the order of the codes."""
    pairs = [(value, name.lower()) for name, value in vars(module).items() if name.isupper() and isinstance(value, int)]
    return dict(sorted(pairs))


@cache
def codes(module: ModuleType) -> dict[str, int]:
    """Return codes by lower-case name."""
    return {name: code for code, name in names(module).items()}
