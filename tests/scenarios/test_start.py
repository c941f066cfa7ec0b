"""Start positions: everything stands as the table says, and the game goes on by the rules."""

import pytest

import monopoly_lab as ml
from monopoly_lab.common.errors import SavedGameError
from monopoly_lab.game.scenarios.draft import start_of_game


def game(players=("Ann", "Bo", "Cy"), edition="classic_us", options=None, **start) -> ml.Game:
    return ml.Game(edition, players, seed=5, options=options, start=start)


def test_start__what_is_left_out_stands_as_at_the_beginning() -> None:
    begun = game(turn="Bo").state
    assert dict(begun.cash) == {"Ann": 1500, "Bo": 1500, "Cy": 1500}
    assert begun.bank == -4500
    assert set(begun.space.values()) == {"go"}
    assert begun.current_player == "Bo" and begun.round == 1
    assert (begun.houses, begun.hotels) == (32, 12)


def test_start__the_pot_is_laid_out_unless_the_table_says_otherwise() -> None:
    assert game(edition="ukraine", turn="Ann").state.pots["jackpot"] == 200
    begun = game(edition="ukraine", turn="Ann", pots={"jackpot": 350, "parking": 5}).state
    assert dict(begun.pots) == {"jackpot": 350, "parking": 5}
    assert begun.bank == -4500 - 355


def test_start__buildings_are_taken_from_the_bank() -> None:
    begun = game(
        deeds={"Ann": ["boardwalk", "park_place", "baltic", "mediterranean"]},
        buildings={"boardwalk": "hotel", "park_place": 4, "baltic": 1},
    ).state
    assert dict(begun.buildings) == {"baltic": 1, "park_place": 4, "boardwalk": "hotel"}
    assert (begun.houses, begun.hotels) == (32 - 5, 12 - 1)


def test_start__names_may_be_written_in_any_way() -> None:
    begun = game(turn=" ann ", deeds={"BO": [39, "Park Place"]}, position={"cy": "Free Parking"}).state
    assert begun.deeds["Bo"] == ("park_place", "boardwalk")
    assert begun.space["Cy"] == "free_parking"


def test_start__the_bankrupt_are_passed_over_and_hold_nothing() -> None:
    begun = game(out=["Bo"], turn="Ann")
    assert begun.state.cash["Bo"] == 0 and begun.state.in_play == ("Ann", "Cy")
    begun.apply("roll 4 6")
    assert begun.state.current_player == "Cy"
    assert game(out=["Ann"]).state.current_player == "Bo"


def test_start__a_bankrupt_may_have_been_the_first_and_is_not_held() -> None:
    """Rounds begin at the seat of who began the game, also after their bankruptcy."""
    begun = game(out=["Ann"], first="Ann", turn="Cy", jail={"Ann": False}, round=4)
    begun.apply("roll 4 6")
    assert (begun.state.current_player, begun.state.round) == ("Bo", 5)
    again = ml.Game("classic_us", ["Ann", "Bo", "Cy"], start=start_of_game(begun))
    assert again.state.first == "Ann" and again.state.round == 5


def test_start__of_a_game_whose_bankrupt_player_had_turns_to_miss_can_be_played() -> None:
    begun = game(missed={"Bo": 1, "Cy": 2})
    begun._s.out[1] = begun._s.bankruptcies = 1
    assert start_of_game(begun)["missed"] == {"Cy": 2}
    assert game(**start_of_game(begun)).state.out == ("Bo",)


def test_start__a_round_ends_when_the_turn_returns_to_who_began() -> None:
    begun = game(turn="Cy", first="Ann", round=4)
    assert begun.state.round == 4
    begun.apply("roll 4 6")
    assert (begun.state.current_player, begun.state.round) == ("Ann", 5)
    begun = game(turn="Cy", round=4)
    begun.apply("roll 4 6")
    assert (begun.state.current_player, begun.state.round) == ("Ann", 4)


def test_start__a_prisoner_has_the_tries_that_are_left() -> None:
    """After two failed tries the third pays 50 and moves."""
    begun = game(turn="Ann", jail={"Ann": 2})
    assert begun.state.space["Ann"] == "jail" and begun.node.kind == "jail"
    begun.apply("throw")
    begun.apply("roll 1 3")
    assert begun.state.cash["Ann"] == 1450 and begun.state.space["Ann"] == "virginia"


def test_start__a_prisoner_of_the_tax_administration() -> None:
    begun = game(
        edition="ukraine", options={"profile": "text_uk"}, turn="Ann", jail={"Ann": 0}, position={"Ann": "tax_office"}
    )
    assert begun.node.kind == "jail" and begun.choices() == ("pay", "throw")


def test_start__where_there_are_no_visitors_who_stands_in_jail_is_held() -> None:
    with pytest.raises(SavedGameError, match=r"say so with start\.jail\.Ann = 0"):
        game(edition="ukraine", position={"Ann": "jail"})
    assert dict(game(edition="ukraine", jail={"Ann": 0}).state.jail) == {"Ann": 0}


def test_start__a_whole_pile_says_which_card_comes_next() -> None:
    cards = [f"chance {n}" for n in (8, *(n for n in range(1, 17) if n != 8))]
    begun = game(turn="Ann", piles={"chance": cards})
    assert begun.state.piles["chance"][0] == "dividend"
    begun.apply("roll 3 4")
    assert begun.node.weights[7] == 1 and sum(begun.node.weights) == 1
    begun.step()
    assert begun.state.cash["Ann"] == 1550
    assert begun.state.piles["chance"][-1] == "dividend"


