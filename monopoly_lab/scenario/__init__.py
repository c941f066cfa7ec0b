"""Scenarios, saved games, replays and golden tests: one TOML form, checked as a whole.

`document` describes the form, `start` its positions, `expect` its expectations.
"""

from monopoly_lab.scenario.files import check_file, game_from_toml, game_to_toml, load_game, save_game
from monopoly_lab.scenario.position import position
from monopoly_lab.scenario.scenario import Scenario, scenarios

__all__ = [
    "Scenario",
    "check_file",
    "game_from_toml",
    "game_to_toml",
    "load_game",
    "position",
    "save_game",
    "scenarios",
]
