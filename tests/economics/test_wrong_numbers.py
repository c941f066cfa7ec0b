"""Every public function of `ml.economics`, with numbers that are none or out of range: an own error or a finite answer.

Each function is called with arguments that are right (`CALLS`), of which one is replaced at a time.
"""

import importlib
import inspect
import math
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any, get_args

import numpy as np
import pandas as pd
import pytest

import monopoly_lab as ml
from monopoly_lab import economics as ec
from monopoly_lab.common.argument_checks import declared_type
from monopoly_lab.common.messages import speaking

WRONG = (math.nan, math.inf, -math.inf, -1, 0, 1e308, -1e308, 10**400, 0.5, "nine")
FEW = (math.nan, math.inf, -1, 0, 0.5, "nine")  # where a game is played with each number that is taken
MAY_BE_INFINITE = {  # as their docstrings say
    "housing_market.HousingMarket.clearing_prices",  # no price is too high where nothing is for sale
    "PublicGood.critical_discount",
    "PublicGood.deterring_points",
    "redistribution.gini_after",
    "redistribution.lost_on_the_way",
}
SKIPPED = {  # what a match calls, with positions and moves that it has checked
    *("deal", "legal", "payoffs", "apply", "view", "buyer", "seen", "movers", "kinds_at", "why_not"),
    *("luck_of", "number_problem", "checked_bidders", "check_number", "check_numbers", "check_whole", "is_number"),
    *("game_of_rents", "interval", "ginis", "worths", "player", "move"),
    *("checked_money", "mobility"),
}


@cache
def group() -> Any:
    return ec.group_rents.group_rents()[3]


@cache
def made(name: str) -> Any:
    """Return an object whose methods are called."""
    module, _, cls = name.partition(".")
    if cls == "SymmetricGame":
        return ec.replicator.strategy_game()
    return getattr(importlib.import_module(f"monopoly_lab.economics.{module}"), cls)()


@cache
def bids() -> pd.DataFrame:
    game = ml.Game("classic_us", ["Ann", "Bo"], seed=1)
    for text in ("roll 6 6", "roll 1 2", "roll 2 1", "auction", "bid 60", "pass"):
        game.apply(text)
    return game.bids().assign(game=0, value=100.0)


