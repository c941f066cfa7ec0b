"""Selling buildings to the bank: price, evenly, hotels, when. Dark blue buildings cost 200, so one brings 100."""

import pytest
from at_table import DARK_BLUE, LIGHT_BLUE, actor, do, every_book, in_books, kind, paid, sit
from choosing import levels, purses, refused

ANN = {"deeds": {"Ann": DARK_BLUE}}
HOTELS = {"deeds": {"Ann": DARK_BLUE}, "buildings": {37: "hotel", 39: "hotel"}}
WHOLE = 2 * (100 + 4 * 100)  # half of two hotels and of the eight houses under them


def three_houses_left(book: str, options: dict[str, object] | None = None):
    """Ann has the two dark blue hotels, and the bank three houses."""
    stock = dict.fromkeys((11, 13, 14, 16, 18, 19), 4) | {6: 2, 8: 2, 9: 1}
    deeds = {"Ann": DARK_BLUE, "Bo": (11, 13, 14, 16, 18, 19, 6, 8, 9)}
    game = sit(book, options=options, deeds=deeds, buildings=stock | HOTELS["buildings"])
    assert game.state.houses == 3
    return game


@every_book
def test_sell_price__half_of_the_deed_from_the_bank(book: str) -> None:
    """Every book, sections on selling: to the bank alone, at half the price on the deed."""
    game = do(sit(book, buildings={37: 1, 39: 1}, **ANN), "sell 37")
    assert paid(game) == [("the bank", "Ann", 100)]
    assert (levels(game, 37, 39), game.state.houses) == ([0, 1], 31)
    assert refused(game, "sell 37") == "no_buildings"
    assert refused(game, "Bo: sell 39") == "not_owner"


def test_sell_price__another_share_as_an_option() -> None:
    game = do(sit("moscow", options={"sell_price": 25}, buildings={37: 1, 39: 1}, **ANN), "sell 37")
    assert purses(game)[0] == 1550


@every_book
def test_sell_even__the_last_built_first(book: str) -> None:
    """Sections on selling: evenly, as they were bought; in the FIFA book's "same order" too."""
    game = sit(book, deeds={"Ann": LIGHT_BLUE}, buildings={6: 2, 8: 3, 9: 3})
    assert refused(game, "sell 6") == "uneven_sale"
    do(game, "sell 8", "sell 9", "sell 6", "sell 8", "sell 9")
    assert levels(game, *LIGHT_BLUE) == [1, 1, 1]
    mixed = sit(book, options={"hotel_need": "on_each"}, buildings={37: "hotel", 39: 4}, **ANN)
    assert refused(mixed, "sell 39") == "uneven_sale"


@in_books("monopolist")
def test_sell_even__no_site_is_cleared_beside_two_houses(book: str) -> None:
    """Monopolist book, section on houses: not all houses of a site while another has two or more, or a hotel."""
    game = sit(book, buildings={37: 1, 39: 2}, **ANN)
    assert refused(game, "sell 37") == "uneven_sale"
    assert levels(do(game, "sell 39", "sell 37"), 37, 39) == [0, 1]


@in_books("monopolist")
def test_sell_even__a_hotel_is_sold_at_once_beside_one_house(book: str) -> None:
    """Monopolist book, section on houses: not while another site has "a hotel or 2 and more houses"."""
    free = {"build_even": False}
    game = sit(book, options=free, buildings={37: 1, 39: "hotel"}, **ANN)
    assert levels(do(game, "clear 39"), 37, 39) == [1, 0]
    assert refused(sit(book, options=free, buildings={37: 2, 39: "hotel"}, **ANN), "clear 39") == "uneven_sale"


def test_sell_even__not_asked_for_as_an_option() -> None:
    game = do(sit("moscow", options={"sell_even": False}, buildings={37: 1, 39: 2}, **ANN), "sell 37")
    assert levels(game, 37, 39) == [0, 2]


@every_book
def test_sell_hotel__exchanged_for_four_houses_and_half_its_price(book: str) -> None:
    """Sections on selling: a hotel is exchanged for four houses and half its price. The overview pays that half
    and says nothing of the houses, which come back as they went."""
    game = do(sit(book, **HOTELS), "sell 37")
    assert paid(game) == [("the bank", "Ann", 100)]
    assert levels(game, 37, 39) == [4, 5]
    assert (game.state.houses, game.state.hotels) == (28, 11)


@in_books("ukraine_ru", "ukraine_uk", "moscow", "home_print", "classic_us", "classic_london")
def test_sell_hotel__for_cash_all_of_a_group_at_once(book: str) -> None:
    """Sections on selling: half the hotels' price and half that of four houses each, all hotels of a group at the
    same time. The print-at-home rules name only the houses in one sentence and the hotel in the next."""
    game = sit(book, **HOTELS)
    assert refused(game, "clear 37") == "no_cash_sale"
    do(game, "sell all 37")
    assert purses(game)[0] == 1500 + WHOLE
    assert levels(game, 37, 39) == [0, 0]
    assert (game.state.houses, game.state.hotels) == (32, 12)


@in_books("disney")
def test_sell_hotel__for_cash_all_of_a_group_at_once_if_one_likes(book: str) -> None:
    """Disney book, section on selling: all hotels of a color can be sold at once; houses and hotels evenly."""
    assert purses(do(sit(book, **HOTELS), "sell all 39"))[0] == 1500 + WHOLE
    assert refused(sit(book, **HOTELS), "clear 37") == "uneven_sale"


