"""How games end and who has won: the last player, by agreement, the short game, the timed game, and the score."""

import pytest
from at_table import BOOKS, DARK_BLUE, PINK, RED, actor, do, every_book, happened, in_books, kind, paid, sit
from choosing import deed, owners, purses, refused

from monopoly_lab import Game
from monopoly_lab.common.errors import OptionError

FOUR = ("Ann", "Bo", "Cy", "Di")
WITH_MODES = ("monopolist", "moscow", "disney", "classic_us", "classic_london")
SHORT, TIMED = {"mode": "short"}, {"mode": "timed"}


def fresh(book: str, players: tuple[str, ...], options: dict[str, object]) -> Game:
    """A game from its very beginning."""
    edition, profile = BOOKS[book]
    return Game(edition, players, options=profile | options)


@every_book
def test_win__the_last_player_left(book: str) -> None:
    """Every book, section on the end: the winner is who is left when all others are bankrupt, however rich; the
    Disney book's "most money" in its brief description gives way to that."""
    game = sit(book, position={"Ann": 1, "Bo": 1}, cash={"Ann": 3, "Bo": 3, "Cy": 200})
    do(game, "roll 1 2", "bankrupt")
    assert not game.over
    do(game, "roll 1 2", "bankrupt")
    assert game.over
    assert (game.node, game.winner) == (None, "Cy")
    assert refused(game, "roll 1 2") == "game_over"


@in_books("ukraine_ru", "ukraine_uk")
def test_win__by_agreement_the_richest(book: str) -> None:
    """Hryvnia edition, section on the end: if the game ends earlier, by agreement (the Ukrainian text does not say
    how), who has most money and property wins. Bo: 601, sites for 350 and 400, two houses for 200 each."""
    game = sit(book)
    do(game, "Bo: end game")
    first = actor(game)
    second = actor(do(game, "agree"))
    assert (kind(game), {first, second}) == ("agree", {"Ann", "Cy"})
    do(game, "refuse")
    assert not game.over
    assert [event.player for event in happened(game, "agreed")] == ["Bo", first]
    assert [event.player for event in happened(game, "disagreed")] == [second]
    assert (kind(game), actor(game)) == ("dice", "Ann")
    rich = sit(
        book, cash={"Ann": 1700, "Bo": 601, "Cy": 1750}, deeds={"Bo": DARK_BLUE}, buildings={37: 1, 39: 1}
    )  # fmt: skip
    do(rich, "Cy: end game", "agree", "agree")
    assert rich.over
    assert rich.winner == "Bo"  # 1751


@in_books("monopolist", "moscow_overview", "moscow", "home_print", "disney", "fifa", "classic_us")
def test_win__not_by_agreement(book: str) -> None:
    """Sections on the end: bankruptcies alone decide."""
    assert refused(sit(book), "end game") == "no_agreement"


def test_win__by_agreement_as_an_option() -> None:
    game = do(sit("moscow", ("Ann", "Bo"), options={"win.by_agreement": True}, cash={"Bo": 1501}), "end game", "agree")
    assert game.winner == "Bo"
    assert refused(sit("ukraine_ru", options={"win.by_agreement": False}), "end game") == "no_agreement"


def test_win__nobody_at_a_tie() -> None:
    game = do(sit("ukraine_ru", ("Ann", "Bo")), "end game", "agree")
    assert game.over
    assert game.winner is None


@every_book
def test_win__the_last_player_left_without_a_dollar(book: str) -> None:
    """Sections on the end of the game: the last player left wins, however poor; the bankrupt is not counted."""
    game = sit(book, ("Ann", "Bo"), position={"Bo": 1}, cash={"Ann": 0, "Bo": 30}, turn="Bo")
    do(game, "roll 1 2", "bankrupt")  # a tax of 200
    assert game.over and game.winner == "Ann"


