"""The power-up die, super stars and jail, by the Gamer book."""

import pytest
from at_gamer import ANN_BO_CY, FOUR, before, coins, gamer, stands, total
from at_table import actor, do, happened, kind, paid
from choosing import refused

from monopoly_lab import Game

AT_PARKING = dict.fromkeys(FOUR, "parking")


def throw_power(face: str, characters: dict[str, str] = FOUR, **start: object) -> Game:
    """Ann has thrown 2, to a handful of coins, and this face, which she uses first."""
    begun = {"position": dict.fromkeys(characters, "parking")} | start
    return do(gamer(characters, **begun), f"roll 2 {face}", "power")


# КУБИК УСИЛЕНИЯ


def test_power_die__red_shell_a_player_of_choice_drops_three() -> None:
    """Кубик усиления: choose a player, who drops 3 coins on the space he stands on."""
    game = throw_power("red", position={"Ann": "parking", "Cy": "thwomp_1"})
    assert (kind(game), actor(game)) == ("target", "Ann")
    assert set(game.choices()) == {"target Bo", "target Cy", "target Dee"}
    assert refused(game, "target Ann") == "no_target"
    do(game, "target Cy")
    assert dict(game.state.coins) == {"thwomp_1": 3} and paid(game, "power") == [("Cy", "the board", 3)]
    assert [(e.player, e.other) for e in happened(game, "targeted")] == [("Ann", "Cy")]


def test_power_die__red_shell_of_peach_four() -> None:
    """Кубик усиления: Princess Peach makes it 4 coins."""
    game = do(throw_power("red", {"Ann": "peach", "Bo": "mario", "Cy": "yoshi"}), "target Bo")
    assert coins(game)[1] == 6 and dict(game.state.coins) == {"parking": 4}


def test_power_die__green_shell_the_next_player_ahead_drops_three() -> None:
    """Кубик усиления: the player next to you on the board drops 3 coins where he stands."""
    game = throw_power("green", position={"Ann": "parking", "Bo": "cooligan_fields", "Cy": "go", "Dee": "thwomp_2"})
    assert dict(game.state.coins) == {"thwomp_2": 3} and coins(game)[3] == 7
    assert [(e.player, e.other) for e in happened(game, "targeted")] == [("Ann", "Dee")]


def test_power_die__green_shell_between_two_equally_near_one_chooses() -> None:
    """Кубик усиления: if two players could be the next, choose one."""
    game = throw_power("green", position={"Ann": "parking", "Bo": "go", "Cy": "thwomp_2", "Dee": "thwomp_2"})
    assert (kind(game), actor(game), set(game.choices())) == ("target", "Ann", {"target Cy", "target Dee"})
    assert refused(game, "target Bo") == "no_target"
    do(game, "target Dee")
    assert coins(game)[1:] == (10, 10, 7)


def test_power_die__green_shell_who_stands_on_the_same_space_is_a_lap_away() -> None:
    """The book does not say whether he is the next: he is the last."""
    game = throw_power("green", position={"Ann": "parking", "Bo": "parking", "Cy": "cooligan_fields", "Dee": "parking"})
    assert coins(game)[1:] == (10, 7, 10)
    alone = throw_power("green", {"Ann": "mario", "Bo": "peach", "Cy": "yoshi"})
    assert set(alone.choices()) == {"target Bo", "target Cy"}


def test_power_die__green_shell_of_yoshi_ahead_or_behind() -> None:
    """Кубик усиления: Yoshi chooses the player ahead OR the one behind."""
    game = throw_power(
        "green",
        {"Ann": "yoshi", "Bo": "peach", "Cy": "mario", "Dee": "donkey_kong"},
        position={"Ann": "parking", "Bo": "soda_jungle", "Cy": "thwomp_2", "Dee": "cooligan_fields"},
    )
    assert (kind(game), set(game.choices())) == ("target", {"target Bo", "target Dee"})
    assert refused(game, "target Cy") == "no_target"
    do(game, "target Dee")
    assert coins(game)[1:] == (10, 10, 7) and game.state.coins["cooligan_fields"] == 3


def test_power_die__green_shell_passes_over_who_is_out_of_the_game() -> None:
    """Кубик усиления: the next player; whose token stands nearer, but who has gone bankrupt, plays no more."""
    where = {"Ann": "parking", "Bo": "cooligan_fields", "Cy": "go", "Dee": "thwomp_2"}
    game = throw_power("green", position=where, out=["Dee"])
    assert [(e.player, e.other) for e in happened(game, "targeted")] == [("Ann", "Cy")]
    assert dict(game.state.coins) == {"go": 3}


