"""Preload widgets in a process without a kernel, so that kernels forked from it show a table soon."""

import sys

import ipywidgets

from monopoly_lab.game.game import Game
from monopoly_lab.widgets.table import Table

COLUMNS = 20  # of a table that pandas shows in a kernel; as many as fit where it finds a terminal


def preload() -> None:
    """Draw a table once and put it away: what is kept for the next one stays in this process and its copies."""
    Table(Game("classic_us", seed=1))
    ipywidgets.Widget.close_all()


def connect() -> None:
    """Do in the kernel begun in this process what libraries do only when a kernel imports them."""
    ipywidgets.register_comm_target()  # to browsers
    if pandas := sys.modules.get("pandas"):
        pandas.set_option("display.max_columns", COLUMNS)
