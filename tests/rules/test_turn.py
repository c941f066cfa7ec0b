"""The turn: dice, doubles, the third double."""

import pytest
from at_table import JAIL, STATIONS, actor, at, do, draw, every_book, happened, in_books, kind, paid, sit
from choosing import refused


@every_book
def test_move__forward_by_the_sum_of_both_dice(book: str) -> None:
    """Both dice, clockwise or by the arrow on GO (each book on the course of the game); the Ukrainian text has "the
    die" in one sentence, and its doubles need two."""
    game = sit(book)
    assert len(game.choices()) == 36
    do(game, "roll 2 4")
    assert at(game, "Ann") == 6


@every_book
def test_move__past_go_the_count_goes_on(book: str) -> None:
    """The board is a circle (each book on the course of the game)."""
    game = do(sit(book, position={"Ann": 37}, deeds={"Ann": [6]}), "roll 4 5")
    assert at(game, "Ann") == 6


@in_books("monopolist", "moscow", "home_print", "disney", "classic_us")
def test_move__several_tokens_may_share_a_space(book: str) -> None:
    """Course of the game: any number of tokens on one space."""
    game = do(sit(book, position={"Bo": 5}, deeds={"Ann": [5]}), "roll 1 4")
    assert at(game, "Ann") == at(game, "Bo") == 5


@every_book
def test_move__dice_go_to_the_next_player(book: str) -> None:
    """After the turn the dice go on (first player; your turn, last step)."""
    game = do(sit(book, deeds={"Ann": [6]}), "roll 2 4")
    assert (actor(game), kind(game)) == ("Bo", "dice")


@pytest.mark.parametrize(("dice", "throw", "goal"), [(1, "roll 6", 6), (3, "roll 1 2 3", 6)])
def test_move__number_of_dice_is_an_option(dice: int, throw: str, goal: int) -> None:
    game = sit("moscow", options={"move.dice": dice})
    assert len(game.choices()) == 6**dice
    assert at(do(game, throw), "Ann") == goal


def test_move__sides_of_the_dice_are_an_option() -> None:
    game = sit("moscow", options={"move.sides": 12, "first_player": 0})
    assert len(game.choices()) == 144
    assert at(do(game, "roll 12 11"), "Ann") == 23


@in_books("moscow", "classic_us")
def test_move__without_a_choice_where_there_is_no_die_but_those_that_move(book: str) -> None:
    """Course of the game: one throws and moves; no book but that of the power-up die lets one choose what comes first,
    and nothing is late where there are no coins to pick up."""
    game = do(sit(book, options={"late_claims": "asked"}, position={"Ann": 3}), "roll 3 4")
    assert (at(game, "Ann"), kind(game), actor(game)) == (JAIL, "dice", "Bo")


@every_book
def test_doubles__another_throw_after_acting_on_the_space(book: str) -> None:
    """Equal faces: move, do what the space asks, throw again (each book on doubles)."""
    game = do(sit(book), "roll 3 3")
    assert (kind(game), actor(game)) == ("buy", "Ann")
    do(game, "buy")
    assert (kind(game), actor(game)) == ("dice", "Ann")
    do(game, "roll 1 2")
    assert at(game, "Ann") == 9
    do(game, "buy")
    assert actor(game) == "Bo"


@every_book
def test_doubles__unequal_dice_end_the_turn(book: str) -> None:
    game = do(sit(book, deeds={"Ann": [5]}), "roll 2 3")
    assert actor(game) == "Bo"


@in_books("disney", "fifa")
def test_doubles__extra_throw_is_ordered(book: str) -> None:
    """Disney, on doubles; football book, your turn 5: throw again."""
    game = do(sit(book, deeds={"Ann": [6]}), "roll 3 3")
    assert (kind(game), actor(game)) == ("dice", "Ann")
    assert refused(game, "Ann: finish turn") == "must_throw"


@in_books("ukraine_ru", "ukraine_uk", "monopolist", "moscow_overview", "moscow", "home_print")
def test_doubles__extra_throw_is_a_right(book: str) -> None:
    """The other books give the right to it: the mover throws, or ends the turn."""
    game = do(sit(book, deeds={"Ann": [6]}), "roll 3 3")
    assert (kind(game), actor(game)) == ("dice", "Ann")
    assert "finish turn" in [text.removeprefix("Ann: ") for text in game.acts()["Ann"]]
    assert refused(game, "Bo: finish turn") == "not_your_choice"
    assert actor(do(game.fork(), "Ann: finish turn")) == "Bo"
    duty = do(sit(book, options={"doubles.may_decline": False}, deeds={"Ann": [6]}), "roll 3 3")
    assert refused(duty, "Ann: finish turn") == "must_throw"


def test_doubles__only_the_throw_after_a_double_can_be_declined() -> None:
    game = sit("moscow", deeds={"Ann": [6, 8]})
    assert refused(game, "Ann: finish turn") == "not_now"
    do(game, "roll 3 3", "roll 1 1")
    assert actor(do(game, "Ann: finish turn")) == "Bo"


