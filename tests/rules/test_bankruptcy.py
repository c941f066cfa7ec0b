"""Bankruptcy: what the creditor or the bank gets, fees on mortgages, the bank's auctions."""

import pytest
from at_table import LIGHT_BLUE, PINK, RED, actor, do, draw, every_book, happened, in_books, kind, paid, sit
from choosing import jail_card, owners, purses, refused

from monopoly_lab import Game

FEE = (
    "ukraine_ru", "ukraine_uk", "monopolist", "moscow_overview", "moscow", "home_print", "disney", "fifa", "classic_us"
)  # fmt: skip


def ruined_by_bo(book: str, options: dict[str, object] | None = None, **start) -> Game:
    """Ann owes Bo 1100 and has 100, a card out of jail, the pink sites with a house each and two mortgaged
    stations; she can raise 100 + 3 * 50 + 70 + 70 + 80."""
    whole = {
        "position": {"Ann": 21},
        "cash": {"Ann": 100},
        "deeds": {"Ann": (*PINK, 5, 15), "Bo": RED},
        "buildings": dict.fromkeys(RED, "hotel") | dict.fromkeys(PINK, 1),
        "mortgaged": [5, 15],
        "cards": {"Ann": [jail_card(sit(book))]},
    } | start
    game = do(sit(book, options=options, **whole), "roll 1 2")
    assert (kind(game), actor(game)) == ("debt", "Ann")
    return game


def ruined_by_tax(book: str, options: dict[str, object] | None = None, **start) -> Game:
    """Ann owes the bank 200 and has 30, a card out of jail, space 1 without buildings, and 5 mortgaged."""
    whole = {
        "position": {"Ann": 1},
        "cash": {"Ann": 30},
        "deeds": {"Ann": [5, 1]},
        "mortgaged": [5],
        "cards": {"Ann": [jail_card(sit(book))]},
    } | start
    game = do(sit(book, options=options, **whole), "roll 1 2")
    assert (kind(game), actor(game)) == ("debt", "Ann")
    return game


@every_book
@pytest.mark.all_in
def test_bankrupt_player__buildings_sold_and_all_else_to_the_creditor(book: str) -> None:
    """Sections on bankruptcy: the bank pays half for the buildings; the creditor gets the money, the deeds and the
    cards out of jail. In the hryvnia edition too only the buildings are sold; in the FIFA book deeds that were not
    mortgaged go with the others."""
    game = do(ruined_by_bo(book), "bankrupt")
    assert owners(game, *PINK, 5, 15) == ["Bo"] * 5
    assert (game.state.houses, game.state.hotels) == (32, 9)
    assert paid(game, "building_sale") == [("the bank", "Ann", 50)] * 3
    assert paid(game, "bankruptcy") == [("Ann", "Bo", 100 + 150)]
    assert paid(game, "rent") == []
    assert [len(held) for held in game.state.cards.values()] == [0, 1, 0]
    assert [(event.player, event.other) for event in happened(game, "card_moved")] == [("Bo", "Ann")]
    assert game.state.in_play == ("Bo", "Cy")
    assert purses(game) == (0, 1500 + 250 - 20, 1500)
    assert (kind(game), actor(game)) == ("dice", "Bo")


@in_books(*FEE)
def test_bankrupt_mortgage_fee__ten_per_cent_at_once_and_the_mortgage_stays(book: str) -> None:
    """Sections on bankruptcy: 10 % for each mortgaged deed at once, then redeem it or not. Of the loan, as in the
    overview; the Monopolist and Disney books speak of its value, the Monopolist book drops its rule of redeeming at
    once here, and the Ukrainian text calls the handing over a sale."""
    game = do(ruined_by_bo(book), "bankrupt")
    assert paid(game, "transfer_fee") == [("Bo", "the bank", 10)] * 2
    assert {game.edition.space(name) for name in game.state.mortgages} == {5, 15}
    assert kind(game) == "dice"
    do(game, "Bo: redeem 5")
    assert paid(game, "redemption") == [("Bo", "the bank", 110)]


@in_books("monopolist", "disney", "moscow")
def test_bankrupt_mortgage_fee__of_the_price_as_an_option(book: str) -> None:
    """Monopolist and Disney books to the letter: 10 % of the value, 200 for a station."""
    game = do(ruined_by_bo(book, {"transfer_mortgaged.base": "price"}), "bankrupt")
    assert paid(game, "transfer_fee") == [("Bo", "the bank", 20)] * 2


def test_bankrupt_mortgage_fee__none_as_an_option() -> None:
    game = do(ruined_by_bo("monopolist", {"bankrupt_mortgage_fee": False}), "bankrupt")
    assert paid(game, "transfer_fee") == []
    assert owners(game, 5) == ["Bo"]


def test_bankrupt_mortgage_fee__may_ruin_the_heir_too() -> None:
    """Bo has nothing but what he inherits: 8 in cash and mortgaged stations at 10 each."""
    game = ruined_by_bo(
        "moscow",
        cash={"Ann": 8, "Bo": 0},
        deeds={"Ann": [5, 15], "Bo": RED},
        buildings=dict.fromkeys(RED, 4),
    )
    do(game, "bankrupt")
    assert (kind(game), actor(game)) == ("debt", "Bo")
    do(game, "sell 24", "pay")
    assert paid(game, "transfer_fee") == [("Bo", "the bank", 10)] * 2
    assert purses(game)[1] == 8 + 75 - 20


