"""Scenarios, saved games, replays and golden tests: one TOML form, checked as a whole."""

from monopoly_lab.scenario.position import position

__all__ = ["position"]
