"""The rules of the game, written once, stepped in plain Python or compiled for many games.

A module is a chapter of the rule book. `game_loop` runs them: `start`, `apply`. `legality` lists what
can be chosen.
"""

from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.agenda import RULES
from monopoly_lab.rules.game_loop import apply, carry_out, do, gone_on, start
from monopoly_lab.rules.legality import list_acts, list_answers, why_not
from monopoly_lab.rules.state import State, empty

__all__ = [
    "RULES",
    "State",
    "Tables",
    "apply",
    "carry_out",
    "do",
    "empty",
    "gone_on",
    "list_acts",
    "list_answers",
    "start",
    "why_not",
]
