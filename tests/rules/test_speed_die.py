"""The speed die. Source: its sheet, "Speed Die" and "A few minor details", as published quotations give it; where a
salary is paid, jail and auctions, the book of the board."""

import pytest
from at_table import actor, at, card, do, happened, in_books, kind, paid, sit
from choosing import refused

from monopoly_lab import Game, load_edition
from monopoly_lab.common.errors import OptionError, SavedGameError

BOARDS = ("moscow", "monopolist", "home_print", "disney", "fifa", "classic_us", "classic_london")
classic_board = in_books(*BOARDS)
BALTIC, READING, VERMONT, CHANCE, ELECTRIC, STATES, NEW_YORK, KENTUCKY = 3, 5, 8, 7, 12, 13, 19, 21
WATER, TO_JAIL, BOARDWALK = 28, 30, 39
DEEDS = [q for q, space in enumerate(load_edition("classic_us").spaces) if space.is_deed]


def fast(book: str = "classic_us", how: str = "from_start", options: dict[str, object] | None = None, **start) -> Game:  # type: ignore[no-untyped-def]
    return sit(book, ("Ann", "Bo"), {"speed_die": how} | (options or {}), **start)


# Preparation


@classic_board
def test_set_up__a_thousand_more_for_each(book: str) -> None:
    """Hand out an extra 1,000 to each player."""
    for options, cash in (({}, 1500), ({"speed_die": "after_go"}, 2500), ({"speed_die": "from_start"}, 2500)):
        game = sit(book, ("Ann", "Bo"), options)
        assert set(Game(game.edition, ("Ann", "Bo"), options=game.options).state.cash.values()) == {cash}


def test_set_up__ten_times_as_much_where_money_is() -> None:
    game = Game("here_now_us", ("Ann", "Bo"), options={"speed_die": "after_go"})
    assert set(game.state.cash.values()) == {25_000}


def test_set_up__the_first_player_is_found_without_it() -> None:
    game = Game("classic_us", ("Ann", "Bo"), options={"speed_die": "from_start"})
    assert len(game.choices()) == 36


# Who throws it


@classic_board
def test_taken_up__after_landing_on_or_passing_go(book: str) -> None:
    """Not before GO has been landed on or passed for the first time; from then on for the rest of the game."""
    game = fast(book, "after_go", position={"Ann": BOARDWALK, "Bo": NEW_YORK}, deeds={"Ann": [1, BALTIC]})
    assert (len(game.choices()), game.state.speed_die) == (36, ())
    do(game, "roll 1 3")
    assert game.state.speed_die == ("Ann",) and len(happened(game, "took_up")) == 1
    assert (actor(game), len(game.choices())) == ("Bo", 36)
    do(game, "roll 1 2")  # Bo is not there yet
    assert game.state.speed_die == ("Ann",)


def test_taken_up__by_landing_on_go_too() -> None:
    game = do(fast(how="after_go", position={"Ann": 33}), "roll 3 4")
    assert (at(game, "Ann"), game.state.speed_die) == (0, ("Ann",))


def test_taken_up__in_a_start() -> None:
    game = fast(how="after_go", speed_die=["Ann"], position={"Bo": 1})
    assert len(game.choices()) == 180
    with pytest.raises(SavedGameError, match="nobody takes up a speed die"):
        fast(how="from_start", speed_die=["Ann"])


def test_thrown__in_180_ways_of_which_some_are_likelier() -> None:
    """Its sides: 1, 2, 3, the bus, and Mr. Monopoly twice."""
    game = fast()
    assert len(game.choices()) == 36 * 5
    weights = dict(zip(game.node.outcomes, game.node.weights))
    assert sum(weights.values()) == 216
    assert weights["roll 1 2 mr"] == 2 * weights["roll 1 2 bus"] == 2 * weights["roll 1 2 3"]


def test_thrown__not_to_leave_jail() -> None:
    """Use the two other dice alone when you try to throw doubles in jail; once you have paid, all three."""
    game = fast(jail={"Ann": 0})
    assert len(do(game.fork(), "throw").choices()) == 36
    assert len(do(game.fork(), "pay").choices()) == 180


