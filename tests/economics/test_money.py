"""Money: new money by published frequencies, the quantity equation by games played one by one, a Laspeyres index."""

import pandas as pd
import pytest

import monopoly_lab as ml
from monopoly_lab.economics import money


@pytest.mark.parametrize("salary", [0, 200])
def test_new_money__is_a_line_through_published_figures(salary: int) -> None:
    """A token passes GO 0.20556 times a turn; cards and taxes take 7.09."""
    assert money.new_money("classic_us", salary) == pytest.approx(0.20556 * salary - 7.09, abs=0.01)


def test_equation__by_the_events_and_the_cash_of_each_round() -> None:
    found = ml.simulate("classic_us", players=4, games=3, rounds=8, seed=4, progress=False)
    spent = listed = held = rounds = 0
    for number in range(3):
        game = found.game(number)
        for _ in range(8):
            before = sum(game.state.cash.values())
            game.run(rounds=1)
            held += (before + sum(game.state.cash.values())) / 2
            rounds += 1
        events = game.events_frame()
        prices = dict(zip((space.id for space in game.edition.spaces), game.tables.price))
        for event in events[events["kind"] == "paid"].itertuples():
            if event.cause in ("purchase", "building", "rent", "auction"):
                spent += event.amount
                listed += prices[event.space] if event.cause == "auction" else event.amount
    equation = money.quantity_equation(found)
    assert equation.money == pytest.approx(held / rounds)
    assert equation.price_level == pytest.approx(spent / listed)
    assert equation.quantity == pytest.approx(listed / rounds)
    assert equation.velocity == pytest.approx(spent / held)
    assert equation.spending == pytest.approx(equation.price_level * equation.quantity)


def test_index__keeps_the_basket_of_the_base() -> None:
    """Twice boardwalk at 400 and once baltic at 60; later 440 and 30, in other numbers: (2 x 440 + 30) / 860."""
    base = pd.DataFrame({"deed": ["boardwalk", "baltic"], "auctions": [2, 1], "paid": [800, 60]})
    later = pd.DataFrame({"deed": ["boardwalk", "baltic", "states"], "auctions": [1, 10, 5], "paid": [440, 300, 999]})
    assert money.price_index(later, base=base) == pytest.approx(100 * 910 / 860)
    assert money.price_index(base, base=base) == 100
    with pytest.raises(ml.ArgumentError, match="no price level"):
        money.price_index(later[later["deed"] == "states"], base=base)


def test_equation__without_sales_there_is_no_price_level() -> None:
    poor = ml.Game(
        "classic_us",
        {"Ann": "balanced", "Bo": "balanced"},
        options={"auction": False},
        start={"cash": {"Ann": 20, "Bo": 20}},
    )
    nothing = ml.simulate(poor, games=1, rounds=1, progress=False)
    with pytest.raises(ml.ArgumentError, match="no price level"):
        money.quantity_equation(nothing)


@pytest.mark.parametrize("strategy", ["balanced", "greedy", "investor"])
@pytest.mark.parametrize("rounds", [20, 30])
def test_stored__more_money_buys_more_at_prices_that_hardly_move(strategy: str, rounds: int) -> None:
    """Sticky prices: the intervals of P lie far below that of M, those of Q and of the buildings above it."""
    found = money.stored(strategy, rounds, 400, ratio=True)
    assert found.price_level.high < 1.05 < found.money.low
    assert found.money.high < found.quantity.low and found.money.high < found.buildings.low
    assert found.auctions.low > 1.03


def test_stored__the_equation_holds_and_what_is_not_stored_is_refused() -> None:
    for salary in (0, 200, 400):
        found = money.stored("balanced", 30, salary)
        spent = found.money.value * found.velocity.value
        assert spent == pytest.approx(found.price_level.value * found.quantity.value, rel=0.002)
    for wrong in (("balanced", 30, 210), ("balanced", 31, 200)):
        with pytest.raises(ml.ArgumentError, match="cannot be"):
            money.stored(*wrong)
    with pytest.raises(ml.ArgumentError, match='did you mean "greedy"'):
        money.stored("gredy", 30, 200)


@pytest.mark.parametrize("salary", [200, 400])
def test_price_level__is_fixed_by_rule_where_nothing_is_auctioned(salary: int) -> None:
    """Deeds, buildings and rents go at printed prices: P is 1 whatever the money, and tests no quantity theory."""
    options = {"salary": salary, "auction": False}
    found = ml.simulate("classic_us", players=4, games=5, rounds=10, seed=1, options=options, progress=False)
    assert money.quantity_equation(found).price_level == 1
