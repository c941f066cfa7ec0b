"""Textbook models of economics with the numbers of a board: `ml.economics.housing_market` and so on.

Each module is one model, with its formula, its name in textbooks and a reference. Rents, prices and frequencies come
from an edition and its Markov chain.
"""

from importlib import import_module
from pathlib import Path
from types import ModuleType

_MODELS = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))


def __getattr__(name: str) -> ModuleType:
    if name not in _MODELS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.{name}")


def __dir__() -> list[str]:
    return [*globals(), *_MODELS]
