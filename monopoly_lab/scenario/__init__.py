"""Positions to start a lesson from: read from a file, kept on a shelf, edited as a draft."""

from monopoly_lab.scenario.checking import check_file
from monopoly_lab.scenario.scenario import Scenario, scenarios

__all__ = ["Scenario", "check_file", "scenarios"]
