"""The chain as a graph."""

from itertools import pairwise
from math import log

import networkx as nx
import pytest
from chains import leave, small, stay


def test_graph__probabilities_costs_and_names() -> None:
    graph = leave().graph()
    assert graph.number_of_nodes() == 118
    for label in graph:
        assert sum(p for _, _, p in graph.out_edges(label, data="probability")) == pytest.approx(1)
    edge = graph.edges["GO", "Income Tax"]
    assert edge["probability"] == pytest.approx(2 / 36 + 6 / 36 / 16)  # 1 + 3, or Chance and three back
    assert edge["cost"] == pytest.approx(-log(edge["probability"]))
    assert graph.nodes["Boardwalk"]["group"] == "dark_blue"
    assert graph.nodes["In Jail"]["held"] == 1


def test_centrality__by_networkx() -> None:
    """Along the most probable ways from state to state Go To Jail leads: In Jail lies on more of them than any deed."""
    between = nx.betweenness_centrality(stay().graph(), weight="cost")
    assert max(between, key=lambda label: between[label]) == "In Jail"


def test_communities__by_networkx() -> None:
    """Modularity finds stretches of the board: few groups, every state in one."""
    parts = nx.community.louvain_communities(leave().graph(), weight="probability", seed=1)
    assert 2 <= len(parts) <= 20
    assert sum(map(len, parts)) == 118


def test_likely_path__is_a_way_of_that_probability_and_no_step_is_better() -> None:
    labels, p = leave().likely_path("go", "boardwalk")
    place = {label: i for i, label in enumerate(leave().labels)}
    product = 1.0
    for one, other in pairwise(labels):
        product *= leave().P[place[one], place[other]]
    assert product == pytest.approx(p)
    assert labels[0] == "GO"
    assert labels[-1].startswith("Boardwalk")
    assert p >= leave().P[place["GO"], place["Boardwalk"]]


def test_likely_path__around_the_board_to_where_it_began() -> None:
    labels, p = small().likely_path("bakery", "bakery")
    assert labels[0] == labels[-1] == "Bakery"
    assert len(labels) > 2
    assert 0 < p < 1


@pytest.mark.parametrize("per", ["throw", "turn"])
@pytest.mark.parametrize("merge_jail", [False, True])
def test_moves__between_spaces_keep_the_shares(per: str, merge_jail: bool) -> None:
    table = stay().moves(per, merge_jail)
    assert table.sum(axis=1).to_numpy() == pytest.approx(1)
    shares = stay().by_space(per, merge_jail)[table.index]
    assert (shares @ table).to_numpy() == pytest.approx(shares.to_numpy())
