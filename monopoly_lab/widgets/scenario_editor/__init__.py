"""The builder: scenarios made with the mouse, checked at every edit as their file would be."""

from monopoly_lab.widgets.scenario_editor.editor import ScenarioBuilder

__all__ = ["ScenarioBuilder"]
