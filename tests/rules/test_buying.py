"""The first right to buy, and auctions."""

import pytest
from at_table import (
    DARK_BLUE,
    STATIONS,
    UTILITIES,
    actor,
    do,
    every_book,
    happened,
    in_books,
    kind,
    paid,
    sit,
)

from monopoly_lab import Game
from monopoly_lab.common.errors import IllegalChoice

PRICES = {1: 60, 5: 200, 6: 100, 12: 150, 39: 400}  # classic deeds; every other edition's are said to equal them


def offered(book: str, space: int = 39, options: dict[str, object] | None = None, **start: object) -> Game:
    """Ann, Bo and Cy; Ann has just come to a free space by a throw of 1 and 2."""
    return do(sit(book, options=options, **({"position": {"Ann": (space - 3) % 40}} | start)), "roll 1 2")


def bidders(game: Game) -> list[str | None]:
    return [event.player for event in happened(game, "bid")]


@every_book
@pytest.mark.parametrize("space", [6, 12, 5, 39])
def test_buy__visitor_has_the_first_right_at_the_printed_price(book: str, space: int) -> None:
    """Sites, stations and utilities alike: the visitor may buy at the price of the board (each book on buying;
    "the set sum" in the Ukrainian text), already on the first lap."""
    game = offered(book, space)
    assert (kind(game), actor(game), game.choices()) == ("buy", "Ann", ("buy", "auction"))
    assert game.choice_label("auction").endswith("; it is auctioned.")
    do(game, "buy")
    assert game.state.owner(space) == "Ann"
    assert paid(game, "purchase") == [("Ann", "the bank", PRICES[space])]
    assert (game.state.cash["Ann"], actor(game)) == (1500 - PRICES[space], "Bo")


def test_buy__not_on_credit() -> None:
    """The price is paid to the bank at once; cash may be raised before, as in one's own turn."""
    game = offered("moscow", cash={"Ann": 350}, deeds={"Ann": [1, 3]})
    assert game.choices() == ("auction",)
    with pytest.raises(IllegalChoice):
        game.apply("buy")
    do(game, "mortgage 1", "mortgage 3", "buy")
    assert (game.state.owner(39), game.state.cash["Ann"]) == ("Ann", 10)


def test_buy__no_first_right_goes_straight_to_auction() -> None:
    game = offered("moscow", options={"buy": False})
    assert (kind(game), actor(game)) == ("bid", "Ann")


@every_book
def test_auction__on_refusal_at_once_and_the_highest_bid_takes_the_deed(book: str) -> None:
    """Unwilling or unable to buy: the banker sells the deed at once to the highest bidder (each book on buying)."""
    game = do(offered(book), "auction")
    assert (kind(game), actor(game)) == ("bid", "Ann")
    do(game, "pass", "bid 10", "bid 11", "bid 250", "pass")
    assert game.state.owner(39) == "Bo"
    assert paid(game) == [("Bo", "the bank", 250)]
    assert actor(game) == "Bo"
    assert kind(game) == "dice"


@in_books("ukraine_ru", "ukraine_uk", "monopolist", "moscow", "home_print", "disney", "classic_us")
def test_auction__who_declined_may_bid(book: str) -> None:
    """Who declined to buy may bid all the same (each book on buying)."""
    game = do(offered(book), "auction", "bid 5", "pass", "pass")
    assert (game.state.owner(39), game.state.cash["Ann"]) == ("Ann", 1495)


@in_books("moscow_overview", "fifa")
def test_auction__decliner_may_bid_where_nobody_says_otherwise(book: str) -> None:
    """The overview article reads as if only others could bid, the full rule book of the same game lets the decliner
    bid, and the football book says "any player": the decliner may."""
    game = do(offered(book), "auction", "bid 5", "pass", "pass")
    assert game.state.owner(39) == "Ann"


@in_books("moscow_overview", "moscow")
def test_auction__others_alone_may_bid_as_an_option(book: str) -> None:
    """The literal reading of the overview article: "other participants"."""
    game = do(offered(book, options={"auction.decliner_may_bid": False}), "auction")
    assert actor(game) == "Bo"
    do(game, "bid 5", "pass")
    assert game.state.owner(39) == "Bo"
    assert bidders(game) == ["Bo"]


def test_auction__barred_decliner_sees_nobody_bid() -> None:
    game = do(offered("moscow", options={"auction.decliner_may_bid": False}), "auction", "pass", "pass")
    assert (game.state.owner(39), actor(game)) == (None, "Bo")


def test_auction__none_at_all_as_a_house_rule() -> None:
    game = offered("moscow", options={"auction": False})
    assert game.choices() == ("buy", "decline")
    do(game, "decline")
    assert (game.state.owner(39), actor(game), happened(game, "auction_opened")) == (None, "Bo", [])


def test_auction__without_the_first_right_to_buy_and_without_auctions_the_bank_keeps_the_deed() -> None:
    """No book takes both; each says of itself that what is not bought is auctioned, or that it stays with the bank."""
    game = offered("moscow", options={"buy": False, "auction": False})
    assert (kind(game), actor(game), game.state.owner(39)) == ("dice", "Bo", None)


@every_book
@pytest.mark.parametrize("space", [STATIONS[0], UTILITIES[0]])
def test_auction__of_stations_and_utilities_too(book: str, space: int) -> None:
    """Sections on stations and utilities: declined, they are auctioned like a site."""
    game = do(offered(book, space), "auction", "pass", "bid 30", "pass")
    assert game.state.owner(space) == "Bo"


