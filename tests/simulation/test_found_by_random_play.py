"""What wild play has found, each as a small game of its own."""

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import IllegalChoice

THREE = ["Ann", "Bo", "Cy"]
NO_ORDER = {"first_player": 0}


def test_fines__who_is_ruined_by_one_is_not_asked_again_what_to_buy() -> None:
    game = ml.Game("home_print", THREE, options={**NO_ORDER, "fines": 100_000})
    game.apply("roll 1 2")
    assert game.node.kind == "buy"
    game.apply("fine turn Ann")
    game.apply("bankrupt")
    assert game.node.player == "Bo" and game.node.kind == "dice"


def test_transfer_mortgaged__the_new_owner_redeems_the_deed_he_is_asked_about() -> None:
    start = {"deeds": {"Ann": ["oriental", "vermont"], "Bo": ["boardwalk"]}, "mortgaged": ["oriental", "vermont"]}
    game = ml.Game("classic_us", THREE, options=NO_ORDER, start=start)
    game.apply("trade Bo: oriental + vermont for boardwalk")
    game.apply("accept")
    assert (game.node.player, game.node.kind) == ("Bo", "inherit")
    asked = next(text for text in game.choices() if text.startswith("redeem")).split()[1]
    other = ({"oriental", "vermont"} - {asked}).pop()
    with pytest.raises(IllegalChoice):
        game.apply(f"redeem {other}")
    assert game.acts() == {}
    game.apply(f"redeem {asked}")
    assert f"redeem {other}" in game.choices()


def test_deal__who_cannot_pay_for_a_deed_is_dealt_no_more() -> None:
    options = {**NO_ORDER, "mode": "short", "start_cash": 100, "end_bankruptcies": 0}
    game = ml.Game("classic_us", THREE, options=options)
    game.apply("deal baltic")
    game.apply("deal boardwalk")  # 400 for Bo, who has 100
    while game.node.player == "Bo":
        game.apply("bankrupt" if "bankrupt" in game.choices() else game.choices()[-1])
    players = []
    while game.node.kind == "deal":
        players.append(game.node.player)
        game.apply(game.choices()[0])
    assert "Bo" not in players
