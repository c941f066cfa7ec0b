"""Games of two and three players, and the party game, by the Gamer book."""

from typing import Any

import pytest
from at_gamer import FOUR, TWO, before, boss, coins, gamer, new
from at_table import actor, do, happened, kind, paid
from choosing import refused

from monopoly_lab import Game

PARTY = {"profile": "party"}
TEAMS = {"Ann": ["mario", "peach", "boo"], "Bo": ["yoshi", "mario"], "Cy": ["donkey_kong", "peach", "yoshi"]}


def stack(game: Game) -> list[int]:
    """The numbers of the bosses in the stack, from the top."""
    return [one.index + 1 for one in game.edition.bosses if game._s.boss_of[one.index] == -1]


# ИГРА ДЛЯ 2 И 3 ЧЕЛОВЕК


@pytest.mark.parametrize(
    ("number", "bosses"), [(2, [1, 2, 3, 5, 6, 8]), (3, [3, 4, 5, 6, 7, 8]), (4, [1, 2, 3, 4, 5, 6, 7, 8])]
)
def test_few_players__bosses_of_the_stack(number: int, bosses: list[int]) -> None:
    """Игра для 2 и 3 человек: three play with bosses 3 to 8, two with 1, 2, 3, 5, 6 and 8; four with all."""
    assert stack(new("gamer", list(FOUR)[:number])) == bosses


def two(characters: dict[str, Any] = TWO, **start: Any) -> Game:
    return gamer(characters, **start)


def test_few_players__two_characters_each_both_on_go() -> None:
    """Подготовка 1 for two: everybody chooses 2 characters, both tokens on GO, the cards face up."""
    game = new("gamer", ("Ann", "Bo"))
    asked = []
    for name in ("mario", "peach", "yoshi", "donkey_kong"):
        asked.append(actor(game))
        do(game, f"choose {name}")
    assert asked == ["Ann", "Bo", "Ann", "Bo"]
    assert game.state.characters == {"Ann": ("mario", "yoshi"), "Bo": ("peach", "donkey_kong")}
    assert game.state.tokens == {"Ann": ("go", "go"), "Bo": ("go", "go")} and game.state.resting == ()
    assert coins(game) == (20, 20)


def test_few_players__three_have_one_character_each() -> None:
    game = new("gamer", ("Ann", "Bo", "Cy"))
    do(game, "choose mario", "choose peach", "choose yoshi")
    assert kind(game) == "dice" and all(len(held) == 1 for held in game.state.characters.values())


def test_few_players__after_the_throw_one_chooses_who_moves_and_he_rests() -> None:
    """Игра для 2: having thrown both dice choose the character that moves; then turn its card face down."""
    game = do(two(position={"Ann": ["parking", "thwomp_2"]}), "roll 2 blooper")
    assert (kind(game), actor(game)) == ("token", "Ann")
    assert set(game.choices()) == {"choose mario", "choose donkey_kong"}
    assert refused(game, "choose peach") == "no_such_character"
    do(game, "choose donkey_kong", "move")
    assert game.state.tokens["Ann"] == ("parking", "star_4")
    assert paid(game, "star") == [("Bo", "Ann", 3)]  # his own ability, not Mario's
    assert game.state.resting == ("donkey_kong",)


def test_few_players__a_card_face_down_is_not_used_and_both_come_up_in_the_third_turn() -> None:
    """Игра для 2: the first turn with one, the second with the other; before the third both cards are turned up."""
    corner = {"Ann": ["parking", "parking"], "Bo": ["parking", "parking"]}
    game = two(position=corner, coins={"parking": 0})
    do(game, "roll 2 coins", "choose mario", "power", "roll 1")
    assert actor(game) == "Bo" and game.state.resting == ("mario",)
    do(game, "roll 2 coins", "choose peach", "power", "roll 1")
    do(game, "roll 2 coins")
    assert kind(game) == "turn"  # Donkey Kong alone can move: nothing to choose
    do(game, "power", "roll 1")
    assert game.state.tokens["Ann"] == ("coins_2", "coins_2")
    assert set(game.state.resting) == {"mario", "donkey_kong", "peach"}
    do(game, "roll 2 coins", "power", "roll 1")  # Bo with Yoshi
    assert "mario" not in game.state.resting and "donkey_kong" not in game.state.resting
    do(game, "roll 5 coins")
    assert kind(game) == "token"


