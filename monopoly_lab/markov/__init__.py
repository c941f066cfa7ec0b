"""The board as a Markov chain, derived from the rules."""

from monopoly_lab.markov.board_chain import Chain
from monopoly_lab.markov.boss_fight import BossFight, boss_fights, compare_fights
from monopoly_lab.markov.chain_comparison import after_change, compare, compare_spaces, variants
from monopoly_lab.markov.exposure import Exposure
from monopoly_lab.markov.markov_chain import MarkovChain

__all__ = [
    "BossFight",
    "Chain",
    "Exposure",
    "MarkovChain",
    "after_change",
    "boss_fights",
    "compare",
    "compare_fights",
    "compare_spaces",
    "variants",
]