@pytest.mark.parametrize(("keeps", "houses"), [("never", 32), ("last", 32), ("always", 29)])
def test_bankrupt_player__keeping_the_buildings_as_an_option(keeps: str, houses: int) -> None:
    game = do(ruined_by_bo("moscow", {"bankrupt_player.keeps_buildings": keeps}), "bankrupt")
    assert game.state.houses == houses
    assert game.state.level(11) == (32 - houses) // 3
    assert owners(game, 11) == ["Bo"]


@every_book
@pytest.mark.all_in
def test_bankrupt_bank__everything_to_the_bank_which_auctions_each_deed(book: str) -> None:
    """Sections on bankruptcy: a debtor of the bank gives it all money and deeds; each deed is auctioned to the
    highest bidder among the others, and cards out of jail go under their pile. The FIFA book sells mortgaged deeds as
    unmortgaged; the others, which do not say, are read so."""
    game = do(ruined_by_tax(book), "bankrupt")
    assert paid(game, "bankruptcy") == [("Ann", "the bank", 30)]
    assert paid(game, "tax") == []
    assert owners(game, 1, 5) == [None, None]
    assert not game.state.mortgages
    card = happened(game, "card_returned")[0].card
    assert card is not None
    returned = game.edition.cards[card]
    assert game.state.piles[returned.deck] == (returned.id,)
    assert [len(held) for held in game.state.cards.values()] == [0, 0, 0]
    assert [(e.kind, e.space) for e in game.events if e.kind == "auction_opened"] == [
        ("auction_opened", game.edition.spaces[1].id)
    ]
    do(game, "Bo: bid 1", "Cy: bid 5", "pass")  # site 1, then station 5
    assert actor(game) == "Bo"
    do(game, "bid 120", "pass")
    assert owners(game, 1, 5) == ["Cy", "Bo"]
    assert purses(game) == (0, 1380, 1495)
    assert (kind(game), actor(game)) == ("dice", "Bo")


@every_book
def test_bankrupt_bank__what_nobody_wants_stays_with_the_bank(book: str) -> None:
    """No book says what happens then: the deed is free again, for the next visitor to buy."""
    game = do(ruined_by_tax(book, position={"Ann": 1, "Bo": 2}), "bankrupt", "pass", "pass", "pass", "pass")
    assert owners(game, 1, 5) == [None, None]
    assert len(happened(game, "unsold")) == 2
    do(game, "roll 1 2", "buy")
    assert owners(game, 5) == ["Bo"]


@every_book
def test_bankrupt_bank__gets_the_buildings_for_nothing(book: str) -> None:
    game = ruined_by_tax(book, deeds={"Ann": [1, 3]}, buildings={1: 1, 3: 1}, mortgaged=[], cash={"Ann": 30})
    do(game, "bankrupt")
    assert game.state.houses == 32
    assert purses(game)[0] == 0


def test_bankrupt_bank__mortgages_stay_as_an_option() -> None:
    """The winner of a mortgaged deed then redeems it or pays 10 %, as after a deal."""
    game = do(ruined_by_tax("moscow", {"bankrupt_bank.lifts_mortgages": False}), "bankrupt", "pass", "pass")
    do(game, "bid 60", "pass")
    assert (kind(game), actor(game)) == ("inherit", "Bo")
    do(game, "leave mortgaged")
    assert purses(game)[1] == 1500 - 60 - 10
    assert game.state.is_mortgaged(5)


def test_bankrupt_bank__keeps_the_deeds_as_an_option() -> None:
    """Monopolist book and overview: the bank may auction them, so it may leave them to be bought."""
    game = do(ruined_by_tax("monopolist", {"bankrupt_bank": "keep"}, position={"Ann": 1, "Bo": 2}), "bankrupt")
    assert not happened(game, "auction_opened")
    assert not game.state.mortgages
    do(game, "roll 1 2")
    assert (kind(game), actor(game)) == ("buy", "Bo")


def test_bankrupt_bank__of_two_players_ends_the_game_without_auctions() -> None:
    game = do(sit("moscow", ("Ann", "Bo"), position={"Ann": 1}, cash={"Ann": 3}, deeds={"Ann": [5]}), "roll 1 2")
    do(game, "bankrupt")
    assert game.over
    assert game.winner == "Bo"
    assert refused(game, "Bo: mortgage 5") == "game_over"


def test_bankrupt__a_debt_to_several_falls_with_the_first() -> None:
    """Ann treats everybody to 50 and has 60: Bo is paid, Cy gets the rest, and the dice go on to Bo."""
    card = next(c for c in sit("moscow").edition.cards if c.effect == "pay_each")
    game = do(sit("moscow", position={"Ann": 4}, cash={"Ann": 60}), "roll 1 2", f"draw {card.id}", "bankrupt")
    assert purses(game) == (0, 1550, 1510)
    assert (kind(game), actor(game)) == ("dice", "Bo")


