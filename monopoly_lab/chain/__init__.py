"""The board as a Markov chain, derived from the rules."""

from monopoly_lab.chain.chain import Chain

__all__ = ["Chain"]
