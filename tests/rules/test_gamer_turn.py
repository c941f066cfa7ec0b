"""The turn with two dice, coins on the board, and coming to GO, by the Gamer book."""

import pytest
from at_gamer import FOUR, before, coins, gamer, space, stands, total
from at_table import actor, do, happened, kind, paid
from choosing import refused

# Во время своего хода


def test_move__both_dice_are_thrown_and_used_in_either_order() -> None:
    """Во время своего хода: throw both dice; move and power-up in the order one likes."""
    for first in ("move", "power"):
        game = gamer(position={"Ann": before(gamer(), "jail", 2)})
        assert (kind(game), len(game.choices())) == ("dice", 6 * 5)
        do(game, "roll 2 coins")
        assert set(game.choices()) == {"move", "power", "move power"}
        do(game, first)  # the die that is left is used at once
        order = [event.kind for event in game.events if event.kind in ("moved", "paid")]
        assert order == (["moved", "paid"] if first == "move" else ["paid", "moved"])
        assert (stands(game, "Ann"), coins(game, "Ann"), actor(game)) == ("jail", (14,), "Bo")


def test_move__the_order_of_the_dice_decides_who_is_hit_and_what_is_picked_up() -> None:
    """Почему важно, какой кубик бросать первым: Mario has thrown 4 and a green shell, Donkey Kong stands on his way,
    Peach beyond the place he comes to."""
    start = {
        "characters": {"Ann": "mario", "Bo": "donkey_kong", "Cy": "peach"},
        "position": {"Ann": "yoshis_hill", "Bo": "layer_cake_desert", "Cy": "sparkling_waters"},
        "deeds": {"Ann": ["stone_eye_zone"]},
    }
    shell_first = do(gamer(**start), "roll 4 green", "power")  # the single die left is used at once
    assert (coins(shell_first), stands(shell_first, "Ann")) == ((13, 7, 10), "stone_eye_zone")
    assert not shell_first.state.coins
    move_first = do(gamer(**start), "roll 4 green", "move")
    assert coins(move_first) == (10, 10, 7)
    assert dict(move_first.state.coins) == {"sparkling_waters": 3}


def test_move__the_space_is_settled_before_the_other_die_is_used() -> None:
    """Во время своего хода: move, and do what the space says; then the power-up, where it comes second."""
    game = do(gamer(position={"Ann": before(gamer(), "acorn_plains", 1)}), "roll 1 coins", "move")
    assert kind(game) == "buy" and not paid(game, "power")
    do(game, "buy")
    assert paid(game, "power") == [("the bank", "Ann", 4)] and actor(game) == "Bo"


def test_move__the_power_up_may_come_between_the_move_and_its_space() -> None:
    """Во время своего хода: the three in any order: here before jail, and seen from the new place."""
    start = {"Ann": before(gamer(), "go_to_jail", 4), "Bo": before(gamer(), "go_to_jail", 2), "Cy": "thwomp_2"}
    game = do(gamer(position=start), "roll 4 green", "move power")
    assert happened(game, "targeted")[0].other == "Cy"
    assert [e.kind for e in game.events if e.kind in ("moved", "targeted", "jailed")] == ["moved", "targeted", "jailed"]
    assert actor(game) == "Bo"
    lost = do(gamer(position=start), "roll 4 green", "move")
    assert not happened(lost, "targeted")


def test_move__a_die_is_used_once_only() -> None:
    start = {"position": {"Ann": before(gamer(), "parking", 3)}, "coins": {"cooligan_fields": 5}}
    game = do(gamer(options={"late_claims": "asked"}, **start), "roll 3 coins", "power")  # type: ignore[arg-type]
    assert refused(game, "power") == "die_used"
    do(game, "move")
    assert refused(game, "move") == "die_used"


def test_move__the_dice_go_to_the_left() -> None:
    """Во время своего хода: the turn over, the dice go to the player on the left."""
    game = gamer(FOUR, position=dict.fromkeys(FOUR, "parking"))
    order = []
    for player in ("Ann", "Bo", "Cy", "Dee"):
        assert actor(game) == player
        order.append(game.state.round)
        do(game, "roll 2 coins", "power", "roll 1")  # from the corner to a handful of coins
    assert order == [1, 1, 1, 1] and (actor(game), game.state.round) == ("Ann", 2)


# Coins on the board


