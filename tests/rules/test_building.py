"""Building: what has to be owned, evenly, when, how many, hotels. Groups: dark blue 37 and 39 at 200
a building, light blue 6, 8, 9 at 50; the sums on the deeds are those of the classic board in every book."""

import pytest
from at_table import (
    BROWN,
    DARK_BLUE,
    GREEN,
    LIGHT_BLUE,
    ORANGE,
    PINK,
    YELLOW,
    actor,
    do,
    every_book,
    in_books,
    kind,
    sit,
)
from choosing import levels, purses, refused

ANN_BUILDS = {"deeds": {"Ann": DARK_BLUE}}


@every_book
def test_build_condition__the_whole_group_in_one_hand(book: str) -> None:
    """Every book, section on houses: only who owns all sites of a color builds on them."""
    game = sit(book, deeds={"Ann": [37], "Bo": [39]})
    assert refused(game, "build 37") == "group_incomplete"
    assert refused(sit(book, deeds={"Ann": [37]}), "build 37") == "group_incomplete"
    game = do(sit(book, **ANN_BUILDS), "build 37")
    assert levels(game, 37, 39) == [1, 0]
    assert purses(game)[0] == 1500 - 200
    assert (game.state.houses, game.state.hotels) == (31, 12)


@every_book
def test_build_condition__on_sites_only_and_ones_own(book: str) -> None:
    """Houses stand on the sites of a color; stations and utilities have no color (same sections)."""
    game = sit(book, deeds={"Ann": (5, 15, 25, 35, 12, 28), "Bo": DARK_BLUE})
    assert refused(game, "build 5") == "not_buildable"
    assert refused(game, "build 12") == "not_buildable"
    assert refused(game, "build 37") == "not_owner"
    assert refused(game, "build 0") == "not_a_deed"


def test_build_condition__without_a_full_group_as_an_option() -> None:
    game = sit("moscow", options={"build_condition.full_group": False}, deeds={"Ann": [37]})
    assert levels(do(game, "build 37"), 37) == [1]


def test_build_even__sites_of_others_do_not_count_where_no_full_group_is_needed() -> None:
    """The books speak of the sites of ones own group, so only ones own sites are compared."""
    options = {"build_condition.full_group": False}
    game = sit("moscow", options=options, deeds={"Ann": (16, 18), "Bo": [19]})
    do(game, "build 16", "build 18", "build 16")
    assert levels(game, 16, 18, 19) == [2, 1, 0]
    assert refused(game, "build 16") == "uneven"


@every_book
def test_build_condition__costs_cash_in_hand(book: str) -> None:
    """Buildings are paid to the bank at the price on the deed (section on houses); no credit (section on loans)."""
    game = sit(book, cash={"Ann": 199}, **ANN_BUILDS)
    assert refused(game, "build 37") == "not_enough_cash"


@every_book
def test_mortgage_blocks__no_building_while_a_site_of_the_group_is_mortgaged(book: str) -> None:
    """Sections on houses and mortgages: no building until every mortgage of the group is lifted, then at full
    price. The overview says it of mortgaged property that was bought."""
    game = sit(book, mortgaged=[37], **ANN_BUILDS)
    assert refused(game, "build 39") == "group_mortgaged"
    assert refused(game, "build 37") == "group_mortgaged"
    do(game, "redeem 37", "build 39")
    assert purses(game)[0] == 1500 - 193 - 200  # the loan of 175 and 10 %, rounded up; a house at full price


def test_mortgage_blocks__as_an_option_only_the_mortgaged_site_itself() -> None:
    game = sit("moscow", options={"mortgage_blocks": False}, mortgaged=[37], **ANN_BUILDS)
    assert refused(game, "build 37") == "group_mortgaged"
    assert levels(do(game, "build 39"), 39) == [1]


