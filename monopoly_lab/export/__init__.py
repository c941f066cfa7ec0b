"""What somebody explored leaves as a notebook that runs again, a page, tables or paper."""

from monopoly_lab.export import experiment_cells as experiment_cells  # by which they are known
from monopoly_lab.export.writer import FORMATS, export

__all__ = ["FORMATS", "export"]
