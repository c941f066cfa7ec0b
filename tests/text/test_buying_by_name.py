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
