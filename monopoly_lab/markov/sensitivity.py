"""Sensitivity of the long-run shares to small changes of a deck, a die or the policy in jail.

With P(x) the chain in which a share x of the draws, dice or prisoners' choices is another one, D = P'(0) and Z the
fundamental matrix, the long-run shares change at the rate pi D Z [1]_. P is a polynomial in x whose degree is
the number of dice, so D follows exactly from as many points and one more.

.. [1] Schweitzer 1968, Journal of Applied Probability 5, "Perturbation theory and finite Markov chains".
"""

from copy import copy

import numpy as np

from monopoly_lab.common.errors import ChainError
from monopoly_lab.common.file_access import quoted
from monopoly_lab.common.lazy_imports import pd
from monopoly_lab.common.messages import say
from monopoly_lab.common.validation_errors import hint
from monopoly_lab.editions.rule_tables import Tables
from monopoly_lab.markov import linear_algebra
from monopoly_lab.markov.chain_setup import token_plan
from monopoly_lab.markov.distributions import Walk, series
from monopoly_lab.markov.event_trace import whole
from monopoly_lab.markov.jail_policy import Jail
from monopoly_lab.markov.linear_algebra import Matrix
from monopoly_lab.markov.state_derivation import (
    found_in_steps,
    garbage_collection_paused,
    opening,
    throw_from,
)
from monopoly_lab.simulation.progress import run_to_end
from monopoly_lab.simulation.single_token import STAY, TRIES

Plan = list[int]


def sensitivity(chain: Walk, card: str | None, face: int | None, jail: Jail | None) -> "pd.Series[float]":
    """Return the rate at which the long-run share of each space changes; see `Chain.sensitivity`."""
    t, given = chain.tables, (False, chain.character, chain.bus, chain.triple)
    plan = token_plan(chain.edition, t, chain.jail, *given)
    if (card is not None) + (face is not None) + (jail is not None) != 1:
        raise ChainError(say("chain.one_change"))
    degree = 1
    if jail is not None:
        other = token_plan(chain.edition, t, jail, *given)
        ends = [(t, plan), (t, other)]
    elif card is not None:
        ends = [(t, plan), (with_card(chain, card), plan)]
    else:
        degree = t.o_move_dice
        ends = [(with_face(t, face, k, 2 * degree), plan) for k in range(degree + 1)]
    with garbage_collection_paused():
        matrices = matrices_of(chain, plan, ends)
    nodes = np.arange(degree + 1) / (2 * degree if face is not None else 1)
    weights = np.linalg.solve(np.vander(nodes, increasing=True).T, np.eye(degree + 1)[1])
    D = sum(w * P for w, P in zip(weights, matrices[0]))
    return shares_of(chain, matrices[0][0], np.asarray(D), matrices[1])


def matrices_of(chain: Walk, plan: Plan, ends: list[tuple[Tables, Plan]]) -> tuple[list[Matrix], list[tuple[int, int]]]:
    """Return the chain under each of several tables and plans, over states with all prisoners' tries; their places."""
    t = chain.tables
    stay = [STAY] * TRIES + plan[TRIES:]
    found = run_to_end(found_in_steps(t, stay, lambda: opening(t, max(t.go, 0), stay), chain.label))
    index = {key: i for i, key in enumerate(found)}
    matrices = []
    for tables, answers in ends:
        P = np.zeros((len(found), len(found)))
        for key, (_, position) in found.items():
            row, _ = throw_from(tables, position, answers, whole)
            for to, weight in row.target_weights.items():
                P[index[key], index[to]] += weight / row.over
        matrices.append(P)
    return matrices, [(key.space, int(key.held > 0)) for key in found]


def shares_of(chain: Walk, P: Matrix, D: Matrix, places: list[tuple[int, int]]) -> "pd.Series[float]":
    """Return pi D Z, added up by space, in the order of `by_space`."""
    pi = linear_algebra.stationary(P, linear_algebra.closed_classes(P)[0])
    change = pi @ D @ linear_algebra.fundamental_matrix(P, pi)
    found = {chain.name_of(location): 0.0 for location in chain.locations}
    for place, x in zip(places, change.tolist()):
        found[chain.name_of(place)] = found.get(chain.name_of(place), 0.0) + x
    return series(found).rename("change")


def with_card(chain: Walk, card: str) -> Tables:
    """Return the tables with every card of a deck doing what this one does."""
    t = copy(chain.tables)
    ids = {entry.id: entry.index for entry in chain.edition.cards}
    if card not in ids:
        raise ChainError(say("chain.unknown_card", value=quoted(card), edition=chain.edition.id) + hint(str(card), ids))
    c = ids[card]
    deck = next(d for d in range(len(t.deck_first)) if 0 <= c - t.deck_first[d] < t.deck_size[d])
    inside = range(t.deck_first[deck], t.deck_first[deck] + t.deck_size[deck])
    for name in ("card_effect", "card_a", "card_b"):
        values = list(getattr(t, name))
        for other in inside:
            values[other] = values[c]
        setattr(t, name, values)
    return t


def with_face(t: Tables, face: int | None, part: int, of: int) -> Tables:
    """Return the tables with `part / of` of each die's weight laid on one face."""
    sides = t.o_move_sides
    if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= sides:
        raise ChainError(say("chain.unknown_face", value=quoted(face), sides=sides))
    t, total = copy(t), sum(t.weight[:sides])
    weights = [(of - part) * w for w in t.weight[:sides]]
    weights[face - 1] += part * total
    t.weight = [*weights, *t.weight[sides:]]
    return t