def test_thrown__a_face_that_is_none_is_named() -> None:
    game = fast()
    with pytest.raises(Exception, match=r"no face of the speed die; there are: 1, 2, 3, bus, mr"):
        game.apply("roll 3 4 boat")
    with pytest.raises(Exception, match=r"a face of the speed die are needed, as in \"roll 3 4 mr\""):
        game.apply("roll 3 4")
    assert at(do(game, "roll 3 4 2"), "Ann") == 9


# 1, 2, 3


@classic_board
def test_number__is_added_to_the_two_others(book: str) -> None:
    game = do(fast(book, deeds={"Ann": [9]}), "roll 2 4 3")
    assert at(game, "Ann") == 9 and actor(game) == "Bo"


def test_number__counts_for_the_rent_of_a_utility() -> None:
    """Use the sum of all three dice when determining how much to pay on a utility."""
    game = do(fast(position={"Ann": READING}, deeds={"Bo": [ELECTRIC]}), "roll 1 3 3")
    assert paid(game, "rent") == [("Ann", "Bo", 4 * 7)]


# The bus


@classic_board
def test_bus__one_die_the_other_or_both(book: str) -> None:
    game = do(fast(book), "roll 1 5 bus")
    assert (kind(game), actor(game)) == ("bus", "Ann")
    names = [game.edition.spaces[q].id for q in (1, 5, 6)]
    assert game.choices() == tuple(f"go {name}" for name in names)
    for q, name in zip((1, 5, 6), names):
        assert at(do(game.fork(), f"go {name}"), "Ann") == q


def test_bus__stops_nowhere_else() -> None:
    game = do(fast(), "roll 1 5 bus")
    assert refused(game, "go baltic") == "no_bus"
    assert refused(game, "go go") == "no_bus"
    said = game.why_not("go baltic")
    assert "does not stop at Baltic Avenue" in said
    assert "(Monopoly: The Speed Die, “Bus” (the bus))" in said


def test_bus__a_double_has_two_stops_and_throws_again() -> None:
    game = do(fast(deeds={"Ann": [6]}), "roll 3 3 bus")
    assert game.choices() == ("go baltic", "go oriental")
    do(game, "go oriental")
    assert (actor(game), kind(game)) == ("Ann", "dice")


def test_bus__counts_nothing_for_a_utility() -> None:
    """The bus and Mr. Monopoly are valued at 0; both dice count, however far the bus went."""
    game = do(fast(position={"Ann": 10}, deeds={"Bo": [ELECTRIC]}), "roll 2 5 bus", "go electric")
    assert paid(game, "rent") == [("Ann", "Bo", 4 * 7)]


def test_bus__passes_go() -> None:
    game = do(fast(position={"Ann": 38}, deeds={"Ann": [BALTIC]}), "roll 3 5 bus", "go mediterranean")
    assert paid(game, "salary") == [("the bank", "Ann", 200)]


# Mr. Monopoly


@classic_board
def test_mr__first_the_space_then_on_to_the_next_deed_nobody_owns(book: str) -> None:
    """Move the sum of the two dice and resolve the space; then on to the next property that the bank still holds."""
    game = do(fast(book, deeds={"Bo": [6, 8]}), "roll 1 2 mr")
    assert (at(game, "Ann"), kind(game)) == (3, "buy")
    do(game, "buy")
    assert (at(game, "Ann"), kind(game)) == (5, "buy")
    do(game, "buy")
    assert actor(game) == "Bo" and [e.amount for e in happened(game, "advanced")] == [2]


def test_mr__the_deed_is_bought_or_auctioned_and_nothing_else() -> None:
    game = do(fast(deeds={"Ann": [BALTIC]}), "roll 1 2 mr")
    assert game.choices() == ("buy", "auction")
    assert {refused(game, text) for text in ("go vermont", "pass", "roll 1 2 3")} == {"not_now"}


def test_mr__the_deed_may_go_to_auction() -> None:
    """If you don't want to buy it, move there anyway and put it up for auction."""
    game = do(fast(deeds={"Ann": [BALTIC]}), "roll 1 2 mr", "auction")
    assert (kind(game), at(game, "Ann")) == ("bid", READING)