def test_start__known_cards_lie_under_the_unseen_ones() -> None:
    begun = game(turn="Ann", piles={"chance": ["dividend", "speeding"]})
    begun.apply("roll 3 4")
    weights = dict(zip(begun.node.outcomes, begun.node.weights))
    assert weights["draw chance 8"] == weights["draw chance 13"] == 0
    assert sum(weights.values()) == 14


def test_start__a_card_that_is_held_is_not_in_its_pile() -> None:
    begun = game(turn="Ann", cards={"Bo": ["chance 9"]})
    assert begun.state.cards["Bo"] == ("jail_free_chance",)
    begun.apply("roll 3 4")
    assert "draw chance 9" not in begun.choices() and len(begun.choices()) == 15


def test_start__rules_that_allow_it_allow_uneven_and_mortgaged_groups() -> None:
    deeds = {"Ann": ["boardwalk", "park_place"]}
    uneven = game(options={"build_even": False}, deeds=deeds, buildings={"boardwalk": 3})
    assert uneven.state.level("boardwalk") == 3
    site_clear = {"mortgage_condition": "site_clear"}
    begun = game(options=site_clear, deeds=deeds, buildings={"boardwalk": 1}, mortgaged=["park_place"])
    assert begun.state.mortgages == ("park_place",)
    on_site = {"hotel_need": "on_site"}
    begun = game(options=on_site, deeds=deeds, buildings={"boardwalk": "hotel", "park_place": 3})
    assert begun.state.level("park_place") == 3


def test_start__three_houses_stand_before_a_hotel_in_the_short_game() -> None:
    deeds = {"Ann": ["boardwalk", "park_place"]}
    begun = game(options={"mode": "short"}, deeds=deeds, buildings={"boardwalk": "hotel", "park_place": 3})
    assert dict(begun.state.buildings) == {"park_place": 3, "boardwalk": "hotel"}
    with pytest.raises(SavedGameError, match="4 is outside 0 to 3"):
        game(options={"mode": "short"}, deeds=deeds, buildings={"boardwalk": 4, "park_place": 3})


@pytest.mark.parametrize(
    ("options", "start", "message"),
    [
        ({"decks": "replacement"}, {"piles": {"chance": ["dividend"]}}, "drawn with replacement"),
        ({"rounds": 9}, {"round": 10}, "round 10, but the game ends after round 9"),
        ({"mode": "short"}, {"out": ["Ann", "Bo"]}, "with 2 bankruptcies the game is over"),
        ({"tax_admin.detain": True}, {"jail": {"Ann": 0}, "position": {"Ann": "chance_1"}}, 'is on "chance_1"'),
        ({}, {"buildings": {"boardwalk": 1, "Boardwalk": 1}, "deeds": {"Ann": [37, 39]}}, "are given twice"),
        ({}, {"cash": {"Ann": 1, "ann": 2}}, 'the player "ann" appears here twice'),
        ({"speed_die": "after_go"}, {"speed_die": ["Ann", "ann"]}, 'the player "ann" appears here twice'),
        ({"speed_die": "after_go"}, {"speed_die": ["Bo"], "out": ["Bo"]}, "Bo is bankrupt and has nothing"),
        ({}, {"jail": {"Bo": 1}, "out": ["Bo"]}, "Bo is bankrupt and has nothing, but 1 is listed here"),
        ({}, {"cash": [1, 2]}, "is not a table"),
        ({}, {"position": {"Ann": True}}, "true is no space"),
        ({}, {"cash": {"Ann": True}}, "true is not a whole number"),
    ],
)
def test_start__what_cannot_be_is_refused(options, start, message) -> None:
    with pytest.raises(SavedGameError) as caught:
        game(players=("Ann", "Bo", "Cy", "Dan"), options=options, **start)
    assert message in str(caught.value)


def test_start__all_problems_come_together_with_their_places() -> None:
    with pytest.raises(SavedGameError) as caught:
        game(cash={"Ann": -1}, deeds={"Ann": ["boardwlk"]}, turn="Dan")
    assert [problem.place for problem in caught.value.problems] == [
        "start.turn",
        "start.cash.Ann",
        "start.deeds.Ann[0]",
    ]


def test_start__a_board_without_jail_holds_nobody() -> None:
    content = {**ml.load_edition("class_board").content}
    content["spaces"] = [space for space in content["spaces"] if space["kind"] not in ("jail", "go_to_jail")]
    content["decks"] = []
    content["spaces"] = [space for space in content["spaces"] if space["kind"] != "deck"]
    board = ml.Edition({**content, "id": "open"})
    with pytest.raises(SavedGameError, match="nobody can be held on this board"):
        ml.Game(board, ["Ann", "Bo"], start={"jail": {"Ann": 0}})


@pytest.mark.parametrize(("lang", "group"), [("uk", "групу «синя»"), ("ru", "группа «синяя»")])
def test_start__a_group_has_its_name_in_the_language_of_the_game(lang: str, group: str) -> None:
    start = {"deeds": {"Ann": ["park_place", "boardwalk"]}, "buildings": {"park_place": 3}}
    with pytest.raises(SavedGameError, match=group):
        ml.Game("classic_us", ["Ann", "Bo"], lang=lang, start=start)
