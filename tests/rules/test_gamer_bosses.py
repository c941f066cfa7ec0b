"""Boss fights and the end of the game, by the Gamer book."""

from typing import Any

import pytest
from at_gamer import FOUR, before, boss, coins, gamer, space, total
from at_table import actor, do, happened, kind, paid
from choosing import refused

from monopoly_lab import Game

STACK = ["lemmy", "morton", "larry", "wendy", "iggy", "roy", "ludwig", "bowser"]


def beaten_before(game: Game, top: str) -> list[str]:
    """The bosses of this game that lie above one."""
    numbers = {2: {1, 2, 3, 5, 6, 8}, 3: {3, 4, 5, 6, 7, 8}, 4: set(range(1, 9))}[len(game.players)]
    return [name for number, name in enumerate(STACK, 1) if number in numbers and STACK.index(top) > number - 1]


def fight(top: str, characters: dict[str, str] = FOUR, options: dict[str, object] | None = None, **start: Any) -> Game:
    """Ann has come to GO with her own coins, the bosses above `top` have escaped; Ann is asked whether she fights."""
    fresh = gamer(characters)
    begun = {"position": {"Ann": before(fresh, "go", 1)}, "deeds": {"Ann": ["acorn_plains"]}} | start
    if above := beaten_before(fresh, top):
        begun["escaped"] = above
    game = gamer(characters, options, **begun)
    do(game, "roll 2 blooper", "power", f"target {list(characters)[-1]}")
    return game


# СРАЖЕНИЕ С БОССАМИ


def test_boss_fight__the_top_boss_is_turned_up_by_number() -> None:
    """Подготовка 2: the bosses lie by number, 1 on top."""
    assert [one.id for one in gamer(FOUR).edition.bosses] == STACK
    game = fight("lemmy")
    assert len(happened(game, "turned")) == 1 and game.state.boss == "lemmy"
    assert (kind(game), actor(game), set(game.choices())) == ("boss", "Ann", {"fight", "pass"})


def test_boss_fight__a_try_costs_the_price_to_the_bank() -> None:
    """Сражение с боссами 1: pay the bank so many coins for a throw against the boss."""
    game = do(fight("roy"), "fight")
    assert paid(game, "fight") == [("Ann", "the bank", boss(game, "roy").price)]
    assert (kind(game), actor(game), len(game.choices())) == ("dice", "Ann", 6)


@pytest.mark.parametrize("name", STACK)
def test_boss_fight__the_number_or_more_wins_less_does_not(name: str) -> None:
    """Сражение с боссами: throw this number or more to win; with less you have lost."""
    number = boss(gamer(), name).roll
    won = do(fight(name, cash={"Ann": 20}), "fight", f"roll {number}")
    assert won.state.bosses["Ann"] == (name,) and len(happened(won, "beaten")) == 1
    lost = do(fight(name, cash={"Ann": 20}), "fight", f"roll {number - 1}")
    assert not any(lost.state.bosses.values()) and lost.state.boss == name


def test_boss_fight__the_reward_at_once_and_the_card_for_its_points() -> None:
    """Сражение с боссами: carry out the reward at once; the card lies before you and brings points."""
    fresh = fight("morton")
    before_fight, points = coins(fresh, "Ann")[0], fresh.net_worth()["Ann"]
    game = do(fresh, "fight", "roll 6")
    one = boss(game, "morton")
    assert paid(game, "reward") == [("the bank", "Ann", one.reward_amount)]
    assert coins(game, "Ann") == (before_fight - one.price + one.reward_amount,)
    blocks = coins(game, "Ann")[0] // 5 - before_fight // 5
    assert game.net_worth()["Ann"] - points == one.points + 10 * blocks
    assert game.state.boss == "larry"