def test_mr__skips_what_has_an_owner_and_collects_on_the_way() -> None:
    game = do(fast(position={"Ann": 32}, deeds={"Ann": [34, 35, 37, 39], "Bo": [1]}), "roll 1 1 mr", "buy")
    assert at(game, "Ann") == BALTIC and paid(game, "salary") == [("the bank", "Ann", 200)]


def test_mr__with_every_deed_owned_on_to_the_next_rent() -> None:
    """No more properties in the bank: on to the next one on which you will owe another player money."""
    mine = [q for q in DEEDS if q < 10]
    game = fast(deeds={"Ann": mine, "Bo": [q for q in DEEDS if q > 10]}, mortgaged=[11, 12])
    do(game, "roll 1 3 mr")
    assert at(game, "Ann") == STATES
    assert paid(game, "rent") == [("Ann", "Bo", 10)]  # 12 belongs to the same group as 28: no double for a mortgage


def test_mr__past_the_deeds_of_a_prisoner_who_may_ask_for_nothing() -> None:
    """Where prisoners collect no rent, the next rent is that of somebody else."""
    others = [q for q in DEEDS if q not in (BALTIC, READING)]
    for jail, stop in (({}, "reading"), ({"Bo": 1}, "oriental")):
        deeds = {"Ann": [BALTIC], "Bo": [READING], "Cy": others}
        options = {"speed_die": "from_start", "jail_rights.rent": False, "debt_property": "none"}
        game = sit("classic_us", ("Ann", "Bo", "Cy"), options, deeds=deeds, jail=jail)
        do(game, "roll 1 3 mr")
        assert happened(game, "moved")[-1].space == stop


def test_mr__with_no_rent_to_pay_the_token_stays() -> None:
    """All mortgaged, or one's own: nothing."""
    rest = [q for q in DEEDS if q > 10]
    game = fast(deeds={"Ann": [q for q in DEEDS if q < 10], "Bo": rest}, mortgaged=rest)
    do(game, "roll 1 4 mr")
    assert (at(game, "Ann"), actor(game)) == (5, "Bo")
    assert happened(game, "advanced")[0].space is None


def test_mr__not_the_deed_that_nobody_wanted_just_now() -> None:
    """The next property is another than the one the token stands on."""
    others = [q for q in DEEDS if q != BALTIC]
    game = do(fast(deeds={"Bo": others}, mortgaged=[READING]), "roll 1 2 mr", "auction", "pass", "pass")
    assert at(game, "Ann") == 6 and paid(game, "rent") == [("Ann", "Bo", 12)]


@pytest.mark.parametrize("way", ["space", "card", "third double"])
def test_mr__not_from_jail(way: str) -> None:
    """Sent to jail during the move: the turn is over, and the speed die is not used."""
    if way == "third double":
        game = do(fast(deeds={"Ann": [8, 19]}), "roll 3 3 2", "roll 5 5 1", "roll 6 6 mr")
    elif way == "space":
        game = do(fast(position={"Ann": 20}), "roll 4 6 mr")
    else:
        game = do(fast(), "roll 3 4 mr")
        do(game, f"draw {card(game, 'go_to_jail', 'chance').id}")
    assert (at(game, "Ann"), actor(game)) == (10, "Bo")
    assert game.state.jail == {"Ann": 0} and not happened(game, "advanced")


def test_mr__goes_on_from_where_a_card_has_put_the_token() -> None:
    game = do(fast(deeds={"Ann": [24]}), "roll 3 4 mr")
    do(game, f"draw {card(game, 'move_to', 'chance', to=24).id}")
    assert at(game, "Ann") == 25  # the next deed after the red site


def test_mr__goes_to_who_is_in_jail_and_collects_all_the_same() -> None:
    """Classic rules, "Jail": you can still collect rents while you are there."""
    rest = [q for q in DEEDS if q != READING]
    game = do(fast(deeds={"Ann": rest, "Bo": [READING]}, jail={"Bo": 0}), "roll 1 2 mr")
    assert at(game, "Ann") == READING and paid(game, "rent") == [("Ann", "Bo", 25)]