def test_power_die__green_shell_of_yoshi_passes_over_who_is_out_behind_too() -> None:
    yoshi = {"Ann": "yoshi", "Bo": "peach", "Cy": "mario", "Dee": "donkey_kong"}
    where = {"Ann": "parking", "Bo": "soda_jungle", "Cy": "thwomp_2", "Dee": "cooligan_fields"}
    game = throw_power("green", yoshi, position=where, out=["Dee"])
    assert set(game.choices()) == {"target Bo", "target Cy"}


def test_power_die__blooper_takes_two_from_anybody() -> None:
    """Кубик усиления: take 2 coins from any player."""
    game = throw_power("blooper")
    assert set(game.choices()) == {"target Bo", "target Cy", "target Dee"}
    do(game, "target Dee")
    assert coins(game) == (12, 10, 10, 8) and not game.state.coins
    assert paid(game, "power") == [("Dee", "Ann", 2)]


def test_power_die__pow_all_other_players_drop_one() -> None:
    """Кубик усиления: all other players drop 1 coin each where they stand."""
    game = throw_power("pow", position={"Ann": "parking", "Bo": "go", "Cy": "go", "Dee": "thwomp_2"})
    assert coins(game) == (10, 9, 9, 9)
    assert dict(game.state.coins) == {"go": 2, "thwomp_2": 1}


def test_power_die__pow_of_donkey_kong_two_and_not_from_himself() -> None:
    """Кубик усиления: with Donkey Kong "all players" drop 2; read as all other players, as for the rest."""
    game = throw_power("pow", {"Ann": "donkey_kong", "Bo": "mario", "Cy": "peach"})
    assert coins(game) == (10, 8, 8)


def test_power_die__coins_three_from_the_bank_and_four_for_mario() -> None:
    """Кубик усиления: take 3 coins from the bank; Mario takes 4."""
    game = throw_power("coins", {"Ann": "peach", "Bo": "mario", "Cy": "yoshi"})
    assert paid(game, "power") == [("the bank", "Ann", 3)]
    assert paid(throw_power("coins"), "power") == [("the bank", "Ann", 4)]


@pytest.mark.parametrize("face", ["coins", "red", "green", "pow", "blooper"])
@pytest.mark.parametrize("who", ["mario", "peach", "yoshi", "donkey_kong"])
def test_power_die__a_boost_is_on_one_face_of_one_character(face: str, who: str) -> None:
    """Кубик усиления: coins 3 (Mario 4), red shell 3 (Peach 4), green shell 3, POW 1 (Donkey Kong 2), blooper 2."""
    amounts = {"coins": 3, "red": 3, "green": 3, "pow": 1, "blooper": 2}
    boosts = {("mario", "coins"): 4, ("peach", "red"): 4, ("donkey_kong", "pow"): 2}
    others = [name for name in ("mario", "peach", "yoshi", "donkey_kong") if name != who]
    game = throw_power(face, {"Ann": who, "Bo": others[0], "Cy": others[1]}, position={"Bo": "thwomp_2"})
    if kind(game) == "target":
        do(game, game.choices()[0])
    assert {amount for *_, amount in paid(game, "power")} == {boosts.get((who, face), amounts[face])}
    assert total(game) == 0


def test_power_die__donkey_king_is_donkey_kong() -> None:
    """Кубик усиления spells the name "Донки Кинг" once; there is one character of that name."""
    names = [character.names["ru"] for character in Game("gamer").edition.characters]
    assert names.count("Донки Конг") == 1 and "Донки Кинг" not in names
    test_power_die__pow_of_donkey_kong_two_and_not_from_himself()


def test_power_die__who_has_too_little_drops_what_there_is() -> None:
    """Что делать, если монетки закончились: the rest is forgiven, also to a victim of a power-up."""
    game = do(throw_power("red", cash={"Bo": 1}), "target Bo")
    assert coins(game)[1] == 0 and dict(game.state.coins) == {"parking": 1}
    stolen = do(throw_power("blooper", cash={"Bo": 1}), "target Bo")
    assert coins(stolen)[:2] == (11, 0)


# Супер звезда


