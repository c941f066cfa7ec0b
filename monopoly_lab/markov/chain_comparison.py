"""Chains side by side: what a rule, a policy, a die or another board changes, and how fast."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say
from monopoly_lab.editions import Edition
from monopoly_lab.markov import linear_algebra
from monopoly_lab.markov.board_chain import Chain
from monopoly_lab.markov.distributions import step_count
from monopoly_lab.markov.event_trace import Key
from monopoly_lab.markov.linear_algebra import Matrix


def variants(edition: str | Path | Edition = "classic_us") -> dict[str, Chain]:
    """Return an edition's chain and what becomes of it under other policies, rules and dice, by a name for each."""
    base = Chain(edition)
    dice, sides = base.tables.o_move_dice, base.tables.o_move_sides
    settings: dict[str, dict[str, object]] = {
        "leave": {},
        "stay": {"jail": "stay"},
        "no_doubles": {"options": {"doubles": False}},
        "no_cards": {"cards": False},
        "one_die": {"options": {"move.dice": 1}},
        "two_dice": {"options": {"move.dice": 2}},
        "three_dice": {"options": {"move.dice": 3}},
        "four_sided": {"options": {"move.sides": 4}},
        "loaded": {"die": [1] * (sides - 1) + [2]},
    }
    del settings[{1: "one_die", 2: "two_dice", 3: "three_dice"}[dice]]
    if sides == 4:
        del settings["four_sided"]
    names = {key: say(f"chain.variant_{key}", n=sides) for key in settings}
    return {names[key]: Chain(edition, **setting) for key, setting in settings.items()}  # type: ignore[arg-type]


def compare(chains: Mapping[str, Chain] | None = None, eps: float = 0.01) -> "pd.DataFrame":
    """Return a row a chain: states, most visited space, shares of GO and In Jail, eigenvalue, mixing, laps, income.

    Without chains those of `variants()`. `mixing`: throws until every start is within `eps` of the limit.
    """
    chains = variants() if chains is None else chains
    return pd.DataFrame.from_dict({name: _summary(chain, eps) for name, chain in chains.items()}, orient="index")


def _summary(chain: Chain, eps: float) -> dict[str, object]:
    spaces = chain.by_space()
    jail, first = say("chain.in_jail", chain.lang), chain.square(max(chain.tables.go, 0))
    free = spaces.drop(jail, errors="ignore")
    return {
        "states": len(chain.states),
        "throws_per_turn": chain.throws_per_turn,
        "most_visited": free.idxmax(),
        "its_share": free.max(),
        "go": spaces[first],
        "in_jail": float(spaces.get(jail, 0.0)),
        "second_eigenvalue": float(abs(chain.eigenvalues()[1])),
        "mixing": chain.mixing_time(eps),
        "lap_in_throws": _lap(chain, "throw"),
        "lap_in_turns": _lap(chain, "turn"),
        "bank_per_turn": float(chain.bank_income("turn").sum()),
    }


def _lap(chain: Chain, per: str) -> float:
    """Return the length of a lap; NaN where none ends."""
    try:
        return chain.lap(per)
    except ChainError:
        return np.nan


def compare_spaces(
    chains: Mapping[str, Chain] | None = None, per: str = "throw", merge_jail: bool = False
) -> "pd.DataFrame":
    """Return long-run shares by space (row) and chain (column); spaces that a board does not have are empty."""
    chains = variants() if chains is None else chains
    return pd.DataFrame({name: chain.by_space(per, merge_jail) for name, chain in chains.items()})


def after_change(old: Chain, new: Chain, throws: int = 40) -> "pd.DataFrame":
    """Return how fast a change of rules shows: distances after 0, 1, ... throws from the long run of the old rules.

    `to_new` falls to 0, `to_old` rises to how far the two long runs lie apart: total variation over the
    states of the new chain. A state that the new rules do not know counts as the nearest they do: without
    its run of doubles, or as that of a prisoner just put there. Raises ChainError for boards of another size.
    """
    if old.tables.spaces != new.tables.spaces:
        raise ChainError(say("chain.other_board", one=old.edition.id, other=new.edition.id))
    first = carry_distribution(old, new)
    pi, rows = first, []
    for _ in range(step_count(throws) + 1):
        rows.append({"to_new": linear_algebra.distance(pi, new.pi), "to_old": linear_algebra.distance(pi, first)})
        pi = pi @ new.P
    return pd.DataFrame(rows).rename_axis("throws")


def carry_distribution(old: Chain, new: Chain) -> Matrix:
    """Return the old long-run distribution over the states of the new chain: float[n]."""
    place = {key: i for i, key in enumerate(new.states)}
    pi = np.zeros(len(new.states))
    for key, share in zip(old.states, old.pi.tolist()):
        pi[place[nearest(key, new, place)]] += share
    return pi


def nearest(key: Key, new: Chain, place: Mapping[Key, int]) -> Key:
    """Return the state of the new chain that comes closest; ChainError if it has none on that space."""
    q, doubles, held, begun = key
    newly = min(held, 1)
    for other in (key, Key(q, doubles, newly, begun), Key(q, 0, newly, 0), Key(q, 0, 0, 0)):
        if other in place:
            return other
    raise ChainError(say("chain.never_there", space=new.label(key)))
