"""Lack of buildings: waiting, and the auction of what several players want. The bank has 32 houses and 12 hotels."""

import pytest
from at_table import (
    BROWN,
    DARK_BLUE,
    GREEN,
    LIGHT_BLUE,
    ORANGE,
    PINK,
    RED,
    YELLOW,
    actor,
    do,
    every_book,
    happened,
    in_books,
    kind,
    paid,
    sit,
)  # fmt: skip
from choosing import deed, levels, purses, refused

from monopoly_lab import Game

ALL_BUT_HOME_PRINT = (
    "ukraine_ru", "ukraine_uk", "monopolist", "moscow_overview", "moscow", "disney", "fifa", "classic_us"
)  # fmt: skip
BETWEEN = {"build_time": "own_turn_or_between", "build_limit": 0}


def built(level: int, *groups: tuple[int, ...]) -> dict[int, int | str]:
    return {site: "hotel" if level == 5 else level for group in groups for site in group}


def last_two_houses(book: str, options: dict[str, object] | None = None, **start):
    """Two houses are left; Ann may build on the dark blue sites at 200, Bo on the brown ones at 50.
    Cy, who owns the other 30 houses, has no money."""
    stock = dict.fromkeys((*PINK, *ORANGE), 4) | dict.fromkeys(YELLOW, 2)
    return last_houses(book, stock, 2, options, **start)


def last_houses(book: str, stock: dict[int, int], left: int, options: dict[str, object] | None = None, **start):
    whole = {
        "cash": {"Cy": 0},
        "deeds": {"Ann": DARK_BLUE, "Bo": BROWN, "Cy": (*PINK, *ORANGE, *YELLOW)},
        "buildings": stock,
    } | start
    game = sit(book, options=options, **whole)
    assert game.state.houses == left
    return game


@in_books("moscow", "classic_us")
def test_shortage__one_asks_for_no_more_than_are_left(book: str) -> None:
    """With two houses left Ann, with room for eight, is asked for none to two; nobody knows yet who else wants any."""
    game = do(last_two_houses(book), "build 37")
    assert (kind(game), actor(game), game.choices()) == ("want", "Ann", ("want 0", "want 1", "want 2"))
    assert game.node.forms[0].most == 2 and "may not be enough" in game.waiting()


@in_books("moscow")
def test_shortage__of_more_houses_than_the_box_has_as_well(book: str) -> None:
    """A bank of 85 houses, two players with room for 44 each: 88 may be wanted, so both are asked."""
    ann, bo = (*BROWN, *PINK, *RED, *GREEN), (*LIGHT_BLUE, *ORANGE, *YELLOW, *DARK_BLUE)
    start = {"cash": {"Ann": 99_000, "Bo": 99_000}, "deeds": {"Ann": ann, "Bo": bo}}
    game = do(sit(book, ("Ann", "Bo"), {"components.houses": 85}, **start), f"build {BROWN[0]}")
    assert (kind(game), actor(game), game.node.forms[0].most) == ("want", "Ann", 44)


@in_books("fifa")
def test_shortage__an_auction_of_houses_during_a_purchase_leaves_the_purchase_as_it_was(book: str) -> None:
    """FIFA book: building at any time, so also while Ann may buy 5; the houses are auctioned, then she may buy it."""
    game = do(last_two_houses(book, position={"Ann": 2}), "roll 1 2")
    lot = game.waiting()
    do(game, "build 37", "want 2", "want 2")
    while kind(game) != "buy":
        do(game, game.choices()[0] if kind(game) in ("place",) else "pass" if "pass" in game.choices() else "bid 500")
    assert (actor(game), game.waiting()) == ("Ann", lot)
    do(game, "buy")
    assert game.state.owner(5) == "Ann"


@every_book
def test_shortage__without_houses_one_waits_until_somebody_sells(book: str) -> None:
    """Sections on lack of buildings: wait until others give houses back to the bank."""
    game = sit(
        book,
        turn="Bo",
        deeds={"Ann": DARK_BLUE, "Bo": BROWN, "Cy": (*PINK, *ORANGE)},
        buildings=built(4, PINK, ORANGE, DARK_BLUE),
        cash={"Cy": 0},
    )
    assert game.state.houses == 0
    assert refused(game, "build 1") == "no_houses_left"
    do(game, "Cy: sell 11", "build 1")
    assert game.state.houses == 0
    assert levels(game, 1, 11) == [1, 3]