def on_star(who: str, options: dict[str, object] | None = None, others: tuple[str, ...] = (), **start: object) -> Game:
    """Ann has stopped on a super star with this character, her power-up still to come."""
    left = [name for name in (*others, "mario", "peach", "yoshi", "donkey_kong") if name != who]
    characters = {"Ann": who, "Bo": left[0], "Cy": left[1]}
    begun = {"position": {"Ann": before(gamer(), "star_2", 2)}} | start
    return do(gamer(characters, options, **begun), "roll 2 blooper", "move")  # type: ignore[arg-type]


@pytest.mark.parametrize("thrown", [1, 6])
def test_super_star__mario_throws_the_number_die_and_takes_five_more(thrown: int) -> None:
    """Супер звезда, Марио: throw the number die and take as many coins plus 5 from the bank."""
    game = on_star("mario")
    assert (kind(game), actor(game), len(game.choices())) == ("dice", "Ann", 6)
    do(game, f"roll {thrown}")
    assert paid(game, "star") == [("the bank", "Ann", thrown + 5)]


def test_super_star__peach_takes_the_rent_of_each_own_property_from_the_bank() -> None:
    """Супер звезда, Принцесса Пич: rent for each of your properties from the bank."""
    game = on_star("peach", deeds={"Ann": ["acorn_plains", "bowsers_castle"], "Bo": ["soda_jungle"]})
    rents = sum(space.rent[0] for space in game.edition.spaces if space.id in ("acorn_plains", "bowsers_castle"))
    assert paid(game, "star") == [("the bank", "Ann", rents)]


def test_super_star__peach_and_a_pair_printed_rent_or_double_as_an_option() -> None:
    """The book does not say whether the bank pays double for a pair: the printed rent, the option doubles it."""
    pair = {"Ann": ["peachs_castle", "bowsers_castle"]}
    game = on_star("peach", deeds=pair)
    rents = sum(space.rent[0] for space in game.edition.spaces if space.id in pair["Ann"])
    assert paid(game, "star") == [("the bank", "Ann", rents)]
    doubled = on_star("peach", {"super_star.double_rent": True}, deeds=pair)
    assert paid(doubled, "star") == [("the bank", "Ann", 2 * rents)]


def test_super_star__peach_without_property_gets_nothing() -> None:
    assert not paid(on_star("peach"), "star")


def test_super_star__yoshi_takes_all_coins_on_the_board() -> None:
    """Супер звезда, Йоши: pick up all coins on the board."""
    game = on_star("yoshi", coins={"go": 1, "thwomp_2": 2, "jail": 4})
    assert coins(game)[0] == 17 and not game.state.coins
    assert {(a, b) for a, b, _ in paid(game, "coins")} == {("the board", "Ann")}


def test_super_star__donkey_kong_takes_three_from_each_player() -> None:
    """Супер звезда, Донки Конг: take 3 coins from each player; who has fewer gives what he has."""
    game = on_star("donkey_kong", cash={"Ann": 10, "Bo": 10, "Cy": 2})
    assert coins(game) == (15, 7, 0)


def test_super_star__the_owner_of_the_space_is_nobody_and_another_character_has_another_ability() -> None:
    """Супер звезда: the ability is the character's own."""
    assert [len(paid(on_star(who, deeds={"Ann": ["go"][:0]}), "star")) for who in ("peach", "donkey_kong")] == [0, 2]


def test_super_star__boo_copies_a_character_in_play() -> None:
    """Not in the book: one player's account of the pack; the provenance of the edition says so."""
    game = on_star("boo", {"characters.expansion": True}, ("donkey_kong", "mario"))
    assert (kind(game), actor(game)) == ("copy", "Ann")
    assert set(game.choices()) == {"choose donkey_kong", "choose mario"}
    assert refused(game, "choose boo") == refused(game, "choose yoshi") == "no_such_character"
    do(game, "choose donkey_kong")
    assert paid(game, "star") == [("Bo", "Ann", 3), ("Cy", "Ann", 3)]
    assert "unverified" in str(game.edition.content["provenance"]["characters.expansion"])


# В тюрьме


def held(tries: int = 0, options: dict[str, object] | None = None, **start: object) -> Game:
    return gamer(ANN_BO_CY, options, jail={"Ann": tries}, **start)  # type: ignore[arg-type]


def test_jail_exit__five_coins_before_the_throw_then_both_dice() -> None:
    """Как выйти из тюрьмы: pay the bank 5 coins before throwing, then throw both dice and move."""
    game = held()
    assert (kind(game), set(game.choices())) == ("jail", {"pay", "throw"})
    do(game, "pay")
    assert paid(game, "jail_fine") == [("Ann", "the bank", 5)] and not game.state.jail
    assert (kind(game), actor(game), len(game.choices())) == ("dice", "Ann", 30)
    do(game, "roll 2 blooper", "move")
    assert stands(game, "Ann") == "thwomp_1"


