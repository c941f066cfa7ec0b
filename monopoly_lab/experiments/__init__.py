"""Experiments with whole games: average results, effects of a rule or a choice, with intervals.

They are imported when they are first used: a process that only plays games needs no tables and
starts in half the time.
"""

from typing import TYPE_CHECKING

from monopoly_lab.common.lazy_imports import names_of_package

if TYPE_CHECKING:
    from monopoly_lab.experiments.comparison import Comparison, compare
    from monopoly_lab.experiments.decision import decide
    from monopoly_lab.experiments.parameter_sweep import Sweep, sweep
    from monopoly_lab.experiments.round_by_round import OverRounds, over_rounds
    from monopoly_lab.experiments.search_strategy import thinker
    from monopoly_lab.experiments.simulation import Simulation, simulate
    from monopoly_lab.experiments.strategy_tournament import Tournament, tournament
    from monopoly_lab.experiments.tuning import Tuning, tune

_HOMES = {
    "Comparison": "comparison",
    "OverRounds": "round_by_round",
    "Simulation": "simulation",
    "Sweep": "parameter_sweep",
    "Tournament": "strategy_tournament",
    "Tuning": "tuning",
    "compare": "comparison",
    "decide": "decision",
    "over_rounds": "round_by_round",
    "simulate": "simulation",
    "sweep": "parameter_sweep",
    "thinker": "search_strategy",
    "tournament": "strategy_tournament",
    "tune": "tuning",
}

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

__getattr__, __dir__ = names_of_package(__name__, _HOMES)
