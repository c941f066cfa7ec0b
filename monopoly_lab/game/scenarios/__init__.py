"""Positions to start a lesson from: read from a file, kept on a shelf, edited as a draft."""

from monopoly_lab.game.scenarios.scenario import Scenario, check_file, scenarios

__all__ = ["Scenario", "check_file", "scenarios"]
