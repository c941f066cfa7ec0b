"""Chains that several tests ask for; published tables, each with its source and convention."""

from bisect import bisect_left
from functools import cache

import numpy as np

from monopoly_lab.markov import Chain


@cache
def leave() -> Chain:
    return Chain("classic_us", jail="leave")


@cache
def stay() -> Chain:
    return Chain("classic_us", jail="stay")


@cache
def small() -> Chain:
    return Chain("class_board", jail="stay")


def index(chain: Chain, q: int) -> list[int]:
    """The states on a space that are not held."""
    return [i for i, key in enumerate(chain.states) if key.space == q and not key.held]


def walk(chain: Chain, throws: int, seed: int, start: str = "go") -> np.ndarray:
    """State after state of a walk along the matrix: int[throws + 1]."""
    random = np.random.default_rng(seed)
    sums = np.cumsum(chain.P, axis=1).tolist()
    states = [chain.at(start)]
    for u in random.random(throws).tolist():
        states.append(min(bisect_left(sums[states[-1]], u), len(sums) - 1))
    return np.array(states)