@every_book
def test_shortage__without_hotels_one_waits_as_well(book: str) -> None:
    """Sections on lack of buildings: houses or hotels; the bank has twelve hotels."""
    hotels = built(5, PINK, ORANGE, RED, YELLOW)
    game = sit(
        book,
        deeds={"Ann": DARK_BLUE, "Bo": (*PINK, *ORANGE, *RED, *YELLOW)},
        buildings=hotels | built(4, DARK_BLUE),
        cash={"Bo": 0},
    )
    assert game.state.hotels == 0
    assert refused(game, "build 37") == "no_hotels_left"
    do(game, "Bo: sell 11", "build 37")
    assert levels(game, 11, 37) == [4, 5]


@every_book
def test_shortage__no_hotel_is_exchanged_without_four_houses_in_the_bank(book: str) -> None:
    """Sections on lack of buildings, and on selling in the FIFA book: the exchange takes four houses."""
    game = sit(
        book,
        deeds={"Ann": DARK_BLUE, "Bo": (*PINK, *ORANGE, *LIGHT_BLUE)},
        buildings=built(5, DARK_BLUE) | built(4, PINK, ORANGE) | {6: 2, 8: 2, 9: 1},
    )
    assert game.state.houses == 3
    assert refused(game, "sell 37") == "no_houses_to_break_down"
    do(game, "Bo: sell 6", "sell 37")
    assert (game.state.houses, levels(game, 37, 39)) == (0, [4, 5])


@in_books(*ALL_BUT_HOME_PRINT)
def test_shortage_auction__more_wanted_than_left(book: str) -> None:
    """Sections on lack of buildings: two or more want more than is left, so the bank auctions building by
    building. It starts at the price on the deed (of the sites with the lowest price where they differ, as the
    Monopolist book says); in the FIFA book at 1, as all its auctions."""
    game = do(last_two_houses(book), "build 37")
    assert (kind(game), actor(game)) == ("want", "Ann")
    do(game, "want 1")
    assert (kind(game), actor(game)) == ("want", "Bo")
    do(game, "want 2")
    assert (kind(game), actor(game)) == ("bid", "Ann")
    lowest = 1 if book == "fifa" else 50
    assert refused(game, f"bid {lowest - 1}") == "bid_too_low"
    do(game, f"bid {lowest}", "bid 60", "pass")
    assert (kind(game), actor(game)) == ("place", "Bo")
    assert set(game.choices()) == {f"build {deed(game, site)}" for site in BROWN}
    do(game, "build 3")
    assert paid(game, "building") == [("Bo", "the bank", 60)]
    assert levels(game, 1, 3, 37) == [0, 1, 0]
    assert (kind(game), actor(game)) == ("bid", "Ann")  # one is left, and Ann and Bo still want one each
    do(game, f"bid {lowest + 100}", "pass", "build 39")
    assert purses(game) == (1500 - 100 - lowest, 1500 - 60, 0)
    assert game.state.houses == 0
    assert (kind(game), actor(game)) == ("dice", "Ann")


@in_books("home_print")
@pytest.mark.parametrize("options", [{}, {"build_time": "own_turn"}, BETWEEN])
def test_shortage_auction__where_only_the_mover_builds(book: str, options: dict[str, object]) -> None:
    """Print-at-home rules, lack of buildings: "two or more players want to buy more buildings than the bank", and "the
    banker places buildings to the auction". Only the mover builds, "immediately before your move": so the others are
    asked then too. Bo, whose turn it is not, wins a house for 60 and places it; Ann has the other for 50."""
    game = do(last_two_houses(book, options), "build 37", "want 1", "want 2")
    assert refused(game, "bid 49") == "bid_too_low"
    do(game, "bid 50", "bid 60", "pass")
    assert (kind(game), actor(game)) == ("place", "Bo")
    do(game, "build 1", "bid 50", "pass", "build 37")
    assert paid(game, "building") == [("Bo", "the bank", 60), ("Ann", "the bank", 50)]
    assert levels(game, 1, 3, 37, 39) == [1, 0, 1, 0]
    assert (kind(game), actor(game)) == ("dice", "Ann")


