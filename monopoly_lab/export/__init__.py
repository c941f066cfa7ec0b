"""Export a game, a chain or a result as a notebook, a page, tables or a PDF."""

from monopoly_lab.export.writer import FORMATS, export

__all__ = ["FORMATS", "export"]