@every_book
def test_build_even__level_by_level_up_to_four(book: str) -> None:
    """Every book, section on houses: no second house before each site has one, and so on; four at most."""
    game = sit(book, deeds={"Ann": LIGHT_BLUE}, options={"build_limit": 0})
    for level in range(4):
        for site in LIGHT_BLUE:
            do(game, f"build {site}")
            if site != 9 and level < 3:
                assert refused(game, f"build {site}") == "uneven"
    assert levels(game, *LIGHT_BLUE) == [4, 4, 4]
    assert purses(game)[0] == 1500 - 12 * 50
    assert game.state.houses == 32 - 12
    assert levels(do(game, "build 6"), 6) == [5]  # the fifth building is the hotel


def test_build_even__not_asked_for_as_an_option() -> None:
    game = sit("moscow", options={"build_even": False}, **ANN_BUILDS)
    assert levels(do(game, "build 37", "build 37"), 37, 39) == [2, 0]


def test_build_even__another_maximum_as_an_option() -> None:
    game = sit("moscow", options={"build_even.maximum": 2}, buildings={37: 2, 39: 2}, **ANN_BUILDS)
    assert levels(do(game, "build 37"), 37) == [5]


def others_turn(book: str, **options: object):
    """Ann owns the dark blue group, Bo the brown one; Bo has thrown and may buy space 6."""
    game = sit(
        book, turn="Bo", position={"Bo": 3}, deeds={"Ann": DARK_BLUE, "Bo": (1, 3)}, options=options
    )  # fmt: skip
    return do(game, "roll 1 2")


@in_books("monopolist", "moscow", "disney", "classic_us", "classic_london")
def test_build_time__own_turn_or_between_turns(book: str) -> None:
    """Sections on houses: in the own turn, or between the turns of others."""
    game = others_turn(book)
    assert (kind(game), actor(game)) == ("buy", "Bo")
    assert refused(game, "Ann: build 37") == "build_time"
    assert levels(do(game, "build 1"), 1) == [1]  # his own turn
    do(game, "buy")
    assert (kind(game), actor(game)) == ("dice", "Cy")
    assert levels(do(game, "Ann: build 37", "Bo: build 3"), 37, 3) == [1, 1]  # between turns


@in_books("fifa")
def test_build_time__at_any_time(book: str) -> None:
    """FIFA book, section on not waiting for the own turn: building included, from jail too."""
    assert levels(do(others_turn(book), "Ann: build 37"), 37) == [1]
    jailed = sit(book, turn="Bo", jail={"Ann": 1}, position={"Bo": 3}, **ANN_BUILDS)
    assert levels(do(jailed, "roll 1 2", "Ann: build 39"), 39) == [1]


@in_books("fifa")
def test_build_time__also_during_an_auction(book: str) -> None:
    """FIFA book, «НЕ ЖДИТЕ СВОЕГО ХОДА!»: «Вы можете выполнять следующие действия, даже если до Вас еще не дошел ход»,
    3: building, as 5: mortgaging. Bo bids; Cy builds on his green sites meanwhile, and so does Ann, but she has to
    keep the 1,400 that she has bid (auctions: «обязан купить»)."""
    game = sit(book, position={"Ann": 3}, cash={"Ann": 1500}, deeds={"Ann": DARK_BLUE, "Cy": GREEN})
    do(game, "roll 1 2", "auction", "bid 1400")
    assert (kind(game), actor(game)) == ("bid", "Bo")
    assert refused(game, "Ann: build 37") == "not_enough_cash"  # at 200 with 100 to spare
    do(game, "Cy: build 31")
    assert levels(game, 31) == [1] and (kind(game), actor(game)) == ("bid", "Bo")
    do(game, "pass", "pass")
    assert game.state.owner(6) == "Ann" and game.state.cash["Ann"] == 100


