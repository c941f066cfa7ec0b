"""Figures of the chain: each function takes a chain, or fights with bosses, and returns a plotly Figure.

`lines`, `bars` and `dots` draw numbers of any kind in the same look, under a title of one's own.

In place of a chain they take what it is made of: `heat_map("classic_us")`, an edition, a game, a scenario.

Every figure says in its title what it counts and under which rules. Groups have the colors of the
board and a letter or sign besides; a scale of values is the board's. `figure.write_html`,
`figure.write_image` and the camera of the figure export them.
"""

from typing import Any

from monopoly_lab.common.renamed_modules import warn_renamed
from monopoly_lab.figures.board_shares import heat_map, transitions
from monopoly_lab.figures.boss_fights import boss_chances, boss_stopping
from monopoly_lab.figures.convergence_figures import convergence, monte_carlo
from monopoly_lab.figures.matrix_figures import eigenvalues, matrix
from monopoly_lab.figures.rent_figures import at_level, frontier, paybacks, rents
from monopoly_lab.figures.table_charts import bars, dots, group_colors, lines

__all__ = [
    "at_level",
    "bars",
    "boss_chances",
    "boss_stopping",
    "convergence",
    "dots",
    "eigenvalues",
    "frontier",
    "group_colors",
    "heat_map",
    "lines",
    "matrix",
    "monte_carlo",
    "paybacks",
    "rents",
    "transitions",
]


def __getattr__(name: str) -> Any:
    """Return what has a new name by its old one, with a DeprecationWarning."""
    if name == "group_colours":
        warn_renamed("figures.group_colours", "figures.group_colors")
        return group_colors
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