def test_bankrupt__what_is_owed_to_who_is_out_is_owed_no_more() -> None:
    """Everybody owes Ann 10 for her birthday. Bo has only a mortgaged deed, which goes to her with a fee of 20 that
    she cannot raise: where the fee comes first she is out, and nobody pays her any more."""
    first = {"bankrupt_when.collects_first": False}
    four = ("Ann", "Bo", "Cy", "Dee")
    card = next(c for c in sit("moscow").edition.cards if c.effect == "collect_each")
    poor = {"cash": {"Ann": 0, "Bo": 0, "Cy": 100, "Dee": 100}, "deeds": {"Bo": [39]}, "mortgaged": [39]}
    game = sit("moscow", four, first, position={"Ann": 14}, **poor)  # type: ignore[arg-type]
    do(game, "roll 1 2", f"draw {card.id}")
    assert (kind(game), actor(game)) == ("debt", "Bo")
    do(game, "bankrupt")
    assert (kind(game), actor(game)) == ("debt", "Ann")
    do(game, "bankrupt", "pass", "pass")  # the bank auctions the deed
    assert (kind(game), actor(game)) == ("dice", "Cy")
    assert purses(game) == (0, 0, 100, 100) and paid(game, "card") == []


def test_bankrupt__who_is_out_is_not_asked_any_more() -> None:
    game = sit("moscow", out=["Bo"], position={"Ann": 6})
    do(game, "roll 1 3")
    assert (kind(game), actor(game)) == ("dice", "Cy")
    assert refused(game, "Bo: end game") == "out_of_game"


@pytest.mark.all_in
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_bankrupt__does_nothing_more_wherever_they_sit(seat: int) -> None:
    """Sections on bankruptcy: who is bankrupt has left the game."""
    players = ("Ann", "Bo", "Cy")
    who, mover = players[seat], players[(seat + 1) % 3]
    game = sit("moscow", players, {"win.by_agreement": True}, turn=mover, out=[who])
    assert refused(game, f"{who}: end game") == "out_of_game"
    assert [game.why_not(f"{player}: end game") for player in players if player != who] == [None, None]


def ruined_by_a_birthday(options: dict[str, object] | None = None) -> Game:
    """Everybody owes Ann 10, who has nothing. Bo has 5 and a mortgaged station, and goes bankrupt to her."""
    game = sit(
        "moscow",
        options=options,
        position={"Ann": 14},
        cash={"Ann": 0, "Bo": 5, "Cy": 100},
        deeds={"Bo": [5]},
        mortgaged=[5],
    )
    do(game, "roll 1 2")
    draw(game, "collect_each")
    assert (kind(game), actor(game)) == ("debt", "Bo")
    return do(game, "bankrupt")


def test_bankrupt_when__what_others_owe_comes_before_a_fee() -> None:
    """No book says in which order: 10 for the mortgaged station, of 5 from Bo and 10 from Cy."""
    game = ruined_by_a_birthday()
    assert paid(game)[-3:] == [("Bo", "Ann", 5), ("Cy", "Ann", 10), ("Ann", "the bank", 10)]
    assert purses(game) == (5, 0, 90) and set(game.state.in_play) == {"Ann", "Cy"}
    assert (kind(game), actor(game)) == ("dice", "Cy")


def test_bankrupt_when__a_fee_first_is_an_option_and_debts_to_a_bankrupt_are_lost() -> None:
    game = ruined_by_a_birthday({"bankrupt_when.collects_first": False})
    assert (kind(game), actor(game)) == ("debt", "Ann")
    do(game, "bankrupt")
    assert game.over and game.winner == "Cy" and game.state.cash["Cy"] == 100


def test_bankrupt_when__who_still_lacks_money_after_all_have_paid_is_asked() -> None:
    """A fee of 20 for a station and two light blue deeds: 5 from Bo and 10 from Cy are not enough."""
    deeds = {"deeds": {"Bo": [5, *LIGHT_BLUE[:2]]}, "mortgaged": [5, *LIGHT_BLUE[:2]]}
    game = sit("moscow", position={"Ann": 14}, cash={"Ann": 0, "Bo": 5, "Cy": 100}, **deeds)
    do(game, "roll 1 2")
    draw(game, "collect_each")
    do(game, "bankrupt")
    assert (kind(game), actor(game)) == ("debt", "Ann") and purses(game)[2] == 90
    assert [paid_ for paid_ in paid(game) if paid_[0] == "Cy"] == [("Cy", "Ann", 10)]


def test_bankrupt_when__another_player_leaves_the_thrower_of_a_double_throws_again() -> None:
    """Rouble book, section on doubles: who throws a double throws again; only the bankrupt player's turns end."""
    game = sit("moscow", position={"Ann": 15}, cash={"Bo": 5})
    do(game, "roll 1 1")
    draw(game, "collect_each")
    do(game, "bankrupt")
    assert "Bo" not in game.state.in_play
    assert (kind(game), actor(game)) == ("dice", "Ann")
