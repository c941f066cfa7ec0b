"""Leverage: figures of textbooks and of the printed deeds, worked out by hand."""

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.economics.leverage import Books, Leverage, ruin_chance

# Shares of throws that end on a site, in per cent, as published tables have them (Collins 2005, jail left at once): St.
# James Place, Tennessee Avenue, New York Avenue. Printed rents with two houses 200, 200, 220, with three 550, 550, 600.
SHARES = (2.79, 2.94, 3.09)
THROWS = 3 * 1.18662  # of three opponents in a round
ADDED = THROWS * sum(share * step for share, step in zip(SHARES, (350, 350, 380))) / 100


def test_books__the_formula_of_textbooks() -> None:
    """Assets of 100 earn 10 %; 40 of them are borrowed at 5 %: (10 - 2) / 60, and 10 % + 40/60 of (10 % - 5 %)."""
    books = Books(assets=100, debt=40, rents=10, interest=2)
    assert books.equity == 60 and books.on_assets == pytest.approx(0.10)
    assert books.on_equity == pytest.approx(0.10 + 40 / 60 * (0.10 - 0.05)) == pytest.approx(8 / 60)


def test_third_row__figures_of_the_deeds() -> None:
    """Orange 560, railroads 600, six houses 600, cash 100; three more houses for a loan of 3 x 100 at 10 %, once."""
    third = Leverage(row=3)
    assert (third.cost, third.loan, third.charge) == (300, 300, 30)
    assert (third.without.assets, third.with_debt().assets, third.with_debt().equity) == (1860, 2160, 1860)
    assert third.added == pytest.approx(ADDED, rel=0.01)
    assert third.full_cost(4) == pytest.approx(7.5 + third.given_up)
    # A railroad of three: 100 where a token ends by itself (8.7 % of the throws for three), 200 by one of two cards.
    assert third.given_up == pytest.approx(THROWS * 9.9, rel=0.01)


def test_debt__raises_the_return_where_the_row_earns_more_than_the_loan_costs() -> None:
    assert [Leverage(row=row).added > Leverage(row=row).full_cost() for row in range(1, 6)] == [
        Leverage(row=row).with_debt().on_equity > Leverage(row=row).without.on_equity for row in range(1, 6)
    ]
    assert Leverage(row=1).with_debt().on_equity < Leverage(row=1).without.on_equity


def test_ruin_chance__stored_is_exact_and_jumps_where_a_rent_lies_between() -> None:
    """Of two houses a visit costs 250 or 300: 400 covers one, 100 none. Of three houses, 700, neither covers any."""
    gap = {level: ruin_chance(level, 3, 100) - ruin_chance(level, 3, 400) for level in (2, 3)}
    assert gap[2] > 5 * gap[3] > 0
    exact = ml.Exposure("classic_us", deeds={"red": 3}).ruin_by_span(3, 400, per="turn")[3]
    assert ruin_chance(3, 3, 400) == pytest.approx(exact, abs=0.00005)
    assert ruin_chance(3, 3, 449) == ruin_chance(3, 3, 400)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"row": 6}, "row is 6; it takes a whole number from 1 to 5"),
        ({"group": "orage"}, "orage is no group of streets; there are: brown"),
        ({"group": "red"}, "the mortgages bring 300, the row costs 450"),
        ({"mortgaged": ("reading",)}, "the mortgages bring 100, the row costs 300"),
    ],
)
def test_leverage__what_does_not_fit_is_refused(asked: dict[str, object], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        Leverage(**asked)


def test_ruin_chance__what_is_not_stored_is_refused() -> None:
    with pytest.raises(ArgumentError, match="cash is 2001; it takes a whole number from 0 to 2000"):
        ruin_chance(3, 3, 2001)