def test_mr__comes_before_the_throw_of_a_double() -> None:
    game = do(fast(deeds={"Ann": [6]}), "roll 3 3 mr")
    assert (kind(game), at(game, "Ann")) == ("buy", VERMONT)
    do(game, "buy")
    assert (kind(game), actor(game)) == ("dice", "Ann")


def test_mr__counts_nothing_for_a_utility() -> None:
    rest = [q for q in DEEDS if q not in (READING, ELECTRIC)]
    game = fast(deeds={"Ann": [*rest, READING], "Bo": [ELECTRIC]})
    assert paid(do(game, "roll 2 3 mr"), "rent") == [("Ann", "Bo", 4 * 5)]


# Three alike


@classic_board
def test_triple__any_space_and_no_further_throw(book: str) -> None:
    """Three alike: move anywhere on the board; do not throw again."""
    game = do(fast(book, deeds={"Ann": [KENTUCKY]}), "roll 2 2 2")
    assert (kind(game), len(game.choices())) == ("triple", 39)
    do(game, f"go {game.edition.spaces[KENTUCKY].id}")
    assert (at(game, "Ann"), actor(game)) == (KENTUCKY, "Bo")


def test_triple__to_another_space_of_the_board() -> None:
    game = do(fast(), "roll 1 1 1")
    assert refused(game, "go go") == "no_other_space"
    assert "“A few minor details”" in game.why_not("go 0")
    with pytest.raises(Exception, match="no space 40"):
        game.apply("go 40")


def test_triple__may_lead_to_go() -> None:
    game = do(fast(position={"Ann": 20}), "roll 3 3 3", "go go")
    assert at(game, "Ann") == 0 and paid(game, "salary") == [("the bank", "Ann", 200)]


def test_triple__collects_past_go_and_may_lead_to_jail() -> None:
    game = do(fast(position={"Ann": 20}, deeds={"Ann": [1]}), "roll 3 3 3", "go mediterranean")
    assert paid(game, "salary") == [("the bank", "Ann", 200)]
    assert do(fast(), "roll 3 3 3", "go go_to_jail").state.jail == {"Ann": 0}


def test_triple__as_third_double_does_not_jail() -> None:
    game = do(fast(deeds={"Ann": [6, VERMONT, NEW_YORK, 15]}), "roll 3 3 2", "roll 3 3 1", "roll 2 2 2")
    assert kind(game) == "triple" and not game.state.jail
    assert actor(do(game, "go new_york")) == "Bo"


def test_triple__a_double_with_another_number_is_none() -> None:
    game = do(fast(deeds={"Ann": [6]}), "roll 2 2 1", "buy")
    assert (kind(game), actor(game)) == ("dice", "Ann")


def test_triple__two_alike_and_the_speed_die_are_none() -> None:
    assert kind(do(fast(), "roll 2 3 2")) == kind(do(fast(), "roll 3 2 2")) == "draw"  # on the Chance space


# Where it cannot be


@pytest.mark.parametrize("edition", ["gamer", "junior", "anti_monopoly", "class_board"])
def test_options__a_board_without_a_speed_die_says_so(edition: str) -> None:
    with pytest.raises(OptionError, match="has no speed die"):
        load_edition(edition).tables({"speed_die": "from_start"})


def test_options__it_is_thrown_beside_two_dice() -> None:
    with pytest.raises(OptionError, match="beside two dice, not 3"):
        load_edition("classic_us").tables({"speed_die": "from_start", "move.dice": 3})
    with pytest.raises(OptionError, match="beside two dice, not 3"):
        load_edition("classic_us").tables({"speed_die": "from_start", "dice": [2, 3]})
    assert load_edition("classic_us").tables({"move.dice": 3}).o_move_dice == 3


def test_options__it_may_come_into_the_game_later() -> None:
    options = {"changes": [{"round": 2, "options": {"speed_die": "from_start"}}]}
    game = Game(
        "classic_us",
        ("Ann", "Bo"),
        options=options,
        start={"turn": "Ann", "deeds": {"Ann": ["baltic"], "Bo": ["oriental"]}},
    )
    assert len(do(game, "roll 1 2").choices()) == 36
    assert len(do(game, "roll 2 4").choices()) == 180