ALIKE = {"balanced": 1, "greedy": 1}
PLAYED = {"games": 1, "seed": 1}
BASIC = {
    "auction_games.PrivateValues": {"highest": 1000, "seed": 1},
    "auction_games.CommonValue": {"low": 1000, "high": 2000, "error": 100.0, "seed": 1},
    "auction_theory.best_share": {"bidders": 4},
    "auction_theory.outcome": {"bidders": 4, "share": 0.75, "highest": 1000},
    "auction_theory.gain": {"bidders": 4, "mine": 0.75, "others": 0.75, "highest": 1000},
    "auction_theory.best_gain": {"bidders": 4, "others": 0.75, "highest": 1000},
    "auction_theory.normal_errors": {"bidders": 4},
    "auction_theory.common_outcome": {"bidders": 4, "discount": 1.5, "value": 1000, "error": 250},
    "auction_games.results": {"bids": bids, "seed": 1},
    "auction_games.play_auctions": {
        "by": "sealed", "values": lambda: ec.auction_games.PrivateValues(), "rule": lambda: max, **PLAYED,
    },
    "bargaining.best_offer": {"value": 400, "others": [100, 200], "sells": False},
    "bargaining.swapped": {"paid": 100},
    "bargaining.SwapDeal.outcome": {"player": "Ann", "paid": 100},
    "bargaining.SwapDeal.gain": {"player": "Ann", "paid": 100},
    "common_value.bid": {"estimate": 1500.0, "bidders": 4, "low": 1000, "high": 2000, "error": 100},
    "commons.Commons": {"players": 4, "rounds": 10, "capacity": 400, "growth": 25},
    "commons.Commons.regrown": {"left": 100},
    "commons.Commons.path": {"take": 80, "rounds": 3},
    "commons.Commons.begin": {"seed": 1},
    "contest_success.contest_chances": {"money": [3200, 1600, 800, 400], "exponent": 2.0},
    "contest_success.fit_exponent": {"starts": [([3200, 1600, 800, 400], [242, 45, 10, 3])]},
    "externality.Externality": {"built": 3, "percent": 20, "first": 4, "rounds": 5, "visitors": 3},
    "externality.Externality.deal": {"cost": 0},
    "externality.Externality.chosen": {"tax": 100},
    "externality.Externality.play": {"level": 3, **PLAYED, "blocks": 2},
    "hidden_quality.HiddenQuality": {
        "players": 3, "rounds": 10, "value": 370, "buyer_factor": 1.5, "floor": 0, "fee": 2,
    },
    "hidden_quality.HiddenQuality.owner_value": {"quality": 50},
    "hidden_quality.HiddenQuality.compensation": {"quality": 50, "promised": 60},
    "hidden_quality.HiddenQuality.share_sold": {"bid": 100},
    "hidden_quality.HiddenQuality.mean_value": {"bid": 100},
    "hidden_quality.HiddenQuality.buyer_gain": {"bid": 100},
    "hidden_quality.HiddenQuality.unraveling": {"steps": 5},
    "hidden_quality.HiddenQuality.begin": {"seed": 1},
    "hidden_quality.deed_value": {
        "chain": lambda: ml.Chain("class_board"), "space": "bakery", "level": 3, "throws": 20,
    },
    "housing_market.HousingMarket": {"houses": 2, "rounds": 10, "opponents": 3},
    "housing_market.HousingMarket.value": {"group": group, "level": 3},
    "housing_market.HousingMarket.demand": {"price": 100},
    "housing_market.HousingMarket.wanting": {"price": 100},
    "housing_market.HousingMarket.clearing_prices": {"supply": 8},
    "housing_market.HousingMarket.elasticity": {"low": 100, "high": 200},
    "housing_market.HousingMarket.served": {"supply": 8, "price": 100},
    "housing_market.HousingMarket.ration": {"supply": 8, "price": 100},
    "housing_market.HousingMarket.paid": {"supply": 8, "price": 100},
    "housing_market.play_auction": {"supply": 1, "houses": 2, "rounds": 10, "step": 50},
    "leverage.Leverage": {"row": 3, "cash": 100, "opponents": 3},
    "leverage.Leverage.with_debt": {"rounds": 4},
    "leverage.Leverage.full_cost": {"rounds": 4},
    "leverage.ruin_chance": {"level": 3, "turns": 3, "cash": 400},
    "market_power.MarketPower": {"most": 200, "cost": 0},
    "market_power.MarketPower.quantity": {"price": 100},
    "market_power.MarketPower.landing": {"price": 100},
    "market_power.MarketPower.elasticity": {"price": 100},
    "market_power.MarketPower.pass_through": {"rise": 40},
    "market_power.MarketPower.rival_profit": {"price": 90, "other": 100},
    "market_power.MarketPower.best_reply": {"other": 100, "step": 10},
    "market_power.MarketPower.undercutting": {"begin": 100, "step": 10},
    "market_power.MarketPower.cartel": {"step": 10},
    "market_power.landings": {"rounds": 3, "visitors": 3},
    "market_power.play_prices": {"price": 100, "most": 200, **PLAYED, "blocks": 2},
    "matches.Match": {"game": lambda: ec.commons.Commons(), "players": ["A", "B", "C", "D"], "seed": 0},
    "matches.play_games": {
        "game": lambda: ec.commons.Commons(rounds=1), "players": dict.fromkeys("ABCD", "grim"), "games": 1, "seed": 0,
    },
    "money.new_money": {"edition": "class_board", "salary": 100},
    "money.stored": {"strategy": "balanced", "rounds": 30, "salary": 200},
    "public_good.PublicGood": {
        "players": 4, "rounds": 10, "endowment": 20, "multiplier": 1.6, "cost": 1, "effect": 3, "most_points": 10,
    },
    "public_good.PublicGood.one_round": {"gifts": [0, 20, 20, 20]},
    "public_good.PublicGood.begin": {"seed": 1},
    "public_good.conditional_path": {
        "followers": 3, "free_riders": 1, "givers": 0, "start": 0.5, "follow": 1.0, "rounds": 4,
    },
    "redistribution.gini_after": {"gini": 0.5, "mean": 1000, "tax": 0.2, "payment": 100},
    "redistribution.lost_on_the_way": {"changes": [-40, 20, 10]},
    "redistribution.play": {"policies": {"a": "printed"}, "games": 1, "seed": 1, "rounds": 1},
    "redistribution.stored": {"policy": "tax", "rounds": 30},
    "replicator.SymmetricGame.replicate": {"shares": ALIKE, "generations": 3},
    "replicator.SymmetricGame.best_replies": {"shares": ALIKE, "tolerance": 1e-9},
    "replicator.SymmetricGame.is_equilibrium": {"shares": ALIKE, "tolerance": 1e-9},
    "rent_tax.RentTax": {"rounds": 10, "opponents": 3},
    "rent_tax.RentTax.rents": {"group": group, "level": 3},
    "rent_tax.RentTax.outcome": {"tax": 10, "rent_scale": 100, "land_tax": 0},
    "rent_tax.RentTax.supply": {"rent_scale": 100},
    "rent_tax.RentTax.best_rate": {"rent_scale": 100},
    "rent_tax.RentTax.capitalized": {"deed_rent": 2, "tax": 40},
    "rent_tax.cost": {"group": group, "level": 3},
    "rent_tax.play_building": {"tax": 0, "rent_scale": 100, "land_tax": 0, "rounds": 10},
    "rent_tax.play_deed_auction": {"deed": "boardwalk", "tax": 0, "step": 50},
    "start_chances.fair_chances": {"money": [3200, 1600, 800, 400]},
    "start_chances.play_fair_bets": {"money": [300, 200, 100], "games": 2, "seed": 1},
    "start_chances.explained": {"chances": [[0.5, 0.5], [0.6, 0.4]]},
    "start_chances.stored_games": {"policy": "printed", "parts": [8, 4, 2, 1]},
    "start_chances.money_played": {"parts": [6, 1, 1, 1], "money": 6000},
    "start_chances.divided": {"parts": [6, 1, 1, 1], "money": 6000},
}  # fmt: skip
ELSEWHERE = ("repeated_games",)  # tested in its games
PLAYS = (
    "play",
    "play_auction",
    "play_prices",
    "play_games",
    "play_building",
    "play_deed_auction",
    "play_auctions",
    "new_money",
)