def test_shortage_auction__who_may_not_build_in_jail_is_not_asked() -> None:
    options = {"jail_rights.build": False}
    game = do(last_two_houses("home_print", options, jail={"Bo": 1}), "build 37")
    assert paid(game, "building") == [("Ann", "the bank", 200)]


@in_books("home_print")
def test_shortage_auction__no_more_than_three_for_a_move(book: str) -> None:
    """Print-at-home rules, on houses: "maximize - 3 houses (object) for 1 move", in an auction too."""
    stock = dict.fromkeys((*PINK, *ORANGE), 4) | dict.fromkeys(YELLOW, 1)
    game = do(last_houses(book, stock, 5), "build 37")
    assert game.choices() == ("want 0", "want 1", "want 2", "want 3")
    do(game, "want 3", "want 3")
    assert [event.amount for event in happened(game, "wanted")] == [3, 3]
    assert kind(game) == "bid"


@in_books(*ALL_BUT_HOME_PRINT)
def test_shortage_auction__enough_for_what_is_wanted(book: str) -> None:
    """Sections on lack of buildings: no auction unless together they want more than the bank has."""
    game = do(last_two_houses(book), "build 37", "want 1", "want 1")
    assert not happened(game, "auction_opened")
    assert paid(game, "building") == [("Ann", "the bank", 200)]
    assert (kind(game), actor(game)) == ("dice", "Ann")


def test_shortage_auction__only_who_could_build_is_asked() -> None:
    poor = last_two_houses("moscow", cash={"Bo": 49, "Cy": 0})
    do(poor, "build 37")
    assert paid(poor, "building") == [("Ann", "the bank", 200)]
    poor = last_two_houses("moscow", cash={"Ann": 399, "Bo": 99, "Cy": 0})  # one house each: two are left
    do(poor, "build 37")
    assert not happened(poor, "wanted")


def test_shortage_auction__who_can_pay_for_the_cheapest_of_his_sites_is_asked() -> None:
    """Bo has 50, enough for a house on a brown site, if not for one on the other sites that he owns."""
    for group in (GREEN, LIGHT_BLUE):
        deeds = {"Ann": DARK_BLUE, "Bo": (*BROWN, *group), "Cy": (*PINK, *ORANGE, *YELLOW)}
        game = do(last_two_houses("moscow", cash={"Bo": 50, "Cy": 0}, deeds=deeds), "build 37", "want 2")
        assert (kind(game), actor(game)) == ("want", "Bo")


@in_books(*ALL_BUT_HOME_PRINT)
def test_shortage_auction__who_may_not_build_for_a_mortgage_is_not_asked(book: str) -> None:
    """Sections on lack of buildings and on mortgages: nobody builds while a site of the group is mortgaged, so Bo
    wants no house, and Ann has hers at the printed price."""
    game = do(last_two_houses(book, mortgaged=[1]), "build 37")
    assert paid(game, "building") == [("Ann", "the bank", 200)]
    assert not happened(game, "wanted")


@pytest.mark.parametrize(
    ("options", "start"),
    [
        ({"build_condition.full_group": False}, {"deeds": {"Ann": DARK_BLUE, "Bo": BROWN[:1]}}),
        ({"mortgage_blocks": False}, {"deeds": {"Ann": DARK_BLUE, "Bo": BROWN}, "mortgaged": BROWN[1:]}),
    ],
)
def test_shortage_auction__who_may_build_on_one_site_is_asked(
    options: dict[str, object], start: dict[str, object]
) -> None:
    """Whoever may build wants the last houses too: on a single site where no whole group is needed, and beside a
    mortgaged one where that hinders nobody."""
    start["deeds"] |= {"Cy": (*PINK, *ORANGE, *YELLOW)}
    game = do(last_two_houses("moscow", options, **start), "build 37", "want 2")
    assert (kind(game), actor(game)) == ("want", "Bo")
    do(game, "want 1", "bid 50", "bid 60", "pass")
    assert (kind(game), actor(game)) == ("place", "Bo")
    assert set(game.choices()) == {f"build {deed(game, BROWN[0])}"}


def test_shortage_auction__as_few_as_one_may_want_none() -> None:
    game = last_two_houses("moscow")
    do(game, "build 37", "want 0", "want 2")
    assert paid(game, "building") == []
    assert refused(do(game, "build 37"), "want 9") == "want_range"


