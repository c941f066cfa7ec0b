"""Every public function of `ml.economics` refuses numbers that are out of its range; its other answers are finite.

Each function is called with the right arguments of `BASIC`, of which one is replaced at a time.
"""

import importlib
import inspect
import math
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from typing import Any, get_args

import numpy as np
import pandas as pd
import pytest

import monopoly_lab as ml
from monopoly_lab import economics as ec
from monopoly_lab.common.argument_checks import declared_type
from monopoly_lab.common.errors import ArgumentError
from monopoly_lab.common.messages import speaking
from monopoly_lab.economics.number_ranges import check_number, check_whole

NEVER = (math.nan, math.inf, -math.inf, "nine")  # that no function takes
HUGE = (10**400, 1e308, -1e308)
OF_ANY_SIZE = {  # what may be huge
    ("auction_games.results", "seed"),
    ("contest_success.contest_chances", "exponent"),
    ("start_chances.play_fair_bets", "seed"),
}
MAY_BE_EMPTY = {("redistribution.lost_on_the_way", "changes")}
TOLD_AS = {  # what a refusal calls an argument whose name it does not say
    ("bargaining.SwapDeal.outcome", "paid"): "the sum",
    ("bargaining.SwapDeal.gain", "paid"): "the sum",
    ("redistribution.stored", "rounds"): "round",
    ("rent_tax.play_building", "land_tax"): "taxes.sites",
    ("rent_tax.play_building", "rounds"): "horizon",
    ("rent_tax.play_deed_auction", "step"): "auction_start.raise",
}
BELOW_ZERO = {  # what may be negative
    ("auction_games.PrivateValues", "seed"),
    ("auction_games.CommonValue", "seed"),
    ("auction_games.results", "seed"),
    ("auction_theory.common_outcome", "discount"),
    ("auction_theory.common_outcome", "value"),
    ("bargaining.best_offer", "value"),
    ("bargaining.best_offer", "others"),
    ("bargaining.swapped", "paid"),
    ("common_value.bid", "estimate"),
    ("common_value.bid", "low"),
    ("contest_success.contest_chances", "exponent"),
    ("redistribution.lost_on_the_way", "changes"),
    ("start_chances.play_fair_bets", "seed"),
}
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
    return ec.group_rents.group_rents("class_board")[0]


@cache
def made(name: str) -> Any:
    """Return an object whose methods are called."""
    module, _, cls = name.partition(".")
    if cls == "SymmetricGame":
        return ec.replicator.strategy_game()
    return getattr(importlib.import_module(f"monopoly_lab.economics.{module}"), cls)(**with_values(BASIC.get(name, {})))


@cache
def bids() -> pd.DataFrame:
    game = ml.Game("classic_us", ["Ann", "Bo"], seed=1)
    for text in ("roll 6 6", "roll 1 2", "roll 2 1", "auction", "bid 60", "pass"):
        game.apply(text)
    return game.bids().assign(game=0, value=100.0)