@in_books("fifa")
def test_build_time__also_during_the_debt_of_somebody_else(book: str) -> None:
    """The same section: Ann owes Bo, who builds before she has paid; she herself is to pay first."""
    game = sit(book, position={"Ann": 36}, cash={"Ann": 10}, deeds={"Ann": BROWN, "Bo": (39, *GREEN)})
    do(game, "roll 1 2")
    assert (kind(game), actor(game)) == ("debt", "Ann")
    do(game, "Bo: build 31")
    assert levels(game, 31) == [1] and (kind(game), actor(game)) == ("debt", "Ann")
    assert refused(do(game, "mortgage 1"), "Ann: build 3") in ("group_mortgaged", "not_now")
    own = sit(book, position={"Ann": 36}, cash={"Ann": 45}, deeds={"Ann": LIGHT_BLUE, "Bo": (39,)})
    assert refused(do(own, "roll 1 2"), "Ann: build 6") == "not_now"


@in_books("fifa")
def test_build_time__one_auction_at_a_time(book: str) -> None:
    """What would need an auction of its own has to wait for the one that is being held."""
    stock = dict.fromkeys((*PINK, *ORANGE), 4) | dict.fromkeys(YELLOW, 2)
    start = {"deeds": {"Ann": DARK_BLUE, "Bo": BROWN, "Cy": (*PINK, *ORANGE, *YELLOW)}, "buildings": stock}
    game = do(sit(book, position={"Ann": 3}, cash={"Cy": 0}, **start), "roll 1 2", "auction", "bid 1")
    assert refused(game, "Bo: build 1") == "not_now"
    houses = do(sit(book, cash={"Cy": 0}, **start), "build 37", "want 2", "want 2", "bid 1")
    assert refused(houses, "Bo: build 1") == "not_now"


@in_books("moscow", "disney")
def test_build_time__at_any_time_as_an_option_where_the_book_says_both(book: str) -> None:
    """Rouble book and Disney book, on houses: "during your course or in a break between the strokes of other players",
    and some sentences on "You can buy or sell at home at any time"."""
    assert refused(others_turn(book), "Ann: build 37") == "build_time"
    assert levels(do(others_turn(book, build_time="any"), "Ann: build 37"), 37) == [1]


@in_books("home_print")
def test_build_time__only_before_the_own_move(book: str) -> None:
    """Print-at-home rules, section on houses: immediately before the own move."""
    game = sit(book, position={"Ann": 3}, deeds={"Ann": DARK_BLUE, "Bo": (1, 3)})
    assert refused(game, "Bo: build 1") == "build_time"
    assert levels(do(game, "build 37"), 37) == [1]
    do(game, "roll 1 2")
    assert kind(game) == "buy"
    assert refused(game, "build 39") == "build_time"  # she has moved
    do(game, "buy")
    assert levels(do(game, "build 1"), 1) == [1]  # now it is Bo's move
    assert refused(game, "Ann: build 39") == "build_time"


@in_books("home_print")
def test_build_time__a_double_does_not_bring_the_moment_before_the_move_back(book: str) -> None:
    game = do(sit(book, position={"Ann": 6}, **ANN_BUILDS), "roll 2 2")
    assert (kind(game), actor(game)) == ("dice", "Ann")
    assert refused(game, "build 37") == "build_time"


# The three readings are an option in every edition.
@pytest.mark.parametrize(
    ("when", "own", "between", "others"),
    [
        ("any", None, None, None),
        ("own_turn_or_between", None, None, "build_time"),
        ("before_own_move", "build_time", "build_time", "build_time"),
    ],
)
def test_build_time__each_reading_as_an_option(
    when: str, own: str | None, between: str | None, others: str | None
) -> None:
    def tried(game, text: str) -> str | None:
        return refused(game, text) if game.why_not(text) else None

    game = others_turn("home_print", build_time=when)
    assert tried(game, "build 1") == own
    assert tried(game, "Ann: build 37") == others
    assert tried(do(game, "buy"), "Ann: build 37") == between
    assert tried(game, "Cy: build 37") == "not_owner"