@in_books(*WITH_MODES)
@pytest.mark.parametrize("mode", ["short", "timed"])
def test_deal__two_deeds_each_paid_to_the_bank(book: str, mode: str) -> None:
    """Sections on the short and the timed game: two deeds are dealt to everybody, one at a time, and paid at once at
    the price on the board."""
    game = fresh(book, ("Ann", "Bo"), {"mode": mode, "first_player": 0})
    assert (kind(game), actor(game)) == ("deal", "Ann")
    assert len(game.choices()) == 28
    do(game, f"deal {deed(game, 39)}")
    assert actor(game) == "Bo"
    assert refused(game, f"deal {deed(game, 39)}") == "deed_not_free"
    do(game, f"deal {deed(game, 1)}", f"deal {deed(game, 5)}", f"deal {deed(game, 12)}")
    assert owners(game, 39, 5, 1, 12) == ["Ann", "Ann", "Bo", "Bo"]
    assert purses(game) == (1500 - 400 - 200, 1500 - 60 - 150)
    assert (kind(game), actor(game)) == ("dice", "Ann")


def test_deal__nobody_who_is_ruined_by_the_first_deed_is_dealt_another() -> None:
    """Sections on the short game: the deeds are paid at once, so who cannot pay the first is out before the second."""
    options = {"mode": "short", "first_player": 0, "start_cash": 100}
    game = fresh("moscow", ("Ann", "Bo", "Cy"), options)
    do(game, f"deal {deed(game, 39)}", "bankrupt", "pass", "pass")
    do(game, f"deal {deed(game, 1)}", f"deal {deed(game, 3)}")
    assert (kind(game), actor(game)) == ("deal", "Bo")


@in_books("ukraine_ru", "moscow", "home_print", "fifa")
def test_deal__none_in_the_usual_game(book: str) -> None:
    assert kind(fresh(book, ("Ann", "Bo"), {})) == "dice"


def test_deal__more_as_an_option() -> None:
    game = fresh("moscow", ("Ann", "Bo"), {"mode": "timed", "timed.deal": 3, "first_player": 0})
    for number in (1, 3, 5, 6, 8, 9):
        do(game, f"deal {number}")
    assert len(game.state.deeds["Ann"]) == 3


def test_deal__until_no_deed_is_left() -> None:
    """28 deeds, 14 for each of two players: the 28th is dealt as well."""
    game = fresh("moscow", ("Ann", "Bo"), {"mode": "timed", "timed.deal": 14, "first_player": 0, "start_cash": 9000})
    for _ in range(28):
        assert kind(game) == "deal"
        game.apply(game.choices()[0])
    assert [len(deeds) for player, deeds in game.state.deeds.items() if player != "Zed"] == [14, 14]
    assert kind(game) == "dice"


@in_books(*WITH_MODES)
def test_timed__the_richest_when_time_is_called(book: str) -> None:
    """Sections on the timed game: an end is agreed on beforehand; the richest then wins. Valued like the short game,
    as the books give no other scale: a hotel at cost, with the four houses it was exchanged for."""
    game = sit(
        book, options=TIMED, cash={"Ann": 1500, "Bo": 0, "Cy": 2749}, deeds={"Bo": DARK_BLUE},
        buildings={37: "hotel", 39: "hotel"},
    )  # fmt: skip
    assert game.net_worth()["Bo"] == 350 + 400 + 2 * 200 + 8 * 200
    assert game.acts()["bank"] == ("call time",)
    do(game, "call time")
    assert game.over
    assert game.winner == "Bo"  # 2750


@in_books("moscow", "ukraine_ru", "fifa")
def test_timed__only_where_it_is_played(book: str) -> None:
    assert refused(sit(book), "call time") == "not_timed"


@in_books("ukraine_ru", "ukraine_uk", "moscow_overview", "home_print", "fifa")
@pytest.mark.parametrize("mode", ["short", "timed"])
def test_mode__where_the_book_has_none_only_as_a_house_rule(book: str, mode: str) -> None:
    with pytest.raises(OptionError):
        fresh(book, FOUR, {"mode": mode})
    assert kind(fresh(book, FOUR, {"mode": mode, "house_rules": True, "first_player": 0})) == "deal"


def test_timed__not_in_the_middle_of_something() -> None:
    game = do(sit("moscow", options=TIMED, position={"Ann": 3}), "roll 1 2", "auction")
    assert refused(game, "call time") == "time_later"


