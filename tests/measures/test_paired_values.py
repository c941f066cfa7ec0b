"""Mean over pairs of people: worked by hand, against Student's interval, and how often it holds the mean."""

import math
import random

import pytest

from monopoly_lab.measures.confidence_intervals import mean_of_few, mean_of_groups, mean_of_pairs


def test_mean_of_pairs__is_students_where_each_person_is_in_one_pair() -> None:
    values = [3.0, 8.0, 4.0, 9.0, 1.0, 7.0]
    found = mean_of_pairs([(value, f"a{n}", f"b{n}") for n, value in enumerate(values)])
    assert found == pytest.approx(mean_of_few(values))


def test_mean_of_pairs__by_hand() -> None:
    """Mean 50; e = -10, 10, -10, 10, 0, 0. By person: A -20, B 0, C 0, D 20, E 0, F 0: squares 800, less those by pair.

    A and B, C and D, A and C, B and D have 100 each: S = 400, as much as the sum of squares. G = 3, t = 4.303: half is
    4.303 sqrt(1.5 x 400) / 6. With a C and a B who go along with A and D, S is larger.
    """
    mixed = [(40, "A", "B"), (60, "C", "D"), (40, "A", "C"), (60, "B", "D"), (50, "E", "F"), (50, "E", "F")]
    assert mean_of_pairs(mixed).half == pytest.approx(4.303 * math.sqrt(1.5 * 400) / 6, rel=1e-3)
    alike = [(40, "A", "B"), (60, "C", "D"), (40, "A", "B"), (60, "C", "D"), (50, "E", "F"), (50, "E", "F")]
    assert mean_of_pairs(alike).half == pytest.approx(4.303 * math.sqrt(1.5 * 800) / 6, rel=1e-3)


def test_mean_of_pairs__that_meet_again_with_the_same_values_is_not_more_exact() -> None:
    once = [(40, "A", "B"), (60, "C", "D"), (70, "E", "F"), (10, "G", "H"), (30, "I", "J")]
    assert mean_of_pairs(3 * once) == pytest.approx(mean_of_pairs(once))


@pytest.mark.parametrize(
    ("values", "value"), [([], math.nan), ([(40, "A", "B")], 40), ([(4, "A", "B"), (6, "A", "B")] * 3, 5)]
)
def test_mean_of_pairs__of_few_values_or_one_pair_has_no_interval(
    values: list[tuple[float, str, str]], value: float
) -> None:
    found = mean_of_pairs(values)
    assert found.value == pytest.approx(value, nan_ok=True) and math.isnan(found.half)


def test_mean_of_pairs__holds_the_mean_of_people_who_bargain_alike_each_time() -> None:
    """24 people with a toughness each, three rounds in pairs by lot: the share of a buyer is 50 and the difference."""
    luck, held, times = random.Random(4), 0, 400
    for _ in range(times):
        tough, values = [luck.gauss(0, 10) for _ in range(24)], []
        for _ in range(3):
            order = luck.sample(range(24), 24)
            for one, other in zip(order[::2], order[1::2]):
                values.append((50 + tough[one] - tough[other] + luck.gauss(0, 5), one, other))
        found = mean_of_pairs(values)
        held += found.low <= 50 <= found.high
    assert 0.92 <= held / times <= 0.99


def test_mean_of_groups__is_that_of_their_means_where_they_have_one_size() -> None:
    groups = [[1.0, 3.0], [4.0, 8.0], [0.0, 5.0]]
    assert mean_of_groups(groups) == pytest.approx(mean_of_few([2.0, 6.0, 2.5]))


def test_mean_of_groups__of_several_sizes_by_hand() -> None:
    """1, 2, 3 and 8: mean 3.5; d = 6 - 10.5 = -4.5 and 8 - 3.5 = 4.5: 12.706 sqrt(2 x 40.5) / 4."""
    found = mean_of_groups([[1, 2, 3], [8], []])
    assert found.value == 3.5 and found.half == pytest.approx(12.706 * 9 / 4, rel=1e-4)
    assert math.isnan(mean_of_groups([[1, 2, 3]]).half) and math.isnan(mean_of_groups([]).value)
