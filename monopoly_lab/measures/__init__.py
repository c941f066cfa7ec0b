"""What a game is measured by: wealth in five ways, liquidity, income, inequality, money."""

from monopoly_lab.measures.game_measures import measures
from monopoly_lab.measures.inequality import gini, hhi, lorenz, theil

__all__ = ["gini", "hhi", "lorenz", "measures", "theil"]