def test_doubles__can_be_switched_off() -> None:
    game = do(sit("moscow", options={"doubles": False}, deeds={"Ann": [6]}), "roll 3 3")
    assert actor(game) == "Bo"


def test_doubles__one_die_never_shows_one() -> None:
    game = do(sit("moscow", options={"move.dice": 1}, deeds={"Ann": [6]}), "roll 6")
    assert actor(game) == "Bo"


def test_doubles__of_three_dice_all_must_be_equal() -> None:
    start = {"options": {"move.dice": 3}, "deeds": {"Ann": [5, 9]}}
    assert actor(do(sit("moscow", **start), "roll 2 2 1")) == "Bo"  # type: ignore[arg-type]
    assert actor(do(sit("moscow", **start), "roll 3 3 3")) == "Ann"  # type: ignore[arg-type]


@every_book
def test_three_doubles__third_one_sends_to_jail_at_once(book: str) -> None:
    """Three doubles in a row: to jail, without moving by the third (each book on doubles and on jail)."""
    game = sit(book, position={"Ann": 33}, deeds={"Ann": [35, 37]})
    do(game, "roll 1 1", "roll 1 1", "roll 6 6")
    assert at(game, "Ann") == JAIL
    assert dict(game.state.jail) == {"Ann": 0}
    assert actor(game) == "Bo"
    assert paid(game) == []


@every_book
def test_three_doubles__two_of_them_do_not(book: str) -> None:
    game = do(sit(book, deeds={"Ann": [6, 8, 11]}), "roll 3 3", "roll 1 1", "roll 1 2")
    assert (at(game, "Ann"), dict(game.state.jail), actor(game)) == (11, {}, "Bo")


@in_books("ukraine_ru", "ukraine_uk", "fifa")
def test_three_doubles__are_counted_within_one_turn(book: str) -> None:
    """The hryvnia edition says "three times in a row" on moving and "in three turns in a row" on jail; the football
    book says "in one turn" and "three times in a row in your turn". Both mean the throws of one turn: two doubles in
    one turn and one in the next send nobody to jail."""
    game = sit(book, ["Ann", "Bo"], deeds={"Ann": [6, 8, 11, 15], "Bo": [3]})
    do(game, "roll 3 3", "roll 1 1", "roll 1 2", "roll 1 2", "roll 2 2")
    assert dict(game.state.jail) == {}
    assert (at(game, "Ann"), actor(game)) == (15, "Ann")


@in_books("ukraine_ru", "ukraine_uk")
def test_three_doubles__in_three_turns_of_one_double_each_do_not_count(book: str) -> None:
    """The literal "in three turns in a row" of the section on jail is not followed."""
    game = sit(book, ["Ann", "Bo"], deeds={"Ann": [6, 9, 11, 14, 16], "Bo": [3, 5]})
    do(game, "roll 3 3", "roll 1 2", "roll 1 2", "roll 1 1", "roll 1 2", "roll 1 2", "roll 1 1")
    assert [event.player for event in happened(game, "turn_began")] == ["Ann", "Bo", "Ann", "Bo", "Ann"]
    assert (at(game, "Ann"), dict(game.state.jail)) == (16, {})


@pytest.mark.parametrize("number", [1, 2, 4])
def test_three_doubles__number_is_an_option(number: int) -> None:
    game = sit("moscow", options={"three_doubles": number}, deeds={"Ann": [6, 8, 12]})
    throws = ["roll 3 3", "roll 1 1", "roll 2 2", "roll 5 5"]
    do(game, *throws[: number - 1])
    assert dict(game.state.jail) == {}
    do(game, throws[number - 1])
    assert dict(game.state.jail) == {"Ann": 0}


def test_three_doubles__none_sends_to_jail_as_an_option() -> None:
    game = sit("moscow", options={"three_doubles": 0}, deeds={"Ann": [6, 8, 12, 14]})
    do(game, "roll 3 3", "roll 1 1", "roll 2 2", "roll 1 1")
    assert (at(game, "Ann"), dict(game.state.jail), actor(game)) == (14, {}, "Ann")


@every_book
def test_jail_ends_turn__no_extra_throw_for_who_is_sent_there(book: str) -> None:
    """The turn is over when you are sent to jail, even by a double (sections on jail; the Monopolist and the overview
    article do not say so and are read alike)."""
    game = do(sit(book, position={"Ann": 1}), "roll 3 3")
    draw(game, "go_to_jail")
    assert dict(game.state.jail) == {"Ann": 0}
    assert actor(game) == "Bo"


def test_move__station_is_reached_like_any_space() -> None:
    """A move ends on any kind of space: nothing is jumped over."""
    game = do(sit("moscow"), "roll 1 4")
    assert at(game, "Ann") == STATIONS[0]
    assert [event.space for event in happened(game, "moved")] == [game.edition.spaces[5].id]
