"""The rules of the game, written once, stepped in plain Python or compiled for many games.

A module is a chapter of the rule book; docs/map.md has a table of rules and modules. `game_loop` runs them: `start`,
`try_choice`. `legality` lists what can be chosen.

Letters that all rules share (docs/terms.md has the others, and the words):

- `s` the state, which changes; `t` the tables of the edition, which do not; `log` the events so far;
- `p` a seat, `k` a token, `q` a space, `c` a card, `d` a deck, `g` a group, `b` a boss;
- `n` a node (what the game waits for) or a number of things, `v` the verb of an answer, `x` its amount.
"""

from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.rules.agenda import RULES
from monopoly_lab.rules.game_loop import make_choice, make_choice_and_update_rules, start, try_choice, update_rules
from monopoly_lab.rules.legality import list_acts, list_answers, why_not
from monopoly_lab.rules.state import State, empty

__all__ = [
    "RULES",
    "State",
    "Tables",
    "empty",
    "list_acts",
    "list_answers",
    "make_choice",
    "make_choice_and_update_rules",
    "start",
    "try_choice",
    "update_rules",
    "why_not",
]
