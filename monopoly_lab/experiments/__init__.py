"""Experiments with whole games: average results, effects of a rule or a choice, with intervals."""

from monopoly_lab.experiments.comparison import Comparison, compare
from monopoly_lab.experiments.decision import decide
from monopoly_lab.experiments.parameter_sweep import Sweep, sweep
from monopoly_lab.experiments.round_by_round import OverRounds, over_rounds
from monopoly_lab.experiments.search_strategy import thinker
from monopoly_lab.experiments.simulation import Simulation, simulate
from monopoly_lab.experiments.strategy_tournament import Tournament, tournament
from monopoly_lab.experiments.tuning import Tuning, tune

__all__ = [
    "Comparison",
    "OverRounds",
    "Simulation",
    "Sweep",
    "Tournament",
    "Tuning",
    "compare",
    "decide",
    "over_rounds",
    "simulate",
    "sweep",
    "thinker",
    "tournament",
    "tune",
]
