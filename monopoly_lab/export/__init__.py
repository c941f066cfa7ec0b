"""What somebody explored leaves as a notebook that runs again, a page, tables or paper."""

from monopoly_lab.export import experiments as experiments  # by which they are known
from monopoly_lab.export.write import FORMATS, export

__all__ = ["FORMATS", "export"]