@every_book
def test_auction_start__from_any_price(book: str) -> None:
    """Any price a player is ready to give opens the auction; 1 in the football book. So 1 is enough, far below the
    price of the board, and less is none."""
    game = do(offered(book), "auction")
    assert game.choices() == ("bid 1", "pass")
    assert game.why_not("bid 0") is not None
    do(game, "bid 1", "pass", "pass")
    assert (game.state.owner(39), game.state.cash["Ann"]) == ("Ann", 1499)


@every_book
def test_auction_start__bids_rise(book: str) -> None:
    """Sold to the highest bidder: an equal bid is no higher one; the raise may be 1."""
    game = do(offered(book), "auction", "bid 20")
    assert game.why_not("bid 20") is not None
    assert game.why_not("bid 21") is None
    do(game, "bid 700", "bid 701", "pass", "pass")
    assert game.state.owner(39) == "Cy"


@in_books("monopolist", "fifa")
def test_auction_start__highest_bidder_must_buy(book: str) -> None:
    """Monopolist, buying a site; football book, holding auctions: the last bidder has to take the deed. After the last
    pass nobody is asked any more."""
    game = do(offered(book), "auction", "bid 1200", "pass", "pass")
    assert (game.state.owner(39), game.state.cash["Ann"], actor(game)) == ("Ann", 300, "Bo")


@in_books("fifa")
def test_auction_start__cash_only(book: str) -> None:
    """Football book, holding auctions 2: cash alone can be bid, not what might be raised."""
    game = do(offered(book, cash={"Ann": 100}, deeds={"Ann": [5, 15]}), "auction")
    assert game.why_not("bid 101") is not None
    assert game.why_not("bid 100") is None


def test_auction_start__bids_up_to_what_can_be_raised_as_an_option() -> None:
    """Who wins with more than his cash has to raise the rest: 100 and two stations mortgaged for 100 each."""
    rule = {"auction_start.limit": "raisable"}
    game = do(offered("moscow", options=rule, cash={"Ann": 100}, deeds={"Ann": [5, 15]}), "auction")
    assert game.why_not("bid 301") is not None
    do(game, "bid 250", "pass", "pass")
    assert (kind(game), actor(game)) == ("debt", "Ann")
    do(game, "mortgage 5", "mortgage 15", "pay")
    assert (game.state.owner(39), game.state.cash["Ann"]) == ("Ann", 50)


def test_auction_start__opening_price_and_raise_are_options() -> None:
    rules = {"auction_start": 10, "auction_start.raise": 5}
    game = do(offered("moscow", options=rules), "auction")
    assert game.choices()[0] == "bid 10"
    assert game.why_not("bid 9") is not None
    do(game, "bid 12")
    assert game.why_not("bid 16") is not None
    assert game.why_not("bid 17") is None


@every_book
def test_auction_start__nobody_bids_and_the_deed_stays_with_the_bank(book: str) -> None:
    """No book says what happens then: the bank keeps the deed, which is for sale again to the next visitor."""
    game = do(offered(book, position={"Ann": 36, "Bo": 36}), "auction", "pass", "pass", "pass")
    assert (game.state.owner(39), paid(game)) == (None, [])
    do(game, "roll 1 2")
    assert (kind(game), actor(game)) == ("buy", "Bo")


def test_auction__who_has_passed_is_out_of_it() -> None:
    game = do(offered("moscow"), "auction", "bid 1", "pass", "bid 2", "bid 3", "bid 4")
    assert actor(game) == "Ann"
    do(game, "pass")
    assert (game.state.owner(39), bidders(game)) == ("Cy", ["Ann", "Cy", "Ann", "Cy"])


def test_auction__bankrupt_seats_are_not_asked() -> None:
    game = do(offered("moscow", players=("Ann", "Bo", "Cy", "Di"), out=["Bo"]), "auction", "pass")
    assert actor(game) == "Cy"


def test_auction__with_a_second_deed_left_goes_on_with_the_turn() -> None:
    """After an auction the mover's extra throw is still there."""
    game = sit("moscow", position={"Ann": DARK_BLUE[1] - 4})
    do(game, "roll 2 2", "auction", "bid 7", "pass", "pass")
    assert (kind(game), actor(game)) == ("dice", "Ann")


@in_books("moscow", "classic_us")
def test_auction__where_nobody_may_bid_the_deed_stays_with_the_bank(book: str) -> None:
    """Sections on auctions, as options: who declined may not bid, nor may prisoners. Nobody is left; the turn ends."""
    options = {"auction.decliner_may_bid": False, "jail_rights.auction": False, "house_rules": True}
    game = do(offered(book, 39, options, jail={"Bo": 1, "Cy": 1}), "auction")
    assert len(happened(game, "unsold")) == 1 and not happened(game, "bid") and not happened(game, "passed")
    assert game.state.owner(39) is None and (kind(game), actor(game)) == ("jail", "Bo")


@in_books("moscow", "classic_us")
def test_auction__all_decline_and_nothing_is_paid(book: str) -> None:
    """Sections on auctions: of all who are asked nobody offers anything; the deed stays with the bank."""
    game = do(offered(book, 39), "auction")
    while kind(game) == "bid":
        game.apply("pass")
    assert {e.player for e in happened(game, "passed")} == {"Ann", "Bo", "Cy"}
    assert len(happened(game, "unsold")) == 1 and paid(game) == [] and game.state.owner(39) is None
    assert (kind(game), actor(game)) == ("dice", "Bo")
