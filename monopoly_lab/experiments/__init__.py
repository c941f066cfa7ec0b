"""Whole games as an experiment: what happens on average, what a rule or a choice changes, and how sure that is."""

from monopoly_lab.experiments.simulation import Simulation, simulate

__all__ = ["Simulation", "simulate"]
