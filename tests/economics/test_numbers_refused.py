"""Numbers with which a model has no meaning are refused in words, at once: not finite, below 0, beyond the board."""

from collections.abc import Callable
from functools import cache
from math import inf, nan

import pytest

import monopoly_lab as ml
from monopoly_lab.economics import (
    auction_games,
    auction_theory,
    bargaining,
    common_value,
    hidden_quality,
    leverage,
    public_good,
    redistribution,
    rent_tax,
)
from monopoly_lab.economics.externality import Externality
from monopoly_lab.economics.housing_market import HousingMarket
from monopoly_lab.economics.market_power import MarketPower


@cache
def market() -> HousingMarket:
    return HousingMarket(houses=2)


@cache
def owners() -> rent_tax.RentTax:
    return rent_tax.RentTax()


@cache
def third() -> leverage.Leverage:
    return leverage.Leverage(row=3)


PLACE = MarketPower(200)
FUND = public_good.PublicGood(players=4, endowment=20)
REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "outcome": (lambda: auction_theory.outcome(4, nan), "share is nan; it takes a finite number"),
    "outcome of no values": (lambda: auction_theory.outcome(4, 1, highest=-1), "highest is -1; it cannot be below 0"),
    "gain": (lambda: auction_theory.gain(4, inf, 0.5), "mine is inf"),
    "gain against others": (lambda: auction_theory.gain(4, 0.5, nan), "others is nan"),
    "best_gain": (lambda: auction_theory.best_gain(4, inf), "others is inf"),
    "common_outcome": (lambda: auction_theory.common_outcome(4, nan), "discount is nan"),
    "common_outcome without errors": (lambda: auction_theory.common_outcome(4, 1, error=-1), "error is -1"),
    "common_value.bid": (lambda: common_value.bid([1000, nan], 4), r"estimate\[1\] is nan"),
    "common_value.bid, endless": (lambda: common_value.bid(1000, 4, error=inf), "error is inf"),
    "common_value.bid, too fine": (
        lambda: common_value.bid(1000, 4, error=0.1),
        "error is 0.1; it takes a number from 1.0 to",
    ),
    "PrivateValues": (lambda: auction_games.PrivateValues(-1), "highest is -1"),
    "PrivateValues of halves": (lambda: auction_games.PrivateValues(0.5), "highest: 0.5 is not accepted"),  # type: ignore[arg-type]
    "CommonValue": (lambda: auction_games.CommonValue(10, 9), "high is 9; it takes a whole number from 10 to"),
    "CommonValue with an error": (lambda: auction_games.CommonValue(error=nan), "error is nan"),
    "best_offer": (lambda: bargaining.best_offer(nan, [1, 2], True), "value is nan"),
    "best_offer to others": (lambda: bargaining.best_offer(1, [1, inf], True), r"others\[1\] is inf"),
    "Externality": (lambda: Externality(built=0.5), "built: 0.5 is not accepted"),  # type: ignore[arg-type]
    "HousingMarket.value": (lambda: market().value(market().groups[0], 0), "level is 0; .* from 1 to 5"),
    "HousingMarket.demand": (lambda: market().demand(nan), "price is nan"),
    "HousingMarket.clearing_prices": (lambda: market().clearing_prices(-1), "supply is -1"),
    "HousingMarket.elasticity": (lambda: market().elasticity(nan, 100), "low is nan"),
    "HousingMarket.served": (lambda: market().served(-1, first="cheapest"), "supply is -1"),
    "HousingMarket.ration": (lambda: market().ration(-1), "supply is -1"),
    "HousingMarket.paid": (lambda: market().paid(8, inf), "price is inf"),
    "MarketPower": (lambda: MarketPower(200, 1.5), "cost: 1.5 is not accepted"),  # type: ignore[arg-type]
    "MarketPower.quantity": (lambda: PLACE.quantity(nan), "price is nan"),
    "MarketPower.rival_profit": (lambda: PLACE.rival_profit(90, nan), "other is nan"),  # type: ignore[arg-type]
    "MarketPower.cartel": (lambda: PLACE.cartel(0), "step is 0; .* from 1 to 200"),
    "Leverage": (lambda: leverage.Leverage(opponents=-1), "opponents is -1"),
    "Leverage.with_debt": (lambda: third().with_debt(0), "rounds is 0; it takes a number from 0.01 to"),
    "Leverage.full_cost": (lambda: third().full_cost(-2), "rounds is -2; it takes a number from 0.01 to"),
    "gini_after": (lambda: redistribution.gini_after(0.5, inf), "mean is inf"),
    "lost_on_the_way": (lambda: redistribution.lost_on_the_way([nan, -20]), r"changes\[0\] is nan"),
    "PublicGood.one_round": (lambda: FUND.one_round([nan, 0, 0, 0]), r"gifts\[0\] is nan"),
    "PublicGood.one_round of three": (lambda: FUND.one_round([0, 0, 0]), r"len\(gifts\) is 3"),
    "conditional_path": (lambda: public_good.conditional_path(3, start=nan), "start is nan"),
    "conditional_path of no rounds": (lambda: public_good.conditional_path(3, rounds=-1), "rounds is -1"),
    "RentTax.rents": (lambda: owners().rents(owners().groups[0], -1), "level is -1; .* from 0 to 5"),
    "RentTax.capitalized": (lambda: owners().capitalized(2, 101), "tax is 101"),
    "rent_tax.cost": (lambda: rent_tax.cost(owners().groups[0], 6), "level is 6; .* from 0 to 5"),
    "deed_value": (lambda: hidden_quality.deed_value(ml.Chain("classic_us"), "boardwalk", 3, -1), "throws is -1"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_number__that_has_no_meaning_is_refused(name: str) -> None:
    call, said = REFUSED[name]
    with pytest.raises(ml.ArgumentError, match=said):
        call()


def test_gain__of_bids_far_above_all_others_is_the_value_less_the_bid() -> None:
    """Who bids 1,000 times the others' share wins: half of the highest value on average, less a thousand times that."""
    assert auction_theory.gain(4, 1000, 1e-300, highest=2) == pytest.approx(1 - 1000)
    assert auction_theory.gain(1000, 1, 1e-300, "vickrey", highest=2) == pytest.approx(1)