def test_board_coins__on_spaces_passed_and_stopped_on_but_not_on_the_one_left() -> None:
    """Во время своего хода: pick up coins of spaces you pass or stop on, not those where you start."""
    on_the_way = {"undersea_grotto": 1, "star_2": 2, "frosted_glacier": 4, "pipe_2": 8, "cooligan_fields": 16}
    game = gamer(
        position={"Ann": "undersea_grotto"}, coins=on_the_way | {"parking": 32}, deeds={"Ann": ["cooligan_fields"]}
    )
    do(game, "roll 4 blooper", "move")
    assert sum(amount for _, who, amount in paid(game, "coins") if who == "Ann") == 2 + 4 + 8 + 16
    assert dict(game.state.coins) == {"undersea_grotto": 1, "parking": 32}


def test_board_coins__beyond_go_are_picked_up_before_a_power_up_that_follows_the_move() -> None:
    """Во время своего хода: coins are picked up while one moves; the salary at GO does not put that off."""
    names = [each.id for each in gamer().edition.spaces]
    beyond = names[names.index("go") + 1]
    game = do(gamer(position={"Ann": before(gamer(), "go", 1)}, coins={beyond: 5}), "roll 3 red", "move power")
    assert (kind(game), actor(game)) == ("target", "Ann")
    assert coins(game, "Ann") == (10 + 2 + 5,) and not game.state.coins


def test_board_coins__none_lie_there_at_the_start_and_none_are_lost() -> None:
    """The book puts no coins on the board at the start."""
    game = gamer()
    assert not game.state.coins and game.state.pots["boss"] == 0
    game = do(gamer(position={"Ann": before(gamer(), "thwomp_1", 1)}), "roll 1 pow", "power")
    assert sum(game.state.coins.values()) == 2 + 1 + 1 and total(game) == 0


def test_board_coins__they_do_not_belong_to_whoever_stands_there() -> None:
    """Во время своего хода: coins are picked up by moving onto them; what falls at one's feet stays there."""
    game = do(gamer(position={"Bo": "parking"}), "roll 2 red", "power", "target Bo")
    assert game.state.coins["parking"] == 3
    while actor(game) != "Bo" or kind(game) != "dice" or len(game.choices()) == 6:
        do(game, game.choices()[-1])
    do(game, "roll 2 coins", "move")  # to a handful of coins
    assert game.state.coins["parking"] == 3


# Late claims


def asked(**start: object):  # type: ignore[no-untyped-def]
    return gamer(options={"profile": "asked"}, **start)  # type: ignore[arg-type]


def test_late_claims__coins_not_picked_up_before_the_dice_are_passed_go_to_the_next_player() -> None:
    """Во время своего хода: who passes the dice on before picking up is late; the next player gets the coins."""
    where = {"Ann": before(gamer(), "parking", 3), "Bo": before(gamer(), "parking", 2)}
    game = asked(position=where, coins={"cooligan_fields": 5})
    do(game, "roll 3 coins", "move")
    assert coins(game, "Ann") == (10,) and "collect" in game.choices()
    do(game, "power", "pass")
    assert [event.amount for event in happened(game, "late")] == [5]
    assert game.state.coins["cooligan_fields"] == 5 and actor(game) == "Bo"
    do(game, "roll 2 coins", "move", "collect")
    assert coins(game, "Ann", "Bo") == (14, 15) and not game.state.coins


def test_late_claims__the_next_player_has_the_coins_for_the_asking() -> None:
    """Во время своего хода: who passes the dice on first is late, “Монетки достанутся следующему игроку”, wherever he
    stands; who is late in his turn leaves them to the one after him, and the former is no longer asked."""
    game = asked(position={"Ann": before(gamer(), "parking", 3)}, coins={"cooligan_fields": 5})
    do(game, "roll 3 coins", "move", "pass")
    assert (actor(game), refused(game, "Ann: collect")) == ("Bo", "not_your_turn")
    third = do(game.fork(), "roll 1 coins", "move", "buy", "pass")
    assert [event.player for event in happened(third, "late")] == ["Ann", "Bo"]
    assert coins(do(third, "Cy: collect"), "Cy") == (15,)
    do(game, "Bo: collect")
    assert coins(game, "Ann", "Bo") == (10, 15) and not game.state.coins


