"""Preload widgets in a process without a kernel, so that kernels forked from it show a table soon."""

import ipywidgets

from monopoly_lab.game.game import Game
from monopoly_lab.widgets.table import Table


def preload() -> None:
    """Draw a table once and put it away: what is kept for the next one stays in this process and its copies."""
    Table(Game("classic_us", seed=1))
    ipywidgets.Widget.close_all()


def connect() -> None:
    """Connect the kernel begun in this process to browsers; ipywidgets does so only when a kernel imports it."""
    ipywidgets.register_comm_target()