def test_few_players__the_boost_is_that_of_the_character_that_moves() -> None:
    game = do(two(position={"Ann": ["parking", "parking"]}), "roll 2 coins", "choose donkey_kong", "power")
    assert paid(game, "power") == [("the bank", "Ann", 3)]
    game = do(two(position={"Ann": ["parking", "parking"]}), "roll 2 coins", "choose mario", "power")
    assert paid(game, "power") == [("the bank", "Ann", 4)]


def test_few_players__pow_hits_one_character_of_the_opponent_who_chooses_it() -> None:
    """Игра для 2: what hits all players hits one character of the opponent, who chooses it; none of your own."""
    start = {"Ann": ["parking", "parking"], "Bo": ["jail", "thwomp_2"]}
    game = do(two(position=start), "roll 2 pow", "choose mario", "power")
    assert (kind(game), actor(game), set(game.choices())) == ("target", "Bo", {"target peach", "target yoshi"})
    assert refused(game, "target mario") == "no_target"
    do(game, "target yoshi")
    assert dict(game.state.coins) == {"thwomp_2": 1} and coins(game)[1] == 19


def test_few_players__a_green_shell_never_hits_ones_own() -> None:
    """Игра для 2: the green shell works on a character of the opponent only."""
    start = {"Ann": ["parking", "soda_jungle"], "Bo": ["jail", "thwomp_2"]}
    game = do(two(position=start), "roll 2 green", "choose mario", "power")
    assert dict(game.state.coins) == {"thwomp_2": 3} and coins(game)[1] == 17


def test_few_players__a_red_shell_falls_at_the_feet_of_the_character_meant() -> None:
    start = {"Ann": ["parking", "parking"], "Bo": ["jail", "thwomp_2"]}
    game = do(two(position=start), "roll 2 red", "choose mario", "power")
    assert set(game.choices()) == {"target peach", "target yoshi"}
    do(game, "target peach")
    assert dict(game.state.coins) == {"jail": 3}


def test_few_players__a_blooper_takes_from_the_opponents_one_purse() -> None:
    game = do(two(position={"Ann": ["parking", "parking"]}), "roll 2 blooper", "choose mario", "power")
    assert coins(game) == (22, 18)


def test_few_players__donkey_kong_takes_three_from_the_opponent_once() -> None:
    """Игра для 2: what hits all players hits one character of the opponent."""
    place = before(gamer(), "star_2", 1)
    game = do(two(position={"Ann": ["parking", place]}), "roll 1 blooper", "choose donkey_kong", "move")
    assert paid(game, "star") == [("Bo", "Ann", 3)]


def test_few_players__a_prisoner_is_decided_about_before_the_throw() -> None:
    """Игра для 2: with one character in jail decide to pay or to throw for it before you throw both dice."""
    held = {"jail": {"Ann": [0, False]}, "position": {"Ann": ["jail", "parking"]}}
    game = two(**held)
    assert (kind(game), actor(game), set(game.choices())) == ("jail", "Ann", {"pay", "throw"})
    do(game, "pay", "roll 2 coins")
    assert set(game.choices()) == {"choose mario", "choose donkey_kong"}
    six = do(two(**held), "throw", "roll 6", "roll 2 coins")
    assert set(six.choices()) == {"choose mario", "choose donkey_kong"}


def test_few_players__a_failed_try_ends_the_turn_and_the_prisoner_rests() -> None:
    """Not in the book: a try without a 6 ends the turn, as for more players; the prisoner's card is turned down,
    so that the other character moves next."""
    held = {"jail": {"Ann": [0, False]}, "position": {"Ann": ["jail", "parking"], "Bo": ["parking", "parking"]}}
    game = do(two(**held), "throw", "roll 5")
    assert actor(game) == "Bo" and game.state.resting == ("mario",)
    do(game, "roll 2 coins", "choose peach", "power", "roll 1")
    assert (kind(game), actor(game), len(game.choices())) == ("dice", "Ann", 30)  # not asked about a resting prisoner
    do(game, "roll 2 coins", "power")
    assert game.state.tokens["Ann"] == ("jail", "coins_2")