def test_shortage_auction__of_the_last_hotel() -> None:
    """Rouble book, section on lack of buildings: houses or hotels."""
    game = sit(
        "moscow",
        deeds={"Ann": DARK_BLUE, "Bo": BROWN, "Cy": (*PINK, *ORANGE, *RED, 26, 27, 29)},
        buildings=built(5, PINK, ORANGE, RED) | {26: "hotel", 27: "hotel", 29: 4} | built(4, DARK_BLUE, BROWN),
        cash={"Cy": 0},
    )
    assert game.state.hotels == 1
    do(game, "build 39", "want 1", "want 1", "bid 50", "bid 55", "bid 210", "pass")
    assert (kind(game), actor(game)) == ("place", "Ann")
    do(game, "build 37")
    assert levels(game, 1, 3, 37, 39) == [4, 4, 5, 4]
    assert purses(game) == (1290, 1500, 0)


def test_shortage_auction__is_over_once_the_last_one_is_sold() -> None:
    """Rouble book, section on lack of buildings: two want two houses each of the two that are left, three a hotel where
    one is left; the others go without."""
    houses = do(last_two_houses("moscow"), "build 37", "want 2", "want 2", "bid 210", "pass", "build 37")
    do(houses, "pass", "bid 60", "build 1")
    assert (houses.state.houses, levels(houses, 1, 37)) == (0, [1, 1])
    assert (kind(houses), actor(houses), len(happened(houses, "auction_opened"))) == ("dice", "Ann", 2)
    game = sit(
        "moscow",
        ("Ann", "Bo", "Cy", "Dee"),
        deeds={"Ann": DARK_BLUE, "Bo": BROWN, "Cy": LIGHT_BLUE, "Dee": (*PINK, *ORANGE, *RED, 26, 27, 29)},
        buildings=built(5, PINK, ORANGE, RED, (26, 27)) | {29: 4} | built(4, DARK_BLUE, BROWN, LIGHT_BLUE),
        cash={"Dee": 0},
    )
    do(game, "build 39", "want 1", "want 1", "want 1", "bid 210", "pass", "pass", "build 39")
    assert (game.state.hotels, levels(game, 37, 39)) == (0, [4, 5])
    assert (kind(game), actor(game), len(happened(game, "auction_opened"))) == ("dice", "Ann", 1)


def test_shortage_auction__bids_end_with_cash_and_bind() -> None:
    """FIFA book, section on auctions: cash only, and the last bidder has to buy."""
    game = do(last_two_houses("fifa", cash={"Ann": 700, "Cy": 0}), "build 37", "want 2", "want 2")
    assert refused(game, "bid 701") == "bid_too_high"
    do(game, "bid 700", "pass")
    assert refused(game, "pass") == "not_now"
    assert refused(game, "build 1") == "not_owner"
    do(game, "build 37")
    assert purses(game)[0] == 0


def test_shortage_auction__nobody_bids() -> None:
    game = do(last_two_houses("moscow"), "build 37", "want 2", "want 2", "pass", "pass")
    assert len(happened(game, "unsold")) == 1
    assert game.state.houses == 2
    assert (kind(game), actor(game)) == ("dice", "Ann")


def test_shortage_auction__nobody_of_three_bids() -> None:
    """Section on lack of buildings: a house is sold to the highest bidder; without a bid there is no second auction."""
    game = do(last_two_houses("moscow", cash={"Cy": 1000}), "build 37", "want 2", "want 2", "want 2")
    do(game, "pass", "pass", "pass")
    assert len(happened(game, "unsold")) == 1
    assert game.state.houses == 2
    assert (kind(game), actor(game)) == ("dice", "Ann")


@pytest.mark.parametrize(("start", "least"), [("lowest_deed", 50), ("one", 1)])
def test_shortage_auction__start_as_an_option(start: str, least: int) -> None:
    game = last_two_houses("moscow", {"shortage_auction.start": start})
    do(game, "build 37", "want 2", "want 2")
    assert refused(game, f"bid {least - 1}") == "bid_too_low"
    do(game, f"bid {least}")


