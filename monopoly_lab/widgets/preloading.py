"""Preload widgets in a process without a kernel, so that kernels forked from it show a table soon."""

import sys

import ipywidgets

from monopoly_lab.common.messages import catalogue, languages
from monopoly_lab.game.game import Game
from monopoly_lab.markov import Chain
from monopoly_lab.widgets import ask_prediction, gallery, prediction_field  # noqa: F401
from monopoly_lab.widgets.table import Table

EDITION = "classic_us"  # of most lessons
COLUMNS = 20  # of a table that pandas shows in a kernel; as many as fit where it finds a terminal


def preload() -> None:
    """Draw a table, derive a chain and read all languages once: what is kept for the next ones stays in all copies."""
    Table(Game(EDITION, seed=1))
    ipywidgets.Widget.close_all()
    Chain(EDITION)
    for lang in languages():
        catalogue(lang)
    draw_charts()


def draw_charts() -> None:
    """Draw a chart of each kind and show a table: plotly and pandas import most of what they need only then.

    The charts are not displayed: plotly would find no kernel here, and remember that in all copies.
    """
    import pandas as pd

    from monopoly_lab.figures import bars, dots

    table = pd.DataFrame({"x": [1, 2], "y": [1, 2]}, index=["a", "b"])
    table.to_html()
    for figure in (bars(table, "", "x", "y", "x"), dots(table, "", "x", "y", "x", {"x": (0.0, 1.0)})):
        figure.update_layout(shapes=[{"type": "line", "line": {"width": 1}}])
        figure.to_json()


def connect() -> None:
    """Do in the kernel begun in this process what libraries do only when a kernel imports them."""
    ipywidgets.register_comm_target()  # to browsers
    if pandas := sys.modules.get("pandas"):
        pandas.set_option("display.max_columns", COLUMNS)