def test_late_claims__coins_that_fall_later_are_not_among_those_passed() -> None:
    """Coins are picked up by who passes them or stops there: what Bo drops afterwards still lies there."""
    where = {"Ann": before(gamer(), "parking", 3), "Bo": "cooligan_fields", "Cy": "jail"}
    game = do(asked(position=where, coins={"cooligan_fields": 5}), "roll 3 pow", "move", "power")
    assert game.state.coins["cooligan_fields"] == 6
    late = do(game.fork(), "pass")
    assert [event.amount for event in happened(late, "late")] == [5]
    do(late, "Bo: collect")
    do(game, "collect")
    for each in (game, late):
        assert game.state.coins["cooligan_fields"] == 1 and refused(each, "collect") == "nothing_to_collect"


def test_late_claims__coins_picked_up_are_not_asked_for_again() -> None:
    where = {"Ann": before(gamer(), "parking", 3), "Bo": "cooligan_fields", "Cy": "jail"}
    game = do(asked(position=where, coins={"cooligan_fields": 5}), "roll 3 pow", "move", "collect", "power")
    assert (actor(game), game.state.coins["cooligan_fields"]) == ("Bo", 1) and not happened(game, "late")


def test_late_claims__nobody_is_late_for_coins_that_somebody_else_has() -> None:
    """Супер звезда: Yoshi takes every coin on the board, also what was passed on the way to the star."""
    yoshi = {"Ann": "yoshi", "Bo": "peach", "Cy": "mario"}
    start = {"position": {"Ann": before(gamer(), "star_3", 3)}, "coins": {"coins_2": 5}}
    game = do(gamer(yoshi, {"profile": "asked"}, **start), "roll 3 coins", "power", "move")  # type: ignore[arg-type]
    assert (actor(game), coins(game, "Ann")) == ("Bo", (10 + 3 + 5,)) and not happened(game, "late")


def test_late_claims__coins_can_be_collected_while_the_fight_that_ends_the_turn_lasts() -> None:
    """Во время своего хода: «В конце своего хода ... проверни верхнюю карточку Босса», and only then «Твой ход окончен.
    Передай кубики игроку слева. Если ты передашь кубики до того, как собрать монетки, - ты опоздал»: the fight comes
    before the dice are passed on. Nobody else has them meanwhile."""
    start = {"position": {"Ann": before(gamer(), "go", 2)}, "coins": {"bowsers_castle": 1, "go": 2}}
    game = do(asked(**start), "roll 2 coins", "move", "pass")
    assert (kind(game), actor(game)) == ("boss", "Ann") and not happened(game, "late")
    assert refused(game, "Bo: collect") == "not_your_turn"
    in_time = do(game.fork(), "Ann: collect")
    assert coins(in_time, "Ann") == (10 + 2 + 1 + 2,) and (kind(in_time), actor(in_time)) == ("boss", "Ann")
    do(game, "pass")
    assert (kind(game), actor(game)) == ("boss", "Bo")
    assert coins(do(game.fork(), "Ann: collect"), "Ann") == (15,)
    do(game, "pass", "pass")
    assert sum(event.amount for event in happened(game, "late")) == 3 and actor(game) == "Bo"
    assert refused(game, "Ann: collect") == "not_your_turn"


def test_late_claims__in_time_the_coins_are_ones_own() -> None:
    game = asked(position={"Ann": before(gamer(), "parking", 3)}, coins={"cooligan_fields": 5})
    do(game, "roll 3 coins", "move", "collect")
    assert coins(game, "Ann") == (15,) and refused(game, "collect") == "nothing_to_collect"


def test_late_claims__a_power_up_is_in_time_until_the_next_player_throws() -> None:
    """Кубик усиления: «Успей активировать ... до того, как следующий игрок бросит кубики, иначе ты опоздаешь». Mario's
    coins bring 4; he alone can use his die, once, and the one who throws next is asked again."""
    game = asked(position={"Ann": before(gamer(), "parking", 3), "Bo": "acorn_plains"})
    do(game, "roll 3 coins", "move", "pass")
    assert coins(game, "Ann") == (10,) and (actor(game), kind(game)) == ("Bo", "dice")
    assert refused(game, "Bo: power") == "not_now"
    in_time = game.fork()
    assert "Ann: power" in in_time.acts()["Ann"]
    do(in_time, "Ann: power")
    assert coins(in_time, "Ann") == (14,) and (actor(in_time), kind(in_time)) == ("Bo", "dice")
    assert refused(in_time, "Ann: power") == "not_now"
    do(game, "roll 2 coins")
    assert refused(game, "Ann: power") == "not_your_choice"
    do(game, "power")
    assert coins(game, "Ann", "Bo") == (10, 13)