def test_shortage_auction__lowest_price_among_those_who_want_one() -> None:
    """Monopolist book, section on lack of buildings: the lowest price among the sites that are to be built on."""
    game = last_two_houses(
        "monopolist",
        cash={"Cy": 1000},
        deeds={"Ann": DARK_BLUE, "Bo": BROWN, "Cy": (*PINK, *ORANGE, *YELLOW)},
    )
    do(game, "build 37", "want 2", "want 0", "want 2")  # dark blue at 200 and yellow at 150
    assert refused(game, "bid 149") == "bid_too_low"
    do(game, "bid 150")


def test_shortage_auction__never_as_an_option() -> None:
    game = do(last_two_houses("moscow", {"shortage_auction": "never"}), "build 37", "build 39")
    assert levels(game, 37, 39) == [1, 1]
    assert refused(game, "Bo: build 1") == "no_houses_left"


@in_books("moscow")
def test_shortage_auction__all_are_asked_in_turn_from_the_one_who_builds(book: str) -> None:
    """Bo builds in Ann's turn: he is asked first, then Cy, then Ann. Together they want two, and two are left, so Bo
    has his house, at the price of his site."""
    game = do(four_at_two_houses(book), "Bo: build 1")
    assert not any(game._s.want)
    for player, wanted in (("Bo", 1), ("Cy", 1), ("Ann", 0)):
        assert (kind(game), actor(game)) == ("want", player)
        do(game, f"want {wanted}")
    assert [(each.player, each.amount) for each in happened(game, "wanted")] == [("Bo", 1), ("Cy", 1), ("Ann", 0)]
    assert paid(game, "building") == [("Bo", "the bank", 50)]
    assert (levels(game, 1, 3), game.state.houses) == ([1, 0], 1)
    assert (kind(game), actor(game)) == ("dice", "Ann")


@in_books("moscow")
def test_shortage_auction__the_one_who_builds_bids_first(book: str) -> None:
    """Bo and Ann want two each of two, Cy none: Bo, who asked for it, bids first, and Cy does not bid. The winner wants
    one fewer then; what is left over is wanted by Bo alone, and not auctioned."""
    game = do(four_at_two_houses(book), "Bo: build 1", "want 2", "want 0", "want 1")
    assert (kind(game), actor(game)) == ("bid", "Bo")
    do(game, "bid 50", "bid 60", "pass")
    assert (kind(game), actor(game)) == ("place", "Ann")
    do(game, "build 37")
    assert (levels(game, 1, 3, 37, 39), game.state.houses) == ([0, 0, 1, 0], 1)
    assert (kind(game), actor(game), len(happened(game, "auction_opened"))) == ("dice", "Ann", 1)


def four_at_two_houses(book: str) -> Game:
    """Two houses are left; Ann, Bo and Cy may build on a group each, Dee has the other houses and no money."""
    stock = dict.fromkeys((*PINK, *ORANGE), 4) | dict.fromkeys(YELLOW, 2)
    deeds = {"Ann": DARK_BLUE, "Bo": BROWN, "Cy": LIGHT_BLUE, "Dee": (*PINK, *ORANGE, *YELLOW)}
    return sit(book, ("Ann", "Bo", "Cy", "Dee"), cash={"Dee": 0}, deeds=deeds, buildings=stock)


@in_books("moscow", "classic_us")
def test_shortage_auction__one_more_than_is_left(book: str) -> None:
    """Ann has room for two houses, Bo for one, and two are left: both are asked; with room for one each nobody is."""
    stock = built(4, PINK, ORANGE) | {37: 3, 39: 3, 1: 4, 3: 3}
    deeds = {"Ann": DARK_BLUE, "Bo": BROWN, "Cy": (*PINK, *ORANGE)}
    options = {"house_rules": True, "components.houses": 39}
    game = sit(book, options=options, cash={"Cy": 0}, deeds=deeds, buildings=stock)
    assert game.state.houses == 2
    assert kind(do(game, "build 37")) == "want"
    options["components.houses"] = 40
    game = sit(book, options=options, cash={"Cy": 0}, deeds=deeds, buildings=stock | {37: 4})
    assert game.state.houses == 2
    assert paid(do(game, "build 39"), "building") == [("Ann", "the bank", 200)]