@in_books(*WITH_MODES)
def test_short__three_houses_on_each_site_before_a_hotel(book: str) -> None:
    """Sections on the short game: three houses instead of four, on each site of the group (the Monopolist book says
    on one site; read as on each); rents as always; a hotel sells for the price of one house less."""
    game = sit(book, options=SHORT, cash={"Ann": 1500}, deeds={"Ann": DARK_BLUE}, buildings={37: 3, 39: 2})
    assert refused(game, "build 37") == "houses_missing"
    do(game, "build 39", "build 37")
    assert game.state.buildings == {deed(game, 37): "hotel", deed(game, 39): 3}
    assert (game.state.houses, game.state.hotels) == (32 - 3, 11)
    do(game, "build 39", "sell all 37")
    assert purses(game)[0] == 1500 - 3 * 200 + 2 * (100 + 3 * 100)
    visited = sit(book, options=SHORT, position={"Bo": 36}, turn="Bo", cash={"Bo": 3000}, deeds={"Ann": DARK_BLUE},
                  buildings={37: "hotel", 39: "hotel"})  # fmt: skip
    do(visited, "roll 1 2")
    assert paid(visited, "rent") == [("Bo", "Ann", 2000)]


@in_books(*WITH_MODES)
def test_short__a_hotel_is_exchanged_for_three_houses(book: str) -> None:
    game = sit(book, options=SHORT, deeds={"Ann": DARK_BLUE}, buildings={37: "hotel", 39: "hotel"})
    do(game, "sell 37")
    assert (game.state.level(37), game.state.houses, purses(game)[0]) == (3, 29, 1600)


def test_short__three_houses_on_the_site_itself_as_an_option() -> None:
    game = sit(
        "monopolist", options={"mode": "short", "hotel_need": "on_site"}, deeds={"Ann": DARK_BLUE},
        buildings={37: 3, 39: 2},
    )  # fmt: skip
    do(game, "build 37")
    assert game.state.buildings == {deed(game, 37): "hotel", deed(game, 39): 2}


def ruin_after_ruin(book: str, options: dict[str, object]) -> Game:
    """Of four players Ann is broken by Bo's hotel on 24; then Bo lands on the tax with nothing he could sell but
    what he took over. Ann has the pink group with houses."""
    game = sit(
        book,
        FOUR,
        options=options,
        position={"Ann": 21, "Bo": 21},
        cash={"Ann": 0, "Bo": 5, "Cy": 1500, "Di": 1400},
        deeds={"Ann": PINK, "Cy": RED},
        buildings=dict.fromkeys(PINK, 1) | dict.fromkeys(RED, "hotel"),
    )
    return do(game, "roll 1 2", "bankrupt")


@in_books(*WITH_MODES)
@pytest.mark.all_in
def test_end_bankruptcies__the_second_ends_the_short_game(book: str) -> None:
    """Sections on the short game: with the second bankruptcy the game is over and the richest wins: Cy."""
    game = ruin_after_ruin(book, SHORT)
    assert not game.over
    do(game, "roll 1 2", "bankrupt")
    assert game.over
    assert game.state.in_play == ("Cy", "Di")
    assert game.winner == "Cy"
    usual = do(ruin_after_ruin(book, {}), "roll 1 2", "bankrupt")
    assert not usual.over


@pytest.mark.all_in
def test_end_bankruptcies__another_number_as_an_option() -> None:
    assert ruin_after_ruin("moscow", {"end_bankruptcies": 1}).over
    assert not do(
        ruin_after_ruin("moscow", {"mode": "short", "short.end_bankruptcies": 3}), "roll 1 2", "bankrupt"
    ).over


@in_books("moscow", "disney", "classic_us", "classic_london")
@pytest.mark.all_in
def test_short_bankruptcy__the_first_as_always_the_second_with_buildings(book: str) -> None:
    """Rouble and Disney books, short game: the first bankrupt leaves as in the usual game; the second, who ends the
    game, hands over buildings too."""
    game = ruin_after_ruin(book, SHORT)
    assert (game.state.level(11), game.state.owner(11)) == (0, "Cy")
    assert purses(game)[2] == 1500 + 3 * 50
    second = sit(
        book, FOUR, options=SHORT, out=["Di"], position={"Ann": 21}, cash={"Ann": 0}, deeds={"Ann": PINK, "Cy": RED},
        buildings=dict.fromkeys(PINK, 1) | dict.fromkeys(RED, "hotel"),
    )  # fmt: skip
    do(second, "roll 1 2", "bankrupt")
    assert second.over
    assert (second.state.level(11), second.state.owner(11)) == (1, "Cy")
    assert purses(second)[2] == 1500


