"""The board as a Markov chain, derived from the rules."""

from monopoly_lab.chain.chain import Chain
from monopoly_lab.chain.comparison import after_change, compare, compare_spaces, variants
from monopoly_lab.chain.exposure import Exposure
from monopoly_lab.chain.fight import BossFight, boss_fights, compare_fights

__all__ = [
    "BossFight",
    "Chain",
    "Exposure",
    "after_change",
    "boss_fights",
    "compare",
    "compare_fights",
    "compare_spaces",
    "variants",
]
