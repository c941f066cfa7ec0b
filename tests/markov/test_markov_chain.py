"""A chain from any matrix gives the numbers of the textbooks, and says what is wrong with a matrix."""

from fractions import Fraction
from itertools import pairwise
from math import inf

import numpy as np
import pandas as pd
import pytest

import monopoly_lab as ml

OZ = [[0.5, 0.25, 0.25], [0.5, 0, 0.5], [0.25, 0.25, 0.5]]
WEATHER = ["rain", "nice", "snow"]
DRUNKARD = [[1, 0, 0, 0, 0], [0.5, 0, 0.5, 0, 0], [0, 0.5, 0, 0.5, 0], [0, 0, 0.5, 0, 0.5], [0, 0, 0, 0, 1]]
EHRENFEST = [
    [0, 1, 0, 0, 0],
    [1 / 4, 0, 3 / 4, 0, 0],
    [0, 1 / 2, 0, 1 / 2, 0],
    [0, 0, 3 / 4, 0, 1 / 4],
    [0, 0, 0, 1, 0],
]
UNEMPLOYED = [[0.971, 0.029, 0], [0.145, 0.778, 0.077], [0, 0.508, 0.492]]  # growth, mild and severe recession


def oz() -> ml.MarkovChain:
    return ml.MarkovChain(OZ, WEATHER)


def test_oz__limits_and_mean_first_passage_times() -> None:
    """Grinstead and Snell 1997, Introduction to Probability, sections 11.1, 11.3 and 11.5."""
    chain = oz()
    assert chain.stationary().to_dict() == pytest.approx({"rain": 0.4, "nice": 0.2, "snow": 0.4})
    assert chain.distribution(2, "rain").to_list() == pytest.approx([7 / 16, 3 / 16, 6 / 16])
    times = [[chain.first_passage(start, goal) for goal in WEATHER] for start in WEATHER]
    expected = [[5 / 2, 4, 10 / 3], [8 / 3, 5, 8 / 3], [10 / 3, 4, 5 / 2]]
    assert np.array(times) == pytest.approx(np.array(expected))
    assert chain.is_irreducible and chain.is_aperiodic and not chain.is_absorbing
    assert chain.kemeny() == pytest.approx(32 / 15)  # the sum of 1 / (1 - eigenvalue): 4 / 3 and 4 / 5


def test_drunkards_walk__visits_and_absorption() -> None:
    """Grinstead and Snell 1997, section 11.2: four corners between home and bar."""
    chain = ml.MarkovChain(DRUNKARD)
    assert chain.is_absorbing and not chain.is_irreducible
    assert chain.visits().to_numpy() == pytest.approx(np.array([[1.5, 1, 0.5], [1, 2, 1], [0.5, 1, 1.5]]))
    assert chain.visits().sum(axis=1).to_list() == pytest.approx([3, 4, 3])
    assert chain.absorption().to_numpy() == pytest.approx(np.array([[3 / 4, 1 / 4], [1 / 2, 1 / 2], [1 / 4, 3 / 4]]))
    assert chain.hitting_probability(1, 4) == pytest.approx(1 / 4)
    assert chain.first_passage(2, 4) == inf
    assert chain.recurrent_classes == [[0], [4]] and chain.communication_classes == [[0], [1, 2, 3], [4]]
    assert chain.stationary_distributions.tolist() == [[1, 0, 0, 0, 0], [0, 0, 0, 0, 1]]


def test_ehrenfest__binomial_limit_and_period_two() -> None:
    """Grinstead and Snell 1997, sections 11.1 and 11.3: four balls in two urns."""
    chain = ml.MarkovChain(EHRENFEST)
    assert chain.stationary().to_list() == pytest.approx([1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16])
    assert chain.period == 2 and not chain.is_aperiodic and chain.mixing_time() == -1
    assert chain.first_passage(0, 0) == pytest.approx(16)


def test_hamilton__growth_and_recession() -> None:
    """Hamilton 2005, in Sargent and Stachurski, Quantitative Economics, "Finite Markov Chains"."""
    chain = ml.MarkovChain(UNEMPLOYED, ["ng", "mr", "sr"])
    assert chain.stationary().to_list() == pytest.approx([0.8128, 0.16256, 0.02464], abs=1e-5)