@in_books("moscow")
def test_shortage_auction__a_seat_without_sites_wants_none(book: str) -> None:
    """Ann can pay for one house and Bo for two, and two are left; Dee has money and no sites."""
    stock = dict.fromkeys((*PINK, *ORANGE), 4) | dict.fromkeys(YELLOW, 2)
    deeds = {"Ann": DARK_BLUE, "Bo": BROWN, "Cy": (*PINK, *ORANGE, *YELLOW)}
    cash = {"Ann": 399, "Bo": 149, "Cy": 0, "Dee": 1500}
    game = do(sit(book, ("Ann", "Bo", "Cy", "Dee"), cash=cash, deeds=deeds, buildings=stock), "build 37")
    assert (kind(game), actor(game), game.node.forms[0].most) == ("want", "Ann", 1)


@in_books("moscow")
def test_shortage_auction__a_site_with_a_hotel_takes_no_house(book: str) -> None:
    """Bo has hotels on one group and room for a single house on the other."""
    stock = built(4, PINK, ORANGE) | built(5, BROWN) | {6: 4, 8: 4, 9: 3}
    deeds = {"Ann": DARK_BLUE, "Bo": (*BROWN, *LIGHT_BLUE), "Cy": (*PINK, *ORANGE)}
    options = {"house_rules": True, "components.houses": 37}
    game = sit(book, options=options, cash={"Cy": 0}, deeds=deeds, buildings=stock)
    assert game.state.houses == 2
    do(game, "build 37", "want 2")
    assert (kind(game), actor(game), game.node.forms[0].most) == ("want", "Bo", 1)


@in_books("moscow")
@pytest.mark.parametrize("brown", [{1: 3, 3: 3}, {1: 4, 3: 3}])
def test_shortage_auction__a_hotel_is_wanted_where_one_is_next(book: str, brown: dict[int, int]) -> None:
    """One hotel is left, and Ann has room for two; Bo, whose sites have not all four houses, has none."""
    game = sit(book, **one_hotel(brown, 39))
    assert game.state.hotels == 1
    assert paid(do(game, "build 37"), "building") == [("Ann", "the bank", 200)]


@in_books("moscow")
def test_shortage_auction__of_two_hotels_for_two_sites(book: str) -> None:
    """Two hotels are left, and Ann and Bo have room for one each: there are enough."""
    start = one_hotel({1: 5, 3: 4}, 29)
    start["buildings"] |= {37: "hotel", 1: "hotel"}
    game = sit(book, options={"house_rules": True, "components.hotels": 15}, **start)
    assert game.state.hotels == 2
    assert paid(do(game, "build 39"), "building") == [("Ann", "the bank", 200)]


def one_hotel(brown: dict[int, int], last: int) -> dict[str, object]:
    """A start with eleven hotels of Cy, four houses on each of Ann's sites, and these on Bo's."""
    return {
        "deeds": {"Ann": DARK_BLUE, "Bo": BROWN, "Cy": (*PINK, *ORANGE, *RED, *YELLOW)},
        "buildings": built(5, PINK, ORANGE, RED) | {26: "hotel", 27: "hotel", 29: 4} | built(4, DARK_BLUE) | brown,
        "cash": {"Cy": 0},
    }


@in_books("home_print")
def test_shortage_auction__what_was_built_in_the_turn_counts(book: str) -> None:
    """Print-at-home rules: three houses a move, so Ann, who has built one, may want two more; Bo may want three."""
    stock = dict.fromkeys((*PINK, *ORANGE), 4) | dict.fromkeys(YELLOW, 1)
    game = do(last_houses(book, stock, 5), "build 37", "want 1", "want 1", "build 39")
    assert (kind(game), actor(game), game.node.forms[0].most) == ("want", "Ann", 2)
    do(game, "want 1")
    assert (actor(game), game.node.forms[0].most) == ("Bo", 3)


def test_shortage_auction__the_first_seat_may_have_the_lowest_price() -> None:
    """Rouble book, section on lack of buildings: bids begin at the price on the deed, here that of Ann's sites."""
    game = last_two_houses("moscow", deeds={"Ann": BROWN, "Bo": DARK_BLUE, "Cy": (*PINK, *ORANGE, *YELLOW)})
    do(game, "build 1", "want 2", "want 2")
    assert refused(game, "bid 49") == "bid_too_low"
    do(game, "bid 50")