def test_jail_exit__a_six_frees_for_nothing_and_both_dice_are_thrown() -> None:
    """Как выйти из тюрьмы: throw the number die; a 6 frees at once, then throw both dice and move as usual."""
    game = do(held(), "throw")
    assert game.choices() == tuple(f"roll {face}" for face in range(1, 7))
    do(game, "roll 6")
    assert not game.state.jail and not paid(game, "jail_fine")
    assert (kind(game), actor(game), len(game.choices()), stands(game, "Ann")) == ("dice", "Ann", 30, "jail")


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5])
def test_jail_exit__without_a_six_the_turn_is_over(face: int) -> None:
    """Как выйти из тюрьмы: without a 6 your turn is over."""
    game = do(held(), "throw", f"roll {face}")
    assert (actor(game), kind(game)) == ("Bo", "dice") and game.state.jail == {"Ann": 1}


def test_jail_exit__who_has_no_five_coins_has_the_die() -> None:
    game = held(cash={"Ann": 4})
    assert refused(game, "pay") == "not_enough_cash" and game.choices() == ("throw",)


def test_jail_exit__another_face_as_an_option() -> None:
    game = do(held(0, {"jail_exit.face": 3}), "throw", "roll 3")
    assert not game.state.jail
    assert do(held(0, {"jail_exit.face": 3}), "throw", "roll 6").state.jail


def test_jail_after_tries__free_for_nothing_in_the_turn_after_the_second() -> None:
    """Как выйти из тюрьмы: after the second try leave for nothing and throw both dice in the next turn."""
    game = held(1)
    do(game, "throw", "roll 2")
    assert actor(game) == "Bo" and "Ann" in game.state.jail
    for _ in range(2):
        do(game, "roll 2 coins", "power")
        while kind(game) != "dice" or len(game.choices()) < 30:
            do(game, game.choices()[-1])
    assert actor(game) == "Ann" and not game.state.jail and not paid(game, "jail_fine")
    assert (kind(game), len(game.choices())) == ("dice", 30)


def test_jail_rights__rent_auctions_and_trade() -> None:
    """В тюрьме: you may collect rent, take part in auctions and trade."""
    game = gamer(jail={"Bo": 0}, deeds={"Bo": ["soda_jungle"]}, position={"Ann": "parking"})
    do(game, "trade Bo: 1 for soda_jungle", "refuse", "roll 1 coins", "move")
    assert paid(game, "rent") and paid(game, "rent")[0][:2] == ("Ann", "Bo")
    auction = gamer(jail={"Bo": 0}, position={"Ann": "parking"})
    do(auction, "roll 1 coins", "move", "auction", "pass")
    assert (kind(auction), actor(auction)) == ("bid", "Bo")
    assert auction.why_not("bid 1") is None


def test_jail_rights__no_boss_fight() -> None:
    """В тюрьме: you take no part in boss fights."""
    game = gamer(jail={"Bo": 0}, position={"Ann": before(gamer(), "go", 1)}, deeds={"Ann": ["acorn_plains"]})
    do(game, "roll 2 coins", "move", "pass")
    assert (kind(game), actor(game)) == ("boss", "Cy")
    do(game, "pass")
    assert game.state.escaped and actor(game) == "Bo" and kind(game) == "jail"


def test_jail_rights__coins_dropped_lie_on_just_visiting_and_are_picked_up_on_leaving() -> None:
    """В тюрьме; Как выйти из тюрьмы: coins you drop lie on Just Visiting; pick them up on leaving jail."""
    game = gamer(jail={"Bo": 0}, position={"Ann": "parking"})
    do(game, "roll 2 red", "power", "target Bo")
    assert dict(game.state.coins) == {"jail": 3}
    do(game, "roll 1")
    assert actor(game) == "Bo"
    do(game, "pay")
    assert coins(game, "Bo") == (10 - 3 - 5 + 3,) and not game.state.coins


def test_jail_rights__abilities_stay() -> None:
    """В тюрьме: the abilities of the character stay: its boost counts in the turn in which it is freed."""
    game = do(held(), "throw", "roll 6", "roll 2 coins", "power")
    assert paid(game, "power") == [("the bank", "Ann", 4)]