def function(name: str) -> Callable[..., Any]:
    module, *parts = name.split(".")
    if len(parts) == 2:
        return getattr(made(f"{module}.{parts[0]}"), parts[1])
    return getattr(importlib.import_module(f"monopoly_lab.economics.{module}"), parts[0])


def with_values(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value() if callable(value) else value for name, value in arguments.items()}


def cases() -> Iterator[Any]:
    for name, arguments in BASIC.items():
        for key, value in arguments.items():
            wrong: list[Any] = []
            if isinstance(value, list) and isinstance(value[0], int):
                wrong = [[], *([*value[:-1], each] for each in (math.nan, math.inf, 1e308, -1, "nine", None))]
            elif isinstance(value, int | float) and not isinstance(value, bool):
                wrong = list(FEW if name.rpartition(".")[2] in PLAYS else WRONG)
            if wrong:
                yield pytest.param(name, key, wrong, id=f"{name}-{key}")


def is_finite(answer: Any) -> bool:
    """Return True if no number in an answer is infinite or none."""
    if isinstance(answer, complex):
        return False
    if isinstance(answer, int | float | np.number):
        return math.isfinite(answer)
    if isinstance(answer, pd.DataFrame | pd.Series):
        return is_finite(answer.to_numpy().ravel().tolist())
    if isinstance(answer, Mapping):
        return is_finite(list(answer.values()))
    return all(map(is_finite, answer)) if isinstance(answer, list | tuple | np.ndarray) else True


def ask(name: str, asked: Callable[[], Any]) -> Any:
    """Return the answer, None for a refusal in our own words; fail for any other error and for no number."""
    try:
        answer = asked()
    except ml.MonopolyLabError as refused:
        assert str(refused) and "Traceback" not in str(refused)
        return None
    assert name in MAY_BE_INFINITE or is_finite(answer), f"{name}: {answer}"
    return answer


@pytest.mark.parametrize(("name", "key", "wrong"), list(cases()))
def test_wrong_number__brings_an_own_error_or_a_finite_answer(name: str, key: str, wrong: list[Any]) -> None:
    for each in wrong:
        call_with(name, key, each)


