"""Real figures that lessons use: each table has its source, and agrees with what its source and others published."""

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import LessonError
from monopoly_lab.lessons.real_data import names


@pytest.mark.parametrize("name", names())
def test_real_data__says_what_it_is_and_who_published_it(name: str) -> None:
    found = ml.real_data(name)
    assert found.attrs["about"].endswith(".") and len(found.attrs["source"]) > 40
    assert found.index.name == "year" and found.index.is_monotonic_increasing and not found.isna().any().any()


def test_annual_returns__have_the_means_that_their_author_prints() -> None:
    """Carlson, A Wealth of Common Sense, January 2023, of the same table up to 2022: stocks fell in 26 of 95 years,
    bonds in 19; geometric means 9.6 % and 4.6 %. Damodaran, Applied Corporate Finance, lecture notes of 2005, 1928 to
    2004: stocks over bonds 6.53 points in the arithmetic mean, 4.84 in the geometric one.
    """
    found = ml.real_data("annual_returns")
    early = found.loc[:2022]
    assert len(early) == 95
    assert ((early < 0).sum()).to_dict() == {"stocks": 26, "bonds": 19}
    growth = (1 + early / 100).prod() ** (1 / 95) - 1
    assert (100 * growth).round(1).to_dict() == {"stocks": 9.6, "bonds": 4.6}
    notes = found.loc[:2004]
    arithmetic, geometric = notes.mean(), 100 * ((1 + notes / 100).prod() ** (1 / len(notes)) - 1)
    assert arithmetic["stocks"] - arithmetic["bonds"] == pytest.approx(6.53, abs=0.02)
    assert geometric["stocks"] - geometric["bonds"] == pytest.approx(4.84, abs=0.02)


def test_belgian_calls__give_the_line_of_the_book() -> None:
    """Rousseeuw and Leroy 1987, chapter 2: least squares y = 0.504 x - 26.01, x from 50, y in tens of millions."""
    found = ml.real_data("belgian_calls")["calls"] / 10
    x = found.index.to_numpy() - 1900
    slope = ((x - x.mean()) @ (found - found.mean())) / ((x - x.mean()) ** 2).sum()
    assert slope == pytest.approx(0.504, abs=0.0005)
    assert found.mean() - slope * x.mean() == pytest.approx(-26.01, abs=0.005)


def test_real_data__refuses_what_there_is_not() -> None:
    with pytest.raises(LessonError, match='"mortgage_rates"'):
        ml.real_data("mortgages_rate")