ALIKE = {"balanced": 1, "greedy": 1}
PLAYED = {"games": 1, "seed": 1}
BASIC: dict[str, dict[str, Any]] = {
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
    "externality.Externality": {
        "edition": "class_board", "harming": "red", "harmed": "blue",
        "built": 3, "percent": 20, "first": 4, "rounds": 5, "visitors": 2,
    },
    "externality.Externality.deal": {"cost": 0},
    "externality.Externality.chosen": {"tax": 100},
    "externality.Externality.play": {"level": 2, **PLAYED, "blocks": 2},
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
    "housing_market.HousingMarket": {"edition": "class_board", "houses": 2, "rounds": 10, "opponents": 3},
    "housing_market.HousingMarket.value": {"group": group, "level": 3},
    "housing_market.HousingMarket.demand": {"price": 100},
    "housing_market.HousingMarket.wanting": {"price": 100},
    "housing_market.HousingMarket.clearing_prices": {"supply": 8},
    "housing_market.HousingMarket.elasticity": {"low": 100, "high": 200},
    "housing_market.HousingMarket.served": {"supply": 8, "price": 100},
    "housing_market.HousingMarket.ration": {"supply": 8, "price": 100},
    "housing_market.HousingMarket.paid": {"supply": 8, "price": 100},
    "housing_market.play_auction": {"supply": 1, "edition": "class_board", "houses": 2, "rounds": 10, "step": 50},
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
    "rent_tax.RentTax": {"edition": "class_board", "rounds": 10, "opponents": 3},
    "rent_tax.RentTax.rents": {"group": group, "level": 3},
    "rent_tax.RentTax.outcome": {"tax": 10, "rent_scale": 100, "land_tax": 0},
    "rent_tax.RentTax.supply": {"rent_scale": 100},
    "rent_tax.RentTax.best_rate": {"rent_scale": 100},
    "rent_tax.RentTax.capitalized": {"deed_rent": 2, "tax": 40},
    "rent_tax.cost": {"group": group, "level": 3},
    "rent_tax.play_building": {
        "edition": "class_board", "tax": 0, "rent_scale": 100, "land_tax": 0, "rounds": 10,
    },
    "rent_tax.play_deed_auction": {"deed": "boardwalk", "tax": 0, "step": 1000},
    "start_chances.fair_chances": {"money": [3200, 1600, 800, 400]},
    "start_chances.play_fair_bets": {"money": [300, 200, 100], "games": 2, "seed": 1},
    "start_chances.explained": {"chances": [[0.5, 0.5], [0.6, 0.4]]},
    "start_chances.stored_games": {"policy": "printed", "parts": [8, 4, 2, 1]},
    "start_chances.money_played": {"parts": [6, 1, 1, 1], "money": 6000},
    "start_chances.divided": {"parts": [6, 1, 1, 1], "money": 6000},
}  # fmt: skip
ELSEWHERE = ("repeated_games",)  # tested in its games
# Numbers beyond a limit of their own, and the words of the refusals.
REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("auction_theory.outcome", {"share": math.nan}, "share is nan; it takes a finite number"),
    ("auction_theory.outcome", {"highest": -1}, "highest is -1; it cannot be below 0"),
    ("auction_games.PrivateValues", {"highest": 0.5}, "highest: 0.5 is not accepted"),
    ("auction_games.CommonValue", {"low": 10, "high": 9}, "high is 9; it takes a whole number from 10 to"),
    ("bargaining.best_offer", {"others": [1, math.inf]}, r"others\[1\] is inf"),
    ("common_value.bid", {"estimate": [1000, math.nan]}, r"estimate\[1\] is nan"),
    ("common_value.bid", {"error": 0.1}, "error is 0.1; it takes a number from 1.0 to"),
    ("housing_market.HousingMarket.value", {"level": 6}, "level is 6; .* from 1 to 5"),
    ("market_power.MarketPower.cartel", {"step": 0}, "step is 0; .* from 1 to 200"),
    ("leverage.Leverage", {"opponents": 0}, "opponents is 0; .* from 1 to 7"),
    ("leverage.Leverage.with_debt", {"rounds": 0}, "rounds is 0; it takes a number from 0.01 to"),
    ("leverage.Leverage.full_cost", {"rounds": 0}, "rounds is 0; it takes a number from 0.01 to"),
    ("public_good.PublicGood.one_round", {"gifts": [0, 0, 0]}, r"len\(gifts\) is 3"),
    ("rent_tax.RentTax.rents", {"level": 6}, "level is 6; .* from 0 to 5"),
    ("rent_tax.RentTax.capitalized", {"tax": 101}, "tax is 101"),
    ("rent_tax.cost", {"level": 6}, "level is 6; .* from 0 to 5"),
]


