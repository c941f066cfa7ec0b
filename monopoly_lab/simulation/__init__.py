"""Whole games by the thousand, in plain Python and compiled, and the checks that both are equal."""

from monopoly_lab.simulation.batches import batch
from monopoly_lab.simulation.event_counts import Batch, Result

__all__ = ["Batch", "Result", "batch"]