@in_books("home_print")
def test_build_limit__three_in_a_turn(book: str) -> None:
    """Print-at-home rules, section on houses: at most three houses for one move."""
    game = sit(book, ("Ann", "Bo"), position={"Ann": 6, "Bo": 6}, deeds={"Ann": LIGHT_BLUE})
    do(game, "build 6", "build 8", "build 9")
    assert refused(game, "build 6") == "build_limit"
    do(game, "roll 1 3", "roll 1 3")  # both visit the jail
    assert levels(do(game, "build 6"), *LIGHT_BLUE) == [2, 1, 1]


@in_books("moscow", "disney", "classic_us")
def test_build_limit__as_many_as_the_purse_allows(book: str) -> None:
    """Rouble and Disney books, sections on houses: any number."""
    game = sit(book, deeds={"Ann": LIGHT_BLUE})
    do(game, *(f"build {site}" for _ in range(5) for site in LIGHT_BLUE))
    assert levels(game, *LIGHT_BLUE) == [5, 5, 5]


@pytest.mark.parametrize(("book", "limit"), [("home_print", 0), ("moscow", 2)])
def test_build_limit__lifted_or_set_as_an_option(book: str, limit: int) -> None:
    game = sit(book, options={"build_limit": limit}, deeds={"Ann": LIGHT_BLUE})
    do(game, "build 6", "build 8")
    if limit:
        assert refused(game, "build 9") == "build_limit"
    else:
        assert levels(do(game, "build 9", "build 6"), *LIGHT_BLUE) == [2, 1, 1]


@in_books("ukraine_ru", "ukraine_uk", "monopolist", "moscow", "home_print", "disney", "fifa", "classic_us")
def test_hotel_need__four_houses_on_each_site(book: str) -> None:
    """Sections on hotels: four houses on every site of the group. The FIFA book asks for four on that team while
    building evenly; read as four on each."""
    game = sit(book, buildings={37: 4, 39: 3}, **ANN_BUILDS)
    assert refused(game, "build 37") == "houses_missing"
    do(game, "build 39", "build 37")
    assert levels(game, 37, 39) == [5, 4]


@in_books("moscow_overview")
def test_hotel_need__four_houses_on_the_site_itself(book: str) -> None:
    """Overview article, section on the hotel: four houses on that cell."""
    game = do(sit(book, buildings={37: 4, 39: 3}, **ANN_BUILDS), "build 37")
    assert levels(game, 37, 39) == [5, 3]


@in_books("fifa", "moscow")
def test_hotel_need__on_site_as_an_option(book: str) -> None:
    """FIFA book, section on building: four stands on that team, the others at most one behind."""
    on_site = {"hotel_need": "on_site"}
    game = sit(book, deeds={"Ann": LIGHT_BLUE}, buildings={6: 4, 8: 3, 9: 3}, options=on_site)
    do(game, "build 6")
    assert levels(game, *LIGHT_BLUE) == [5, 3, 3]
    assert levels(do(game, "build 8", "build 8", "build 9"), *LIGHT_BLUE) == [5, 5, 4]


def test_hotel_need__on_each_as_an_option_of_the_overview() -> None:
    game = sit("moscow_overview", options={"hotel_need": "on_each"}, buildings={37: 4, 39: 3}, **ANN_BUILDS)
    assert refused(game, "build 37") == "houses_missing"


@every_book
def test_hotel_cost__the_price_on_the_deed_and_four_houses_returned(book: str) -> None:
    """Sections on hotels: the four houses go back to the bank and the price on the deed is paid, in the hryvnia
    edition too, which buys hotels like houses; one hotel a site, and nothing more on it."""
    game = sit(book, buildings={37: 4, 39: 4}, **ANN_BUILDS)
    assert game.state.houses == 24
    do(game, "build 37")
    assert (game.state.houses, game.state.hotels) == (28, 11)
    assert purses(game)[0] == 1500 - 200
    assert levels(game, 37, 39) == [5, 4]
    assert refused(game, "build 37") == "fully_built"