@in_books("monopolist")
def test_sell_hotel__for_half_the_price_of_its_houses_too(book: str) -> None:
    """Monopolist book, sections on deals and on houses: half the hotel and four houses or half their price, and no
    site is emptied while another has a hotel."""
    assert purses(do(sit(book, **HOTELS), "sell all 37"))[0] == 1500 + WHOLE
    assert refused(sit(book, **HOTELS), "clear 37") == "uneven_sale"


@in_books("moscow_overview", "fifa")
def test_sell_hotel__exchange_is_the_only_way(book: str) -> None:
    """FIFA book, section on selling: a stadium sells for half its price and is exchanged for four stands. Overview,
    “Property For Sale”: “Houses and hotels are sold at a price of two times less than indicated in the card”, so a
    hotel brings half its own price and no more."""
    game = sit(book, **HOTELS)
    assert refused(game, "sell all 37") == "no_cash_sale"
    assert refused(game, "clear 37") == "no_cash_sale"


@in_books("moscow_overview", "fifa")
def test_sell_hotel__without_four_houses_the_group_is_cleared(book: str) -> None:
    """No book says how a stadium is sold when the bank has not four stands; the group is cleared then."""
    game = three_houses_left(book)
    assert refused(game, "sell 37") == "no_houses_to_break_down"
    do(game, "sell all 37")
    assert purses(game)[0] == 1500 + WHOLE
    stuck = three_houses_left(book, {"sell_hotel.cash": "none"})
    assert refused(stuck, "sell all 37") == "no_cash_sale"


@in_books("ukraine_ru", "moscow", "home_print", "disney", "monopolist")
def test_sell_hotel__for_cash_needs_no_houses_in_the_bank(book: str) -> None:
    game = three_houses_left(book)
    assert refused(game, "sell 37") == "no_houses_to_break_down"
    assert purses(do(game, "sell all 37"))[0] == 1500 + WHOLE


@pytest.mark.parametrize(
    ("cash", "group", "site"),
    [("group", None, "no_cash_sale"), ("site", None, None), ("none", "no_cash_sale", "no_cash_sale")],
)
def test_sell_hotel__ways_of_selling_for_cash_as_options(cash: str, group: str | None, site: str | None) -> None:
    options = {"sell_hotel.cash": cash, "sell_even": False}
    for text, reason in (("sell all 37", group), ("clear 37", site)):
        game = sit("moscow", options=options, **HOTELS)
        if reason:
            assert refused(game, text) == reason
        else:
            do(game, text)
            assert purses(game)[0] == 1500 + (WHOLE if text.startswith("sell") else WHOLE // 2)
            assert levels(game, 37, 39) == ([0, 0] if text.startswith("sell") else [0, 5])


def test_sell_hotel__no_exchange_as_an_option() -> None:
    game = sit("moscow", options={"sell_hotel.break_down": False}, **HOTELS)
    assert refused(game, "sell 37") == "no_break_down"
    do(game, "sell all 37")


def test_sell_hotel__a_group_without_hotels_is_sold_house_by_house() -> None:
    game = sit("moscow", buildings={37: 4, 39: 4}, **ANN)
    assert refused(game, "sell all 37") == "no_buildings"


def bo_has_thrown(book: str, options: dict[str, object] | None = None):
    game = sit(
        book, turn="Bo", options=options, position={"Bo": 3}, deeds={"Ann": DARK_BLUE}, buildings={37: 1, 39: 1}
    )  # fmt: skip
    do(game, "roll 1 2")
    assert (kind(game), actor(game)) == ("buy", "Bo")
    return game


@in_books("monopolist")
def test_sell_time__own_turn_or_between_turns(book: str) -> None:
    """Monopolist book, section on houses: in the own turn, or between the turns of others."""
    game = bo_has_thrown(book)
    assert refused(game, "Ann: sell 37") == "sell_time"
    do(game, "buy", "Ann: sell 37")
    assert levels(game, 37) == [0]


@in_books("moscow", "home_print", "disney", "fifa", "classic_us")
def test_sell_time__at_any_time(book: str) -> None:
    """Sections on selling: buildings can be sold at any time."""
    assert levels(do(bo_has_thrown(book), "Ann: sell 37"), 37) == [0]
    auction = do(bo_has_thrown(book), "auction", "Ann: sell 37")
    assert (kind(auction), levels(auction, 37)) == ("bid", [0])


@in_books("fifa")
def test_sell_time__from_jail_too(book: str) -> None:
    """FIFA book, section on not waiting for the own turn: even in jail."""
    game = sit(book, turn="Bo", jail={"Ann": 0}, buildings={37: 1, 39: 1}, **ANN)
    assert levels(do(game, "Ann: sell 37"), 37) == [0]


def test_sell_time__as_an_option() -> None:
    assert refused(bo_has_thrown("moscow", {"sell_time": "own_turn_or_between"}), "Ann: sell 37") == "sell_time"
    assert levels(do(bo_has_thrown("monopolist", {"sell_time": "any"}), "Ann: sell 37"), 37) == [0]


@in_books("monopolist")
def test_sell_time__who_owes_sells_whenever_the_debt_arises(book: str) -> None:
    """A debt out of turn: a card by which Bo collects from everybody. Ann sells to pay it."""
    card = next(c for c in sit(book).edition.cards if c.effect == "collect_each")
    game = sit(
        book, turn="Bo", position={"Bo": 14}, cash={"Ann": 5}, deeds={"Ann": DARK_BLUE}, buildings={37: 1, 39: 1}
    )  # fmt: skip
    do(game, "roll 1 2", f"draw {card.id}")
    assert (kind(game), actor(game)) == ("debt", "Ann")
    do(game, "sell 37", "pay")
    assert purses(game)[0] == 5 + 100 - 10
