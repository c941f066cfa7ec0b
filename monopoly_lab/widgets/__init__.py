"""Widgets for the classroom: the table a game is played on, the gallery and the builder of scenarios.

They are imported when they are first used: what asks for a prediction, without a notebook, needs none of them.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from monopoly_lab.widgets.gallery import Gallery
    from monopoly_lab.widgets.scenario_editor import ScenarioBuilder
    from monopoly_lab.widgets.table import Table

_HOMES = {"Gallery": "gallery", "ScenarioBuilder": "scenario_editor", "Table": "table"}

__all__ = ["Gallery", "ScenarioBuilder", "Table"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*globals(), *_HOMES]