def test_few_players__who_is_still_in_jail_does_not_move() -> None:
    held = two(jail={"Ann": [0, 0]}, position={"Bo": ["parking", "parking"]})
    game = do(held, "choose mario", "pay", "roll 2 blooper")
    assert kind(game) == "turn"  # no choice: the other one is a prisoner still
    do(game, "move")
    assert game.state.tokens["Ann"] == ("thwomp_1", "jail")
    assert game.state.held["Ann"] == (None, 0) and game.state.jail == {"Ann": 0}


def test_few_players__of_two_prisoners_one_chooses_which_tries_to_leave() -> None:
    """Игра для 2: decide to pay or to throw for a prisoner before the throw; which of two is not said, so one may
    choose. The tries of each are counted apart; after the second failed one he goes free in the next turn."""
    game = two(jail={"Ann": [0, 1]}, position={"Bo": ["parking", "parking"]})
    assert (kind(game), actor(game), game.choices()) == ("token", "Ann", ("choose mario", "choose donkey_kong"))
    assert game.waiting() == "Ann chooses which character tries to leave jail."
    do(game, "choose donkey_kong", "throw", "roll 3")
    assert game.state.held["Ann"] == (0, 2) and actor(game) == "Bo"
    resting = two(jail={"Ann": [0, 0]}, resting=["mario"])
    assert (kind(resting), set(resting.choices())) == ("jail", {"pay", "throw"})
    done = do(two(jail={"Ann": [0, 2]}), "choose donkey_kong")
    assert (kind(done), actor(done), done.state.held["Ann"]) == ("dice", "Ann", (0, None))


def test_few_players__a_seat_fights_a_boss_while_one_character_is_free() -> None:
    held = {
        "jail": {"Bo": [0, False]},
        "position": {"Ann": [before(gamer(), "go", 1), "parking"], "Bo": ["jail", "go"]},
    }
    game = do(two(**held, deeds={"Ann": ["acorn_plains"]}), "roll 2 coins", "choose mario", "power", "pass")
    assert (kind(game), actor(game)) == ("boss", "Bo")
    locked = {"jail": {"Bo": [0, 0]}, "position": {"Ann": [before(gamer(), "go", 1), "parking"]}}
    game = do(two(**locked, deeds={"Ann": ["acorn_plains"]}), "roll 2 coins", "choose mario", "power", "pass")
    assert game.state.escaped == ("lemmy",)


# ИГРА ДЛЯ КОМПАНИИ!


def party(characters: dict[str, Any] = TEAMS, **start: Any) -> Game:
    return gamer(characters, PARTY, **start)


def test_party__two_or_three_characters_each_one_on_the_board() -> None:
    """Подготовка 1, 2 of the party game: 2 or 3 characters; one of them stands on GO, no two alike."""
    game = new("gamer", ("Ann", "Bo", "Cy"), profile="party")
    do(game, "choose mario")
    assert refused(game, "choose mario") == "character_taken" and actor(game) == "Bo"
    do(game, "choose peach", "choose yoshi")
    assert game.state.characters == {"Ann": ("mario",), "Bo": ("peach",), "Cy": ("yoshi",)}
    assert refused(game, "pass") == "team_too_small" and refused(game, "choose mario") == "character_taken"
    do(game, "choose peach", "choose mario", "choose donkey_kong")  # another's character can be in the team
    assert game.state.teams["Ann"] == ("mario", "peach") and "pass" in game.choices()
    do(game, "pass", "choose boo", "pass")
    assert [len(game.state.teams[name]) for name in game.players] == [2, 3, 2]
    assert len(happened(game, "chosen")) == 7  # a pass chooses nobody
    assert game.state.space == dict.fromkeys(game.players, "go") and kind(game) == "dice"


def test_party__the_first_seat_chooses_first() -> None:
    """Подготовка 2: the youngest chooses first whom to begin with; the first seat stands for him."""
    assert actor(new("gamer", ("Ann", "Bo", "Cy"), profile="party")) == "Ann"


def test_party__once_in_a_turn_the_character_on_the_board_is_changed() -> None:
    """Обмен персонажей: at any time of your turn change the character on the board for another of your team, once."""
    game = party()
    do(game, "swap peach")
    assert game.state.characters["Ann"] == ("peach",) and len(happened(game, "swapped")) == 1
    assert refused(game, "swap boo") == "swapped_already"
    assert refused(game, "Bo: swap mario") == "not_your_turn"


