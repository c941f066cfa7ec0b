"""Players that need no person: strategies with parameters, and what a user's own strategy sees.

`strategies()` names the shipped ones, `describe(name)` says what one does, `Strategy(name,
reserve=30)` changes some of its parameters. They are rules, so they also compile. A
strategy of your own is any function from a `View` to the text of a choice, or a `CompiledStrategy`.
"""

from monopoly_lab.players.custom_strategy import CompiledStrategy
from monopoly_lab.players.next_answer import drive
from monopoly_lab.players.parameters import (
    PARAMETERS,
    Parameter,
    Strategy,
    strategies,
    style_of,
)
from monopoly_lab.players.strategy_catalog import called, describe, strategies_frame

__all__ = [
    "PARAMETERS",
    "CompiledStrategy",
    "Parameter",
    "Strategy",
    "called",
    "describe",
    "drive",
    "strategies",
    "strategies_frame",
    "style_of",
]
