"""Whole games by the thousand, in plain Python and compiled, and the checks that both are equal."""

from monopoly_lab.simulation.block_player import batch
from monopoly_lab.simulation.event_counts import Batch, Result

__all__ = ["Batch", "Result", "batch"]