def test_boss_fight__who_loses_hands_on_to_the_left_and_may_try_again() -> None:
    """Сражение с боссами 3: the next to the left may fight for the price; on it goes, each try paid, until a win."""
    game = fight("iggy", cash=dict.fromkeys(FOUR, 20))
    price = boss(game, "iggy").price
    for player in ("Ann", "Bo", "Cy", "Dee", "Ann"):
        assert (kind(game), actor(game)) == ("boss", player)
        do(game, "fight", "roll 1")
    assert paid(game, "fight") == [(player, "the bank", price) for player in ("Ann", "Bo", "Cy", "Dee", "Ann")]
    do(game, "fight", "roll 6")
    assert game.state.bosses["Bo"] == ("iggy",)


def test_boss_fight__who_passes_is_out_of_this_fight_but_not_of_the_next() -> None:
    """Сражение с боссами 2: who passes lets the next one fight and cannot come back to this boss, only to others."""
    close = dict.fromkeys(("Ann", "Bo"), before(gamer(), "go", 1))
    game = do(fight("larry", position=close), "pass", "fight", "roll 1", "pass", "pass")
    assert (kind(game), actor(game)) == ("boss", "Bo")  # not Ann, who passed
    assert [event.player for event in happened(game, "let_pass")] == ["Ann", "Cy", "Dee"]
    do(game, "fight", "roll 6")
    assert game.state.bosses["Bo"] == ("larry",) and game.state.boss == "wendy"
    do(game, "target Dee", "roll 1 coins", "move", "pass", "pass", "pass")  # the reward; then Bo comes to GO
    assert (kind(game), actor(game)) == ("boss", "Ann")


def test_boss_fight__all_pass_and_the_boss_leaves_the_game() -> None:
    """Сражение с боссами 3: if all decide to pass the boss escapes and is removed."""
    game = do(fight("larry"), "pass", "pass", "pass", "pass")
    assert "larry" in game.state.escaped and game.state.boss == "wendy"
    assert (kind(game), actor(game)) == ("dice", "Bo")


def test_boss_fight__who_cannot_pay_is_passed_over() -> None:
    """Сражение с боссами 2: fight if you want to and can pay."""
    game = fight("bowser", cash={"Ann": 0, "Bo": 4, "Cy": 5, "Dee": 9}, deeds={"Dee": ["acorn_plains"]})
    assert (kind(game), actor(game)) == ("boss", "Cy")
    assert [event.player for event in happened(game, "let_pass")] == ["Ann", "Bo"]  # who have nothing to sell either
    do(game, "fight", "roll 1")
    assert actor(game) == "Dee"


def test_boss_fight__who_has_a_deed_to_sell_is_asked_before_being_passed_over() -> None:
    """Сделки с недвижимостью: at any time during your own turn, of which the fight is the end. Ann has 0 + 2 coins of
    the 5 that Bowser costs, and nobody else has 5: without the question the game would end here."""
    poor = {"cash": {"Ann": 0, "Bo": 4, "Cy": 1, "Dee": 2}}
    game = fight("bowser", **poor)
    assert (kind(game), actor(game), game.choices()) == ("boss", "Ann", ("pass",))
    assert [form.verb for form in game.node.forms] == ["trade"]
    do(game, "trade Bo: acorn_plains for 3", "accept")
    assert "fight" in game.choices()
    do(game, "fight", "roll 6")
    assert game.state.bosses["Ann"] == ("bowser",)
    unable = fight("bowser", **poor, deeds={"Dee": ["acorn_plains"]})
    assert unable.node is None  # nothing to sell, and nobody can pay
    penniless = fight("bowser", cash={"Ann": 0, "Bo": 1, "Cy": 1, "Dee": 0})
    assert penniless.node is None  # all together have 4


def test_boss_fight__property_can_be_sold_for_the_price_of_a_try_and_the_price_spent_before_it() -> None:
    """Сделки с недвижимостью: also at the end of your own turn; Сражение с боссами 2: who can pay may fight."""
    game = fight("bowser", cash={"Ann": 1, "Bo": 10, "Cy": 1, "Dee": 2})
    do(game, "trade Bo: 5 + acorn_plains for 1", "accept")
    assert refused(game, "fight") == "not_enough_cash" and game.choices() == ("pass",)
    assert "5" in (game.why_not("fight") or "")


