"""Market power: prices against the formulas of the textbook and against every price tried; duopoly and cartel.

Benchmarks: ways round cost 1 to 200, each alike.
"""

import pytest

import monopoly_lab as ml
from monopoly_lab.economics.market_power import MarketPower, landings, play_prices

D = 200


@pytest.fixture(scope="module")
def place() -> MarketPower:
    return MarketPower(D)


@pytest.mark.parametrize(("cost", "price", "share", "loss"), [(0, 100, 0.505, 24.75), (40, 120, 0.405, 15.8)])
def test_monopoly__price_and_loss_against_every_way_round(cost: int, price: int, share: float, loss: float) -> None:
    """Half of a rise of the cost of 40 is passed on: 100 to 120. Lost are d - c of the ways from c to the price."""
    found = MarketPower(D, cost).monopoly()
    assert found.price == price == (D + cost) / 2 and found.quantity == pytest.approx(share)
    assert found.loss == pytest.approx(sum(d - cost for d in range(cost, price)) / D) == pytest.approx(loss)
    profits = [(p - cost) * sum(d >= p for d in range(1, D + 1)) / D for p in range(D + 1)]
    assert found.profit == pytest.approx(max(profits))


@pytest.mark.parametrize("cost", [1, 41, 99])
def test_monopoly__no_other_whole_price_brings_more(cost: int) -> None:
    profits = [(p - cost) * sum(d >= p for d in range(1, D + 1)) for p in range(D + 1)]
    assert MarketPower(D, cost).monopoly().price == profits.index(max(profits))


def test_landing__everything_that_is_saved_goes_to_somebody(place: MarketPower) -> None:
    """Without the stop all ways round would cost (D + 1) / 2: visitors, owner and ways round share it."""
    for price in (1, 50, 100, 150, 200):
        found = place.landing(price)
        assert found.consumer_surplus + found.revenue + found.detours == pytest.approx((D + 1) / 2)
    assert place.landing(100).revenue == 50.5 and place.landing(100).consumer_surplus == 25.25


def test_cap__below_the_best_price_takes_less_from_the_owner_than_it_gives_visitors(place: MarketPower) -> None:
    """At 65: 65 x 136/200 = 44.2; d - 65 for d from 65 to 200: 135 x 136/2/200 = 45.9; d below 65: 64 x 65/2/200."""
    free, capped = place.monopoly(), place.landing(65)
    assert (capped.quantity, capped.revenue, capped.consumer_surplus, capped.loss) == pytest.approx(
        (0.68, 44.2, 45.9, 10.4)
    )
    gains = capped.consumer_surplus - free.consumer_surplus, capped.revenue - free.revenue
    assert gains == pytest.approx((20.65, -6.3)) and sum(gains) == pytest.approx(free.loss - capped.loss)
    assert place.landing(1).loss == 0


def test_monopoly__at_its_price_the_elasticity_is_one_and_lerner_its_inverse() -> None:
    """On a straight line (p - c) / p = -1 / elasticity: 200 and 201 differ by less than a hundredth."""
    for cost in (0, 40, 80):
        place = MarketPower(D, cost)
        assert place.lerner() == pytest.approx(-1 / place.elasticity(place.monopoly().price), abs=0.011)


@pytest.mark.parametrize("rise", [20, 40, 100])
def test_pass_through__is_a_half(place: MarketPower, rise: int) -> None:
    assert place.pass_through(rise) == 0.5


def test_rivals__undercut_each_other_to_the_lowest_step(place: MarketPower) -> None:
    assert place.undercutting(100) == [*range(100, 0, -10), 10]
    assert place.rival_profit(10, 10) >= max(place.rival_profit(p, 10) for p in range(0, D + 1, 10))
    assert MarketPower(D, 40).undercutting(120)[-1] in (40, 50)


def test_cartel__holds_if_the_future_counts_more_than_half(place: MarketPower) -> None:
    """(90 x 111/200 - 50.5/2) / (90 x 111/200 - 10 x 191/400) = 24.7 / 45.175 = 0.547; with small steps 1/2."""
    found = place.cartel()
    assert found[:4] == pytest.approx((100, 25.25, 49.95, 4.775))
    assert found.discount == pytest.approx(0.547, abs=0.0005)
    assert place.cartel(step=1).discount == pytest.approx(0.5, abs=0.01)


def test_landings__times_the_toll_are_the_income_of_a_group_over_fifteen_rounds() -> None:
    assert landings("classic_us", "orange") * 50.5 == pytest.approx(244.9, abs=0.05)


@pytest.mark.parametrize(("price", "theory"), [(50, 183.1), pytest.param(None, 244.9, marks=pytest.mark.full)])
def test_games__bring_what_the_model_says(price: int | None, theory: float) -> None:
    """4.85 landings by 50 x 151/200 or by 50.5; an investor names the price of the monopolist."""
    found = play_prices(price, games=60, seed=1)
    assert abs(found.value - theory) < 1.5 * found.half < 15


def test_chain__counts_the_monopoly_price_under_the_rule_of_tolls(place: MarketPower) -> None:
    chain = ml.Chain("classic_us", options={"detour": D, "detour.toll": True})
    income = 3 * chain.rent("orange", 3, "turn", start="go", throws=15)
    assert income == pytest.approx(landings("classic_us", "orange") * place.monopoly().revenue)


@pytest.mark.parametrize(
    ("arguments", "said"), [((0,), "most is 0"), ((200, 201), "cost is 201"), ((10_001,), "most is 10001")]
)
def test_place__that_cannot_be_is_refused(arguments: tuple[int, ...], said: str) -> None:
    with pytest.raises(ml.ArgumentError, match=said):
        MarketPower(*arguments)
