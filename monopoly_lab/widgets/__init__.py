"""Widgets for the classroom: the table a game is played on, the gallery and the builder of scenarios."""

from monopoly_lab.widgets.gallery import Gallery
from monopoly_lab.widgets.scenario_editor import ScenarioBuilder
from monopoly_lab.widgets.table import Table

__all__ = ["Gallery", "ScenarioBuilder", "Table"]