def call_with(name: str, key: str, wrong: Any) -> None:
    """Call a function with one wrong argument; of an object that is made so, all properties and methods."""
    asked = function(name)
    found = ask(name, lambda: asked(**{**with_values(BASIC[name]), key: wrong}))
    if not inspect.isclass(asked) or found is None:
        return
    for part, value in vars(asked).items():
        if isinstance(value, property) and not part.startswith("_"):
            ask(f"{asked.__name__}.{part}", partial(getattr, found, part))
    for method, arguments in BASIC.items():
        if method.startswith(f"{name}.") and not method.endswith(".play"):
            ask(method, partial(getattr(found, method.rpartition(".")[2]), **with_values(arguments)))


@pytest.mark.parametrize(
    "shares", [[0, 0], [1], "greedy", {}, {"greedy": "x"}, {"greedy": -1}, {"greedy": math.nan}, None, 5]
)
def test_shares__that_are_none_are_refused(shares: Any) -> None:
    game = ec.replicator.strategy_game()
    for asked in (game.payoffs, game.best_replies, game.is_equilibrium, lambda shares: game.replicate(shares, 5)):
        with pytest.raises(ml.MonopolyLabError):
            asked(shares)


def test_compared__refuses_no_simulations() -> None:
    for compare in (ec.redistribution.compared, ec.redistribution.by_rank):
        with pytest.raises(ml.ArgumentError, match="runs is empty; it takes at least one simulation"):
            compare({})


def test_books__without_assets_or_equity_have_no_return() -> None:
    assert ec.leverage.Books(100, 60, 20, 4).on_equity == 0.4
    with pytest.raises(ml.ArgumentError, match="equity is 0; it must be above 0"):
        _ = ec.leverage.Books(100, 100, 20).on_equity
    with pytest.raises(ml.ArgumentError, match="assets is 0; it must be above 0"):
        _ = ec.leverage.Books(0, 0, 20).on_assets


@pytest.mark.parametrize("bidders", [2, 4, 30, 1000])
def test_gain__is_the_integral_over_values_also_far_from_the_others(bidders: int) -> None:
    """The formula of the docstring, by a sum over values; the powers of 1000 bidders are beyond any number."""
    v = (np.arange(200_000) + 0.5) / 200_000
    for mine, others in ((0.9, 0.01), (0.01, 0.9), (0.75, 0.75), (0.9, 0.5)):
        wins = np.minimum(mine * v / others, 1.0) ** (bidders - 1)
        expected = float((wins * (1 - mine) * v).mean())
        assert ec.auction_theory.gain(bidders, mine, others, highest=1) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("lang", ml.languages())
def test_refusal__is_in_the_language_without_pythons_quotes(lang: str) -> None:
    with speaking(lang), pytest.raises(ml.ArgumentError) as refused:
        ec.commons.Commons().path("much")
    assert ('"much"' if lang == "en" else "«much»") in str(refused.value)


@pytest.mark.parametrize("name", BASIC)
def test_right_numbers__are_answered(name: str) -> None:
    function(name)(**with_values(BASIC[name]))


def test_basic__has_every_public_function_that_takes_a_number() -> None:
    missing = []
    for module in pkgutil.iter_modules(ec.__path__):
        if module.name in ELSEWHERE:
            continue
        found = vars(importlib.import_module(f"monopoly_lab.economics.{module.name}"))
        own = {name: each for name, each in found.items() if getattr(each, "__module__", "").endswith(module.name)}
        functions = {name: each for name, each in own.items() if inspect.isfunction(each)}
        for cls in filter(inspect.isclass, own.values()):
            if not issubclass(cls, tuple | Exception):
                functions |= {
                    f"{cls.__name__}.{name}": each for name, each in vars(cls).items() if inspect.isfunction(each)
                }
        missing += [
            f"{module.name}.{name}"
            for name, each in functions.items()
            if takes_number(each)
            and name.rpartition(".")[2] not in SKIPPED
            and not name.rpartition(".")[2].startswith("_")
        ]
    assert set(missing) - set(BASIC) == set()


def takes_number(each: Callable[..., Any]) -> bool:
    def kinds(kind: Any) -> Iterator[Any]:
        yield kind
        for part in get_args(kind):
            yield from kinds(part)

    parameters = [name for name in inspect.signature(each).parameters if name != "self"]
    return any(part in (int, float) for name in parameters for part in kinds(declared_type(each, name)))
