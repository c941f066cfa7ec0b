"""`tune` searches for the parameters with which a strategy wins most games."""

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import ExperimentError, StrategyError
from monopoly_lab.experiments.tuning import _Scale, _that_matter
from monopoly_lab.players.parameters import PARAMETERS

pytestmark = pytest.mark.usefixtures("all_compiled")

FEW = {"games": 60, "generations": 2, "progress": False, "rounds": 40}


@pytest.mark.full
def test_tune__the_same_seed_finds_the_same_and_another_one_something_else() -> None:
    first, again, other = (ml.tune(parameters=["bid", "trade"], seed=seed, **FEW) for seed in (1, 1, 2))
    assert first.history.equals(again.history) and first.wins == again.wins
    assert not first.history.equals(other.history)


@pytest.mark.full
def test_tune__finds_that_who_buys_nothing_should_buy() -> None:
    """A player who keeps all of the start cash from deeds and buildings wins next to nothing."""
    poor = ml.Strategy("balanced", buy_reserve=100, trade=0, reserve=100)
    found = ml.tune(
        poor, against="cautious", parameters=["buy_reserve", "reserve"], games=200, generations=12, progress=False
    )
    assert found.wins.low > found.wins_before.high
    assert found.strategy.parameters["buy_reserve"] < 100 and found.strategy.parameters["trade"] == 0


@pytest.mark.full
def test_tune__what_is_no_better_than_the_first_is_not_returned() -> None:
    found = ml.tune("balanced", parameters=["fear"], games=20, generations=1, progress=False, rounds=20)
    assert found.wins.value >= found.wins_before.value


def test_parameters__that_can_matter_are_those_of_what_a_game_has() -> None:
    found = _that_matter(ml.Strategy("balanced"), ml.load_edition("classic_us").tables())
    assert {"bid", "trade", "reserve"} <= set(found)
    assert not {"value", "horizon", "stake", "claim", "coins", "fight"} & set(found)


@pytest.mark.full
def test_tune__searches_only_parameters_that_can_matter() -> None:
    found = ml.tune("balanced", games=8, generations=1, rounds=2, executor="threads", progress=False)
    assert {"bid", "trade", "reserve"} <= set(found.changed)
    assert not {"value", "horizon", "stake", "claim", "coins", "fight"} & set(found.changed)


@pytest.mark.parametrize("name", PARAMETERS)
def test_scale__every_value_is_found_again_at_its_place(name: str) -> None:
    parameter, scale = PARAMETERS[name], _Scale(PARAMETERS[name])
    values = parameter.words or range(parameter.low, parameter.high + 1)
    assert [scale.value(scale.place(value)) for value in values] == list(values)
    assert scale.place(values[0]) == 0 and scale.place(values[-1]) == 1


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"strategy": "random"}, StrategyError, "no parameters"),
        ({"parameters": ["bids"]}, StrategyError, "bid"),
        ({"against": []}, ExperimentError, "play against"),
        ({"against": [("balanced", "greedy")]}, ExperimentError, "2 strategies for 3 other seats"),
        ({"players": 1}, ExperimentError, "number of players"),
        ({"generations": 0}, ExperimentError, "generations"),
    ],
)
def test_tune__what_cannot_be_is_refused(given: dict[str, object], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        ml.tune(**{**FEW, **given})


@pytest.mark.parametrize("other", ["cautious", "greedy", "balanced", "trader"])
def test_strong__wins_more_than_a_quarter_against_three_of_a_rule_of_thumb(other: str) -> None:
    found = ml.simulate(
        "classic_us",
        games=600,
        seed=5,
        players={"Ann": "strong", "Bo": other, "Cy": other, "Dan": other},
        executor="threads",
        progress=False,
    )
    assert found.wins.low["Ann"] > 0.25


def test_decide__seats_persons_with_the_strongest_strategy_unless_told_otherwise() -> None:
    game = ml.Game("classic_us", ["Ann", "Bo"], seed=1)
    game.run(steps=2)
    game.apply("roll 5 6")
    for given, name in (({}, "strong"), ({"others": "greedy"}, "greedy")):
        found = ml.decide(game, ["buy", "auction"], games=4, rounds=1, progress=False, **given)
        assert set(found.plans["buy"].strategies().values()) == {name} and f'"{name}"' in repr(found)