def test_late_claims__a_power_up_may_come_during_the_fight_and_in_jail_ends_with_the_try() -> None:
    """Кубик усиления, until the next player throws: the fight ends the turn, a prisoner's try is a throw."""
    start = {"Ann": before(gamer(), "go", 2), "Bo": "jail"}
    game = do(asked(position=start, jail={"Bo": 1}), "roll 2 red", "move", "pass")
    assert (kind(game), actor(game)) == ("boss", "Ann")
    do(game, "pass")
    assert (kind(game), actor(game)) == ("boss", "Cy")
    fought = do(game.fork(), "Ann: power", "target Bo")
    assert coins(fought, "Bo") == (7,) and (kind(fought), actor(fought)) == ("boss", "Cy")
    do(game, "pass")
    assert (kind(game), actor(game)) == ("jail", "Bo")
    assert coins(do(game.fork(), "Ann: power", "target Cy"), "Cy") == (7,)
    do(game, "throw", "roll 3")
    assert refused(game, "Ann: power") == "not_now"


def test_late_claims__the_dice_are_not_passed_on_before_moving() -> None:
    game = do(asked(), "roll 3 coins")
    assert refused(game, "pass") == "must_move"


def test_late_claims__automatic_where_nobody_has_to_ask() -> None:
    """Without the option everything is picked up and used in time."""
    game = gamer(position={"Ann": before(gamer(), "parking", 3)}, coins={"cooligan_fields": 5})
    do(game, "roll 3 coins", "move")
    assert coins(game, "Ann") == (10 + 5 + 4,) and not happened(game, "late")
    game = do(gamer(), "roll 3 coins")
    assert refused(game, "pass") == "not_now"


# ВПЕРЕД


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_salary__two_coins_for_passing_or_stopping_and_a_boss(steps: int) -> None:
    """ВПЕРЕД: who stops on GO or passes it takes 2 coins and turns up the top boss at the end of the turn."""
    game = gamer(position={"Ann": before(gamer(), "go", 1)}, deeds={"Ann": ["acorn_plains"]})
    top = game.state.boss
    do(game, f"roll {steps} coins", "power")
    while kind(game) == "dice" and len(game.choices()) == 6:
        do(game, "roll 1")
    assert paid(game, "salary") == [("the bank", "Ann", 2)]
    assert len(happened(game, "turned")) == 1 and game.state.boss == top
    assert (kind(game), actor(game)) == ("boss", "Ann")


def test_salary__no_boss_for_who_does_not_come_to_go() -> None:
    game = do(gamer(position={"Ann": before(gamer(), "parking", 1)}), "roll 1 coins", "move")
    assert not paid(game, "salary") and not happened(game, "turned") and actor(game) == "Bo"


def test_salary__the_boss_comes_at_the_end_of_the_turn_after_space_and_power_up() -> None:
    """ВПЕРЕД, Во время своего хода: the boss is turned up at the end of the turn."""
    game = do(gamer(position={"Ann": before(gamer(), "go", 1)}), "roll 2 coins", "move")
    assert kind(game) == "buy" and not happened(game, "turned")
    do(game, "buy")
    assert paid(game, "power") and kind(game) == "boss"


def test_double_salary__a_pipe_past_go_pays_and_brings_a_boss() -> None:
    """Труба: who passes GO on the way to the next pipe takes 2 coins and turns up the top boss at the end."""
    game = gamer(position={"Ann": before(gamer(), "pipe_4", 1)})
    do(game, "roll 1 coins", "move")
    assert stands(game, "Ann") == "pipe_1" and paid(game, "salary") == [("the bank", "Ann", 2)]
    assert kind(game) == "boss"


# Отправляйся в тюрьму


def sent(**start: object):  # type: ignore[no-untyped-def]
    """Ann is about to throw 1 and be sent to jail."""
    return gamer(position={"Ann": before(gamer(), "go_to_jail", 1)}, **start)  # type: ignore[arg-type]


def test_no_salary_when_jailed__nothing_is_picked_up_on_the_way_and_no_boss() -> None:
    """Отправляйся в тюрьму: neither GO coins nor coins on the board, no boss; the turn is over."""
    lying = {"bowsers_castle": 3, "go": 3, "acorn_plains": 3, "jail": 3}
    game = do(sent(coins=lying), "roll 1 coins", "move")
    assert stands(game, "Ann") == "jail" and coins(game, "Ann") == (10,)
    assert dict(game.state.coins) == lying
    assert not happened(game, "turned") and actor(game) == "Bo"


