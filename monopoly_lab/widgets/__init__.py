"""Widgets for the classroom: the table a game is played on, the gallery and the builder of scenarios.

They are imported when they are first used: what asks for a prediction, without a notebook, needs none of them.
"""

from typing import TYPE_CHECKING

from monopoly_lab.common.lazy_imports import names_of_package

if TYPE_CHECKING:
    from monopoly_lab.widgets.gallery import Gallery
    from monopoly_lab.widgets.scenario_editor import ScenarioBuilder
    from monopoly_lab.widgets.table import Table

_HOMES = {"Gallery": "gallery", "ScenarioBuilder": "scenario_editor", "Table": "table"}

__all__ = ["Gallery", "ScenarioBuilder", "Table"]

__getattr__, __dir__ = names_of_package(__name__, _HOMES)
