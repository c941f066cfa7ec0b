"""Whoever names the space he buys means the one he stands on."""

import pytest

import monopoly_lab as ml


def at_st_charles() -> ml.Game:
    game = ml.Game("classic_us", seed=1)
    game.run(steps=2)
    game.apply("roll 5 6")
    return game


@pytest.mark.parametrize("name", ["st_charles", "St. Charles Place", "11"])
def test_buy__the_space_here_may_be_named(name: str) -> None:
    game = at_st_charles()
    game.apply(f"buy {name}")
    assert game.state.owner("st_charles") == "Ann" and game.answers[-1] == "buy"


def test_buy__another_space_is_refused_with_what_can_be_bought_here() -> None:
    game = at_st_charles()
    with pytest.raises(ml.UnreadableChoice, match=r"only St\. Charles Place can be bought here; type: buy"):
        game.apply("buy boardwalk")
    game.apply("buy")
    with pytest.raises(ml.UnreadableChoice, match="no space can be bought here"):
        game.apply("buy boardwalk")


@pytest.mark.parametrize("text", ["bid 5 5", "bid 12 5000", "bid 1 5"])
def test_bid__blanks_stand_between_thousands_only(text: str) -> None:
    game = at_st_charles()
    game.apply("auction")
    with pytest.raises(ml.UnreadableChoice, match="is not a whole number"):
        game.apply(text)
    with pytest.raises(ml.UnreadableChoice, match=r'^a whole number is missing, as in "bid 120"$'):
        game.apply("bid")
    game.apply("bid 1 000")
    assert game.answers[-1] == "bid 1000"


def test_bid__that_is_too_low_says_the_least_and_no_rule_of_the_opening() -> None:
    game = at_st_charles()
    game.apply("auction")
    game.apply("bid 110")
    with pytest.raises(ml.IllegalChoice) as refused:
        game.apply("bid 80")
    assert str(refused.value) == "A bid must be at least $111."


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("offer", "begin with anything that can be done; `game.choices()` lists what can be done"),
        ("resign", "begin with anything that can be done; `game.choices()` lists what can be done"),
        ("byu", 'begin with anything that can be done (did you mean "buy"?)'),
        ("acution", 'begin with anything that can be done (did you mean "auction"?)'),
    ],
)
def test_unreadable__only_a_word_that_is_near_is_asked_about(text: str, told: str) -> None:
    with pytest.raises(ml.UnreadableChoice) as refused:
        at_st_charles().apply(text)
    assert str(refused.value).endswith(told)
