"""Strategies by name: what they are called, what their parameters are, and what is refused."""

import pytest

from monopoly_lab.common.errors import StrategyError
from monopoly_lab.players import PARAMETERS, Strategy, describe, parameters, strategies, strategies_frame, style_of
from monopoly_lab.players.strategy_catalog import decides_by_chance


def test_strategies__the_six_that_are_promised_are_there() -> None:
    assert {"random", "cautious", "greedy", "balanced", "trader", "hoarder"} <= set(strategies())


def test_parameters__each_has_a_field_of_its_own_within_the_row() -> None:
    fields = [parameter.field for parameter in PARAMETERS.values()]
    assert len(set(fields)) == len(fields)
    assert parameters.KIND not in fields and max(fields) < parameters.STYLE


@pytest.mark.parametrize("name", strategies())
def test_describe__says_what_a_strategy_does_and_every_parameter_with_its_value(name: str) -> None:
    first, source, properties, *lines = describe(name).splitlines()
    assert first.endswith(".") and source.startswith("  source: ") and properties.startswith("  properties: ")
    parameters = Strategy(name).parameters
    assert [line.split(" = ")[0].strip() for line in lines] == list(parameters)
    assert [line.split(" = ")[1].split(":")[0] for line in lines] == [str(value) for value in parameters.values()]


def test_describe__says_the_values_of_a_strategy_that_was_changed() -> None:
    lines = describe(Strategy("cautious", reserve=30)).splitlines()
    assert lines[:3] == describe("cautious").splitlines()[:3]
    assert any(line.startswith("  reserve = 30: ") for line in lines)


@pytest.mark.parametrize("lang", ["en", "ru", "uk"])
def test_strategies_frame__has_idea_source_and_properties_of_each(lang: str) -> None:
    frame = strategies_frame(lang)
    assert list(frame.index) == strategies()
    assert all(describe(name, lang).splitlines()[0] == frame.loc[name, "idea"] for name in strategies())
    assert all(frame.loc[name, "source"] in describe(name, lang).splitlines()[1] for name in strategies())
    assert frame.loc["trader", "trade"] == 100 and list(frame.index[frame["reserve"].isna()]) == ["random"]
    assert frame["by_chance"].all()  # each looks for trades, and where it starts to look is chance


def test_properties__without_trades_nothing_is_left_to_chance() -> None:
    assert not decides_by_chance(Strategy("balanced", trade=0))
    assert decides_by_chance(Strategy("balanced", trade=0, claim=50))


@pytest.mark.parametrize("name", [name for name in strategies() if name != "random"])
def test_parameters__every_parametric_strategy_sets_every_one(name: str) -> None:
    strategy = Strategy(name)
    assert set(strategy.parameters) == set(PARAMETERS)
    for key, value in strategy.parameters.items():
        assert Strategy(name, **{key: value}) == strategy


def test_parameters__no_two_strategies_are_the_same() -> None:
    assert len({tuple(Strategy(name).row) for name in strategies()}) == len(strategies())


def test_strategy__a_changed_parameter_stands_in_the_row_and_in_the_text() -> None:
    strategy = Strategy("cautious", reserve=33, borrow=True)
    assert strategy.row[parameters.RESERVE] == 33 and strategy.row[parameters.BORROW] == 1
    assert repr(strategy) == "Strategy('cautious', reserve=33, borrow='yes')"
    assert Strategy("cautious").row[parameters.RESERVE] != 33


def test_style__a_person_is_not_asked_and_a_name_stands_for_its_strategy() -> None:
    assert style_of(None) == [parameters.PERSON] + [0] * (parameters.STYLE - 1)
    assert style_of("greedy") == list(Strategy("greedy").row)


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("balancd", {}, 'there is no strategy "balancd" (did you mean "balanced"?)'),
        ("trader", {"reserv": 3}, 'the strategy "trader" has no parameter "reserv" (did you mean "reserve"?)'),
        ("random", {"reserve": 3}, 'the strategy "random" has no parameters; "reserve" was given'),
        (
            "greedy",
            {"build_to": 6},
            'the parameter "build_to" of "greedy" cannot be 6: it is a whole number from 0 to 5',
        ),
        (
            "greedy",
            {"reserve": -1},
            'the parameter "reserve" of "greedy" cannot be -1: it is a whole number from 0 to 100',
        ),
        (
            "greedy",
            {"reserve": 2.5},
            'the parameter "reserve" of "greedy" cannot be 2.5: it is a whole number from 0 to 100',
        ),
        (
            "greedy",
            {"reserve": True},
            'the parameter "reserve" of "greedy" cannot be True: it is a whole number from 0 to 100',
        ),
        (
            "hoarder",
            {"jail_late": "wayt"},
            'the parameter "jail_late" of "hoarder" cannot be "wayt" (did you mean "wait"?)',
        ),
        ("hoarder", {"settle": 1}, 'the parameter "settle" of "hoarder" cannot be 1 (one of: no, yes)'),
        ("hoarder", {"settle": []}, 'the parameter "settle" of "hoarder" cannot be [] (one of: no, yes)'),
    ],
)
def test_strategy__what_cannot_be_is_refused_with_the_nearest_right_one(name, parameters, message) -> None:
    with pytest.raises(StrategyError) as refused:
        Strategy(name, **parameters)
    assert str(refused.value) == message
