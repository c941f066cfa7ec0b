"""Whole games by the thousand, in plain Python and compiled, and the checks that both are equal."""

from monopoly_lab.batch.many import batch
from monopoly_lab.batch.tally import Batch, Result

__all__ = ["Batch", "Result", "batch"]