@in_books("monopolist")
@pytest.mark.all_in
def test_short_bankruptcy__each_with_buildings(book: str) -> None:
    """Monopolist book, short game: a bankrupt hands over all property with its buildings."""
    game = ruin_after_ruin(book, SHORT)
    assert (game.state.level(11), game.state.owner(11)) == (1, "Cy")
    assert purses(game)[2] == 1500
    as_in_roubles = ruin_after_ruin(book, {"mode": "short", "short.keeps_buildings": "last"})
    assert as_in_roubles.state.level(11) == 0


@in_books("monopolist", "moscow", "disney", "ukraine_ru", "ukraine_uk", "classic_us")
@pytest.mark.all_in
def test_scoring__cash_deeds_half_of_mortgaged_ones_and_buildings_at_cost(book: str) -> None:
    """Sections on the short game: cash, property at the price on the board, mortgaged property at half of it (where
    our copies print "owned"), houses at cost, hotels at cost with their houses. The hryvnia edition counts money and
    property without a scale: the same one. 7 + 350 + 400 + (200 + 4 * 200) + 4 * 200 + 200 / 2 + 150."""
    game = sit(
        book, cash={"Ann": 7}, deeds={"Ann": (*DARK_BLUE, 5, 12)}, buildings={37: "hotel", 39: 4}, mortgaged=[5]
    )  # fmt: skip
    assert game.net_worth("short_game") == {"Ann": 2807, "Bo": 1500, "Cy": 1500}


@pytest.mark.all_in
def test_scoring__once_the_player_on_turn_is_bankrupt() -> None:
    """Rouble book, section on the short game: Bo is the second bankrupt, in his turn. Cy has 1500, the 5 that Bo had,
    Ann's pink sites for 440 and half of 100 for each of three houses there, and the red sites for 680 with hotels at
    150 and three houses of 150 each."""
    game = do(ruin_after_ruin("moscow", SHORT), "roll 1 2", "bankrupt")
    assert game.net_worth()["Cy"] == 1500 + 5 + 440 + 3 * 50 + 680 + 3 * (150 + 3 * 150)


def test_scoring__hotels_of_the_short_game_with_three_houses() -> None:
    game = sit("moscow", options=SHORT, cash={"Ann": 0}, deeds={"Ann": DARK_BLUE}, buildings={37: "hotel", 39: 3})
    assert game.net_worth()["Ann"] == 350 + 400 + 200 + 3 * 200 + 3 * 200


def test_scoring__another_share_for_mortgaged_deeds_as_an_option() -> None:
    game = sit("moscow", options={"scoring.mortgaged": 100}, cash={"Ann": 0}, deeds={"Ann": [5]}, mortgaged=[5])
    assert game.net_worth()["Ann"] == 200


def test_scoring__decides_the_timed_game() -> None:
    """Ann's mortgaged 400 count 200: less than Bo's 201 more in cash."""
    game = sit(
        "moscow", ("Ann", "Bo"), options=TIMED, cash={"Ann": 500, "Bo": 701}, deeds={"Ann": [39]}, mortgaged=[39]
    )
    assert do(game, "call time").winner == "Bo"
    level = sit("moscow", ("Ann", "Bo"), options=TIMED, cash={"Ann": 500, "Bo": 899}, deeds={"Ann": [39]})
    assert do(level, "call time").winner == "Ann"


def test_rounds__end_the_game_as_a_house_rule() -> None:
    """After so many rounds, when the dice would come back to the first player, the richest wins."""
    game = sit("moscow", ("Ann", "Bo"), options={"rounds": 2}, position={"Ann": 6, "Bo": 6}, cash={"Ann": 1501})
    do(game, "roll 1 3", "roll 1 3")
    assert (game.state.round, game.over) == (2, False)
    do(game, "roll 4 6", "roll 4 6")
    assert game.over
    assert game.winner == "Ann"
    assert len(happened(game, "over")) == 1