def function(name: str) -> Callable[..., Any]:
    module, *parts = name.split(".")
    if len(parts) == 2:
        return getattr(made(f"{module}.{parts[0]}"), parts[1])
    return getattr(importlib.import_module(f"monopoly_lab.economics.{module}"), parts[0])


def with_values(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value() if callable(value) else value for name, value in arguments.items()}


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def wrong_numbers(name: str, key: str, value: Any) -> list[Any]:
    """Return what a function must refuse in the place of the right value of an argument."""
    negative = [] if (name, key) in BELOW_ZERO else [-1]
    if isinstance(value, list) and is_number(value[0]):
        lists = [[*value[:-1], each] for each in (*NEVER, None, *negative)]
        return lists if (name, key) in MAY_BE_EMPTY else [[], *lists]
    if not is_number(value):
        return []
    huge = [] if (name, key) in OF_ANY_SIZE else HUGE
    kind = declared_type(function(name), key)
    kinds = get_args(kind) or (kind,)
    return [*NEVER, *huge, *negative, *([] if float in kinds else [0.5])]


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


@pytest.mark.parametrize("name", BASIC)
def test_number__out_of_range_is_refused_and_all_answers_are_finite(name: str) -> None:
    asked, right = function(name), with_values(BASIC[name])
    asked(**right)
    for key, value in right.items():
        for wrong in wrong_numbers(name, key, value):
            with pytest.raises(ml.MonopolyLabError) as refused:
                print(f"{name}({key}={wrong!r}):", asked(**{**right, key: wrong}))
            told = str(refused.value)
            assert key in told or TOLD_AS.get((name, key), key) in told
        if is_number(value):
            for doubtful in (0, 0.5, -1):
                call_with(name, key, doubtful)
        elif isinstance(value, list) and is_number(value[0]):
            call_with(name, key, [*value[:-1], 1e308])


def call_with(name: str, key: str, doubtful: Any) -> None:
    """Call a function with one argument replaced; of an object that is made so, all properties and methods."""
    asked = function(name)
    found = ask(name, lambda: asked(**{**with_values(BASIC[name]), key: doubtful}))
    if not inspect.isclass(asked) or found is None:
        return
    for part, value in vars(asked).items():
        if isinstance(value, property) and not part.startswith("_"):
            ask(f"{asked.__name__}.{part}", partial(getattr, found, part))
    for method, arguments in BASIC.items():
        if method.startswith(f"{name}.") and not method.endswith(".play"):
            ask(method, partial(getattr(found, method.rpartition(".")[2]), **with_values(arguments)))


@pytest.mark.parametrize(("name", "wrong", "said"), REFUSED)
def test_number__beyond_its_limit_is_refused_in_words(name: str, wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(ml.ArgumentError, match=said):
        function(name)(**{**with_values(BASIC[name]), **wrong})


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


@pytest.mark.parametrize("lang", ml.languages())
def test_refusal__is_in_the_language_without_pythons_quotes(lang: str) -> None:
    with speaking(lang), pytest.raises(ml.ArgumentError) as refused:
        ec.commons.Commons().path("much")  # type: ignore[arg-type]
    assert ('"much"' if lang == "en" else "«much»") in str(refused.value)


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


@pytest.mark.parametrize("value", [10**400, math.nan, -math.inf, True, "3", None])
def test_numbers__that_are_none_or_too_large_are_refused(value: Any) -> None:
    for check in (check_number, check_whole):
        with pytest.raises(ArgumentError, match="x"):
            check(0, 100, x=value)


def test_numbers__of_every_kind_are_taken() -> None:
    check_number(0, 100, int=3, float=3.5, fraction=Fraction(7, 2), numpy=np.float64(3.5), whole=np.int64(3))
    check_whole(0, 100, int=3, float=3.0, fraction=Fraction(6, 2), numpy=np.float64(3), whole=np.int64(3))
    for part in (3.5, Fraction(7, 2), np.float64(3.5)):
        with pytest.raises(ArgumentError, match="x"):
            check_whole(0, 100, x=part)