def test_boss_fight__rent_can_still_be_asked_for_during_it() -> None:
    """Занятая собственность: until the next player throws, and nobody has."""
    game = gamer(
        options={"profile": "asked"}, position={"Ann": before(gamer(), "go", 1)}, deeds={"Bo": ["acorn_plains"]}
    )
    do(game, "roll 2 coins", "power", "move")
    assert kind(game) == "boss"
    do(game, "Bo: claim acorn_plains")
    assert len(paid(game, "rent")) == 1 and kind(game) == "boss"


def test_boss_fight__some_prices_lie_on_the_boss_and_are_the_reward() -> None:
    """Сражение с боссами 2: where the card says to pay the boss, lay the coins on it."""
    game = do(fight("wendy", cash=dict.fromkeys(FOUR, 10)), "fight", "roll 1")
    price = boss(game, "wendy").price
    assert boss(game, "wendy").keeps and paid(game, "fight") == [("Ann", "the boss", price)]
    assert game.state.pots["boss"] == price
    do(game, "fight", "roll 6")
    assert paid(game, "reward") == [("the boss", "Bo", 2 * price)] and game.state.pots["boss"] == 0


def test_boss_fight__coins_on_a_boss_that_escapes_go_to_the_bank() -> None:
    """The book does not say where they go."""
    game = do(fight("wendy"), "fight", "roll 1", "pass", "pass", "pass", "pass")
    assert game.state.pots["boss"] == 0 and total(game) == 0
    assert paid(game, "reward")[-1] == ("the boss", "the bank", boss(game, "wendy").price)


def test_boss_fight__points_and_no_coins_for_the_card() -> None:
    """Сражение с боссами 1 has "coins" in the legend of a card, the end of the game points: it is points."""
    game = gamer(bosses={"Ann": ["larry"]})
    plain = gamer()
    assert coins(game) == coins(plain)
    assert game.net_worth()["Ann"] - plain.net_worth()["Ann"] == boss(game, "larry").points


def test_boss_fight__reward_against_the_others() -> None:
    """Сражение с боссами: the reward is carried out at once, also one that costs the others coins."""
    game = do(fight("roy", cash=dict.fromkeys(FOUR, 10)), "fight", "roll 6")
    assert coins(game, "Bo", "Cy") == (8, 8) and sum(game.state.coins.values()) == 6


def test_boss_fight__reward_by_a_throw_or_a_choice() -> None:
    game = do(fight("iggy"), "fight", "roll 6")
    assert (kind(game), actor(game), len(game.choices())) == ("dice", "Ann", 6)
    do(game, "roll 5")
    assert paid(game, "reward") == [("the bank", "Ann", 5)]
    game = do(fight("larry"), "pass", "fight", "roll 6")
    assert (kind(game), actor(game), set(game.choices())) == ("target", "Bo", {"target Ann", "target Cy", "target Dee"})
    do(game, "target Cy")
    assert paid(game, "reward") == [("Cy", "Bo", boss(game, "larry").reward_amount)]


# КОНЕЦ ИГРЫ


def last_fight(**start: Any) -> Game:
    return fight("bowser", cash={"Ann": 20, "Bo": 10, "Cy": 10, "Dee": 10}, **start)


def test_win__the_game_ends_when_the_last_boss_is_beaten() -> None:
    """Конец игры: it ends when the last boss is beaten; the most points win."""
    game = last_fight()
    do(game, "fight", "roll 6")
    assert game.over and game.state.bosses["Ann"] == ("bowser",)
    assert game.winner == max(game.net_worth(), key=lambda player: game.net_worth()[player]) == "Ann"
    assert paid(game, "reward")  # at once, before the points are counted
    assert game.choices() == () and game.node is None


