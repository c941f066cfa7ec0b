"""Positions to start a lesson from: read from a file, listed for a gallery, edited as a draft."""

from monopoly_lab.game.scenarios.named_start import check_file
from monopoly_lab.game.scenarios.scenario import Scenario, scenarios

__all__ = ["Scenario", "check_file", "scenarios"]