def test_jail_ends_turn__a_power_up_not_yet_used_is_lost() -> None:
    """Отправляйся в тюрьму: your turn is over."""
    game = do(sent(), "roll 1 coins", "move")
    assert not paid(game, "power") and (kind(game), actor(game)) == ("dice", "Bo")
    used_before = do(sent(), "roll 1 coins", "power")
    assert paid(used_before, "power") == [("the bank", "Ann", 4)] and stands(used_before, "Ann") == "jail"


def test_jail_enter__by_the_space_only() -> None:
    """Отправляйся в тюрьму is the one way in: neither doubles nor cards exist, and visitors are free."""
    game = do(sent(), "roll 1 coins", "move")
    assert "Ann" in game.state.jail
    assert [place.kind for place in game.edition.spaces if place.kind in ("go_to_jail", "jail_enter")] == ["go_to_jail"]
    assert game.edition.cards == () or not game.edition.cards
    game = gamer(position={"Ann": "parking"})
    do(game, "roll 6 coins", "power")
    assert actor(game) == "Bo"  # one number die: no doubles, no second throw


def test_just_visiting__whoever_stops_there_is_free() -> None:
    """На экскурсии: who stops there puts the token on Just Visiting."""
    game = do(gamer(position={"Ann": before(gamer(), "jail", 2)}), "roll 2 coins", "move")
    assert stands(game, "Ann") == "jail" and not game.state.jail and actor(game) == "Bo"


# Pipe, handful, thwomp


def test_pipe__on_to_the_next_pipe_clockwise_with_the_coins_on_the_way() -> None:
    """Труба: go clockwise to the next pipe; pick up the coins that you pass or stop on."""
    game = gamer(
        position={"Ann": before(gamer(), "pipe_2", 2)},
        coins={"pipe_2": 1, "parking": 2, "star_3": 4, "pipe_3": 8, "waddlewings_nest": 16},
    )
    do(game, "roll 2 coins", "move")
    assert stands(game, "Ann") == "pipe_3"
    assert sum(amount for _, _, amount in paid(game, "coins")) == 1 + 2 + 4 + 8
    assert not paid(game, "salary") and actor(game) == "Bo"  # the second pipe carries no further


def test_pipe__the_way_through_is_not_a_stop_on_the_spaces_between() -> None:
    game = do(gamer(position={"Ann": before(gamer(), "pipe_1", 2)}), "roll 2 coins", "move")
    assert stands(game, "Ann") == "pipe_2" and not happened(game, "visited") and not paid(game, "thwomp")


@pytest.mark.parametrize("thrown", [1, 6])
def test_handful__the_number_die_in_coins_from_the_bank(thrown: int) -> None:
    """Горсть монет: throw the number die and take as many coins from the bank."""
    game = do(gamer(position={"Ann": before(gamer(), "coins_2", 2)}), "roll 2 coins", "move")
    assert (kind(game), actor(game), game.choices()) == ("dice", "Ann", tuple(f"roll {n}" for n in range(1, 7)))
    do(game, f"roll {thrown}")
    assert paid(game, "handful") == [("the bank", "Ann", thrown)]
    assert coins(game, "Ann") == (10 + thrown + 4,)


def test_thwomp__two_coins_fall_on_it_and_lie_there() -> None:
    """Бамс: drop 2 coins on this space."""
    game = do(gamer(position={"Ann": before(gamer(), "thwomp_1", 2)}), "roll 2 blooper", "move")
    assert space(game, "thwomp_1").drop == 2
    assert paid(game, "thwomp") == [("Ann", "the board", 2)] and dict(game.state.coins) == {"thwomp_1": 2}


def test_thwomp__with_one_coin_one_is_dropped() -> None:
    """Что делать, если монетки закончились: drop what you have; with nothing left the rest is forgiven."""
    game = gamer(position={"Ann": before(gamer(), "thwomp_1", 2)}, cash={"Ann": 1})
    do(game, "roll 2 blooper", "move")
    assert paid(game, "thwomp") == [("Ann", "the board", 1)] and [e.amount for e in happened(game, "forgiven")] == [1]
