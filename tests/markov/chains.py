"""Chains that several tests ask for; published tables, each with its source and convention."""

from bisect import bisect_left
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from monopoly_lab.editions import load_edition
from monopoly_lab.markov import Chain
from monopoly_lab.markov.chain_setup import single_token_tables, token_plan
from monopoly_lab.markov.event_trace import Key, whole
from monopoly_lab.markov.jail_policy import Jail
from monopoly_lab.markov.state_derivation import opening, throw_from


@cache
def leave() -> Chain:
    return Chain("classic_us", jail="leave")


@cache
def stay() -> Chain:
    return Chain("classic_us", jail="stay")


@cache
def small() -> Chain:
    return Chain("class_board", jail="stay")


def two_dice(jail: Jail, **options: object) -> Chain:
    """The class board with doubles: few states, and those of a run of doubles, too."""
    return Chain("class_board", jail=jail, options={"move.dice": 2, "doubles": True, **options})


def first_throw(name: str, options: dict[str, object], cards: bool = True, **asked: Any) -> dict[Key, Fraction]:
    """Where the first throw from GO ends: one row alone, where a whole chain takes a second."""
    edition = load_edition(name)
    t = single_token_tables(edition, options, cards, None)
    plan = token_plan(edition, t, "leave", **asked)
    row, _ = throw_from(t, opening(t, t.go, plan), plan, whole)
    return {key: Fraction(weight, row.over) for key, weight in row.target_weights.items()}


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