def test_party__one_character_moves_and_another_uses_the_power_up() -> None:
    """Обмен персонажей: in any way that lets one character move and others use the power-up."""
    game = do(party(position={"Ann": "parking"}), "roll 2 red", "move", "roll 1")
    assert (kind(game), actor(game)) == ("turn", "Ann")  # the last die waits: one may change before it
    do(game, "swap peach", "power", "target Bo")
    assert paid(game, "power")[-1][2] == 4
    other = do(party(position={"Ann": "parking"}), "roll 2 coins", "power")
    assert paid(other, "power") == [("the bank", "Ann", 4)] and kind(other) == "turn"
    do(other, "swap boo", "move")
    assert other.state.characters["Ann"] == ("boo",)


def test_party__the_last_die_waits_only_for_who_can_still_change() -> None:
    """Обмен персонажей: once in a turn, to one of the team that stands nowhere on the board."""
    changed = do(party(position={"Ann": "parking"}), "swap peach", "roll 2 coins", "power")
    assert changed.state.space["Ann"] != "parking"
    teams = {"Ann": ["peach", "yoshi"], "Bo": ["yoshi", "mario"], "Cy": ["donkey_kong", "peach"]}
    alone = do(party(teams, position={"Ann": "parking"}), "roll 2 coins", "power")
    assert alone.state.space["Ann"] != "parking"


def test_party__no_character_stands_twice_on_the_board_and_none_comes_from_outside() -> None:
    """Подготовка 2: no two players have the same character on the board at one time."""
    game = party({"Ann": ["peach", "mario", "yoshi"], "Bo": ["yoshi", "mario"], "Cy": ["donkey_kong", "peach"]})
    assert refused(game, "swap yoshi") == "character_taken"
    assert refused(game, "swap donkey_kong") == refused(game, "swap boo") == "not_in_team"
    assert refused(game, "swap peach") == "character_taken"  # is there already
    assert game.why_not("swap mario") is None


def test_party__a_team_is_changed_in_the_party_game_only() -> None:
    assert refused(gamer(), "swap peach") == "no_team"


def test_party__two_players_play_by_the_rules_for_two() -> None:
    """Игра для компании: for two players see the rules for two."""
    game = new("gamer", ("Ann", "Bo"), profile="party")
    do(game, "choose mario", "choose peach", "choose yoshi", "choose boo")
    assert kind(game) == "dice" and game.state.tokens == {"Ann": ("go", "go"), "Bo": ("go", "go")}
    assert refused(game, "swap peach") in ("not_now", "no_team")


def test_party__a_change_before_a_boss_counts_as_the_one_of_the_turn() -> None:
    game = party(position={"Ann": before(gamer(), "go", 1)}, deeds={"Ann": ["acorn_plains"]})
    do(game, "roll 2 coins", "power", "move")
    assert (kind(game), actor(game)) == ("boss", "Ann")
    do(game, "swap peach")
    assert (kind(game), actor(game)) == ("boss", "Ann") and refused(game, "swap boo") == "swapped_already"


def test_party__ends_with_the_last_boss() -> None:
    """Конец игры of the party game: it ends right after the victory over the last boss."""
    gone = ["larry", "wendy", "iggy", "roy", "ludwig"]
    start = {"position": {"Ann": before(gamer(), "go", 1)}, "deeds": {"Ann": ["acorn_plains"]}, "escaped": gone}
    game = do(party(**start), "roll 2 coins", "power", "move", "fight", "roll 6")
    assert game.over and game.winner == "Ann" and game.state.bosses["Ann"] == ("bowser",)
    assert game.net_worth()["Ann"] >= boss(game, "bowser").points


def test_party__all_of_a_team_may_be_elsewhere_on_the_board() -> None:
    """The book does not say what then: the first choices are those who start, and these are never alike."""
    game = party({"Ann": ["mario", "peach"], "Bo": ["peach", "mario"], "Cy": ["yoshi", "mario"]})
    assert refused(game, "swap peach") == "character_taken" and kind(game) == "dice"
    do(game, "roll 1 coins")
    assert not any(text.startswith("swap") for text in game.choices())
