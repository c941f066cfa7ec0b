"""Preload widgets in a process without a kernel, so that kernels forked from it show a table soon."""

import sys

import ipywidgets

from monopoly_lab.game.game import Game
from monopoly_lab.markov import Chain
from monopoly_lab.widgets.table import Table

EDITION = "classic_us"  # of most lessons
COLUMNS = 20  # of a table that pandas shows in a kernel; as many as fit where it finds a terminal


def preload() -> None:
    """Draw a table and derive a chain once, and put them away: what is kept for the next ones stays in all copies."""
    Table(Game(EDITION, seed=1))
    ipywidgets.Widget.close_all()
    Chain(EDITION)


def connect() -> None:
    """Do in the kernel begun in this process what libraries do only when a kernel imports them."""
    ipywidgets.register_comm_target()  # to browsers
    if pandas := sys.modules.get("pandas"):
        pandas.set_option("display.max_columns", COLUMNS)