def test_win__not_by_beating_the_last_boss_but_by_points() -> None:
    game = last_fight(deeds={"Dee": ["bowsers_castle", "peachs_castle", "soda_jungle"], "Ann": ["acorn_plains"]})
    do(game, "fight", "roll 6")
    assert game.over and game.winner == "Dee"


def test_win__the_last_boss_escapes_and_the_game_is_over_too() -> None:
    """Сражение с боссами 3 removes a boss that all pass, Конец игры knows only a beaten one: no boss left ends it."""
    game = do(last_fight(), "pass", "pass", "pass", "pass")
    assert game.over and "bowser" in game.state.escaped


def test_win__the_last_boss_waits_as_an_option() -> None:
    """The other reading: the game ends only when the last boss is beaten, so it cannot leave."""
    game = do(last_fight(options={"boss_fight.last": "stays"}), "pass", "pass", "pass", "pass")
    assert not game.over and game.state.boss == "bowser" and actor(game) == "Bo"
    earlier = do(fight("larry", options={"boss_fight.last": "stays"}), "pass", "pass", "pass", "pass")
    assert "larry" in earlier.state.escaped


def test_scoring__the_example_of_the_book() -> None:
    """Конец игры: three properties of 70 points, two bosses of 60, 13 coins of 10 + 10 + 0: 150 points."""
    properties, beaten = ["acorn_plains", "yoshis_hill", "bowsers_castle"], ["larry", "roy"]
    game = gamer(cash={"Ann": 13}, deeds={"Ann": properties}, bosses={"Ann": beaten})
    assert sum(space(game, name).points for name in properties) == 70
    assert sum(boss(game, name).points for name in beaten) == 60
    assert game.net_worth()["Ann"] == 150


@pytest.mark.parametrize(("held", "points"), [(0, 0), (4, 0), (5, 10), (9, 10), (10, 20), (13, 20)])
def test_scoring__ten_points_for_each_full_five_coins(held: int, points: int) -> None:
    """Конец игры: every 5 coins are 10 points; what is left over counts nothing."""
    assert gamer(cash={"Ann": held}).net_worth()["Ann"] == points


def ended(**start: Any) -> Game:
    """The game over with these coins, deeds and bosses, Ann with 4 coins or more: all pass on the last boss."""
    beaten = [name for names in start.get("bosses", {}).values() for name in names]
    cash = start["cash"] | {"Ann": start["cash"]["Ann"] - 4}  # Mario takes 4 by the power-up
    place = {"Ann": before(gamer(), "go", 1)}
    gone = [name for name in STACK[:-1] if name not in beaten]
    game = gamer(FOUR, {"salary": 0}, **(start | {"cash": cash, "position": place, "escaped": gone}))
    do(game, "roll 1 coins", "power")
    while not game.over:
        do(game, "pass")
    assert coins(game) == tuple(start["cash"].values())
    return game


def test_scoring__equal_points_go_to_who_has_more_property() -> None:
    """Конец игры: with an equal score who has more property and bosses wins."""
    deeds = {"Ann": ["bowsers_castle"], "Bo": ["acorn_plains", "peachs_castle"]}
    game = ended(cash={"Ann": 14, "Bo": 10, "Cy": 9, "Dee": 9}, deeds=deeds)
    worth = game.net_worth()
    assert worth["Ann"] == worth["Bo"] == 70 > worth["Cy"] and game.winner == "Bo"


def test_scoring__equal_points_go_to_who_has_more_bosses() -> None:
    deeds = {"Ann": ["sparkling_waters"], "Dee": ["acorn_plains"]}
    game = ended(cash={"Ann": 9, "Bo": 9, "Cy": 9, "Dee": 9}, deeds=deeds, bosses={"Dee": ["lemmy"]})
    assert game.net_worth()["Ann"] == game.net_worth()["Dee"] == 30 and game.winner == "Dee"


def test_scoring__equal_in_everything_is_nobodys_game() -> None:
    """The book goes no further than property and bosses."""
    game = ended(cash=dict.fromkeys(FOUR, 9))
    assert len(set(game.net_worth().values())) == 1 and game.winner is None
