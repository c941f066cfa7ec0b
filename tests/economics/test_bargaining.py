"""Bargaining: the textbook's split by hand, and the stored results of the swap against games played anew."""

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.economics import bargaining
from monopoly_lab.economics.bargaining import PLAYERS, Bargain, SwapDeal

STRATEGIES = ("balanced", "greedy", "investor")


def test_bargain__between_300_and_100_the_nash_split_is_200_and_ultimatums_take_all() -> None:
    deal = Bargain(most=300, least=100)
    assert (deal.split(), deal.split(0), deal.split(1), deal.surplus) == (200, 100, 300, 200)
    product = {price: (300 - price) * (price - 100) for price in range(100, 301)}
    assert max(product, key=product.__getitem__) == deal.split()


def test_bargain__without_a_range_of_agreement_there_is_no_price() -> None:
    deal = Bargain(most=100, least=300)
    assert not deal.is_possible and deal.split() is None and deal.surplus == 0
    with pytest.raises(ml.ArgumentError, match="from 0 to 1"):
        Bargain(300, 100).split(2)


@pytest.mark.parametrize(
    ("paid", "ann", "bo"), [(None, 1000, 1000), (200, 800, 1200), (-400, 1400, 600), (0, 1000, 1000)]
)
def test_swapped__deeds_and_cash_change_hands(paid: int | None, ann: int, bo: int) -> None:
    game = bargaining.swapped(paid)
    assert (game.state.cash["Ann"], game.state.cash["Bo"]) == (ann, bo)
    assert game.state.owner("new_york") == ("Bo" if paid is None else "Ann")


@pytest.mark.parametrize("paid", [None, 0, 200])
def test_stored__games_of_another_seed_agree_with_the_results(paid: int | None) -> None:
    who = dict.fromkeys(PLAYERS, ml.Strategy("balanced", trade=0))
    found = ml.simulate(bargaining.swapped(paid, who), games=400, rounds=10, seed=77, progress=False)
    table = found.wealth.query("round == 21").set_index("player")["mean"]
    deal = SwapDeal("balanced")
    for player in PLAYERS:
        assert table[player] == pytest.approx(deal.outcome(player, paid).value, abs=9 * deal.outcome(player, paid).half)


@pytest.mark.parametrize(
    ("paid", "ann", "bo"), [(None, 0.1, 0.5), (-400, 92, 6), (-200, 85, 14), (0, 73, 26), (200, 50, 47), (400, 26, 72)]
)
def test_wins__as_an_independent_program_found_them(paid: int | None, ann: float, bo: float) -> None:
    deal = SwapDeal("balanced", "wins")
    for player, share in (("Ann", ann), ("Bo", bo)):
        assert 100 * deal.outcome(player, paid).value == pytest.approx(share, abs=3)
    assert deal.equal_gains() == pytest.approx(215, abs=15)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_money__both_gain_within_the_range_and_the_others_lose_more(strategy: str) -> None:
    deal = SwapDeal(strategy)
    agreed, nash = deal.range_of_agreement(), deal.nash_split()
    assert agreed is not None and nash is not None and agreed[0] < nash < agreed[1]
    gains = {player: deal.gain(player, int(nash)) for player in PLAYERS}
    assert all(gains[player].low > 0 for player in ("Ann", "Bo")) and all(gains[p].high < 0 for p in ("Cy", "Dan"))
    assert sum(gain.value for gain in gains.values()) < 0
    assert deal.gain("Ann", 400).high < 0 and deal.gain("Bo", -200).high < 0


@pytest.mark.parametrize(
    ("strategy", "low", "high"), [("balanced", 150, 200), ("greedy", 150, 250), ("investor", 150, 200)]
)
def test_nash_range__has_equal_gains_in_it_as_straight_lines_have(strategy: str, low: int, high: int) -> None:
    """Gains of a (M - p) and a (p - L) have the greatest product where they are equal, in the middle of L and M.

    Errors of 50 dollars in gains of 800 leave 60,000 in a product of 600,000: neighbors cannot be told apart.
    """
    deal = SwapDeal(strategy)
    assert deal.nash_range() == (low, high)
    equal, ends = deal.equal_gains(), deal.range_of_agreement()
    assert equal is not None and ends is not None
    assert low <= equal <= high and low - 10 <= sum(ends) / 2 <= high + 10


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_wins__are_shared_out_among_those_who_finish(strategy: str) -> None:
    deal = SwapDeal(strategy, "wins")
    for paid in deal.sums:
        assert sum(deal.outcome(player, paid).value for player in PLAYERS) == pytest.approx(1, abs=0.01)
    assert sum(deal.outcome(player, None).value for player in PLAYERS) < 0.35  # most games never end


@pytest.mark.parametrize(("given", "message"), [({"strategy": "greed"}, "greedy"), ({"measure": "mony"}, "money")])
def test_arguments__are_checked(given: dict[str, str], message: str) -> None:
    with pytest.raises(ml.ArgumentError, match=message):
        SwapDeal(**given)
    with pytest.raises(ml.ArgumentError, match="for example 200"):
        SwapDeal().outcome("Ann", 210)
    with pytest.raises(ml.ArgumentError, match="Dan"):
        SwapDeal().outcome("Dann", 200)


@pytest.mark.parametrize("a", [0, 100])
def test_best_offer__of_a_buyer_is_half_way_to_the_lowest_value_of_sellers(a: int) -> None:
    """(v - p)(p - a)/(c - a) is greatest at p = (v + a)/2; from v = 2c - a on all accept c."""
    others = range(a, a + 201)
    for value, price in ((a + 100, a + 50), (a + 300, a + 150), (a + 500, a + 200)):
        found = bargaining.best_offer(value, others, sells=False)
        assert found.price == pytest.approx(price, abs=1)
        assert found.chance == pytest.approx((price - a) / 200, abs=0.01)
        assert found.gain == pytest.approx((value - price) * (price - a) / 200, abs=1)


def test_best_offer__of_a_seller_mirrors_that_of_a_buyer() -> None:
    sells = bargaining.best_offer(200, range(300, 501, 10), sells=True)
    buys = bargaining.best_offer(-200, range(-500, -299, 10), sells=False)
    assert sells == (350, 16 / 21, 16 / 21 * 150) and buys == (-350, 16 / 21, 16 / 21 * 150)


def test_best_offer__gains_nothing_where_no_deal_can_pay() -> None:
    """A buyer to whom the deed is worth 50 loses at every price that a seller with 100 or more accepts."""
    buys = bargaining.best_offer(50, range(100, 301, 10), sells=False)
    assert (buys.gain, buys.chance) == (0, 0) and buys.price < 100
    sells = bargaining.best_offer(400, range(100, 301, 10), sells=True)
    assert (sells.gain, sells.chance) == (0, 0) and sells.price > 300


def test_best_offer__needs_a_value() -> None:
    with pytest.raises(ArgumentError, match="empty"):
        bargaining.best_offer(200, [], sells=True)
