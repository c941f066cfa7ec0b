"""The chain as a graph for networkx, and what is read off it.

With the cost -log p of an edge the cheapest way is the most probable one. Communities and
centralities are networkx's own, with the weight `probability` or the distance `cost`.
"""

from math import exp, log
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np

from monopoly_lab.chain.model import Place
from monopoly_lab.chain.passage import on
from monopoly_lab.chain.walk import Walk
from monopoly_lab.errors import ChainError
from monopoly_lab.messages import say

if TYPE_CHECKING:
    import pandas as pd


def graph(chain: Walk) -> Any:
    """A DiGraph: see `Chain.graph`."""
    found = nx.DiGraph()
    for key, label, share in zip(chain.states, chain.labels, chain.pi.tolist()):
        space = chain.edition.spaces[key.space]
        found.add_node(label, space=space.id, group=space.group, held=int(key.held > 0), share=share)
    for i, j in zip(*(line.tolist() for line in np.nonzero(chain.P))):
        p = float(chain.P[i, j])
        found.add_edge(chain.labels[i], chain.labels[j], probability=p, cost=-log(min(p, 1.0)))
    return found


def likely_path(chain: Walk, start: Place, goal: Place) -> tuple[list[str], float]:
    """The most probable way from a space, its turn not begun, to any state of another: states and probability.

    From a space to itself the way around the board.
    """
    found = graph(chain)
    first = chain.labels[chain.at(start)]
    goals = {chain.labels[i] for i in on(chain, goal, range(len(chain.states)), False)}
    best: tuple[float, list[str]] | None = None
    for _, second, cost in found.out_edges(first, data="cost"):
        costs, ways = nx.single_source_dijkstra(found, second, weight="cost")
        for label in goals & costs.keys():
            if best is None or cost + costs[label] < best[0] - 1e-12:
                best = cost + costs[label], [first, *ways[label]]
    if best is None:
        raise ChainError(say("chain.never_there", space=chain.name_of(chain.find(goal))))
    return best[1], exp(-best[0])


def moves(chain: Walk, per: str, merge_jail: bool) -> "pd.DataFrame":
    """Where throws or turns lead from each location, its states weighed by the long-run distribution: rows sum to 1."""
    import pandas as pd

    P, pi, states = chain.embedded(per)
    locations = [(q, 0 if merge_jail else held) for q, held in chain.locations]
    labels = list(dict.fromkeys(chain.name_of(location) for location in locations))
    place = {location: labels.index(chain.name_of(merged)) for location, merged in zip(chain.locations, locations)}
    into = np.zeros((len(states), len(labels)))
    for n, i in enumerate(states):
        key = chain.states[i]
        into[n, place[key.space, int(key.held > 0)]] = 1.0
    flows = into.T @ (pi[:, None] * P) @ into
    shares = flows.sum(1)
    seen = [n for n, share in enumerate(shares) if share > 0]
    table = flows[np.ix_(seen, seen)] / shares[seen][:, None]
    return pd.DataFrame(table, index=[labels[n] for n in seen], columns=[labels[n] for n in seen])