def test_gamblers_ruin__fair_and_unfair() -> None:
    """Feller 1968, An Introduction to Probability Theory, chapter XIV: (1 - (q/p)^i) / (1 - (q/p)^n)."""
    p, n = 0.4, 6
    rows = [[1.0 if j == i else 0.0 for j in range(n + 1)] for i in range(n + 1)]
    for i in range(1, n):
        rows[i] = [0.0] * (n + 1)
        rows[i][i + 1], rows[i][i - 1] = p, 1 - p
    chain, ratio = ml.MarkovChain(rows), (1 - p) / p
    for i in range(1, n):
        assert chain.hitting_probability(i, n) == pytest.approx((1 - ratio**i) / (1 - ratio**n))


def test_classes__several_are_named_and_each_has_its_limit() -> None:
    chain = ml.MarkovChain([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [0.25, 0.25, 0.25, 0.25]], "abcd")
    assert chain.recurrent_classes == [["a", "b"], ["c"]] and chain.period == 2
    assert chain.stationary_distributions.tolist() == [[0.5, 0.5, 0, 0], [0, 0, 1, 0]]
    with pytest.raises(ml.ChainError, match=r"2 closed classes.*a, another c"):
        chain.stationary()
    assert chain.hitting_probability("d", "c") == pytest.approx(1 / 3)
    assert chain.first_passage("d", "d") == inf and chain.first_passage("a", "b") == 1


def test_hitting_probability__before_another_state() -> None:
    assert oz().hitting_probability("nice", "rain", before="snow") == pytest.approx(1 / 2)


def test_simulate__same_seed_same_path_and_shares_near_the_limit() -> None:
    path = oz().simulate(20_000, "rain", seed=3)
    assert path == oz().simulate(20_000, "rain", seed=3) and path[0] == "rain"
    assert ("nice", "nice") not in set(pairwise(path))
    assert path.count("nice") / len(path) == pytest.approx(0.2, abs=0.02)


def test_matrix__a_table_brings_its_labels_and_fractions_count() -> None:
    table = pd.DataFrame(OZ, index=WEATHER, columns=WEATHER)
    assert ml.MarkovChain(table).states == tuple(WEATHER)
    half = Fraction(1, 2)
    assert ml.MarkovChain([[half, half], [half, half]]).stationary().to_list() == [0.5, 0.5]


def test_board__is_the_same_chain() -> None:
    board = ml.Chain("class_board")
    chain = ml.MarkovChain.of_board(board)
    assert chain.stationary().to_list() == pytest.approx(board.stationary().tolist())
    assert chain.is_irreducible == board.is_irreducible and chain.period == board.period
    assert board.is_aperiodic and board.stationary_distributions[0] == pytest.approx(board.pi)


@pytest.mark.parametrize(
    ("matrix", "states", "message"),
    [
        ([[0.5, 0.5]], None, "not a square table"),
        ([], None, "not a square table"),
        ("oz", None, "not a square table"),
        ([[1, 0], [0.5]], None, "not a square table"),
        ([[0.5, 0.4], [0, 1]], None, "row 0 of the matrix sums to 0.9, not to 1"),
        ([[1.5, -0.5], [0, 1]], None, "row 0, column 1 of the matrix is -0.5"),
        ([[float("nan"), 1], [0, 1]], None, "row 0, column 0 of the matrix is nan"),
        ([[1, 0], [0, 1]], ["a"], "2 states need 2 different labels"),
        ([[1, 0], [0, 1]], ["a", "a"], "2 states need 2 different labels"),
        (pd.DataFrame(OZ, index=WEATHER, columns=range(3)), None, "different labels"),
    ],
)
def test_matrix__what_is_wrong_is_said(matrix: object, states: object, message: str) -> None:
    with pytest.raises(ml.ChainError, match=message):
        ml.MarkovChain(matrix, states)


def test_questions__what_is_wrong_is_said() -> None:
    with pytest.raises(ml.ChainError, match=r'"nce" is not a state of the chain.*nice'):
        oz().distribution(1, "nce")
    with pytest.raises(ml.ChainError, match="not a whole number"):
        oz().distribution(-1, "nice")
    with pytest.raises(ml.ChainError, match="no distance"):
        oz().mixing_time(2)
    with pytest.raises(ml.ChainError, match="cannot be both"):
        oz().hitting_probability("rain", "snow", before="snow")
    with pytest.raises(ml.ChainError, match="no transient state"):
        oz().visits()
