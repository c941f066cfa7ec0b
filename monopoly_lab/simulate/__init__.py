"""Many games at once: the same rules in a compiled loop, with what happened counted."""

from monopoly_lab.simulate.batch import Batch, Result, batch

__all__ = ["Batch", "Result", "batch"]
