"""Widgets for the classroom: the table a game is played on."""

from monopoly_lab.widgets.gallery import Gallery
from monopoly_lab.widgets.table import Table

__all__ = ["Gallery", "Table"]
