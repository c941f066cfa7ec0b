"""The board as a Markov chain, derived from the rules."""

from monopoly_lab.chain.chain import Chain
from monopoly_lab.chain.compare import after_change, compare, compare_spaces, variants

__all__ = ["Chain", "after_change", "compare", "compare_spaces", "variants"]
